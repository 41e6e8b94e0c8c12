// SPDX-License-Identifier: MIT
// Statements: what is written where, under which condition, and whether
// execution is a model error.
//
// `path`: these statements are executed. Once something fails the rest does
// not matter: the whole step is an error then.
#include "obligations/meaning/statements.hpp"

#include <utility>

#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

using network::Stmt;
using network::ast::StmtKind;

Statements::Statements(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      slots_(q.slots),
      domains_(q.domains),
      members_(q.members),
      places_(q.places),
      expressions_(q.expressions),
      instantiation_(q.instantiation) {}

Execution Statements::execute(Range statements, Env env, Term path) {
  Execution x{env.state, terms_.no()};
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    env.state = x.state;
    const Execution next = run(model_[model_.stmt_children[i]], env, path);
    x = {next.state, terms_.either(x.error, next.error)};
  }
  return x;
}

Execution Statements::run(const Stmt& s, const Env& env, Term path) {
  switch (s.kind) {
    case StmtKind::assign:
      return assign(s, env, path);
    case StmtKind::push:
    case StmtKind::pop:
      return queue_statement(s, env, path);
    case StmtKind::branch: {
      const Result c = expressions_.translate(s.condition, env);
      const Execution a = execute(s.body, env, terms_.both(path, c.term()));
      Env second = env;
      second.state = a.state;
      const Execution b = execute(s.otherwise, second,
                                  terms_.both(path, terms_.negate(c.term())));
      return {b.state,
              terms_.any({terms_.both(path, c.error), a.error, b.error})};
    }
    case StmtKind::loop:
      return loop(s, env, path);
    case StmtKind::repeat:
      return forget(s, env, path);
    default:
      return {env.state, terms_.no()};
  }
}

// ---- assignments -----------------------------------------------------------

// Whether the places, of so many slots each, have a slot in common.
Term Statements::overlap(const Located& a, std::size_t size_a, const Located& b,
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
      some.push_back(
          terms_.all({x.condition, y.condition, inside(terms_, p, q)}));
    }
  }
  return terms_.any(std::move(some));
}

// All places and values are found before anything is written.
Execution Statements::assign(const Stmt& s, const Env& env, Term path) {
  const auto whole = [this](ExprId e) { return slots_.keyed(model_[e].type); };
  const auto first = model_.expr_children.begin() + s.targets.begin;
  if (std::any_of(first, first + s.targets.size(), whole)) {
    return assign_whole(s, env, path);
  }
  std::vector<Located> targets;
  std::vector<std::vector<Term>> values;
  std::vector<Term> errors;
  for (std::uint32_t i = 0; i < s.targets.size(); ++i) {
    const ExprId target = model_.expr_children[s.targets.begin + i];
    const ExprId source = model_.expr_children[s.values.begin + i];
    targets.push_back(expressions_.locate(target, env));
    const Result r = expressions_.translate(source, env);
    const std::vector<Slot> slots = slots_.of(model_[target].type);
    if (r.value.slots.size() != slots.size()) {
      unsupported("an assignment of a value of another size", s.span);
    }
    errors.push_back(targets.back().error);
    errors.push_back(r.error);
    errors.push_back(slots_.out_of_range(slots, r.value.slots));
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
    state = places_.write(targets[i], values[i], path, state);
  }
  return {state, terms_.both(path, terms_.any(std::move(errors)))};
}

// An array indexed by nodes has no list of values: it is copied.
Execution Statements::assign_whole(const Stmt& s, const Env& env, Term path) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const ExprId source = model_.expr_children[s.values.begin];
  if (s.targets.size() != 1 || !expressions_.is_place(source) ||
      model_[target].type != model_[source].type) {
    unsupported("this assignment of whole arrays indexed by nodes", s.span);
  }
  const Located to = expressions_.locate(target, env);
  const Located from = expressions_.locate(source, env);
  return {
      places_.copy(to, model_[target].type, from, env.state, path, env.state),
      terms_.both(path, terms_.either(to.error, from.error))};
}

// A queue is its length and its elements, unused ones with default values.
Execution Statements::queue_statement(const Stmt& s, const Env& env,
                                      Term path) {
  const ExprId target = model_.expr_children[s.targets.begin];
  const TypeId type = model_[target].type;
  const Located place = expressions_.locate(target, env);
  const std::vector<Term> old = places_.read_all(place, type, env.state).slots;
  std::vector<Term> errors = {place.error};
  const std::vector<Term> now = s.kind == StmtKind::push
                                    ? pushed(s, env, type, old, errors)
                                    : popped(type, old, errors);
  return {places_.write(place, now, path, env.state),
          terms_.both(path, terms_.any(std::move(errors)))};
}

std::vector<Term> Statements::pushed(const Stmt& s, const Env& env, TypeId type,
                                     const std::vector<Term>& old,
                                     std::vector<Term>& errors) {
  const std::vector<Slot> element = slots_.of(model_[type].element);
  const std::size_t width = element.size();
  const std::int64_t most = slots_.length(type);
  const Term length = old[0];
  const Result r =
      expressions_.translate(model_.expr_children[s.values.begin], env);
  if (r.value.slots.size() != width) {
    unsupported("an element of another size", s.span);
  }
  errors.push_back(r.error);
  errors.push_back(terms_.equal(length, terms_.number(most)));
  errors.push_back(slots_.out_of_range(element, r.value.slots));
  std::vector<Term> now = {terms_.add(length, terms_.number(1))};
  for (std::int64_t i = 0; i < most; ++i) {
    const Term here = terms_.equal(length, terms_.number(i));
    for (std::size_t k = 0; k < width; ++k) {
      now.push_back(terms_.choose(here, r.value.slots[k], old[now.size()]));
    }
  }
  return now;
}

std::vector<Term> Statements::popped(TypeId type, const std::vector<Term>& old,
                                     std::vector<Term>& errors) {
  const std::vector<Slot> element = slots_.of(model_[type].element);
  const std::size_t width = element.size();
  const std::int64_t most = slots_.length(type);
  const Term length = old[0];
  errors.push_back(terms_.equal(length, terms_.number(0)));
  std::vector<Term> now = {terms_.add(length, terms_.number(-1))};
  for (std::int64_t i = 0; i < most; ++i) {
    const Term used =
        terms_.less(terms_.number(i + 1), length);  // one moves here
    for (std::size_t k = 0; k < width; ++k) {
      const Term none = slots_.default_of(element[k]);
      const std::size_t next = now.size() + width;
      now.push_back(i + 1 < most ? terms_.choose(used, old[next], none) : none);
    }
  }
  return now;
}

// ---- loops -----------------------------------------------------------------

Execution Statements::loop(const Stmt& s, const Env& env, Term path) {
  // Over constants: one after the other. The members are those there were
  // when the loop began.
  if (s.binders.size() == 1) {
    const Binder& binder = model_.binders[s.binders.begin];
    if (const auto members = domains_.listed(binder, env)) {
      Execution x{env.state,
                  terms_.both(path, domains_.domain_error(binder, env))};
      for (const Choice& c : *members) {
        Env inner = env;
        inner.state = x.state;
        inner.frame[binder.slot] = c.value;
        const Execution next = execute(s.body, inner, path);
        x = {next.state, terms_.either(x.error, next.error)};
      }
      return x;
    }
    if (independent(binder) &&
        (simple_body(s.body, binder) || rounds_apart(s))) {
      return over_members(s, env, path);
    }
  }
  return forget(s, env, path);
}

// Whether there are as many members at the end of the loop as at its beginning.
bool Statements::independent(const Binder& binder) const {
  return binder.domain == DomainKind::node_family ||
         binder.domain == DomainKind::edge_family ||
         (binder.domain == DomainKind::port_set &&
          model_[binder.node].op == Op::self);
}

bool Statements::has_loops(Range statements) const {
  return network::any_statement(model_, statements, [](const Stmt& s) {
    return s.kind == StmtKind::loop || s.kind == StmtKind::repeat;
  });
}

// A body that writes what is the member's own, and reads neither other members
// nor what may be one: then the order of the members does not matter for these,
// and each has what the body gives it alone. Besides the member, of nodes and
// edges a body over a port set may read those at a single port of the acting
// node, which are no members of a port set, and variables of the acting node,
// which no edge has. It may also collect, in variables that it does not read.
bool Statements::simple_body(Range statements, const Binder& binder) const {
  const bool nodes = binder.domain == DomainKind::node_family;
  const auto own = [&](const Expr& e) {
    if (!e.binders.empty() || e.op == Op::enabled) return false;
    if (nodes && e.op == Op::variable) return of_member(e, binder);
    if (nodes || e.op != Op::edge_value || of_member(e, binder)) return true;
    const Expr& edge = model_[model_.child(e, 0)];
    return binder.domain == DomainKind::port_set && edge.op == Op::port_edge &&
           model_[model_.child(edge, 0)].op == Op::self;
  };
  const std::vector<ExprId> collecting = collected(statements, binder);
  const auto reads_collected = [&](const Expr& e) {
    return std::any_of(collecting.begin(), collecting.end(),
                       [&](ExprId c) { return one_variable(e, model_[c]); });
  };
  const auto not_simple = [&](ExprId e, network::Role role) {
    if (role == network::Role::target &&
        !of_member(model_[network::root_of(model_, e)], binder)) {
      return !may_collect(e, binder);
    }
    return network::any(model_, e, reads_collected) ||
           !network::every(model_, e, own);
  };
  const auto queues_elsewhere = [&](const Stmt& s) {
    if (s.kind != StmtKind::push && s.kind != StmtKind::pop) return false;
    const ExprId queue = model_.expr_children[s.targets.begin];
    return !of_member(model_[network::root_of(model_, queue)], binder);
  };
  return !has_loops(statements) &&
         !network::any_statement(model_, statements, queues_elsewhere) &&
         !network::any_expression(model_, statements, not_simple);
}

bool Statements::of_member(const Expr& e, const Binder& binder) const {
  const bool nodes = binder.domain == DomainKind::node_family;
  if (e.op != (nodes ? Op::variable : Op::edge_value)) return false;
  const Expr& of = model_[model_.child(e, 0)];
  return of.op == Op::bound && of.item == binder.slot;
}

// One place, whoever the member is: a shared variable, or one of a node that is
// not chosen in the body; as a whole.
bool Statements::may_collect(ExprId target, const Binder& binder) const {
  const Expr& e = model_[target];
  if (slots_.keyed(e.type)) return false;
  if (e.op == Op::shared) return model_.shared[e.item].dimensions.empty();
  if (e.op != Op::variable) return false;
  const Expr& node = model_[model_.child(e, 0)];
  return node.op == Op::self ||
         (node.op == Op::bound && node.item != binder.slot);
}

// Whether both speak of a variable of one name, perhaps of two nodes.
bool Statements::one_variable(const Expr& a, const Expr& b) const {
  if (a.op != b.op || a.item != b.item) return false;
  if (a.op == Op::shared) return true;
  const auto process = [this](const Expr& e) {
    return model_[model_[model_.child(e, 0)].type].process;
  };
  return a.op == Op::variable && process(a) == process(b);
}

// What a body writes that is not the member's own, each once.
std::vector<ExprId> Statements::collected(Range statements,
                                          const Binder& binder) const {
  std::vector<ExprId> out;
  network::any_expression(
      model_, statements, [&](ExprId e, network::Role role) {
        const Expr& root = model_[network::root_of(model_, e)];
        const auto same = [&](ExprId c) {
          if (!one_variable(root, model_[c])) return false;
          if (root.op == Op::shared) return true;
          const Expr& node = model_[model_.child(root, 0)];
          const Expr& other = model_[model_.child(model_[c], 0)];
          return node.op == other.op && node.item == other.item;
        };
        if (role == network::Role::target && !of_member(root, binder) &&
            std::none_of(out.begin(), out.end(), same)) {
          out.push_back(e);
        }
        return false;
      });
  return out;
}

// The array of which a place is in the element at the node that is bound here.
std::optional<ExprId> Statements::array_at(ExprId place,
                                           std::uint32_t slot) const {
  for (ExprId id = place;;) {
    const Expr& e = model_[id];
    if (e.op != Op::field && e.op != Op::element) return std::nullopt;
    const ExprId whole = model_.child(e, 0);
    if (model_[whole].op == Op::variable) {
      if (e.op != Op::element) return std::nullopt;
      const Expr& at = model_[model_.child(e, 1)];
      const Expr& node = model_[model_.child(model_[whole], 0)];
      const bool one =
          node.op == Op::self || (node.op == Op::bound && node.item != slot);
      const bool keyed =
          model_[model_[whole].type].kind == TypeKind::node_array;
      if (!one || !keyed || at.op != Op::bound || at.item != slot) {
        return std::nullopt;
      }
      return whole;
    }
    id = whole;
  }
}

std::vector<ExprId> Statements::arrays_at_member(const Stmt& loop) const {
  const Binder& binder = model_.binders[loop.binders.begin];
  std::vector<ExprId> out;
  if (binder.domain != DomainKind::node_family) return out;
  network::any_expression(model_, loop.body, [&](ExprId e, network::Role role) {
    if (role != network::Role::target) return false;
    if (const auto array = array_at(e, binder.slot)) out.push_back(*array);
    return false;
  });
  return out;
}

std::vector<ExprId> Statements::own_variables(const Stmt& loop) const {
  const Binder& binder = model_.binders[loop.binders.begin];
  std::vector<ExprId> out;
  if (binder.domain != DomainKind::node_family) return out;
  network::any_expression(model_, loop.body, [&](ExprId e, network::Role role) {
    const ExprId root = network::root_of(model_, e);
    if (role == network::Role::target && of_member(model_[root], binder)) {
      out.push_back(root);
    }
    return false;
  });
  return out;
}

// Whether both name the acting node, or the same bound one.
bool Statements::one_node(ExprId a, ExprId b) const {
  const Expr& x = model_[a];
  const Expr& y = model_[b];
  return x.op == y.op &&
         (x.op == Op::self || (x.op == Op::bound && x.item == y.item));
}

// Which elements rounds of a loop over nodes write and may read, so that none
// reads what another one writes, and no two write one place. Of an array that
// is written at the member q in one owner o, as o.a[q], a round may also use
// what the member has at the owner, q.a[o]: for two rounds these are four
// places, and where q is o they are one.
class Statements::Rounds {
 public:
  Rounds(const Statements& statements, const Stmt& loop)
      : all_(statements),
        model_(statements.model_),
        binder_(model_.binders[loop.binders.begin]),
        arrays_(statements.arrays_at_member(loop)),
        own_(statements.own_variables(loop)) {}

  // A place that a body writes, if it may read it as well.
  bool writes(ExprId target) const {
    if (all_.array_at(target, binder_.slot)) return true;
    const ExprId root = network::root_of(model_, target);
    return all_.of_member(model_[root], binder_);
  }

  bool reads(ExprId root) const {
    return !network::walk(model_, root, [&](ExprId id, const Expr& e) {
      if (!e.binders.empty() || e.op == Op::enabled) return network::Go::stop;
      if (is_element(e) && (at_member(id) || at_owner(id))) {
        return network::Go::past;
      }
      const bool others = e.op == Op::variable && among(arrays_, id);
      const bool own = e.op == Op::variable && among(own_, id) &&
                       !all_.of_member(e, binder_);
      return others || own ? network::Go::stop : network::Go::into;
    });
  }

 private:
  bool is_element(const Expr& e) const {
    return e.op == Op::element && model_[model_.child(e, 0)].op == Op::variable;
  }
  // Whether a variable is written as one of these are, perhaps of another node.
  bool among(const std::vector<ExprId>& list, ExprId variable) const {
    return std::any_of(list.begin(), list.end(), [&](ExprId one) {
      return all_.one_variable(model_[one], model_[variable]);
    });
  }
  // Whether all that is written so of this variable is of the node.
  bool only_of(ExprId variable, ExprId node) const {
    return std::all_of(arrays_.begin(), arrays_.end(), [&](ExprId one) {
      return !all_.one_variable(model_[one], model_[variable]) ||
             all_.one_node(model_.child(model_[one], 0), node);
    });
  }
  // o.a[q] of an array that is written so.
  bool at_member(ExprId element) const {
    const auto array = all_.array_at(element, binder_.slot);
    return array && among(arrays_, *array) &&
           (!among(own_, *array) ||
            only_of(*array, model_.child(model_[*array], 0)));
  }
  // q.a[o], or a part of it.
  bool at_owner(ExprId place) const {
    for (ExprId id = place;; id = model_.child(model_[id], 0)) {
      const Expr& e = model_[id];
      if (e.op != Op::field && e.op != Op::element) return false;
      if (!is_element(e)) continue;
      const ExprId variable = model_.child(e, 0);
      return all_.of_member(model_[variable], binder_) &&
             among(arrays_, variable) && only_of(variable, model_.child(e, 1));
    }
  }

  const Statements& all_;
  const Model& model_;
  const Binder& binder_;
  const std::vector<ExprId> arrays_;  // written at the member
  const std::vector<ExprId> own_;     // variables of the member
};

// A body over nodes that writes what the member has, and elements at it, and
// reads nothing else of what is written: again each member has what the body
// gives it alone.
bool Statements::rounds_apart(const Stmt& loop) const {
  const Binder& binder = model_.binders[loop.binders.begin];
  if (binder.domain != DomainKind::node_family) return false;
  const Rounds rounds(*this, loop);
  const auto not_simple = [&](ExprId e, network::Role role) {
    const bool target = role == network::Role::target;
    return (target && !rounds.writes(e)) || !rounds.reads(e);
  };
  return !has_loops(loop.body) &&
         !network::any_expression(model_, loop.body, not_simple);
}

Execution Statements::over_members(const Stmt& s, const Env& env, Term path) {
  const Binder& binder = model_.binders[s.binders.begin];
  // Some member's body fails: an error of the whole.
  const auto fails = [this, &s, binder](const Env& at) {
    return execute(s.body, at, terms_.yes()).error;
  };
  const Term error = terms_.fresh("loop fails", Sort::truth);
  std::vector<Term> where = {terms_.negate(error)};
  bool possible = false;
  for (const Choice& c : domains_.fresh_choices(binder, env)) {
    Env inner = env;
    inner.frame[binder.slot] = c.value;
    const Term wrong = fails(inner);
    possible = possible || !terms_.is_no(wrong);
    where.push_back(terms_.both(c.premise, wrong));
    if (possible) members_.join_choice(binder, env, c.value);
  }
  facts_.add(terms_.any(std::move(where)));
  if (possible) {
    Universal u;
    u.binders = {binder};
    u.env = env;
    u.premise = terms_.negate(error);
    u.no_errors = terms_.yes();
    u.claim = [this, fails](const Env& inner, Term premise) {
      facts_.add(terms_.implies(premise, terms_.negate(fails(inner))));
    };
    instantiation_.for_all(std::move(u));
  }
  const StateId after = places_.write_loop(s, env, path);
  return {collect(s, env, path, after), terms_.both(path, error)};
}

// Each variable in which the body collects has what some member gave it, the
// last one that wrote; or what it had, and then no member wrote.
StateId Statements::collect(const Stmt& s, const Env& env, Term path,
                            StateId after) {
  const Binder& binder = model_.binders[s.binders.begin];
  if (!arrays_at_member(s).empty()) return after;
  StateId state = after;
  for (const ExprId target : collected(s.body, binder)) {
    const Located place = expressions_.locate(target, env);
    const TypeId type = model_[target].type;
    std::vector<Term> values = places_.read_all(place, type, env.state).slots;
    std::vector<Term> some;
    for (const Choice& c : domains_.fresh_choices(binder, env)) {
      const StateId alone = places_.after_member(after, c.value);
      const Term last = terms_.fresh("last", Sort::truth);
      facts_.add(terms_.implies(
          last,
          terms_.both(c.premise, places_.wrote(place, env.state, alone))));
      const std::vector<Term> given =
          places_.read_all(place, type, alone).slots;
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = terms_.choose(last, given[i], values[i]);
      }
      members_.join_choice(binder, env, c.value);
      some.push_back(last);
    }
    Universal u;
    u.binders = {binder};
    u.env = env;
    u.premise = terms_.negate(terms_.any(std::move(some)));
    u.no_errors = terms_.yes();
    u.claim = [this, after, place, binder](const Env& inner, Term premise) {
      const StateId alone =
          places_.after_member(after, inner.frame[binder.slot]);
      const Term wrote = places_.wrote(place, inner.state, alone);
      facts_.add(terms_.implies(premise, terms_.negate(wrote)));
    };
    instantiation_.for_all(std::move(u));
    state = places_.write(place, values, path, state);
  }
  return state;
}

// ---- what is not understood ------------------------------------------------

// Whatever the statement may write is now unknown, within its type.
Execution Statements::forget(const Stmt& s, const Env& env, Term path) {
  not_followed_.push_back(s.span);
  StateId state = env.state;
  std::set<Place> done;
  forget_targets(s.body, env, path, state, done);
  return {state, terms_.both(path, terms_.fresh("loop fails", Sort::truth))};
}

// Of which nodes this may be a variable: of the acting one, or, in a rule, of
// any of its process.
std::vector<std::uint32_t> Statements::written_families(const Expr& variable,
                                                        const Env& env) const {
  if (env.self.family != no_family) return {env.self.family};
  const network::ProcessId process =
      model_[model_[model_.child(variable, 0)].type].process;
  std::vector<std::uint32_t> out;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    if (model_.node_families[f].process == process) out.push_back(f);
  }
  return out;
}

void Statements::forget_targets(Range statements, const Env& env, Term path,
                                StateId& state, std::set<Place>& done) {
  const auto forget_all =
      [&](PlaceKind kind, std::uint32_t item, std::uint32_t first,
          const std::vector<Slot>& slots, std::size_t rank) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
          const std::size_t indices = rank + slots_.key_rank(slots[i]);
          Place place{kind, item, first + static_cast<std::uint32_t>(i), {}};
          if (!done.insert(place).second) continue;
          // An action writes no node but its own.
          if (kind == PlaceKind::node && env.self.family != no_family) {
            place.indices = env.self.slots;
          }
          state = places_.forget(place, slots[i], indices, path, state);
        }
      };
  for (std::uint32_t i = statements.begin; i < statements.end; ++i) {
    const Stmt& s = model_[model_.stmt_children[i]];
    for (std::uint32_t t = s.targets.begin; t < s.targets.end; ++t) {
      const Expr& root =
          model_[network::root_of(model_, model_.expr_children[t])];
      if (root.op == Op::shared) {
        const network::SharedVariable& v = model_.shared[root.item];
        forget_all(PlaceKind::shared, root.item, 0, slots_.of(v.type),
                   v.dimensions.size());
        continue;
      }
      if (root.op == Op::variable) {
        for (const std::uint32_t f : written_families(root, env)) {
          const auto& node = model_.node_families[f];
          forget_all(PlaceKind::node, f,
                     slots_.variable_offset(node.process, root.item),
                     slots_.of(model_[node.process].variables[root.item].type),
                     sizes_.dimensions(DomainKind::node_family, f).size());
        }
        continue;
      }
      // Any edge of such a type.
      for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
        const TypeId type = model_.edge_families[f].type;
        if (!slots_.alike(type, root.type)) continue;
        forget_all(PlaceKind::edge, f, 0, slots_.of(type),
                   sizes_.dimensions(DomainKind::edge_family, f).size());
      }
    }
    forget_targets(s.body, env, path, state, done);
    forget_targets(s.otherwise, env, path, state, done);
  }
}

}  // namespace vicinal::obligations::inline meaning
