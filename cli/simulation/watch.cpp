// SPDX-License-Identifier: MIT
// Invariants that are not asked are evaluated where model errors are: that may
// fail (as in `explore`).
#include "cli/simulation/watch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/search/failures.hpp"
#include "network/language/property.hpp"
#include "report/words/culprits.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline simulation {

using report::error_at;
using report::printable;

RunWatch::RunWatch(const network::Instance& instance, const Wanted& wanted,
                   bool deadlock)
    : instance_(instance),
      wanted_(wanted),
      deadlock_(deadlock),
      evaluator_(instance),
      evaluated_(wanted.properties) {
  if (!wanted.model_errors) return;
  for (std::size_t p = 0; p < instance.model->properties.size(); ++p) {
    if (network::is_temporal(instance.model->properties[p])) continue;
    if (std::ranges::find(evaluated_, p) == evaluated_.end()) {
      evaluated_.push_back(p);
    }
  }
}

void RunWatch::note(const std::string& property) {
  if (std::ranges::find(violated_, property) == violated_.end()) {
    violated_.push_back(property);
  }
}

RunWatch::Finding RunWatch::error(const network::ModelError& error,
                                  const std::string& text) {
  if (!explore::is_model_error(instance_, error)) {
    return {"", text + " (a limit of 64 bits)"};
  }
  if (!wanted_.model_errors) return {"", text};
  const std::string name(network::no_model_error);
  note(name);
  return {name, fmt::format("{} is violated: {}", name, text)};
}

std::vector<RunWatch::Finding> RunWatch::look(
    const std::vector<network::Scalar>& state,
    const std::vector<network::Problem>& problems, bool enabled) {
  std::vector<Finding> out;
  for (const auto& wrong : explore::wrong_in(evaluator_, state, evaluated_)) {
    const std::string& name = instance_.model->properties[wrong.property].name;
    const std::string at =
        wrong.error ? error_at(instance_, *wrong.error) : std::string();
    if (wrong.error) {
      out.push_back(
          error(*wrong.error, fmt::format("{} fails at {}", name, at)));
      continue;
    }
    if (std::ranges::find(wanted_.properties, wrong.property) ==
        wanted_.properties.end()) {
      continue;
    }
    note(name);
    const std::string who =
        report::culprits_of(instance_, {state, {}, {}}, name).text;
    out.push_back({name, fmt::format("{} is violated{}{}", name,
                                     who.empty() ? "" : ": ", who)});
  }
  for (const network::Problem& p : problems) {
    out.push_back(error(p.error, fmt::format("{} fails at {}",
                                             printable(network::step_name(
                                                 instance_, p.actor, p.action)),
                                             error_at(instance_, p.error))));
  }
  if (!enabled) {
    if (deadlock_) note("deadlock");
    out.push_back({deadlock_ ? "deadlock" : "",
                   "no step is enabled: this is a deadlock"});
  }
  return out;
}

std::vector<RunWatch::Finding> RunWatch::failed(
    const network::ModelError& error) {
  return {this->error(error,
                      fmt::format("fails at {}", error_at(instance_, error)))};
}

}  // namespace vicinal::cli::inline simulation
