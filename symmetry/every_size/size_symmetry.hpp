// SPDX-License-Identifier: MIT
// Permutations of the members of families that leave a model as it is at every
// size.
//
//   client[n]                  any permutation of 0..n-1: the symmetric group
//   s[n], token[n], a ring     i to i + 1 modulo n: the cyclic group
//
// They are read off the text, where sizes are symbols: a part of it that may
// depend on the order or on the names of members is an obstacle, and all else
// means the same after a renaming (docs/theory.md has the argument). So what is
// found holds of every size, and what is not found may hold of some.
#pragma once

#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::symmetry::inline every_size {

enum class SizeGroup : std::uint8_t { symmetric, cyclic };

// Families that move together: member i of each goes to member g(i).
struct SizeSymmetry {
  SizeGroup group = SizeGroup::symmetric;
  network::ParamId size;  // how many members each of them has
  std::vector<network::NodeFamilyId> nodes;
  std::vector<network::EdgeFamilyId> edges;
};

// A family of nodes whose size is a parameter and for which nothing was found.
struct Unmoved {
  network::NodeFamilyId family;
  std::string why;  // a phrase: "action 'go' reads the index of a node"
};

// The permutations of the parts may be chosen for each by itself.
struct EverySize {
  std::vector<SizeSymmetry> parts;  // with nodes; by their first family
  std::vector<Unmoved> rest;
};

// Properties, by index, are what the permutations have to leave as they are
// besides steps, initial states and failures. O(size of the model).
EverySize every_size_symmetry(const network::Model& model,
                              const std::vector<std::size_t>& asked);

}  // namespace vicinal::symmetry::inline every_size
