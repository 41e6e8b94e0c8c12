// SPDX-License-Identifier: MIT
// Colors and ports are known by what they are called; each name has a number.
#include "groupoid/comparison/joint.hpp"

#include <map>
#include <string>

#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline comparison {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

// Equal names, equal numbers.
class Numbering {
 public:
  std::uint32_t operator()(const std::string& name) {
    network::poll();
    return numbers_
        .try_emplace(name, static_cast<std::uint32_t>(numbers_.size()))
        .first->second;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

}  // namespace

std::string port_key(const Network& network, std::uint32_t port) {
  if (!network.has_ports) return "none";
  if (network.port_names.empty()) return "number " + std::to_string(port);
  return "name " + std::string(network.port_names[port]);
}

Joint::Joint(const Network& first, const Network& second)
    : networks_{&first, &second} {
  Numbering colors, ports;
  for (int which = 0; which < 2; ++which) {
    const Network& network = *networks_[which];
    for (const std::string& name : network.color_names) {
      color_[which].push_back(colors(name));
    }
    for (std::size_t d = 0; d < network.dart_count(); ++d) {
      network::poll();
      while (network.dart_port[d] >= port_[which].size()) {
        const auto next = static_cast<std::uint32_t>(port_[which].size());
        port_[which].push_back(ports(port_key(network, next)));
      }
    }
  }
}

std::uint32_t Joint::node_color(int which, NodeId n) const {
  return color_[which][networks_[which]->node_color[n.index()]];
}

std::uint32_t Joint::edge_color(int which, EdgeId e) const {
  return color_[which][networks_[which]->edge_color[e.index()]];
}

std::uint32_t Joint::port(int which, DartId d) const {
  return port_[which][networks_[which]->dart_port[d.index()]];
}

Network Joint::both() const {
  network::NetworkBuilder builder;
  builder.reserve(networks_[0]->dart_count() + networks_[1]->dart_count());
  const auto color = [&](std::uint32_t joint) {
    return builder.color(std::to_string(joint));
  };
  for (int which = 0; which < 2; ++which) {
    const Network& network = *networks_[which];
    const std::size_t offset = which == 0 ? 0 : networks_[0]->node_count();
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      network::poll();
      builder.add_node(color(node_color(which, NodeId(n))));
    }
    for (std::size_t e = 0; e < network.edge_count(); ++e) {
      const EdgeId edge = builder.add_edge(color(edge_color(which, EdgeId(e))));
      for (const DartId d : network.darts(EdgeId(e))) {
        network::poll();
        builder.connect(NodeId(offset + network.dart_node[d.index()].index()),
                        edge, network.dart_direction[d.index()],
                        port(which, d));
      }
    }
  }
  return builder.build(networks_[0]->has_ports || networks_[1]->has_ports);
}

}  // namespace vicinal::groupoid::inline comparison
