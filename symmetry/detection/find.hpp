// SPDX-License-Identifier: MIT
// The symmetry of an instance, by either way of finding it or by both:
//
//   const ModelSymmetry group = find(instance, {properties}, Way::larger);
//
// Exchanges that are tried on the whole model are cheap, and find no data
// symmetry; constraints (SD) take time and find more in some models.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::symmetry::inline detection {

// What a symmetry has to respect besides steps and initial states.
struct Asked {
  // By index into Model::properties: what these say.
  std::vector<std::size_t> properties;
  // Where these cannot be evaluated.
  std::vector<std::size_t> evaluated = {};
  // Which of these nodes takes a step, and by which action. Ascending.
  std::vector<network::NodeId> fixed = {};
};

enum class Way : std::uint8_t {
  exchanges,  // exchanges, and automorphisms of the network, that are tried
  detected,   // from constraints (SD)
  larger,     // the larger of these two groups
};

// Polls; where a limit comes while constraints are looked at, exchanges stand
// if both are wanted. Of what was detected nobody knows which premises move:
// all are said to.
ModelSymmetry find(const network::Instance& instance, const Asked& asked,
                   Way way);

// The other group in its place, if that is larger and was found.
void take_larger(ModelSymmetry& group, ModelSymmetry other);

}  // namespace vicinal::symmetry::inline detection
