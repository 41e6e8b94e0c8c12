// SPDX-License-Identifier: MIT
// Failures of what is only evaluated count, too: they end runs.
#include "explore/virtual/shown.hpp"

#include <memory>
#include <utility>

namespace vicinal::explore::inline virtual_symmetry {

using symmetry::FormId;
using symmetry::Forms;
using symmetry::ModelForms;
using symmetry::ModelSymmetry;
using symmetry::Sorts;
using symmetry::StateMap;

void require_symmetric(const ModelForms& model, const StateMap& map,
                       Forms& forms, std::size_t asked,
                       std::set<std::uint32_t>& premises_moved) {
  if (!same_start(model, map, forms)) {
    throw NotShown{"initial states are not symmetric"};
  }
  const auto same = [&](FormId f) { return forms.mapped(f) == f; };
  if (!same(model.problem)) {
    throw NotShown{"where guards cannot be evaluated is not symmetric"};
  }
  for (std::size_t c = 0; c < model.claims.size(); ++c) {
    const auto& [holds, fails] = model.claims[c];
    if ((c < asked && !same(holds)) || !same(fails)) {
      throw NotShown{"what is asked is not symmetric"};
    }
  }
  for (std::uint32_t i = 0; i < model.premises.size(); ++i) {
    const FormId p = model.premises[i];
    if (p.valid() && !same(p)) premises_moved.insert(i);
  }
}

ModelSymmetry shown(const network::Instance& instance,
                    const std::vector<std::size_t>& asked,
                    const std::vector<std::size_t>& evaluated,
                    const Show& show) {
  ModelSymmetry result;
  result.sorts = std::make_unique<const Sorts>(instance);
  std::string why_not;
  try {
    auto guarded =
        symmetry::guarded_of(instance, asked, evaluated, why_not, true);
    if (guarded) show(*guarded, result);
  } catch (const symmetry::Formless& e) {
    why_not = e.what();
  } catch (const NotShown& e) {
    why_not = e.why;
  }
  if (!why_not.empty()) {
    result = {};
    result.sorts = std::make_unique<const Sorts>(instance);
    result.why_not = std::move(why_not);
  }
  return result;
}

}  // namespace vicinal::explore::inline virtual_symmetry
