// SPDX-License-Identifier: MIT
// By the definitions: successors one by one, orbits by closing under
// generators.
#include "tests/explore/orbits.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "explore/search/replay.hpp"
#include "network/semantics/steps.hpp"
#include "tests/random/loaded.hpp"

namespace vicinal::test {

using network::Scalar;

Found explored(const network::Instance& instance,
               const std::vector<std::size_t>& properties,
               const symmetry::ModelSymmetry* symmetry, unsigned threads) {
  Found found;
  explore::Options options;
  options.properties = properties;
  options.deadlock_is_violation = true;
  options.limits.work = most_states;
  options.symmetry = symmetry;
  options.threads = threads;
  options.states_for_threads = 2;
  options.each_state = [&](std::span<const Scalar> s) {
    found.states.emplace(s.begin(), s.end());
  };
  found.result = explore::explore(instance, options);
  return found;
}

State image(const symmetry::ModelSymmetry& symmetry,
            const symmetry::StateMap& map, const State& state) {
  State out(state.size());
  symmetry::apply(map, *symmetry.sorts, state, out);
  return out;
}

// All that generators make of the states.
States closed(const symmetry::ModelSymmetry& symmetry, const States& states) {
  States all = states;
  std::vector<State> open(states.begin(), states.end());
  while (!open.empty()) {
    const State s = std::move(open.back());
    open.pop_back();
    for (const symmetry::StateMap& g : symmetry.generators) {
      State t = image(symmetry, g, s);
      if (all.insert(t).second) open.push_back(std::move(t));
    }
  }
  return all;
}

std::size_t orbits(const symmetry::ModelSymmetry& symmetry,
                   const States& states) {
  States left = states;
  std::size_t count = 0;
  for (; !left.empty(); ++count) {
    for (const State& s : closed(symmetry, {*left.begin()})) left.erase(s);
  }
  return count;
}

Taken taken(const network::Steps& steps, State state) {
  Taken found;
  network::StepList list;
  steps.enabled(state.data(), list);
  for (const network::Step& s : list.steps) {
    State next = state;
    try {
      steps.apply(list, s, next.data());
    } catch (const network::ModelError&) {
      next.clear();
    }
    found.emplace(s.actor, s.action, std::move(next));
  }
  return found;
}

std::optional<bool> evaluated(const network::Instance& instance,
                              const network::Steps& steps,
                              network::ExprId formula, State state) {
  std::vector<Scalar> frame(instance.model->frame);
  try {
    return steps.evaluator().holds(
        formula, {network::whole(instance, state.data()), {}, frame.data()});
  } catch (const network::ModelError&) {
    return std::nullopt;
  }
}

bool starts(const network::Instance& instance, const network::Steps& steps,
            const State& state) {
  for (std::size_t s = 0; s < state.size(); ++s) {
    const auto& initial = instance.initial[s];
    if (initial && *initial != state[s]) return false;
  }
  return std::ranges::all_of(instance.model->inits, [&](network::ExprId e) {
    return evaluated(instance, steps, e, state).value_or(false);
  });
}

std::multiset<std::pair<std::uint32_t, State>> labelled(
    const network::Steps& steps, State state) {
  std::multiset<std::pair<std::uint32_t, State>> found;
  for (const auto& [actor, action, next] : taken(steps, std::move(state))) {
    found.emplace(action, next);
  }
  return found;
}

std::multiset<State> successors(const network::Steps& steps, State state) {
  std::multiset<State> found;
  for (const auto& [action, next] : labelled(steps, std::move(state))) {
    found.insert(next);
  }
  return found;
}

namespace {

// Several steps may lead to one state; of its image they may be more, or fewer.
States different(const std::multiset<State>& states) {
  return {states.begin(), states.end()};
}

// The definition: (s, t) is a step iff (g(s), g(t)) is one.
void check_definition(const network::Instance& instance,
                      const symmetry::ModelSymmetry& symmetry,
                      const States& states) {
  const network::Steps steps(instance);
  for (const symmetry::StateMap& g : symmetry.generators) {
    for (const State& s : states) {
      States images;
      for (const State& t : successors(steps, s)) {
        images.insert(t.empty() ? t : image(symmetry, g, t));
      }
      const State moved = image(symmetry, g, s);
      REQUIRE(states.contains(moved));
      REQUIRE(different(successors(steps, moved)) == images);
    }
  }
}

// In its last state, or in a step from the state before.
bool fails(const network::Trace& trace) {
  return trace.error ||
         (!trace.events.empty() && trace.events.back().error.has_value());
}

}  // namespace

void check_property(const network::Instance& instance,
                    const explore::PropertyResult& plain,
                    const explore::PropertyResult& reduced) {
  INFO(plain.name);
  CHECK(plain.name == reduced.name);
  CHECK(plain.outcome == reduced.outcome);
  REQUIRE(plain.trace.has_value() == reduced.trace.has_value());
  if (!plain.trace) return;
  CHECK(plain.trace->length() == reduced.trace->length());
  CHECK(fails(*plain.trace) == fails(*reduced.trace));
  const auto wrong = explore::replay(instance, *reduced.trace);
  INFO(wrong.value_or(""));
  CHECK(!wrong);
}

void compare_virtual(const network::Instance& instance,
                     const std::vector<std::size_t>& properties,
                     const symmetry::ModelSymmetry& symmetry) {
  const Found plain = explored(instance, properties, nullptr);
  if (!plain.result.complete || plain.result.unsatisfiable) return;
  const Found reduced = explored(instance, properties, &symmetry);
  CHECK(reduced.result.complete);
  // Of the states of an orbit some may be reached later than others.
  CHECK(reduced.result.depth <= plain.result.depth);
  const States all = closed(symmetry, plain.states);
  CHECK(closed(symmetry, reduced.states) == all);
  CHECK(reduced.states.size() == orbits(symmetry, all));
  REQUIRE(reduced.result.properties.size() == plain.result.properties.size());
  for (std::size_t p = 0; p < plain.result.properties.size(); ++p) {
    check_property(instance, plain.result.properties[p],
                   reduced.result.properties[p]);
  }
}

namespace {

void check_reduced(const network::Instance& instance, const Found& plain,
                   const Found& reduced,
                   const symmetry::ModelSymmetry& symmetry, bool premises) {
  CHECK(reduced.result.complete);
  CHECK(reduced.result.depth == plain.result.depth);
  CHECK((reduced.result.deadlocks > 0) == (plain.result.deadlocks > 0));
  if (premises) CHECK(reduced.result.vacuous == plain.result.vacuous);
  CHECK(reduced.result.unfired.size() == plain.result.unfired.size());
  CHECK(reduced.states.size() == orbits(symmetry, plain.states));
  CHECK(closed(symmetry, reduced.states) == plain.states);
  REQUIRE(reduced.result.properties.size() == plain.result.properties.size());
  for (std::size_t p = 0; p < plain.result.properties.size(); ++p) {
    check_property(instance, plain.result.properties[p],
                   reduced.result.properties[p]);
  }
}

// By local search: all orbits, some of them more than once.
void check_several(const network::Instance& instance, const Found& plain,
                   const std::vector<std::size_t>& properties,
                   symmetry::ModelSymmetry& symmetry) {
  symmetry.store_several();
  const Found found = explored(instance, properties, &symmetry);
  CHECK(found.result.complete);
  // Another state of an orbit may come later.
  CHECK(found.result.depth >= plain.result.depth);
  CHECK(found.states.size() >= orbits(symmetry, plain.states));
  CHECK(closed(symmetry, found.states) == plain.states);
  for (std::size_t p = 0; p < plain.result.properties.size(); ++p) {
    check_property(instance, plain.result.properties[p],
                   found.result.properties[p]);
  }
}

}  // namespace

void compare_orbits(const std::string& text, const FindSymmetry& find,
                    Seen& seen, bool premises) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  const std::vector<std::size_t> properties = loaded.invariants();
  const Found plain = explored(instance, properties, nullptr);
  if (!plain.result.complete || plain.result.unsatisfiable) return;
  ++seen.compared;
  symmetry::ModelSymmetry symmetry = find(instance, properties);
  if (symmetry.trivial()) return;
  ++seen.reduced;
  for (const auto& p : plain.result.properties) {
    seen.violated += p.trace.has_value() ? 1 : 0;
  }
  check_definition(instance, symmetry, plain.states);
  (symmetry.canonical.sorted.empty() ? seen.listed : seen.sorted) += 1;
  seen.named += symmetry.canonical.named.empty() ? 0 : 1;
  const auto columns =
      symmetry::name_columns(symmetry.canonical.named, *symmetry.sorts);
  const auto empty = [](const auto& c) { return c.empty(); };
  seen.within += std::ranges::all_of(columns, empty) ? 0 : 1;
  symmetry::RowOrder order(symmetry.canonical.named, *symmetry.sorts);
  for (State s : plain.states) seen.unordered += order(s) ? 0 : 1;
  const Found two = explored(instance, properties, &symmetry, 2);
  const Found reduced = explored(instance, properties, &symmetry);
  check_reduced(instance, plain, reduced, symmetry, premises);
  CHECK(two.states == reduced.states);
  CHECK(two.result.transitions == reduced.result.transitions);
  // The same by a chain of stabilisers.
  symmetry::Group group(*symmetry.sorts);
  for (const symmetry::StateMap& g : symmetry.generators) group.add(g);
  CHECK(group.order() == symmetry.order);
  symmetry.canonical = symmetry::canonical(group, 1);
  ++seen.chained;
  check_reduced(instance, plain, explored(instance, properties, &symmetry),
                symmetry, premises);
  check_several(instance, plain, properties, symmetry);
}

}  // namespace vicinal::test
