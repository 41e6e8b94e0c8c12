// SPDX-License-Identifier: MIT
// Statements: what is written where, under which condition, and whether
// execution is a model error.
//
// `path`: these statements are executed. Once something fails the rest does
// not matter: the whole step is an error then.
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "obligations/query.hpp"

namespace vicinal::obligations {

using network::Stmt;
using network::ast::StmtKind;

StateId Query::push_write(Write w) {
  writes_.push_back(std::move(w));
  return static_cast<StateId>(writes_.size());
}

Query::Execution Query::execute(Range statements, Env env, Term path) {
  Execution x{env.state, terms.no()};
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    env.state = x.state;
    const Execution next = run(model_[model_.stmt_children[i]], env, path);
    x = {next.state, terms.either(x.error, next.error)};
  }
  return x;
}

Query::Execution Query::run(const Stmt& s, const Env& env, Term path) {
  switch (s.kind) {
    case StmtKind::assign:
      return assign(s, env, path);
    case StmtKind::push:
    case StmtKind::pop:
      return queue_statement(s, env, path);
    case StmtKind::branch: {
      const Result c = translate(s.condition, env);
      const Execution a = execute(s.body, env, terms.both(path, c.term()));
      Env second = env;
      second.state = a.state;
      const Execution b = execute(s.otherwise, second,
                                  terms.both(path, terms.negate(c.term())));
      return {b.state,
              terms.any({terms.both(path, c.error), a.error, b.error})};
    }
    case StmtKind::loop:
      return loop(s, env, path);
    case StmtKind::repeat:
      return forget(s, env, path);
    default:
      return {env.state, terms.no()};
  }
}

// ---- assignments -----------------------------------------------------------

// Some slot is beyond the bounds of its type. `at`: of the first value.
Term Query::out_of_range(const std::vector<Slot>& slots,
                         const std::vector<Term>& values) {
  std::vector<Term> wrong;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = slots[i];
    if (slot.sort == Sort::truth) continue;
    // Unused elements of a queue come from a queue of the same type.
    Term used = terms.yes();
    if (slot.queue >= 0) {
      used = terms.less(terms.number(slot.position),
                        values[static_cast<std::size_t>(slot.queue)]);
    }
    const Bounds v = terms.bounds(values[i]);
    const Bounds low = terms.bounds(slot.low);
    const Bounds high = terms.bounds(slot.high);
    if (!v.known || !low.known || v.low < low.high) {
      wrong.push_back(terms.both(used, terms.less(values[i], slot.low)));
    }
    if (!v.known || !high.known || v.high > high.low) {
      wrong.push_back(terms.both(used, terms.less(slot.high, values[i])));
    }
  }
  return terms.any(std::move(wrong));
}

StateId Query::write(const Located& to, const std::vector<Term>& values,
                     Term path, StateId state) {
  for (const Location& l : to.locations) {
    const Term here = terms.both(path, l.condition);
    if (terms.is_no(here)) continue;
    for (std::size_t s = 0; s < values.size(); ++s) {
      Write w;
      w.before = state;
      w.path = here;
      w.place = l.place;
      w.place.slot += static_cast<std::uint32_t>(s);
      w.value = values[s];
      state = push_write(std::move(w));
    }
  }
  return state;
}

// Whether the places, of so many slots each, have a slot in common.
Term Query::overlap(const Located& a, std::size_t size_a, const Located& b,
                    std::size_t size_b) {
  std::vector<Term> some;
  for (const Location& x : a.locations) {
    for (const Location& y : b.locations) {
      const Place& p = x.place;
      const Place& q = y.place;
      if (p.kind != q.kind || p.item != q.item || p.slot >= q.slot + size_b ||
          q.slot >= p.slot + size_a) {
        continue;
      }
      some.push_back(terms.all(
          {x.condition, y.condition, same({p.indices}, {q.indices})}));
    }
  }
  return terms.any(std::move(some));
}

// All places and values are found before anything is written.
Query::Execution Query::assign(const Stmt& s, const Env& env, Term path) {
  std::vector<Located> targets;
  std::vector<std::vector<Term>> values;
  std::vector<Term> errors;
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    const ExprId target = model_.expr_children[s.targets.begin + i];
    const ExprId source = model_.expr_children[s.values.begin + i];
    targets.push_back(locate(target, env));
    const Result r = translate(source, env);
    const std::vector<Slot> slots = Query::slots(model_[target].type);
    if (r.value.slots.size() != slots.size()) {
      unsupported("an assignment of a value of another size", s.span);
    }
    errors.push_back(targets.back().error);
    errors.push_back(r.error);
    errors.push_back(out_of_range(slots, r.value.slots));
    values.push_back(r.value.slots);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      errors.push_back(
          overlap(targets[i], values[i].size(), targets[j], values[j].size()));
    }
  }
  StateId state = env.state;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    state = write(targets[i], values[i], path, state);
  }
  return {state, terms.both(path, terms.any(std::move(errors)))};
}

// A queue is its length and its elements, unused ones with default values.
Query::Execution Query::queue_statement(const Stmt& s, const Env& env,
                                        Term path) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const TypeId type = model_[target].type;
  const Located place = locate(target, env);
  const std::vector<Term> old = read_all(place, type, env.state).slots;
  const std::vector<Slot> element = slots(model_[type].element);
  const auto width = static_cast<std::int64_t>(element.size());
  const std::int64_t most = constant_size(type);
  const Term length = old[0];
  const auto at = [&](std::int64_t i, std::int64_t slot) {
    return old[static_cast<std::size_t>(1 + i * width + slot)];
  };
  std::vector<Term> now;
  std::vector<Term> errors = {place.error};
  if (s.kind == StmtKind::push) {
    const Result r = translate(model_.expr_children[s.values.begin], env);
    if (static_cast<std::int64_t>(r.value.slots.size()) != width) {
      unsupported("an element of another size", s.span);
    }
    errors.push_back(r.error);
    errors.push_back(terms.equal(length, terms.number(most)));
    errors.push_back(out_of_range(element, r.value.slots));
    now.push_back(terms.add(length, terms.number(1)));
    for (std::int64_t i = 0; i < most; ++i) {
      const Term here = terms.equal(length, terms.number(i));
      for (std::int64_t k = 0; k < width; ++k) {
        now.push_back(terms.choose(
            here, r.value.slots[static_cast<std::size_t>(k)], at(i, k)));
      }
    }
  } else {
    errors.push_back(terms.equal(length, terms.number(0)));
    now.push_back(terms.add(length, terms.number(-1)));
    for (std::int64_t i = 0; i < most; ++i) {
      const Term used =
          terms.less(terms.number(i + 1), length);  // one moves here
      for (std::int64_t k = 0; k < width; ++k) {
        const Term none = default_of(element[static_cast<std::size_t>(k)]);
        now.push_back(i + 1 < most ? terms.choose(used, at(i + 1, k), none)
                                   : none);
      }
    }
  }
  return {write(place, now, path, env.state),
          terms.both(path, terms.any(std::move(errors)))};
}

// ---- loops -----------------------------------------------------------------

Query::Execution Query::loop(const Stmt& s, const Env& env, Term path) {
  // Over constants: one after the other. The members are those there were
  // when the loop began.
  if (s.binders.size() == 1) {
    const Binder& binder = model_.binders[s.binders.begin];
    if (const auto members = listed(binder, env)) {
      Execution x{env.state, terms.both(path, domain_error(binder, env))};
      for (const Choice& c : *members) {
        Env inner = env;
        inner.state = x.state;
        inner.frame[binder.slot] = c.value;
        const Execution next = execute(s.body, inner, path);
        x = {next.state, terms.either(x.error, next.error)};
      }
      return x;
    }
    if (binder.domain == DomainKind::port_set &&
        model_[binder.node].op == Op::self &&
        simple_body(s.body, binder.slot)) {
      return over_ports(s, env, path);
    }
  }
  return forget(s, env, path);
}

// A body that writes nothing but the member's own value, and reads neither
// other members nor what may be one: then the order of the members does not
// matter, and each has the value that the body gives it alone. The only edge
// that is read is the one in this slot of the frame, or one at a single port of
// the acting node, which is no member of a port set.
bool Query::simple_body(Range statements, std::uint32_t slot) const {
  const auto own = [&](const Expr& e) {
    if (!e.binders.empty() || e.op == Op::enabled) return false;
    if (e.op != Op::edge_value || network::is_value_of(model_, e, slot)) {
      return true;
    }
    const Expr& edge = model_[model_.child(e, 0)];
    return edge.op == Op::port_edge &&
           model_[model_.child(edge, 0)].op == Op::self;
  };
  const auto loops = [](const Stmt& s) {
    return s.kind == StmtKind::loop || s.kind == StmtKind::repeat;
  };
  const auto not_simple = [&](ExprId e, network::Role role) {
    if (role == network::Role::target &&
        !network::is_value_of(model_, model_[network::root_of(model_, e)],
                              slot)) {
      return true;
    }
    return !network::every(model_, e, own);
  };
  return !network::any_statement(model_, statements, loops) &&
         !network::any_expression(model_, statements, not_simple);
}

Query::Execution Query::over_ports(const Stmt& s, const Env& env, Term path) {
  const Binder& binder = model_.binders[s.binders.begin];
  // Some member's body fails: an error of the whole.
  const auto fails = [this, &s, binder](const Env& at) {
    return execute(s.body, at, terms.yes()).error;
  };
  const Term error = unknown_truth("loop fails");
  std::vector<Term> where = {terms.negate(error)};
  bool possible = false;
  for (const Choice& c : fresh_choices(binder, env)) {
    Env inner = env;
    inner.frame[binder.slot] = c.value;
    const Term wrong = fails(inner);
    possible = possible || !terms.is_no(wrong);
    where.push_back(terms.both(c.premise, wrong));
    if (possible) join_choice(binder, env, c.value);
  }
  fact(terms.any(std::move(where)));
  if (possible) {
    Universal u;
    u.binders = {binder};
    u.env = env;
    u.premise = terms.negate(error);
    u.no_errors = terms.yes();
    u.claim = [this, fails](const Env& inner, Term premise) {
      fact(terms.implies(premise, terms.negate(fails(inner))));
    };
    for_all(std::move(u));
  }
  Write w;
  w.before = env.state;
  w.kind = Write::Kind::loop;
  w.path = path;
  w.loop = &s;
  w.env = env;
  return {push_write(std::move(w)), terms.both(path, error)};
}

// The state after the body for this edge alone.
StateId Query::loop_state(StateId after, const Value& edge) {
  const auto key = std::pair(after, edge);
  const auto found = loop_states_.find(key);
  if (found != loop_states_.end()) return found->second;
  const Write w = writes_[after - 1];  // the list grows below
  Env inner = w.env;
  inner.state = w.before;
  inner.frame[model_.binders[w.loop->binders.begin].slot] = edge;
  const StateId state = execute(w.loop->body, inner, terms.yes()).state;
  loop_states_.emplace(key, state);
  return state;
}

// ---- what is not understood ------------------------------------------------

// Whatever the statement may write is now unknown, within its type.
Query::Execution Query::forget(const Stmt& s, const Env& env, Term path) {
  StateId state = env.state;
  std::set<Place> done;
  forget_targets(s.body, env, path, state, done);
  return {state, terms.both(path, unknown_truth("loop fails"))};
}

void Query::forget_targets(Range statements, const Env& env, Term path,
                           StateId& state, std::set<Place>& done) {
  const auto forget_all = [&](PlaceKind kind, std::uint32_t item,
                              std::uint32_t first,
                              const std::vector<Slot>& slots,
                              std::size_t rank) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const Place place{kind, item, first + static_cast<std::uint32_t>(i), {}};
      if (!done.insert(place).second) continue;
      Write w;
      w.before = state;
      w.kind = Write::Kind::forget;
      w.path = path;
      w.place = place;
      if (kind == PlaceKind::node) w.place.indices = env.self.slots;
      w.forgotten = terms.function(terms.fresh_name("later"),
                                   static_cast<std::uint32_t>(rank),
                                   slots[i].sort, slots[i].bounds);
      state = push_write(std::move(w));
    }
  };
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    const Stmt& s = model_[model_.stmt_children[i]];
    for (std::uint32_t t = s.targets.begin; t < s.targets.end; ++t) {
      const Expr& root =
          model_[network::root_of(model_, model_.expr_children[t])];
      if (root.op == Op::shared) {
        unsupported("shared variables that are written", root.span);
      }
      if (root.op == Op::variable) {
        const std::uint32_t f = env.self.family;
        const auto& node = model_.node_families[f];
        forget_all(PlaceKind::node, f, variable_offset(node.process, root.item),
                   slots(model_[node.process].variables[root.item].type),
                   env.self.slots.size());
        continue;
      }
      // Any edge of such a type.
      for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
        const TypeId type = model_.edge_families[f].type;
        if (!alike(type, root.type)) continue;
        forget_all(PlaceKind::edge, f, 0, slots(type),
                   dimensions(DomainKind::edge_family, f).size());
      }
    }
    forget_targets(s.body, env, path, state, done);
    forget_targets(s.otherwise, env, path, state, done);
  }
}

}  // namespace vicinal::obligations
