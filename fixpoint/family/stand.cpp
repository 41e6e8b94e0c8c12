// SPDX-License-Identifier: MIT
// The indices of one place have labels that follow each other, "link[0]",
// "link[1]": they differ in the last bracket only.
#include "fixpoint/family/stand.hpp"

namespace vicinal::fixpoint::inline family {

std::vector<std::pair<std::string, Stand>> stands(
    const obligations::Obligation& obligation,
    const obligations::Judgement& judgement) {
  std::vector<std::pair<std::string, Stand>> out;
  for (std::size_t i = 0; i < obligation.shown.size(); ++i) {
    const std::string& label = obligation.shown[i].label;
    const std::size_t is = label.find(" is ");
    if (is == std::string::npos) continue;
    std::string what = label.substr(0, is);
    if (out.empty() || out.back().first != what) {
      const std::size_t begin = is + 4;
      out.emplace_back(
          std::move(what),
          Stand{label.substr(begin, label.rfind('[') - begin), {}});
    }
    out.back().second.indices.push_back(judgement.values[i]);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline family
