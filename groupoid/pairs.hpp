// SPDX-License-Identifier: MIT
// Pairwise balance (LS section 5) in the strengthened form (design 7.2):
// ((i,j), beta, (m,n)) is in the relation only if for every k that points to i
// or j there are l and delta such that beta and delta together relate (i,k) to
// (m,l) and (j,k) to (n,l), in the relation. The printed form asks of k only a
// local symmetry; Theorem 7 fails for it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "groupoid/automorphisms.hpp"
#include "groupoid/balance.hpp"

namespace vicinal::groupoid {

struct PairOptions {
  // A relation inside which the pairwise one is computed: i is related to m
  // and j to n in it. It must be valid for whatever is to be reduced.
  const Balance* singles = nullptr;
  // What else must agree, per ordered pair: empty, or a number per
  // (i * nodes + j), comparable when `singles` relates the nodes.
  std::span<const std::uint32_t> labels;
  AutomorphismLimits automorphisms;
};

// Classes of the ordered pairs of different nodes.
class PairClasses {
 public:
  std::size_t size() const { return representatives_.size(); }
  std::uint32_t class_of(network::NodeId i, network::NodeId j) const {
    return class_of_[i.index() * nodes_ + j.index()];
  }
  // The least pair of the class. Classes are numbered by these.
  std::pair<network::NodeId, network::NodeId> representative(
      std::uint32_t c) const {
    return representatives_[c];
  }
  std::uint64_t members(std::uint32_t c) const { return members_[c]; }

  // Whether this is the greatest such relation; else it is a finer one.
  bool exact() const { return exact_; }

 private:
  friend std::optional<PairClasses> pair_classes(
      const network::Network& network, const PairOptions& options);
  std::size_t nodes_ = 0;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::pair<network::NodeId, network::NodeId>> representatives_;
  std::vector<std::uint64_t> members_;
  bool exact_ = true;
};

// The greatest strengthened pairwise balance relation inside `singles` x
// `singles`, where the vertex groups of `singles` are trivial, so that beta is
// determined by the nodes: by orbits of the automorphism group (Theorem 8),
// where that is known, and refinement of classes of orbits. O(nodes^2) memory;
// none for more than max_pair_nodes nodes, or where vertex groups are not
// trivial.
std::optional<PairClasses> pair_classes(const network::Network& network,
                                        const PairOptions& options);

inline constexpr std::size_t max_pair_nodes = 3000;

}  // namespace vicinal::groupoid
