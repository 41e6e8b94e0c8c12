// SPDX-License-Identifier: MIT
// The single local invariant first; for what it does not imply, the pair
// invariant; then exploration of the instance, which finds a run or proves by
// exhaustion, and is all that there is where local engines do not take the
// model. A pair invariant that takes long waits until a short exploration
// has not decided what is open.
#include "decide/instances/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decide/instances/contradiction.hpp"
#include "decide/instances/symmetry.hpp"
#include "decide/question/codes.hpp"
#include "network/language/initial_condition.hpp"
#include "network/language/property.hpp"

namespace vicinal::decide::inline instances {

using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

// States explored when neither time nor memory says otherwise.
constexpr std::uint64_t default_states = 5'000'000;
constexpr std::uint64_t default_local_states = 20'000'000;
// Explored before a pair invariant is given all the time that is left.
constexpr std::uint64_t some_states = 1'000'000;
constexpr std::uint64_t no_limit = 0;
// What is proved without exploration is held against the first states, where
// they are small.
constexpr std::uint64_t glance_states = 1'000;
constexpr std::size_t glance_slots = 200;
constexpr double glance_seconds = 1;
constexpr std::string_view known_by = "local invariants";

class InstanceDecider {
 public:
  InstanceDecider(const Instance& instance, const Asked& asked,
                  const Allowance& allowance, InstanceReport& report)
      : instance_(instance),
        asked_(asked),
        allowance_(allowance),
        report_(report) {}

  // False: there is no initial state.
  bool run();
  // Holds proofs against the first states, where none were looked at.
  void glance() const;

 private:
  bool open() const;
  bool shown(std::optional<std::size_t> property) const;
  fixpoint::Implication implied(const fixpoint::Questions& invariant,
                                std::optional<std::size_t> property,
                                std::span<const std::size_t> known) const;
  void imply_rest(const fixpoint::Questions& invariant, int views);
  void decide_locally();
  void decide_by_pairs(const network::Limits& limits);
  explore::Options rest(std::uint64_t most_states) const;
  explore::Exploration search(std::uint64_t most_states,
                              std::string& permutations) const;
  bool explore_rest(std::uint64_t most_states);

  const Instance& instance_;
  const Asked& asked_;
  const Allowance& allowance_;
  InstanceReport& report_;
};

bool InstanceDecider::open() const {
  return std::any_of(
      report_.answers.begin(), report_.answers.end(),
      [](const InstanceAnswer& a) { return a.verdict == Verdict::unknown; });
}

// Whether the instance is a quotient network, and no network to run.
bool is_quotient(const Asked& asked) {
  return asked.on_quotient != nullptr && !asked.on_quotient->empty();
}

// Whether it is a question that a quotient network answers, if it is one. That
// nothing fails is asked of evaluating all properties, too.
bool InstanceDecider::shown(std::optional<std::size_t> property) const {
  if (!is_quotient(asked_)) return true;
  const network::Model& model = *instance_.model;
  if (property) return fixpoint::of_single_nodes(instance_, *property);
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (!network::is_temporal(model.properties[p]) &&
        !fixpoint::of_single_nodes(instance_, p)) {
      return false;
    }
  }
  return true;
}

fixpoint::Implication InstanceDecider::implied(
    const fixpoint::Questions& invariant, std::optional<std::size_t> property,
    std::span<const std::size_t> known) const {
  if (!shown(property)) {
    fixpoint::Implication out;
    out.reason = fmt::format(
        "{} more than single nodes by themselves, and a quotient network does "
        "not show how two nodes lie",
        property ? "it speaks of" : "a property speaks of");
    return out;
  }
  return property ? invariant.implied(*property, allowance_.left())
                  : invariant.no_model_error(known, allowance_.left());
}

// Asks an invariant for what is not proved yet.
void InstanceDecider::imply_rest(const fixpoint::Questions& invariant,
                                 int views) {
  std::vector<std::size_t> known_to_hold;
  for (InstanceAnswer& a : report_.answers) {
    if (a.verdict == Verdict::unknown) {
      a.implication = implied(invariant, a.property, known_to_hold);
      if (!a.implication.proved) continue;
      a.verdict = Verdict::proved;
      a.method = Method::invariant;
      a.views = views;
    }
    if (a.property) known_to_hold.push_back(*a.property);
  }
}

// Pairs, where there are two nodes, for what single nodes leave open.
void InstanceDecider::decide_by_pairs(const network::Limits& limits) {
  if (instance_.network.node_count() < 2) {
    for (InstanceAnswer& a : report_.answers) {
      a.implication.reason = "there are no two nodes to look at";
    }
    return;
  }
  report_.pairs = fixpoint::pair_invariant(
      instance_, report_.invariant.reduction, asked_.pairs, limits,
      report_.invariant.meetings);
  if (!report_.pairs || report_.pairs->limit != Limit::none) {
    for (InstanceAnswer& a : report_.answers) {
      if (asked_.views == 2) {
        a.implication = {};
        a.implication.reason = "the pair invariant is not complete";
      }
    }
    return;
  }
  imply_rest(fixpoint::Questions(instance_, *report_.pairs), 2);
}

void InstanceDecider::decide_locally() {
  if (asked_.views != 2) {
    imply_rest(fixpoint::Questions(instance_, report_.invariant), 1);
  }
  if (asked_.views == 1 || allowance_.stopped() ||
      report_.invariant.limit != Limit::none) {
    return;
  }
  if (asked_.views == 2) {
    decide_by_pairs(allowance_.left_or(default_local_states));
  } else if (open()) {
    decide_by_pairs(allowance_.left(asked_.few_local_states));
  }
}

// What is not decided yet.
explore::Options InstanceDecider::rest(std::uint64_t most_states) const {
  explore::Options how;
  how.threads = asked_.threads;
  how.model_errors = false;
  for (const InstanceAnswer& a : report_.answers) {
    if (a.verdict == Verdict::proved) {
      if (a.property) how.known_to_hold.push_back(*a.property);
      how.known_not_to_fail = how.known_not_to_fail || !a.property;
    } else if (a.verdict == Verdict::unknown) {
      if (a.property) how.properties.push_back(*a.property);
      how.model_errors = how.model_errors || !a.property;
    }
  }
  how.limits = most_states == no_limit ? allowance_.left_or(default_states)
                                       : allowance_.left(most_states);
  how.stop_when_decided = true;
  return how;
}

// Proofs are right, or the run that says otherwise is seldom long.
void InstanceDecider::glance() const {
  if (is_quotient(asked_) || report_.exploration || allowance_.stopped() ||
      instance_.slot_count() > glance_slots) {
    return;
  }
  explore::Options how = rest(glance_states);
  if (how.known_to_hold.empty() && !how.known_not_to_fail) return;
  how.properties.clear();
  how.model_errors = false;
  how.stop_when_decided = false;
  how.limits.progress = nullptr;
  how.limits.seconds = allowance_.left_for(glance_seconds).seconds;
  hold_known(instance_, explore::explore(instance_, how), known_by);
}

// Orbits, where states are not few: proved properties need not be invariant
// under the symmetry.
explore::Exploration InstanceDecider::search(std::uint64_t most_states,
                                             std::string& permutations) const {
  const std::uint64_t few = asked_.few_states;
  explore::Exploration result = explore::explore(instance_, rest(few));
  hold_known(instance_, result, known_by);
  explore::Options how = rest(most_states);
  const bool more = how.limits.work == 0 || how.limits.work > few;
  if (result.limit != Limit::work || !more) return result;
  const auto symmetry = find_symmetry(instance_, how, Symmetry::exchanged);
  if (!symmetry.trivial()) {
    how.symmetry = &symmetry;
    permutations = symmetry.order;
  }
  result = explore::explore(instance_, how);
  hold_known(instance_, result, known_by);
  return result;
}

bool InstanceDecider::explore_rest(std::uint64_t most_states) {
  if (!open()) return true;
  std::string permutations;
  const explore::Exploration result = search(most_states, permutations);
  report_.exploration = RestExplored{result.states, std::move(permutations),
                                     result.complete, result.limit};
  for (const auto& r : result.properties) {
    for (InstanceAnswer& a : report_.answers) {
      if (a.name != r.name) continue;
      a.verdict = r.verdict();
      if (r.outcome == explore::Outcome::undefined) {
        a.undefined = true;
        a.implication = {};
        a.implication.reason = undefined_reason;
      }
      a.method =
          a.verdict == Verdict::unknown ? Method::none : Method::exploration;
      a.trace = r.trace;
    }
  }
  return !result.unsatisfiable;
}

bool InstanceDecider::run() {
  if (!report_.not_local.empty()) return explore_rest(no_limit);
  decide_locally();
  if (asked_.views != 0 || allowance_.stopped()) return true;
  if (report_.pairs && report_.pairs->limit == Limit::work && open()) {
    if (!explore_rest(some_states)) return false;
    if (report_.exploration->complete) return true;
    decide_by_pairs(allowance_.left_or(default_local_states));
  }
  return allowance_.stopped() || explore_rest(no_limit);
}

void warn_of_unfired(Opened& opened, const InstanceReport& report) {
  if (!report.not_local.empty()) return;
  const network::Model& model = *opened.model;
  opened.diagnostics.set_source(opened.source.get());
  const bool by_pairs = report.pairs && report.pairs->limit == Limit::none;
  for (const auto& [process, action] :
       by_pairs ? report.pairs->unfired : report.invariant.unfired) {
    const bool rule = !process.valid();
    const bool used =
        rule ||
        std::any_of(model.node_families.begin(), model.node_families.end(),
                    [&](const auto& f) { return f.process == process; });
    if (!used || report.invariant.limit != Limit::none) continue;
    const network::Action& a =
        rule ? model.rules[action] : model[process].actions[action];
    opened.diagnostics.warning(
        codes::action_never_fires, a.span,
        fmt::format("{} '{}' never fires in the local invariant",
                    rule ? "rule" : "action", a.name));
  }
  for (const InstanceAnswer& a : report.answers) {
    if (!a.property || !a.implication.premise_never_true) continue;
    opened.diagnostics.warning(
        codes::premise_never_true, model.properties[*a.property].span,
        fmt::format("the premise of '{}' is never true", a.name));
  }
}

}  // namespace

std::shared_ptr<const fixpoint::Meetings> taken_rules(
    const Instance& instance, const Allowance& allowance,
    network::Diagnostics& diagnostics) {
  std::shared_ptr<const fixpoint::Meetings> out;
  if (instance.model->rules.empty()) return out;
  allowance.in_time(
      [&] { out = fixpoint::meetings_of(instance, diagnostics); });
  return out;
}

Locally look_locally(const Instance& instance, const Allowance& allowance) {
  Locally out;
  network::Diagnostics why(instance.model->source);
  if (fixpoint::supported(*instance.model, fixpoint::Means::local, why)) {
    out.meetings = taken_rules(instance, allowance, why);
  }
  if (why.has_errors()) out.not_taken = why.all().front().message;
  return out;
}

std::optional<InstanceReport> answers_of(const Instance& instance,
                                         const Asked& asked, Locally locally,
                                         const Allowance& allowance,
                                         network::Diagnostics& diagnostics) {
  InstanceReport report;
  report.not_local = std::move(locally.not_taken);
  if (report.not_local.empty()) {
    // Joint steps are no symmetry's: exploration may be the cheaper way.
    const bool look = asked.views == 0 && !instance.model->rules.empty();
    const network::Limits limits =
        look ? allowance.left(asked.few_local_states)
             : allowance.left_or(default_local_states);
    auto invariant =
        asked.on_quotient == nullptr
            ? fixpoint::single_invariant(instance, limits, diagnostics,
                                         asked.reduce,
                                         std::move(locally.meetings))
            : fixpoint::single_on_quotient(instance, *asked.on_quotient, limits,
                                           diagnostics, asked.reduce);
    if (!invariant) return std::nullopt;
    report.invariant = std::move(*invariant);
  }
  report.answers = open_answers<InstanceAnswer>(*instance.model, asked);
  InstanceDecider decider(instance, asked, allowance, report);
  if (!decider.run()) {
    network::report_unsatisfiable(*instance.model, diagnostics);
    return std::nullopt;
  }
  decider.glance();
  report.interrupted = allowance.stopped();
  return report;
}

std::optional<InstanceReport> decide_instance(Opened& opened,
                                              const Asked& asked,
                                              Locally locally,
                                              const Allowance& allowance) {
  auto report = answers_of(*opened.instance, asked, std::move(locally),
                           allowance, opened.diagnostics);
  if (!report) return report;
  warn_of_unfired(opened, *report);
  if (report->invariant.reduction != nullptr && !is_quotient(asked) &&
      !allowance.stopped()) {
    allowance.in_time([&] {
      report->splits = fixpoint::splits(*report->invariant.reduction);
    });
  }
  return report;
}

}  // namespace vicinal::decide::inline instances
