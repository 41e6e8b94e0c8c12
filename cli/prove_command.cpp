// SPDX-License-Identifier: MIT
// `prove`: the single local invariant first; for what it does not imply, the
// pair invariant; then exploration of the instance, which finds a run or
// proves by exhaustion.
// What is asked and what is shown are kept apart: an answer about one
// instance is no answer about every size.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/family.hpp"
#include "cli/proof_text.hpp"
#include "cli/session.hpp"
#include "explore/explorer.hpp"
#include "fixpoint/imply.hpp"

namespace vicinal::cli {

using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

// States explored when neither --timeout nor --memory says otherwise.
constexpr std::uint64_t default_states = 5'000'000;
constexpr std::uint64_t default_local_states = 20'000'000;

// What is not decided yet, by exploration. What is proved cannot fail to
// evaluate, so that `no model error` lacks nothing without it.
void explore_rest(const Options& options, const Instance& instance,
                  Proof& proof) {
  explore::Options how;
  how.threads = threads_of(options);
  how.model_errors = false;
  for (const ProvedProperty& p : proof.properties) {
    if (p.instance_verdict != Verdict::unknown) continue;
    if (p.property) {
      how.properties.push_back(*p.property);
    } else {
      how.model_errors = true;
    }
  }
  if (how.properties.empty() && !how.model_errors) return;
  how.limits = limits_of(options);
  if (options.timeout == 0 && options.memory_mib == 0) {
    how.limits.work = default_states;
  }
  how.stop_when_decided = true;
  const explore::Exploration result = explore::explore(instance, how);
  proof.exploration = Explored{result.states, result.complete, result.limit};
  for (const auto& r : result.properties) {
    for (ProvedProperty& p : proof.properties) {
      if (p.name != r.name) continue;
      p.instance_verdict = r.verdict;
      if (r.fails && r.verdict == Verdict::proved) {
        p.instance_verdict = Verdict::unknown;
        p.undefined = true;
        p.implication = {};
        p.implication.reason = "evaluating it fails in a reachable state";
      }
      p.method = p.instance_verdict == Verdict::unknown ? "" : "exploration";
      p.trace = r.trace;
    }
  }
}

// A property is proved if it is implied and can always be evaluated: in a
// state where it cannot, it does not hold.
fixpoint::Implication decide(const Options& options,
                             const fixpoint::Questions& invariant,
                             std::size_t property) {
  const network::Limits limits = limits_of(options);
  auto implied = invariant.implied(property, limits);
  if (!implied.proved) return implied;
  auto defined = invariant.defined(property, limits);
  return defined.proved ? implied : defined;
}

// Asks an invariant for what is not proved yet.
void decide_rest(const Options& options, const fixpoint::Questions& invariant,
                 int views, Proof& proof) {
  std::vector<std::size_t> may_fail;
  for (ProvedProperty& p : proof.properties) {
    if (p.instance_verdict == Verdict::proved) continue;
    if (p.property) {
      p.implication = decide(options, invariant, *p.property);
      if (!p.implication.proved) may_fail.push_back(*p.property);
    } else {
      p.implication = invariant.no_model_error(may_fail, limits_of(options));
    }
    if (!p.implication.proved) continue;
    p.instance_verdict = Verdict::proved;
    p.method = "explicit";
    p.views = views;
  }
}

bool undecided(const Proof& proof) {
  return std::any_of(proof.properties.begin(), proof.properties.end(),
                     [](const ProvedProperty& p) {
                       return p.instance_verdict == Verdict::unknown;
                     });
}

// Pairs, where there are two nodes, for what single nodes leave open.
void decide_by_pairs(const Options& options, const Instance& instance,
                     const network::Limits& limits, Proof& proof) {
  if (instance.network.node_count() < 2) {
    for (ProvedProperty& p : proof.properties) {
      p.implication.reason = "there are no two nodes to look at";
    }
    return;
  }
  const fixpoint::PairMode mode =
      options.unreduced ? fixpoint::PairMode::unreduced
      : options.merged  ? fixpoint::PairMode::merged
                        : fixpoint::PairMode::automatic;
  proof.pairs = fixpoint::pair_invariant(instance, proof.invariant->reduction,
                                         mode, limits);
  if (!proof.pairs || proof.pairs->limit != Limit::none) {
    for (ProvedProperty& p : proof.properties) {
      if (options.views == 2) {
        p.implication = {};
        p.implication.reason = "the pair invariant is not complete";
      }
    }
    return;
  }
  decide_rest(options, fixpoint::Questions(instance, *proof.pairs), 2, proof);
}

void decide_locally(const Options& options, const Instance& instance,
                    const Wanted& wanted, const network::Limits& limits,
                    Proof& proof) {
  for (const std::size_t i : wanted.properties) {
    ProvedProperty p;
    p.name = instance.model->properties[i].name;
    p.property = i;
    proof.properties.push_back(std::move(p));
  }
  if (wanted.model_errors) {
    ProvedProperty p;
    p.name = std::string(network::no_model_error);
    proof.properties.push_back(std::move(p));
  }
  if (options.views != 2) {
    decide_rest(options, fixpoint::Questions(instance, *proof.invariant), 1,
                proof);
  }
  if (options.views == 1 || interrupted() ||
      proof.invariant->limit != Limit::none) {
    return;
  }
  if (options.views == 2 || undecided(proof)) {
    decide_by_pairs(options, instance, limits, proof);
  }
}

// Verdicts for the scope that was asked.
void answer(Proof& proof) {
  for (ProvedProperty& p : proof.properties) {
    p.verdict = p.instance_verdict;
    if (proof.every_size && p.verdict == Verdict::proved) {
      p.verdict = Verdict::unknown;
    }
  }
}

void warn(Loaded& loaded, const Proof& proof) {
  const network::Model& model = *loaded.model;
  loaded.diagnostics.set_source(loaded.source.get());
  const bool by_pairs = proof.pairs && proof.pairs->limit == Limit::none;
  for (const auto& [process, action] :
       by_pairs ? proof.pairs->unfired : proof.invariant->unfired) {
    const bool used =
        std::any_of(model.node_families.begin(), model.node_families.end(),
                    [&](const auto& f) { return f.process == process; });
    if (!used || proof.invariant->limit != Limit::none) continue;
    const network::Action& a = model[process].actions[action];
    loaded.diagnostics.warning(
        801, a.span,
        fmt::format("action '{}' never fires in the local invariant", a.name));
  }
  for (const ProvedProperty& p : proof.properties) {
    if (!p.property || !p.implication.premise_never_true) continue;
    loaded.diagnostics.warning(
        802, model.properties[*p.property].span,
        fmt::format("the premise of '{}' is never true", p.name));
  }
}

}  // namespace

namespace {

// The certificate of the last proof: what it proves, pairs that are seen by
// triples included. False, with a diagnostic: it could not be written.
bool write_proof(const Options& options, Loaded& loaded,
                 const FamilyReport& report) {
  loaded.diagnostics.set_source(nullptr);
  const wiring::FamilyProof* proof = nullptr;
  for (const wiring::FamilyProof& p : report.proofs) {
    const auto proves = [](const wiring::PropertyProof& q) { return q.proved; };
    if (std::any_of(p.properties.begin(), p.properties.end(), proves)) {
      proof = &p;
    }
  }
  if (proof == nullptr) {
    loaded.diagnostics.warning(
        910, {}, "no certificate is written: nothing is proved for every size");
    return true;
  }
  const auto certificate = wiring::certificate(*proof, VICINAL_VERSION);
  const std::string error = obligations::write_certificate(
      options.certificate, certificate,
      obligations::needed(proof->obligations, *proof->model,
                          certificate.properties, certificate.model_errors));
  if (error.empty()) return true;
  loaded.diagnostics.error(911, {}, error);
  return false;
}

int prove_every_size(const Options& options, Loaded& loaded) {
  const Wanted wanted = wanted_properties(loaded, options);
  std::optional<std::vector<network::Scalar>> generalize;
  if (!options.generalize.empty()) {
    generalize = instance_to_generalize(options, loaded);
  }
  if (loaded.diagnostics.has_errors()) return refuse(loaded, options);
  FamilyReport report;
  {
    const Engines engines;
    report = decide_family(options, loaded, wanted, std::move(generalize));
    look_for_occurrences(options, loaded, report);
    warn_family(options, loaded, report);
  }
  if (!options.certificate.empty() && !write_proof(options, loaded, report)) {
    return refuse(loaded, options);
  }
  print_diagnostics(loaded, options);
  if (options.json) {
    print_json(family_json(options, loaded, report));
  } else {
    print(family_text(options, loaded, report));
  }
  std::vector<Verdict> verdicts;
  for (const FamilyAnswer& a : report.answers) verdicts.push_back(a.verdict);
  return exit_of(verdicts);
}

}  // namespace

int prove_command(const Options& options) {
  const auto loaded = load_model(options);
  const bool takes = loaded->model && !loaded->diagnostics.has_errors() &&
                     fixpoint::supported(*loaded->model, loaded->diagnostics);
  const bool every_size = takes && asks_every_size(options, *loaded);
  // The default is an instance, whatever is asked for.
  if (takes && (!every_size || loaded->model->network_kind !=
                                   network::ast::NetworkKind::any)) {
    elaborate(*loaded, options);
  }
  if (every_size && !loaded->diagnostics.has_errors()) {
    return prove_every_size(options, *loaded);
  }
  if (takes && !every_size && options.views == 3) {
    loaded->diagnostics.set_source(nullptr);
    loaded->diagnostics.error(912, {},
                              "--views 3 is for every size: an instance is "
                              "looked at by 1 or 2 nodes at a time");
  }
  if (!loaded->instance || loaded->diagnostics.has_errors()) {
    return refuse(*loaded, options);
  }
  const Wanted wanted = wanted_properties(*loaded, options);
  if (loaded->diagnostics.has_errors()) return refuse(*loaded, options);
  const Instance& instance = *loaded->instance;
  Proof proof;
  {
    const Engines engines;
    network::Limits limits = limits_of(options);
    if (options.timeout == 0 && options.memory_mib == 0) {
      limits.work = default_local_states;
    }
    proof.invariant = fixpoint::single_invariant(
        instance, limits, loaded->diagnostics,
        options.unreduced ? fixpoint::Reduce::none : fixpoint::Reduce::orbits);
    if (proof.invariant) {
      decide_locally(options, instance, wanted, limits, proof);
      if (options.views == 0 && !interrupted()) {
        explore_rest(options, instance, proof);
      }
    }
    proof.interrupted = interrupted();
  }
  if (!proof.invariant) return refuse(*loaded, options);
  answer(proof);
  warn(*loaded, proof);
  if (!options.certificate.empty()) {
    loaded->diagnostics.set_source(nullptr);
    loaded->diagnostics.warning(
        910, {}, "no certificate is written: this proof is of one instance");
  }
  print_diagnostics(*loaded, options);
  if (options.json) {
    print_json(proof_json(options, *loaded, proof));
  } else {
    print(proof_text(options, *loaded, proof));
  }
  std::vector<Verdict> verdicts;
  for (const ProvedProperty& p : proof.properties) {
    verdicts.push_back(p.verdict);
  }
  return exit_of(verdicts);
}

}  // namespace vicinal::cli
