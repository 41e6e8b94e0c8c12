// SPDX-License-Identifier: MIT
// The witness of n lists its darts as images of the representative's: place k
// is where dart k goes. Composed with witnesses at both ends every element of
// the relation becomes a permutation of places, and those of one class form one
// group. Orbits of places come from the generators by union-find with the least
// as root; elements are listed by multiplying with generators until none is
// new.
#include "groupoid/pairs/frames.hpp"

#include <algorithm>
#include <numeric>

namespace vicinal::groupoid::inline pairs {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;
using network::Range;

namespace {

// Groups of at most so many elements have a table of products.
constexpr std::size_t small_group = 256;

NodeId node(std::uint32_t n) {
  return NodeId(std::size_t{n});
}

Sequence identity_of(std::uint32_t degree) {
  Sequence s(degree);
  std::iota(s.begin(), s.end(), 0U);
  return s;
}

}  // namespace

std::uint32_t dart_at(const Network& network, EdgeId e, NodeId n) {
  const auto darts = network.darts(e);
  const auto at = std::lower_bound(
      darts.begin(), darts.end(), n, [&](DartId d, NodeId least) {
        return network.dart_node[d.index()] < least;
      });
  if (at == darts.end() || network.dart_node[at->index()] != n) return no_dart;
  return at->value;
}

Frames::Frames(const Balance& singles)
    : network_(&singles.network()),
      place_(network_->dart_count()),
      orbit_(network_->dart_count()),
      pointed_(network_->node_count()) {
  const Partition& nodes = singles.nodes();
  std::vector<Sequence> orbits;  // per class, of places
  for (std::uint32_t c = 0; c < nodes.size(); ++c) {
    const NodeId r = nodes.representative(c);
    const Range darts = network_->darts(r);
    degree_.push_back(static_cast<std::uint32_t>(darts.size()));
    generators_.emplace_back();
    orbits.push_back(identity_of(degree_[c]));
    Sequence& orbit = orbits.back();
    const auto find = [&](std::uint32_t x) {
      while (orbit[x] != x) x = orbit[x] = orbit[orbit[x]];
      return x;
    };
    for (const LocalSymmetry& g : singles.generators(r)) {
      Sequence s;
      for (const DartId d : g.image) s.push_back(d.value - darts.begin);
      for (std::uint32_t x = 0; x < s.size(); ++x) {
        const std::uint32_t a = find(x);
        const std::uint32_t b = find(s[x]);
        orbit[std::max(a, b)] = std::min(a, b);
      }
      generators_.back().push_back(std::move(s));
    }
    for (std::uint32_t x = 0; x < orbit.size(); ++x) orbit[x] = find(x);
  }
  for (std::uint32_t n = 0; n < network_->node_count(); ++n) {
    class_of_.push_back(nodes.class_of(node(n)));
    const LocalSymmetry s = singles.witness(node(n));
    for (std::uint32_t k = 0; k < s.image.size(); ++k) {
      place_[s.image[k].index()] = k;
      orbit_[s.image[k].index()] = orbits[class_of_[n]][k];
      dart_.push_back(s.image[k]);
    }
    pointing_.emplace_back();
    for (const NodeId k : network_->pointing_to(node(n))) {
      pointing_[n].push_back(k.value);
      pointed_[k.index()].push_back(n);
    }
  }
}

bool Frames::trivial() const {
  return std::all_of(generators_.begin(), generators_.end(),
                     [](const auto& g) { return g.empty(); });
}

Frames::Places Frames::shared(std::uint32_t i, std::uint32_t j) const {
  const bool swap =
      network_->darts(node(j)).size() < network_->darts(node(i)).size();
  const Range darts = network_->darts(node(swap ? j : i));
  Places out;
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    const std::uint32_t o =
        dart_at(*network_, network_->dart_edge[d], node(swap ? i : j));
    if (o == no_dart) continue;
    out.emplace_back(place_[swap ? o : d], place_[swap ? d : o]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::uint32_t> Frames::pointing(std::uint32_t i,
                                            std::uint32_t j) const {
  std::vector<std::uint32_t> out;
  std::set_union(pointing_[i].begin(), pointing_[i].end(), pointing_[j].begin(),
                 pointing_[j].end(), std::back_inserter(out));
  std::erase_if(out, [&](std::uint32_t k) { return k == i || k == j; });
  return out;
}

LocalSymmetry Frames::element(std::uint32_t m, std::uint32_t n,
                              const Sequence& places) const {
  LocalSymmetry s{node(m), node(n), {}};
  const Range darts = network_->darts(node(m));
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    s.image.push_back(dart(n, places[place_[d]]));
  }
  return s;
}

Sequence Frames::places(const LocalSymmetry& s) const {
  const std::uint32_t begin = network_->node_begin[s.source.index()];
  Sequence out(s.image.size());
  for (std::uint32_t k = 0; k < out.size(); ++k) {
    out[place_[begin + k]] = place_[s.image[k].index()];
  }
  return out;
}

std::optional<VertexGroups> VertexGroups::list(const Frames& frames,
                                               std::uint64_t limit) {
  VertexGroups out;
  std::uint64_t count = 0;
  std::uint64_t words = 0;
  const std::uint64_t most_words = 16 * limit;
  for (std::uint32_t c = 0; c < frames.class_count(); ++c) {
    VertexGroup& group = out.groups_.emplace_back();
    group.elements.push_back(identity_of(frames.degree(c)));
    group.numbers(group.elements[0]);
    for (std::size_t x = 0; x < group.elements.size(); ++x) {
      for (const Sequence& g : frames.generators(c)) {
        Sequence product;
        for (const std::uint32_t k : group.elements[x]) product.push_back(g[k]);
        if (group.numbers(product) == group.elements.size()) {
          group.elements.push_back(std::move(product));
          words += frames.degree(c);
          if (++count > limit || words > most_words) return std::nullopt;
        }
      }
    }
    for (const Sequence& s : group.elements) {
      Sequence back(s.size());
      for (std::uint32_t k = 0; k < s.size(); ++k) back[s[k]] = k;
      group.inverses.push_back(group.numbers(back));
    }
    const std::size_t n = group.elements.size();
    if (n > small_group || n == 1) continue;
    std::vector<std::uint32_t> products;
    for (std::uint32_t x = 0; x < n; ++x) {
      for (std::uint32_t y = 0; y < n; ++y) {
        products.push_back(out.product(c, x, y));
      }
    }
    group.products = std::move(products);
  }
  return out;
}

std::uint32_t VertexGroups::product(std::uint32_t c, std::uint32_t x,
                                    std::uint32_t y) {
  if (x == 0) return y;
  if (y == 0) return x;
  VertexGroup& group = groups_[c];
  if (!group.products.empty()) {
    return group.products[x * group.elements.size() + y];
  }
  scratch_.clear();
  for (const std::uint32_t k : group.elements[x]) {
    scratch_.push_back(group.elements[y][k]);
  }
  return group.numbers(scratch_);
}

}  // namespace vicinal::groupoid::inline pairs
