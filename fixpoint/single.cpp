// SPDX-License-Identifier: MIT
// Equation (5) of LS 3.2 by a worklist. The global tables:
//
//   states       (node, local state)
//   meets        (channel, values of its edges): where states of both ends
//                agree; each has a list of states of `to`, of changes
//                (values -> values) that steps of `from` make, and of states
//                of `from` whose steps are conditional
//
// A new state of n joins the lists of n's channels and meets what is there; a
// new change meets the states that are there. Every step is computed once per
// local state, every change applied once per state: what a step of m does to
// n depends on the shared values only, unless its guard looks beyond them.
#include "fixpoint/single.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>

#include <tsl/robin_map.h>

#include "fixpoint/channels.hpp"
#include "fixpoint/initial.hpp"
#include "fixpoint/local_steps.hpp"
#include "fixpoint/tuples.hpp"

namespace vicinal::fixpoint {

using network::Instance;
using network::Limit;
using network::NodeId;
using network::ProcessId;
using network::Scalar;

namespace {

constexpr std::uint32_t end_of_list = UINT32_MAX;

// Singly linked lists of numbers in one array: one per meet.
struct Lists {
  std::vector<std::uint32_t> head;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cells;  // value, next

  void grow(std::size_t n) { head.resize(n, end_of_list); }
  void push(std::uint32_t list, std::uint32_t value) {
    cells.emplace_back(value, head[list]);
    head[list] = static_cast<std::uint32_t>(cells.size() - 1);
  }
  std::uint64_t bytes() const {
    return head.capacity() * 4 + cells.capacity() * 8;
  }
};

class Worklist {
 public:
  Worklist(const Instance& instance, const network::Limits& limits)
      : instance_(instance),
        limits_(limits),
        channels_(instance),
        steps_(instance),
        joined_(instance),
        begin_(std::chrono::steady_clock::now()) {}

  Projected start() {
    return project_initial(
        instance_, limits_,
        [this](NodeId n, std::span<const Scalar> row) { add(n, row, 0); });
  }

  void run() {
    for (std::uint32_t s = 0; s < states_.size(); ++s) {
      if ((s & 0xFF) == 0 && !within_limits(s)) return;
      process(s);
    }
  }

  // The limit that ended `start`.
  Limit reached() { return within_limits(0) ? Limit::work : limit_; }

  SingleInvariant result();

 private:
  void add(NodeId n, std::span<const Scalar> row, std::uint32_t round) {
    const auto [id, fresh] = states_.insert(n.value, row);
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
  const std::vector<Candidate>& conditional(std::uint32_t state);
  void record(std::uint32_t s);
  bool within_limits(std::uint32_t done);
  std::uint64_t bytes() const;
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin_)
        .count();
  }

  const Instance& instance_;
  const network::Limits& limits_;
  Channels channels_;
  LocalSteps steps_;
  View joined_;
  Tuples states_;   // tag: node
  Tuples meets_;    // tag: channel
  Tuples changes_;  // tag: meet; values after
  Lists arrived_;   // per meet: states of `to`
  Lists changed_;   // per meet: changes
  Lists waiting_;   // per meet: states of `from` with conditional steps
  std::vector<std::uint32_t> rounds_;  // per state
  // Conditional candidates of a state, kept as they are asked for again.
  std::vector<std::vector<Candidate>> kept_;
  tsl::robin_map<std::uint32_t, std::uint32_t> kept_of_;
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
  const NodeId n(std::size_t{states_.tag(s)});
  for (const std::uint32_t channel : channels_.incoming(n)) {
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
  const NodeId n(std::size_t{states_.tag(s)});
  const std::vector<Scalar> row(states_[s].begin(), states_[s].end());
  steps_.enumerate(n, row);
  record(s);
  for (const Candidate& candidate : steps_.candidates()) {
    if (candidate.held_back || candidate.error) continue;
    add(n, candidate.after, rounds_[s] + 1);
  }
  const network::Range outgoing = channels_.outgoing(n);
  for (std::uint32_t c = outgoing.begin; c < outgoing.end; ++c) send(s, c);
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
  if (kept_of_.find(s) == kept_of_.end()) {
    auto& kept = kept_.emplace_back();
    for (const Candidate& candidate : steps_.candidates()) {
      if (candidate.conditional) kept.push_back(candidate);
    }
    kept_of_[s] = static_cast<std::uint32_t>(kept_.size() - 1);
  }
  waiting_.push(m, s);
  std::vector<std::uint32_t> present;
  for (std::uint32_t c = arrived_.head[m]; c != end_of_list;
       c = arrived_.cells[c].second) {
    present.push_back(arrived_.cells[c].first);
  }
  for (const std::uint32_t x : present) interfere(channel, s, x);
}

// A step whose guard looks beyond the neighbourhood, on the joined view of
// both nodes (design 3.4).
void Worklist::interfere(std::uint32_t channel, std::uint32_t from_state,
                         std::uint32_t to_state) {
  const NodeId from = channels_.from(channel);
  const std::vector<Candidate>& kept = kept_[kept_of_.at(from_state)];
  joined_.hide_all();
  joined_.show(channels_.to(channel), states_[to_state]);
  joined_.show(from, states_[from_state]);
  const std::vector<Scalar> before(states_[from_state].begin(),
                                   states_[from_state].end());
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
      if (candidate.error || !changes(channel, before, candidate.after)) {
        continue;
      }
      std::vector<Scalar> after;
      for (const std::uint32_t c : channels_.from_columns(channel)) {
        after.push_back(candidate.after[c]);
      }
      apply(channel, to_state, after,
            std::max(rounds_[from_state], rounds_[to_state]) + 1);
    }
    first = last;
  }
}

// What fired, and what may fail.
void Worklist::record(std::uint32_t s) {
  const NodeId n(std::size_t{states_.tag(s)});
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
  const std::size_t nodes = instance_.network.node_count();
  out.theta.resize(nodes);
  std::vector<std::vector<std::uint32_t>> of_node(nodes);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    of_node[states_.tag(s)].push_back(s);
    out.rounds = std::max<std::uint64_t>(out.rounds, rounds_[s] + 1);
  }
  for (std::size_t n = 0; n < nodes; ++n) {
    auto& list = of_node[n];
    std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto x = states_[a];
      const auto y = states_[b];
      return std::lexicographical_compare(x.begin(), x.end(), y.begin(),
                                          y.end());
    });
    LocalStates& theta = out.theta[n];
    theta.columns = view_slots(instance_, NodeId(n));
    theta.rows = list.size();
    for (const std::uint32_t s : list) {
      theta.values.insert(theta.values.end(), states_[s].begin(),
                          states_[s].end());
    }
  }
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

std::optional<SingleInvariant> single_invariant(
    const Instance& instance, const network::Limits& limits,
    network::Diagnostics& diagnostics) {
  try {
    Worklist worklist(instance, limits);
    const Projected projected = worklist.start();
    if (projected == Projected::unsatisfiable) {
      const auto& model = *instance.model;
      diagnostics.error(
          508,
          model.inits.empty() ? model.network_span : model[model.inits[0]].span,
          "no state satisfies the initial condition");
      return std::nullopt;
    }
    if (projected == Projected::limit) {
      SingleInvariant out;
      out.limit = worklist.reached();
      return out;
    }
    worklist.run();
    return worklist.result();
  } catch (const std::bad_alloc&) {
    SingleInvariant out;
    out.limit = Limit::memory;
    return out;
  }
}

}  // namespace vicinal::fixpoint
