// SPDX-License-Identifier: MIT
// Building sorts the connections by node, port and order of connection; the
// rows of the edges follow by counting.
#include "network/network.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace vicinal::network {

Range Network::darts_at(NodeId n, std::uint32_t port) const {
  const Range all = darts(n);
  const auto begin = dart_port.begin() + all.begin;
  const auto end = dart_port.begin() + all.end;
  const auto [low, high] = std::equal_range(begin, end, port);
  return {static_cast<std::uint32_t>(low - dart_port.begin()),
          static_cast<std::uint32_t>(high - dart_port.begin())};
}

namespace {

template <class Value>
void sort_unique(std::vector<Value>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::vector<EdgeId> Network::in(NodeId n) const {
  std::vector<EdgeId> list;
  const Range r = darts(n);
  for (std::uint32_t d = r.begin; d < r.end; ++d) {
    if (reads(DartId(std::size_t{d}))) list.push_back(dart_edge[d]);
  }
  sort_unique(list);
  return list;
}

std::vector<EdgeId> Network::out(NodeId n) const {
  std::vector<EdgeId> list;
  const Range r = darts(n);
  for (std::uint32_t d = r.begin; d < r.end; ++d) {
    if (writes(DartId(std::size_t{d}))) list.push_back(dart_edge[d]);
  }
  sort_unique(list);
  return list;
}

std::vector<NodeId> Network::ins(EdgeId e) const {
  std::vector<NodeId> list;
  for (const DartId d : darts(e)) {
    if (writes(d)) list.push_back(dart_node[d.index()]);
  }
  sort_unique(list);
  return list;
}

std::vector<NodeId> Network::outs(EdgeId e) const {
  std::vector<NodeId> list;
  for (const DartId d : darts(e)) {
    if (reads(d)) list.push_back(dart_node[d.index()]);
  }
  sort_unique(list);
  return list;
}

bool Network::points_to(NodeId m, NodeId n) const {
  if (m == n) return false;
  const Range mine = darts(m);
  for (std::uint32_t d = mine.begin; d < mine.end; ++d) {
    if (!writes(DartId(std::size_t{d}))) continue;
    const auto theirs = inout(n);
    if (std::find(theirs.begin(), theirs.end(), dart_edge[d]) != theirs.end()) {
      return true;
    }
  }
  return false;
}

std::vector<NodeId> Network::pointing_to(NodeId n) const {
  std::vector<NodeId> list;
  for (const EdgeId e : inout(n)) {
    for (const DartId d : darts(e)) {
      if (writes(d) && dart_node[d.index()] != n) {
        list.push_back(dart_node[d.index()]);
      }
    }
  }
  sort_unique(list);
  return list;
}

bool Network::adjacent(NodeId m, NodeId n) const {
  if (m == n) return !inout(m).empty();
  if (inout(m).size() > inout(n).size()) std::swap(m, n);
  for (const EdgeId e : inout(m)) {
    const auto theirs = inout(n);
    if (std::find(theirs.begin(), theirs.end(), e) != theirs.end()) {
      return true;
    }
  }
  return false;
}

// ---- building --------------------------------------------------------------

std::uint32_t NetworkBuilder::color(const std::string& name) {
  const auto [it, fresh] = colors_.emplace(
      name, static_cast<std::uint32_t>(network_.color_names.size()));
  if (fresh) network_.color_names.push_back(name);
  return it->second;
}

NodeId NetworkBuilder::add_node(std::uint32_t color, std::string name) {
  network_.node_color.push_back(color);
  if (!name.empty()) network_.node_names.push_back(std::move(name));
  return NodeId(network_.node_color.size() - 1);
}

EdgeId NetworkBuilder::add_edge(std::uint32_t color, std::string name) {
  network_.edge_color.push_back(color);
  if (!name.empty()) network_.edge_names.push_back(std::move(name));
  return EdgeId(network_.edge_color.size() - 1);
}

void NetworkBuilder::connect(NodeId n, EdgeId e, std::uint8_t direction,
                             std::uint32_t port) {
  incidences_.push_back({n, e, direction, port});
}

Network NetworkBuilder::build(bool has_ports) {
  constexpr std::size_t limit = std::size_t{1} << 31;
  if (network_.node_count() > limit || network_.edge_count() > limit ||
      incidences_.size() > limit) {
    throw std::length_error("NetworkBuilder: too large a network");
  }
  // By node; stable, so that the order of connection stays within a node.
  std::stable_sort(incidences_.begin(), incidences_.end(),
                   [](const Incidence& a, const Incidence& b) {
                     return a.node != b.node ? a.node < b.node
                                             : a.port < b.port;
                   });
  Network& n = network_;
  n.has_ports = has_ports;
  n.node_begin.assign(n.node_count() + 1, 0);
  n.edge_begin.assign(n.edge_count() + 1, 0);
  n.dart_edge.reserve(incidences_.size());
  n.dart_node.reserve(incidences_.size());
  n.dart_direction.reserve(incidences_.size());
  n.dart_port.reserve(incidences_.size());
  for (const Incidence& i : incidences_) {
    ++n.node_begin[i.node.index() + 1];
    ++n.edge_begin[i.edge.index() + 1];
    n.dart_edge.push_back(i.edge);
    n.dart_node.push_back(i.node);
    n.dart_direction.push_back(i.direction);
    n.dart_port.push_back(i.port);
  }
  for (std::size_t i = 1; i < n.node_begin.size(); ++i) {
    n.node_begin[i] += n.node_begin[i - 1];
  }
  for (std::size_t i = 1; i < n.edge_begin.size(); ++i) {
    n.edge_begin[i] += n.edge_begin[i - 1];
  }
  n.edge_darts.resize(incidences_.size());
  std::vector<std::uint32_t> next(n.edge_begin.begin(), n.edge_begin.end());
  for (std::uint32_t d = 0; d < n.dart_edge.size(); ++d) {
    n.edge_darts[next[n.dart_edge[d].index()]++] = DartId(std::size_t{d});
  }
  incidences_.clear();
  incidences_.shrink_to_fit();
  colors_.clear();
  return std::exchange(network_, Network{});
}

}  // namespace vicinal::network
