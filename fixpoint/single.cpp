// SPDX-License-Identifier: MIT
// From the initial states to theta, and what else a run finds; the fixpoint
// itself is worklist.cpp.
#include "fixpoint/single.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "fixpoint/initial.hpp"
#include "fixpoint/worklist.hpp"

namespace vicinal::fixpoint {

using network::Instance;
using network::Limit;
using network::NodeId;
using network::ProcessId;
using network::Scalar;

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

}  // namespace

// What fired, and what may fail.
void Worklist::record(std::uint32_t s, const CanonicalRow& row) {
  const NodeId n = representative(states_.tag(s));
  const std::uint32_t process = instance_.process_id(n).value;
  const auto fail = [&](std::uint32_t action,
                        const std::vector<Scalar>& binding,
                        const network::ModelError& error) {
    if (!failed_.emplace(process, action).second) return;
    LocalStep step;
    step.view = step.actor = n;
    step.before = row.row;
    step.actor_before = step.before;
    step.action = action;
    step.binding = binding;
    step.error = error;
    errors_.push_back(std::move(step));
  };
  for (const LocalProblem& p : steps_.problems()) {
    fail(p.action, p.binding, p.error);
  }
  for (const Candidate& candidate : steps_.candidates()) {
    ++local_steps_;
    if (candidate.held_back) continue;
    fired_.emplace(process, candidate.action);
    if (candidate.error) {
      fail(candidate.action, candidate.binding, *candidate.error);
    }
  }
}

std::uint64_t Worklist::bytes() const {
  return states_.bytes() + meets_.bytes() + changes_.bytes() +
         arrived_.bytes() + changed_.bytes() + waiting_.bytes() +
         (arrivals_.capacity() + waitings_.capacity()) * sizeof(Placed) +
         (darts_.capacity() + rounds_.capacity()) * 4;
}

double Worklist::seconds() const {
  return seconds_since(begin_);
}

bool Worklist::within_limits(std::uint32_t done) {
  if (limits_.stop != nullptr && *limits_.stop) limit_ = Limit::interrupted;
  if (limits_.work != 0 && states_.size() > limits_.work) limit_ = Limit::work;
  if (limits_.memory_mib != 0 && bytes() >> 20 > limits_.memory_mib) {
    limit_ = Limit::memory;
  }
  if (limits_.seconds > 0 && seconds() > limits_.seconds) {
    limit_ = Limit::time;
  }
  if (limits_.progress && seconds() - last_progress_ > 0.2) {
    last_progress_ = seconds();
    limits_.progress(std::to_string(states_.size()) + " local states, " +
                     std::to_string(states_.size() - done) + " to look at");
  }
  return limit_ == Limit::none;
}

SingleInvariant Worklist::result() {
  SingleInvariant out;
  const std::size_t classes = reduction_->classes().size();
  std::vector<std::vector<std::uint32_t>> members(classes);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    members[states_.tag(s)].push_back(s);
    out.rounds = std::max<std::uint64_t>(out.rounds, rounds_[s] + 1);
  }
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(states_[a], states_[b]);
  };
  for (std::uint32_t c = 0; c < classes; ++c) {
    auto& list = members[c];
    std::sort(list.begin(), list.end(), less);
    OrbitSet codes{reduction_->orbits[c], {0}, {}};
    for (const std::uint32_t s : list) codes.push(states_[s]);
    if (orbits(c) != nullptr) {
      out.sets.push_back(nullptr);
      out.orbit_sets.push_back(
          std::make_shared<const OrbitSet>(std::move(codes)));
      continue;
    }
    out.sets.push_back(std::make_shared<const StateSet>(
        StateSet{view_width(instance_, representative(c)), list.size(),
                 std::move(codes.codes)}));
    out.orbit_sets.push_back(nullptr);
  }
  out.reduction = reduction_;
  for (std::uint32_t p = 0; p < instance_.model->processes.size(); ++p) {
    const auto& actions = instance_.model->processes[p].actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) {
      if (!fired_.contains({p, a})) {
        out.unfired.emplace_back(ProcessId(std::size_t{p}), a);
      }
    }
  }
  out.limit = limit_;
  out.errors = std::move(errors_);
  out.local_states = states_.size();
  out.local_steps = local_steps_;
  out.seconds = seconds();
  out.peak_bytes = bytes();
  return out;
}

LocalStates SingleInvariant::theta(NodeId n) const {
  const std::uint32_t c = reduction->classes().class_of(n);
  const auto at = reduction->columns(n);
  std::vector<std::uint32_t> slots = view_slots(*reduction->instance, n);
  if (orbit_sets[c] != nullptr) {
    return {std::move(slots), orbit_sets[c], at, reduction->darts(n)};
  }
  const auto& set = sets[c];
  return {
      std::move(slots),
      at.empty() ? set : std::make_shared<const StateSet>(renamed(*set, at))};
}

std::optional<SingleInvariant> single_invariant(
    const Instance& instance, const network::Limits& limits,
    network::Diagnostics& diagnostics, Reduce reduce) {
  SingleInvariant none;
  const auto begin = std::chrono::steady_clock::now();
  try {
    Projected projected = Projected::done;
    auto reduction = make_reduction(instance, limits, reduce, projected);
    if (projected == Projected::unsatisfiable) {
      const auto& model = *instance.model;
      diagnostics.error(
          508,
          model.inits.empty() ? model.network_span : model[model.inits[0]].span,
          "no state satisfies the initial condition");
      return std::nullopt;
    }
    if (!reduction) {
      none.limit = Limit::work;
      if (limits.seconds > 0 && seconds_since(begin) > limits.seconds) {
        none.limit = Limit::time;
      }
      if (limits.stop != nullptr && *limits.stop) {
        none.limit = Limit::interrupted;
      }
      return none;
    }
    Worklist worklist(std::make_shared<const Reduction>(std::move(*reduction)),
                      limits, begin);
    worklist.start();
    worklist.run();
    return worklist.result();
  } catch (const std::bad_alloc&) {
    none.limit = Limit::memory;
    return none;
  }
}

}  // namespace vicinal::fixpoint
