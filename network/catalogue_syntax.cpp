// SPDX-License-Identifier: MIT
#include "network/catalogue.hpp"

namespace vicinal::network {

namespace {

constexpr Entry entries[] = {
    {101, "a character that has no meaning",
     "Outside of comments and strings a model is made of names, numbers and "
     "the operators of the language.",
     "const k = 3 & 4;\n", "const k = 3 + 4;\n"},
    {102, "a comment that is not closed",
     "A comment that starts with /* ends with */.", "const k = 3; /* three\n",
     "const k = 3; /* three */\n"},
    {103, "a string that is not closed",
     "A string ends on the line on which it starts.",
     "network from \"ring.json { }\n", "const k = 3;\n"},
    {104, "a number that is too large",
     "Numbers in a model fit into 64 bits with a sign.",
     "const k = 99999999999999999999;\n", "const k = 99999999;\n"},
    {105, "text that is not UTF-8",
     "Models are UTF-8 text. Convert the file, or look for a stray byte.",
     "const k = 3; // \xff\n", "const k = 3;\n"},
    {201, "something else was expected",
     "The text does not follow the grammar here; the message says what can "
     "stand at this place.",
     "const k 3;\n", "const k = 3;\n"},
    {202, "the text ends too early",
     "A block is not closed, or a declaration is cut off.",
     "process P {\n  var x : bool = false;\n",
     "process P {\n  var x : bool = false;\n}\n"},
    {203, "too deep",
     "Expressions, statements and blocks may be nested 400 deep. Split the "
     "expression, by definitions for example.",
     "const k = "
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "1;\n",
     "const k = (((1)));\n"},
    {204, "a ';' is missing",
     "Declarations and statements end with ';', unless they end with a block.",
     "const k = 3\nconst m = 4;\n", "const k = 3;\nconst m = 4;\n"},
    {205, "comparisons that chain",
     "a < b < c does not mean what it means in mathematics; say both parts.",
     "const k = 1 < 2 < 3;\n", "const k = 1 < 2 && 2 < 3;\n"},
    {206, "'=' in the wrong place",
     "'==' compares, ':=' assigns, and '=' gives a constant, a parameter or a "
     "variable its first value.",
     "process P {\n  var x : bool = false;\n  action a { x = true; }\n}\n",
     "process P {\n  var x : bool = false;\n  action a { x := true; }\n}\n"},
    {207, "braces in an expression",
     "Braces hold statements, and conditions in temporal formulas; "
     "parentheses group expressions.",
     "const k = {1 + 2};\n", "const k = (1 + 2);\n"},
    {208, "a condition without braces in a temporal formula",
     "In ctl, ltl and ctlstar formulas, conditions on states stand in "
     "braces.",
     "shared x : bool = false;\nctl p: AG x;\n",
     "shared x : bool = false;\nctl p: AG {x};\n"},
    {209, "'when' after 'priority'",
     "The guard comes first, then the priority.",
     "shared x : 0..1 = 0;\nrule r priority x when x == 0 { x := 1; }\n",
     "shared x : 0..1 = 0;\nrule r when x == 0 priority x { x := 1; }\n"},
    {210, "no declaration starts like this",
     "At the top of a file stand declarations: enum, struct, const, param, "
     "def, process, network, shared, init, rule, invariant, assert, ctl, "
     "ltl, ctlstar, fair.",
     "proces P { }\n", "process P { }\n"},
    {211, "a parameter without a default",
     "The default says which instance is meant when one is asked for.",
     "param n : 2..;\n", "param n : 2.. = 3;\n"},
    {212, "'init' in a process",
     "Initial conditions stand in the network block or at the top of the "
     "file; a variable's initial value stands at its declaration.",
     "process P {\n  var x : bool;\n  init x;\n}\n",
     "process P {\n  var x : bool = true;\n}\n"},
};

}  // namespace

std::span<const Entry> syntax_catalogue() {
  return entries;
}

}  // namespace vicinal::network
