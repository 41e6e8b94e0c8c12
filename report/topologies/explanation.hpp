// SPDX-License-Identifier: MIT
// `vicinal topology --explain A B`: which edges correspond, edge by edge, where
// two nodes are alike (the beta of LS Definitions 2 and 4), and why they are
// not balanced where they are not.
#pragma once

#include <string>

#include "report/topologies/topology.hpp"

namespace vicinal::report::inline topologies {

// The node of a name; an error is a sentence, with the nearest names.
struct NamedNode {
  network::NodeId node;
  std::string error;
};
NamedNode node_named(const network::Network& network, const std::string& name);

std::string explanation_text(const Style& style, const Opened& opened,
                             const Topology& topology, network::NodeId a,
                             network::NodeId b);
Json explanation_json(const Opened& opened, const Topology& topology,
                      network::NodeId a, network::NodeId b);

}  // namespace vicinal::report::inline topologies
