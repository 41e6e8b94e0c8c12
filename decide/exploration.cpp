// SPDX-License-Identifier: MIT
// The engine's answer is final but for one case: where nothing satisfies the
// initial condition there is none.
#include "decide/exploration.hpp"

#include <fmt/format.h>

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

std::optional<explore::Exploration> explore_instance(
    Opened& opened, const explore::Options& how) {
  explore::Exploration result = explore::explore(*opened.instance, how);
  if (result.unsatisfiable) {
    network::report_unsatisfiable(*opened.model, opened.diagnostics);
    return std::nullopt;
  }
  warn(opened, result);
  return result;
}

}  // namespace vicinal::decide
