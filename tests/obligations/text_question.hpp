// SPDX-License-Identifier: MIT
// An obligation's text, to be asked whether it admits something concrete.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "obligations/obligations.hpp"
#include "tests/obligations/text_evaluator.hpp"

namespace vicinal::texts {

// A text, read when it is needed. Assertions of the premise come first, then
// those of the conclusion, the last of which denies the goal; then what is
// shown.
struct TextQuestion {
  const obligations::Obligation* obligation = nullptr;
  std::optional<Text> text;
  std::size_t goal = 0;  // the number of that assertion

  std::vector<std::size_t> assertions(bool with_goal) const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < text->assertions(); ++i) {
      if (i != goal || with_goal) all.push_back(i);
    }
    return all;
  }
};

void read(TextQuestion& question);

// By evaluation; what is not known is searched.
Found evaluated(const TextQuestion& question,
                std::span<const Tables* const> tables, bool with_goal,
                std::size_t effort);

// By Z3, with its own reader: the same, of all values.
obligations::Answer solved(const TextQuestion& question,
                           std::span<const Tables* const> tables,
                           bool with_goal);

}  // namespace vicinal::texts
