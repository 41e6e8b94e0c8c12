// SPDX-License-Identifier: MIT
// Places: a node, an edge or an index that depends on the state becomes a
// choice among those that its bounds allow.
#include <algorithm>
#include <stdexcept>

#include "network/flat/flattener.hpp"

namespace vicinal::flat {

using network::Op;
using network::Type;
using network::TypeKind;

bool Flattener::is_place(ExprId id) const {
  const Expr* e = &model_[id];
  while (e->op == Op::field || e->op == Op::element) {
    e = &model_[model_.child(*e, 0)];
  }
  return e->op == Op::variable || e->op == Op::edge_value ||
         e->op == Op::shared;
}

std::uint32_t Flattener::field_offset(const Expr& e) const {
  const Type& type = model_[model_[model_.child(e, 0)].type];
  const auto& fields = model_.structs[type.structure.index()].fields;
  std::uint32_t offset = 0;
  for (std::uint32_t i = 0; i < e.item; ++i) {
    offset += instance_.size(fields[i].type).slots;
  }
  return offset;
}

std::vector<NodeId> Flattener::nodes_of(TermId node) const {
  const Bounds b = terms_[node].bounds;
  const auto count = static_cast<Scalar>(instance_.family_of.size());
  std::vector<NodeId> nodes;
  for (Scalar n = std::max<Scalar>(b.low, 0); n <= std::min(b.high, count - 1);
       ++n) {
    nodes.emplace_back(static_cast<std::size_t>(n));
  }
  return nodes;
}

PlaceChoices Flattener::place(ExprId id) {
  const Expr& e = model_[id];
  terms_.here = e.span;
  switch (e.op) {
    case Op::variable: {
      const Value node = value(model_.child(e, 0));
      PlaceChoices result{{}, node.fails};
      for (const NodeId n : nodes_of(node.one())) {
        const network::ProcessId process = instance_.process_id(n);
        if (process != model_[model_[model_.child(e, 0)].type].process) {
          continue;
        }
        const TermId when = terms_.equal(
            node.one(), terms_.number(static_cast<Scalar>(n.value)));
        if (terms_.is(when, false)) continue;
        result.choices.push_back(
            {when, instance_.node_base[n.index()] +
                       instance_.variable_offsets[process.index()][e.item]});
      }
      return result;
    }
    case Op::edge_value: {
      const Value edge = value(model_.child(e, 0));
      PlaceChoices result{{}, edge.fails};
      const Bounds b = terms_[edge.one()].bounds;
      const auto count = static_cast<Scalar>(instance_.edge_base.size());
      for (Scalar i = std::max<Scalar>(b.low, 0);
           i <= std::min(b.high, count - 1); ++i) {
        if (instance_.edge_type(network::EdgeId(static_cast<std::size_t>(i))) !=
            e.type) {
          continue;
        }
        result.choices.push_back(
            {terms_.equal(edge.one(), terms_.number(i)),
             instance_.edge_base[static_cast<std::size_t>(i)]});
      }
      return result;
    }
    case Op::shared:
      return shared_place(e);
    case Op::field: {
      PlaceChoices result = place(model_.child(e, 0));
      for (PlaceChoices::Choice& c : result.choices) c.slot += field_offset(e);
      return result;
    }
    case Op::element:
      return element_place(e);
    default:
      throw std::logic_error("Flattener: not a place");
  }
}

PlaceChoices Flattener::shared_place(const Expr& e) {
  const Value member = family_member(e, instance_.shared_sizes[e.item]);
  const Bounds b = terms_[member.one()].bounds;
  const auto count = static_cast<Scalar>(instance_.shared_sizes[e.item].count);
  const std::uint32_t slots = instance_.size(e.type).slots;
  PlaceChoices result{{}, member.fails};
  for (Scalar i = std::max<Scalar>(b.low, 0); i <= std::min(b.high, count - 1);
       ++i) {
    result.choices.push_back({terms_.equal(member.one(), terms_.number(i)),
                              instance_.shared_base[e.item] +
                                  static_cast<std::uint32_t>(i) * slots});
  }
  return result;
}

PlaceChoices Flattener::element_place(const Expr& e) {
  const TypeId whole = model_[model_.child(e, 0)].type;
  const bool queue = model_[whole].kind == TypeKind::queue;
  const PlaceChoices array = place(model_.child(e, 0));
  const Value index = value(model_.child(e, 1));
  terms_.here = e.span;
  TermId at = index.one();
  if (model_[whole].kind == TypeKind::node_array) {
    at = terms_.subtract(
        at, terms_.number(
                instance_.node_families[model_[whole].family.index()].first));
  }
  const Scalar size = instance_.size(whole).size;
  TermId outside = terms_.negate(terms_.within(at, {0, size - 1}));
  const std::uint32_t slots = instance_.size(e.type).slots;
  PlaceChoices result;
  for (const PlaceChoices::Choice& c : array.choices) {
    if (queue) {
      outside = terms_.either(
          outside,
          terms_.both(c.when, terms_.at_most(slot(c.slot, whole), at)));
    }
    for (Scalar i = 0; i < size; ++i) {
      const TermId when =
          terms_.both(c.when, terms_.equal(at, terms_.number(i)));
      if (terms_.is(when, false)) continue;
      result.choices.push_back(
          {when,
           c.slot + (queue ? 1 : 0) + static_cast<std::uint32_t>(i) * slots});
    }
  }
  const TermId reasons[] = {array.fails, index.fails, outside};
  result.fails = terms_.any(reasons);
  return result;
}

// Of that scalar type; the length of a queue is of the queue's.
TermId Flattener::slot(std::uint32_t s, TypeId id) {
  const Type& type = model_[id];
  const bool truth = type.kind == TypeKind::boolean;
  const Bounds& bounds = instance_.size(id).bounds;
  if (!starting_) return terms_.slot(s, bounds, truth);
  const std::optional<Scalar>& initial =
      out_.slots.empty() ? instance_.initial[s] : out_.slots[s].initial;
  if (!initial) return terms_.slot(s, bounds, truth);
  return truth ? terms_.truth(*initial != 0)
               : terms_.number(*initial, type.kind == TypeKind::enumeration
                                             ? type.enumeration
                                             : network::EnumId{});
}

// A value for where there is no place, which is a failure.
TermId Flattener::any_part(TypeId type, std::size_t part) {
  return any_value(scalar_types(instance_, type)[part]);
}

TermId Flattener::any_value(TypeId scalar) {
  return model_[scalar].kind == TypeKind::boolean
             ? terms_.truth(false)
             : terms_.number(std::max<Scalar>(instance_.size(scalar).bounds.low,
                                              INT32_MIN));
}

Value Flattener::read(const PlaceChoices& place, TypeId type) {
  Value result{{}, place.fails};
  const std::vector<TypeId> scalars = scalar_types(instance_, type);
  for (std::uint32_t i = 0; i < scalars.size(); ++i) {
    if (place.choices.empty()) {
      result.parts.push_back(any_value(scalars[i]));
      continue;
    }
    TermId part = slot(place.choices.back().slot + i, scalars[i]);
    for (std::size_t c = place.choices.size() - 1; c-- > 0;) {
      part = terms_.choose(place.choices[c].when,
                           slot(place.choices[c].slot + i, scalars[i]), part);
    }
    result.parts.push_back(part);
  }
  return result;
}

}  // namespace vicinal::flat
