// SPDX-License-Identifier: MIT
// A line for each question, under the graph that it is asked of.
#include "report/topologies/analysis_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "report/topologies/name_line.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

using groupoid::Analysis;
using groupoid::Blocks;
using groupoid::Distances;
using groupoid::StrongComponents;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

constexpr const char* not_computed = "not computed";

std::string nodes_count(std::size_t n) {
  return counted(n, "node", "nodes");
}

std::size_t largest(const StrongComponents& strong) {
  std::size_t most = 0;
  for (std::uint32_t c = 0; c < strong.components.size(); ++c) {
    most = std::max(most, strong.components.members(c).size());
  }
  return most;
}

// Empty where files name no edges, or not this one.
std::string edge_name(const Network& network, EdgeId e) {
  if (network.edge_names.empty()) return {};
  return std::string(network.edge_names[e.index()]);
}

// An edge without a name is known by its ends.
std::string edge_text(const Network& network, EdgeId e) {
  const std::string name = edge_name(network, e);
  if (!name.empty()) return name;
  std::string ends;
  for (const auto d : network.darts(e)) {
    ends += ends.empty() ? "" : " - ";
    ends += network.node_names[network.dart_node[d.index()].index()];
  }
  return ends;
}

class AnalysisWriter {
 public:
  AnalysisWriter(const Style& style, const Network& network,
                 const Analysis& analysis)
      : style_(style), network_(network), a_(analysis) {}

  std::string run() {
    text_ = "analysis\n";
    if (a_.directed) {
      heading("Directed: who points to whom.");
      line("strong components", strong(a_.strong));
      line("diameter", distances(a_.directed_distances));
      heading("Undirected: who shares an edge with whom.");
    } else {
      heading("Undirected: all ends of an edge read and write it.");
    }
    if (a_.blocks) {
      points();
      bridges();
    }
    line("biconnected components", components());
    line("cores", cores());
    line("diameter", distances(a_.distances));
    line("bipartite", bipartite());
    line("planar", !a_.planar ? not_computed : *a_.planar ? "yes" : "no");
    line("degrees", degrees());
    if (a_.directed) {
      line("quotient's strong components", strong(a_.quotient_strong));
    }
    return std::move(text_);
  }

 private:
  void heading(const char* sentence) {
    if (!style_.quiet) text_ += fmt::format("  {}\n", sentence);
  }
  void line(const char* name, const std::string& value) {
    text_ += fmt::format("    {}: {}\n", name, value);
  }

  // Their number and, where there are some, the names.
  void named(const char* what, std::size_t number,
             const std::function<std::string(std::size_t)>& name) {
    if (number == 0 || style_.quiet) {
      line(what, number == 0 ? "none" : std::to_string(number));
      return;
    }
    text_ += name_line(fmt::format("    {}: {}: ", what, number), number, name,
                       style_.classes);
  }
  void points() {
    const auto& all = a_.blocks->articulation_points;
    named("articulation points", all.size(), [&](std::size_t i) {
      return printable(network_.node_names[all[i].index()]);
    });
  }
  void bridges() {
    const auto& all = a_.blocks->bridges;
    named("bridges", all.size(), [&](std::size_t i) {
      return printable(edge_text(network_, all[i]));
    });
  }

  static std::string strong(const std::optional<StrongComponents>& strong) {
    if (!strong) return not_computed;
    const std::size_t number = strong->components.size();
    if (number < 2) return std::to_string(number);
    return fmt::format("{}, the largest with {}; {}, {}, {}", number,
                       nodes_count(largest(*strong)),
                       counted(strong->arcs.size(), "arc", "arcs"),
                       counted(strong->sources, "source", "sources"),
                       counted(strong->sinks, "sink", "sinks"));
  }

  std::string components() const {
    if (!a_.blocks) return not_computed;
    const Blocks& b = *a_.blocks;
    if (b.components < 2) return std::to_string(b.components);
    return fmt::format("{}, the largest with {}", b.components,
                       nodes_count(b.largest));
  }

  std::string cores() const {
    if (!a_.cores) return not_computed;
    return fmt::format("the {}-core is the innermost, with {}",
                       a_.cores->greatest, nodes_count(a_.cores->innermost));
  }

  static std::string range(std::uint32_t least, std::uint32_t most) {
    return least == most ? std::to_string(least)
                         : fmt::format("{} to {}", least, most);
  }
  static std::string distances(const std::optional<Distances>& d) {
    if (!d) return not_computed;
    const std::string diameter = range(d->diameter_least, d->diameter_most);
    if (!d->connected) {
      return fmt::format("{}, of nodes that reach each other; not all do",
                         diameter);
    }
    return fmt::format("{}; radius {}", diameter,
                       range(d->radius_least, d->radius_most));
  }

  std::string bipartite() const {
    if (!a_.bipartite) return not_computed;
    if (a_.bipartite->holds) return "yes";
    const auto& cycle = a_.bipartite->odd_cycle;
    return fmt::format(
        "no, {}",
        cycle.size() == 1
            ? fmt::format("{} has an edge alone",
                          printable(network_.node_names[cycle[0].index()]))
            : fmt::format("{} are a cycle of odd length",
                          nodes_count(cycle.size())));
  }

  std::string degrees() const {
    if (!a_.degrees) return not_computed;
    constexpr std::size_t shown = 5;
    std::string text;
    std::size_t left = a_.degrees->touched.size();
    for (const auto& [degree, nodes] : a_.degrees->touched) {
      if (!style_.classes && text.size() > 0 &&
          a_.degrees->touched.size() - left == shown) {
        return text +
               fmt::format(", and {} more", counted(left, "degree", "degrees"));
      }
      text += text.empty()
                  ? fmt::format("{} at {}", counted(degree, "edge", "edges"),
                                nodes_count(nodes))
                  : fmt::format(", {} at {}", degree, nodes);
      --left;
    }
    return text.empty() ? "none" : text;
  }

  const Style& style_;
  const Network& network_;
  const Analysis& a_;
  std::string text_;
};

Json names_json(const Network& network, std::span<const NodeId> nodes) {
  Json names = Json::array();
  for (const NodeId n : nodes) names.push_back(network.node_names[n.index()]);
  return names;
}

Json strong_json(const Network& network,
                 const std::optional<StrongComponents>& strong, bool listed) {
  if (!strong) return nullptr;
  Json json;
  json["count"] = strong->components.size();
  json["largest"] = largest(*strong);
  json["arcs"] = strong->arcs.size();
  json["sources"] = strong->sources;
  json["sinks"] = strong->sinks;
  if (!listed) return json;
  json["members"] = Json::array();
  for (std::uint32_t c = 0; c < strong->components.size(); ++c) {
    json["members"].push_back(
        names_json(network, strong->components.members(c)));
  }
  json["condensation"] = strong->arcs;
  return json;
}

Json distances_json(const std::optional<Distances>& d, bool listed) {
  if (!d) return nullptr;
  Json json;
  json["exact"] = d->exact;
  json["connected"] = d->connected;
  json["diameter"] = {d->diameter_least, d->diameter_most};
  json["radius"] = {d->radius_least, d->radius_most};
  if (!listed) return json;
  Json all = Json::array();
  for (std::size_t n = 0; n < d->least.size(); ++n) {
    all.push_back({d->least[n], d->most[n]});
  }
  json["eccentricities"] = std::move(all);
  return json;
}

std::vector<NodeId> ends_of(const Network& network, EdgeId e) {
  std::vector<NodeId> out;
  for (const auto d : network.darts(e)) {
    out.push_back(network.dart_node[d.index()]);
  }
  return out;
}

std::vector<std::vector<NodeId>> nodes_of_components(const Network& network,
                                                     const Blocks& blocks) {
  std::vector<std::vector<NodeId>> out(blocks.components);
  for (std::size_t e = 0; e < blocks.component_of.size(); ++e) {
    if (blocks.component_of[e] == Blocks::none) continue;
    auto& nodes = out[blocks.component_of[e]];
    for (const NodeId n : ends_of(network, EdgeId(e))) nodes.push_back(n);
  }
  for (auto& nodes : out) {
    std::ranges::sort(nodes);
    const auto repeated = std::ranges::unique(nodes);
    nodes.erase(repeated.begin(), repeated.end());
  }
  return out;
}

Json blocks_json(const Network& network, const Blocks& blocks, Json json,
                 bool listed) {
  json["articulation_point_count"] = blocks.articulation_points.size();
  json["bridge_count"] = blocks.bridges.size();
  json["biconnected_component_count"] = blocks.components;
  json["largest_biconnected_component"] = blocks.largest;
  if (!listed) return json;
  json["articulation_points"] = names_json(network, blocks.articulation_points);
  Json bridges = Json::array();
  for (const EdgeId e : blocks.bridges) {
    Json bridge;
    const std::string name = edge_name(network, e);
    if (!name.empty()) bridge["id"] = name;
    bridge["ends"] = names_json(network, ends_of(network, e));
    bridges.push_back(std::move(bridge));
  }
  json["bridges"] = std::move(bridges);
  json["biconnected_components"] = Json::array();
  for (const auto& nodes : nodes_of_components(network, blocks)) {
    json["biconnected_components"].push_back(names_json(network, nodes));
  }
  return json;
}

Json degrees_json(const std::map<std::uint32_t, std::size_t>& degrees) {
  Json json = Json::array();
  for (const auto& [degree, nodes] : degrees) json.push_back({degree, nodes});
  return json;
}

Json undirected_json(const Network& network, const Analysis& a, bool listed) {
  Json json = Json::object();
  if (a.blocks) {
    json = blocks_json(network, *a.blocks, std::move(json), listed);
  }
  json["distances"] = distances_json(a.distances, listed);
  if (a.cores) {
    json["greatest_core"] = a.cores->greatest;
    json["innermost_core_size"] = a.cores->innermost;
    if (listed) json["core_numbers"] = a.cores->number;
  }
  json["bipartite"] = nullptr;
  if (a.bipartite) {
    json["bipartite"] = a.bipartite->holds;
    if (!a.bipartite->holds && listed) {
      json["odd_cycle"] = names_json(network, a.bipartite->odd_cycle);
    }
  }
  json["planar"] = nullptr;
  if (a.planar) json["planar"] = *a.planar;
  return json;
}

}  // namespace

std::string analysis_text(const Style& style, const Network& network,
                          const Analysis& analysis) {
  return AnalysisWriter(style, network, analysis).run();
}

Json analysis_json(const Network& network, const Analysis& a, bool listed) {
  Json json;
  json["has_directions"] = a.directed;
  if (a.degrees) {
    json["degrees"]["touched"] = degrees_json(a.degrees->touched);
    json["degrees"]["written"] = degrees_json(a.degrees->written);
    json["degrees"]["read"] = degrees_json(a.degrees->read);
  }
  json["directed"]["strong_components"] =
      strong_json(network, a.strong, listed);
  json["directed"]["distances"] =
      distances_json(a.directed ? a.directed_distances : a.distances, listed);
  json["undirected"] = undirected_json(network, a, listed);
  // Nodes of the quotient are named as its representatives are.
  json["quotient"]["strong_components"] =
      strong_json(network, a.quotient_strong, false);
  return json;
}

}  // namespace vicinal::report::inline topologies
