// SPDX-License-Identifier: MIT
// A map is a bijection of states, so that different steps have different
// images: if the image of every step is a step, steps are permuted.
#include "explore/symmetry/comparison.hpp"

#include <algorithm>

namespace vicinal::explore::inline symmetry {

Comparison::Comparison(const exported::Guarded& guarded, std::size_t asked,
                       const Sorts& sorts)
    : asked_(asked), forms_(sorts), model_(model_forms(guarded, forms_)) {
  for (const StepForm& s : model_.steps) steps_.insert(key_of(s));
}

Comparison::Key Comparison::key_of(const StepForm& step) {
  Key key{step.process.value, step.action, step.guard.value, step.fails.value};
  for (const auto& [slot, after] : step.updates) {
    key.push_back(slot);
    key.push_back(after.value);
  }
  return key;
}

bool Comparison::same_claims() {
  for (std::size_t c = 0; c < model_.claims.size(); ++c) {
    const auto& [holds, fails] = model_.claims[c];
    if (forms_.mapped(fails) != fails) return false;
    if (c < asked_ && forms_.mapped(holds) != holds) return false;
  }
  return true;
}

bool Comparison::invariant(const StateMap& map) {
  forms_.rename(map);
  return same_start(model_, map, forms_) && same_claims() &&
         forms_.mapped(model_.problem) == model_.problem &&
         std::ranges::all_of(model_.steps, [&](const StepForm& s) {
           return steps_.contains(key_of(mapped(s, forms_)));
         });
}

}  // namespace vicinal::explore::inline symmetry
