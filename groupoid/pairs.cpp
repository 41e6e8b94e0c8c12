// SPDX-License-Identifier: MIT
// Every orbit of pairs under the automorphisms is one element; an element has
// a set of (class, class), one for each node that points to its first pair;
// the coarsest partition in which these sets agree is the answer.
#include "groupoid/pairs.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "groupoid/interner.hpp"
#include "groupoid/refinable.hpp"

namespace vicinal::groupoid {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

// Per element, the pairs of elements that it sees.
struct Sights {
  std::vector<std::uint32_t> begin = {0};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
};

// The coarsest refinement of `labels` in which the elements of a class see the
// same set of pairs of classes.
class SetRefiner {
 public:
  SetRefiner(const Sights& sights, std::span<const std::uint32_t> labels)
      : sights_(sights), classes_(labels), is_dirty_(labels.size(), true) {
    key_.resize(labels.size());
    begin_.assign(labels.size() + 1, 0);
    for (const auto& [a, b] : sights.seen) {
      ++begin_[a + 1];
      ++begin_[b + 1];
    }
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    from_.resize(begin_.back());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t e = 0; e < labels.size(); ++e) {
      for (std::uint32_t k = sights.begin[e]; k < sights.begin[e + 1]; ++k) {
        from_[next[sights.seen[k].first]++] = e;
        from_[next[sights.seen[k].second]++] = e;
      }
    }
  }

  std::vector<std::uint32_t> run() {
    for (std::uint32_t e = 0; e < key_.size(); ++e) dirty_.push_back(e);
    while (!dirty_.empty()) round();
    return classes_.labels();
  }

 private:
  void compute(std::uint32_t e) {
    pairs_.clear();
    for (std::uint32_t k = sights_.begin[e]; k < sights_.begin[e + 1]; ++k) {
      pairs_.emplace_back(classes_.class_of(sights_.seen[k].first),
                          classes_.class_of(sights_.seen[k].second));
    }
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    Sequence s;
    for (const auto& [a, b] : pairs_) {
      s.push_back(a);
      s.push_back(b);
    }
    key_[e] = intern_(s);
  }

  // Keys of what is dirty and of one clean member per class; then splits.
  void round() {
    intern_.clear();
    std::sort(dirty_.begin(), dirty_.end(), [&](auto a, auto b) {
      const auto x = classes_.class_of(a);
      const auto y = classes_.class_of(b);
      return x != y ? x < y : a < b;
    });
    struct Group {
      std::size_t first, last;
      std::uint32_t clean;
    };
    std::vector<Group> groups;
    for (std::size_t first = 0; first < dirty_.size();) {
      const std::uint32_t c = classes_.class_of(dirty_[first]);
      std::size_t last = first;
      while (last < dirty_.size() && classes_.class_of(dirty_[last]) == c) {
        compute(dirty_[last++]);
      }
      Group group{first, last, UINT32_MAX};
      if (classes_.members(c).size() > last - first) {
        for (const std::uint32_t e : classes_.members(c)) {
          if (is_dirty_[e]) continue;
          group.clean = e;
          compute(e);
          break;
        }
      }
      groups.push_back(group);
      first = last;
    }
    changed_.clear();
    for (const Group& g : groups) split(g.first, g.last, g.clean);
    for (const std::uint32_t e : dirty_) is_dirty_[e] = false;
    dirty_.clear();
    for (const std::uint32_t e : changed_) {
      for (std::uint32_t k = begin_[e]; k < begin_[e + 1]; ++k) {
        if (is_dirty_[from_[k]]) continue;
        is_dirty_[from_[k]] = true;
        dirty_.push_back(from_[k]);
      }
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

  const Sights& sights_;
  Refinable classes_;
  std::vector<std::uint32_t> begin_, from_;  // who sees an element
  std::vector<bool> is_dirty_;
  std::vector<std::uint32_t> dirty_, changed_, key_, part_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  Interner intern_;
};

// What the classes of pairs are made of.
class Pairs {
 public:
  Pairs(const Network& network, const PairOptions& options)
      : network_(network),
        options_(options),
        n_(static_cast<std::uint32_t>(network.node_count())),
        position_(network.dart_count()) {
    for (std::uint32_t i = 0; i < n_; ++i) {
      const NodeId node(std::size_t{i});
      const LocalSymmetry s = options.singles->witness(node);
      for (std::uint32_t k = 0; k < s.image.size(); ++k) {
        position_[s.image[k].index()] = k;
      }
      pointing_.push_back(network.pointing_to(node));
    }
  }

  std::uint32_t number(std::uint32_t i, std::uint32_t j) const {
    return i * n_ + j;
  }

  // Orbits of pairs under the automorphisms that respect all labels: per pair,
  // the least of its orbit.
  std::vector<std::uint32_t> orbits() const {
    std::vector<std::uint32_t> parent(std::size_t{n_} * n_);
    std::iota(parent.begin(), parent.end(), 0U);
    const Automorphisms group = automorphisms(network_, options_.automorphisms);
    if (!group.computed) return parent;
    const auto find = [&](std::uint32_t x) {
      while (parent[x] != x) x = parent[x] = parent[parent[x]];
      return x;
    };
    for (const Automorphism& g : group.generators) {
      if (g.node_cycles.empty()) continue;
      const auto image = g.node_images(n_);
      if (!respects(image, g.edge_images(network_.edge_count()))) continue;
      for (std::uint32_t i = 0; i < n_; ++i) {
        for (std::uint32_t j = 0; j < n_; ++j) {
          const std::uint32_t a = find(number(i, j));
          const std::uint32_t b = find(number(image[i].value, image[j].value));
          parent[std::max(a, b)] = std::min(a, b);
        }
      }
    }
    for (std::uint32_t p = 0; p < parent.size(); ++p) parent[p] = find(p);
    return parent;
  }

  Sequence label(std::uint32_t i, std::uint32_t j) const {
    const auto& singles = options_.singles->nodes();
    Sequence out = {singles.class_of(NodeId(std::size_t{i})),
                    singles.class_of(NodeId(std::size_t{j})),
                    options_.labels.empty() ? 0 : options_.labels[number(i, j)]};
    const Range mine = network_.darts(NodeId(std::size_t{i}));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> shared;
    for (std::uint32_t d = mine.begin; d < mine.end; ++d) {
      for (const DartId o : network_.darts(network_.dart_edge[d])) {
        if (network_.dart_node[o.index()].value != j) continue;
        shared.emplace_back(position_[d], position_[o.index()]);
      }
    }
    std::sort(shared.begin(), shared.end());
    for (const auto& [a, b] : shared) {
      out.push_back(a);
      out.push_back(b);
    }
    return out;
  }

  // Nodes that point to i or j, LS (11).
  std::vector<std::uint32_t> pointing(std::uint32_t i, std::uint32_t j) const {
    std::vector<std::uint32_t> out;
    for (const NodeId k : pointing_[i]) {
      if (k.value != j) out.push_back(k.value);
    }
    for (const NodeId k : pointing_[j]) {
      if (k.value != i) out.push_back(k.value);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

 private:
  bool respects(const std::vector<NodeId>& nodes,
                const std::vector<network::EdgeId>& edges) const {
    const auto& singles = options_.singles->nodes();
    for (std::uint32_t i = 0; i < n_; ++i) {
      const NodeId node(std::size_t{i});
      if (!singles.same(node, nodes[i])) return false;
      const Range from = network_.darts(node);
      const Range to = network_.darts(nodes[i]);
      for (std::uint32_t d = from.begin; d < from.end; ++d) {
        const network::EdgeId e = edges[network_.dart_edge[d].index()];
        for (std::uint32_t o = to.begin; o < to.end; ++o) {
          if (network_.dart_edge[o] == e && position_[o] != position_[d]) {
            return false;
          }
        }
      }
      if (options_.labels.empty()) continue;
      for (std::uint32_t j = 0; j < n_; ++j) {
        if (i != j && options_.labels[number(i, j)] !=
                          options_.labels[number(nodes[i].value,
                                                 nodes[j].value)]) {
          return false;
        }
      }
    }
    return true;
  }

  const Network& network_;
  const PairOptions& options_;
  std::uint32_t n_;
  std::vector<std::uint32_t> position_;  // per dart: of its representative's
  std::vector<std::vector<NodeId>> pointing_;
};

bool trivial_groups(const Balance& singles) {
  for (std::uint32_t c = 0; c < singles.nodes().size(); ++c) {
    if (!singles.generators(singles.nodes().representative(c)).empty()) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<PairClasses> pair_classes(const Network& network,
                                        const PairOptions& options) {
  const auto n = static_cast<std::uint32_t>(network.node_count());
  if (n > max_pair_nodes || !trivial_groups(*options.singles)) {
    return std::nullopt;
  }
  const Pairs pairs(network, options);
  const std::vector<std::uint32_t> orbit = pairs.orbits();
  // Elements: orbits of pairs of different nodes, by their least pairs.
  std::vector<std::uint32_t> element(orbit.size(), UINT32_MAX);
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t p = pairs.number(i, j);
      if (i == j) continue;
      if (orbit[p] == p) {
        element[p] = static_cast<std::uint32_t>(first.size());
        first.push_back(p);
      }
      element[p] = element[orbit[p]];
    }
  }
  Interner intern;
  std::vector<std::uint32_t> labels;
  Sights sights;
  for (const std::uint32_t p : first) {
    const std::uint32_t i = p / n;
    const std::uint32_t j = p % n;
    labels.push_back(intern(pairs.label(i, j)));
    for (const std::uint32_t k : pairs.pointing(i, j)) {
      sights.seen.emplace_back(element[pairs.number(i, k)],
                               element[pairs.number(j, k)]);
    }
    sights.begin.push_back(static_cast<std::uint32_t>(sights.seen.size()));
  }
  const std::vector<std::uint32_t> classes = SetRefiner(sights, labels).run();
  PairClasses out;
  out.nodes_ = n;
  out.exact_ = options.singles->exact();
  out.class_of_.assign(element.size(), UINT32_MAX);
  std::vector<std::uint32_t> renumbered(classes.size(), UINT32_MAX);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const std::uint32_t p = pairs.number(i, j);
      std::uint32_t& c = renumbered[classes[element[p]]];
      if (c == UINT32_MAX) {
        c = static_cast<std::uint32_t>(out.representatives_.size());
        out.representatives_.emplace_back(std::size_t{i}, std::size_t{j});
        out.members_.push_back(0);
      }
      out.class_of_[p] = c;
      ++out.members_[c];
    }
  }
  return out;
}

}  // namespace vicinal::groupoid
