// SPDX-License-Identifier: MIT
// The examples are Cubicle files.
#include "network/imports/cubicle/cubicle_catalogue.hpp"

#include <array>

#include "network/imports/cubicle/codes.hpp"

namespace vicinal::cubicle {
namespace {

const std::array<network::Entry, 17> list{{
    {codes::stray_character, "unexpected character in a Cubicle file",
     "The character starts nothing in Cubicle, or the number is too large. "
     "Comments stand between (* and *).",
     "var X : bool // one\ninit () { X = True }\n",
     "var X : bool (* one *)\ninit () { X = True }\n"},
    {codes::comment_without_end, "comment without end in a Cubicle file",
     "A comment ends with '*)', and one inside of it, too: comments nest.",
     "var X : bool (* one (* two *)\ninit () { X = True }\n",
     "var X : bool (* one (* two *) *)\ninit () { X = True }\n"},
    {codes::unexpected_token, "something else expected in a Cubicle file",
     "The message says what is missing here. Names of processes, types and "
     "transitions begin with a small letter, all others with a capital.",
     "var x : bool\ninit () { X = True }\n",
     "var X : bool\ninit () { X = True }\n"},
    {codes::real_number, "real numbers",
     "Real numbers are added, subtracted and compared: then integers stand "
     "for multiples of a part of 1. There are no products of them, no more "
     "than nine digits before and behind the point, and a constant has a "
     "value only if every real number begins with one.",
     "var X : real\ninit () { X = 0.5 }\n"
     "transition t () { X := X * 0.5 }\n",
     "var X : real\ninit () { X = 0.5 }\n"
     "transition t () { X := X + 0.5 }\n"},
    {codes::unknown_name, "unknown name in a Cubicle file",
     "Nothing of this name is declared, or no process is called so here.",
     "array A[proc] : bool\ninit (z) { A[y] = True }\n",
     "array A[proc] : bool\ninit (z) { A[z] = True }\n"},
    {codes::declared_twice, "declared twice in a Cubicle file",
     "Types, their values, variables, arrays and constants have different "
     "names; so have the processes of one declaration.",
     "var X : int\nvar X : int\ninit () { X = 0 }\n",
     "var X : int\nvar Y : int\ninit () { X = 0 }\n"},
    {codes::wrong_number_of_indices, "wrong number of indices",
     "An array has the indices that its declaration says, a variable none.",
     "array A[proc, proc] : bool\ninit (z) { A[z] = True }\n",
     "array A[proc, proc] : bool\ninit (z) { A[z, z] = True }\n"},
    {codes::case_without_default, "case without a default",
     "Where no case applies, it is not said what the new value is.",
     "var X : int\ninit () { X = 0 }\n"
     "transition t () { X := case | X = 0 : 1 }\n",
     "var X : int\ninit () { X = 0 }\n"
     "transition t () { X := case | X = 0 : 1 | _ : X }\n"},
    {codes::types_do_not_fit, "types that do not fit in a Cubicle file",
     "Both sides of a comparison, and a variable and its new value, are of "
     "one type. Only numbers and processes have an order.",
     "var X : int\ninit () { X = True }\n", "var X : int\ninit () { X = 1 }\n"},
    {codes::quantifier_without_meaning, "quantifier that has no meaning here",
     "A guard may have 'forall_other j.' and 'forall j.', init 'forall j.', "
     "an unsafe formula without parameters 'forall' and 'exists'; none of "
     "them inside of another one.",
     "array A[proc] : bool\ninit (z) { A[z] = True }\n"
     "transition t (x) requires { exists y. A[y] = False } { A[x] := True }\n",
     "array A[proc] : bool\ninit (z) { A[z] = True }\n"
     "transition t (x y) requires { A[y] = False } { A[x] := True }\n"},
    {codes::part_not_taken, "part of Cubicle that is not taken",
     "'let', arrays of three indices and formulas as arguments of predicates "
     "are not taken.",
     "array A[proc, proc, proc] : bool\n",
     "array A[proc, proc] : bool\ninit (y z) { A[y, z] = True }\n"},
    {codes::any_integer, "any integer",
     "A step has finitely many outcomes, so a variable of type int cannot "
     "become any integer. Values of enumerations, processes, truth values "
     "and values of abstract types may be left open.",
     "var X : int\ninit () { X = 0 }\ntransition t () { X := ? }\n",
     "var X : bool\ninit () { X = True }\ntransition t () { X := ? }\n"},
    {codes::update_reads_another_place,
     "update that reads another place of what it writes",
     "All updates of a transition read the state before it. One of all places "
     "of an array that reads them transposed, or at a process with a number, "
     "would have to remember what it has overwritten.",
     "array A[proc, proc] : bool\ninit (y z) { A[y, z] = True }\n"
     "transition t (x) { A[i, j] := case | _ : A[j, i] }\n",
     "array A[proc, proc] : bool\ninit (y z) { A[y, z] = True }\n"
     "transition t (x) { A[i, j] := case | i = x : False | _ : A[i, j] }\n"},
    {codes::update_not_allowed, "update that is not allowed",
     "A transition updates a variable or an array once at most, and no "
     "constant.",
     "var X : int\ninit () { X = 0 }\ntransition t () { X := 1; X := 2 }\n",
     "var X : int\ninit () { X = 0 }\ntransition t () { X := 2 }\n"},
    {codes::no_init_or_two, "no init, or two", "A Cubicle file has one init.",
     "var X : int\n", "var X : int\ninit () { X = 0 }\n"},
    {codes::no_such_process, "process that does not exist",
     "Processes have the numbers #1 to that of number_procs.",
     "number_procs 2\narray A[proc] : bool\ninit () { A[#3] = True }\n",
     "number_procs 2\narray A[proc] : bool\ninit () { A[#2] = True }\n"},
    {codes::process_outside_of_all, "process outside of all",
     "'Home <> z' in init says that Home is none of the processes. There is "
     "one such value, and it has no place in the order of processes.",
     "var Home : proc\nvar Other : proc\n"
     "init (z) { Home <> z && Other <> z }\n",
     "var Home : proc\nvar Other : proc\n"
     "init (z) { Home <> z && Other = Home }\n"},
}};

}  // namespace

std::span<const network::Entry> cubicle_catalogue() {
  return list;
}

}  // namespace vicinal::cubicle
