// SPDX-License-Identifier: MIT
// Guarded annotated quotient structures (GQ 3.1): one state for each orbit of a
// system without those priorities and parts of guards that tell processes
// apart, with its steps.
//
// H is the model without these: it has more steps, and more of its processes
// may change places. A guard loses its end, `q` of `p && q`: what is asked
// first, and may fail, is asked in H as well. A state is a representative, the
// blocks of each class of processes sorted, and an arrangement: which process
// is at which place. A labelled edge says where the processes go, its guard is
// whether the priority lets the step happen in an arrangement. What does not
// depend on the arrangement is found once for each representative.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explore/temporal/state_table.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline temporal {

using symmetry::ModelSymmetry;

class GuardedQuotient {
 public:
  using State = std::vector<network::Scalar>;

  // Nodes in `fixed` are not moved. The instance must outlive it.
  GuardedQuotient(const network::Instance& instance,
                  const std::vector<network::NodeId>& fixed);
  ~GuardedQuotient();

  // Not empty: there is no such structure, in words.
  const std::string& why_not() const { return why_not_; }
  // Actions and rules whose priority is a guard of edges.
  const std::vector<std::string>& guarded() const { return guarded_names_; }
  // Those whose guard is, as its end tells processes apart.
  const std::vector<std::string>& relaxed() const { return relaxed_names_; }

  // Processes that may change places, class after class: `first[c]` is the
  // first of class c, the last entry their number. A place is numbered like the
  // process that is there in a representative.
  const std::vector<network::NodeId>& processes() const { return processes_; }
  const std::vector<std::uint32_t>& first() const { return first_; }

  // Representatives that were found so far.
  std::uint32_t size() const { return table_.size(); }
  State state(std::uint32_t representative) const;
  // That of a state, and the process at each place.
  std::uint32_t find(const State& state, std::vector<std::uint32_t>& at);
  // A state, from who is at which place.
  State arranged(std::uint32_t representative,
                 const std::vector<std::uint32_t>& at) const;

  // Of each place of a representative: places with the same number have equal
  // blocks. Ascending.
  const std::vector<std::uint32_t>& groups(std::uint32_t representative);

  // What H leaves out of an action.
  struct LeftOut {
    bool priority = false, guard = false;
    bool any() const { return priority || guard; }
  };
  // A labelled edge. All at places of a group go to one of the groups of the
  // target, but for some.
  struct Moved {
    std::uint32_t place = 0, group = 0;
  };
  struct Edge {
    std::uint32_t to = 0;
    std::vector<std::uint32_t> group_to;  // per group
    std::vector<Moved> moved;             // ascending
    network::NodeId actor;                // in the representative; none: a rule
    std::uint32_t action = 0;
    std::vector<network::Scalar> binding;
    LeftOut guard;                             // to be asked of the model
    std::optional<network::ModelError> error;  // it fails, and goes nowhere
    // Of the edges of this representative those with the same number do the
    // same, but for who is moved out of a group.
    std::uint32_t effect = 0;
  };
  // In the order of steps: those that compete follow each other.
  const std::vector<Edge>& edges(std::uint32_t representative) {
    if (!expanded_[representative]) expand(representative);
    return expanded_[representative]->edges;
  }
  // Of each of these edges its label: the process at each place of the target
  // in the state that it leads to. Empty of one that fails. Not kept: O(edges)
  // steps each time.
  std::vector<std::vector<std::uint32_t>> labels(std::uint32_t representative);
  // Of a guard, a priority that is left, or what members range over.
  const std::optional<network::ModelError>& problem(
      std::uint32_t representative) {
    edges(representative);
    return expanded_[representative]->problem;
  }

  std::uint64_t bytes() const;

 private:
  struct Expanded {
    std::vector<Edge> edges;
    std::optional<network::ModelError> problem;
  };

  void choose(const std::vector<network::NodeId>& fixed);
  bool choose(const std::vector<network::NodeId>& fixed, bool guards);
  struct Relaxed;
  std::vector<Relaxed> relaxable(bool guards);
  void relax(const std::vector<network::NodeId>& fixed,
             const std::vector<Relaxed>& list);
  void restore(const std::vector<network::NodeId>& fixed,
               const std::vector<Relaxed>& list, std::size_t freedom);
  void note_relaxed();
  bool follow() const;
  std::size_t freedom(const std::vector<network::NodeId>& fixed) const;
  void expand(std::uint32_t representative);
  Edge edge(std::uint32_t representative, const State& after);
  LeftOut left_out(network::NodeId actor, std::uint32_t action) const;

  const network::Instance& original_;
  network::Model model_;        // of H
  network::Instance instance_;  // of it
  ModelSymmetry symmetry_;
  std::string why_not_;
  // Per process, then of the rules: what was left out.
  std::vector<std::vector<LeftOut>> left_out_;
  std::vector<std::string> guarded_names_, relaxed_names_;
  std::vector<network::NodeId> processes_;
  std::vector<std::uint32_t> first_;
  network::Packing packing_;
  network::Steps steps_;
  StateTable table_;
  std::vector<std::vector<std::uint32_t>> groups_;  // empty: not yet
  std::vector<std::unique_ptr<Expanded>> expanded_;
  std::uint64_t edge_count_ = 0;
};

}  // namespace vicinal::explore::inline temporal
