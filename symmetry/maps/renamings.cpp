// SPDX-License-Identifier: MIT
#include "symmetry/maps/renamings.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline maps {

using network::EdgeId;
using network::NodeId;
using network::Scalar;

Renamings::Renamings(const network::Instance& instance) : instance_(instance) {
  for (std::size_t e = 0; e < instance.network.edge_count(); ++e) {
    auto& alike = edges_[signature(EdgeId(e))];
    place_.push_back(static_cast<std::uint32_t>(alike.size()));
    alike.emplace_back(e);
  }
}

Renamings::Signature Renamings::signature(EdgeId e) const {
  const network::Network& n = instance_.network;
  Signature result{instance_.edge_type(e), {}};
  for (const network::DartId d : n.darts(e)) {
    result.second.push_back({n.dart_node[d.index()], n.dart_port[d.index()],
                             n.dart_direction[d.index()]});
  }
  std::ranges::sort(result.second);
  return result;
}

EdgeId Renamings::image(EdgeId e, std::span<const NodeId> node) const {
  Signature image = signature(e);
  for (Dart& d : image.second) d.node = node[d.node.index()];
  std::ranges::sort(image.second);
  const auto at = edges_.find(image);
  const std::uint32_t place = place_[e.index()];
  if (at == edges_.end() || place >= at->second.size()) return EdgeId::none();
  return at->second[place];
}

Renaming Renamings::along(std::span<const NodeId> node) const {
  Renaming result = identity();
  result.node.assign(node.begin(), node.end());
  std::vector<EdgeId> edges;
  for (const EdgeId e : result.edge) {
    network::poll();
    edges.push_back(image(e, node));
    // Nodes are permuted, and edges of one signature keep their order: those
    // that have images have different ones.
    if (!edges.back().valid()) return result;
  }
  result.edge = std::move(edges);
  return result;
}

Renaming Renamings::identity() const {
  Renaming result;
  for (std::size_t n = 0; n < instance_.network.node_count(); ++n) {
    result.node.emplace_back(n);
  }
  for (std::size_t e = 0; e < instance_.network.edge_count(); ++e) {
    result.edge.emplace_back(e);
  }
  result.constant.resize(instance_.model->enums.size());
  return result;
}

std::optional<Renaming> Renamings::exchange(NodeId a, NodeId b) const {
  return exchange(std::span(&a, 1), std::span(&b, 1));
}

std::optional<Renaming> Renamings::exchange(std::span<const NodeId> a,
                                            std::span<const NodeId> b) const {
  Renaming result = identity();
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::swap(result.node[a[i].index()], result.node[b[i].index()]);
  }
  const auto move_edges = [&](NodeId n) {
    for (const EdgeId e : instance_.network.inout(n)) {
      result.edge[e.index()] = image(e, result.node);
      if (!result.edge[e.index()].valid()) return false;
    }
    return true;
  };
  if (!std::ranges::all_of(a, move_edges)) return std::nullopt;
  if (!std::ranges::all_of(b, move_edges)) return std::nullopt;
  return result;
}

Renaming Renamings::exchange(network::EnumId enumeration, Scalar a,
                             Scalar b) const {
  Renaming result = identity();
  auto& image = result.constant[enumeration.index()];
  const auto count = static_cast<Scalar>(
      instance_.model->enums[enumeration.index()].constants.size());
  for (Scalar v = 0; v < count; ++v) {
    image.push_back(v == a ? b : v == b ? a : v);
  }
  return result;
}

}  // namespace vicinal::symmetry::inline maps
