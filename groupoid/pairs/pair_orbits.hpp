// SPDX-License-Identifier: MIT
// Orbits of ordered pairs of nodes under automorphisms, with an automorphism
// for each pair: Local_2(G) of LS section 5. Not for use outside of groupoid/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/pairs/frames.hpp"
#include "groupoid/pairs/pair_symmetry.hpp"

namespace vicinal::groupoid::inline pairs {

// Generators of a group of automorphisms that lie in `singles` and keep the
// labels of pairs (as in PairOptions). None if they are beyond the limits.
std::vector<Automorphism> respectful(const Balance& singles,
                                     const Frames& frames,
                                     std::span<const std::uint32_t> labels,
                                     const AutomorphismLimits& limits);

// A pair (i, j) has the number i * nodes + j; orbits are numbered by their
// least pairs. Two words per pair, and the generators.
class PairOrbits {
 public:
  PairOrbits(const network::Network& network,
             const std::vector<Automorphism>& generators);

  std::uint32_t size() const {
    return static_cast<std::uint32_t>(pairs_.size());
  }
  std::uint32_t orbit(std::uint32_t i, std::uint32_t j) const {
    return orbit_[number(i, j)];
  }
  // The least pair of an orbit.
  std::pair<std::uint32_t, std::uint32_t> pair(std::uint32_t o) const {
    return {pairs_[o] / nodes_, pairs_[o] % nodes_};
  }

  // What some automorphism does that takes the least pair of the orbit to
  // (i, j): a product of generators. O(its length times the degrees).
  PairSymmetry witness(std::uint32_t i, std::uint32_t j) const;

  // What those do that fix the least pair of an orbit: generators of a group
  // of them (Schreier's), of the whole one unless that takes more than some
  // 10^7 steps. None does nothing.
  std::vector<PairSymmetry> stabilizer(std::uint32_t o) const;

 private:
  // Where it takes what it moves, sorted.
  struct Moves {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes, edges;
  };
  static std::uint32_t image(
      const std::vector<std::pair<std::uint32_t, std::uint32_t>>& moves,
      std::uint32_t x);

  std::uint32_t number(std::uint32_t i, std::uint32_t j) const {
    return i * nodes_ + j;
  }
  std::uint32_t moved(std::uint32_t pair, std::uint32_t generator) const;
  PairSymmetry start(std::uint32_t pair) const;
  void apply(std::uint32_t generator, LocalSymmetry& s) const;
  void apply(std::uint32_t generator, PairSymmetry& s) const {
    apply(generator, s.first);
    apply(generator, s.second);
  }
  LocalSymmetry along(const std::vector<std::uint32_t>& way,
                      std::uint32_t from) const;
  void search(std::uint32_t first);

  const network::Network* network_;
  std::uint32_t nodes_;
  std::vector<Moves> generators_, inverses_;
  // Per node: the generators that move it, or it or one of its edges.
  std::vector<std::vector<std::uint32_t>> moving_, touching_;
  std::vector<std::uint32_t> orbit_, via_;  // per pair; via_: a generator
  std::vector<std::uint32_t> pairs_;        // per orbit
};

}  // namespace vicinal::groupoid::inline pairs
