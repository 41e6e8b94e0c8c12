// SPDX-License-Identifier: MIT
// The greatest strengthened pairwise balance relation by going through its
// elements: for small networks with vertex groups. Not for use outside of
// groupoid/.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "groupoid/pairs/frames.hpp"
#include "groupoid/pairs/pair_orbits.hpp"

namespace vicinal::groupoid::inline pairs {

// Elements between the least pairs of orbits; with the automorphisms, which
// are elements, too, they are all of the relation.
class PairElements {
 public:
  // `classes`: a partition of the orbits that no element crosses. None if
  // there are more than `limit` candidates, or elements of vertex groups.
  static std::optional<PairElements> list(
      const Frames& frames, const PairOrbits& orbits,
      std::span<const std::uint32_t> classes, std::uint64_t limit);

  // Per orbit the least that it is related to.
  const std::vector<std::uint32_t>& least() const { return least_; }

  // An element from the least pair of an orbit to that of another that it is
  // related to; and all from it to itself but the identity.
  PairSymmetry witness(std::uint32_t from, std::uint32_t to) const;
  std::vector<PairSymmetry> group(std::uint32_t orbit) const;

 private:
  friend class PairListing;
  // Elements of the vertex groups of i's and of j's class.
  struct Element {
    std::uint32_t first = 0, second = 0;
    bool operator==(const Element&) const = default;
    auto operator<=>(const Element&) const = default;
  };
  struct Bucket {
    std::uint32_t from = 0, to = 0;
    std::vector<Element> elements;  // sorted
  };
  PairElements(const Frames& frames, const PairOrbits& orbits,
               VertexGroups groups)
      : frames_(&frames), orbits_(&orbits), groups_(std::move(groups)) {}

  Bucket* find(std::uint32_t from, std::uint32_t to);
  const Bucket* find(std::uint32_t from, std::uint32_t to) const;
  PairSymmetry symmetry(const Bucket& bucket, const Element& e) const;

  const Frames* frames_;
  const PairOrbits* orbits_;
  VertexGroups groups_;
  std::vector<Bucket> buckets_;
  tsl::robin_map<std::uint64_t, std::uint32_t> numbers_;  // of buckets
  std::vector<std::uint32_t> least_;
};

}  // namespace vicinal::groupoid::inline pairs
