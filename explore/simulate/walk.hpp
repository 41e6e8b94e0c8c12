// SPDX-License-Identifier: MIT
// One random run, by the fast steps.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/simulate/dice.hpp"
#include "network/steps/table_steps.hpp"

namespace vicinal::explore::inline simulate {

class Walk {
 public:
  // Both must outlive it.
  Walk(const network::Instance& instance, const network::Packing& packing);

  // Goes to a state, from where it is packed.
  void begin(std::span<const network::Scalar> initial);

  // What became of a step: it was taken, it fails, there is none.
  enum class Next : std::uint8_t { taken, failed, deadlock };

  // Looks at what is enabled (each binding is equally likely; one roll of the
  // dice, none in a deadlock), and goes on. What fails may be chosen, too; then
  // the walk stays where it is, at its end.
  Next step(Dice& dice);

  std::span<const std::uint64_t> state() const { return state_; }
  // Slots that the last step, which was taken, may have written; none: any.
  std::optional<std::span<const std::uint32_t>> written() const {
    return written_;
  }
  // Of the last step, taken or not (TableSteps::action_number).
  std::uint32_t action() const { return action_; }
  const network::TableSteps& tables() const { return tables_; }

  // What fails in the state before the last step: of all that is enabled, not
  // only of what was chosen.
  struct Failing {
    std::optional<std::uint32_t> step;  // by number among the enabled; none: a
                                        // guard, a priority or a domain
    network::ModelError error;
  };
  const std::vector<Failing>& failing() const { return failing_; }

 private:
  Next take(std::uint64_t choice);
  Next step_slowly(Dice& dice);

  const network::Instance& instance_;
  const network::Packing& packing_;
  network::Steps steps_;
  network::TableSteps tables_;
  network::Successors found_;
  network::StepList list_;
  std::vector<std::uint64_t> state_;
  std::vector<network::Scalar> before_, after_;
  std::optional<std::span<const std::uint32_t>> written_;
  std::uint32_t action_ = 0;
  std::vector<Failing> failing_;
};

}  // namespace vicinal::explore::inline simulate
