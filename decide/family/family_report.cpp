// SPDX-License-Identifier: MIT
// Read off the proofs; where lemmas or exploration decided, off what they saw.
// What is open is asked again in fewer words.
#include "decide/family/family.hpp"

#include <algorithm>
#include <set>

namespace vicinal::decide::inline family {

using network::Scalar;
using network::Verdict;

bool same_blocking(const FamilyAnswer& a, const FamilyAnswer& b) {
  return a.blocking && b.blocking &&
         a.blocking->obligation.text == b.blocking->obligation.text &&
         a.blocking->judgement.values == b.blocking->judgement.values;
}

const fixpoint::Samples& samples_of(const FamilyReport& report,
                                    const FamilyAnswer& answer) {
  return answer.temporal ? report.checked : report.explored;
}

std::vector<std::uint32_t> too_few_nodes(const FamilyReport& report,
                                         const FamilyAnswer& answer) {
  std::vector<std::uint32_t> out;
  for (const fixpoint::FamilyProof& p : report.proofs) {
    const fixpoint::PropertyProof* of = p.of(answer.property);
    const bool breaks_it =
        of != nullptr && of->blocking &&
        of->blocking->obligation.kind == obligations::Kind::property &&
        of->blocking->judgement.answer == obligations::Answer::sat;
    if (breaks_it && p.strongest()) out.push_back(p.k);
  }
  std::sort(out.begin(), out.end());
  return out;
}

const network::Model& blocked_model(const FamilyReport& report,
                                    const FamilyAnswer& answer) {
  return *report.proofs[answer.blocked_by].model;
}

namespace {

bool proves(const FamilyReport& report, Method method) {
  return std::any_of(report.answers.begin(), report.answers.end(),
                     [method](const FamilyAnswer& a) {
                       return a.verdict == Verdict::proved &&
                              a.method == method;
                     });
}

}  // namespace

const fixpoint::FamilyProof* best_proof(const FamilyReport& report) {
  const fixpoint::FamilyProof* best = nullptr;
  std::ptrdiff_t most = 1;
  for (const fixpoint::FamilyProof& p : report.proofs) {
    const std::ptrdiff_t count =
        std::count_if(p.properties.begin(), p.properties.end(),
                      [](const auto& q) { return q.proved; });
    if (count < most) continue;
    most = count;
    best = &p;
  }
  return best;
}

std::vector<std::vector<Scalar>> excluded_sizes(const FamilyReport& report) {
  std::set<std::vector<Scalar>> sizes;
  for (const fixpoint::FamilyProof& p : report.proofs) {
    if (!p.system) continue;
    const auto& excluded = p.system->samples.excluded;
    sizes.insert(excluded.begin(), excluded.end());
  }
  // Those that exploration found are not looked at one by one.
  if (proves(report, Method::exploration) ||
      proves(report, Method::instances)) {
    const auto& excluded = report.explored.excluded;
    sizes.insert(excluded.begin(), excluded.end());
  }
  if (proves(report, Method::instances)) {
    const auto& excluded = report.one_by_one.excluded;
    sizes.insert(excluded.begin(), excluded.end());
  }
  return {sizes.begin(), sizes.end()};
}

std::vector<std::vector<Scalar>> sizes_without_states(
    const FamilyReport& report) {
  std::set<std::vector<Scalar>> sizes;
  for (const fixpoint::FamilyProof& p : report.proofs) {
    if (!p.system) continue;
    for (const std::uint32_t s : p.system->without_states) {
      sizes.insert(p.system->samples.all[s]->parameters);
    }
  }
  if (proves(report, Method::lemmas) || proves(report, Method::instances) ||
      proves(report, Method::invariant)) {
    sizes.insert(report.without_states.begin(), report.without_states.end());
  }
  return {sizes.begin(), sizes.end()};
}

fixpoint::Scope scope_of(const Opened& opened) {
  fixpoint::Scope scope;
  const auto& parameters = opened.model->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    scope.fixed.emplace_back();
    if (opened.definitions.contains(parameters[i].name)) {
      scope.fixed.back() = opened.sizes[i];
    }
  }
  return scope;
}

std::vector<fixpoint::CoverText> proved_invariants(const FamilyReport& report) {
  std::vector<fixpoint::CoverText> out;
  for (const fixpoint::FamilyProof& proof : report.proofs) {
    if (!proof.inductive || !proof.refuted.empty()) continue;
    for (const fixpoint::TypeText& type : proof.text.types) {
      out.push_back({type.name, fixpoint::formula(type)});
    }
    out.insert(out.end(), proof.text.lemmas.begin(), proof.text.lemmas.end());
  }
  return out;
}

bool is_state(const std::optional<fixpoint::Refuted>& blocking) {
  return blocking && blocking->judgement.answer == obligations::Answer::sat;
}

bool speaks_of(const fixpoint::Question& question, const FamilyAnswer& answer) {
  if (!answer.property) return question.model_errors;
  return std::find(question.properties.begin(), question.properties.end(),
                   *answer.property) != question.properties.end();
}

FamilyQuestions::FamilyQuestions(const Opened& opened, const Asked& asked,
                                 FamilyReport& report)
    : report_(report) {
  all_.model = &*opened.model;
  all_.definitions = &opened.definitions;
  all_.scope = scope_of(opened);
  all_.properties = asked.properties;
  all_.model_errors = asked.model_errors;
  all_.generalize = asked.generalize;
  nothing_ = all_;
  nothing_.properties.clear();
  nothing_.model_errors = false;
}

bool FamilyQuestions::open() const {
  return std::any_of(
      report_.answers.begin(), report_.answers.end(),
      [](const FamilyAnswer& a) { return a.verdict == Verdict::unknown; });
}

bool FamilyQuestions::open(const fixpoint::Question& question) const {
  return std::any_of(report_.answers.begin(), report_.answers.end(),
                     [&](const FamilyAnswer& a) {
                       return a.verdict == Verdict::unknown &&
                              speaks_of(question, a);
                     });
}

std::vector<fixpoint::Question> FamilyQuestions::each_open() const {
  std::vector<fixpoint::Question> out;
  for (const FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown) continue;
    fixpoint::Question& q = out.emplace_back(nothing_);
    if (a.property) q.properties.push_back(*a.property);
    q.model_errors = !a.property;
  }
  return out;
}

fixpoint::Question FamilyQuestions::open_together() const {
  fixpoint::Question out = nothing_;
  for (const FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown) continue;
    if (a.property) out.properties.push_back(*a.property);
    out.model_errors = out.model_errors || !a.property;
  }
  return out;
}

void FamilyQuestions::for_each_open(
    const fixpoint::FamilyProof& proof,
    const std::function<void(FamilyAnswer&, const fixpoint::PropertyProof&)>&
        visit) {
  for (FamilyAnswer& answer : report_.answers) {
    if (answer.verdict != Verdict::unknown) continue;
    if (const auto* of = proof.of(answer.property)) visit(answer, *of);
  }
}

void FamilyQuestions::block(FamilyAnswer& answer,
                            const fixpoint::FamilyProof& proof,
                            const fixpoint::PropertyProof& of) {
  if (is_state(answer.blocking) && !is_state(of.blocking)) return;
  answer.blocking = of.blocking;
  answer.blocked_by = static_cast<std::size_t>(&proof - report_.proofs.data());
  answer.reason = proof.refused;
}

void FamilyQuestions::conclude(const fixpoint::FamilyProof& proof,
                               const fixpoint::Question& aim) {
  for_each_open(
      proof, [&](FamilyAnswer& answer, const fixpoint::PropertyProof& of) {
        if (speaks_of(aim, answer)) block(answer, proof, of);
        if (!of.proved) return;
        answer.verdict = Verdict::proved;
        answer.method = proof.k == 0 ? Method::lemmas : Method::invariant;
        answer.views = static_cast<int>(proof.k);
      });
}

}  // namespace vicinal::decide::inline family
