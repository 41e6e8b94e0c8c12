// SPDX-License-Identifier: MIT
// Sizes and the layout of states. A size that cannot be is found before
// anything of that size is made. A type may have no values at some size, as
// long as nothing is stored in it: 0..n-1 in a family of n nodes, at n = 0.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/elaboration/codes.hpp"
#include "network/elaboration/elaborate_impl.hpp"

namespace vicinal::network::inline elaboration {

// ---- sizes -----------------------------------------------------------------

void Elaborator::check_parameters() {
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    const Parameter& p = model_.parameters[i];
    const Scalar v = instance_.parameters[i];
    if (v >= p.low && (!p.high || v <= *p.high)) continue;
    const std::string range = p.high ? fmt::format("{}..{}", p.low, *p.high)
                                     : fmt::format("{}..", p.low);
    d_.error(codes::size_outside_of_range, p.span,
             fmt::format("{} = {} is not in the range {} of the parameter",
                         p.name, v, range));
    throw Stop{};
  }
}

void Elaborator::too_large(Span span) {
  d_.error(codes::instance_too_large, span,
           fmt::format("at {} a state has more than {} variables", sizes_text(),
                       max_slots));
  throw Stop{};
}

FamilySize Elaborator::size_family(const std::vector<ExprId>& dims,
                                   std::uint64_t first, const std::string& name,
                                   Span span) {
  FamilySize size;
  size.first = static_cast<std::uint32_t>(first);
  std::uint64_t count = 1;
  bool empty = false;
  for (const ExprId dim : dims) {
    const Scalar v = value(dim);
    if (v < 0) {
      d_.error(codes::negative_family_size, model_[dim].span,
               fmt::format("at {} the family '{}' has the negative size {}",
                           sizes_text(), name, v));
      throw Stop{};
    }
    empty = empty || v == 0;
    if (static_cast<std::uint64_t>(v) > max_slots) too_large(span);
    size.dimensions.push_back(static_cast<std::uint32_t>(v));
  }
  for (const std::uint32_t v : size.dimensions) {
    count = empty ? 0 : count * v;
    if (count > max_slots) too_large(span);
  }
  size.count = static_cast<std::uint32_t>(count);
  if (first + count > max_slots) too_large(span);
  return size;
}

namespace {

// In parts, for as many as there may be take seconds.
template <class Id>
void append(std::vector<Id>& out, std::size_t count, Id value) {
  constexpr std::size_t at_once = std::size_t{1} << 20;
  for (; count > at_once; count -= at_once) {
    out.insert(out.end(), at_once, value);
    poll_now();
  }
  out.insert(out.end(), count, value);
}

}  // namespace

void Elaborator::size_families() {
  const bool block = model_.network_kind == ast::NetworkKind::block;
  if (!block && graph_ == nullptr) {
    d_.error(codes::network_without_graph, model_.network_span,
             "this network is not one instance: give a graph with --on FILE");
    throw Stop{};
  }
  std::uint64_t first = 0;
  for (const NodeFamily& f : model_.node_families) {
    FamilySize size = size_family(f.dimensions, first, f.name, f.span);
    if (!block) {
      size.count = static_cast<std::uint32_t>(graph_->node_count());
      size.dimensions = {size.count};
    }
    first += size.count;
    instance_.node_families.push_back(std::move(size));
  }
  instance_.family_of.reserve(first);
  for (std::size_t f = 0; f < instance_.node_families.size(); ++f) {
    append(instance_.family_of, instance_.node_families[f].count,
           NodeFamilyId(f));
  }
  first = 0;
  for (const EdgeFamily& f : model_.edge_families) {
    FamilySize size = size_family(f.dimensions, first, f.name, f.span);
    if (!block) {
      size.count = static_cast<std::uint32_t>(graph_->edge_count());
      size.dimensions = {size.count};
    }
    first += size.count;
    instance_.edge_families.push_back(std::move(size));
  }
  instance_.edge_family_of.reserve(first);
  for (std::size_t f = 0; f < instance_.edge_families.size(); ++f) {
    append(instance_.edge_family_of, instance_.edge_families[f].count,
           EdgeFamilyId(f));
  }
  for (const SharedVariable& s : model_.shared) {
    FamilySize size = size_family(s.dimensions, 0, s.name, s.span);
    instance_.shared_sizes.push_back(std::move(size));
  }
}

// Arrays and queues: a length, and so many elements.
void Elaborator::size_list(const Type& type, TypeSize& size) {
  std::uint64_t length = 0;
  if (type.kind == TypeKind::node_array) {
    length = instance_.node_families[type.family.index()].count;
  } else {
    const Scalar v = value(type.size);
    if (v < 0) {
      d_.error(codes::type_without_values, model_[type.size].span,
               fmt::format("at {} this length is {}", sizes_text(), v));
      throw Stop{};
    }
    length = static_cast<std::uint64_t>(v);
  }
  size_type(type.element.index());
  const std::uint64_t element = instance_.size(type.element).slots;
  if (length > max_slots || length * element > max_slots) {
    too_large(type.size.valid() ? model_[type.size].span : model_.network_span);
  }
  const bool queue = type.kind == TypeKind::queue;
  size.size = static_cast<std::uint32_t>(length);
  size.slots = static_cast<std::uint32_t>(length * element + (queue ? 1 : 0));
  if (queue) size.bounds = {0, static_cast<Scalar>(length)};
}

// Types are no deeper than the text; those inside come first.
void Elaborator::size_type(std::size_t i) {
  if (sized_types_[i]) return;
  sized_types_[i] = true;
  const Type& type = model_.types[i];
  TypeSize& size = instance_.types[i];
  size.slots = 1;
  switch (type.kind) {
    case TypeKind::boolean:
      size.bounds = {0, 1};
      break;
    case TypeKind::integer:
      size.bounds = {INT64_MIN, INT64_MAX};
      break;
    case TypeKind::range:
      size.bounds = {value(type.low), value(type.high)};
      break;
    case TypeKind::enumeration: {
      const Enumeration& e = model_.enums[type.enumeration.index()];
      size.bounds = {0, static_cast<Scalar>(e.constants.size()) - 1};
      break;
    }
    case TypeKind::reference:
      size.bounds.low = -1;
      size.bounds.high =
          type.family.valid()
              ? Scalar{instance_.node_families[type.family.index()].count} - 1
              : -1;
      break;
    case TypeKind::structure: {
      const Structure& structure = model_.structs[type.structure.index()];
      std::uint64_t slots = 0;
      for (const FieldType& f : structure.fields) {
        size_type(f.type.index());
        slots += instance_.size(f.type).slots;
        if (slots > max_slots) too_large(structure.span);
      }
      size.slots = static_cast<std::uint32_t>(slots);
      break;
    }
    case TypeKind::array:
    case TypeKind::queue:
    case TypeKind::node_array:
      size_list(type, size);
      break;
    default:
      size.slots = 0;
  }
}

void Elaborator::size_types() {
  instance_.types.resize(model_.types.size());
  sized_types_.assign(model_.types.size(), false);
  for (std::size_t i = 0; i < model_.types.size(); ++i) size_type(i);
}

// ---- layout ----------------------------------------------------------------

void Elaborator::add_slots(TypeId id) {
  const Type& type = model_[id];
  const TypeSize& size = instance_.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const FieldType& f : model_.structs[type.structure.index()].fields) {
        add_slots(f.type);
      }
      return;
    case TypeKind::queue:
      instance_.slots.push_back(size.bounds);
      [[fallthrough]];
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) add_slots(type.element);
      return;
    default:
      poll();
      instance_.slots.push_back(size.bounds);
  }
}

// Whether every slot has a value; the first range that has none is reported.
bool Elaborator::check_ranges(TypeId id) {
  const Type& type = model_[id];
  const TypeSize& size = instance_.size(id);
  if (type.kind == TypeKind::structure) {
    const auto& fields = model_.structs[type.structure.index()].fields;
    return std::all_of(fields.begin(), fields.end(), [&](const FieldType& f) {
      return check_ranges(f.type);
    });
  }
  if (type.element.valid()) return size.size == 0 || check_ranges(type.element);
  if (type.kind != TypeKind::range || size.bounds.low <= size.bounds.high) {
    return true;
  }
  const Span span = cover(model_[type.low].span, model_[type.high].span);
  if (first(codes::type_without_values, span)) {
    d_.error(codes::type_without_values, span,
             fmt::format("at {} the range {}..{} is empty", sizes_text(),
                         size.bounds.low, size.bounds.high));
  }
  return false;
}

void Elaborator::add_total(std::uint64_t count, std::uint64_t slots,
                           Span span) {
  total_slots_ += count * slots;
  if (total_slots_ > max_slots) too_large(span);
}

void Elaborator::lay_out() {
  for (const Process& p : model_.processes) {
    auto& offsets = instance_.variable_offsets.emplace_back();
    std::uint64_t at = 0;
    for (const Variable& v : p.variables) {
      offsets.push_back(static_cast<std::uint32_t>(at));
      at += instance_.size(v.type).slots;
      if (at > max_slots) too_large(v.span);
    }
    offsets.push_back(static_cast<std::uint32_t>(at));
  }
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    const NodeFamily& family = model_.node_families[f];
    const FamilySize& size = instance_.node_families[f];
    if (size.count == 0) continue;
    for (const Variable& v : model_[family.process].variables) {
      check_ranges(v.type);
    }
    add_total(size.count,
              instance_.variable_offsets[family.process.index()].back(),
              family.span);
  }
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    const EdgeFamily& family = model_.edge_families[f];
    const FamilySize& size = instance_.edge_families[f];
    if (size.count == 0) continue;
    check_ranges(family.type);
    add_total(size.count, instance_.size(family.type).slots, family.span);
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    const SharedVariable& shared = model_.shared[s];
    if (instance_.shared_sizes[s].count == 0) continue;
    check_ranges(shared.type);
    add_total(instance_.shared_sizes[s].count,
              instance_.size(shared.type).slots, shared.span);
  }
  // Not copied while they grow, which polls; but 32 GiB at once are more than
  // there may be.
  constexpr std::size_t at_once = std::size_t{1} << 27;
  instance_.slots.reserve(std::min<std::size_t>(total_slots_, at_once));
  const auto here = [&] {
    return static_cast<std::uint32_t>(instance_.slots.size());
  };
  for (const NodeFamilyId family : instance_.family_of) {
    instance_.node_base.push_back(here());
    const Process& p = model_[model_.node_families[family.index()].process];
    for (const Variable& v : p.variables) add_slots(v.type);
  }
  for (const EdgeFamilyId family : instance_.edge_family_of) {
    instance_.edge_base.push_back(here());
    add_slots(model_.edge_families[family.index()].type);
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    instance_.shared_base.push_back(here());
    for (std::uint32_t i = 0; i < instance_.shared_sizes[s].count; ++i) {
      add_slots(model_.shared[s].type);
    }
  }
}

}  // namespace vicinal::network::inline elaboration
