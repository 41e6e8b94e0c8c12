// SPDX-License-Identifier: MIT
// The graph of all states, or one node for each orbit: K_Stru and QS_Stru (GQ
// section 3.2). Theorem 1 says that they satisfy the same formulas if the group
// respects all atoms.
#pragma once

#include <memory>

#include "explore/temporal/graph.hpp"
#include "explore/temporal/state_table.hpp"
#include "network/steps/table_steps.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline temporal {

using symmetry::ModelSymmetry;
using symmetry::PackedCanonizer;

class StateGraph : public Graph {
 public:
  // All must outlive it. The symmetry has to respect atoms and fair actions,
  // each by itself; null: none.
  StateGraph(const network::Instance& instance, Atoms atoms,
             const std::vector<FairAction>& fair, const ModelSymmetry* symmetry,
             network::Budget& budget);

  std::vector<network::Scalar> state(std::uint32_t node) const override;
  bool stands_for(std::uint32_t node,
                  const std::vector<network::Scalar>& state) override;
  std::uint32_t node_of(const std::vector<network::Scalar>& state) override;
  std::uint64_t bytes() const override;

 protected:
  void expand(std::uint32_t node, std::vector<Move>& moves) override;

 private:
  using State = std::vector<network::Scalar>;
  using Packed = std::vector<std::uint64_t>;

  std::uint32_t find(std::uint64_t* state);
  void expand_slowly(std::uint32_t node, std::vector<Move>& moves);

  network::Packing packing_;
  network::TableSteps tables_;
  StateTable table_;
  std::optional<PackedCanonizer> canonize_;
  // Of the node that is looked at.
  network::Successors found_;
  network::StepList list_;
  Packed packed_, next_;
  State state_, after_;
};

}  // namespace vicinal::explore::inline temporal
