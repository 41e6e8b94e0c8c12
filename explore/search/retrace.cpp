// SPDX-License-Identifier: MIT
// No predecessors are stored. The state before is found by expanding the level
// before until some state leads here: first by tables, which are fast, then the
// step itself by Steps, which knows bindings. At most all levels are expanded
// once more.
#include "explore/search/retrace.hpp"

#include <algorithm>
#include <stdexcept>

#include "explore/search/failures.hpp"

namespace vicinal::explore::inline search {

using network::Event;
using network::Scalar;
using network::Step;
using network::Trace;

void StoredLevels::each(std::uint64_t level, const Look& look) const {
  std::vector<std::uint64_t> state(packing_.words());
  for (std::uint32_t shard = 0; shard < store_.shards(); ++shard) {
    const Levels::ShardRange part = levels_.part(level, shard);
    for (std::uint32_t i = part.begin; i < part.end; ++i) {
      store_.read(shard, i, state.data());
      if (!look(state.data())) return;
    }
  }
}

Retrace::Retrace(const network::Instance& instance,
                 const network::Packing& packing, const network::Steps& steps,
                 network::TableSteps& tables, const LevelStates& states,
                 const ModelSymmetry* symmetry, const network::Budget& budget)
    : instance_(instance),
      packing_(packing),
      steps_(steps),
      tables_(tables),
      states_(states),
      budget_(budget) {
  if (symmetry != nullptr && !symmetry->trivial()) {
    canonize_.emplace(symmetry->canonical, *symmetry->sorts, packing);
    store_as_.emplace(
        symmetry->stored ? *symmetry->stored : symmetry->canonical,
        *symmetry->sorts, packing);
  }
}

// Whether the state would be stored as that one. Changes it.
bool Retrace::stored_as(Packed& state, const Packed& stored) {
  if (store_as_) (*store_as_)(state.data());
  return state == stored;
}

bool Retrace::same_orbit(Packed& state, Packed stored) {
  if (!canonize_) return state == stored;
  (*canonize_)(state.data());
  (*canonize_)(stored.data());
  return state == stored;
}

// The step that leads there, or to another state of the orbit, if there is one.
std::optional<Event> Retrace::step(const State& from, const Packed& to,
                                   bool stored) {
  State state = from;
  Packed packed(packing_.words());
  network::StepList list;
  steps_.enabled(state.data(), list);
  for (const Step& s : list.steps) {
    State after = from;
    try {
      steps_.apply(list, s, after.data());
    } catch (const network::ModelError&) {
      continue;
    }
    packing_.pack(after, packed.data());
    if (!(stored ? stored_as(packed, to) : same_orbit(packed, to))) continue;
    Event e = event_of(instance_, list, s);
    e.after = std::move(after);
    return e;
  }
  return std::nullopt;
}

bool Retrace::leads(const Packed& from, const Packed& to,
                    network::Successors& found) {
  if (!tables_.expand(from.data(), found)) {
    State state(instance_.slot_count());
    packing_.unpack(from.data(), state);
    return step(state, to, true).has_value();
  }
  Packed next(from.size());
  for (const std::uint32_t s : found.steps) {
    if (s >= network::Successors::other) continue;
    next = from;
    tables_.apply(s, next.data());
    if (stored_as(next, to)) return true;
  }
  for (std::size_t i = 0; i < found.others.size(); i += to.size()) {
    next.assign(
        found.others.begin() + static_cast<std::ptrdiff_t>(i),
        found.others.begin() + static_cast<std::ptrdiff_t>(i + to.size()));
    if (stored_as(next, to)) return true;
  }
  return false;
}

Retrace::Before Retrace::before(const Packed& state, std::uint64_t level) {
  std::optional<Packed> least;
  Packed from(packing_.words());
  network::Successors found;
  bool in_time = true;
  states_.each(level, [&](const std::uint64_t* candidate) {
    in_time = (++looks_ & 63) != 0 || budget_.clock() == network::Limit::none;
    if (!in_time) return false;
    from.assign(candidate, candidate + from.size());
    if (least && *least <= from) return !states_.ascending();
    if (leads(from, state, found)) least = from;
    return true;
  });
  if (!in_time) return {std::nullopt, false};
  return {least, true};
}

std::optional<Trace> Retrace::to(std::span<const std::uint64_t> state,
                                 std::uint64_t length) {
  std::vector<Packed> path = {{state.begin(), state.end()}};
  for (std::uint64_t level = length; level > 0; --level) {
    Before from = before(path.back(), level - 1);
    if (!from.in_time) return std::nullopt;
    if (!from.state) {
      throw std::logic_error("Retrace: a state has no state before it");
    }
    path.push_back(std::move(*from.state));
  }
  std::reverse(path.begin(), path.end());
  return along(path);
}

// The first state is initial, since initial states are invariant; from each
// state of an orbit a step leads to some state of the next one.
Trace Retrace::along(std::span<const Packed> path) {
  Trace trace;
  trace.initial.resize(instance_.slot_count());
  packing_.unpack(path.front().data(), trace.initial);
  State at = trace.initial;
  for (std::size_t i = 1; i < path.size(); ++i) {
    auto e = step(at, path[i], false);
    if (!e) throw std::logic_error("Retrace: no step leads to a state");
    at = e->after;
    trace.events.push_back(std::move(*e));
  }
  return trace;
}

std::optional<Trace> Retrace::to(const Witness& witness,
                                 std::span<const network::ExprId> formulas) {
  std::optional<Trace> run;
  try {
    run = to(witness.state, witness.distance - (witness.step ? 1 : 0));
  } catch (const network::LimitReached&) {
  }
  if (run) end(*run, witness, formulas);
  return run;
}

void Retrace::end(Trace& run, const Witness& witness,
                  std::span<const network::ExprId> formulas) const {
  if (witness.step) {
    run.events.push_back(failing(run, *witness.step));
    return;
  }
  run.error = witness.error;
  // In another state of the orbit it may be something else that fails.
  if (!witness.error || !canonize_) return;
  run.error = error_in(
      instance_, steps_,
      run.events.empty() ? run.initial : run.events.back().after, formulas);
}

Event Retrace::failing(const Trace& run, const Event& stored) const {
  if (!canonize_) return stored;
  const State& state =
      run.events.empty() ? run.initial : run.events.back().after;
  const auto process = stored.actor.valid() ? instance_.process_id(stored.actor)
                                            : network::ProcessId::none();
  auto e = failing_step(instance_, steps_, state, process, stored.action);
  if (!e) throw std::logic_error("Retrace: a step fails in one state only");
  return std::move(*e);
}

}  // namespace vicinal::explore::inline search
