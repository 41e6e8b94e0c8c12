// SPDX-License-Identifier: MIT
// A lone node beside a random model, with what types can be made of types:
// arrays of queues, of arrays, of references; structs in structs; queues of
// arrays and of references; arrays over nodes whose elements are numbers.
#pragma once

#include <string>

#include "terms.hpp"

namespace vicinal::random_models {

struct Extra {
  std::string types;       // structs
  std::string process;     // process Extra
  std::string node;        // its family
  std::string initial;     // init formulas, or nothing
  std::string properties;  // invariants
};

// Two or three variables of few states each. `integers`: perhaps an `int`,
// which the local engines refuse.
Extra extra(Dice& dice, bool integers);

}  // namespace vicinal::random_models
