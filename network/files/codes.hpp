// SPDX-License-Identifier: MIT
// What can be wrong with a file of a network, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::network::codes {

inline constexpr Code not_json{601};
inline constexpr Code file_nested_too_deep{602};
inline constexpr Code unexpected_in_file{603};
inline constexpr Code key_twice{604};
inline constexpr Code missing_id{605};
inline constexpr Code id_twice{606};
inline constexpr Code unknown_id{607};
inline constexpr Code part_ignored{608};
inline constexpr Code line_is_no_edge{609};
inline constexpr Code not_in_nauty_format{610};
inline constexpr Code not_xml{611};
inline constexpr Code doctype{612};
inline constexpr Code file_not_utf8{614};
inline constexpr Code wrong_sign_or_word{615};
inline constexpr Code not_a_number{616};
inline constexpr Code second_graph{617};
inline constexpr Code edge_at_two_ports_of_node{618};
inline constexpr Code too_many_for_file{619};
inline constexpr Code unknown_format{620};
inline constexpr Code format_forbids{621};
inline constexpr Code several_networks{622};
inline constexpr Code no_such_network{623};
inline constexpr Code neighbours_disagree{624};
inline constexpr Code form_not_read{625};

}  // namespace vicinal::network::codes
