// SPDX-License-Identifier: MIT
// Results of evaluations, found again by the slots that they read: decision
// trees over packed states.
//
// An evaluation is deterministic: the slot that it reads first is always the
// same, and the value found there decides which is read next. So the slots, in
// this order, are a path in a tree, and its end is the result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/steps/packing.hpp"

namespace vicinal::network::inline steps {

class Decisions {
 public:
  // The packing must outlive it.
  explicit Decisions(const Packing& packing) : packing_(packing) {}

  // A new tree, by its number. It knows no results.
  std::uint32_t add_tree();
  // From now on no tree knows any.
  void forget();

  static constexpr std::uint32_t unknown = UINT32_MAX;

  // The result of the tree for a packed state. O(slots that it reads).
  std::uint32_t find(std::uint32_t tree, const std::uint64_t* state) const {
    std::uint32_t at = roots_[tree];
    while ((at & leaf) == 0) {
      if (at == nothing) return unknown;
      const Node& n = nodes_[at];
      at = targets_[n.targets + ((state[n.word] >> n.shift) & n.mask)];
    }
    return at & ~leaf;
  }

  // The evaluation in this state read these slots, in this order, and had this
  // result (below 2^31), which was unknown. False: not kept, as a slot has too
  // many values, or there is no room.
  bool insert(std::uint32_t tree, std::span<const std::uint32_t> reads,
              const std::uint64_t* state, std::uint32_t result);

  std::uint64_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + targets_.capacity() * 4;
  }

 private:
  static constexpr std::uint32_t leaf = std::uint32_t{1} << 31;
  static constexpr std::uint32_t nothing = 0;
  static constexpr std::uint64_t most_values = 256;       // of a slot
  static constexpr std::size_t most_targets = 1UL << 24;  // of all nodes
  struct Node {
    std::uint32_t targets = 0;  // the first of mask + 1
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    std::uint16_t mask = 0;
  };
  bool fits(std::span<const std::uint32_t> reads) const;

  const Packing& packing_;
  std::vector<std::uint32_t> roots_;
  std::vector<Node> nodes_ = {{}};  // number 0 is `nothing`
  std::vector<std::uint32_t> targets_;
};

}  // namespace vicinal::network::inline steps
