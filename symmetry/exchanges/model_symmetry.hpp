// SPDX-License-Identifier: MIT
// The symmetry of an instance: permutations of its states under which its
// steps, the states it begins in and the properties that are asked are
// invariant, so that one state of each orbit stands for all (Clarke, Enders,
// Filkorn, Jha 1996; LZ section 3).
//
//   const ModelSymmetry symmetry = model_symmetry(instance, properties, {});
//   Canonizer canonize(symmetry.canonical, *symmetry.sorts);
//   canonize(state);
//
// Candidates are exchanges of two nodes, or of two classes of nodes that may be
// exchanged, automorphisms of the network, and exchanges of two constants of an
// enumeration. None is believed: of each the whole model is renamed and
// compared with itself (forms.hpp). Of those that fail, products that do not
// are found (stabilizer.hpp), so that properties that tell nodes apart make the
// group no smaller than they have to, up to limits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "symmetry/judge/difference.hpp"
#include "symmetry/maps/canonizer.hpp"

namespace vicinal::symmetry::inline exchanges {

struct ModelSymmetry {
  std::unique_ptr<const Sorts> sorts;
  // Nodes any two of which may be exchanged while the others stay, ascending,
  // two or more.
  std::vector<std::vector<network::NodeId>> exchangeable;
  // Of the group: these exchanges, of the first node of a class with each
  // other one, then others.
  std::vector<StateMap> generators;
  std::string order = "1";  // decimal
  Canonical canonical;
  // What states are stored by, if that is another one: by several of an orbit.
  // Runs are found by `canonical`.
  std::optional<Canonical> stored;
  // Not empty: why the model could not be compared with its renamings, in
  // words; then the group is trivial.
  std::string why_not;
  // Properties, by their number among those asked, that are invariant although
  // their premise is not: that it holds in no representative means nothing.
  std::set<std::uint32_t> premises_moved;
  // Families of which no node moves; claims are properties, by their index in
  // the model.
  std::vector<Apart> apart;

  bool trivial() const { return canonical.trivial(); }
  // Stores several states of an orbit, found by local search.
  void store_several();
};

// Of candidates that fail.
enum class Products : std::uint8_t { found, left_out };

// Properties by index into Model::properties: what those asked say is
// invariant, and where those that are evaluated
// besides cannot be evaluated. Nodes in `fixed` stay where they are, and their
// steps theirs. What leaves all reachable states as they are is no symmetry.
// Polls; O(nodes * classes + n) comparisons of the model with itself, of n
// automorphisms, and about as much work again for products, or 4 * 10^7 slots
// moved.
ModelSymmetry model_symmetry(const network::Instance& instance,
                             const std::vector<std::size_t>& asked,
                             const std::vector<std::size_t>& evaluated,
                             const std::vector<network::NodeId>& fixed = {},
                             Products products = Products::found);

}  // namespace vicinal::symmetry::inline exchanges
