// SPDX-License-Identifier: MIT
// Proofs for every size by lemmas: what views of few nodes leave open is asked
// with facts that small instances show, and then by what blocks.
//
//   states of small instances --> facts --> prove_by_lemmas --> answers
//                  |                              ^
//                  +-- what blocks, generalised --+
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"

namespace vicinal::decide::inline family {

// Work of Z3 that lemmas may take, and steps of a confirmation that nothing
// else bounds.
inline constexpr std::uint64_t lemma_budget = 150'000'000;
inline constexpr std::uint64_t most_steps = 4'000'000;

// States of small instances, for lemmas.
struct LemmaStates {
  std::vector<fixpoint::Explored> explored;
  std::vector<std::vector<network::Scalar>> without;  // sizes
  bool cut_short = false;  // an instance has more states
  // Instances before the first one of which only few initial states were begun
  // with, where there is one.
  std::optional<std::size_t> before_few;
};

// So many of them, of the samples and of more that grow. Those of `unbounded`
// instances are near zero. `from_few`: runs begin in some of the initial
// states, where there are many.
LemmaStates lemma_states(fixpoint::Growth& growth, fixpoint::Samples& samples,
                         bool unbounded, const Allowance& allowance,
                         std::uint64_t all_states, bool from_few);

// What lemmas are sought with, besides what blocks.
enum class Beside : std::uint8_t {
  nothing,
  facts,   // that states share; what steps keep
  guards,  // that somebody is against one
};

// How much of everything a search for lemmas may take.
struct Rung {
  std::uint64_t states = 0;  // of all instances
  std::uint64_t solver = 0;  // work of Z3
  std::uint64_t text = 0;    // characters of obligations
  Beside beside = Beside::guards;
  // Where there are many initial states: those that few of them lead to.
  bool from_few = false;
  bool some_will_do = false;  // of steps taken backwards
};

class FamilyLemmas {
 public:
  // `growth` makes the instances that the report lacks. They may have endlessly
  // many states: `unbounded`.
  FamilyLemmas(FamilyReport& report, FamilyQuestions& questions,
               fixpoint::Growth& growth, const Allowance& allowance,
               bool unbounded);

  // Asks for all that is open, with little of everything and nothing besides.
  void begin();
  // Asks for all that is open, with more and more. What stays so has a state
  // that blocks it, where there is one.
  void find();
  // What would exclude the states that block: once there are examples of them.
  void exclude_blocking();
  // That lemmas were guessed from.
  std::uint64_t states_seen() const;

 private:
  bool asked() const;
  bool look_for_states(std::uint64_t states, bool from_few);
  void climb(const Rung& rung);
  void lemmas_within(const Rung& rung, const fixpoint::Question& aim);
  // Lemmas from steps taken backwards, which are known of models without edges.
  void find_backward(const Rung& rung);
  void note_without_states(const LemmaStates& found);
  bool look_for_all_states(const Rung& rung);
  void lemmas_backward(const Rung& rung);
  void lemmas_backward(const Rung& rung, const fixpoint::Question& aim);
  void lemmas_with_levels(const Rung& rung, const fixpoint::Question& aim);
  void lemmas_with_relations(const Rung& rung, const fixpoint::Question& aim);
  void lemmas_with_facts(const Rung& rung, const fixpoint::Question& aim);
  void lemmas_with_values(const Rung& rung, const fixpoint::Question& aim,
                          std::span<const std::string> equations);
  const std::vector<std::string>& stated();
  void try_kept(const fixpoint::Question& aim, std::uint64_t solver,
                std::uint64_t text);
  std::vector<std::string> facts_of_states(const fixpoint::Question& aim);
  // Of instances without an initial state everything could be said.
  bool no_states() const;
  void lemmas_together();
  void lemmas_alone();
  void who_waits(int most_blocked, std::uint64_t budget);
  // Whether one property follows from what steps keep of these.
  bool from_facts(const fixpoint::Question& q,
                  const std::vector<std::string>& facts,
                  const std::vector<std::string>& last, int most_blocked,
                  std::uint64_t budget);
  void lemmas_from_states(const std::function<fixpoint::Question()>& aim,
                          std::uint64_t budget);
  void try_lemmas(const fixpoint::Question& aim,
                  std::span<const std::string> facts,
                  std::span<const fixpoint::CoverText> known,
                  std::uint64_t budget,
                  std::uint64_t text = fixpoint::most_lemma_text,
                  std::span<const fixpoint::Cube> cubes = {});
  void find_blocking();

  FamilyReport& report_;
  FamilyQuestions& questions_;
  fixpoint::Growth& growth_;
  const Allowance& allowance_;
  const network::Model& model_;
  const bool unbounded_;
  // An initial condition relates somebody to all, as quorums meet: little
  // follows without that.
  const bool related_;
  const bool arrays_;                         // that nodes index
  std::vector<fixpoint::Explored> explored_;  // all states
  // Whether steps were taken backwards with all states of an instance of two
  // nodes of each family; of all instances that there were.
  enum class Backward : std::uint8_t { nowhere, in_some, in_all };
  Backward backward_ = Backward::nowhere;
  // Of which properties.
  std::vector<std::pair<std::vector<std::size_t>, std::vector<fixpoint::Cube>>>
      backward_tried_;
  bool cut_short_ = false;  // an instance has more
  // What holds in them all, and what the text states: made once, for every
  // question.
  std::optional<std::vector<std::string>> linear_, conditional_, levels_;
  std::optional<std::vector<std::string>> stated_, told_, places_, numbers_;
  std::optional<std::vector<fixpoint::CoverText>> kept_;  // by steps
};

}  // namespace vicinal::decide::inline family
