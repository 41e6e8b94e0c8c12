// SPDX-License-Identifier: MIT
// Elements of a balance relation as permutations of places. The witness from
// its representative numbers the darts of each node; by these numbers (places)
// an element (m, beta, n) is an element of the vertex group of the class. Not
// for use outside of groupoid/.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/similarity/interner.hpp"

namespace vicinal::groupoid::inline pairs {

// The dart of n at e; no number of a dart, if there is none. O(log arity).
inline constexpr std::uint32_t no_dart = UINT32_MAX;
std::uint32_t dart_at(const network::Network& network, network::EdgeId e,
                      network::NodeId n);

class Frames {
 public:
  explicit Frames(const Balance& singles);

  const network::Network& network() const { return *network_; }
  std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(class_of_.size());
  }
  std::uint32_t class_count() const {
    return static_cast<std::uint32_t>(generators_.size());
  }
  std::uint32_t class_of(std::uint32_t n) const { return class_of_[n]; }

  std::uint32_t place(std::uint32_t dart) const { return place_[dart]; }
  network::DartId dart(std::uint32_t n, std::uint32_t place) const {
    return dart_[network_->node_begin[n] + place];
  }
  // The least place to which the vertex group takes the place of the dart.
  std::uint32_t orbit(std::uint32_t dart) const { return orbit_[dart]; }

  // Generators of the vertex group of a class; none: it is trivial.
  const std::vector<Sequence>& generators(std::uint32_t c) const {
    return generators_[c];
  }
  std::uint32_t degree(std::uint32_t c) const { return degree_[c]; }
  bool trivial() const;

  // The places at i and at j of the edges that they share, sorted.
  using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Places shared(std::uint32_t i, std::uint32_t j) const;

  // LS section 5: pt(i, j), sorted.
  std::vector<std::uint32_t> pointing(std::uint32_t i, std::uint32_t j) const;
  // Nodes to which n points, sorted.
  const std::vector<std::uint32_t>& pointed(std::uint32_t n) const {
    return pointed_[n];
  }

  // The element from m to n with the given permutation, and back.
  LocalSymmetry element(std::uint32_t m, std::uint32_t n,
                        const Sequence& places) const;
  Sequence places(const LocalSymmetry& s) const;

 private:
  const network::Network* network_;
  std::vector<std::uint32_t> class_of_, place_, orbit_, degree_;
  std::vector<network::DartId> dart_;  // per node, by places
  std::vector<std::vector<Sequence>> generators_;
  std::vector<std::vector<std::uint32_t>> pointing_, pointed_;
};

// The elements of the vertex groups, listed and numbered; 0 is the identity.
class VertexGroups {
 public:
  // None if there are more than `limit` of them.
  static std::optional<VertexGroups> list(const Frames& frames,
                                          std::uint64_t limit);

  std::uint32_t size(std::uint32_t c) const {
    return static_cast<std::uint32_t>(groups_[c].elements.size());
  }
  const Sequence& operator()(std::uint32_t c, std::uint32_t x) const {
    return groups_[c].elements[x];
  }
  std::uint32_t number(std::uint32_t c, const Sequence& places) {
    return groups_[c].numbers(places);
  }
  std::uint32_t inverse(std::uint32_t c, std::uint32_t x) const {
    return groups_[c].inverses[x];
  }
  // First x, then y.
  std::uint32_t product(std::uint32_t c, std::uint32_t x, std::uint32_t y);

 private:
  struct VertexGroup {
    std::vector<Sequence> elements;
    Interner numbers;
    std::vector<std::uint32_t> inverses;
    std::vector<std::uint32_t> products;  // all, if the group is small
  };
  std::vector<VertexGroup> groups_;
  Sequence scratch_;
};

}  // namespace vicinal::groupoid::inline pairs
