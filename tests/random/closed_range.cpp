// SPDX-License-Identifier: MIT
// Nodes that count by themselves: (most + 1)^n states.
#include "closed_range.hpp"

#include <fmt/format.h>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

// Of so many nodes with 0..most each: what the last size shows, and perhaps
// no other one.
std::string claim(Dice& dice, int low, int high, int most) {
  switch (dice.below(7)) {
    case 0:
    case 1:
      return fmt::format("sum(i in p: i.x) < {}", most * high);
    case 2:
      return fmt::format("sum(i in p: i.x) <= {}",
                         most * high - dice.below(most));
    case 3:
      return fmt::format("count(i in p: i.x == {}) < {}", most,
                         high + dice.below(2));
    case 4:
      return fmt::format("n {} {}", dice.one_in(2) ? ">" : "!=",
                         low + dice.below(high - low + 1));
    case 5:
      return fmt::format("exists i in p: i.x <= {}", dice.below(most + 1));
    default:
      return fmt::format("sum(i in p: i.x) <= {} * n", most);
  }
}

}  // namespace

std::string closed_range(std::uint64_t seed) {
  Dice dice(seed + 0xc105ed);
  const int high = 2 + dice.below(3);
  const int low = dice.one_in(2) ? 0 : dice.below(high);
  // (most + 1)^high > 8000.
  const int most = high == 2   ? 90 + dice.below(60)
                   : high == 3 ? 20 + dice.below(10)
                               : 9 + dice.below(4);
  std::string text = fmt::format(
      "param n : {}..{} = {};\nprocess P {{\n  var x : 0..{} = 0;\n"
      "  action up when x < {} {{ x := x + 1; }}\n",
      low, high, high, most, most);
  if (dice.one_in(3)) text += "  action again when x > 0 { x := 0; }\n";
  text += "}\nnetwork { node p[n] : P; }\n";
  for (int i = 0; i < 2; ++i) {
    text +=
        fmt::format("invariant q{}: {};\n", i, claim(dice, low, high, most));
  }
  return text;
}

}  // namespace vicinal::random_models
