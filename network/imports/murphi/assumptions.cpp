// SPDX-License-Identifier: MIT
// 'assume'. A state that an assumption of the file excludes is none: a step
// there is taken back, and changes nothing. A step that an 'assume' among its
// statements cuts off is none: the rule is not enabled, which is said where the
// statement can be looked at before the step.
#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

// Of the variable that keeps what another one was.
constexpr std::size_t kept_key = std::size_t{1} << 44U;

bool is_assumption(const rumur::Property& p) {
  return p.category == rumur::Property::ASSUMPTION;
}

class Assuming : public rumur::ConstTraversal {
 public:
  const rumur::PropertyStmt* first = nullptr;
  void visit_propertystmt(const rumur::PropertyStmt& s) override {
    if (first == nullptr && is_assumption(s.property)) first = &s;
  }
  void visit_exprid(const rumur::ExprID&) override {}
};

}  // namespace

// What the assumptions in a rule say; empty where there is none.
std::optional<Value> Translator::assumption(const rumur::Rule& r) {
  network::poll();
  if (diagnostics_.has_errors()) return {};
  const auto bindings = bindings_;
  std::vector<ast::Binders> binders;
  std::optional<Value> all;
  const auto add = [&](const std::optional<Value>& one) {
    if (!one) return;
    if (all) {
      const ExprId both =
          make_.make(ExprKind::logical_and, {all->e, one->e}, span(r));
      all = joined_parts(joined_parts(boolean(both), *all), *one);
    } else {
      all = one;
    }
  };
  if (!bind_rule(r, binders)) return {};
  if (const auto* p = dynamic_cast<const rumur::PropertyRule*>(&r)) {
    if (is_assumption(p->property)) add(value(*p->property.expr));
  } else if (const auto* set = dynamic_cast<const rumur::Ruleset*>(&r)) {
    for (const auto& one : set->rules) add(assumption(*one));
  } else if (const auto* alias = dynamic_cast<const rumur::AliasRule*>(&r)) {
    for (const auto& one : alias->rules) add(assumption(*one));
  }
  bindings_ = bindings;
  if (all && !binders.empty()) {
    if (all->fails) {
      diagnostics_.error(codes::assumption, span(r),
                         "this assumption may be an error for one of several "
                         "values, and false before that for another one");
    }
    all->e =
        make_.quantified(ExprKind::forall, binders, ended(all->e), span(r));
    all->constant = {};
  }
  return all;
}

// All assumptions of the file, in their order; true where there is none.
Value Translator::assumed(Span here) {
  std::optional<Value> all;
  for (const auto& child : model_.children) {
    const auto* r = dynamic_cast<const rumur::Rule*>(child.get());
    const auto one = r == nullptr ? std::nullopt : assumption(*r);
    if (!one) continue;
    if (!all) {
      all = one;
      continue;
    }
    const ExprId both =
        make_.make(ExprKind::logical_and, {all->e, one->e}, here);
    all = joined_parts(joined_parts(boolean(both), *all), *one);
  }
  return all ? *all : literal(0, 1, here);
}

// Copies of what a rule may change, if an assumption of the file reads some of
// it: pairs of a variable and its copy.
Translator::Kept Translator::keep(const std::set<std::size_t>& written,
                                  Span here, Out& out) {
  const Value v = assumed(here);
  if (v.constant == 1 || std::ranges::none_of(written, [&](std::size_t one) {
        return v.reads.contains(one);
      })) {
    return {};
  }
  Kept kept;
  for (const std::size_t one : written) {
    network::poll();
    if (variables_[one].scratch) continue;
    const Variable of = variables_[one];
    const std::size_t copied =
        variable_of(kept_key + of.decl, of.name + "_kept", of.type, here, true);
    copy(whole(copied), whole(one), here, out);
    kept.emplace_back(one, copied);
  }
  return kept;
}

// The end of a step: where it has left what is assumed, it is taken back.
void Translator::take_back(const Kept& kept, Span here, Out& out) {
  if (kept.empty()) return;
  const Value v = assumed(here);
  Out back;
  for (const auto& [one, copied] : kept) {
    copy(whole(one), whole(copied), here, back);
  }
  out.push_back(
      make_.branch(make_.make(ExprKind::logical_not, {v.e}, here), back, here));
  for (const auto& [one, copied] : kept) reset(copied, here, out);
}

// A start state that violates an assumption is none. Where start states are no
// rules, what is assumed is a part of 'init', if it can be evaluated whatever
// the other parts say.
void Translator::assume_at_start() {
  defined_ = {};
  const Value v = assumed({});
  if (v.constant == 1 || diagnostics_.has_errors()) return;
  const bool plain = std::ranges::none_of(v.reads, [&](std::size_t one) {
    return one == nothing ||
           std::ranges::any_of(variables_[one].leaves, [&](const Leaf& l) {
             return types_[l.type].sort == Sort::scalarset;
           });
  });
  if (v.fails || !plain) {
    findings_.start_by_rules = true;
    findings_.changed = true;
    return;
  }
  tree_.inits.push_back({v.e, tree_[v.e].span});
}

// Where it is false, an 'assume' among the statements cuts the step off. Empty
// where there is none.
std::optional<Value> Translator::uncut(
    const std::vector<rumur::Ptr<rumur::Decl>>& decls, const Statements& list,
    Span here) {
  const rumur::PropertyStmt* first = nullptr;
  std::size_t end = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Assuming assuming;
    assuming.dispatch(*list[i]);
    if (assuming.first == nullptr) continue;
    end = i + 1;
    if (first == nullptr) first = assuming.first;
  }
  if (first == nullptr) return {};
  const auto before = bindings_;
  const Defined defined = defined_;
  bool good = true;
  for (const auto& d : decls) {
    const auto* local = dynamic_cast<const rumur::VarDecl*>(d.get());
    if (local == nullptr) continue;
    const TypeRef type = type_of(*local->type);
    good = good && is_simple(type) && !asks_locals(list);
    if (good) {
      bindings_[local->unique_id] = {undefined_value(type, here), {}};
    }
  }
  const Statements head(list.begin(),
                        list.begin() + static_cast<std::ptrdiff_t>(end));
  frames_.push_back({});
  const bool outer = std::exchange(gave_up_, false);
  ++trying_;
  std::optional<Value> v;
  if (good) v = run(head, 0, [&] { return literal(0, 1, here); });
  --trying_;
  if (std::exchange(gave_up_, outer)) v = {};
  frames_.pop_back();
  bindings_ = before;
  defined_ = defined;
  if (!v) {
    diagnostics_.error(codes::assumption, span(*first),
                       "what this 'assume' says cannot be told before the "
                       "step, from what is done before it here");
  }
  return v;
}

// Statements of rules that end a step, or cut it off.
std::optional<Value> Translator::run_property(const rumur::PropertyStmt& s,
                                              const Rest& after) {
  const bool assuming = is_assumption(s.property);
  if (!assuming && s.property.category != rumur::Property::ASSERTION) return {};
  const Value v = value(*s.property.expr);
  assume(*s.property.expr, true);
  // After an assertion that fails there is an error, whatever is assumed then.
  return chosen(v, after(), literal(0, assuming ? 0 : 1, span(s)), span(s));
}

}  // namespace vicinal::murphi
