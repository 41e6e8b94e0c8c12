// SPDX-License-Identifier: MIT
#include "decide/question/asked.hpp"

#include <algorithm>

#include "network/language/progress.hpp"
#include "network/language/property.hpp"

namespace vicinal::decide::inline question {

namespace {

std::vector<std::size_t> properties_of(const network::Model& model,
                                       bool temporal) {
  std::vector<std::size_t> out;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (network::is_temporal(model.properties[p]) == temporal) out.push_back(p);
  }
  return out;
}

}  // namespace

std::vector<std::size_t> invariants(const network::Model& model) {
  return properties_of(model, false);
}

std::vector<std::size_t> temporal_properties(const network::Model& model) {
  return properties_of(model, true);
}

std::vector<std::size_t> ranked_properties(const network::Model& model) {
  std::vector<std::size_t> out;
  for (const network::Ranking& r : model.rankings) out.push_back(r.property);
  std::ranges::sort(out);
  return out;
}

std::vector<std::size_t> unranked_properties(const network::Model& model) {
  const std::vector<std::size_t> ranked = ranked_properties(model);
  std::vector<std::size_t> out;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    const auto of = network::progress_of(model, model.properties[p]);
    if (!of || std::ranges::binary_search(ranked, p)) continue;
    const bool nodes = std::ranges::all_of(of->binders, [](const auto& b) {
      return b.domain == network::DomainKind::node_family ||
             b.domain == network::DomainKind::process;
    });
    if (nodes) out.push_back(p);
  }
  return out;
}

}  // namespace vicinal::decide::inline question
