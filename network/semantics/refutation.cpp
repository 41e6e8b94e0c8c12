// SPDX-License-Identifier: MIT
// The way from a formula to a part that gives it its value, with the values of
// the variables that are bound on it. It ends where several parts do so
// together.
#include "network/semantics/refutation.hpp"

#include "network/base/budget.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::network::inline semantics {

namespace {

constexpr std::size_t most_values = 16;  // of those that are too many

class Refuter {
 public:
  Refuter(const Evaluator& evaluator, const Context& context)
      : model_(*evaluator.instance().model),
        evaluator_(evaluator),
        context_(context) {}

  Refutation run(ExprId formula) {
    ExprId at = formula;
    bool value = false;
    while (at.valid()) {
      poll();
      at = next(at, value);
    }
    return std::move(out_);
  }

 private:
  // The part that makes `id` have the value; that of the part is in `value`
  // then. None: there is no single one.
  ExprId next(ExprId id, bool& value) {
    const Expr& e = model_[id];
    switch (e.op) {
      case Op::logical_and:
        return value ? ExprId() : first_child(e, false);
      case Op::logical_or:
        return value ? first_child(e, true) : ExprId();
      case Op::logical_not:
        value = !value;
        return model_.child(e, 0);
      case Op::implies:
        // False: the premise is true.
        return value ? ExprId() : model_.child(e, 1);
      case Op::forall:
        return value ? ExprId() : member(e, false);
      case Op::exists:
        return value ? member(e, true) : ExprId();
      case Op::atmost:
        if (!value) too_many(e);
        return ExprId();
      default:
        return ExprId();
    }
  }

  ExprId first_child(const Expr& e, bool value) const {
    for (std::size_t c = 0; c < e.children.size(); ++c) {
      const ExprId child = model_.child(e, c);
      if (evaluator_.holds(child, context_) == value) return child;
    }
    return {};
  }

  ExprId member(const Expr& e, bool value) {
    if (!find_members(e, value, evaluator_, context_)) return {};
    add(e);
    return model_.expr_children[e.children.end - 1];
  }

  void add(const Expr& e) {
    for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
      out_.values.push_back({b, context_.frame[model_.binders[b].slot]});
    }
  }

  void too_many(const Expr& e) {
    if (!out_.values.empty()) return;  // who they are too many for is said
    const ExprId body = model_.expr_children[e.children.end - 1];
    Bindings bindings(e.binders, evaluator_, context_);
    while (bindings.next() && out_.values.size() < most_values) {
      poll();
      if (evaluator_.holds(body, context_)) add(e);
    }
    out_.too_many = true;
  }

  const Model& model_;
  const Evaluator& evaluator_;
  const Context& context_;
  Refutation out_;
};

}  // namespace

bool find_members(const Expr& quantifier, bool value,
                  const Evaluator& evaluator, const Context& context) {
  const Model& model = *evaluator.instance().model;
  const ExprId body = model.expr_children[quantifier.children.end - 1];
  Bindings bindings(quantifier.binders, evaluator, context);
  while (bindings.next()) {
    poll();
    if (evaluator.holds(body, context) == value) return true;
  }
  return false;
}

std::optional<Refutation> refutation(const Instance& instance,
                                     const std::vector<Scalar>& state,
                                     ExprId formula) {
  const Evaluator evaluator(instance);
  std::vector<Scalar> values = state;
  std::vector<Scalar> frame(instance.model->frame);
  const Context context{whole(instance, values.data()), NodeId::none(),
                        frame.data()};
  try {
    if (evaluator.holds(formula, context)) return std::nullopt;
    return Refuter(evaluator, context).run(formula);
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

}  // namespace vicinal::network::inline semantics
