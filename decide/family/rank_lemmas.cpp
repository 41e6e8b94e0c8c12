// SPDX-License-Identifier: MIT
// The proof that says most is kept as it is: facts and lemmas are found beside
// it, from few states. One search serves all ranks, so that what one has found
// is there for the next.
#include "decide/family/rank_lemmas.hpp"

#include <algorithm>
#include <set>

#include "decide/family/progress.hpp"
#include "network/language/property.hpp"
#include "network/language/questions.hpp"

namespace vicinal::decide::inline family {

enum class Guessed : std::uint8_t { all, uncounted, nothing };

// How much of everything one search takes.
struct RankLemmas::Effort {
  std::uint64_t states = 0;
  std::uint64_t solver = 0;  // work of Z3
  std::uint64_t each = 0;    // of one obligation
  Guessed facts = Guessed::all;
};

namespace {

constexpr std::size_t most_carried = 40;  // formulas of a proof

// The one that shows most of those that a rank may rest on; null: none.
const fixpoint::FamilyProof* best_to_carry(const FamilyReport& report) {
  const auto proves = [](const fixpoint::FamilyProof& proof) {
    return std::ranges::count_if(proof.properties,
                                 [](const auto& p) { return p.proved; });
  };
  const fixpoint::FamilyProof* best = nullptr;
  for (const fixpoint::FamilyProof& proof : report.proofs) {
    if (!carries_progress(proof)) continue;
    if (best == nullptr || proves(proof) >= proves(*best)) best = &proof;
  }
  return best;
}

std::vector<fixpoint::CoverText> formulas_of(
    const fixpoint::FamilyProof& proof) {
  std::vector<fixpoint::CoverText> out = proof.text.lemmas;
  for (const fixpoint::TypeText& type : proof.text.types) {
    out.push_back({type.name, fixpoint::formula(type)});
  }
  return out;
}

// What it shows of states, to be shown once more.
fixpoint::Question question_of(const Opened& opened,
                               const fixpoint::FamilyProof& proof) {
  fixpoint::Question out;
  out.model = &*opened.model;
  out.definitions = &opened.definitions;
  out.scope = scope_of(opened);
  for (const fixpoint::PropertyProof& p : proof.properties) {
    const bool of_states =
        p.proved && p.property &&
        !network::is_temporal(opened.model->properties[*p.property]);
    if (of_states) out.properties.push_back(*p.property);
  }
  return out;
}

// What blocks a rank while formulas come one after the other.
class RankBlocks {
 public:
  RankBlocks(RankJudge& judged, obligations::Judge& judge)
      : judged_(judged), judge_(judge) {}

  // The first obligation that does not hold.
  std::optional<fixpoint::Refuted> first(const RankedModel& ranked,
                                         std::uint64_t effort);
  // Of all of them, by themselves.
  std::optional<fixpoint::Refuted> any(const RankedModel& ranked,
                                       std::uint64_t effort);

 private:
  std::optional<fixpoint::Refuted> next(const RankedModel& ranked,
                                        std::uint64_t effort, bool all);

  RankJudge& judged_;
  obligations::Judge& judge_;
  // Those that held with fewer formulas: they are asked once more at the end.
  std::set<std::string> held_;
};

std::optional<fixpoint::Refuted> RankBlocks::next(const RankedModel& ranked,
                                                  std::uint64_t effort,
                                                  bool all) {
  if (!ranked.error.empty()) return fixpoint::Refuted{};
  for (const obligations::Obligation& o : ranked.list) {
    if (!all && held_.contains(o.name)) continue;
    const obligations::Answer answer = judged_.judge(o, effort, judge_);
    if (answer == obligations::Answer::unsat) {
      held_.insert(o.name);
      continue;
    }
    fixpoint::Refuted out;
    out.obligation = o;
    out.judgement.answer = answer;
    return out;
  }
  return std::nullopt;
}

std::optional<fixpoint::Refuted> RankBlocks::first(const RankedModel& ranked,
                                                   std::uint64_t effort) {
  if (auto out = next(ranked, effort, false)) return out;
  return next(ranked, effort, true);
}

std::optional<fixpoint::Refuted> RankBlocks::any(const RankedModel& ranked,
                                                 std::uint64_t effort) {
  return next(ranked, effort, true);
}

std::uint64_t work_of(fixpoint::Care care, std::uint64_t much) {
  switch (care) {
    case fixpoint::Care::little:
      return std::min(much, little_effort);
    case fixpoint::Care::more:
      return std::min(much, more_effort);
    case fixpoint::Care::much:
      break;
  }
  return much;
}

}  // namespace

RankLemmas::RankLemmas(const Opened& opened, const Allowance& allowance,
                       RankJudge& judge, FamilyReport& report)
    : opened_(opened),
      allowance_(allowance),
      judge_(judge),
      report_(report),
      unbounded_(network::has_integers(*opened.model)) {}

void RankLemmas::look_for_states(std::uint64_t states) {
  if (states == looked_for_) return;
  looked_for_ = states;
  facts_.reset();
  states_ = lemma_states(*report_.growth, report_.explored, unbounded_,
                         allowance_, states, false);
  principles_ = fixpoint::first_and_last(*opened_.model, states_.explored);
}

void RankLemmas::look_for_facts() {
  if (facts_) return;
  facts_ = fixpoint::facts_of_all(*opened_.model, states_.explored);
}

std::vector<std::string> RankLemmas::facts(const Effort& effort) const {
  std::vector<std::string> out;
  if (effort.facts == Guessed::nothing) return out;
  const std::vector<std::string> none;
  const bool counted = effort.facts == Guessed::all;
  for (const auto* list :
       {&facts_->light, counted ? &facts_->counted : &none, &facts_->others}) {
    out.insert(out.end(), list->begin(), list->end());
  }
  return out;
}

bool RankLemmas::find(const std::string& property,
                      std::span<const std::string> ranks) {
  constexpr Effort efforts[] = {
      {6'000, 3'000'000, little_effort, Guessed::nothing},
      {6'000, 150'000'000, 6'000'000, Guessed::all},
      {6'000, 50'000'000, 3'000'000, Guessed::uncounted},
      {6'000, 15'000'000, 3'000'000, Guessed::nothing}};
  return std::ranges::any_of(efforts, [&](const Effort& effort) {
    return !allowance_.over() && find(property, ranks, effort);
  });
}

bool RankLemmas::find(const std::string& property,
                      std::span<const std::string> ranks,
                      const Effort& effort) {
  const fixpoint::FamilyProof* base = best_to_carry(report_);
  if (base == nullptr || !base->refuted.empty()) return false;
  const std::vector<fixpoint::CoverText> known = formulas_of(*base);
  if (known.size() > most_carried) return false;
  look_for_states(effort.states);
  const bool guesses = effort.facts != Guessed::nothing;
  if (guesses) look_for_facts();
  const std::vector<std::string> guessed = facts(effort);
  const bool none = guessed.empty() && principles_.empty();
  const bool again =
      effort.facts == Guessed::uncounted && facts_->counted.empty();
  if (guesses && (none || again)) return false;
  const fixpoint::Question question = question_of(opened_, *base);
  obligations::Judge judge(effort.solver);
  std::vector<fixpoint::Blocking> alternatives;
  for (const std::string& rank : ranks) {
    alternatives.emplace_back([&, blocks = RankBlocks(judge_, judge)](
                                  const fixpoint::FamilyProof& draft,
                                  const std::string& only,
                                  fixpoint::Care care) mutable {
      const RankedModel ranked =
          ranked_model(opened_, draft, property, rank, only);
      const std::uint64_t work = work_of(care, effort.each);
      return only.empty() ? blocks.first(ranked, work)
                          : blocks.any(ranked, work);
    });
  }
  auto proof = fixpoint::prove_for(question, states_.explored, {guessed, known},
                                   guesses ? principles_ : guessed,
                                   alternatives, report_.explored.excluded,
                                   allowance_.left_or(most_steps), judge);
  if (!proof || !carries_progress(*proof)) return false;
  report_.proofs.push_back(std::move(*proof));
  return true;
}

}  // namespace vicinal::decide::inline family
