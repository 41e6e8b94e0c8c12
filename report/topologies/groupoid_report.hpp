// SPDX-License-Identifier: MIT
// `vicinal topology --groupoid`: the elements (m, beta, n) of both groupoids,
// class by class, as text and JSON.
#pragma once

#include <string>

#include "report/topologies/topology.hpp"

namespace vicinal::report::inline topologies {

std::string groupoid_text(const Style& style, const Opened& opened,
                          const Topology& topology);

// {"io": [...], "balance": [...]}: of each class its first node, how many nodes
// and elements it has, order and generators of that node's vertex group, and
// the elements where they are few.
Json groupoid_json(const Opened& opened, const Topology& topology, bool all);

}  // namespace vicinal::report::inline topologies
