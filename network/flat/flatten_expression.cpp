// SPDX-License-Identifier: MIT
// Values. What the network says of a node that depends on the state becomes a
// choice among the nodes that its bounds allow.
#include <algorithm>
#include <stdexcept>

#include "network/flat/flattener.hpp"

namespace vicinal::flat {

using network::FamilySize;
using network::Op;
using network::Type;
using network::TypeKind;

TermId Flattener::term(ExprId e, std::vector<TermId>& fails) {
  const Value v = value(e);
  fails.push_back(v.fails);
  return v.one();
}

Value Flattener::value(ExprId id) {
  const Expr& e = model_[id];
  terms_.here = e.span;
  if (is_place(id)) return read(place(id), e.type);
  const TermId never = terms_.truth(false);
  switch (e.op) {
    case Op::literal:
    case Op::parameter:
    case Op::bound: {
      const Scalar v = e.op == Op::literal     ? e.value
                       : e.op == Op::parameter ? instance_.parameters[e.item]
                                               : frame_[e.item];
      const Type& type = model_[e.type];
      if (type.kind == TypeKind::boolean)
        return {{terms_.truth(v != 0)}, never};
      return {{terms_.number(v, type.kind == TypeKind::enumeration
                                    ? type.enumeration
                                    : network::EnumId{})},
              never};
    }
    case Op::self:
      return {{terms_.number(self_.value)}, never};
    case Op::make_structure:
    case Op::make_array: {
      Value result;
      std::vector<TermId> fails;
      for (std::uint32_t i = 0; i < e.children.size(); ++i) {
        const Value part = value(model_.child(e, i));
        result.parts.insert(result.parts.end(), part.parts.begin(),
                            part.parts.end());
        fails.push_back(part.fails);
      }
      result.fails = terms_.any(fails);
      return result;
    }
    case Op::if_then_else:
      return conditional(e);
    case Op::field: {
      const Value whole = value(model_.child(e, 0));
      const auto first = whole.parts.begin() + field_offset(e);
      return {{first, first + instance_.size(e.type).slots}, whole.fails};
    }
    case Op::element:
      return element(e);
    case Op::head:
    case Op::length:
    case Op::full:
    case Op::empty:
      return queue(e);
    default:
      return operation(e);
  }
}

Value Flattener::conditional(const Expr& e) {
  const Value condition = value(model_.child(e, 0));
  if (terms_.is(condition.one(), true)) {
    Value then = value(model_.child(e, 1));
    then.fails = terms_.either(condition.fails, then.fails);
    return then;
  }
  if (terms_.is(condition.one(), false)) {
    Value otherwise = value(model_.child(e, 2));
    otherwise.fails = terms_.either(condition.fails, otherwise.fails);
    return otherwise;
  }
  const Value then = value(model_.child(e, 1));
  const Value otherwise = value(model_.child(e, 2));
  Value result;
  for (std::size_t i = 0; i < then.parts.size(); ++i) {
    result.parts.push_back(
        terms_.choose(condition.one(), then.parts[i], otherwise.parts[i]));
  }
  result.fails = terms_.either(
      condition.fails,
      terms_.choose(condition.one(), then.fails, otherwise.fails));
  return result;
}

// Of an array or a queue that is not a place.
Value Flattener::element(const Expr& e) {
  const TypeId type = model_[model_.child(e, 0)].type;
  const bool queue = model_[type].kind == TypeKind::queue;
  const Value whole = value(model_.child(e, 0));
  const Value index = value(model_.child(e, 1));
  TermId at = index.one();
  if (model_[type].kind == TypeKind::node_array) {
    at = terms_.subtract(
        at, terms_.number(
                instance_.node_families[model_[type].family.index()].first));
  }
  const Scalar size = instance_.size(type).size;
  TermId outside = terms_.negate(terms_.within(at, {0, size - 1}));
  if (queue) {
    outside = terms_.either(outside, terms_.at_most(whole.parts[0], at));
  }
  const std::uint32_t slots = instance_.size(e.type).slots;
  Value result;
  for (std::uint32_t i = 0; i < slots; ++i) {
    TermId part = any_part(e.type, i);
    for (Scalar m = size; m-- > 0;) {
      const std::size_t from =
          (queue ? 1U : 0U) + static_cast<std::size_t>(m) * slots + i;
      part = terms_.choose(terms_.equal(at, terms_.number(m)),
                           whole.parts[from], part);
    }
    result.parts.push_back(part);
  }
  const TermId reasons[] = {whole.fails, index.fails, outside};
  result.fails = terms_.any(reasons);
  return result;
}

Value Flattener::queue(const Expr& e) {
  const TypeId type = model_[model_.child(e, 0)].type;
  const Value whole = value(model_.child(e, 0));
  const TermId length = whole.parts[0];
  const TermId none = terms_.equal(length, terms_.number(0));
  switch (e.op) {
    case Op::length:
      return {{length}, whole.fails};
    case Op::empty:
      return {{none}, whole.fails};
    case Op::full:
      return {{terms_.equal(length, terms_.number(instance_.size(type).size))},
              whole.fails};
    default:
      break;
  }
  Value result{{}, terms_.either(whole.fails, none)};
  for (std::uint32_t i = 0; i < instance_.size(e.type).slots; ++i) {
    result.parts.push_back(1 + i < whole.parts.size() ? whole.parts[1 + i]
                                                      : any_part(e.type, i));
  }
  return result;
}

Value Flattener::operation(const Expr& e) {
  switch (e.op) {
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::implies:
    case Op::iff:
      return logic(e);
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return comparison(e);
    case Op::forall:
    case Op::exists:
    case Op::exactly:
    case Op::atmost:
    case Op::count:
    case Op::sum:
    case Op::least:
    case Op::greatest:
      return quantifier(e);
    case Op::enabled:
      return enabled();
    case Op::family_node:
      return family_member(e, instance_.node_families[e.item]);
    case Op::family_edge:
      return family_member(e, instance_.edge_families[e.item]);
    case Op::dereference:
    case Op::to_reference:
    case Op::port_edge:
    case Op::node_index:
    case Op::process_constant:
    case Op::same:
    case Op::adjacent:
      return topology(e);
    case Op::power:
      return power(e);
    default:
      return arithmetic(e);
  }
}

// From left to right: what comes later is looked at, and may fail, only if
// what came before did not decide.
Value Flattener::logic(const Expr& e) {
  const Value first = value(model_.child(e, 0));
  if (e.op == Op::logical_not)
    return {{terms_.negate(first.one())}, first.fails};
  if (e.op == Op::iff) {
    const Value second = value(model_.child(e, 1));
    return {{terms_.equal(first.one(), second.one())},
            terms_.either(first.fails, second.fails)};
  }
  const bool disjunction = e.op == Op::logical_or || e.op == Op::implies;
  std::vector<TermId> parts{e.op == Op::implies ? terms_.negate(first.one())
                                                : first.one()};
  std::vector<TermId> fails{first.fails};
  std::uint64_t written = 0;
  for (std::uint32_t i = 1; i < e.children.size(); ++i) {
    if (terms_.is(parts.back(), disjunction)) break;
    const Value next = value(model_.child(e, i));
    if (!terms_.is(next.fails, false)) {
      // All that comes before, written out once more.
      TermId reached = disjunction ? terms_.any(parts) : terms_.all(parts);
      if (disjunction) reached = terms_.negate(reached);
      fails.push_back(terms_.both(reached, next.fails));
      written += terms_[fails.back()].size;
      terms_.require_small(written);
    }
    parts.push_back(next.one());
  }
  return {{disjunction ? terms_.any(parts) : terms_.all(parts)},
          terms_.any(fails)};
}

Value Flattener::comparison(const Expr& e) {
  const Value a = value(model_.child(e, 0));
  const Value b = value(model_.child(e, 1));
  terms_.here = e.span;
  TermId result;
  if (e.op == Op::equal || e.op == Op::not_equal) {
    std::vector<TermId> parts;
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
      parts.push_back(terms_.equal(a.parts[i], b.parts[i]));
    }
    result = terms_.all(parts);
    if (e.op == Op::not_equal) result = terms_.negate(result);
  } else if (e.op == Op::less) {
    result = terms_.less(a.one(), b.one());
  } else if (e.op == Op::less_equal) {
    result = terms_.at_most(a.one(), b.one());
  } else if (e.op == Op::greater) {
    result = terms_.less(b.one(), a.one());
  } else {
    result = terms_.at_most(b.one(), a.one());
  }
  return {{result}, terms_.either(a.fails, b.fails)};
}

Value Flattener::arithmetic(const Expr& e) {
  std::vector<TermId> fails;
  const TermId a = term(model_.child(e, 0), fails);
  const TermId zero = terms_.number(0);
  const TermId b =
      e.children.size() == 2 ? term(model_.child(e, 1), fails) : zero;
  terms_.here = e.span;
  TermId result;
  switch (e.op) {
    case Op::negate:
      result = terms_.subtract(zero, a);
      break;
    case Op::absolute:
      result = terms_.choose(terms_.less(a, zero), terms_.subtract(zero, a), a);
      break;
    case Op::add:
      result = terms_.add(a, b);
      break;
    case Op::subtract:
      result = terms_.subtract(a, b);
      break;
    case Op::multiply:
      result = terms_.multiply(a, b);
      break;
    case Op::divide:
    case Op::modulo:
      fails.push_back(terms_.equal(b, zero));
      result = e.op == Op::divide ? terms_.divide(a, b) : terms_.modulo(a, b);
      break;
    case Op::minimum:
      result = terms_.choose(terms_.less(b, a), b, a);
      break;
    case Op::maximum:
      result = terms_.choose(terms_.less(a, b), b, a);
      break;
    default:
      throw std::logic_error("Flattener: unknown operator");
  }
  fails.push_back(terms_.leaves(result));
  return {{result}, terms_.any(fails)};
}

// A product for each value of the exponent. Where one is no number of the
// language, none of those after it is.
Value Flattener::power(const Expr& e) {
  std::vector<TermId> fails;
  const TermId base = term(model_.child(e, 0), fails);
  const TermId exponent = term(model_.child(e, 1), fails);
  terms_.here = e.span;
  fails.push_back(terms_.less(exponent, terms_.number(0)));
  const Bounds b = terms_[exponent].bounds;
  if (b.high > 4096) {
    throw Refusal{Refusal::Kind::wide, e.span,
                  "an exponent may be more than 4096"};
  }
  TermId product = terms_.number(1);
  TermId result = product;
  for (Scalar k = 0; k <= b.high; ++k) {
    if (k >= b.low) {
      result = k <= std::max<Scalar>(b.low, 0)
                   ? product
                   : terms_.choose(terms_.equal(exponent, terms_.number(k)),
                                   product, result);
    }
    if (k == b.high) break;
    product = terms_.multiply(product, base);
    fails.push_back(terms_.both(terms_.less(terms_.number(k), exponent),
                                terms_.leaves(product)));
  }
  return {{result}, terms_.any(fails)};
}

// ---- the network -----------------------------------------------------------

// The index of a member in row-major order.
Value Flattener::family_member(const Expr& e, const FamilySize& size) {
  std::vector<TermId> fails;
  TermId at = terms_.number(0);
  for (std::size_t d = 0; d < size.dimensions.size(); ++d) {
    const auto length = static_cast<Scalar>(size.dimensions[d]);
    const TermId index = term(model_.child(e, d), fails);
    terms_.here = e.span;
    fails.push_back(terms_.negate(terms_.within(index, {0, length - 1})));
    at = terms_.add(terms_.multiply(at, terms_.number(length)), index);
  }
  return {{terms_.add(at, terms_.number(static_cast<Scalar>(size.first)))},
          terms_.any(fails)};
}

// f of a node, where that is not invalid.
TermId Flattener::of_node(TermId node, const std::function<TermId(NodeId)>& f) {
  TermId result;
  const std::vector<NodeId> nodes = nodes_of(node);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const TermId t = f(nodes[i]);
    if (!t.valid()) continue;
    const TermId when =
        terms_.equal(node, terms_.number(static_cast<Scalar>(nodes[i].value)));
    result = result.valid() ? terms_.choose(when, t, result) : t;
  }
  return result;
}

TermId Flattener::process_constant(const Expr& e, NodeId n) {
  const Scalar v =
      instance_.constants[instance_.constant_begin[n.index()] + e.item];
  const network::Type& type = model_[e.type];
  if (type.kind == TypeKind::boolean) return terms_.truth(v != 0);
  return terms_.number(v, type.kind == TypeKind::enumeration
                              ? type.enumeration
                              : network::EnumId{});
}

// Where it fails, the value is the first node.
TermId Flattener::dereferenced(ExprId reference, TermId value, TermId none) {
  const auto family = model_[model_[reference].type].family;
  const FamilySize& size = instance_.node_families[family.index()];
  const TermId index = terms_.choose(none, terms_.number(0), value);
  return terms_.add(index, terms_.number(static_cast<Scalar>(size.first)));
}

Value Flattener::topology(const Expr& e) {
  std::vector<TermId> fails;
  const ExprId child = model_.child(e, 0);
  const TermId a = term(child, fails);
  const TermId b =
      e.children.size() == 2 ? term(model_.child(e, 1), fails) : TermId{};
  const auto& process = model_[model_[child].type].process;
  const auto number = [&](std::uint32_t v) { return terms_.number(Scalar{v}); };
  const auto fits = [&](NodeId n) {
    return instance_.process_id(n) == process;
  };
  terms_.here = e.span;
  TermId result;
  switch (e.op) {
    case Op::dereference:
      fails.push_back(terms_.less(a, terms_.number(0)));
      result = dereferenced(child, a, fails.back());
      break;
    case Op::to_reference:
      result = of_node(a, [&](NodeId n) {
        const bool member = instance_.family_of[n.index()].value == e.item;
        return terms_.number(member ? Scalar{instance_.index_in_family(n)}
                                    : Scalar{-2});
      });
      break;
    case Op::port_edge:
      result = of_node(a, [&](NodeId n) {
        const auto darts =
            fits(n) ? instance_.network.darts_at(n, e.item) : network::Range{};
        return darts.empty()
                   ? TermId{}
                   : number(instance_.network.dart_edge[darts.begin].value);
      });
      break;
    case Op::node_index:
      result = of_node(
          a, [&](NodeId n) { return number(instance_.index_in_family(n)); });
      break;
    case Op::process_constant:
      result = of_node(a, [&](NodeId n) {
        return fits(n) ? process_constant(e, n) : TermId{};
      });
      break;
    case Op::same:
      result = terms_.equal(a, b);
      break;
    default:
      result = of_node(a, [&](NodeId m) {
        return of_node(b, [&](NodeId n) {
          return terms_.truth(instance_.network.adjacent(m, n));
        });
      });
  }
  if (!result.valid()) {
    result = model_[e.type].kind == TypeKind::boolean ? terms_.truth(false)
                                                      : terms_.number(0);
  }
  return {{result}, terms_.any(fails)};
}

}  // namespace vicinal::flat
