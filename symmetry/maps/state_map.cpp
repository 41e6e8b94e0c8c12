// SPDX-License-Identifier: MIT
#include "symmetry/maps/state_map.hpp"

#include <map>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline maps {

using network::EdgeId;
using network::FamilySize;
using network::Instance;
using network::Model;
using network::NodeId;
using network::Scalar;
using network::Type;
using network::TypeId;
using network::TypeKind;

namespace {

// Builds a StateMap place by place.
class Mapper {
 public:
  Mapper(const Instance& instance, const Sorts& sorts, const Renaming& renaming)
      : instance_(instance), sorts_(sorts), renaming_(renaming) {}

  std::optional<StateMap> run() {
    map_.slot.resize(instance_.slot_count());
    if (!values() || !nodes() || !edges() || !shared()) return std::nullopt;
    return std::move(map_);
  }

 private:
  // The place in its family to which a member goes; none: out of it.
  std::optional<std::uint32_t> moved(network::NodeFamilyId family,
                                     std::uint32_t index) const {
    const FamilySize& size = instance_.node_families[family.index()];
    const NodeId to = renaming_.node[size.first + index];
    if (to.value < size.first || to.value >= size.first + size.count) {
      return std::nullopt;
    }
    return to.value - size.first;
  }

  bool values() {
    map_.value.resize(sorts_.sorts.size());
    for (std::size_t t = 0; t < sorts_.sorts.size(); ++t) {
      const Sort& sort = sorts_.sorts[t];
      std::vector<Scalar> image;
      bool moves = false;
      for (Scalar v = sort.bounds.low; v <= sort.bounds.high; ++v) {
        Scalar to = v;
        if (sort.enumeration.valid()) {
          const auto& of = renaming_.constant;
          if (!of.empty() && !of[sort.enumeration.index()].empty()) {
            to = of[sort.enumeration.index()][static_cast<std::size_t>(v)];
          }
        } else if (v >= 0) {
          const auto index = moved(sort.family, static_cast<std::uint32_t>(v));
          if (!index) return false;
          to = *index;
        }
        moves = moves || to != v;
        image.push_back(to);
      }
      if (moves) map_.value[t] = std::move(image);
    }
    return true;
  }

  // A value of the type at `from` goes to `to`.
  bool value(TypeId id, std::uint32_t from, std::uint32_t to) {
    const Type& type = (*instance_.model)[id];
    switch (type.kind) {
      case TypeKind::structure:
        for (const auto& f :
             instance_.model->structs[type.structure.index()].fields) {
          if (!value(f.type, from, to)) return false;
          from += instance_.size(f.type).slots;
          to += instance_.size(f.type).slots;
        }
        return true;
      case TypeKind::queue:
        return scalar(from, to) && elements(id, from + 1, to + 1);
      case TypeKind::array:
      case TypeKind::node_array:
        return elements(id, from, to);
      default:
        return scalar(from, to);
    }
  }

  bool elements(TypeId id, std::uint32_t from, std::uint32_t to) {
    const Type& type = (*instance_.model)[id];
    const std::uint32_t slots = instance_.size(type.element).slots;
    for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
      std::optional<std::uint32_t> place = i;
      if (type.kind == TypeKind::node_array) place = moved(type.family, i);
      if (!place) return false;
      if (!value(type.element, from + i * slots, to + *place * slots)) {
        return false;
      }
    }
    return true;
  }

  bool scalar(std::uint32_t from, std::uint32_t to) {
    map_.slot[from] = to;
    return instance_.slots[from] == instance_.slots[to] &&
           sorts_.of_slot[from] == sorts_.of_slot[to];
  }

  bool nodes() {
    for (std::size_t n = 0; n < renaming_.node.size(); ++n) {
      const NodeId from(n);
      const NodeId to = renaming_.node[n];
      const network::ProcessId process = instance_.process_id(from);
      if (instance_.process_id(to) != process) return false;
      const auto& variables = (*instance_.model)[process].variables;
      const auto& offsets = instance_.variable_offsets[process.index()];
      for (std::size_t v = 0; v < variables.size(); ++v) {
        if (!value(variables[v].type,
                   instance_.node_base[from.index()] + offsets[v],
                   instance_.node_base[to.index()] + offsets[v])) {
          return false;
        }
      }
    }
    return true;
  }

  bool edges() {
    for (std::size_t e = 0; e < renaming_.edge.size(); ++e) {
      const EdgeId to = renaming_.edge[e];
      const TypeId type = instance_.edge_type(EdgeId(e));
      if (instance_.edge_type(to) != type) return false;
      if (!value(type, instance_.edge_base[e],
                 instance_.edge_base[to.index()])) {
        return false;
      }
    }
    return true;
  }

  bool shared() {
    const auto& declared = instance_.model->shared;
    for (std::size_t s = 0; s < declared.size(); ++s) {
      const TypeId type = declared[s].type;
      std::uint32_t slot = instance_.shared_base[s];
      for (std::uint32_t i = 0; i < instance_.shared_sizes[s].count; ++i) {
        if (!value(type, slot, slot)) return false;
        slot += instance_.size(type).slots;
      }
    }
    return true;
  }

  const Instance& instance_;
  const Sorts& sorts_;
  const Renaming& renaming_;
  StateMap map_;
};

}  // namespace

Sorts::Sorts(const Instance& instance)
    : of_slot(instance.slot_count(), no_sort) {
  const Model& model = *instance.model;
  std::map<std::pair<bool, std::uint32_t>, std::uint32_t> known;
  const auto sort_of = [&](TypeId id) {
    const Type& type = model[id];
    const bool reference = type.kind == TypeKind::reference;
    if (!reference && type.kind != TypeKind::enumeration) return no_sort;
    const std::uint32_t item =
        reference ? type.family.value : type.enumeration.value;
    const auto [at, fresh] = known.try_emplace(
        {reference, item}, static_cast<std::uint32_t>(sorts.size()));
    if (fresh) {
      sorts.push_back({instance.size(id).bounds, type.family,
                       reference ? network::EnumId{} : type.enumeration});
    }
    return at->second;
  };
  for (const network::NamedPlace& place : network::places(instance)) {
    std::uint32_t slot = place.slot;
    for (const TypeId type : network::scalar_types(instance, place.type)) {
      of_slot[slot++] = sort_of(type);
    }
  }
  *this = Sorts(std::move(sorts), std::move(of_slot));
}

Sorts::Sorts(std::vector<Sort> all, std::vector<std::uint32_t> sort_of_slot)
    : sorts(std::move(all)),
      of_slot(std::move(sort_of_slot)),
      a_slot(sorts.size(), UINT32_MAX) {
  for (std::uint32_t s = 0; s < of_slot.size(); ++s) {
    network::poll();
    if (of_slot[s] != no_sort) a_slot[of_slot[s]] = s;
  }
}

bool StateMap::identity() const {
  for (std::uint32_t s = 0; s < slot.size(); ++s) {
    if (slot[s] != s) return false;
  }
  for (const auto& image : value) {
    if (!image.empty()) return false;
  }
  return true;
}

std::optional<StateMap> state_map(const Instance& instance, const Sorts& sorts,
                                  const Renaming& renaming) {
  // Generators are many where slots are.
  network::poll(static_cast<std::int64_t>(instance.slot_count()));
  return Mapper(instance, sorts, renaming).run();
}

void apply(const StateMap& map, const Sorts& sorts,
           std::span<const Scalar> state, std::span<Scalar> out) {
  for (std::uint32_t s = 0; s < state.size(); ++s) {
    out[map.slot[s]] = map.image(sorts.of_slot[s], sorts, state[s]);
  }
}

StateMap inverse(const StateMap& map, const Sorts& sorts) {
  StateMap result = map;
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    result.slot[map.slot[s]] = s;
  }
  for (std::uint32_t t = 0; t < map.value.size(); ++t) {
    const Scalar low = sorts.sorts[t].bounds.low;
    auto& back = result.value[map.sort_image(t, sorts)];
    back.resize(map.value[t].size());
    for (std::size_t v = 0; v < map.value[t].size(); ++v) {
      back[static_cast<std::size_t>(map.value[t][v] - low)] =
          low + static_cast<Scalar>(v);
    }
  }
  return result;
}

StateMap after(const StateMap& second, const StateMap& first,
               const Sorts& sorts) {
  StateMap result = first;
  for (std::uint32_t& to : result.slot) to = second.slot[to];
  for (std::size_t t = 0; t < first.value.size(); ++t) {
    const std::uint32_t sort =
        first.sort_image(static_cast<std::uint32_t>(t), sorts);
    if (second.value[sort].empty()) continue;
    std::vector<Scalar>& image = result.value[t];
    const network::Bounds& bounds = sorts.sorts[t].bounds;
    const bool fresh = image.empty();
    bool moves = false;
    for (Scalar v = bounds.low; v <= bounds.high; ++v) {
      const auto at = static_cast<std::size_t>(v - bounds.low);
      if (fresh) image.push_back(v);
      image[at] = second.image(sort, sorts, image[at]);
      moves = moves || image[at] != v;
    }
    if (!moves) image.clear();
  }
  return result;
}

}  // namespace vicinal::symmetry::inline maps
