// SPDX-License-Identifier: MIT
// The parts of a guard, and how often each was true and false.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::explore::inline coverage {

// A conjunct, or below it a disjunct, and so on as deep as `&&` and `||` are
// nested. Each is evaluated by itself, whatever the others are.
struct GuardPart {
  network::ExprId expr;
  unsigned depth = 0;        // 0: a conjunct of the guard
  std::uint64_t yes = 0;     // how often it was true,
  std::uint64_t no = 0;      // and false,
  std::uint64_t failed = 0;  // and could not be evaluated
  // How often it was true, and all conjuncts before it, too. Of conjuncts only.
  std::uint64_t together = 0;
  // How often a local state does not tell, at every size. Never in whole
  // states.
  std::uint64_t unseen = 0;

  void add(const GuardPart& others) {
    yes += others.yes;
    no += others.no;
    failed += others.failed;
    together += others.together;
    unseen += others.unseen;
  }
};

// In the order of the text, what is around a part before it. None, if there is
// no guard.
std::vector<GuardPart> parts_of_guard(const network::Model& model,
                                      network::ExprId guard);

// Evaluates each part once. What the guard is then, as a step evaluates it:
// from left to right, stopping; none: that fails.
std::optional<bool> count_parts(const network::Evaluator& evaluator,
                                const network::Context& context,
                                std::vector<GuardPart>& parts);

}  // namespace vicinal::explore::inline coverage
