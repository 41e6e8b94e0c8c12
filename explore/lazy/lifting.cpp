// SPDX-License-Identifier: MIT
// Backwards: the step that was taken from the state before is found again, and
// the permutation that takes its successor to the state wanted takes the state
// before to one from which that step, permuted as well, leads here.
#include "explore/lazy/lifting.hpp"

#include <algorithm>
#include <stdexcept>

namespace vicinal::explore::inline lazy {

using network::Event;
using network::Trace;

Lifting::State Lifting::whole(std::uint32_t number, const Row& row) const {
  State state(instance_.slot_count());
  locals_.put_together(reached_[number].rest, row, state);
  return state;
}

Trace Lifting::run(const Found& found, const Unwind& unwind) const {
  std::vector<State> states{whole(found.state, found.row)};
  std::uint32_t number = found.state;
  for (Row row = found.row; reached_[number].parent != UINT32_MAX;) {
    row = before(number, row, unwind);
    number = reached_[number].parent;
    states.push_back(whole(number, row));
  }
  std::ranges::reverse(states);
  Trace trace;
  trace.initial = states.front();
  for (std::size_t i = 1; i < states.size(); ++i) {
    trace.events.push_back(event(states[i - 1], states[i]));
  }
  if (!found.error) return trace;
  if (found.step == UINT32_MAX) {
    trace.error = error_in(instance_, steps_, states.back(), formulas_);
    return trace;
  }
  const symmetry::StepForm& step = model_.steps[found.step];
  auto e =
      failing_step(instance_, steps_, states.back(), step.process, step.action);
  if (!e) throw std::logic_error("Lifting: no step fails");
  trace.events.push_back(std::move(*e));
  return trace;
}

// A row of the state before from which a step leads to the row.
Row Lifting::before(std::uint32_t number, const Row& row,
                    const Unwind& unwind) const {
  const Reached::State& to = reached_[number];
  const symmetry::StepForm& step = model_.steps[to.step];
  std::optional<Row> result;
  unwind(to.parent, to.step, to.partition, [&](const Row& x) {
    const State from = whole(to.parent, x);
    if (forms_.evaluate(step.guard, from) == 0) return true;
    if (forms_.evaluate(step.fails, from) != 0) return true;
    State after = from;
    for (const auto& [slot, form] : step.updates) {
      after[slot] = forms_.evaluate(form, from);
    }
    Row next;
    if (locals_.take_apart(after, next) != to.rest) return true;
    // The permutation, within the cells, that makes it the row.
    Row moved(x.size());
    std::vector<bool> taken(x.size(), false);
    const Cells& cells = partitions_[to.partition];
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::size_t j = 0;
      while (j < x.size() &&
             (taken[j] || cells[j] != cells[i] || row[j] != next[i])) {
        ++j;
      }
      if (j == x.size()) return true;
      taken[j] = true;
      moved[j] = x[i];
    }
    result = std::move(moved);
    return false;
  });
  if (!result) throw std::logic_error("Lifting: no step leads to a state");
  return std::move(*result);
}

Event Lifting::event(State from, const State& to) const {
  network::StepList list;
  steps_.enabled(from.data(), list);
  for (const network::Step& s : list.steps) {
    State after = from;
    try {
      steps_.apply(list, s, after.data());
    } catch (const network::ModelError&) {
      continue;
    }
    if (after != to) continue;
    Event e = event_of(instance_, list, s);
    e.after = std::move(after);
    return e;
  }
  throw std::logic_error("Lifting: no step leads to a state");
}

}  // namespace vicinal::explore::inline lazy
