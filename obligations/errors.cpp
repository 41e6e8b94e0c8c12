// SPDX-License-Identifier: MIT
// Model errors of steps: where a guard, a priority or a body fails, and where
// what a parameter ranges over cannot be found; and of states: where a property
// cannot be evaluated that is no part of the invariant. They are refuted where
// the assertions hold; nothing may be assumed that holds only of steps that
// succeed (design 7.12).
//
// And what engines ask that look for an invariant: of some assertions alone,
// and of no step that writes nothing that they read. Nothing is proved by that.
#include <algorithm>
#include <iterator>

#include "network/language/property.hpp"
#include "network/language/questions.hpp"
#include "network/language/written.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

Obligation Generator::error_of(const Mover& mover, const std::string& where,
                               network::Span span) const {
  Obligation o;
  o.kind = Kind::error;
  o.name = where + ": " + mover.name;
  o.span = span;
  o.family = network::NodeFamilyId(mover.family);
  o.action = mover.number;
  return o;
}

// Where a guard or a priority fails, or, if it is executed, the body.
bool Generator::put_error(Question& x, const Mover& mover,
                          const Chosen& binding, bool executing, Upto upto,
                          Term& wrong) {
  const network::Action& a = *mover.action;
  Query& q = x.q;
  begin(q);
  Env env = nothing_bound(model_);
  act(x, mover, env);
  if (!bind(q, action_binders(a), binding, env, x.named)) return false;
  join_between(x);
  add_fillers(q, most_nodes_ + looks_around(a));
  wrong = q.terms.no();
  if (executing && upto >= Upto::enabled) enable(q, a, env);
  if (upto == Upto::all && executing) {
    const Execution done = q.statements.execute(a.body, env, q.terms.yes());
    wrong = done.error;
    x.state = done.state;
  } else if (upto == Upto::all) {
    Term enabled = q.terms.yes();
    if (a.guard.valid()) {
      const Result guard = q.expressions.translate(a.guard, env);
      enabled = guard.term();
      wrong = guard.error;
    }
    if (a.priority.valid()) {
      const Result priority = q.expressions.translate(a.priority, env);
      wrong = q.terms.either(wrong, q.terms.both(enabled, priority.error));
    }
  }
  // Where nothing can fail, nothing is asked.
  if (upto == Upto::all && q.terms.is_no(wrong)) return false;
  if (upto >= Upto::assertions) hypothesis(q, nothing_bound(model_));
  return true;
}

void Generator::errors(const Mover& mover, const Chosen& binding) {
  for (const bool executing : {false, true}) {
    Term wrong;
    const Put put = [&](Question& x, Upto upto) {
      return put_error(x, mover, binding, executing, upto, wrong);
    };
    const std::vector<Part> parts_of = parts({}, put, Upto::enabled);
    Question x(model_, asked_);
    if (!put(x, Upto::all)) continue;
    x.obligation = error_of(mover, executing ? "error" : "error in the guard",
                            mover.action->span);
    x.obligation.parts = parts_of;
    finish(x, wrong);
  }
}

// The bounds of a range cannot be found at some size.
void Generator::range_errors(const Mover& mover) {
  for (const Binder& b : action_binders(*mover.action)) {
    Question x(model_, asked_);
    if (!constant_range(b)) continue;
    const Term wrong = x.q.domains.domain_error(b, nothing_bound(model_));
    if (x.q.terms.is_no(wrong)) continue;
    x.obligation = error_of(mover, "error in the range of " + b.name, b.span);
    finish(x, wrong);
  }
}

bool Generator::constant_range(const Binder& b) const {
  return b.domain == DomainKind::range && network::is_constant(model_, b.low) &&
         network::is_constant(model_, b.high);
}

// The node whose port set a parameter ranges over, or a bound, cannot be found.
void Generator::domain_errors(const Mover& mover, const Chosen& binding) {
  const std::vector<Binder> binders = action_binders(*mover.action);
  for (auto b = binders.begin(); b != binders.end(); ++b) {
    const bool range = b->domain == DomainKind::range && !constant_range(*b);
    if (!range && b->domain != DomainKind::port_set) continue;
    Question x(model_, asked_);
    Query& q = x.q;
    begin(q);
    Env env = nothing_bound(model_);
    act(x, mover, env);
    // It is looked for once the parameters before it have values.
    if (!bind(q, {binders.begin(), b}, binding, env, x.named)) return;
    const Term wrong = q.domains.domain_error(*b, env);
    if (q.terms.is_no(wrong)) continue;
    add_fillers(q, most_nodes_);
    hypothesis(q, nothing_bound(model_));
    const char* where =
        range ? "error in the range of " : "error in the members of ";
    x.obligation = error_of(mover, where + b->name, b->span);
    finish(x, wrong);
  }
}

// Whether or not it holds there: what is not proved may still have a value.
void Generator::property_errors(std::uint32_t property) {
  const network::Property& p = model_.properties[property];
  if (network::is_temporal(p) || !network::can_fail(model_, p.formula)) return;
  const bool kept =
      p.kind == network::ast::PropertyKind::assertion && !left_out(p);
  if (kept) return;
  const Goals goals = {goal_of(property)};
  for (const Chosen& chosen : choices(goals[0].binders)) {
    const Put put = [&](Question& x, Upto upto) {
      return put_members(x, goals, chosen, upto);
    };
    Question x(model_, asked_);
    if (!put(x, Upto::all)) continue;
    const Term wrong =
        x.q.expressions.translate(goals[0].matrix, env_of(x, goals[0])).error;
    if (x.q.terms.is_no(wrong)) continue;
    Obligation& o = x.obligation;
    o.kind = Kind::error;
    o.name = "error in the property " + p.name;
    o.span = p.span;
    o.property = property;
    o.parts = parts(goals, put, Upto::assertions);
    finish(x, wrong);
  }
}

// ---- some assertions -------------------------------------------------------

// Steps that may change what a goal says. Others keep it, as it is assumed.
void Generator::some_steps(const Goals& goals) {
  for (const Mover& mover : movers()) {
    const auto written = network::written_by(model_, *mover.action);
    Goals moved;
    std::ranges::copy_if(goals, std::back_inserter(moved), [&](const Goal& g) {
      return !quantifier_free(g.matrix) ||
             !network::stands(model_, g.matrix, written);
    });
    if (moved.empty()) continue;
    for (const Chosen& binding : choices(action_binders(*mover.action))) {
      for_each_step(moved, mover, binding,
                    [&](const Mover& m, const Chosen& members, const Chosen& b,
                        std::optional<std::size_t> acting) {
                      step(moved, m, members, b, acting);
                    });
    }
  }
}

// That those that are asked for hold initially, and are kept.
void Generator::some_assertions(std::vector<Goals> assertions) {
  const std::vector<std::string>& wanted = *request_.only;
  for (Goals& goals : assertions) {
    std::erase_if(goals, [&](const Goal& goal) {
      const std::string& name = model_.properties[goal.property].name;
      return std::find(wanted.begin(), wanted.end(), name) == wanted.end();
    });
    if (goals.empty()) continue;
    initial(goals);
    some_steps(goals);
  }
}

}  // namespace vicinal::obligations
