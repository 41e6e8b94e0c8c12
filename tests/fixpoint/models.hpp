// SPDX-License-Identifier: MIT
// Models that several tests look at.
#pragma once

#include <string>

namespace vicinal::fixpoint_tests {

// The text of examples/NAME.
std::string example(const std::string& name);

// A hub c, n spokes s and their edges e: what hub and spokes declare besides
// their ports, the type of edges, and what follows it.
std::string star(const std::string& hub, const std::string& spoke,
                 const std::string& edge, const std::string& rest = "");

}  // namespace vicinal::fixpoint_tests
