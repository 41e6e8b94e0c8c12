// SPDX-License-Identifier: MIT
// Whoever a step changes is touched, or referred to by a pointer that is; a
// step that lets a pointer refer to yet another one is not kept.
#include "explore/lazy/local_steps.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace vicinal::explore::inline lazy {

Touched::Touched(const StepForm& step, bool with_guard, const Forms& forms,
                 const Processes& all) {
  std::vector<FormId> read{step.fails};
  if (with_guard) read.push_back(step.guard);
  for (const auto& [slot, after] : step.updates) read.push_back(after);
  std::set<std::uint32_t> slots = forms.slots_of(std::move(read));
  for (const auto& [slot, after] : step.updates) slots.insert(slot);
  const std::set<std::uint32_t> reached = all.of(slots);
  processes.assign(reached.begin(), reached.end());
  for (std::uint32_t p = 0; p < all.pointers.size(); ++p) {
    if (slots.contains(all.pointers[p].slot)) pointers.push_back(p);
  }
}

LocalSteps::LocalSteps(const network::Instance& instance,
                       const ModelForms& model, const Forms& forms,
                       const Locals& locals, const std::vector<Needs>& needs,
                       const std::vector<Touched>& touched)
    : model_(model),
      forms_(forms),
      locals_(locals),
      needs_(needs),
      touched_(touched),
      uses_(model.steps.size()),
      state_(instance.slot_count()),
      next_(instance.slot_count()) {}

std::size_t LocalSteps::Hash::operator()(const Key& key) const {
  std::uint64_t h = 0;
  for (std::size_t i = 0; i < key.size(); i += 2) {
    h = mixed(h ^ (std::uint64_t{key[i]} << 32 | key[i + 1]));
  }
  return h;
}

LocalSteps::Key LocalSteps::key_of(std::uint32_t step, std::uint32_t rest,
                                   const Row& row) {
  const Touched& touched = touched_[step];
  Key key{step, rest};
  std::size_t at = 2;
  of_key_ = touched.processes;
  for (const std::uint32_t pointer : touched.pointers) {
    key[at] = no_process;
    if (locals_.refers(rest, pointer)) {
      std::uint32_t p = 0;
      while (std::ranges::find(locals_[row[p]].pointers, pointer) ==
             locals_[row[p]].pointers.end()) {
        ++p;
      }
      key[at] = p;
      of_key_.push_back(p);
    }
    ++at;
  }
  for (const std::uint32_t p : of_key_) key[at++] = row[p];
  return key;
}

LocalSteps::Outcome LocalSteps::take(std::uint32_t step, std::uint32_t rest,
                                     const Row& row, Row& after,
                                     Locals::Met& met) {
  if (!touched_[step].few() || uses_[step].rare) {
    return evaluate(step, rest, row, after, met);
  }
  const Key key = key_of(step, rest, row);
  const auto at = known_.find(key);
  const bool again = comes_again(step, at != known_.end());
  if (at == known_.end()) {
    const Outcome outcome = evaluate(step, rest, row, after, met);
    if (again) learn(key, outcome, row, after);
    return outcome;
  }
  const std::uint32_t* result = results_.data() + at->second;
  if (*result < 2) return {*result == 1, *result == 1, rest};
  after = row;
  for (std::size_t i = 0; i < of_key_.size(); ++i) {
    after[of_key_[i]] = result[2 + i];
  }
  return {true, false, result[1]};
}

// To look up, and to learn, takes about as long as to evaluate.
bool LocalSteps::comes_again(std::uint32_t step, bool found) {
  constexpr std::uint32_t enough = 8192;
  Use& use = uses_[step];
  use.found += found ? 1 : 0;
  if (++use.asked < enough) return true;
  use = {0, 0, use.found < enough / 2};
  return !use.rare;
}

LocalSteps::Outcome LocalSteps::evaluate(std::uint32_t step, std::uint32_t rest,
                                         const Row& row, Row& after,
                                         Locals::Met& met) {
  const StepForm& s = model_.steps[step];
  locals_.put_together(rest, row, state_);
  if (!needs_[step].exact() && forms_.evaluate(s.guard, state_) == 0) {
    return {};
  }
  if (forms_.evaluate(s.fails, state_) != 0) return {true, true, rest};
  next_ = state_;
  for (const auto& [slot, form] : s.updates) {
    next_[slot] = forms_.evaluate(form, state_);
  }
  return {true, false, locals_.take_apart(next_, after, scratch_, met)};
}

void LocalSteps::learn(const Key& key, const Outcome& outcome, const Row& row,
                       const Row& after) {
  constexpr std::size_t most = std::size_t{1} << 16;
  const auto fresh = [](std::uint32_t n) { return n >= Locals::fresh; };
  const bool changes = outcome.enabled && !outcome.fails;
  if (changes) {
    if (fresh(outcome.rest)) return;
    for (std::uint32_t p = 0; p < row.size(); ++p) {
      if (row[p] == after[p]) continue;
      const bool in_key = std::ranges::find(of_key_, p) != of_key_.end();
      if (!in_key || fresh(after[p])) return;
    }
  }
  if (known_.size() == most) {
    known_.clear();
    results_.clear();
  }
  known_.insert({key, static_cast<std::uint32_t>(results_.size())});
  results_.push_back(changes ? 2 : outcome.fails ? 1 : 0);
  if (!changes) return;
  results_.push_back(outcome.rest);
  for (const std::uint32_t p : of_key_) results_.push_back(after[p]);
}

std::uint64_t LocalSteps::bytes() const {
  return known_.size() * 2 * (sizeof(Key) + 16) + results_.capacity() * 4;
}

}  // namespace vicinal::explore::inline lazy
