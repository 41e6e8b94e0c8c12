// SPDX-License-Identifier: MIT
// What can be wrong with a model that is opened, and what the engines warn of,
// by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::decide::codes {

// V06xx: networks from files.
inline constexpr network::Code network_for_model{626};
inline constexpr network::Code quotient_for_network{627};

// V08xx: warnings of the engines.
inline constexpr network::Code action_never_fires{801};
inline constexpr network::Code premise_never_true{802};

// V09xx: the command line.
inline constexpr network::Code properties_of_no_net{914};
inline constexpr network::Code checkpoint_not_used{920};
inline constexpr network::Code checkpoint_not_saved{921};

// V11xx: Cubicle files.
inline constexpr network::Code cubicle_constant_without_value{1118};

}  // namespace vicinal::decide::codes
