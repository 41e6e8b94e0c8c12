// SPDX-License-Identifier: MIT
// A worklist over states of types. A state is joined, in every place of every
// join where a view of its type is, with the states before it; so each joint
// state is met when its last part is taken from the list.
#include "fixpoint/family/family_engine.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "fixpoint/family/join_steps.hpp"
#include "fixpoint/views/lists.hpp"
#include "fixpoint/views/tuples.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline family {

using fixpoint::end_of_list;
using fixpoint::StateSet;
using network::Limit;
using network::Scalar;

namespace {

using Positions = std::vector<std::uint32_t>;

// States of a type by the values of some columns.
struct Index {
  std::uint32_t type = 0;
  Positions columns;
};

// How the parts of a join are put together, beginning with one of them.
struct Stage {
  std::uint32_t part = 0;
  std::uint32_t index = UINT32_MAX;  // none: all columns are known, look it up
  Positions known, fresh;            // columns of the part
};

class Engine {
 public:
  Engine(const TypeSystem& system, const network::Limits& limits);
  void add(std::uint32_t type, std::span<const Scalar> row);
  void run();
  // A limit was reached: the invariant is not complete.
  void stop(Limit limit) { limit_ = limit; }
  TypeInvariant result();

 private:
  struct Start {
    std::uint32_t join = 0;
    std::uint32_t part = 0;
    std::vector<Stage> stages;
  };
  std::uint32_t index_of(std::uint32_t type, const Positions& columns);
  Start plan(std::uint32_t join, std::uint32_t part);
  void process(std::uint32_t s);
  void place(const Start& start, std::size_t stage, std::uint32_t s,
             const Positions& columns, std::size_t at);
  void go_on(const Start& start, std::size_t stage);
  void fire(std::uint32_t join);
  void look() const;
  Scalar in_part(const Join& join, const Part& part, std::uint32_t column,
                 Scalar value) const;
  std::uint32_t list_of(std::uint32_t index, std::span<const Scalar> key);

  const TypeSystem& system_;
  network::Budget budget_;
  std::vector<std::vector<Start>> starts_;  // per type
  std::vector<Index> indices_;
  std::map<std::pair<std::uint32_t, Positions>, std::uint32_t> index_numbers_;
  std::vector<Positions> indices_of_;              // per type
  fixpoint::Tuples states_;                        // tag: type
  fixpoint::Tuples keys_;                          // tag: index
  fixpoint::Lists lists_;                          // per key: states
  std::vector<std::unique_ptr<JoinSteps>> steps_;  // per join
  std::vector<Scalar> row_;  // of the join that is put together
  std::uint64_t local_steps_ = 0;
  std::uint64_t joined_ = 0;  // states of joins that were looked at
  Limit limit_ = Limit::none;
};

Engine::Engine(const TypeSystem& system, const network::Limits& limits)
    : system_(system), budget_(limits) {
  starts_.resize(system.types.size());
  indices_of_.resize(system.types.size());
  std::size_t largest = system.k;
  for (const Join& join : system.joins) {
    largest = std::max(largest, join.tuple.nodes.size());
  }
  for (std::uint32_t j = 0; j < system.joins.size(); ++j) {
    const Join& join = system.joins[j];
    steps_.push_back(
        std::make_unique<JoinSteps>(join, join.tuple.nodes.size() == largest));
    for (std::uint32_t p = 0; p < join.parts.size(); ++p) {
      starts_[join.parts[p].type].push_back(plan(j, p));
    }
  }
}

std::uint32_t Engine::index_of(std::uint32_t type, const Positions& columns) {
  const auto [at, fresh] = index_numbers_.try_emplace(
      {type, columns}, static_cast<std::uint32_t>(indices_.size()));
  if (fresh) {
    indices_.push_back({type, columns});
    indices_of_[type].push_back(at->second);
  }
  return at->second;
}

// Next is always the part that adds the fewest columns.
Engine::Start Engine::plan(std::uint32_t number, std::uint32_t part) {
  const Join& join = system_.joins[number];
  Start start{number, part, {}};
  std::vector<bool> known(join.layout.slots.size(), false);
  std::vector<bool> used(join.parts.size(), false);
  const auto learn = [&](std::uint32_t p) {
    used[p] = true;
    for (const std::uint32_t c : join.parts[p].columns) known[c] = true;
  };
  learn(part);
  for (std::size_t i = 1; i < join.parts.size(); ++i) {
    Stage best;
    std::size_t fewest = SIZE_MAX;
    for (std::uint32_t p = 0; p < join.parts.size(); ++p) {
      if (used[p]) continue;
      Stage stage;
      stage.part = p;
      const Positions& columns = join.parts[p].columns;
      for (std::uint32_t c = 0; c < columns.size(); ++c) {
        (known[columns[c]] ? stage.known : stage.fresh).push_back(c);
      }
      if (stage.fresh.size() < fewest) {
        fewest = stage.fresh.size();
        best = std::move(stage);
      }
    }
    learn(best.part);
    if (!best.fresh.empty()) {
      best.index = index_of(join.parts[best.part].type, best.known);
    }
    start.stages.push_back(std::move(best));
  }
  return start;
}

void Engine::add(std::uint32_t type, std::span<const Scalar> row) {
  if (!states_.insert(type, row).second) return;
  for (const Symmetry& s : system_.types[type].symmetries) {
    states_.insert(type, moved(system_.types[type], s, row));
  }
}

std::uint32_t Engine::list_of(std::uint32_t index,
                              std::span<const Scalar> key) {
  const auto [list, fresh] = keys_.insert(index, key);
  if (fresh) lists_.grow(list + 1);
  return list;
}

void Engine::process(std::uint32_t s) {
  const std::uint32_t type = states_.tag(s);
  std::vector<Scalar> key;
  for (const std::uint32_t i : indices_of_[type]) {
    key.clear();
    for (const std::uint32_t c : indices_[i].columns) {
      key.push_back(states_[s][c]);
    }
    lists_.push(list_of(i, key), s);
  }
  for (const Start& start : starts_[type]) {
    const Join& join = system_.joins[start.join];
    row_.assign(join.layout.slots.size(), 0);
    Positions all(states_[s].size());
    for (std::uint32_t c = 0; c < all.size(); ++c) all[c] = c;
    place(start, 0, s, all, 0);
  }
}

// Puts columns at.. of a state into the join. A reference to another node than
// those of the view may mean one that the join shows.
void Engine::place(const Start& start, std::size_t stage, std::uint32_t s,
                   const Positions& columns, std::size_t at) {
  const Join& join = system_.joins[start.join];
  const Part& part =
      join.parts[stage == 0 ? start.part : start.stages[stage - 1].part];
  for (; at < columns.size(); ++at) {
    const std::uint32_t c = columns[at];
    const std::uint32_t column = part.columns[c];
    const Scalar value = states_[s][c];
    const network::NodeFamilyId family = join.layout.reference[column];
    if (!family.valid() || value < 0) {
      row_[column] = value;
    } else if (value < static_cast<Scalar>(part.nodes.size())) {
      row_[column] = part.nodes[static_cast<std::size_t>(value)];
    } else {
      const auto& nodes = join.tuple.nodes;
      for (std::uint32_t p = 0; p < nodes.size(); ++p) {
        if (join.tuple.instance().family_of[nodes[p].index()] != family ||
            std::find(part.nodes.begin(), part.nodes.end(), p) !=
                part.nodes.end()) {
          continue;
        }
        row_[column] = p;
        place(start, stage, s, columns, at + 1);
      }
      row_[column] = static_cast<Scalar>(nodes.size());
    }
  }
  go_on(start, stage);
}

// A value of the join as a part has it.
Scalar Engine::in_part(const Join& join, const Part& part, std::uint32_t column,
                       Scalar value) const {
  if (!join.layout.reference[column].valid() || value < 0) return value;
  return std::find(part.nodes.begin(), part.nodes.end(), value) -
         part.nodes.begin();
}

void Engine::go_on(const Start& start, std::size_t stage) {
  network::poll(8);
  const Join& join = system_.joins[start.join];
  if (stage == start.stages.size()) {
    fire(start.join);
    return;
  }
  const Stage& next = start.stages[stage];
  const Part& part = join.parts[next.part];
  std::vector<Scalar> key;
  for (const std::uint32_t c : next.known) {
    const std::uint32_t column = part.columns[c];
    key.push_back(in_part(join, part, column, row_[column]));
  }
  if (next.index == UINT32_MAX) {
    if (states_.find(part.type, key) != UINT32_MAX) go_on(start, stage + 1);
    return;
  }
  const std::uint32_t list = keys_.find(next.index, key);
  if (list == UINT32_MAX) return;
  for (std::uint32_t c = lists_.head[list]; c != end_of_list;
       c = lists_.cells[c].second) {
    place(start, stage + 1, lists_.cells[c].first, next.fresh, 0);
  }
}

void Engine::fire(std::uint32_t number) {
  const Join& join = system_.joins[number];
  const std::vector<Scalar> before = row_;
  if ((++joined_ & 63U) == 0) look();
  std::vector<Scalar> key;
  steps_[number]->fire(before, [&](const JoinStep& step) {
    ++local_steps_;
    for (const Part& part : join.parts) {
      key.clear();
      bool changed = false;
      for (const std::uint32_t column : part.columns) {
        changed = changed || step.after[column] != before[column];
        key.push_back(in_part(join, part, column, step.after[column]));
      }
      if (changed) add(part.type, key);
    }
  });
}

// A join that no action fires in takes as long as one with a step.
void Engine::look() const {
  const Limit limit = budget_.look(
      local_steps_ + joined_, states_.bytes() + keys_.bytes() + lists_.bytes());
  if (limit != Limit::none) throw network::LimitReached{limit};
}

void Engine::run() {
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    if ((s & 15U) == 0) look();
    process(s);
  }
}

TypeInvariant Engine::result() {
  TypeInvariant out;
  const std::size_t types = system_.types.size();
  std::vector<std::vector<Scalar>> values(types);
  std::vector<std::size_t> rows(types, 0);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    auto& all = values[states_.tag(s)];
    all.insert(all.end(), states_[s].begin(), states_[s].end());
    ++rows[states_.tag(s)];
  }
  for (std::size_t t = 0; t < types; ++t) {
    out.sets.push_back(fixpoint::sorted_set(
        static_cast<std::uint32_t>(system_.types[t].layout.slots.size()),
        std::move(values[t]), rows[t]));
  }
  out.limit = limit_;
  out.local_states = states_.size();
  out.local_steps = local_steps_;
  return out;
}

}  // namespace

TypeInvariant type_invariant(const TypeSystem& system,
                             const std::vector<StateSet>& more,
                             const network::Limits& limits) {
  Engine engine(system, limits);
  const auto add = [&](std::uint32_t type, const StateSet& set) {
    for (std::size_t i = 0; i < set.rows; ++i) engine.add(type, set.row(i));
  };
  for (std::uint32_t t = 0; t < system.types.size(); ++t) {
    add(t, system.types[t].initial);
    if (t < more.size()) add(t, more[t]);
  }
  try {
    engine.run();
  } catch (const network::LimitReached& reached) {
    engine.stop(reached.limit);
  }
  return engine.result();
}

}  // namespace vicinal::fixpoint::inline family
