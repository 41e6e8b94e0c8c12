// SPDX-License-Identifier: MIT
// Bodies of at most 2^31 add up to less than 2^63 over as many members as any
// run can visit, in every order. How large a body may be is read off types of
// places, which always hold, and off operators; of what is left nothing is
// known.
#include "fixpoint/views/sum_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "network/language/questions.hpp"

namespace vicinal::fixpoint::inline views {

using network::Expr;
using network::ExprId;
using network::Instance;
using network::Op;

namespace {

constexpr double largest = 2147483648.0;
constexpr double unknown = std::numeric_limits<double>::infinity();

// A place holds what its type allows; an expression that is none need not.
double of_place(const Instance& instance, ExprId id) {
  const Op root = (*instance.model)[network::root_of(*instance.model, id)].op;
  if (root != Op::variable && root != Op::edge_value && root != Op::shared) {
    return unknown;
  }
  const network::Bounds bounds =
      instance.size((*instance.model)[id].type).bounds;
  return std::max(std::abs(static_cast<double>(bounds.low)),
                  std::abs(static_cast<double>(bounds.high)));
}

// No value of the expression is farther from 0.
double magnitude(const Instance& instance, ExprId id) {
  const network::Model& model = *instance.model;
  const Expr& e = model[id];
  const auto child = [&](std::size_t i) {
    return magnitude(instance, model.child(e, i));
  };
  switch (e.op) {
    case Op::literal:
      return std::abs(static_cast<double>(e.value));
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
    case Op::field:
    case Op::element:
      return of_place(instance, id);
    case Op::node_index:
    case Op::length:
    case Op::count:
      return largest;
    case Op::negate:
    case Op::absolute:
      return child(0);
    case Op::add:
    case Op::subtract:
      return child(0) + child(1);
    case Op::multiply:
      return child(0) * child(1);
    case Op::if_then_else:
      return std::max(child(1), child(2));
    default:
      return unknown;
  }
}

}  // namespace

bool order_may_show(const Instance& instance, const Expr& e) {
  if (e.op != Op::sum) return false;
  const double body =
      magnitude(instance, instance.model->child(e, e.children.size() - 1));
  return !(body <= largest);
}

}  // namespace vicinal::fixpoint::inline views
