// SPDX-License-Identifier: MIT
// Permutations grow node by node, then edge by edge. A beginning is dropped
// when two of its nodes are linked otherwise than their images.
#include "automorphism.hpp"

#include <algorithm>
#include <utility>

namespace vicinal::oracle {

namespace {

using Permutation = std::vector<std::uint32_t>;  // at least its beginning

// The kinds of the edges between two nodes, seen from both.
using Links = std::multiset<std::pair<Literal::Kind, Literal::Kind>>;

std::vector<std::vector<Links>> all_links(const Literal& g) {
  std::vector<std::vector<Links>> links(g.nodes, std::vector<Links>(g.nodes));
  for (std::uint32_t m = 0; m < g.nodes; ++m) {
    for (std::uint32_t n = 0; n < g.nodes; ++n) {
      for (const std::uint32_t e : g.shared(m, n)) {
        links[m][n].insert({g.kind(m, e), g.kind(n, e)});
      }
    }
  }
  return links;
}

// All permutations of 0..count-1 whose every next image `fits`.
template <class Fits>
std::vector<Permutation> permutations(std::uint32_t count, std::size_t budget,
                                      const Fits& fits) {
  std::vector<Permutation> all = {{}};
  for (std::uint32_t i = 0; i < count; ++i) {
    std::vector<Permutation> longer;
    for (const Permutation& p : all) {
      for (std::uint32_t to = 0; to < count; ++to) {
        if (std::find(p.begin(), p.end(), to) != p.end()) continue;
        if (!fits(p, i, to)) continue;
        longer.push_back(p);
        longer.back().push_back(to);
        if (longer.size() > budget) throw TooLarge();
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Color and link preservation, for edge e alone.
bool preserves(const Literal& g, const Permutation& nodes, std::uint32_t e,
               std::uint32_t f) {
  if (g.edge_color[e] != g.edge_color[f]) return false;
  for (std::uint32_t n = 0; n < g.nodes; ++n) {
    const std::uint32_t to = nodes[n];
    if (g.inout[n].contains(e) != g.inout[to].contains(f)) return false;
    if (g.inout[n].contains(e) && g.kind(n, e) != g.kind(to, f)) return false;
  }
  return true;
}

Beta on(const Automorphism& a, const Edges& edges) {
  Beta beta;
  for (const std::uint32_t e : edges) beta.emplace(e, a.edges[e]);
  return beta;
}

}  // namespace

Group automorphisms(const network::Network& network, std::size_t budget) {
  const Literal g(network);
  const auto links = all_links(g);
  const auto node_fits = [&](const Permutation& p, std::uint32_t n,
                             std::uint32_t to) {
    if (g.node_color[n] != g.node_color[to]) return false;
    if (links[n][n] != links[to][to]) return false;
    for (std::uint32_t m = 0; m < n; ++m) {
      if (links[m][n] != links[p[m]][to]) return false;
    }
    return true;
  };
  Group group;
  for (const Permutation& nodes : permutations(g.nodes, budget, node_fits)) {
    const auto edge_fits = [&](const Permutation&, std::uint32_t e,
                               std::uint32_t to) {
      return preserves(g, nodes, e, to);
    };
    for (Permutation& edges : permutations(g.edges, budget, edge_fits)) {
      group.insert({nodes, std::move(edges)});
    }
    if (group.size() > budget) throw TooLarge();
  }
  return group;
}

Automorphism after(const Automorphism& second, const Automorphism& first) {
  Automorphism both;
  for (const std::uint32_t n : first.nodes) {
    both.nodes.push_back(second.nodes[n]);
  }
  for (const std::uint32_t e : first.edges) {
    both.edges.push_back(second.edges[e]);
  }
  return both;
}

Group generated(const Automorphism& a) {
  Group powers;
  for (Automorphism power = a; powers.insert(power).second;) {
    power = after(a, power);
  }
  return powers;
}

Triples local(const Group& group, const network::Network& network) {
  const Literal g(network);
  Triples all;
  for (const Automorphism& a : group) {
    for (std::uint32_t m = 0; m < g.nodes; ++m) {
      all.insert({m, on(a, g.inout[m]), a.nodes[m]});
    }
  }
  return all;
}

PairTriples local_2(const Group& group, const network::Network& network) {
  const Literal g(network);
  PairTriples all;
  for (const Automorphism& a : group) {
    for (std::uint32_t i = 0; i < g.nodes; ++i) {
      for (std::uint32_t j = 0; j < g.nodes; ++j) {
        if (i == j) continue;
        Edges both = g.inout[i];
        both.insert(g.inout[j].begin(), g.inout[j].end());
        all.insert({{i, j}, on(a, both), {a.nodes[i], a.nodes[j]}});
      }
    }
  }
  return all;
}

Classes orbits(const Group& group, const network::Network& network) {
  return orbits(local(group, network), network);
}

}  // namespace vicinal::oracle
