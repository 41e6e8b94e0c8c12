// SPDX-License-Identifier: MIT
// Values of expressions of one slot.
#include <algorithm>
#include <stdexcept>

#include "network/base/arithmetic.hpp"
#include "network/language/type_flow.hpp"
#include "network/steps/compile_impl.hpp"

namespace vicinal::network::inline steps {

namespace {

constexpr Bounds any_scalar{INT64_MIN, INT64_MAX};
constexpr Bounds truth_values{0, 1};

// The value of an operation on constants; none: it fails.
std::optional<Scalar> folded(Opcode op, Scalar a, Scalar b) {
  Scalar r = 0;
  bool good = true;
  switch (op) {
    case Opcode::add:
      good = !__builtin_add_overflow(a, b, &r);
      break;
    case Opcode::subtract:
      good = !__builtin_sub_overflow(a, b, &r);
      break;
    case Opcode::multiply:
      good = !__builtin_mul_overflow(a, b, &r);
      break;
    case Opcode::divide:
      good = divide(a, b, r);
      break;
    case Opcode::modulo:
      good = modulo(a, b, r);
      break;
    case Opcode::power:
      good = power(a, b, r);
      break;
    case Opcode::minimum:
      r = std::min(a, b);
      break;
    case Opcode::maximum:
      r = std::max(a, b);
      break;
    case Opcode::negate:
      good = !__builtin_sub_overflow(Scalar{0}, a, &r);
      break;
    case Opcode::absolute:
      good = a != INT64_MIN;
      if (good) r = a < 0 ? -a : a;
      break;
    case Opcode::equal:
      r = a == b;
      break;
    default:
      throw std::logic_error("Compilation: not folded");
  }
  if (!good) return std::nullopt;
  return r;
}

std::optional<Opcode> opcode_of(Op op) {
  switch (op) {
    case Op::negate:
      return Opcode::negate;
    case Op::absolute:
      return Opcode::absolute;
    case Op::add:
      return Opcode::add;
    case Op::subtract:
      return Opcode::subtract;
    case Op::multiply:
      return Opcode::multiply;
    case Op::divide:
      return Opcode::divide;
    case Op::modulo:
      return Opcode::modulo;
    case Op::minimum:
      return Opcode::minimum;
    case Op::maximum:
      return Opcode::maximum;
    case Op::power:
      return Opcode::power;
    default:
      return std::nullopt;
  }
}

}  // namespace

Compilation::Operand Compilation::scalar(ExprId id) {
  const Expr& e = model_[id];
  switch (e.op) {
    case Op::literal:
      return constant(e.value);
    case Op::parameter:
      return constant(instance_.parameters[e.item]);
    case Op::bound:
      return frame_[e.item];
    case Op::self:
      return constant(self_.value);
    case Op::variable:
    case Op::edge_value:
    case Op::shared:
    case Op::field:
    case Op::element:
    case Op::head:
      return load(address_of(id), stored(model_, id)
                                      ? instance_.size(e.type).bounds
                                      : any_scalar);
    case Op::make_structure:
    case Op::make_array: {
      // Of one slot: a struct with one scalar field.
      const std::uint32_t to = take();
      into(id, to);
      return in_memory(to, any_scalar);
    }
    case Op::if_then_else:
      return conditional(e);
    default:
      return operation(e, id);
  }
}

Compilation::Operand Compilation::operation(const Expr& e, ExprId id) {
  switch (e.op) {
    case Op::logical_not: {
      const Operand o = scalar(model_.child(e, 0));
      if (o.constant) return constant(o.value == 0);
      return in_memory(emit(Opcode::logical_not, take(), o.at), truth_values);
    }
    case Op::logical_and:
    case Op::logical_or:
    case Op::implies:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::enabled:
      return truth(id);
    case Op::iff:
      return binary(Opcode::equal, scalar(model_.child(e, 0)),
                    scalar(model_.child(e, 1)));
    case Op::equal:
    case Op::not_equal:
      return equality(e);
    case Op::length:
    case Op::full:
    case Op::empty: {
      const ExprId queue = model_.child(e, 0);
      const Scalar most = instance_.size(model_[queue].type).size;
      const Operand length = load(address_of(queue), {0, most});
      if (e.op == Op::length) return length;
      return binary(Opcode::equal, length,
                    constant(e.op == Op::full ? most : 0));
    }
    case Op::forall:
    case Op::exists:
      if (!can_fail_(id)) return truth(id);
      return quantifier(e);
    case Op::exactly:
    case Op::atmost:
    case Op::count:
    case Op::sum:
    case Op::least:
    case Op::greatest:
      return quantifier(e);
    case Op::family_node:
    case Op::family_edge:
    case Op::dereference:
    case Op::to_reference:
    case Op::port_edge:
    case Op::node_index:
    case Op::process_constant:
    case Op::same:
    case Op::adjacent:
      return topology(e);
    default:
      return arithmetic(e);
  }
}

// 0 or 1, by jumps.
Compilation::Operand Compilation::truth(ExprId e) {
  Label out;
  const std::uint32_t r = emit(Opcode::copy, take(), pool_.constant(0));
  const Flow f = branch(e, out, false);
  if (f == Flow::open) emit(Opcode::copy, r, pool_.constant(1));
  bind(out);
  if (f != Flow::open) return constant(f == Flow::falls ? 1 : 0);
  return in_memory(r, truth_values);
}

Compilation::Operand Compilation::conditional(const Expr& e) {
  Label otherwise;
  Label out;
  const Flow f = branch(model_.child(e, 0), otherwise, false);
  if (f == Flow::falls) return scalar(model_.child(e, 1));
  if (f == Flow::jumps) {
    bind(otherwise);
    return scalar(model_.child(e, 2));
  }
  const std::uint32_t r = take();
  const Operand a = scalar(model_.child(e, 1));
  emit(Opcode::copy, r, at(a));
  jump(Opcode::jump, out);
  bind(otherwise);
  const Operand b = scalar(model_.child(e, 2));
  emit(Opcode::copy, r, at(b));
  bind(out);
  return in_memory(r, {std::min(a.bounds.low, b.bounds.low),
                       std::max(a.bounds.high, b.bounds.high)});
}

Compilation::Operand Compilation::binary(Opcode op, const Operand& a,
                                         const Operand& b) {
  if (a.constant && b.constant) {
    if (const auto value = folded(op, a.value, b.value)) {
      return constant(*value);
    }
    emit(Opcode::fail);
    return constant(0);
  }
  return in_memory(emit(op, take(), at(a), at(b)),
                   op == Opcode::equal ? truth_values : any_scalar);
}

Compilation::Operand Compilation::unary(Opcode op, const Operand& a) {
  if (a.constant) return binary(op, a, a);
  return in_memory(emit(op, take(), a.at), any_scalar);
}

Compilation::Operand Compilation::arithmetic(const Expr& e) {
  const auto op = opcode_of(e.op);
  if (!op) throw Refused{};  // temporal
  const Operand a = scalar(model_.child(e, 0));
  if (e.children.size() == 1) return unary(*op, a);
  return binary(*op, a, scalar(model_.child(e, 1)));
}

Compilation::Operand Compilation::equality(const Expr& e) {
  const ExprId first = model_.child(e, 0);
  const ExprId second = model_.child(e, 1);
  Operand same;
  if (!aggregate(model_[first].type)) {
    same = binary(Opcode::equal, scalar(first), scalar(second));
  } else {
    const std::uint32_t a = fixed(first);
    const std::uint32_t b = fixed(second);
    same = in_memory(emit(Opcode::equal_range, take(), a, b, slots(first)),
                     truth_values);
  }
  if (e.op == Op::equal) return same;
  return binary(Opcode::equal, same, constant(0));
}

Compilation::Operand Compilation::topology(const Expr& e) {
  if (e.op == Op::family_node) {
    return address(family_member(e, instance_.node_families[e.item], 1));
  }
  if (e.op == Op::family_edge) {
    return address(family_member(e, instance_.edge_families[e.item], 1));
  }
  const ExprId child = model_.child(e, 0);
  const Operand a = scalar(child);
  const Bounds ids{0, UINT32_MAX};
  switch (e.op) {
    case Op::dereference: {
      // The type of the word `none` has no family.
      const NodeFamilyId family = model_[model_[child].type].family;
      if (a.constant && a.value < 0) {
        emit(Opcode::fail);
        return constant(0);
      }
      const Scalar first = instance_.node_families[family.index()].first;
      if (a.constant) return constant(first + a.value);
      return in_memory(emit(Opcode::dereference, take(), a.at,
                            static_cast<std::uint32_t>(first)),
                       ids);
    }
    case Op::to_reference:
      return lookup(reference, e.item, a, {-2, UINT32_MAX});
    case Op::port_edge:
      return lookup(port, e.item, a, ids);
    case Op::node_index:
      return lookup(node_index, 0, a, ids);
    case Op::process_constant:
      return lookup(constant_of, e.item, a, any_scalar);
    case Op::same:
      return binary(Opcode::equal, a, scalar(model_.child(e, 1)));
    default: {
      const Operand b = scalar(model_.child(e, 1));
      const auto nodes = static_cast<Scalar>(instance_.network.node_count());
      if (a.constant && b.constant && std::max(a.value, b.value) < nodes) {
        return constant(instance_.network.adjacent(
            NodeId(static_cast<std::size_t>(a.value)),
            NodeId(static_cast<std::size_t>(b.value))));
      }
      return in_memory(emit(Opcode::adjacent, take(), at(a), at(b)),
                       truth_values);
    }
  }
}

// Fails if there is no member.
Compilation::Operand Compilation::extreme(const Expr& e) {
  const bool least = e.op == Op::least;
  const std::uint32_t r =
      emit(Opcode::copy, take(), pool_.constant(least ? INT64_MAX : INT64_MIN));
  const std::uint32_t some = emit(Opcode::copy, take(), pool_.constant(0));
  choose(e.binders, [&] {
    emit(least ? Opcode::minimum : Opcode::maximum, r, r,
         at(scalar(model_.child(e, 0))));
    emit(Opcode::copy, some, pool_.constant(1));
  });
  Label good;
  jump(Opcode::jump_less_equal, good, pool_.constant(1), some);
  emit(Opcode::fail);
  bind(good);
  return in_memory(r, any_scalar);
}

// Looks at every member, also when the result is known (design 3.3).
Compilation::Operand Compilation::quantifier(const Expr& e) {
  if (e.op == Op::least || e.op == Op::greatest) return extreme(e);
  const std::uint32_t last = e.children.size() - 1;
  const ExprId body = model_.child(e, last);
  const Operand k = last == 1 ? scalar(model_.child(e, 0)) : constant(0);
  const std::uint32_t r =
      emit(Opcode::copy, take(), pool_.constant(e.op == Op::forall ? 1 : 0));
  Opcode op = Opcode::sum;
  if (e.op == Op::forall) op = Opcode::minimum;
  if (e.op == Op::exists) op = Opcode::maximum;
  if (e.op == Op::sum) op = Opcode::add;
  choose(e.binders, [&] { emit(op, r, r, at(scalar(body))); });
  switch (e.op) {
    case Op::exactly:
      return in_memory(emit(Opcode::equal, take(), r, at(k)), truth_values);
    case Op::atmost:
      return in_memory(emit(Opcode::less_equal, take(), r, at(k)),
                       truth_values);
    case Op::count:
      return in_memory(r, {0, INT64_MAX});
    case Op::sum:
      return in_memory(r, any_scalar);
    default:
      return in_memory(r, truth_values);
  }
}

}  // namespace vicinal::network::inline steps
