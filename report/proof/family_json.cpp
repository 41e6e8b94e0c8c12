// SPDX-License-Identifier: MIT
// Proofs that are used by some answer are shown, else the last that came so far
// as to have an invariant, so that there is something to look at.
#include "report/proof/family_json.hpp"
#include "decide/family/cutoff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fixpoint/family/stand.hpp"
#include "report/proof/blocking_text.hpp"
#include "report/proof/lasso_text.hpp"
#include "report/proof/pair_text.hpp"
#include "report/proof/proof_text.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"

namespace vicinal::report::inline proof {

using decide::FamilyAnswer;
using decide::FamilyReport;
using decide::Occurrence;
using network::Model;
using network::Scalar;
using network::Verdict;

namespace {

// The first that proves it as the answer says.
const fixpoint::FamilyProof* proof_of(const FamilyReport& report,
                                      const FamilyAnswer& a) {
  if (a.method != decide::Method::invariant &&
      a.method != decide::Method::lemmas && a.method != decide::Method::rank) {
    return nullptr;
  }
  for (const auto& proof : report.proofs) {
    const fixpoint::PropertyProof* of = proof.of(a.property);
    const bool by_this = a.views == static_cast<int>(proof.k);
    if (by_this && of != nullptr && of->proved) return &proof;
  }
  return nullptr;
}

}  // namespace

std::vector<const fixpoint::FamilyProof*> shown_proofs(
    const FamilyReport& report) {
  std::set<const fixpoint::FamilyProof*> used;
  for (const FamilyAnswer& a : report.answers) used.insert(proof_of(report, a));
  std::vector<const fixpoint::FamilyProof*> out;
  for (const auto& proof : report.proofs) {
    if (used.contains(&proof)) out.push_back(&proof);
  }
  if (!out.empty() || report.proofs.empty()) return out;
  // Lemmas that steps do not keep are no invariant.
  const fixpoint::FamilyProof& last = report.proofs.back();
  if (last.refused.empty() && (last.k > 0 || last.inductive)) {
    out.push_back(&last);
  }
  return out;
}

std::string value_of(const Model& model, const obligations::Shown& shown,
                     std::int64_t value) {
  if (!shown.type.valid()) return std::to_string(value);
  const network::Type& type = model[shown.type];
  switch (type.kind) {
    case network::TypeKind::boolean:
      return value != 0 ? "true" : "false";
    case network::TypeKind::enumeration: {
      const auto& names = model.enums[type.enumeration.index()].constants;
      const auto i = static_cast<std::size_t>(value);
      return i < names.size() ? names[i] : std::to_string(value);
    }
    case network::TypeKind::reference:
      return value < 0
                 ? "none"
                 : fmt::format("{}[{}]",
                               model.node_families[type.family.index()].name,
                               value);
    default:
      return std::to_string(value);
  }
}

namespace {

Json sizes_json(const Model& model, const std::vector<Scalar>& sizes) {
  Json json = Json::object();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    json[model.parameters[i].name] = sizes[i];
  }
  return json;
}

Json local_step_json(const FamilyReport& report, const FamilyAnswer& answer) {
  Json json;
  if (!answer.blocking) {
    json["reason"] = answer.reason;
    return json;
  }
  const auto& [obligation, judgement] = *answer.blocking;
  json["reason"] = judgement.answer == obligations::Answer::sat
                       ? "a local step is not excluded"
                       : "the solver does not know";
  json["obligation"] = obligation.name;
  if (judgement.answer == obligations::Answer::sat) {
    const Model& model = decide::blocked_model(report, answer);
    json["states"] = Json::object();
    const auto absent = fixpoint::absent_nodes(model, obligation, judgement);
    for (std::size_t i = 0; i < judgement.values.size(); ++i) {
      const std::string& label = obligation.shown[i].label;
      const bool of_nobody = std::ranges::any_of(
          absent, [&](const auto& a) { return fixpoint::is_about(label, a); });
      if (of_nobody) continue;
      json["states"][label] =
          value_of(model, obligation.shown[i], judgement.values[i]);
    }
  }
  for (const auto& [line, column] : not_followed(report, answer)) {
    json["not_followed"].push_back({{"line", line}, {"column", column}});
  }
  if (!answer.hint.lemmas.empty()) {
    json["lemma"] = answer.hint.lemmas[0];
    json["lemmas"] = answer.hint.lemmas;
    json["enough"] = answer.hint.enough;
  }
  if (answer.occurrence) {
    const Occurrence& o = *answer.occurrence;
    json["state"]["binders"] = o.state.binders;
    json["state"]["literals"] = o.state.literals;
    json["occurs"] = o.occurs;
    json["looked_at"] = Json::array();
    for (const auto& sizes : o.looked) {
      json["looked_at"].push_back(sizes_json(*report.explored.model, sizes));
    }
    if (o.occurs) json["steps"] = o.steps;
  }
  return json;
}

Json level_json(const Style& style, const fixpoint::FamilyProof& proof) {
  Json level;
  if (proof.k == 0) {
    level["lemmas"] = Json::array();
    for (const fixpoint::CoverText& l : proof.text.lemmas) {
      level["lemmas"].push_back({{"name", l.name}, {"formula", l.formula}});
    }
    return level;
  }
  level["views"] = proof.k;
  level["ordered_types"] = proof.system->ordered_types;
  level["no_other_pattern"] = proof.no_other_pattern;
  const auto sizes = proof.system->representative_sizes();
  if (!sizes.empty() && proof.no_other_pattern) {
    level["representatives_up_to"] = sizes_json(*proof.model, sizes);
  }
  level["representatives"] = Json::array();
  for (std::size_t t = 0; t < proof.text.types.size(); ++t) {
    const fixpoint::TypeText& type = proof.text.types[t];
    const auto& set = proof.invariant.sets[t];
    Json entry;
    entry["view"] = type.binders;
    entry["wiring"] = type.wiring;
    entry["orders"] = proof.system->types[t].orders;
    entry["states"] = set.rows;
    entry["stored"] = set.rows;
    entry["predicate"] = one_formula(type.predicate);
    if (style.states) {
      entry["local_states"] = Json::array();
      const auto& view = proof.system->types[t];
      const network::Instance& instance = view.first.instance();
      for (std::size_t i = 0; i < set.rows; ++i) {
        Json row = Json::object();
        for (const auto& variable : view.layout.variables) {
          row[fixpoint::variable_name(view, variable, type)] =
              fixpoint::variable_value(
                  view, variable, type,
                  set.row(i).subspan(variable.column,
                                     instance.size(variable.type).slots));
        }
        entry["local_states"].push_back(std::move(row));
      }
    }
    level["representatives"].push_back(std::move(entry));
  }
  return level;
}

Json family_property_json(const Model& model, const FamilyReport& report,
                          const FamilyAnswer& a) {
  Json property;
  property["name"] = a.name;
  property["verdict"] = network::text(a.verdict);
  property["scope"] = "all-sizes";
  add_method(property, a);
  if (!a.found_rank.empty()) property["found_rank"] = a.found_rank;
  if (a.method == decide::Method::instances) {
    property["instances"] = a.instances;
  }
  if (a.verdict == Verdict::violated) {
    const network::Instance& instance = a.run->sample->instance;
    property["instance"] = sizes_json(model, a.run->sample->parameters);
    if (const auto* why = a.run->why()) {
      property["trace"] = first_run_json(instance, *why);
      property["explanation"] = violation_json(instance, *a.run->checked, *why);
    } else {
      property["trace"] = trace_json(instance, a.run->trace);
      add_culprits(instance, a.run->trace, a.name, property);
    }
  } else if (a.verdict == Verdict::unknown) {
    property["proved_instances"] = Json::array();
    for (const std::size_t s : a.holds_at) {
      property["proved_instances"].push_back(
          sizes_json(model, decide::samples_of(report, a).all[s]->parameters));
    }
    property["too_few_nodes"] = decide::too_few_nodes(report, a);
    property["blocking_step"] = local_step_json(report, a);
  }
  return property;
}

}  // namespace

Json family_json(const Style& style, const Opened& opened,
                 const FamilyReport& report) {
  const Model& model = *opened.model;
  Json json;
  json["model"] = opened.name;
  json["parameters"] = Json::object();
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const network::Parameter& p = model.parameters[i];
    json["parameters"][p.name] =
        opened.leaves_open(p) ? Json("every") : Json(opened.sizes[i]);
  }
  if (const auto given = given_constants(opened); !given.empty()) {
    json["constants"] = given;
  }
  if (report.generalized) {
    json["generalized_from"] = sizes_json(model, *report.generalized);
  }
  if (report.cutoff) {
    Json tried = Json::array();
    for (const auto& sizes : report.cutoff->tried) {
      tried.push_back(sizes_json(model, sizes));
    }
    json["cutoff"] = report.cutoff->sizes
                         ? sizes_json(model, *report.cutoff->sizes)
                         : Json(nullptr);
    json["cutoff_tried"] = std::move(tried);
    json["cutoff_limit"] = decide::cutoff_cut_short(report);
  }
  json["properties"] = Json::array();
  for (const FamilyAnswer& a : report.answers) {
    json["properties"].push_back(family_property_json(model, report, a));
  }
  add_not_asked(not_asked(model, style, report.answers), json["properties"]);
  json["excluded"] = Json::array();
  for (const auto& sizes : decide::excluded_sizes(report)) {
    json["excluded"].push_back(sizes_json(model, sizes));
  }
  if (report.explored_states > 0) {
    json["exploration"]["instances"] = report.explored.all.size();
    json["exploration"]["states"] = report.explored_states;
  }
  json["invariants"] = Json::array();
  for (const auto* proof : shown_proofs(report)) {
    json["invariants"].push_back(level_json(style, *proof));
  }
  std::uint64_t states = 0, steps = 0, made = 0;
  for (const auto& proof : report.proofs) {
    states += proof.invariant.local_states;
    steps += proof.invariant.local_steps;
    made += proof.obligations.size();
  }
  Json& statistics = json["statistics"];
  statistics["local_states"] = states;
  statistics["local_steps"] = steps;
  statistics["obligations"] = made;
  return json;
}

}  // namespace vicinal::report::inline proof
