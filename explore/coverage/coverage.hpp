// SPDX-License-Identifier: MIT
// How often actions, parts of guards, branches and values came up, in states
// that are shown one by one: by the slow evaluation of `network/semantics`,
// which shares nothing with the engine that found them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/coverage/guard_parts.hpp"
#include "explore/coverage/value_counts.hpp"
#include "network/base/limits.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline coverage {

// An `if`, a `while` or a `for`: how often its body was entered, and how often
// not (of `for`: because there was no member).
struct BranchCount {
  network::StmtId statement;
  std::uint64_t into = 0, past = 0;
  std::uint64_t unseen = 0;  // steps of which a local state does not tell

  void add(const BranchCount& others) {
    into += others.into;
    past += others.past;
    unseen += others.unseen;
  }
};

// An action of a process, over all its nodes, or a rule. A choice is a node
// and values of the bound variables, in one state.
struct ActionCount {
  network::ProcessId process;  // none: a rule
  std::uint32_t action = 0;
  std::uint64_t choices = 0;    // for which the guard was looked at
  std::uint64_t enabled = 0;    // after priorities
  std::uint64_t held_back = 0;  // by choices of higher priority
  std::uint64_t failed = 0;     // guards and priorities that failed
  // Of which a local state does not tell whether they are enabled, at every
  // size. Never in whole states.
  std::uint64_t open = 0;
  std::vector<GuardPart> parts;
  std::vector<BranchCount> branches;  // in the order of the text

  // A statement of the action went into its branch, or past it.
  void went(const network::Model& model, const network::Stmt& s, bool into);

  void add(const ActionCount& others);
};

// What was counted; of one instance, counts can be added.
struct CoverageCounts {
  std::uint64_t states = 0;
  // States behind this limit are not counted.
  network::Limit limit = network::Limit::none;
  // Of the processes that families of nodes have, in the order of the text;
  // then rules.
  std::vector<ActionCount> actions;
  std::vector<ValueCount> values;

  void add(const CoverageCounts& others);
  // Adds what was counted of another instance of the model.
  void join(const CoverageCounts& others);
  // Leaves out references to nodes, which mean something in one instance.
  void forget_references(const network::Model& model);
};

// What is counted of an instance, nothing counted yet; besides, per process the
// number of its first action, and then that of the first rule.
struct Countable {
  explicit Countable(const network::Instance& instance);

  CoverageCounts counts;
  ValuePlaces places;
  std::vector<std::size_t> first_of;
};

class Coverage final : network::BranchWatch {
 public:
  // The instance must outlive it. Polls the budget.
  explicit Coverage(const network::Instance& instance);
  Coverage(const Coverage&) = delete;
  Coverage& operator=(const Coverage&) = delete;

  // Counts what is enabled in a state and takes each such step to see which
  // ways it goes. Many times as slow as exploring. Polls the budget; where a
  // limit is reached, states from this one on are not counted.
  void see(std::span<const network::Scalar> state);

  const CoverageCounts& counts() const { return counts_; }
  // Nothing more comes; with a limit, more would have come without it.
  void end(network::Limit limit);

  // Begins anew.
  CoverageCounts take();

  const network::Instance& instance() const { return instance_; }

 private:
  void count(std::span<const network::Scalar> state);
  void see_action(network::NodeId actor, ActionCount& count);
  struct Guards {
    std::uint64_t hold = 0, fail = 0;  // of so many choices
  };
  Guards count_guards(network::NodeId actor, const network::Action& action,
                      ActionCount& count);
  void take_steps(ActionCount& count);
  void went(const network::Stmt& s, bool into) override;

  const network::Instance& instance_;
  network::Steps steps_;
  const Countable countable_;
  CoverageCounts counts_;
  std::vector<network::Scalar> state_, next_, frame_;
  network::StepList enabled_;
  ActionCount* taken_ = nullptr;  // whose statements are executed
};

}  // namespace vicinal::explore::inline coverage
