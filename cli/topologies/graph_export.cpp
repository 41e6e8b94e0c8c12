// SPDX-License-Identifier: MIT
// DOT and GraphML share what is an edge and what a hyper-edge, and names that
// are made printable first; each escapes by its own rules. A color comes from
// the number of the class alone, so that the same network looks the same each
// time.
#include "cli/topologies/graph_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/output/render.hpp"
#include "network/base/unique_names.hpp"

namespace vicinal::cli::inline topologies {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

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
  NodeId from, to;
  bool directed = false;
};
std::optional<Line> line(const Network& network, EdgeId e) {
  const auto darts = network.darts(e);
  const auto node = [&](std::size_t i) {
    return network.dart_node[darts[i].index()];
  };
  const auto direction = [&](std::size_t i) {
    return network.dart_direction[darts[i].index()];
  };
  constexpr std::uint8_t both = network::dart_reads | network::dart_writes;
  if (darts.size() == 1 && direction(0) == both) {
    return Line{node(0), node(0), false};
  }
  if (darts.size() != 2) return std::nullopt;
  if (direction(0) == both && direction(1) == both) {
    return Line{node(0), node(1), false};
  }
  if (direction(0) == network::dart_writes &&
      direction(1) == network::dart_reads) {
    return Line{node(0), node(1), true};
  }
  if (direction(0) == network::dart_reads &&
      direction(1) == network::dart_writes) {
    return Line{node(1), node(0), true};
  }
  return std::nullopt;
}

// What both formats may hold: printable text without the two numbers that are
// no characters in XML.
std::string clean(std::string_view name) {
  std::string out = printable(name);
  for (const auto& [bytes, escape] : {std::pair("\xEF\xBF\xBE", "\\u{fffe}"),
                                      {"\xEF\xBF\xBF", "\\u{ffff}"}}) {
    for (std::size_t at = out.find(bytes); at != std::string::npos;
         at = out.find(bytes, at)) {
      out.replace(at, 3, escape);
    }
  }
  return out;
}

// A quoted string of clean text. Graphviz keeps a backslash and gives it a
// meaning in labels later, where two of them stand for one.
std::string dot_quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Clean text, for attributes and contents.
std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// The network's own color, if it has one: a type, as colors are the classes.
std::string dot_type(const Network& network, std::uint32_t color) {
  const std::string& name = network.color_names[color];
  return name.empty() ? std::string{}
                      : fmt::format(", type={}", dot_quoted(clean(name)));
}

}  // namespace

std::string dot_text(const Network& network,
                     std::span<const std::uint32_t> class_of) {
  std::string out =
      "digraph network {\n"
      "  node [shape=ellipse, style=filled];\n";
  network::UniqueNames unique;
  std::vector<std::string> ids;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    const std::string label = clean(network.node_names[n]);
    ids.push_back(dot_quoted(unique(label)));
    out +=
        fmt::format("  {} [label={}, class=\"{}\", fillcolor=\"{}\"{}];\n",
                    ids[n], dot_quoted(label), class_of[n], fill(class_of[n]),
                    dot_type(network, network.node_color[n]));
  }
  for (std::size_t i = 0; i < network.edge_count(); ++i) {
    const EdgeId e(i);
    const std::string name = clean(network.edge_names[i]);
    const std::string label = dot_quoted(name);
    const std::string type = dot_type(network, network.edge_color[i]);
    if (const auto l = line(network, e)) {
      out += fmt::format("  {} -> {} [{}id={}{}];\n", ids[l->from.index()],
                         ids[l->to.index()], l->directed ? "" : "dir=none, ",
                         label, type);
      continue;
    }
    const std::string id = dot_quoted(unique(name));
    out += fmt::format("  {} [shape=point, xlabel={}{}];\n", id, label, type);
    for (const DartId d : network.darts(e)) {
      const std::string& node = ids[network.dart_node[d.index()].index()];
      if (network.writes(d)) {
        out += fmt::format("  {} -> {}{};\n", node, id,
                           network.reads(d) ? " [dir=none]" : "");
      } else {
        out += fmt::format("  {} -> {};\n", id, node);
      }
    }
  }
  return out + "}\n";
}

std::string graphml_text(const Network& network,
                         std::span<const std::uint32_t> class_of) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"type\" for=\"all\" attr.name=\"type\" "
      "attr.type=\"string\"/>\n"
      "  <key id=\"class\" for=\"node\" attr.name=\"class\" "
      "attr.type=\"int\"/>\n"
      "  <key id=\"fill\" for=\"node\" attr.name=\"fill\" "
      "attr.type=\"string\"/>\n"
      "  <graph edgedefault=\"undirected\">\n";
  const auto type = [&](std::uint32_t color) {
    const std::string& name = network.color_names[color];
    return name.empty() ? std::string{}
                        : fmt::format("<data key=\"type\">{}</data>",
                                      xml_escaped(clean(name)));
  };
  network::UniqueNames nodes, edges;
  std::vector<std::string> ids;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    ids.push_back(xml_escaped(nodes(clean(network.node_names[n]))));
    out += fmt::format(
        "    <node id=\"{}\"><data key=\"class\">{}</data>"
        "<data key=\"fill\">{}</data>{}</node>\n",
        ids[n], class_of[n], fill(class_of[n]), type(network.node_color[n]));
  }
  for (std::size_t i = 0; i < network.edge_count(); ++i) {
    const EdgeId e(i);
    const std::string id = xml_escaped(edges(clean(network.edge_names[i])));
    const std::string color = type(network.edge_color[i]);
    if (const auto l = line(network, e)) {
      out += fmt::format(
          "    <edge id=\"{}\" source=\"{}\" target=\"{}\" directed=\"{}\">{}"
          "</edge>\n",
          id, ids[l->from.index()], ids[l->to.index()], l->directed, color);
      continue;
    }
    out += fmt::format("    <hyperedge id=\"{}\">{}", id, color);
    for (const DartId d : network.darts(e)) {
      const char* end = !network.writes(d) ? "out"
                        : network.reads(d) ? "undir"
                                           : "in";
      out += fmt::format("<endpoint node=\"{}\" type=\"{}\"/>",
                         ids[network.dart_node[d.index()].index()], end);
    }
    out += "</hyperedge>\n";
  }
  return out + "  </graph>\n</graphml>\n";
}

}  // namespace vicinal::cli::inline topologies
