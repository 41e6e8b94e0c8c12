// SPDX-License-Identifier: MIT
// Two expressions are compared node by node, where one speaks of its variable
// the other of its own. What is not read off the nodes (quantifiers, the other
// ends of edges) does not occur.
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
  const bool finite = a.domain == DomainKind::node_family ||
                      a.domain == DomainKind::process ||
                      a.domain == DomainKind::edge_family;
  return finite && a.domain == b.domain && a.item == b.item;
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

}  // namespace vicinal::network::inline language
