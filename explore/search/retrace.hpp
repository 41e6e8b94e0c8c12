// SPDX-License-Identifier: MIT
// Runs to states of a breadth-first search: found again, not stored.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explore/store/levels.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"
#include "network/steps/table_steps.hpp"

namespace vicinal::explore::inline search {

class Retrace {
 public:
  // All must outlive it.
  Retrace(const network::Instance& instance, const network::Packing& packing,
          const network::Steps& steps, network::TableSteps& tables,
          const StateStore& store, const Levels& levels,
          const network::Budget& budget)
      : instance_(instance),
        packing_(packing),
        steps_(steps),
        tables_(tables),
        store_(store),
        levels_(levels),
        budget_(budget) {}

  // A run of `length` steps to the packed state, which lies that far. Of
  // several states before a state the first in the store is taken. Expands the
  // levels before it once more; none: the time was up before it was found.
  // Polls the budget besides.
  std::optional<network::Trace> to(std::span<const std::uint64_t> state,
                                   std::uint64_t length) const;

  static network::Event event(const network::Instance& instance,
                              const network::StepList& list,
                              const network::Step& step);

 private:
  using Packed = std::vector<std::uint64_t>;
  std::optional<Packed> before(const Packed& state, std::uint64_t level,
                               unsigned& looks) const;
  bool leads(const Packed& from, const Packed& to,
             network::Successors& found) const;
  std::optional<network::Event> step(const Packed& from,
                                     const Packed& to) const;

  const network::Instance& instance_;
  const network::Packing& packing_;
  const network::Steps& steps_;
  network::TableSteps& tables_;
  const StateStore& store_;
  const Levels& levels_;
  const network::Budget& budget_;
};

}  // namespace vicinal::explore::inline search
