// SPDX-License-Identifier: MIT
// The report of `vicinal topology` as JSON (design 5.1).
#include "network/files/native.hpp"
#include "report/topologies/analysis_report.hpp"
#include "report/topologies/groupoid_report.hpp"
#include "report/topologies/topology.hpp"

namespace vicinal::report::inline topologies {

using groupoid::Partition;
using network::Network;
using network::NodeId;

namespace {

Json classes_json(const Network& network, const Partition& partition) {
  Json classes = Json::array();
  for (std::uint32_t c = 0; c < partition.size(); ++c) {
    Json members = Json::array();
    for (const NodeId n : partition.members(c)) {
      members.push_back(network.node_names[n.index()]);
    }
    classes.push_back(std::move(members));
  }
  return classes;
}

Json generators_json(const Network& network,
                     const groupoid::Automorphisms& group) {
  Json generators = Json::array();
  for (const groupoid::Automorphism& g : group.generators) {
    if (g.node_cycles.empty()) continue;  // moves parallel edges only
    Json cycles = Json::array();
    for (const auto& cycle : g.node_cycles) {
      Json names = Json::array();
      for (const NodeId n : cycle) {
        names.push_back(network.node_names[n.index()]);
      }
      cycles.push_back(std::move(names));
    }
    generators.push_back(std::move(cycles));
  }
  return generators;
}

Json automorphisms_json(const Network& network, const Topology& t,
                        bool listed) {
  if (!t.automorphisms.computed) return nullptr;
  Json json;
  json["order"] = t.automorphisms.order;
  json["node_order"] = t.automorphisms.node_order;
  json["generator_count"] =
      t.automorphisms.generators.size() - t.automorphisms.edge_generators;
  json["orbit_count"] = t.orbits->size();
  Json split = Json::array();
  for (const auto& [c, orbits] : t.split_classes()) {
    const NodeId first = t.reduction().nodes().representative(c);
    split.push_back(
        {{"class", network.node_names[first.index()]}, {"orbits", orbits}});
    if (split.size() == longest_list) break;
  }
  json["split_classes"] = std::move(split);
  if (listed) {
    json["generators"] = generators_json(network, t.automorphisms);
    json["orbits"] = classes_json(network, *t.orbits);
  }
  return json;
}

// [[[a, b], ...], ...]: each class its ordered pairs.
Json pairs_json(const Network& network,
                const groupoid::PairPartition& partition) {
  Json classes = Json::array();
  for (std::size_t c = 0; c < partition.size(); ++c) {
    classes.push_back(Json::array());
  }
  for (std::size_t i = 0; i < network.node_count(); ++i) {
    for (std::size_t j = 0; j < network.node_count(); ++j) {
      if (i == j) continue;
      classes[partition.class_of(NodeId(i), NodeId(j))].push_back(
          Json::array({network.node_names[i], network.node_names[j]}));
    }
  }
  return classes;
}

void add_pairs(const Network& network, const Topology& t, Json& json) {
  json["pairs_exact"] = t.pairs && t.printed_pairs && t.pairs->exact() &&
                        t.printed_pairs->exact();
  json["pair_class_count"] = nullptr;
  json["pair_classes"] = nullptr;
  json["pair_class_count_paper"] = nullptr;
  json["pair_classes_paper"] = nullptr;
  if (t.pairs) {
    json["pair_class_count"] = t.pairs->size();
    json["pair_classes"] = pairs_json(network, *t.pairs);
  }
  if (t.printed_pairs) {
    json["pair_class_count_paper"] = t.printed_pairs->size();
    json["pair_classes_paper"] = pairs_json(network, *t.printed_pairs);
  }
}

Json summary_json(const network::Summary& s) {
  return {{"degrees", {s.least_degree, s.median_degree, s.greatest_degree}},
          {"isolated", s.isolated},
          {"components", s.components},
          {"largest_component", s.largest},
          {"self_loops", s.self_loops},
          {"parallel_edges", s.parallel},
          {"hyper_edges", s.hyper_edges}};
}

Json quotient_json(const Topology& t) {
  if (!t.quotient) return nullptr;
  return Json::parse(
      network::write_native(t.quotient->network, t.quotient->vias));
}

}  // namespace

Json topology_json(const Style& style, const Opened& opened,
                   const Topology& t) {
  const Network& network = *opened.network();
  const bool listed = network.node_count() <= longest_list || style.classes;
  Json json;
  json["model"] = opened.name;
  if (opened.instance) json["parameters"] = parameters_json(*opened.instance);
  json["nodes"] = network.node_count();
  json["edges"] = network.edge_count();
  if (opened.graph_format) {
    json["format"] = network::format_name(*opened.graph_format);
    json["merged_lines"] = opened.merged_lines;
  }
  json["summary"] = summary_json(t.summary);
  json["exact"] = t.exact();
  json["io_class_count"] = t.io.size();
  json["balance_class_count"] = t.balance.nodes().size();
  if (t.reduction_differs()) {
    json["reduction_class_count"] = t.reduction().nodes().size();
  }
  if (listed) {
    json["io_classes"] = classes_json(network, t.io);
    json["balance_classes"] = classes_json(network, t.balance.nodes());
    if (t.reduction_differs()) {
      json["reduction_classes"] = classes_json(network, t.reduction().nodes());
    }
  }
  if (t.equitable) {
    json["equitable_class_count"] = t.equitable->size();
    if (t.refinement_rounds) json["refinement_rounds"] = *t.refinement_rounds;
    if (listed) json["equitable_classes"] = classes_json(network, *t.equitable);
  }
  json["automorphisms"] = automorphisms_json(network, t, listed);
  json["quotient"] = quotient_json(t);
  if (style.groupoid) json["groupoid"] = groupoid_json(opened, t, listed);
  if (style.pairs) add_pairs(network, t, json);
  if (t.analysis) {
    json["analysis"] = analysis_json(network, *t.analysis, listed);
    json["analysis"]["complete"] = !t.analysis_cut_short;
  }
  return json;
}

}  // namespace vicinal::report::inline topologies
