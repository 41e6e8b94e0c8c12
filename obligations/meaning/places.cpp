// SPDX-License-Identifier: MIT
// For every slot of every variable of a family there is a function of the
// indices of the node: the state in which the question starts. Later states
// are lists of writes; reading goes through them from the last to the first.
#include "obligations/meaning/places.hpp"

#include <algorithm>
#include <utility>

#include "network/language/walk.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

Places::Places(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      slots_(q.slots),
      expressions_(q.expressions),
      wiring_(q.wiring),
      statements_(q.statements) {}

// The variable that a place is a part of: its name, its type, its first slot.
Places::Root Places::root_of(const Place& place) {
  if (place.kind == PlaceKind::edge) {
    const auto& f = model_.edge_families[place.item];
    return {"edge " + f.name, f.type, 0};
  }
  if (place.kind == PlaceKind::shared) {
    const auto& s = model_.shared[place.item];
    return {"shared " + s.name, s.type, 0};
  }
  const network::NodeFamily& f = model_.node_families[place.item];
  const auto& variables = model_[f.process].variables;
  std::uint32_t at = 0;
  std::uint32_t v = 0;
  for (;; ++v) {
    const auto count =
        static_cast<std::uint32_t>(slots_.of(variables[v].type).size());
    if (place.slot < at + count) break;
    at += count;
  }
  return {f.name + "." + variables[v].name, variables[v].type, at};
}

// ---- reading ---------------------------------------------------------------

void Places::has_initial_value(const Place& place, Term value) {
  const network::SharedVariable& s = model_.shared[place.item];
  if (!s.initial.valid()) return;
  Env where = nothing_bound(model_);
  std::vector<Term> dims;
  for (const ExprId d : s.dimensions) dims.push_back(sizes_.value(d));
  where.frame[0] = {
      {place.indices.empty() ? terms_.number(0) : place.indices[0]}};
  const Value initial = expressions_.translate(s.initial, where).value;
  facts_.add(terms_.implies(within(terms_, place.indices, dims),
                            terms_.equal(value, initial.slots[place.slot])));
}

Term Places::read_base(const Place& place) {
  const Root root = root_of(place);
  const std::vector<Slot>& all = slots_.of(root.type);
  const auto rank = static_cast<std::uint32_t>(place.indices.size());
  const auto value_of = [&](std::uint32_t slot) {
    std::string name = root.name;
    if (all.size() > 1) name += "." + std::to_string(slot);
    const Slot& s = all[slot];
    return terms_.apply(terms_.function(name, rank, s.sort, s.bounds),
                        place.indices);
  };
  const Slot& slot = all[place.slot - root.first];
  const Term value = value_of(place.slot - root.first);
  slots_.range_fact(slot, value);
  if (slot.queue >= 0) {
    // What is not used of a queue holds the default value.
    const Term length = value_of(static_cast<std::uint32_t>(slot.queue));
    facts_.add(terms_.either(terms_.less(terms_.number(slot.position), length),
                             terms_.equal(value, slots_.default_of(slot))));
  }
  const bool initial = place.kind == PlaceKind::shared &&
                       (initial_ || !model_.shared[place.item].written);
  if (initial && rank <= 1) has_initial_value(place, value);
  return value;
}

// What has this place, and whether the loop goes through it.
std::pair<Value, Term> Places::loop_member(const Place& place, const Write& w) {
  const Binder& binder = model_.binders[w.loop->binders.begin];
  const bool nodes = binder.domain == DomainKind::node_family;
  if (place.kind != (nodes ? PlaceKind::node : PlaceKind::edge)) {
    return {{}, terms_.no()};
  }
  if (nodes) {
    const auto rank = static_cast<std::ptrdiff_t>(sizes_.rank(place.item));
    const auto first = place.indices.begin();
    const Value node{{first, first + rank}, place.item};
    const bool one = place.item == binder.item;
    return {node, one ? sizes_.in_range(node) : terms_.no()};
  }
  const auto rank = static_cast<std::ptrdiff_t>(
      sizes_.dimensions(DomainKind::edge_family, place.item).size());
  const auto first = place.indices.begin();
  const Value edge =
      sizes_.edge(terms_.number(place.item), {first, first + rank});
  if (binder.domain == DomainKind::edge_family) {
    const bool one = place.item == binder.item;
    return {edge, one ? sizes_.edge_in_range(edge) : terms_.no()};
  }
  const Value node = expressions_.translate(binder.node, w.env).value;
  return {edge, wiring_.member(node, binder.item, edge)};
}

// The node at which the array has this element.
std::pair<Value, Term> Places::loop_key(const Place& place, const Write& w) {
  const Binder& binder = model_.binders[w.loop->binders.begin];
  if (place.kind != PlaceKind::node) return {{}, terms_.no()};
  const auto rank = static_cast<std::ptrdiff_t>(sizes_.rank(place.item));
  const auto keys = static_cast<std::ptrdiff_t>(sizes_.rank(binder.item));
  std::vector<Term> some;
  Value key{{}, binder.item};
  for (const ExprId array : w.arrays) {
    const Expr& variable = model_[array];
    const Value node =
        expressions_.translate(model_.child(variable, 0), w.env).value;
    const network::ProcessId process = model_.node_families[place.item].process;
    if (node.family != place.item) continue;
    const std::uint32_t first = slots_.variable_offset(process, variable.item);
    const std::uint32_t next =
        slots_.variable_offset(process, variable.item + 1);
    if (place.slot < first || place.slot >= next) continue;
    const auto indices = place.indices.begin();
    key.slots.assign(indices + rank, indices + rank + keys);
    some.push_back(
        inside(terms_, place, {place.kind, place.item, 0, node.slots}));
  }
  if (some.empty()) return {key, terms_.no()};
  return {key, terms_.both(terms_.any(std::move(some)), sizes_.in_range(key))};
}

// An element that the loop writes at its member is written in that round alone,
// whether its owner is a member, too, or not.
Term Places::looped(const Place& place, StateId state, Term old) {
  const Write w = writes_[state - 1];  // the list may grow below
  const auto in_round = [&](const std::pair<Value, Term>& round, Term other) {
    const Term inside = terms_.both(w.path, round.second);
    if (terms_.is_no(inside)) return other;
    const StateId after = after_member(state, round.first);
    return terms_.choose(inside, read(place, after), other);
  };
  Term out = old;
  if (w.own) out = in_round(loop_member(place, w), out);
  if (!w.arrays.empty()) out = in_round(loop_key(place, w), out);
  return out;
}

Term Places::read_write(const Place& place, StateId state) {
  const Write w = writes_[state - 1];  // the list may grow below
  const Term old = read(place, w.before);
  if (w.kind == Write::Kind::loop) return looped(place, state, old);
  if (w.place.kind != place.kind || w.place.item != place.item ||
      w.place.slot != place.slot) {
    return old;
  }
  const Term here = terms_.both(w.path, inside(terms_, place, w.place));
  if (terms_.is_no(here)) return old;
  if (w.kind == Write::Kind::forget) {
    const Root root = root_of(place);
    const Slot& slot = slots_.of(root.type)[place.slot - root.first];
    const Term now = terms_.apply(w.forgotten, place.indices);
    slots_.range_fact(slot, now);
    return terms_.choose(here, now, old);
  }
  if (w.kind == Write::Kind::copy) {
    return terms_.choose(here, copied(place, w), old);
  }
  return terms_.choose(here, w.value, old);
}

// What stood where this was copied from. The last location stands for what is
// left.
Term Places::copied(const Place& place, const Write& w) {
  Term value;
  for (std::size_t i = w.from.locations.size(); i-- > 0;) {
    const auto& [condition, whole] = w.from.locations[i];
    Place from = whole;
    from.indices.insert(from.indices.end(),
                        place.indices.begin() +
                            static_cast<std::ptrdiff_t>(w.place.indices.size()),
                        place.indices.end());
    const Term there = read(from, w.source);
    value = value.valid() ? terms_.choose(condition, there, value) : there;
  }
  return value;
}

Term Places::read(const Place& place, StateId state) {
  const auto key = std::pair(place, state);
  const auto found = reads_.find(key);
  if (found != reads_.end()) return found->second;
  const Term t = state == 0 ? read_base(place) : read_write(place, state);
  reads_.emplace(key, t);
  return t;
}

// The last location stands for what is left: exactly one condition holds,
// unless there is an error.
Value Places::read_all(const Located& located, TypeId type, StateId state) {
  const std::size_t count = slots_.of(type).size();
  if (located.locations.empty()) return slots_.unknown(type, "nothing");
  Value v;
  for (std::size_t s = 0; s < count; ++s) {
    Term value;
    for (std::size_t i = located.locations.size(); i-- > 0;) {
      Place place = located.locations[i].place;
      place.slot += static_cast<std::uint32_t>(s);
      const Term here = read(place, state);
      value = value.valid()
                  ? terms_.choose(located.locations[i].condition, here, value)
                  : here;
    }
    v.slots.push_back(value);
  }
  return v;
}

// ---- writing ---------------------------------------------------------------

// A loop writes to one kind of members only, to nodes or to edges, which is
// what Statements lets through as a loop: simple_body() and rounds_apart()
// take no target but the member's own, an element at it, or what is collected;
// and that collect() writes once more behind the loop, where it is seen here.
// So a loop over nodes leaves all edges as they were, and one over edges all
// nodes.
std::optional<std::vector<Value>> Places::written(PlaceKind kind,
                                                  std::uint32_t item,
                                                  StateId state) {
  const DomainKind domain = kind == PlaceKind::node ? DomainKind::node_family
                                                    : DomainKind::edge_family;
  const std::size_t rank = sizes_.dimensions(domain, item).size();
  std::vector<Value> out;
  for (StateId s = state; s != 0; s = writes_[s - 1].before) {
    const Write& w = writes_[s - 1];
    if (w.kind == Write::Kind::loop) {
      const Binder& binder = model_.binders[w.loop->binders.begin];
      const bool nodes = binder.domain == DomainKind::node_family;
      if (nodes == (kind == PlaceKind::node)) return std::nullopt;
      continue;
    }
    if (w.place.kind != kind || w.place.item != item) continue;
    // Behind the indices of the member are those of arrays.
    if (w.place.indices.size() < rank) return std::nullopt;
    const auto first = w.place.indices.begin();
    std::vector<Term> indices(first, first + static_cast<std::ptrdiff_t>(rank));
    Value member = kind == PlaceKind::node
                       ? Value{std::move(indices), item}
                       : sizes_.edge(terms_.number(item), std::move(indices));
    if (std::find(out.begin(), out.end(), member) == out.end()) {
      out.push_back(std::move(member));
    }
  }
  return out;
}

const Places::Reads& Places::reads_of(ExprId id) {
  const auto [at, fresh] = reads_of_.try_emplace(id);
  Reads& reads = at->second;
  if (!fresh) return reads;
  network::walk(model_, id, [&](ExprId, const Expr& e) {
    reads.edges = reads.edges || e.op == Op::edge_value;
    reads.all = reads.all || e.op == Op::enabled;
    if (e.op == Op::shared) reads.shared.insert(e.item);
    if (e.op == Op::variable) {
      const auto process = model_[model_[model_.child(e, 0)].type].process;
      reads.all = reads.all || !process.valid();
      reads.variables.emplace(process.value, e.item);
    }
    return network::Go::into;
  });
  return reads;
}

// A loop may write anything.
bool Places::touches(const Write& w, const Reads& reads) {
  if (reads.all || w.kind == Write::Kind::loop) return true;
  if (w.place.kind == PlaceKind::edge) return reads.edges;
  if (w.place.kind == PlaceKind::shared) {
    return reads.shared.contains(w.place.item);
  }
  const network::ProcessId process = model_.node_families[w.place.item].process;
  for (const auto& [of, variable] : reads.variables) {
    if (of == process.value &&
        w.place.slot >= slots_.variable_offset(process, variable) &&
        w.place.slot < slots_.variable_offset(process, variable + 1)) {
      return true;
    }
  }
  return false;
}

StateId Places::settled(ExprId e, StateId state) {
  if (state == 0) return state;
  const Reads& reads = reads_of(e);
  while (state != 0 && !touches(writes_[state - 1], reads)) {
    state = writes_[state - 1].before;
  }
  return state;
}

StateId Places::push(Write w) {
  writes_.push_back(std::move(w));
  return static_cast<StateId>(writes_.size());
}

StateId Places::write(const Located& to, const std::vector<Term>& values,
                      Term path, StateId state) {
  for (const Location& l : to.locations) {
    const Term here = terms_.both(path, l.condition);
    if (terms_.is_no(here)) continue;
    for (std::size_t s = 0; s < values.size(); ++s) {
      Write w;
      w.before = state;
      w.path = here;
      w.place = l.place;
      w.place.slot += static_cast<std::uint32_t>(s);
      w.value = values[s];
      state = push(std::move(w));
    }
  }
  return state;
}

StateId Places::copy(const Located& to, TypeId type, const Located& from,
                     StateId source, Term path, StateId state) {
  const auto count = static_cast<std::uint32_t>(slots_.of(type).size());
  for (const Location& l : to.locations) {
    const Term here = terms_.both(path, l.condition);
    if (terms_.is_no(here) || from.locations.empty()) continue;
    for (std::uint32_t s = 0; s < count; ++s) {
      Write w;
      w.before = state;
      w.kind = Write::Kind::copy;
      w.path = here;
      w.place = l.place;
      w.place.slot += s;
      w.from = from;
      for (Location& part : w.from.locations) part.place.slot += s;
      w.source = source;
      state = push(std::move(w));
    }
  }
  return state;
}

StateId Places::write_loop(const network::Stmt& loop, const Env& env,
                           Term path) {
  Write w;
  w.before = env.state;
  w.kind = Write::Kind::loop;
  w.path = path;
  w.loop = &loop;
  w.arrays = statements_.arrays_at_member(loop);
  const auto domain = model_.binders[loop.binders.begin].domain;
  w.own = domain != DomainKind::node_family ||
          !statements_.own_variables(loop).empty();
  w.env = env;
  return push(std::move(w));
}

StateId Places::forget(const Place& place, const Slot& slot, std::size_t rank,
                       Term path, StateId state) {
  Write w;
  w.before = state;
  w.kind = Write::Kind::forget;
  w.path = path;
  w.place = place;
  w.forgotten =
      terms_.function(terms_.fresh_name("later"),
                      static_cast<std::uint32_t>(rank), slot.sort, slot.bounds);
  return push(std::move(w));
}

StateId Places::after_member(StateId after, const Value& member) {
  const auto key = std::pair(after, member);
  const auto found = loop_states_.find(key);
  if (found != loop_states_.end()) return found->second;
  const Write w = writes_[after - 1];  // the list grows below
  Env inner = w.env;
  inner.state = w.before;
  inner.frame[model_.binders[w.loop->binders.begin].slot] = member;
  const StateId state =
      statements_.execute(w.loop->body, inner, terms_.yes()).state;
  loop_states_.emplace(key, state);
  return state;
}

Term Places::wrote(const Located& place, StateId from, StateId to) {
  std::vector<Term> some;
  for (StateId s = to; s != from; s = writes_[s - 1].before) {
    const Write& w = writes_[s - 1];
    for (const Location& l : place.locations) {
      if (w.place.kind != l.place.kind || w.place.item != l.place.item ||
          w.place.slot != l.place.slot) {
        continue;
      }
      some.push_back(
          terms_.all({w.path, l.condition, inside(terms_, l.place, w.place)}));
    }
  }
  return terms_.any(std::move(some));
}

}  // namespace vicinal::obligations::inline meaning
