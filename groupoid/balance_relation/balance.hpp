// SPDX-License-Identifier: MIT
// Balance relations (LS section 4, Definition 4), represented by their
// classes, one witness per node and generators of the vertex groups: nothing
// that is factorial is ever listed.
//
// Definition 4 asks, for (m, beta, n) and each j that points to m, for a k
// that points to n and a delta, with (j, delta, k) in the relation, that
// agrees with beta on the edges that j and m share. It does not ask that k and
// n share no more than that. For edges with more than two ends they may, and
// then Lemma 2 and Theorems 4 and 5 fail (see docs/theory.md); with the second
// demand they hold. Where every edge has at most two ends, both are the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "groupoid/balance_relation/structure.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "groupoid/similarity/partition.hpp"

namespace vicinal::groupoid::inline balance_relation {

enum class Shared : std::uint8_t {
  // delta = beta on the shared edges: Definition 4 (2b) as printed. Nothing may
  // be reduced by it: it is there to be compared with.
  within,
  // And delta maps them onto those of k and n: the one for reductions.
  onto
};

struct BalanceOptions {
  Shared shared = Shared::onto;
  // What else a relation must preserve: empty, or a number per node, per dart.
  std::span<const std::uint32_t> node_labels;
  std::span<const std::uint32_t> dart_labels;
  // Elements that may be listed one by one where classes of darts do not
  // determine the relation; beyond, a finer relation is returned.
  std::uint64_t triples = 100'000;
};

class Balance {
 public:
  Balance(const Balance&) = delete;
  Balance& operator=(const Balance&) = delete;
  Balance(Balance&&) noexcept;
  Balance& operator=(Balance&&) noexcept;
  ~Balance();

  const network::Network& network() const;

  // The orbit relation (LS 2.1).
  const Partition& nodes() const;

  // Whether this is the greatest balance relation. If not, it is a balance
  // relation and a groupoid all the same.
  bool exact() const;

  // An element from the representative of n's class to n; the identity for
  // representatives. O(degree log degree); for nodes on buses, the arity.
  LocalSymmetry witness(network::NodeId n) const;

  // Generators of the vertex group of n: with the witnesses, they generate the
  // relation. None: the group is trivial.
  std::vector<LocalSymmetry> generators(network::NodeId n) const;

  // Whether a local symmetry is in the relation. O(degree log degree), as for
  // witnesses.
  bool contains(const LocalSymmetry& s) const;

  // The vertex group of n by its shape, which says all of it: blocks with
  // equal signatures and, within a block, darts with equal keys may be
  // exchanged. Nothing where elements are listed one by one. O(degree log
  // degree).
  std::optional<NodeStructure> structure(network::NodeId n) const;

 private:
  friend Balance balance(const network::Network& network,
                         const BalanceOptions& options);
  friend Balance identity_balance(const network::Network& network);
  struct Parts;
  explicit Balance(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// The greatest balance relation B* (Theorem 2) that respects the labels; unless
// it is asked for by name, not that of Definition 4 as printed. For
// networks whose edges have at most two ends exact, in O(darts log nodes).
// With hyper-edges, by rounds over what changed; exact where classes of darts
// determine the relation or its elements are few enough to be listed: in
// general this is as hard as graph isomorphism. The network must outlive the
// result.
Balance balance(const network::Network& network,
                const BalanceOptions& options = {});

// The relation in which a node is related to itself only, by the identity.
Balance identity_balance(const network::Network& network);

}  // namespace vicinal::groupoid::inline balance_relation
