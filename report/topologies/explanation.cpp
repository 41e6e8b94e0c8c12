// SPDX-License-Identifier: MIT
// Both walks are shown side by side, a line a step, and then what is different
// where they end.
#include "report/topologies/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "groupoid/balance_relation/difference.hpp"
#include "network/base/diagnostic.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

using groupoid::Difference;
using groupoid::DifferenceStep;
using groupoid::EndDifference;
using network::DartId;
using network::Network;
using network::NodeId;

namespace {

// Beyond, looking for the nearest of all names takes too long.
constexpr std::size_t most_candidates = 100'000;

class Explanation {
 public:
  Explanation(const Network& network, NodeId a, NodeId b)
      : network_(network), a_(a), b_(b) {}

  std::string name(NodeId n) const {
    return printable(network_.node_names[n.index()]);
  }
  std::string color(NodeId n) const {
    const std::string& name =
        network_.color_names[network_.node_color[n.index()]];
    return name.empty() ? "no color" : printable(name);
  }
  std::string edge(DartId d) const {
    const std::size_t e = network_.dart_edge[d.index()].index();
    return network_.edge_names.empty() ? fmt::format("e{}", e)
                                       : printable(network_.edge_names[e]);
  }

  // 'a writes and reads e12 at port left'
  std::string kind(DartId d) const {
    std::string text = network_.writes(d) && network_.reads(d) ? "writes and "
                                                                 "reads"
                       : network_.writes(d)                    ? "writes"
                                                               : "reads";
    const std::size_t e = network_.dart_edge[d.index()].index();
    const std::string& color = network_.color_names[network_.edge_color[e]];
    if (!color.empty()) text += fmt::format(", {}", printable(color));
    if (!network_.port_names.empty()) {
      const std::string port =
          network_.port_names[network_.dart_port[d.index()]];
      if (!port.empty()) text += fmt::format(", at port {}", printable(port));
    }
    return text;
  }

  std::string text(const Difference& found) const {
    std::string out =
        fmt::format("{} and {} are not balanced.\n", name(a_), name(b_));
    if (!found.steps.empty()) out += "\n";
    for (const DifferenceStep& s : found.steps) {
      out += fmt::format("  {} --{}--> {}    {} --{}--> {}\n", name(s.a),
                         edge(s.from_a), name(s.to_a), name(s.b),
                         edge(s.from_b), name(s.to_b));
      if (s.count_a != s.count_b) {
        const bool more = s.count_a > s.count_b;
        out += fmt::format(
            "    of neighbours like {} so far, {} has {}, {} has "
            "{}\n",
            name(more ? s.to_a : s.to_b), name(s.a), s.count_a, name(s.b),
            s.count_b);
      }
    }
    return out + "\n" + end(found);
  }

  std::string end(const Difference& f) const {
    switch (f.end) {
      case EndDifference::colors:
        return fmt::format("{} has {}, {} has {}.\n", name(f.a), color(f.a),
                           name(f.b), color(f.b));
      case EndDifference::darts:
        return fmt::format("Of edges like {} ({} it), {} has {}, {} has {}.\n",
                           edge(f.dart), kind(f.dart), name(f.a), f.count_a,
                           name(f.b), f.count_b);
      case EndDifference::shared:
        return fmt::format(
            "Of edges like {}, of those that are shared with one neighbour, {} "
            "has {}, {} has {}.\n",
            edge(f.dart), name(f.a), f.count_a, name(f.b), f.count_b);
      case EndDifference::neighbours:
        if (!f.dart.valid()) {
          return fmt::format(
              "{} and {} have like neighbours, but not together at their "
              "edges.\n",
              name(f.a), name(f.b));
        }
        return fmt::format(
            "Of neighbours at edges like {} that are at them as {} is ({}), {} "
            "has {}, {} has {}.\n",
            edge(f.dart), name(network_.dart_node[f.neighbour.index()]),
            kind(f.neighbour), name(f.a), f.count_a, name(f.b), f.count_b);
    }
    return {};
  }

  Json json(const Difference& f) const {
    Json steps = Json::array();
    for (const DifferenceStep& s : f.steps) {
      steps.push_back({{"nodes", {name(s.a), name(s.b)}},
                       {"edges", {edge(s.from_a), edge(s.from_b)}},
                       {"to", {name(s.to_a), name(s.to_b)}},
                       {"counts", {s.count_a, s.count_b}}});
    }
    Json out;
    out["steps"] = std::move(steps);
    out["ends"] = {name(f.a), name(f.b)};
    out["difference"] = f.end == EndDifference::colors   ? "colors"
                        : f.end == EndDifference::darts  ? "edges"
                        : f.end == EndDifference::shared ? "shared"
                                                         : "neighbours";
    if (f.dart.valid()) {
      out["edge"] = edge(f.dart);
      out["counts"] = {f.count_a, f.count_b};
    }
    if (f.end == EndDifference::colors) {
      out["colors"] = {color(f.a), color(f.b)};
    }
    return out;
  }

 private:
  const Network& network_;
  NodeId a_, b_;
};

}  // namespace

NamedNode node_named(const Network& network, const std::string& name) {
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    if (network.node_names.is(n, name)) return {NodeId(n), {}};
  }
  std::vector<std::string> names;
  for (std::size_t n = 0; n < std::min(network.node_count(), most_candidates);
       ++n) {
    names.emplace_back(network.node_names[n]);
  }
  const std::string near = network::closest(name, names);
  return {
      NodeId::none(),
      fmt::format("there is no node '{}'{}", name,
                  near.empty() ? std::string{}
                               : fmt::format("; did you mean '{}'?", near))};
}

std::string explanation_text(const groupoid::Balance& balance, NodeId a,
                             NodeId b) {
  const Explanation explain(balance.network(), a, b);
  if (balance.nodes().same(a, b)) {
    return fmt::format("{} and {} are balanced.\n", explain.name(a),
                       explain.name(b));
  }
  const auto found = groupoid::difference(balance.network(), a, b);
  if (found) return explain.text(*found);
  return fmt::format(
      "{} and {} are not known to be balanced. No walk from them finds a "
      "difference:\nwhat is different is how neighbours share several edges "
      "with them, of which\nsome have more than two ends.\n",
      explain.name(a), explain.name(b));
}

Json explanation_json(const groupoid::Balance& balance, NodeId a, NodeId b) {
  const Explanation explain(balance.network(), a, b);
  Json json;
  json["nodes"] = {explain.name(a), explain.name(b)};
  json["balanced"] = balance.nodes().same(a, b);
  json["class_count"] = balance.nodes().size();
  json["walk"] = nullptr;
  if (balance.nodes().same(a, b)) return json;
  if (const auto found = groupoid::difference(balance.network(), a, b)) {
    json["walk"] = explain.json(*found);
  }
  return json;
}

}  // namespace vicinal::report::inline topologies
