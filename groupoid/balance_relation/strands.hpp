// SPDX-License-Identifier: MIT
// Edges with the same ends, taken together; and the pairs of nodes that share
// more than that. Not for use outside of groupoid/.
#pragma once

#include <span>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline balance_relation {

// A strand is a greatest set of edges that the same nodes touch. Most pairs of
// nodes share one strand or none; those that share more are listed, so that a
// bus with many nodes costs its arity and not its square.
class Strands {
 public:
  explicit Strands(const network::Network& network);

  std::size_t size() const { return member_begin_.size() - 1; }

  // Nodes that touch the strand, sorted.
  std::span<const network::NodeId> members(std::uint32_t s) const {
    return std::span(members_).subspan(member_begin_[s],
                                       member_begin_[s + 1] - member_begin_[s]);
  }
  // Number of edges.
  std::uint32_t width(std::uint32_t s) const { return width_[s]; }

  // A place is one (strand, member); places of a strand are consecutive.
  std::uint32_t first_place(std::uint32_t s) const { return member_begin_[s]; }
  std::size_t place_count() const { return members_.size(); }
  network::NodeId node(std::uint32_t place) const { return members_[place]; }
  std::uint32_t strand(std::uint32_t place) const {
    return strand_of_place_[place];
  }
  // The darts of a place, in the order of the strand's edges.
  std::span<const network::DartId> darts(std::uint32_t place) const {
    return std::span(darts_).subspan(
        dart_begin_[place], dart_begin_[place + 1] - dart_begin_[place]);
  }
  // Places of a node, by strands.
  std::span<const std::uint32_t> places(network::NodeId n) const {
    return std::span(places_).subspan(
        place_begin_[n.index()],
        place_begin_[n.index() + 1] - place_begin_[n.index()]);
  }

  // Neighbours with which a node shares at least two strands.
  struct Rich {
    network::NodeId node;
    std::vector<std::uint32_t> mine;    // places of the node, by strands,
    std::vector<std::uint32_t> theirs;  // and of the neighbour
  };
  std::span<const Rich> rich(network::NodeId n) const {
    return rich_[n.index()];
  }

 private:
  void find_rich();

  std::vector<std::uint32_t> member_begin_ = {0};
  std::vector<network::NodeId> members_;
  std::vector<std::uint32_t> width_;
  std::vector<std::uint32_t> strand_of_place_;
  std::vector<std::uint32_t> dart_begin_ = {0};
  std::vector<network::DartId> darts_;
  std::vector<std::uint32_t> place_begin_, places_;
  std::vector<std::vector<Rich>> rich_;  // per node
};

}  // namespace vicinal::groupoid::inline balance_relation
