// SPDX-License-Identifier: MIT
// Guards: what an answer names besides its verdict is so: the sizes that are no
// instances and those that have no initial state, whatever proves the others,
// and of how many nodes views are too few.
#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "decide/decide.hpp"
#include "decide/family/one_by_one.hpp"
#include "explore/search/explorer.hpp"
#include "tests/random/closed_range.hpp"
#include "tests/random/random_model.hpp"

namespace named_test {

namespace {

using namespace vicinal;
using decide::Opened;
using network::Scalar;
using network::Verdict;

using Sizes = std::vector<std::vector<Scalar>>;

std::unique_ptr<Opened> open(const std::string& text,
                             network::Definitions definitions = {}) {
  auto opened = decide::open_model(text, "model.vic", std::move(definitions));
  INFO(text);
  REQUIRE(opened->good());
  return opened;
}

decide::FamilyReport every_size(Opened& opened) {
  decide::Asked asked;
  asked.properties = decide::invariants(*opened.model);
  asked.every_size = true;
  auto report = decide::decide(opened, asked, {});
  return report.family ? std::move(*report.family) : decide::FamilyReport{};
}

// A closed range with sizes at which nothing can be built, or nothing starts.
// In some of them no local engine takes a rule.
std::string with_gaps(std::uint64_t seed) {
  std::string text = random_models::closed_range(seed);
  const std::string nodes = "p[n]";
  if (seed % 3 != 0) {
    text.replace(
        text.find(nodes), nodes.size(),
        fmt::format("p[if n == {0} then n / (n - {0}) else n]", seed / 3 % 3));
  }
  if (seed % 4 != 0) text += fmt::format("init n != {};\n", seed / 4 % 4);
  if (seed % 2 != 0) {
    text += "rule first(i in p) when i.x > 9 { p[0].x := 0; }\n";
  }
  return text;
}

// The same, of so few states that all of each size are explored at once. None
// is without nodes: views see nothing of that.
std::string few_states_with_gaps(std::uint64_t seed) {
  const std::uint64_t low = 1 + seed % 2;
  const std::uint64_t high = low + 2;
  const auto size = [&](std::uint64_t of) { return low + of % 2; };
  std::string nodes = "n";
  if (seed % 4 != 0) {
    nodes =
        fmt::format("if n == {0} then n / (n - {0}) else n", size(seed / 4));
  }
  std::string text = fmt::format(
      "param n : {}..{} = {};\nprocess P {{\n  var x : 0..3 = 0;\n  action up "
      "when x < 2 {{ x := x + 1; }}\n}}\nnetwork {{ node p[{}] : P; }}\n",
      low, high, high, nodes);
  if (seed % 5 > 1) text += fmt::format("init n != {};\n", size(seed / 5));
  if (seed % 3 != 0) {
    text += "rule first(i in p) when i.x == 2 { p[0].x := 1; }\n";
  }
  return text + fmt::format(
                    "invariant q0: forall i in p: i.x < 3;\ninvariant q1: "
                    "sum(i in p: i.x) <= {};\n",
                    2 * high - (seed % 7 == 0 ? 1 : 0));
}

// What is so of each size of the first parameter, by itself.
struct Each {
  Sizes none, without_states, violating;
  std::size_t holding = 0;
};

Each each_of(const std::string& text, const network::Parameter& n,
             std::size_t property) {
  Each out;
  for (Scalar size = n.low; size <= *n.high; ++size) {
    const auto one =
        decide::open_model(text, "model.vic", {{"n", std::to_string(size)}});
    REQUIRE(one->good());
    decide::elaborate(*one);
    if (!one->instance) {
      out.none.push_back({size});
      continue;
    }
    explore::Options how;
    how.properties = {property};
    how.model_errors = false;
    const auto found = explore::explore(*one->instance, how);
    if (found.unsatisfiable) {
      out.without_states.push_back({size});
    } else if (found.properties[0].verdict() == Verdict::violated) {
      out.violating.push_back({size});
    } else {
      REQUIRE(found.complete);
      ++out.holding;
    }
  }
  return out;
}

struct NamedCounts {
  int proved = 0, violated = 0, none = 0, without = 0;
  // That were explored, or looked at one by one.
  int none_explored = 0, none_of_each = 0;
};

void compare(const decide::FamilyReport& report, const std::string& text,
             const network::Parameter& n, NamedCounts& counts) {
  for (const decide::FamilyAnswer& a : report.answers) {
    if (!a.property) continue;
    INFO(a.name);
    const Each each = each_of(text, n, *a.property);
    if (!each.violating.empty()) {
      CHECK(a.verdict == Verdict::violated);
      ++counts.violated;
      continue;
    }
    CHECK(a.verdict == (each.holding > 0 ? Verdict::proved : Verdict::unknown));
    if (a.verdict != Verdict::proved) continue;
    ++counts.proved;
    counts.none += each.none.empty() ? 0 : 1;
    counts.without += each.without_states.empty() ? 0 : 1;
    CHECK(decide::excluded_sizes(report) == each.none);
    CHECK(decide::sizes_without_states(report) == each.without_states);
    if (!each.none.empty()) {
      counts.none_explored += a.method == decide::Method::exploration ? 1 : 0;
      counts.none_of_each += a.method == decide::Method::instances ? 1 : 0;
    }
    if (a.method != decide::Method::instances) continue;
    CHECK(a.instances == each.holding + each.without_states.size());
  }
}

// A property that views of one node do not imply, and what blocks it.
decide::FamilyReport blocked() {
  static const network::Model model;
  decide::FamilyReport report;
  fixpoint::FamilyProof& proof = report.proofs.emplace_back();
  proof.k = 1;
  proof.system.emplace().samples.model = &model;
  proof.text.types.emplace_back();
  fixpoint::PropertyProof& of = proof.properties.emplace_back();
  of.property = 0;
  of.blocking.emplace();
  of.blocking->obligation.kind = obligations::Kind::property;
  of.blocking->judgement.answer = obligations::Answer::sat;
  report.answers.emplace_back().property = 0;
  return report;
}

}  // namespace

TEST_CASE("sizes that are no instances, or have no states, are named") {
  NamedCounts counts;
  for (std::uint64_t seed = 1; seed <= random_models::runs(24); ++seed) {
    const std::string text = with_gaps(seed);
    INFO("seed " << seed << "\n" << text);
    const auto opened = open(text);
    compare(every_size(*opened), text, opened->model->parameters[0], counts);
  }
  INFO(counts.proved << " proved, " << counts.violated << " violated, "
                     << counts.none << " beside sizes that are none, "
                     << counts.without << " beside sizes without states");
  if (!random_models::enough_runs()) return;
  CHECK(counts.violated > 2);
  CHECK(counts.none > 2);
  CHECK(counts.without > 2);
}

TEST_CASE("sizes that exploration finds to be none are named") {
  NamedCounts counts;
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    const std::string text = few_states_with_gaps(seed);
    INFO("seed " << seed << "\n" << text);
    const auto opened = open(text);
    compare(every_size(*opened), text, opened->model->parameters[0], counts);
  }
  INFO(counts.none_explored << " by exploration, " << counts.none_of_each
                            << " in each, " << counts.violated << " violated");
  if (!random_models::enough_runs()) return;
  CHECK(counts.none_explored > 10);
  CHECK(counts.none_of_each > 5);
  CHECK(counts.violated > 2);
}

// There is an instance of three, of which nothing is known; with one in which
// five nodes go up it would be wrong to say that it is none.
TEST_CASE("a size that is too large to be built is no size without instance") {
  for (const char* rule :
       {"", "rule first(i in p) when i.x == 2 { p[0].x := 1; }\n"}) {
    for (const char* claim :
         {"count(i in p: i.x > 0) < 5", "forall i in p: i.x < 3"}) {
      // What stays unknown takes the solver's time, which no sanitizer sees.
      if (!random_models::enough_runs() && *rule == 0 && *claim == 'c')
        continue;
      const auto opened = open(fmt::format(R"(
        param n : 1..3 = 1;
        process P {{
          var x : 0..3 = 0;
          action up when x < 2 {{ x := x + 1; }}
        }}
        network {{ node p[if n == 3 then 3000000000 else n] : P; }}
        {}invariant t: {};
      )",
                                           rule, claim));
      const auto report = every_size(*opened);
      INFO(rule << claim);
      REQUIRE(!report.answers.empty());
      CHECK(decide::excluded_sizes(report) == Sizes{});
      CHECK((report.answers[0].verdict == Verdict::unknown) ==
            (claim[0] == 'c'));
    }
  }
}

// The states that lemmas are guessed from show that: their own, or those that a
// search has kept, which are of instances that end.
TEST_CASE("sizes without states are named beside lemmas") {
  for (const char* number : {"int", "0..9"}) {
    INFO(number);
    const auto opened = open(fmt::format(
        R"(
    param n : 1.. = 2;
    shared k : {} = 0;
    process P {{ var x : bool = false; action up when !x {{ x := true; }} }}
    network {{ node p[n] : P; }}
    init n != 3;
    rule first(i in p) when i.x && k < 8 {{ k := k + 2; p[0].x := false; }}
    invariant t: k != 9;
  )",
        number));
    const auto report = every_size(*opened);
    REQUIRE(!report.answers.empty());
    CHECK(report.answers[0].verdict == Verdict::proved);
    CHECK(report.answers[0].method == decide::Method::lemmas);
    CHECK(decide::sizes_without_states(report) == Sizes{{3}});
  }
}

// Somebody stops it when one instance has been looked at.
TEST_CASE("who stops a look at each instance learns nothing of all") {
  const auto opened = open(R"(
    param n : 1..4 = 2;
    process P { var x : bool = false; action up when !x { x := true; } }
    network { node p[n] : P; }
    invariant t: forall i in p: i.x || !i.x;
  )");
  for (const int after : {1, 2, 3, 99}) {
    decide::Asked asked;
    asked.properties = decide::invariants(*opened->model);
    decide::FamilyReport report;
    report.explored.model = &*opened->model;
    report.answers =
        decide::open_answers<decide::FamilyAnswer>(*opened->model, asked);
    std::atomic<bool> stop = false;
    network::Limits limits;
    limits.stop = &stop;
    const decide::Allowance allowance(limits);
    int looks = 0;
    decide::decide_one_by_one(
        asked, allowance, {{1}, {2}, {3}, {4}},
        [&] {
          stop = ++looks > after;
          network::Limits each;
          each.work = 1000;
          return each;
        },
        report);
    INFO("stopped after " << after);
    for (const auto& a : report.answers) {
      CHECK(a.verdict == (after >= 3 ? Verdict::proved : Verdict::unknown));
    }
  }
}

TEST_CASE("views are too few where their strongest invariant is too weak") {
  const auto too_few = [](const decide::FamilyReport& report) {
    return decide::too_few_nodes(report, report.answers[0]);
  };
  using Change = void (*)(fixpoint::FamilyProof&);
  CHECK(too_few(blocked()) == std::vector<std::uint32_t>{1});
  for (const Change change : std::initializer_list<Change>{
           [](auto& p) { p.k = 0; }, [](auto& p) { p.repairs = 1; },
           [](auto& p) {
             static const network::Model model = [] {
               network::Model one;
               one.rules.emplace_back();
               return one;
             }();
             p.system->samples.model = &model;
           },
           [](auto& p) { p.from.emplace_back(); },
           [](auto& p) { p.refused = "a limit was reached"; },
           [](auto& p) { p.text.types.clear(); },
           [](auto& p) { p.invariant.limit = network::Limit::work; },
           [](auto& p) { p.properties[0].blocking.reset(); },
           [](auto& p) { p.properties[0].property.reset(); },
           [](auto& p) {
             p.properties[0].blocking->obligation.kind =
                 obligations::Kind::step;
           },
           [](auto& p) {
             p.properties[0].blocking->judgement.answer =
                 obligations::Answer::unknown;
           }}) {
    decide::FamilyReport report = blocked();
    change(report.proofs[0]);
    CHECK(too_few(report).empty());
  }
}

// What begins anywhere is begun near 0 first, or nothing but initial states is
// met. Nothing holds because it holds near 0.
TEST_CASE("small numbers come first where they may be any") {
  const std::string model = R"(
    param n : 1..1 = 1;
    shared x : int;
    shared y : int;
    shared step : 0..2 = 0;
    shared far : bool = false;
    process P { var z : bool = false; action up { z := true; } }
    network { node p[n] : P; }
    init x >= 1 && y >= 1;
    rule one when x == 1 && step == 0 { step := 1; }
    rule two when y == 1 && step == 1 { step := 2; }
    rule leave when x - 1 - 1 - 1 - 1 - 1 > 1 { far := true; }
    invariant two_steps: step < 2;
    invariant not_far: !far;
  )";
  const auto opened = open(model);
  const auto report = every_size(*opened);
  for (const auto& a : report.answers) {
    INFO(a.name << ": " << network::text(a.verdict));
    if (a.name == "two_steps") {
      REQUIRE(a.verdict == Verdict::violated);
      CHECK(a.run->trace.length() == 2);
    }
    if (a.name == "not_far") CHECK(a.verdict != Verdict::proved);
  }
}

}  // namespace named_test
