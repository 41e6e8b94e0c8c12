// SPDX-License-Identifier: MIT
// Building counts the connections of each node, then of each edge, and puts
// them where they belong; only a node that was connected out of the order of
// its ports has its row sorted. O(size), and O(degree log degree) for those.
#include "network/graph/network.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "network/base/release.hpp"

namespace vicinal::network::inline graph {

Range Network::darts_at(NodeId n, std::uint32_t port) const {
  const Range all = darts(n);
  const auto row = std::views::iota(all.begin, all.end);
  const auto found = std::ranges::equal_range(
      row, port, {}, [&](std::uint32_t d) { return dart_port[d]; });
  const auto low = static_cast<std::uint32_t>(found.begin() - row.begin());
  const auto size = static_cast<std::uint32_t>(found.size());
  return {all.begin + low, all.begin + low + size};
}

bool Network::ports_distinct(NodeId n) const {
  const Range all = darts(n);
  for (std::uint32_t d = all.begin + 1; d < all.end; ++d) {
    if (dart_port[d] == dart_port[d - 1]) return false;  // they stand in order
  }
  return true;
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

NodeId NetworkBuilder::add_node(std::uint32_t color, std::string_view name) {
  if (!name.empty()) {
    network_.node_names.resize(network_.node_color.size());
    network_.node_names.push_back(name);
  }
  network_.node_color.push_back(color);
  return NodeId(network_.node_color.size() - 1);
}

EdgeId NetworkBuilder::add_edge(std::uint32_t color, std::string_view name) {
  if (!name.empty()) {
    network_.edge_names.resize(network_.edge_color.size());
    network_.edge_names.push_back(name);
  }
  network_.edge_color.push_back(color);
  return EdgeId(network_.edge_color.size() - 1);
}

void NetworkBuilder::add_nodes(std::uint32_t color, Names names) {
  network_.node_color.assign(names.size(), color);
  network_.node_names = std::move(names);
}

void NetworkBuilder::connect(NodeId n, EdgeId e, std::uint8_t direction,
                             std::uint32_t port) {
  node_.push_back(n);
  edge_.push_back(e);
  direction_.push_back(direction);
  port_.push_back(port);
}

void NetworkBuilder::reserve(std::size_t connections) {
  node_.reserve(connections);
  edge_.reserve(connections);
}

void NetworkBuilder::set_color(EdgeId e, std::uint32_t color) {
  network_.edge_color.set(e.index(), color);
}

void NetworkBuilder::renumber(const std::vector<std::uint32_t>& to) {
  for (NodeId& n : node_) n = NodeId(std::size_t{to[n.index()]});
}

namespace {

// From the sizes of rows, at sizes[i + 1], to where they begin.
void begin_rows(std::vector<std::uint32_t>& sizes) {
  std::partial_sum(sizes.begin(), sizes.end(), sizes.begin());
}

// Rows that were filled by counting up their beginnings begin where the rows
// before them end.
void end_rows(std::vector<std::uint32_t>& begin) {
  std::move_backward(begin.begin(), begin.end() - 1, begin.end());
  begin.front() = 0;
}

}  // namespace

// Puts the incidences into the rows of their nodes, in the order of
// connection.
void NetworkBuilder::fill_node_rows() {
  Network& n = network_;
  const std::size_t darts = node_.size();
  n.node_begin.assign(n.node_count() + 1, 0);
  for (const NodeId node : node_) ++n.node_begin[node.index() + 1];
  begin_rows(n.node_begin);
  n.dart_edge.resize(darts);
  n.dart_direction.assign(darts, darts == 0 ? 0 : direction_[0]);
  n.dart_port.assign(darts, darts == 0 ? 0 : port_[0]);
  for (std::size_t i = 0; i < darts; ++i) {
    const std::uint32_t d = n.node_begin[node_[i].index()]++;
    n.dart_edge[d] = edge_[i];
    if (!direction_.uniform()) n.dart_direction.set(d, direction_[i]);
    if (!port_.uniform()) n.dart_port.set(d, port_[i]);
  }
  end_rows(n.node_begin);
  release(edge_);
  direction_ = {};
  port_ = {};
  n.dart_node = std::move(node_);
  for (std::size_t i = 0; i < n.node_count(); ++i) {
    std::fill(n.dart_node.begin() + n.node_begin[i],
              n.dart_node.begin() + n.node_begin[i + 1], NodeId(i));
  }
}

// Sorts a node's row by port, if connections came in another order.
void NetworkBuilder::sort_row(Range row) {
  Network& n = network_;
  const auto by_port = [&](std::uint32_t d) { return n.dart_port[d]; };
  if (std::ranges::is_sorted(std::views::iota(row.begin, row.end), {},
                             by_port)) {
    return;
  }
  std::vector<Incidence> darts;
  darts.reserve(row.size());
  for (std::uint32_t d = row.begin; d < row.end; ++d) {
    darts.push_back({n.dart_edge[d], n.dart_direction[d], n.dart_port[d]});
  }
  std::stable_sort(
      darts.begin(), darts.end(),
      [](const Incidence& a, const Incidence& b) { return a.port < b.port; });
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    n.dart_edge[row.begin + i] = darts[i].edge;
    n.dart_direction.set(row.begin + i, darts[i].direction);
    n.dart_port.set(row.begin + i, darts[i].port);
  }
}

void NetworkBuilder::fill_edge_rows() {
  Network& n = network_;
  std::vector<std::uint32_t> begin(n.edge_count() + 1, 0);
  for (const EdgeId e : n.dart_edge) ++begin[e.index() + 1];
  begin_rows(begin);
  n.edge_darts.resize(n.dart_count());
  for (std::uint32_t d = 0; d < n.dart_count(); ++d) {
    n.edge_darts[begin[n.dart_edge[d].index()]++] = DartId(std::size_t{d});
  }
  end_rows(begin);
  n.edge_rows = Rows(std::move(begin));
}

Network NetworkBuilder::build(bool has_ports) {
  constexpr std::size_t limit = std::size_t{1} << 31;
  if (network_.node_count() > limit || network_.edge_count() > limit ||
      node_.size() > limit) {
    throw std::length_error("NetworkBuilder: too large a network");
  }
  Network& n = network_;
  n.has_ports = has_ports;
  if (!n.node_names.empty()) n.node_names.resize(n.node_count());
  if (!n.edge_names.empty()) n.edge_names.resize(n.edge_count());
  fill_node_rows();
  if (!n.dart_port.uniform()) {
    for (std::size_t i = 0; i < n.node_count(); ++i) {
      sort_row({n.node_begin[i], n.node_begin[i + 1]});
    }
  }
  fill_edge_rows();
  colors_.clear();
  return std::exchange(network_, Network{});
}

}  // namespace vicinal::network::inline graph
