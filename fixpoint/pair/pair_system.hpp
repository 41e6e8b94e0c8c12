// SPDX-License-Identifier: MIT
// The pairs of an instance up to symmetry, and who interferes with them (LS
// equations (6)-(11), as design 7.3 has them). Not for use outside of
// fixpoint/.
//
// Each type of pairs has one set theta. Its columns are named by the slots of
// a concrete pair, the first of the type; another pair of the type has the
// same columns under the names of its own slots.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fixpoint/reduction/reduction.hpp"
#include "groupoid/pairs/pairs.hpp"

namespace vicinal::fixpoint::inline pair {

struct PairType {
  network::NodeId m, n;
  std::vector<std::uint32_t> slots;  // columns: V_m, then what V_n adds
  std::uint64_t members = 0;         // unordered pairs
  StateSet initial;                  // I-tilde, LS (6)
};

// A pair of an instance: which type it is, and the columns of that type as
// slots of the pair.
struct PairRef {
  std::uint32_t type = 0;
  std::vector<std::uint32_t> slots;
};

// Interference of k with a pair (LS (9)), from what the three pairs among the
// three nodes allow.
struct PairTriple {
  PairRef target;  // the pair {i, j}
  network::NodeId i, j, k;
  PairRef ik, jk;
};

struct PairSystem {
  const network::Instance* instance = nullptr;
  std::shared_ptr<const Reduction> reduction;
  bool merged = false;  // far pairs form one type per pair of node classes
  std::vector<PairType> types;
  std::vector<PairTriple> triples;

  // The type of the pair {a, b}, a != b, with a's slots first or b's: as the
  // type has it. O(degree), and for merged systems a look at neighbours.
  PairRef ref(network::NodeId a, network::NodeId b) const;

  // Numbers of labels of ordered pairs; equal: alike in the relation.
  std::uint32_t label(network::NodeId a, network::NodeId b) const;

  struct Labels;  // how pairs are told apart
  std::shared_ptr<const Labels> labels;
};

enum class PairMode : std::uint8_t { automatic, unreduced, exact, merged };

// More types than this are merged.
inline constexpr std::size_t max_pair_types = 20'000;

// Exact: the classes of the strengthened pairwise balance relation, valid for
// the processes and the initial condition. None if the limits were reached.
std::optional<PairSystem> pair_system(
    const network::Instance& instance,
    std::shared_ptr<const Reduction> reduction, PairMode mode,
    const network::Limits& limits);

}  // namespace vicinal::fixpoint::inline pair
