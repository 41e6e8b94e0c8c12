// SPDX-License-Identifier: MIT
// A value is written out: the fields of a structure, the elements of an array
// one after the other. An array indexed by nodes has the slots of one element,
// each a function of the node. What has no fixed number of slots otherwise
// stops everything.
#include "obligations/meaning/slots.hpp"

#include <algorithm>
#include <utility>

#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

Slots::Slots(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      slots_(q.model.types.size()),
      known_(q.model.types.size(), false) {}

std::int64_t Slots::length(TypeId id) {
  const network::Type& type = model_[id];
  const auto v = terms_.value(sizes_.value(type.size));
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

// A queue is its length and its elements.
void Slots::append_elements(TypeId id, std::vector<Slot>& out) {
  const network::Type& type = model_[id];
  const auto start = static_cast<std::int64_t>(out.size());
  const std::int64_t count = length(id);
  const bool queue = type.kind == TypeKind::queue;
  if (queue) {
    Slot slot;
    slot.low = terms_.number(0);
    slot.high = terms_.number(count);
    slot.bounds = {0, count, true};
    out.push_back(slot);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const std::size_t first = out.size();
    append(type.element, out);
    if (!queue) continue;
    for (std::size_t s = first; s < out.size(); ++s) {
      if (!out[s].keys.empty()) {
        unsupported("queues of arrays indexed by nodes",
                    model_[type.size].span);
      }
      out[s].queue = start;
      out[s].position = i;
    }
  }
}

// The greatest reference: the last node of the family, or none.
Term Slots::last_reference(const network::Type& type) {
  if (!type.family.valid()) return terms_.number(-1);
  const auto dims =
      sizes_.dimensions(DomainKind::node_family, type.family.value);
  if (dims.size() > 1) {
    unsupported("references to families of several dimensions",
                model_.node_families[type.family.index()].span);
  }
  return dims.empty() ? terms_.number(0)
                      : terms_.add(dims[0], terms_.number(-1));
}

// What is one slot. Only what is no integer has bounds of its type.
void Slots::append_scalar(const network::Type& type, std::vector<Slot>& out) {
  Slot slot;
  switch (type.kind) {
    case TypeKind::boolean:
      slot.sort = Sort::truth;
      break;
    case TypeKind::integer:
      slot.bounds.known = false;
      out.push_back(slot);
      return;
    case TypeKind::range:
      slot.low = sizes_.value(type.low);
      slot.high = sizes_.value(type.high);
      break;
    case TypeKind::enumeration:
      slot.low = terms_.number(0);
      slot.high = terms_.number(
          static_cast<std::int64_t>(
              model_.enums[type.enumeration.index()].constants.size()) -
          1);
      break;
    case TypeKind::reference:
      slot.low = terms_.number(-1);
      slot.high = last_reference(type);
      break;
    default:
      unsupported("values of this type", {});
  }
  if (slot.sort == Sort::number) {
    const TermBounds low = terms_.bounds(slot.low);
    const TermBounds high = terms_.bounds(slot.high);
    slot.bounds = {std::min(low.low, high.low), std::max(low.high, high.high),
                   low.known && high.known};
  }
  out.push_back(slot);
}

void Slots::append(TypeId id, std::vector<Slot>& out) {
  const network::Type& type = model_[id];
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model_.structs[type.structure.index()].fields) {
        append(f.type, out);
      }
      return;
    case TypeKind::array:
    case TypeKind::queue:
      append_elements(id, out);
      return;
    case TypeKind::node_array: {
      const std::size_t first = out.size();
      append(type.element, out);
      for (std::size_t s = first; s < out.size(); ++s) {
        out[s].keys.insert(out[s].keys.begin(), type.family.value);
      }
      return;
    }
    default:
      append_scalar(type, out);
  }
}

const std::vector<Slot>& Slots::of(TypeId type) {
  if (!known_[type.index()]) {
    std::vector<Slot> list;
    append(type, list);
    slots_[type.index()] = std::move(list);
    known_[type.index()] = true;
  }
  return slots_[type.index()];
}

bool Slots::keyed(TypeId type) {
  const std::vector<Slot>& slots = of(type);
  return std::any_of(slots.begin(), slots.end(),
                     [](const Slot& s) { return !s.keys.empty(); });
}

std::size_t Slots::key_rank(const Slot& slot) const {
  std::size_t rank = 0;
  for (const std::uint32_t family : slot.keys) rank += sizes_.rank(family);
  return rank;
}

// Where a variable begins among the slots of a node; as the number of the
// last and one: how many slots there are.
std::uint32_t Slots::variable_offset(network::ProcessId process,
                                     std::uint32_t v) {
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < v; ++i) {
    at += static_cast<std::uint32_t>(
        of(model_[process].variables[i].type).size());
  }
  return at;
}

// The least value; of what is unlimited, the one that instances take.
Term Slots::default_of(const Slot& slot) {
  if (slot.sort == Sort::truth) return terms_.no();
  return slot.low.valid() ? slot.low : terms_.number(INT64_MIN);
}

// A type without values at some size is the type of nothing there: then the
// constant is nobody's, and anything.
void Slots::range_fact(const Slot& slot, Term value) {
  if (!slot.low.valid()) return;
  facts_.add(terms_.implies(terms_.less_equal(slot.low, slot.high),
                            terms_.both(terms_.less_equal(slot.low, value),
                                        terms_.less_equal(value, slot.high))));
}

Value Slots::unknown(TypeId type, const std::string& name) {
  Value v;
  for (const Slot& slot : of(type)) {
    v.slots.push_back(terms_.fresh(name, slot.sort, slot.bounds));
    range_fact(slot, v.slots.back());
  }
  return v;
}

bool Slots::alike(TypeId a, TypeId b) {
  if (a == b) return true;
  const auto& x = of(a);
  const auto& y = of(b);
  bool same = x.size() == y.size();
  for (std::size_t i = 0; same && i < x.size(); ++i) {
    same = x[i].sort == y[i].sort && x[i].keys == y[i].keys;
  }
  return same;
}

Term Slots::out_of_range(const std::vector<Slot>& slots,
                         const std::vector<Term>& values) {
  std::vector<Term> wrong;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = slots[i];
    if (!slot.low.valid()) continue;
    // Unused elements of a queue come from a queue of the same type.
    Term used = terms_.yes();
    if (slot.queue >= 0) {
      used = terms_.less(terms_.number(slot.position),
                         values[static_cast<std::size_t>(slot.queue)]);
    }
    const TermBounds v = terms_.bounds(values[i]);
    const TermBounds low = terms_.bounds(slot.low);
    const TermBounds high = terms_.bounds(slot.high);
    if (!v.known || !low.known || v.low < low.high) {
      wrong.push_back(terms_.both(used, terms_.less(values[i], slot.low)));
    }
    if (!v.known || !high.known || v.high > high.low) {
      wrong.push_back(terms_.both(used, terms_.less(slot.high, values[i])));
    }
  }
  return terms_.any(std::move(wrong));
}

}  // namespace vicinal::obligations::inline meaning
