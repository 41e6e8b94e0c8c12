// SPDX-License-Identifier: MIT
// Guess and check. Types and their invariant are a guess; obligations that Z3
// finds unsatisfiable are the proof. A round of `confirm` asks, in this order:
//
//   sizes      not an instance? excluded if elaboration fails there indeed
//   invariant  initial, step: an assertion of the model that is not kept is
//              left out; else the states of examples are added to the guess
//   again      whatever was changed: new text, new obligations, properties anew
//
// until nothing changes, no property is implied, or rounds are used up. Sound
// because `proved` is set only where all obligations of the last text hold; a
// larger guess can lose a property, never gain a wrong one.
#include "fixpoint/family/family.hpp"
#include "network/elaboration/beyond_limits.hpp"
#include "network/elaboration/elaborate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "fixpoint/family/extended.hpp"
#include "fixpoint/family/generalize.hpp"
#include "fixpoint/family/repair.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline family {

using obligations::Answer;
using obligations::Judgement;
using obligations::Kind;
using obligations::Obligation;

namespace {

// Rounds of obligations that add local states; and states in all.
constexpr std::uint32_t most_rounds = 8;
// Sizes that obligations show to be no instances.
constexpr int most_excluded = 8;

class Prover {
 public:
  Prover(const Question& question, const network::Limits& limits,
         obligations::Judge& judge, FamilyProof& out)
      : question_(question), limits_(limits), judge_(judge), out_(out) {}

  void imply();
  void confirm();

 private:
  bool find_types();
  bool find_invariant();
  bool make_obligations(bool only_properties);
  void look_for_patterns();
  void judge_properties();
  bool judge_invariant();
  bool exclude(const Obligation& obligation, const Judgement& judgement);
  bool leave_out(const std::vector<std::size_t>& which,
                 const std::vector<Judgement>& judged);
  bool repair(const std::vector<std::size_t>& which,
              const std::vector<Judgement>& judged);
  std::vector<Judgement> judge_those(
      const std::function<bool(const Obligation&)>& wanted,
      std::vector<std::size_t>& which, bool examples) const;
  std::vector<Judgement> judge_kind(Kind kind, std::vector<std::size_t>& which,
                                    bool examples) const;
  void decide_errors();

  const Question& question_;
  const network::Limits& limits_;
  obligations::Judge& judge_;
  FamilyProof& out_;
  std::optional<Refuted> broken_;  // of the invariant
};

bool Prover::find_types() {
  std::vector<std::vector<network::Scalar>> sizes;
  if (question_.generalize) sizes.push_back(*question_.generalize);
  if (!out_.system) {
    out_.system = type_system(*question_.model, question_.scope, out_.k, sizes,
                              limits_, out_.refused);
  }
  if (!out_.system) {
    if (out_.refused.empty()) {
      out_.refused = "the initial condition could not be projected";
    }
    return false;
  }
  if (out_.system->types.empty()) {
    out_.refused = "no small instance has an initial state";
    return false;
  }
  out_.missed.resize(out_.system->types.size());
  return true;
}

bool Prover::find_invariant() {
  if (out_.k == 0) return true;  // as it was given
  if (question_.generalize) {
    auto guess =
        generalized(*out_.system, *question_.generalize, limits_, out_.refused);
    if (!guess) return false;
    out_.invariant = std::move(guess->invariant);
    out_.from = std::move(guess->from);
  } else {
    out_.invariant = type_invariant(*out_.system, out_.missed, limits_);
  }
  if (out_.invariant.limit != network::Limit::none) {
    out_.refused = fmt::format("the limit ({}) was reached",
                               network::text(out_.invariant.limit));
    return false;
  }
  out_.text = invariant_text(*out_.system, out_.invariant);
  out_.refused = out_.text.refused;
  return out_.refused.empty();
}

bool Prover::make_obligations(bool only_properties) {
  Extended with =
      extended(*question_.model, *question_.definitions, assertions(out_.text));
  if (!with.model) {
    out_.refused = "the invariant cannot be written in the model's language: " +
                   with.error;
    return false;
  }
  out_.source = std::move(with.source);
  out_.model = std::move(with.model);
  out_.constants = *question_.definitions;
  for (const network::Parameter& p : question_.model->parameters) {
    out_.constants.erase(p.name);
  }
  obligations::Request& request = out_.request;
  request.fixed = question_.scope.fixed;
  request.excluded = out_.system->samples.excluded;
  request.only_properties = only_properties;
  request.left_out.clear();
  for (const auto& [name, why] : out_.refuted) {
    request.left_out.push_back(name);
  }
  auto made = obligations::generate(*out_.model, request);
  if (const auto* no = std::get_if<obligations::Unsupported>(&made)) {
    out_.refused = fmt::format("obligations do not speak of {} yet", no->what);
    return false;
  }
  out_.obligations = std::move(std::get<0>(made));
  return true;
}

std::vector<Judgement> Prover::judge_kind(Kind kind,
                                          std::vector<std::size_t>& which,
                                          bool examples) const {
  return judge_those([kind](const Obligation& o) { return o.kind == kind; },
                     which, examples);
}

std::vector<Judgement> Prover::judge_those(
    const std::function<bool(const Obligation&)>& wanted,
    std::vector<std::size_t>& which, bool examples) const {
  std::vector<Obligation> list;
  for (std::size_t i = 0; i < out_.obligations.size(); ++i) {
    if (!wanted(out_.obligations[i])) continue;
    network::poll_now();  // texts are long
    which.push_back(i);
    list.push_back(out_.obligations[i]);
  }
  return judge_.judge(
      list, obligations::default_effort,
      examples ? obligations::Examples::apart : obligations::Examples::none);
}

// An error of a property that is not proved belongs to the state, too; what is
// proved can be evaluated.
void Prover::decide_errors() {
  PropertyProof& errors = out_.properties.back();
  const auto evaluated = [this](const Obligation& o) {
    return std::any_of(out_.properties.begin(), out_.properties.end(),
                       [&](const PropertyProof& p) {
                         return p.property && p.proved &&
                                *p.property == o.property;
                       });
  };
  std::vector<std::size_t> which;
  const auto judged = judge_those(
      [&](const Obligation& o) {
        return o.kind == Kind::error && !evaluated(o);
      },
      which, false);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].answer == Answer::unsat) continue;
    errors.implied = false;
    errors.blocking = {out_.obligations[which[i]], judged[i]};
    return;
  }
  errors.proved = true;
}

void Prover::judge_properties() {
  std::vector<std::size_t> which;
  const auto judged = judge_kind(Kind::property, which, true);
  for (PropertyProof& p : out_.properties) {
    p.proved = false;
    p.implied = true;
    p.blocking.reset();
    if (!p.property) continue;
    for (std::size_t i = 0; i < which.size(); ++i) {
      const Obligation& o = out_.obligations[which[i]];
      if (o.property != *p.property || judged[i].answer == Answer::unsat) {
        continue;
      }
      p.implied = false;
      p.blocking = {o, judged[i]};
      break;
    }
  }
}

// A size that an obligation of elaboration gives as an example, and at which
// elaboration does fail, is excluded.
bool Prover::exclude(const Obligation& obligation, const Judgement& judgement) {
  const network::Model& model = *question_.model;
  if (model.parameters.empty()) return false;
  std::vector<network::Scalar> sizes;
  for (const network::Parameter& p : model.parameters) {
    for (std::size_t i = 0; i < judgement.values.size(); ++i) {
      if (obligation.shown[i].label == p.name) {
        sizes.push_back(judgement.values[i]);
        break;
      }
    }
  }
  constexpr network::Scalar small = 1000;
  if (sizes.size() != model.parameters.size() ||
      std::any_of(sizes.begin(), sizes.end(), [](network::Scalar size) {
        return size < -small || size > small;
      })) {
    return false;
  }
  auto& excluded = out_.system->samples.excluded;
  if (std::find(excluded.begin(), excluded.end(), sizes) != excluded.end()) {
    return false;
  }
  // Of graphs it cannot be said without one.
  if (model.network_kind == network::ast::NetworkKind::any) return false;
  network::Diagnostics why(model.source);
  if (network::elaborate(model, sizes, why)) return false;
  if (network::beyond_limits(why)) return false;
  excluded.push_back(std::move(sizes));
  return true;
}

// Adds the local states of the examples to the invariant; whether there were
// any.
bool Prover::repair(const std::vector<std::size_t>& which,
                    const std::vector<Judgement>& judged) {
  bool some = false;
  const auto& types = out_.system->types;
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (judged[i].answer != Answer::sat) continue;
    const Obligation& o = out_.obligations[which[i]];
    const std::string& name = out_.model->properties[o.property].name;
    for (std::size_t t = 0; t < types.size(); ++t) {
      if (out_.text.types[t].name != name) continue;
      const auto row = missed_state(types[t], out_.text.types[t], o, judged[i]);
      if (!row) continue;
      fixpoint::StateSet& set = out_.missed[t];
      set.width = static_cast<std::uint32_t>(row->size());
      set.values.insert(set.values.end(), row->begin(), row->end());
      ++set.rows;
      ++out_.repairs;
      some = true;
    }
  }
  return some;
}

// Whether all obligations of the invariant hold. If not, and it was changed:
// again.
bool Prover::judge_invariant() {
  broken_.reset();
  std::vector<std::size_t> which;
  for (int tries = 0;; ++tries) {
    which.clear();
    const auto sizes = judge_kind(Kind::elaboration, which, true);
    bool excluded = false;
    for (std::size_t i = 0; i < sizes.size() && !excluded; ++i) {
      if (sizes[i].answer == Answer::unsat) continue;
      const Obligation& o = out_.obligations[which[i]];
      if (!broken_) broken_ = {o, sizes[i]};
      excluded = tries < most_excluded && exclude(o, sizes[i]);
    }
    if (!excluded) break;
    broken_.reset();
    if (!make_obligations(false)) return true;
  }
  out_.open_sizes = broken_.has_value();
  if (broken_) return true;
  which.clear();
  std::vector<std::size_t> steps;
  auto judged = judge_kind(Kind::initial, which, true);
  const auto after = judge_kind(Kind::step, steps, true);
  which.insert(which.end(), steps.begin(), steps.end());
  judged.insert(judged.end(), after.begin(), after.end());
  out_.inductive = true;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (judged[i].answer == Answer::unsat) continue;
    out_.inductive = false;
    if (!broken_) broken_ = {out_.obligations[which[i]], judged[i]};
  }
  if (out_.inductive) return true;
  if (leave_out(which, judged)) return false;
  return question_.generalize || !repair(which, judged);
}

// Assertions of the model that are not kept are no part of the invariant from
// now on; whether there were any.
bool Prover::leave_out(const std::vector<std::size_t>& which,
                       const std::vector<Judgement>& judged) {
  bool some = false;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Obligation& o = out_.obligations[which[i]];
    if (judged[i].answer == Answer::unsat ||
        o.property >= question_.model->properties.size()) {
      continue;
    }
    const std::string& name = question_.model->properties[o.property].name;
    const bool known =
        std::any_of(out_.refuted.begin(), out_.refuted.end(),
                    [&](const auto& r) { return r.first == name; });
    if (!known) out_.refuted.emplace_back(name, Refuted{o, judged[i]});
    some = true;
  }
  return some;
}

void Prover::imply() {
  for (const std::size_t p : question_.properties) {
    out_.properties.push_back({p, false, false, std::nullopt});
  }
  if (question_.model_errors) out_.properties.emplace_back();
  const bool types = out_.k == 0 || find_types();
  if (!types || !find_invariant()) return;
  for (int tries = 0; make_obligations(true); ++tries) {
    judge_properties();
    // What only a size that is no instance breaks is not broken.
    const auto no_instance = [this](const PropertyProof& p) {
      return p.blocking &&
             exclude(p.blocking->obligation, p.blocking->judgement);
    };
    if (tries == most_excluded ||
        std::none_of(out_.properties.begin(), out_.properties.end(),
                     no_instance)) {
      break;
    }
  }
}

// Whether all tuples of k nodes, and fewer where there are not so many, have
// one of the types. A proof does not rest on it: of other tuples it says
// nothing.
void Prover::look_for_patterns() {
  if (out_.text.covers.empty()) return;
  const Extended with =
      extended(*question_.model, *question_.definitions, covers(out_.text));
  if (!with.model) return;
  obligations::Request request = out_.request;
  request.only_properties = true;
  request.left_out.clear();
  for (const network::Property& p : question_.model->properties) {
    if (p.kind == network::ast::PropertyKind::assertion) {
      request.left_out.push_back(p.name);
    }
  }
  const auto made = obligations::generate(*with.model, request);
  if (!std::holds_alternative<std::vector<Obligation>>(made)) return;
  std::vector<Obligation> list;
  for (const Obligation& o : std::get<0>(made)) {
    if (o.kind == Kind::property &&
        o.property >= question_.model->properties.size()) {
      list.push_back(o);
    }
  }
  const auto judged = judge_.judge(list, obligations::default_effort,
                                   obligations::Examples::none);
  out_.no_other_pattern =
      std::all_of(judged.begin(), judged.end(),
                  [](const Judgement& j) { return j.answer == Answer::unsat; });
}

void Prover::confirm() {
  out_.confirmed = true;
  for (std::uint32_t round = 0; out_.implies_something(); ++round) {
    if (!make_obligations(false) || judge_invariant()) break;
    if (round == most_rounds || !find_invariant() || !make_obligations(true)) {
      break;
    }
    judge_properties();
  }
  for (PropertyProof& p : out_.properties) {
    if (!p.property) continue;
    for (const auto& [name, why] : out_.refuted) {
      if (question_.model->properties[*p.property].name != name) continue;
      p.implied = false;
      p.blocking = why;
    }
    p.proved = p.implied && out_.inductive;
    if (!p.proved && !p.blocking) p.blocking = broken_;
  }
  if (out_.inductive) look_for_patterns();
  if (!question_.model_errors) return;
  if (out_.inductive) {
    decide_errors();
  } else if (!out_.properties.back().blocking) {
    out_.properties.back().blocking = broken_;
  }
}

}  // namespace

obligations::Certificate certificate(const FamilyProof& proof,
                                     const std::string& version) {
  obligations::Certificate out;
  // The text of the model is what stands before the invariant.
  out.invariant = assertions(proof.text);
  const std::string_view all = proof.source->text();
  out.model_text = all.substr(0, all.size() - out.invariant.size() - 1);
  out.constants = proof.constants;
  for (const network::Parameter& p : proof.model->parameters) {
    out.parameters.push_back(p.name);
  }
  out.request = proof.request;
  out.request.fixed.resize(out.parameters.size());
  for (const PropertyProof& p : proof.properties) {
    if (!p.proved) continue;
    if (p.property) {
      out.properties.push_back(proof.model->properties[*p.property].name);
    } else {
      out.model_errors = true;
    }
  }
  out.version = version;
  return out;
}

const PropertyProof* FamilyProof::of(
    std::optional<std::size_t> property) const {
  for (const PropertyProof& p : properties) {
    if (p.property == property) return &p;
  }
  return nullptr;
}

bool FamilyProof::implies_something() const {
  return refused.empty() &&
         std::any_of(properties.begin(), properties.end(),
                     [](const PropertyProof& p) { return p.implied; });
}

namespace {

// Nothing is implied by what a limit has cut short. What is proved by then
// stays proved: it rests on obligations that were judged.
template <class Work>
void within(const network::Limits& limits, FamilyProof& proof,
            const Work& work) {
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  try {
    work();
  } catch (const network::LimitReached& reached) {
    proof.refused =
        fmt::format("the limit ({}) was reached", network::text(reached.limit));
    for (PropertyProof& p : proof.properties) p.implied = p.proved;
  }
}

}  // namespace

FamilyProof imply_family(const Question& question, std::uint32_t k,
                         const network::Limits& limits,
                         obligations::Judge& judge,
                         std::optional<TypeSystem> known) {
  FamilyProof out;
  out.k = k;
  out.system = std::move(known);
  within(limits, out, [&] { Prover(question, limits, judge, out).imply(); });
  return out;
}

FamilyProof imply_with(const Question& question, InvariantText invariant,
                       std::vector<std::pair<std::string, Refuted>> refuted,
                       std::vector<std::vector<network::Scalar>> excluded,
                       const network::Limits& limits,
                       obligations::Judge& judge) {
  FamilyProof out;
  out.text = std::move(invariant);
  out.refuted = std::move(refuted);
  out.system.emplace();
  out.system->samples.model = question.model;
  out.system->samples.excluded = std::move(excluded);
  within(limits, out, [&] { Prover(question, limits, judge, out).imply(); });
  return out;
}

void confirm_family(const Question& question, const network::Limits& limits,
                    obligations::Judge& judge, FamilyProof& proof) {
  within(limits, proof,
         [&] { Prover(question, limits, judge, proof).confirm(); });
}

FamilyProof prove_family(const Question& question, std::uint32_t k,
                         const network::Limits& limits) {
  obligations::Judge judge(obligations::proof_budget);
  FamilyProof out = imply_family(question, k, limits, judge);
  confirm_family(question, limits, judge, out);
  return out;
}

}  // namespace vicinal::fixpoint::inline family
