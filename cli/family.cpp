// SPDX-License-Identifier: MIT
#include "cli/family.hpp"

#include <algorithm>

#include "explore/explorer.hpp"

namespace vicinal::cli {

using network::Limit;
using network::Verdict;

namespace {

// Work without --timeout and --memory. States of small instances are explored
// after pairs, and, if triples leave something open, many more.
constexpr std::uint64_t few_states = 8'000;
constexpr std::uint64_t many_states = 400'000;
constexpr std::uint64_t most_steps = 20'000'000;
// Larger instances are no place to begin the search for a violation.
constexpr std::size_t most_nodes = 24;
constexpr std::size_t most_instances = 60;

}  // namespace

wiring::Scope scope_of(const Loaded& loaded) {
  wiring::Scope scope;
  const auto& parameters = loaded.model->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    scope.fixed.emplace_back();
    if (loaded.definitions.contains(parameters[i].name)) {
      scope.fixed.back() = loaded.sizes[i];
    }
  }
  return scope;
}

namespace {

class Decider {
 public:
  Decider(const Options& options, const Loaded& loaded, const Wanted& wanted,
          FamilyReport& report)
      : options_(options),
        loaded_(loaded),
        wanted_(wanted),
        report_(report),
        scope_(scope_of(loaded)),
        growth_(*loaded.model, scope_, most_nodes) {}

  void run();

 private:
  bool open() const;
  wiring::Question question() const;
  network::Limits limits() const;
  void prove(std::uint32_t k);
  void confirm(wiring::FamilyProof& proof);
  void confirm_rest();
  void search(std::uint64_t states);
  bool explore(std::size_t sample, std::uint64_t states);

  const Options& options_;
  const Loaded& loaded_;
  const Wanted& wanted_;
  FamilyReport& report_;
  wiring::Scope scope_;
  wiring::Growth growth_;
  obligations::Judge judge_{obligations::proof_budget};
  std::size_t next_ = 0;  // sample to explore
};

bool Decider::open() const {
  return std::any_of(
      report_.answers.begin(), report_.answers.end(),
      [](const FamilyAnswer& a) { return a.verdict == Verdict::unknown; });
}

wiring::Question Decider::question() const {
  wiring::Question q;
  q.model = &*loaded_.model;
  q.definitions = &loaded_.definitions;
  q.scope = scope_;
  q.properties = wanted_.properties;
  q.model_errors = wanted_.model_errors;
  q.generalize = report_.generalized;
  return q;
}

network::Limits Decider::limits() const {
  network::Limits limits = limits_of(options_);
  if (options_.timeout == 0 && options_.memory_mib == 0) {
    limits.work = most_steps;
  }
  return limits;
}

// Confirming a proof takes most of the time: at first only one that promises
// everything that is open.
void Decider::prove(std::uint32_t k) {
  if (!open() || interrupted()) return;
  if (!report_.proofs.empty() && report_.proofs.back().open_sizes) return;
  report_.proofs.push_back(
      wiring::imply_family(question(), k, limits(), judge_));
  const wiring::FamilyProof& proof = report_.proofs.back();
  bool everything = true;
  for (std::size_t i = 0; i < report_.answers.size(); ++i) {
    FamilyAnswer& answer = report_.answers[i];
    if (answer.verdict != Verdict::unknown) continue;
    everything = everything && proof.properties[i].implied;
    answer.blocking = proof.properties[i].blocking;
    answer.reason = proof.refused;
  }
  if (everything) confirm(report_.proofs.back());
}

void Decider::confirm(wiring::FamilyProof& proof) {
  if (proof.confirmed || !open() || interrupted()) return;
  wiring::confirm_family(question(), limits(), judge_, proof);
  for (std::size_t i = 0; i < report_.answers.size(); ++i) {
    FamilyAnswer& answer = report_.answers[i];
    if (answer.verdict != Verdict::unknown) continue;
    const wiring::PropertyProof& p = proof.properties[i];
    answer.blocking = p.blocking;
    answer.reason = proof.refused;
    if (!p.proved) continue;
    answer.verdict = Verdict::proved;
    answer.views = static_cast<int>(proof.k);
  }
}

// What a proof implies of what is still open.
void Decider::confirm_rest() {
  for (wiring::FamilyProof& proof : report_.proofs) {
    bool some = false;
    for (std::size_t i = 0; i < report_.answers.size(); ++i) {
      some = some || (report_.answers[i].verdict == Verdict::unknown &&
                      proof.properties[i].implied);
    }
    if (some) confirm(proof);
  }
}

// Explores one instance; false: the limit was reached before its end.
bool Decider::explore(std::size_t number, std::uint64_t states) {
  const wiring::Sample& sample = *report_.explored.all[number];
  explore::Options how;
  how.threads = threads_of(options_);
  how.model_errors = false;
  for (const FamilyAnswer& a : report_.answers) {
    if (a.verdict != Verdict::unknown) continue;
    if (a.property) {
      how.properties.push_back(*a.property);
    } else {
      how.model_errors = true;
    }
  }
  how.stop_when_decided = true;
  how.limits = limits_of(options_);
  how.limits.work = states;
  const auto result = explore::explore(sample.instance, how);
  report_.explored_states += result.states;
  for (const auto& r : result.properties) {
    for (FamilyAnswer& a : report_.answers) {
      if (a.name != r.name || a.verdict != Verdict::unknown) continue;
      if (r.verdict == Verdict::violated && r.trace) {
        a.verdict = Verdict::violated;
        a.run = FamilyRun{&sample, *r.trace};
      } else if (r.verdict == Verdict::proved && !r.fails) {
        a.holds_at.push_back(number);
      }
    }
  }
  return result.complete || !open();
}

// Instances by size, until one violates each open property or the states are
// spent. The smallest comes first, so that nothing is left out before it.
void Decider::search(std::uint64_t states) {
  const std::uint64_t end = report_.explored_states + states;
  while (open() && !interrupted() && report_.explored_states < end) {
    if (next_ == report_.explored.all.size()) {
      if (next_ >= most_instances || !growth_.more(report_.explored)) return;
      continue;
    }
    if (!explore(next_, end - report_.explored_states)) return;
    ++next_;
  }
}

void Decider::run() {
  report_.explored.model = &*loaded_.model;
  for (const std::size_t p : wanted_.properties) {
    FamilyAnswer answer;
    answer.name = loaded_.model->properties[p].name;
    answer.property = p;
    report_.answers.push_back(std::move(answer));
  }
  if (wanted_.model_errors) {
    FamilyAnswer answer;
    answer.name = std::string(network::no_model_error);
    report_.answers.push_back(std::move(answer));
  }
  if (options_.views != 0) {
    prove(static_cast<std::uint32_t>(options_.views));
    confirm_rest();
    return;
  }
  prove(1);
  prove(2);
  confirm_rest();
  if (report_.generalized) return;
  search(few_states);
  prove(3);
  confirm_rest();
  search(many_states);
}

}  // namespace

bool asks_every_size(const Options& options, const Loaded& loaded) {
  if (!options.generalize.empty()) return true;
  // A graph is an instance; these options are about instances.
  if (options.instance || options.unreduced || options.merged ||
      !options.graph.empty()) {
    return false;
  }
  const network::Model& model = *loaded.model;
  if (model.network_kind == network::ast::NetworkKind::any) return true;
  if (model.parameters.empty()) return false;
  std::size_t given = 0;
  for (const auto& p : model.parameters) {
    given += loaded.definitions.contains(p.name);
  }
  if (given == 0) return true;
  return given < model.parameters.size() && options.every_size;
}

namespace {

// An example of what blocks each open answer.
void find_examples(FamilyReport& report) {
  for (FamilyAnswer& a : report.answers) {
    if (a.verdict != Verdict::unknown || !a.blocking) continue;
    auto& [obligation, judgement] = *a.blocking;
    if (judgement.answer == obligations::Answer::sat &&
        judgement.values.empty()) {
      judgement = obligations::judge(obligation);
    }
  }
}

}  // namespace

FamilyReport decide_family(
    const Options& options, const Loaded& loaded, const Wanted& wanted,
    std::optional<std::vector<network::Scalar>> generalize) {
  FamilyReport report;
  report.generalized = std::move(generalize);
  Decider(options, loaded, wanted, report).run();
  find_examples(report);
  report.interrupted = interrupted();
  return report;
}

}  // namespace vicinal::cli
