// SPDX-License-Identifier: MIT
// What can be wrong with what the command line names, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::cli::codes {

inline constexpr network::Code definition_without_value{903};
inline constexpr network::Code definition_twice{904};
inline constexpr network::Code unreadable_file{905};
inline constexpr network::Code no_such_property{906};
inline constexpr network::Code no_trace{907};
inline constexpr network::Code file_outside_of_folder{908};
inline constexpr network::Code model_has_a_graph{909};
inline constexpr network::Code no_certificate{910};
inline constexpr network::Code certificate_not_written{911};
inline constexpr network::Code triples_of_an_instance{912};
inline constexpr network::Code no_instance_to_generalize{913};
inline constexpr network::Code not_in_certificate{915};
inline constexpr network::Code no_run_to_write{917};
inline constexpr network::Code run_not_written{918};
inline constexpr network::Code report_not_written{919};
inline constexpr network::Code no_folder_for_states{927};
inline constexpr network::Code no_toml{928};
inline constexpr network::Code unknown_setting{929};
inline constexpr network::Code wrong_setting{930};

}  // namespace vicinal::cli::codes
