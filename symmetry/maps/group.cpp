// SPDX-License-Identifier: MIT
// Incremental: a generator that does not sift through the chain enters every
// level whose base points it fixes, and orbits are closed again.
#include "symmetry/maps/group.hpp"

#include <limits>

#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline maps {

using network::Scalar;

namespace {

constexpr std::uint32_t none = UINT32_MAX;

}  // namespace

Group::Group(const Sorts& sorts)
    : sorts_(sorts), slots_(sorts.of_slot.size()), points_(slots_) {
  for (const Sort& sort : sorts.sorts) {
    sort_point_.push_back(static_cast<std::uint32_t>(points_));
    points_ += static_cast<std::size_t>(sort.size());
  }
}

StateMap Group::identity() const {
  StateMap map;
  for (std::uint32_t s = 0; s < slots_; ++s) map.slot.push_back(s);
  map.value.resize(sorts_.sorts.size());
  return map;
}

std::uint32_t Group::point_of(std::uint32_t sort, Scalar value) const {
  return sort_point_[sort] +
         static_cast<std::uint32_t>(value - sorts_.sorts[sort].bounds.low);
}

std::uint32_t Group::image(const StateMap& map, std::uint32_t point) const {
  if (point < slots_) return map.slot[point];
  std::uint32_t sort = static_cast<std::uint32_t>(sort_point_.size()) - 1;
  while (sort_point_[sort] > point) --sort;
  const Scalar value =
      sorts_.sorts[sort].bounds.low + Scalar{point - sort_point_[sort]};
  return point_of(map.sort_image(sort, sorts_), map.image(sort, sorts_, value));
}

StateMap Group::sifted(StateMap map, std::size_t& level) const {
  for (; level < levels_.size(); ++level) {
    const Level& l = levels_[level];
    const std::uint32_t place = l.place[image(map, l.point)];
    if (place == none) return map;
    if (place != 0) map = after(inverse(l.to[place], sorts_), map, sorts_);
  }
  return map;
}

bool Group::contains(const StateMap& map) const {
  std::size_t level = 0;
  return sifted(map, level).identity();
}

bool Group::add(const StateMap& generator) {
  std::size_t level = 0;
  const StateMap rest = sifted(generator, level);
  work_ += points_ * (1 + level);
  if (rest.identity()) return false;
  generators_.push_back(generator);
  for (std::size_t i = level + 1; i-- > 0;) enter(i, rest);
  return true;
}

// The map fixes the base points of the levels before.
void Group::enter(std::size_t level, const StateMap& map) {
  if (level == levels_.size()) {
    Level fresh;
    while (image(map, fresh.point) == fresh.point) ++fresh.point;
    fresh.orbit = {fresh.point};
    fresh.to = {identity()};
    fresh.place.assign(points_, none);
    fresh.place[fresh.point] = 0;
    levels_.push_back(std::move(fresh));
  }
  levels_[level].generators.push_back(map);
  levels_[level].seen.emplace_back();
  extend(level);
}

// Closes the orbit under the generators. Whatever brings a point of it back to
// the base point in two ways is a member of the next stabiliser (Schreier).
void Group::extend(std::size_t level) {
  // A deeper level may be made meanwhile, which moves the levels.
  const auto at = [&]() -> Level& { return levels_[level]; };
  for (std::size_t g = 0; g < at().generators.size(); ++g) {
    for (std::size_t p = 0; p < at().orbit.size(); ++p) {
      std::vector<bool>& seen = at().seen[g];
      seen.resize(at().orbit.size(), false);
      if (seen[p]) continue;
      seen[p] = true;
      network::poll();
      work_ += points_ * (3 + levels_.size() - level);
      const StateMap step = after(at().generators[g], at().to[p], sorts_);
      const std::uint32_t point = image(step, at().point);
      const std::uint32_t place = at().place[point];
      if (place == none) {
        at().place[point] = static_cast<std::uint32_t>(at().orbit.size());
        at().orbit.push_back(point);
        at().to.push_back(step);
        g = 0;  // the generators before see the new point, too
        continue;
      }
      std::size_t deeper = level + 1;
      const StateMap rest =
          sifted(after(inverse(at().to[place], sorts_), step, sorts_), deeper);
      if (rest.identity()) continue;
      for (std::size_t i = deeper + 1; i-- > level + 1;) enter(i, rest);
    }
  }
}

std::string Group::order() const {
  groupoid::GroupOrder order;
  for (const Level& l : levels_) {
    order.multiply(static_cast<std::uint32_t>(l.orbit.size()));
  }
  return *order.decimal(std::numeric_limits<std::size_t>::max());
}

std::uint64_t Group::order_within(std::uint64_t most) const {
  std::uint64_t order = 1;
  for (const Level& l : levels_) {
    order *= l.orbit.size();
    if (order > most) return 0;
  }
  return order;
}

std::vector<StateMap> Group::members() const {
  std::vector<StateMap> members{identity()};
  for (std::size_t i = levels_.size(); i-- > 0;) {
    std::vector<StateMap> next;
    for (const StateMap& to : levels_[i].to) {
      for (const StateMap& m : members) {
        network::poll();
        next.push_back(after(to, m, sorts_));
      }
    }
    members = std::move(next);
  }
  return members;
}

}  // namespace vicinal::symmetry::inline maps
