// SPDX-License-Identifier: MIT
// Refinement on arcs j -> m. Bundles of neighbours that do not point to m bind
// nothing: their darts are blocks of their own, told apart by kinds only.
#include "groupoid/balance_relation/two_ended.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "groupoid/balance_relation/stable.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

// The dart at the other end of a dart's edge, if there is one.
DartId other_end(const Network& network, std::uint32_t d) {
  for (const DartId o : network.darts(network.dart_edge[d])) {
    if (o.value != d) return o;
  }
  return DartId::none();
}

struct Shared {
  std::uint32_t neighbour;
  std::uint32_t dart;   // of the node
  std::uint32_t other;  // of the neighbour
  auto operator<=>(const Shared&) const = default;
};

// The edges that n shares with others, by neighbours.
void shared_edges(const Network& network, NodeId n, std::vector<Shared>& out) {
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
void for_each_bundle(std::span<const Shared> shared, const Visit& visit) {
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
  Arcs(const Network& network, std::span<const std::uint32_t> kinds)
      : kinds_(kinds) {
    std::vector<Shared> shared;
    rows_.begin.reserve(network.node_count() + 1);
    for (std::size_t j = 0; j < network.node_count(); ++j) {
      network::poll();
      shared_edges(network, NodeId(j), shared);
      for_each_bundle(shared, [&](std::span<const Shared> bundle) {
        const bool points =
            std::any_of(bundle.begin(), bundle.end(), [&](const Shared& s) {
              return network.writes(DartId(std::size_t{s.dart}));
            });
        if (!points) return;
        rows_.target.push_back(bundle[0].neighbour);
        rows_.label.push_back(label(bundle));
      });
      rows_.begin.push_back(static_cast<std::uint32_t>(rows_.target.size()));
    }
    if (intern_.size() <= 1) rows_.label.clear();
  }

  ArcRows take() { return std::move(rows_); }

 private:
  std::uint32_t label(std::span<const Shared> bundle) {
    pairs_.clear();
    for (const Shared& s : bundle) {
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

  std::span<const std::uint32_t> kinds_;
  ArcRows rows_;
  Interner intern_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  Sequence key_, last_key_;
  std::uint32_t last_ = 0;
};

// Darts are arcs where all of them are alike and read and write, and no two
// nodes share two edges: most networks from files.
std::optional<ArcRows> plain_arcs(const Network& network,
                                  std::span<const std::uint32_t> kinds) {
  const std::size_t darts = network.dart_count();
  if (darts == 0 || !network.reads(DartId(std::size_t{0})) ||
      !network.writes(DartId(std::size_t{0})) ||
      std::any_of(kinds.begin(), kinds.end(),
                  [](std::uint32_t k) { return k != 0; })) {
    return std::nullopt;
  }
  ArcRows out;
  out.target.assign(darts, no_target);
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    const auto ends = network.darts(EdgeId(e));
    if (ends.size() != 2) continue;
    out.target[ends[0].index()] = network.dart_node[ends[1].index()].value;
    out.target[ends[1].index()] = network.dart_node[ends[0].index()].value;
  }
  std::vector<std::uint32_t> last(network.node_count(), no_target);
  for (std::uint32_t n = 0; n < network.node_count(); ++n) {
    const Range row = network.darts(NodeId(std::size_t{n}));
    for (std::uint32_t d = row.begin; d < row.end; ++d) {
      const std::uint32_t m = out.target[d];
      if (m == no_target) continue;
      if (last[m] == n) return std::nullopt;
      last[m] = n;
    }
  }
  out.begin = network.node_begin;
  return out;
}

}  // namespace

bool two_ended(const Network& network) {
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    if (network.darts(EdgeId(e)).size() > 2) return false;
  }
  return true;
}

std::vector<std::uint32_t> refine_two_ended(
    const Network& network, std::span<const std::uint32_t> kinds,
    std::span<const std::uint32_t> colors) {
  Sequence start;
  {
    Interner intern;
    Sequence key;
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      const Range darts = network.darts(NodeId(n));
      key.assign(kinds.begin() + darts.begin, kinds.begin() + darts.end);
      std::sort(key.begin(), key.end());
      key.push_back(colors[n]);
      start.push_back(intern(key));
    }
  }
  if (const auto arcs = plain_arcs(network, kinds)) {
    return coarsest_stable(*arcs, std::move(start));
  }
  return coarsest_stable(Arcs(network, kinds).take(), std::move(start));
}

NodeStructure two_ended_structure(const Network& network,
                                  std::span<const std::uint32_t> kinds,
                                  std::span<const std::uint32_t> classes,
                                  NodeId n) {
  NodeStructure out;
  std::vector<Shared> shared;
  shared_edges(network, n, shared);
  std::vector<bool> bundled(network.darts(n).size(), false);
  const std::uint32_t first = network.darts(n).begin;
  for_each_bundle(shared, [&](std::span<const Shared> bundle) {
    const bool points =
        std::any_of(bundle.begin(), bundle.end(), [&](const Shared& s) {
          return network.writes(DartId(std::size_t{s.other}));
        });
    if (!points) return;
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> keys;
    for (const Shared& s : bundle) {
      keys.emplace_back(kinds[s.dart], kinds[s.other], s.dart);
      bundled[s.dart - first] = true;
    }
    std::sort(keys.begin(), keys.end());
    Block block;
    block.signature = {1, classes[bundle[0].neighbour]};
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
