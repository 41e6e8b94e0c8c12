// SPDX-License-Identifier: MIT
// The native network format (design 4.1), both ways:
//
//   { "nodes": [ {"id": "a", "color": "c1"}, {"id": "b"} ],
//     "edges": [ {"id": "e", "color": "x", "ins": ["a"],
//                 "outs": ["a", "b"]} ] }
//
// An edge of a quotient network also has the class that it is an edge of, and
// what neighbours know it as (network/vias.hpp):
//
//   "class": "a", "via": [ {"class": "b", "edge": "b.e", "channel": 0} ]
#pragma once

#include <optional>
#include <string>

#include "network/diagnostic.hpp"
#include "network/network.hpp"
#include "network/vias.hpp"

namespace vicinal::network {

// Reads a network without ports. Missing colors are one default color, the
// empty name; unknown keys get a warning (V0608); everything else that is not
// as above is an error V06xx with its place. Memory proportional to the text;
// nesting is capped at 1000. What a quotient says beyond a network is checked
// always, and kept in `vias` if that is not null.
std::optional<Network> read_native(const Source& source,
                                   Diagnostics& diagnostics,
                                   Vias* vias = nullptr);

// Writes a network that has names; reading it back gives an equal one, except
// for the order of darts within a node. Names are escaped; bytes that are not
// UTF-8 are replaced.
std::string write_native(const Network& network, const Vias& vias = {});

}  // namespace vicinal::network
