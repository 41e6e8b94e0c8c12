// SPDX-License-Identifier: MIT
// The message is for whoever looks for the bug: long runs are cut.
#include "decide/instances/contradiction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "network/semantics/steps.hpp"

namespace vicinal::decide::inline instances {

using network::Instance;
using network::Trace;

namespace {

constexpr std::size_t steps_shown = 12;

std::string instance_text(const Instance& instance) {
  const std::string sizes = network::parameters_text(instance);
  const std::size_t nodes = instance.network.node_count();
  return fmt::format("the instance of {} node{}{}{}", nodes,
                     nodes == 1 ? "" : "s", sizes.empty() ? "" : ", ", sizes);
}

std::string run_text(const Instance& instance, const Trace& trace,
                     std::size_t steps) {
  if (steps == 0) return "in an initial state";
  std::string text = "by the run";
  for (std::size_t i = 0; i < std::min(steps, steps_shown); ++i) {
    const network::Event& event = trace.events[i];
    text +=
        fmt::format("{} {}", i == 0 ? "" : ",",
                    network::step_name(instance, event.actor, event.action));
  }
  if (steps > steps_shown) {
    text += fmt::format(" and {} more", steps - steps_shown);
  }
  return text;
}

[[noreturn]] void refute(std::string_view claim, std::string_view proof,
                         const Instance& instance, const std::string& run) {
  throw Contradiction(fmt::format("'{}' is proved by {}, and {} violates it {}",
                                  claim, proof, instance_text(instance), run));
}

}  // namespace

void contradict(std::string_view claim, std::string_view proof,
                const Instance& instance, const Trace& trace,
                std::size_t steps) {
  refute(claim, proof, instance, run_text(instance, trace, steps));
}

void hold_known(const Instance& instance, const explore::Exploration& result,
                std::string_view proof) {
  if (!result.refuted) return;
  const auto& trace = result.refuted->trace;
  refute(result.refuted->name, proof, instance,
         trace ? run_text(instance, *trace, trace->length())
               : "by a run that there was no time to find again");
}

}  // namespace vicinal::decide::inline instances
