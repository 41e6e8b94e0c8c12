// SPDX-License-Identifier: MIT
// Who interferes with whom: the points-to relation of LS section 2 as
// channels, with the edges that both ends touch.
#pragma once

#include <span>
#include <vector>

#include "network/instance.hpp"

namespace vicinal::fixpoint {

// For every ordered pair of nodes (from, to) where `from` points to `to`: the
// columns of the edges in InOut(from) and InOut(to), as seen by either end.
// Size O(sum over edges of writers * touching nodes).
class Channels {
 public:
  explicit Channels(const network::Instance& instance);

  std::size_t size() const { return from_.size(); }
  network::NodeId from(std::uint32_t c) const { return from_[c]; }
  network::NodeId to(std::uint32_t c) const { return to_[c]; }

  // Channels that start or end at a node.
  network::Range outgoing(network::NodeId n) const {
    return {out_begin_[n.index()], out_begin_[n.index() + 1]};
  }
  std::span<const std::uint32_t> incoming(network::NodeId n) const {
    return std::span(in_).subspan(
        in_begin_[n.index()], in_begin_[n.index() + 1] - in_begin_[n.index()]);
  }

  // Columns of the shared edges in the local states of the ends, in the same
  // order.
  std::span<const std::uint32_t> from_columns(std::uint32_t c) const {
    return columns(from_columns_, c);
  }
  std::span<const std::uint32_t> to_columns(std::uint32_t c) const {
    return columns(to_columns_, c);
  }

 private:
  std::span<const std::uint32_t> columns(const std::vector<std::uint32_t>& all,
                                         std::uint32_t c) const {
    return std::span(all).subspan(column_begin_[c],
                                  column_begin_[c + 1] - column_begin_[c]);
  }

  std::vector<network::NodeId> from_, to_;
  std::vector<std::uint32_t> out_begin_, in_begin_, in_;
  std::vector<std::uint32_t> column_begin_ = {0};
  std::vector<std::uint32_t> from_columns_, to_columns_;
};

}  // namespace vicinal::fixpoint
