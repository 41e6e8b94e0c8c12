// SPDX-License-Identifier: MIT
// A copy of each condition, in which a literal stands for each variable that is
// bound outside.
#include "explore/temporal/atom_model.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"

namespace vicinal::explore::inline temporal {

using network::Expr;
using network::ExprId;
using network::Range;

namespace {

class Closing {
 public:
  Closing(network::Model& model, const Atom& atom)
      : model_(model),
        atom_(atom),
        bound_(network::free_slots(model, atom.condition)) {}

  ExprId copy(ExprId id) {
    network::poll();
    if (!id.valid()) return id;
    Expr e = model_[id];
    if (e.op == network::Op::bound &&
        std::ranges::binary_search(bound_, e.item)) {
      e.op = network::Op::literal;
      e.value = atom_.frame[e.item];
      return add(e);
    }
    std::vector<network::Binder> binders;
    for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
      network::Binder binder = model_.binders[b];
      binder.node = copy(binder.node);
      binder.low = copy(binder.low);
      binder.high = copy(binder.high);
      binders.push_back(std::move(binder));
    }
    std::vector<ExprId> children;
    for (std::uint32_t c = e.children.begin; c < e.children.end; ++c) {
      children.push_back(copy(model_.expr_children[c]));
    }
    e.binders = append(model_.binders, binders);
    e.children = append(model_.expr_children, children);
    return add(e);
  }

 private:
  template <class T>
  static Range append(std::vector<T>& all, const std::vector<T>& more) {
    const auto begin = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), more.begin(), more.end());
    return {begin, static_cast<std::uint32_t>(all.size())};
  }
  ExprId add(const Expr& e) {
    model_.exprs.push_back(e);
    return ExprId(model_.exprs.size() - 1);
  }

  network::Model& model_;
  const Atom& atom_;
  std::vector<std::uint32_t> bound_;
};

}  // namespace

network::Model atom_model(const network::Instance& instance,
                          const std::vector<Atom>& atoms) {
  network::Model model = *instance.model;
  model.properties.clear();
  for (const Atom& atom : atoms) {
    network::Property property;
    property.formula = Closing(model, atom).copy(atom.condition);
    property.frame = model.frame;
    property.span = model[atom.condition].span;
    model.properties.push_back(std::move(property));
  }
  return model;
}

}  // namespace vicinal::explore::inline temporal
