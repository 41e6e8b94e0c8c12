// SPDX-License-Identifier: MIT
// Temporal properties of a family in its small instances, up to six nodes: what
// proofs for every size are held against.
#pragma once

#include <map>
#include <string>

namespace vicinal::test {

// Instances that were looked at, by their size n, and those that have too many
// states, of which larger ones are not tried. They are counted so that a test
// can say that it looked.
struct SizesChecked {
  std::map<int, int> whole, too_large;

  std::string text() const;  // "n = 4: 12 whole, 3 too large; ..."
};

// What is asked of the properties of a model: all of them, or the last one,
// which relies on the others.
enum class Which { all, last };

// Whether they hold on all fair runs of each instance of up to three nodes, as
// a naive evaluator of CTL* says.
bool hold_up_to_three(const std::string& text, Which which, SizesChecked& seen);

// The same of four to six nodes, as `check` says, which looks at all states:
// there are more than the evaluator can do.
bool hold_up_to_six(const std::string& text, Which which, SizesChecked& seen);

}  // namespace vicinal::test
