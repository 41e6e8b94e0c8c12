// SPDX-License-Identifier: MIT
// What readers of all formats hand their nodes and edges to: names become
// numbers, attributes colors, and what does not fit together is reported.
//
// A node may be mentioned before it is declared; in the end all must be, and
// they are numbered in the order in which the file declares them. Not for use
// outside of network/files/.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "network/files/graph_file.hpp"
#include "network/graph/name_table.hpp"

namespace vicinal::network::inline files {

// A column of attributes, by node and by edge: numbers into `values`, 0 for
// none. Rows that are not there have none.
struct Column {
  std::string name;
  NameTable values;
  std::vector<std::uint32_t> of_node, of_edge;
  std::uint32_t node_default = 0, edge_default = 0;  // of those that have none

  std::uint32_t of(NodeId node) const;
  std::uint32_t of(EdgeId edge) const;
};

class Assembly {
 public:
  // Where edges declare their ends, a mention is a declaration.
  enum class Ends : std::uint8_t { declared, declare };

  Assembly(const Source& source, const ReadOptions& options,
           Diagnostics& diagnostics, Ends ends);

  const Source& source() const { return source_; }
  Diagnostics& diagnostics() { return d_; }
  const ReadOptions& options() const { return options_; }

  // ---- nodes
  NodeId declare(std::string_view name, Span span);  // V0606 if it is there
  NodeId mention(std::string_view name, Span span);
  std::size_t node_count() const { return nodes_.size(); }

  // ---- edges; ends are of the edge that was added last
  // Without a name: the empty one. V0606 if an edge has the name already.
  EdgeId edge(std::string_view name, Span span);
  // V0606 for a node that is there already in this direction, V0618 for one
  // that is at another port.
  void end(NodeId node, std::uint8_t direction, std::string_view port,
           Span span);
  // An edge between two nodes, without ports.
  EdgeId line(NodeId from, NodeId to, bool directed, std::string_view name = {},
              Span span = {});

  // ---- attributes
  // The column of an attribute that somebody wants; none: leave it.
  Column* column(std::string_view attribute);
  // False if it has a value already.
  bool set(Column& column, NodeId node, std::string_view value);
  bool set(Column& column, EdgeId edge, std::string_view value);
  // Whatever it had.
  void put(Column& column, NodeId node, std::string_view value);
  void put(Column& column, EdgeId edge, std::string_view value);
  void set_node_default(Column& column, std::string_view value);
  void set_edge_default(Column& column, std::string_view value);

  // The warning V0608, once for each thing that is left out.
  void ignored(std::string_view what, Span span);

  // Unless there were errors since the beginning; reports nodes that were
  // mentioned and not declared (V0607).
  std::optional<GraphFile> finish(Format format);

 private:
  struct End {
    NodeId node;
    std::uint8_t direction;
    std::uint32_t port;
    Span span;
  };

  void connect_last();
  void report_undeclared();
  std::vector<std::uint32_t> in_order() const;
  std::string node_name(NodeId node) const;
  void add_nodes(const std::vector<std::uint32_t>& order);
  void name_edges(Network& network) const;
  void keep(GraphFile& file, const std::vector<std::uint32_t>& order) const;

  const Source& source_;
  const ReadOptions& options_;
  Diagnostics& d_;
  const Ends ends_;
  const std::size_t errors_before_;

  NameTable nodes_;
  std::vector<Span> first_;           // per node: where it was first named
  std::vector<std::uint32_t> place_;  // per node: in the order of declaration
  std::uint32_t declared_ = 0;

  NameTable edge_names_;
  std::vector<Span> edge_spans_;           // per name of an edge
  std::vector<std::uint32_t> named_edge_;  // per name: the edge
  NameTable ports_;
  std::vector<End> ends_of_last_;

  // The colors of some nodes or edges, by their values in the color columns.
  class Colors;

  NetworkBuilder builder_;
  std::uint32_t edge_count_ = 0;
  std::vector<std::unique_ptr<Column>> columns_;  // with no address changed
  NameTable warned_;
};

}  // namespace vicinal::network::inline files
