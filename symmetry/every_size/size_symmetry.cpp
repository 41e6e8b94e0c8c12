// SPDX-License-Identifier: MIT
// Obstacles of processes and properties meet the groups that connections leave.
#include "symmetry/every_size/size_symmetry.hpp"

#include <map>

#include "symmetry/every_size/connection_groups.hpp"
#include "symmetry/every_size/order_free.hpp"

namespace vicinal::symmetry::inline every_size {

using network::EdgeFamilyId;
using network::Model;
using network::NodeFamilyId;

namespace {

// What is in the way goes to who it is in the way of; what is in that of all
// is returned.
std::string spread(const Model& model, const std::vector<std::size_t>& asked,
                   ConnectionGroups& groups) {
  std::string all;
  find_obstacles(model, asked, [&](const Obstacle& o) {
    if (o.nodes.valid()) {
      groups.add_obstacle(groups.number(o.nodes), o.why);
    } else if (o.edges.valid()) {
      groups.add_obstacle(groups.number(o.edges), o.why);
    } else if (all.empty()) {
      all = o.why;
    }
  });
  return all;
}

}  // namespace

EverySize every_size_symmetry(const Model& model,
                              const std::vector<std::size_t>& asked) {
  EverySize out;
  if (model.network_kind != network::ast::NetworkKind::block) return out;
  ConnectionGroups groups(model);
  const std::string all = spread(model, asked, groups);
  std::map<std::uint32_t, std::size_t> place;  // of groups, in out.parts
  for (std::size_t f = 0; f < model.node_families.size(); ++f) {
    const std::uint32_t number = groups.number(NodeFamilyId(f));
    if (!groups.size(number).valid()) continue;
    const std::string why = all.empty() ? groups.obstacle(number) : all;
    if (!why.empty()) {
      out.rest.push_back({NodeFamilyId(f), why});
      continue;
    }
    const auto [at, fresh] =
        place.try_emplace(groups.group(number), out.parts.size());
    if (fresh) {
      out.parts.emplace_back();
      out.parts.back().group =
          groups.cyclic(number) ? SizeGroup::cyclic : SizeGroup::symmetric;
      out.parts.back().size = groups.size(number);
    }
    out.parts[at->second].nodes.emplace_back(f);
  }
  for (std::size_t f = 0; f < model.edge_families.size(); ++f) {
    const auto at = place.find(groups.group(groups.number(EdgeFamilyId(f))));
    if (at != place.end()) out.parts[at->second].edges.emplace_back(f);
  }
  return out;
}

}  // namespace vicinal::symmetry::inline every_size
