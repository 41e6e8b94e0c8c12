// SPDX-License-Identifier: MIT
// Names are found once, so that a line costs no search through the instance.
#include "explore/conform/log_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/base/diagnostic.hpp"
#include "network/base/suggestion.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline conform {

using network::Instance;
using network::NodeId;

LogNames::LogNames(const Instance& instance) {
  for (auto& place : network::places(instance)) {
    network::poll();
    variables_.emplace(place.name, place);
  }
  for (std::uint32_t n = 0; n < instance.family_of.size(); ++n) {
    const NodeId node(std::size_t{n});
    nodes_.emplace(network::node_name(instance, node), n);
    const auto& actions = instance.process(node).actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) {
      network::poll();
      const LoggedAction action{node, a, {}};
      actions_[network::step_name(instance, node, a)].push_back(action);
      actions_[actions[a].name].push_back(action);
    }
  }
  for (std::uint32_t e = 0; e < instance.edge_family_of.size(); ++e) {
    network::poll();
    edges_.emplace(
        network::edge_name(instance, network::EdgeId(std::size_t{e})), e);
  }
  for (std::uint32_t r = 0; r < instance.model->rules.size(); ++r) {
    actions_[instance.model->rules[r].name].push_back({NodeId::none(), r, {}});
  }
}

const network::NamedPlace* LogNames::variable(const std::string& name) const {
  const auto it = variables_.find(name);
  return it == variables_.end() ? nullptr : &it->second;
}

const std::vector<LoggedAction>* LogNames::actions(
    const std::string& name) const {
  const auto it = actions_.find(name);
  return it == actions_.end() ? nullptr : &it->second;
}

namespace {

// Names in a hashed container have no order: sorted, so that of equally near
// ones the answer is always the same.
template <class Map>
std::string nearest(const Map& map, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [known, what] : map) {
    network::poll();
    names.push_back(known);
  }
  std::sort(names.begin(), names.end());
  return network::did_you_mean(name, names);
}

}  // namespace

std::string LogNames::near_variable(const std::string& name) const {
  return nearest(variables_, name);
}

std::string LogNames::near_action(const std::string& name) const {
  return nearest(actions_, name);
}

}  // namespace vicinal::explore::inline conform
