// SPDX-License-Identifier: MIT
// Statements, steps and exploration, state by state.
#include <deque>
#include <stdexcept>

#include "oracle.hpp"

namespace vicinal::oracle {

using ast::ExprId;
using ast::StmtKind;

bool Instance::in_range(const Value& v, const Type& type) const {
  switch (type.kind) {
    case Type::number:
      return v.n >= type.low && v.n <= type.high;
    case Type::reference:
      return v.kind == Value::none ||
             nodes_[static_cast<std::size_t>(v.n)].family == type.name;
    case Type::structure:
      for (const ast::Struct& s : t_.structs) {
        if (s.name.text != type.name) continue;
        for (std::size_t i = 0; i < s.fields.size(); ++i) {
          if (!in_range(v.parts[i], resolve(s.fields[i].type))) return false;
        }
      }
      return true;
    case Type::array:
    case Type::node_array:
    case Type::queue:
      for (const Value& part : v.parts) {
        if (!in_range(part, *type.element)) return false;
      }
      return true;
    default:
      return true;
  }
}

// Which variable, and which part of it.
Instance::Place Instance::place(ExprId id, const State& state,
                                const Scope& scope) const {
  const ast::Expr& e = t_[id];
  if (e.kind == ast::ExprKind::field) {
    const ExprId object = t_.child(e, 0);
    // A part of a struct, or a member of a node?
    Value v;
    bool node = false;
    try {
      v = evaluate(object, state, scope);
      node = read(v, state).kind == Value::node ||
             read(v, state).kind == Value::none;
    } catch (const std::runtime_error&) {
      throw;
    }
    if (!node) {
      Place p = place(object, state, scope);
      for (const ast::Struct& s : t_.structs) {
        if (s.name.text != p.type.name) continue;
        for (std::size_t i = 0; i < s.fields.size(); ++i) {
          if (s.fields[i].name.text == e.word.text) {
            p.path.push_back(i);
            p.type = resolve(s.fields[i].type);
            return p;
          }
        }
      }
      throw std::runtime_error("oracle: a place");
    }
    const Value target = read(v, state);
    if (target.kind == Value::none) throw Error{"none followed"};
    const Node& n = nodes_[static_cast<std::size_t>(target.n)];
    const auto port = n.ports.find(e.word.text);
    const std::string name =
        port != n.ports.end()
            ? edges_[static_cast<std::size_t>(port->second.at(0))].name
            : n.name + "." + e.word.text;
    return {name, {}, places_.at(name)};
  }
  if (e.kind == ast::ExprKind::index) {
    const ExprId base = t_.child(e, 0);
    const Value index = read(evaluate(t_.child(e, 1), state, scope), state);
    const ast::Expr& b = t_[base];
    const bool plain =
        b.kind == ast::ExprKind::name && !scope.bound.contains(b.word.text);
    bool own = false;
    if (scope.process != nullptr) {
      for (const auto& x : scope.process->variables) {
        own = own || x.name.text == b.word.text;
      }
      for (const auto& x : scope.process->ports) {
        own = own || x.name.text == b.word.text;
      }
    }
    if (plain && !own && dims_.contains(b.word.text) &&
        dims_.at(b.word.text).size() == 1) {
      if (index.n < 0 || index.n >= dims_.at(b.word.text)[0]) {
        throw Error{"index"};
      }
      const std::string name =
          b.word.text + "[" + std::to_string(index.n) + "]";
      return {name, {}, places_.at(name)};
    }
    Place p = place(base, state, scope);
    std::int64_t at = index.n;
    if (index.kind == Value::none) throw Error{"none followed"};
    if (index.kind == Value::node) {
      const Node& n = nodes_[static_cast<std::size_t>(index.n)];
      if (n.family != p.type.name) throw Error{"index"};
      at = n.index;
    }
    if (at < 0 || at >= p.type.size) throw Error{"index"};
    p.path.push_back(static_cast<std::size_t>(at));
    p.type = Type(*p.type.element);
    return p;
  }
  // A name: bound edge, port, own variable, single edge, shared.
  const std::string& word = e.word.text;
  const auto bound = scope.bound.find(word);
  std::string name = word;
  if (bound != scope.bound.end()) {
    name = edges_[static_cast<std::size_t>(bound->second.n)].name;
  } else if (scope.process != nullptr) {
    const Node& self = nodes_[static_cast<std::size_t>(scope.self)];
    for (const ast::Var& v : scope.process->variables) {
      if (v.name.text == word) name = self.name + "." + word;
    }
    for (const ast::Port& p : scope.process->ports) {
      if (p.name.text == word) {
        name = edges_[static_cast<std::size_t>(self.ports.at(word).at(0))].name;
      }
    }
  }
  return {name, {}, places_.at(name)};
}

Value& Instance::at(State& state, const Place& p) const {
  Value* v = &state.at(p.name);
  for (const std::size_t i : p.path) v = &v->parts.at(i);
  return *v;
}

void Instance::assign(const ast::Stmt& s, State& state, Scope& scope) const {
  std::vector<Place> targets;
  for (auto i = s.targets.begin; i < s.targets.end; ++i) {
    targets.push_back(place(t_.expr_children[i], state, scope));
  }
  std::vector<Value> values;
  for (auto i = s.values.begin; i < s.values.end; ++i) {
    values.push_back(read(evaluate(t_.expr_children[i], state, scope), state));
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& a = targets[i];
      const auto& b = targets[j];
      const std::size_t n = std::min(a.path.size(), b.path.size());
      if (a.name == b.name &&
          std::equal(a.path.begin(),
                     a.path.begin() + static_cast<std::ptrdiff_t>(n),
                     b.path.begin())) {
        throw Error{"same place"};
      }
    }
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!in_range(values[i], targets[i].type)) throw Error{"range"};
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    at(state, targets[i]) = coerce(values[i], targets[i].type);
  }
}

void Instance::execute(network::Range statements, State& state,
                       Scope& scope) const {
  for (auto i = statements.begin; i < statements.end; ++i) {
    const ast::Stmt& s = t_[t_.stmt_children[i]];
    switch (s.kind) {
      case StmtKind::assign:
        assign(s, state, scope);
        break;
      case StmtKind::branch:
        execute(truth(s.condition, state, scope) ? s.body : s.otherwise, state,
                scope);
        break;
      case StmtKind::loop:
        for (const auto& choice : choices(s.binders, state, scope)) {
          Scope inner = scope;
          for (const auto& [name, v] : choice) inner.bound[name] = v;
          execute(s.body, state, inner);
        }
        break;
      case StmtKind::repeat:
        for (int round = 0; truth(s.condition, state, scope); ++round) {
          if (round == 1'000'000) throw Error{"loop"};
          execute(s.body, state, scope);
        }
        break;
      case StmtKind::push: {
        const Place p = place(t_.expr_children[s.targets.begin], state, scope);
        const Value v = read(
            evaluate(t_.expr_children[s.values.begin], state, scope), state);
        Value& queue = at(state, p);
        if (static_cast<std::int64_t>(queue.parts.size()) == queue.n) {
          throw Error{"full"};
        }
        if (!in_range(v, *p.type.element)) throw Error{"range"};
        queue.parts.push_back(coerce(v, *p.type.element));
        break;
      }
      case StmtKind::pop: {
        Value& queue =
            at(state, place(t_.expr_children[s.targets.begin], state, scope));
        if (queue.parts.empty()) throw Error{"empty"};
        queue.parts.erase(queue.parts.begin());
        break;
      }
      case StmtKind::skip:
        break;
      default:
        throw std::runtime_error("oracle: a statement");
    }
  }
}

// ---- steps -----------------------------------------------------------------

const ast::Action& Instance::action(int actor, int number) const {
  return actor < 0 ? t_.rules[static_cast<std::size_t>(number)]
                   : nodes_[static_cast<std::size_t>(actor)]
                         .process->actions[static_cast<std::size_t>(number)];
}

std::vector<Step> Instance::steps_of(const State& state, int actor,
                                     bool& errors) const {
  std::vector<Step> all;
  const std::size_t count =
      actor < 0
          ? t_.rules.size()
          : nodes_[static_cast<std::size_t>(actor)].process->actions.size();
  Scope scope;
  scope.self = actor;
  if (actor >= 0) {
    scope.process = nodes_[static_cast<std::size_t>(actor)].process;
  }
  for (int number = 0; number < static_cast<int>(count); ++number) {
    const ast::Action& a = action(actor, number);
    std::vector<std::pair<Step, std::int64_t>> enabled;
    for (const auto& choice : choices(a.parameters, state, scope)) {
      Scope inner = scope;
      inner.bound = choice;
      try {
        if (a.guard.valid() && !truth(a.guard, state, inner)) continue;
        std::int64_t priority = 0;
        if (a.priority.valid()) {
          priority = read(evaluate(a.priority, state, inner), state).n;
        }
        Step step;
        step.actor = actor;
        step.action = number;
        step.binding = choice;
        enabled.emplace_back(step, priority);
      } catch (const Error&) {
        errors = true;
      }
    }
    for (auto& [step, priority] : enabled) {
      bool greatest = true;
      for (const auto& [other, p] : enabled) greatest &= p <= priority;
      if (!greatest) continue;
      Scope inner = scope;
      inner.bound = step.binding;
      step.after = state;
      try {
        execute(a.body, step.after, inner);
      } catch (const Error&) {
        step.fails = true;
        step.after.clear();
      }
      all.push_back(step);
    }
  }
  return all;
}

std::vector<Step> Instance::steps(const State& state, bool& errors) const {
  std::vector<Step> all;
  for (int n = -1; n < static_cast<int>(nodes_.size()); ++n) {
    for (Step& s : steps_of(state, n, errors)) all.push_back(std::move(s));
  }
  return all;
}

// ---- exploration -----------------------------------------------------------

Exploration Instance::explore(std::size_t budget) const {
  Exploration out;
  std::map<State, std::size_t> depth;
  std::deque<State> queue;
  PropertyResult& model_error = out.properties["no model error"];
  const auto violate = [](PropertyResult& p, std::size_t length) {
    if (!p.violated || length < p.trace_length) p.trace_length = length;
    p.violated = true;
  };
  const auto found = [&](const State& s, std::size_t d) {
    if (!depth.emplace(s, d).second) return;
    if (depth.size() > budget) throw TooLarge{};
    out.depth = std::max(out.depth, d);
    queue.push_back(s);
    for (const ast::Property& p : t_.properties) {
      if (p.kind != ast::PropertyKind::invariant &&
          p.kind != ast::PropertyKind::assertion) {
        continue;
      }
      PropertyResult& result = out.properties[p.name.text];
      try {
        if (!truth(p.formula, s, {})) violate(result, d);
      } catch (const Error&) {
        violate(model_error, d);
      }
    }
  };
  for (const State& s : initial_states(budget)) found(s, 0);
  while (!queue.empty()) {
    const State s = queue.front();
    queue.pop_front();
    const std::size_t d = depth.at(s);
    bool errors = false;
    const auto all = steps(s, errors);
    if (errors) violate(model_error, d);
    out.transitions += all.size();
    out.deadlocks += all.empty();
    for (const Step& step : all) {
      if (step.fails) {
        violate(model_error, d + 1);
      } else {
        found(step.after, d + 1);
      }
    }
  }
  out.states = depth.size();
  return out;
}

Instance::Theta Instance::projections(std::size_t budget) const {
  Theta theta;
  std::set<State> seen;
  std::deque<State> queue;
  const auto found = [&](const State& s) {
    if (!seen.insert(s).second) return;
    if (seen.size() > budget) throw TooLarge{};
    queue.push_back(s);
  };
  for (const Node& n : nodes_) theta[n.name];
  for (const State& s : initial_states(budget)) found(s);
  while (!queue.empty()) {
    const State s = queue.front();
    queue.pop_front();
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      State local;
      for (const std::string& name : view(static_cast<int>(n))) {
        local[name] = s.at(name);
      }
      theta[nodes_[n].name].insert(local_text(local));
    }
    bool errors = false;
    for (const Step& step : steps(s, errors)) {
      if (!step.fails) found(step.after);
    }
  }
  return theta;
}

}  // namespace vicinal::oracle
