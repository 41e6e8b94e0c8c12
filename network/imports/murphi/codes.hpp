// SPDX-License-Identifier: MIT
// What can be wrong with a Murphi file, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::murphi::codes {

inline constexpr network::Code not_a_model{1301};
inline constexpr network::Code file_too_large{1302};
inline constexpr network::Code part_not_taken{1303};
inline constexpr network::Code operator_on_bits{1304};
inline constexpr network::Code too_many_digits{1305};
inline constexpr network::Code recursion{1306};
inline constexpr network::Code assumption{1307};
inline constexpr network::Code cover_statement{1308};
inline constexpr network::Code loop_not_taken{1309};
inline constexpr network::Code binder_changed{1310};
inline constexpr network::Code call_or_record_not_taken{1311};
inline constexpr network::Code empty_enumeration{1312};
inline constexpr network::Code no_start_state{1313};
inline constexpr network::Code inlined_too_large{1314};
inline constexpr network::Code reference_changed{1315};
inline constexpr network::Code scalarset_of_one_size{1316};
inline constexpr network::Code put_is_ignored{1317};
inline constexpr network::Code range_of_every_size{1318};

}  // namespace vicinal::murphi::codes
