// SPDX-License-Identifier: MIT
// Breadth-first search over pairs by generators; each pair remembers the one
// by which it was found, so that an automorphism is read off along the way
// back.
#include "groupoid/pairs/pair_orbits.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace vicinal::groupoid::inline pairs {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

constexpr std::uint32_t none = UINT32_MAX;

// What Schreier generators may take, in images of darts that are computed.
constexpr std::uint64_t schreier_work = 20'000'000;

NodeId node_at(std::uint32_t n) {
  return NodeId(std::size_t{n});
}

template <class Id>
std::vector<std::pair<std::uint32_t, std::uint32_t>> moves(
    const std::vector<std::vector<Id>>& cycles, bool back) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const auto& cycle : cycles) {
    for (std::size_t k = 0; k < cycle.size(); ++k) {
      const std::uint32_t from = cycle[k].value;
      const std::uint32_t to = cycle[(k + 1) % cycle.size()].value;
      out.emplace_back(back ? to : from, back ? from : to);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

void sort_unique(std::vector<std::uint32_t>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

// The nodes that an automorphism moves, and those of the edges that it moves.
std::vector<std::uint32_t> touched(const Network& network,
                                   const Automorphism& a) {
  std::vector<std::uint32_t> out;
  for (const auto& cycle : a.node_cycles) {
    for (const NodeId n : cycle) out.push_back(n.value);
  }
  for (const auto& cycle : a.edge_cycles) {
    for (const EdgeId e : cycle) {
      for (const DartId d : network.darts(e)) {
        out.push_back(network.dart_node[d.index()].value);
      }
    }
  }
  sort_unique(out);
  return out;
}

// That the marks of `respectful` are kept puts an automorphism into any
// relation that balance() makes (Theorem 3); this does not rely on it.
bool keeps(const Balance& singles, const Automorphism& a,
           std::span<const std::uint32_t> labels) {
  const Network& network = singles.network();
  const auto nodes = a.node_images(network.node_count());
  const auto edges = a.edge_images(network.edge_count());
  for (const std::uint32_t n : touched(network, a)) {
    LocalSymmetry s{node_at(n), nodes[n], {}};
    for (const EdgeId e : network.inout(node_at(n))) {
      s.image.emplace_back(
          std::size_t{dart_at(network, edges[e.index()], nodes[n])});
    }
    if (!singles.contains(s)) return false;
  }
  if (labels.empty()) return true;
  const std::size_t count = network.node_count();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      if (i != j && labels[i * count + j] !=
                        labels[nodes[i].index() * count + nodes[j].index()]) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::vector<Automorphism> respectful(const Balance& singles,
                                     const Frames& frames,
                                     std::span<const std::uint32_t> labels,
                                     const AutomorphismLimits& limits) {
  // With what `singles` tells apart as colors and ports, those that it does
  // not allow are mostly not found in the first place.
  Network marked = singles.network();
  marked.has_ports = true;
  for (std::uint32_t n = 0; n < marked.node_count(); ++n) {
    marked.node_color.set(n, frames.class_of(n));
  }
  for (std::uint32_t d = 0; d < marked.dart_count(); ++d) {
    marked.dart_port.set(d, frames.orbit(d));
  }
  Automorphisms group = automorphisms(marked, limits);
  if (!group.computed) return {};
  std::erase_if(group.generators, [&](const Automorphism& a) {
    return !keeps(singles, a, labels);
  });
  return std::move(group.generators);
}

PairOrbits::PairOrbits(const Network& network,
                       const std::vector<Automorphism>& generators)
    : network_(&network),
      nodes_(static_cast<std::uint32_t>(network.node_count())),
      moving_(nodes_),
      touching_(nodes_),
      orbit_(std::size_t{nodes_} * nodes_, none),
      via_(orbit_.size(), none) {
  for (std::uint32_t g = 0; g < generators.size(); ++g) {
    const Automorphism& a = generators[g];
    generators_.push_back(
        {moves(a.node_cycles, false), moves(a.edge_cycles, false)});
    inverses_.push_back(
        {moves(a.node_cycles, true), moves(a.edge_cycles, true)});
    for (const auto& [from, to] : generators_[g].nodes) {
      moving_[from].push_back(g);
    }
    for (const std::uint32_t n : touched(network, a)) touching_[n].push_back(g);
  }
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    for (std::uint32_t j = 0; j < nodes_; ++j) {
      if (i != j && orbit_[number(i, j)] == none) search(number(i, j));
    }
  }
}

void PairOrbits::search(std::uint32_t first) {
  const std::uint32_t o = size();
  pairs_.push_back(first);
  orbit_[first] = o;
  std::vector<std::uint32_t> queue = {first};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::uint32_t p = queue[at];
    for (const std::uint32_t n : {p / nodes_, p % nodes_}) {
      for (const std::uint32_t g : moving_[n]) {
        const std::uint32_t q = moved(p, g);
        if (orbit_[q] != none) continue;
        orbit_[q] = o;
        via_[q] = g;
        queue.push_back(q);
      }
    }
  }
}

std::uint32_t PairOrbits::image(
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& moves,
    std::uint32_t x) {
  const auto at =
      std::lower_bound(moves.begin(), moves.end(), std::pair(x, 0U));
  return at != moves.end() && at->first == x ? at->second : x;
}

std::uint32_t PairOrbits::moved(std::uint32_t pair,
                                std::uint32_t generator) const {
  const auto& nodes = generators_[generator].nodes;
  return number(image(nodes, pair / nodes_), image(nodes, pair % nodes_));
}

PairSymmetry PairOrbits::start(std::uint32_t pair) const {
  return {identity(*network_, node_at(pair / nodes_)),
          identity(*network_, node_at(pair % nodes_))};
}

void PairOrbits::apply(std::uint32_t generator, LocalSymmetry& s) const {
  const Moves& g = generators_[generator];
  s.target = node_at(image(g.nodes, s.target.value));
  for (DartId& d : s.image) {
    const std::uint32_t e = network_->dart_edge[d.index()].value;
    d = DartId(std::size_t{
        dart_at(*network_, EdgeId(std::size_t{image(g.edges, e)}), s.target)});
  }
}

PairSymmetry PairOrbits::witness(std::uint32_t i, std::uint32_t j) const {
  std::vector<std::uint32_t> way;
  std::uint32_t p = number(i, j);
  while (via_[p] != none) {
    way.push_back(via_[p]);
    const auto& back = inverses_[via_[p]].nodes;
    p = number(image(back, p / nodes_), image(back, p % nodes_));
  }
  std::reverse(way.begin(), way.end());
  return {along(way, p / nodes_), along(way, p % nodes_)};
}

// Generators often move a few edges only, and the node may have many.
LocalSymmetry PairOrbits::along(const std::vector<std::uint32_t>& way,
                                std::uint32_t from) const {
  std::vector<std::uint32_t> edges;  // where those of the node are now
  for (const EdgeId e : network_->inout(node_at(from)))
    edges.push_back(e.value);
  std::unordered_map<std::uint32_t, std::uint32_t> at;  // and back, if used
  std::vector<std::pair<std::uint32_t, std::uint32_t>> changed;
  std::uint32_t target = from;
  for (const std::uint32_t g : way) {
    target = image(generators_[g].nodes, target);
    const auto& moves = generators_[g].edges;
    if (moves.size() >= edges.size()) {
      for (std::uint32_t& e : edges) e = image(moves, e);
      at.clear();
      continue;
    }
    if (at.empty()) {
      for (std::uint32_t k = 0; k < edges.size(); ++k) at[edges[k]] = k;
    }
    changed.clear();
    for (const auto& [e, f] : moves) {
      const auto found = at.find(e);
      if (found == at.end()) continue;
      changed.emplace_back(found->second, f);
      at.erase(found);
    }
    for (const auto& [k, f] : changed) {
      edges[k] = f;
      at[f] = k;
    }
  }
  LocalSymmetry s{node_at(from), node_at(target), {}};
  for (const std::uint32_t e : edges) {
    s.image.emplace_back(
        std::size_t{dart_at(*network_, EdgeId(std::size_t{e}), s.target)});
  }
  return s;
}

std::vector<PairSymmetry> PairOrbits::stabilizer(std::uint32_t o) const {
  const std::uint32_t first = pairs_[o];
  const PairSymmetry stay = start(first);
  const std::size_t words =
      stay.first.image.size() + stay.second.image.size() + 20;
  std::set<PairSymmetry> found;
  const auto touching = [&](std::uint32_t p) {
    std::vector<std::uint32_t> out = touching_[p / nodes_];
    const auto& more = touching_[p % nodes_];
    out.insert(out.end(), more.begin(), more.end());
    sort_unique(out);
    return out;
  };
  // First those generators that fix it: they are few.
  for (const std::uint32_t g : touching(first)) {
    if (moved(first, g) != first) continue;
    PairSymmetry s = stay;
    apply(g, s);
    found.insert(std::move(s));
  }
  // An automorphism for each pair of the orbit, in the order of the search.
  std::vector<std::pair<std::uint32_t, PairSymmetry>> queue = {{first, stay}};
  std::map<std::uint32_t, std::size_t> at_of = {{first, 0}};
  std::uint64_t work = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::uint32_t p = queue[at].first;
    const auto near = touching(p);
    work += near.size();
    for (const std::uint32_t g : near) {
      const std::uint32_t q = moved(p, g);
      if (q == p || via_[q] != g || at_of.contains(q)) continue;
      const auto& back = inverses_[g].nodes;
      if (number(image(back, q / nodes_), image(back, q % nodes_)) != p) {
        continue;
      }
      work += words;
      PairSymmetry s = queue[at].second;
      apply(g, s);
      at_of.emplace(q, queue.size());
      queue.emplace_back(q, std::move(s));
    }
    if (work > schreier_work) break;
  }
  for (std::size_t at = 0; at < queue.size() && work <= schreier_work; ++at) {
    const auto near = touching(queue[at].first);
    work += near.size();
    for (const std::uint32_t g : near) {
      const std::uint32_t q = moved(queue[at].first, g);
      work += 3 * words;
      if (work > schreier_work) break;
      PairSymmetry s = queue[at].second;
      apply(g, s);
      s = compose(*network_, s, inverse(*network_, queue[at_of.at(q)].second));
      found.insert(std::move(s));
    }
  }
  found.erase(stay);
  return {found.begin(), found.end()};
}

}  // namespace vicinal::groupoid::inline pairs
