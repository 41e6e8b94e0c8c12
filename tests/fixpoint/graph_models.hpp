// SPDX-License-Identifier: MIT
// Random models on graphs: processes that know their edges by port sets, and
// networks that they can stand on.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fixpoint/single/single.hpp"
#include "network/graph/network.hpp"
#include "tests/random/random_network.hpp"

namespace vicinal::fixpoint_tests {

// Knows its edges by one port set, or by two, and treats those of one alike;
// `network from "g.json"`.
std::string graph_model(std::uint64_t seed, bool directed);

// Without self-loops; some with buses.
random_networks::Draft graph_draft(std::uint64_t seed, bool directed);

// For thousands of states.
network::Limits small_limits();

// Theta; none if it takes more.
std::optional<fixpoint::SingleInvariant> theta_of(
    const network::Instance& instance, fixpoint::Reduce reduce);

// theta(n), each row with its edges at each port set in order.
std::set<std::vector<network::Scalar>> rows_without_order(
    const network::Instance& instance,
    const fixpoint::SingleInvariant& invariant, network::NodeId n);

}  // namespace vicinal::fixpoint_tests
