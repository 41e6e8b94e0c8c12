// SPDX-License-Identifier: MIT
// A path is added node by node; a slot with one value has no node. That the
// tree asks for another slot than the evaluation read, or has a result already,
// can only be if evaluation is not deterministic or a reader was not told: that
// is a bug, and throws. Nodes are never removed one by one, only all.
#include "network/steps/decisions.hpp"

#include <algorithm>
#include <stdexcept>

namespace vicinal::network::inline steps {

std::uint32_t Decisions::add_tree() {
  roots_.push_back(nothing);
  return static_cast<std::uint32_t>(roots_.size() - 1);
}

void Decisions::forget() {
  std::fill(roots_.begin(), roots_.end(), nothing);
  nodes_.resize(1);
  targets_.clear();
}

bool Decisions::fits(std::span<const std::uint32_t> reads) const {
  std::size_t more = 0;
  for (const std::uint32_t slot : reads) {
    const Packing::BitField& p = packing_.field_of(slot);
    if (p.mask >= most_values || p.word > UINT8_MAX) return false;
    more += p.mask + 1;
  }
  return targets_.size() + more <= most_targets;
}

bool Decisions::insert(std::uint32_t tree, std::span<const std::uint32_t> reads,
                       const std::uint64_t* state, std::uint32_t result) {
  if (!fits(reads)) return false;
  // Where the edge to follow stands: in a root, or in targets_, by number.
  bool at_root = true;
  std::size_t edge = tree;
  const auto target = [&]() -> std::uint32_t& {
    return at_root ? roots_[edge] : targets_[edge];
  };
  for (const std::uint32_t slot : reads) {
    const Packing::BitField& p = packing_.field_of(slot);
    if (p.mask == 0) continue;
    if (target() == nothing) {
      Node node;
      node.targets = static_cast<std::uint32_t>(targets_.size());
      node.word = static_cast<std::uint8_t>(p.word);
      node.shift = p.shift;
      node.mask = static_cast<std::uint16_t>(p.mask);
      targets_.resize(targets_.size() + p.mask + 1, nothing);
      target() = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back(node);
    }
    const std::uint32_t at = target();
    const Node& n = nodes_[(at & leaf) == 0 ? at : nothing];
    if ((at & leaf) != 0 || n.word != p.word || n.shift != p.shift) {
      throw std::logic_error("Decisions: an evaluation is not deterministic");
    }
    edge = n.targets + ((state[n.word] >> n.shift) & n.mask);
    at_root = false;
  }
  if (target() != nothing) {
    throw std::logic_error("Decisions: a result is known already");
  }
  target() = leaf | result;
  return true;
}

}  // namespace vicinal::network::inline steps
