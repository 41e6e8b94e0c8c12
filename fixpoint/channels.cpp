// SPDX-License-Identifier: MIT
#include "fixpoint/channels.hpp"

#include "groupoid/interference.hpp"

namespace vicinal::fixpoint {

using network::DartId;
using network::Instance;
using network::NodeId;

namespace {

// First column of a dart in its node's local states.
std::uint32_t column(const Instance& instance, DartId d) {
  const network::Network& network = instance.network;
  const NodeId n = network.dart_node[d.index()];
  std::uint32_t at =
      instance.variable_offsets[instance.process_id(n).index()].back();
  for (std::uint32_t i = network.darts(n).begin; i < d.value; ++i) {
    at += instance.size(instance.edge_type(network.dart_edge[i])).slots;
  }
  return at;
}

}  // namespace

Channels::Channels(const Reduction& reduction) {
  const Instance& instance = *reduction.instance;
  const auto classes = static_cast<std::uint32_t>(reduction.classes().size());
  in_begin_.push_back(0);
  for (std::uint32_t c = 0; c < classes; ++c) {
    for (const auto& i : groupoid::interference(reduction.balance, c)) {
      for (const auto& [theirs, mine] : i.edges) {
        const std::uint32_t from = column(instance, theirs);
        const std::uint32_t to = column(instance, mine);
        const auto edge = instance.network.dart_edge[mine.index()];
        for (std::uint32_t k = 0;
             k < instance.size(instance.edge_type(edge)).slots; ++k) {
          from_columns_.push_back(from + k);
          to_columns_.push_back(to + k);
        }
      }
      from_.push_back(i.from);
      to_.push_back(c);
      neighbour_.push_back(i.neighbour);
      column_begin_.push_back(static_cast<std::uint32_t>(from_columns_.size()));
    }
    in_begin_.push_back(static_cast<std::uint32_t>(from_.size()));
  }
  // Outgoing channels by counting.
  out_begin_.assign(classes + 1, 0);
  for (const std::uint32_t c : from_) ++out_begin_[c + 1];
  for (std::size_t i = 1; i < out_begin_.size(); ++i) {
    out_begin_[i] += out_begin_[i - 1];
  }
  out_.resize(from_.size());
  std::vector<std::uint32_t> next(out_begin_.begin(), out_begin_.end());
  for (std::uint32_t c = 0; c < from_.size(); ++c) out_[next[from_[c]]++] = c;
}

}  // namespace vicinal::fixpoint
