// SPDX-License-Identifier: MIT
// What can be wrong with a group that somebody wrote, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::symmetry::codes {

inline constexpr network::Code not_a_generator{640};
inline constexpr network::Code unknown_in_generator{641};
inline constexpr network::Code no_permutation{642};
inline constexpr network::Code no_symmetry{643};

}  // namespace vicinal::symmetry::codes
