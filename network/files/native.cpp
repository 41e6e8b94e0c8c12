// SPDX-License-Identifier: MIT
// What an event means depends on the keys and lists that it stands in: a stack
// of levels.
#include "network/files/native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "network/files/assembly.hpp"
#include "network/files/codes.hpp"
#include "network/files/json_events_impl.hpp"
#include "network/files/native_impl.hpp"
#include "network/files/readers.hpp"

namespace vicinal::network::inline files {

namespace {

// What the value that comes next is for.
enum class Level : std::uint8_t {
  file,   // the top object
  nodes,  // its array of nodes
  edges,
  node,  // one object
  edge,
  ins,  // array of names
  outs,
  vias,  // array of objects
  via,   // one of them
  id,    // a string
  color,
  ports,   // object: names of nodes, and of ports
  port,    // one of these
  owner,   // a string: "class" of an edge
  access,  // a string
  from,    // "class" and "edge" of a via
  via_edge,
  channel,    // a number
  attribute,  // a value that is kept
  ignored,    // anything, and all that is in it
};

class NetworkReader : public JsonEvents {
 public:
  NetworkReader(const Source& source, Diagnostics& diagnostics,
                const std::vector<std::string>& kept)
      : JsonEvents(source, diagnostics),
        columns(kept.begin(), kept.end()),
        color_column_(column("color")) {}

  bool run() { return parse() && check_top(); }

  std::vector<NodeEntry> nodes;
  std::vector<EdgeEntry> edges;
  std::vector<Column> columns;  // of nodes: what is kept

  // ---- events
  bool null() override {
    // As if the key were not there.
    if (!stack_.empty() && level() == Level::attribute) return true;
    return scalar(word_span(4), "null");
  }
  bool boolean(bool value) override {
    return scalar(word_span(value ? 4 : 5), "a truth value");
  }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t value) override {
    if (level() != Level::channel || value > UINT32_MAX) return number();
    edges.back().vias.back().channel = static_cast<std::uint32_t>(value);
    return true;
  }
  bool number_float(number_float_t, const string_t&) override {
    return number();
  }
  bool binary(binary_t&) override { return number(); }  // not in text

  bool string(string_t& value) override {
    const Span span = string_span();
    switch (level()) {
      case Level::id: {
        auto& id = in_node_ ? nodes.back().id : edges.back().id;
        id = Name{value, span};
        return true;
      }
      case Level::color:
        (in_node_ ? nodes.back().color : edges.back().color) = value;
        if (in_node_) keep(color_column_, value);
        return true;
      case Level::attribute:
        keep(attribute_, value);
        return true;
      case Level::ins:
      case Level::outs:
        if (!in_list()) return wrong(span, "a string");
        (level() == Level::ins ? edges.back().ins : edges.back().outs)
            .push_back({value, span});
        return true;
      case Level::port:
        edges.back().ports.back().second = value;
        return true;
      case Level::owner:
        edges.back().owner = Name{value, span};
        return true;
      case Level::access:
        edges.back().access = Name{value, span};
        return true;
      case Level::from:
        edges.back().vias.back().from = Name{value, span};
        return true;
      case Level::via_edge:
        edges.back().vias.back().edge = Name{value, span};
        return true;
      case Level::ignored:
        return true;
      default:
        return wrong(span, "a string");
    }
  }

  bool start_object(std::size_t) override {
    const Span span = last_byte();
    if (!shallow(stack_.size())) return false;
    Level inner = Level::ignored;
    if (stack_.empty() && !started_) {
      inner = Level::file;
      started_ = true;
    } else if (level() == Level::nodes && in_list()) {
      nodes.push_back({std::nullopt, "", span});
      in_node_ = true;
      inner = Level::node;
    } else if (level() == Level::edges && in_list()) {
      edges.push_back({});
      edges.back().span = span;
      in_node_ = false;
      inner = Level::edge;
    } else if (level() == Level::vias && in_list()) {
      edges.back().vias.push_back({std::nullopt, std::nullopt, {}, span});
      inner = Level::via;
    } else if (level() == Level::ports) {
      inner = Level::ports;
    } else if (level() != Level::ignored) {
      return wrong(span, "an object");
    }
    stack_.push_back({inner, Level::ignored, false, {}});
    return true;
  }

  bool end_object() override {
    stack_.pop_back();
    return true;
  }

  bool key(string_t& name) override {
    const Span span = string_span();
    Frame& frame = stack_.back();
    if (!is_fresh(frame.keys, name)) return false;
    if (frame.level == Level::ports) {
      edges.back().ports.push_back({{name, span}, {}});
      frame.next = Level::port;
      return true;
    }
    frame.next = meaning(frame.level, name);
    if (frame.level == Level::node && frame.next == Level::ignored) {
      attribute_ = column(name);
      if (attribute_ != nullptr) frame.next = Level::attribute;
    }
    if (frame.next == Level::nodes) has_nodes_ = true;
    if (frame.next == Level::edges) has_edges_ = true;
    if (frame.next == Level::ignored && frame.level != Level::ignored &&
        warned_.insert(name).second) {
      d_.warning(codes::part_ignored, span,
                 fmt::format("the key \"{}\" is ignored", name));
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (!shallow(stack_.size())) return false;
    const Level next = stack_.empty() ? Level::file : level();
    const bool list = next == Level::nodes || next == Level::edges ||
                      next == Level::ins || next == Level::outs ||
                      next == Level::vias || next == Level::ignored;
    if (!list || (in_list() && next != Level::ignored)) {
      return wrong(last_byte(), "a list");
    }
    stack_.push_back({next, next, true, {}});
    return true;
  }

  bool end_array() override {
    stack_.pop_back();
    return true;
  }

 private:
  struct Frame {
    Level level;
    Level next;  // of the value that follows a key, of an array's elements
    bool array;
    std::set<std::string> keys;
  };

  // What the value of a key is for.
  static Level meaning(Level inside, const std::string& key) {
    struct Key {
      Level inside;
      std::string_view name;
      Level means;
    };
    static constexpr Key keys[] = {
        {Level::file, "nodes", Level::nodes},
        {Level::file, "edges", Level::edges},
        {Level::node, "id", Level::id},
        {Level::node, "color", Level::color},
        {Level::edge, "id", Level::id},
        {Level::edge, "color", Level::color},
        {Level::edge, "ins", Level::ins},
        {Level::edge, "outs", Level::outs},
        {Level::edge, "ports", Level::ports},
        {Level::edge, "class", Level::owner},
        {Level::edge, "access", Level::access},
        {Level::edge, "via", Level::vias},
        {Level::via, "class", Level::from},
        {Level::via, "edge", Level::via_edge},
        {Level::via, "channel", Level::channel},
    };
    for (const Key& k : keys) {
      if (k.inside == inside && k.name == key) return k.means;
    }
    return Level::ignored;
  }

  Level level() const {
    return stack_.empty() ? Level::file : stack_.back().next;
  }

  bool in_list() const { return !stack_.empty() && stack_.back().array; }

  // Null: nobody wants it.
  Column* column(std::string_view attribute) {
    const auto found = std::ranges::find(columns, attribute, &Column::name);
    return found == columns.end() ? nullptr : &*found;
  }
  void keep(Column* column, std::string_view value) {
    if (column != nullptr) column->put(NodeId(nodes.size() - 1), value);
  }

  bool scalar(Span span, std::string_view what) {
    if (!stack_.empty() && level() == Level::attribute) {
      keep(attribute_, source_.text(span));
      return true;
    }
    if (!stack_.empty() && level() == Level::ignored) return true;
    return wrong(span, what);
  }
  bool number() { return scalar(number_span(), "a number"); }

  bool wrong(Span span, std::string_view found) {
    static constexpr std::string_view wanted[] = {
        "an object with \"nodes\" and \"edges\"",
        "a list of nodes, each an object",
        "a list of edges, each an object",
        "an object",
        "an object",
        "a list of ids",
        "a list of ids",
        "a list of objects",
        "an object",
        "a string",
        "a string",
        "an object of nodes and ports",
        "the name of a port",
        "the id of a node",
        "\"in\", \"out\" or \"inout\"",
        "the id of a node",
        "the id of an edge",
        "a number from 0 to 4294967295",
        "a string, a number or a truth value",
        ""};
    d_.error(codes::unexpected_in_file, span,
             fmt::format("expected {}, but found {}",
                         wanted[static_cast<std::size_t>(level())], found));
    return false;
  }

  bool check_top() {
    if (has_nodes_ && has_edges_) return true;
    d_.error(codes::unexpected_in_file, {0, 1},
             fmt::format("the file has no list of \"{}\"",
                         has_nodes_ ? "edges" : "nodes"),
             {{std::nullopt, "where there are none, write an empty list"}});
    return false;
  }

  Column* color_column_;
  Column* attribute_ = nullptr;  // whose value is next
  std::vector<Frame> stack_;
  std::set<std::string> warned_;
  bool started_ = false;
  bool has_nodes_ = false;
  bool has_edges_ = false;
  bool in_node_ = false;
};

}  // namespace

std::optional<Network> read_native(const Source& source,
                                   Diagnostics& diagnostics, Vias* vias,
                                   const std::vector<std::string>& kept) {
  NetworkReader reader(source, diagnostics, kept);
  if (!reader.run()) return std::nullopt;
  auto network = link_native(reader.nodes, reader.edges, diagnostics, vias);
  if (!network) return network;
  std::vector<std::uint32_t> order(reader.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  for (const Column& column : reader.columns) {
    network->node_attributes.push_back(column.attribute(order));
  }
  return network;
}

std::optional<GraphFile> read_native_file(const Source& source,
                                          const ReadOptions& options,
                                          Diagnostics& diagnostics) {
  GraphFile file;
  auto network = read_native(source, diagnostics, &file.vias, options.kept);
  if (!network) return std::nullopt;
  file.network = std::move(*network);
  return file;
}

}  // namespace vicinal::network::inline files
