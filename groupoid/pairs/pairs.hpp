// SPDX-License-Identifier: MIT
// Pairwise balance (LS section 5), of ordered pairs of different nodes.
//
// Strengthened (design 7.2), which is what reductions need: ((i,j), beta,
// (m,n)) is in the relation only if for every k that points to i or j there
// are an l that points to m or n and a delta such that beta and delta together
// relate (i,k) to (m,l) and (j,k) to (n,l), in the relation. The printed form
// asks of k only a local symmetry; Theorem 7 fails for it.
//
//   const Balance singles = balance(network, {.shared = Shared::onto});
//   const auto pairs = pair_classes(network, {.singles = &singles});
//   pairs->class_of(i, j);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/pairs/pair_symmetry.hpp"

namespace vicinal::groupoid::inline pairs {

struct PairOptions {
  // A relation inside which the pairwise one is computed: i is related to m
  // and j to n in it. It must be valid for whatever is to be reduced.
  const Balance* singles = nullptr;
  // What else must agree, per ordered pair: empty, or a number per
  // (i * nodes + j), comparable when `singles` relates the nodes.
  std::span<const std::uint32_t> labels;
  AutomorphismLimits automorphisms;
  // Elements that may be listed one by one where there are vertex groups.
  std::uint64_t elements = 200'000;
};

// Classes of the ordered pairs of different nodes.
class PairPartition {
 public:
  // By labels, small numbers per (i * nodes + j); those of (i, i) do not count.
  PairPartition(std::size_t nodes, std::vector<std::uint32_t> labels,
                bool exact);

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

  // Whether these are the classes of the greatest such relation; else they are
  // finer.
  bool exact() const { return exact_; }

 private:
  std::size_t nodes_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::pair<network::NodeId, network::NodeId>> representatives_;
  std::vector<std::uint64_t> members_;
  bool exact_;
};

// Classes of a groupoid that is a strengthened pairwise balance relation. It
// is given by an element for each pair and generators for each class. Cheap to
// copy; the network must outlive it.
class PairClasses : public PairPartition {
 public:
  // An element from the representative of the class of (i, j) to (i, j); the
  // identity for representatives. O(degrees) without vertex groups, else times
  // the number of generating automorphisms that it takes to get there.
  PairSymmetry witness(network::NodeId i, network::NodeId j) const;

  // Generators of the elements from the representative to itself; none is the
  // identity. None at all without vertex groups. Where elements were listed,
  // all of them; else those that automorphisms induce, as a rule all, but
  // maybe fewer if there are very many: a subgroup of what the greatest
  // relation has, even where its classes are exact.
  std::vector<PairSymmetry> generators(std::uint32_t c) const;

 private:
  friend std::optional<PairClasses> pair_classes(
      const network::Network& network, const PairOptions& options);
  struct Parts;
  PairClasses(PairPartition classes, std::shared_ptr<const Parts> parts);
  std::shared_ptr<const Parts> parts_;
};

// The greatest strengthened pairwise balance relation inside `singles` x
// `singles`. O(nodes^2) words.
//
//   * Without vertex groups beta is determined by the nodes, and refinement of
//     classes gives the answer.
//   * With vertex groups, by listing elements up to automorphism and deleting,
//     where there are at most `elements` of them.
//   * Else the orbits of pairs under the automorphisms that lie in `singles`
//     (Theorem 8): finer in general. Exact nevertheless where refinement, too,
//     tells all orbits apart. If automorphisms are beyond their limits, each
//     pair is an orbit.
//
// Never exact if `singles` is not. None for more than max_pair_nodes nodes.
std::optional<PairClasses> pair_classes(const network::Network& network,
                                        const PairOptions& options);

// The classes of the relation as printed, Definition 4's twin in LS section 5:
// for reports beside the other. No reduction is sound for it. None as above;
// exact unless a canonical form is beyond the limits.
std::optional<PairPartition> printed_pair_classes(
    const network::Network& network, const AutomorphismLimits& limits = {});

inline constexpr std::size_t max_pair_nodes = 3000;

}  // namespace vicinal::groupoid::inline pairs
