// SPDX-License-Identifier: MIT
// Each answer with a sentence of what it means, whichever it is.
#include "report/topologies/comparison_report.hpp"

#include <fmt/format.h>

#include <array>

#include "report/topologies/name_line.hpp"
#include "report/topologies/topology.hpp"
#include "report/words/render.hpp"

namespace vicinal::report::inline topologies {

using groupoid::Answer;
using groupoid::Comparison;
using network::Network;

namespace {

const char* word(Answer answer) {
  switch (answer) {
    case Answer::no:
      return "no";
    case Answer::yes:
      return "yes";
    case Answer::unknown:
      break;
  }
  return "unknown";
}

using Both = std::array<const Opened*, 2>;

std::string size_text(const Opened& opened) {
  const Network& network = *opened.network();
  return fmt::format("{}: {}, {}\n", printable(opened.name),
                     counted(network.node_count(), "node", "nodes"),
                     counted(network.edge_count(), "edge", "edges"));
}

std::string local_text(const Both& both, const Comparison& c) {
  std::string text =
      fmt::format("locally equivalent: {}", word(c.locally_equivalent));
  if (c.alone) {
    const Opened& home = *both[c.alone->which];
    const Opened& other = *both[1 - c.alone->which];
    text += fmt::format(
        ", nothing in {} is like {}", printable(other.name),
        printable(home.network()->node_names[c.alone->node.index()]));
  } else if (c.classes > 0) {
    text += fmt::format(", {} class{}", c.classes, c.classes == 1 ? "" : "es");
  }
  return text + "\n";
}

std::string part_text(const Style& style, const Both& both, const Comparison& c,
                      int which) {
  const Opened& part = *both[which];
  const Opened& whole = *both[1 - which];
  std::string text = fmt::format("{} a part of {}: {}\n", printable(part.name),
                                 printable(whole.name), word(c.part[which]));
  const auto& place = c.place[which];
  if (style.quiet || place.empty()) return text;
  return text +
         name_line(
             "    as ", place.size(),
             [&](std::size_t i) {
               return printable(whole.network()->node_names[place[i].index()]);
             },
             style.classes);
}

}  // namespace

std::string comparison_text(const Style& style, const Opened& first,
                            const Opened& second, const Comparison& c) {
  const Both both = {&first, &second};
  const auto meaning = [&](const char* sentence) {
    return style.quiet ? std::string() : fmt::format("  {}\n", sentence);
  };
  const char* gap = style.quiet ? "" : "\n";
  std::string text = size_text(first) + size_text(second) + gap;
  text += fmt::format("isomorphic: {}\n", word(c.isomorphic));
  text += meaning("One is the other, but for the names of nodes and edges.");
  text += gap + local_text(both, c);
  text += meaning(
      "Each node is balanced with one of the other network: local invariants "
      "carry\n  over.");
  text += gap;
  for (const int which : {0, 1}) {
    text += part_text(style, both, c, which);
  }
  text += meaning(
      "What is left when nodes and edges are deleted, a node with all its "
      "edges.");
  return text;
}

Json comparison_json(const Style& style, const Opened& first,
                     const Opened& second, const Comparison& c) {
  const Both both = {&first, &second};
  Json json;
  json["model"] = first.name;
  json["same_as"] = second.name;
  json["isomorphic"] = word(c.isomorphic);
  json["locally_equivalent"] = word(c.locally_equivalent);
  json["class_count"] = nullptr;
  if (c.classes > 0) json["class_count"] = c.classes;
  json["alone"] = nullptr;
  if (c.alone) {
    const Opened& home = *both[c.alone->which];
    json["alone"] = {
        {"network", home.name},
        {"node", home.network()->node_names[c.alone->node.index()]}};
  }
  const std::array<const char*, 2> keys = {"part_of_same_as",
                                           "contains_same_as"};
  for (const int which : {0, 1}) {
    json[keys[which]] = word(c.part[which]);
  }
  Json places = Json::array();
  for (const int which : {0, 1}) {
    if (c.place[which].empty()) continue;
    if (c.place[which].size() > longest_list && !style.classes) continue;
    const Network& part = *both[which]->network();
    const Network& whole = *both[1 - which]->network();
    for (std::size_t n = 0; n < c.place[which].size(); ++n) {
      places.push_back(
          {part.node_names[n], whole.node_names[c.place[which][n].index()]});
    }
    break;
  }
  json["place"] = std::move(places);
  return json;
}

}  // namespace vicinal::report::inline topologies
