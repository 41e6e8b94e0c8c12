// SPDX-License-Identifier: MIT
// Equation (5) of LS 3.2 by a worklist. The global tables:
//
//   states       (class, local state of its representative)
//   meets        (channel, values of its edges): where states of both ends
//                agree; each has a list of states of `to`, of changes
//                (values -> values) that steps of `from` make, and of states
//                of `from` whose steps are conditional
//
// A new state of a class joins the lists of its channels and meets what is
// there; a new change meets the states that are there. Every step is computed
// once per local state, every change applied once per state: what a step of m
// does to n depends on the shared values only, unless its guard looks beyond
// them.
#include "fixpoint/single.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <set>
#include <string>

#include <tsl/robin_map.h>

#include "fixpoint/channels.hpp"
#include "fixpoint/initial.hpp"
#include "fixpoint/lists.hpp"
#include "fixpoint/local_steps.hpp"
#include "fixpoint/tuples.hpp"

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

class Worklist {
 public:
  Worklist(std::shared_ptr<const Reduction> reduction,
           const network::Limits& limits,
           std::chrono::steady_clock::time_point begin)
      : instance_(*reduction->instance),
        reduction_(std::move(reduction)),
        limits_(limits),
        channels_(*reduction_),
        steps_(instance_),
        asked_(instance_),
        joined_(instance_),
        begin_(begin) {}

  void start() {
    for (std::uint32_t c = 0; c < reduction_->initial.size(); ++c) {
      const StateSet& set = reduction_->initial[c];
      for (std::size_t i = 0; i < set.rows; ++i) add(c, set.row(i), 0);
    }
  }

  void run() {
    for (std::uint32_t s = 0; s < states_.size(); ++s) {
      if ((s & 0xFF) == 0 && !within_limits(s)) return;
      process(s);
    }
  }

  SingleInvariant result();

 private:
  NodeId representative(std::uint32_t c) const {
    return reduction_->classes().representative(c);
  }
  void add(std::uint32_t c, std::span<const Scalar> row, std::uint32_t round) {
    const auto [id, fresh] = states_.insert(c, row);
    if (fresh) rounds_.push_back(round);
  }
  std::uint32_t meet(std::uint32_t channel, std::span<const Scalar> row,
                     std::span<const std::uint32_t> columns);
  void process(std::uint32_t s);
  void arrive(std::uint32_t s);
  void act(std::uint32_t s);
  void send(std::uint32_t s, std::uint32_t channel);
  bool changes(std::uint32_t channel, std::span<const Scalar> before,
               std::span<const Scalar> after) const;
  void apply(std::uint32_t channel, std::uint32_t state,
             std::span<const Scalar> values, std::uint32_t round);
  void interfere(std::uint32_t channel, std::uint32_t from_state,
                 std::uint32_t to_state);
  const std::vector<Candidate>& conditional(NodeId n, std::uint32_t state,
                                            std::span<const Scalar> row);
  const std::vector<std::uint32_t>& columns_of(std::uint32_t channel);
  void record(std::uint32_t s);
  bool within_limits(std::uint32_t done);
  std::uint64_t bytes() const;
  double seconds() const { return seconds_since(begin_); }

  const Instance& instance_;
  std::shared_ptr<const Reduction> reduction_;
  const network::Limits& limits_;
  Channels channels_;
  LocalSteps steps_;
  LocalSteps asked_;  // for conditional candidates, while steps_ is in use
  View joined_;
  Tuples states_;   // tag: class
  Tuples meets_;    // tag: channel
  Tuples changes_;  // tag: meet; values after
  Lists arrived_;   // per meet: states of `to`
  Lists changed_;   // per meet: changes
  Lists waiting_;   // per meet: states of `from` with conditional steps
  std::vector<std::uint32_t> rounds_;  // per state
  std::deque<std::vector<Candidate>> kept_;
  // Per node and state.
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> kept_of_;
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>> columns_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> fired_, failed_;
  std::vector<LocalStep> errors_;
  std::uint64_t local_steps_ = 0;
  Limit limit_ = Limit::none;
  double last_progress_ = 0;
  std::vector<Scalar> scratch_;
  std::chrono::steady_clock::time_point begin_;
};

std::uint32_t Worklist::meet(std::uint32_t channel, std::span<const Scalar> row,
                             std::span<const std::uint32_t> columns) {
  scratch_.clear();
  for (const std::uint32_t c : columns) scratch_.push_back(row[c]);
  const auto [id, fresh] = meets_.insert(channel, scratch_);
  if (fresh) {
    arrived_.grow(meets_.size());
    changed_.grow(meets_.size());
    waiting_.grow(meets_.size());
  }
  return id;
}

// x with the channel's edges at `values`.
void Worklist::apply(std::uint32_t channel, std::uint32_t state,
                     std::span<const Scalar> values, std::uint32_t round) {
  const auto before = states_[state];
  std::vector<Scalar> row(before.begin(), before.end());
  const auto columns = channels_.to_columns(channel);
  for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = values[i];
  add(channels_.to(channel), row, round);
}

bool Worklist::changes(std::uint32_t channel, std::span<const Scalar> before,
                       std::span<const Scalar> after) const {
  for (const std::uint32_t c : channels_.from_columns(channel)) {
    if (before[c] != after[c]) return true;
  }
  return false;
}

void Worklist::process(std::uint32_t s) {
  arrive(s);
  act(s);
}

// Equation (4), seen from the node that is interfered with.
void Worklist::arrive(std::uint32_t s) {
  const network::Range incoming = channels_.incoming(states_.tag(s));
  for (std::uint32_t channel = incoming.begin; channel < incoming.end;
       ++channel) {
    const std::uint32_t m =
        meet(channel, states_[s], channels_.to_columns(channel));
    arrived_.push(m, s);
    for (std::uint32_t c = changed_.head[m]; c != end_of_list;
         c = changed_.cells[c].second) {
      const auto after = changes_[changed_.cells[c].first];
      apply(channel, s, std::vector<Scalar>(after.begin(), after.end()),
            rounds_[s] + 1);
    }
    for (std::uint32_t c = waiting_.head[m]; c != end_of_list;
         c = waiting_.cells[c].second) {
      interfere(channel, waiting_.cells[c].first, s);
    }
  }
}

// Equation (3): own steps; and what they do to others.
void Worklist::act(std::uint32_t s) {
  const std::uint32_t own = states_.tag(s);
  const std::vector<Scalar> row(states_[s].begin(), states_[s].end());
  steps_.enumerate(representative(own), row);
  record(s);
  for (const Candidate& candidate : steps_.candidates()) {
    if (candidate.held_back || candidate.error) continue;
    add(own, candidate.after, rounds_[s] + 1);
  }
  for (const std::uint32_t c : channels_.outgoing(own)) send(s, c);
}

void Worklist::send(std::uint32_t s, std::uint32_t channel) {
  const auto row = states_[s];
  const std::vector<Scalar> before(row.begin(), row.end());
  bool conditional_step = false;
  std::uint32_t m = end_of_list;
  for (const Candidate& candidate : steps_.candidates()) {
    if (candidate.error || !changes(channel, before, candidate.after)) {
      continue;
    }
    if (m == end_of_list) {
      m = meet(channel, before, channels_.from_columns(channel));
    }
    if (candidate.conditional) {
      conditional_step = true;
      continue;
    }
    std::vector<Scalar> after;
    for (const std::uint32_t c : channels_.from_columns(channel)) {
      after.push_back(candidate.after[c]);
    }
    const auto [change, fresh] = changes_.insert(m, after);
    if (!fresh) continue;
    changed_.push(m, change);
    for (std::uint32_t c = arrived_.head[m]; c != end_of_list;
         c = arrived_.cells[c].second) {
      const std::uint32_t x = arrived_.cells[c].first;
      apply(channel, x, after, std::max(rounds_[s], rounds_[x]) + 1);
    }
  }
  if (!conditional_step) return;
  waiting_.push(m, s);
  std::vector<std::uint32_t> present;
  for (std::uint32_t c = arrived_.head[m]; c != end_of_list;
       c = arrived_.cells[c].second) {
    present.push_back(arrived_.cells[c].first);
  }
  for (const std::uint32_t x : present) interfere(channel, s, x);
}

// A step whose guard looks beyond the neighbourhood, on the joined view of the
// representative and the neighbour that the channel stands for (design 3.4).
// The candidates are those of the neighbour's representative: what a guard
// sees of others does not tell the two apart (see assignment.hpp), but a
// binding that names the actor, or the other, does; so they are computed for
// the neighbour itself.
void Worklist::interfere(std::uint32_t channel, std::uint32_t from_state,
                         std::uint32_t to_state) {
  const NodeId from = channels_.neighbour(channel);
  const std::vector<std::uint32_t>& at = columns_of(channel);
  const auto here = [&](std::span<const Scalar> row) {
    std::vector<Scalar> out(row.begin(), row.end());
    for (std::size_t i = 0; i < at.size(); ++i) out[at[i]] = row[i];
    return out;
  };
  const std::vector<Scalar> before = here(states_[from_state]);
  const std::vector<Candidate>& kept = conditional(from, from_state, before);
  joined_.hide_all();
  joined_.show(representative(channels_.to(channel)), states_[to_state]);
  joined_.show(from, before);
  std::vector<std::uint32_t> firing;
  for (std::size_t first = 0; first < kept.size();) {
    std::size_t last = first;
    while (last < kept.size() && kept[last].action == kept[first].action) {
      ++last;
    }
    const auto group = std::span(kept).subspan(first, last - first);
    steps_.firing(from, joined_, group, firing);
    for (const std::uint32_t i : firing) {
      const Candidate& candidate = group[i];
      if (candidate.error) continue;
      std::vector<Scalar> after;
      bool moved = false;
      for (const std::uint32_t c : channels_.from_columns(channel)) {
        const std::uint32_t column = at.empty() ? c : at[c];
        after.push_back(candidate.after[column]);
        moved = moved || after.back() != before[column];
      }
      if (!moved) continue;
      apply(channel, to_state, after,
            std::max(rounds_[from_state], rounds_[to_state]) + 1);
    }
    first = last;
  }
}

const std::vector<std::uint32_t>& Worklist::columns_of(std::uint32_t channel) {
  const auto [known, fresh] = columns_.try_emplace(channel);
  if (fresh) {
    known.value() = reduction_->columns(channels_.neighbour(channel));
  }
  return known->second;
}

// The conditional candidates of a node in a local state, kept as they are
// asked for again.
const std::vector<Candidate>& Worklist::conditional(
    NodeId n, std::uint32_t state, std::span<const Scalar> row) {
  const auto [known, fresh] =
      kept_of_.try_emplace(std::uint64_t{n.value} << 32 | state,
                           static_cast<std::uint32_t>(kept_.size()));
  if (!fresh) return kept_[known->second];
  asked_.enumerate(n, row);
  auto& kept = kept_.emplace_back();
  for (const Candidate& candidate : asked_.candidates()) {
    if (candidate.conditional) kept.push_back(candidate);
  }
  return kept;
}

// What fired, and what may fail.
void Worklist::record(std::uint32_t s) {
  const NodeId n = representative(states_.tag(s));
  const std::uint32_t process = instance_.process_id(n).value;
  const auto fail = [&](std::uint32_t action,
                        const std::vector<Scalar>& binding,
                        const network::ModelError& error) {
    if (!failed_.emplace(process, action).second) return;
    LocalStep step;
    step.view = step.actor = n;
    step.before.assign(states_[s].begin(), states_[s].end());
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
         rounds_.capacity() * 4;
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
  std::vector<std::vector<Scalar>> values(classes);
  std::vector<std::size_t> rows(classes, 0);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    auto& all = values[states_.tag(s)];
    all.insert(all.end(), states_[s].begin(), states_[s].end());
    ++rows[states_.tag(s)];
    out.rounds = std::max<std::uint64_t>(out.rounds, rounds_[s] + 1);
  }
  for (std::uint32_t c = 0; c < classes; ++c) {
    out.sets.push_back(std::make_shared<const StateSet>(
        sorted_set(view_width(instance_, representative(c)),
                   std::move(values[c]), rows[c])));
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

}  // namespace

LocalStates SingleInvariant::theta(NodeId n) const {
  const auto& set = sets[reduction->classes().class_of(n)];
  const auto at = reduction->columns(n);
  return {
      view_slots(*reduction->instance, n),
      at.empty() ? set : std::make_shared<const StateSet>(renamed(*set, at))};
}

std::optional<SingleInvariant> single_invariant(
    const Instance& instance, const network::Limits& limits,
    network::Diagnostics& diagnostics, bool reduce) {
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
