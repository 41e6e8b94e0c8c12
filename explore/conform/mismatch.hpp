// SPDX-License-Identifier: MIT
// Why a line of a log cannot follow the lines before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/conform/conform.hpp"

namespace vicinal::explore::inline conform {

// A part of the line that is not so.
struct Contradiction {
  std::string variable;  // empty: the action
  std::string model;     // the value, or the step, of the model
  std::string log;       // what the line says
  network::Span span;    // where, in the line
};

// What the model can do instead of the line.
struct CandidateStep {
  enum class Kind : std::uint8_t { step, no_step, initial };
  Kind kind = Kind::step;
  network::NodeId actor;  // of a step; none: a rule
  std::uint32_t action = 0;
  std::vector<network::Scalar> binding;
  std::optional<network::ModelError> error;  // it fails: no state is after it
  std::vector<Contradiction> contradicts;
  std::uint64_t states = 0;  // so many of the possible states can do this
};

// An action that the line names, and that some state does not let anybody take.
struct NotEnabled {
  enum class Why : std::uint8_t {
    guard,       // `part` of its guard is false
    fails,       // evaluating `part` is a model error
    priority,    // another binding of it has a greater priority
    no_binding,  // its binders have no values, or not those that are said
  };
  Why why = Why::guard;
  network::NodeId actor;
  std::uint32_t action = 0;
  network::Span part;  // in the model
  std::uint64_t states = 0;
};

struct Mismatch {
  std::uint64_t line = 0;
  network::Span place;        // of what is nearest to being right
  std::uint64_t states = 0;   // possible before the line, hidden steps left out
  bool more = false;          // initial states: there are more than `states`
  std::uint64_t reached = 0;  // with hidden steps
  std::vector<std::vector<network::Scalar>> shown;  // some of them
  // Of so many of the reached states what follows was found, the nearest first.
  std::uint64_t looked_at = 0;
  std::vector<CandidateStep> candidates;
  std::vector<NotEnabled> not_enabled;
};

struct ExplainLimits {
  std::size_t shown = 20;            // states that are listed
  std::uint64_t states = 1000;       // that steps are looked for in
  std::uint64_t candidates = 50000;  // steps that are looked at
};

// The line is one that `conformance` did not take. Polls.
Mismatch explain(const network::Instance& instance,
                 const Conformance& conformance, const Observation& line,
                 const ExplainLimits& limits = {});

}  // namespace vicinal::explore::inline conform
