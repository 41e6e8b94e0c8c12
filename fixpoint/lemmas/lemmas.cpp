// SPDX-License-Identifier: MIT
// Once everything is inductive together, the whole proof is confirmed as any
// other one. Only then are errors of actions asked for: what shows one blocks
// in its turn, and is excluded by a lemma of its own.
#include "fixpoint/lemmas/lemmas.hpp"

#include <algorithm>

#include "fixpoint/family/extended.hpp"
#include "fixpoint/lemmas/generalise.hpp"
#include "fixpoint/lemmas/lemma_search.hpp"
#include "fixpoint/lemmas/neighbours.hpp"
#include "fixpoint/lemmas/situation.hpp"
#include "fixpoint/lemmas/totals.hpp"

namespace vicinal::fixpoint::inline lemmas {

namespace {

constexpr int most_errors = 20;

}  // namespace

std::int64_t greatest_constant(const network::Model& model) {
  const std::int64_t most = vocabulary_of(model).constants.back();
  return std::clamp<std::int64_t>(most, 1, INT32_MAX);
}

std::vector<std::string> linear_facts(const network::Model& model,
                                      std::span<const Explored> explored) {
  auto facts = facts_of_neighbours(model, vocabulary_of(model), explored);
  for (std::string& fact : facts_of_totals(table_of(model, explored))) {
    facts.push_back(std::move(fact));
  }
  return facts;
}

std::vector<std::string> conditional_facts(const network::Model& model,
                                           std::span<const Explored> explored) {
  return facts_on_conditions(table_of(model, explored));
}

std::optional<family::FamilyProof> prove_by_lemmas(
    const family::Question& question, const family::Question& aim,
    std::span<const Explored> explored, std::span<const std::string> facts,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge) {
  LemmaSearch search(aim, explored, facts, excluded, judge);
  for (int errors = 0; search.run(); ++errors) {
    family::InvariantText text;
    text.lemmas = search.lemmas();
    family::FamilyProof proof = family::imply_with(
        question, std::move(text), search.refuted(), excluded, limits, judge);
    family::confirm_family(question, limits, judge, proof);
    const bool failing = aim.model_errors && !proof.properties.empty() &&
                         !proof.properties.back().proved &&
                         proof.properties.back().blocking;
    if (errors == most_errors || !failing ||
        !search.exclude(*proof.properties.back().blocking)) {
      return proof;
    }
  }
  return std::nullopt;
}

std::string excluding_lemma(const network::Model& model,
                            std::span<const Explored> explored,
                            const family::Refuted& refuted) {
  const Vocabulary vocabulary = vocabulary_of(model);
  const auto shown =
      situation(model, vocabulary, refuted.obligation, refuted.judgement);
  if (!shown) return {};
  Reached reached(vocabulary, explored);
  const auto cube = generalise(model, vocabulary, shown->before, {}, reached);
  return cube ? text(model, vocabulary, *cube) : std::string();
}

family::FamilyProof prove_by_goals(
    const family::Question& question, const family::Question& aim,
    std::vector<family::CoverText> known,
    const std::vector<std::vector<network::Scalar>>& excluded,
    const network::Limits& limits, obligations::Judge& judge) {
  family::Names names(*question.model);
  family::InvariantText text;
  text.lemmas = std::move(known);
  for (const std::size_t p : aim.properties) {
    text.lemmas.push_back(restated(*question.model, p, names));
  }
  family::FamilyProof proof = family::imply_with(question, std::move(text), {},
                                                 excluded, limits, judge);
  family::confirm_family(question, limits, judge, proof);
  return proof;
}

}  // namespace vicinal::fixpoint::inline lemmas
