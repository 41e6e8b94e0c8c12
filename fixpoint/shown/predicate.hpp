// SPDX-License-Identifier: MIT
// A set of local states as a formula that people read: a short conjunction of
// implications over the view's variables, in the language of models.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vicinal::fixpoint::inline shown {

inline constexpr std::size_t no_column = SIZE_MAX;

// One variable of a view: its name, and its values in order, as text.
struct Column {
  std::string name;
  bool boolean = false;             // printed as `x` and `!x`
  bool ordered = false;             // integers: intervals as `x <= 2`
  std::vector<std::string> values;  // values[i] is the text of value i
  // A part of an element of a queue: which one, and the column of the queue's
  // length, which comes first and whose value i means a length of i. There is
  // an element only if the length is greater than `position`.
  std::size_t length = no_column;
  std::uint32_t position = 0;
};

inline constexpr std::uint32_t any_value = UINT32_MAX;

// A conjunction of clauses that is true of exactly the given rows among all
// combinations of values: rows[i * columns + c] is an index into
// columns[c].values, or any_value where the set does not depend on it.
// "true" for all combinations, "false" for none. Each
// element of the result is one conjunct, e.g.
//   phase == eating => left == to_right && right == to_left
// Rows do not depend on elements that a queue does not have: any_value stands
// there. A conjunct looks at an element only after the length:
//   len(q) == 2 && q[0] == a => q[1] == b
// Deterministic. Minimal in no strict sense, but irredundant: no clause
// follows from the others. Cost grows with the number of clauses; a set that
// needs more than `clause_limit` of them, or more work than is reasonable,
// gives an empty vector: print the states instead.
std::vector<std::string> predicate(std::span<const Column> columns,
                                   std::span<const std::uint32_t> rows,
                                   std::size_t clause_limit = 200);

}  // namespace vicinal::fixpoint::inline shown
