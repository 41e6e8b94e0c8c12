// SPDX-License-Identifier: MIT
// What is asked of a model, and the least that an answer says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fixpoint/pair/pair.hpp"
#include "fixpoint/single/single.hpp"
#include "network/language/model.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::decide::inline question {

struct Asked {
  std::vector<std::size_t> properties;  // invariants, by index
  bool model_errors = true;             // and `no model error`
  // Of every size: temporal properties, by index; and whether those without a
  // rank that nothing violates have an answer, too.
  std::vector<std::size_t> progress;
  bool each_progress = false;
  // Of all sizes that the definitions leave open, or of every graph; else of
  // the instance.
  bool every_size = false;
  // Nodes that are looked at together, 1 or 2, for every size up to 3. 0: as
  // many as it takes, and then exploration.
  int views = 0;
  // For every size: only what the local invariant of this instance says.
  std::optional<std::vector<network::Scalar>> generalize;
  bool cutoff = false;  // and which one is the smallest that says enough
  // Of an instance: what local invariants are computed from.
  fixpoint::Reduce reduce = fixpoint::Reduce::orbits;
  // Of an instance: theta of single nodes is computed on a quotient network
  // (fixpoint's single_on_quotient), and nothing else is asked. Null: on the
  // network.
  const network::Vias* on_quotient = nullptr;
  fixpoint::PairMode pairs = fixpoint::PairMode::automatic;
  unsigned threads = 1;  // that explore
  // Whether one proof is wanted of all that several prove: for a certificate.
  bool one_proof = false;
  // Of an instance: so many states are explored, and so many local states of
  // pairs found, before there is a look for another way. The former take less
  // time than finding a symmetry does.
  std::uint64_t few_states = 20'000;
  std::uint64_t few_local_states = 200'000;
};

// What an answer was found by: the local invariant of a number of nodes, the
// lemmas of a family, the states of one instance or of all that there are,
// whatever decided each of few instances, or a rank.
enum class Method : std::uint8_t {
  none,
  invariant,
  lemmas,
  exploration,
  instances,
  rank
};

// If nothing is said of the engine.
inline bool any_engine(const Asked& asked) {
  return asked.views == 0 && !asked.generalize && !asked.cutoff &&
         asked.on_quotient == nullptr;
}

struct Answer {
  std::string name;
  std::optional<std::size_t> property;  // none: no model error
  network::Verdict verdict = network::Verdict::unknown;
  Method method = Method::none;
  int views = 0;  // of an invariant
};

// Why a property is `unknown` although all states were looked at.
inline constexpr const char* undefined_reason =
    "evaluating it fails in a reachable state";

// Everything that can be asked of a model, by index: its invariants; and what
// `check` is asked, temporal properties.
std::vector<std::size_t> invariants(const network::Model& model);
std::vector<std::size_t> temporal_properties(const network::Model& model);
// Temporal ones that have a rank, ascending.
std::vector<std::size_t> ranked_properties(const network::Model& model);
// Those of a shape that ranks are for, of nodes, that have none.
std::vector<std::size_t> unranked_properties(const network::Model& model);

// Answers that are still open, of one kind: as asked, then `no model error`.
template <class Kind>
std::vector<Kind> open_answers(const network::Model& model,
                               const Asked& asked) {
  std::vector<Kind> answers;
  for (const std::size_t p : asked.properties) {
    answers.emplace_back();
    answers.back().name = model.properties[p].name;
    answers.back().property = p;
  }
  if (asked.model_errors) {
    answers.emplace_back();
    answers.back().name = std::string(network::no_model_error);
  }
  return answers;
}

}  // namespace vicinal::decide::inline question
