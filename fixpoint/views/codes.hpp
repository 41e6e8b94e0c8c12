// SPDX-License-Identifier: MIT
// What the local engines do not take, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::fixpoint::codes {

inline constexpr network::Code rule_in_local_proof{701};
inline constexpr network::Code shared_variable_written{702};
inline constexpr network::Code shared_variable_without_value{703};
inline constexpr network::Code unbounded_in_local_proof{704};
inline constexpr network::Code parameter_over_what_others_know{705};
inline constexpr network::Code effect_that_others_decide{708};
inline constexpr network::Code looks_beyond_quotient{709};
inline constexpr network::Code quotient_does_not_show{710};

}  // namespace vicinal::fixpoint::codes
