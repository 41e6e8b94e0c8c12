// SPDX-License-Identifier: MIT
// What a run has violated on its way.
#pragma once

#include <string>
#include <vector>

#include "cli/session/asked_names.hpp"
#include "explore/simulate/wrong.hpp"
#include "network/semantics/steps.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::cli::inline simulation {

// Looks at one state after the other, by the slow semantics.
class RunWatch {
 public:
  // All must outlive it. `deadlock`: one is a violation.
  RunWatch(const network::Instance& instance, const Wanted& wanted,
           bool deadlock);

  // Of one state, or of a step that fails.
  struct Finding {
    std::string property;  // that is violated; empty: it is not asked, a limit
    // "mutex is violated: false for i = c[0], j = c[1]", "11:3: division by
    // zero".
    std::string text;
  };
  // `enabled`: whether anything is.
  std::vector<Finding> look(const std::vector<network::Scalar>& state,
                            const std::vector<network::Problem>& problems,
                            bool enabled);
  std::vector<Finding> failed(const network::ModelError& error);

  // In the order of the first time, each once.
  const std::vector<std::string>& violated() const { return violated_; }

 private:
  Finding error(const network::ModelError& error, const std::string& text);
  void note(const std::string& property);

  const network::Instance& instance_;
  const Wanted& wanted_;
  bool deadlock_;
  network::Evaluator evaluator_;
  std::vector<std::size_t> evaluated_;  // the wanted ones come first
  std::vector<std::string> violated_;
};

}  // namespace vicinal::cli::inline simulation
