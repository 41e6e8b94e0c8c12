// SPDX-License-Identifier: MIT
// Guards: what coverage counts, against the oracle on random models, and by
// hand where the oracle cannot tell (branches, reasons).
#include "explore/coverage/coverage.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "explore/coverage/reasons.hpp"
#include "explore/search/explorer.hpp"
#include "explore/simulate/random_runs.hpp"
#include "network/base/budget.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace coverage_test {

namespace {

using namespace vicinal;
using explore::ActionCount;
using explore::Coverage;
using explore::GuardPart;
using explore::ValueCount;
using explore::WhyNever;
using network::Model;
using random_models::Loaded;

explore::Exploration cover(const Loaded& loaded, Coverage& coverage) {
  explore::Options options;
  options.each_state = [&](std::span<const network::Scalar> state) {
    coverage.see(state);
  };
  return explore::explore(*loaded.instance, options);
}

const network::Action& action(const Model& model, const ActionCount& count) {
  return count.process.valid() ? model[count.process].actions[count.action]
                               : model.rules[count.action];
}

std::string name(const Model& model, const ActionCount& count) {
  const std::string& name = action(model, count).name;
  return count.process.valid() ? model[count.process].name + "." + name : name;
}

// ---- what the oracle counts

// The operands of `&&` and `||` as they are nested, as GuardPart::depth has it.
void split(const network::ast::Tree& tree, network::ast::ExprId e,
           unsigned depth, std::vector<network::ast::ExprId>& parts) {
  const network::ast::Expr& expr = tree[e];
  const bool conjunction = expr.kind == network::ast::ExprKind::logical_and;
  const bool disjunction = expr.kind == network::ast::ExprKind::logical_or;
  const bool divided = conjunction && depth == 0;
  if (!divided) parts.push_back(e);
  if (!conjunction && !disjunction) return;
  for (std::uint32_t c = expr.children.begin; c < expr.children.end; ++c) {
    split(tree, tree.expr_children[c], divided ? 0 : depth + 1, parts);
  }
}

struct Expected {
  std::size_t states = 0;
  std::map<std::string, std::uint64_t> enabled;  // Process.action, rule
  // Of actions without bound variables: per part how often it was true, false,
  // and failed.
  std::map<std::string, std::vector<std::array<std::uint64_t, 3>>> parts;
  // Station.phase, of variables of enumerations, numbers and booleans.
  std::map<std::string, std::map<std::string, std::uint64_t>> values;
};

std::string type_of(const std::string& variable, const oracle::Instance& twin) {
  // s[0].phase is Station.phase, token[1] is token, peg[2] may be peg[].
  for (const oracle::Node& node : twin.nodes()) {
    if (variable.starts_with(node.name + ".")) {
      return node.process->name.text + variable.substr(node.name.size());
    }
  }
  return variable.substr(0, variable.find('['));
}

void count_parts(const Loaded& loaded, const oracle::Instance& twin,
                 const oracle::State& state, Expected& expected) {
  for (std::size_t n = 0; n < twin.nodes().size(); ++n) {
    oracle::Scope scope;
    scope.self = n;
    scope.own_names = true;
    for (const auto& action : twin.nodes()[n].process->actions) {
      if (!action.parameters.empty() || !action.guard.valid()) continue;
      std::vector<network::ast::ExprId> parts;
      split(loaded.tree, action.guard, 0, parts);
      auto& counts = expected.parts[twin.nodes()[n].process->name.text + "." +
                                    action.name.text];
      counts.resize(parts.size());
      for (std::size_t p = 0; p < parts.size(); ++p) {
        try {
          ++counts[p][twin.truth(parts[p], state, scope) ? 0 : 1];
        } catch (const oracle::Error&) {
          ++counts[p][2];
        }
      }
    }
  }
}

Expected expect(const Loaded& loaded, const oracle::Instance& twin) {
  Expected expected;
  for (const oracle::State& state : twin.reachable_states(2000)) {
    ++expected.states;
    bool errors = false;
    for (const oracle::Step& step : twin.steps(state, errors)) {
      const std::string name = twin.step_name(step.actor, step.action);
      const std::string own = name.substr(name.rfind('.') + 1);
      ++expected
            .enabled[step.actor ? twin.nodes()[*step.actor].process->name.text +
                                      "." + own
                                : own];
    }
    count_parts(loaded, twin, state, expected);
    for (std::size_t v = 0; v < state.size(); ++v) {
      ++expected.values[type_of(twin.variables()[v].name, twin)]
                       [twin.text(state[v])];
    }
  }
  return expected;
}

void compare_parts(const Loaded& loaded, const ActionCount& count,
                   const Expected& expected, std::size_t& compared) {
  const Model& model = *loaded.model;
  if (!action(model, count).binders.empty()) return;
  const auto wanted = expected.parts.find(name(model, count));
  // Definitions are written out in the model, not in the tree.
  if (wanted == expected.parts.end() ||
      wanted->second.size() != count.parts.size()) {
    return;
  }
  for (std::size_t p = 0; p < count.parts.size(); ++p) {
    INFO("part " << p);
    CHECK(count.parts[p].yes == wanted->second[p][0]);
    CHECK(count.parts[p].no == wanted->second[p][1]);
    CHECK(count.parts[p].failed == wanted->second[p][2]);
    ++compared;
  }
}

void compare_action(const Loaded& loaded, const ActionCount& count,
                    const Expected& expected) {
  const Model& model = *loaded.model;
  const auto wanted = expected.enabled.find(name(model, count));
  CHECK(count.enabled ==
        (wanted == expected.enabled.end() ? 0 : wanted->second));
  std::uint64_t together = count.choices;
  for (const GuardPart& part : count.parts) {
    CHECK(part.yes + part.no + part.failed == count.choices);
    if (part.depth > 0) continue;
    CHECK(part.together <= std::min(together, part.yes));
    together = part.together;
  }
  CHECK(together >= count.enabled + count.held_back);
  if (!action(model, count).priority.valid()) {
    CHECK(together == count.enabled);
    CHECK(count.held_back == 0);
  }
  const explore::Reason reason = explore::reason_of(count);
  CHECK((reason.why == WhyNever::enabled) == (count.enabled > 0));
}

void compare_values(const Loaded& loaded, const ValueCount& count,
                    const Expected& expected, std::size_t& compared) {
  const auto wanted = expected.values.find(count.name);
  if (wanted == expected.values.end() || count.counts.empty()) return;
  for (std::size_t i = 0; i < count.counts.size(); ++i) {
    const network::Scalar value =
        count.bounds.low + static_cast<network::Scalar>(i);
    const auto times = wanted->second.find(
        network::value_text(*loaded.instance, count.type, {&value, 1}));
    INFO(count.name << " " << value);
    CHECK(count.counts[i] ==
          (times == wanted->second.end() ? 0 : times->second));
    ++compared;
  }
}

struct Compared {
  std::size_t models = 0, parts = 0, values = 0;
};

void compare(const std::string& text, Compared& compared) {
  const Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const oracle::Instance twin(loaded.tree, {});
  Expected expected;
  try {
    expected = expect(loaded, twin);
  } catch (const oracle::TooLarge&) {
    return;
  }
  Coverage coverage(*loaded.instance);
  const explore::Exploration found = cover(loaded, coverage);
  if (!found.complete) return;
  ++compared.models;
  CHECK(coverage.counts().limit == network::Limit::none);
  CHECK(coverage.counts().states == expected.states);
  std::uint64_t enabled = 0;
  std::size_t never = 0;
  for (const ActionCount& count : coverage.counts().actions) {
    INFO(name(*loaded.model, count));
    compare_action(loaded, count, expected);
    compare_parts(loaded, count, expected, compared.parts);
    enabled += count.enabled;
    never += count.enabled == 0 ? 1 : 0;
  }
  CHECK(enabled == found.transitions);
  CHECK(never == found.unfired.size());
  for (const ValueCount& count : coverage.counts().values) {
    compare_values(loaded, count, expected, compared.values);
  }
}

// ---- by hand

Loaded load(const std::string& text) {
  Loaded loaded = random_models::load(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  return loaded;
}

const ActionCount& of(const Coverage& coverage, const std::string& wanted) {
  const Model& model = *coverage.instance().model;
  for (const ActionCount& count : coverage.counts().actions) {
    if (name(model, count) == wanted) return count;
  }
  FAIL("no action " << wanted);
  return coverage.counts().actions.front();
}

}  // namespace

TEST_CASE("coverage agrees with the oracle on random models") {
  Compared compared;
  const std::uint64_t count = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    random_models::Options options;
    options.flat = seed % 2 == 0;
    compare(random_models::random_model(seed, options), compared);
  }
  CHECK(compared.models * 2 > count);
  CHECK(compared.parts > count / 2);
  CHECK(compared.values > count);
}

TEST_CASE("coverage agrees with the oracle on random families") {
  Compared compared;
  const std::uint64_t count = random_models::runs(60);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto family = random_models::random_family(seed);
    if (family.tags.contains("any graph")) continue;  // it has no instance
    INFO("seed " << seed);
    compare(family.text, compared);
  }
  CHECK(compared.models * 3 > count);
}

TEST_CASE("ways that statements go are counted") {
  const Loaded loaded = load(R"(
    shared x : 0..3 = 0;
    shared y : 0..3 = 0;
    rule up when x < 3 {
      if x == 1 { y := 2; } else { skip; }
      for i in 1..x { y := 0; }
      while y > 1 { y := y - 1; }
      if x == 3 { y := 3; }
      x := x + 1;
    }
  )");
  Coverage coverage(*loaded.instance);
  cover(loaded, coverage);
  // x = 0, 1, 2 lead to one state each: (1,0), (2,0), (3,0).
  CHECK(coverage.counts().states == 4);
  const ActionCount& up = of(coverage, "up");
  CHECK(up.enabled == 3);
  REQUIRE(up.branches.size() == 4);
  CHECK(up.branches[0].into == 1);
  CHECK(up.branches[0].past == 2);
  CHECK(up.branches[1].into == 3);  // once at x = 1, twice at x = 2
  CHECK(up.branches[1].past == 1);  // at x = 0
  // y is 0 again after x = 1 made it 2.
  CHECK(up.branches[2].into == 0);
  CHECK(up.branches[2].past == 3);
  CHECK(up.branches[3].into == 0);
  CHECK(up.branches[3].past == 3);
  REQUIRE(coverage.counts().values.size() == 2);
  CHECK(coverage.counts().values[0].counts ==
        std::vector<std::uint64_t>{1, 1, 1, 1});
  CHECK(coverage.counts().values[1].counts ==
        std::vector<std::uint64_t>{4, 0, 0, 0});
  CHECK(coverage.counts().values[1].never(3));
}

TEST_CASE("reasons are as near as can be") {
  const Loaded loaded = load(R"(
    process P {
      var x : 0..3 = 0;
      var q : queue 0..1[2];
      action up when x < 2 { x := x + 1; push(q, 1); }
      action never when x < 2 && x == 3 { x := 0; }
      action apart when x < 1 && x > 1 { x := 0; }
      action nobody(i in 1..0) when true { x := i; }
      action fails when 1 / (x - x) == 1 { x := 0; }
      action low when x == 2 priority -1 { skip; }
    }
    network { node p : P; }
    rule either when p.x == 0 || p.x == 7 { skip; }
  )");
  Coverage coverage(*loaded.instance);
  cover(loaded, coverage);
  const auto reason = [&](const std::string& name) {
    return explore::reason_of(of(coverage, "P." + name));
  };
  CHECK(reason("up").why == WhyNever::enabled);
  CHECK(reason("never").why == WhyNever::never_true);
  CHECK(reason("never").part == 1);
  CHECK(reason("apart").why == WhyNever::not_together);
  CHECK(reason("apart").part == 1);
  CHECK(reason("nobody").why == WhyNever::no_choice);
  CHECK(reason("fails").why == WhyNever::never_true);
  CHECK(of(coverage, "P.fails").failed == 3);
  CHECK(of(coverage, "P.fails").parts[0].failed == 3);
  CHECK(reason("low").why == WhyNever::enabled);
  const ActionCount& either = of(coverage, "either");
  REQUIRE(either.parts.size() == 3);
  CHECK(either.parts[0].yes == 1);
  CHECK(either.parts[1].depth == 1);
  CHECK(either.parts[1].yes == 1);
  CHECK(either.parts[2].yes == 0);
  // An element of a queue counts as long as it is there: 0 + 1 + 2.
  const ValueCount& element = coverage.counts().values[1];
  CHECK(element.name == "P.q[]");
  CHECK(element.counts == std::vector<std::uint64_t>{0, 3});
}

TEST_CASE("what others hold back is counted") {
  const Loaded loaded = load(R"(
    shared x : 0..2 = 0;
    rule a(i in 0..2) when x == 0 priority i { x := i; }
  )");
  Coverage coverage(*loaded.instance);
  cover(loaded, coverage);
  const ActionCount& a = of(coverage, "a");
  CHECK(a.choices == 6);
  CHECK(a.enabled == 1);
  CHECK(a.held_back == 2);
}

TEST_CASE("random runs count what they come to, at any number of threads") {
  const Loaded loaded = load(R"(
    shared x : 0..3 = 0;
    rule up when x < 3 { if x == 1 { x := 3; } else { x := x + 1; } }
    rule down when x > 2 && x < 3 { x := 0; }
  )");
  std::vector<explore::CoverageCounts> counts;
  for (const unsigned threads : {1U, 2U}) {
    explore::RunOptions how;
    how.asked.threads = threads;
    how.runs = 100;
    how.steps = 10;
    how.coverage = true;
    auto found = explore::random_runs(*loaded.instance, how);
    REQUIRE(found.coverage);
    counts.push_back(std::move(*found.coverage));
  }
  // Each run is 0, 1, 3.
  for (const explore::CoverageCounts& c : counts) {
    CHECK(c.states == 300);
    CHECK(c.actions[0].choices == 300);
    CHECK(c.actions[0].enabled == 200);
    CHECK(c.actions[0].branches[0].into == 100);
    CHECK(c.actions[0].branches[0].past == 100);
    CHECK(c.actions[1].enabled == 0);
    CHECK(c.actions[1].parts[0].yes == 100);
    CHECK(c.values[0].counts == std::vector<std::uint64_t>{100, 100, 0, 100});
    CHECK(explore::reason_of(c.actions[1]).why == WhyNever::not_together);
  }
}

TEST_CASE("where time is up, states are not counted") {
  const Loaded loaded = load("shared x : bool = false;");
  Coverage coverage(*loaded.instance);
  network::Limits limits;
  limits.seconds = 1e-9;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  const std::vector<network::Scalar> state(1, 0);
  for (int i = 0; i < 100'000; ++i) coverage.see(state);
  CHECK(coverage.counts().limit == network::Limit::time);
  CHECK(coverage.counts().states < 100'000);
}

}  // namespace coverage_test
