// SPDX-License-Identifier: MIT
// What can be wrong with a log, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::explore::codes {

inline constexpr network::Code unfit_log_line{1401};
inline constexpr network::Code unknown_in_log{1402};
inline constexpr network::Code unfit_value_in_log{1403};
inline constexpr network::Code log_says_nothing{1404};
inline constexpr network::Code unfit_mapping{1405};
inline constexpr network::Code no_such_hidden_action{1406};

}  // namespace vicinal::explore::codes
