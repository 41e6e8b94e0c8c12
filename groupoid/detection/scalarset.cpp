// SPDX-License-Identifier: MIT
// Every use of a member by itself is looked at; what stands first in the text
// is what is reported.
#include "groupoid/detection/scalarset.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "network/language/walk.hpp"

namespace vicinal::groupoid::inline detection {

using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Model;
using network::Op;
using network::Range;
using network::Span;

namespace {

class Discipline {
 public:
  explicit Discipline(const Instance& instance)
      : instance_(instance), model_(*instance.model) {}

  std::vector<Scalarset> run() {
    for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
      families_.push_back(
          {model_.node_families[f].name, instance_.node_families[f].count, {}});
    }
    for (const auto& e : model_.enums) {
      enums_.push_back({e.name, e.constants.size(), {}});
    }
    declarations();
    for (const std::uint32_t c : model_.network_body) connection(c);
    for (const auto& p : model_.processes) {
      for (const auto& a : p.actions) action(a);
    }
    for (const auto& r : model_.rules) action(r);
    std::vector<Scalarset> result;
    for (auto* list : {&families_, &enums_}) {
      for (Scalarset& s : *list) {
        if (s.size >= 2) result.push_back(std::move(s));
      }
    }
    for (auto& [range, s] : ranges_) {
      if (s.size >= 2) result.push_back(std::move(s));
    }
    return result;
  }

 private:
  // Bound variables over ranges, by slot.
  using Scope = std::map<std::uint32_t, Scalarset*>;

  static void mark(Scalarset& s, Span span) {
    if (s.symmetric() || span.begin < s.broken.begin) s.broken = span;
  }

  void declarations() {
    for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
      for (const ExprId a : model_.node_families[f].arguments) {
        if (reads_index(a)) mark(families_[f], model_[a].span);
      }
    }
    for (const auto& p : model_.processes) {
      for (const auto& v : p.variables) expression(v.initial, {});
    }
    for (const auto& e : model_.edge_families) expression(e.initial, {});
    for (const auto& s : model_.shared) expression(s.initial, {});
    for (const ExprId e : model_.inits) expression(e, {});
    for (const auto& p : model_.properties) expression(p.formula, {});
  }

  bool reads_index(ExprId e) const {
    return network::any(model_, e,
                        [](const Expr& x) { return x.op == Op::bound; });
  }

  void action(const network::Action& a) {
    Scope scope;
    enter(a.binders, scope);
    network::any_range(model_, a.binders, [&](ExprId e) {
      expression(e, {});
      return false;
    });
    expression(a.guard, scope);
    expression(a.priority, scope);
    statements(a.body, scope);
  }

  void statements(Range body, const Scope& scope) {
    for (std::uint32_t i = body.begin; i < body.end; ++i) {
      const network::Stmt& s = model_[model_.stmt_children[i]];
      Scope inner = scope;
      enter(s.binders, inner);
      network::any_expression(model_, s, [&](ExprId e, network::Role role) {
        expression(e, role == network::Role::range ? scope : inner);
        return false;
      });
      statements(s.body, inner);
      statements(s.otherwise, inner);
    }
  }

  // Of a loop in a network block all variables; what it connects at other
  // indices than these is told apart.
  void connection(std::uint32_t id) {
    network::poll();
    const network::Connection& c = model_.connections[id];
    const auto index = [&](ExprId e, const Expr& whole) {
      if (model_[e].op == Op::bound || whole.op == Op::error) return;
      if (whole.op == Op::family_node) {
        mark(families_[whole.item], c.span);
      } else {
        mark_all_families(c);
      }
    };
    const auto place = [&](ExprId e) {
      const Expr& whole = model_[e];
      for (std::uint32_t i = 0; i < whole.children.size(); ++i) {
        index(model_.child(whole, i), whole);
      }
    };
    for (const auto& end : c.ends) place(end.node);
    if (c.edge.valid()) place(c.edge);
    if (c.condition.valid() && reads_index(c.condition)) {
      for (const std::uint32_t inner : c.body) mark_inside(inner, c.span);
      for (const std::uint32_t inner : c.otherwise) mark_inside(inner, c.span);
    }
    for (const std::uint32_t inner : c.body) connection(inner);
    for (const std::uint32_t inner : c.otherwise) connection(inner);
  }

  // An edge at a computed index tells the nodes at it apart.
  void mark_all_families(const network::Connection& c) {
    for (const auto& end : c.ends) mark_node(end.node, c.span);
  }
  void mark_node(ExprId node, Span span) {
    const Expr& e = model_[node];
    if (e.op == Op::family_node && !e.children.empty()) {
      mark(families_[e.item], span);
    }
  }
  void mark_inside(std::uint32_t id, Span span) {
    const network::Connection& c = model_.connections[id];
    for (const auto& end : c.ends) mark_node(end.node, span);
    for (const std::uint32_t inner : c.body) mark_inside(inner, span);
    for (const std::uint32_t inner : c.otherwise) mark_inside(inner, span);
  }

  void enter(Range binders, Scope& scope) {
    for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      scope.erase(binder.slot);
      if (binder.domain != DomainKind::range) continue;
      scope[binder.slot] = &range_of(binder);
    }
  }

  Scalarset& range_of(const Binder& binder) {
    const auto text = [&](ExprId e) {
      return std::string(model_.source->text(model_[e].span));
    };
    const std::string name = text(binder.low) + ".." + text(binder.high);
    const auto [at, fresh] = ranges_.try_emplace(name);
    if (fresh) at->second = {name, range_size(binder), {}};
    return at->second;
  }

  // 0: its bounds are no constants.
  std::uint64_t range_size(const Binder& binder) const {
    const auto low = constant(binder.low), high = constant(binder.high);
    if (!low || !high || *high < *low) return 0;
    return static_cast<std::uint64_t>(*high - *low + 1);
  }

  std::optional<network::Scalar> constant(ExprId id) const {
    const Expr& e = model_[id];
    if (e.op == Op::literal) return e.value;
    if (e.op == Op::parameter) return instance_.parameters[e.item];
    if (e.op != Op::add && e.op != Op::subtract && e.op != Op::multiply) {
      return std::nullopt;
    }
    const auto a = constant(model_.child(e, 0));
    const auto b = constant(model_.child(e, 1));
    if (!a || !b || std::max(std::abs(*a), std::abs(*b)) > INT32_MAX) {
      return std::nullopt;
    }
    return e.op == Op::add ? *a + *b : e.op == Op::subtract ? *a - *b : *a * *b;
  }

  void expression(ExprId root, const Scope& scope) {
    if (!root.valid()) return;
    network::poll();
    const Expr& e = model_[root];
    if (e.op == Op::node_index) mark_process(e);
    if (e.op == Op::family_node && !e.children.empty()) {
      const bool bound = std::ranges::all_of(
          indices(e), [&](ExprId i) { return model_[i].op == Op::bound; });
      if (!bound) mark(families_[e.item], e.span);
    }
    if (e.op == Op::literal && e.type.valid() &&
        model_.types[e.type.index()].kind == network::TypeKind::enumeration) {
      mark(enums_[model_.types[e.type.index()].enumeration.index()], e.span);
    }
    Scope inner = scope;
    enter(e.binders, inner);
    const bool indexes = e.op == Op::family_node || e.op == Op::family_edge ||
                         e.op == Op::shared || e.op == Op::element;
    const bool equates = e.op == Op::equal || e.op == Op::not_equal;
    network::any_part(model_, e, [&](ExprId part) {
      const Expr& p = model_[part];
      const auto at = p.op == Op::bound ? inner.find(p.item) : inner.end();
      if (at == inner.end()) {
        expression(part, inner);
      } else if (!indexes && !(equates && both_bound(e, inner, at->second))) {
        mark(*at->second, e.span);
      }
      return false;
    });
  }

  bool both_bound(const Expr& e, const Scope& scope,
                  const Scalarset* of) const {
    return std::ranges::all_of(indices(e), [&](ExprId i) {
      const auto at =
          model_[i].op == Op::bound ? scope.find(model_[i].item) : scope.end();
      return at != scope.end() && at->second == of;
    });
  }

  std::vector<ExprId> indices(const Expr& e) const {
    std::vector<ExprId> parts;
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      parts.push_back(model_.child(e, i));
    }
    return parts;
  }

  // index(q): of the families that q may be in.
  void mark_process(const Expr& e) {
    const auto type = model_[model_.child(e, 0)].type;
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const auto& of = model_.types[type.index()];
      const bool may = !of.family.valid() || of.family.index() == f;
      if (may) mark(families_[f], e.span);
    }
  }

  const Instance& instance_;
  const Model& model_;
  std::vector<Scalarset> families_, enums_;
  std::map<std::string, Scalarset> ranges_;
};

}  // namespace

std::vector<Scalarset> scalarsets(const Instance& instance) {
  return Discipline(instance).run();
}

std::string scalarset_order(const std::vector<Scalarset>& sets) {
  GroupOrder order;
  for (const Scalarset& s : sets) {
    if (s.symmetric()) {
      order.multiply_factorial(static_cast<std::uint32_t>(s.size));
    }
  }
  return *order.decimal(SIZE_MAX);
}

}  // namespace vicinal::groupoid::inline detection
