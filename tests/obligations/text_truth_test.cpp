// SPDX-License-Identifier: MIT
// Guards: the texts of obligations themselves, against the oracle. In small
// instances of random families, in states that are reached and in others,
//
//   - what a text assumes is true of every situation that it is about, with
//     its symbols meaning what they mean there (concrete.hpp);
//   - a step from where the assertions hold to where one does not, an initial
//     state without it, a model error, an invariant that is violated: at least
//     one of the texts that are to exclude it is satisfied by it;
//   - sizes that make no instance satisfy a text about elaboration;
//   - where a rank helps nobody, or a step does not come nearer, a text about
//     progress is satisfied.
//
// So a text that is unsatisfiable excludes nothing that there is. Texts are
// evaluated; where values that make one true are not found, Z3 looks for
// them, with everything else as it is in the instance.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "obligations/obligations.hpp"
#include "tests/obligations/asserting.hpp"
#include "tests/obligations/failing_family.hpp"
#include "tests/obligations/text_judge.hpp"
#include "tests/random/claimed_family.hpp"
#include "tests/random/growing_family.hpp"
#include "tests/random/level_family.hpp"
#include "tests/random/looping_family.hpp"
#include "tests/random/moving_family.hpp"
#include "tests/random/progress_family.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/relation_family.hpp"
#include "tests/random/seen_family.hpp"
#include "tests/random/symmetric_model.hpp"

namespace text_truth_test {

namespace {

using namespace vicinal;
using namespace vicinal::texts;
using obligations::Answer;

bool by_hand() {
  return std::getenv("VICINAL_TEST_SEEDS") != nullptr;
}

std::pair<std::uint64_t, std::uint64_t> seeds(std::uint64_t usual) {
  const char* said = std::getenv("VICINAL_TEST_SEEDS");
  if (said == nullptr) return {1, random_models::runs(usual)};
  char* rest = nullptr;
  const std::uint64_t first = std::strtoull(said, &rest, 10);
  return {first, *rest == '-' ? std::strtoull(rest + 1, nullptr, 10) : first};
}

std::vector<std::string> complaints(const random_models::Loaded& loaded,
                                    const std::vector<Obligation>& list,
                                    const obligations::Request& request,
                                    std::uint64_t seed, JudgedCounts& total,
                                    std::int64_t size = 3) {
  Judge judge(loaded, list, request, seed, total);
  oracle::SmallBounds bounds;
  bounds.size = size;
  bounds.nodes = 7;
  bounds.graph_edges = 2;
  bounds.states = 150;
  std::mt19937_64 dice(seed);
  oracle::small_instances(loaded.tree, bounds, [&](const oracle::Small& small) {
    // Of graphs there are many.
    if (small.graph == nullptr || dice() % 3 == 0) judge.look_at(small);
  });
  return judge.complaints();
}

// Sometimes a size is left out, or an assertion.
obligations::Request some_request(const network::Model& model,
                                  std::uint64_t seed) {
  obligations::Request request;
  if (seed % 3 == 1) {
    for (const network::Property& p : model.properties) {
      if (p.kind == network::ast::PropertyKind::assertion &&
          request.left_out.empty()) {
        request.left_out.push_back(p.name);
      }
    }
  }
  for (const network::Ranking& r : model.rankings) {
    request.progress.push_back(model.properties[r.property].name);
  }
  if (seed % 4 == 1) {
    request.excluded.emplace_back(model.parameters.size(), seed % 3);
  }
  return request;
}

void judge_model(const std::string& text, std::uint64_t seed,
                 JudgedCounts& total, std::int64_t size = 3) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  // Obligations are of the network that a dynamic one is translated to, whose
  // states the oracle does not have.
  if (oracle::is_dynamic(loaded.tree)) return;
  ++total.models;
  const obligations::Request request = some_request(*loaded.model, seed);
  const auto made = obligations::generate(*loaded.model, request);
  const auto* list = std::get_if<std::vector<Obligation>>(&made);
  if (list == nullptr) {
    ++total.unsupported;
    return;
  }
  for (const std::string& c :
       complaints(loaded, *list, request, seed, total, size)) {
    FAIL_CHECK(c);
  }
}

JudgedCounts judge_models(std::uint64_t usual,
                          const std::function<std::string(std::uint64_t)>& text,
                          std::int64_t size = 3) {
  JudgedCounts total;
  const auto [first, last] = seeds(usual);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    INFO("seed " << seed);
    const JudgedCounts before = total;
    const std::string model = text(seed);
    if (model.empty()) continue;
    judge_model(obligations_test::with_assertions(model, seed), seed, total,
                size);
    if (by_hand()) {
      fmt::print("S\t{}\t{} instances, {} situations, {} violations\n", seed,
                 total.instances - before.instances,
                 total.situations - before.situations,
                 total.violations - before.violations);
      std::fflush(stdout);
    }
  }
  const std::string table = fmt::format(
      "{} models ({} unsupported), {} instances, {} situations, {} violations, "
      "{} sizes, {} steps of rules, {} without a value, {} beyond the oracle; "
      "{} situations of ranks, {} steps astray, {} helpless; "
      "{} evaluated, {} solved, {} undecided",
      total.models, total.unsupported, total.instances, total.situations,
      total.violations, total.sizes, total.rules, total.without_value,
      total.beyond, total.waiting, total.not_nearer, total.helpless,
      total.evaluated, total.solved, total.undecided);
  INFO(table);
  if (by_hand()) fmt::print("S\t{}\n", table);
  // Of a handful all may be beyond obligations.
  CHECK(total.unsupported * 3 <= total.models + 5);
  CHECK(total.undecided * 20 <= total.evaluated);
  return total;
}

// One that may start at any integer starts there in every second of them.
std::string whole_family(std::uint64_t seed) {
  std::string text = random_models::whole_family(seed).text;
  const std::string any = " : int;\n";
  for (std::size_t at = text.find(any);
       seed % 2 == 0 && at != std::string::npos; at = text.find(any, at)) {
    text.replace(at, any.size(), " : int = 0;\n");
  }
  return text;
}

// A ring whose assertion some steps break, and n = 1, which is no instance.
const char* const ring = R"(
param n : 1.. = 3;
process P {
  port left, right : inout bool;
  var x : 0..2;
  action up when left && x < 2 { x := x + 1; right := true; left := false; }
  action over when !right { x := x + 2; }
}
network {
  node s[n] : P;
  edge t[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to t[i]; }
}
assert low: forall i in s: i.x < 2;
invariant off: forall i in s: !i.left;
)";

// Nobody helps at x == 1, who helps cannot do it at x == 2, and `up` leads
// astray.
const char* const ranked = R"(
param n : 1.. = 3;
process P {
  var x : 0..3;
  action down when x == 3 { x := 2; }
  action up when x == 2 { x := 3; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: G F {6 / (i.x - 1) == -6};
rank for served (a in s): a.x by P.down of a when a.x > 1;
)";

// Of everything that is asked meanwhile something is not so.
const char* const meanwhile = R"(
param n : 1.. = 2;
shared lock : bool = false;
shared k : 0..2 = 0;
process P {
  var x : 0..2;
  action want when x == 0 { x := 1; }
  action enter when x < 2 && !lock && k == 0 { x := 2; lock := true; }
  action leave when x == 2 && k == 0 { x := 0; lock := false; }
  action up when k < 2 { k := k + 1; }
}
network { node s[n] : P; }
fair strong P.enter;
fair weak P.leave;
ltl served: forall i in s: G ({i.x < 2} => F {i.x == 2});
rank for served (i in s): 0 by P.enter of i when i.x < 2
  meanwhile (k by P.leave of j in s when j.x == 2);
)";

// So it is of what is to hold until then, and of what is to stay possible.
const char* const until = R"(
param n : 1.. = 2;
process P {
  var x : 0..3;
  action down when x > 0 { x := x - 1; }
  action up when x == 1 { x := 3; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: ({i.x < 3} U {i.x == 0});
rank for served (i in s): i.x by P.down of i when i.x > 0;
)";
const char* const possible = R"(
param n : 1.. = 2;
process P {
  var x : 0..3;
  action down when x == 2 { x := 3; }
  action up when x == 1 { x := 3; }
}
network { node s[n] : P; }
ctl served: forall i in s: AG EF {i.x == 0};
rank for served (a in s): a.x by P.down of a when a.x != 1;
)";

// A model, with something more in the premise of each text that is meant, or
// `instead` of its denied conclusion. How many complaints there are.
std::size_t changed(const char* model,
                    const std::function<bool(const Obligation&)>& meant,
                    const std::string& more, const std::string& instead = {}) {
  const auto loaded = random_models::load(model);
  REQUIRE(loaded.model != nullptr);
  obligations::Request request;
  if (loaded.model->rankings.size() == 1) request.progress = {"served"};
  auto made = obligations::generate(*loaded.model, request);
  auto& list = std::get<std::vector<Obligation>>(made);
  for (Obligation& o : list) {
    if (!meant(o)) continue;
    const std::size_t end = o.premise.rfind("(check-sat)");
    const std::size_t goal = o.text.rfind("(assert ");
    for (std::string* text : {&o.example, &o.text}) {
      if (!instead.empty()) {
        text->replace(goal, text->find('\n', goal) - goal, instead);
      }
      text->insert(end, more);
    }
    o.premise.insert(end, more);
  }
  JudgedCounts total;
  return complaints(loaded, list, request, 1, total).size();
}

std::size_t changed(Kind kind, const std::string& more,
                    const std::string& instead = {}) {
  return changed(
      ring, [kind](const Obligation& o) { return o.kind == kind; }, more,
      instead);
}

}  // namespace

TEST_CASE("what is not true of an instance is noticed", "[part1]") {
  CHECK(changed(Kind::step, "") == 0);
  const std::string no_more = "(assert (<= |size n| 2))\n";
  for (const Kind kind : {Kind::initial, Kind::step, Kind::error,
                          Kind::property, Kind::elaboration}) {
    INFO(static_cast<int>(kind));
    CHECK(changed(kind, no_more) > 0);
    CHECK(changed(kind, "", "(assert false)") > 0);
  }
  CHECK(changed(Kind::step, "(assert (= |i#1| 0))\n") > 0);
  CHECK(changed(Kind::step, "(assert (= (|s.x| |i#1|) 0))\n") > 0);
  CHECK(changed(Kind::property, "(assert (= |i#1| 0))\n") > 0);
  CHECK(changed(Kind::step, "(assert (not (= (|loop 0.1 i 0| |i#1|) 1)))\n") >
        0);
}

TEST_CASE("what is not true of a rank is noticed", "[part1]") {
  const auto of = [](const std::string& what) {
    return [what](const Obligation& o) {
      return o.kind == Kind::progress && o.name.find(what) != std::string::npos;
    };
  };
  const std::string no_more = "(assert (<= |size n| 2))\n";
  for (const char* what : {"served: can be evaluated", "served: somebody helps",
                           "served 1: can be done", "served 1: s.up at i"}) {
    INFO(what);
    CHECK(changed(ranked, of(what), "") == 0);
    CHECK(changed(ranked, of(what), "", "(assert false)") > 0);
    CHECK(changed(ranked, of(what), no_more) > 0);
  }
  CHECK(changed(ranked, of("served 1: s.up"), no_more) > 0);
  const std::pair<const char*, const char*> others[] = {
      {meanwhile, "served 1 meanwhile: somebody helps"},
      {meanwhile, "served 1 meanwhile 1: can be done"},
      {meanwhile, "served 1 meanwhile 1: s.up at j"},
      {until, "served until then"},
      {until, "served until then: s.up at i"},
      {possible, "served: somebody helps"},
      {possible, "served 1: can be done"},
      {possible, "served 1: s.down at i"},
  };
  for (const auto& [model, what] : others) {
    INFO(what << model);
    CHECK(changed(model, of(what), "") == 0);
    CHECK(changed(model, of(what), "", "(assert false)") > 0);
    CHECK(changed(model, of(what), no_more) > 0);
  }
}

// Random assertions beside the rank: its texts speak of where they hold.
TEST_CASE("texts of ranks admit what does not come nearer", "[part3]") {
  const JudgedCounts total = judge_models(60, [](std::uint64_t seed) {
    std::string text = random_models::progress_family(seed).text;
    if (seed % 3 == 0) text += "assert low: forall i in s: i.x < 2;\n";
    if (seed % 4 == 0) text += "assert few: atmost 1 i in s: i.on;\n";
    return random_models::load(text).model == nullptr ? std::string() : text;
  });
  if (!random_models::enough_runs()) return;
  CHECK(total.waiting > 200);
  CHECK(total.not_nearer > 60);
  CHECK(total.helpless > 5);
  CHECK(total.meanwhile > 20);
}

TEST_CASE("texts of random families admit what there is", "[part1]") {
  judge_models(16, [](std::uint64_t seed) {
    return random_models::random_family(seed).text;
  });
}

TEST_CASE("texts of families of the whole language admit what there is",
          "[part2]") {
  const JudgedCounts total = judge_models(44, whole_family);
  // Some of what is no part of an invariant cannot be evaluated everywhere.
  CHECK((total.without_value > 0 || total.models < 44));
}

TEST_CASE("texts admit what claims of somebody, of shares, of indices mean",
          "[part3]") {
  judge_models(30, random_models::claimed_family);
}

TEST_CASE("texts admit what it means that somebody can move", "[part2]") {
  judge_models(30, random_models::moving_family);
}

TEST_CASE("texts admit what depends on how large a family is", "[part2]") {
  judge_models(32, random_models::growing_family);
}

TEST_CASE("texts admit what becomes of counts of what is seen", "[part4]") {
  judge_models(60, random_models::seen_family);
}

TEST_CASE("texts admit what counts by levels are", "[part4]") {
  judge_models(24, random_models::level_family, 2);
}

TEST_CASE("texts admit what relations have, and whom they lack", "[part4]") {
  const JudgedCounts total = judge_models(8, random_models::relation_family, 2);
  if (!random_models::enough_runs()) return;
  CHECK(total.violations > 50);
  CHECK(total.without_value > 0);
}

TEST_CASE("texts admit what loops leave behind", "[part4]") {
  judge_models(300, random_models::looping_family);
}

TEST_CASE("integers in texts have no bounds", "[part1]") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 2;
shared top : int = 0;
process P {
  port at : inout int;
  var x : int = 0;
  action grow { x := x + x; at := x; top := top * 2 + x; }
}
rule double(i in p) { i.x := i.x + i.at; top := top + top; }
network {
  node p[n] : P;
  edge e[n] : int = 0;
  for i in 0..n-1 { connect p[i].at to e[i]; }
}
assert some: forall i in p: i.x >= 0 && i.at >= 0;
assert all: top >= 0;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const auto made = obligations::generate(*loaded.model, {});
  const auto* list = std::get_if<std::vector<Obligation>>(&made);
  REQUIRE(list != nullptr);
  for (const Obligation& o : *list) {
    INFO(o.name);
    const bool instance = o.kind == Kind::elaboration;
    CHECK((instance || obligations::judge(o).answer == Answer::unsat));
  }
  // Twice as much is more than 64 bits hold.
  constexpr std::int64_t large = std::int64_t{1} << 62;
  int steps = 0;
  oracle::SmallBounds bounds;
  bounds.size = 2;
  bounds.states = 1;
  oracle::small_instances(loaded.tree, bounds, [&](const oracle::Small& small) {
    const Concrete concrete(*loaded.model, loaded.tree, small);
    State state;
    for (const auto& v : small.instance->variables()) {
      state.push_back(oracle::number(v.name == "e[0]" ? large - 1 : large));
    }
    const Tables values = concrete.state(state);
    const Tables* tables[] = {&concrete.wiring(), &values};
    for (const Obligation& o : *list) {
      if (o.kind != Kind::step) continue;
      INFO(small.text() << ": " << o.name);
      // Somebody else than `i` grows where there are two.
      if (small.sizes.at("n") == 1 && o.name == "step some: p.grow") continue;
      ++steps;
      TextQuestion q{&o, {}, 0};
      read(q);
      CHECK(solved(q, tables, false) == Answer::sat);
    }
  });
  CHECK(steps == 9);
}

TEST_CASE("texts of random models admit what there is", "[part3]") {
  judge_models(16, [](std::uint64_t seed) {
    return seed % 2 == 0 ? random_models::symmetric_model(seed / 2)
                         : random_models::random_model(seed / 2, {});
  });
}

// Whoever believes of a total what is not so of members that do not exist, or
// of steps that fail, excludes that a step fails.
TEST_CASE("texts admit steps that fail beside totals", "[part4]") {
  std::map<std::string, int> made;
  const auto [first, last] = seeds(3);
  for (const auto& [failure, name] : obligations_test::failures()) {
    JudgedCounts total;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
      INFO("fails by " << name << ", seed " << seed);
      const auto family = obligations_test::failing_family(failure, seed);
      for (const std::string& part : family.made) ++made[part];
      judge_model(family.text, seed, total, 2);
    }
    made[name] += total.failing;
    CHECK(total.unsupported == 0);
    CHECK(total.undecided * 20 <= total.evaluated);
  }
  std::string table;
  int few = 0;
  for (const auto& [part, count] : made) {
    table += fmt::format("{:6} {}\n", count, part);
    few += count == 0 ? 1 : 0;
  }
  INFO(table);
  if (by_hand()) fmt::print("{}", table);
  CHECK((few == 0 || last - first < 2));
}

}  // namespace text_truth_test
