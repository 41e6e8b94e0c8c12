// SPDX-License-Identifier: MIT
// The engine's answer is final but for one case: where nothing satisfies the
// initial condition there is none.
#include "decide/exploration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/symmetry/detected.hpp"
#include "explore/virtual/symbolic.hpp"
#include "network/base/budget.hpp"
#include "network/language/initial_condition.hpp"

namespace vicinal::decide {

namespace {

void warn(Opened& opened, const explore::Exploration& result) {
  const network::Model& model = *opened.model;
  opened.diagnostics.set_source(opened.source.get());
  for (const auto& u : result.unfired) {
    const bool rule = !u.process.valid();
    const network::Action& action =
        rule ? model.rules[u.action] : model[u.process].actions[u.action];
    opened.diagnostics.warning(
        801, action.span,
        fmt::format("{} '{}' never fired in the states explored",
                    rule ? "rule" : "action", action.name));
  }
  for (const std::size_t p : result.vacuous) {
    opened.diagnostics.warning(802, model.properties[p].span,
                               fmt::format("the premise of '{}' is never true",
                                           model.properties[p].name));
  }
}

explore::ModelSymmetry detected_symmetry(
    const Opened& opened, const explore::Options& how,
    const std::vector<std::size_t>& unasked) {
  explore::ModelSymmetry result;
  const auto found = explore::detection(*opened.instance, how.properties,
                                        unasked, result.why_not);
  return found ? explore::symmetry_of(*found) : std::move(result);
}

// Within the limits; what was spent is taken from them.
explore::ModelSymmetry find_symmetry(const Opened& opened,
                                     explore::Options& how, bool virtually,
                                     Symmetry symmetry) {
  const network::Budget budget(how.limits);
  explore::ModelSymmetry result;
  try {
    const network::Polling polling(budget);
    const auto unasked = explore::unasked_properties(*opened.instance, how);
    result = virtually ? explore::find_virtual_symmetry(*opened.instance,
                                                        how.properties, unasked)
             : symmetry == Symmetry::detected
                 ? detected_symmetry(opened, how, unasked)
                 : explore::model_symmetry(*opened.instance, how.properties,
                                           unasked);
  } catch (const network::LimitReached& reached) {
    result.why_not =
        fmt::format("a limit was reached ({})", network::text(reached.limit));
  }
  if (how.limits.seconds > 0) {
    constexpr double least = 1e-3;  // 0 would be no limit
    how.limits.seconds = std::max(least, how.limits.seconds - budget.seconds());
  }
  return result;
}

}  // namespace

std::string_view text(Reduction reduction) {
  switch (reduction) {
    case Reduction::none:
      return "none";
    case Reduction::orbit:
      return "orbit";
    case Reduction::orbit_multi:
      return "orbit-multi";
    case Reduction::lazy:
      return "lazy";
    case Reduction::lazy_no_subsumption:
      return "lazy-no-subsumption";
    case Reduction::virtually:
      return "virtual";
    case Reduction::automatic:
      break;
  }
  return "auto";
}

std::optional<Reduction> reduction_of(std::string_view text) {
  for (const Reduction r :
       {Reduction::none, Reduction::orbit, Reduction::orbit_multi,
        Reduction::lazy, Reduction::lazy_no_subsumption, Reduction::virtually,
        Reduction::automatic}) {
    if (decide::text(r) == text) return r;
  }
  return std::nullopt;
}

std::optional<Explored> explore_instance(Opened& opened, explore::Options how,
                                         Reduction reduction,
                                         Symmetry symmetry) {
  Explored result;
  const bool lazily = reduction == Reduction::lazy ||
                      reduction == Reduction::lazy_no_subsumption;
  if (lazily) {
    auto found = explore::explore_lazily(
        *opened.instance, {how, reduction == Reduction::lazy, {}});
    result.lazy = {found.partitions, found.removed, std::move(found.why_not)};
    result.exploration = std::move(found.exploration);
    if (result.lazy->why_not.empty()) result.reduction = reduction;
  } else if (reduction != Reduction::none) {
    result.symmetry =
        find_symmetry(opened, how, reduction == Reduction::virtually, symmetry);
    if (reduction == Reduction::orbit_multi && !result.symmetry->trivial()) {
      result.symmetry->store_several();
    }
    how.symmetry = &*result.symmetry;
    result.reduction = result.symmetry->trivial()          ? Reduction::none
                       : reduction == Reduction::automatic ? Reduction::orbit
                                                           : reduction;
  }
  if (!lazily || !result.lazy->why_not.empty()) {
    result.exploration = explore::explore(*opened.instance, how);
  }
  if (result.exploration.unsatisfiable) {
    network::report_unsatisfiable(*opened.model, opened.diagnostics);
    return std::nullopt;
  }
  // Of a property all is invariant, but its premise need not be.
  const bool reduced = result.symmetry && !result.symmetry->trivial();
  if (reduced && symmetry == Symmetry::detected) {
    result.exploration.vacuous.clear();
  }
  warn(opened, result.exploration);
  return result;
}

}  // namespace vicinal::decide
