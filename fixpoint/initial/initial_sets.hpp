// SPDX-License-Identifier: MIT
// I-tilde of all nodes, compared without listing what is large. Not for use
// outside of fixpoint/.
#pragma once

#include <map>
#include <vector>

#include "fixpoint/orbits/projection.hpp"
#include "fixpoint/views/state_set.hpp"

namespace vicinal::fixpoint::inline initial {

// Rows where there are few, else a description: equal descriptions stand for
// equal sets, so that taking unequal ones for unequal sets is sound.
struct InitialSet {
  StateSet rows;
  Projection projection;
  bool listed = true;
  auto operator<=>(const InitialSet&) const = default;
};

InitialSet renamed(const InitialSet& set, const std::vector<std::uint32_t>& at);

// Whether the set is closed under exchanges of columns.
bool closed(const InitialSet& set, const std::vector<ColumnSwap>& swaps);

// Equal sets are stored once.
class InitialSets {
 public:
  // Up to `rows` of them are listed at once; a node that has more than
  // `limit` rows then is refused.
  InitialSets(std::uint64_t rows, std::uint64_t limit)
      : rows_(rows), limit_(limit) {}

  // The next node's; the next node has that of an earlier one.
  bool add(Projection projection);
  void repeat(network::NodeId like) { set_of_.push_back(number(like)); }
  std::uint32_t number(network::NodeId n) const { return set_of_[n.index()]; }
  const InitialSet& operator[](network::NodeId n) const {
    return *sets_[number(n)];
  }

 private:
  std::uint64_t rows_, limit_;
  std::map<InitialSet, std::uint32_t> numbers_;
  std::vector<const InitialSet*> sets_;  // keys of the map
  std::vector<std::uint32_t> set_of_;
};

// The rows of a set; false if there are more than `limit`, or more than memory
// has room for.
bool list_rows(const InitialSet& set, std::uint64_t limit, StateSet& out);

}  // namespace vicinal::fixpoint::inline initial
