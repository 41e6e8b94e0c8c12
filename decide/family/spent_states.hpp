// SPDX-License-Identifier: MIT
// What exploring one of several instances takes of the states that all of them
// may spend.
#pragma once

#include <cstdint>

#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline family {

// In states: an instance that is large has many steps in each, and takes its
// time before the first.
std::uint64_t work_of(const network::Instance& instance,
                      const explore::Exploration& of);

// Of a model with `int`: numbers that say the most of it. Others come up in the
// same way, or seldom.
network::Scalar near_zero(const network::Model& model);

}  // namespace vicinal::decide::inline family
