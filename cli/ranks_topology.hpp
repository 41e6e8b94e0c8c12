// SPDX-License-Identifier: MIT
// `vicinal-mpi topology`: the classes of a network from an edge list of which
// each rank reads a part.
#pragma once

#include <string>

#include "cli/options/options.hpp"
#include "network/ranks/post.hpp"

namespace vicinal::cli {

// What ranks do not do, in a sentence; empty: they do all that is asked.
std::string topology_not_on_ranks(const Options& options);

// All ranks; the first prints. The exit code is that of each. Throws
// LimitReached as the post does; a rank that reaches a limit of its own has
// left the post.
int topology_on_ranks(const Options& options, network::Exchange& exchange);

}  // namespace vicinal::cli
