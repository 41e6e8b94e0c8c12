// SPDX-License-Identifier: MIT
// The engine's answer is final but for one case: where nothing satisfies the
// initial condition there is none.
#include "decide/exploration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/symmetry/detected.hpp"
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
    result.symmetry = find_symmetry(
        *opened.instance, how,
        reduction == Reduction::virtually ? Symmetry::virtually : symmetry);
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
