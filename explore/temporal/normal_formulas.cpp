// SPDX-License-Identifier: MIT
// A formula is numbered by its kind and the numbers of its parts; those of a
// conjunction or a disjunction are a set, however they are joined.
#include "explore/temporal/normal_formulas.hpp"

#include <set>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline temporal {

std::uint32_t NormalFormulas::number(const Formulas& formulas, FormulaId id,
                                     const Image& image, Known& known) {
  const auto at = known.find(id);
  if (at != known.end()) return at->second;
  network::poll();
  const Formula& f = formulas[id];
  std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(f.kind),
                                    f.value ? 1U : 0U};
  if (f.kind == Kind::atom) {
    key.push_back(image.at(f.atom));
  } else if (f.kind == Kind::conjunction || f.kind == Kind::disjunction) {
    std::set<std::uint32_t> parts;
    std::vector<FormulaId> open = {id};
    while (!open.empty()) {
      const FormulaId next = open.back();
      open.pop_back();
      if (formulas[next].kind != f.kind) {
        parts.insert(number(formulas, next, image, known));
        continue;
      }
      open.push_back(formulas[next].first);
      open.push_back(formulas[next].second);
    }
    key.insert(key.end(), parts.begin(), parts.end());
  } else if (f.kind != Kind::constant) {
    key.push_back(number(formulas, f.first, image, known));
    if (f.second.valid()) {
      key.push_back(number(formulas, f.second, image, known));
    }
  }
  const auto result =
      numbers_
          .try_emplace(std::move(key),
                       static_cast<std::uint32_t>(numbers_.size()))
          .first->second;
  known.emplace(id, result);
  return result;
}

}  // namespace vicinal::explore::inline temporal
