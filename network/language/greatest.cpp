// SPDX-License-Identifier: MIT
// Two expressions are compared node by node, where one speaks of its variable
// the other of its own. What is not read off the nodes (quantifiers, the other
// ends of edges) does not occur. Of the second principle: each member has one
// number, so that k + 1 numbers are not all had by at most k of them.
#include "network/language/greatest.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "network/language/conjuncts.hpp"
#include "network/language/questions.hpp"

namespace vicinal::network::inline language {

namespace {

// An expression, and the slot of the variable that it is about.
struct About {
  ExprId expression;
  std::uint32_t slot = 0;
};

bool alike(const Model& model, About a, About b) {
  std::vector<std::pair<ExprId, ExprId>> open = {{a.expression, b.expression}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    const Expr& e = model[x];
    const Expr& f = model[y];
    if (e.op != f.op || e.type != f.type || e.value != f.value ||
        e.children.size() != f.children.size()) {
      return false;
    }
    if (!e.binders.empty() || !f.binders.empty()) return false;
    const bool variable = e.op == Op::bound && e.item == a.slot;
    if (variable != (f.op == Op::bound && f.item == b.slot)) return false;
    if (!variable && e.item != f.item) return false;
    for (std::uint32_t c = 0; c < e.children.size(); ++c) {
      open.emplace_back(model.child(e, c), model.child(f, c));
    }
  }
  return true;
}

// `quantifier` over one binder: what it is about.
std::optional<About> body_of(const Model& model, ExprId id, Op quantifier) {
  const Expr& e = model[id];
  if (e.op != quantifier || e.binders.size() != 1) return std::nullopt;
  return About{model.child(e, e.children.size() - 1),
               model.binders[e.binders.begin].slot};
}

// Whether both range over the same finite set, whatever the state.
bool same_members(const Model& model, ExprId x, ExprId y) {
  const Binder& a = model.binders[model[x].binders.begin];
  const Binder& b = model.binders[model[y].binders.begin];
  if (a.domain != b.domain || a.item != b.item) return false;
  if (a.domain == DomainKind::port_set) {
    const Expr& node = model[a.node];
    return node.op == Op::bound && model[b.node].op == Op::bound &&
           node.item == model[b.node].item;
  }
  return a.domain == DomainKind::node_family ||
         a.domain == DomainKind::process || a.domain == DomainKind::edge_family;
}

bool alike(const Model& model, const std::vector<ExprId>& a,
           std::uint32_t a_slot, const std::vector<ExprId>& b,
           std::uint32_t b_slot) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!alike(model, {a[i], a_slot}, {b[i], b_slot})) return false;
  }
  return true;
}

// rank(j) <= rank(i), or any of the three others that say that i is extreme.
bool compares_ranks(const Model& model, ExprId id, std::uint32_t i,
                    std::uint32_t j) {
  const Expr& e = model[id];
  if (e.op != Op::less_equal && e.op != Op::greater_equal) return false;
  const ExprId left = model.child(e, 0);
  const ExprId right = model.child(e, 1);
  return alike(model, {left, j}, {right, i}) ||
         alike(model, {left, i}, {right, j});
}

constexpr std::uint32_t nothing = UINT32_MAX;  // a slot of no variable

// `most >= count(i in p: true)`, or the other way round: the count.
std::optional<ExprId> at_most(const Model& model, ExprId id, ExprId most) {
  const Expr& e = model[id];
  if (e.op != Op::less_equal && e.op != Op::greater_equal) return std::nullopt;
  const bool first = e.op == Op::less_equal;
  const ExprId count = model.child(e, first ? 0 : 1);
  const auto all = body_of(model, count, Op::count);
  if (!all || model[all->expression].op != Op::literal ||
      model[all->expression].value == 0 ||
      !alike(model, {model.child(e, first ? 1 : 0), nothing},
             {most, nothing})) {
    return std::nullopt;
  }
  return count;
}

// Whether it says that a number that is not about it is not the variable.
bool differs(const Model& model, ExprId id, std::uint32_t from) {
  const Expr& e = model[id];
  if (e.op != Op::not_equal) return false;
  for (const std::size_t side : {0U, 1U}) {
    const Expr& it = model[model.child(e, side)];
    const ExprId other = model.child(e, 1 - side);
    if (it.op == Op::bound && it.item == from &&
        !mentions(model, other, from) && !quantifies(model, other)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_greatest_principle(const Model& model, ExprId formula) {
  const Expr& whole = model[formula];
  if (whole.op != Op::implies || can_fail(model, formula)) return false;
  const ExprId some = model.child(whole, 0);
  const ExprId one = model.child(whole, 1);
  const auto before = body_of(model, some, Op::exists);
  const auto after = body_of(model, one, Op::exists);
  if (!before || !after || !same_members(model, some, one)) return false;
  std::vector<ExprId> of_one = conjuncts(model, after->expression);
  const ExprId all = of_one.back();
  of_one.pop_back();
  const auto other = body_of(model, all, Op::forall);
  if (!other || !same_members(model, one, all)) return false;
  const Expr& not_behind = model[other->expression];
  if (not_behind.op != Op::implies) return false;
  const std::vector<ExprId> of_other =
      conjuncts(model, model.child(not_behind, 0));
  return alike(model, conjuncts(model, before->expression), before->slot,
               of_one, after->slot) &&
         alike(model, of_one, after->slot, of_other, other->slot) &&
         compares_ranks(model, model.child(not_behind, 1), after->slot,
                        other->slot);
}

bool is_pigeonhole_principle(const Model& model, ExprId formula) {
  const Expr& whole = model[formula];
  if (whole.op != Op::implies || can_fail(model, formula)) return false;
  const ExprId one = model.child(whole, 1);
  const auto number = body_of(model, one, Op::exists);
  if (!number) return false;
  const Binder& range = model.binders[model[one].binders.begin];
  if (range.domain != DomainKind::range || model[range.low].op != Op::literal ||
      model[range.low].value != 0) {
    return false;
  }
  const auto count = at_most(model, model.child(whole, 0), range.high);
  const auto member = body_of(model, number->expression, Op::forall);
  return count && member && same_members(model, *count, number->expression) &&
         differs(model, member->expression, number->slot);
}

bool is_principle(const Model& model, ExprId formula) {
  return is_greatest_principle(model, formula) ||
         is_pigeonhole_principle(model, formula);
}

}  // namespace vicinal::network::inline language
