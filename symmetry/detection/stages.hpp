// SPDX-License-Identifier: MIT
// What each stage of detection made, as text (vicinal symmetry --show).
#pragma once

#include <string>
#include <vector>

#include "symmetry/detection/detection.hpp"

namespace vicinal::symmetry::inline detection {

// Lines. One summand for each action and each rule: local variables with their
// domains, enabling condition and next-state program as in the model, and how
// many values the local variables may have together (SD Figure 3).
std::vector<std::string> summands_text(const Detection& detection);
// Of each summand with values for its local variables.
std::vector<std::string> ssa_text(const Detection& detection);
// Variables with the values that occur, constraints, summands (SD Figure 4).
std::vector<std::string> csp_text(const Detection& detection);
// How many vertices of which kind there are.
std::vector<std::string> graph_text(const Detection& detection);

// In the language of Graphviz.
std::string graph_dot(const Detection& detection);

}  // namespace vicinal::symmetry::inline detection
