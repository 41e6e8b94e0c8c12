// SPDX-License-Identifier: MIT
// What is said of runs is made of what is said of states, in braces: true and
// false claims alike, and such as may fail. Commands that decide invariants
// must not be led astray by any of it.
#include "temporal.hpp"

#include <fmt/format.h>

namespace vicinal::random_models {

std::string temporal_properties(Dice& dice,
                                const std::vector<std::string>& claims) {
  static const std::vector<std::string> forms = {
      "ctl t{0}: AG {{{1}}};\n",
      "ctl t{0}: AG EF {{{1}}} || EX {{{2}}};\n",
      "ctl t{0}: A ({{{1}}} U {{{2}}});\n",
      "ltl t{0}: G F {{{1}}} => F G !{{{2}}};\n",
      "ltl t{0}: {{{1}}} W X {{{2}}};\n",
      "ctlstar t{0}: E (G F {{{1}}} && !{{{2}}} R {{{1}}});\n",
      "ctlstar t{0}: A (F {{{1}}}) => AG {{false}};\n"};
  std::string text;
  const int count = 1 + dice.below(2);
  for (int i = 0; i < count; ++i) {
    text += fmt::format(fmt::runtime(dice.of(forms)), i, dice.of(claims),
                        dice.of(claims));
  }
  return text;
}

}  // namespace vicinal::random_models
