// SPDX-License-Identifier: MIT
// Formulas whose atoms become others, compared up to the order in which parts
// of conjunctions and disjunctions stand.
#pragma once

#include <map>
#include <vector>

#include "explore/temporal/formula.hpp"

namespace vicinal::explore::inline temporal {

class NormalFormulas {
 public:
  // What atoms become; all of a formula have to be there.
  using Image = std::map<std::uint32_t, std::uint32_t>;
  // Of formulas under one image; not to be used for another.
  using Known = std::map<FormulaId, std::uint32_t>;

  // Equal numbers, equal formulas, whatever the images are. O(what is below it
  // * log), the first time. Polls.
  std::uint32_t number(const Formulas& formulas, FormulaId f,
                       const Image& image, Known& known);

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
};

}  // namespace vicinal::explore::inline temporal
