// SPDX-License-Identifier: MIT
// Random loops over all members of a scalarset, and functions that search
// them: some do the same in every order, some do not, and it is hard to see.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

// What a protocol has, to read and to write.
struct MurphiCells {
  std::function<std::string(const std::string&)> phase, mark;  // of a member
  bool owner = false, turn = false, count = false, table = false;
};

// The lines of a loop. `self` is a member in sight, or empty.
std::vector<std::string> murphi_loop(Dice& dice, const MurphiCells& cells,
                                     const std::string& self);

// The lines of `function chosen() : boolean`, which reads only.
std::vector<std::string> murphi_search(Dice& dice, const MurphiCells& cells);

}  // namespace vicinal::random_models
