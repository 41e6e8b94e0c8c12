// SPDX-License-Identifier: MIT
// What of a model may depend on the order or on the names of nodes and edges.
// Not for use outside of symmetry/every_size/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::symmetry::inline every_size {

// Whom an obstacle is in the way of.
struct Obstacle {
  network::NodeFamilyId nodes;  // these, if valid
  network::EdgeFamilyId edges;  // or these, if valid; else everybody
  std::string why;
};

using ObstacleSink = std::function<void(const Obstacle&)>;

// Reports all obstacles in processes, rules, initial values and conditions, and
// in the properties. Connections are left out.
void find_obstacles(const network::Model& model,
                    const std::vector<std::size_t>& asked,
                    const ObstacleSink& sink);

}  // namespace vicinal::symmetry::inline every_size
