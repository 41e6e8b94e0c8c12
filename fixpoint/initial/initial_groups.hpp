// SPDX-License-Identifier: MIT
// The coupled parts of an initial condition. Not for use outside of
// fixpoint/initial*.cpp.
#pragma once

#include <optional>
#include <vector>

#include "fixpoint/initial/initial.hpp"

namespace vicinal::fixpoint::inline initial {

// A cardinality: how many members satisfy a body, `low <= that <= high`.
struct Cardinality {
  network::ExprId body;
  std::vector<std::vector<network::Scalar>> frames;  // one per member
  std::vector<std::vector<std::uint32_t>> slots;     // free slots, per member
  network::Scalar low = 0;
  network::Scalar high = 0;
  bool fails = false;  // evaluating the number k fails: nothing satisfies it
};

// exactly k, atmost k, exists, count(...) compared with k: as a cardinality,
// if k and the domains do not depend on the state.
std::optional<Cardinality> as_cardinality(const network::Instance& instance,
                                          const Constraint& constraint);

// Slots that are enumerated together, and all their values that satisfy the
// constraints within: `rows` is row-major over `slots`. `counts`, if there is
// a cardinality around: how many of its members each row satisfies.
struct Group {
  std::vector<std::uint32_t> slots;
  std::vector<network::Scalar> rows;
  std::vector<network::Scalar> counts;

  std::size_t size() const { return counts.size(); }
};

// What is coupled: one group, or groups under a cardinality, or a solver.
struct Component {
  std::vector<std::uint32_t> slots;   // sorted
  std::vector<std::uint32_t> groups;  // into Plan::groups
  std::vector<std::uint32_t> constraints;
  bool counted = false;  // groups are coupled by low <= sum of counts <= high
  network::Scalar low = 0, high = 0;
  network::Scalar least = 0, greatest = 0;  // sums of least, greatest counts
  bool solver = false;                      // for Z3
};

// What a group gives some of its slots, `slots[i]` for i in `at`, which are
// the view's columns `columns[i]`.
Projection::Member member_of(const Group& group,
                             const std::vector<std::uint32_t>& columns,
                             const std::vector<std::uint32_t>& slots,
                             const std::vector<std::size_t>& at);

// One slot that nothing couples; false: it has too many values.
bool free_member(const network::Instance& instance, std::uint32_t column,
                 std::uint32_t slot, Projection::Member& out);

}  // namespace vicinal::fixpoint::inline initial
