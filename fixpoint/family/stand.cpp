// SPDX-License-Identifier: MIT
// The indices of one place have labels that follow each other, "link[0]",
// "link[1]": they differ in the last bracket only.
#include "fixpoint/family/stand.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline family {

std::vector<std::pair<std::string, Stand>> stands(
    const obligations::Obligation& obligation,
    const obligations::Judgement& judgement) {
  std::vector<std::pair<std::string, Stand>> out;
  for (std::size_t i = 0; i < obligation.shown.size(); ++i) {
    const auto place = standing_place(obligation.shown[i].label);
    if (!place) continue;
    const auto& [what, family] = *place;
    if (out.empty() || out.back().first != what) {
      out.emplace_back(what, Stand{family, {}});
    }
    out.back().second.indices.push_back(judgement.values[i]);
  }
  return out;
}

network::Instance sizes_of(const network::Model& model,
                           const obligations::Obligation& obligation,
                           const obligations::Judgement& judgement) {
  std::map<std::string, network::Scalar> values;
  for (std::size_t i = 0; i < obligation.shown.size(); ++i) {
    values.emplace(obligation.shown[i].label, judgement.values[i]);
  }
  network::Instance out;
  out.model = &model;
  for (const network::Parameter& p : model.parameters) {
    const auto value = values.find(p.name);
    out.parameters.push_back(value == values.end() ? p.value : value->second);
  }
  return out;
}

bool is_there(const network::Instance& sizes,
              std::span<const network::ExprId> dimensions,
              std::span<const network::Scalar> indices) {
  const network::Evaluator evaluator(sizes);
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (indices[d] < 0) return false;
    if (d >= dimensions.size()) continue;
    try {
      if (indices[d] >= evaluator.scalar(dimensions[d], {})) return false;
    } catch (const network::ModelError&) {
      return false;
    }
  }
  return true;
}

std::set<std::string> absent_nodes(const network::Model& model,
                                   const obligations::Obligation& obligation,
                                   const obligations::Judgement& judgement) {
  if (judgement.values.empty()) return {};
  const network::Instance sizes = sizes_of(model, obligation, judgement);
  const std::map<std::string, network::NodeFamilyId> nodes(
      obligation.nodes.begin(), obligation.nodes.end());
  std::set<std::string> out;
  for (const auto& [what, stand] : stands(obligation, judgement)) {
    const auto node = nodes.find(what);
    if (node == nodes.end()) continue;
    const auto& family = model.node_families[node->second.index()];
    if (!is_there(sizes, family.dimensions, stand.indices)) out.insert(what);
  }
  return out;
}

bool is_about(const std::string& label, const std::string& node) {
  if (label.find("[" + node + "]") != std::string::npos) return true;
  return label.starts_with(node) &&
         (label.size() == node.size() ||
          std::string_view(".[ ").find(label[node.size()]) !=
              std::string_view::npos);
}

std::optional<std::pair<std::string, std::string>> standing_place(
    const std::string& label) {
  const std::size_t is = label.find(" is ");
  if (is == std::string::npos) return std::nullopt;
  const std::size_t family = is + 4;
  return std::pair(label.substr(0, is),
                   label.substr(family, label.rfind('[') - family));
}

bool about_shared(const network::Model& model, const std::string& label) {
  const std::string name = label.substr(0, label.find_first_of(".[ "));
  return std::any_of(
      model.shared.begin(), model.shared.end(),
      [&](const network::SharedVariable& s) { return s.name == name; });
}

}  // namespace vicinal::fixpoint::inline family
