// SPDX-License-Identifier: MIT
// The examples are Murphi files.
#include "network/imports/murphi/murphi_catalogue.hpp"

#include <array>

#include "network/imports/murphi/codes.hpp"

namespace vicinal::murphi {
namespace {

const std::array<network::Entry, 18> entries{{
    {codes::not_a_model, "not a Murphi model",
     "The message is that of librumur, which reads the file: a token "
     "that is not expected, a name that nothing declares, types that do "
     "not fit.",
     "var x : boolean;\n"
     "startstate begin x := 1; end;\n",
     "var x : boolean;\n"
     "startstate begin x := true; end;\n"},
    {codes::file_too_large, "Murphi file that is too large",
     "What reads Murphi copies what it has read, and recurses as deep as "
     "brackets and blocks do: at most 100 of them lie in each other, "
     "1000 signs stand in one statement, and with every name replaced by "
     "what it stands for a file has at most 3 million parts.",
     "var x : 0..1;\n"
     "startstate begin x := "
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))"
     "))))))))))))))))))))))))))))))))))))))))))))))))))))))))); end;\n",
     "var x : 0..1;\n"
     "startstate begin x := (1); end;\n"},
    {codes::part_not_taken, "part of Murphi that is not taken",
     "Unions, multisets with their 'choose', and real numbers are not "
     "taken. Where a union is of a scalarset and an enumeration, a "
     "record of both and a truth value that says which is the same.",
     "type p : scalarset(2);\n"
     "  q : union { p, enum { home } };\n"
     "var x : q;\n"
     "startstate begin x := home; end;\n",
     "type p : scalarset(2);\n"
     "  q : record home : boolean; whom : p; end;\n"
     "var x : q;\n"
     "startstate begin x.home := true; end;\n"},
    {codes::operator_on_bits, "operators on bits",
     "'<<', '>>', '~', '^', and '&' and '|' of numbers depend on how "
     "wide numbers are, which is not said. Powers of two are products "
     "here.",
     "var x : 0..3;\n"
     "startstate begin x := 1 << 1; end;\n",
     "var x : 0..3;\n"
     "startstate begin x := 1 * 2; end;\n"},
    {codes::too_many_digits, "number of too many digits",
     "Numbers have at most 18 digits, and constants fit into 64 bits.",
     "const n : 9999999999999999999;\n"
     "var x : boolean;\n"
     "startstate begin x := true; end;\n",
     "const n : 999999999999999999;\n"
     "var x : boolean;\n"
     "startstate begin x := true; end;\n"},
    {codes::recursion, "recursion",
     "Calls are replaced by what they do, so that no procedure calls "
     "itself, directly or through others.",
     "var x : 0..3;\n"
     "procedure down(); begin if x > 0 then x := x - 1; down(); end; end;\n"
     "startstate begin x := 3; end;\n"
     "rule begin down(); end;\n",
     "var x : 0..3;\n"
     "procedure down(); begin while x > 0 do x := x - 1; end; end;\n"
     "startstate begin x := 3; end;\n"
     "rule begin down(); end;\n"},
    {codes::assumption, "assumption among statements",
     "A step that an 'assume' cuts off is none, so that the rule is not "
     "enabled: what it says must be told from the state before the step. "
     "It may come after assignments to whole simple variables, but not "
     "after loops, calls and changes of elements and fields, and not in "
     "a function. An 'assume' of the file, in a ruleset, must not fail "
     "for a value.",
     "var x : array [0..1] of 0..3;\n"
     "startstate begin x[0] := 0; x[1] := 0; end;\n"
     "rule begin x[0] := 1 - x[0]; assume x[0] = 0; end;\n",
     "var x : array [0..1] of 0..3;\n"
     "startstate begin x[0] := 0; x[1] := 0; end;\n"
     "rule begin assume x[0] = 1; x[0] := 1 - x[0]; end;\n"},
    {codes::cover_statement, "cover among statements",
     "'cover' stands at top level here, where it says that a state with "
     "the property is reachable.",
     "var x : 0..1;\n"
     "startstate begin x := 0; end;\n"
     "rule begin cover x = 0; x := 1; end;\n",
     "var x : 0..1;\n"
     "startstate begin x := 0; end;\n"
     "rule begin x := 1; end;\n"
     "cover \"zero\" x = 0;\n"},
    {codes::loop_not_taken, "loop that is not taken",
     "A loop goes through at most 10000 rounds where its bounds are no "
     "constants, as far as their types say, and its bounds are below "
     "10^9. A quantifier whose body may be an error is written out, which "
     "is done for 64 values at most.",
     "var x : 0..99999; y : 0..9;\n"
     "startstate begin x := 2; y := 0; end;\n"
     "rule y < 3 ==> begin for i := 0 to x do y := 3; end; end;\n",
     "var x : 0..99999; y : 0..9;\n"
     "startstate begin x := 2; y := 0; end;\n"
     "rule y < 3 & x < 9 ==> begin for i := 0 to x % 9 do y := 3; end; end;\n"},
    {codes::binder_changed, "bound variable that is changed",
     "Parameters of rules and variables of loops are not assigned.",
     "var x : 0..3;\n"
     "startstate begin x := 0; end;\n"
     "rule begin for i : 0..1 do i := 1; x := i; end; end;\n",
     "var x : 0..3;\n"
     "startstate begin x := 0; end;\n"
     "rule begin for i : 0..1 do x := i; end; end;\n"},
    {codes::call_or_record_not_taken, "call or record where it is not taken",
     "A function that changes something is called where its value is "
     "surely used, once in a statement that reads nothing of what it "
     "changes: elsewhere, the order would matter. Records and arrays are "
     "copied and compared from variables.",
     "var x : 0..3;\n"
     "function next() : 0..3; begin x := (x + 1) % 4; return x; end;\n"
     "startstate begin x := 0; end;\n"
     "rule begin x := x + next(); end;\n",
     "var x : 0..3;\n"
     "function next() : 0..3; begin x := (x + 1) % 4; return x; end;\n"
     "startstate begin x := 0; end;\n"
     "rule begin x := next(); end;\n"},
    {codes::empty_enumeration, "enumeration without values",
     "A variable of it could never be defined.",
     "var x : enum { };\n"
     "  y : boolean;\n"
     "startstate begin y := true; end;\n",
     "var x : enum { a };\n"
     "  y : boolean;\n"
     "startstate begin y := true; end;\n"},
    {codes::no_start_state, "no start state",
     "A Murphi file has one start state or more.",
     "var x : boolean;\n"
     "rule begin x := true; end;\n",
     "var x : boolean;\n"
     "startstate begin x := true; end;\n"},
    {codes::inlined_too_large, "too large once calls are inlined",
     "Every call is replaced by what it does: procedures that call "
     "others several times, and these again, double the model at each "
     "step.",
     "var x : 0..3;\n"
     "procedure a(); begin x := 3 - x; end;\n"
     "procedure b(); begin a(); a(); end;\n"
     "procedure c(); begin b(); b(); end;\n"
     "procedure d(); begin c(); c(); end;\n"
     "procedure e(); begin d(); d(); end;\n"
     "procedure f(); begin e(); e(); end;\n"
     "procedure g(); begin f(); f(); end;\n"
     "procedure h(); begin g(); g(); end;\n"
     "procedure i(); begin h(); h(); end;\n"
     "procedure j(); begin i(); i(); end;\n"
     "procedure k(); begin j(); j(); end;\n"
     "procedure l(); begin k(); k(); end;\n"
     "procedure m(); begin l(); l(); end;\n"
     "procedure n(); begin m(); m(); end;\n"
     "procedure o(); begin n(); n(); end;\n"
     "procedure p(); begin o(); o(); end;\n"
     "startstate begin x := 0; end;\n"
     "rule begin p(); end;\n",
     "var x : 0..3;\n"
     "procedure a(); begin x := 3 - x; end;\n"
     "startstate begin x := 0; end;\n"
     "rule begin a(); end;\n"},
    {codes::reference_changed, "reference that is changed on the way",
     "What an alias or a 'var' parameter stands for is found before the "
     "statements that use it. Where these change an index in it, it "
     "would be another one.",
     "var x : 0..1; a : array [0..1] of 0..3;\n"
     "startstate begin x := 0; a[0] := 0; a[1] := 0; end;\n"
     "rule begin alias y : a[x] do x := 1; y := 2; end; end;\n",
     "var x : 0..1; a : array [0..1] of 0..3;\n"
     "startstate begin x := 0; a[0] := 0; a[1] := 0; end;\n"
     "rule begin alias y : a[x] do y := 2; end; x := 1; end;\n"},
    {codes::scalarset_of_one_size, "scalarset of one size",
     "A scalarset has any number of elements, where nothing else in the "
     "file depends on how many there are, or in which order they come. "
     "This one has as many as the file says; -D may give its constant "
     "another value.",
     "const n : 2;\n"
     "type p : scalarset(n);\n"
     "var x : array [p] of 0..n;\n"
     "startstate begin for i : p do x[i] := 0; end; end;\n",
     "const n : 2;\n"
     "type p : scalarset(n);\n"
     "var x : array [p] of 0..2;\n"
     "startstate begin for i : p do x[i] := 0; end; end;\n"},
    {codes::put_is_ignored, "what 'put' writes",
     "Nothing is written while states are explored. Whether what is to "
     "be written can be evaluated is looked at all the same.",
     "var x : 0..1;\n"
     "startstate begin x := 0; end;\n"
     "rule begin put \"one\"; x := 1; end;\n",
     "var x : 0..1;\n"
     "startstate begin x := 0; end;\n"
     "rule begin x := 1; end;\n"},
    {codes::range_of_every_size, "range of every size",
     "Nothing depends on the numbers of this range: they are indices, and "
     "are compared and copied among themselves. So it is taken for a "
     "scalarset, which has any number of elements. With --fixed it stays "
     "the range of the file.",
     "const n : 2;\n"
     "type p : 1..n;\n"
     "var x : array [p] of boolean;\n"
     "startstate begin for i : p do x[i] := false; end; end;\n",
     "const n : 2;\n"
     "type p : scalarset(n);\n"
     "var x : array [p] of boolean;\n"
     "startstate begin for i : p do x[i] := false; end; end;\n"},
}};

}  // namespace

std::span<const network::Entry> murphi_catalogue() {
  return entries;
}

}  // namespace vicinal::murphi
