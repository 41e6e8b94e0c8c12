// SPDX-License-Identifier: MIT
// The native network format (design 4.1), both ways:
//
//   { "nodes": [ {"id": "a", "color": "c1"}, {"id": "b"} ],
//     "edges": [ {"id": "e", "color": "x", "ins": ["a"],
//                 "outs": ["a", "b"]} ] }
//
// An edge that a node knows under the name of a port says so:
//
//   "ports": {"a": "left"}
//
// An edge of a quotient network also has the class that it is an edge of, what
// this may do with it (as the direction of a port), and what neighbours know it
// as (network/graph/vias.hpp):
//
//   "class": "a", "access": "inout",
//   "via": [ {"class": "b", "edge": "b.e", "channel": 0} ]
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/graph/network.hpp"
#include "network/graph/vias.hpp"

namespace vicinal::network::inline files {

// Missing colors are one default color, the empty name; unknown keys get a
// warning (V0608), once each; everything else that is not as above, a missing
// list of edges too, is an error V06xx with its place. Time and memory
// proportional to the text (but for a logarithm); nesting is capped at 1000.
// What a quotient says beyond a network is checked always, and kept in `vias`
// if that is not null. Keys of nodes that are `kept` are attributes: strings,
// numbers, truth values.
std::optional<Network> read_native(const Source& source,
                                   Diagnostics& diagnostics,
                                   Vias* vias = nullptr,
                                   const std::vector<std::string>& kept = {});

// Writes a network that has names of its nodes; its edges may have none, and
// then get some. Reading it back gives an equal
// one, except for the order of darts within a node. Names are escaped; bytes
// that are not UTF-8 are replaced.
std::string write_native(const Network& network, const Vias& vias = {});

// The same with these names, one for each node and each edge (else a contract
// violation): for networks that have none.
std::string write_native(const Network& network, const Names& node_names,
                         const Names& edge_names, const Vias& vias = {});

}  // namespace vicinal::network::inline files
