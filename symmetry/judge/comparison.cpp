// SPDX-License-Identifier: MIT
// A map is a bijection of states, so that different steps have different
// images: if the image of every step is a step, steps are permuted.
#include "symmetry/judge/comparison.hpp"

#include <algorithm>
#include <utility>

namespace vicinal::symmetry::inline judge {

Comparison::Comparison(flat::Guarded& guarded, std::size_t asked,
                       const Sorts& sorts, std::vector<network::NodeId> fixed)
    : asked_(asked),
      fixed_(std::move(fixed)),
      forms_(sorts),
      model_(model_forms(guarded, forms_)) {
  std::ranges::sort(fixed_);
  for (const auto& value : model_.fixed) constant_.push_back(value.has_value());
  for (const StepForm& s : model_.steps) {
    steps_.insert(key_of(s));
    for (const auto& [slot, after] : s.updates) constant_[slot] = false;
  }
  for (std::uint32_t c = 0; c < model_.claims.size(); ++c) {
    claims_.try_emplace({model_.claims[c].holds, model_.claims[c].fails}, c);
  }
}

Comparison::Key Comparison::key_of(const StepForm& step) const {
  const bool stays = std::ranges::binary_search(fixed_, step.actor);
  Key key{step.process.value, step.action, step.guard.value, step.fails.value,
          stays ? step.actor.value : network::NodeId::none().value};
  for (const auto& [slot, after] : step.updates) {
    key.push_back(slot);
    key.push_back(after.value);
  }
  return key;
}

bool Comparison::same_failures() {
  return same(model_.problem) &&
         std::ranges::all_of(
             model_.claims, [&](FormId f) { return same(f); },
             &ModelForms::Claim::fails);
}

// Claims that cannot be evaluated elsewhere; none: guards.
Difference Comparison::failure_difference() {
  Difference result{Difference::Of::failures};
  if (!same(model_.problem)) return result;
  for (std::uint32_t c = 0; c < model_.claims.size(); ++c) {
    if (!same(model_.claims[c].fails)) result.claims.push_back(c);
  }
  return result;
}

const StepForm* Comparison::other_step() {
  const auto at = std::ranges::find_if(model_.steps, [&](const StepForm& s) {
    return !steps_.contains(key_of(mapped(s, forms_)));
  });
  return at == model_.steps.end() ? nullptr : &*at;
}

bool Comparison::invariant(const StateMap& map) {
  forms_.rename(map);
  if (!same_start(model_, map, forms_)) return false;
  for (std::uint32_t c = 0; c < asked_; ++c) {
    if (!same(model_.claims[c].holds)) return false;
  }
  return same_failures() && other_step() == nullptr;
}

// Of the step that comes nearest to the image of this one.
Difference Comparison::step_difference(const StepForm& step,
                                       std::span<const network::NodeId> node) {
  using Of = Difference::Of;
  StepForm image = mapped(step, forms_);
  if (image.actor.valid()) image.actor = node[image.actor.index()];
  Difference result{Of::guard, step.process, step.action};
  std::size_t most_alike = 0;
  for (const StepForm& s : model_.steps) {
    if (s.process != image.process || s.action != image.action ||
        s.actor != image.actor || s.guard != image.guard) {
      continue;
    }
    if (result.of == Of::guard) result.of = Of::error;
    if (s.fails != image.fails) continue;
    const auto [here, there] = std::ranges::mismatch(image.updates, s.updates);
    const auto alike =
        static_cast<std::size_t>(here - image.updates.begin()) + 1;
    if (alike <= most_alike) continue;
    most_alike = alike;
    result.of = Of::update;
    if (here != image.updates.end()) result.slot = here->first;
    if (there != s.updates.end() &&
        (here == image.updates.end() || there->first < here->first)) {
      result.slot = there->first;
    }
  }
  return result;
}

std::optional<Difference> Comparison::difference(
    const StateMap& map, std::span<const network::NodeId> node) {
  using Of = Difference::Of;
  forms_.rename(map);
  if (!same_start(model_, map, forms_)) return Difference{Of::start};
  if (!same_failures()) return failure_difference();
  if (const StepForm* s = other_step()) return step_difference(*s, node);
  Difference result{Of::claims};
  for (std::uint32_t c = 0; c < asked_; ++c) {
    if (!same(model_.claims[c].holds)) result.claims.push_back(c);
  }
  if (result.claims.empty()) return std::nullopt;
  return result;
}

bool Comparison::idle(const StateMap& map) const {
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    const std::uint32_t sort = forms_.sorts().of_slot[s];
    const bool moves =
        map.slot[s] != s || (sort != no_sort && !map.value[sort].empty());
    if (moves && !constant_[s]) return false;
  }
  return true;
}

void Comparison::note_premises(const StateMap& map,
                               std::set<std::uint32_t>& moved) {
  forms_.rename(map);
  for (std::uint32_t i = 0; i < model_.premises.size(); ++i) {
    const FormId p = model_.premises[i];
    if (p.valid() && !same(p)) moved.insert(i);
  }
}

bool Comparison::respects(const StateMap& map,
                          std::span<const std::uint32_t> claims) {
  forms_.rename(map);
  return std::ranges::all_of(claims, [&](std::uint32_t c) {
    return same(model_.claims[c].holds) && same(model_.claims[c].fails);
  });
}

std::optional<std::uint32_t> Comparison::image(const StateMap& map,
                                               std::uint32_t claim) {
  forms_.rename(map);
  const auto at = claims_.find({forms_.mapped(model_.claims[claim].holds),
                                forms_.mapped(model_.claims[claim].fails)});
  return at == claims_.end() ? std::nullopt : std::optional(at->second);
}

bool Comparison::follows(const StateMap& map,
                         std::span<const network::NodeId> image,
                         network::ProcessId process, std::uint32_t action) {
  forms_.rename(map);
  using Label = std::pair<network::NodeId, std::vector<network::Scalar>>;
  std::map<Label, Key> steps;
  for (const StepForm& s : model_.steps) {
    if (s.process != process || s.action != action) continue;
    steps.emplace(Label(s.actor, s.binding), key_of(s));
  }
  for (const StepForm& s : model_.steps) {
    if (s.process != process || s.action != action) continue;
    Label to{s.actor.valid() ? image[s.actor.index()] : s.actor, {}};
    for (const network::Scalar n : s.binding) {
      to.second.push_back(image[static_cast<std::size_t>(n)].value);
    }
    const auto at = steps.find(to);
    if (at == steps.end() || at->second != key_of(mapped(s, forms_))) {
      return false;
    }
  }
  return true;
}

bool Comparison::permutes_actors(const StateMap& map,
                                 network::ProcessId process,
                                 std::uint32_t action) {
  forms_.rename(map);
  std::map<network::NodeId, std::pair<std::set<Key>, std::set<Key>>> steps;
  for (const StepForm& s : model_.steps) {
    if (s.process != process || s.action != action) continue;
    auto& [here, there] = steps[s.actor];
    here.insert(key_of(s));
    there.insert(key_of(mapped(s, forms_)));
  }
  std::multiset<std::set<Key>> here;
  std::multiset<std::set<Key>> there;
  for (auto& [actor, both] : steps) {
    here.insert(std::move(both.first));
    there.insert(std::move(both.second));
  }
  return here == there;
}

}  // namespace vicinal::symmetry::inline judge
