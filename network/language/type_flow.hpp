// SPDX-License-Identifier: MIT
// Which values may flow where: the one table of the language.
//
// A value of the type in a row may get to a place of the type in a column
//   =  as it is: every value of the one type is a value of the other
//   c  checked: its scalars are compared with the bounds of the place when it
//      is stored; one that is out of range is a model error
//   -  never: the checker refuses
//
//              bool int lo..hi enum struct T[k] T[s] id of s queue  node
//   bool        =    -    -     -     -     -    -      -      -     -
//   int         -    =    c     -     -     -    -      -      -     -
//   lo..hi      -    =   = c    -     -     -    -      -      -     -
//   enum        -    -    -    own    -     -    -      -      -     -
//   struct      -    -    -     -    own    -    -      -      -     -
//   T[k]        -    -    -     -     -   part   -      -      -     -
//   T[s]        -    -    -     -     -     -   part    -      -     -
//   id of s     -    -    -     -     -     -    -     own     -     -
//   none        -    -    -     -     -     -    -      =      -     -
//   queue       -    -    -     -     -     -    -      -     own    -
//   node        -    -    -     -     -     -    -      c      -    own
//
//   own   only to the very same type (enum, struct, family, process)
//   part  arrays of the same length or family, as their elements do; lengths
//         over parameters are the same if they are written alike
//
// Queues are invariant: to the same element type and capacity only, at every
// depth. What is not used of a queue holds the least value of its elements'
// type and takes part in == and :=, so a queue of other bounds would be another
// sequence of scalars. Everything else is covariant with a check.
//
// Two values are compared, are the values of one `if`, or stand in one array
// [a, b], if their types have a common one: that to which both flow without
// being checked (numbers of different ranges: `int`).
//
// Nodes are not stored. Those in an array [p, q] become references where the
// array is assigned to, or compared with, one of references; elsewhere the
// checker refuses it.
//
// Ends of edges hold one place under two types, so they must be the same,
// bounds over parameters by their values (elaborate_connect.cpp).
//
// Values that are no places are not held to their types: T(7).f is 7 also
// where f is 0..3; what counts is where it is stored. So whoever asks whether
// a check is needed asks `needs_check`.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

enum class Flow : std::uint8_t { same, checked, refused };

// The table. Types are interned, so that the same types have the same ids.
Flow flow(const Model& model, TypeId value, TypeId target);

// Whether an expression reads a place of the state, or the first element of a
// queue that is one: then its value lies within its type.
bool stored(const Model& model, ExprId e);

// Whether storing the value in a place of the type may be an error.
bool needs_check(const Model& model, ExprId value, TypeId target);

// Same expression, node by node. Only sizes and bounds are compared, which
// have neither state nor binders of interest.
bool same_expr(const Model& model, ExprId a, ExprId b);

}  // namespace vicinal::network::inline language
