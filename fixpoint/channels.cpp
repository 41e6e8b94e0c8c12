// SPDX-License-Identifier: MIT
#include "fixpoint/channels.hpp"

#include <algorithm>

namespace vicinal::fixpoint {

using network::DartId;
using network::EdgeId;
using network::Instance;
using network::Network;
using network::NodeId;

namespace {

// First column of each dart in its node's local states.
std::vector<std::uint32_t> dart_columns(const Instance& instance) {
  const Network& network = instance.network;
  std::vector<std::uint32_t> columns(network.dart_count());
  for (std::uint32_t n = 0; n < network.node_count(); ++n) {
    const NodeId node(std::size_t{n});
    std::uint32_t at =
        instance.variable_offsets[instance.process_id(node).index()].back();
    const network::Range darts = network.darts(node);
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      columns[d] = at;
      at += instance.size(instance.edge_type(network.dart_edge[d])).slots;
    }
  }
  return columns;
}

}  // namespace

Channels::Channels(const Instance& instance) {
  const Network& network = instance.network;
  const std::vector<std::uint32_t> columns = dart_columns(instance);
  std::vector<NodeId> targets;
  std::vector<std::uint32_t> own_dart(network.edge_count(), UINT32_MAX);
  out_begin_.push_back(0);
  for (std::uint32_t m = 0; m < network.node_count(); ++m) {
    const NodeId from(std::size_t{m});
    const network::Range darts = network.darts(from);
    targets.clear();
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      own_dart[network.dart_edge[d].index()] = d;
      if (!network.writes(DartId(std::size_t{d}))) continue;
      for (const DartId other : network.darts(network.dart_edge[d])) {
        const NodeId n = network.dart_node[other.index()];
        if (n != from) targets.push_back(n);
      }
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (const NodeId n : targets) {
      const network::Range theirs = network.darts(n);
      for (std::uint32_t d = theirs.begin; d < theirs.end; ++d) {
        const EdgeId e = network.dart_edge[d];
        const std::uint32_t mine = own_dart[e.index()];
        if (mine == UINT32_MAX) continue;
        const std::uint32_t slots = instance.size(instance.edge_type(e)).slots;
        for (std::uint32_t i = 0; i < slots; ++i) {
          from_columns_.push_back(columns[mine] + i);
          to_columns_.push_back(columns[d] + i);
        }
      }
      from_.push_back(from);
      to_.push_back(n);
      column_begin_.push_back(static_cast<std::uint32_t>(from_columns_.size()));
    }
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      own_dart[network.dart_edge[d].index()] = UINT32_MAX;
    }
    out_begin_.push_back(static_cast<std::uint32_t>(from_.size()));
  }
  // Incoming channels by counting.
  in_begin_.assign(network.node_count() + 1, 0);
  for (const NodeId n : to_) ++in_begin_[n.index() + 1];
  for (std::size_t i = 1; i < in_begin_.size(); ++i) {
    in_begin_[i] += in_begin_[i - 1];
  }
  in_.resize(from_.size());
  std::vector<std::uint32_t> next(in_begin_.begin(), in_begin_.end());
  for (std::uint32_t c = 0; c < from_.size(); ++c) {
    in_[next[to_[c].index()]++] = c;
  }
}

}  // namespace vicinal::fixpoint
