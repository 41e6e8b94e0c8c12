// SPDX-License-Identifier: MIT
// Verdicts, runs and limits: what the engines answer with.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/evaluator.hpp"

namespace vicinal::network {

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

// What ended an engine before it was done.
enum class Limit : std::uint8_t {
  none,
  time,
  memory,
  work,
  interrupted,
  overflow
};

std::string_view text(Limit limit);

// Resources of one run. Engines look at them at least every few milliseconds.
struct Limits {
  double seconds = 0;            // from `begin`; 0: no limit
  std::uint64_t memory_mib = 0;  // of the engine's tables; 0: no limit
  std::uint64_t work = 0;        // states or local steps; 0: no limit
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C
  // Called a few times a second, from the calling thread.
  std::function<void(const std::string& line)> progress;
};

}  // namespace vicinal::network
