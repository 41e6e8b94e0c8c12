// SPDX-License-Identifier: MIT
// Statements (design 3.2) and the steps of a state.
#include <algorithm>

#include "oracle.hpp"

namespace vicinal::oracle {

using ast::ExprId;
using ast::StmtKind;

// ---- statements ------------------------------------------------------------

Denoted Instance::place(ExprId e, const State& state,
                        const Scope& scope) const {
  const Denoted d = denote(e, state, scope);
  if (d.kind == Denoted::Kind::edge) return place_of_edge(d.edge);
  if (d.kind == Denoted::Kind::place) return d;
  throw std::runtime_error("a value that nothing holds is assigned");
}

Value& Instance::at(State& state, const Denoted& place) const {
  Value* v = &state.at(place.variable);
  if (v->kind == Value::Kind::unseen) throw Unseen{};
  for (const std::size_t i : place.path) v = &v->parts.at(i);
  return *v;
}

namespace {

// The same place, or one is part of the other.
bool overlap(const Denoted& a, const Denoted& b) {
  if (a.variable != b.variable) return false;
  const std::size_t common = std::min(a.path.size(), b.path.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a.path[i] != b.path[i]) return false;
  }
  return true;
}

}  // namespace

void Instance::assign(const ast::Stmt& s, State& state,
                      const Scope& scope) const {
  std::vector<Denoted> places;
  std::vector<Value> values;
  for (auto i = s.targets.begin; i < s.targets.end; ++i) {
    places.push_back(place(tree_.expr_children[i], state, scope));
  }
  for (auto i = s.values.begin; i < s.values.end; ++i) {
    values.push_back(value(tree_.expr_children[i], state, scope));
  }
  if (places.size() != values.size()) throw std::runtime_error("an assignment");
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(places[i], places[j])) {
        throw Error{Error::Kind::same_place};
      }
    }
    if (!in_range(values[i], *places[i].type)) {
      throw Error{Error::Kind::out_of_range};
    }
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    at(state, places[i]) = coerce(values[i], *places[i].type);
  }
}

void Instance::push(const ast::Stmt& s, State& state,
                    const Scope& scope) const {
  const Denoted queue =
      place(tree_.expr_children[s.targets.begin], state, scope);
  const Value v = value(tree_.expr_children[s.values.begin], state, scope);
  const Type& element = queue.type->parts.at(0);
  Value& target = at(state, queue);
  if (static_cast<std::int64_t>(target.parts.size()) == target.n) {
    throw Error{Error::Kind::queue_full};
  }
  if (!in_range(v, element)) throw Error{Error::Kind::out_of_range};
  target.parts.push_back(coerce(v, element));
}

void Instance::execute(network::Range statements, State& state,
                       const Scope& scope) const {
  for (auto i = statements.begin; i < statements.end; ++i) {
    const ast::Stmt& s = tree_[tree_.stmt_children[i]];
    switch (s.kind) {
      case StmtKind::assign:
        assign(s, state, scope);
        break;
      case StmtKind::branch:
        execute(truth(s.condition, state, scope) ? s.body : s.otherwise, state,
                scope);
        break;
      case StmtKind::loop:
        for (const Binding& b : bindings(s.binders, state, scope)) {
          execute(s.body, state, with(scope, b));
        }
        break;
      case StmtKind::repeat:
        for (int round = 0; truth(s.condition, state, scope); ++round) {
          if (round == 1'000'000) throw Error{Error::Kind::endless_loop};
          execute(s.body, state, scope);
        }
        break;
      case StmtKind::push:
        push(s, state, scope);
        break;
      case StmtKind::pop: {
        Value& queue = at(
            state, place(tree_.expr_children[s.targets.begin], state, scope));
        if (queue.parts.empty()) throw Error{Error::Kind::queue_empty};
        queue.parts.erase(queue.parts.begin());
        break;
      }
      case StmtKind::skip:
        break;
      default:
        throw std::runtime_error("a statement");
    }
  }
}

// ---- steps -----------------------------------------------------------------

const std::vector<ast::Action>& Instance::actions(
    std::optional<std::size_t> actor) const {
  return actor ? nodes_.at(*actor).process->actions : tree_.rules;
}

std::string Instance::step_name(std::optional<std::size_t> actor,
                                std::size_t action) const {
  const std::size_t written = actions(actor).size();
  const std::string name = action < written ? actions(actor)[action].name.text
                           : action == written ? "appear"
                                               : "vanish";
  return actor ? nodes_.at(*actor).name + "." + name : name;
}

// An overflow in a model with `int` is a limit, not a model error (design
// 3.1).
void Instance::found(const Error& error) const {
  if (has_int_ && error.kind == Error::Kind::overflow) throw TooLarge{};
}

// What names mean in the actions of a node, in rules.
Scope Instance::acting(std::optional<std::size_t> actor) const {
  Scope scope;
  scope.self = actor;
  scope.own_names = actor.has_value();
  return scope;
}

// ---- edges that come and go ------------------------------------------------

void Instance::change(std::size_t edge, ast::Change change,
                      State& state) const {
  const std::size_t v = edges_.at(edge).variable;
  if (change == ast::Change::appears) state.at(v).parts.at(0) = boolean(true);
  if (change == ast::Change::vanishes) state.at(v) = variables_[v].begins.at(0);
}

// Of all parameters that do.
void Instance::change(network::Range parameters, const Binding& binding,
                      ast::Change change, State& state) const {
  for (auto i = parameters.begin; i < parameters.end; ++i) {
    if (tree_.binders[i].change != change) continue;
    for (const ast::Word& w : tree_.binders[i].names) {
      this->change(binding.at(w.text).edge, change, state);
    }
  }
}

// Edges that come and go by themselves, at any time. Of one that two write,
// both have a step that says so.
void Instance::change_alone(const State& state, std::size_t actor,
                            std::vector<Step>& out) const {
  const std::size_t written = actions(actor).size();
  const auto& ports = nodes_.at(actor).ports;
  const auto at = ports.find(writers_);
  if (at == ports.end()) return;
  for (const std::size_t edge : at->second) {
    const bool here = there(edge, state);
    if (here ? !vanish_ : !appear_) continue;
    Denoted e;
    e.kind = Denoted::Kind::edge;
    e.edge = edge;
    e.seen_by = actor;
    Step step{actor, here ? written + 1 : written, {{"e", e}}, false, state};
    change(edge, here ? ast::Change::vanishes : ast::Change::appears,
           step.after);
    out.push_back(std::move(step));
  }
}

std::vector<Step> Instance::steps_of(const State& state,
                                     std::optional<std::size_t> actor,
                                     bool& errors) const {
  const Scope scope = acting(actor);
  std::vector<Step> out;
  for (std::size_t number = 0; number < actions(actor).size(); ++number) {
    const ast::Action& action = actions(actor)[number];
    std::vector<Binding> all;
    try {
      all = bindings(action.parameters, state, scope);
    } catch (const Error& e) {
      found(e);
      errors = true;
    }
    std::vector<std::pair<Binding, std::int64_t>> enabled;
    for (const Binding& b : all) {
      const Scope inner = with(scope, b);
      try {
        if (action.guard.valid() && !truth(action.guard, state, inner)) {
          continue;
        }
        const std::int64_t priority =
            action.priority.valid() ? value(action.priority, state, inner).n
                                    : 0;
        enabled.emplace_back(b, priority);
      } catch (const Error& e) {
        found(e);
        errors = true;
      }
    }
    for (const auto& [binding, priority] : enabled) {
      bool greatest = true;
      for (const auto& [other, p] : enabled) {
        if (p > priority) greatest = false;
      }
      if (!greatest) continue;
      Step step{actor, number, binding, false, state};
      try {
        change(action.parameters, binding, ast::Change::appears, step.after);
        execute(action.body, step.after, with(scope, binding));
        change(action.parameters, binding, ast::Change::vanishes, step.after);
      } catch (const Error& e) {
        found(e);
        step.fails = true;
        step.after.clear();
      }
      out.push_back(std::move(step));
    }
  }
  if (actor && dynamic_) change_alone(state, *actor, out);
  return out;
}

std::vector<Step> Instance::steps(const State& state, bool& errors) const {
  std::vector<Step> all = steps_of(state, std::nullopt, errors);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    for (Step& s : steps_of(state, n, errors)) all.push_back(std::move(s));
  }
  return all;
}

bool Instance::enabled(const State& state) const {
  bool errors = false;
  return !steps(state, errors).empty();
}

}  // namespace vicinal::oracle
