// SPDX-License-Identifier: MIT
// Initial states to begin with.
#pragma once

#include <optional>
#include <vector>

#include "explore/simulate/dice.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::explore::inline simulate {

class Starts {
 public:
  using State = std::vector<network::Scalar>;
  // So many are listed.
  static constexpr std::size_t most = 1000;

  // Lists initial states in the order of explore::initial_states. The instance
  // and the budget must outlive it, and copies of it, of which each thread has
  // its own. Polls; LimitReached where the budget ends the search.
  Starts(const network::Instance& instance, const network::Budget& budget);

  // The first ones. None: there is no initial state.
  const std::vector<State>& listed() const { return listed_; }
  // Whether they are all.
  bool all() const { return all_; }

  // One at random; there is one. Of those that are listed, if they are all,
  // each is equally likely; of more, each may be drawn that values of single
  // slots lead to. The same for the same dice.
  State draw(Dice& dice);

 private:
  State draw_by_slots(Dice& dice);
  bool possible(State& found) const;

  const network::Instance& instance_;
  const network::Budget& budget_;
  std::vector<State> listed_;
  bool all_ = true;
  // With values for some of the slots that may have any.
  std::optional<network::Instance> narrowed_;
};

}  // namespace vicinal::explore::inline simulate
