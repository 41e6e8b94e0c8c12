// SPDX-License-Identifier: MIT
// Temporal properties are none that an answer here speaks of.
#include "decide/asked.hpp"

#include "network/language/property.hpp"

namespace vicinal::decide {

std::vector<std::size_t> invariants(const network::Model& model) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    if (!network::is_temporal(model.properties[i])) out.push_back(i);
  }
  return out;
}

std::vector<std::size_t> temporal_properties(const network::Model& model) {
  std::vector<std::size_t> result;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (network::is_temporal(model.properties[p])) result.push_back(p);
  }
  return result;
}

}  // namespace vicinal::decide
