// SPDX-License-Identifier: MIT
// What can be wrong with a model at given sizes, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::network::codes {

// V04xx: warnings of the front end.
inline constexpr Code edge_that_nothing_touches{401};

// V05xx: sizes, connections, initial conditions.
inline constexpr Code size_outside_of_range{501};
inline constexpr Code negative_family_size{502};
inline constexpr Code type_without_values{503};
inline constexpr Code no_value_at_this_size{504};
inline constexpr Code connecting_takes_too_long{505};
inline constexpr Code port_connected_twice{506};
inline constexpr Code port_not_connected{507};
inline constexpr Code instance_too_large{509};
inline constexpr Code constant_outside_of_type{510};
inline constexpr Code type_sizes_differ{511};
inline constexpr Code graph_does_not_fit{512};
inline constexpr Code one_edge_at_two_ports{513};
inline constexpr Code initial_value_outside_of_type{514};
inline constexpr Code empty_model{515};
inline constexpr Code attribute_does_not_fit{516};

// V07xx: what an engine does not take.
inline constexpr Code network_without_graph{711};

}  // namespace vicinal::network::codes
