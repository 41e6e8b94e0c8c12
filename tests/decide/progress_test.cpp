// SPDX-License-Identifier: MIT
// Guards: what a rank proves for every size holds in small instances, where a
// naive evaluator of CTL* looks at all fair runs, and `check` at those of up to
// six nodes; and its certificate is accepted.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "decide/decide.hpp"
#include "decide/family/found_ranks.hpp"
#include "decide/family/lassos.hpp"
#include "decide/instances/contradiction.hpp"
#include "explanations.hpp"
#include "small_sizes.hpp"
#include "tests/random/progress_family.hpp"
#include "tests/random/random_model.hpp"

namespace progress_test {

namespace {

using namespace vicinal;
using network::Verdict;

struct Counts {
  std::size_t families = 0, refused = 0, proved = 0, false_ones = 0;
  std::size_t violated = 0;
  test::SizesChecked seen;
  std::map<std::string, std::size_t> proved_with;
};

// A run of a small instance, which is opened again, is one that is fair, and
// violates the property.
void check_run(const std::string& text, const decide::FamilyRun& run) {
  network::Definitions sizes;
  sizes["n"] = fmt::format("{}", run.sample->parameters.at(0));
  const auto opened = decide::open_model(text, "model.vic", sizes);
  decide::elaborate(*opened);
  REQUIRE(opened->instance);
  REQUIRE(run.why() != nullptr);
  test::SeenPaths seen;
  test::check_explanation(*opened, *run.checked, *run.why(), true, seen);
}

// What `prove` says; none: the front end refuses it. `each`: of what has no
// rank, too, if it is unknown.
std::optional<Verdict> proved(const std::string& text, bool each = false) {
  const auto opened = decide::open_model(text, "model.vic", {});
  if (!opened->good()) return std::nullopt;
  decide::Asked question;
  question.every_size = true;
  question.progress = decide::temporal_properties(*opened->model);
  question.each_progress = each;
  const auto report = decide::decide(*opened, question, {});
  if (!report.family) return std::nullopt;
  const decide::FamilyAnswer& answer = report.family->answers.back();
  if (answer.verdict == Verdict::violated) check_run(text, *answer.run);
  return answer.verdict;
}

void look(std::uint64_t seed, Counts& counts) {
  const auto family = random_models::progress_family(seed);
  INFO("seed := " << seed << "\n" << family.text);
  const auto verdict = proved(family.text);
  if (!verdict) {
    ++counts.refused;
    return;
  }
  ++counts.families;
  const bool good =
      test::hold_up_to_three(family.text, test::Which::last, counts.seen);
  if (!good) ++counts.false_ones;
  if (*verdict == Verdict::violated) ++counts.violated;
  if (*verdict != Verdict::proved) return;
  ++counts.proved;
  for (const std::string& tag : family.tags) ++counts.proved_with[tag];
  CHECK(good);
  CHECK(test::hold_up_to_six(family.text, test::Which::last, counts.seen));
}

}  // namespace

TEST_CASE("what ranks prove holds on all fair runs of small instances") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(240);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) look(seed, counts);
  std::string tags;
  for (const auto& [tag, count] : counts.proved_with) {
    tags += fmt::format(" {} {}", tag, count);
  }
  WARN(fmt::format(
      "{} families and {} refused, {} proved, {} false, of which "
      "{} are violated; {}; proved although spoiled:{}",
      counts.families, counts.refused, counts.proved, counts.false_ones,
      counts.violated, counts.seen.text(), tags));
  if (!random_models::enough_runs()) return;
  CHECK(counts.proved * 3 > counts.families);
  for (const int n : {4, 5, 6}) {
    INFO("n = " << n);
    CHECK(counts.seen.whole[n] * 2 > static_cast<int>(counts.proved));
  }
  CHECK(counts.false_ones * 6 > counts.families);
  CHECK(counts.violated * 5 > counts.false_ones * 4);
  CHECK(counts.refused * 20 < runs);
  for (const char* tag : {"meanwhile", "until", "possible", "relied", "bare"}) {
    INFO(tag);
    CHECK(counts.proved_with[tag] > 0);
  }
}

// What proofs are held against reaches so far.
TEST_CASE("what no fewer than six nodes violate is seen") {
  const std::string text = R"(
param n : 1.. = 2;
process P {
  var on : bool = false;
  action set when !on && (n < 6 || index(self) > 0) { on := true; }
}
network { node s[n] : P; }
fair weak P.set;
ltl other: F {n > 0};
ltl served: forall i in s: F {i.on};
)";
  for (const auto which : {test::Which::all, test::Which::last}) {
    test::SizesChecked seen;
    CHECK(test::hold_up_to_three(text, which, seen));
    CHECK_FALSE(test::hold_up_to_six(text, which, seen));
    CHECK(seen.whole ==
          std::map<int, int>{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}});
  }
}

namespace {

// Claims are made up: what a rank is said to prove.
const std::string starving = R"(
param n : 1.. = 2;
process P {
  var on : bool = false;
  action set when !on && index(self) == 0 { on := true; }
}
network { node s[n] : P; }
fair weak P.set;
ltl served: forall i in s: F {i.on};
)";

decide::FamilyReport claimed(const decide::Opened& opened, Verdict verdict) {
  decide::FamilyReport report;
  decide::FamilyAnswer answer;
  answer.name = "served";
  answer.property = decide::temporal_properties(*opened.model).front();
  answer.temporal = true;
  answer.verdict = verdict;
  report.answers.push_back(std::move(answer));
  return report;
}

}  // namespace

TEST_CASE("what small instances violate is violated, or no proof") {
  const auto opened = decide::open_model(starving, "model.vic", {});
  REQUIRE(opened->good());
  auto open = claimed(*opened, Verdict::unknown);
  decide::look_for_lassos(*opened, decide::Allowance({}), open);
  const decide::FamilyAnswer& answer = open.answers.front();
  CHECK(answer.verdict == Verdict::violated);
  REQUIRE(answer.run);
  CHECK(answer.run->sample->parameters == std::vector<network::Scalar>{2});
  REQUIRE(answer.run->why() != nullptr);
  CHECK(answer.run->why()->path->ends);
  CHECK(answer.holds_at == std::vector<std::size_t>{0});
  auto wrong = claimed(*opened, Verdict::proved);
  CHECK_THROWS_AS(
      decide::look_for_lassos(*opened, decide::Allowance({}), wrong),
      decide::Contradiction);
}

TEST_CASE("properties without a rank are answered where they are violated") {
  CHECK(proved(starving) == Verdict::violated);
  std::string good = starving;
  good.replace(good.find(" && index(self) == 0"), 20, "");
  const auto opened = decide::open_model(good, "model.vic", {});
  REQUIRE(opened->good());
  decide::Asked question;
  question.every_size = true;
  question.model_errors = false;  // so that no rank is looked for
  question.progress = decide::temporal_properties(*opened->model);
  const auto report = decide::decide(*opened, question, {});
  REQUIRE(report.family);
  CHECK(std::ranges::none_of(report.family->answers,
                             [](const auto& a) { return a.temporal; }));
  question.each_progress = true;
  const auto named = decide::decide(*opened, question, {});
  REQUIRE(named.family);
  CHECK(named.family->answers.back().verdict == Verdict::unknown);
  CHECK(named.family->answers.back().reason == "it has no rank");
  CHECK(named.family->answers.back().holds_at.size() > 2);
}

TEST_CASE("algorithms end, whether steps are fair or not") {
  const std::string ending = R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network { node s[n] : P; }
ltl done: F {!enabled};
rank for done: sum(i in s: i.x);
)";
  CHECK(proved(ending) == Verdict::proved);
  std::string idle = ending;
  idle.insert(idle.find("}\nnetwork"), "  action idle when x == 1 { skip; }\n");
  CHECK(proved(idle) == Verdict::violated);
}

namespace {

// A lock, and ids that wait for the least: what their ranks need is not said.
const std::string locked = R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 2;
shared lock : bool = false;
process P {
  var phase : Phase = idle;
  action want when phase == idle { phase := waiting; }
  action enter when phase == waiting && !lock { lock := true; phase := inside; }
  action leave when phase == inside { lock := false; phase := idle; }
}
network { node s[n] : P; }
fair weak P.leave;
ltl served: G F {!lock};
rank for served: lock by P.leave of j in s when j.phase == inside;
)";

const std::string queued = R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 2;
process P {
  var phase : Phase = waiting;
  var ticket : 0..n;
  action enter when phase == waiting
      && (forall q in s: q.phase == idle || ticket <= q.ticket) {
    phase := inside;
  }
  action leave when phase == inside { phase := idle; }
}
network { node s[n] : P; }
init forall i, j in s: i != j => i.ticket != j.ticket;
fair weak P.enter;
fair weak P.leave;
ltl served: G F {forall i in s: i.phase == idle};
rank for served:
  count(q in s: q.phase == waiting), count(q in s: q.phase == inside)
  by P.leave of j in s when j.phase == inside,
  P.enter of j in s when j.phase == waiting
  && (forall q in s: q.phase == idle || j.ticket <= q.ticket);
)";

// Tickets, of which nothing is said at all: the rank and the facts are found.
const std::string by_tickets = R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 2;
shared next : int = 0;
shared now : int = 0;
process P {
  var phase : Phase = idle;
  var ticket : int = 0;
  action take when phase == idle {
    ticket := next;
    next := next + 1;
    phase := waiting;
  }
  action enter when phase == waiting && ticket == now { phase := inside; }
  action leave when phase == inside { now := now + 1; phase := idle; }
}
network { node s[n] : P; }
fair weak P.enter;
fair weak P.leave;
ltl served: forall i in s: G ({i.phase == waiting} => F {i.phase == inside});
)";

std::string changed(std::string text, const std::string& from,
                    const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("what a rank needs is found where nobody says it") {
  CHECK(proved(locked) == Verdict::proved);
  // Who has the lock may go without giving it back.
  CHECK(proved(changed(locked, "{ lock := false; phase", "{ phase")) ==
        Verdict::violated);
  CHECK(proved(changed(locked, "lock : bool = false", "lock : bool")) ==
        Verdict::violated);
}

TEST_CASE("that somebody has the next ticket is found where nobody says it") {
  CHECK(proved(by_tickets, true) == Verdict::proved);
  CHECK(proved(changed(by_tickets, "fair weak P.leave;", ""), true) !=
        Verdict::proved);
}

TEST_CASE("what does not hold of a rank is not remembered as if it did") {
  decide::RankJudge judged;
  obligations::Judge judge;
  obligations::Obligation open, good;
  open.text = "(assert true)\n(check-sat)\n";
  good.text = "(assert false)\n(check-sat)\n";
  for (int time = 0; time < 2; ++time) {
    CHECK(judged.judge(open, 1'000'000, judge) == obligations::Answer::sat);
    CHECK(judged.judge(good, 1'000'000, judge) == obligations::Answer::unsat);
  }
  // Without work, too: it is known.
  CHECK(judged.judge(good, 0, judge) == obligations::Answer::unsat);
}

TEST_CASE("that one is least is found where nobody says it") {
  CHECK(proved(queued) == Verdict::proved);
  // A sanitizer, where runs are few, has seen the code.
  if (!random_models::enough_runs()) return;
  // Those of one number wait for each other.
  const std::string both = changed(
      changed(queued, "ticket <= q.ticket", "q == self || ticket < q.ticket"),
      "j.ticket <= q.ticket", "q == j || j.ticket < q.ticket");
  CHECK(proved(both) == Verdict::proved);
  CHECK(proved(changed(both,
                       "init forall i, j in s: i != j => i.ticket != j.ticket;",
                       "")) == Verdict::violated);
}

TEST_CASE("a step that fails ends its run, and nothing comes about") {
  const std::string good = R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 2;
  action down when x > 0 { x := x - 2; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)";
  CHECK(proved(good) == Verdict::proved);
  std::string failing = good;
  failing.replace(failing.find("= 2;\n  action"), 4, "= 3;");
  CHECK(proved(failing) == Verdict::unknown);
}

}  // namespace progress_test
