// SPDX-License-Identifier: MIT
// Temporal properties, checked in all ways, and whether what explains an answer
// is what it is said to be.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decide/instances/checking.hpp"

namespace vicinal::test {

extern const std::vector<decide::CheckMethod> methods;

// The model, with its instance, if it is good.
std::unique_ptr<decide::Opened> open(const std::string& text);

// All its temporal properties. None: there is no initial state.
std::optional<decide::CheckReport> checked(
    decide::Opened& opened, decide::CheckMethod method, bool decompose,
    bool track = true, std::optional<symmetry::Way> group = std::nullopt,
    explore::Paths paths = explore::Paths::fair,
    std::optional<decide::NamedText> given = std::nullopt);

// The model without what it assumes of fairness.
std::string without_fairness(const std::string& text);

struct SeenPaths {
  std::size_t lassos = 0, nested = 0, ends = 0;
  std::size_t longest_loop = 0;  // in steps
};

// Down to the atoms: each path is a run, comes back, is fair where only fair
// paths count, and is of the formula what it is said to be. `initial`: it
// begins in an initial state.
void check_explanation(const decide::Opened& opened,
                       const decide::CheckReport& report,
                       const explore::Explanation& why, bool initial,
                       SeenPaths& seen);

}  // namespace vicinal::test
