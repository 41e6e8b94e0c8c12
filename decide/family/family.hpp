// SPDX-License-Identifier: MIT
// Answers about every size: proofs by wiring types and by lemmas, and, for what
// they leave open, the smallest instance that violates it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decide/instances/checking.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/asked.hpp"
#include "decide/question/opened.hpp"
#include "fixpoint/family/example.hpp"
#include "fixpoint/family/family.hpp"
#include "fixpoint/lemmas/lemmas.hpp"

namespace vicinal::decide::inline family {

// A run of a small instance.
struct FamilyRun {
  const fixpoint::Sample* sample = nullptr;
  network::Trace trace;
  // Of a temporal property: why it does not hold there. The run is the first
  // path of that.
  std::shared_ptr<const CheckReport> checked;

  const explore::Explanation* why() const {
    return checked ? checked->properties.front().why() : nullptr;
  }
};

// Whether explored instances show the local state that a blocking step starts
// in.
struct Occurrence {
  fixpoint::ExampleText state;
  std::vector<std::vector<network::Scalar>> looked;  // sizes, ascending
  bool occurs = false;                               // in the last of them
  std::size_t steps = 0;  // on the shortest way there
};

struct FamilyAnswer : Answer {
  bool temporal = false;         // the property is
  std::optional<FamilyRun> run;  // of a violation
  // What a proof could not exclude, and which of the report's proofs that is:
  // the last one that came so far as to ask, and has a state to show if any
  // has.
  std::optional<fixpoint::Refuted> blocking;
  std::size_t blocked_by = 0;
  std::string reason;                    // why there is none
  std::optional<Occurrence> occurrence;  // of `blocking`
  // What no state violates that lemmas were guessed from, the first ones of
  // small instances, and `blocking` does. It was tried: `enough` says whether
  // the property is proved if it holds.
  fixpoint::Hint hint;
  // Explored instances where it holds, by number of the sample (samples_of).
  std::vector<std::size_t> holds_at;
  std::size_t instances = 0;  // that prove it, of Method::instances
  // Of Method::rank: the declaration that was found; empty: the text has one.
  std::string found_rank;
};

// Instances that were tried as one that stands for all.
struct Cutoff {
  std::vector<std::vector<network::Scalar>> tried;  // in vain
  // The greatest sizes that the invariants of the proof were read off; none:
  // there is no such instance, or none that is small.
  std::optional<std::vector<network::Scalar>> sizes;
  bool late = false;  // the time was up, or somebody stopped it
};

// What was found out: proofs, an answer for each property, and the small
// instances that were looked at.
struct FamilyReport {
  std::vector<fixpoint::FamilyProof> proofs;  // by k
  std::vector<FamilyAnswer> answers;
  fixpoint::Samples explored;
  // What makes the explored ones, one after the other.
  std::optional<fixpoint::Growth> growth;
  fixpoint::Samples checked;  // for temporal properties
  // Instances that were asked one by one: those with a run that is shown, and
  // sizes that are none.
  fixpoint::Samples one_by_one;
  // Of the explored ones, those that were seen to have no initial state.
  std::vector<std::vector<network::Scalar>> without_states;
  std::uint64_t explored_states = 0;
  bool interrupted = false;
  // The instance whose invariant was tried, and nothing else.
  std::optional<std::vector<network::Scalar>> generalized;
  std::optional<Cutoff> cutoff;  // if one was asked for
};

// Whether one step in one state blocks both.
bool same_blocking(const FamilyAnswer& a, const FamilyAnswer& b);

// The small instances that it was looked at in.
const fixpoint::Samples& samples_of(const FamilyReport& report,
                                    const FamilyAnswer& answer);

// Of how many nodes the strongest invariants of views are that do not imply the
// property, ascending: no weaker one does, so that more nodes have to be looked
// at together, or lemmas found.
std::vector<std::uint32_t> too_few_nodes(const FamilyReport& report,
                                         const FamilyAnswer& answer);

// The model that the obligation of `blocking` was made of.
const network::Model& blocked_model(const FamilyReport& report,
                                    const FamilyAnswer& answer);

// The proof that proves most, of these the last one: for a certificate. Null:
// none proves something.
const fixpoint::FamilyProof* best_proof(const FamilyReport& report);

// Of all proofs: sizes that are no instances, of which nothing is claimed, and
// those of which it was seen that they have no initial state. Ascending.
std::vector<std::vector<network::Scalar>> excluded_sizes(
    const FamilyReport& report);
std::vector<std::vector<network::Scalar>> sizes_without_states(
    const FamilyReport& report);

// Of all proofs that are inductive: their assertions, each proof's an invariant
// by themselves.
std::vector<fixpoint::CoverText> proved_invariants(const FamilyReport& report);

// What is open of a report, as questions to provers, and what their proofs
// answer.
class FamilyQuestions {
 public:
  FamilyQuestions(const Opened& opened, const Asked& asked,
                  FamilyReport& report);

  bool open() const;
  // Whether something is that the question asks.
  bool open(const fixpoint::Question& question) const;

  // All that was asked, and of the same sizes about nothing.
  const fixpoint::Question& all() const { return all_; }
  const fixpoint::Question& nothing() const { return nothing_; }
  // What is open: each by itself, and together.
  std::vector<fixpoint::Question> each_open() const;
  fixpoint::Question open_together() const;

  // For each open answer that the proof speaks of, with what it says.
  void for_each_open(
      const fixpoint::FamilyProof& proof,
      const std::function<void(FamilyAnswer&, const fixpoint::PropertyProof&)>&
          visit);
  // What the proof, one of the report's, could not exclude is what blocks this
  // answer, unless a state blocks it that another one shows.
  void block(FamilyAnswer& answer, const fixpoint::FamilyProof& proof,
             const fixpoint::PropertyProof& of);
  // Takes what the proof has proved. What it did not aim at blocks nothing.
  void conclude(const fixpoint::FamilyProof& proof,
                const fixpoint::Question& aim);

 private:
  FamilyReport& report_;
  fixpoint::Question all_, nothing_;
};

// Whether that is a state, which says more than that a limit was reached.
bool is_state(const std::optional<fixpoint::Refuted>& blocking);

// Whether the question asks for this one.
bool speaks_of(const fixpoint::Question& question, const FamilyAnswer& answer);

// The sizes that definitions give.
fixpoint::Scope scope_of(const Opened& opened);

// Decides what can be decided of a model that is supported; with
// Asked::generalize, what the invariant of that instance decides. Looks for the
// local states of blocking steps in small instances, and warns of actions that
// never fire and of premises that are never true.
FamilyReport decide_family(Opened& opened, const Asked& asked,
                           const Allowance& allowance);

}  // namespace vicinal::decide::inline family
