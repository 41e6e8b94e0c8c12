// SPDX-License-Identifier: MIT
// `vicinal topology --svg`: pictures through Graphviz.
#pragma once

#include "cli/session/load.hpp"
#include "report/topologies/topology.hpp"

namespace vicinal::cli {

// Prints the network, if that can be made out, and its quotient as an SVG.
// Classes are colors; articulation points and bridges, where they were looked
// for, are heavier. Returns the exit code; what cannot be drawn is said.
int draw(const Options& options, const network::Network& network,
         const report::Topology& topology);

}  // namespace vicinal::cli
