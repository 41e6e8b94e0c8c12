// SPDX-License-Identifier: MIT
// Temporal properties without a rank in the text, proved for every size by one
// that is found (decide/ranks).
//
//   small instances --> ranks that they have --> obligations of each, with an
//   invariant that is proved already --> answers
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/opened.hpp"
#include "fixpoint/family/extended.hpp"

namespace vicinal::decide::inline family {

// What may be ranks of a property: texts, to be judged.
struct GuessedRanks {
  std::size_t property = 0;
  std::vector<std::string> texts;
};

// A model with a rank of the property, and what is to be shown of it; `error`:
// why there is nothing.
struct RankedModel {
  fixpoint::InvariantText text;
  fixpoint::Extended with;
  std::vector<obligations::Obligation> list;
  std::string error;
};

// The model of the proof with this rank; without one it has its own. `only`: of
// obligations those of this name.
RankedModel ranked_model(const Opened& opened,
                         const fixpoint::FamilyProof& proof,
                         const std::string& property, const std::string& rank,
                         const std::string& only = {});

// Of each of these properties that have no rank and that something was guessed
// of. Within some seconds.
std::vector<GuessedRanks> guess_ranks(const Opened& opened,
                                      std::span<const std::size_t> properties,
                                      const Allowance& allowance);

// Little and more work of Z3 for an obligation of a rank: most that hold take
// less, with the facts that they need.
inline constexpr std::uint64_t little_effort = 400'000;
inline constexpr std::uint64_t more_effort = 1'000'000;

// Judges obligations of ranks, and remembers the texts of those that hold: what
// a search has shown needs not to be shown again.
class RankJudge {
 public:
  obligations::Answer judge(const obligations::Obligation& o,
                            std::uint64_t effort, obligations::Judge& judge);

 private:
  // Whole texts, since a proof rests on what is remembered as on what is
  // judged: of two that have one hash nothing would follow. They are gone with
  // the search.
  std::set<std::string> hold_;
};

// Proves properties by ranks that were guessed. A proof that shows one has the
// rank behind its assertions: so do certificates.
class RankFinder {
 public:
  // `judge` must outlive it.
  RankFinder(const Opened& opened, RankJudge& judge, FamilyReport& report);

  // Tries one after the other, each obligation with so much work; the answer
  // says it, if one does.
  void prove(const GuessedRanks& guessed, std::uint64_t effort,
             FamilyAnswer& answer);
  // With this proof of the report.
  bool prove_by(std::size_t proof, const GuessedRanks& guessed,
                FamilyAnswer& answer);

 private:
  bool prove_by(std::size_t proof, const std::string& rank,
                std::uint64_t effort, obligations::Judge& judge,
                FamilyAnswer& answer);

  bool all_hold(const std::vector<obligations::Obligation>& list,
                std::uint64_t effort, obligations::Judge& judge);

  const Opened& opened_;
  RankJudge& judged_;
  FamilyReport& report_;
  // Of proofs that there are, and of those that are made for ranks.
  obligations::Judge judge_, again_;
};

}  // namespace vicinal::decide::inline family
