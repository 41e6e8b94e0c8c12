// SPDX-License-Identifier: MIT
#include "fixpoint/obligations/generator.hpp"

namespace vicinal::obligations {

void Generator::elaboration() {}

}  // namespace vicinal::obligations
