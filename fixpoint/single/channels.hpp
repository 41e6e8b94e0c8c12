// SPDX-License-Identifier: MIT
// Who interferes with whom: the points-to relation of LS section 2 as
// channels between representatives, with the edges that both ends touch.
#pragma once

#include <span>
#include <vector>

#include "fixpoint/reduction/reduction.hpp"
#include "network/graph/vias.hpp"

namespace vicinal::fixpoint::inline single {

// For every representative r and every node that points to it, up to what does
// the same to r: a channel from the class of the one to the class of the
// other, with the columns of the edges they share, as seen by either end (LS
// 4.3, step 4). Size O(sum over edges of representatives of writers).
//
// Where states are kept by orbits, vertex groups of the ends that take one
// channel to another make both do the same, up to the groups: one is kept.
class Channels {
 public:
  explicit Channels(const Reduction& reduction);

  // The same of states that are listed one by one, however the reduction keeps
  // them: then channels that vertex groups take to each other are all kept.
  enum class Keep : std::uint8_t { one, all };
  Channels(const Reduction& reduction, Keep keep);

  // The same, as a quotient network says it (LS 4.4, network/graph/vias.hpp),
  // whose nodes are the classes of the reduction; `origin`: per edge of the
  // quotient, the dart of its class's representative that it stands for. No
  // channel has a neighbour: a quotient does not know one.
  Channels(const Reduction& reduction, const network::Vias& vias,
           std::span<const network::DartId> origin);

  std::size_t size() const { return from_.size(); }
  std::uint32_t from(std::uint32_t c) const { return from_[c]; }  // classes
  std::uint32_t to(std::uint32_t c) const { return to_[c]; }
  // A node of class `from` that points to the representative of `to`; none on a
  // quotient network.
  network::NodeId neighbour(std::uint32_t c) const { return neighbour_[c]; }

  // Channels that start or end at a class.
  std::span<const std::uint32_t> outgoing(std::uint32_t c) const {
    return std::span(out_).subspan(out_begin_[c],
                                   out_begin_[c + 1] - out_begin_[c]);
  }
  network::Range incoming(std::uint32_t c) const {
    return {in_begin_[c], in_begin_[c + 1]};
  }

  // The shared edges as darts of the representatives of the ends, in the same
  // order, and their columns in the local states of these.
  std::span<const std::uint32_t> from_darts(std::uint32_t c) const {
    return part(from_darts_, dart_begin_, c);
  }
  std::span<const std::uint32_t> to_darts(std::uint32_t c) const {
    return part(to_darts_, dart_begin_, c);
  }
  std::span<const std::uint32_t> from_columns(std::uint32_t c) const {
    return part(from_columns_, column_begin_, c);
  }
  std::span<const std::uint32_t> to_columns(std::uint32_t c) const {
    return part(to_columns_, column_begin_, c);
  }

 private:
  using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  // A channel with the positions of its edges at either end.
  void add(const Reduction& reduction, std::uint32_t from, std::uint32_t to,
           network::NodeId neighbour, const Edges& edges);
  void index_outgoing(std::uint32_t classes);

  static std::span<const std::uint32_t> part(
      const std::vector<std::uint32_t>& all,
      const std::vector<std::uint32_t>& begin, std::uint32_t c) {
    return std::span(all).subspan(begin[c], begin[c + 1] - begin[c]);
  }

  std::vector<std::uint32_t> from_, to_;
  std::vector<network::NodeId> neighbour_;
  std::vector<std::uint32_t> out_begin_, out_, in_begin_;
  std::vector<std::uint32_t> dart_begin_ = {0}, column_begin_ = {0};
  std::vector<std::uint32_t> from_darts_, to_darts_;
  std::vector<std::uint32_t> from_columns_, to_columns_;
};

}  // namespace vicinal::fixpoint::inline single
