// SPDX-License-Identifier: MIT
// What solvers say of the texts of obligations, wherever they run, as files;
// and what the answers come to, taken together.
//
//   {
//     "format": 1,
//     "job": "0001-initial.smt2",   the file that was asked; only for messages
//     "text sha256": "...",         of the text that the solver was given
//     "solver": "cvc5",
//     "version": "1.0.3",
//     "verdict": "unsat",           or "sat", "unknown"
//     "seconds": 0.12               by the clock
//   }
//
// An answer counts for the obligation whose text has this hash, and for
// nothing else: of a text that was edited, cut or made from another model it
// says nothing. That the solver did say so is not checked, and cannot be.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "obligations/obligations.hpp"

namespace vicinal::obligations {

inline constexpr int answer_format = 1;

struct SolverAnswer {
  std::string job;
  std::string text_hash;
  std::string solver;
  std::string version;
  Answer verdict = Answer::unknown;
  double seconds = 0;
};

// "unsat", "sat" or "unknown".
std::string_view verdict_text(Answer answer);

// The text of the file.
std::string answer_text(const SolverAnswer& answer);

// A text that is not exactly such an answer is none: the second alternative
// says what is wrong, as the end of a sentence about the file. Never throws.
std::variant<SolverAnswer, std::string> parse_answer(std::string_view text);

struct Answers {
  std::vector<SolverAnswer> all;
  std::vector<std::string> damaged;  // sentences; without them all were read
};

// Of a folder, in the order of their names: every file that ends in '.json'
// and does not begin with a dot. Polls.
Answers read_answers(const std::string& folder);

// Writes FOLDER/NAME.SOLVER.json, for a job NAME.smt2: the whole file or none.
// An error is a sentence; empty: done.
std::string write_answer(const std::string& folder, const SolverAnswer& answer);

// Whoever judges obligations instead of the linked Z3.
using Judges = std::function<Answers(const std::vector<Obligation>&)>;

struct Weighed {
  std::vector<std::string> refuted;  // called satisfiable, by some or by all
  std::vector<std::string> open;     // called unsatisfiable by nobody
  // Who called how many of them unsatisfiable: "cvc5 1.0.3: 38".
  std::vector<std::string> judges;
  std::size_t unrelated = 0;  // answers to other texts
};

// An obligation holds if some answer to its text is unsat, and none sat.
// Polls.
Weighed weigh(const std::vector<Obligation>& obligations,
              const std::vector<SolverAnswer>& answers);

}  // namespace vicinal::obligations
