// SPDX-License-Identifier: MIT
// What can be wrong with a text in the modelling language, by name. The lexer,
// the parser and the checker report it, and whoever finds an initial condition
// that nothing satisfies.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::network::codes {

// V01xx: characters and tokens.
inline constexpr Code stray_character{101};
inline constexpr Code not_utf8{102};
inline constexpr Code nul_byte{103};
inline constexpr Code comment_without_end{104};
inline constexpr Code string_without_end{105};
inline constexpr Code malformed_number{106};
inline constexpr Code number_too_large{107};
inline constexpr Code character_beyond_ascii{108};
inline constexpr Code single_ampersand_or_bar{109};

// V02xx: grammar.
inline constexpr Code unknown_declaration{201};
inline constexpr Code reserved_word{202};
inline constexpr Code nested_too_deep{203};
inline constexpr Code name_expected{204};
inline constexpr Code chained_comparison{205};
inline constexpr Code equals_for_comparison{206};
inline constexpr Code equals_for_assignment{207};
inline constexpr Code foreign_operator{208};
inline constexpr Code missing_semicolon{209};
inline constexpr Code expression_expected{210};
inline constexpr Code type_expected{211};
inline constexpr Code unexpected_token{212};
inline constexpr Code missing_brace{213};
inline constexpr Code brace_too_many{214};
inline constexpr Code statement_expected{215};
inline constexpr Code unknown_part_of_process{216};
inline constexpr Code unknown_part_of_network{217};
inline constexpr Code parameter_without_default{218};
inline constexpr Code parameter_without_range{219};
inline constexpr Code port_without_direction{220};
inline constexpr Code ambiguous_size{221};
inline constexpr Code atom_without_braces{222};
inline constexpr Code foreign_path_operator{223};
inline constexpr Code misplaced_clause{224};
inline constexpr Code wrong_kind_of_network{225};
inline constexpr Code edge_without_via{226};
inline constexpr Code nothing_inside{227};
inline constexpr Code binder_without_range{228};
inline constexpr Code several_loop_variables{229};
inline constexpr Code else_without_if{230};
inline constexpr Code property_without_name{231};
inline constexpr Code assignment_for_equals{232};
inline constexpr Code family_without_name{233};

// V03xx: names, types, rights.
inline constexpr Code declared_twice{301};
inline constexpr Code unknown_name{302};
inline constexpr Code binder_repeats_name{304};
inline constexpr Code defined_by_itself{305};
inline constexpr Code wrong_kind_of_name{306};
inline constexpr Code wrong_number_of_arguments{307};
inline constexpr Code no_such_member{308};
inline constexpr Code wrong_type{309};
inline constexpr Code operands_do_not_fit{310};
inline constexpr Code no_value_here{311};
inline constexpr Code in_port_assigned{312};
inline constexpr Code out_port_read{313};
inline constexpr Code variable_of_others_assigned{314};
inline constexpr Code not_assignable{316};
inline constexpr Code queue_port_not_inout{317};
inline constexpr Code word_without_meaning_here{318};
inline constexpr Code nothing_to_range_over{319};
inline constexpr Code range_and_default_do_not_fit{320};
inline constexpr Code empty_range{321};
inline constexpr Code type_not_possible_here{322};
inline constexpr Code port_set_used_as_edge{324};
inline constexpr Code formula_of_another_logic{325};
inline constexpr Code fairness_of_no_action{326};
inline constexpr Code connection_does_not_fit{327};
inline constexpr Code process_constants_do_not_fit{328};
inline constexpr Code not_in_this_network{329};
inline constexpr Code expansion_too_large{330};
inline constexpr Code constant_without_value{331};
inline constexpr Code more_places_than_values{332};
inline constexpr Code queue_element_assigned{333};
inline constexpr Code no_node_at_other_end{334};
inline constexpr Code rank_does_not_fit{335};
inline constexpr Code dynamic_edge_without_value{336};
inline constexpr Code not_in_dynamic_network{337};
inline constexpr Code change_of_no_edge{338};

// V04xx: warnings of the front end.
inline constexpr Code quantifier_reaches_too_far{402};
inline constexpr Code edge_values_compared{403};

// V05xx: sizes, connections, initial conditions.
inline constexpr Code unsatisfiable_initial_condition{508};

// V09xx: the command line.
inline constexpr Code definition_of_nothing{901};
inline constexpr Code definition_of_wrong_type{902};

}  // namespace vicinal::network::codes
