// SPDX-License-Identifier: MIT
// Counts are said always, members only where the first rank has their names: of
// few nodes, or if they were asked for.
#include "report/topologies/rank_topology.hpp"

#include <fmt/format.h>

#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

namespace {

Json listed_json(const RankTopology& t, const groupoid::Partition& partition) {
  Json classes = Json::array();
  for (std::uint32_t c = 0; c < partition.size(); ++c) {
    Json members = Json::array();
    for (const network::NodeId n : partition.members(c)) {
      members.push_back(t.names[n.index()]);
    }
    classes.push_back(std::move(members));
  }
  return classes;
}

}  // namespace

std::string rank_topology_text(const RankTopology& t) {
  std::string text = fmt::format("{}: {}, {}\n", printable(t.name),
                                 counted(t.nodes, "node", "nodes"),
                                 counted(t.edges, "edge", "edges"));
  if (t.merged > 0) {
    text += fmt::format("{} repeated the ends of another: one edge\n",
                        counted(t.merged, "line", "lines"));
  }
  const auto section = [&](const char* name, const RankClassList& classes) {
    const bool alone = classes.count == t.nodes && t.nodes > 1;
    text += fmt::format("{}: {}{}\n", name,
                        counted(classes.count, "class", "classes"),
                        classes.same ? ", the same"
                        : alone      ? ", every node alone"
                                     : "");
  };
  section("IO-similar", t.io);
  section("balanced", t.balance);
  if (t.equitable) section("equitable", *t.equitable);
  return text;
}

Json rank_topology_json(const RankTopology& t) {
  Json json;
  json["model"] = t.name;
  json["nodes"] = t.nodes;
  json["edges"] = t.edges;
  json["format"] = "edge-list";
  json["merged_lines"] = t.merged;
  json["exact"] = true;
  json["io_class_count"] = t.io.count;
  json["balance_class_count"] = t.balance.count;
  if (t.io.listed) json["io_classes"] = listed_json(t, *t.io.listed);
  if (t.balance.listed) {
    json["balance_classes"] = listed_json(t, *t.balance.listed);
  }
  if (t.equitable) {
    json["equitable_class_count"] = t.equitable->count;
    if (t.equitable->listed) {
      json["equitable_classes"] = listed_json(t, *t.equitable->listed);
    }
  }
  return json;
}

}  // namespace vicinal::report::inline topologies
