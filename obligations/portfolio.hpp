// SPDX-License-Identifier: MIT
// Solvers that are asked side by side, each a process of its own: the Z3 that
// is linked here, and programs that read SMT-LIB 2.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "obligations/answers.hpp"

namespace vicinal::obligations {

struct Solver {
  std::string name;  // "built-in", "z3", "cvc5"
  std::string version;
};

// "z3, cvc5 or built-in"
std::string solver_names();

// Of a list with commas between. A sentence, where a name is unknown, there
// twice, or of a program that cannot be run.
std::variant<std::vector<Solver>, std::string> solvers_named(
    std::string_view list);

struct Asking {
  // Go on until all have answered; otherwise until one says unsat or sat.
  bool all = false;
  // Then whoever has not answered does not know.
  double seconds = std::numeric_limits<double>::infinity();
};

// What they say of a text: whatever is not exactly one expected answer is
// unknown. At least one answer; of those that were stopped because another was
// faster there is none. Polls. `job`: for the answers.
std::vector<SolverAnswer> ask_solvers(const std::vector<Solver>& solvers,
                                      const std::string& job,
                                      const std::string& text,
                                      const Asking& asking = {});

// The judges of a verification: each obligation is asked, one after the other.
Judges portfolio(std::vector<Solver> solvers, bool all);

}  // namespace vicinal::obligations
