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
constexpr std::uint64_t most_text = 24'000'000;

}  // namespace

RankFinder::RankFinder(const Opened& opened, FamilyReport& report)
    : opened_(opened), report_(report), judge_(rank_budget) {}

void RankFinder::prove(const GuessedRanks& guessed, FamilyAnswer& answer) {
  for (const std::string& rank : guessed.texts) {
    for (std::size_t p = 0; p < report_.proofs.size(); ++p) {
      if (!carries_progress(report_.proofs[p])) continue;
      if (prove_by(p, rank, answer)) return;
    }
  }
}

// One after the other: most guesses fail at one of the first.
bool RankFinder::all_hold(const std::vector<obligations::Obligation>& list) {
  for (const obligations::Obligation& o : list) {
    network::poll(1'000);
    const auto judged = judge_.judge({o}, obligations::default_effort, false);
    if (judged.front().answer != obligations::Answer::unsat) return false;
  }
  return true;
}

bool RankFinder::prove_by(std::size_t number, const std::string& rank,
                          FamilyAnswer& answer) {
  fixpoint::FamilyProof& proof = report_.proofs[number];
  fixpoint::InvariantText text = proof.text;
  text.ranks.push_back(rank);
  fixpoint::Extended with = fixpoint::extended(
      *opened_.model, opened_.definitions, fixpoint::assertions(text));
  if (!with.model) return false;
  obligations::Request request = proof.request;
  request.only_properties = false;
  request.only_progress = true;
  request.progress = {answer.name};
  request.most_text = most_text;
  auto made = obligations::generate(*with.model, request);
  auto* list = std::get_if<0>(&made);
  if (list == nullptr || !all_hold(*list)) return false;
  proof.text = std::move(text);
  proof.model = std::move(with.model);
  proof.source = std::move(with.source);
  add_progress(proof, std::move(*list), answer);
  answer.found_rank = rank;
  return true;
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
