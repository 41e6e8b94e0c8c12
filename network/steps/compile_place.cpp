// SPDX-License-Identifier: MIT
// Where values lie. What is no place of the state is put into registers, which
// are places too. Constant parts of an address become an offset.
#include <algorithm>
#include <stdexcept>

#include "network/steps/compile_impl.hpp"

namespace vicinal::network::inline steps {

bool Compilation::aggregate(TypeId type) const {
  const TypeKind kind = model_[type].kind;
  return kind == TypeKind::structure || kind == TypeKind::array ||
         kind == TypeKind::node_array || kind == TypeKind::queue;
}

std::uint32_t Compilation::slots(ExprId e) const {
  return instance_.size(model_[e].type).slots;
}

void Compilation::add_index(Address& place, const Operand& index, Scalar low,
                            Scalar size, Scalar stride) {
  if (index.constant) {
    if (index.value < low || index.value - low >= size) {
      emit(Opcode::fail);
      return;
    }
    place.offset += static_cast<std::uint32_t>((index.value - low) * stride);
    return;
  }
  const auto shape = static_cast<std::uint32_t>(pool_.shapes.size());
  pool_.shapes.push_back({low, size, stride});
  const std::uint32_t here = emit(Opcode::element, take(), index.at, shape);
  if (place.base) emit(Opcode::sum, here, here, *place.base);
  place.base = here;
}

// The number of a member times the stride; the first one is at `first`.
Compilation::Address Compilation::family_member(const Expr& e,
                                                const FamilySize& size,
                                                Scalar stride) {
  Address place;
  place.offset = size.first;
  for (const std::uint32_t d : size.dimensions) stride *= d;
  for (std::size_t d = 0; d < size.dimensions.size(); ++d) {
    const Scalar length = size.dimensions[d];
    if (length > 0) stride /= length;
    add_index(place, scalar(model_.child(e, d)), 0, length, stride);
  }
  return place;
}

Compilation::Address Compilation::root(const Expr& e) {
  const std::uint32_t count = instance_.size(e.type).slots;
  if (e.op == Op::shared) {
    const FamilySize& size = instance_.shared_sizes[e.item];
    Address place = family_member(e, size, count);
    place.offset += instance_.shared_base[e.item];
    if (place.base) {
      place.within.begin = instance_.shared_base[e.item];
      place.within.end = place.within.begin + size.count * count;
      pool_.use(place.within.begin, size.count * count);
    } else if (size.count > 0) {
      pool_.use(place.offset, count);
    }
    return place;
  }
  const Operand what = scalar(model_.child(e, 0));
  const Table where = e.op == Op::variable ? variable : edge;
  if (what.constant) {
    const Scalar slot =
        entry(where, e.item, static_cast<std::size_t>(what.value));
    if (slot < 0) {
      // Of no member: finding it has failed before.
      emit(Opcode::fail);
      return {std::nullopt, take(count), {}};
    }
    pool_.use(static_cast<std::uint32_t>(slot), count);
    return {std::nullopt, static_cast<std::uint32_t>(slot), {}};
  }
  const std::uint32_t item = where == edge ? 0 : e.item;
  const Operand slot = lookup(where, item, what, {0, UINT32_MAX});
  bool everywhere = true;
  Range within{UINT32_MAX, 0};
  for (const Scalar first : pool_.tables[table(where, item)]) {
    if (first < 0) {
      everywhere = false;
      continue;
    }
    const auto from = static_cast<std::uint32_t>(first);
    const std::uint32_t end = std::min(from + count, pool_.first_register);
    pool_.use(from, end - from);
    within = {std::min(within.begin, from), std::max(within.end, end)};
  }
  if (!everywhere) emit(Opcode::dereference, slot.at, slot.at);
  return {slot.at, 0, within};
}

Compilation::Address Compilation::element(const Expr& e) {
  const ExprId array = model_.child(e, 0);
  const TypeId id = model_[array].type;
  const Type& type = model_[id];
  const Scalar size = instance_.size(id).size;
  const Scalar stride = instance_.size(e.type).slots;
  Address place = address_of(array);
  if (!place.base) {
    place.within = {place.offset, place.offset + slots(array)};
  }
  const Operand index = scalar(model_.child(e, 1));
  Scalar low = 0;
  if (type.kind == TypeKind::node_array) {
    low = instance_.node_families[type.family.index()].first;
  }
  if (type.kind == TypeKind::queue) {
    const Operand length = load(place, {0, size});
    emit(Opcode::check_index, 0, at(index), at(length));
    ++place.offset;
  }
  add_index(place, index, low, size, stride);
  return place;
}

Compilation::Address Compilation::address_of(ExprId id) {
  const Expr& e = model_[id];
  switch (e.op) {
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
      return root(e);
    case Op::field: {
      const ExprId whole = model_.child(e, 0);
      const Type& type = model_[model_[whole].type];
      const auto& fields = model_.structs[type.structure.index()].fields;
      Address place = address_of(whole);
      for (std::uint32_t i = 0; i < e.item; ++i) {
        place.offset += instance_.size(fields[i].type).slots;
      }
      return place;
    }
    case Op::element:
      return element(e);
    case Op::head: {
      const ExprId queue = model_.child(e, 0);
      Address place = address_of(queue);
      const Scalar most = instance_.size(model_[queue].type).size;
      const Operand length = load(place, {0, most});
      emit(Opcode::check_index, 0, pool_.constant(0), at(length));
      ++place.offset;
      return place;
    }
    default: {
      const std::uint32_t to = take(slots(id));
      into(id, to);
      return {std::nullopt, to, {}};
    }
  }
}

Compilation::Operand Compilation::address(const Address& place) {
  const Operand offset = constant(place.offset);
  if (!place.base) return offset;
  if (place.offset == 0) return in_memory(*place.base, {0, UINT32_MAX});
  return in_memory(emit(Opcode::sum, take(), *place.base, at(offset)),
                   {0, UINT32_MAX});
}

Compilation::Operand Compilation::load(const Address& place, Bounds bounds) {
  if (!place.base) return in_memory(place.offset, bounds);
  return in_memory(emit(Opcode::load, take(), *place.base, place.offset),
                   bounds);
}

void Compilation::load(const Address& place, std::uint32_t to,
                       std::uint32_t count) {
  if (place.base) {
    emit(Opcode::load_range, to, *place.base, place.offset, count);
  } else {
    emit(Opcode::copy_range, to, place.offset, 0, count);
  }
}

// A value at a fixed place of the memory.
std::uint32_t Compilation::fixed(ExprId e) {
  const Address place = address_of(e);
  if (!place.base) return place.offset;
  const std::uint32_t to = take(slots(e));
  load(place, to, slots(e));
  return to;
}

// Writes the code that puts a value into registers.
void Compilation::into(ExprId id, std::uint32_t to) {
  const Expr& e = model_[id];
  switch (e.op) {
    case Op::make_structure:
    case Op::make_array:
      for (std::uint32_t i = 0; i < e.children.size(); ++i) {
        into(model_.child(e, i), to);
        to += slots(model_.child(e, i));
      }
      return;
    case Op::if_then_else: {
      Label otherwise;
      Label out;
      const Flow f = branch(model_.child(e, 0), otherwise, false);
      if (f != Flow::jumps) into(model_.child(e, 1), to);
      if (f == Flow::open) jump(Opcode::jump, out);
      bind(otherwise);
      if (f != Flow::falls) into(model_.child(e, 2), to);
      bind(out);
      return;
    }
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
    case Op::field:
    case Op::element:
    case Op::head:
      load(address_of(id), to, slots(id));
      return;
    default:
      if (slots(id) != 1) {
        throw std::logic_error("Compilation: a value without its parts");
      }
      emit(Opcode::copy, to, at(scalar(id)));
  }
}

}  // namespace vicinal::network::inline steps
