// SPDX-License-Identifier: MIT
// The steps of an instance on packed states, by look-up: what actions do is
// evaluated once for each combination of values that they read; where these are
// too many, by a program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "network/semantics/steps.hpp"
#include "network/steps/compile.hpp"
#include "network/steps/counts.hpp"
#include "network/steps/decisions.hpp"

namespace vicinal::network::inline steps {

// What a step changes: bits of words to clear, and to set.
struct Patch {
  std::uint32_t word = 0;
  std::uint64_t clear = 0;
  std::uint64_t set = 0;
};

// Successors of one state, in the order of Steps.
struct Successors {
  // Numbers for TableSteps::apply and `written`; from `other` on: the next
  // state of others, and a number for `written`, which tells what it may write.
  // Of `unknown` nothing is told.
  std::vector<std::uint32_t> steps;
  // Whole states, each Packing::words() long: of what no table holds.
  std::vector<std::uint64_t> others;
  // Of each of these, the number of its action (TableSteps::action_number).
  std::vector<std::uint32_t> other_actions;

  static constexpr std::uint32_t other = std::uint32_t{1} << 31;
  static constexpr std::uint32_t unknown = other + Pool::anything;

  void clear() {
    steps.clear();
    others.clear();
    other_actions.clear();
  }
};

// How TableSteps goes about it; successors are the same.
struct TableLimits {
  // So many states are expanded unit by unit, to find out what units read.
  std::uint32_t lone = 1000;
  // A unit that has more results is a program from then on: large trees are
  // slower, as they do not fit into the processor's caches.
  std::uint32_t results = 4096;
  // So many results more than look-ups that found one are evaluated: an
  // evaluation takes as long as many runs of the program, and pays only where
  // its result is found again.
  std::uint32_t ahead = 64;
  // Count members of all quantifiers, not only of those that read much.
  bool count_all = false;
};

class TableSteps {
 public:
  // The instance must outlive it.
  TableSteps(const Instance& instance, const Packing& packing,
             TableLimits limits = {});
  TableSteps(const TableSteps&) = delete;
  TableSteps& operator=(const TableSteps&) = delete;

  // The successors of a packed state, one for each enabled binding, after
  // priorities, in the order of Steps: whatever the tables hold. False:
  // evaluating a guard, a priority, a domain or a statement fails, so that
  // Steps has to tell what happens.
  bool expand(const std::uint64_t* state, Successors& out);

  // `next`: a copy of the state.
  void apply(std::uint32_t successor, std::uint64_t* next) const {
    const Range range = successors_[successor].patches;
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
      const Patch& patch = patches_[p];
      next[patch.word] = (next[patch.word] & ~patch.clear) | patch.set;
    }
  }
  // The slots that it writes; others are as in the state before.
  std::span<const std::uint32_t> written(std::uint32_t successor) const {
    if (successor >= Successors::other) {
      return compiler_.pool().written[successor - Successors::other];
    }
    const Range range = successors_[successor].written;
    return std::span(written_).subspan(range.begin, range.size());
  }

  // Whose step it is, by which action; none (a rule): the number of the rule.
  // Of `Successors::other` nothing is known.
  struct Acting {
    NodeId actor;
    std::uint32_t action = 0;
  };
  Acting acting(std::uint32_t successor) const {
    const Successor& s = successors_[successor];
    return {s.actor, s.action - first_action_of(s.actor)};
  }

  // Whether a step of the action was among the successors of some state.
  bool fired(ProcessId process, std::uint32_t action) const;

  // Actions of all processes, one process after the other, and then rules, by
  // number, below `action_count`: of an action of a process (none: of a rule),
  // and of a step below Successors::other.
  std::uint32_t action_number(ProcessId process, std::uint32_t action) const {
    return action + (process.valid() ? first_action_[process.index()]
                                     : first_action_.back());
  }
  std::uint32_t action_number(std::uint32_t successor) const {
    return successors_[successor].action;
  }
  std::size_t action_count() const { return fired_.size(); }

  std::uint64_t bytes() const;

 private:
  // What is evaluated together: actions of a node (none: rules), or one binding
  // of an action with a priority.
  struct Unit {
    NodeId actor;
    std::uint32_t first = 0, last = 0;  // actions: first <= a < last
    std::vector<Scalar> frame;          // one binding: of the first
    bool bound = false;
    bool last_of_contest = false;  // of bindings of one action, which compete
    std::uint32_t room = 0;        // so many results may be kept
    std::uint64_t kept = 0, found = 0;  // results, look-ups that found one
    // Without room; of a contest: of the first of its units.
    std::uint32_t program = not_compiled;
  };
  // In place of a number in programs_.
  static constexpr std::uint32_t not_compiled = UINT32_MAX,
                                 interpreted = UINT32_MAX - 1;
  struct TableEntry {
    Range successors;
    Scalar priority = 0;
    bool fails = false;
  };
  struct Successor {
    Range patches, written;
    std::uint32_t action = 0;  // number in fired_
    NodeId actor;              // none: a rule
  };
  // A step of the evaluation that goes on.
  struct Found {
    std::uint32_t action = 0;
    NodeId actor;
    std::vector<std::uint32_t> slots;  // that it writes
    std::vector<Scalar> values;
  };

  // Units whose slots lie together in one word: their results by one look-up,
  // in a table by the bits of these slots. `alone`: a unit, or the units of a
  // contest, that fit into no table.
  struct UnitGroup {
    std::uint32_t first = 0, last = 0;  // units
    bool last_of_contest = false;
    bool alone = false;
    BitIndex index;
    std::vector<std::uint32_t> table;  // number in group_results_; 0: unknown

    void make_table(BitIndex of) {
      index = std::move(of);
      table.assign(index.size(), 0);
    }
  };
  struct GroupResult {
    Range successors;  // into group_successors_
    Scalar priority = 0;
    bool fails = false;
  };

  void add_units(NodeId actor);
  bool add_bindings(NodeId actor, std::uint32_t action);
  bool evaluate(const Unit& unit, const std::uint64_t* state);
  void evaluate_actions(const Unit& unit);
  void evaluate_binding(const Unit& unit);
  void execute(NodeId actor, std::uint32_t action, const Scalar* binding);
  std::uint32_t learn(std::uint32_t unit, const std::uint64_t* state);
  std::uint32_t keep();
  bool expand_actions(std::uint32_t unit, const std::uint64_t* state,
                      Successors& out);
  bool expand_contest(std::uint32_t& unit, const std::uint64_t* state,
                      Successors& out);
  void add_others(Successors& out);
  bool compile(Unit& unit);
  bool run(const Unit& unit, Successors& out);
  bool expand_units(const std::uint64_t* state, Successors& out);
  void remember_slots(std::uint32_t unit);
  void start_anew();

  // table_groups.cpp
  void make_groups();
  std::uint32_t end_of_alone(std::uint32_t unit) const;
  std::optional<Packing::WordBits> bits_of(std::uint32_t unit) const;
  std::uint32_t fill(UnitGroup& group, const std::uint64_t* state);
  bool add_to_fill(std::uint32_t result, bool contest, GroupResult& out);
  bool expand_groups(const std::uint64_t* state, Successors& out);
  std::uint32_t action_number(NodeId actor, std::uint32_t action) const;
  std::uint32_t first_action_of(NodeId actor) const {
    return actor.valid() ? first_action_[instance_.process_id(actor).index()]
                         : first_action_.back();
  }

  const Instance& instance_;
  Packing packing_;  // with derived fields of counts_
  Counts counts_;
  Steps steps_;
  Recorder recorder_;
  Decisions decisions_;
  std::vector<Unit> units_;  // and trees of decisions_, by number
  std::vector<TableEntry> results_;
  std::vector<Successor> successors_;
  std::vector<Patch> patches_;
  std::vector<std::uint32_t> written_;
  std::vector<std::uint32_t> first_action_;  // per process; then of the rules
  std::vector<bool> fired_;
  std::vector<std::vector<std::uint32_t>> slots_;  // per unit: that it reads
  std::vector<UnitGroup> groups_;
  bool grouped_ = false;  // and groups_ fit slots_
  TableLimits limits_;
  std::uint32_t until_groups_;  // states to expand before
  std::uint32_t groupings_ = 0;
  std::vector<GroupResult> group_results_ = {{}};
  std::vector<std::uint32_t> group_successors_;
  // The state that is expanded, with derived fields, and without.
  std::vector<std::uint64_t> extended_;
  const std::uint64_t* expanded_ = nullptr;
  // Of the evaluation that goes on.
  std::vector<Scalar> state_, next_, frame_;
  StepList list_;
  std::vector<Found> found_;
  Scalar priority_ = 0;
  // Of units without room.
  Compiler compiler_;
  Machine machine_;
  std::vector<Program> programs_;
};

}  // namespace vicinal::network::inline steps
