// SPDX-License-Identifier: MIT
#include "network/language/fresh_names.hpp"

namespace vicinal::network::inline language {

FreshNames::FreshNames(const Model& model) {
  const auto take = [this](const auto& list) {
    for (const auto& item : list) taken_.insert(item.name);
  };
  take(model.enums);
  take(model.structs);
  take(model.parameters);
  take(model.constants);
  take(model.processes);
  take(model.node_families);
  take(model.edge_families);
  take(model.shared);
  take(model.rules);
  take(model.properties);
  for (const auto& e : model.enums) {
    taken_.insert(e.constants.begin(), e.constants.end());
  }
}

std::string FreshNames::fresh(const std::string& wish, int first) {
  std::string name = wish;
  for (int i = first; !taken_.insert(name).second; ++i) {
    name = wish + std::to_string(i);
  }
  return name;
}

}  // namespace vicinal::network::inline language
