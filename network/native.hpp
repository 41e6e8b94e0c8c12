// SPDX-License-Identifier: MIT
// The native network format (design 4.1), both ways:
//
//   { "nodes": [ {"id": "a", "color": "c1"}, {"id": "b"} ],
//     "edges": [ {"id": "e", "color": "x", "ins": ["a"],
//                 "outs": ["a", "b"]} ] }
#pragma once

#include <optional>
#include <span>
#include <string>

#include "network/diagnostic.hpp"
#include "network/network.hpp"

namespace vicinal::network {

// Reads a network without ports. Missing colors are one default color, the
// empty name; unknown keys get a warning (V0608), once each; "edges" may be
// missing; everything else that is not as above is an error V06xx with its
// place. Time and memory proportional to the text (but for a logarithm);
// nesting is capped at 1000.
std::optional<Network> read_native(const Source& source,
                                   Diagnostics& diagnostics);

// Writes a network whose file gave it names. Reading it back gives an equal
// one, except for the order of darts within a node. Names are escaped; bytes
// that are not UTF-8 are replaced.
std::string write_native(const Network& network);

// The same with these names, one for each node and each edge (else a contract
// violation): for networks that have none.
std::string write_native(const Network& network,
                         std::span<const std::string> node_names,
                         std::span<const std::string> edge_names);

}  // namespace vicinal::network
