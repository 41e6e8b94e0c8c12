// SPDX-License-Identifier: MIT
// Two networks side by side: one numbering of their colors and ports, and the
// network that holds both.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline comparison {

// What a port is known by in any network: a file gives it a name, a process a
// number.
std::string port_key(const network::Network& network, std::uint32_t port);

// Both must outlive it.
class Joint {
 public:
  Joint(const network::Network& first, const network::Network& second);

  const network::Network& network(int which) const { return *networks_[which]; }

  // Numbers that are equal, in one network or across both, where the names of
  // the colors are; and where ports have one name or, without names, one
  // number. A dart of a network without ports is at no port of another.
  std::uint32_t node_color(int which, network::NodeId n) const;
  std::uint32_t edge_color(int which, network::EdgeId e) const;
  std::uint32_t port(int which, network::DartId d) const;

  // The nodes and edges of the first, then those of the second. Without names.
  network::Network both() const;

 private:
  std::array<const network::Network*, 2> networks_;
  // Per color of each, per port number of each.
  std::array<std::vector<std::uint32_t>, 2> color_, port_;
};

}  // namespace vicinal::groupoid::inline comparison
