// SPDX-License-Identifier: MIT
// Proof obligations for every size of a model, as SMT-LIB 2 texts: what
// somebody who trusts neither engines nor certificates has to trust.
//
// The `assert` properties of the model, all together, are a proposed inductive
// invariant (LS section 3.2, with the assertions for theta). If every
// obligation of `generate` is unsatisfiable, then in every instance of the
// sizes asked for
//
//   - every assertion holds in every reachable state  (initial, step),
//   - every `invariant` property does, too            (property),
//   - there is no model error                         (error),
//   - what temporal properties of Request::progress say comes about
//                                                     (progress, and error),
//
// and every size that is not excluded is an instance (elaboration).
//
//   const auto result = obligations::generate(model, {});
//   for (const auto& o : std::get<0>(result)) {
//     if (obligations::judge(o).answer != obligations::Answer::unsat) open(o);
//   }
//
// The texts are made from the model's syntax tree alone: parser, checker and
// Model are shared with the rest of the tool, nothing else is. They have no
// quantifiers: quantifiers of the model are instantiated with the nodes that
// an obligation talks about. Instantiating less makes an obligation harder to
// prove, never wrong.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "network/language/model.hpp"
#include "obligations/meaning/unsupported.hpp"

namespace vicinal::obligations {

struct Request {
  // Per parameter of the model: its value; none, or a missing entry: every
  // value in its range.
  std::vector<std::optional<std::int64_t>> fixed;
  // Tuples of parameters that nothing is claimed of.
  std::vector<std::vector<std::int64_t>> excluded;
  // Assertions of the model, by name, that are no part of the invariant.
  std::vector<std::string> left_out;
  // Only what the assertions imply; whether they hold is not asked.
  bool only_properties = false;
  // Only whether these assertions hold initially and are kept by steps (from
  // where all do) that write something that they read, and nothing else: for
  // engines that look for an invariant. What is proved needs all obligations.
  std::optional<std::vector<std::string>> only;
  // Temporal properties of the model, by name, that are proved by their ranks;
  // each has one.
  std::vector<std::string> progress;
  // Only those of `progress`. What is proved needs all obligations.
  bool only_progress = false;
  // Of those, only the ones of this name: for engines, once more. Empty: all.
  std::string only_named;
  // Characters of all texts together, as text_after() counts them: beyond, the
  // model has no obligations.
  std::uint64_t most_text = UINT64_MAX;
  // Obligations come with the texts of Obligation::parts (audit.hpp).
  bool parts = false;
};

enum class Kind : std::uint8_t {
  initial,      // an assertion holds initially
  step,         // an action keeps an assertion
  error,        // an action has no model error; a property that is no part of
                // the invariant (`property`) can be evaluated
  property,     // the assertions imply an invariant
  elaboration,  // every size that is not excluded is an instance
  progress,     // what is waited for comes nearer
};

// Something to print of a counterexample: a truth value or a number, which
// `type` (if it is valid) gives a meaning.
struct Shown {
  std::string label;  // n, i, i.phase, i.left, i.left after
  network::TypeId type;
  std::string constant;   // its name in Obligation::example
  bool relation = false;  // `label` says what is true or false: e in a.left
};

inline constexpr std::uint32_t no_item = UINT32_MAX;

// A part of what an obligation assumes, which ends in (check-sat).
struct Part {
  std::string impossible;  // what it means if nothing satisfies it
  std::string text;
};

struct Obligation {
  Kind kind = Kind::initial;
  std::string name;  // "step T1: Station.enter at a"
  // Unsatisfiable: the obligation holds. The line "; conclusion" stands before
  // what is to be concluded, denied.
  std::string text;
  // What `text` begins with, up to that line. Satisfiable; if not, the
  // obligation speaks of nothing: an action that never fires, say.
  std::string premise;
  // `text` with a constant for each of `shown`.
  std::string example;
  std::vector<Shown> shown;
  // The nodes that `shown` speaks of, by name.
  std::vector<std::pair<std::string, network::NodeFamilyId>> nodes;
  // The edges that it names by variables: of the goal, parameters of the step.
  std::vector<std::string> edges;
  // Loops of the step of which only what they may write is known.
  std::vector<network::Span> not_followed;
  network::Span span;                // what is to be proved
  std::uint32_t property = no_item;  // of Model::properties
  network::NodeFamilyId family;      // of the acting node
  std::uint32_t action = no_item;    // of its process
  // From little to much. Whatever is said of a step is satisfied by each state
  // that has the last of them: only if none has, may `text` hold in vain.
  std::vector<Part> parts;
};

// O(obligations * (members of a join)^(binders of an assertion)). The same
// model gives the same texts.
std::variant<std::vector<Obligation>, Unsupported> generate(
    const network::Model& model, const Request& request);

// Characters to read after another obligation, or none: a premise that both
// have is read once.
std::uint64_t text_after(const Obligation* before, const Obligation& o);

enum class Answer : std::uint8_t { unsat, sat, unknown };

struct Judgement {
  Answer answer = Answer::unknown;
  // sat: the value of each shown term, in their order; truth values are 0, 1.
  // Empty if they could not be had.
  std::vector<std::int64_t> values;
  std::string reason;  // unknown: why
};

// A deterministic measure of work of Z3, a few seconds' worth.
inline constexpr std::uint64_t default_effort = 20'000'000;

// The same for all questions of a proof: what the examples need, fifteen times.
inline constexpr std::uint64_t proof_budget = 80'000'000;

// Has Z3 judge the text. Whatever is not exactly one expected answer is
// `unknown` (design 7.9). No timeouts: the same text gives the same answer.
Judgement judge(const Obligation& obligation,
                std::uint64_t effort = default_effort);

// The solver that is linked here: "Z3 4.8.12". None: in a program without one,
// to which whatever is asked of it is unknown.
std::optional<std::string> linked_solver();

// The same for any text that ends in (check-sat): for premises.
Answer judge_text(const std::string& text,
                  std::uint64_t effort = default_effort);

// Values of what an obligation is refuted by: of none; by the Z3 that knows the
// other obligations, which is quick, for engines; or each by one of its own,
// which finds smaller ones and the same whatever was asked before.
enum class Examples : std::uint8_t { none, together, apart };

// Many obligations by one Z3: much faster than one by one, as premises that
// have most in common are read once. Its first question takes a few
// milliseconds more, so that a proof uses one throughout. It remembers no
// facts. One thread.
class Judge {
 public:
  // `budget`: of work of Z3 for all that it is asked. When it is spent, answers
  // are unknown.
  explicit Judge(std::uint64_t budget = UINT64_MAX);
  ~Judge();

  // Judges all, in their order.
  std::vector<Judgement> judge(const std::vector<Obligation>& obligations,
                               std::uint64_t effort = default_effort,
                               Examples examples = Examples::apart);

 private:
  struct Z3;
  std::unique_ptr<Z3> z3_;
};

// The same, once.
std::vector<Judgement> judge_all(const std::vector<Obligation>& obligations,
                                 std::uint64_t effort = default_effort);

}  // namespace vicinal::obligations
