// SPDX-License-Identifier: MIT
// A partition of the nodes of a network into classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline similarity {

// Classes are numbered by their first members: class 0 holds node 0, and the
// representative of a class is its first member. O(nodes).
class Partition {
 public:
  Partition() = default;

  // Nodes with equal labels form a class; any labels will do. O(nodes).
  explicit Partition(std::span<const std::uint32_t> labels);

  std::size_t size() const { return begin_.size() - 1; }  // classes
  std::size_t node_count() const { return class_of_.size(); }
  std::uint32_t class_of(network::NodeId n) const {
    return class_of_[n.index()];
  }
  // Sorted.
  std::span<const network::NodeId> members(std::uint32_t c) const {
    return std::span(members_).subspan(begin_[c], begin_[c + 1] - begin_[c]);
  }
  network::NodeId representative(std::uint32_t c) const {
    return members_[begin_[c]];
  }
  network::NodeId representative(network::NodeId n) const {
    return representative(class_of(n));
  }
  bool same(network::NodeId m, network::NodeId n) const {
    return class_of(m) == class_of(n);
  }
  bool operator==(const Partition&) const = default;

 private:
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> begin_ = {0};
  std::vector<network::NodeId> members_;
};

}  // namespace vicinal::groupoid::inline similarity
