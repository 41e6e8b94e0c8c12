// SPDX-License-Identifier: MIT
// Guards: models with invariants written by hand, proved for every size.
#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "fixpoint/obligations/obligations.hpp"
#include "tests/random/loaded.hpp"

namespace {

using namespace vicinal;
using obligations::Answer;

const char* const ring = R"(
enum Phase { thinking, hungry, eating }
param n : 2.. = 6;
process Station {
  port left, right : inout bool;
  var phase : Phase = thinking;
  action want when phase == thinking { phase := hungry; }
  action enter when phase == hungry && left { left := false; phase := eating; }
  action leave when phase == eating { right := true; phase := thinking; }
}
network {
  node s[n] : Station;
  edge token[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to token[i]; }
  init exactly 1 e in token: e;
}
assert both: forall a, b in s: a != b && same(a.right, b.left) && same(a.left, b.right) =>
    (a.phase == thinking && b.phase == thinking && !a.left && a.right)
    || (a.phase == thinking && b.phase == thinking && a.left && !a.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && a.right)
    || (a.phase == thinking && b.phase == hungry && a.left && !a.right)
    || (a.phase == thinking && b.phase == eating && !a.left && !a.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && a.right)
    || (a.phase == hungry && b.phase == thinking && a.left && !a.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && a.right)
    || (a.phase == hungry && b.phase == hungry && a.left && !a.right)
    || (a.phase == hungry && b.phase == eating && !a.left && !a.right)
    || (a.phase == eating && b.phase == thinking && !a.left && !a.right)
    || (a.phase == eating && b.phase == hungry && !a.left && !a.right);
assert before: forall a, b in s: a != b && same(a.right, b.left) && !same(a.left, b.right) =>
    (a.phase == thinking && b.phase == thinking && !a.left && !a.right && !b.right)
    || (a.phase == thinking && b.phase == thinking && !a.left && !a.right && b.right)
    || (a.phase == thinking && b.phase == thinking && !a.left && a.right && !b.right)
    || (a.phase == thinking && b.phase == thinking && a.left && !a.right && !b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && !a.right && !b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && !a.right && b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && a.right && !b.right)
    || (a.phase == thinking && b.phase == hungry && a.left && !a.right && !b.right)
    || (a.phase == thinking && b.phase == eating && !a.left && !a.right && !b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && !a.right && !b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && !a.right && b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && a.right && !b.right)
    || (a.phase == hungry && b.phase == thinking && a.left && !a.right && !b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && !a.right && !b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && !a.right && b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && a.right && !b.right)
    || (a.phase == hungry && b.phase == hungry && a.left && !a.right && !b.right)
    || (a.phase == hungry && b.phase == eating && !a.left && !a.right && !b.right)
    || (a.phase == eating && b.phase == thinking && !a.left && !a.right && !b.right)
    || (a.phase == eating && b.phase == hungry && !a.left && !a.right && !b.right);
assert behind: forall a, b in s: a != b && !same(a.right, b.left) && same(a.left, b.right) =>
    (a.phase == thinking && b.phase == thinking && !b.left && !a.left && !a.right)
    || (a.phase == thinking && b.phase == thinking && !b.left && !a.left && a.right)
    || (a.phase == thinking && b.phase == thinking && !b.left && a.left && !a.right)
    || (a.phase == thinking && b.phase == thinking && b.left && !a.left && !a.right)
    || (a.phase == thinking && b.phase == hungry && !b.left && !a.left && !a.right)
    || (a.phase == thinking && b.phase == hungry && !b.left && !a.left && a.right)
    || (a.phase == thinking && b.phase == hungry && !b.left && a.left && !a.right)
    || (a.phase == thinking && b.phase == hungry && b.left && !a.left && !a.right)
    || (a.phase == thinking && b.phase == eating && !b.left && !a.left && !a.right)
    || (a.phase == hungry && b.phase == thinking && !b.left && !a.left && !a.right)
    || (a.phase == hungry && b.phase == thinking && !b.left && !a.left && a.right)
    || (a.phase == hungry && b.phase == thinking && !b.left && a.left && !a.right)
    || (a.phase == hungry && b.phase == thinking && b.left && !a.left && !a.right)
    || (a.phase == hungry && b.phase == hungry && !b.left && !a.left && !a.right)
    || (a.phase == hungry && b.phase == hungry && !b.left && !a.left && a.right)
    || (a.phase == hungry && b.phase == hungry && !b.left && a.left && !a.right)
    || (a.phase == hungry && b.phase == hungry && b.left && !a.left && !a.right)
    || (a.phase == hungry && b.phase == eating && !b.left && !a.left && !a.right)
    || (a.phase == eating && b.phase == thinking && !b.left && !a.left && !a.right)
    || (a.phase == eating && b.phase == hungry && !b.left && !a.left && !a.right);
assert apart: forall a, b in s: a != b && !same(a.right, b.left) && !same(a.left, b.right) =>
    (a.phase == thinking && b.phase == thinking && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == thinking && b.phase == thinking && !a.left && !a.right && !b.left && b.right)
    || (a.phase == thinking && b.phase == thinking && !a.left && !a.right && b.left && !b.right)
    || (a.phase == thinking && b.phase == thinking && !a.left && a.right && !b.left && !b.right)
    || (a.phase == thinking && b.phase == thinking && a.left && !a.right && !b.left && !b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && !a.right && !b.left && b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && !a.right && b.left && !b.right)
    || (a.phase == thinking && b.phase == hungry && !a.left && a.right && !b.left && !b.right)
    || (a.phase == thinking && b.phase == hungry && a.left && !a.right && !b.left && !b.right)
    || (a.phase == thinking && b.phase == eating && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && !a.right && !b.left && b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && !a.right && b.left && !b.right)
    || (a.phase == hungry && b.phase == thinking && !a.left && a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == thinking && a.left && !a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && !a.right && !b.left && b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && !a.right && b.left && !b.right)
    || (a.phase == hungry && b.phase == hungry && !a.left && a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == hungry && a.left && !a.right && !b.left && !b.right)
    || (a.phase == hungry && b.phase == eating && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == eating && b.phase == thinking && !a.left && !a.right && !b.left && !b.right)
    || (a.phase == eating && b.phase == hungry && !a.left && !a.right && !b.left && !b.right);
invariant mutex:
  forall i, j in s: i != j => !(i.phase == eating && j.phase == eating);
)";

}  // namespace

TEST_CASE("token ring") {
  const auto loaded = random_models::load(ring);
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  auto t0 = std::chrono::steady_clock::now();
  auto result = obligations::generate(*loaded.model, {});
  REQUIRE(result.index() == 0);
  auto t1 = std::chrono::steady_clock::now();
  std::size_t bytes = 0;
  const auto& list = std::get<0>(result);
  for (const auto& o : list) bytes += o.text.size();
  const auto judged = obligations::judge_all(list);
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto& o = list[k];
    INFO(o.name);
    const auto& j = judged[k];
    INFO(j.reason);
    if (j.answer == Answer::sat)
      for (std::size_t i = 0; i < j.values.size(); ++i)
        UNSCOPED_INFO(o.shown[i].label << " = " << j.values[i]);
    CHECK(j.answer == Answer::unsat);
  }
  auto t2 = std::chrono::steady_clock::now();
  for (const auto& o : list) {
    INFO(o.name);
    if (std::getenv("DUMPP")) std::cout << "; " << o.name << "\n" << o.premise;
    CHECK(obligations::judge_text(o.premise) == Answer::sat);
  }
  auto ms = [](auto d) {
    return std::chrono::duration<double>(d).count() * 1000;
  };
  std::cout << list.size() << " obligations, " << bytes << " bytes, generate "
            << ms(t1 - t0) << " ms, judge " << ms(t2 - t1) << " ms\n";
  if (std::getenv("DUMP"))
    for (const auto& o : list) std::cout << "; " << o.name << "\n" << o.text;
}
