// SPDX-License-Identifier: MIT
// Slots of types, and what is read where.
//
// For every slot of every variable of a family there is a function of the
// indices of the node: the state in which the question starts. Later states
// are lists of writes; reading goes through them from the last to the first.
#include <algorithm>

#include "obligations/query.hpp"

namespace vicinal::obligations {

std::int64_t Query::constant_size(TypeId id) {
  const network::Type& type = model_[id];
  const auto v = terms.value(size(type.size));
  if (!v || *v < 0) {
    unsupported("arrays and queues whose length depends on a parameter",
                model_[type.size].span);
  }
  if (*v > 64) {
    unsupported("arrays and queues of more than 64 elements",
                model_[type.size].span);
  }
  return *v;
}

void Query::add_slots(TypeId id, std::vector<Slot>& out) {
  const network::Type& type = model_[id];
  Slot slot;
  switch (type.kind) {
    case TypeKind::boolean:
      slot.sort = Sort::truth;
      break;
    case TypeKind::integer:
      slot.low = terms.number(INT64_MIN);
      slot.high = terms.number(INT64_MAX);
      break;
    case TypeKind::range:
      slot.low = size(type.low);
      slot.high = size(type.high);
      break;
    case TypeKind::enumeration:
      slot.low = terms.number(0);
      slot.high = terms.number(
          static_cast<std::int64_t>(
              model_.enums[type.enumeration.index()].constants.size()) -
          1);
      break;
    case TypeKind::reference: {
      slot.low = terms.number(-1);
      slot.high = terms.number(-1);
      if (!type.family.valid()) break;
      const auto dims = dimensions(DomainKind::node_family, type.family.value);
      const network::NodeFamily& f = model_.node_families[type.family.index()];
      if (dims.size() > 1) {
        unsupported("references to families of several dimensions", f.span);
      }
      slot.high =
          dims.empty() ? terms.number(0) : terms.add(dims[0], terms.number(-1));
      break;
    }
    case TypeKind::structure:
      for (const auto& f : model_.structs[type.structure.index()].fields) {
        add_slots(f.type, out);
      }
      return;
    case TypeKind::array:
    case TypeKind::queue: {
      const auto length = static_cast<std::int64_t>(out.size());
      const std::int64_t count = constant_size(id);
      if (type.kind == TypeKind::queue) {
        slot.low = terms.number(0);
        slot.high = terms.number(count);
        slot.bounds = {0, count, true};
        out.push_back(slot);
      }
      for (std::int64_t i = 0; i < count; ++i) {
        const std::size_t first = out.size();
        add_slots(type.element, out);
        if (type.kind != TypeKind::queue) continue;
        for (std::size_t s = first; s < out.size(); ++s) {
          out[s].queue = length;
          out[s].position = i;
        }
      }
      return;
    }
    case TypeKind::node_array:
      unsupported("arrays indexed by nodes",
                  model_.node_families[type.family.index()].span);
    default:
      unsupported("values of this type", {});
  }
  if (slot.sort == Sort::number) {
    const Bounds low = terms.bounds(slot.low);
    const Bounds high = terms.bounds(slot.high);
    slot.bounds = {std::min(low.low, high.low), std::max(low.high, high.high),
                   low.known && high.known};
  }
  out.push_back(slot);
}

const std::vector<Slot>& Query::slots(TypeId type) {
  if (!slots_known_[type.index()]) {
    std::vector<Slot> list;
    add_slots(type, list);
    slots_[type.index()] = std::move(list);
    slots_known_[type.index()] = true;
  }
  return slots_[type.index()];
}

// Where a variable begins among the slots of a node; as the number of the
// last and one: how many slots there are.
std::uint32_t Query::variable_offset(network::ProcessId process,
                                     std::uint32_t v) {
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < v; ++i) {
    at += static_cast<std::uint32_t>(
        slots(model_[process].variables[i].type).size());
  }
  return at;
}

// The variable that a place is a part of: its name, its type, its first slot.
Query::Root Query::root_of(const Place& place) {
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
        static_cast<std::uint32_t>(slots(variables[v].type).size());
    if (place.slot < at + count) break;
    at += count;
  }
  return {f.name + "." + variables[v].name, variables[v].type, at};
}

Term Query::default_of(const Slot& slot) {
  return slot.sort == Sort::truth ? terms.no() : slot.low;
}

// A type without values at some size is the type of nothing there: then the
// constant is nobody's, and anything.
void Query::range_fact(const Slot& slot, Term value) {
  if (slot.sort == Sort::truth) return;
  fact(terms.implies(terms.less_equal(slot.low, slot.high),
                     terms.both(terms.less_equal(slot.low, value),
                                terms.less_equal(value, slot.high))));
}

Value Query::unknown(TypeId type, const std::string& name) {
  Value v;
  for (const Slot& slot : slots(type)) {
    v.slots.push_back(terms.fresh(name, slot.sort, slot.bounds));
    range_fact(slot, v.slots.back());
  }
  return v;
}

Term Query::unknown_truth(const std::string& name) {
  return terms.fresh(name, Sort::truth);
}

// ---- reading ---------------------------------------------------------------

Term Query::read_base(const Place& place) {
  const Root root = root_of(place);
  const std::vector<Slot>& all = slots(root.type);
  const auto rank = static_cast<std::uint32_t>(place.indices.size());
  const auto value_of = [&](std::uint32_t slot) {
    std::string name = root.name;
    if (all.size() > 1) name += "." + std::to_string(slot);
    const Slot& s = all[slot];
    return terms.apply(terms.function(name, rank, s.sort, s.bounds),
                       place.indices);
  };
  const Slot& slot = all[place.slot - root.first];
  const Term value = value_of(place.slot - root.first);
  range_fact(slot, value);
  if (slot.queue >= 0) {
    // What is not used of a queue holds the default value.
    const Term length = value_of(static_cast<std::uint32_t>(slot.queue));
    fact(terms.either(terms.less(terms.number(slot.position), length),
                      terms.equal(value, default_of(slot))));
  }
  if (place.kind == PlaceKind::shared && rank <= 1) {
    // Nobody writes it: it keeps its initial value.
    const network::SharedVariable& s = model_.shared[place.item];
    if (s.initial.valid()) {
      Env where = env();
      std::vector<Term> dims;
      for (const ExprId d : s.dimensions) dims.push_back(size(d));
      where.frame[0] = {{rank == 0 ? terms.number(0) : place.indices[0]}};
      const Value initial = translate(s.initial, where).value;
      fact(terms.implies(within(place.indices, dims),
                         terms.equal(value, initial.slots[place.slot])));
    }
  }
  return value;
}

Term Query::read_write(const Place& place, StateId state) {
  const Write w = writes_[state - 1];  // the list may grow below
  const Term old = read(place, w.before);
  if (w.kind == Write::Kind::loop) {
    if (place.kind != PlaceKind::edge) return old;
    const Value e = edge(terms.number(place.item), place.indices);
    const Binder& binder = model_.binders[w.loop->binders.begin];
    const Value node = translate(binder.node, w.env).value;
    const Term inside = terms.both(w.path, member(node, binder.item, e));
    if (terms.is_no(inside)) return old;
    return terms.choose(inside, read(place, loop_state(state, e)), old);
  }
  if (w.place.kind != place.kind || w.place.item != place.item ||
      w.place.slot != place.slot) {
    return old;
  }
  if (w.kind == Write::Kind::forget) {
    const Root root = root_of(place);
    const Slot& slot = slots(root.type)[place.slot - root.first];
    const Term now = terms.apply(w.forgotten, place.indices);
    range_fact(slot, now);
    // The variables of one node, or all edges.
    const Term here = place.kind == PlaceKind::node
                          ? same({place.indices}, {w.place.indices})
                          : terms.yes();
    return terms.choose(terms.both(w.path, here), now, old);
  }
  const Term here = same({place.indices}, {w.place.indices});
  return terms.choose(terms.both(w.path, here), w.value, old);
}

Term Query::read(const Place& place, StateId state) {
  const auto key = std::pair(place, state);
  const auto found = reads_.find(key);
  if (found != reads_.end()) return found->second;
  const Term t = state == 0 ? read_base(place) : read_write(place, state);
  reads_.emplace(key, t);
  return t;
}

// The last location stands for what is left: exactly one condition holds,
// unless there is an error.
Value Query::read_all(const Located& located, TypeId type, StateId state) {
  const std::size_t count = slots(type).size();
  if (located.locations.empty()) return unknown(type, "nothing");
  Value v;
  for (std::size_t s = 0; s < count; ++s) {
    Term value;
    for (std::size_t i = located.locations.size(); i-- > 0;) {
      Place place = located.locations[i].place;
      place.slot += static_cast<std::uint32_t>(s);
      const Term here = read(place, state);
      value = value.valid()
                  ? terms.choose(located.locations[i].condition, here, value)
                  : here;
    }
    v.slots.push_back(value);
  }
  return v;
}

}  // namespace vicinal::obligations
