// SPDX-License-Identifier: MIT
// What a fixpoint finds besides its sets: which actions fire, and which may
// fail. Not for use outside of fixpoint/.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "fixpoint/single/single.hpp"
#include "fixpoint/steps/local_steps.hpp"

namespace vicinal::fixpoint::inline single {

class Findings {
 public:
  explicit Findings(const network::Instance& instance) : instance_(instance) {}

  // A step of n from a local state; it may be one that fails.
  void fired(network::NodeId n, std::span<const network::Scalar> row,
             const Candidate& candidate);

  // Kept is the first of each action.
  void fails(network::NodeId n, std::span<const network::Scalar> row,
             std::uint32_t action, const std::vector<network::Scalar>& binding,
             const network::ModelError& error);

  // The same of rules, of those who take part in their states.
  void rule_fired(std::uint32_t rule) { fired_rules_.insert(rule); }
  void rule_fails(std::uint32_t rule,
                  const std::vector<network::Scalar>& binding,
                  std::vector<LocalStep::Shown> together,
                  const network::ModelError& error);

  // Actions and rules that never fired; the failures, which are given away.
  std::vector<std::pair<network::ProcessId, std::uint32_t>> unfired() const;
  std::vector<LocalStep> errors() { return std::move(errors_); }

 private:
  const network::Instance& instance_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> fired_, failed_;
  std::set<std::uint32_t> fired_rules_, failed_rules_;
  std::vector<LocalStep> errors_;
};

}  // namespace vicinal::fixpoint::inline single
