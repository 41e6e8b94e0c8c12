// SPDX-License-Identifier: MIT
// A worklist over states of types. A triple {i, j, k} joins a state x of
// {i, j} with y of {i, k}, which agree on what they share; what {j, k} shows
// is then given and looked up. Each of the three may come last:
//
//   x meets the y that are there; y the x; z of {j, k} the x, and y is looked
//   up.
//
// What comes out is x with what k's step writes: not all of k matters, only
// what its steps do to x (Effects). States whose k does nothing are not joined,
// and what an effect made of an x once need not be made again.
#include "fixpoint/pair/pair.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>

#include "fixpoint/pair/joint_pairs.hpp"
#include "fixpoint/single/worklist_base.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "fixpoint/views/lists.hpp"
#include "fixpoint/views/tuples.hpp"

namespace vicinal::fixpoint::inline pair {

using network::Instance;
using network::Limit;
using network::NodeId;
using network::Scalar;

namespace {

using Positions = std::vector<std::uint32_t>;

// A triple by positions in its joint state: the columns of {i, j}, then what k
// adds.
struct Join {
  std::uint32_t target = 0, ik = 0, jk = 0;  // types
  NodeId i, j, k;
  std::uint32_t width = 0;
  Positions ik_at, jk_at;         // per column of that type
  Positions i_row, j_row, k_row;  // the local states of the nodes
  // That of k in a state of {i, k} or {j, k}.
  struct Row {
    Positions columns;
    // Its steps are those of the type's first or second node.
    bool of_first = false, of_second = false;
  };
  Row k_in_ik, k_in_jk;
  // Columns of the type that are columns of the target, too.
  Positions ik_common, jk_common;
  // Edges of k in the target: column of k's local state, position.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> effects;
};

// Where in `among` each of them is.
Positions places_of(const Positions& all, const Positions& among) {
  Positions out;
  for (const std::uint32_t p : all) {
    out.push_back(static_cast<std::uint32_t>(
        std::find(among.begin(), among.end(), p) - among.begin()));
  }
  return out;
}

Join make_join(const Instance& instance, const PairTriple& t) {
  Join join;
  join.target = t.target.type;
  join.ik = t.ik.type;
  join.jk = t.jk.type;
  join.i = t.i;
  join.j = t.j;
  join.k = t.k;
  std::map<std::uint32_t, std::uint32_t> at;
  const auto position = [&](std::uint32_t slot) {
    return at.try_emplace(slot, static_cast<std::uint32_t>(at.size()))
        .first->second;
  };
  for (const std::uint32_t s : t.target.slots) position(s);
  const auto targets = static_cast<std::uint32_t>(at.size());
  const auto columns = [&](const PairRef& ref, Positions& out,
                           Positions& common) {
    for (std::uint32_t c = 0; c < ref.slots.size(); ++c) {
      out.push_back(position(ref.slots[c]));
      if (out.back() < targets) common.push_back(c);
    }
  };
  columns(t.ik, join.ik_at, join.ik_common);
  columns(t.jk, join.jk_at, join.jk_common);
  const auto row = [&](NodeId n) {
    Positions out;
    for (const std::uint32_t s : view_slots(instance, n)) {
      out.push_back(position(s));
    }
    return out;
  };
  join.i_row = row(t.i);
  join.j_row = row(t.j);
  join.k_row = row(t.k);
  for (std::uint32_t c = 0; c < join.k_row.size(); ++c) {
    if (join.k_row[c] < targets) join.effects.emplace_back(c, join.k_row[c]);
  }
  join.width = static_cast<std::uint32_t>(at.size());
  join.k_in_ik.columns = places_of(join.k_row, join.ik_at);
  join.k_in_jk.columns = places_of(join.k_row, join.jk_at);
  return join;
}

// A type's own nodes: where their local states are among its columns.
struct Owners {
  Positions m_row, n_row;
};

class PairWorklist : public WorklistBase {
 public:
  PairWorklist(std::shared_ptr<const PairSystem> system,
               const std::shared_ptr<const Meetings>& meetings,
               network::Budget& budget)
      : WorklistBase(*system->instance, budget, "states of pairs"),
        system_(std::move(system)),
        dense_(instance_),
        steps_(instance_),
        view_(instance_) {
    as_target_.resize(system_->types.size());
    as_ik_.resize(system_->types.size());
    as_jk_.resize(system_->types.size());
    for (const PairTriple& t : system_->triples) {
      const auto number = static_cast<std::uint32_t>(joins_.size());
      joins_.push_back(make_join(instance_, t));
      if (joins_.back().effects.empty()) {
        joins_.pop_back();
        continue;
      }
      as_target_[t.target.type].push_back(number);
      as_ik_[t.ik.type].push_back(number);
      as_jk_[t.jk.type].push_back(number);
    }
    alike_effects_.resize(joins_.size());
    for (const PairType& type : system_->types) {
      owners_.push_back({rows_of(type, type.m), rows_of(type, type.n)});
    }
    for (const auto& p : instance_.model->processes) {
      global_.push_back(std::any_of(
          p.actions.begin(), p.actions.end(),
          [](const auto& a) { return a.global_guard || a.global_priority; }));
    }
    for (Join& join : joins_) {
      find_owner(join.ik, join.k, join.k_in_ik);
      find_owner(join.jk, join.k, join.k_in_jk);
    }
    if (meetings) {
      joint_.emplace(*system_, meetings, states_, rounds_, findings_);
    }
  }

  void run() {
    for (std::uint32_t t = 0; t < system_->types.size(); ++t) {
      const StateSet& initial = system_->types[t].initial;
      for (std::size_t r = 0; r < initial.rows; ++r) add(t, initial.row(r), 0);
    }
    WorklistBase::run([&](std::uint32_t s) { process(s); },
                      [&] { return bytes(); });
  }

  PairInvariant result();

 private:
  Positions rows_of(const PairType& type, NodeId n) const {
    return places_of(view_slots(instance_, n), type.slots);
  }
  static void pick(std::span<const Scalar> from, const Positions& at,
                   std::vector<Scalar>& out) {
    out.resize(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) out[i] = from[at[i]];
  }
  static std::vector<Scalar> pick(std::span<const Scalar> from,
                                  const Positions& at) {
    std::vector<Scalar> out;
    pick(from, at, out);
    return out;
  }
  // Of the values in key_.
  std::uint32_t meet(std::uint32_t tag) {
    dense_.pack(key_);
    const auto [id, fresh] = meets_.insert(tag, key_);
    if (fresh) {
      targets_.grow(meets_.size());
      others_.grow(meets_.size());
    }
    return id;
  }

  // What k can do to a target, from a local state of k.
  struct Effects {
    std::vector<std::vector<Scalar>> after;  // values of Join::effects
    bool conditional = false;  // and steps whose guards look further
    // In Target::done; 0: has to be looked at each time.
    std::uint32_t bit = 0;
  };
  // A state of a join's target, and which effects it has had.
  struct Target {
    std::uint32_t state = 0;
    std::uint32_t done = 0;
  };
  // A state of {i, k} whose k does something.
  struct Other {
    std::uint32_t state = 0;
    std::uint32_t effects = 0;
  };
  std::uint32_t steps_tag(NodeId n) const;
  void find_owner(std::uint32_t type, NodeId k, Join::Row& row) const;
  std::uint32_t known_steps(NodeId n, std::span<const Scalar> row);
  const std::vector<Candidate>& candidates(NodeId n,
                                           std::span<const Scalar> row) {
    return kept_[known_steps(n, row)];
  }
  std::uint32_t effects(std::uint32_t join, std::uint32_t s,
                        const Join::Row& row);
  Effects make_effects(std::uint32_t join, std::uint32_t steps) const;
  std::uint32_t kept_effects(std::uint32_t join, Effects made);
  void process(std::uint32_t s);
  std::uint32_t own_steps(std::uint32_t s, NodeId n, NodeId other,
                          const Positions& row, const Positions& other_row);
  void as_target(std::uint32_t s, std::uint32_t join);
  void as_ik(std::uint32_t s, std::uint32_t join);
  void as_jk(std::uint32_t s, std::uint32_t join);
  void join_states(std::uint32_t join, Target& x, std::uint32_t y,
                   std::uint32_t z, std::uint32_t effects);
  void interfere(const Join& join, std::span<const Scalar> all,
                 std::uint32_t round);
  void record(NodeId n, std::span<const Scalar> row);
  std::uint64_t bytes() const;

  std::shared_ptr<const PairSystem> system_;
  Dense dense_;
  LocalSteps steps_;
  View view_;
  std::optional<JointPairs> joint_;  // with rules
  std::vector<Join> joins_;
  std::vector<Owners> owners_;
  std::vector<bool> global_;  // per process: some guard looks further
  std::vector<std::vector<std::uint32_t>> as_target_, as_ik_, as_jk_;
  Tuples meets_;  // tag: 2 * join, + 1 for {j, k}; the common columns,
                  // packed
  Lists targets_, others_;  // per meet: x; y (not z)
  std::vector<Target> target_at_;
  std::vector<Other> other_at_;
  Tuples locals_;  // tag: node or class; local states whose steps are known
  std::deque<std::vector<Candidate>> kept_;  // per local state
  // Per local state: guards that look further and may fail, as far as it
  // shows.
  std::deque<std::vector<LocalProblem>> open_problems_;
  std::deque<Effects> effects_;
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> effects_of_;
  // Per join: its effects by what they are.
  std::vector<std::map<std::vector<std::vector<Scalar>>, std::uint32_t>>
      alike_effects_;
  // Of the state that is looked at.
  std::uint32_t first_steps_ = 0, second_steps_ = 0;
  std::vector<Scalar> all_, row_, key_, after_;
};

// Nodes of a class share their steps, unless columns have another order or
// bindings name nodes.
std::uint32_t PairWorklist::steps_tag(NodeId n) const {
  const Reduction& reduction = *system_->reduction;
  const std::uint32_t c = reduction.classes().class_of(n);
  const bool shared =
      reduction.ordered[c] && !global_[instance_.process_id(n).index()];
  return shared
             ? c
             : static_cast<std::uint32_t>(reduction.classes().size()) + n.value;
}

void PairWorklist::find_owner(std::uint32_t type, NodeId k,
                              Join::Row& row) const {
  const PairType& t = system_->types[type];
  const auto is = [&](NodeId n, const Positions& columns) {
    return columns == row.columns && steps_tag(n) == steps_tag(k);
  };
  row.of_first = is(t.m, owners_[type].m_row);
  row.of_second = is(t.n, owners_[type].n_row);
}

// Steps of a node from a local state, held-back bindings among them.
std::uint32_t PairWorklist::known_steps(NodeId n, std::span<const Scalar> row) {
  const auto [id, fresh] = locals_.insert(steps_tag(n), row);
  if (fresh) {
    steps_.enumerate(n, row);
    record(n, row);
    kept_.push_back(steps_.candidates());
  }
  return id;
}

PairWorklist::Effects PairWorklist::make_effects(std::uint32_t join,
                                                 std::uint32_t steps) const {
  Effects out;
  const std::span<const Scalar> k_row = locals_[steps];
  for (const Candidate& candidate : kept_[steps]) {
    if (candidate.error) continue;
    std::vector<Scalar> after;
    bool moved = false;
    for (const auto& [column, position] : joins_[join].effects) {
      after.push_back(candidate.after[column]);
      moved = moved || after.back() != k_row[column];
    }
    if (!moved) continue;
    if (candidate.conditional) {
      out.conditional = true;
    } else if (!candidate.held_back) {
      out.after.push_back(std::move(after));
    }
  }
  std::sort(out.after.begin(), out.after.end());
  out.after.erase(std::unique(out.after.begin(), out.after.end()),
                  out.after.end());
  return out;
}

// The number of what k does to a join's targets, from the state s that is
// looked at.
std::uint32_t PairWorklist::effects(std::uint32_t join, std::uint32_t s,
                                    const Join::Row& row) {
  std::uint32_t steps = row.of_first ? first_steps_ : second_steps_;
  if (!row.of_first && !row.of_second) {
    pick(states_[s], row.columns, row_);
    steps = known_steps(joins_[join].k, row_);
  }
  const std::uint64_t key = std::uint64_t{join} << 32 | steps;
  const auto known = effects_of_.find(key);
  if (known != effects_of_.end()) return known->second;
  const std::uint32_t number = kept_effects(join, make_effects(join, steps));
  effects_of_.emplace(key, number);
  return number;
}

std::uint32_t PairWorklist::kept_effects(std::uint32_t join, Effects made) {
  const auto number = static_cast<std::uint32_t>(effects_.size());
  if (!made.conditional) {
    auto& alike = alike_effects_[join];
    const auto [at, fresh] = alike.try_emplace(made.after, number);
    if (!fresh) return at->second;
    if (alike.size() <= 32) made.bit = std::uint32_t{1} << (alike.size() - 1);
  }
  effects_.push_back(std::move(made));
  return number;
}

void PairWorklist::process(std::uint32_t s) {
  const std::uint32_t type = states_.tag(s);
  const PairType& t = system_->types[type];
  first_steps_ =
      own_steps(s, t.m, t.n, owners_[type].m_row, owners_[type].n_row);
  second_steps_ =
      own_steps(s, t.n, t.m, owners_[type].n_row, owners_[type].m_row);
  for (const std::uint32_t join : as_target_[type]) as_target(s, join);
  for (const std::uint32_t join : as_ik_[type]) as_ik(s, join);
  for (const std::uint32_t join : as_jk_[type]) as_jk(s, join);
  if (!joint_) return;
  joint_->see(s, [&](std::uint32_t of, std::span<const Scalar> row,
                     std::uint32_t round) { add(of, row, round); });
}

void PairWorklist::as_target(std::uint32_t s, std::uint32_t join) {
  const Join& j = joins_[join];
  const auto number = static_cast<std::uint32_t>(target_at_.size());
  target_at_.push_back({s, 0});
  const auto meet_by = [&](std::uint32_t tag, const Positions& common,
                           const Positions& at) {
    key_.clear();
    for (const std::uint32_t c : common) key_.push_back(states_[s][at[c]]);
    const std::uint32_t m = meet(tag);
    targets_.push(m, number);
    return m;
  };
  const std::uint32_t by_ik = meet_by(2 * join, j.ik_common, j.ik_at);
  meet_by(2 * join + 1, j.jk_common, j.jk_at);
  for (std::uint32_t c = others_.head[by_ik]; c != end_of_list;
       c = others_.cells[c].second) {
    const Other& y = other_at_[others_.cells[c].first];
    join_states(join, target_at_[number], y.state, end_of_list, y.effects);
  }
}

void PairWorklist::as_ik(std::uint32_t s, std::uint32_t join) {
  const Join& j = joins_[join];
  const std::uint32_t e = effects(join, s, j.k_in_ik);
  if (effects_[e].after.empty() && !effects_[e].conditional) return;
  pick(states_[s], j.ik_common, key_);
  const std::uint32_t m = meet(2 * join);
  others_.push(m, static_cast<std::uint32_t>(other_at_.size()));
  other_at_.push_back({s, e});
  for (std::uint32_t c = targets_.head[m]; c != end_of_list;
       c = targets_.cells[c].second) {
    join_states(join, target_at_[targets_.cells[c].first], s, end_of_list, e);
  }
}

void PairWorklist::as_jk(std::uint32_t s, std::uint32_t join) {
  const Join& j = joins_[join];
  const std::uint32_t e = effects(join, s, j.k_in_jk);
  if (effects_[e].after.empty() && !effects_[e].conditional) return;
  pick(states_[s], j.jk_common, key_);
  const std::uint32_t m = meet(2 * join + 1);
  for (std::uint32_t c = targets_.head[m]; c != end_of_list;
       c = targets_.cells[c].second) {
    join_states(join, target_at_[targets_.cells[c].first], end_of_list, s, e);
  }
}

// Equations (7), (8). The number of the node's steps.
std::uint32_t PairWorklist::own_steps(std::uint32_t s, NodeId n, NodeId other,
                                      const Positions& row,
                                      const Positions& other_row) {
  const std::uint32_t type = states_.tag(s);
  pick(states_[s], row, row_);
  const std::uint32_t known = known_steps(n, row_);
  const auto& all = kept_[known];
  const auto step = [&](const Candidate& candidate) {
    after_.assign(states_[s].begin(), states_[s].end());
    for (std::size_t c = 0; c < row.size(); ++c) {
      after_[row[c]] = candidate.after[c];
    }
    add(type, after_, rounds_[s] + 1);
  };
  bool conditional = false;
  for (const Candidate& candidate : all) {
    ++local_steps_;
    conditional = conditional || candidate.conditional;
    if (candidate.error || candidate.conditional || candidate.held_back) {
      continue;
    }
    step(candidate);
  }
  if (!conditional && open_problems_[known].empty()) return known;
  const std::vector<Scalar> local = row_;
  view_.hide_all();
  view_.show(n, local);
  view_.show(other, pick(states_[s], other_row));
  for (const LocalProblem& p : open_problems_[known]) {
    if (steps_.may_fail(n, view_, p.action, p.binding)) {
      findings_.fails(n, local, p.action, p.binding, p.error);
    }
  }
  std::vector<std::uint32_t> firing;
  steps_.conditional(n, view_, all, firing);
  for (const std::uint32_t i : firing) {
    findings_.fired(n, local, all[i]);
    if (!all[i].error) step(all[i]);
  }
  return known;
}

// Joins x with y or z; the third, if it is not given, must be there.
void PairWorklist::join_states(std::uint32_t number, Target& x, std::uint32_t y,
                               std::uint32_t z, std::uint32_t e) {
  const Effects& effect = effects_[e];
  if ((x.done & effect.bit) != 0) return;
  const Join& join = joins_[number];
  const std::span<const Scalar> target = states_[x.state];
  all_.resize(join.width);
  std::copy(target.begin(), target.end(), all_.begin());
  const auto put = [&](std::uint32_t s, const Positions& at) {
    const std::span<const Scalar> state = states_[s];
    for (std::size_t c = 0; c < at.size(); ++c) all_[at[c]] = state[c];
  };
  if (y != end_of_list) {
    put(y, join.ik_at);
    pick(all_, join.jk_at, key_);
    z = states_.find(join.jk, key_);
    if (z == UINT32_MAX) return;
  } else {
    put(z, join.jk_at);
    pick(all_, join.ik_at, key_);
    y = states_.find(join.ik, key_);
    if (y == UINT32_MAX) return;
  }
  x.done |= effect.bit;
  const std::uint32_t round =
      std::max({rounds_[x.state], rounds_[y], rounds_[z]}) + 1;
  after_.assign(target.begin(), target.end());
  for (const auto& values : effect.after) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      after_[join.effects[i].second] = values[i];
    }
    add(join.target, after_, round);
  }
  if (effect.conditional) interfere(join, all_, round);
}

// Equation (9) for steps whose guards look beyond k: on the view of all three.
void PairWorklist::interfere(const Join& join, std::span<const Scalar> all,
                             std::uint32_t round) {
  const std::vector<Scalar> k_row = pick(all, join.k_row);
  const auto& candidate = candidates(join.k, k_row);
  view_.hide_all();
  view_.show(join.k, k_row);
  view_.show(join.i, pick(all, join.i_row));
  view_.show(join.j, pick(all, join.j_row));
  const std::size_t width = system_->types[join.target].slots.size();
  std::vector<std::uint32_t> firing;
  steps_.conditional(join.k, view_, candidate, firing);
  for (const std::uint32_t i : firing) {
    if (candidate[i].error) continue;
    std::vector<Scalar> after(all.begin(),
                              all.begin() + static_cast<std::ptrdiff_t>(width));
    for (const auto& [column, position] : join.effects) {
      after[position] = candidate[i].after[column];
    }
    add(join.target, after, round);
  }
}

// What fired, and what may fail, the first time that a local state is met;
// conditional steps where they fire in the view of a pair.
void PairWorklist::record(NodeId n, std::span<const Scalar> row) {
  auto& open = open_problems_.emplace_back();
  for (const LocalProblem& p : steps_.problems()) {
    const network::Action& a = instance_.process(n).actions[p.action];
    if (!p.of_range && (a.global_guard || a.global_priority)) {
      open.push_back(p);
    } else {
      findings_.fails(n, row, p.action, p.binding, p.error);
    }
  }
  for (const Candidate& candidate : steps_.candidates()) {
    if (!candidate.held_back && !candidate.conditional) {
      findings_.fired(n, row, candidate);
    }
  }
}

std::uint64_t PairWorklist::bytes() const {
  return states_.bytes() + meets_.bytes() + locals_.bytes() + targets_.bytes() +
         others_.bytes() + rounds_.capacity() * 4 +
         target_at_.capacity() * sizeof(Target) +
         other_at_.capacity() * sizeof(Other) + steps_.bytes() +
         (joint_ ? joint_->bytes() : 0);
}

PairInvariant PairWorklist::result() {
  PairInvariant out;
  const std::size_t types = system_->types.size();
  std::vector<std::vector<Scalar>> values(types);
  std::vector<std::size_t> rows(types, 0);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    auto& all = values[states_.tag(s)];
    all.insert(all.end(), states_[s].begin(), states_[s].end());
    ++rows[states_.tag(s)];
  }
  for (std::size_t t = 0; t < types; ++t) {
    out.sets.push_back(std::make_shared<const StateSet>(
        sorted_set(static_cast<std::uint32_t>(system_->types[t].slots.size()),
                   std::move(values[t]), rows[t])));
  }
  out.system = system_;
  finish(out, bytes());
  return out;
}

}  // namespace

LocalStates PairInvariant::theta(NodeId a, NodeId b) const {
  PairRef ref = system->ref(a, b);
  return {std::move(ref.slots), sets[ref.type]};
}

std::optional<PairInvariant> pair_invariant(
    const Instance& instance, std::shared_ptr<const Reduction> reduction,
    PairMode mode, const network::Limits& limits,
    std::shared_ptr<const Meetings> meetings) {
  return within<PairInvariant>(
      limits, [&](network::Budget& budget) -> std::optional<PairInvariant> {
        const bool rules = !instance.model->rules.empty();
        if (rules && !meetings) meetings = std::make_shared<Meetings>(instance);
        // Nothing is known of steps that are not taken.
        if (rules && meetings->refused()) {
          throw network::LimitReached{network::Limit::work};
        }
        auto system = pair_system(instance, std::move(reduction),
                                  rules ? PairMode::unreduced : mode, limits);
        if (!system) return std::nullopt;
        PairWorklist worklist(
            std::make_shared<const PairSystem>(std::move(*system)), meetings,
            budget);
        return finished(worklist);
      });
}

}  // namespace vicinal::fixpoint::inline pair
