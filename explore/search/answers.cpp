// SPDX-License-Identifier: MIT
// What is decided closes its question at once for all workers; what they find
// is settled worker by worker, and so in the same order for any number of them.
#include "explore/search/answers.hpp"

#include <algorithm>
#include <utility>

#include "network/language/property.hpp"

namespace vicinal::explore::inline search {

using network::Limit;

Answers::Answers(const network::Instance& instance, const Options& options,
                 Witnesses::Run run, bool early)
    : instance_(instance),
      options_(options),
      run_(std::move(run)),
      verdicts_(instance, options, result_),
      witnesses_(verdicts_, run_, early) {
  add_questions();
  ask();
}

void Answers::add_questions() {
  const auto add = [&](std::size_t p) {
    questions_.properties.push_back(instance_.model->properties[p].formula);
  };
  for (const std::size_t p : options_.properties) add(p);
  questions_.integers_within = options_.integers_within;
  for (const std::size_t p : unasked_properties(instance_, options_)) add(p);
  questions_.known = questions_.properties.size();
  for (const std::size_t p : options_.known_to_hold) add(p);
}

void Answers::ask() {
  questions_.open.resize(questions_.properties.size());
  for (std::size_t i = 0; i < questions_.properties.size(); ++i) {
    questions_.open[i] = i >= questions_.known ||
                         (i < options_.properties.size() && verdicts_.open(i));
  }
  questions_.errors =
      verdicts_.open(verdicts_.error()) || options_.known_not_to_fail;
  questions_.deadlock = verdicts_.open(verdicts_.deadlock());
}

void Answers::settle(Workers workers) {
  for (const auto& w : workers) settle(w->take());
  ask();
}

void Answers::settle(std::span<const Worker::Findings> found) {
  for (const Worker::Findings& one : found) settle(one);
  ask();
}

void Answers::settle(const Worker::Findings& found) {
  result_.states += found.states;
  result_.transitions += found.transitions;
  result_.deadlocks += found.deadlocks;
  overflow_ = overflow_ || found.overflow;
  if (found.deadlock) witnesses_.meet(verdicts_.deadlock(), *found.deadlock);
  found_ = found_ || found.error || found.deadlock;
  for (std::size_t i = 0; i < options_.properties.size(); ++i) {
    if (found.violated[i]) witnesses_.meet(i, *found.violated[i]);
    if (found.fails[i]) verdicts_.undefine(i);
    if (found.violated[i] || found.fails[i]) found_ = true;
  }
  for (std::size_t i = 0; i < options_.known_to_hold.size(); ++i) {
    const auto& broken = found.violated[questions_.known + i];
    const std::size_t p = options_.known_to_hold[i];
    if (broken) refute(instance_.model->properties[p].name, *broken);
  }
  if (found.error && options_.known_not_to_fail) {
    refute(std::string(network::no_model_error), *found.error);
  }
  if (found.error) witnesses_.meet(verdicts_.error(), *found.error);
}

void Answers::decide() {
  if (witnesses_.decide()) found_ = true;
  ask();
}

bool Answers::enough() const {
  return result_.refuted.has_value() ||
         (options_.stop_when_decided && witnesses_.all_violated());
}

void Answers::refute(std::string name, const Witness& witness) {
  if (result_.refuted) return;
  result_.refuted = Refutation{std::move(name), std::nullopt};
  result_.refuted->trace = run_(witness);
}

void Answers::leave_out() {
  overflow_ = true;
  result_.starts_left_out = true;
}

void Answers::all_seen() {
  result_.complete = !overflow_;
  result_.unsatisfiable =
      result_.initial_states == 0 && !result_.starts_left_out;
  if (overflow_) result_.limit = Limit::overflow;
}

// What needs memory comes first: all is remembered, or nothing.
void Answers::remember(Progress& at) {
  if (found_) at.properties = witnesses_.saved();
  found_ = false;
  at.transitions = result_.transitions;
  at.deadlocks = result_.deadlocks;
  at.initial_states = result_.initial_states;
  at.overflow = overflow_;
}

void Answers::note_seen(Progress& at, Workers workers) const {
  at.fired.clear();
  const auto not_fired = [&](network::ProcessId process, std::uint32_t a) {
    return !fired(workers, process, a);
  };
  for (const auto& [process, action] : unfired_of(instance_, not_fired)) {
    at.fired.push_back({process, action});
  }
  at.premises_met.resize(options_.properties.size());
  for (std::size_t i = 0; i < options_.properties.size(); ++i) {
    at.premises_met[i] = !vacuous(workers, i);
  }
}

void Answers::restore(const Progress& before) {
  before_ = before;
  result_.transitions = before.transitions;
  result_.deadlocks = before.deadlocks;
  result_.initial_states = before.initial_states;
  overflow_ = before.overflow;
  for (const auto& [process, action] : before.fired) {
    fired_before_.insert({process, action});
  }
  witnesses_.restore_verdicts(before.properties);
}

void Answers::restore_runs() {
  witnesses_.restore_runs(before_.properties);
  ask();
}

bool Answers::fired(Workers workers, network::ProcessId process,
                    std::uint32_t action) const {
  return fired_before_.contains({process, action}) ||
         std::ranges::any_of(
             workers, [&](const auto& w) { return w->fired(process, action); });
}

bool Answers::vacuous(Workers workers, std::size_t property) const {
  const bool met =
      property < before_.premises_met.size() && before_.premises_met[property];
  return !met && std::ranges::all_of(workers, [&](const auto& w) {
    return w->vacuous(property);
  });
}

void Answers::finish(Workers workers) {
  Progress seen;
  note_seen(seen, workers);
  finish(seen);
}

void Answers::finish(const Progress& seen) {
  decide();
  if (result_.refuted) result_.complete = false;
  std::set<std::pair<network::ProcessId, std::uint32_t>> fired;
  for (const auto& [process, action] : seen.fired) {
    fired.insert({process, action});
  }
  verdicts_.finish(
      [&](network::ProcessId process, std::uint32_t action) {
        return fired.contains({process, action});
      },
      [&](std::size_t property) { return !seen.premises_met[property]; });
}

}  // namespace vicinal::explore::inline search
