// SPDX-License-Identifier: MIT
// Interval evaluation. Every function returns an interval that contains the
// value of each state that agrees with what is shown; where an operation is
// not worth an interval of its own, it gives "unknown", which is always sound.
#include "network/semantics/kleene.hpp"

#include <algorithm>
#include <stdexcept>

#include "network/base/budget.hpp"
#include "network/language/traits.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::network::inline semantics {

using namespace interval;

// ---- what a view shows -----------------------------------------------------

Interval Kleene::unknown_length(Scalar capacity) const {
  if (unseen_ == Unseen::unknown) return unknown_number();
  return {0, capacity, false};
}

// What the slots of a variable may be when it is not shown.
void Kleene::unknown_slots(TypeId id, std::vector<Interval>& out) const {
  const Type& type = (*instance_.model)[id];
  const TypeSize& size = instance_.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const FieldType& f :
           instance_.model->structs[type.structure.index()].fields) {
        unknown_slots(f.type, out);
      }
      return;
    case TypeKind::array:
    case TypeKind::node_array:
    case TypeKind::queue:
      if (type.kind == TypeKind::queue) {
        out.push_back(unknown_length(static_cast<Scalar>(size.size)));
      }
      for (std::uint32_t i = 0; i < size.size; ++i) {
        unknown_slots(type.element, out);
      }
      return;
    default:
      out.push_back(any(id));
  }
}

// What a variable of a scalar type may be when it is not shown.
Interval Kleene::any(TypeId type) const {
  if ((*instance_.model)[type].kind == TypeKind::boolean) {
    return unknown_truth();
  }
  if (unseen_ == Unseen::unknown) return unknown_number();
  const Bounds& bounds = instance_.size(type).bounds;
  return {bounds.low, bounds.high, false};
}

Kleene::Values Kleene::unknown_values(TypeId type) const {
  Values result;
  unknown_slots(type, result.slots);
  return result;
}

Interval Kleene::slot(std::uint32_t i, const Interval& unseen,
                      const Context& context) {
  const Valuation& v = context.valuation;
  if (v.known == nullptr || v.known[i] != 0) return exactly(v.values[i]);
  if (v.within == nullptr) return unseen;
  return {v.within[i].low, v.within[i].high, false};
}

bool Kleene::is_place(ExprId id) const {
  const Expr* e = &(*instance_.model)[id];
  while (e->op == Op::field || e->op == Op::element) {
    e = &(*instance_.model)[instance_.model->child(*e, 0)];
  }
  return e->op == Op::variable || e->op == Op::edge_value ||
         e->op == Op::shared;
}

Kleene::Located Kleene::index_into(Located base, std::uint32_t slots,
                                   Interval size, Interval index) const {
  base.may_fail = base.may_fail || index.may_fail;
  base.never =
      base.never || index.never() || index.high < 0 || index.low >= size.high;
  if (base.never) return base;
  if (index.low < 0 || index.high >= size.low) base.may_fail = true;
  if (!index.single()) base.slot = not_shown;
  if (base.slot != not_shown) {
    base.slot += static_cast<std::uint32_t>(index.low) * slots;
  }
  return base;
}

// An element of what is at `whole`; of a queue, it may have `length` of them.
Kleene::Located Kleene::element(const Expr& e, Located whole,
                                const Interval& length,
                                const Context& context) const {
  const Model& model = *instance_.model;
  const ExprId index = model.child(e, 1);
  const TypeId id = model[model.child(e, 0)].type;
  const Type& type = model[id];
  Interval at = scalar(index, context);
  Interval size = exactly(instance_.size(id).size);
  if (type.kind == TypeKind::node_array && !at.never()) {
    const FamilySize& family = instance_.node_families[type.family.index()];
    at = at.single() ? Interval{at.low - family.first, at.low - family.first,
                                at.may_fail}
                     : Interval{0, family.count - Scalar{1}, at.may_fail};
    const Type& node = model[model[index].type];
    if (node.family != type.family) at.may_fail = true;
  }
  if (type.kind == TypeKind::queue) {
    size = {std::min(size.low, length.low), std::min(size.high, length.high),
            false};
    if (whole.slot != not_shown) ++whole.slot;
  }
  return index_into(whole, instance_.size(e.type).slots, size, at);
}

std::uint32_t Kleene::field_offset(const Expr& e) const {
  const Model& model = *instance_.model;
  const Type& type = model[model[model.child(e, 0)].type];
  const auto& fields = model.structs[type.structure.index()].fields;
  std::uint32_t offset = 0;
  for (std::uint32_t i = 0; i < e.item; ++i) {
    offset += instance_.size(fields[i].type).slots;
  }
  return offset;
}

Kleene::Located Kleene::locate(ExprId id, const Context& context) const {
  const Model& model = *instance_.model;
  const Expr& e = model[id];
  const Valuation& v = context.valuation;
  Located result;
  switch (e.op) {
    case Op::variable:
    case Op::edge_value: {
      const Interval object = scalar(model.child(e, 0), context);
      result.may_fail = object.may_fail;
      result.never = object.never();
      if (!object.single()) return result;
      const auto i = static_cast<std::size_t>(object.low);
      if (e.op == Op::edge_value) {
        result.slot = v.edge_base[i];
        return result;
      }
      result.slot = v.node_base[i];
      if (result.slot != not_shown) {
        const ProcessId process = instance_.process_id(NodeId(i));
        result.slot += instance_.variable_offsets[process.index()][e.item];
      }
      return result;
    }
    case Op::shared: {
      result.slot = v.shared_base[e.item];
      const FamilySize& size = instance_.shared_sizes[e.item];
      std::uint32_t stride = instance_.size(e.type).slots * size.count;
      for (std::size_t d = 0; d < size.dimensions.size(); ++d) {
        // A family without members has no valid index: any one fails.
        stride = size.count == 0 ? 0 : stride / size.dimensions[d];
        result = index_into(result, stride, exactly(size.dimensions[d]),
                            scalar(model.child(e, d), context));
      }
      return result;
    }
    case Op::field:
      result = locate(model.child(e, 0), context);
      if (result.slot != not_shown) result.slot += field_offset(e);
      return result;
    case Op::element: {
      const ExprId whole = model.child(e, 0);
      const TypeId type = model[whole].type;
      result = locate(whole, context);
      Interval length = {0, plus_infinity, false};
      if (model[type].kind == TypeKind::queue && result.slot != not_shown) {
        const Scalar capacity = instance_.size(type).size;
        length = slot(result.slot, unknown_length(capacity), context);
      }
      return element(e, result, length, context);
    }
    default:
      throw std::logic_error("Kleene: not a place");
  }
}

void Kleene::join(std::vector<Interval>& slots,
                  const std::vector<Interval>& others) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i] = hull(slots[i], others[i]);
  }
}

// The one or the other; one that never has a value is none.
Kleene::Values Kleene::either(Values a, const Values& b) {
  a.may_fail = a.may_fail || b.may_fail || a.never || b.never;
  if (!b.never) {
    if (a.never) {
      a.slots = b.slots;
    } else {
      join(a.slots, b.slots);
    }
  }
  a.never = a.never && b.never;
  return a;
}

// A part of a value that is no place: a field of T(a, b), of head(q).
Kleene::Values Kleene::part(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Values all = values(model.child(e, 0), context);
  Located at{0, all.may_fail, all.never};
  if (e.op == Op::field) {
    at.slot = field_offset(e);
  } else {
    at = element(e, at, all.slots.empty() ? exactly(0) : all.slots.front(),
                 context);
  }
  Values result;
  result.may_fail = at.may_fail || at.never;
  result.never = at.never;
  const std::uint32_t width = instance_.size(e.type).slots;
  const auto piece = [&](std::size_t first) {
    const auto begin = all.slots.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<Interval>(begin, begin + width);
  };
  const TypeId whole = model[model.child(e, 0)].type;
  const std::uint32_t count = instance_.size(whole).size;
  if (at.never || (at.slot == not_shown && count == 0)) {
    result.slots = unknown_values(e.type).slots;
  } else if (at.slot != not_shown) {
    result.slots = piece(at.slot);
  } else {
    // Any of the elements: a value is not held to its type (type_flow.hpp).
    const std::size_t first = model[whole].kind == TypeKind::queue ? 1 : 0;
    result.slots = piece(first);
    for (std::uint32_t i = 1; i < count; ++i) {
      join(result.slots, piece(first + std::size_t{i} * width));
    }
  }
  return result;
}

Kleene::Values Kleene::place_values(ExprId id, const Context& context) const {
  const Located place = locate(id, context);
  Values result = unknown_values((*instance_.model)[id].type);
  result.may_fail = place.may_fail || place.never;
  result.never = place.never;
  if (place.slot == not_shown) return result;
  for (std::uint32_t i = 0; i < result.slots.size(); ++i) {
    result.slots[i] = slot(place.slot + i, result.slots[i], context);
  }
  return result;
}

// T(a, b), [a, b]: the values of the children, one after the other.
Kleene::Values Kleene::constructed(const Expr& e,
                                   const Context& context) const {
  Values result;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const Values part = values(instance_.model->child(e, i), context);
    result.may_fail = result.may_fail || part.may_fail;
    result.never = result.never || part.never;
    result.slots.insert(result.slots.end(), part.slots.begin(),
                        part.slots.end());
  }
  return result;
}

// if-then-else of values of several slots.
Kleene::Values Kleene::chosen(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Interval condition = scalar(model.child(e, 0), context);
  Values result;
  if (condition.single()) {
    result = values(model.child(e, condition.low != 0 ? 1 : 2), context);
  } else if (condition.never()) {
    result = unknown_values(e.type);
    result.never = true;
  } else {
    result = either(values(model.child(e, 1), context),
                    values(model.child(e, 2), context));
  }
  result.may_fail = result.may_fail || condition.may_fail;
  return result;
}

// The head of a queue of structs.
Kleene::Values Kleene::head(const Expr& e, const Context& context) const {
  const Values all = values(instance_.model->child(e, 0), context);
  const Interval& length = all.slots.front();
  Values result = unknown_values(e.type);
  result.may_fail = all.may_fail || length.low <= 0;
  result.never = all.never || length.high <= 0;
  for (std::size_t i = 0; i < result.slots.size(); ++i) {
    if (i + 1 < all.slots.size()) result.slots[i] = all.slots[i + 1];
  }
  return result;
}

Kleene::Values Kleene::values(ExprId id, const Context& context) const {
  const Model& model = *instance_.model;
  const Expr& e = model[id];
  if (is_place(id)) return place_values(id, context);
  if (e.op == Op::make_structure || e.op == Op::make_array) {
    return constructed(e, context);
  }
  if (e.op == Op::if_then_else && instance_.size(e.type).slots != 1) {
    return chosen(e, context);
  }
  if (e.op == Op::field || e.op == Op::element) return part(e, context);
  if (instance_.size(e.type).slots == 1 ||
      model[e.type].kind == TypeKind::node ||
      model[e.type].kind == TypeKind::edge) {
    const Interval value = scalar(id, context);
    Values result;
    result.slots.push_back(value);
    result.may_fail = value.may_fail;
    result.never = value.never();
    return result;
  }
  if (e.op == Op::head) return head(e, context);
  Values result = unknown_values(e.type);
  result.may_fail = true;
  return result;
}

// ---- operators -------------------------------------------------------------

// Of a value of one slot.
Interval Kleene::only(const Values& values) {
  if (values.never) return failure();
  Interval result = values.slots.front();
  result.may_fail = values.may_fail;
  return result;
}

Interval Kleene::scalar(ExprId id, const Context& context) const {
  const Model& model = *instance_.model;
  const Expr& e = model[id];
  switch (e.op) {
    case Op::literal:
      return exactly(e.value);
    case Op::parameter:
      return exactly(instance_.parameters[e.item]);
    case Op::bound:
      return exactly(context.frame[e.item]);
    case Op::self:
      return exactly(context.self.value);
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
    case Op::field:
    case Op::element: {
      if (!is_place(id)) return only(part(e, context));
      const Located place = locate(id, context);
      if (place.never) return failure();
      Interval result = place.slot == not_shown
                            ? any(e.type)
                            : slot(place.slot, any(e.type), context);
      result.may_fail = place.may_fail;
      return result;
    }
    case Op::make_structure:
    case Op::make_array:
      // Of one slot: a struct with one scalar field.
      return only(values(id, context));
    default:
      return operation(e, context);
  }
}

Interval Kleene::operation(const Expr& e, const Context& context) const {
  switch (e.op) {
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::implies:
    case Op::iff:
      return logic(e, context);
    case Op::if_then_else:
      return choice(e, context);
    case Op::equal:
    case Op::not_equal:
      return equality(e, context);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compare(e, context);
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::minimum:
    case Op::maximum:
    case Op::absolute:
    case Op::power:
      return arithmetic(e, context);
    case Op::head:
    case Op::length:
    case Op::full:
    case Op::empty:
      return queue(e, context);
    case Op::forall:
    case Op::exists:
    case Op::exactly:
    case Op::atmost:
    case Op::count:
    case Op::sum:
    case Op::least:
    case Op::greatest:
      return quantifier(e, context);
    case Op::enabled:
      return unknown_truth();
    default:
      return topology(e, context);
  }
}

Interval Kleene::logic(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  Interval first = scalar(model.child(e, 0), context);
  if (first.never()) return first;
  if (e.op == Op::logical_not) {
    return {1 - first.high, 1 - first.low, first.may_fail};
  }
  if (e.op == Op::iff) {
    const Interval second = scalar(model.child(e, 1), context);
    if (second.never()) return second;
    const bool may_fail = first.may_fail || second.may_fail;
    if (!first.single() || !second.single()) return {0, 1, may_fail};
    const Scalar same = first.low == second.low;
    return {same, same, may_fail};
  }
  // and, or, and a => b as !a || b: as `or`, the value that stops is 1.
  const Scalar stop = e.op == Op::logical_and ? 0 : 1;
  if (e.op == Op::implies) {
    first = {1 - first.high, 1 - first.low, first.may_fail};
  }
  Interval result = first;
  for (std::uint32_t i = 1; i < e.children.size(); ++i) {
    if (result.single() && result.low == stop) break;
    const Interval next = scalar(model.child(e, i), context);
    const bool reached = result.single();
    if (next.never()) {
      // Only the states that stopped before have a value.
      if (reached) return failure();
      return {stop, stop, true};
    }
    result.may_fail = result.may_fail || next.may_fail;
    if (stop == 0) {
      result.low = std::min(result.low, next.low);
      result.high = std::min(result.high, next.high);
    } else {
      result.low = std::max(result.low, next.low);
      result.high = std::max(result.high, next.high);
    }
  }
  return result;
}

Interval Kleene::choice(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Interval condition = scalar(model.child(e, 0), context);
  if (condition.never()) return condition;
  Interval result;
  if (condition.single()) {
    result = scalar(model.child(e, condition.low != 0 ? 1 : 2), context);
  } else {
    result = hull(scalar(model.child(e, 1), context),
                  scalar(model.child(e, 2), context));
  }
  result.may_fail = result.may_fail || condition.may_fail;
  return result;
}

Interval Kleene::equality(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Values a = values(model.child(e, 0), context);
  const Values b = values(model.child(e, 1), context);
  if (a.never || b.never) return failure();
  bool surely_equal = a.slots.size() == b.slots.size();
  bool surely_different = !surely_equal;
  for (std::size_t i = 0; i < a.slots.size() && i < b.slots.size(); ++i) {
    const Interval& x = a.slots[i];
    const Interval& y = b.slots[i];
    if (x.high < y.low || y.high < x.low) surely_different = true;
    if (!x.single() || !y.single() || x.low != y.low) surely_equal = false;
  }
  const bool may_fail = a.may_fail || b.may_fail;
  return e.op == Op::equal ? truth_of(surely_equal, surely_different, may_fail)
                           : truth_of(surely_different, surely_equal, may_fail);
}

Interval Kleene::compare(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  Interval a = scalar(model.child(e, 0), context);
  Interval b = scalar(model.child(e, 1), context);
  if (a.never() || b.never()) return failure();
  if (e.op == Op::greater || e.op == Op::greater_equal) std::swap(a, b);
  const bool strict = e.op == Op::less || e.op == Op::greater;
  const bool may_fail = a.may_fail || b.may_fail;
  const bool yes = strict ? a.high < b.low : a.high <= b.low;
  const bool no = strict ? a.low >= b.high : a.low > b.high;
  return truth_of(yes, no, may_fail);
}

Interval Kleene::arithmetic(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Interval a = scalar(model.child(e, 0), context);
  if (a.never()) return a;
  Interval b = exactly(0);
  if (e.children.size() == 2) b = scalar(model.child(e, 1), context);
  if (b.never()) return b;
  Interval result;
  switch (e.op) {
    case Op::negate:
      result = add(exactly(0), a, true);
      break;
    case Op::absolute:
      result = absolute(a);
      break;
    case Op::add:
      result = add(a, b, false);
      break;
    case Op::subtract:
      result = add(a, b, true);
      break;
    case Op::multiply:
      result = multiply(a, b);
      break;
    case Op::minimum:
      result = {std::min(a.low, b.low), std::min(a.high, b.high), false};
      break;
    case Op::maximum:
      result = {std::max(a.low, b.low), std::max(a.high, b.high), false};
      break;
    case Op::power:
      result = a.single() && b.single()
                   ? power(a.low, b.low)
                   : Interval{minus_infinity, plus_infinity, true};
      break;
    default: {
      const bool rest = e.op == Op::modulo;
      if (b.single() && b.low == 0) {
        result = failure();
      } else if (b.single()) {
        result = divide(a, b.low, rest);
      } else {
        result = {minus_infinity, plus_infinity, b.low <= 0 && b.high >= 0};
        result.may_fail = result.may_fail || (!rest && a.low == INT64_MIN);
      }
    }
  }
  result.may_fail = result.may_fail || a.may_fail || b.may_fail;
  return result;
}

// ---- nodes and edges -------------------------------------------------------

Interval Kleene::family_member(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const FamilySize& size = e.op == Op::family_node
                               ? instance_.node_families[e.item]
                               : instance_.edge_families[e.item];
  Located at;
  at.slot = size.first;
  std::uint32_t stride = size.count;
  for (std::size_t d = 0; d < size.dimensions.size(); ++d) {
    stride = size.count == 0 ? 0 : stride / size.dimensions[d];
    at = index_into(at, stride, exactly(size.dimensions[d]),
                    scalar(model.child(e, d), context));
  }
  if (at.never || size.count == 0) return failure();
  if (at.slot == not_shown) {
    return {size.first, size.first + Scalar{size.count} - 1, at.may_fail};
  }
  return {at.slot, at.slot, at.may_fail};
}

Interval Kleene::topology(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Network& network = instance_.network;
  if (e.op == Op::family_node || e.op == Op::family_edge) {
    return family_member(e, context);
  }
  if (e.children.empty()) throw std::logic_error("Kleene: unknown operator");
  const Interval a = scalar(model.child(e, 0), context);
  if (a.never()) return a;
  if (e.op == Op::same || e.op == Op::adjacent) {
    const Interval b = scalar(model.child(e, 1), context);
    if (b.never()) return b;
    const bool may_fail = a.may_fail || b.may_fail;
    if (!a.single() || !b.single()) return {0, 1, may_fail};
    const Scalar holds =
        e.op == Op::same
            ? a.low == b.low
            : network.adjacent(NodeId(static_cast<std::size_t>(a.low)),
                               NodeId(static_cast<std::size_t>(b.low)));
    return {holds, holds, may_fail};
  }
  if (e.op == Op::dereference) {
    const NodeFamilyId family = model[model[model.child(e, 0)].type].family;
    const FamilySize& size = instance_.node_families[family.index()];
    if (a.high < 0 || size.count == 0) return failure();
    const bool may_fail = a.may_fail || a.low < 0;
    if (a.single()) return {a.low + size.first, a.low + size.first, may_fail};
    return {size.first, size.first + Scalar{size.count} - 1, may_fail};
  }
  if (!a.single()) {
    Interval result = any(e.type);
    if (e.op == Op::node_index || e.op == Op::port_edge ||
        e.op == Op::to_reference) {
      result = unknown_number();
    }
    result.may_fail = a.may_fail;
    return result;
  }
  const NodeId node(static_cast<std::size_t>(a.low));
  const auto with = [&](Scalar v) { return Interval{v, v, a.may_fail}; };
  switch (e.op) {
    case Op::to_reference:
      return with(instance_.family_of[node.index()].value == e.item
                      ? Scalar{instance_.index_in_family(node)}
                      : Scalar{-2});
    case Op::port_edge:
      return with(
          network.dart_edge[network.darts_at(node, e.item).begin].value);
    case Op::node_index:
      return with(instance_.index_in_family(node));
    case Op::process_constant:
      return with(
          instance_.constants[instance_.constant_begin[node.index()] + e.item]);
    default:
      throw std::logic_error("Kleene: unknown operator");
  }
}

// ---- queues ----------------------------------------------------------------

Interval Kleene::queue(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const ExprId id = model.child(e, 0);
  const Values all = values(id, context);
  if (all.never) return failure();
  const Interval& length = all.slots.front();
  const Scalar capacity = instance_.size(model[id].type).size;
  switch (e.op) {
    case Op::length:
      return {length.low, length.high, all.may_fail};
    case Op::full:
      return truth_of(length.low >= capacity, length.high < capacity,
                      all.may_fail);
    case Op::empty:
      return truth_of(length.high <= 0, length.low > 0, all.may_fail);
    default:
      break;
  }
  if (length.high <= 0 || all.slots.size() < 2) return failure();
  Interval result = all.slots[1];
  result.may_fail = all.may_fail || length.low <= 0;
  return result;
}

// ---- quantifiers -----------------------------------------------------------

struct Kleene::Tally {
  Scalar certain = 0;   // members that surely satisfy the body
  Scalar possible = 0;  // that may
  Scalar all = 0;
  Interval sum = {0, 0, false};
  Interval extreme;  // least or greatest
  bool may_fail = false;
  bool never = false;

  // One more member's, the last of `all`.
  void compare(Op op, const Interval& value) {
    if (all == 1) {
      extreme = value;
    } else if (op == Op::least) {
      extreme.low = std::min(extreme.low, value.low);
      extreme.high = std::min(extreme.high, value.high);
    } else {
      extreme.low = std::max(extreme.low, value.low);
      extreme.high = std::max(extreme.high, value.high);
    }
  }
};

bool Kleene::members(const Expr& e, std::uint32_t at, ExprId body,
                     const Context& context, Tally& tally) const {
  if (at == e.binders.end) {
    const Interval value = scalar(body, context);
    tally.may_fail = tally.may_fail || value.may_fail;
    tally.never = tally.never || value.never();
    ++tally.all;
    if (value.never()) return true;
    if (e.op == Op::sum) {
      const bool failed = tally.sum.may_fail;
      tally.sum = add(tally.sum, value, false);
      tally.sum.may_fail = tally.sum.may_fail || failed;
      if (tally.sum.never()) tally.never = true;
    } else if (e.op == Op::least || e.op == Op::greatest) {
      tally.compare(e.op, value);
    } else {
      tally.certain += value.low == 1;
      tally.possible += value.high == 1;
    }
    return true;
  }
  const Binder& binder = instance_.model->binders[at];
  const auto each = [&](Scalar value) {
    context.frame[binder.slot] = value;
    return members(e, at + 1, body, context, tally);
  };
  Interval low;
  Interval high;
  if (binder.domain == DomainKind::range) {
    low = scalar(binder.low, context);
    high = scalar(binder.high, context);
  } else if (binder.domain == DomainKind::port_set) {
    low = high = scalar(binder.node, context);
  }
  tally.may_fail = tally.may_fail || low.may_fail || high.may_fail;
  if (low.never() || high.never()) {
    tally.never = true;
    return true;
  }
  if (!low.single() || !high.single()) return false;
  // Known, though it may read what is not shown, and fail in some states.
  const Domain domain = domain_of(binder, instance_, low.low, high.low);
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    poll();
    if (!each(domain.use_list ? domain.listed[static_cast<std::size_t>(i)]
                              : i)) {
      return false;
    }
  }
  return true;
}

Interval Kleene::quantifier(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const std::uint32_t last = e.children.size() - 1;
  Interval k = exactly(0);
  if (last == 1) k = scalar(model.child(e, 0), context);
  if (k.never()) return k;
  Tally tally;
  const bool known =
      members(e, e.binders.begin, model.child(e, last), context, tally);
  if (tally.never) return failure();
  tally.may_fail = tally.may_fail || k.may_fail;
  if (!known) {
    // How many members there are is unknown.
    Interval result = folds_numbers(e.op) ? unknown_number()
                      : e.op == Op::count ? Interval{0, plus_infinity, false}
                                          : unknown_truth();
    result.may_fail = true;
    return result;
  }
  const bool f = tally.may_fail;
  switch (e.op) {
    case Op::forall:
      return truth_of(tally.certain == tally.all, tally.possible < tally.all,
                      f);
    case Op::exists:
      return truth_of(tally.certain > 0, tally.possible == 0, f);
    case Op::exactly:
      return truth_of(tally.certain == tally.possible && k.single() &&
                          k.low == tally.certain,
                      k.high < tally.certain || k.low > tally.possible, f);
    case Op::atmost:
      return truth_of(tally.possible <= k.low, tally.certain > k.high, f);
    case Op::count:
      return {tally.certain, tally.possible, f};
    case Op::least:
    case Op::greatest:
      if (tally.all == 0) return failure();
      tally.extreme.may_fail = f;
      return tally.extreme;
    default:
      tally.sum.may_fail = tally.sum.may_fail || f;
      return tally.sum;
  }
}

Truth Kleene::truth(ExprId e, const Context& context) const {
  const Interval value = scalar(e, context);
  if (value.never() || value.high <= 0) return Truth::no;
  return value.low >= 1 && !value.may_fail ? Truth::yes : Truth::maybe;
}

}  // namespace vicinal::network::inline semantics
