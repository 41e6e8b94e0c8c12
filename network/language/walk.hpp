// SPDX-License-Identifier: MIT
// The one walk over a checked model. What lies below an expression is its
// children *and* the ranges of its binders: whoever forgets the latter takes
// `count(v in 1..i.x: true)` for something that no variable has a part in.
//
//   expression ── parts ──▶ children; node, low, high of each binder
//   statement ───────────▶ condition, ranges of its loop, targets, values;
//                          then the statements of its body and `otherwise`
//   action ──────────────▶ ranges of its parameters, guard, priority, body
//
//   any(model, guard, [&](const Expr& e) { return e.op == Op::head; });
//
// All of these end at the first true answer, and return whether there was one.
// Expressions that are not there (a guard that is not given) have no parts.
// Types are not walked into: their sizes and bounds are over parameters only,
// so that nothing in them depends on a state, a node or a bound variable.
//
// The walk over expressions keeps a stack of its own, and so does that over
// statements: how deep the text is nested does not matter. Where definitions
// share an argument it is visited once per use. O(what is visited).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// ---- expressions -----------------------------------------------------------

// Nodes and bounds that the binders range over, in the order of evaluation.
template <class Holds>
bool any_range(const Model& model, Range binders, Holds holds) {
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    const Binder& binder = model.binders[b];
    for (const ExprId part : {binder.node, binder.low, binder.high}) {
      if (part.valid() && holds(part)) return true;
    }
  }
  return false;
}

// What lies directly below an expression, in the order of evaluation: the
// ranges of a quantifier come before its body.
template <class Holds>
bool any_part(const Model& model, const Expr& e, Holds holds) {
  const std::uint32_t body = e.children.end - (e.binders.empty() ? 0U : 1U);
  for (std::uint32_t c = e.children.begin; c < body; ++c) {
    if (holds(model.expr_children[c])) return true;
  }
  if (any_range(model, e.binders, holds)) return true;
  for (std::uint32_t c = body; c < e.children.end; ++c) {
    if (holds(model.expr_children[c])) return true;
  }
  return false;
}

enum class Go { into, past, stop };

// Before what is below: visit(ExprId, const Expr&) says whether to look into
// it. True: it said stop.
template <class Visit>
bool walk(const Model& model, ExprId root, Visit visit) {
  if (!root.valid()) return false;
  std::vector<ExprId> open = {root};
  std::vector<ExprId> parts;
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    const Expr& e = model[id];
    const Go go = visit(id, e);
    if (go == Go::stop) return true;
    if (go == Go::past) continue;
    parts.clear();
    any_part(model, e, [&](ExprId part) {
      parts.push_back(part);
      return false;
    });
    open.insert(open.end(), parts.rbegin(), parts.rend());
  }
  return false;
}

// After what is below: enters an expression if enter(ExprId) holds, and leaves
// it when all its parts are left. True: leave(ExprId, const Expr&) said so.
template <class Enter, class Leave>
bool walk_back(const Model& model, ExprId root, Enter enter, Leave leave) {
  if (!root.valid()) return false;
  std::vector<std::pair<ExprId, bool>> open = {{root, false}};
  std::vector<ExprId> parts;
  while (!open.empty()) {
    const auto [id, entered] = open.back();
    const Expr& e = model[id];
    if (entered) {
      open.pop_back();
      if (leave(id, e)) return true;
      continue;
    }
    if (!enter(id)) {
      open.pop_back();
      continue;
    }
    open.back().second = true;
    parts.clear();
    any_part(model, e, [&](ExprId part) {
      parts.push_back(part);
      return false;
    });
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      open.emplace_back(*part, false);
    }
  }
  return false;
}

// Whether the expression, or one below it, is such: holds(const Expr&).
template <class Holds>
bool any(const Model& model, ExprId root, Holds holds) {
  return walk(model, root, [&](ExprId, const Expr& e) {
    return holds(e) ? Go::stop : Go::into;
  });
}

template <class Holds>
bool every(const Model& model, ExprId root, Holds holds) {
  return !any(model, root, [&](const Expr& e) { return !holds(e); });
}

// ---- statements and actions ------------------------------------------------

// What an expression is to its statement or action.
enum class Role { range, guard, priority, condition, target, value };

// The statements and all within them, outermost first: holds(const Stmt&).
template <class Holds>
bool any_statement(const Model& model, Range statements, Holds holds) {
  std::vector<Range> open = {statements};
  while (!open.empty()) {
    Range& range = open.back();
    if (range.empty()) {
      open.pop_back();
      continue;
    }
    const Stmt& s = model[model.stmt_children[range.begin++]];
    if (holds(s)) return true;
    open.push_back(s.otherwise);
    open.push_back(s.body);
  }
  return false;
}

// Its own expressions, without those of its body: holds(ExprId, Role).
template <class Holds>
bool any_expression(const Model& model, const Stmt& s, Holds holds) {
  if (s.condition.valid() && holds(s.condition, Role::condition)) {
    return true;
  }
  const auto ranges = [&](ExprId e) { return holds(e, Role::range); };
  if (any_range(model, s.binders, ranges)) return true;
  for (std::uint32_t t = s.targets.begin; t < s.targets.end; ++t) {
    if (holds(model.expr_children[t], Role::target)) return true;
  }
  for (std::uint32_t v = s.values.begin; v < s.values.end; ++v) {
    if (holds(model.expr_children[v], Role::value)) return true;
  }
  return false;
}

// Those of the statements and of all within them.
template <class Holds>
bool any_expression(const Model& model, Range statements, Holds holds) {
  return any_statement(model, statements, [&](const Stmt& s) {
    return any_expression(model, s, holds);
  });
}

template <class Holds>
bool any_expression(const Model& model, const Action& a, Holds holds) {
  const auto ranges = [&](ExprId e) { return holds(e, Role::range); };
  return any_range(model, a.binders, ranges) ||
         (a.guard.valid() && holds(a.guard, Role::guard)) ||
         (a.priority.valid() && holds(a.priority, Role::priority)) ||
         any_expression(model, a.body, holds);
}

// ---- binders ---------------------------------------------------------------

// holds(const Binder&)
template <class Holds>
bool any_binder(const Model& model, Range binders, Holds holds) {
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    if (holds(model.binders[b])) return true;
  }
  return false;
}

// Of all quantifiers in an expression.
template <class Holds>
bool any_binder(const Model& model, ExprId root, Holds holds) {
  return any(model, root, [&](const Expr& e) {
    return any_binder(model, e.binders, holds);
  });
}

}  // namespace vicinal::network::inline language
