// SPDX-License-Identifier: MIT
// Of nodes that are alike a witness beta is shown, a line for each edge. Of
// others, both walks side by side, a line a step, and then what is different
// where they end.
#include "report/topologies/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "groupoid/balance_relation/difference.hpp"
#include "groupoid/elements/elements.hpp"
#include "network/base/diagnostic.hpp"
#include "network/base/suggestion.hpp"
#include "report/topologies/network_words.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

using groupoid::Difference;
using groupoid::DifferenceStep;
using groupoid::Elements;
using groupoid::EndDifference;
using network::DartId;
using network::Network;
using network::NodeId;

namespace {

// Beyond, looking for the nearest of all names takes too long.
constexpr std::size_t most_candidates = 100'000;

class Explanation : public NetworkWords {
 public:
  Explanation(const Opened& opened, NodeId a, NodeId b)
      : NetworkWords(*opened.network(),
                     opened.instance ? &*opened.instance : nullptr),
        network_(*opened.network()),
        a_(a),
        b_(b) {}

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
  return {NodeId::none(), fmt::format("there is no node '{}'{}", name,
                                      network::did_you_mean(name, names))};
}

std::string explanation_text(const Style& style, const Opened& opened,
                             const Topology& t, NodeId a, NodeId b) {
  const Explanation explain(opened, a, b);
  if (const auto beta = Elements(t.balance).between(a, b)) {
    std::string text =
        fmt::format("{} and {} are balanced", explain.name(a), explain.name(b));
    text += t.reduction().nodes().same(a, b)
                ? ".\n"
                : ", but not both ways: a neighbour shares an edge more.\n";
    if (style.quiet) return text;
    if (beta->image.empty()) return text + "They have no edges.\n";
    return text + "\nEdges that correspond:\n" +
           explain.beta_text(*beta, style.classes);
  }
  const auto found = groupoid::difference(*opened.network(), a, b);
  std::string text =
      found ? explain.text(*found)
            : fmt::format(
                  "{} and {} are not known to be balanced. No walk "
                  "from them finds a difference:\nwhat is different is "
                  "how neighbours share several edges with them, of "
                  "which\nsome have more than two ends.\n",
                  explain.name(a), explain.name(b));
  const auto beta = Elements(*opened.network()).between(a, b);
  if (!beta || style.quiet || beta->image.empty()) return text;
  return text + "\nThey are IO-similar. Edges that look the same:\n" +
         explain.beta_text(*beta, style.classes);
}

Json explanation_json(const Opened& opened, const Topology& t, NodeId a,
                      NodeId b) {
  const Explanation explain(opened, a, b);
  const auto beta = [&](const Elements& elements) -> Json {
    const auto found = elements.between(a, b);
    return found ? explain.beta_json(*found) : Json(nullptr);
  };
  Json json;
  json["nodes"] = {explain.name(a), explain.name(b)};
  json["io_similar"] = t.io.same(a, b);
  json["io_beta"] = beta(Elements(*opened.network()));
  json["balanced"] = t.balance.nodes().same(a, b);
  json["beta"] = beta(Elements(t.balance));
  json["class_count"] = t.balance.nodes().size();
  json["walk"] = nullptr;
  if (t.balance.nodes().same(a, b)) return json;
  if (const auto found = groupoid::difference(*opened.network(), a, b)) {
    json["walk"] = explain.json(*found);
  }
  return json;
}

}  // namespace vicinal::report::inline topologies
