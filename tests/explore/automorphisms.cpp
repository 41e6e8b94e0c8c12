// SPDX-License-Identifier: MIT
// The definition of an automorphism, on states: what a state's steps lead to is
// taken to what those of its image lead to, and both satisfy the same
// properties. Where evaluation fails, it fails in both.
#include "tests/explore/automorphisms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <random>

#include "network/semantics/evaluator.hpp"

namespace vicinal::test {

using network::Instance;
using network::Scalar;
using symmetry::Detection;
using symmetry::LiteralMap;

State image(const LiteralMap& map, const Detection& detected,
            const State& state) {
  State out(state.size());
  for (std::uint32_t s = 0; s < state.size(); ++s) {
    out[map.slot[s]] =
        map.image(s, detected.guarded->slots[s].bounds.low, state[s]);
  }
  return out;
}

Judged states_of(const Instance& instance, const Detection& detected,
                 const std::vector<std::size_t>& properties, std::size_t most) {
  Judged judged;
  explore::Options options;
  options.properties = properties;
  options.limits.work = most;
  options.each_state = [&](std::span<const Scalar> s) {
    judged.states.emplace_back(s.begin(), s.end());
  };
  judged.all_reached = explore::explore(instance, options).complete;
  if (judged.states.size() > most) judged.states.resize(most);
  judged.reached = judged.states.size();
  for (const network::Type& t : instance.model->types) {
    // Not all valuations are states.
    if (t.kind == network::TypeKind::queue) return judged;
  }
  std::mt19937_64 random(17);
  for (std::size_t i = 0; i < most / 6; ++i) {
    State& state = judged.states.emplace_back();
    for (std::uint32_t s = 0; s < instance.slot_count(); ++s) {
      const auto& values = detected.domains->values[s];
      const auto& fixed = instance.initial[s];
      state.push_back(!values.empty() ? values[random() % values.size()]
                      : fixed         ? *fixed
                                      : instance.slots[s].low);
    }
  }
  return judged;
}

namespace {

// What holds in a state, and what its steps lead to; none: a guard fails.
using Steps = std::multiset<std::pair<std::uint32_t, State>>;
std::optional<Steps> steps_of(const network::Steps& steps, const State& state) {
  try {
    return labelled(steps, state);
  } catch (const network::ModelError&) {
    return std::nullopt;
  }
}

// 2: it fails.
int value_of(const Instance& instance, std::size_t property, State state) {
  const network::Evaluator evaluator(instance);
  State frame(instance.model->frame + 1);
  const network::Context context{network::whole(instance, state.data()),
                                 network::NodeId::none(), frame.data()};
  try {
    const auto& formula = instance.model->properties[property].formula;
    return evaluator.holds(formula, context) ? 1 : 0;
  } catch (const network::ModelError&) {
    return 2;
  }
}

}  // namespace

std::optional<std::string> disrespected(
    const Instance& instance, const Detection& detected,
    const std::vector<std::size_t>& properties, const Judged& judged,
    const LiteralMap& map) {
  const network::Steps steps(instance);
  const States reached(
      judged.states.begin(),
      judged.states.begin() + static_cast<std::ptrdiff_t>(judged.reached));
  for (std::size_t i = 0; i < judged.states.size(); ++i) {
    const State& state = judged.states[i];
    const State moved = image(map, detected, state);
    if (judged.all_reached && i < judged.reached && !reached.contains(moved)) {
      return fmt::format("{} becomes {}, which is not reached", state, moved);
    }
    const auto next = steps_of(steps, state), other = steps_of(steps, moved);
    if (next.has_value() != other.has_value()) {
      return fmt::format("a guard fails in one of {} and {}", state, moved);
    }
    if (next) {
      Steps images;
      for (const auto& [action, to] : *next) {
        images.emplace(action, to.empty() ? to : image(map, detected, to));
      }
      if (images != *other) {
        return fmt::format("other steps in {} than in {}: {}, {}", state, moved,
                           images, *other);
      }
    }
    for (const std::size_t p : properties) {
      if (value_of(instance, p, state) != value_of(instance, p, moved)) {
        return fmt::format("{} differs in {} and {}",
                           instance.model->properties[p].name, state, moved);
      }
    }
  }
  return std::nullopt;
}

}  // namespace vicinal::test
