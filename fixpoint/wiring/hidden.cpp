// SPDX-License-Identifier: MIT
#include "fixpoint/wiring/hidden.hpp"

#include <algorithm>
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

}  // namespace

bool hidden_edges_matter(const Model& model) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (Reads(model).statements(a.body)) return true;
    }
  }
  return false;
}

}  // namespace vicinal::wiring
