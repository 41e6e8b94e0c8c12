// SPDX-License-Identifier: MIT
// Fired and failed are counted by process and action, not by node: what a
// representative does stands for its class. The view in which a guard fails is
// the actor's own.
#include "fixpoint/single/findings.hpp"

namespace vicinal::fixpoint::inline single {

using network::NodeId;
using network::ProcessId;
using network::Scalar;

void Findings::fired(NodeId n, std::span<const Scalar> row,
                     const Candidate& candidate) {
  fired_.emplace(instance_.process_id(n).value, candidate.action);
  if (candidate.error) {
    fails(n, row, candidate.action, candidate.binding, *candidate.error);
  }
}

void Findings::fails(NodeId n, std::span<const Scalar> row,
                     std::uint32_t action, const std::vector<Scalar>& binding,
                     const network::ModelError& error) {
  if (!failed_.emplace(instance_.process_id(n).value, action).second) return;
  LocalStep step;
  step.view = step.actor = n;
  step.before.assign(row.begin(), row.end());
  step.actor_before = step.before;
  step.action = action;
  step.binding = binding;
  step.error = error;
  errors_.push_back(std::move(step));
}

void Findings::rule_fails(std::uint32_t rule,
                          const std::vector<Scalar>& binding,
                          std::vector<LocalStep::Shown> together,
                          const network::ModelError& error) {
  if (!failed_rules_.insert(rule).second) return;
  LocalStep step;
  step.view = together.front().first;
  step.before = together.front().second;
  step.action = rule;
  step.binding = binding;
  step.error = error;
  step.together = std::move(together);
  errors_.push_back(std::move(step));
}

std::vector<std::pair<ProcessId, std::uint32_t>> Findings::unfired() const {
  std::vector<std::pair<ProcessId, std::uint32_t>> out;
  const auto& processes = instance_.model->processes;
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    for (std::uint32_t a = 0; a < processes[p].actions.size(); ++a) {
      if (!fired_.contains({p, a})) {
        out.emplace_back(ProcessId(std::size_t{p}), a);
      }
    }
  }
  const std::size_t rules = instance_.model->rules.size();
  for (std::uint32_t r = 0; r < rules; ++r) {
    if (!fired_rules_.contains(r)) out.emplace_back(ProcessId::none(), r);
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline single
