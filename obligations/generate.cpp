// SPDX-License-Identifier: MIT
// The conditions of LS section 3.2, for an invariant that is given by the
// assertions of the model: they hold initially; every step from a state where
// they hold leads to a state where they hold, and is no error; and they imply
// what is to be proved.
//
// A condition "for all members" is refuted at members that are new constants.
// The acting node is one of them, or different from all: one obligation each.
#include <algorithm>

#include "network/base/budget.hpp"
#include "network/language/greatest.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

using network::Action;
using network::ast::PropertyKind;

// What is said of all other nodes says something if there is one.
std::size_t Generator::looks_around(const Action& a) {
  return a.global_guard || a.global_priority || a.global_body ? 1 : 0;
}

Generator::Generator(const Model& model, const Request& request)
    : model_(model),
      request_(request),
      asked_{request.fixed, request.excluded},
      scratch_(model, asked_),
      most_alike_(model.node_families.size(), 0),
      relations_(relates_members()) {}

// ---- goals -----------------------------------------------------------------

// Whether the members do not depend on the state, and can always be found:
// then they can be named once for the states before and after a step.
bool Generator::plain(const Binder& binder) {
  if (binder.domain == DomainKind::port_set) {
    return model_[binder.node].op == Op::bound;
  }
  if (binder.domain != DomainKind::range) return true;
  return network::is_constant(model_, binder.low) &&
         network::is_constant(model_, binder.high) &&
         scratch_.terms.is_no(
             scratch_.domains.domain_error(binder, nothing_bound(model_)));
}

Generator::Goal Generator::goal_of(std::uint32_t property) {
  Goal goal{property, {}, model_.properties[property].formula};
  while (model_[goal.matrix].op == Op::forall) {
    const Expr& e = model_[goal.matrix];
    const std::vector<Binder> binders = binders_of(model_, e.binders);
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
    few_choices(all.size() * count, b.span);
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
  // Who is at the ends of an edge that as many nodes as an assertion looks at
  // share, is known: these nodes.
  const auto nodes = static_cast<std::size_t>(
      std::count_if(binders.begin(), binders.end(), [](const Binder& b) {
        return b.domain == DomainKind::node_family ||
               b.domain == DomainKind::process;
      }));
  for (std::size_t i = 0; i < binders.size(); ++i) {
    const auto choices = q.domains.fresh_choices(binders[i], env);
    if (chosen[i] >= choices.size()) return false;
    const Choice& c = choices[chosen[i]];
    q.facts.add(c.premise);
    q.members.join_choice(binders[i], env, c.value, nodes < most_nodes_);
    env.frame[binders[i].slot] = c.value;
    named.push_back({binders[i].name, binders[i], c.value});
  }
  return true;
}

// ---- assumptions -----------------------------------------------------------

// Whether an assertion says who is in relations.
bool Generator::relates_members() const {
  return std::ranges::any_of(model_.properties, [&](const auto& p) {
    return p.kind == PropertyKind::assertion && !left_out(p) &&
           network::relates_somebody(model_, p.formula);
  });
}

// Nodes that every instance has.
void Generator::begin(Query& q) {
  if (relations_) q.members.follow_relations();
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    if (q.sizes.rank(f) == 0) q.members.join({{}, f});
  }
}

void Generator::hypothesis(Query& q, const Env& env) {
  for (const network::Property& p : model_.properties) {
    if (p.kind != PropertyKind::assertion || left_out(p)) continue;
    q.instantiation.assume(p.formula, env, q.terms.yes());
  }
}

// What holds in every state, whether assertions do or not.
void Generator::principles(Query& q, const Env& env) {
  for (std::uint32_t i = 0; i < model_.properties.size(); ++i) {
    const network::Property& p = model_.properties[i];
    if (p.kind != PropertyKind::assertion || left_out(p) ||
        !network::is_principle(model_, goal_of(i).matrix)) {
      continue;
    }
    q.instantiation.assume(p.formula, env, q.terms.yes());
  }
}

// The variable starts with its initial value; queues start empty.
void Generator::initial_value(Query& q, PlaceKind kind, std::uint32_t item,
                              std::uint32_t first, TypeId type, ExprId initial,
                              const std::vector<Term>& indices, const Env& env,
                              Term premise) {
  const std::vector<Slot> slots = q.slots.of(type);
  std::optional<Value> value;
  if (initial.valid()) value = q.expressions.translate(initial, env).value;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    if (slots[i].keys.empty()) {
      const Term now = q.places.read({kind, item, first + i, indices}, 0);
      if (value) {
        q.facts.add(
            q.terms.implies(premise, q.terms.equal(now, value->slots[i])));
      }
    }
    if (slots[i].queue < 0) continue;
    const auto length = first + static_cast<std::uint32_t>(slots[i].queue);
    starts_empty(q, {kind, item, length, indices}, slots[i], premise);
  }
}

// The queue of this length; those of all nodes, if nodes index it.
void Generator::starts_empty(Query& q, const Place& length, const Slot& slot,
                             Term premise) {
  const auto empty = [&q](const Place& place, Term where) {
    q.facts.add(q.terms.implies(
        where, q.terms.equal(q.places.read(place, 0), q.terms.number(0))));
  };
  if (slot.keys.empty()) return empty(length, premise);
  Universal u;
  u.env = nothing_bound(model_);
  for (const std::uint32_t family : slot.keys) {
    Binder key;
    key.domain = DomainKind::node_family;
    key.item = family;
    key.slot = static_cast<std::uint32_t>(u.env.frame.size());
    u.env.frame.emplace_back();
    u.binders.push_back(key);
  }
  u.premise = premise;
  u.no_errors = q.terms.yes();
  u.claim = [length, empty, binders = u.binders](const Env& env, Term where) {
    Place place = length;
    for (const Binder& key : binders) {
      const auto& indices = env.frame[key.slot].slots;
      place.indices.insert(place.indices.end(), indices.begin(), indices.end());
    }
    empty(place, where);
  };
  q.instantiation.for_all(std::move(u));
}

void Generator::initial_state(Query& q) {
  const auto over = [&](DomainKind domain, std::uint32_t item, auto claim) {
    Binder binder;
    binder.domain = domain;
    binder.item = item;
    binder.slot = model_.frame;  // nobody's
    Universal u;
    u.binders = {binder};
    u.env = nothing_bound(model_);
    u.premise = u.no_errors = q.terms.yes();
    u.claim = [this, claim](const Env& env, Term premise) {
      claim(env.frame[model_.frame], premise);
    };
    q.instantiation.for_all(std::move(u));
  };
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const network::ProcessId process = model_.node_families[f].process;
    over(DomainKind::node_family, f,
         [&q, this, f, process](const Value& node, Term premise) {
           Env env = nothing_bound(model_);
           env.self = node;
           const auto& variables = model_[process].variables;
           for (std::uint32_t v = 0; v < variables.size(); ++v) {
             initial_value(q, PlaceKind::node, f,
                           q.slots.variable_offset(process, v),
                           variables[v].type, variables[v].initial, node.slots,
                           env, premise);
           }
         });
  }
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    over(DomainKind::edge_family, f,
         [&q, this, f](const Value& edge, Term premise) {
           const auto rank = static_cast<std::ptrdiff_t>(
               q.sizes.dimensions(DomainKind::edge_family, f).size());
           const auto begin = edge.slots.begin() + 1;
           const std::vector<Term> indices(begin, begin + rank);
           Env env = nothing_bound(model_);
           env.frame[0] = {
               {q.sizes.index_of(DomainKind::edge_family, f, indices)}};
           const auto& family = model_.edge_families[f];
           initial_value(q, PlaceKind::edge, f, 0, family.type, family.initial,
                         indices, env, premise);
         });
  }
  for (const ExprId init : model_.inits) {
    q.instantiation.assume(init, nothing_bound(model_), q.terms.yes());
  }
}

// No other binding of the action is enabled and greater (design 3.2).
void Generator::keep_greatest(Query& q, const Action& a, const Env& env) {
  if (!a.priority.valid()) return;
  const Result own = q.expressions.translate(a.priority, env);
  q.facts.add(q.terms.negate(own.error));
  Universal u;
  u.binders = action_binders(a);
  u.env = env;
  u.premise = q.terms.yes();
  u.no_errors = q.terms.no();
  const Term most = own.term();
  u.claim = [&q, &a, most](const Env& other, Term premise) {
    const Term enabled =
        a.guard.valid() ? q.expressions.holds(a.guard, other) : q.terms.yes();
    const Result priority = q.expressions.translate(a.priority, other);
    q.facts.add(q.terms.implies(
        q.terms.all({premise, enabled, q.terms.negate(priority.error)}),
        q.terms.less_equal(priority.term(), most)));
  };
  q.instantiation.for_all(std::move(u));
}

// ---- obligations -----------------------------------------------------------

// The premise has `known` facts; what came since belongs to the conclusion.
void Generator::finish(Question& x, Term wrong, Obligation o,
                       const Script& premise, std::size_t known) {
  network::poll_now();  // texts are long
  Query& q = x.q;
  o.premise = premise.text();
  o.not_followed = q.statements.not_followed();
  std::vector<Term> more(
      q.facts.all().begin() + static_cast<std::ptrdiff_t>(known),
      q.facts.all().end());
  more.push_back(wrong);
  Script script = premise;
  script.comment("conclusion");
  script.add(more);
  o.text = script.text();
  // Looking at more makes more facts.
  const std::size_t here = q.facts.all().size();
  std::vector<std::pair<std::string, Term>> shown;
  std::vector<StateId> states = {0};
  if (x.state != 0) states.push_back(x.state);
  show(q, x.named, states, o, shown);
  script.add(std::span(q.facts.all()).subspan(here));
  script.show(shown);
  o.example = script.text();
  text_ += text_after(out_.empty() ? nullptr : &out_.back(), o);
  if (text_ > request_.most_text) unsupported("so much text", o.span);
  out_.push_back(std::move(o));
}

void Generator::finish(Question& x, Term wrong) {
  x.q.instantiation.saturate();
  Script premise(x.q.terms);
  premise.add(x.q.facts.all());
  finish(x, wrong, x.obligation, premise, x.q.facts.all().size());
}

// Each goal in the state after, or, if there is no step, in the only one.
void Generator::conclude(Question& x, const Goals& goals,
                         const std::string& kind) {
  Query& q = x.q;
  q.instantiation.saturate();
  Script premise(q.terms);
  premise.add(q.facts.all());
  const std::size_t known = q.facts.all().size();
  for (const Goal& goal : goals) {
    const network::Property& p = model_.properties[goal.property];
    // The members' names and slots are those of the first goal.
    const Env env = env_of(x, goal);
    for (std::size_t i = 0; i < goal.binders.size(); ++i) {
      x.named[i].name = goal.binders[i].name;
    }
    const Term wrong = q.instantiation.denied(goal.matrix, env);
    q.instantiation.saturate();
    Obligation o = x.obligation;
    o.name = kind + " " + p.name + o.name;
    if (x.acting) o.name += " at " + x.named[*x.acting].name;
    o.span = p.span;
    o.property = goal.property;
    finish(x, wrong, std::move(o), premise, known);
  }
}

// Without what is to be concluded. Of a step that is executed, what the goals
// mean afterwards is a part of what is said of it.
std::vector<Part> Generator::parts(const Goals& goals, const Put& put,
                                   Upto last) {
  std::vector<Part> out;
  if (!request_.parts) return out;
  const std::pair<Upto, const char*> all[] = {
      {Upto::members, "there are no such members"},
      {Upto::assertions, "no state that is meant has such members"},
      {Upto::enabled, "the step is never enabled there"},
      {Upto::executed, ""}};
  for (const auto& [upto, impossible] : all) {
    if (upto > last) break;
    Question x(model_, asked_);
    if (!put(x, upto)) continue;
    x.q.instantiation.saturate();
    if (upto == Upto::executed) {
      for (const Goal& goal : goals) {
        x.q.expressions.translate(goal.matrix, env_of(x, goal));
      }
      x.q.instantiation.saturate();
    }
    Script script(x.q.terms);
    script.add(x.q.facts.all());
    out.push_back({impossible, script.text()});
  }
  return out;
}

bool Generator::put_initial(Question& x, const Goals& goals,
                            const Chosen& chosen, Upto upto) {
  begin(x.q);
  x.q.places.start();
  Env env = nothing_bound(model_);
  if (!bind(x.q, goals[0].binders, chosen, env, x.named)) return false;
  join_named(x, goals);
  join_first(x, goals);
  add_fillers(x.q, most_nodes_);
  if (upto >= Upto::assertions) {
    initial_state(x.q);
    principles(x.q, nothing_bound(model_));
  }
  return true;
}

void Generator::initial(const Goals& goals) {
  for (const Chosen& chosen : choices(goals[0].binders)) {
    const Put put = [&](Question& x, Upto upto) {
      return put_initial(x, goals, chosen, upto);
    };
    Question x(model_, asked_);
    if (!put(x, Upto::all)) continue;
    x.obligation.kind = Kind::initial;
    x.obligation.parts = parts(goals, put, Upto::assertions);
    conclude(x, goals, "initial");
  }
}

// A state where the assertions hold, and members of it.
bool Generator::put_members(Question& x, const Goals& goals,
                            const Chosen& chosen, Upto upto) {
  begin(x.q);
  if (asks_who_moves(goals)) {
    x.q.quantifiers.show_who_is_not_counted();
    for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
      x.q.members.join_first(DomainKind::node_family, f);
    }
    x.q.members.bring_neighbours();
  }
  Env env = nothing_bound(model_);
  if (!bind(x.q, goals[0].binders, chosen, env, x.named)) return false;
  join_named(x, goals);
  join_between(x);
  add_fillers(x.q, std::max(most_nodes_, nodes_of(goals)));
  if (upto >= Upto::assertions) hypothesis(x.q, nothing_bound(model_));
  return true;
}

void Generator::properties(const Goals& goals) {
  for (const Chosen& chosen : choices(goals[0].binders)) {
    const Put put = [&](Question& x, Upto upto) {
      return put_members(x, goals, chosen, upto);
    };
    Question x(model_, asked_);
    if (!put(x, Upto::all)) continue;
    x.obligation.kind = Kind::property;
    x.obligation.parts = parts(goals, put, Upto::assertions);
    conclude(x, goals, "property");
  }
}

std::vector<Generator::Mover> Generator::movers() const {
  std::vector<Mover> list;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const network::NodeFamily& family = model_.node_families[f];
    const auto& actions = model_[family.process].actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) {
      list.push_back({&actions[a], a, f, family.name + "." + actions[a].name});
    }
  }
  for (std::uint32_t r = 0; r < model_.rules.size(); ++r) {
    list.push_back(
        {&model_.rules[r], r, no_family, "rule " + model_.rules[r].name});
  }
  return list;
}

// A new node that acts; nobody, if it is a rule.
void Generator::act(Question& x, const Mover& mover, Env& env) {
  if (mover.family == no_family) return;
  Binder binder;
  binder.name = "actor";
  binder.domain = DomainKind::node_family;
  binder.item = mover.family;
  const Choice c = x.q.domains.fresh_choices(binder, nothing_bound(model_))[0];
  x.q.facts.add(c.premise);
  x.q.members.join(c.value);
  x.named.push_back({binder.name, binder, c.value});
  env.self = c.value;
}

// Who acts is one of the members that are named, or a new one, or, of a rule,
// nobody. False: there is no such step.
bool Generator::put_step(Question& x, const Goals& goals, const Mover& mover,
                         const Chosen& members, const Chosen& binding,
                         std::optional<std::size_t> acting, Upto upto) {
  const Action& a = *mover.action;
  Query& q = x.q;
  begin(q);
  Env unused = nothing_bound(model_);
  if (!bind(q, goals[0].binders, members, unused, x.named)) return false;
  Env env = nothing_bound(model_);
  if (acting) {
    env.self = x.named[*acting].value;
  } else {
    const std::vector<Named> others = x.named;
    act(x, mover, env);
    for (const Named& n : others) {
      if (mover.family == no_family || n.value.family != mover.family) continue;
      q.facts.add(q.terms.negate(same(q.terms, n.value, env.self)));
      if (q.sizes.rank(mover.family) == 0) return false;  // there is no other
    }
  }
  if (!bind(q, action_binders(a), binding, env, x.named)) return false;
  join_named(x, goals);
  join_named(x, goals, a, env);
  join_between(x);
  add_fillers(q, most_nodes_ + looks_around(a));
  if (upto >= Upto::enabled) enable(q, a, env);
  if (upto >= Upto::executed) {
    const Execution done = q.statements.execute(a.body, env, q.terms.yes());
    if (upto == Upto::all) q.facts.add(q.terms.negate(done.error));
    x.state = done.state;
  }
  if (upto >= Upto::assertions) hypothesis(q, nothing_bound(model_));
  return true;
}

void Generator::enable(Query& q, const Action& a, const Env& env) {
  if (a.guard.valid()) q.instantiation.assume(a.guard, env, q.terms.yes());
  keep_greatest(q, a, env);
}

void Generator::step(const Goals& goals, const Mover& mover,
                     const Chosen& members, const Chosen& binding,
                     std::optional<std::size_t> acting) {
  const Put put = [&](Question& x, Upto upto) {
    return put_step(x, goals, mover, members, binding, acting, upto);
  };
  Question x(model_, asked_);
  if (!put(x, Upto::all)) return;
  Obligation& o = x.obligation;
  o.kind = Kind::step;
  o.name = ": " + mover.name;
  o.family = network::NodeFamilyId(mover.family);
  o.action = mover.number;
  x.acting = acting;
  o.parts = parts(goals, put, Upto::executed);
  conclude(x, goals, "step");
}

void Generator::for_each_step(const Goals& goals, const Mover& mover,
                              const Chosen& binding, const ForStep& visit) {
  const std::vector<Binder>& binders = goals[0].binders;
  for (const Chosen& members : choices(binders)) {
    for (std::size_t i = 0; i < binders.size(); ++i) {
      if (mover.family == no_family) break;
      const auto named = scratch_.domains.family(binders[i], members[i]);
      if (named != mover.family) continue;
      visit(mover, members, binding, i);
      if (scratch_.sizes.rank(mover.family) == 0) break;
    }
    visit(mover, members, binding, std::nullopt);
  }
}

void Generator::for_each_step(const Goals& goals, const ForStep& visit) {
  for (const Mover& mover : movers()) {
    for (const Chosen& binding : choices(action_binders(*mover.action))) {
      for_each_step(goals, mover, binding, visit);
    }
  }
}

void Generator::steps(const Goals& goals) {
  for_each_step(goals,
                [&](const Mover& mover, const Chosen& members,
                    const Chosen& binding, std::optional<std::size_t> acting) {
                  step(goals, mover, members, binding, acting);
                });
}

// Whether it says nothing about members but those that are named: then
// judging it does not add to the join.
bool Generator::quantifier_free(ExprId id) const {
  return network::every(model_, id, [](const Expr& e) {
    return e.binders.empty() && e.op != Op::dereference;
  });
}

// Properties of a kind, by what they range over.
bool Generator::left_out(const network::Property& p) const {
  return p.kind == PropertyKind::assertion &&
         std::find(request_.left_out.begin(), request_.left_out.end(),
                   p.name) != request_.left_out.end();
}

std::vector<Generator::Goals> Generator::groups(PropertyKind kind) {
  std::vector<Goals> list;
  const auto alike = [this](const Goal& a, const Goal& b) {
    return quantifier_free(a.matrix) && quantifier_free(b.matrix) &&
           a.binders.size() == b.binders.size() &&
           std::equal(a.binders.begin(), a.binders.end(), b.binders.begin(),
                      [](const Binder& x, const Binder& y) {
                        return x.domain == y.domain && x.item == y.item &&
                               x.domain != DomainKind::port_set &&
                               x.low == y.low && x.high == y.high;
                      });
  };
  for (std::uint32_t i = 0; i < model_.properties.size(); ++i) {
    if (model_.properties[i].kind != kind || left_out(model_.properties[i])) {
      continue;
    }
    Goal goal = goal_of(i);
    const auto same =
        std::find_if(list.begin(), list.end(),
                     [&](const Goals& g) { return alike(g[0], goal); });
    if (same != list.end()) {
      same->push_back(std::move(goal));
    } else {
      list.push_back({std::move(goal)});
    }
  }
  return list;
}

// That goals speak of. Whoever it is that can move is one more.
std::size_t Generator::nodes_of(const Goals& goals) const {
  const auto& binders = goals[0].binders;
  const auto nodes =
      std::count_if(binders.begin(), binders.end(), [](const Binder& b) {
        return b.domain == DomainKind::node_family ||
               b.domain == DomainKind::process;
      });
  return static_cast<std::size_t>(nodes) + (asks_who_moves(goals) ? 1 : 0);
}

std::size_t Generator::nodes_of(const Goals& goals,
                                std::uint32_t family) const {
  const auto& binders = goals[0].binders;
  const auto nodes =
      std::count_if(binders.begin(), binders.end(), [&](const Binder& b) {
        return b.domain == DomainKind::node_family
                   ? b.item == family
                   : b.domain == DomainKind::process &&
                         b.item == model_.node_families[family].process.value;
      });
  return static_cast<std::size_t>(nodes);
}

bool Generator::asks_who_moves(const Goals& goals) const {
  return std::ranges::any_of(goals, [this](const Goal& goal) {
    return network::any(model_, goal.matrix,
                        [](const Expr& e) { return e.op == Op::enabled; });
  });
}

std::vector<Obligation> Generator::run() {
  if (model_.network_kind == network::ast::NetworkKind::from_file) {
    unsupported("networks from files", model_.network_span);
  }
  const std::vector<Goals> assertions = groups(PropertyKind::assertion);
  for (const Goals& goals : assertions) {
    most_nodes_ = std::max(most_nodes_, nodes_of(goals));
    for (std::uint32_t f = 0; f < most_alike_.size(); ++f) {
      most_alike_[f] = std::max(most_alike_[f], nodes_of(goals, f));
    }
  }
  if (request_.only_progress) {
    progress();
    return std::move(out_);
  }
  if (request_.only) {
    some_assertions(to_show(assertions));
    return std::move(out_);
  }
  if (!request_.only_properties) conditions(to_show(assertions));
  for (const Goals& goals : groups(PropertyKind::invariant)) properties(goals);
  progress();
  return std::move(out_);
}

// Principles hold in every state, and their evaluation does not fail.
std::vector<Generator::Goals> Generator::to_show(
    std::vector<Goals> assertions) const {
  for (Goals& goals : assertions) {
    std::erase_if(goals, [&](const Goal& goal) {
      return network::is_principle(model_, goal.matrix);
    });
  }
  std::erase_if(assertions, [](const Goals& goals) { return goals.empty(); });
  return assertions;
}

// That there are instances, and that the assertions are an invariant of them
// without model errors.
void Generator::conditions(const std::vector<Goals>& assertions) {
  elaboration();
  for (const Goals& goals : assertions) initial(goals);
  for (const Goals& goals : assertions) steps(goals);
  for (const Mover& mover : movers()) {
    range_errors(mover);
    for (const Chosen& c : choices(action_binders(*mover.action))) {
      domain_errors(mover, c);
      errors(mover, c);
    }
  }
  for (std::uint32_t p = 0; p < model_.properties.size(); ++p) {
    property_errors(p);
  }
}

std::uint64_t text_after(const Obligation* before, const Obligation& o) {
  const bool again = before != nullptr && before->premise == o.premise;
  return o.text.size() - (again ? o.premise.size() : 0);
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
