// SPDX-License-Identifier: MIT
// A rank that was found is written behind the assertions of a proof, and all is
// read again: so it is judged as one that somebody wrote into the model.
#include "decide/family/found_ranks.hpp"

#include <algorithm>
#include <utility>

#include "decide/family/family_lemmas.hpp"
#include "decide/family/progress.hpp"
#include "decide/ranks/rank_search.hpp"
#include "fixpoint/family/extended.hpp"

namespace vicinal::decide::inline family {

namespace {

// Of all properties together, in work of Z3.
constexpr std::uint64_t rank_budget = lemma_budget / 2;
constexpr std::uint64_t most_text = 36'000'000;

}  // namespace

obligations::Answer RankJudge::judge(const obligations::Obligation& o,
                                     std::uint64_t effort,
                                     obligations::Judge& judge) {
  network::poll(1'000);
  if (hold_.contains(o.text)) return obligations::Answer::unsat;
  const obligations::Answer answer =
      judge.judge({o}, effort, obligations::Examples::none).front().answer;
  if (answer == obligations::Answer::unsat) hold_.insert(o.text);
  return answer;
}

RankFinder::RankFinder(const Opened& opened, RankJudge& judge,
                       FamilyReport& report)
    : opened_(opened),
      judged_(judge),
      report_(report),
      judge_(rank_budget),
      again_(2 * lemma_budget) {}

// One after the other: most guesses fail at one of the first.
bool RankFinder::all_hold(const std::vector<obligations::Obligation>& list,
                          std::uint64_t effort, obligations::Judge& judge) {
  return std::ranges::all_of(list, [&](const obligations::Obligation& o) {
    return judged_.judge(o, effort, judge) == obligations::Answer::unsat;
  });
}

void RankFinder::prove(const GuessedRanks& guessed, std::uint64_t effort,
                       FamilyAnswer& answer) {
  for (const std::string& rank : guessed.texts) {
    for (std::size_t p = 0; p < report_.proofs.size(); ++p) {
      if (!carries_progress(report_.proofs[p])) continue;
      if (prove_by(p, rank, effort, judge_, answer)) return;
    }
  }
}

bool RankFinder::prove_by(std::size_t proof, const GuessedRanks& guessed,
                          FamilyAnswer& answer) {
  return std::ranges::any_of(guessed.texts, [&](const std::string& rank) {
    return prove_by(proof, rank, obligations::default_effort, again_, answer);
  });
}

bool RankFinder::prove_by(std::size_t number, const std::string& rank,
                          std::uint64_t effort, obligations::Judge& judge,
                          FamilyAnswer& answer) {
  fixpoint::FamilyProof& proof = report_.proofs[number];
  RankedModel ranked = ranked_model(opened_, proof, answer.name, rank);
  if (!ranked.error.empty()) return false;
  if (!all_hold(ranked.list, effort, judge)) return false;
  proof.text = std::move(ranked.text);
  proof.model = std::move(ranked.with.model);
  proof.source = std::move(ranked.with.source);
  add_progress(proof, std::move(ranked.list), answer);
  answer.found_rank = rank;
  return true;
}

RankedModel ranked_model(const Opened& opened,
                         const fixpoint::FamilyProof& proof,
                         const std::string& property, const std::string& rank,
                         const std::string& only) {
  RankedModel out;
  out.text = proof.text;
  if (!rank.empty()) out.text.ranks.push_back(rank);
  out.with = fixpoint::extended(*opened.model, opened.definitions,
                                fixpoint::assertions(out.text));
  if (!out.with.model) {
    out.error = out.with.error;
    return out;
  }
  obligations::Request request = proof.request;
  request.only_properties = false;
  request.only_progress = true;
  request.progress = {property};
  request.only_named = only;
  request.most_text = most_text;
  auto made = obligations::generate(*out.with.model, request);
  if (const auto* no = std::get_if<obligations::Unsupported>(&made)) {
    out.error = "obligations do not speak of " + no->what + " yet";
    return out;
  }
  out.list = std::move(std::get<0>(made));
  return out;
}

std::vector<GuessedRanks> guess_ranks(const Opened& opened,
                                      std::span<const std::size_t> properties,
                                      const Allowance& allowance) {
  std::vector<GuessedRanks> out;
  for (const std::size_t p : unranked_properties(*opened.model)) {
    if (std::ranges::find(properties, p) == properties.end()) continue;
    GuessedRanks guessed{
        p, ranks::proposed_ranks(*opened.model, opened.definitions,
                                 scope_of(opened), p, allowance)};
    if (!guessed.texts.empty()) out.push_back(std::move(guessed));
  }
  return out;
}

}  // namespace vicinal::decide::inline family
