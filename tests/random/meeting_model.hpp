// SPDX-License-Identifier: MIT
// Random models in which nodes meet, as text: rules that read and write one to
// three nodes, or an edge, what single-node views of an instance must get
// right.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed. Two to four stations
// in a ring, at a bus, in pairs, or without edges, and perhaps a process of
// another kind; some rules are bound to be of neighbours, some of nodes that
// share nothing, by quantifiers or by name; with guards that look at others,
// priorities, references, and assignments that may fail. One in ten has a rule
// that moves more than local views take.
// `more`: by one node.
std::string meeting_model(std::uint64_t seed, bool more = false);

// The same of every number of stations from two on: some rules name a station
// that smaller instances do not have.
std::string meeting_family(std::uint64_t seed);

}  // namespace vicinal::random_models
