// SPDX-License-Identifier: MIT
// States and steps of small instances: what ranks are guessed from.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decide/question/allowance.hpp"
#include "fixpoint/family/family.hpp"

namespace vicinal::decide::inline ranks {

struct TakenStep {
  std::uint32_t from = 0, to = 0;  // states
  network::NodeId actor;           // none: a rule
  std::uint32_t action = 0;
};

// Of instances with endlessly many states the first ones, and those that a step
// leads to from these: `explored` says which were gone on from.
struct SmallGraph {
  std::vector<network::Scalar> parameters;
  std::optional<network::Network> graph;             // of `network any`
  std::vector<std::vector<network::Scalar>> states;  // initial ones first
  std::size_t initial = 0;
  std::size_t explored = 0;
  std::vector<TakenStep> steps;  // but those that fail
};

// Of the model's smallest instances with nodes; `states` bounds those of all
// together. Polls.
std::vector<SmallGraph> small_graphs(const network::Model& model,
                                     const fixpoint::Scope& scope,
                                     const Allowance& allowance,
                                     std::uint64_t states);

// The same instance of a model with more behind it; none: it does not
// elaborate.
std::optional<network::Instance> instance_again(const network::Model& model,
                                                const SmallGraph& graph);

}  // namespace vicinal::decide::inline ranks
