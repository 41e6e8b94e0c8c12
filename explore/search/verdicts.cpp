// SPDX-License-Identifier: MIT
// What is still open at the end holds only if all states were looked at.
#include "explore/search/verdicts.hpp"

#include <algorithm>
#include <utility>

#include "network/language/property.hpp"

namespace vicinal::explore::inline search {

using network::Instance;
using network::Verdict;

Verdicts::Verdicts(const Instance& instance, const Options& options,
                   Exploration& result)
    : instance_(instance), options_(options), result_(result) {
  result_.properties = open_properties(instance, options);
  if (options.model_errors) error_ = options.properties.size();
  if (options.deadlock_is_violation) deadlock_ = result_.properties.size() - 1;
}

std::size_t Verdicts::size() const {
  return result_.properties.size();
}

Outcome Verdicts::outcome(std::size_t property) const {
  return result_.properties[property].outcome;
}

bool Verdicts::open(std::size_t property) const {
  return property != none &&
         result_.properties[property].outcome != Outcome::violated;
}

bool Verdicts::all_violated() const {
  return std::ranges::all_of(result_.properties, [](const PropertyResult& p) {
    return p.outcome == Outcome::violated;
  });
}

void Verdicts::undefine(std::size_t property) {
  if (open(property)) {
    result_.properties[property].outcome = Outcome::undefined;
  }
}

void Verdicts::show(std::size_t property, std::optional<network::Trace> run) {
  result_.properties[property].trace = std::move(run);
}

// Where not all states were judged, or there are none, nothing holds.
void Verdicts::finish(
    const std::function<bool(network::ProcessId, std::uint32_t)>& fired,
    const std::function<bool(std::size_t)>& vacuous) {
  result_.unfired = unfired_of(instance_, fired);
  if (!result_.complete || result_.unsatisfiable) return;
  for (PropertyResult& p : result_.properties) {
    if (p.outcome == Outcome::open) p.outcome = Outcome::holds;
  }
  for (std::size_t i = 0; i < options_.properties.size(); ++i) {
    if (vacuous(i)) result_.vacuous.push_back(options_.properties[i]);
  }
}

Verdict PropertyResult::verdict() const {
  switch (outcome) {
    case Outcome::holds:
      return Verdict::proved;
    case Outcome::violated:
      return Verdict::violated;
    case Outcome::open:
    case Outcome::undefined:
      break;
  }
  return Verdict::unknown;
}

std::vector<PropertyResult> open_properties(const Instance& instance,
                                            const Options& options) {
  std::vector<PropertyResult> result;
  const auto add = [&](std::string name) {
    result.push_back({std::move(name), Outcome::open, std::nullopt});
  };
  for (const std::size_t p : options.properties) {
    add(instance.model->properties[p].name);
  }
  if (options.model_errors) add(std::string(network::no_model_error));
  if (options.deadlock_is_violation) add("deadlock");
  return result;
}

std::vector<std::size_t> unasked_properties(const Instance& instance,
                                            const Options& options) {
  const auto in = [](const std::vector<std::size_t>& list, std::size_t p) {
    return std::find(list.begin(), list.end(), p) != list.end();
  };
  std::vector<std::size_t> unasked;
  const auto& properties = instance.model->properties;
  for (std::size_t p = 0; p < properties.size(); ++p) {
    if (!options.model_errors || network::is_temporal(properties[p]) ||
        in(options.properties, p) || in(options.known_to_hold, p)) {
      continue;
    }
    unasked.push_back(p);
  }
  return unasked;
}

std::vector<Exploration::Unfired> unfired_of(
    const Instance& instance,
    const std::function<bool(network::ProcessId, std::uint32_t)>& fired) {
  const network::Model& model = *instance.model;
  std::vector<Exploration::Unfired> result;
  const auto look = [&](network::ProcessId process, std::size_t count) {
    for (std::uint32_t a = 0; a < count; ++a) {
      if (!fired(process, a)) result.push_back({process, a});
    }
  };
  for (std::size_t p = 0; p < model.processes.size(); ++p) {
    const network::ProcessId process(p);
    const bool used = std::ranges::any_of(
        model.node_families,
        [&](const auto& family) { return family.process == process; });
    if (used) look(process, model.processes[p].actions.size());
  }
  look(network::ProcessId::none(), model.rules.size());
  return result;
}

}  // namespace vicinal::explore::inline search
