// SPDX-License-Identifier: MIT
// The native network format (design 4.1), both ways:
//
//   { "nodes": [ {"id": "a", "color": "c1"}, {"id": "b"} ],
//     "edges": [ {"id": "e", "color": "x", "ins": ["a"],
//                 "outs": ["a", "b"]} ] }
#pragma once

#include <optional>
#include <string>

#include "network/diagnostic.hpp"
#include "network/network.hpp"

namespace vicinal::network {

// Reads a network without ports. Missing colors are one default color, the
// empty name; unknown keys get a warning (V0608); everything else that is not
// as above is an error V06xx with its place. Memory proportional to the text;
// nesting is capped at 1000.
std::optional<Network> read_native(const Source& source,
                                   Diagnostics& diagnostics);

// Writes a network that has names; reading it back gives an equal one, except
// for the order of darts within a node. Names are escaped; bytes that are not
// UTF-8 are replaced.
std::string write_native(const Network& network);

}  // namespace vicinal::network
