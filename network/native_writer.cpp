// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "network/native.hpp"

namespace vicinal::network {

namespace {

void write_vias(const Network& network, const Vias& vias, EdgeId e,
                nlohmann::ordered_json& edge) {
  const NodeId owner = vias.owner[e.index()];
  if (owner.valid()) edge["class"] = network.node_names[owner.index()];
  edge["via"] = nlohmann::ordered_json::array();
  for (const Via& via : vias.of(e)) {
    nlohmann::ordered_json entry;
    entry["class"] = network.node_names[via.from.index()];
    entry["edge"] = network.edge_names[via.edge.index()];
    entry["channel"] = via.channel;
    edge["via"].push_back(std::move(entry));
  }
}

}  // namespace

std::string write_native(const Network& network, const Vias& vias) {
  nlohmann::ordered_json out;
  out["nodes"] = nlohmann::ordered_json::array();
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    nlohmann::ordered_json node;
    node["id"] = network.node_names[n];
    const std::string& color = network.color_names[network.node_color[n]];
    if (!color.empty()) node["color"] = color;
    out["nodes"].push_back(std::move(node));
  }
  out["edges"] = nlohmann::ordered_json::array();
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    nlohmann::ordered_json edge;
    edge["id"] = network.edge_names[e];
    const std::string& color = network.color_names[network.edge_color[e]];
    if (!color.empty()) edge["color"] = color;
    edge["ins"] = nlohmann::ordered_json::array();
    edge["outs"] = nlohmann::ordered_json::array();
    for (const NodeId n : network.ins(EdgeId(e))) {
      edge["ins"].push_back(network.node_names[n.index()]);
    }
    for (const NodeId n : network.outs(EdgeId(e))) {
      edge["outs"].push_back(network.node_names[n.index()]);
    }
    if (!vias.empty()) write_vias(network, vias, EdgeId(e), edge);
    out["edges"].push_back(std::move(edge));
  }
  return out.dump(1, ' ', false,
                  nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace vicinal::network
