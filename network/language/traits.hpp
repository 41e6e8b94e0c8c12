// SPDX-License-Identifier: MIT
// What is true of an operator, whatever it is applied to. Whoever asks "is this
// a place?", "is this a comparison?" asks here, and a new operator is entered
// here once.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// Holds a value of the state: where all reading of the state begins.
constexpr bool holds_state(Op op) {
  return op == Op::variable || op == Op::edge_value || op == Op::shared;
}

// Reads the state by itself. `enabled` looks at guards anywhere.
constexpr bool reads_state(Op op) {
  return holds_state(op) || op == Op::enabled;
}

// Part of the value of its first child.
constexpr bool is_part(Op op) {
  return op == Op::field || op == Op::element;
}

// Has binders, and a body as its last child. With a body that is a formula,
// `forall` and `exists` are temporal.
constexpr bool is_quantifier(Op op) {
  return op >= Op::forall && op <= Op::greatest;
}

// A quantifier whose body is a number.
constexpr bool folds_numbers(Op op) {
  return op >= Op::sum && op <= Op::greatest;
}

constexpr bool is_arithmetic(Op op) {
  return op >= Op::negate && op <= Op::power;
}

constexpr bool is_comparison(Op op) {
  return op >= Op::equal && op <= Op::greater_equal;
}

// Truth of truths: not, and, or, implies, iff.
constexpr bool is_logical(Op op) {
  return op >= Op::logical_not && op <= Op::iff;
}

// Formulas over paths. An atom is what they are built of.
constexpr bool is_temporal(Op op) {
  return op >= Op::atom && op <= Op::exists_path;
}

// A node or an edge is named by its place in a family.
constexpr bool names_member(Op op) {
  return op == Op::family_node || op == Op::family_edge;
}

// Goes from a value to a node that it names, or back.
constexpr bool uses_reference(Op op) {
  return op == Op::dereference || op == Op::to_reference;
}

// Evaluating it may be a model error though its children and ranges have
// values. Of what is indexed: if there are indices, see `can_fail(Expr)`.
constexpr bool can_fail(Op op) {
  switch (op) {
    case Op::family_node:
    case Op::family_edge:
    case Op::shared:       // an index is out of bounds
    case Op::element:      // likewise; a queue may be shorter
    case Op::dereference:  // none
    case Op::head:         // the queue is empty
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::absolute:
    case Op::power:
    case Op::sum:  // 64 bits; a division by zero, a negative exponent
    case Op::least:
    case Op::greatest:  // no member
    case Op::enabled:   // some guard may fail
      return true;
    default:
      return false;
  }
}

// A family without dimensions is one node, edge or variable.
inline bool can_fail(const Expr& e) {
  const bool indexed = names_member(e.op) || e.op == Op::shared;
  return can_fail(e.op) && !(indexed && e.children.empty());
}

}  // namespace vicinal::network::inline language
