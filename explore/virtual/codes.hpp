// SPDX-License-Identifier: MIT
// What can be wrong with a structure as text, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::explore::codes {

inline constexpr network::Code not_a_structure{630};
inline constexpr network::Code structure_part_twice{631};
inline constexpr network::Code processes_do_not_fit{632};
inline constexpr network::Code unknown_state_or_process{633};
inline constexpr network::Code group_does_not_act{634};

}  // namespace vicinal::explore::codes
