// SPDX-License-Identifier: MIT
// Renamings of an instance that respect its network.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "symmetry/maps/state_map.hpp"

namespace vicinal::symmetry::inline maps {

class Renamings {
 public:
  // Must outlive it.
  explicit Renamings(const network::Instance& instance);

  // Two nodes change places, and with them the edges that they see. None: the
  // network is another one then. O(darts of both).
  std::optional<Renaming> exchange(network::NodeId a, network::NodeId b) const;
  // Nodes of two lists change places, one by one. The same.
  std::optional<Renaming> exchange(std::span<const network::NodeId> a,
                                   std::span<const network::NodeId> b) const;

  // Each node goes to `node[n]`, and each edge to one that is seen so by the
  // images of those that see it, if there is one for each; else edges stay.
  // O(darts).
  Renaming along(std::span<const network::NodeId> node) const;

  // Two constants of an enumeration change places.
  Renaming exchange(network::EnumId enumeration, network::Scalar a,
                    network::Scalar b) const;

  Renaming identity() const;

 private:
  struct Dart {
    network::NodeId node;
    std::uint32_t port = 0;
    std::uint8_t direction = 0;
    auto operator<=>(const Dart&) const = default;
  };
  // Who sees an edge how, and what it holds.
  using Signature = std::pair<network::TypeId, std::vector<Dart>>;
  Signature signature(network::EdgeId e) const;
  // Where the edge goes with its nodes; none: there is no such edge.
  network::EdgeId image(network::EdgeId e,
                        std::span<const network::NodeId> node) const;

  const network::Instance& instance_;
  std::map<Signature, std::vector<network::EdgeId>> edges_;
  std::vector<std::uint32_t> place_;  // per edge: among those like it
};

}  // namespace vicinal::symmetry::inline maps
