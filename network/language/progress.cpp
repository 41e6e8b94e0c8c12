// SPDX-License-Identifier: MIT
#include "network/language/progress.hpp"

#include <algorithm>

namespace vicinal::network::inline language {

namespace {

// Goes through a formula; of `ctl` each operator of paths has a quantifier.
class Shapes {
 public:
  Shapes(const Model& model, bool ctl) : model_(model), ctl_(ctl) {}

  void read(ExprId e, ProgressProperty& out) const {
    const ExprId always = on_all_paths(Op::globally, e);
    const ExprId until = ctl_ ? under(Op::for_all_paths, e) : e;
    if (until.valid() && model_[until].op == Op::until) {
      out.until_then = in_braces(child(until, 0));
      if (out.until_then.valid()) out.goal = in_braces(child(until, 1));
    } else if (!always.valid()) {
      out.goal = comes_about(e);
    } else if (model_[always].op == Op::implies) {
      out.shape = ProgressShape::response;
      out.from = in_braces(child(always, 0));
      if (out.from.valid()) out.goal = comes_about(child(always, 1));
    } else if (ctl_ && model_[always].op == Op::exists_path) {
      out.shape = ProgressShape::possible;
      out.goal = in_braces(under(Op::finally, child(always, 0)));
    } else {
      out.shape = ProgressShape::again;
      out.goal = comes_about(always);
    }
  }

 private:
  ExprId child(ExprId e, std::size_t n) const {
    return model_.child(model_[e], n);
  }
  // The child of an operator of one child; none: it is another one.
  ExprId under(Op op, ExprId e) const {
    return e.valid() && model_[e].op == op ? child(e, 0) : ExprId::none();
  }
  // What stands in the braces of an atom.
  ExprId in_braces(ExprId e) const { return under(Op::atom, e); }
  ExprId on_all_paths(Op op, ExprId e) const {
    return under(op, ctl_ ? under(Op::for_all_paths, e) : e);
  }
  ExprId comes_about(ExprId e) const {
    return in_braces(on_all_paths(Op::finally, e));
  }

  const Model& model_;
  bool ctl_;
};

bool assumed(const Model& model, ProcessId process, std::uint32_t item,
             bool strongly) {
  return std::ranges::any_of(model.fairness, [&](const Fairness& f) {
    return !f.global && f.process == process && f.item == item &&
           (f.strong || !strongly);
  });
}

}  // namespace

std::optional<ProgressProperty> progress_of(const Model& model,
                                            const Property& property) {
  const bool ctl = property.kind == ast::PropertyKind::ctl;
  if (!ctl && property.kind != ast::PropertyKind::ltl) return std::nullopt;
  ProgressProperty out;
  ExprId e = property.formula;
  while (model[e].op == Op::forall) {
    const Range& binders = model[e].binders;
    out.binders.insert(out.binders.end(), model.binders.begin() + binders.begin,
                       model.binders.begin() + binders.end);
    e = model.child(model[e], 0);
  }
  Shapes(model, ctl).read(e, out);
  if (!out.goal.valid()) return std::nullopt;
  return out;
}

bool is_fair(const Model& model, ProcessId process, std::uint32_t item) {
  return assumed(model, process, item, false);
}

bool is_strongly_fair(const Model& model, ProcessId process,
                      std::uint32_t item) {
  return assumed(model, process, item, true);
}

}  // namespace vicinal::network::inline language
