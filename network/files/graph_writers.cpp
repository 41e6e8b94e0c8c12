// SPDX-License-Identifier: MIT
// DOT and GraphML share what is an edge and what a hyper-edge, and when names
// are encoded; each escapes by its own rules. A color comes from the number of
// the class alone, so that the same network looks the same each time.
#include "network/files/graph_writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "network/base/markup.hpp"
#include "network/base/unique_names.hpp"
#include "network/files/escapes.hpp"

namespace vicinal::network::inline files {

namespace {

// A light color for each class, #rrggbb. Hues go round by the golden ratio, so
// that those near in number are far in color.
std::string fill(std::uint32_t number) {
  constexpr double golden = 0.618033988749895;
  constexpr double saturation = 0.45;
  constexpr double light = 0.97;
  const double hue = 6 * std::fmod(0.58 + golden * number, 1.0);
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue, 6.0);
    const double part = std::max(0.0, std::min({k, 4 - k, 1.0}));
    return static_cast<int>(
        std::lround(255 * (light - light * saturation * part)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(5), channel(3), channel(1));
}

// As an edge between two nodes, if it is one.
struct Line {
  DartId from, to;
  bool directed = false;
};
std::optional<Line> line(const Network& network, EdgeId e) {
  const auto darts = network.darts(e);
  const auto direction = [&](std::size_t i) {
    return network.dart_direction[darts[i].index()];
  };
  if (darts.size() == 1 && direction(0) == dart_both) {
    return Line{darts[0], darts[0], false};
  }
  if (darts.size() != 2) return std::nullopt;
  if (direction(0) == dart_both && direction(1) == dart_both) {
    return Line{darts[0], darts[1], false};
  }
  if (direction(0) == dart_writes && direction(1) == dart_reads) {
    return Line{darts[0], darts[1], true};
  }
  if (direction(0) == dart_reads && direction(1) == dart_writes) {
    return Line{darts[1], darts[0], true};
  }
  return std::nullopt;
}

// Names as they are written: themselves if all of the network's are plain, else
// all of them percent-encoded.
class Written {
 public:
  explicit Written(const Network& network) {
    for (const Names* names :
         {&network.node_names, &network.edge_names, &network.port_names}) {
      for (std::size_t i = 0; i < names->size(); ++i) look((*names)[i]);
    }
    for (const std::string& name : network.color_names) look(name);
  }

  bool encoded() const { return encoded_; }
  std::string operator()(std::string_view name) const {
    return encoded_ ? percent_encoded(name) : std::string(name);
  }

 private:
  void look(std::string_view name) { encoded_ = encoded_ || !is_plain(name); }

  bool encoded_ = false;
};

std::string edge_name(const Network& network, std::size_t e) {
  return network.edge_names.empty() ? "" : network.edge_names[e];
}

// Of a dart; empty: none.
std::string port_name(const Network& network, DartId d) {
  return network.port_names.empty()
             ? ""
             : network.port_names[network.dart_port[d.index()]];
}

// A quoted string of plain text: it has no backslash, which Graphviz would
// keep.
std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out + '"';
}

class DotWriter {
 public:
  DotWriter(const Network& network, std::span<const std::uint32_t> class_of)
      : network_(network), class_of_(class_of), written_(network) {}

  std::string run() {
    out_ = "digraph network {\n";
    if (written_.encoded()) {
      out_ += fmt::format("  {}={};\n", encoding_attribute, encoding_percent);
    }
    if (!class_of_.empty()) {
      out_ += "  node [shape=ellipse, style=filled];\n";
    }
    for (std::size_t n = 0; n < network_.node_count(); ++n) node(n);
    for (std::size_t e = 0; e < network_.edge_count(); ++e) edge(EdgeId(e));
    return out_ + "}\n";
  }

 private:
  void add(std::string& list, const char* name, std::string_view value) {
    list += fmt::format("{}{}={}", list.empty() ? "" : ", ", name, value);
  }

  // The network's own color, if it has one: a type, as colors are the classes.
  void add_type(std::string& list, std::uint32_t color) {
    const std::string& name = network_.color_names[color];
    if (!name.empty()) add(list, "type", dot_quoted(written_(name)));
  }

  void statement(const std::string& subject, const std::string& list) {
    out_ += list.empty() ? fmt::format("  {};\n", subject)
                         : fmt::format("  {} [{}];\n", subject, list);
  }

  void node(std::size_t n) {
    const std::string id = unique_(written_(network_.node_names[n]));
    ids_.push_back(dot_quoted(id));
    std::string list;
    if (!class_of_.empty()) {
      add(list, "label", ids_[n]);
      add(list, "class", fmt::format("\"{}\"", class_of_[n]));
      add(list, "fillcolor", fmt::format("\"{}\"", fill(class_of_[n])));
    }
    add_type(list, network_.node_color[n]);
    // A statement without a list would read as a node all the same.
    statement(ids_[n], list);
  }

  // The node of a dart, with its port. A port alone might be read as a point of
  // the compass; behind it, '_' is any of them.
  std::string end(DartId d) {
    const std::string& node = ids_[network_.dart_node[d.index()].index()];
    const std::string port = port_name(network_, d);
    return port.empty()
               ? node
               : fmt::format("{}:{}:_", node, dot_quoted(written_(port)));
  }

  void edge(EdgeId e) {
    const std::string name = edge_name(network_, e.index());
    std::string list;
    if (const auto l = line(network_, e)) {
      if (!l->directed) add(list, "dir", "none");
      if (!name.empty()) add(list, "id", dot_quoted(written_(name)));
      add_type(list, network_.edge_color[e.index()]);
      statement(fmt::format("{} -> {}", end(l->from), end(l->to)), list);
      return;
    }
    const std::string label =
        name.empty() ? fmt::format("e{}", e.index()) : written_(name);
    const std::string id = dot_quoted(unique_(label));
    add(list, "hyperedge", "true");
    add(list, "shape", "point");
    add(list, "id", dot_quoted(label));
    add(list, "xlabel", dot_quoted(label));
    add_type(list, network_.edge_color[e.index()]);
    statement(id, list);
    for (const DartId d : network_.darts(e)) {
      const bool writes = network_.writes(d);
      statement(writes ? fmt::format("{} -> {}", end(d), id)
                       : fmt::format("{} -> {}", id, end(d)),
                writes && network_.reads(d) ? "dir=none" : "");
    }
  }

  const Network& network_;
  std::span<const std::uint32_t> class_of_;
  const Written written_;
  UniqueNames unique_;
  std::vector<std::string> ids_;  // of nodes, quoted
  std::string out_;
};

// Of plain text, in which Graphviz takes '&amp;' for '&'.
std::string label_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '&') out += "amp;";
  }
  return dot_quoted(out);
}

class PictureWriter {
 public:
  std::string run(std::span<const Picture> pictures) {
    out_ =
        "digraph picture {\n"
        "  overlap=prism; splines=true; outputorder=edgesfirst;\n"
        "  node [shape=ellipse, style=filled, fontname=\"sans-serif\"];\n"
        "  edge [color=\"#606060\", arrowsize=0.7];\n";
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      part(pictures[i], static_cast<char>('a' + i));
    }
    return out_ + "}\n";
  }

 private:
  void part(const Picture& picture, char prefix) {
    const Network& network = *picture.network;
    const Written written(network);
    out_ += fmt::format(
        "  subgraph cluster_{} {{\n    label={}; color=\"#c0c0c0\";\n", prefix,
        label_of(picture.title));
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      const bool heavy =
          std::ranges::binary_search(picture.heavy_nodes, NodeId(n));
      out_ +=
          fmt::format("    {}{} [label={}, fillcolor=\"{}\"{}];\n", prefix, n,
                      label_of(written(network.node_names[n])),
                      fill(picture.class_of[n]), heavy ? ", penwidth=2.5" : "");
    }
    for (std::size_t e = 0; e < network.edge_count(); ++e) {
      edge(network, EdgeId(e), prefix,
           std::ranges::binary_search(picture.heavy_edges, EdgeId(e)));
    }
    out_ += "  }\n";
  }

  // ` [A, B]` of the attributes that are not empty.
  static std::string attributes(bool undirected, bool heavy) {
    if (!undirected && !heavy) return {};
    return fmt::format(" [{}{}{}]", undirected ? "dir=none" : "",
                       undirected && heavy ? ", " : "",
                       heavy ? "penwidth=2.5" : "");
  }

  void edge(const Network& network, EdgeId e, char prefix, bool heavy) {
    const auto node = [&](DartId d) {
      return fmt::format("{}{}", prefix, network.dart_node[d.index()].value);
    };
    if (const auto l = line(network, e)) {
      out_ += fmt::format("    {} -> {}{};\n", node(l->from), node(l->to),
                          attributes(!l->directed, heavy));
      return;
    }
    const std::string bus = fmt::format("{}e{}", prefix, e.index());
    out_ += fmt::format("    {} [shape=point];\n", bus);
    for (const DartId d : network.darts(e)) {
      const bool writes = network.writes(d);
      out_ += fmt::format("    {} -> {}{};\n", writes ? node(d) : bus,
                          writes ? bus : node(d),
                          attributes(writes && network.reads(d), heavy));
    }
  }

  std::string out_;
};

class GraphmlWriter {
 public:
  GraphmlWriter(const Network& network, std::span<const std::uint32_t> class_of)
      : network_(network), class_of_(class_of), written_(network) {}

  std::string run() {
    out_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        "  <key id=\"type\" for=\"all\" attr.name=\"type\" "
        "attr.type=\"string\"/>\n";
    if (!class_of_.empty()) {
      out_ +=
          "  <key id=\"class\" for=\"node\" attr.name=\"class\" "
          "attr.type=\"int\"/>\n"
          "  <key id=\"fill\" for=\"node\" attr.name=\"fill\" "
          "attr.type=\"string\"/>\n";
    }
    if (written_.encoded()) {
      out_ += fmt::format(
          "  <key id=\"encoding\" for=\"graph\" attr.name=\"{}\" "
          "attr.type=\"string\"/>\n",
          encoding_attribute);
    }
    out_ += "  <graph edgedefault=\"undirected\">\n";
    if (written_.encoded()) {
      out_ += fmt::format("    <data key=\"encoding\">{}</data>\n",
                          encoding_percent);
    }
    for (std::size_t n = 0; n < network_.node_count(); ++n) node(n);
    for (std::size_t e = 0; e < network_.edge_count(); ++e) edge(EdgeId(e));
    return out_ + "  </graph>\n</graphml>\n";
  }

 private:
  std::string escaped(std::string_view name) const {
    return markup_escaped(written_(name));
  }

  std::string type(std::uint32_t color) const {
    const std::string& name = network_.color_names[color];
    return name.empty()
               ? std::string{}
               : fmt::format("<data key=\"type\">{}</data>", escaped(name));
  }

  // ` NAME="VALUE"`, unless the value is empty.
  std::string attribute(const char* name, std::string_view value) const {
    return value.empty() ? std::string{}
                         : fmt::format(" {}=\"{}\"", name, escaped(value));
  }

  std::string node_id(DartId d) const {
    return escaped(network_.node_names[network_.dart_node[d.index()].index()]);
  }

  void node(std::size_t n) {
    std::string data;
    if (!class_of_.empty()) {
      data = fmt::format(
          "<data key=\"class\">{}</data><data key=\"fill\">{}</data>",
          class_of_[n], fill(class_of_[n]));
    }
    data += type(network_.node_color[n]);
    const std::string id = escaped(network_.node_names[n]);
    out_ += data.empty()
                ? fmt::format("    <node id=\"{}\"/>\n", id)
                : fmt::format("    <node id=\"{}\">{}</node>\n", id, data);
  }

  void edge(EdgeId e) {
    const std::string id = attribute("id", edge_name(network_, e.index()));
    const std::string data = type(network_.edge_color[e.index()]);
    if (const auto l = line(network_, e)) {
      const std::string start = fmt::format(
          "    <edge{} source=\"{}\" target=\"{}\"{}{} directed=\"{}\"", id,
          node_id(l->from), node_id(l->to),
          attribute("sourceport", port_name(network_, l->from)),
          attribute("targetport", port_name(network_, l->to)), l->directed);
      out_ += start + (data.empty() ? "/>\n" : ">" + data + "</edge>\n");
      return;
    }
    out_ += fmt::format("    <hyperedge{}>{}", id, data);
    for (const DartId d : network_.darts(e)) {
      const char* kind = !network_.writes(d) ? "out"
                         : network_.reads(d) ? "undir"
                                             : "in";
      out_ += fmt::format("<endpoint node=\"{}\"{} type=\"{}\"/>", node_id(d),
                          attribute("port", port_name(network_, d)), kind);
    }
    out_ += "</hyperedge>\n";
  }

  const Network& network_;
  std::span<const std::uint32_t> class_of_;
  const Written written_;
  std::string out_;
};

}  // namespace

std::string write_dot(const Network& network,
                      std::span<const std::uint32_t> class_of) {
  return DotWriter(network, class_of).run();
}

std::string picture_dot(std::span<const Picture> pictures) {
  return PictureWriter().run(pictures);
}

std::string write_graphml(const Network& network,
                          std::span<const std::uint32_t> class_of) {
  return GraphmlWriter(network, class_of).run();
}

}  // namespace vicinal::network::inline files
