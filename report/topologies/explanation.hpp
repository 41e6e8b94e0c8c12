// SPDX-License-Identifier: MIT
// `vicinal topology --explain A B`: why two nodes are not balanced.
#pragma once

#include <string>

#include "groupoid/balance_relation/balance.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline topologies {

// The node of a name; an error is a sentence, with the nearest names.
struct NamedNode {
  network::NodeId node;
  std::string error;
};
NamedNode node_named(const network::Network& network, const std::string& name);

std::string explanation_text(const groupoid::Balance& balance,
                             network::NodeId a, network::NodeId b);
Json explanation_json(const groupoid::Balance& balance, network::NodeId a,
                      network::NodeId b);

}  // namespace vicinal::report::inline topologies
