// SPDX-License-Identifier: MIT
// Each is looked for where it must stand: who writes a shared variable, what a
// rule ranges over, what its loops go through.
#include "system_ingredients.hpp"

#include <algorithm>
#include <set>

#include "network/language/property.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::selfcheck {

using namespace network;
using ast::StmtKind;

namespace {

class LookingAtSystem {
 public:
  LookingAtSystem(const Model& model, std::set<std::string>& found)
      : m_(model), found_(found) {}

  void run() {
    integers();
    for (const SharedVariable& s : m_.shared) shared(s);
    for (const Process& p : m_.processes) {
      for (const Action& a : p.actions) uses(a, "an action");
    }
    for (const Action& r : m_.rules) {
      uses(r, "a rule");
      rule(r);
    }
    for (const Property& p : m_.properties) {
      if (!is_temporal(p) && reads_shared(p.formula)) {
        add("shared: in a property");
      }
    }
    for (const ExprId e : m_.inits) {
      if (reads_shared(e)) add("shared: in an initial condition");
    }
  }

 private:
  void add(const std::string& name) { found_.insert(name); }
  bool is_int(TypeId t) const { return m_[t].kind == TypeKind::integer; }

  void integers() {
    for (const Process& p : m_.processes) {
      for (const Variable& v : p.variables) {
        if (!is_int(v.type)) continue;
        add("int: variable");
        if (!v.initial.valid()) add("int: starts anywhere");
      }
    }
    for (const EdgeFamily& f : m_.edge_families) {
      if (!is_int(f.type)) continue;
      add("int: edge");
      if (!f.initial.valid()) add("int: starts anywhere");
    }
    for (const Structure& s : m_.structs) {
      for (const FieldType& f : s.fields) {
        if (is_int(f.type)) add("int: in a struct");
      }
    }
    for (const SharedVariable& s : m_.shared) {
      if (!is_int(s.type)) continue;
      add("int: shared");
      if (!s.initial.valid()) add("int: starts anywhere");
    }
  }

  void shared(const SharedVariable& s) {
    if (!s.written) return;
    static const std::map<TypeKind, std::string> counted = {
        {TypeKind::boolean, "bool"},        {TypeKind::integer, "int"},
        {TypeKind::range, "range"},         {TypeKind::enumeration, "enum"},
        {TypeKind::structure, "struct"},    {TypeKind::array, "array"},
        {TypeKind::reference, "reference"}, {TypeKind::queue, "queue"}};
    const auto kind = counted.find(m_[s.type].kind);
    if (kind != counted.end()) add("shared, written: " + kind->second);
    if (!s.dimensions.empty()) add("shared, written: by index");
    if (!s.initial.valid()) add("shared, written: starts anywhere");
  }

  bool reads_shared(ExprId e) const {
    return any(m_, e, [](const Expr& x) { return x.op == Op::shared; });
  }
  bool within_quantifier(ExprId e) const {
    return any(m_, e, [&](const Expr& x) {
      return !x.binders.empty() &&
             reads_shared(m_.child(x, x.children.size() - 1));
    });
  }

  // Shared variables in an action or a rule.
  void uses(const Action& a, const std::string& where) {
    if (reads_shared(a.guard)) add("shared: in the guard of " + where);
    if (within_quantifier(a.guard)) add("shared: in a quantified guard");
    if (reads_shared(a.priority)) add("shared: in a priority");
    any_expression(m_, a.body, [&](ExprId e, Role role) {
      if (role == Role::target) written(e, where);
      if (role == Role::value && reads_shared(e)) add("shared: in a value");
      if (role == Role::condition && reads_shared(e)) {
        add("shared: in a condition");
      }
      return false;
    });
  }
  void written(ExprId target, const std::string& where) {
    const Expr& root = m_[root_of(m_, target)];
    if (root.op != Op::shared) return;
    add("shared: written by " + where);
    if (root.children.empty()) return;
    if (has(m_.child(root, 0), Op::node_index)) {
      add("shared: element by the index of a node");
    }
  }
  bool has(ExprId e, Op op) const {
    return any(m_, e, [op](const Expr& x) { return x.op == op; });
  }

  static std::string domain(const Binder& b) {
    switch (b.domain) {
      case DomainKind::node_family:
        return "nodes";
      case DomainKind::process:
        return "a process";
      case DomainKind::edge_family:
        return "edges";
      case DomainKind::port_set:
        return "a port set";
      case DomainKind::range:
        return "a range";
      default:
        return "an enumeration";
    }
  }
  std::string domain(std::uint32_t binder) const {
    return domain(m_.binders[binder]);
  }

  void rule(const Action& r) {
    std::multiset<std::string> parameters;
    for (auto b = r.binders.begin; b < r.binders.end; ++b) {
      parameters.insert(domain(b));
      add("rule: parameter of " + domain(b));
    }
    if (parameters.empty()) add("rule: no parameters");
    if (parameters.count("nodes") > 1) add("rule: two nodes");
    if (parameters.count("edges") > 1) add("rule: two edges");
    if (std::set(parameters.begin(), parameters.end()).size() > 1) {
      add("rule: parameters of several kinds");
    }
    if (quantifies(m_, r.guard)) add("rule: quantified guard");
    if (r.priority.valid()) add("rule: priority");
    any_statement(m_, r.body, [&](const Stmt& s) {
      if (s.kind == StmtKind::branch) add("rule: if");
      if (s.kind == StmtKind::repeat) add("rule: while");
      if (s.kind == StmtKind::loop) {
        add("rule: for over " + domain(s.binders.begin));
        if (collects(s)) add("rule: for that collects");
        any_statement(m_, s.body, [&](const Stmt& inner) {
          if (inner.kind == StmtKind::branch) add("rule: if in a for");
          return false;
        });
      }
      if (s.targets.size() > 1) add("rule: simultaneous assignment");
      return false;
    });
    bool perhaps_missing = false;
    any_expression(m_, r.body, [&](ExprId e, Role role) {
      if (role == Role::target) target(e);
      if (role == Role::target && need_not_exist(e)) perhaps_missing = true;
      if (role == Role::value && perhaps_missing && has_total(e)) {
        add("rule: writes what may not exist, then counts");
      }
      return false;
    });
  }
  // What all members write and none reads, over nodes or edges.
  bool collects(const Stmt& loop) const {
    const std::string over = domain(loop.binders.begin);
    if (over != "nodes" && over != "edges") return false;
    std::set<std::uint32_t> written, read;
    any_expression(m_, loop.body, [&](ExprId e, Role role) {
      const Expr& whole = m_[e];
      const bool target = role == Role::target && whole.op == Op::shared;
      if (target && whole.children.empty()) {
        written.insert(whole.item);
        return false;
      }
      return any(m_, e, [&](const Expr& x) {
        if (x.op == Op::shared) read.insert(x.item);
        return false;
      });
    });
    return std::any_of(written.begin(), written.end(),
                       [&](std::uint32_t v) { return !read.contains(v); });
  }
  // A node or an edge by a number that is no constant, or by a reference.
  bool need_not_exist(ExprId e) const {
    return any(m_, e, [&](const Expr& x) {
      const bool member = x.op == Op::family_node || x.op == Op::family_edge;
      return x.op == Op::dereference || (member && !x.children.empty() &&
                                         m_[m_.child(x, 0)].op != Op::literal);
    });
  }
  bool has_total(ExprId e) const {
    return has(e, Op::count) || has(e, Op::sum) || has(e, Op::exactly);
  }
  void target(ExprId e) {
    const Expr& root = m_[root_of(m_, e)];
    if (root.op == Op::variable) add("rule: writes a variable");
    if (root.op == Op::shared) add("rule: writes a shared variable");
    if (root.op == Op::edge_value) {
      const Expr& edge = m_[m_.child(root, 0)];
      add(edge.op == Op::port_edge     ? "rule: writes the edge at a port"
          : edge.op == Op::family_edge ? "rule: writes an edge by its name"
                                       : "rule: writes a bound edge");
    }
    if (has(e, Op::dereference)) add("rule: writes by a reference");
    if (has(e, Op::family_node)) add("rule: writes a node by its number");
  }

  const Model& m_;
  std::set<std::string>& found_;
};

}  // namespace

void count_system_ingredients(const Model& model,
                              std::map<std::string, int>& out) {
  std::set<std::string> found;
  LookingAtSystem(model, found).run();
  for (const std::string& name : found) ++out[name];
}

const std::vector<std::string>& all_system_ingredients() {
  static const std::vector<std::string> all = {
      "int: variable", "int: edge", "int: shared", "int: starts anywhere",
      "int: in a struct",
      // Shared variables
      "shared, written: bool", "shared, written: int", "shared, written: range",
      "shared, written: enum", "shared, written: struct",
      "shared, written: array", "shared, written: reference",
      "shared, written: queue", "shared, written: by index",
      "shared, written: starts anywhere", "shared: in the guard of an action",
      "shared: in the guard of a rule", "shared: in a quantified guard",
      "shared: in a priority", "shared: in a value", "shared: in a condition",
      "shared: in a property", "shared: in an initial condition",
      "shared: written by an action", "shared: written by a rule",
      "shared: element by the index of a node",
      // Rules
      "rule: no parameters", "rule: parameter of nodes",
      "rule: parameter of a process", "rule: parameter of edges",
      "rule: parameter of a range", "rule: parameter of an enumeration",
      "rule: two nodes", "rule: two edges", "rule: parameters of several kinds",
      "rule: quantified guard", "rule: priority", "rule: if", "rule: while",
      "rule: for that collects", "rule: if in a for", "rule: for over nodes",
      "rule: for over edges", "rule: for over a range",
      "rule: for over a port set", "rule: simultaneous assignment",
      "rule: writes a variable", "rule: writes a shared variable",
      "rule: writes the edge at a port", "rule: writes an edge by its name",
      "rule: writes a bound edge", "rule: writes by a reference",
      "rule: writes a node by its number",
      "rule: writes what may not exist, then counts"};
  return all;
}

}  // namespace vicinal::selfcheck
