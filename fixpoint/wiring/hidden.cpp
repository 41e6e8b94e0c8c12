// SPDX-License-Identifier: MIT
#include "fixpoint/wiring/hidden.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vicinal::wiring {

using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::Range;
using network::Stmt;

namespace {

class Reads {
 public:
  explicit Reads(const Model& model) : model_(model) {}

  bool statements(Range body);

 private:
  bool statement(const Stmt& s);
  bool expression(ExprId id) const;
  bool target(ExprId id) const;
  bool member(const Expr& e) const;
  bool over_port_sets(Range binders) const;

  const Model& model_;
  std::vector<std::uint32_t> members_;  // slots of loops over port sets
};

bool Reads::over_port_sets(Range binders) const {
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    if (model_.binders[b].domain == DomainKind::port_set) return true;
  }
  return false;
}

// The value of a member of a loop.
bool Reads::member(const Expr& e) const {
  if (e.op != Op::edge_value) return false;
  const Expr& edge = model_[model_.child(e, 0)];
  return edge.op == Op::bound && std::find(members_.begin(), members_.end(),
                                           edge.item) != members_.end();
}

bool Reads::expression(ExprId id) const {
  if (!id.valid()) return false;
  const Expr& e = model_[id];
  if (member(e) || over_port_sets(e.binders)) return true;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    if (expression(model_.child(e, i))) return true;
  }
  return false;
}

// Writing to a member reads nothing; writing to anything else says that there
// is a member.
bool Reads::target(ExprId id) const {
  const Expr& e = model_[id];
  if (e.op == Op::field || e.op == Op::element) {
    return target(model_.child(e, 0)) ||
           (e.op == Op::element && expression(model_.child(e, 1)));
  }
  return !members_.empty() && !member(e);
}

bool Reads::statement(const Stmt& s) {
  if (expression(s.condition)) return true;
  for (std::uint32_t i = s.values.begin; i < s.values.end; ++i) {
    if (expression(model_.expr_children[i])) return true;
  }
  for (std::uint32_t i = s.targets.begin; i < s.targets.end; ++i) {
    if (target(model_.expr_children[i])) return true;
  }
  const std::size_t outside = members_.size();
  for (std::uint32_t b = s.binders.begin; b < s.binders.end; ++b) {
    if (model_.binders[b].domain == DomainKind::port_set) {
      members_.push_back(model_.binders[b].slot);
    }
  }
  const bool found = statements(s.body) || statements(s.otherwise);
  members_.resize(outside);
  return found;
}

bool Reads::statements(Range body) {
  for (std::uint32_t i = body.begin; i < body.end; ++i) {
    if (statement(model_[model_.stmt_children[i]])) return true;
  }
  return false;
}

constexpr std::int64_t most_told_apart = 8;

class Counts {
 public:
  explicit Counts(const Model& model) : model_(model) {}

  void expression(ExprId id);
  void statements(Range body);
  std::int64_t most = 0;

 private:
  void compare(ExprId count, ExprId number);

  const Model& model_;
};

void Counts::compare(ExprId count, ExprId number) {
  const Expr& n = model_[number];
  if (model_[count].op == Op::count && n.op == Op::literal) {
    most = std::max(most, n.value);
  }
}

void Counts::expression(ExprId id) {
  if (!id.valid()) return;
  const Expr& e = model_[id];
  if (e.op == Op::atmost || e.op == Op::exactly) {
    const Expr& n = model_[model_.child(e, 0)];
    if (n.op == Op::literal) most = std::max(most, n.value);
  }
  if (e.children.size() == 2) {
    compare(model_.child(e, 0), model_.child(e, 1));
    compare(model_.child(e, 1), model_.child(e, 0));
  }
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    expression(model_.child(e, i));
  }
}

void Counts::statements(Range body) {
  for (std::uint32_t i = body.begin; i < body.end; ++i) {
    const Stmt& s = model_[model_.stmt_children[i]];
    expression(s.condition);
    for (std::uint32_t v = s.values.begin; v < s.values.end; ++v) {
      expression(model_.expr_children[v]);
    }
    statements(s.body);
    statements(s.otherwise);
  }
}

}  // namespace

std::uint32_t most_counted(const Model& model) {
  Counts counts(model);
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      counts.expression(a.guard);
      counts.expression(a.priority);
      counts.statements(a.body);
    }
  }
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(counts.most + 1, 1, most_told_apart));
}

bool hidden_edges_matter(const Model& model) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (Reads(model).statements(a.body)) return true;
    }
  }
  return false;
}

}  // namespace vicinal::wiring
