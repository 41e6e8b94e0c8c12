// SPDX-License-Identifier: MIT
// What a rank needs that no proof carries: lemmas, facts and principles from
// the states that block it.
//
//   ranks, a proof without them --> obligations --> what blocks --> a lemma,
//        ^                                                            |
//        +------------------------------------------------------------+
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decide/family/family.hpp"
#include "decide/family/family_lemmas.hpp"
#include "decide/family/found_ranks.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/opened.hpp"

namespace vicinal::decide::inline family {

class RankLemmas {
 public:
  // Of the small instances of the report, states that were kept are those that
  // are looked at; others are explored when something is asked first. `judge`
  // must outlive it.
  RankLemmas(const Opened& opened, const Allowance& allowance, RankJudge& judge,
             FamilyReport& report);

  // Whether the report has one proof more behind the others, with which one of
  // the ranks holds. An empty rank: the text of the model has it. Polls.
  bool find(const std::string& property, std::span<const std::string> ranks);

 private:
  struct Effort;
  bool find(const std::string& property, std::span<const std::string> ranks,
            const Effort& effort);
  void look_for_states(std::uint64_t states);
  void look_for_facts();
  std::vector<std::string> facts(const Effort& effort) const;

  const Opened& opened_;
  const Allowance& allowance_;
  RankJudge& judge_;
  FamilyReport& report_;
  bool unbounded_;
  std::uint64_t looked_for_ = 0;
  LemmaStates states_;
  std::optional<fixpoint::AllFacts> facts_;
  std::vector<std::string> principles_;
};

}  // namespace vicinal::decide::inline family
