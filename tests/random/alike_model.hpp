// SPDX-License-Identifier: MIT
// Random models whose indices are nearly alike: arrays over a range, rules over
// it or over a part of it, an element at a constant; or clients and servers
// whose lines are drawn under conditions, with references that may be exchanged
// alone. What tells indices apart is a single place, or none.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// Every other one is flat.
std::string alike_model(std::uint64_t seed);

}  // namespace vicinal::random_models
