// SPDX-License-Identifier: MIT
// Proofs for every size: the invariant of wiring types, confirmed by
// obligations that are made from the model and the invariant's text alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fixpoint/family/text.hpp"
#include "network/language/checker/checker.hpp"
#include "obligations/certificate.hpp"

namespace vicinal::fixpoint::inline family {

// What is to be proved of which sizes.
struct Question {
  const network::Model* model = nullptr;
  const network::Definitions* definitions = nullptr;  // of constants
  Scope scope;
  std::vector<std::size_t> properties;  // invariants, by index
  bool model_errors = true;
  // The local invariant of this instance is what is proposed for every size,
  // as it is, instead of the least fixpoint over types.
  std::optional<std::vector<network::Scalar>> generalize;
};

// An obligation that does not hold, with what Z3 gave as an example.
struct Refuted {
  obligations::Obligation obligation;
  obligations::Judgement judgement;
};

struct PropertyProof {
  std::optional<std::size_t> property;  // none: no model error
  bool implied = false;                 // by the invariant, if that is one
  bool proved = false;
  // Not proved: an obligation that says why; perhaps without values.
  std::optional<Refuted> blocking;
};

// A proof by views of k nodes, or how far it came.
struct FamilyProof {
  std::uint32_t k = 0;  // 0: by lemmas; `system` has samples then, no types
  std::optional<TypeSystem> system;
  TypeInvariant invariant;
  // Of a generalization: types that its instance does not show, and the sample
  // that does.
  std::vector<std::optional<std::uint32_t>> from;
  InvariantText text;
  // The model with the invariant as assertions behind it: the last one that
  // obligations were made of. There is one where a property has a `blocking`.
  std::unique_ptr<network::Source> source;
  std::optional<network::Model> model;
  std::vector<obligations::Obligation> obligations;
  bool confirmed = false;  // confirm_family was asked
  // Not all sizes that are no instances were found: no view proves anything.
  bool open_sizes = false;
  bool inductive = false;  // all obligations of the invariant hold
  // Whether it is known that every tuple of k nodes has one of the types; of
  // others nothing is said. Asked of an inductive invariant.
  bool no_other_pattern = false;
  std::vector<fixpoint::StateSet> missed;  // per type: what they added
  // Assertions of the model that are no part of the invariant, since something
  // is not excluded that breaks them.
  std::vector<std::pair<std::string, Refuted>> refuted;
  std::vector<PropertyProof> properties;  // as asked; then no model error
  std::string refused;                    // why there is no invariant
  obligations::Request request;           // of the obligations
  network::Definitions constants;
  std::uint32_t repairs = 0;  // states that obligations added

  // Whether it implies some property that is asked.
  bool implies_something() const;
  bool proved(std::size_t i) const { return properties[i].proved; }
  // Whether no invariant of views of k nodes is stronger, for this is their
  // least fixpoint: then what it does not imply, none does. With rules it may
  // be more than that.
  bool strongest() const {
    return k != 0 && system && system->samples.model->rules.empty() &&
           refused.empty() && !text.types.empty() && from.empty() &&
           repairs == 0 && invariant.limit == network::Limit::none;
  }
  // What it says of a property, or, of none, of model errors; null: that it was
  // not asked.
  const PropertyProof* of(std::optional<std::size_t> property) const;
};

// What the proof shows, as a certificate.
obligations::Certificate certificate(const FamilyProof& proof,
                                     const std::string& version);

// The invariant of views of k nodes, and which properties it implies: whether
// it holds for every size is not asked yet. The same question has the same
// answer in every run. `known`: the types that an attempt within less work has
// found.
FamilyProof imply_family(const Question& question, std::uint32_t k,
                         const network::Limits& limits,
                         obligations::Judge& judge,
                         std::optional<TypeSystem> known = std::nullopt);

// Which properties an invariant implies that was found otherwise, k = 0.
// `refuted`, `excluded` as in FamilyProof and Samples.
FamilyProof imply_with(const Question& question, InvariantText invariant,
                       std::vector<std::pair<std::string, Refuted>> refuted,
                       std::vector<std::vector<network::Scalar>> excluded,
                       const network::Limits& limits,
                       obligations::Judge& judge);

// Has Z3 judge whether the invariant is one: then what it implies is proved.
// Local states that obligations find besides are added to it, as long as it
// implies something that is asked.
void confirm_family(const Question& question, const network::Limits& limits,
                    obligations::Judge& judge, FamilyProof& proof);

// Both.
FamilyProof prove_family(const Question& question, std::uint32_t k,
                         const network::Limits& limits);

}  // namespace vicinal::fixpoint::inline family
