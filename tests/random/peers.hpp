// SPDX-License-Identifier: MIT
// At which ports the node at the other end of an edge has a name, and of which
// process it is: read from the text of the connect statements.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "terms.hpp"

namespace vicinal::random_models {

// Per process and name of a port, the process at the other end. Nodes are
// called by their families; where another name stands, nothing is said.
std::map<std::pair<std::size_t, std::string>, std::size_t> peers_of(
    const World& world, const std::string& connections);

}  // namespace vicinal::random_models
