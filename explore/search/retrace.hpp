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
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline search {

using symmetry::ModelSymmetry;
using symmetry::PackedCanonizer;

class Retrace {
 public:
  // All must outlive it; no symmetry: null.
  Retrace(const network::Instance& instance, const network::Packing& packing,
          const network::Steps& steps, network::TableSteps& tables,
          const StateStore& store, const Levels& levels,
          const ModelSymmetry* symmetry, const network::Budget& budget);

  // A run of `length` steps to the packed state, which lies that far, or to
  // another one of its orbit. Of several states before a state the least is
  // taken, as a packed one. Expands the levels before it once more; none: the
  // time was up before it was found. Polls the budget besides.
  std::optional<network::Trace> to(std::span<const std::uint64_t> state,
                                   std::uint64_t length);

  // The step that fails after the run as the given one does in the stored
  // state.
  network::Event failing(const network::Trace& run,
                         const network::Event& stored) const;

 private:
  using Packed = std::vector<std::uint64_t>;
  using State = std::vector<network::Scalar>;
  std::optional<Packed> before(const Packed& state, std::uint64_t level,
                               unsigned& looks);
  bool leads(const Packed& from, const Packed& to, network::Successors& found);
  bool stored_as(Packed& state, const Packed& stored);
  bool same_orbit(Packed& state, Packed stored);
  std::optional<network::Event> step(const State& from, const Packed& to,
                                     bool stored);

  const network::Instance& instance_;
  const network::Packing& packing_;
  const network::Steps& steps_;
  network::TableSteps& tables_;
  const StateStore& store_;
  const Levels& levels_;
  std::optional<PackedCanonizer> canonize_, store_as_;
  const network::Budget& budget_;
};

}  // namespace vicinal::explore::inline search
