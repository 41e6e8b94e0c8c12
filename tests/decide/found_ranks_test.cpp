// SPDX-License-Identifier: MIT
// Guards: what ranks that are found prove for every size holds in small
// instances, where a naive evaluator of CTL* looks at all fair runs, and
// `check` at those of up to six nodes; a rank that small instances have, and
// larger ones have not, proves nothing.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "decide/decide.hpp"
#include "small_sizes.hpp"
#include "tests/random/costly.hpp"
#include "tests/random/progress_family.hpp"
#include "tests/random/random_model.hpp"

namespace found_ranks_test {

namespace {

using namespace vicinal;

// The rank that proves it; none: it is not proved, or the front end refuses it.
std::optional<std::string> found(const std::string& text,
                                 const std::string& name = "served") {
  const auto opened = decide::open_model(text, "model.vic", {});
  if (!opened->good()) return std::nullopt;
  decide::Asked question;
  question.every_size = true;
  question.progress = decide::temporal_properties(*opened->model);
  const auto report = decide::decide(*opened, question, {});
  if (!report.family) return std::nullopt;
  for (const auto& a : report.family->answers) {
    if (a.name != name || a.verdict != network::Verdict::proved) continue;
    CHECK(a.method == decide::Method::rank);
    CHECK_FALSE(a.found_rank.empty());
    return a.found_rank;
  }
  return std::nullopt;
}

std::string without_rank(std::string text) {
  for (std::size_t begin = text.find("rank for "); begin != std::string::npos;
       begin = text.find("rank for ")) {
    text.erase(begin, text.find(';', begin) + 1 - begin);
  }
  return text;
}

const std::string round_robin = R"(
param n : 1.. = 3;
shared turn : 0..n-1 = 0;
process Station {
  action pass when index(self) == turn {
    turn := if turn == n - 1 then 0 else turn + 1;
  }
}
network { node p[n] : Station; }
fair weak Station.pass;
ltl served: forall i in p: G F {turn == index(i)};
)";

const std::string counter = R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 2;
  action down when x > 0 { x := x - 2; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
)";

// A token goes round by edges: of those who have it at the left the nearest.
const std::string baton = R"(
param n : 2.. = 3;
process C {
  port left, right : inout bool;
  var on : bool = false;
  action begin when left && !on { left := false; right := true; on := true; }
  action end when on { on := false; }
}
network {
  node s[n] : C;
  edge baton[n] : bool = index == 0;
  for i in 0..n-1 { connect s[i].left, s[(i + n - 1) % n].right to baton[i]; }
}
fair weak C.begin;
fair weak C.end;
assert one: count(e in baton: e) == 1;
assert apart: forall i, j in s: i != j => !(i.left && j.left);
ltl served: forall i in s: G F {i.on};
)";

// On any graph.
const std::string news = R"(
process Node {
  port set link : inout bool;
  var heard : bool;
  action hear(e in link) when !heard && e { heard := true; }
  action tell(e in link) when heard && !e { e := true; }
}
network any { node v : Node; edge wire : bool = false via link; }
ltl served: F {!enabled};
)";

std::string with(std::string text, const std::string& from,
                 const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the turn that goes round comes to everybody") {
  CHECK(found(round_robin));
  CHECK_FALSE(found(with(round_robin, "fair weak Station.pass;\n", "")));
  // The last one of three has it never.
  CHECK_FALSE(found(with(round_robin, "turn == n - 1", "turn == 1")));
}

TEST_CASE("a rank that small instances have is not believed") {
  CHECK_FALSE(found(with(round_robin, "then 0 else turn + 1",
                         "|| turn == 20 then 0 else turn + 1")));
}

TEST_CASE("who counts down comes to the end") {
  CHECK(found(counter));
  // A step that fails ends its run.
  CHECK_FALSE(found(with(counter, "= 2;\n  action", "= 3;\n  action")));
  CHECK_FALSE(found(with(counter, "when x > 0", "when x > 2")));
}

TEST_CASE("what goes round by ports comes to everybody") {
  CHECK(found(baton));
  CHECK_FALSE(found(
      with(baton, "baton[n] : bool = index == 0", "baton[n] : bool = false")));
  // A sanitizer, where runs are few, has seen the code.
  if (!random_models::enough_runs()) return;
  const std::string slow =
      with(baton, "action end", "action stay when on { skip; }\n  action end");
  CHECK(found(slow));
  CHECK_FALSE(found(with(slow, "fair weak C.end;\n", "")));
}

TEST_CASE("where everybody helps nothing is assumed of fairness") {
  const auto ends = found(news);
  REQUIRE(ends);
  CHECK(ends->find(" by ") == std::string::npos);
  CHECK_FALSE(found(with(news, "action tell",
                         "action take(e in link) when heard && e "
                         "{ e := false; }\n  action tell")));
  const std::string unfair =
      with(with(counter, "fair weak P.down;", ""),
           "forall i in s: F {i.x == 0}", "F {forall i in s: i.x == 0}");
  const auto all = found(unfair);
  REQUIRE(all);
  CHECK(all->find(" by ") == std::string::npos);
  // Nobody moves any more, and there is more to count.
  CHECK_FALSE(found(with(unfair, "when x > 0", "when x > 2")));
  CHECK_FALSE(found(
      with(unfair, "x := x - 2; }", "x := x - 2; }\n  action rest { skip; }")));
}

TEST_CASE("that something stays possible is found without fairness") {
  const std::string semaphore = R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 2;
shared free : bool = true;
process P {
  var phase : Phase = idle;
  action want when phase == idle { phase := waiting; }
  action enter when phase == waiting && free { free := false; phase := inside; }
  action leave when phase == inside { free := true; phase := idle; }
}
network { node s[n] : P; }
assert held: !free => exists i in s: i.phase == inside;
assert one: forall i, j in s:
  i != j => !(i.phase == inside && j.phase == inside);
ctl served: forall i in s: AG EF {i.phase == inside};
)";
  CHECK(found(semaphore));
  CHECK_FALSE(found(with(semaphore, "AG EF", "AG AF")));
  CHECK_FALSE(found(with(semaphore, "{ free := true; phase", "{ phase")));
}

TEST_CASE("what found ranks prove holds on all fair runs of small instances") {
  const std::uint64_t runs = random_models::costly_runs(240);
  std::size_t families = 0;
  std::size_t proved = 0;
  test::SizesChecked seen;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string text =
        without_rank(random_models::progress_family(seed).text);
    INFO("seed := " << seed << "\n" << text);
    ++families;
    const auto rank = found(text);
    if (!rank) continue;
    ++proved;
    INFO(*rank);
    CHECK(test::hold_up_to_three(text, test::Which::all, seen));
    CHECK(test::hold_up_to_six(text, test::Which::all, seen));
  }
  WARN(
      fmt::format("{} families, {} proved; {}", families, proved, seen.text()));
  if (!random_models::enough_runs()) return;
  CHECK(proved * 4 > families);
  for (const int n : {4, 5, 6}) {
    INFO("n = " << n);
    CHECK(seen.whole[n] * 2 > static_cast<int>(proved));
  }
}

}  // namespace found_ranks_test
