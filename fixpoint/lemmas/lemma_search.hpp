// SPDX-License-Identifier: MIT
// The search for lemmas: candidates, and what blocks them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fixpoint/family/extended.hpp"
#include "fixpoint/family/family.hpp"
#include "fixpoint/lemmas/reached.hpp"
#include "network/language/fresh_names.hpp"

namespace vicinal::fixpoint::inline lemmas {

// A property as a lemma of its own, under a name that is free.
family::CoverText restated(const network::Model& model, std::size_t property,
                           network::FreshNames& names);

class LemmaSearch {
 public:
  // `excluded`: sizes that are no instances. All must outlive it. `facts`:
  // formulas that are candidates, too; what breaks one excludes nothing.
  LemmaSearch(const family::Question& question,
              std::span<const Explored> explored,
              std::span<const std::string> facts,
              const std::vector<std::vector<network::Scalar>>& excluded,
              std::uint64_t most_text, obligations::Judge& judge);

  // Formulas that are an invariant together, as is known.
  void assume(std::span<const family::CoverText> known);
  // Lemmas to begin with: guesses. If one is to be given up, run() fails, since
  // those that lead to it have most likely to go as well.
  void suggest(std::span<const Cube> cubes);

  // Adds lemmas until all candidates (the properties asked for, assertions of
  // the model, lemmas) are inductive together, and no obligation about them is
  // open; false: it gives up. Candidates that something reached breaks are
  // dropped on the way. Of a question that asks nothing, what is left of the
  // facts. Polls.
  bool run();

  // A lemma that excludes what this shows; false: it is reached, or has no
  // cube. For obligations that run() does not ask: errors.
  bool exclude(const family::Refuted& refuted);

  // What is left: the properties that were not dropped, and lemmas.
  std::vector<family::CoverText> lemmas() const;
  // Of these, the facts.
  std::vector<family::CoverText> facts() const;
  // Assertions of the model that are not inductive with them.
  std::vector<std::pair<std::string, family::Refuted>> refuted() const;

 private:
  struct Candidate {
    std::string name;
    std::string formula;
    std::optional<Cube> cube;  // of a lemma
    bool goal = false;         // restates a property that is asked
    bool assertion = false;    // stands in the model
    bool fact = false;
    bool known = false;  // is not asked about
    int chances = 2;     // of a fact: rounds in which it may ask for lemmas
    int asked = -1;      // of a fact: the last of them
    int born = 0;        // round
    bool open = true;
    bool aside = false;                     // left out for now
    std::optional<family::Refuted> broken;  // given up
  };

  struct Asked {
    family::Extended with;
    std::vector<obligations::Obligation> list;
    std::vector<obligations::Judgement> judged;
  };

  static std::size_t weight_of(const Candidate& candidate);
  std::size_t lightest() const;
  std::optional<Asked> ask(const std::function<bool(const Candidate&)>& which);
  std::vector<std::pair<std::size_t, std::size_t>> failing(
      const Asked& asked) const;
  bool round();
  void settle(const Asked& asked);
  bool done_without_some();
  bool leave_aside(const Asked& asked, bool& some);
  void block(std::size_t number, const family::Refuted& refuted);
  void block_fact(std::size_t number, const family::Refuted& refuted);
  void reached(const Cube& shown, const family::Refuted& refuted);
  void give_up(Candidate& candidate, const family::Refuted& refuted);
  enum class Found : std::uint8_t { nothing, lemma, accident };
  void add(Cube cube);
  // A lemma of at most so many members; an accident is added if there `may` be.
  Found add_lemma(const Cube& shown, std::size_t members, bool may);

  const family::Question& question_;
  const network::Model& model_;
  const std::vector<std::vector<network::Scalar>>& excluded_;
  obligations::Judge& judge_;
  Vocabulary vocabulary_;
  Reached reached_;
  network::FreshNames names_;
  std::vector<Candidate> candidates_;
  std::vector<Cube> too_strong_;  // what only accidents would keep
  int round_ = 0;
  std::uint64_t text_left_;  // of obligations
  bool again_ = false;       // something was given up
  bool suggested_ = false;   // there are lemmas to begin with
  bool lost_ = false;        // one was given up all the same
  std::size_t next_try_;     // to do without some: at so many candidates
};

}  // namespace vicinal::fixpoint::inline lemmas
