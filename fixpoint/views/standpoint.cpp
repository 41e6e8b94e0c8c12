// SPDX-License-Identifier: MIT
// A term is a greatest part that no state and no bound variable decides, and
// that speaks of the acting node. Where it stands does not matter: v[self] is a
// column that the term `self` decides. What is left are operators, which do the
// same to the same values. The one value that is not the same at both nodes is
// an edge at a port set of its own, since the renaming takes it elsewhere: it
// may be read and written, and nothing else.
#include "fixpoint/views/standpoint.hpp"

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline views {

using network::Action;
using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::Op;
using network::Scalar;
using network::Stmt;
using network::TypeKind;

namespace {

// Its value is a function of those of its children and of the network, which
// is the same for all.
bool is_function(Op op) {
  switch (op) {
    case Op::variable:
    case Op::edge_value:
    case Op::enabled:
    case Op::error:
      return false;
    default:
      return !network::is_temporal(op);
  }
}

class TermCollector {
 public:
  TermCollector(const Model& model, std::vector<ExprId>& terms)
      : model_(model),
        terms_(terms),
        varies_(model,
                [](const Expr& e) {
                  return network::reads_state(e.op) || e.op == Op::bound;
                }),
        of_self_(model, [](const Expr& e) { return e.op == Op::self; }) {}

  // False: there is more than columns and terms.
  bool action(const Action& a) {
    const auto beyond = [&](const Stmt& s) { return !known(s.binders); };
    const auto more = [&](ExprId e, network::Role role) {
      const bool owner = role == network::Role::range && is_self(e);
      return !owner && !expression(e);
    };
    return known(a.binders) &&
           !network::any_statement(model_, a.body, beyond) &&
           !network::any_expression(model_, a, more);
  }

 private:
  bool is_self(ExprId e) const { return model_[e].op == Op::self; }

  // Members of a port set of its own are renamed with it.
  bool known(network::Range binders) const {
    return !network::any_binder(model_, binders, [&](const Binder& b) {
      if (b.domain == DomainKind::port_set) return !is_self(b.node);
      return b.domain == DomainKind::edge_family;
    });
  }

  void open(network::Range binders) {
    for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.low.valid()) open_.push_back(binder.low);
      if (binder.high.valid()) open_.push_back(binder.high);
    }
  }

  bool expression(ExprId root) {
    open_.push_back(root);
    while (!open_.empty()) {
      const ExprId id = open_.back();
      open_.pop_back();
      if (!part(id)) return false;
    }
    return true;
  }

  bool part(ExprId id) {
    const Expr& e = model_[id];
    if (!varies_(id) && !of_self_(id)) return true;
    if (!varies_(id) && one_value(e)) {
      terms_.push_back(id);
      return true;
    }
    if (e.op == Op::bound) return model_[e.type].kind != TypeKind::edge;
    if (is_column(e)) return true;
    if (!is_function(e.op) || !known(e.binders)) return false;
    open(e.binders);
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      open_.push_back(model_.child(e, i));
    }
    return true;
  }

  bool one_value(const Expr& e) const {
    const network::Type& type = model_[e.type];
    return type.numeric() || type.kind == TypeKind::boolean ||
           type.kind == TypeKind::enumeration ||
           type.kind == TypeKind::reference || type.kind == TypeKind::node ||
           type.kind == TypeKind::edge;
  }

  // A variable of the node, an edge at a port of it.
  bool is_column(const Expr& e) const {
    if (e.op != Op::variable && e.op != Op::edge_value) return false;
    const ExprId child = model_.child(e, 0);
    if (e.op == Op::variable) return is_self(child);
    return model_[child].op == Op::bound ||
           (model_[child].op == Op::port_edge &&
            is_self(model_.child(model_[child], 0)));
  }

  const Model& model_;
  std::vector<ExprId>& terms_;
  network::Answers varies_, of_self_;
  std::vector<ExprId> open_;
};

}  // namespace

std::optional<Standpoint> Standpoint::of(const Model& model,
                                         const Action& action) {
  Standpoint out;
  out.frame_ = model.frame;
  if (!TermCollector(model, out.terms_).action(action)) return std::nullopt;
  return out;
}

// Of a term that fails, which error; the second tells it from a value.
std::vector<Scalar> Standpoint::key(const network::Evaluator& evaluator,
                                    network::NodeId n) const {
  std::vector<Scalar> key;
  std::vector<Scalar> frame(frame_);
  for (const ExprId term : terms_) {
    try {
      key.push_back(evaluator.scalar(term, {{}, n, frame.data()}));
      key.push_back(0);
    } catch (const network::ModelError& error) {
      key.push_back(static_cast<Scalar>(error.kind));
      key.push_back(1);
    }
  }
  return key;
}

}  // namespace vicinal::fixpoint::inline views
