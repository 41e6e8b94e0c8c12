// SPDX-License-Identifier: MIT
// The proof that says most is kept as it is: facts and lemmas are found beside
// it, from few states. One search serves all ranks, so that what one has found
// is there for the next.
#include "decide/family/rank_lemmas.hpp"

#include <algorithm>

#include "decide/family/found_ranks.hpp"
#include "decide/family/progress.hpp"
#include "network/language/property.hpp"
#include "network/language/questions.hpp"

namespace vicinal::decide::inline family {

// How much of everything one search takes.
struct RankLemmas::Effort {
  std::uint64_t states = 0;
  std::uint64_t solver = 0;  // work of Z3
  std::uint64_t each = 0;    // of one obligation
  bool facts = false;
};

namespace {

constexpr std::size_t most_carried = 40;  // formulas of a proof
constexpr std::size_t most_grown_nodes = 24;

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

// The first obligation of the rank, or of those of this name, that does not
// hold.
std::optional<fixpoint::Refuted> what_blocks(const RankedModel& ranked,
                                             std::uint64_t effort,
                                             obligations::Judge& judge) {
  if (!ranked.error.empty()) return fixpoint::Refuted{};
  for (const obligations::Obligation& o : ranked.list) {
    network::poll(1'000);
    auto judged = judge.judge({o}, effort);
    if (judged.front().answer == obligations::Answer::unsat) continue;
    return fixpoint::Refuted{o, std::move(judged.front())};
  }
  return std::nullopt;
}

}  // namespace

RankLemmas::RankLemmas(const Opened& opened, const Allowance& allowance,
                       FamilyReport& report)
    : opened_(opened),
      allowance_(allowance),
      report_(report),
      unbounded_(network::has_integers(*opened.model)),
      growth_(*opened.model, scope_of(opened), most_grown_nodes) {
  samples_.model = &*opened.model;
}

void RankLemmas::look_for_states(std::uint64_t states) {
  if (states == looked_for_) return;
  looked_for_ = states;
  facts_.clear();
  states_ =
      lemma_states(growth_, samples_, unbounded_, allowance_, states, false);
  principles_ = fixpoint::first_and_last(*opened_.model, states_.explored);
}

void RankLemmas::facts() {
  if (!facts_.empty()) return;
  facts_ = fixpoint::facts_of_all(*opened_.model, states_.explored);
}

bool RankLemmas::find(const std::string& property,
                      std::span<const std::string> ranks) {
  constexpr Effort efforts[] = {{6'000, 150'000'000, 6'000'000, true},
                                {6'000, 15'000'000, 3'000'000, false}};
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
  if (effort.facts) facts();
  if (effort.facts && facts_.empty() && principles_.empty()) return false;
  const fixpoint::Question question = question_of(opened_, *base);
  obligations::Judge judge(effort.solver);
  std::vector<fixpoint::Blocking> alternatives;
  for (const std::string& rank : ranks) {
    alternatives.emplace_back(
        [&](const fixpoint::FamilyProof& draft, const std::string& only) {
          return what_blocks(ranked_model(opened_, draft, property, rank, only),
                             effort.each, judge);
        });
  }
  const std::vector<std::string> none;
  auto proof = fixpoint::prove_for(
      question, states_.explored, {effort.facts ? facts_ : none, known},
      effort.facts ? principles_ : none, alternatives,
      report_.explored.excluded, allowance_.left_or(most_steps), judge);
  if (!proof || !carries_progress(*proof)) return false;
  report_.proofs.push_back(std::move(*proof));
  return true;
}

}  // namespace vicinal::decide::inline family
