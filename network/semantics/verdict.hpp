// SPDX-License-Identifier: MIT
// Verdicts and runs: what the engines answer with.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "network/base/limits.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::network::inline semantics {

enum class Verdict : std::uint8_t { proved, violated, unknown };

constexpr std::string_view text(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::violated:
      return "violated";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

// One step of a run: who acted, with which values of the action's binders,
// and the state after it. A failing step has no state after it and is the
// last.
struct Event {
  NodeId actor;  // none: a rule
  std::uint32_t action = 0;
  std::vector<Scalar> binding;
  std::vector<Scalar> after;
  std::optional<ModelError> error;
};

// A run from an initial state. `error`: the last state has an error of its own
// (of a guard, a priority, a property).
struct Trace {
  std::vector<Scalar> initial;
  std::vector<Event> events;
  std::optional<ModelError> error;

  std::size_t length() const { return events.size(); }
};

}  // namespace vicinal::network::inline semantics
