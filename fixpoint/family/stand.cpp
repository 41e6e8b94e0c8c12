// SPDX-License-Identifier: MIT
// The indices of one place have labels that follow each other, "link[0]",
// "link[1]": they differ in the last bracket only.
#include "fixpoint/family/stand.hpp"

#include <algorithm>

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
