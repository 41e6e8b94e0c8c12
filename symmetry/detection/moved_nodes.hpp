// SPDX-License-Identifier: MIT
// Where nodes go under a permutation of literals. A node goes as a whole or not
// at all: its variables become, each, that variable of one other node of its
// process, and its edges those of the other, at whatever ports. Elements of
// arrays by nodes go with these.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "symmetry/detection/detection.hpp"

namespace vicinal::symmetry::inline detection {

class MovedNodes {
 public:
  // Must outlive it; it was detected with all stages.
  explicit MovedNodes(const Detection& found);

  // Per node where it goes; none: it is torn apart. Nodes that nothing but
  // references tells apart go where all references to them go. Polls.
  std::vector<network::NodeId> images(const LiteralMap& map) const;

  // Nodes that some member of the group takes to each other; those of one
  // member are left out. Members are generators and their products, as far as
  // `most_work` reaches. Polls.
  std::vector<std::vector<network::NodeId>> orbits() const;

  // Whether the slot has two values or more: others are constants, and stay.
  bool live(std::uint32_t slot) const {
    return found_.domains->values[slot].size() != 1;
  }
  // The family that the slot refers to, or none.
  network::NodeFamilyId refers(std::uint32_t slot) const {
    return refers_[slot];
  }

 private:
  // Variables in order, then edges: slots, and of constants their values.
  using Place = std::vector<std::pair<bool, network::Scalar>>;
  static constexpr std::size_t most_work = 20'000'000;  // slots that move

  // An element of an array by nodes: of which family, and by which member.
  struct ByNode {
    network::NodeFamilyId family;
    std::uint32_t member = 0;
  };

  void find_arrays(network::TypeId type, std::uint32_t& slot, ByNode by);
  std::size_t own(network::NodeId n) const;  // slots of its variables
  Place place(network::NodeId n) const;
  Place image(const LiteralMap& map, network::NodeId n,
              const Place& place) const;
  Place loose(network::NodeId n, Place place) const;
  std::vector<network::Scalar> by_values(const LiteralMap& map,
                                         network::NodeFamilyId family) const;
  network::NodeId candidate(const LiteralMap& map, network::NodeId n,
                            network::Scalar by_value) const;
  bool arrays_follow(const LiteralMap& map,
                     const std::vector<network::NodeId>& to,
                     network::NodeId n) const;

  const Detection& found_;
  const network::Instance& instance_;
  std::vector<network::NodeFamilyId> refers_;         // per slot
  std::vector<ByNode> by_node_;                       // per slot
  std::vector<std::vector<std::uint32_t>> refs_;      // per family: live slots
  std::vector<std::vector<std::uint32_t>> elements_;  // likewise, of arrays
  std::vector<Place> places_;                         // per node
  // Of a process, at a place; and where elements of arrays have no order.
  using Nodes =
      std::map<std::pair<std::uint32_t, Place>, std::vector<network::NodeId>>;
  Nodes exact_, loose_;
};

// The type of each scalar of a state; of a queue, that of its length.
std::vector<network::TypeId> scalar_types(const network::Instance& instance);

}  // namespace vicinal::symmetry::inline detection
