// SPDX-License-Identifier: MIT
// Rules as joint steps, seen by pairs (rendezvous: LS section 7). Not for use
// outside of fixpoint/.
//
//   a ── b     theta(a,b)     Those who take part in a step (here a and b) and
//   │ \/ │     theta(a,i)     the nodes of a pair {i, j}, up to five nodes: for
//   │ /\ │     theta(a,j)     every choice of their local states that all pairs
//   i ── j     theta(b,i)     among them allow, and in which the guard may be
//              theta(b,j)     true, what the step makes of {i, j} is in
//              theta(i,j)     theta(i,j).
//
// Both of i and j may take part, or one, or none: then it matters where one of
// them sees an edge that the step may write. Sound, as (7)-(9) are: of a
// reachable state all projections are in theta. Larger than it might be in the
// two ways of single nodes (docs/theory.md): no more than pairs agree, and
// priorities are left out. Every pair is a type by itself: a rule may name its
// nodes.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fixpoint/pair/pair_system.hpp"
#include "fixpoint/single/meetings.hpp"
#include "fixpoint/views/lists.hpp"
#include "fixpoint/views/tuples.hpp"

namespace vicinal::fixpoint::inline pair {

class JointPairs {
 public:
  // Of an unreduced system. `states` are tagged with types, `rounds` say when
  // each of them came; both may grow while this is used. Nothing of the
  // meetings may be refused. Throws LimitReached where there are too many.
  JointPairs(const PairSystem& system, std::shared_ptr<const Meetings> meetings,
             const Tuples& states, const std::vector<std::uint32_t>& rounds,
             Findings& findings);

  // A state that a step leads to.
  using Add = std::function<void(std::uint32_t type,
                                 std::span<const network::Scalar> row,
                                 std::uint32_t round)>;

  // State number s, once each: all joint steps that it takes part in with
  // states that came before. Throws LimitReached after too many choices.
  void see(std::uint32_t s, const Add& add);

  std::uint64_t bytes() const;

 private:
  using Row = std::vector<network::Scalar>;
  // Who takes part, and the nodes of some pairs.
  struct Join {
    const Meeting* meeting = nullptr;
    std::vector<network::NodeId> nodes;
    std::vector<std::uint32_t> targets;  // types that the step may change
  };

  void find_joins(const Meeting& meeting);
  void join(const Meeting& meeting, std::vector<network::NodeId> others,
            bool needed);
  std::uint32_t type_of(network::NodeId a, network::NodeId b) const {
    return types_[a.index() * nodes_ + b.index()];
  }
  // Of a type and one of its nodes.
  std::uint32_t side(std::uint32_t type, network::NodeId n) const {
    return 2 * type + (system_.types[type].m == n ? 0 : 1);
  }
  void pick(const std::vector<std::uint32_t>& slots, Row& out) const;
  void show(network::NodeId n, int by);
  void extend(const Join& join, std::size_t at, std::uint32_t round,
              const Add& add);
  bool fits(std::uint32_t type, std::span<const network::Scalar> row) const;
  bool allowed(std::size_t at, std::uint32_t& round);
  void step(const Join& join, std::uint32_t round, const Add& add);
  void fails(const Meeting& meeting, const network::ModelError& error);

  const PairSystem& system_;
  std::shared_ptr<const Meetings> meetings_;
  const Tuples& states_;
  const std::vector<std::uint32_t>& rounds_;
  Findings& findings_;
  MeetingSteps steps_;
  View view_;
  std::size_t nodes_ = 0;
  std::vector<std::uint32_t> types_;              // per ordered pair
  std::vector<std::vector<std::uint32_t>> seen_;  // per node: its slots
  std::vector<Join> joins_;
  std::vector<std::vector<std::uint32_t>> joins_of_;  // per type
  std::size_t entries_ = 0;                           // of these
  Tuples sides_;  // tag: side; the node's local state
  Lists with_;    // per one of these: states of the type
  std::uint64_t taken_ = 0;
  // Of the choice that is looked at: the nodes so far; by slots, what they see
  // and how many of them do.
  std::vector<network::NodeId> order_;
  Row values_, after_, row_;
  std::vector<std::uint32_t> shown_;
};

}  // namespace vicinal::fixpoint::inline pair
