// SPDX-License-Identifier: MIT
// Temporal properties of an instance (GQ).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decide/opened.hpp"
#include "explore/temporal/checker.hpp"

namespace vicinal::decide {

// The structure that formulas are checked on.
enum class CheckMethod : std::uint8_t {
  plain,      // all states
  qs,         // one state of each orbit (GQ 2)
  automatic,  // what pays
};
// "plain", "qs", "auto"
std::string_view text(CheckMethod method);
std::optional<CheckMethod> check_method_of(std::string_view text);

struct Checking {
  std::vector<std::size_t> properties;  // temporal ones, by index
  CheckMethod method = CheckMethod::automatic;
  network::Limits limits;
};

struct Checked {
  std::size_t property = 0;
  network::Verdict verdict = network::Verdict::unknown;
  std::string reason;  // of `unknown`
  // Of a violation: of the whole formula, or of a part of it that has to hold
  // and does not.
  std::optional<explore::Explanation> why;
  std::string group_order;  // qs: what respects its atoms
};

struct CheckReport {
  CheckMethod method = CheckMethod::plain;  // that was used
  std::string why;                          // it was, in words
  explore::Formulas formulas;               // that explanations speak of
  std::vector<explore::Atom> atoms;
  std::vector<Checked> properties;
  // Nodes of the graphs, and pairs of these with states of automata (GQ Table
  // II: R-nodes, P-nodes), of all properties together.
  std::uint64_t r_nodes = 0, p_nodes = 0;
  // A run to the first error that was met: then no property is proved.
  std::optional<network::Trace> error;
  network::Limit limit = network::Limit::none;
};

// Checks temporal properties of the instance of a model without errors. None:
// there is a diagnostic (no initial state).
std::optional<CheckReport> check_instance(Opened& opened,
                                          const Checking& checking);

}  // namespace vicinal::decide
