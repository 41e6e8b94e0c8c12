// SPDX-License-Identifier: MIT
// Who is told which way statements go while they are executed.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::network::inline semantics {

// What an Evaluator tells: of `if` and `while` each value of the condition, of
// `for` each round, and that there was none.
class BranchWatch {
 public:
  // Into the body, or past it (of `if`: into `else`).
  virtual void went(const Stmt& s, bool into) = 0;

 protected:
  ~BranchWatch() = default;
};

}  // namespace vicinal::network::inline semantics
