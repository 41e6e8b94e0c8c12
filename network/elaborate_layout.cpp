// SPDX-License-Identifier: MIT
// Sizes, the layout of states and initial values.
#include <fmt/format.h>

#include <algorithm>

#include "network/elaborate_impl.hpp"

namespace vicinal::network {

// ---- sizes -----------------------------------------------------------------

void Elaborator::check_parameters() {
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    const Parameter& p = model_.parameters[i];
    const Scalar v = instance_.parameters[i];
    if (v >= p.low && (!p.high || v <= *p.high)) continue;
    const std::string range = p.high ? fmt::format("{}..{}", p.low, *p.high)
                                     : fmt::format("{}..", p.low);
    d_.error(501, p.span,
             fmt::format("{} = {} is not in the range {} of the parameter",
                         p.name, v, range));
    throw Stop{};
  }
}

void Elaborator::too_large(Span span) {
  d_.error(509, span,
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
      d_.error(502, model_[dim].span,
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

void Elaborator::size_families() {
  const bool block = model_.network_kind == ast::NetworkKind::block;
  if (!block && graph_ == nullptr) {
    d_.error(711, model_.network_span,
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
  instance_.family_of.resize(first);
  for (std::size_t f = 0; f < instance_.node_families.size(); ++f) {
    const FamilySize& size = instance_.node_families[f];
    std::fill_n(instance_.family_of.begin() + size.first, size.count,
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
  instance_.edge_family_of.resize(first);
  for (std::size_t f = 0; f < instance_.edge_families.size(); ++f) {
    const FamilySize& size = instance_.edge_families[f];
    std::fill_n(instance_.edge_family_of.begin() + size.first, size.count,
                EdgeFamilyId(f));
  }
  for (const SharedVariable& s : model_.shared) {
    FamilySize size = size_family(s.dimensions, 0, s.name, s.span);
    instance_.shared_sizes.push_back(std::move(size));
  }
}

void Elaborator::range_type(const Type& type, TypeSize& size) {
  size.slots = 1;
  size.bounds.low = value(type.low);
  size.bounds.high = value(type.high);
  if (size.bounds.low <= size.bounds.high) return;
  d_.error(503, model_[type.low].span,
           fmt::format("at {} the range {}..{} is empty", sizes_text(),
                       size.bounds.low, size.bounds.high));
  throw Stop{};
}

// Types are no deeper than the text; those inside come first.
void Elaborator::size_type(std::size_t i) {
  if (type_progress_[i] != 0) return;
  type_progress_[i] = 1;
  const Type& type = model_.types[i];
  TypeSize& size = instance_.types[i];
  const auto inner = [&](TypeId t) {
    size_type(t.index());
    return std::uint64_t{instance_.types[t.index()].slots};
  };
  std::uint64_t slots = 1;
  switch (type.kind) {
    case TypeKind::boolean:
      size.bounds = {0, 1};
      break;
    case TypeKind::integer:
      size.bounds = {INT64_MIN, INT64_MAX};
      break;
    case TypeKind::range:
      range_type(type, size);
      break;
    case TypeKind::enumeration:
      size.bounds = {
          0, static_cast<Scalar>(
                 model_.enums[type.enumeration.index()].constants.size()) -
                 1};
      break;
    case TypeKind::reference:
      size.bounds.low = -1;
      size.bounds.high =
          type.family.valid()
              ? Scalar{instance_.node_families[type.family.index()].count} - 1
              : -1;
      break;
    case TypeKind::structure:
      slots = 0;
      for (const FieldType& f : model_.structs[type.structure.index()].fields) {
        slots += inner(f.type);
      }
      break;
    case TypeKind::array:
    case TypeKind::queue:
    case TypeKind::node_array: {
      std::uint64_t length = 0;
      if (type.kind == TypeKind::node_array) {
        length = instance_.node_families[type.family.index()].count;
      } else {
        const Scalar v = value(type.size);
        if (v < 0) {
          d_.error(503, model_[type.size].span,
                   fmt::format("at {} this length is {}", sizes_text(), v));
          throw Stop{};
        }
        length = static_cast<std::uint64_t>(v);
      }
      const std::uint64_t element = inner(type.element);
      if (length > max_slots || length * element > max_slots) {
        too_large(type.size.valid() ? model_[type.size].span
                                    : model_.network_span);
      }
      size.size = static_cast<std::uint32_t>(length);
      slots = length * element + (type.kind == TypeKind::queue ? 1 : 0);
      if (type.kind == TypeKind::queue) {
        size.bounds = {0, static_cast<Scalar>(length)};
      }
      break;
    }
    default:
      slots = 0;
  }
  size.slots = static_cast<std::uint32_t>(slots);
}

void Elaborator::size_types() {
  instance_.types.resize(model_.types.size());
  type_progress_.assign(model_.types.size(), 0);
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
      instance_.slots.push_back(size.bounds);
  }
}

void Elaborator::lay_out() {
  std::uint64_t total = 0;
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
    total += std::uint64_t{instance_.node_families[f].count} *
             instance_.variable_offsets[model_.node_families[f].process.index()]
                 .back();
  }
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    total += std::uint64_t{instance_.edge_families[f].count} *
             instance_.size(model_.edge_families[f].type).slots;
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    total += std::uint64_t{instance_.shared_sizes[s].count} *
             instance_.size(model_.shared[s].type).slots;
  }
  if (total > max_slots) too_large(model_.network_span);
  instance_.slots.reserve(total);
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

// ---- initial values --------------------------------------------------------

void Elaborator::initial(TypeId type, std::uint32_t base, ExprId init,
                         NodeId self) {
  const std::uint32_t slots = instance_.size(type).slots;
  std::vector<Scalar> value(slots);
  if (!init.valid()) {
    // Queues start empty, also inside of arrays and structs.
    const Type& t = model_[type];
    if (t.kind == TypeKind::queue) {
      default_value(instance_, type, value);
      for (std::uint32_t i = 0; i < slots; ++i) {
        instance_.initial[base + i] = value[i];
      }
    } else if (t.kind == TypeKind::structure) {
      for (const FieldType& f : model_.structs[t.structure.index()].fields) {
        initial(f.type, base, ExprId::none(), self);
        base += instance_.size(f.type).slots;
      }
    } else if (t.element.valid()) {
      for (std::uint32_t i = 0; i < instance_.size(type).size; ++i) {
        initial(t.element, base, ExprId::none(), self);
        base += instance_.size(t.element).slots;
      }
    }
    return;
  }
  try {
    evaluator_.evaluate(init, context(self), value);
  } catch (const ModelError& error) {
    d_.error(504, error.span,
             fmt::format("this has no value at {}: {}", sizes_text(),
                         error_text(error.kind)));
    throw Stop{};
  }
  for (std::uint32_t i = 0; i < slots; ++i) {
    const Bounds& bounds = instance_.slots[base + i];
    if (value[i] < bounds.low || value[i] > bounds.high) {
      d_.error(514, model_[init].span,
               fmt::format("at {} this initial value is not in the range of "
                           "its type",
                           sizes_text()));
      throw Stop{};
    }
    instance_.initial[base + i] = value[i];
  }
}

void Elaborator::initial_values() {
  instance_.initial.resize(instance_.slots.size());
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const NodeId node(std::size_t{n});
    const Process& p = instance_.process(node);
    const auto& offsets =
        instance_.variable_offsets[instance_.process_id(node).index()];
    for (std::size_t v = 0; v < p.variables.size(); ++v) {
      initial(p.variables[v].type, instance_.node_base[n] + offsets[v],
              p.variables[v].initial, node);
    }
  }
  for (std::uint32_t e = 0; e < instance_.edge_family_of.size(); ++e) {
    const EdgeFamilyId family = instance_.edge_family_of[e];
    frame_[0] = e - instance_.edge_families[family.index()].first;
    const EdgeFamily& f = model_.edge_families[family.index()];
    initial(f.type, instance_.edge_base[e], f.initial, NodeId::none());
  }
  for (std::size_t s = 0; s < model_.shared.size(); ++s) {
    const SharedVariable& shared = model_.shared[s];
    const std::uint32_t slots = instance_.size(shared.type).slots;
    for (std::uint32_t i = 0; i < instance_.shared_sizes[s].count; ++i) {
      frame_[0] = i;
      initial(shared.type, instance_.shared_base[s] + i * slots, shared.initial,
              NodeId::none());
    }
  }
}

}  // namespace vicinal::network
