// SPDX-License-Identifier: MIT
// Random models on regular networks of which a few nodes are told apart, as
// text: where generators of the symmetry of the network fail, and products of
// them do not.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed. Three to eight
// processes of one kind on a ring with or without a direction, a cube, a ladder
// or no edges; properties, rules, initial values, ranks and the initial
// condition speak of named nodes, mostly of two or three and in a pattern; now
// and then constants go with nodes, or a reference is to a node.
std::string marked_model(std::uint64_t seed);

}  // namespace vicinal::random_models
