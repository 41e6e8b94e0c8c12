// SPDX-License-Identifier: MIT
// A property is judged by what a step wrote (property_judge.hpp), which needs
// that all states of the run before were judged: once it is decided, it stays
// so for the rest of the run.
#include "explore/simulate/run_worker.hpp"

#include <algorithm>
#include <utility>

#include "explore/search/failures.hpp"

namespace vicinal::explore::inline simulate {

// ---- what is asked ---------------------------------------------------------

Asked::Asked(const network::Instance& instance, const RunOptions& options)
    : first_(open_properties(instance, options.asked).size()),
      error_(size()),
      deadlock_(size()) {
  const auto& properties = instance.model->properties;
  for (auto& first : first_) first = UINT64_MAX;
  for (const std::size_t p : options.asked.properties) {
    formulas_.push_back(properties[p].formula);
  }
  asked_formulas_ = formulas_.size();
  if (options.asked.model_errors) {
    error_ = asked_formulas_;
    for (const std::size_t p : unasked_properties(instance, options.asked)) {
      formulas_.push_back(properties[p].formula);
    }
  }
  if (options.asked.deadlock_is_violation) deadlock_ = size() - 1;
}

void Asked::violated(std::size_t property, std::uint64_t run) {
  std::uint64_t first = first_[property];
  while (run < first && !first_[property].compare_exchange_weak(first, run)) {
  }
}

bool Asked::decided_before(std::uint64_t run) const {
  return size() > 0 && std::ranges::all_of(first_, [&](const auto& first) {
           return first.load() < run;
         });
}

// ---- runs ------------------------------------------------------------------

RunWorker::RunWorker(const network::Instance& instance,
                     const network::Packing& packing, const RunOptions& options,
                     Asked& asked, Starts starts)
    : instance_(instance),
      options_(options),
      asked_(asked),
      starts_(std::move(starts)),
      walk_(instance, packing),
      before_(packing.words()),
      packing_(packing),
      scalars_(instance.slot_count()) {
  if (options.coverage) coverage_.emplace(instance);
  for (const network::ExprId formula : asked.formulas()) {
    judges_.push_back(
        std::make_unique<PropertyJudge>(instance, packing, formula));
  }
}

void RunWorker::begin(std::uint64_t number, RunResult& result) {
  run_ = number;
  result_ = &result;
  result.hits.resize(asked_.size());
  result.fired.resize(walk_.tables().action_count());
  dice_ = Dice(options_.seed + number);
  walk_.begin(starts_.draw(dice_));
  arrive();
}

// In a state, the first or one that a step led to.
void RunWorker::arrive() {
  result_->seen.add(walk_.state());
  if (coverage_) {
    packing_.unpack(walk_.state().data(), scalars_);
    coverage_->see(scalars_);
  }
  judge();
}

void RunWorker::end() {
  if (coverage_) result_->coverage = coverage_->take();
}

// False: the run is at its end.
bool RunWorker::go_on() {
  if (all_hit() || asked_.decided_before(run_)) return false;
  std::ranges::copy(walk_.state(), before_.begin());
  const Walk::Next next = walk_.step(dice_);
  judge_failing();
  if (next == Walk::Next::deadlock) {
    result_->deadlock = true;
    if (asked_.open(asked_.deadlock(), run_)) {
      hit(asked_.deadlock(), result_->steps, {});
    }
    return false;
  }
  ++result_->steps;
  result_->fired[walk_.action()] = true;
  if (next == Walk::Next::failed) {
    result_->failed = true;
    return false;
  }
  arrive();
  return true;
}

bool RunWorker::errors_open() const {
  return asked_.open(asked_.error(), run_) && !result_->hits[asked_.error()];
}

bool RunWorker::all_hit() const {
  return !result_->hits.empty() &&
         std::ranges::all_of(result_->hits,
                             [](const auto& hit) { return hit.has_value(); });
}

void RunWorker::hit(std::size_t property, std::uint64_t steps, Hit hit) {
  if (result_->hits[property]) return;
  hit.steps = steps;
  if (hit.state.empty()) {
    hit.state.assign(walk_.state().begin(), walk_.state().end());
  }
  result_->hits[property] = std::move(hit);
  asked_.violated(property, run_);
}

void RunWorker::judge() {
  for (std::size_t i = 0; i < judges_.size(); ++i) {
    const bool open = i < asked_.asked_formulas() && asked_.open(i, run_) &&
                      !result_->hits[i];
    if (!open && !errors_open()) continue;
    const auto answer =
        judges_[i]->judge(walk_.state().data(), walk_.written());
    if (answer.error) {
      if (!is_model_error(instance_, *answer.error)) {
        result_->overflow = true;
      } else if (errors_open()) {
        hit(asked_.error(), result_->steps, {0, {}, {}, answer.error});
      }
    } else if (!answer.holds && open) {
      hit(i, result_->steps, {});
    }
  }
}

// What fails in the state before the step.
void RunWorker::judge_failing() {
  for (const Walk::Failing& failing : walk_.failing()) {
    if (!is_model_error(instance_, failing.error)) {
      result_->overflow = true;
    } else if (errors_open()) {
      hit(asked_.error(), result_->steps,
          {0, before_, failing.step, failing.error});
    }
  }
}

std::uint64_t RunWorker::bytes() const {
  std::uint64_t bytes = walk_.tables().bytes();
  for (const auto& judge : judges_) bytes += judge->bytes();
  return bytes;
}

}  // namespace vicinal::explore::inline simulate
