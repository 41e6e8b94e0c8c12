// SPDX-License-Identifier: MIT
// Each slot knows whose value it is, so that a state is one pass.
#include "explore/coverage/value_counts.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline coverage {

using network::Instance;
using network::Model;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

void ValueCount::add(const ValueCount& others) {
  partly = partly || others.partly;
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += others.counts[i];
  if (others.least)
    least = std::min(least.value_or(*others.least), *others.least);
  if (others.greatest) {
    greatest = std::max(greatest.value_or(*others.greatest), *others.greatest);
  }
}

void ValueCount::join(const ValueCount& others) {
  if (bounds.low == others.bounds.low && bounds.high == others.bounds.high) {
    add(others);
    return;
  }
  const network::Bounds both{std::min(bounds.low, others.bounds.low),
                             std::max(bounds.high, others.bounds.high)};
  std::vector<std::uint64_t> all;
  if (!counts.empty() && !others.counts.empty() &&
      both.high - both.low < most_values) {
    all.assign(static_cast<std::size_t>(both.high - both.low + 1), 0);
    for (const ValueCount* part :
         std::initializer_list<const ValueCount*>{this, &others}) {
      const auto first = static_cast<std::size_t>(part->bounds.low - both.low);
      for (std::size_t i = 0; i < part->counts.size(); ++i) {
        all[first + i] += part->counts[i];
      }
    }
  }
  counts.clear();
  ValueCount ends = others;
  ends.counts.clear();
  add(ends);
  bounds = both;
  counts = std::move(all);
}

ValuePlaces::ValuePlaces(const Instance& instance,
                         std::vector<ValueCount>& variables)
    : instance_(instance), variables_(&variables) {
  const Model& model = *instance.model;
  for (std::size_t n = 0; n < instance.family_of.size(); ++n) {
    const network::NodeId node(n);
    const network::Process& process = instance.process(node);
    const auto& offsets =
        instance.variable_offsets[instance.process_id(node).index()];
    for (std::size_t v = 0; v < process.variables.size(); ++v) {
      const network::Variable& variable = process.variables[v];
      add({process.name + "." + variable.name, variable.span}, variable.type,
          {instance.node_base[n] + offsets[v]});
    }
  }
  for (std::size_t e = 0; e < instance.edge_family_of.size(); ++e) {
    const network::EdgeFamily& family =
        model.edge_families[instance.edge_family_of[e].index()];
    add({family.name, family.span, instance.edge_family_of[e]}, family.type,
        {instance.edge_base[e]});
  }
  for (std::size_t s = 0; s < model.shared.size(); ++s) {
    const network::SharedVariable& shared = model.shared[s];
    const std::uint32_t slots = instance.size(shared.type).slots;
    for (std::uint32_t i = 0; i < instance.shared_sizes[s].count; ++i) {
      const std::string any = shared.dimensions.empty() ? "" : "[]";
      add({shared.name + any, shared.span, {}, true}, shared.type,
          {instance.shared_base[s] + i * slots});
    }
  }
  variables_ = nullptr;
}

void ValuePlaces::add(const Declared& declared, TypeId type, Place place) {
  network::poll();
  switch ((*instance_.model)[type].kind) {
    case TypeKind::structure:
    case TypeKind::array:
    case TypeKind::node_array:
    case TypeKind::queue:
      add_parts(declared, type, place);
      return;
    default:
      place.variable = variable(declared, type);
      places_.push_back(place);
  }
}

void ValuePlaces::add_parts(const Declared& declared, TypeId id, Place place) {
  const Model& model = *instance_.model;
  const network::Type& type = model[id];
  if (type.kind == TypeKind::structure) {
    for (const auto& field : model.structs[type.structure.index()].fields) {
      Declared part = declared;
      part.name += "." + field.name;
      add(part, field.type, place);
      place.slot += instance_.size(field.type).slots;
    }
    return;
  }
  const bool queue = type.kind == TypeKind::queue;
  if (queue) place.queue = place.slot++;
  for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
    if (queue) place.index = i;
    Declared part = declared;
    part.name += "[]";
    add(part, type.element, place);
    place.slot += instance_.size(type.element).slots;
  }
}

std::uint32_t ValuePlaces::variable(const Declared& declared, TypeId type) {
  // Places of one declaration follow each other but for those of other
  // variables of their process: few.
  for (std::size_t v = variables_->size(); v-- > 0;) {
    if ((*variables_)[v].name == declared.name &&
        (*variables_)[v].declared == declared.span) {
      return static_cast<std::uint32_t>(v);
    }
  }
  ValueCount count;
  count.name = declared.name;
  count.type = type;
  count.declared = declared.span;
  count.edges = declared.edges;
  count.shared = declared.shared;
  count.bounds = instance_.size(type).bounds;
  const auto [low, high] = count.bounds;
  if (low <= high && low > INT64_MIN / 2 && high < INT64_MAX / 2 &&
      high - low < most_values) {
    count.counts.assign(static_cast<std::size_t>(high - low + 1), 0);
  }
  variables_->push_back(std::move(count));
  return static_cast<std::uint32_t>(variables_->size() - 1);
}

void ValuePlaces::see(const Place& place, std::span<const Scalar> state,
                      std::vector<ValueCount>& variables) {
  if (place.queue != UINT32_MAX && state[place.queue] <= place.index) return;
  const Scalar value = state[place.slot];
  ValueCount& count = variables[place.variable];
  count.least = count.least ? std::min(*count.least, value) : value;
  count.greatest = count.greatest ? std::max(*count.greatest, value) : value;
  if (count.counts.empty()) return;
  ++count.counts[static_cast<std::size_t>(value - count.bounds.low)];
}

void ValuePlaces::see(std::span<const Scalar> state,
                      std::vector<ValueCount>& variables) const {
  for (const Place& place : places_) see(place, state, variables);
}

void ValuePlaces::see(std::span<const Scalar> state,
                      std::span<const std::uint8_t> known,
                      std::vector<ValueCount>& variables) const {
  for (const Place& place : places_) {
    if (known[place.slot] == 0) continue;
    if (place.queue != UINT32_MAX && known[place.queue] == 0) continue;
    see(place, state, variables);
  }
}

}  // namespace vicinal::explore::inline coverage
