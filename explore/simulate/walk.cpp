// SPDX-License-Identifier: MIT
// Steps are in the order of the slow semantics, so that the same dice choose
// the same run there (random_run.hpp).
#include "explore/simulate/walk.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline simulate {

using network::Successors;

Walk::Walk(const network::Instance& instance, const network::Packing& packing)
    : instance_(instance),
      packing_(packing),
      steps_(instance),
      tables_(instance, packing),
      state_(packing.words()),
      before_(instance.slot_count()) {}

void Walk::begin(std::span<const network::Scalar> initial) {
  packing_.pack(initial, state_.data());
  written_.reset();
  failing_.clear();
}

Walk::Next Walk::step(Dice& dice) {
  network::poll();
  failing_.clear();
  if (!tables_.expand(state_.data(), found_)) return step_slowly(dice);
  if (found_.steps.empty()) return Next::deadlock;
  return take(dice.below(found_.steps.size()));
}

Walk::Next Walk::take(std::uint64_t choice) {
  const std::uint32_t chosen = found_.steps[choice];
  if (chosen < Successors::other) {
    tables_.apply(chosen, state_.data());
    action_ = tables_.action_number(chosen);
  } else {
    const auto end = found_.steps.begin() + static_cast<std::ptrdiff_t>(choice);
    const auto other = static_cast<std::size_t>(
        std::count_if(found_.steps.begin(), end,
                      [](std::uint32_t s) { return s >= Successors::other; }));
    std::copy_n(found_.others.begin() +
                    static_cast<std::ptrdiff_t>(other * state_.size()),
                state_.size(), state_.begin());
    action_ = found_.other_actions[other];
  }
  written_.reset();
  if (chosen != Successors::unknown) written_ = tables_.written(chosen);
  return Next::taken;
}

Walk::Next Walk::step_slowly(Dice& dice) {
  packing_.unpack(state_.data(), before_);
  steps_.enabled(before_.data(), list_);
  for (const network::Problem& p : list_.problems) {
    failing_.push_back({std::nullopt, p.error});
  }
  if (list_.steps.empty()) return Next::deadlock;
  const std::uint64_t chosen = dice.below(list_.steps.size());
  Next next = Next::taken;
  std::vector<network::Scalar> taken;
  for (std::uint32_t i = 0; i < list_.steps.size(); ++i) {
    network::poll();
    after_ = before_;
    try {
      steps_.apply(list_, list_.steps[i], after_.data());
      if (i == chosen) taken = after_;
    } catch (const network::ModelError& error) {
      failing_.push_back({i, error});
      if (i == chosen) next = Next::failed;
    }
  }
  const network::Step& step = list_.steps[chosen];
  action_ = tables_.action_number(step.actor.valid()
                                      ? instance_.process_id(step.actor)
                                      : network::ProcessId::none(),
                                  step.action);
  written_.reset();
  if (next == Next::taken) packing_.pack(taken, state_.data());
  return next;
}

}  // namespace vicinal::explore::inline simulate
