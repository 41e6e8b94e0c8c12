// SPDX-License-Identifier: MIT
// What is written reads back as the same network, in the same order of nodes
// and edges. Only strings go through the JSON library; the rest is put together
// here, a node or an edge a line, so that files can be compared line by line.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "network/files/native.hpp"

namespace vicinal::network::inline files {

using nlohmann::json;

namespace {

// A string of JSON; what is not UTF-8 is replaced.
std::string json_string(std::string_view text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

void write_color(std::string& out, const std::string& color) {
  if (!color.empty()) out += ", \"color\": " + json_string(color);
}

void write_nodes(std::string& out, const std::vector<NodeId>& nodes,
                 const Names& names) {
  const char* separator = "";
  out += '[';
  for (const NodeId n : nodes) {
    out += separator + json_string(names[n.index()]);
    separator = ", ";
  }
  out += ']';
}

void write_ports(std::string& out, const Network& network, EdgeId e,
                 const Names& node_names) {
  if (network.port_names.empty()) return;
  std::string list;
  for (const DartId d : network.darts(e)) {
    const std::string port = network.port_names[network.dart_port[d.index()]];
    if (port.empty()) continue;
    const NodeId node = network.dart_node[d.index()];
    list += (list.empty() ? "" : ", ") + json_string(node_names[node.index()]) +
            ": " + json_string(port);
  }
  if (!list.empty()) out += ", \"ports\": {" + list + "}";
}

// What a quotient has beyond a network.
void write_vias(std::string& out, const Vias& vias, EdgeId e,
                const Names& node_names, const Names& edge_names) {
  const NodeId owner = vias.owner[e.index()];
  if (owner.valid()) {
    out += ", \"class\": " + json_string(node_names[owner.index()]);
  }
  constexpr std::string_view words[] = {"", "in", "out", "inout"};
  if (const std::uint8_t access = vias.access[e.index()]; access != 0) {
    out += ", \"access\": " + json_string(words[access]);
  }
  out += ", \"via\": [";
  const char* separator = "";
  for (const Via& via : vias.of(e)) {
    out += separator;
    out += "{\"class\": " + json_string(node_names[via.from.index()]) +
           ", \"edge\": " + json_string(edge_names[via.edge.index()]) +
           ", \"channel\": " + std::to_string(via.channel) + "}";
    separator = ", ";
  }
  out += ']';
}

}  // namespace

std::string write_native(const Network& network, const Names& node_names,
                         const Names& edge_names, const Vias& vias) {
  if (node_names.size() != network.node_count() ||
      edge_names.size() != network.edge_count()) {
    throw std::invalid_argument("write_native: a name for each node and edge");
  }
  std::string out = "{\"nodes\": [";
  const char* separator = "\n";
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    out += separator;
    out += "  {\"id\": " + json_string(node_names[n]);
    write_color(out, network.color_names[network.node_color[n]]);
    out += '}';
    separator = ",\n";
  }
  out += "\n ],\n \"edges\": [";
  separator = "\n";
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    out += separator;
    out += "  {\"id\": " + json_string(edge_names[e]);
    write_color(out, network.color_names[network.edge_color[e]]);
    out += ", \"ins\": ";
    write_nodes(out, network.ins(EdgeId(e)), node_names);
    out += ", \"outs\": ";
    write_nodes(out, network.outs(EdgeId(e)), node_names);
    write_ports(out, network, EdgeId(e), node_names);
    if (!vias.empty()) {
      write_vias(out, vias, EdgeId(e), node_names, edge_names);
    }
    out += '}';
    separator = ",\n";
  }
  out += "\n ]}\n";
  return out;
}

std::string write_native(const Network& network, const Vias& vias) {
  if (!network.edge_names.empty()) {
    return write_native(network, network.node_names, network.edge_names, vias);
  }
  Names edges;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    edges.push_back("e" + std::to_string(e));
  }
  return write_native(network, network.node_names, edges, vias);
}

}  // namespace vicinal::network::inline files
