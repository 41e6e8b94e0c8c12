// SPDX-License-Identifier: MIT
// What small instances say about a proof for every size: whether they show the
// local state that blocks it; what never happens in them.
#include "decide/family/family_instances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "decide/question/codes.hpp"
#include "explore/search/explorer.hpp"
#include "explore/search/initial_states.hpp"
#include "fixpoint/family/extended.hpp"

namespace vicinal::decide::inline family {

using network::Scalar;
using network::Verdict;

namespace {

constexpr std::uint64_t warning_states = 3'000;  // where warnings are checked

}  // namespace

void look_at_no_nodes(const Opened& opened, const Allowance& allowance,
                      FamilyReport& report) {
  constexpr int distances = 3;
  if (opened.model->node_families.empty()) return;
  fixpoint::Growth growth(*opened.model, scope_of(opened), 0);
  fixpoint::Samples samples;
  for (int i = 0; i < distances && growth.more(samples); ++i) {
  }
  for (const auto& sample : samples.all) {
    const network::Limits limits = allowance.left(warning_states);
    const bool none =
        explore::initial_states(sample->instance, limits,
                                [](std::span<const Scalar>) { return false; });
    if (none) report.without_states.push_back(sample->parameters);
  }
}

namespace {

constexpr std::uint64_t hopeful_states = 30'000;  // where a state is looked for
constexpr std::size_t most_grown = 24;
constexpr std::size_t most_looked_at = 12;

// ---- occurrences -----------------------------------------------------------

// The model with one more invariant, which says that the state does not occur.
class OccurrenceSearch {
 public:
  OccurrenceSearch(const Opened& opened, const fixpoint::ExampleText& state);
  // None: the state cannot be said in the language.
  std::optional<Occurrence> run(const Allowance& allowance);

 private:
  bool explore(const Allowance& allowance, const fixpoint::Sample& sample,
               std::uint64_t& states);

  const Opened& opened_;
  fixpoint::Extended with_;
  std::size_t property_ = 0;
  Occurrence out_;
};

OccurrenceSearch::OccurrenceSearch(const Opened& opened,
                                   const fixpoint::ExampleText& state)
    : opened_(opened) {
  out_.state = state;
  network::FreshNames names(*opened.model);
  with_ =
      fixpoint::extended(*opened.model, opened.definitions,
                         fmt::format("invariant {}: forall {}: !({});\n",
                                     names.fresh("occurs_not"), state.binders,
                                     fmt::join(state.literals, " && ")));
  if (with_.model) property_ = with_.model->properties.size() - 1;
}

bool OccurrenceSearch::explore(const Allowance& allowance,
                               const fixpoint::Sample& sample,
                               std::uint64_t& states) {
  explore::Options how;
  how.model_errors = false;
  how.properties.push_back(property_);
  how.stop_when_decided = true;
  how.limits = allowance.left(states);
  const auto result = explore::explore(sample.instance, how);
  states -= std::min(states, result.states);
  const auto& found = result.properties.front();
  if (found.verdict() == Verdict::violated) {
    if (!found.trace) return false;  // no time was left to find it
    out_.looked.push_back(sample.parameters);
    out_.occurs = true;
    out_.steps = found.trace->length();
    return false;
  }
  if (result.complete && !result.unsatisfiable) {
    out_.looked.push_back(sample.parameters);
  }
  return result.complete;
}

std::optional<Occurrence> OccurrenceSearch::run(const Allowance& allowance) {
  if (!with_.model) return std::nullopt;
  const fixpoint::Scope scope = scope_of(opened_);
  fixpoint::Growth growth(*with_.model, scope, most_grown);
  fixpoint::Samples samples;
  samples.model = &*with_.model;
  std::uint64_t states = hopeful_states;
  for (std::size_t next = 0; next < most_looked_at; ++next) {
    while (next == samples.all.size()) {
      if (!growth.more(samples)) return out_;
    }
    if (!explore(allowance, *samples.all[next], states)) break;
  }
  return out_;
}

// ---- warnings --------------------------------------------------------------

using Action = std::pair<std::uint32_t, std::uint32_t>;  // process, number

// What did not happen in the instances that were explored.
struct Missing {
  std::set<Action> actions;
  std::set<std::size_t> premises;  // of properties
  bool any = false;                // an instance was explored
};

void intersect(const explore::Exploration& result, Missing& missing) {
  std::set<Action> actions;
  for (const auto& u : result.unfired) {
    if (u.process.valid()) actions.emplace(u.process.value, u.action);
  }
  const std::set<std::size_t> premises(result.vacuous.begin(),
                                       result.vacuous.end());
  if (!missing.any) {
    missing = {std::move(actions), premises, true};
    return;
  }
  std::erase_if(missing.actions,
                [&](const Action& a) { return !actions.contains(a); });
  std::erase_if(missing.premises,
                [&](std::size_t p) { return !premises.contains(p); });
}

// Explores the samples until everything happened in one of them. Nothing is
// said to be missing if there is no time to look.
Missing missing_of(const Allowance& allowance, const FamilyReport& report,
                   const fixpoint::Samples& samples) {
  Missing missing;
  std::uint64_t states = warning_states;
  for (const auto& sample : samples.all) {
    explore::Options how;
    how.model_errors = false;
    for (const FamilyAnswer& a : report.answers) {
      if (a.property) how.properties.push_back(*a.property);
    }
    how.limits = allowance.left(states);
    const auto result = explore::explore(sample->instance, how);
    states -= std::min(states, result.states);
    if (allowance.stopped()) return {};
    if (result.unsatisfiable) continue;
    // What happened before it ended early did happen.
    if (result.complete || missing.any) intersect(result, missing);
    if (!result.complete) break;
    if (missing.actions.empty() && missing.premises.empty()) break;
  }
  return missing;
}

// Whether an obligation about a step of the action speaks of something, or
// there is none to ask. A step that fails is a step, too: those that keep an
// assertion say nothing of it.
bool may_fire(const fixpoint::FamilyProof& proof, const Action& action) {
  using obligations::Kind;
  bool asked = false;
  for (const obligations::Obligation& o : proof.obligations) {
    if ((o.kind != Kind::step && o.kind != Kind::error) ||
        o.action != action.second || !o.family.valid() ||  // a rule
        proof.model->node_families[o.family.index()].process.value !=
            action.first) {
      continue;
    }
    const bool step = o.kind == Kind::step;
    if (obligations::judge_text(step ? o.premise : o.text) !=
        obligations::Answer::unsat) {
      return true;
    }
    asked = asked || step;
  }
  return !asked;
}

}  // namespace

void look_for_occurrences(const Opened& opened, const Allowance& allowance,
                          FamilyReport& report) {
  std::map<std::string, std::optional<Occurrence>> known;  // by the formula
  for (FamilyAnswer& a : report.answers) {
    if (a.verdict != Verdict::unknown || !a.blocking || allowance.stopped())
      continue;
    const auto state =
        fixpoint::example_text(blocked_model(report, a), a.blocking->obligation,
                               a.blocking->judgement);
    if (!state) continue;
    const auto [at, fresh] = known.try_emplace(fmt::format(
        "{}: {}", state->binders, fmt::join(state->literals, " && ")));
    if (fresh) {
      allowance.in_time([&] {
        at->second = OccurrenceSearch(opened, *state).run(allowance);
      });
    }
    a.occurrence = at->second;
  }
}

void warn_family(Opened& opened, const Allowance& allowance,
                 const FamilyReport& report) {
  if (report.proofs.empty() || !report.proofs.front().system) return;
  const network::Model& model = *opened.model;
  const fixpoint::FamilyProof* proof = nullptr;
  for (const fixpoint::FamilyProof& p : report.proofs) {
    if (p.inductive) proof = &p;
  }
  const Missing missing =
      missing_of(allowance, report, report.proofs.front().system->samples);
  opened.diagnostics.set_source(opened.source.get());
  for (const Action& action : missing.actions) {
    const auto& families = model.node_families;
    const bool used = std::any_of(
        families.begin(), families.end(),
        [&](const auto& f) { return f.process.value == action.first; });
    if (!used || (proof != nullptr && may_fire(*proof, action))) continue;
    const network::Action& a =
        model.processes[action.first].actions[action.second];
    opened.diagnostics.warning(
        codes::action_never_fires, a.span,
        fmt::format("action '{}' never fires in {}", a.name,
                    proof == nullptr ? "the small instances explored"
                                     : "the local invariant"));
  }
  for (const std::size_t p : missing.premises) {
    opened.diagnostics.warning(
        codes::premise_never_true, model.properties[p].span,
        fmt::format("the premise of '{}' is never true in the small instances "
                    "explored",
                    model.properties[p].name));
  }
}

}  // namespace vicinal::decide::inline family
