// SPDX-License-Identifier: MIT
// The graph on which formulas are checked: a Kripke structure, made as far as
// it is looked at (GQ section 2).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/semantics/steps.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline temporal {

// An action at a node, or a rule, that has to be taken again and again: if it
// is enabled from some point on (weak), if it is enabled again and again
// (strong).
struct FairAction {
  network::NodeId actor;  // none: a rule
  std::uint32_t action = 0;
  bool strong = false;
};
// What path quantifiers range over: the paths that keep the model's fairness
// assumptions, or all of them.
enum class Paths : std::uint8_t { fair, all };
// "fair", "all"
std::string_view text(Paths paths);
// None: it is no such name.
std::optional<Paths> paths_of(std::string_view name);

// Whether only those paths count on which a state that comes again and again is
// followed again and again by each of its successors: `fair global`. Of
// finitely many states they end in a bottom strongly connected component, all
// of which comes again and again.
bool globally_fair(const network::Instance& instance, Paths paths);

// What a path has to be fair to to count. Each once; what is strong is weak,
// too. Nothing, where all paths count, and where paths are globally fair: then
// they are fair to every action.
std::vector<FairAction> fair_actions(const network::Instance& instance,
                                     Paths paths);
// Those of one node. O(assumptions of the model).
std::vector<FairAction> fair_actions_of(const network::Instance& instance,
                                        network::NodeId n, Paths paths);

inline constexpr std::uint32_t not_fair = UINT32_MAX;

// Which fair action a step is taken by.
class FairNumbers {
 public:
  FairNumbers(const network::Instance& instance,
              const std::vector<FairAction>& fair);
  bool empty() const { return fair_.empty(); }
  // `not_fair`: by none.
  std::uint32_t of(network::NodeId actor, std::uint32_t action) const {
    if (fair_.empty()) return not_fair;
    return fair_[begin_[actor.valid() ? actor.index() : begin_.size() - 1] +
                 action];
  }

 private:
  std::vector<std::uint32_t> begin_;  // per node, then for the rules
  std::vector<std::uint32_t> fair_;   // per action of each
};

struct Move {
  std::uint32_t to = 0;
  std::uint32_t by = not_fair;  // a fair action, by number
};

class Graph {
 public:
  // Conditions on states, by number.
  struct Atoms {
    std::uint32_t count = 0;            // numbers are below
    std::vector<std::uint32_t> judged;  // those that are looked at
    // Whether one holds in a state. Throws ModelError.
    std::function<bool(std::uint32_t atom, std::vector<network::Scalar>& state)>
        holds;
  };

  // All that is referred to must outlive it.
  Graph(const network::Instance& instance, Atoms atoms,
        const std::vector<FairAction>& fair, network::Budget& budget)
      : instance_(instance),
        steps_(instance),
        fair_(instance, fair),
        integers_(network::has_integers(*instance.model)),
        atoms_(std::move(atoms)),
        label_words_((std::size_t{atoms_.count} + 63) / 64),
        budget_(budget) {}
  virtual ~Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const std::vector<std::uint32_t>& initial() const { return initial_; }
  // How many nodes were found so far: numbers are below.
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(first_.size());
  }
  // Moves that were found so far.
  std::uint64_t move_count() const { return moves_.size(); }

  bool holds(std::uint32_t atom, std::uint32_t node) const {
    return (labels_[node * label_words_ + atom / 64] >> atom % 64 & 1) != 0;
  }

  // At least one: where no step is enabled, a state repeats for ever (design
  // 3.1). Valid until another node is expanded. Throws LimitReached.
  std::span<const Move> moves(std::uint32_t node) {
    if (first_[node] == unexpanded) expand_node(node);
    return std::span(moves_).subspan(first_[node], count_[node]);
  }
  bool expanded(std::uint32_t node) const { return first_[node] != unexpanded; }
  void expand_all() {
    for (std::uint32_t n = 0; n < size(); ++n) moves(n);
  }

  // What was evaluated and failed: in a state, or a step from it. Then the
  // graph lacks something: what holds in it says nothing of the model.
  struct Failure {
    std::uint32_t node = 0;
    std::optional<network::Event> step;
    network::ModelError error;
  };
  const std::optional<Failure>& failure() const { return failure_; }
  // An `int` left 64 bits: then the graph lacks what follows.
  bool overflow() const { return overflow_; }

  // A run along nodes, in terms of the model, from a state of the first of
  // them. With a loop: as long as it takes to come back to the state in which
  // the loop begins.
  struct Path {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> by;  // per step: by this fair action, if any
    std::size_t loop = SIZE_MAX;    // the last node is this one again
  };
  struct Lifted {
    network::Trace trace;
    std::size_t loop = SIZE_MAX;  // after so many steps it begins
    std::vector<std::vector<network::Scalar>> states;  // one more than steps
    // There the model does nothing any more.
    bool ends = false;
  };
  virtual Lifted lift(const std::vector<network::Scalar>& from,
                      const Path& path);
  // A state that a node stands for, and whether it does for one.
  virtual std::vector<network::Scalar> state(std::uint32_t node) const = 0;
  virtual bool stands_for(std::uint32_t node,
                          const std::vector<network::Scalar>& state) = 0;
  // The node of a state that is reached, if all nodes are expanded.
  virtual std::uint32_t node_of(const std::vector<network::Scalar>& state) = 0;
  // What tables have one entry for each orbit of: other than nodes, if these
  // are unwound from them.
  virtual std::uint64_t representatives() const { return size(); }

  virtual std::uint64_t bytes() const;

 protected:
  // Appends moves, to nodes that may be new.
  virtual void expand(std::uint32_t node, std::vector<Move>& moves) = 0;

  // Finds the nodes of all initial states. Throws LimitReached.
  void begin(
      const std::function<std::uint32_t(std::span<const network::Scalar>)>&
          find);

  // A new node; its atoms are all false. `judge` sets those of a state of it.
  std::uint32_t add_node();
  void judge(std::uint32_t node, std::vector<network::Scalar>& state);
  void set(std::uint32_t atom, std::uint32_t node) {
    labels_[node * label_words_ + atom / 64] |= std::uint64_t{1} << atom % 64;
  }
  // Of an `int` that leaves 64 bits: a limit was reached (design 3.1).
  void fail(Failure failure) {
    if (integers_ && failure.error.kind == network::ErrorKind::overflow) {
      overflow_ = true;
    } else if (!failure_) {
      failure_ = std::move(failure);
    }
  }
  network::Budget& budget() const { return budget_; }

  const network::Instance& instance_;
  network::Steps steps_;
  FairNumbers fair_;
  std::vector<std::uint32_t> initial_;

 private:
  static constexpr std::uint64_t unexpanded = UINT64_MAX;
  void look();
  void expand_node(std::uint32_t node);
  bool follow(std::vector<network::Scalar>& state, std::uint32_t to,
              std::uint32_t by, network::Trace& trace);

  const bool integers_;
  bool overflow_ = false;
  Atoms atoms_;
  std::size_t label_words_;
  network::Budget& budget_;
  std::vector<std::uint64_t> labels_;
  std::vector<std::uint64_t> first_;  // per node: in moves_
  std::vector<std::uint32_t> count_;
  std::vector<Move> moves_;
  std::vector<Move> found_;
  std::optional<Failure> failure_;
  std::uint32_t expanded_ = 0;
};

}  // namespace vicinal::explore::inline temporal
