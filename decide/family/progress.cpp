// SPDX-License-Identifier: MIT
// A proof that includes `no model error` lends its assertions, and gets the
// obligations of the rank. The first under which all of them hold is the
// answer; where none is, the last one says what blocks.
#include "decide/family/progress.hpp"

#include <algorithm>

#include "decide/family/family_lemmas.hpp"
#include "decide/family/lassos.hpp"
#include "decide/family/rank_lemmas.hpp"

namespace vicinal::decide::inline family {

namespace {

class ProgressProver {
 public:
  explicit ProgressProver(FamilyReport& report) : report_(report) {}

  void prove(FamilyAnswer& answer);
  bool prove_by(std::size_t proof, FamilyAnswer& answer);

 private:
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

namespace {

// Answers one after the other, by proofs that there are, then by more lemmas.
class ProgressDecider {
 public:
  ProgressDecider(const Opened& opened, std::span<const GuessedRanks> guesses,
                  const Allowance& allowance, FamilyReport& report)
      : allowance_(allowance),
        report_(report),
        guesses_(guesses),
        ranked_(ranked_properties(*opened.model)),
        prover_(report),
        finder_(opened, judge_, report),
        lemmas_(opened, allowance, judge_, report) {}

  bool has_rank(const FamilyAnswer& a) const {
    return std::ranges::binary_search(ranked_, *a.property);
  }
  void prove(FamilyAnswer& answer);
  void prove_what_is_open();

 private:
  const GuessedRanks* guessed(const FamilyAnswer& a) const;
  void prove_by(std::size_t proof, FamilyAnswer& answer);
  bool prove_by_lemmas(FamilyAnswer& answer);

  const Allowance& allowance_;
  FamilyReport& report_;
  std::span<const GuessedRanks> guesses_;
  std::vector<std::size_t> ranked_;
  ProgressProver prover_;
  RankJudge judge_;
  RankFinder finder_;
  RankLemmas lemmas_;
};

const GuessedRanks* ProgressDecider::guessed(const FamilyAnswer& a) const {
  const auto at =
      std::ranges::find(guesses_, *a.property, &GuessedRanks::property);
  return at == guesses_.end() ? nullptr : &*at;
}

void ProgressDecider::prove(FamilyAnswer& answer) {
  allowance_.in_time([&] {
    if (has_rank(answer)) prover_.prove(answer);
    if (const auto* ranks = guessed(answer)) {
      finder_.prove(*ranks, little_effort, answer);
    }
  });
}

void ProgressDecider::prove_by(std::size_t proof, FamilyAnswer& answer) {
  if (has_rank(answer)) {
    prover_.prove_by(proof, answer);
  } else if (const auto* ranks = guessed(answer)) {
    finder_.prove_by(proof, *ranks, answer);
  }
}

// A proof that is found for one shows those before it, too, if it can: a
// certificate is of one proof.
bool ProgressDecider::prove_by_lemmas(FamilyAnswer& answer) {
  std::vector<std::string> ranks;
  if (has_rank(answer)) ranks.emplace_back();
  if (const auto* found = guessed(answer)) ranks = found->texts;
  if (ranks.empty() || !lemmas_.find(answer.name, ranks)) return false;
  const std::size_t last = report_.proofs.size() - 1;
  for (const FamilyAnswer& other : report_.answers) {
    FamilyAnswer again = other;
    if (other.method == Method::rank) prove_by(last, again);
  }
  prove_by(last, answer);
  return answer.verdict == network::Verdict::proved;
}

// What needs nothing but much work comes last.
void ProgressDecider::prove_what_is_open() {
  for (FamilyAnswer& answer : report_.answers) {
    if (!answer.temporal || answer.verdict != network::Verdict::unknown) {
      continue;
    }
    allowance_.in_time([&] {
      if (prove_by_lemmas(answer)) return;
      if (const auto* ranks = guessed(answer)) {
        finder_.prove(*ranks, obligations::default_effort, answer);
      }
    });
  }
}

}  // namespace

void decide_progress(const Opened& opened, const Asked& asked,
                     std::span<const GuessedRanks> guesses,
                     const Allowance& allowance, FamilyReport& report) {
  ProgressDecider decider(opened, guesses, allowance, report);
  for (const std::size_t p : asked.progress) {
    FamilyAnswer answer;
    answer.name = opened.model->properties[p].name;
    answer.property = p;
    answer.temporal = true;
    answer.reason = "it has no rank";
    decider.prove(answer);
    report.answers.push_back(std::move(answer));
  }
  if (any_engine(asked)) {
    // What small instances violate needs no lemmas.
    look_for_lassos(opened, allowance, report);
    decider.prove_what_is_open();
  }
  // Nobody looks for lemmas any more.
  for (const auto& sample : report.explored.all) sample->reachable.reset();
  std::erase_if(report.answers, [&](const FamilyAnswer& a) {
    return a.temporal && a.verdict == network::Verdict::unknown &&
           !asked.each_progress && !decider.has_rank(a);
  });
}

}  // namespace vicinal::decide::inline family
