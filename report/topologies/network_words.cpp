// SPDX-License-Identifier: MIT
// A node touches an edge by one dart, so that a map of darts is shown as one of
// edges.
#include "report/topologies/network_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

using groupoid::LocalSymmetry;
using network::DartId;
using network::NodeId;

namespace {

// Of an element; more on request only.
constexpr std::size_t shown_edges = 12;

}  // namespace

std::string NetworkWords::name(NodeId n) const {
  return printable(network_.node_names[n.index()]);
}

std::string NetworkWords::color(NodeId n) const {
  const std::string& name =
      network_.color_names[network_.node_color[n.index()]];
  return name.empty() ? "no color" : printable(name);
}

std::string NetworkWords::edge(DartId d) const {
  const std::size_t e = network_.dart_edge[d.index()].index();
  return network_.edge_names.empty() ? fmt::format("e{}", e)
                                     : printable(network_.edge_names[e]);
}

std::string NetworkWords::port(DartId d) const {
  if (!network_.has_ports) return {};
  const std::uint32_t port = network_.dart_port[d.index()];
  if (instance_ != nullptr) {
    return instance_->process(network_.dart_node[d.index()]).ports[port].name;
  }
  if (network_.port_names.empty()) return {};
  return printable(std::string(network_.port_names[port]));
}

std::string NetworkWords::kind(DartId d) const {
  std::string text = network_.writes(d) && network_.reads(d) ? "writes and "
                                                               "reads"
                     : network_.writes(d)                    ? "writes"
                                                             : "reads";
  const std::size_t e = network_.dart_edge[d.index()].index();
  const std::string& color = network_.color_names[network_.edge_color[e]];
  if (!color.empty()) text += fmt::format(", {}", printable(color));
  const std::string name = port(d);
  if (!name.empty()) text += fmt::format(", at port {}", name);
  return text;
}

std::string NetworkWords::beta_text(const LocalSymmetry& s, bool all) const {
  const std::uint32_t first = network_.darts(s.source).begin;
  const std::size_t shown =
      all ? s.image.size() : std::min(s.image.size(), shown_edges);
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    width = std::max(width, edge(DartId(first + i)).size());
  }
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const DartId d(first + i);
    text += fmt::format("  {:<{}} -> {} ({})\n", edge(d), width,
                        edge(s.image[i]), kind(d));
  }
  if (shown < s.image.size()) {
    text += fmt::format("  and {} more; --classes lists all\n",
                        s.image.size() - shown);
  }
  return text;
}

std::string NetworkWords::image_text(const LocalSymmetry& s,
                                     std::size_t i) const {
  const std::uint32_t first = network_.darts(s.source).begin;
  return fmt::format("{} -> {}", edge(DartId(first + i)), edge(s.image[i]));
}

Json NetworkWords::beta_json(const LocalSymmetry& s) const {
  const std::uint32_t first = network_.darts(s.source).begin;
  Json out = Json::array();
  for (std::size_t i = 0; i < s.image.size(); ++i) {
    const DartId d(first + i);
    out.push_back({{"from", edge(d)}, {"to", edge(s.image[i])}});
    const std::string name = port(d);
    if (!name.empty()) out.back()["port"] = name;
  }
  return out;
}

std::vector<std::vector<DartId>> NetworkWords::cycles(
    const LocalSymmetry& s) const {
  const std::uint32_t first = network_.darts(s.source).begin;
  std::vector<bool> seen(s.image.size(), false);
  std::vector<std::vector<DartId>> out;
  for (std::size_t i = 0; i < s.image.size(); ++i) {
    if (seen[i] || s.image[i].value == first + i) continue;
    auto& cycle = out.emplace_back();
    for (std::size_t at = i; !seen[at]; at = s.image[at].value - first) {
      seen[at] = true;
      cycle.emplace_back(first + at);
    }
  }
  return out;
}

std::string NetworkWords::cycles_text(const LocalSymmetry& s) const {
  std::string text;
  for (const auto& cycle : cycles(s)) {
    std::vector<std::string> names;
    for (const DartId d : cycle) names.push_back(edge(d));
    text += fmt::format("({})", fmt::join(names, " "));
  }
  return text.empty() ? "()" : text;
}

Json NetworkWords::cycles_json(const LocalSymmetry& s) const {
  Json out = Json::array();
  for (const auto& cycle : cycles(s)) {
    Json names = Json::array();
    for (const DartId d : cycle) names.push_back(edge(d));
    out.push_back(std::move(names));
  }
  return out;
}

}  // namespace vicinal::report::inline topologies
