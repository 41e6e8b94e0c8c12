// SPDX-License-Identifier: MIT
// Walks the typed tree. A value of one slot is a Scalar; longer ones are
// copied to buffers only where they are compared or stored.
#include "network/semantics/evaluator.hpp"

#include <algorithm>
#include <stdexcept>

#include "network/base/arithmetic.hpp"
#include "network/language/traits.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::network::inline semantics {

std::string_view error_text(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::out_of_range:
      return "assignment out of the range of its type";
    case ErrorKind::bad_index:
      return "index out of bounds";
    case ErrorKind::division_by_zero:
      return "division by zero";
    case ErrorKind::negative_exponent:
      return "negative exponent";
    case ErrorKind::overflow:
      return "overflow of 64 bits";
    case ErrorKind::none_followed:
      return "following a reference that is none";
    case ErrorKind::queue_full:
      return "pushing to a full queue";
    case ErrorKind::queue_empty:
      return "taking from an empty queue";
    case ErrorKind::no_member:
      return "the least or greatest number of no member";
    case ErrorKind::same_place:
      return "the same place is assigned twice in one statement";
    case ErrorKind::endless_loop:
      return "a loop of more than 1000000 rounds";
  }
  return "error";
}

Valuation whole(const Instance& instance, Scalar* state) {
  return {state, instance.node_base.data(), instance.edge_base.data(),
          instance.shared_base.data(), nullptr};
}

namespace {

[[noreturn]] void fail(ErrorKind kind, Span span) {
  throw ModelError{kind, span};
}

NodeId node_of(Scalar v) {
  return NodeId(static_cast<std::size_t>(v));
}

}  // namespace

// ---- places ----------------------------------------------------------------

bool Evaluator::is_place(ExprId id) const {
  const Model& model = *instance_.model;
  const Expr* e = &model[id];
  while (e->op == Op::field || e->op == Op::element) {
    e = &model[model.child(*e, 0)];
  }
  return e->op == Op::variable || e->op == Op::edge_value ||
         e->op == Op::shared;
}

std::uint32_t Evaluator::field_offset(const Expr& e) const {
  const Model& model = *instance_.model;
  const Type& type = model[model[model.child(e, 0)].type];
  const auto& fields = model.structs[type.structure.index()].fields;
  std::uint32_t offset = 0;
  for (std::uint32_t i = 0; i < e.item; ++i) {
    offset += instance_.size(fields[i].type).slots;
  }
  return offset;
}

// Of an element in the values of its array, or of its queue, which has as many
// as its length says.
std::uint32_t Evaluator::element_offset(const Expr& e, const Scalar* array,
                                        const Context& context) const {
  const Model& model = *instance_.model;
  const TypeId id = model[model.child(e, 0)].type;
  const ExprId index = model.child(e, 1);
  Scalar at = scalar(index, context);
  const Type& type = model[id];
  const bool queue = type.kind == TypeKind::queue;
  if (type.kind == TypeKind::node_array) {
    at -= instance_.node_families[type.family.index()].first;
  }
  if (at < 0 || at >= (queue ? array[0] : Scalar{instance_.size(id).size})) {
    fail(ErrorKind::bad_index, model[index].span);
  }
  return (queue ? 1 : 0) +
         static_cast<std::uint32_t>(at) * instance_.size(e.type).slots;
}

std::uint32_t Evaluator::family_member(const Expr& e, const FamilySize& size,
                                       const Context& context) const {
  const Model& model = *instance_.model;
  std::uint32_t at = 0;
  for (std::size_t d = 0; d < size.dimensions.size(); ++d) {
    const ExprId index = model.child(e, d);
    const Scalar i = scalar(index, context);
    if (i < 0 || i >= size.dimensions[d]) {
      fail(ErrorKind::bad_index, model[index].span);
    }
    at = at * size.dimensions[d] + static_cast<std::uint32_t>(i);
  }
  return size.first + at;
}

// First slot of what a variable, an edge or a shared variable names.
std::uint32_t Evaluator::base(const Expr& e, const Context& context) const {
  const Valuation& v = context.valuation;
  std::uint32_t at = not_shown;
  if (e.op == Op::variable) {
    const NodeId n = node_of(scalar(instance_.model->child(e, 0), context));
    at = v.node_base[n.index()];
    if (at != not_shown) {
      at += instance_.variable_offsets[instance_.process_id(n).index()][e.item];
    }
  } else if (e.op == Op::edge_value) {
    at = v.edge_base[scalar(instance_.model->child(e, 0), context)];
  } else {
    const std::uint32_t member =
        family_member(e, instance_.shared_sizes[e.item], context);
    at = v.shared_base[e.item];
    if (at != not_shown) at += member * instance_.size(e.type).slots;
  }
  if (at == not_shown) {
    throw std::logic_error("Evaluator: a place is not shown");
  }
  return at;
}

std::uint32_t Evaluator::locate(ExprId id, const Context& context) const {
  const Expr& e = (*instance_.model)[id];
  switch (e.op) {
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
      return base(e, context);
    case Op::field:
      return locate(instance_.model->child(e, 0), context) + field_offset(e);
    case Op::element: {
      const std::uint32_t array = locate(instance_.model->child(e, 0), context);
      const Scalar* values = context.valuation.values + array;
      const TypeId type = (*instance_.model)[instance_.model->child(e, 0)].type;
      if ((*instance_.model)[type].kind == TypeKind::queue) note(array);
      return array + element_offset(e, values, context);
    }
    default:
      throw std::logic_error("Evaluator: not a place");
  }
}

// ---- values ----------------------------------------------------------------

std::vector<Scalar> Evaluator::values(ExprId e, const Context& context) const {
  std::vector<Scalar> out(instance_.size((*instance_.model)[e].type).slots);
  evaluate(e, context, out);
  return out;
}

void Evaluator::evaluate(ExprId id, const Context& context,
                         std::span<Scalar> out) const {
  const Model& model = *instance_.model;
  const Expr& e = model[id];
  if (is_place(id)) {
    const std::uint32_t at = locate(id, context);
    note(at, out.size());
    std::copy_n(context.valuation.values + at, out.size(), out.begin());
    return;
  }
  switch (e.op) {
    case Op::make_structure:
    case Op::make_array: {
      std::size_t at = 0;
      for (std::uint32_t i = 0; i < e.children.size(); ++i) {
        const ExprId child = model.child(e, i);
        const std::uint32_t slots = instance_.size(model[child].type).slots;
        evaluate(child, context, out.subspan(at, slots));
        at += slots;
      }
      return;
    }
    case Op::if_then_else: {
      const bool first = holds(model.child(e, 0), context);
      evaluate(model.child(e, first ? 1 : 2), context, out);
      return;
    }
    case Op::field: {
      const auto all = values(model.child(e, 0), context);
      std::copy_n(all.begin() + field_offset(e), out.size(), out.begin());
      return;
    }
    case Op::element: {
      const auto all = values(model.child(e, 0), context);
      std::copy_n(all.begin() + element_offset(e, all.data(), context),
                  out.size(), out.begin());
      return;
    }
    case Op::head: {
      const auto all = values(model.child(e, 0), context);
      if (all[0] == 0) fail(ErrorKind::queue_empty, e.span);
      std::copy_n(all.begin() + 1, out.size(), out.begin());
      return;
    }
    default:
      if (out.size() == 1) {
        out[0] = scalar(id, context);
        return;
      }
      throw std::logic_error("Evaluator: a value without its parts");
  }
}

Scalar Evaluator::scalar(ExprId id, const Context& context) const {
  const Model& model = *instance_.model;
  const Expr& e = model[id];
  switch (e.op) {
    case Op::literal:
      return e.value;
    case Op::parameter:
      return instance_.parameters[e.item];
    case Op::bound:
      return context.frame[e.item];
    case Op::self:
      return context.self.value;
    case Op::variable:
    case Op::edge_value:
    case Op::shared: {
      const std::uint32_t at = base(e, context);
      note(at);
      return context.valuation.values[at];
    }
    case Op::field:
    case Op::element: {
      if (is_place(id)) {
        const std::uint32_t at = locate(id, context);
        note(at);
        return context.valuation.values[at];
      }
      Scalar value = 0;
      evaluate(id, context, {&value, 1});
      return value;
    }
    case Op::make_structure:
    case Op::make_array: {
      // Of one slot: a struct with one scalar field.
      Scalar value = 0;
      evaluate(id, context, {&value, 1});
      return value;
    }
    case Op::if_then_else:
      return scalar(model.child(e, holds(model.child(e, 0), context) ? 1 : 2),
                    context);
    default:
      return operation(e, context);
  }
}

Scalar Evaluator::operation(const Expr& e, const Context& context) const {
  switch (e.op) {
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::implies:
    case Op::iff:
      return logic(e, context);
    case Op::equal:
    case Op::not_equal:
      return equality(e, context);
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
    case Op::family_node:
    case Op::family_edge:
    case Op::dereference:
    case Op::to_reference:
    case Op::port_edge:
    case Op::node_index:
    case Op::process_constant:
    case Op::same:
    case Op::adjacent:
    case Op::enabled:
      return topology(e, context);
    default:
      return arithmetic(e, context);
  }
}

Scalar Evaluator::logic(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const bool first = holds(model.child(e, 0), context);
  switch (e.op) {
    case Op::logical_not:
      return !first;
    case Op::implies:
      return !first || holds(model.child(e, 1), context);
    case Op::iff:
      return first == holds(model.child(e, 1), context);
    default: {
      const bool stop = e.op == Op::logical_or;
      bool value = first;
      for (std::uint32_t i = 1; i < e.children.size() && value != stop; ++i) {
        value = holds(model.child(e, i), context);
      }
      return value;
    }
  }
}

Scalar Evaluator::equality(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const ExprId a = model.child(e, 0);
  const ExprId b = model.child(e, 1);
  const TypeKind kind = model[model[a].type].kind;
  const bool aggregate =
      kind == TypeKind::structure || kind == TypeKind::array ||
      kind == TypeKind::node_array || kind == TypeKind::queue;
  const bool same = aggregate ? values(a, context) == values(b, context)
                              : scalar(a, context) == scalar(b, context);
  return same == (e.op == Op::equal);
}

Scalar Evaluator::arithmetic(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  if (e.children.empty()) {
    throw std::logic_error("Evaluator: unknown operator");
  }
  const Scalar a = scalar(model.child(e, 0), context);
  const Scalar b =
      e.children.size() == 2 ? scalar(model.child(e, 1), context) : 0;
  Scalar r = 0;
  switch (e.op) {
    case Op::negate:
      if (__builtin_sub_overflow(Scalar{0}, a, &r)) break;
      return r;
    case Op::absolute:
      if (a >= 0) return a;
      if (__builtin_sub_overflow(Scalar{0}, a, &r)) break;
      return r;
    case Op::add:
      if (__builtin_add_overflow(a, b, &r)) break;
      return r;
    case Op::subtract:
      if (__builtin_sub_overflow(a, b, &r)) break;
      return r;
    case Op::multiply:
      if (__builtin_mul_overflow(a, b, &r)) break;
      return r;
    case Op::divide:
      if (b == 0) fail(ErrorKind::division_by_zero, e.span);
      if (!divide(a, b, r)) break;
      return r;
    case Op::modulo:
      if (!modulo(a, b, r)) fail(ErrorKind::division_by_zero, e.span);
      return r;
    case Op::minimum:
      return std::min(a, b);
    case Op::maximum:
      return std::max(a, b);
    case Op::power:
      if (b < 0) fail(ErrorKind::negative_exponent, e.span);
      if (!power(a, b, r)) break;
      return r;
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    case Op::greater_equal:
      return a >= b;
    default:
      throw std::logic_error("Evaluator: unknown operator");
  }
  fail(ErrorKind::overflow, e.span);
}

Scalar Evaluator::topology(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const Network& network = instance_.network;
  if (e.op == Op::family_node) {
    return family_member(e, instance_.node_families[e.item], context);
  }
  if (e.op == Op::family_edge) {
    return family_member(e, instance_.edge_families[e.item], context);
  }
  if (e.op == Op::enabled) {
    if (context.valuation.node_base != instance_.node_base.data()) {
      throw std::logic_error("Evaluator: `enabled` needs a whole state");
    }
    note(0, instance_.slot_count());
    return any_enabled(instance_, context);
  }
  const Scalar a = scalar(model.child(e, 0), context);
  switch (e.op) {
    case Op::dereference: {
      if (a < 0) fail(ErrorKind::none_followed, e.span);
      const Type& type = model[model[model.child(e, 0)].type];
      return instance_.node_families[type.family.index()].first + a;
    }
    case Op::to_reference: {
      const NodeId n = node_of(a);
      return instance_.family_of[n.index()].value == e.item
                 ? Scalar{instance_.index_in_family(n)}
                 : Scalar{-2};
    }
    case Op::port_edge:
      return network.dart_edge[network.darts_at(node_of(a), e.item).begin]
          .value;
    case Op::node_index:
      return instance_.index_in_family(node_of(a));
    case Op::process_constant:
      return instance_
          .constants[instance_.constant_begin[node_of(a).index()] + e.item];
    case Op::same:
      return a == scalar(model.child(e, 1), context);
    default:
      return network.adjacent(node_of(a),
                              node_of(scalar(model.child(e, 1), context)));
  }
}

Scalar Evaluator::queue(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const ExprId id = model.child(e, 0);
  std::vector<Scalar> built;
  const Scalar* queue = nullptr;
  if (is_place(id)) {
    const std::uint32_t at = locate(id, context);
    note(at, e.op == Op::head ? 2 : 1);
    queue = context.valuation.values + at;
  } else {
    built = values(id, context);
    queue = built.data();
  }
  switch (e.op) {
    case Op::length:
      return queue[0];
    case Op::empty:
      return queue[0] == 0;
    case Op::full:
      return queue[0] == instance_.size(model[id].type).size;
    default:
      if (queue[0] == 0) fail(ErrorKind::queue_empty, e.span);
      return queue[1];
  }
}

// ---- quantifiers -----------------------------------------------------------

Scalar Evaluator::quantifier(const Expr& e, const Context& context) const {
  QuantifierSlots* counts =
      recorder_ == nullptr ? nullptr : recorder_->counts();
  const auto slot = counts == nullptr ? std::nullopt : counts->slot(e, context);
  if (!slot) return quantify(e, context);
  recorder_->read(*slot);
  const Recorder::Pause pause(*recorder_);
  return quantify(e, context);
}

// Every member is looked at, also after the result is known: an error in one
// is an error of the whole (design 3.3).
Scalar Evaluator::quantify(const Expr& e, const Context& context) const {
  const Model& model = *instance_.model;
  const std::uint32_t last = e.children.size() - 1;
  const Scalar k = last == 1 ? scalar(model.child(e, 0), context) : 0;
  Scalar all = 0;
  Scalar holding = 0;
  Scalar sum = 0;
  Scalar best = 0;
  Bindings bindings(e.binders, *this, context);
  while (bindings.next()) {
    const Scalar v = scalar(model.child(e, last), context);
    if (all++ == 0 || (e.op == Op::least ? v < best : v > best)) best = v;
    if (!folds_numbers(e.op)) {
      holding += v;
    } else if (e.op == Op::sum && __builtin_add_overflow(sum, v, &sum)) {
      fail(ErrorKind::overflow, e.span);
    }
  }
  switch (e.op) {
    case Op::forall:
      return holding == all;
    case Op::exists:
      return holding > 0;
    case Op::exactly:
      return holding == k;
    case Op::atmost:
      return holding <= k;
    case Op::count:
      return holding;
    case Op::sum:
      return sum;
    default:
      if (all == 0) fail(ErrorKind::no_member, e.span);
      return best;
  }
}

}  // namespace vicinal::network::inline semantics
