// SPDX-License-Identifier: MIT
// Claims are properties of the model that a proof's obligations were made of,
// which has the assertions of the invariant behind those of the user: so they
// are evaluated as whoever reads the certificate has them. Its instances have
// the slots of the plain model's.
#include "decide/family/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decide/family/spent_states.hpp"
#include "decide/instances/contradiction.hpp"
#include "explore/properties/property_judge.hpp"
#include "explore/search/failures.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/language/questions.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::decide::inline family {

using network::Instance;
using network::Model;
using network::Scalar;
using network::Trace;

namespace {

// Looks at samples take a quarter of the time that was spent before, within
// these bounds. No answer depends on them, unless it is that we are wrong.
constexpr double least_seconds = 0.1, most_claim_seconds = 2;
constexpr std::uint64_t least_states = 200;  // but are always looked at
// A wrong proof shows in few states, or the search for violations has met it.
constexpr std::uint64_t most_claim_states = 20'000;

// Of one proof.
struct Claims {
  const Model* model = nullptr;
  std::vector<std::size_t> properties;  // by index in it
  bool model_errors = false;            // that there are none
  // States tell all: who kept them was asked about errors, too, and met none.
  bool of_states = false;
  std::string proof;  // a phrase

  bool none() const { return properties.empty() && !model_errors; }
};

bool is_refuted(const fixpoint::FamilyProof& proof, const std::string& name) {
  return std::any_of(proof.refuted.begin(), proof.refuted.end(),
                     [&](const auto& r) { return r.first == name; });
}

Claims claims_of(const fixpoint::FamilyProof& proof) {
  Claims out;
  if (!proof.model) return out;
  out.model = &*proof.model;
  out.proof = proof.k == 0 ? "lemmas, for every size"
                           : fmt::format("views of {} node{}, for every size",
                                         proof.k, proof.k == 1 ? "" : "s");
  for (const fixpoint::PropertyProof& p : proof.properties) {
    if (!p.proved) continue;
    if (p.property) {
      out.properties.push_back(*p.property);
    } else {
      out.model_errors = true;
    }
  }
  if (!proof.inductive) return out;
  for (std::size_t p = 0; p < out.model->properties.size(); ++p) {
    const network::Property& property = out.model->properties[p];
    const auto& known = out.properties;
    if (property.kind == network::ast::PropertyKind::assertion &&
        !is_refuted(proof, property.name) &&
        std::find(known.begin(), known.end(), p) == known.end()) {
      out.properties.push_back(p);
    }
  }
  return out;
}

// Whether a state breaks a property. One that cannot be evaluated is broken,
// but for numbers that are too large for us.
bool broken(const Instance& instance, std::size_t property,
            std::vector<Scalar> state) {
  const Model& model = *instance.model;
  std::vector<Scalar> frame(model.frame);
  const network::Context context{network::whole(instance, state.data()),
                                 network::NodeId::none(), frame.data()};
  try {
    return !network::Evaluator(instance).holds(
        model.properties[property].formula, context);
  } catch (const network::ModelError& error) {
    return explore::is_model_error(instance, error);
  }
}

// The run is one of an instance of the plain model.
void hold(const Claims& claims, const Instance& instance, const Trace& trace) {
  const auto look = [&](const std::vector<Scalar>& state, std::size_t steps) {
    for (const std::size_t p : claims.properties) {
      network::poll();
      if (!broken(instance, p, state)) continue;
      contradict(claims.model->properties[p].name, claims.proof, instance,
                 trace, steps);
    }
  };
  look(trace.initial, 0);
  bool fails = trace.error.has_value();
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    fails = fails || trace.events[i].error;
    if (!trace.events[i].error) look(trace.events[i].after, i + 1);
  }
  if (!fails || !claims.model_errors) return;
  contradict(network::no_model_error, claims.proof, instance, trace,
             trace.events.size());
}

// The instance of the model that claims speak of.
std::optional<Instance> instance_of(const Claims& claims,
                                    const fixpoint::Sample& sample) {
  network::Diagnostics ignored(claims.model->source);
  return network::elaborate(*claims.model, sample.parameters, ignored,
                            sample.graph ? &*sample.graph : nullptr);
}

// Whether what is claimed of states holds in those that were kept, or in so
// many of them.
bool hold_in(const Claims& claims, const Instance& instance,
             std::span<const Scalar> states, std::uint64_t most) {
  const network::Packing packing(instance);
  std::vector<std::unique_ptr<explore::PropertyJudge>> judges;
  for (const std::size_t p : claims.properties) {
    judges.push_back(std::make_unique<explore::PropertyJudge>(
        instance, packing, claims.model->properties[p].formula));
  }
  const std::size_t width = instance.slot_count();
  std::vector<std::uint64_t> packed(packing.words());
  for (std::size_t at = 0; at + width <= states.size() && most > 0;
       at += width, --most) {
    network::poll(static_cast<std::int64_t>(judges.size()));
    packing.pack(states.subspan(at, width), packed.data());
    for (const auto& judge : judges) {
      const auto answer = judge->judge(packed.data(), std::nullopt);
      if (answer.error || !answer.holds) return false;
    }
  }
  return true;
}

// What does not hold in states that were kept is shown by a run, for which the
// instance is explored once more.
bool hold_in_kept(const Claims& claims, const Instance& instance,
                  const fixpoint::Sample& sample, std::uint64_t most) {
  return claims.of_states && sample.reachable && instance.slot_count() > 0 &&
         hold_in(claims, instance, sample.reachable->states, most);
}

void hold_samples(const Claims& claims, const fixpoint::Samples& samples,
                  std::uint64_t states, network::Limits limits) {
  // An instance may have endlessly many states then.
  const bool unbounded = network::has_integers(*claims.model);
  // Many claims, fewer states: the look takes as long.
  if (states > 0) {
    states =
        std::min(states, most_claim_states) / (claims.properties.size() + 1) +
        least_states;
  }
  const std::uint64_t share = unbounded ? states / 8 + 1 : states;
  for (const auto& sample : samples.all) {
    if (states == 0) return;
    const auto instance = instance_of(claims, *sample);
    if (!instance) continue;
    if (hold_in_kept(claims, *instance, *sample, states)) {
      states -= std::min(states, sample->reachable->work);
      continue;
    }
    explore::Options how;
    how.model_errors = false;
    how.known_to_hold = claims.properties;
    how.known_not_to_fail = claims.model_errors;
    limits.work = std::min(share, states);
    how.limits = limits;
    const auto result = explore::explore(*instance, how);
    hold_known(*instance, result, claims.proof);
    if (!result.complete && !unbounded) return;
    states -= std::min(states, work_of(*instance, result));
  }
}

}  // namespace

void hold_proofs(const FamilyReport& report, std::uint64_t states,
                 const Allowance& allowance) {
  const double end =
      allowance.spent() +
      std::clamp(allowance.spent() / 4, least_seconds, most_claim_seconds);
  for (const fixpoint::FamilyProof& proof : report.proofs) {
    Claims claims = claims_of(proof);
    if (claims.none()) continue;
    claims.of_states =
        !claims.model_errors ||
        std::ranges::any_of(report.answers, [](const FamilyAnswer& a) {
          return !a.property && a.verdict != network::Verdict::violated;
        });
    for (const FamilyAnswer& a : report.answers) {
      if (!a.run) continue;
      const auto instance = instance_of(claims, *a.run->sample);
      if (instance) {
        allowance.in_time([&] { hold(claims, *instance, a.run->trace); });
      }
    }
    if (allowance.stopped()) return;
    const double some = end - allowance.spent();
    if (some <= 0) continue;
    const bool explored = !report.explored.all.empty() || !proof.system;
    hold_samples(claims, explored ? report.explored : proof.system->samples,
                 states, allowance.left_for(some));
  }
}

}  // namespace vicinal::decide::inline family
