// SPDX-License-Identifier: MIT
// Small instances of a family with all their states, of which lemmas are made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "families.hpp"
#include "fixpoint/lemmas/lemmas.hpp"

namespace vicinal::family_tests {

// All small instances of a family with what they reach.
struct World {
  std::vector<std::unique_ptr<fixpoint::Sample>> samples;
  std::vector<fixpoint::Explored> explored;
  bool complete = true;  // every one of them
};

World world_of(const random_models::Loaded& loaded, const SmallBounds& bounds);

SmallBounds small_bounds();

// Which of these is violated in a small instance of the family.
std::vector<bool> violated_of(std::string text,
                              const std::vector<std::string>& formulas,
                              const SmallBounds& bounds);

}  // namespace vicinal::family_tests
