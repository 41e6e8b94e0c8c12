// SPDX-License-Identifier: MIT
// Answers keeps what it knows of each part, and walks from the leaves up, so
// that asking all parts of a formula costs its size once.
#include "network/language/questions.hpp"

#include <algorithm>
#include <iterator>

#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::network::inline language {

bool reads_state(const Model& model, ExprId e) {
  return any(model, e, [](const Expr& x) { return reads_state(x.op); });
}

bool can_fail(const Model& model, ExprId e) {
  return any(model, e, [](const Expr& x) { return can_fail(x); });
}

bool mentions(const Model& model, ExprId e, std::uint32_t slot) {
  return any(model, e, [slot](const Expr& x) {
    return x.op == Op::bound && x.item == slot;
  });
}

// A variable that is visible at e has a slot before those that e binds.
std::vector<std::uint32_t> free_slots(const Model& model, ExprId e) {
  std::vector<std::uint32_t> used, bound, out;
  any(model, e, [&](const Expr& x) {
    if (x.op == Op::bound) used.push_back(x.item);
    for (std::uint32_t b = x.binders.begin; b < x.binders.end; ++b) {
      bound.push_back(model.binders[b].slot);
    }
    return false;
  });
  for (auto* list : {&used, &bound}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::set_difference(used.begin(), used.end(), bound.begin(), bound.end(),
                      std::back_inserter(out));
  return out;
}

bool mentions_self(const Model& model, ExprId e) {
  return any(model, e, [](const Expr& x) { return x.op == Op::self; });
}

bool quantifies(const Model& model, ExprId e) {
  return any(model, e, [](const Expr& x) { return !x.binders.empty(); });
}

bool over_port_sets(const Model& model, ExprId e) {
  return any(model, e,
             [&](const Expr& x) { return over_port_sets(model, x.binders); });
}

bool over_port_sets(const Model& model, Range binders) {
  return any_binder(model, binders, [](const Binder& b) {
    return b.domain == DomainKind::port_set;
  });
}

bool over_network(const Model& model, Range binders) {
  return any_binder(model, binders, [](const Binder& b) {
    return b.domain == DomainKind::node_family ||
           b.domain == DomainKind::process ||
           b.domain == DomainKind::edge_family;
  });
}

bool has_part(const Model& model, TypeId id, TypeKind kind) {
  // Each type once: structs of structs have many more fields than names.
  std::vector<bool> seen(model.types.size(), false);
  std::vector<TypeId> work;
  const auto push = [&](TypeId t) {
    if (!seen[t.index()]) work.push_back(t);
    seen[t.index()] = true;
  };
  push(id);
  while (!work.empty()) {
    const Type& type = model[work.back()];
    work.pop_back();
    if (type.kind == kind) return true;
    if (type.element.valid()) push(type.element);
    if (type.kind != TypeKind::structure) continue;
    for (const FieldType& f : model.structs[type.structure.index()].fields) {
      push(f.type);
    }
  }
  return false;
}

bool has_integers(const Model& model) {
  const auto holds = [&](const auto& v) {
    return has_part(model, v.type, TypeKind::integer);
  };
  return std::any_of(model.edge_families.begin(), model.edge_families.end(),
                     holds) ||
         std::any_of(model.shared.begin(), model.shared.end(), holds) ||
         std::any_of(model.processes.begin(), model.processes.end(),
                     [&](const Process& p) {
                       return std::any_of(p.variables.begin(),
                                          p.variables.end(), holds);
                     });
}

bool is_constant(const Model& model, ExprId e) {
  return every(model, e, [](const Expr& x) {
    return x.op == Op::literal || x.op == Op::parameter || is_arithmetic(x.op);
  });
}

bool speaks_of_indices(const Model& model, ExprId e) {
  return any(model, e, [](const Expr& x) {
    return x.op == Op::parameter || x.op == Op::node_index ||
           (names_member(x.op) && !x.children.empty());
  });
}

bool relates_somebody(const Model& model, ExprId formula) {
  const auto related = [&](const Expr& some) {
    return some.op == Op::exists &&
           any(model, model.child(some, 0), [&](const Expr& e) {
             if (e.op != Op::element) return false;
             const Expr& at = model[model.child(e, 1)];
             for (std::uint32_t b = some.binders.begin; b < some.binders.end;
                  ++b) {
               const Binder& binder = model.binders[b];
               if (at.op == Op::bound && at.item == binder.slot &&
                   binder.domain == DomainKind::node_family) {
                 return true;
               }
             }
             return false;
           });
  };
  return model[formula].op == Op::forall && any(model, formula, related);
}

Unread unread(const Model& model) {
  std::vector<bool> ignored(model.exprs.size(), false);
  for (const ExprId init : model.inits) {
    walk(model, init, [&](ExprId id, const Expr&) {
      ignored[id.index()] = true;
      return Go::into;
    });
  }
  for (const Stmt& s : model.stmts) {
    if (s.kind != ast::StmtKind::assign) continue;
    for (std::uint32_t t = s.targets.begin; t < s.targets.end; ++t) {
      ignored[root_of(model, model.expr_children[t]).index()] = true;
    }
  }
  Unread out;
  for (std::uint32_t p = 0; p < model.processes.size(); ++p) {
    for (std::uint32_t v = 0; v < model.processes[p].variables.size(); ++v) {
      out.variables.emplace(p, v);
    }
  }
  for (std::uint32_t s = 0; s < model.shared.size(); ++s) out.shared.insert(s);
  for (std::size_t i = 0; i < model.exprs.size(); ++i) {
    const Expr& e = model.exprs[i];
    if (ignored[i]) continue;
    if (e.op == Op::shared) out.shared.erase(e.item);
    if (e.op != Op::variable) continue;
    const Type& type = model[model[model.child(e, 0)].type];
    out.variables.erase({type.process.value, e.item});
  }
  return out;
}

ExprId root_of(const Model& model, ExprId place) {
  while (is_part(model[place].op)) place = model.child(model[place], 0);
  return place;
}

bool is_value_of(const Model& model, const Expr& e, std::uint32_t slot) {
  if (e.op != Op::edge_value) return false;
  const Expr& edge = model[model.child(e, 0)];
  return edge.op == Op::bound && edge.item == slot;
}

std::vector<std::string> attributes(const Model& model) {
  std::vector<std::string> out;
  for (const NodeFamily& family : model.node_families) {
    for (const std::string& name : family.attributes) {
      if (!name.empty() && std::ranges::find(out, name) == out.end()) {
        out.push_back(name);
      }
    }
  }
  return out;
}

bool Answers::operator()(ExprId e) {
  if (!e.valid()) return false;
  walk_back(
      *model_, e, [&](ExprId id) { return known_[id.index()] == unknown; },
      [&](ExprId id, const Expr& x) {
        const bool below = any_part(*model_, x, [&](ExprId part) {
          return known_[part.index()] == yes;
        });
        known_[id.index()] = below || itself_(x) ? yes : no;
        return false;
      });
  return known_[e.index()] == yes;
}

}  // namespace vicinal::network::inline language
