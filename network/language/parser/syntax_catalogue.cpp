// SPDX-License-Identifier: MIT
// The codes of the lexer and the parser.
#include <array>
#include <string>

#include "network/language/ast.hpp"
#include "network/language/codes.hpp"
#include "network/language/parser/syntax_catalogue.hpp"

namespace vicinal::network::inline language {
namespace {

using std::string_view_literals::operator""sv;

// Parentheses deeper than anything may nest.
const std::string& too_deep() {
  static const std::string text =
      "const k = " + std::string(ast::max_depth + 1, '(') + "1" +
      std::string(ast::max_depth + 1, ')') + ";\n";
  return text;
}

const std::array<Entry, 42> syntax_entries{{
    {codes::stray_character, "unexpected character",
     "The character starts nothing in the language. Comments start with "
     "'//', strings stand in double quotes, and the operators are those of "
     "the language reference.",
     "const k = 3;  # three\n", "const k = 3;  // three\n"},
    {codes::not_utf8, "not UTF-8",
     "The file is not a text in UTF-8; only the first malformed byte is "
     "reported. Files in Latin-1 or UTF-16 must be converted.",
     "const k = 3;  // caf\xE9\n", "const k = 3;  // caf\u00e9\n"},
    {codes::nul_byte, "NUL byte",
     "The file has a byte 0, which no text has; is it a text at all? Only "
     "the first is reported.",
     "const k = \0 3;\n"sv, "const k = 3;\n"},
    {codes::comment_without_end, "comment without end",
     "A comment that starts with '/*' ends with '*/'. Comments do not nest.",
     "const k = 3; /* three\n", "const k = 3; /* three */\n"},
    {codes::string_without_end, "string without end",
     "A string ends on the line it starts on, with a double quote.",
     "network from \"ring.graphml\n", "network from \"ring.graphml\" { }\n"},
    {codes::malformed_number, "malformed number",
     "Numbers are integers in decimal notation. A name does not start with "
     "a digit.",
     "const k = 0x10;\n", "const k = 16;\n"},
    {codes::number_too_large, "number too large",
     "Numbers in a model lie between -2^63 and 2^63 - 1.",
     "const k = 9223372036854775808;\n", "const k = 9223372036854775807;\n"},
    {codes::character_beyond_ascii, "character beyond ASCII",
     "Names are made of the letters a-z and A-Z, digits and '_', operators "
     "of the characters on a keyboard. Other characters may stand in "
     "comments.",
     "invariant small: k \u2264 3;\n", "invariant small: k <= 3;\n"},
    {codes::single_ampersand_or_bar, "single & or |",
     "There are no operators on bits: '&&' is and, '||' is or.",
     "invariant both: a & b;\n", "invariant both: a && b;\n"},
    {codes::unknown_declaration, "unknown declaration",
     "At top level stand enum, struct, const, param, def, process, network, "
     "shared, init, rule, invariant, assert, ctl, ltl, ctlstar, fair and "
     "rank. Ports, variables and actions are parts of a process, nodes, edges "
     "and "
     "connections parts of a network.",
     "proces P { }\n", "process P { }\n"},
    {codes::reserved_word, "reserved word",
     "The word has a meaning wherever a name could stand, and so cannot be "
     "one. Names of functions, such as 'count' or 'full', may name "
     "variables, but neither definitions nor structs.",
     "const self = 3;\n", "const itself = 3;\n"},
    {codes::nested_too_deep, "nested too deep",
     "Expressions, types, statements and blocks nest at most 400 levels "
     "deep; so do chains of an operator other than && and ||. Name a part "
     "of the expression by a definition.",
     too_deep(), "const k = 1;\n"},
    {codes::name_expected, "name expected", "A name is missing here.",
     "const = 3;\n", "const k = 3;\n"},
    {codes::chained_comparison, "chained comparison",
     "A comparison yields a truth value, which cannot be compared with a "
     "number. Join two comparisons by '&&'.",
     "invariant between: 0 <= k <= 3;\n",
     "invariant between: 0 <= k && k <= 3;\n"},
    {codes::equals_for_comparison, "= where == is meant",
     "'==' compares. '=' gives a value to what is declared, ':=' assigns.",
     "rule r when x = 1 { skip; }\n", "rule r when x == 1 { skip; }\n"},
    {codes::equals_for_assignment, "= where := is meant",
     "':=' assigns, and stands once in a statement: 'c, d := d, c;'. There "
     "is no '+=' and its like.",
     "rule r { x = 1; }\n", "rule r { x := 1; }\n"},
    {codes::foreign_operator, "operator of another language",
     "The operators are && || ! => <=> and + - * / %; words such as 'and', "
     "'not' or 'mod' are names.",
     "invariant both: a and b;\n", "invariant both: a && b;\n"},
    {codes::missing_semicolon, "missing ;",
     "Declarations and statements end with ';', unless they end with a "
     "block.",
     "const k = 3\nconst m = 4;\n", "const k = 3;\nconst m = 4;\n"},
    {codes::expression_expected, "expression expected",
     "An expression or a part of it is missing: after an operator, between "
     "parentheses, after '='.",
     "const k = 3 + ;\n", "const k = 3 + 1;\n"},
    {codes::type_expected, "type expected",
     "A type is bool, int, lo..hi, the name of an enumeration or a struct, "
     "T[k], 'id of s' or 'queue T[k]'.",
     "shared x : ;\n", "shared x : bool;\n"},
    {codes::unexpected_token, "something else expected",
     "The message says what is missing here: a parenthesis, a ':', a word.",
     "def f(x = x + 1;\n", "def f(x) = x + 1;\n"},
    {codes::missing_brace, "missing }",
     "A block does not end: a declaration that cannot be part of it follows, "
     "or the file ends.",
     "process P {\n  var x : bool;\nconst k = 3;\n",
     "process P {\n  var x : bool;\n}\nconst k = 3;\n"},
    {codes::brace_too_many, "} too many",
     "No block is open that this '}' could close.", "process P { }\n}\n",
     "process P { }\n"},
    {codes::statement_expected, "statement expected",
     "A statement is an assignment, if, for, while, push, pop or skip.",
     "rule r { skp; }\n", "rule r { skip; }\n"},
    {codes::unknown_part_of_process, "unknown part of a process",
     "A process has ports, variables and actions.",
     "process P { vra x : bool; }\n", "process P { var x : bool; }\n"},
    {codes::unknown_part_of_network, "unknown part of a network",
     "A network has nodes, edges, connections, 'for' and 'if' around them, "
     "and 'init'.",
     "network { nod p : P; }\n", "network { node p : P; }\n"},
    {codes::parameter_without_default, "parameter without default",
     "A parameter has a default: the value when one instance is asked for "
     "without -D.",
     "param n : 2..;\n", "param n : 2.. = 4;\n"},
    {codes::parameter_without_range, "parameter without range",
     "A parameter has a range, which may be open at the top: 2..8 or 2.. .",
     "param n = 4;\n", "param n : 2.. = 4;\n"},
    {codes::port_without_direction, "port without direction",
     "A port says whether its process may read ('in'), write ('out') or do "
     "both ('inout').",
     "process P { port p : bool; }\n", "process P { port p : in bool; }\n"},
    {codes::ambiguous_size, "ambiguous size",
     "With two sizes after 'queue T' it is not clear which belongs to the "
     "queue: (queue T[k])[m] is an array of queues, queue (T[k])[m] a queue "
     "of arrays.",
     "shared q : queue bool[2][3];\n", "shared q : queue (bool[2])[3];\n"},
    {codes::atom_without_braces, "atom without braces",
     "In a temporal formula, what is true of a state stands in braces.",
     "ctl always: AG x == 1;\n", "ctl always: AG {x == 1};\n"},
    {codes::foreign_path_operator, "path operators of another language",
     "Only A and E join with X, F and G, as in AG. A and E take "
     "parentheses. Spin's [] is G, and its <> is F.",
     "ltl again: GF {p};\n", "ltl again: G F {p};\n"},
    {codes::misplaced_clause, "repeated or misplaced clause",
     "An action has one 'when' and one 'priority' at most, in this order; "
     "an edge one color, one initial value and one 'via'.",
     "rule r when a when b { skip; }\n", "rule r when a && b { skip; }\n"},
    {codes::wrong_kind_of_network, "not in this kind of network",
     "In a network 'any' or from a file the graph is given: 'via' says "
     "where edges end, and there is nothing to count or to connect. In a "
     "network block 'connect' says where an edge ends.",
     "network any { node p[3] : P; edge e : bool via link; }\n",
     "network any { node p : P; edge e : bool via link; }\n"},
    {codes::edge_without_via, "edge without via",
     "In a network 'any' or from a file, 'via' names the port set at which "
     "the nodes have their edges; 'via out -> in' those of writer and "
     "reader.",
     "network any { node p : P; edge e : bool; }\n",
     "network any { node p : P; edge e : bool via link; }\n"},
    {codes::nothing_inside, "nothing in it",
     "An enumeration needs a constant, a struct a field.", "enum Phase { }\n",
     "enum Phase { idle, busy }\n"},
    {codes::binder_without_range, "bound variable without a range",
     "A quantifier, a parameter, a 'for' says what its variable ranges over: "
     "'i in s' or 'i in 0..3'.",
     "invariant all: forall i: i.ready;\n",
     "invariant all: forall i in s: i.ready;\n"},
    {codes::several_loop_variables, "several variables in a for",
     "A 'for' has one variable.", "rule r { for i, j in s { skip; } }\n",
     "rule r { for i in s { for j in s { skip; } } }\n"},
    {codes::else_without_if, "else without if",
     "'else' follows the block of an 'if', without a ';' between.",
     "rule r { if a { skip; }; else { skip; } }\n",
     "rule r { if a { skip; } else { skip; } }\n"},
    {codes::property_without_name, "property without a name",
     "Reports and --property name properties: they need a name.",
     "invariant: x == 1;\n", "invariant one: x == 1;\n"},
    {codes::assignment_for_equals, ":= where = is meant",
     "'=' gives an initial value, a default, a meaning. ':=' is for "
     "statements.",
     "const k := 3;\n", "const k = 3;\n"},
    {codes::family_without_name, "family without a name",
     "In a network 'any', invariants and what explains a proof speak of the "
     "nodes and the edges of every graph: both need a name. In a network "
     "from a file they may go without, since the file has names.",
     "network any { node : P; edge : bool via link; }\n",
     "network any { node p : P; edge e : bool via link; }\n"},
}};

}  // namespace

std::span<const Entry> syntax_catalogue() {
  return syntax_entries;
}

}  // namespace vicinal::network::inline language
