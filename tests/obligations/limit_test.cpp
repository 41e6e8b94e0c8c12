// SPDX-License-Identifier: MIT
// Guards: a limit may be reached at any term, and nothing is destroyed twice.
#include <catch2/catch.hpp>

#include "network/base/budget.hpp"
#include "obligations/obligations.hpp"
#include "tests/random/loaded.hpp"

namespace limit_test {

namespace {

using namespace vicinal;

// Quantifiers over ranges, nodes and edges, counts, powers, a loop.
const char* const model = R"(
param n : 2.. = 2;
shared g : int = 0;
process P {
  port left, right : inout (0..2)[2];
  var x : int = 0;
  var r : id of p = none;
  action a(v in 0..n - 1) when (forall k in 0..x: left[0] < k)
      priority index(self) {
    x := pow(x, 2) / 3 + v; left[1] := right[x]; r := self;
  }
}
network {
  node p[n] : P;
  edge e[n] : (0..2)[2];
  for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
}
init forall k in 0..g: k <= 3 || p[0].x == pow(k, 2);
init forall i in p, k in 0..i.x: exists j in 0..k: i.left[j] == k;
rule each when (exists k in 0..g: k * k == g) {
  for y in p { y.x := g; } g := count(i in p: i.x > 0) + sum(i in p: i.x);
}
assert low: forall i in p: forall k in 0..i.x: k <= g;
assert other: forall i, j in p: i != j && i.r != none => i.r.x == j.x;
)";

}  // namespace

TEST_CASE("a limit may be reached at any term") {
  const auto loaded = random_models::load(model);
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const std::atomic<bool> stop = true;
  network::Limits limits;
  limits.stop = &stop;
  // The first obligation is the last: each ends with a look at the limits.
  obligations::Request request;
  request.only = {"low"};
  int stopped = 0;
  for (std::int64_t terms = 0; terms < 3000; ++terms) {
    const network::Budget budget(limits);
    const network::Polling polling(budget);
    network::poll_countdown = terms;
    try {
      obligations::generate(*loaded.model, request);
    } catch (const network::LimitReached&) {
      ++stopped;
    }
  }
  CHECK(stopped == 3000);
}

}  // namespace limit_test
