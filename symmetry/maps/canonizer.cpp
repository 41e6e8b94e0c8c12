// SPDX-License-Identifier: MIT
// The chain: g of a group G is one of the next stabiliser after one that brings
// a point to the base point. What lies in slots that the next stabiliser fixes
// is therefore decided by that choice, up to values that it maps to each other.
// The images with the least such contents are kept, equal ones once, level by
// level; in the end all slots are fixed, and the least image is what is left.
#include "symmetry/maps/canonizer.hpp"

#include <algorithm>
#include <numeric>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline maps {

using network::Scalar;

namespace {

bool fixes(std::span<const StateMap> maps, std::uint32_t slot) {
  return std::ranges::all_of(
      maps, [&](const StateMap& m) { return m.slot[slot] == slot; });
}

// Per value of a sort the least of its orbit under the maps.
std::vector<Scalar> least_values(std::span<const StateMap> maps,
                                 std::uint32_t sort, const Sorts& sorts) {
  const Scalar low = sorts.sorts[sort].bounds.low;
  std::vector<Scalar> least(static_cast<std::size_t>(sorts.sorts[sort].size()));
  std::iota(least.begin(), least.end(), low);
  for (bool changed = true; changed;) {
    changed = false;
    for (const StateMap& m : maps) {
      // What lies elsewhere is not in a slot that all maps fix.
      if (m.sort_image(sort, sorts) != sort) continue;
      for (std::size_t v = 0; v < least.size(); ++v) {
        const Scalar image = m.image(sort, sorts, low + static_cast<Scalar>(v));
        Scalar& other = least[static_cast<std::size_t>(image - low)];
        const Scalar both = std::min(least[v], other);
        changed = changed || least[v] != both || other != both;
        least[v] = other = both;
      }
    }
  }
  return least;
}

Canonical::Level level_of(const Group& group, std::size_t i) {
  const Sorts& sorts = group.sorts();
  Canonical::Level result;
  for (const StateMap& to : group.levels()[i].to) {
    if (!to.identity()) result.candidates.push_back({to, inverse(to, sorts)});
  }
  std::span<const StateMap> rest;
  if (i + 1 < group.levels().size()) rest = group.levels()[i + 1].generators;
  for (std::uint32_t s = 0; s < sorts.of_slot.size(); ++s) {
    if (fixes(rest, s)) result.fixed.push_back(s);
  }
  for (std::uint32_t t = 0; t < sorts.sorts.size(); ++t) {
    result.least.push_back(least_values(rest, t, sorts));
  }
  return result;
}

}  // namespace

Canonical several(const std::vector<StateMap>& generators, const Sorts& sorts) {
  Canonical result;
  for (const StateMap& m : generators) {
    result.climbed.push_back(inverse(m, sorts));
    if (result.climbed.back() != m) result.climbed.push_back(m);
  }
  return result;
}

Canonical canonical(const Group& group, std::uint64_t listed) {
  Canonical result;
  if (group.trivial()) return result;
  if (group.order_within(listed) != 0) {
    for (const StateMap& m : group.members()) {
      if (!m.identity()) result.members.push_back(inverse(m, group.sorts()));
    }
    return result;
  }
  for (std::size_t i = 0; i < group.levels().size(); ++i) {
    result.levels.push_back(level_of(group, i));
  }
  return result;
}

void Canonizer::operator()(std::span<Scalar> state) {
  for (const Blocks& blocks : how_.sorted) sort(blocks, state);
  if (!how_.named.empty() && order_(state)) return;
  if (!how_.members.empty()) least_member(state);
  if (!how_.levels.empty()) descend(state);
  if (!how_.climbed.empty()) climb(state);
}

void Canonizer::sort(const Blocks& blocks, std::span<Scalar> state) {
  const auto row = [&](std::uint32_t r) { return blocks.row(r); };
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const auto x = row(a), y = row(b);
    for (std::uint32_t i = 0; i < blocks.width; ++i) {
      if (state[x[i]] != state[y[i]]) return state[x[i]] < state[y[i]];
    }
    return false;
  };
  rows_.resize(blocks.blocks);
  std::iota(rows_.begin(), rows_.end(), 0U);
  // States that come from a representative are nearly sorted.
  for (std::uint32_t i = 1; i < blocks.blocks; ++i) {
    const std::uint32_t moved = rows_[i];
    std::uint32_t at = i;
    for (; at > 0 && less(moved, rows_[at - 1]); --at)
      rows_[at] = rows_[at - 1];
    rows_[at] = moved;
  }
  copy_.clear();
  for (const std::uint32_t r : rows_) {
    for (const std::uint32_t s : row(r)) copy_.push_back(state[s]);
  }
  for (std::size_t i = 0; i < copy_.size(); ++i) {
    state[blocks.slots[i]] = copy_[i];
  }
}

// Whether the image is less than `best_`: then it takes its place. The map is
// inverted: at s of the image lies what was at inverted.slot[s].
bool Canonizer::less_image(const StateMap& inverted,
                           std::span<const Scalar> state) {
  copy_.resize(state.size());
  bool less = false;
  for (std::size_t s = 0; s < state.size(); ++s) {
    const std::uint32_t from = inverted.slot[s];
    Scalar v = state[from];
    const auto sort = sorts_.of_slot[s];
    if (sort != no_sort && !inverted.value[sort].empty()) {
      // The map's own image of v: where the inverse maps to v.
      const auto& image = inverted.value[sort];
      const auto at = std::ranges::find(image, v);
      v = sorts_.sorts[sort].bounds.low + (at - image.begin());
    }
    copy_[s] = v;
    if (less || v == best_[s]) continue;
    if (v > best_[s]) return false;
    less = true;
  }
  if (less) std::swap(best_, copy_);
  return less;
}

void Canonizer::least_member(std::span<Scalar> state) {
  best_.assign(state.begin(), state.end());
  for (const StateMap& m : how_.members) less_image(m, state);
  std::ranges::copy(best_, state.begin());
}

void Canonizer::climb(std::span<Scalar> state) {
  best_.assign(state.begin(), state.end());
  for (bool less = true; less;) {
    network::poll();
    less = false;
    for (const StateMap& m : how_.climbed) {
      if (less_image(m, state)) less = true;
    }
    std::ranges::copy(best_, state.begin());
  }
}

void Canonizer::descend(std::span<Scalar> state) {
  kept_.assign(1, State(state.begin(), state.end()));
  for (const Canonical::Level& level : how_.levels) {
    best_key_.clear();
    next_.clear();
    const auto key_of = [&](const State& x) {
      key_.clear();
      for (const std::uint32_t s : level.fixed) {
        const std::uint32_t sort = sorts_.of_slot[s];
        key_.push_back(sort == no_sort
                           ? x[s]
                           : level.least[sort][static_cast<std::size_t>(
                                 x[s] - sorts_.sorts[sort].bounds.low)]);
      }
    };
    const auto offer = [&](const State& x) {
      key_of(x);
      if (!next_.empty() && key_ > best_key_) return;
      if (next_.empty() || key_ < best_key_) {
        next_.clear();
        std::swap(key_, best_key_);
      }
      next_.push_back(x);
    };
    copy_.resize(state.size());
    for (const State& x : kept_) {
      offer(x);
      for (const Canonical::Candidate& c : level.candidates) {
        network::poll();
        apply(c.back, sorts_, x, copy_);
        offer(copy_);
      }
    }
    std::ranges::sort(next_);
    next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
    std::swap(kept_, next_);
  }
  std::ranges::copy(kept_.front(), state.begin());
}

}  // namespace vicinal::symmetry::inline maps
