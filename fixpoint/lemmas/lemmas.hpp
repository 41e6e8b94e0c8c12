// SPDX-License-Identifier: MIT
// Proofs for every size that aim at the property: lemmas from the steps that
// block it. A lemma says that no few nodes show a cube; it is taken from a
// counterexample to an obligation, and generalised as long as explored
// instances do not show it (the approximations of BRAB, with obligations in
// place of pre-images). No finite domain is assumed, and no types of views are
// enumerated. What is found is a guess, which obligations confirm.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/family/family.hpp"
#include "fixpoint/lemmas/reached.hpp"
#include "fixpoint/lemmas/stated.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Of the constants that lemmas compare integers with the greatest, at least 1:
// runs beyond it, and as far again, show little that is new.
std::int64_t greatest_constant(const network::Model& model);

// Formulas that hold in all explored states, guesses as candidates for lemmas:
// equations between totals (totals.hpp) and between neighbours
// (neighbours.hpp).
std::vector<std::string> linear_facts(const network::Model& model,
                                      std::span<const Explored> explored);
// Facts about somebody (somebody.hpp), where a property that is asked for says
// such a thing: other properties do not need them.
std::vector<std::string> existential_facts(const family::Question& question,
                                           std::span<const Explored> explored);
// Facts about somebody who shows what a guard asks of all nodes: where such a
// step is not to be taken, there is one.
std::vector<std::string> facts_against_guards(
    const network::Model& model, std::span<const Explored> explored);
// Both, whatever is asked, who holds an edge, what is never shown together, who
// has the numbers between two (waiting.hpp, reached.hpp), and what the text
// states. What solvers use with least work comes first. Those between totals
// stand apart: obligations about counts name many members, so that they have
// less room for who somebody is.
struct AllFacts {
  std::vector<std::string> light, counted, others;
};
AllFacts facts_of_all(const network::Model& model,
                      std::span<const Explored> explored);
// Equations between totals that hold on conditions.
std::vector<std::string> conditional_facts(const network::Model& model,
                                           std::span<const Explored> explored);

// For a property that says `enabled`: facts about who holds an edge, facts that
// somebody shows something, and then principles, each of which may be enough
// with them (waiting.hpp).
struct WaitingFacts {
  std::vector<std::string> holders, present, traps, last;
};
WaitingFacts waiting_facts(const network::Model& model,
                           std::span<const Explored> explored);

// What may be part of an invariant: guesses, formulas that are an invariant
// together, as is known, and cubes that are not to occur, guesses as well,
// which are given up for others as lemmas are.
struct Premises {
  std::span<const std::string> guessed;
  std::span<const family::CoverText> known;
  std::span<const Cube> cubes;
};

// Characters of all obligations of a search: making and reading them takes
// longer than judging where lemmas speak of one value after the other.
inline constexpr std::uint64_t most_lemma_text = 48'000'000;

// A proof (k = 0) whose invariant is the properties of the question, facts and
// lemmas; none: no such invariant was found. `excluded`: sizes that are no
// instances. The same arguments give the same proof. Polls; `limits` are those
// of the confirmation, which asks about what is known once more.
std::optional<family::FamilyProof> prove_by_lemmas(
    const family::Question& question, std::span<const Explored> explored,
    const Premises& facts,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge,
    std::uint64_t most_text = most_lemma_text);

// The same where properties are to follow from facts that steps keep, and
// lemmas that exclude what blocks (at most so many states), without being kept
// by steps themselves: what is said of a state that a step leads to may be
// used; so may one of the principles, which hold in any case: none, then each.
// One property is asked.
std::optional<family::FamilyProof> prove_by_facts(
    const family::Question& question, std::span<const Explored> explored,
    const Premises& facts, std::span<const std::string> principles,
    int most_blocked, const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge,
    std::uint64_t most_text = most_lemma_text);

// How much work an answer is worth: little first, since another formula may
// do, so that it may be unknown.
enum class Care : std::uint8_t { little, more, much };

// What blocks something that is to be shown beside an invariant, such as a
// rank, of the model that the proof has: the first of its obligations, or of
// those of this name, that does not hold; none: all do. What was shown once is
// shown quickly again.
using Blocking = std::function<std::optional<family::Refuted>(
    const family::FamilyProof& proof, const std::string& only, Care care)>;

// An invariant that carries one of the alternatives, the first for which it is
// found: facts that steps keep, and principles, of these as few as it takes,
// and lemmas that exclude what blocks. What little work does not show is tried
// with facts before it gets more. The proof answers the question, too; none:
// there is none.
std::optional<family::FamilyProof> prove_for(
    const family::Question& question, std::span<const Explored> explored,
    const Premises& facts, std::span<const std::string> principles,
    std::span<const Blocking> alternatives,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge,
    std::uint64_t most_text = most_lemma_text);

// Principles: of the nodes of a family that show a value, or do not, one has
// the least index, or the least of a number of its own, and one the greatest.
// Some dozens at most. Polls.
std::vector<std::string> first_and_last(const network::Model& model,
                                        std::span<const Explored> explored);

// Formulas in the language of models that hold in all explored states, each as
// general as generalise() has it.
struct Hint {
  // The first excludes the state that blocks, the next one what blocks if that
  // is assumed, and so on. Empty: there is no such formula about few nodes, or
  // no state.
  std::vector<std::string> lemmas;
  bool enough = false;  // if they hold, steps keep the properties of the aim
};

// What to try where the properties of `aim` are blocked by this. Where a few
// lemmas are not enough, the first one alone. Without properties, nothing is
// tried.
Hint hint_for(const family::Question& aim, std::span<const Explored> explored,
              const std::vector<std::vector<network::Scalar>>& excluded,
              const family::Refuted& blocking, obligations::Judge& judge);

// With no lemma but the properties of the aim and what is known otherwise: what
// blocks them.
family::FamilyProof prove_by_goals(
    const family::Question& question, const family::Question& aim,
    std::vector<family::CoverText> known,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge);

}  // namespace vicinal::fixpoint::inline lemmas
