// SPDX-License-Identifier: MIT
// Permutations of literals become permutations of states: values that all
// generators move alike get a sort of their own.
#include "symmetry/detection/literal_states.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline detection {

using network::Scalar;

Sorts sorts_of(std::span<const flat::Slot> slots,
               const std::vector<LiteralMap>& generators) {
  std::vector<std::uint32_t> classes(slots.size(), 0);
  for (std::size_t count = 0;;) {
    network::poll();
    using Key = std::vector<Scalar>;
    std::map<Key, std::uint32_t> known;
    std::vector<std::uint32_t> next(slots.size());
    for (std::uint32_t s = 0; s < slots.size(); ++s) {
      Key key{Scalar{classes[s]}, slots[s].bounds.low, slots[s].bounds.high};
      for (const LiteralMap& g : generators) {
        key.push_back(Scalar{classes[g.slot[s]]});
        key.push_back(static_cast<Scalar>(g.value[s].size()));
        key.insert(key.end(), g.value[s].begin(), g.value[s].end());
      }
      next[s] = known.try_emplace(key, static_cast<std::uint32_t>(known.size()))
                    .first->second;
    }
    classes = std::move(next);
    if (known.size() == count) break;
    count = known.size();
  }
  // A class of which no value moves needs no sort, unless some of its slots go
  // where values move: then it would not be stable.
  std::vector<bool> moved(slots.size(), false);
  for (const LiteralMap& g : generators) {
    for (std::uint32_t s = 0; s < slots.size(); ++s) {
      if (!g.value[s].empty()) moved[classes[s]] = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const LiteralMap& g : generators) {
      for (std::uint32_t s = 0; s < slots.size(); ++s) {
        const bool both = moved[classes[s]] != moved[classes[g.slot[s]]];
        if (!both) continue;
        moved[classes[s]] = moved[classes[g.slot[s]]] = true;
        changed = true;
      }
    }
  }
  std::vector<Sort> sorts;
  std::vector<std::uint32_t> of_slot(slots.size(), no_sort);
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t s = 0; s < slots.size(); ++s) {
    if (!moved[classes[s]]) continue;
    const auto [at, fresh] = number.try_emplace(
        classes[s], static_cast<std::uint32_t>(sorts.size()));
    if (fresh) sorts.push_back({slots[s].bounds, {}, {}});
    of_slot[s] = at->second;
  }
  return {std::move(sorts), std::move(of_slot)};
}

StateMap state_map(const LiteralMap& g, const Sorts& sorts) {
  StateMap map{g.slot, {}};
  map.value.resize(sorts.sorts.size());
  for (std::uint32_t t = 0; t < map.value.size(); ++t) {
    map.value[t] = g.value[sorts.a_slot[t]];
  }
  return map;
}

std::optional<StateMap> fitting(const LiteralMap& map, const Sorts& sorts) {
  StateMap result{map.slot, {}};
  result.value.resize(sorts.sorts.size());
  for (std::uint32_t t = 0; t < result.value.size(); ++t) {
    if (sorts.a_slot[t] != UINT32_MAX) {
      result.value[t] = map.value[sorts.a_slot[t]];
    }
  }
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    network::poll();
    const std::uint32_t sort = sorts.of_slot[s];
    const std::uint32_t there = sorts.of_slot[map.slot[s]];
    const bool fits = sort == no_sort
                          ? there == no_sort && map.value[s].empty()
                          : there == result.sort_image(sort, sorts) &&
                                map.value[s] == result.value[sort];
    if (!fits) return std::nullopt;
  }
  return result;
}

LiteralMap literal_map(const StateMap& map, const Sorts& sorts) {
  LiteralMap result{map.slot, {}};
  result.value.resize(map.slot.size());
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    const std::uint32_t sort = sorts.of_slot[s];
    if (sort != no_sort) result.value[s] = map.value[sort];
  }
  return result;
}

std::optional<LiteralMap> occurring_part(const LiteralMap& map,
                                         const Detection& detected) {
  LiteralMap result = map;
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    network::poll();
    const auto& here = detected.domains->values[s];
    const network::Bounds& bounds = detected.guarded->slots[s].bounds;
    std::vector<Scalar> images;
    for (const Scalar v : here) images.push_back(map.image(s, bounds.low, v));
    std::ranges::sort(images);
    std::vector<Scalar> there = detected.domains->values[map.slot[s]];
    std::ranges::sort(there);
    if (images != there) return std::nullopt;
    if (here.empty()) {  // too many to be listed: they stay
      if (!map.value[s].empty()) return std::nullopt;
    } else if (here.size() == 1) {
      result.slot[s] = s;
      result.value[s].clear();
    } else {
      result.value[s] = occurring_values(
          bounds, here, [&](Scalar v) { return map.image(s, bounds.low, v); });
    }
  }
  return result;
}

std::vector<Scalar> occurring_values(const network::Bounds& bounds,
                                     const std::vector<Scalar>& here,
                                     const std::function<Scalar(Scalar)>& to) {
  const auto size = static_cast<std::size_t>(bounds.high - bounds.low + 1);
  std::vector<Scalar> image(size, bounds.low - 1);
  std::vector<bool> taken(size, false);
  for (const Scalar v : here) {
    const Scalar w = to(v);
    image[static_cast<std::size_t>(v - bounds.low)] = w;
    taken[static_cast<std::size_t>(w - bounds.low)] = true;
  }
  std::size_t free = 0;
  bool moved = false;
  for (std::size_t i = 0; i < size; ++i) {
    if (image[i] < bounds.low) {
      while (taken[free]) ++free;
      image[i] = bounds.low + static_cast<Scalar>(free++);
    }
    moved = moved || image[i] != bounds.low + static_cast<Scalar>(i);
  }
  if (!moved) image.clear();
  return image;
}

}  // namespace vicinal::symmetry::inline detection
