// SPDX-License-Identifier: MIT
// Where edges have at most two ends, B* is the coarsest stable partition by
// arcs j -> m for each m that j points to, whose label is the kinds of all
// edges that they share (groupoid/balance_relation/two_ended.hpp). Color
// refinement counts each edge for itself, whoever writes, and a loop as an edge
// to a node of the own class.
#include "groupoid/ranks/rank_classes.hpp"

#include <algorithm>
#include <span>

#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline ranks {

using network::Keys;
using network::Meeting;
using network::NetworkPart;
using network::Post;
using network::Words;

namespace {

using Dart = NetworkPart::Dart;

std::size_t own_nodes(const NetworkPart& part) {
  return part.row.size() - 1;
}

std::span<const Dart> darts_of(const NetworkPart& part, std::size_t v) {
  return std::span(part.darts)
      .subspan(part.row[v], part.row[v + 1] - part.row[v]);
}

// Equal colors, and equally many darts of each kind.
Words io_classes(const NetworkPart& part, Post& post, network::KeyHash* hash) {
  Keys keys;
  std::vector<std::uint32_t> kinds;
  for (std::size_t v = 0; v < own_nodes(part); ++v) {
    kinds.clear();
    for (const Dart& dart : darts_of(part, v)) {
      network::poll();
      kinds.push_back(part.kinds[dart.kinds].mine);
    }
    std::sort(kinds.begin(), kinds.end());
    keys.word(part.color[v]);
    for (std::size_t i = 0; i < kinds.size();) {
      const std::size_t begin = i;
      while (i < kinds.size() && kinds[i] == kinds[begin]) ++i;
      keys.word(kinds[begin]);
      keys.word(static_cast<std::uint32_t>(i - begin));
    }
    keys.close();
  }
  std::uint32_t bound = 0;
  return Meeting(post, keys, hash).numbers(bound);
}

// An arc for each neighbour that points to a node. Its label is the kinds of
// the edge that they share or, where they share several, a number above those
// for all of these kinds.
RankArcs pointing_arcs(const NetworkPart& part, Post& post,
                       network::KeyHash* hash) {
  RankArcs arcs{part.nodes, {0}, {}, {}};
  Keys keys;
  std::vector<std::size_t> several;  // per key: the arc
  std::vector<Dart> darts;
  for (std::size_t v = 0; v < own_nodes(part); ++v) {
    network::poll();
    const std::uint32_t own =
        part.nodes.first(post.rank()) + static_cast<std::uint32_t>(v);
    const auto row = darts_of(part, v);
    darts.assign(row.begin(), row.end());
    std::sort(darts.begin(), darts.end());
    for (std::size_t i = 0; i < darts.size();) {
      const std::size_t begin = i;
      bool points = false;
      for (; i < darts.size() && darts[i].other == darts[begin].other; ++i) {
        points = points || part.kinds[darts[i].kinds].theirs_writes;
      }
      if (!points || darts[begin].other == own) continue;
      if (i - begin > 1) {
        for (std::size_t d = begin; d < i; ++d) keys.word(darts[d].kinds);
        keys.close();
        several.push_back(arcs.source.size());
      }
      arcs.source.push_back(darts[begin].other);
      arcs.label.push_back(darts[begin].kinds);
    }
    arcs.row.push_back(arcs.source.size());
  }
  std::uint32_t bound = 0;
  const Words numbers = Meeting(post, keys, hash).numbers(bound);
  for (std::size_t k = 0; k < several.size(); ++k) {
    arcs.label[several[k]] =
        network::number_of(part.kinds.size() + std::uint64_t{numbers[k]}, 0, 1);
  }
  return arcs;
}

// An arc for each edge, and from the node itself for a loop.
RankArcs edge_arcs(const NetworkPart& part) {
  RankArcs arcs{part.nodes, part.row, {}, {}};
  for (const Dart& dart : part.darts) {
    network::poll();
    arcs.source.push_back(dart.other);
    arcs.label.push_back(dart.kinds);
  }
  return arcs;
}

}  // namespace

RankClasses classes_on_ranks(const NetworkPart& part, Post& post,
                             const RankClassOptions& options) {
  const RankOptions& how = options.refinement;
  RankClasses classes;
  classes.io = io_classes(part, post, how.hash);
  classes.balance =
      refine_on_ranks(pointing_arcs(part, post, how.hash), classes.io, post,
                      how, classes.balance_rounds);
  if (options.color_refinement) {
    classes.equitable = refine_on_ranks(edge_arcs(part), part.color, post, how,
                                        classes.equitable_rounds);
  }
  return classes;
}

std::uint64_t count_classes(const Words& classes, Post& post) {
  Keys keys;
  for (const std::uint32_t c : classes) {
    network::poll();
    keys.add({&c, 1});
  }
  return post.sum(Meeting(post, keys).parts().size());
}

std::uint64_t count_pairs(const Words& a, const Words& b, Post& post) {
  Keys keys;
  for (std::size_t i = 0; i < a.size(); ++i) {
    network::poll();
    keys.word(a[i]);
    keys.word(b[i]);
    keys.close();
  }
  return post.sum(Meeting(post, keys).parts().size());
}

}  // namespace vicinal::groupoid::inline ranks
