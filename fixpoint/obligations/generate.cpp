// SPDX-License-Identifier: MIT
// The conditions of LS section 3.2, for an invariant that is given by the
// assertions of the model: they hold initially; every step from a state where
// they hold leads to a state where they hold, and is no error; and they imply
// what is to be proved.
//
// A condition "for all members" is refuted at members that are new constants.
// The acting node is one of them, or different from all: one obligation each.
#include <algorithm>

#include "fixpoint/obligations/generator.hpp"

namespace vicinal::obligations {

using network::Action;
using network::ast::PropertyKind;

Generator::Generator(const Model& model, const Request& request)
    : model_(model), request_(request), scratch_(model, request) {}

// ---- goals -----------------------------------------------------------------

bool Generator::constant(ExprId id) const {
  const Expr& e = model_[id];
  if (e.op == Op::literal || e.op == Op::parameter) return true;
  const bool arithmetic = e.op >= Op::negate && e.op <= Op::power;
  if (!arithmetic) return false;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    if (!constant(model_.child(e, i))) return false;
  }
  return true;
}

// Whether the members do not depend on the state, and can always be found:
// then they can be named once for the states before and after a step.
bool Generator::plain(const Binder& binder) {
  if (binder.domain == DomainKind::port_set) {
    return model_[binder.node].op == Op::bound;
  }
  if (binder.domain != DomainKind::range) return true;
  return constant(binder.low) && constant(binder.high) &&
         scratch_.terms.is_no(scratch_.domain_error(binder, scratch_.env()));
}

Generator::Goal Generator::goal_of(std::uint32_t property) {
  Goal goal{property, {}, model_.properties[property].formula};
  while (model_[goal.matrix].op == Op::forall) {
    const Expr& e = model_[goal.matrix];
    const std::vector<Binder> binders = scratch_.binders(e);
    if (!std::all_of(binders.begin(), binders.end(),
                     [this](const Binder& b) { return plain(b); })) {
      break;
    }
    goal.binders.insert(goal.binders.end(), binders.begin(), binders.end());
    goal.matrix = model_.child(e, 0);
  }
  return goal;
}

std::vector<Binder> Generator::action_binders(const Action& a) const {
  return {model_.binders.begin() + a.binders.begin,
          model_.binders.begin() + a.binders.end};
}

std::vector<Generator::Chosen> Generator::choices(
    const std::vector<Binder>& binders) {
  std::vector<Chosen> all = {{}};
  for (const Binder& b : binders) {
    std::size_t count = 1;
    if (b.domain == DomainKind::process) {
      count = static_cast<std::size_t>(std::count_if(
          model_.node_families.begin(), model_.node_families.end(),
          [&](const auto& f) { return f.process.value == b.item; }));
    }
    std::vector<Chosen> longer;
    for (const Chosen& c : all) {
      for (std::size_t i = 0; i < count; ++i) {
        longer.push_back(c);
        longer.back().push_back(i);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// New constants for the binders, members all. False: there are none.
bool Generator::bind(Query& q, const std::vector<Binder>& binders,
                     const Chosen& chosen, Env& env,
                     std::vector<Named>& named) {
  for (std::size_t i = 0; i < binders.size(); ++i) {
    const auto choices = q.fresh_choices(binders[i], env);
    if (chosen[i] >= choices.size()) return false;
    const Choice& c = choices[chosen[i]];
    q.fact(c.premise);
    q.join_choice(binders[i], env, c.value);
    env.frame[binders[i].slot] = c.value;
    named.push_back({binders[i].name, binders[i], c.value});
  }
  return true;
}

// ---- assumptions -----------------------------------------------------------

// Nodes that every instance has.
void Generator::begin(Query& q) {
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    if (q.rank(f) == 0) q.join({{}, f});
  }
}

void Generator::hypothesis(Query& q, const Env& env) {
  for (const network::Property& p : model_.properties) {
    if (p.kind != PropertyKind::assertion) continue;
    q.assume(p.formula, env, q.terms.yes());
  }
}

// The variable starts with its initial value; queues start empty.
void Generator::initial_value(Query& q, PlaceKind kind, std::uint32_t item,
                              std::uint32_t first, TypeId type, ExprId initial,
                              const std::vector<Term>& indices, const Env& env,
                              Term premise) {
  const std::vector<Slot> slots = q.slots(type);
  std::optional<Value> value;
  if (initial.valid()) value = q.translate(initial, env).value;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    const Term now = q.read({kind, item, first + i, indices}, 0);
    if (value) {
      q.fact(q.terms.implies(premise, q.terms.equal(now, value->slots[i])));
    }
    if (slots[i].queue < 0) continue;
    const auto length = first + static_cast<std::uint32_t>(slots[i].queue);
    q.fact(q.terms.implies(
        premise, q.terms.equal(q.read({kind, item, length, indices}, 0),
                               q.terms.number(0))));
  }
}

void Generator::initial_state(Query& q) {
  const auto over = [&](DomainKind domain, std::uint32_t item, auto claim) {
    Binder binder;
    binder.domain = domain;
    binder.item = item;
    binder.slot = model_.frame;  // nobody's
    Universal u;
    u.binders = {binder};
    u.env = q.env();
    u.premise = u.no_errors = q.terms.yes();
    u.claim = [this, claim](const Env& env, Term premise) {
      claim(env.frame[model_.frame], premise);
    };
    q.for_all(std::move(u));
  };
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const network::ProcessId process = model_.node_families[f].process;
    over(DomainKind::node_family, f,
         [&q, this, f, process](const Value& node, Term premise) {
           Env env = q.env();
           env.self = node;
           const auto& variables = model_[process].variables;
           for (std::uint32_t v = 0; v < variables.size(); ++v) {
             initial_value(q, PlaceKind::node, f, q.variable_offset(process, v),
                           variables[v].type, variables[v].initial, node.slots,
                           env, premise);
           }
         });
  }
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    over(DomainKind::edge_family, f,
         [&q, this, f](const Value& edge, Term premise) {
           const auto rank = static_cast<std::ptrdiff_t>(
               q.dimensions(DomainKind::edge_family, f).size());
           const auto begin = edge.slots.begin() + 1;
           const std::vector<Term> indices(begin, begin + rank);
           Env env = q.env();
           env.frame[0] = {{q.index_of(DomainKind::edge_family, f, indices)}};
           const auto& family = model_.edge_families[f];
           initial_value(q, PlaceKind::edge, f, 0, family.type, family.initial,
                         indices, env, premise);
         });
  }
  for (const ExprId init : model_.inits) {
    q.assume(init, q.env(), q.terms.yes());
  }
}

// No other binding of the action is enabled and greater (design 3.2).
void Generator::keep_greatest(Query& q, const Action& a, const Env& env) {
  if (!a.priority.valid()) return;
  const Result own = q.translate(a.priority, env);
  q.fact(q.terms.negate(own.error));
  Universal u;
  u.binders = action_binders(a);
  u.env = env;
  u.premise = q.terms.yes();
  u.no_errors = q.terms.no();
  const Term most = own.term();
  u.claim = [&q, &a, most](const Env& other, Term premise) {
    const Term enabled =
        a.guard.valid() ? q.holds(a.guard, other) : q.terms.yes();
    const Result priority = q.translate(a.priority, other);
    q.fact(q.terms.implies(
        q.terms.all({premise, enabled, q.terms.negate(priority.error)}),
        q.terms.less_equal(priority.term(), most)));
  };
  q.for_all(std::move(u));
}

// ---- obligations -----------------------------------------------------------

void Generator::finish(Query& q, Term wrong, Obligation o,
                       const std::vector<Named>& named, StateId after) {
  q.saturate();
  std::vector<Term> all = q.facts;
  o.premise = q.terms.script(all);
  all.push_back(wrong);
  o.text = q.terms.script(all);
  std::vector<std::pair<std::string, Term>> shown;
  std::vector<StateId> states = {0};
  if (after != 0) states.push_back(after);
  show(q, named, states, o, shown);
  // Looking at more makes more facts.
  all = q.facts;
  all.push_back(wrong);
  o.example = q.terms.script(all, shown);
  out_.push_back(std::move(o));
}

void Generator::initial(const Goal& goal) {
  const network::Property& p = model_.properties[goal.property];
  for (const Chosen& chosen : choices(goal.binders)) {
    Query q(model_, request_);
    begin(q);
    Env env = q.env();
    std::vector<Named> named;
    if (!bind(q, goal.binders, chosen, env, named)) continue;
    q.add_fillers(most_nodes_);
    const Term wrong = q.terms.negate(q.holds(goal.matrix, env));
    initial_state(q);
    Obligation o;
    o.kind = Kind::initial;
    o.name = "initial " + p.name;
    o.span = p.span;
    o.property = goal.property;
    finish(q, wrong, std::move(o), named, 0);
  }
}

void Generator::property(const Goal& goal) {
  const network::Property& p = model_.properties[goal.property];
  for (const Chosen& chosen : choices(goal.binders)) {
    Query q(model_, request_);
    begin(q);
    Env env = q.env();
    std::vector<Named> named;
    if (!bind(q, goal.binders, chosen, env, named)) continue;
    q.add_fillers(most_nodes_);
    const Term wrong = q.terms.negate(q.holds(goal.matrix, env));
    hypothesis(q, q.env());
    Obligation o;
    o.kind = Kind::property;
    o.name = "property " + p.name;
    o.span = p.span;
    o.property = goal.property;
    finish(q, wrong, std::move(o), named, 0);
  }
}

// A new node that acts.
Value Generator::actor(Query& q, std::uint32_t family,
                       std::vector<Named>& named) {
  Binder binder;
  binder.name = "actor";
  binder.domain = DomainKind::node_family;
  binder.item = family;
  const Choice c = q.fresh_choices(binder, q.env())[0];
  q.fact(c.premise);
  q.join(c.value);
  named.push_back({binder.name, binder, c.value});
  return c.value;
}

void Generator::step(const Goal& goal, std::uint32_t family,
                     std::uint32_t action, const Chosen& members,
                     const Chosen& binding, std::optional<std::size_t> acting) {
  const network::Property& p = model_.properties[goal.property];
  const network::NodeFamily& f = model_.node_families[family];
  const Action& a = model_[f.process].actions[action];
  Query q(model_, request_);
  begin(q);
  Env after = q.env();
  std::vector<Named> named;
  if (!bind(q, goal.binders, members, after, named)) return;
  Obligation o;
  o.name = "step " + p.name + ": " + f.name + "." + a.name;
  Env env = q.env();
  if (acting) {
    env.self = named[*acting].value;
    o.name += " at " + named[*acting].name;
  } else {
    const std::vector<Named> others = named;
    env.self = actor(q, family, named);
    for (const Named& n : others) {
      if (n.value.family != family) continue;
      q.fact(q.terms.negate(q.same(n.value, env.self)));
      if (q.rank(family) == 0) return;  // there is no other
    }
  }
  if (!bind(q, action_binders(a), binding, env, named)) return;
  q.add_fillers(most_nodes_);
  if (a.guard.valid()) q.assume(a.guard, env, q.terms.yes());
  keep_greatest(q, a, env);
  const Query::Execution x = q.execute(a.body, env, q.terms.yes());
  q.fact(q.terms.negate(x.error));
  after.state = x.state;
  const Term wrong = q.terms.negate(q.holds(goal.matrix, after));
  hypothesis(q, q.env());
  o.kind = Kind::step;
  o.span = p.span;
  o.property = goal.property;
  o.family = network::NodeFamilyId(std::size_t{family});
  o.action = action;
  finish(q, wrong, std::move(o), named, x.state);
}

void Generator::steps(const Goal& goal, std::uint32_t family) {
  const auto& actions = model_[model_.node_families[family].process].actions;
  for (std::uint32_t a = 0; a < actions.size(); ++a) {
    for (const Chosen& binding : choices(action_binders(actions[a]))) {
      for (const Chosen& members : choices(goal.binders)) {
        // Of which families the members are shows only once they are made.
        Query q(model_, request_);
        Env env = q.env();
        std::vector<Named> named;
        if (!bind(q, goal.binders, members, env, named)) continue;
        for (std::size_t i = 0; i < named.size(); ++i) {
          if (named[i].value.family != family) continue;
          step(goal, family, a, members, binding, i);
          if (q.rank(family) == 0) break;
        }
        step(goal, family, a, members, binding, std::nullopt);
      }
    }
  }
}

void Generator::errors(std::uint32_t family, std::uint32_t action,
                       const Chosen& binding) {
  const network::NodeFamily& f = model_.node_families[family];
  const Action& a = model_[f.process].actions[action];
  for (const bool executing : {false, true}) {
    Query q(model_, request_);
    begin(q);
    Env env = q.env();
    std::vector<Named> named;
    env.self = actor(q, family, named);
    if (!bind(q, action_binders(a), binding, env, named)) return;
    q.add_fillers(most_nodes_);
    Term wrong = q.terms.no();
    StateId after = 0;
    if (executing) {
      if (a.guard.valid()) q.assume(a.guard, env, q.terms.yes());
      keep_greatest(q, a, env);
      const Query::Execution x = q.execute(a.body, env, q.terms.yes());
      wrong = x.error;
      after = x.state;
    } else {
      Term enabled = q.terms.yes();
      if (a.guard.valid()) {
        const Result guard = q.translate(a.guard, env);
        enabled = guard.term();
        wrong = guard.error;
      }
      if (a.priority.valid()) {
        const Result priority = q.translate(a.priority, env);
        wrong = q.terms.either(wrong, q.terms.both(enabled, priority.error));
      }
    }
    if (q.terms.is_no(wrong)) continue;
    hypothesis(q, q.env());
    Obligation o;
    o.kind = Kind::error;
    o.name = (executing ? "error: " : "error in the guard: ") + f.name + "." +
             a.name;
    o.span = a.span;
    o.family = network::NodeFamilyId(std::size_t{family});
    o.action = action;
    finish(q, wrong, std::move(o), named, after);
  }
}

// A range of an action that has no value at some size.
void Generator::domain_errors(std::uint32_t family, std::uint32_t action) {
  const network::NodeFamily& f = model_.node_families[family];
  const Action& a = model_[f.process].actions[action];
  for (const Binder& b : action_binders(a)) {
    Query q(model_, request_);
    const Term wrong = q.domain_error(b, q.env());
    if (q.terms.is_no(wrong)) continue;
    Obligation o;
    o.kind = Kind::error;
    o.name = "error in the range of " + b.name + ": " + f.name + "." + a.name;
    o.span = b.span;
    o.family = network::NodeFamilyId(std::size_t{family});
    o.action = action;
    finish(q, wrong, std::move(o), {}, 0);
  }
}

std::vector<Obligation> Generator::run() {
  if (!model_.rules.empty()) {
    scratch_.unsupported("rules", model_.rules[0].span);
  }
  if (model_.network_kind == network::ast::NetworkKind::from_file) {
    scratch_.unsupported("networks from files", model_.network_span);
  }
  for (const network::SharedVariable& s : model_.shared) {
    if (s.written) {
      scratch_.unsupported("shared variables that are written", s.span);
    }
  }
  std::vector<Goal> assertions;
  std::vector<Goal> invariants;
  for (std::uint32_t i = 0; i < model_.properties.size(); ++i) {
    const network::Property& p = model_.properties[i];
    if (p.kind == PropertyKind::assertion) {
      assertions.push_back(goal_of(i));
      const auto& binders = assertions.back().binders;
      most_nodes_ = std::max(
          most_nodes_, static_cast<std::size_t>(std::count_if(
                           binders.begin(), binders.end(), [](const Binder& b) {
                             return b.domain == DomainKind::node_family ||
                                    b.domain == DomainKind::process;
                           })));
    } else if (p.kind == PropertyKind::invariant) {
      invariants.push_back(goal_of(i));
    } else {
      scratch_.unsupported("temporal properties", p.span);
    }
  }
  elaboration();
  for (const Goal& goal : assertions) initial(goal);
  for (const Goal& goal : assertions) {
    for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
      steps(goal, f);
    }
  }
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const auto& actions = model_[model_.node_families[f].process].actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) {
      domain_errors(f, a);
      for (const Chosen& c : choices(action_binders(actions[a]))) {
        errors(f, a, c);
      }
    }
  }
  for (const Goal& goal : invariants) property(goal);
  return std::move(out_);
}

std::variant<std::vector<Obligation>, Unsupported> generate(
    const Model& model, const Request& request) {
  try {
    return Generator(model, request).run();
  } catch (const Stop& stop) {
    return stop.unsupported;
  }
}

}  // namespace vicinal::obligations
