// SPDX-License-Identifier: MIT
// Refinement on arcs j -> m. Bundles of neighbours that do not point to m bind
// nothing: their darts are blocks of their own, told apart by kinds only.
#include "groupoid/balance_relation/two_ended.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "groupoid/balance_relation/stable.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Numbers;
using network::Range;

namespace {

// The dart at the other end of a dart's edge, if there is one.
DartId other_end(const Network& network, std::uint32_t d) {
  for (const DartId o : network.darts(network.dart_edge[d])) {
    if (o.value != d) return o;
  }
  return DartId::none();
}

struct SharedEdge {
  std::uint32_t neighbour;
  std::uint32_t dart;   // of the node
  std::uint32_t other;  // of the neighbour
  auto operator<=>(const SharedEdge&) const = default;
};

// The edges that n shares with others, by neighbours.
void shared_edges(const Network& network, NodeId n,
                  std::vector<SharedEdge>& out) {
  out.clear();
  const Range darts = network.darts(n);
  bool sorted = true;
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    const DartId other = other_end(network, d);
    if (!other.valid()) continue;
    const std::uint32_t neighbour = network.dart_node[other.index()].value;
    if (!out.empty() && neighbour < out.back().neighbour) sorted = false;
    out.push_back({neighbour, d, other.value});
  }
  if (!sorted) std::sort(out.begin(), out.end());
}

// Calls visit(first, last) for each bundle.
template <class Visit>
void for_each_bundle(std::span<const SharedEdge> shared, const Visit& visit) {
  for (std::size_t first = 0; first < shared.size();) {
    std::size_t last = first;
    while (last < shared.size() &&
           shared[last].neighbour == shared[first].neighbour) {
      ++last;
    }
    visit(shared.subspan(first, last - first));
    first = last;
  }
}

// An arc j -> m for each m that j points to, labelled by the kinds of the
// edges they share, at m and at j.
class Arcs {
 public:
  Arcs(const Network& network, const Numbers<std::uint32_t>& kinds)
      : kinds_(kinds) {
    std::vector<SharedEdge> shared;
    begin_ = {0};
    begin_.reserve(network.node_count() + 1);
    for (std::size_t j = 0; j < network.node_count(); ++j) {
      network::poll();
      shared_edges(network, NodeId(j), shared);
      for_each_bundle(shared, [&](std::span<const SharedEdge> bundle) {
        const bool points =
            std::any_of(bundle.begin(), bundle.end(), [&](const SharedEdge& s) {
              return network.writes(DartId(std::size_t{s.dart}));
            });
        if (!points) return;
        target_.push_back(bundle[0].neighbour);
        label_.push_back(label(bundle));
      });
      begin_.push_back(static_cast<std::uint32_t>(target_.size()));
    }
    if (intern_.size() <= 1) label_.clear();
  }

  ArcRows rows() const { return {begin_, target_, label_}; }

 private:
  std::uint32_t label(std::span<const SharedEdge> bundle) {
    pairs_.clear();
    for (const SharedEdge& s : bundle) {
      pairs_.emplace_back(kinds_[s.other], kinds_[s.dart]);
    }
    std::sort(pairs_.begin(), pairs_.end());
    key_.clear();
    for (const auto& [theirs, mine] : pairs_) {
      key_.push_back(theirs);
      key_.push_back(mine);
    }
    if (key_ == last_key_) return last_;
    last_key_ = key_;
    return last_ = intern_(key_);
  }

  const Numbers<std::uint32_t>& kinds_;
  std::vector<std::uint32_t> begin_, target_, label_;
  Interner intern_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  Sequence key_, last_key_;
  std::uint32_t last_ = 0;
};

// Arcs where all darts are alike, and read and write: most networks from
// files. Labels are numbers of edges shared, if there are several at all.
class PlainArcs {
 public:
  static bool apply(const Network& network,
                    const Numbers<std::uint32_t>& kinds) {
    return kinds.uniform() && network.dart_direction.uniform() &&
           network.dart_count() > 0 &&
           network.dart_direction[0] == network::dart_both;
  }

  explicit PlainArcs(const Network& network)
      : network_(network), target_(network.dart_count(), no_target) {
    for (std::size_t e = 0; e < network.edge_count(); ++e) {
      const auto ends = network.darts(EdgeId(e));
      if (ends.size() != 2) continue;
      target_[ends[0].index()] = network.dart_node[ends[1].index()].value;
      target_[ends[1].index()] = network.dart_node[ends[0].index()].value;
    }
    if (parallel()) gather();
  }

  ArcRows rows() const {
    return {begin_.empty() ? network_.node_begin : begin_, target_, label_};
  }

 private:
  // Whether two nodes share two edges.
  bool parallel() const {
    std::vector<std::uint32_t> last(network_.node_count(), no_target);
    for (std::uint32_t n = 0; n < network_.node_count(); ++n) {
      const Range row = network_.darts(NodeId(std::size_t{n}));
      for (std::uint32_t d = row.begin; d < row.end; ++d) {
        if (target_[d] == no_target) continue;
        if (last[target_[d]] == n) return true;
        last[target_[d]] = n;
      }
    }
    return false;
  }

  // One arc for each neighbour.
  void gather() {
    begin_ = {0};
    begin_.reserve(network_.node_count() + 1);
    std::size_t size = 0;
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      network::poll();
      const Range row = network_.darts(NodeId(n));
      std::sort(target_.begin() + row.begin, target_.begin() + row.end);
      for (std::uint32_t d = row.begin; d < row.end; ++d) {
        if (target_[d] == no_target) continue;
        if (size > begin_.back() && target_[size - 1] == target_[d]) {
          ++label_.back();
          continue;
        }
        target_[size++] = target_[d];
        label_.push_back(1);
      }
      begin_.push_back(static_cast<std::uint32_t>(size));
    }
    target_.resize(size);
  }

  const Network& network_;
  std::vector<std::uint32_t> begin_, target_, label_;
};

}  // namespace

bool two_ended(const Network& network) {
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    if (network.darts(EdgeId(e)).size() > 2) return false;
  }
  return true;
}

std::vector<std::uint32_t> refine_two_ended(
    const Network& network, const Numbers<std::uint32_t>& kinds,
    const Numbers<std::uint32_t>& colors) {
  std::vector<std::uint32_t> start = node_kinds(network, kinds, colors);
  if (PlainArcs::apply(network, kinds)) {
    return coarsest_stable(PlainArcs(network).rows(), std::move(start));
  }
  return coarsest_stable(Arcs(network, kinds).rows(), std::move(start));
}

NodeStructure two_ended_structure(const Network& network,
                                  const Numbers<std::uint32_t>& kinds,
                                  const Partition& classes, NodeId n) {
  NodeStructure out;
  std::vector<SharedEdge> shared;
  shared_edges(network, n, shared);
  std::vector<bool> bundled(network.darts(n).size(), false);
  const std::uint32_t first = network.darts(n).begin;
  for_each_bundle(shared, [&](std::span<const SharedEdge> bundle) {
    const bool points =
        std::any_of(bundle.begin(), bundle.end(), [&](const SharedEdge& s) {
          return network.writes(DartId(std::size_t{s.other}));
        });
    if (!points) return;
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> keys;
    for (const SharedEdge& s : bundle) {
      keys.emplace_back(kinds[s.dart], kinds[s.other], s.dart);
      bundled[s.dart - first] = true;
    }
    std::sort(keys.begin(), keys.end());
    Block block;
    block.signature = {
        1, classes.class_of(NodeId(std::size_t{bundle[0].neighbour}))};
    std::uint32_t key = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto& [mine, theirs, dart] = keys[i];
      if (i > 0 && (mine != std::get<0>(keys[i - 1]) ||
                    theirs != std::get<1>(keys[i - 1]))) {
        ++key;
      }
      block.signature.push_back(mine);
      block.signature.push_back(theirs);
      block.keys.push_back(key);
      block.darts.emplace_back(std::size_t{dart});
    }
    out.push_back(std::move(block));
  });
  for (std::uint32_t i = 0; i < bundled.size(); ++i) {
    if (bundled[i]) continue;
    out.push_back(
        {{0, kinds[first + i]}, {0}, {DartId(std::size_t{first} + i)}});
  }
  std::stable_sort(out.begin(), out.end(), [](const Block& a, const Block& b) {
    return a.signature < b.signature;
  });
  return out;
}

}  // namespace vicinal::groupoid::inline balance_relation
