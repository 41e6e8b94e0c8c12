// SPDX-License-Identifier: MIT
// Hopcroft's refinement on arcs j -> m. A class that was used as a splitter
// once needs not be used again as a whole: after it is split, what the largest
// part adds is what the whole adds less the others. The largest keeps the
// number, so that `waiting_` has the others (and the largest, if the whole
// still waited). Bundles of neighbours that do not point to m bind nothing:
// their darts are blocks of their own, told apart by kinds only.
#include "groupoid/balance_relation/two_ended.hpp"

#include <algorithm>

#include "groupoid/balance_relation/refinable.hpp"
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
    begin_.reserve(network.node_count() + 1);
    begin_.push_back(0);
    for (std::size_t j = 0; j < network.node_count(); ++j) {
      shared_edges(network, NodeId(j), shared);
      for_each_bundle(shared, [&](std::span<const Shared> bundle) {
        const bool points =
            std::any_of(bundle.begin(), bundle.end(), [&](const Shared& s) {
              return network.writes(DartId(std::size_t{s.dart}));
            });
        if (!points) return;
        target_.push_back(bundle[0].neighbour);
        label_.push_back(label(bundle));
      });
      begin_.push_back(static_cast<std::uint32_t>(target_.size()));
    }
  }

  Range of(std::uint32_t j) const { return {begin_[j], begin_[j + 1]}; }
  std::uint32_t target(std::uint32_t a) const { return target_[a]; }
  std::uint32_t label(std::uint32_t a) const { return label_[a]; }
  bool labelled() const { return intern_.size() > 1; }

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
  std::vector<std::uint32_t> begin_, target_, label_;
  Interner intern_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  Sequence key_, last_key_;
  std::uint32_t last_ = 0;
};

// The coarsest refinement in which members of a class have equally many arcs
// of each label from each class.
class Counting {
 public:
  Counting(const Arcs& arcs, std::span<const std::uint32_t> labels)
      : arcs_(arcs), classes_(labels), count_(labels.size(), 0) {
    for (std::uint32_t c = 0; c < classes_.size(); ++c) waiting_.push_back(c);
  }

  std::vector<std::uint32_t> run() {
    // By index: splitting appends to the list. A class that waits and is split
    // goes on waiting under its own number, its other parts are appended.
    for (std::size_t w = 0; w < waiting_.size(); ++w) use(waiting_[w]);
    return classes_.labels();
  }

 private:
  void use(std::uint32_t splitter) {
    hits_.clear();
    for (const std::uint32_t j : classes_.members(splitter)) {
      network::poll();
      const Range out = arcs_.of(j);
      for (std::uint32_t a = out.begin; a < out.end; ++a) {
        hits_.emplace_back(arcs_.label(a), arcs_.target(a));
      }
    }
    if (arcs_.labelled()) {
      std::stable_sort(
          hits_.begin(), hits_.end(),
          [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    for (std::size_t first = 0; first < hits_.size();) {
      std::size_t last = first;
      while (last < hits_.size() && hits_[last].first == hits_[first].first) {
        ++last;
      }
      count(first, last);
      first = last;
    }
  }

  // Splits all classes by the number of hits[first, last) per node.
  void count(std::size_t first, std::size_t last) {
    touched_.clear();
    for (std::size_t h = first; h < last; ++h) {
      const std::uint32_t m = hits_[h].second;
      if (count_[m]++ == 0) touched_.push_back(m);
    }
    std::sort(touched_.begin(), touched_.end(),
              [&](std::uint32_t a, std::uint32_t b) {
                const std::uint32_t x = classes_.class_of(a);
                const std::uint32_t y = classes_.class_of(b);
                return x != y ? x < y : count_[a] < count_[b];
              });
    for (std::size_t i = 0; i < touched_.size();) i = split_from(i);
    for (const std::uint32_t m : touched_) count_[m] = 0;
  }

  // Splits the class of touched_[i]; returns where the next one begins.
  std::size_t split_from(std::size_t i) {
    const std::uint32_t c = classes_.class_of(touched_[i]);
    parts_.clear();
    while (i < touched_.size() && classes_.class_of(touched_[i]) == c) {
      const std::size_t first = i;
      const std::uint32_t k = count_[touched_[i]];
      while (i < touched_.size() && classes_.class_of(touched_[i]) == c &&
             count_[touched_[i]] == k) {
        ++i;
      }
      parts_.push_back(std::span(touched_).subspan(first, i - first));
    }
    if (parts_.size() == 1 && parts_[0].size() == classes_.members(c).size()) {
      return i;
    }
    for (std::uint32_t fresh = classes_.split(c, parts_);
         fresh < classes_.size(); ++fresh) {
      waiting_.push_back(fresh);
    }
    return i;
  }

  const Arcs& arcs_;
  Refinable classes_;
  std::vector<std::uint32_t> waiting_;
  std::vector<std::uint32_t> count_;  // per node, 0 between uses
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hits_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::span<const std::uint32_t>> parts_;
};

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
  const Arcs arcs(network, kinds);
  return Counting(arcs, start).run();
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
