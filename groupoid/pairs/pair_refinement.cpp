// SPDX-License-Identifier: MIT
// Partition refinement with a worklist. What an orbit sees, and what sees it,
// is found anew each time from its least pair: automorphisms take viewers to
// viewers, so that one pair stands for its orbit.
#include "groupoid/pairs/pair_refinement.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "groupoid/balance_relation/refinable.hpp"
#include "groupoid/similarity/interner.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline pairs {

namespace {

class PairRefiner {
 public:
  PairRefiner(const Frames& frames, const PairOrbits& orbits,
              const std::vector<std::uint32_t>& labels)
      : frames_(frames),
        orbits_(orbits),
        trivial_(frames.trivial()),
        classes_(labels),
        is_dirty_(labels.size(), true),
        key_(labels.size()) {}

  std::vector<std::uint32_t> run() {
    for (std::uint32_t e = 0; e < key_.size(); ++e) dirty_.push_back(e);
    while (!dirty_.empty()) round();
    return classes_.labels();
  }

 private:
  void compute(std::uint32_t e) {
    const auto [i, j] = orbits_.pair(e);
    seen_.clear();
    for (const std::uint32_t k : frames_.pointing(i, j)) {
      seen_.push_back({k, classes_.class_of(orbits_.orbit(i, k)),
                       classes_.class_of(orbits_.orbit(j, k))});
    }
    if (!trivial_) {
      key_[e] = intern_(by_edges(i, j));
      return;
    }
    std::sort(seen_.begin(), seen_.end(), [](const Seen& a, const Seen& b) {
      return std::tie(a.with_i, a.with_j) < std::tie(b.with_i, b.with_j);
    });
    Sequence s;
    for (const Seen& k : seen_) {
      if (!s.empty() && s[s.size() - 2] == k.with_i && s.back() == k.with_j) {
        continue;
      }
      s.push_back(k.with_i);
      s.push_back(k.with_j);
    }
    key_[e] = intern_(s);
  }

  // With vertex groups the places of the edges are not known, but how many
  // edges have the same k at them is: beta is one to one.
  Sequence by_edges(std::uint32_t i, std::uint32_t j) {
    const network::Network& network = frames_.network();
    // Per edge: the places of i and j, and what is seen there.
    std::vector<Sequence> edges;
    for (const std::uint32_t n : {i, j}) {
      const network::NodeId node(std::size_t{n});
      const network::NodeId other(std::size_t{n == i ? j : i});
      const network::Range darts = network.darts(node);
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        const network::EdgeId e = network.dart_edge[d];
        const std::uint32_t o = dart_at(network, e, other);
        if (o != no_dart && n == j) continue;  // looked at already
        const std::uint32_t mine = frames_.orbit(d) + 1;
        const std::uint32_t theirs = o == no_dart ? 0 : frames_.orbit(o) + 1;
        edges.push_back(n == i ? Sequence{mine, theirs} : Sequence{0, mine});
        add_seen(e, edges.back());
      }
    }
    std::sort(edges.begin(), edges.end());
    Sequence s;
    for (const Sequence& e : edges) {
      s.insert(s.end(), e.begin(), e.end());
      s.push_back(UINT32_MAX);
    }
    return s;
  }

  // What is seen of the nodes that touch e, as a set.
  void add_seen(network::EdgeId e, Sequence& out) {
    const network::Network& network = frames_.network();
    std::vector<std::array<std::uint32_t, 3>> at;
    auto k = seen_.begin();
    for (const network::DartId d : network.darts(e)) {  // sorted by nodes
      const std::uint32_t n = network.dart_node[d.index()].value;
      while (k != seen_.end() && k->node < n) ++k;
      if (k == seen_.end()) break;
      if (k->node != n) continue;
      at.push_back({k->with_i, k->with_j, frames_.orbit(d.value)});
    }
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    for (const auto& what : at) out.insert(out.end(), what.begin(), what.end());
  }

  // Keys of what is dirty and of one clean member per class; then splits.
  void round() {
    intern_.clear();
    std::sort(dirty_.begin(), dirty_.end(), [&](auto a, auto b) {
      const auto x = classes_.class_of(a);
      const auto y = classes_.class_of(b);
      return x != y ? x < y : a < b;
    });
    struct DirtyClass {
      std::size_t first, last;
      std::uint32_t clean;
    };
    std::vector<DirtyClass> groups;
    for (std::size_t first = 0; first < dirty_.size();) {
      const std::uint32_t c = classes_.class_of(dirty_[first]);
      std::size_t last = first;
      while (last < dirty_.size() && classes_.class_of(dirty_[last]) == c) {
        ++last;
      }
      DirtyClass group{first, last, UINT32_MAX};
      first = last;
      const std::size_t members = classes_.members(c).size();
      if (members == 1) continue;  // nothing to tell apart
      for (std::size_t k = group.first; k < last; ++k) {
        network::poll(16);
        compute(dirty_[k]);
      }
      if (members > last - group.first) {
        for (const std::uint32_t e : classes_.members(c)) {
          if (is_dirty_[e]) continue;
          group.clean = e;
          compute(e);
          break;
        }
      }
      groups.push_back(group);
    }
    changed_.clear();
    for (const DirtyClass& g : groups) split(g.first, g.last, g.clean);
    for (const std::uint32_t e : dirty_) is_dirty_[e] = false;
    dirty_.clear();
    for (const std::uint32_t e : changed_) mark_viewers(e);
  }

  // (i, k) is seen by (i, j) and, as the second of two, by (j, i), for each j
  // where k points to i or to j.
  void mark_viewers(std::uint32_t e) {
    const auto [i, k] = orbits_.pair(e);
    const auto mark = [&, i = i, k = k](std::uint32_t j) {
      if (j == i || j == k) return;
      for (const std::uint32_t v : {orbits_.orbit(i, j), orbits_.orbit(j, i)}) {
        if (is_dirty_[v]) continue;
        is_dirty_[v] = true;
        dirty_.push_back(v);
      }
    };
    const auto& pointed = frames_.pointed(k);
    if (std::binary_search(pointed.begin(), pointed.end(), i)) {
      for (std::uint32_t j = 0; j < frames_.node_count(); ++j) mark(j);
    } else {
      for (const std::uint32_t j : pointed) mark(j);
    }
  }

  void split(std::size_t first, std::size_t last, std::uint32_t clean) {
    const std::uint32_t c = classes_.class_of(dirty_[first]);
    part_.assign(dirty_.begin() + static_cast<std::ptrdiff_t>(first),
                 dirty_.begin() + static_cast<std::ptrdiff_t>(last));
    if (clean != UINT32_MAX) {
      std::erase_if(part_, [&](auto e) { return key_[e] == key_[clean]; });
    }
    if (part_.empty()) return;
    std::sort(part_.begin(), part_.end(), [&](auto a, auto b) {
      return key_[a] != key_[b] ? key_[a] < key_[b] : a < b;
    });
    std::vector<std::span<const std::uint32_t>> parts;
    for (std::size_t i = 0; i < part_.size();) {
      std::size_t k = i;
      while (k < part_.size() && key_[part_[k]] == key_[part_[i]]) ++k;
      parts.push_back(std::span(part_).subspan(i, k - i));
      i = k;
    }
    for (std::uint32_t fresh = classes_.split(c, parts);
         fresh < classes_.size(); ++fresh) {
      const auto members = classes_.members(fresh);
      changed_.insert(changed_.end(), members.begin(), members.end());
    }
  }

  const Frames& frames_;
  const PairOrbits& orbits_;
  const bool trivial_;
  Refinable classes_;
  std::vector<bool> is_dirty_;
  std::vector<std::uint32_t> dirty_, changed_, key_, part_;
  struct Seen {
    std::uint32_t node, with_i, with_j;  // k; classes of (i, k) and (j, k)
  };
  std::vector<Seen> seen_;
  Interner intern_;
};

}  // namespace

std::vector<std::uint32_t> refine_pairs(const Frames& frames,
                                        const PairOrbits& orbits,
                                        std::span<const std::uint32_t> labels) {
  Interner intern;
  std::vector<std::uint32_t> start;
  for (std::uint32_t e = 0; e < orbits.size(); ++e) {
    const auto [i, j] = orbits.pair(e);
    Sequence key = {frames.class_of(i), frames.class_of(j),
                    labels.empty() ? 0 : labels[e]};
    // Elements of the relation may exchange places of one orbit.
    Frames::Places shared = frames.shared(i, j);
    for (auto& [a, b] : shared) {
      a = frames.orbit(frames.dart(i, a).value);
      b = frames.orbit(frames.dart(j, b).value);
    }
    std::sort(shared.begin(), shared.end());
    for (const auto& [a, b] : shared) {
      key.push_back(a);
      key.push_back(b);
    }
    start.push_back(intern(key));
  }
  return PairRefiner(frames, orbits, start).run();
}

}  // namespace vicinal::groupoid::inline pairs
