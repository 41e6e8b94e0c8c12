// SPDX-License-Identifier: MIT
// Random networks, small enough to write out all their local symmetries:
// graphs, directed and not, with parallel edges and self-loops; hyper-edges
// of any arity; and shapes with much symmetry, whole or slightly damaged.
#pragma once

#include <cstdint>
#include <optional>

#include "draft.hpp"

namespace vicinal::random_networks {

// Structured ones have at most 12 nodes and 19 edges, whatever the limits.
struct Options {
  std::uint32_t max_nodes = 7;  // of unstructured ones; at least 1
  std::uint32_t max_edges = 9;
  std::optional<bool> ports = std::nullopt;       // none: either
  std::optional<bool> structured = std::nullopt;  // none: either
  bool two_ended = false;                         // no hyper-edges
};

// The same seed and options give the same network.
Draft random_draft(std::uint64_t seed, const Options& options = {});
network::Network random_network(std::uint64_t seed,
                                const Options& options = {});

// The network as text, for messages: one line per edge.
std::string describe(const network::Network& network);

}  // namespace vicinal::random_networks
