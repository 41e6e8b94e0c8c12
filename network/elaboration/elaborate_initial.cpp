// SPDX-License-Identifier: MIT
// Initial values: evaluated once for each variable of each node, each edge,
// each element of a shared array, with its own index.
#include <fmt/format.h>

#include <algorithm>

#include "network/elaboration/codes.hpp"
#include "network/elaboration/elaborate_impl.hpp"

namespace vicinal::network::inline elaboration {

std::string Elaborator::owner_name(const Owner& owner) const {
  if (owner.node.valid()) {
    return node_name(instance_, owner.node) + "." +
           instance_.process(owner.node).variables[owner.item].name;
  }
  if (owner.edge.valid()) return edge_name(instance_, owner.edge);
  return shared_name(instance_, SharedId(std::size_t{owner.item}), owner.index);
}

// Queues start empty, also inside of arrays and structs; what else is not
// given may be anything.
void Elaborator::initial_queues(TypeId id, std::uint32_t base) {
  const Type& type = model_[id];
  const TypeSize& size = instance_.size(id);
  if (type.kind == TypeKind::queue) {
    std::vector<Scalar> value(size.slots);
    default_value(instance_, id, value);
    std::copy(value.begin(), value.end(), instance_.initial.begin() + base);
  } else if (type.kind == TypeKind::structure) {
    for (const FieldType& f : model_.structs[type.structure.index()].fields) {
      initial_queues(f.type, base);
      base += instance_.size(f.type).slots;
    }
  } else if (type.element.valid()) {
    for (std::uint32_t i = 0; i < size.size; ++i) {
      initial_queues(type.element, base);
      base += instance_.size(type.element).slots;
    }
  }
}

void Elaborator::initial(TypeId type, std::uint32_t base, ExprId init,
                         const Owner& owner) {
  if (!init.valid()) {
    initial_queues(type, base);
    return;
  }
  std::vector<Scalar> value(instance_.size(type).slots);
  try {
    evaluator_.evaluate(init, context(owner.node), value);
  } catch (const ModelError& error) {
    if (first(codes::no_value_at_this_size, error.span)) {
      d_.error(
          codes::no_value_at_this_size, error.span,
          fmt::format("at {} the initial value of {} cannot be found: {}",
                      sizes_text(), owner_name(owner), error_text(error.kind)));
    }
    return;
  }
  for (std::uint32_t i = 0; i < value.size(); ++i) {
    const Bounds& bounds = instance_.slots[base + i];
    if (value[i] >= bounds.low && value[i] <= bounds.high) {
      instance_.initial[base + i] = value[i];
      continue;
    }
    if (!first(codes::initial_value_outside_of_type, model_[init].span)) return;
    const bool number = value.size() == 1 && model_[type].numeric();
    d_.error(codes::initial_value_outside_of_type, model_[init].span,
             number ? fmt::format("at {} the initial value of {} is {}, which "
                                  "is not in {}",
                                  sizes_text(), owner_name(owner), value[0],
                                  type_text(instance_, type))
                    : fmt::format("at {} the initial value of {} is not one of "
                                  "{}",
                                  sizes_text(), owner_name(owner),
                                  type_text(instance_, type)));
    return;
  }
}

void Elaborator::initial_values() {
  instance_.initial.resize(instance_.slots.size());
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const NodeId node(std::size_t{n});
    const Process& p = instance_.process(node);
    const auto& offsets =
        instance_.variable_offsets[instance_.process_id(node).index()];
    for (std::uint32_t v = 0; v < p.variables.size(); ++v) {
      initial(p.variables[v].type, instance_.node_base[n] + offsets[v],
              p.variables[v].initial, {node, {}, v, 0});
    }
  }
  for (std::uint32_t e = 0; e < instance_.edge_family_of.size(); ++e) {
    const std::size_t family = instance_.edge_family_of[e].index();
    frame_[0] = e - instance_.edge_families[family].first;
    const EdgeFamily& f = model_.edge_families[family];
    initial(f.type, instance_.edge_base[e], f.initial,
            {{}, EdgeId(std::size_t{e}), 0, 0});
  }
  for (std::uint32_t s = 0; s < model_.shared.size(); ++s) {
    const SharedVariable& shared = model_.shared[s];
    const std::uint32_t slots = instance_.size(shared.type).slots;
    for (std::uint32_t i = 0; i < instance_.shared_sizes[s].count; ++i) {
      frame_[0] = i;
      initial(shared.type, instance_.shared_base[s] + i * slots, shared.initial,
              {{}, {}, s, i});
    }
  }
}

}  // namespace vicinal::network::inline elaboration
