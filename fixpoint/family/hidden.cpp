// SPDX-License-Identifier: MIT
// Both questions are about how finely joins are told apart, so a wrong answer
// costs a proof and no soundness. Inside of a loop over a port set a write to
// the member of the round reads nothing; any other write says that there is a
// member, and so do all reads of one.
#include "fixpoint/family/hidden.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "network/language/actions.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline family {

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

  const Model& model_;
  std::vector<std::uint32_t> members_;  // slots of loops over port sets
};

// The value of a member of a loop.
bool Reads::member(const Expr& e) const {
  return std::any_of(members_.begin(), members_.end(), [&](std::uint32_t slot) {
    return network::is_value_of(model_, e, slot);
  });
}

bool Reads::expression(ExprId id) const {
  return network::any(model_, id, [&](const Expr& e) {
    return member(e) || network::over_port_sets(model_, e.binders);
  });
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
  const auto reads = [&](ExprId e, network::Role role) {
    return role == network::Role::target ? target(e) : expression(e);
  };
  if (network::any_expression(model_, s, reads)) return true;
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

// The number that an expression compares a count with; 0: none.
std::int64_t compared(const Model& model, const Expr& e) {
  const auto literal = [&](std::uint32_t i) {
    const Expr& number = model[model.child(e, i)];
    return number.op == Op::literal ? number.value : 0;
  };
  if (e.op == Op::atmost || e.op == Op::exactly) return literal(0);
  std::int64_t most = 0;
  for (const std::uint32_t i : {0U, 1U}) {
    if (e.children.size() == 2 && model[model.child(e, i)].op == Op::count) {
      most = std::max(most, literal(1 - i));
    }
  }
  return most;
}

}  // namespace

std::uint32_t most_counted(const Model& model) {
  std::int64_t most = 0;
  network::each_action(model, [&](const network::Action& a) {
    network::any_expression(model, a, [&](ExprId root, network::Role) {
      return network::any(model, root, [&](const Expr& e) {
        most = std::max(most, compared(model, e));
        return false;
      });
    });
  });
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(most + 1, 1, most_told_apart));
}

bool hidden_edges_matter(const Model& model) {
  for (const network::Process& p : model.processes) {
    for (const network::Action& a : p.actions) {
      if (Reads(model).statements(a.body)) return true;
    }
  }
  return std::ranges::any_of(model.rules, [&](const network::Action& rule) {
    return Reads(model).statements(rule.body);
  });
}

}  // namespace vicinal::fixpoint::inline family
