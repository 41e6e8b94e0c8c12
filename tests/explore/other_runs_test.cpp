// SPDX-License-Identifier: MIT
// Guards: other shortest runs are runs, as short, end likewise, differ, and are
// as many as there are: held against the oracle's last steps.
#include "explore/search/other_runs.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "explore/search/explorer.hpp"
#include "explore/search/failures.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/replay.hpp"
#include "network/semantics/steps.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace other_runs_test {

namespace {

using namespace vicinal;
using explore::Ending;
using network::Trace;
using random_models::Loaded;

std::vector<network::Scalar> last_state(const Trace& trace) {
  return trace.events.empty() ? trace.initial : trace.events.back().after;
}

using Key =
    std::tuple<std::uint32_t, std::uint32_t, std::vector<network::Scalar>,
               std::vector<network::Scalar>>;

Key key_of(const Trace& trace) {
  if (trace.events.empty()) return {0, 0, {}, trace.initial};
  const network::Event& e = trace.events.back();
  return {e.actor.value, e.action, e.binding, e.after};
}

// All last steps of shortest violations, by sets of states, level by level.
std::set<Key> all_keys(const Loaded& loaded, network::ExprId formula,
                       std::size_t length) {
  const network::Instance& instance = *loaded.instance;
  const network::Steps steps(instance);
  std::vector<network::Scalar> frame(instance.model->frame);
  const auto violated = [&](std::vector<network::Scalar> state) {
    try {
      return !steps.evaluator().holds(formula,
                                      {network::whole(instance, state.data()),
                                       network::NodeId::none(), frame.data()});
    } catch (const network::ModelError&) {
      return false;
    }
  };
  std::set<std::vector<network::Scalar>> seen, level;
  explore::initial_states(instance, network::Limits{},
                          [&](std::span<const network::Scalar> s) {
                            level.emplace(s.begin(), s.end());
                            return true;
                          });
  std::set<Key> keys;
  if (length == 0) {
    for (const auto& s : level) {
      if (violated(s)) keys.insert({0, 0, {}, s});
    }
    return keys;
  }
  for (std::size_t l = 1; l <= length; ++l) {
    seen.insert(level.begin(), level.end());
    std::set<std::vector<network::Scalar>> next;
    for (std::vector<network::Scalar> state : level) {
      network::StepList list;
      steps.enabled(state.data(), list);
      for (const network::Step& step : list.steps) {
        auto after = state;
        try {
          steps.apply(list, step, after.data());
        } catch (const network::ModelError&) {
          continue;
        }
        if (seen.contains(after)) continue;
        next.insert(after);
        if (l < length || !violated(after)) continue;
        const auto e = explore::event_of(instance, list, step);
        keys.insert({e.actor.value, e.action, e.binding, after});
      }
    }
    level = std::move(next);
  }
  return keys;
}

void check_runs(const Loaded& loaded, const Ending& ending, const Trace& given,
                const std::vector<Trace>& others) {
  std::set<Key> keys = {key_of(given)};
  for (const Trace& trace : others) {
    const auto wrong = explore::replay(*loaded.instance, trace);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
    CHECK(trace.length() == given.length());
    if (ending.kind != Ending::Kind::error) {
      CHECK(keys.insert(key_of(trace)).second);
    }
  }
}

}  // namespace

TEST_CASE("other shortest runs are all that there are") {
  const std::uint64_t count = random_models::runs(200);
  std::size_t found = 0, several = 0, errors = 0, deadlocks = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    const std::string text = random_models::random_model(seed, options);
    const Loaded loaded = random_models::load(text);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(loaded.instance != nullptr);
    explore::Options how;
    how.properties = loaded.invariants();
    how.deadlock_is_violation = true;
    how.limits.work = 3000;
    const auto result = explore::explore(*loaded.instance, how);
    Ending ending;
    for (const std::size_t p : how.properties) {
      ending.formulas.push_back(loaded.model->properties[p].formula);
    }
    const network::Limits limits;
    const network::Budget budget(limits);
    for (std::size_t i = 0; i < result.properties.size(); ++i) {
      const auto& p = result.properties[i];
      if (!p.trace) continue;
      INFO(p.name);
      ending.kind = i < how.properties.size() ? Ending::Kind::property
                    : p.name == "deadlock"    ? Ending::Kind::deadlock
                                              : Ending::Kind::error;
      if (i < how.properties.size()) ending.formula = ending.formulas[i];
      const auto others = explore::other_runs(*loaded.instance, ending,
                                              *p.trace, 100'000, budget)
                              .traces;
      check_runs(loaded, ending, *p.trace, others);
      if (ending.kind == Ending::Kind::error) errors += others.size();
      if (ending.kind == Ending::Kind::deadlock) deadlocks += others.size();
      if (ending.kind != Ending::Kind::property) continue;
      const std::set<Key> keys =
          all_keys(loaded, ending.formula, p.trace->length());
      CHECK(keys.contains(key_of(*p.trace)));
      CHECK(others.size() + 1 == keys.size());
      ++found;
      several += others.empty() ? 0 : 1;
      const auto few =
          explore::other_runs(*loaded.instance, ending, *p.trace, 2, budget)
              .traces;
      CHECK(few.size() == std::min<std::size_t>(2, others.size()));
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(found > 50);
  CHECK(several > 20);
  CHECK(errors > 20);
  CHECK(deadlocks > 5);
}

TEST_CASE("runs by different actions come first") {
  const Loaded loaded = random_models::load(R"(
    shared x : 0..9 = 0;
    rule a(i in 1..4) when x == 0 { x := i; }
    rule b when x == 0 { x := 5; }
    rule c when x == 0 { x := 6; }
    invariant start: x == 0;
  )");
  REQUIRE(loaded.instance != nullptr);
  explore::Options how;
  how.properties = {0};
  const auto result = explore::explore(*loaded.instance, how);
  REQUIRE(result.properties[0].trace);
  Ending ending;
  ending.formula = loaded.model->properties[0].formula;
  const network::Limits limits;
  const network::Budget budget(limits);
  const auto others =
      explore::other_runs(*loaded.instance, ending, *result.properties[0].trace,
                          3, budget)
          .traces;
  REQUIRE(others.size() == 3);
  std::set<std::uint32_t> actions = {
      result.properties[0].trace->events[0].action};
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(actions.insert(others[i].events[0].action).second);
  }
  CHECK(last_state(others[2]) != last_state(others[0]));
}

TEST_CASE("steps that fail by overflow are other runs, too") {
  const Loaded loaded = random_models::load(R"(
    shared v : 0..9 = 0;
    rule a(k in 0..3) { v := pow(10, 30 + k) % 2; }
  )");
  REQUIRE(loaded.instance != nullptr);
  const auto result = explore::explore(*loaded.instance, {});
  REQUIRE(result.properties[0].trace);
  Ending ending;
  ending.kind = Ending::Kind::error;
  const network::Limits limits;
  const network::Budget budget(limits);
  CHECK(explore::other_runs(*loaded.instance, ending,
                            *result.properties[0].trace, 9, budget)
            .traces.size() == 3);
}

}  // namespace other_runs_test
