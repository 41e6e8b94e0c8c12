// SPDX-License-Identifier: MIT
// The network graph of LS section 2: nodes, and edges that any number of
// nodes write (`ins`) and read (`outs`); colors on both; and, where processes
// stand on the nodes, the port under which a node knows an edge.
//
//   node n ──dart──▶ edge e        a dart is one pair (node, incident edge),
//   darts of n: contiguous         with direction bits and a port;
//   darts of e: by `edge_darts`    sizes: O(nodes + edges + darts)
//
// Plain arrays in compressed rows, ready for 10^7 darts. A network is made by
// NetworkBuilder and never changed.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "network/base/ids.hpp"
#include "network/graph/names.hpp"
#include "network/graph/numbers.hpp"
#include "network/graph/rows.hpp"

namespace vicinal::network::inline graph {

using NodeId = Id<struct NodeTag>;
using EdgeId = Id<struct EdgeTag>;
using DartId = Id<struct DartTag>;

inline constexpr std::uint8_t dart_reads = 1;   // the node is in outs(e)
inline constexpr std::uint8_t dart_writes = 2;  // the node is in ins(e)
inline constexpr std::uint8_t dart_both = dart_reads | dart_writes;

// What a file says of its nodes.
struct Attribute {
  std::string name;
  Numbers<std::uint32_t> value;  // per node, into `values`; 0: none
  Names values;                  // 0 is empty
};

struct Network {
  // Per node; node_begin has one entry more.
  std::vector<std::uint32_t> node_begin;  // first dart
  Numbers<std::uint32_t> node_color;      // into color_names

  // Per dart, by node; within a node by (port, order of connection), so that
  // the darts of one port are contiguous.
  std::vector<EdgeId> dart_edge;
  std::vector<NodeId> dart_node;
  Numbers<std::uint8_t> dart_direction;  // dart_reads | dart_writes
  Numbers<std::uint32_t> dart_port;      // number in the process; 0 if the
                                         // network has no processes

  // Per edge.
  Rows edge_rows;                  // of edge_darts
  std::vector<DartId> edge_darts;  // by node
  Numbers<std::uint32_t> edge_color;

  std::vector<std::string> color_names;
  // Names as in a file; empty where they are computed (Instance).
  Names node_names, edge_names;
  // Of ports that a file names, by number; empty where processes have them.
  Names port_names;
  // Those that somebody asked for.
  std::vector<Attribute> node_attributes;
  bool has_ports = false;

  std::size_t node_count() const { return node_color.size(); }
  std::size_t edge_count() const { return edge_color.size(); }
  std::size_t dart_count() const { return dart_edge.size(); }

  // Darts of a node: [first, last).
  Range darts(NodeId n) const {
    return {node_begin[n.index()], node_begin[n.index() + 1]};
  }
  std::span<const EdgeId> inout(NodeId n) const {
    const Range r = darts(n);
    return std::span(dart_edge).subspan(r.begin, r.size());
  }
  std::span<const DartId> darts(EdgeId e) const {
    const Range row = edge_rows[e.index()];
    return std::span(edge_darts).subspan(row.begin, row.size());
  }
  // The darts of n at a port, as a range of dart numbers. O(log degree).
  Range darts_at(NodeId n, std::uint32_t port) const;
  // Whether no two darts of n stand at one port.
  bool ports_distinct(NodeId n) const;

  bool reads(DartId d) const {
    return (dart_direction[d.index()] & dart_reads) != 0;
  }
  bool writes(DartId d) const {
    return (dart_direction[d.index()] & dart_writes) != 0;
  }

  // LS section 2. Sorted by id, without repetition.
  std::vector<EdgeId> in(NodeId n) const;    // In(n): edges that n reads
  std::vector<EdgeId> out(NodeId n) const;   // Out(n): edges that n writes
  std::vector<NodeId> ins(EdgeId e) const;   // nodes that write e
  std::vector<NodeId> outs(EdgeId e) const;  // nodes that read e

  // LS section 2: m points to n if m != n and m writes an edge that n
  // touches. O(degree of m * degree of n) at most.
  bool points_to(NodeId m, NodeId n) const;

  // All m that point to n, sorted. O(sum of arities of the edges of n).
  std::vector<NodeId> pointing_to(NodeId n) const;

  // Whether two nodes touch a common edge; a node that touches an edge is
  // adjacent to itself.
  bool adjacent(NodeId m, NodeId n) const;
};

// Collects nodes, edges and connections in any order. `build` leaves the
// builder empty. Names are given to all nodes or to none, and so for edges; a
// name left out among others is empty. More than 2^31 nodes, edges or darts
// are a contract violation.
class NetworkBuilder {
 public:
  std::uint32_t color(const std::string& name);  // interned
  NodeId add_node(std::uint32_t color, std::string_view name = {});
  // All nodes, where none was added before.
  void add_nodes(std::uint32_t color, Names names);
  EdgeId add_edge(std::uint32_t color, std::string_view name = {});

  // A second connection of the same node and edge is the caller's error; it
  // makes two darts, neighbours in the row of the edge.
  void connect(NodeId n, EdgeId e, std::uint8_t direction,
               std::uint32_t port = 0);

  // For that many connections.
  void reserve(std::size_t connections);
  // Of an edge that is there.
  void set_color(EdgeId e, std::uint32_t color);
  // Nodes that edges were connected to get other numbers: n becomes to[n].
  void renumber(const std::vector<std::uint32_t>& to);

  Network build(bool has_ports);

 private:
  Network network_;
  struct Incidence {
    EdgeId edge;
    std::uint8_t direction;
    std::uint32_t port;
  };
  void fill_node_rows();
  void fill_edge_rows();
  void sort_row(Range row);

  // Per connection.
  std::vector<NodeId> node_;
  std::vector<EdgeId> edge_;
  Numbers<std::uint8_t> direction_;
  Numbers<std::uint32_t> port_;
  std::map<std::string, std::uint32_t> colors_;
};

}  // namespace vicinal::network::inline graph
