// SPDX-License-Identifier: MIT
// Groups of permutations of states, by a base and strong generating set (C. C.
// Sims, 1970): membership, order, and representatives of orbits without
// enumerating the group.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "symmetry/maps/state_map.hpp"

namespace vicinal::symmetry::inline maps {

// A chain of stabilisers. Points are slots of a state and, behind these, the
// values of sorts, in their order. Level i has the maps that fix the base
// points of the levels before, and one map to each point of the orbit of its
// own.
class Group {
 public:
  explicit Group(const Sorts& sorts);

  // False: it is a member already. Deterministic; O(points^2 * levels^2) maps
  // at worst.
  bool add(const StateMap& generator);

  bool contains(const StateMap& map) const;
  bool trivial() const { return levels_.empty(); }
  std::string order() const;  // decimal
  // The order, if it is at most `most`; else 0.
  std::uint64_t order_within(std::uint64_t most) const;
  const std::vector<StateMap>& generators() const { return generators_; }

  struct Level {
    std::uint32_t point = 0;           // of the base
    std::vector<StateMap> generators;  // of the stabiliser of those before
    std::vector<std::uint32_t> orbit;  // of the point; it comes first
    // To each point of the orbit, in the same order, from the base point.
    std::vector<StateMap> to;
    std::vector<std::uint32_t> place;  // per point: in the orbit, or UINT32_MAX
    // Per generator and place: whether what they make was looked at.
    std::vector<std::vector<bool>> seen;
  };
  std::span<const Level> levels() const { return levels_; }

  // All members. Only of small groups.
  std::vector<StateMap> members() const;

  std::uint32_t point_of(std::uint32_t sort, network::Scalar value) const;
  std::uint32_t image(const StateMap& map, std::uint32_t point) const;
  std::size_t points() const { return points_; }
  // How many points were moved so far to add generators.
  std::uint64_t work() const { return work_; }
  const Sorts& sorts() const { return sorts_; }
  StateMap identity() const;

 private:
  // What is left of the map when members of the chain from `level` on have
  // fixed what they can; `level` becomes where it stopped.
  StateMap sifted(StateMap map, std::size_t& level) const;
  void enter(std::size_t level, const StateMap& map);
  void extend(std::size_t level);

  const Sorts& sorts_;
  std::vector<std::uint32_t> sort_point_;  // per sort: of its least value
  std::size_t slots_ = 0;
  std::size_t points_ = 0;
  std::uint64_t work_ = 0;
  std::vector<StateMap> generators_;
  std::vector<Level> levels_;
};

}  // namespace vicinal::symmetry::inline maps
