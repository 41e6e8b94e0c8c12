// SPDX-License-Identifier: MIT
// Small instances of a model: where wiring types are found, and what stands
// for all instances when a step of a type is tried. What is concluded from
// them is checked for every size by obligations.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "network/instance.hpp"
#include "network/verdict.hpp"

namespace vicinal::wiring {

struct Sample {
  std::vector<network::Scalar> parameters;
  std::optional<network::Network> graph;  // of `network any`
  network::Instance instance;
};

struct Samples {
  const network::Model* model = nullptr;
  std::vector<std::unique_ptr<Sample>> all;  // by number of nodes
  // Sizes that were tried and at which elaboration fails.
  std::vector<std::vector<network::Scalar>> excluded;
};

// What sizes to take: `fixed` has the values of parameters that are given.
struct Scope {
  std::vector<std::optional<network::Scalar>> fixed;  // per parameter
};

// All instances with at most `nodes` nodes and `edges` edges, from the least
// parameters on, at most `limit` of them. Of `network any` all graphs up to
// isomorphism of few nodes.
Samples samples(const network::Model& model, const Scope& scope,
                std::size_t nodes, std::size_t limit);

}  // namespace vicinal::wiring
