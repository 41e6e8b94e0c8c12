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

// A column of attributes, by node and by edge.
class Column {
 public:
  explicit Column(std::string name) : name_(std::move(name)) {
    values_.add("");
  }
  const std::string& name() const { return name_; }
  // Whether nothing has a value.
  bool empty() const { return values_.size() == 1; }

  // False if it has a value already.
  template <class Id>
  bool set(Id id, std::string_view value) {
    if (row(id).at(id.index()) != 0) return false;
    put(id, value);
    return true;
  }
  // Whatever it had.
  template <class Id>
  void put(Id id, std::string_view value) {
    row(id).at(id.index()) = values_.add(value).first;
  }
  // Of those that have none.
  void set_node_default(std::string_view value) {
    nodes_.otherwise = values_.add(value).first;
  }
  void set_edge_default(std::string_view value) {
    edges_.otherwise = values_.add(value).first;
  }

  // Of these nodes, in this order.
  Attribute attribute(const std::vector<std::uint32_t>& nodes) const;

  // Equal numbers, equal values; 0: none.
  template <class Id>
  std::uint32_t number(Id id) const {
    return row(id).number(id.index());
  }
  std::string value(std::uint32_t number) const {
    return values_.names()[number];
  }

 private:
  struct Row {
    std::vector<std::uint32_t> numbers;
    std::uint32_t otherwise = 0;

    std::uint32_t& at(std::size_t i) {
      if (numbers.size() <= i) numbers.resize(i + 1, 0);
      return numbers[i];
    }
    std::uint32_t number(std::size_t i) const {
      return i < numbers.size() && numbers[i] != 0 ? numbers[i] : otherwise;
    }
  };
  Row& row(NodeId) { return nodes_; }
  Row& row(EdgeId) { return edges_; }
  const Row& row(NodeId) const { return nodes_; }
  const Row& row(EdgeId) const { return edges_; }

  std::string name_;
  NameTable values_;
  Row nodes_, edges_;
};

// One end of an edge between two nodes.
struct LineEnd {
  NodeId node;
  std::string_view port;  // empty: none
  Span span;
};

class Assembly {
 public:
  // Where edges declare their ends, a mention is a declaration.
  enum class Ends : std::uint8_t { declared, declare };

  Assembly(const Source& source, const ReadOptions& options,
           Diagnostics& diagnostics, Ends ends);

  const Source& source() const { return source_; }
  Diagnostics& diagnostics() { return d_; }

  // There will be as many edges, and their names and those of nodes together
  // take as many bytes, or less. Memory that is reserved and not used costs
  // nothing; to grow costs copies.
  void expect(std::size_t edges, std::size_t bytes);

  // ---- nodes
  NodeId declare(std::string_view name, Span span);  // V0606 if it is there
  // So many, called 1, 2, ...; false after V0619 (readers.hpp).
  bool declare_numbered(std::uint64_t nodes, Span span);
  NodeId mention(std::string_view name, Span span);

  // ---- edges; ends are of the edge that was added last
  // Without a name: the empty one. V0606 if an edge has the name already, or,
  // after `take_equal_edges`, V0621 and another name.
  EdgeId edge(std::string_view name, Span span);
  // V0606 for a node that is there already in this direction, V0618 for one
  // that is at another port.
  void end(NodeId node, std::uint8_t direction, std::string_view port,
           Span span);
  // An edge between two nodes. If it is a loop, and at two ports of its node,
  // these two are one port, of a name that no other has.
  EdgeId line(const LineEnd& from, const LineEnd& to, bool directed,
              std::string_view name);
  // Without ports.
  EdgeId line(NodeId from, NodeId to, bool directed, std::string_view name = {},
              Span span = {});

  // ---- attributes
  // The column of an attribute that somebody wants; none: leave it.
  Column* column(std::string_view attribute);
  // Gives the attribute this value, whatever it had, if somebody wants it.
  template <class Id>
  void put(Id id, std::string_view attribute, std::string_view value) {
    if (Column* wanted = column(attribute)) wanted->put(id, value);
  }

  // The warning V0608, once for each thing that is left out. Of very many
  // things, one warning says that there are more.
  void ignored(std::string_view what, Span span);
  // The warning V0621, once for each thing that a format forbids and that is
  // taken for what it can only mean.
  void taken(std::string_view what, Span span);
  // Edges may have equal names; a node may have the empty one.
  void take_equal_edges() { equal_edges_ = true; }
  void take_empty_name() { empty_name_ = true; }

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
  void other_name(std::string_view name, EdgeId edge, Span span);
  void look_for_sign(std::string_view port);
  void add_end(NodeId node, std::uint8_t direction, std::string_view port,
               Span span);
  std::string_view joined_port(const LineEnd& from, const LineEnd& to,
                               bool directed);
  void report_undeclared();
  void report_joined_ports();
  std::vector<std::uint32_t> in_order() const;
  void choose_names(Format format);
  std::string node_name(NodeId node) const;
  void add_nodes(const std::vector<std::uint32_t>& order);
  void name_edges(Network& network) const;

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
  std::vector<std::uint32_t> repeats_;     // per name: edges that wanted it
  bool equal_edges_ = false;
  bool empty_name_ = false;

  NameTable ports_;
  std::string joined_;                // of the loop that is added
  std::optional<Span> first_joined_;  // of ports that loops joined
  bool sign_in_port_ = false;         // a port's own name may look joined
  std::vector<End> ends_of_last_;

  // The colors of some nodes or edges, by their values in the color columns.
  class Colors;

  NetworkBuilder builder_;
  std::uint32_t edge_count_ = 0;
  std::vector<std::unique_ptr<Column>> columns_;  // with no address changed
  const Column* naming_ = nullptr;  // the attribute that names nodes
  NameTable warned_;
  std::uint32_t ignored_ = 0;  // things that are left out
};

}  // namespace vicinal::network::inline files
