// SPDX-License-Identifier: MIT
// A proof that includes `no model error` lends its assertions, and gets the
// obligations of the rank. The first under which all of them hold is the
// answer; where none is, the last one says what blocks.
#include "decide/family/progress.hpp"

#include <algorithm>

#include "decide/family/family_lemmas.hpp"
#include "decide/family/lassos.hpp"

namespace vicinal::decide::inline family {

namespace {

class ProgressProver {
 public:
  explicit ProgressProver(FamilyReport& report) : report_(report) {}

  void prove(FamilyAnswer& answer);

 private:
  bool prove_by(std::size_t proof, FamilyAnswer& answer);

  FamilyReport& report_;
  obligations::Judge judge_{lemma_budget};
};

void ProgressProver::prove(FamilyAnswer& answer) {
  answer.reason =
      "'no model error' is not proved, and a step that fails ends "
      "its run";
  for (std::size_t p = 0; p < report_.proofs.size(); ++p) {
    if (carries_progress(report_.proofs[p]) && prove_by(p, answer)) return;
  }
}

bool ProgressProver::prove_by(std::size_t number, FamilyAnswer& answer) {
  fixpoint::FamilyProof& proof = report_.proofs[number];
  obligations::Request request = proof.request;
  request.only_properties = false;
  request.only_progress = true;
  request.progress = {answer.name};
  auto made = obligations::generate(*proof.model, request);
  if (const auto* no = std::get_if<obligations::Unsupported>(&made)) {
    answer.reason = "obligations do not speak of " + no->what + " yet";
    return false;
  }
  auto& list = std::get<0>(made);
  const auto judged = judge_.judge(list);
  const auto open = std::ranges::find_if(judged, [](const auto& j) {
    return j.answer != obligations::Answer::unsat;
  });
  if (open != judged.end()) {
    const auto at = static_cast<std::size_t>(open - judged.begin());
    answer.blocking = fixpoint::Refuted{list[at], *open};
    answer.blocked_by = number;
    return false;
  }
  add_progress(proof, std::move(list), answer);
  answer.blocking.reset();
  return true;
}

}  // namespace

bool carries_progress(const fixpoint::FamilyProof& proof) {
  const fixpoint::PropertyProof* errors = proof.of(std::nullopt);
  return proof.inductive && proof.model && errors != nullptr && errors->proved;
}

void add_progress(fixpoint::FamilyProof& proof,
                  std::vector<obligations::Obligation> shown,
                  FamilyAnswer& answer) {
  fixpoint::PropertyProof property;
  property.property = answer.property;
  property.implied = property.proved = true;
  proof.properties.push_back(std::move(property));
  proof.obligations.insert(proof.obligations.end(),
                           std::make_move_iterator(shown.begin()),
                           std::make_move_iterator(shown.end()));
  answer.verdict = network::Verdict::proved;
  answer.method = Method::rank;
  answer.views = static_cast<int>(proof.k);
}

void decide_progress(const Opened& opened, const Asked& asked,
                     std::span<const GuessedRanks> guesses,
                     const Allowance& allowance, FamilyReport& report) {
  const network::Model& model = *opened.model;
  const std::vector<std::size_t> ranked = ranked_properties(model);
  const auto has_rank = [&](const FamilyAnswer& a) {
    return std::ranges::binary_search(ranked, *a.property);
  };
  ProgressProver prover(report);
  RankFinder finder(opened, report);
  for (const std::size_t p : asked.progress) {
    FamilyAnswer answer;
    answer.name = model.properties[p].name;
    answer.property = p;
    answer.temporal = true;
    answer.reason = "it has no rank";
    const auto guess = std::ranges::find(guesses, p, &GuessedRanks::property);
    allowance.in_time([&] {
      if (has_rank(answer)) prover.prove(answer);
      if (guess != guesses.end()) finder.prove(*guess, answer);
    });
    report.answers.push_back(std::move(answer));
  }
  if (any_engine(asked)) look_for_lassos(opened, allowance, report);
  std::erase_if(report.answers, [&](const FamilyAnswer& a) {
    return a.temporal && a.verdict == network::Verdict::unknown &&
           !asked.each_progress && !has_rank(a);
  });
}

}  // namespace vicinal::decide::inline family
