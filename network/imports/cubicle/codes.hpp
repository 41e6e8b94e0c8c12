// SPDX-License-Identifier: MIT
// What can be wrong with a Cubicle file, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::cubicle::codes {

inline constexpr network::Code stray_character{1101};
inline constexpr network::Code comment_without_end{1102};
inline constexpr network::Code unexpected_token{1103};
inline constexpr network::Code real_number{1104};
inline constexpr network::Code unknown_name{1105};
inline constexpr network::Code declared_twice{1106};
inline constexpr network::Code wrong_number_of_indices{1107};
inline constexpr network::Code case_without_default{1108};
inline constexpr network::Code types_do_not_fit{1109};
inline constexpr network::Code quantifier_without_meaning{1110};
inline constexpr network::Code part_not_taken{1111};
inline constexpr network::Code any_integer{1112};
inline constexpr network::Code update_reads_another_place{1113};
inline constexpr network::Code update_not_allowed{1114};
inline constexpr network::Code no_init_or_two{1115};
inline constexpr network::Code no_such_process{1116};
inline constexpr network::Code process_outside_of_all{1117};

}  // namespace vicinal::cubicle::codes
