// SPDX-License-Identifier: MIT
// Read off the proofs; where lemmas or exploration decided, off what they saw.
#include "decide/family_report.hpp"

#include <algorithm>
#include <set>

namespace vicinal::decide {

using network::Scalar;
using network::Verdict;

bool same_blocking(const FamilyAnswer& a, const FamilyAnswer& b) {
  return a.blocking && b.blocking &&
         a.blocking->obligation.text == b.blocking->obligation.text &&
         a.blocking->judgement.values == b.blocking->judgement.values;
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
  if (proves(report, Method::exploration)) {
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
  if (proves(report, Method::lemmas) || proves(report, Method::instances)) {
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

}  // namespace vicinal::decide
