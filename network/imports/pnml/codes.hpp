// SPDX-License-Identifier: MIT
// What can be wrong with a PNML file, or with properties of a net, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::pnml::codes {

inline constexpr network::Code not_a_net{1201};
inline constexpr network::Code unknown_part{1202};
inline constexpr network::Code missing_or_twice{1203};
inline constexpr network::Code unknown_or_repeated_name{1204};
inline constexpr network::Code tokens_not_taken{1205};
inline constexpr network::Code arc_not_taken{1206};
inline constexpr network::Code sort_not_taken{1207};
inline constexpr network::Code term_without_meaning{1208};
inline constexpr network::Code difference_below_zero{1209};
inline constexpr network::Code too_large{1210};
inline constexpr network::Code not_properties{1211};
inline constexpr network::Code property_not_taken{1212};
inline constexpr network::Code unknown_place_or_transition{1213};

}  // namespace vicinal::pnml::codes
