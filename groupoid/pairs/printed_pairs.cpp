// SPDX-License-Identifier: MIT
// The pairwise balance relation of LS section 5 as printed. It asks of each k
// that points to i or j for an l that points to m or n and a local symmetry
// (k, delta, l) with delta = beta on the edges that k shares with the pair:
// nothing recursive, so that all that matters of (i, j) is a picture.
//
//   the edges of InOut(i, j), with what i and j see of them;
//   for each k a bundle: the edges that it shares with the pair, with what k
//   sees of them, and k's class of IO-similarity
//
// delta exists just if beta takes the bundle of k into that of l: what is left
// of two similar nodes can be matched. It may be a part of l's. Since the
// inverse of beta must do the same, beta takes the bundles that are not part
// of others onto each other, and then all is well: (i, j) and (m, n) are
// related just if their pictures of those, as a set, are isomorphic.
#include <algorithm>
#include <map>

#include "groupoid/automorphism/search.hpp"
#include "groupoid/pairs/pair_orbits.hpp"
#include "groupoid/pairs/pairs.hpp"
#include "groupoid/similarity/interner.hpp"
#include "network/base/union_find.hpp"

namespace vicinal::groupoid::inline pairs {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

struct Bundle {
  std::uint32_t io_class = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // with kinds

  auto operator<=>(const Bundle&) const = default;
};

struct Picture {
  std::uint32_t first = 0, second = 0;                         // IO classes
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // sorted
  std::vector<Bundle> bundles;                                 // sorted
};

class Painter {
 public:
  explicit Painter(const Network& network)
      : network_(network),
        kinds_(dart_kinds(network)),
        similar_(io_similarity(network)) {}

  Picture operator()(NodeId i, NodeId j) const {
    Picture out{similar_.class_of(i), similar_.class_of(j), {}, {}};
    // What i and j see of each edge; 0: nothing.
    std::map<EdgeId, std::pair<std::uint32_t, std::uint32_t>> seen;
    const network::Range of_i = network_.darts(i);
    for (std::uint32_t d = of_i.begin; d < of_i.end; ++d) {
      seen[network_.dart_edge[d]].first = kinds_[d] + 1;
    }
    const network::Range of_j = network_.darts(j);
    for (std::uint32_t d = of_j.begin; d < of_j.end; ++d) {
      seen[network_.dart_edge[d]].second = kinds_[d] + 1;
    }
    std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, EdgeId>>
        sorted;
    for (const auto& [e, kinds] : seen) sorted.emplace_back(kinds, e);
    std::sort(sorted.begin(), sorted.end());
    std::map<NodeId, Bundle> by_node;
    std::map<NodeId, bool> writes;
    for (std::uint32_t v = 0; v < sorted.size(); ++v) {
      out.edges.push_back(sorted[v].first);
      for (const DartId d : network_.darts(sorted[v].second)) {
        const NodeId k = network_.dart_node[d.index()];
        if (k == i || k == j) continue;
        by_node[k].edges.emplace_back(v, kinds_[d.index()]);
        if (network_.writes(d)) writes[k] = true;
      }
    }
    for (auto& [k, bundle] : by_node) {
      if (!writes.contains(k)) continue;  // does not point to i or j
      bundle.io_class = similar_.class_of(k);
      out.bundles.push_back(std::move(bundle));
    }
    keep_greatest(out.bundles);
    return out;
  }

 private:
  // Of bundles as a set, those that are not part of another one.
  static void keep_greatest(std::vector<Bundle>& bundles) {
    std::sort(bundles.begin(), bundles.end());
    bundles.erase(std::unique(bundles.begin(), bundles.end()), bundles.end());
    // Those that contain an edge.
    std::map<std::pair<std::uint32_t, std::uint32_t>,
             std::vector<std::uint32_t>>
        with;
    for (std::uint32_t b = 0; b < bundles.size(); ++b) {
      for (const auto& e : bundles[b].edges) with[e].push_back(b);
    }
    std::vector<Bundle> kept;
    for (const Bundle& bundle : bundles) {
      const std::vector<std::uint32_t>* fewest = nullptr;
      for (const auto& e : bundle.edges) {
        const auto& list = with[e];
        if (fewest == nullptr || list.size() < fewest->size()) fewest = &list;
      }
      const bool part =
          std::any_of(fewest->begin(), fewest->end(), [&](std::uint32_t b) {
            const Bundle& other = bundles[b];
            return other.io_class == bundle.io_class &&
                   other.edges.size() > bundle.edges.size() &&
                   std::includes(other.edges.begin(), other.edges.end(),
                                 bundle.edges.begin(), bundle.edges.end());
          });
      if (!part) kept.push_back(bundle);
    }
    bundles = std::move(kept);
  }

  const Network& network_;
  const network::Numbers<std::uint32_t> kinds_;
  const Partition similar_;
};

// The parts of a picture that no bundle connects. An isomorphism takes parts
// to parts, so that they are compared one by one: a hub with many spokes has
// many small parts, and most of them are alike.
std::vector<Picture> parts(const Picture& picture) {
  network::UnionFind sets(picture.edges.size());
  for (const Bundle& bundle : picture.bundles) {
    for (const auto& [e, kind] : bundle.edges) {
      sets.join(e, bundle.edges.front().first);
    }
  }
  std::vector<Picture> out;
  std::vector<std::uint32_t> part(sets.size()), place(sets.size());
  for (std::uint32_t e = 0; e < sets.size(); ++e) {
    const std::uint32_t root = sets.find(e);
    if (root == e) {
      part[e] = static_cast<std::uint32_t>(out.size());
      out.emplace_back();
    }
    part[e] = part[root];
    auto& edges = out[part[e]].edges;
    place[e] = static_cast<std::uint32_t>(edges.size());
    edges.push_back(picture.edges[e]);
  }
  for (Bundle bundle : picture.bundles) {
    const std::uint32_t at = part[bundle.edges.front().first];
    for (auto& edge : bundle.edges) edge.first = place[edge.first];
    out[at].bundles.push_back(std::move(bundle));
  }
  for (Picture& p : out) std::sort(p.bundles.begin(), p.bundles.end());
  return out;
}

// Numbers for pictures: isomorphic ones, equal numbers.
class Gallery {
 public:
  explicit Gallery(const AutomorphismLimits& limits)
      : budget_{limits.vertices, limits.work} {}

  std::uint32_t operator()(const Picture& picture) {
    Sequence key;
    for (const Picture& p : parts(picture)) key.push_back(part(p));
    std::sort(key.begin(), key.end());
    key.push_back(picture.first);
    key.push_back(picture.second);
    return pictures_(key);
  }

  // Whether all pictures that are isomorphic were known to be.
  bool complete() const { return complete_; }

 private:
  std::uint32_t part(const Picture& picture) {
    Sequence raw = write(picture);
    const std::uint32_t number = raw_(raw);
    if (number < canonical_.size()) return canonical_[number];
    const auto& edges = picture.edges;
    // Edges that all differ have one order only.
    const bool distinct =
        std::adjacent_find(edges.begin(), edges.end()) == edges.end();
    if (!distinct) {
      if (auto form = canonical(picture)) {
        raw = std::move(*form);
      } else {
        complete_ = false;
      }
    }
    canonical_.push_back(forms_(raw));
    return canonical_.back();
  }

  static Sequence write(const Picture& picture) {
    Sequence out = {0, static_cast<std::uint32_t>(picture.edges.size())};
    for (const auto& [a, b] : picture.edges) {
      out.push_back(a);
      out.push_back(b);
    }
    for (const Bundle& bundle : picture.bundles) {
      out.push_back(bundle.io_class);
      out.push_back(static_cast<std::uint32_t>(bundle.edges.size()));
      for (const auto& [e, kind] : bundle.edges) {
        out.push_back(e);
        out.push_back(kind);
      }
    }
    return out;
  }

  // Vertices: edges; bundles; and one for each edge of a bundle, between the
  // two, with the kind as its color.
  std::optional<Sequence> canonical(const Picture& picture) {
    std::vector<std::vector<std::uint32_t>> rows;
    ColoredGraph graph;
    const auto vertex = [&](const Sequence& color) {
      graph.color.push_back(colors_(color));
      rows.emplace_back();
      return static_cast<std::uint32_t>(rows.size() - 1);
    };
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
      rows[a].push_back(b);
      rows[b].push_back(a);
    };
    for (const auto& [a, b] : picture.edges) vertex({0, a, b});
    for (const Bundle& bundle : picture.bundles) {
      const std::uint32_t center = vertex({1, bundle.io_class});
      for (const auto& [e, kind] : bundle.edges) {
        const std::uint32_t between = vertex({2, kind});
        join(center, between);
        join(between, e);
      }
    }
    for (const auto& row : rows) {
      graph.neighbors.insert(graph.neighbors.end(), row.begin(), row.end());
      graph.row.push_back(graph.neighbors.size());
    }
    const SearchResult result = search(graph, true, budget_);
    if (!result.complete) return std::nullopt;
    std::vector<std::uint32_t> place(rows.size());
    for (std::uint32_t k = 0; k < rows.size(); ++k) {
      place[result.canonical[k]] = k;
    }
    Sequence out = {1};
    for (const std::uint32_t v : result.canonical) {
      out.push_back(graph.color[v]);
      out.push_back(static_cast<std::uint32_t>(rows[v].size()));
      std::vector<std::uint32_t> row;
      for (const std::uint32_t w : rows[v]) row.push_back(place[w]);
      std::sort(row.begin(), row.end());
      out.insert(out.end(), row.begin(), row.end());
    }
    return out;
  }

  SearchBudget budget_;
  Interner raw_, forms_, colors_, pictures_;
  std::vector<std::uint32_t> canonical_;  // per number in raw_
  bool complete_ = true;
};

}  // namespace

std::optional<PairPartition> printed_pair_classes(
    const Network& network, const AutomorphismLimits& limits) {
  const auto n = static_cast<std::uint32_t>(network.node_count());
  if (n > max_pair_nodes) return std::nullopt;
  // Theorem 8: one picture per orbit is enough.
  const PairOrbits orbits(network, automorphisms(network, limits).generators);
  const Painter paint(network);
  Gallery number(limits);
  std::vector<std::uint32_t> classes;
  for (std::uint32_t o = 0; o < orbits.size(); ++o) {
    const auto [i, j] = orbits.pair(o);
    classes.push_back(
        number(paint(NodeId(std::size_t{i}), NodeId(std::size_t{j}))));
  }
  std::vector<std::uint32_t> labels(std::size_t{n} * n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      if (i != j) labels[i * n + j] = classes[orbits.orbit(i, j)];
    }
  }
  return PairPartition(n, std::move(labels), number.complete());
}

}  // namespace vicinal::groupoid::inline pairs
