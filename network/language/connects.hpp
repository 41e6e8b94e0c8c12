// SPDX-License-Identifier: MIT
// The connect statements of a checked model, each with what stands around it.
#pragma once

#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// A loop, or a branch and whether its condition is true.
struct Around {
  Range loop = {};
  ExprId guard = {};
  bool truth = true;
};

// Lives as long as the model.
struct Connect {
  const Connection* connection = nullptr;
  std::vector<Around> around;  // outermost first
};

// In the order of the text. O(statements, times those around).
std::vector<Connect> connects_of(const Model& model);

}  // namespace vicinal::network::inline language
