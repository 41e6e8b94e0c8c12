// SPDX-License-Identifier: MIT
// Questions about forms, for Z3.
#pragma once

#include <z3++.h>

#include <map>
#include <span>
#include <vector>

#include "symmetry/forms/forms.hpp"

namespace vicinal::symmetry::inline judge {

class FormSolver {
 public:
  // Both must outlive it.
  FormSolver(const Forms& forms, const network::Instance& instance);

  // Whether `sure` is true in all valuations in which `given` is. False also if
  // Z3 gives up: whatever is not `unsat` is no proof.
  bool implies(FormId given, FormId sure);

 private:
  z3::expr slot(std::uint32_t slot);
  z3::expr number(FormId form);
  z3::expr translated(FormId form);
  z3::expr translated_cases(std::uint32_t item, std::span<const FormId> parts);
  z3::expr truth(FormId form) { return number(form) != 0; }

  const Forms& forms_;
  const network::Instance& instance_;
  z3::context context_;
  z3::solver solver_;
  std::map<std::uint32_t, z3::expr> slots_;
  std::map<FormId, z3::expr> known_;
};

}  // namespace vicinal::symmetry::inline judge
