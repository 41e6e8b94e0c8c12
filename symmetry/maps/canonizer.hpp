// SPDX-License-Identifier: MIT
// One representative of each orbit of states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/steps/packing.hpp"
#include "symmetry/maps/group.hpp"
#include "symmetry/maps/row_order.hpp"

namespace vicinal::symmetry::inline maps {

// What a canonizer works by; shared by threads.
struct Canonical {
  // A product of full symmetric groups that move blocks and no values: these
  // are sorted.
  std::vector<Blocks> sorted;
  // Else, a product of full symmetric groups that move blocks and their names:
  // ordered as far as that tells blocks apart. Where it does not, and blocks
  // hold names, the state is left to what follows.
  std::vector<NamedBlocks> named;
  // Else, a small group: its members, but for the identity, inverted.
  std::vector<StateMap> members;
  // Else, a chain of stabilisers.
  struct Candidate {
    StateMap to;    // from the base point to a point of its orbit
    StateMap back;  // the inverse
  };
  struct Level {
    std::vector<Candidate> candidates;  // but for the identity
    // Slots that all maps after this level fix, and for each value of a sort
    // the least one that they map it to. What is in these slots, up to these
    // values, is what a level decides by.
    std::vector<std::uint32_t> fixed;
    std::vector<std::vector<network::Scalar>> least;  // per sort
  };
  std::vector<Level> levels;
  // Else, some members, inverted: the least of a state and its images takes its
  // place as long as that goes on (SD V-B, Table III, after Donaldson and
  // Miller 2009). An orbit may have several states from which it does not.
  std::vector<StateMap> climbed;

  bool trivial() const {
    return sorted.empty() && named.empty() && members.empty() &&
           levels.empty() && climbed.empty();
  }
};

// Of groups of more members a chain is used.
inline constexpr std::uint64_t most_members = 128;

// By local search with these maps.
Canonical several(const std::vector<StateMap>& generators, const Sorts& sorts);

Canonical canonical(const Group& group, std::uint64_t listed = most_members);

// Not to be shared by threads. Both must outlive it.
class Canonizer {
 public:
  Canonizer(const Canonical& how, const Sorts& sorts)
      : how_(how), sorts_(sorts), order_(how.named, sorts) {}

  // Replaces the state by the representative of its orbit. Sorting: O(slots log
  // slots), names or not (row_order.hpp). Members: O(members * slots) at worst,
  // mostly O(members). A chain: O(orbits of the chain * slots) times the images
  // that agree so far, which are few unless the state itself has few symmetries
  // and many look-alikes. Local search: O(maps * slots) for each step, which
  // makes the state less.
  void operator()(std::span<network::Scalar> state);

 private:
  using State = std::vector<network::Scalar>;
  void sort(const Blocks& blocks, std::span<network::Scalar> state);
  bool less_image(const StateMap& inverted,
                  std::span<const network::Scalar> state);
  void least_member(std::span<network::Scalar> state);
  void climb(std::span<network::Scalar> state);
  void descend(std::span<network::Scalar> state);

  const Canonical& how_;
  const Sorts& sorts_;
  RowOrder order_;
  std::vector<std::uint32_t> rows_;
  State copy_, best_, key_, best_key_;
  std::vector<State> kept_, next_;
};

// The same on packed states.
class PackedCanonizer {
 public:
  // All must outlive it.
  PackedCanonizer(const Canonical& how, const Sorts& sorts,
                  const network::Packing& packing)
      : canonizer_(how, sorts),
        packing_(packing),
        state_(sorts.of_slot.size()) {}

  void operator()(std::uint64_t* packed) {
    packing_.unpack(packed, state_);
    canonizer_(state_);
    packing_.pack(state_, packed);
  }

 private:
  Canonizer canonizer_;
  const network::Packing& packing_;
  std::vector<network::Scalar> state_;
};

}  // namespace vicinal::symmetry::inline maps
