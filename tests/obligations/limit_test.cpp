// SPDX-License-Identifier: MIT
// Guards: a limit may be reached at any term, and nothing is destroyed twice;
// of some assertions alone nothing is left out that may be broken.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "network/base/budget.hpp"
#include "obligations/obligations.hpp"
#include "tests/obligations/asserting.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

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

namespace {

using Names = std::multiset<std::string>;

// Of steps, and of the assertions of this model: with all obligations, or those
// that engines ask. Those that are not asked are judged.
struct Asked {
  Names all, some;
  std::vector<obligations::Obligation> left_out;
};

Asked asked_of(const network::Model& of) {
  Asked out;
  obligations::Request request;
  const auto all = obligations::generate(of, request);
  request.only.emplace();
  for (const network::Property& p : of.properties)
    request.only->push_back(p.name);
  const auto some = obligations::generate(of, request);
  using List = std::vector<obligations::Obligation>;
  if (!std::holds_alternative<List>(all)) return out;
  REQUIRE(std::holds_alternative<List>(some));
  for (const auto& o : std::get<List>(some)) {
    if (o.kind == obligations::Kind::step) out.some.insert(o.name);
  }
  for (const auto& o : std::get<List>(all)) {
    if (o.kind != obligations::Kind::step) continue;
    out.all.insert(o.name);
    if (!out.some.contains(o.name)) out.left_out.push_back(o);
  }
  return out;
}

}  // namespace

TEST_CASE("a step is not asked about where it writes nothing that is said") {
  const auto loaded = random_models::load_model(R"(
param n : 2.. = 2;
shared k : int = 0;
process P {
  var x, y : bool = false;
  action a { x := true; }
  action b when k > 0 { y := true; }
}
network { node p[n] : P; }
rule count { k := k + 1; }
assert one: forall i in p: !i.x;
assert two: forall j in p: k < 3 || !j.y;
assert somebody: exists i in p: !i.x;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const Asked asked = asked_of(*loaded.model);
  CHECK(asked.some == Names{"step one: p.a", "step one: p.a at i",
                            "step somebody: p.a", "step somebody: p.b",
                            "step somebody: rule count", "step two: p.b",
                            "step two: p.b at j", "step two: rule count"});
  CHECK(asked.left_out.size() == 5);
}

TEST_CASE("what is not asked of random models holds") {
  int left_out = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    INFO("seed := " << seed);
    const auto loaded =
        random_models::load_model(obligations_test::with_assertions(
            random_models::whole_family(seed).text, seed));
    if (loaded.model == nullptr) continue;
    const Asked asked = asked_of(*loaded.model);
    CHECK(std::ranges::includes(asked.all, asked.some));
    for (const auto& judgement : obligations::judge_all(asked.left_out)) {
      ++left_out;
      CHECK(judgement.answer == obligations::Answer::unsat);
    }
  }
  if (random_models::enough_runs()) CHECK(left_out >= 20);
}

}  // namespace limit_test
