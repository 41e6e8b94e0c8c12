// SPDX-License-Identifier: MIT
// Darts of a node are consecutive, so elements are arrays, and composition and
// inverse are lookups. Only is_local_symmetry looks at the network's colors,
// directions and ports; compose and inverse keep what their arguments keep.
#include "groupoid/similarity/local_symmetry.hpp"

#include <algorithm>
#include <stdexcept>

#include "groupoid/similarity/interner.hpp"

namespace vicinal::groupoid::inline similarity {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Numbers;
using network::Range;

LocalSymmetry identity(const Network& network, NodeId n) {
  LocalSymmetry e{n, n, {}};
  const Range darts = network.darts(n);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    e.image.emplace_back(std::size_t{d});
  }
  return e;
}

LocalSymmetry compose(const Network& network, const LocalSymmetry& a,
                      const LocalSymmetry& b) {
  if (a.target != b.source) {
    throw std::logic_error("compose: the target is not the source");
  }
  LocalSymmetry ab{a.source, b.target, {}};
  const std::uint32_t first = network.darts(b.source).begin;
  for (const DartId d : a.image) {
    ab.image.push_back(b.image[d.value - first]);
  }
  return ab;
}

LocalSymmetry inverse(const Network& network, const LocalSymmetry& a) {
  LocalSymmetry out{a.target, a.source, {}};
  out.image.resize(a.image.size());
  const std::uint32_t source = network.darts(a.source).begin;
  const std::uint32_t target = network.darts(a.target).begin;
  for (std::uint32_t i = 0; i < a.image.size(); ++i) {
    out.image[a.image[i].value - target] = DartId(std::size_t{source} + i);
  }
  return out;
}

bool is_local_symmetry(const Network& network, const LocalSymmetry& a) {
  const Range from = network.darts(a.source);
  const Range to = network.darts(a.target);
  if (network.node_color[a.source.index()] !=
          network.node_color[a.target.index()] ||
      from.size() != to.size() || a.image.size() != from.size()) {
    return false;
  }
  std::vector<bool> hit(to.size(), false);
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    const std::uint32_t d = from.begin + i;
    const std::uint32_t image = a.image[i].value;
    if (image < to.begin || image >= to.end || hit[image - to.begin]) {
      return false;
    }
    hit[image - to.begin] = true;
    const auto color = [&](std::uint32_t dart) {
      return network.edge_color[network.dart_edge[dart].index()];
    };
    if (color(d) != color(image) ||
        network.dart_direction[d] != network.dart_direction[image] ||
        (network.has_ports &&
         network.dart_port[d] != network.dart_port[image])) {
      return false;
    }
  }
  return true;
}

Numbers<std::uint32_t> dart_kinds(const Network& network) {
  Numbers<std::uint32_t> kinds;
  if (network.edge_color.uniform() && network.dart_direction.uniform() &&
      (network.dart_port.uniform() || !network.has_ports)) {
    kinds.assign(network.dart_count(), 0);
    return kinds;
  }
  Interner intern;
  Sequence key(3);
  Sequence last;
  std::uint32_t kind = 0;
  for (std::size_t d = 0; d < network.dart_count(); ++d) {
    key = {network.edge_color[network.dart_edge[d].index()],
           network.dart_direction[d],
           network.has_ports ? network.dart_port[d] : 0};
    // Neighbouring darts are mostly alike.
    if (key != last) kind = intern(key);
    kinds.push_back(kind);
    last = key;
  }
  return kinds;
}

std::vector<std::uint32_t> node_kinds(const Network& network,
                                      const Numbers<std::uint32_t>& dart_kinds,
                                      const Numbers<std::uint32_t>& colors) {
  std::vector<std::uint32_t> out;
  out.reserve(network.node_count());
  if (dart_kinds.uniform() && colors.uniform()) {
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      out.push_back(network.darts(NodeId(n)).size());
    }
    return out;
  }
  Interner intern;
  Sequence key;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    key.clear();
    const Range darts = network.darts(NodeId(n));
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      key.push_back(dart_kinds[d]);
    }
    std::sort(key.begin(), key.end());
    key.push_back(colors[n]);
    out.push_back(intern(key));
  }
  return out;
}

Partition io_similarity(const Network& network) {
  return Partition(
      node_kinds(network, dart_kinds(network), network.node_color));
}

}  // namespace vicinal::groupoid::inline similarity
