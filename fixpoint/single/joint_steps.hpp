// SPDX-License-Identifier: MIT
// Rules as joint steps of the nodes that they name (rendezvous: LS section 7):
// each binding of a rule is a step that two nodes, or one, or three, take
// together. Not for use outside of fixpoint/.
//
//   theta(i)    theta(j)      For every choice of local states of those who
//      │           │          take part, each in its theta, that agree on the
//      └─── agree ─┘          edges they share, and in which the guard may be
//            │                true: what the statements make of them is in
//            ▼                their sets again; and any other node k that sees
//      i, j after it          an edge of theirs has that edge changed, in the
//            │                states of theta(k) that agree with what the edges
//            └──▶ theta(k)    were before.
//
// Sound, as equation (3) is: of a reachable state all projections are in theta,
// and the step reads and writes nothing that these nodes do not see.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "fixpoint/single/meetings.hpp"

namespace vicinal::fixpoint::inline single {

class JointSteps {
 public:
  // Nothing of the meetings may be refused.
  JointSteps(const network::Instance& instance,
             std::shared_ptr<const Meetings> meetings, Findings& findings);

  // A local state that a step leads to.
  using Add = std::function<void(network::NodeId n,
                                 std::span<const network::Scalar> row,
                                 std::uint32_t round)>;

  // A new local state of n, once each: all joint steps that it takes part in
  // with states that came before, and what these did to the edges it sees.
  // Throws LimitReached after too many choices of states.
  void see(network::NodeId n, std::span<const network::Scalar> row,
           std::uint32_t round, const Add& add);

  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t taken() const { return taken_; }  // choices looked at

 private:
  using Row = std::vector<network::Scalar>;
  struct Seen {
    Row row;
    std::uint32_t round = 0;
  };
  // Columns of a node, what they were, and what they become.
  struct Change {
    std::vector<std::uint32_t> columns;
    Row before, after;
    std::uint32_t round = 0;
  };

  using Chosen = std::vector<const Seen*>;  // per node of a meeting
  void choose(const Meeting& meeting, Chosen& chosen, std::size_t at,
              std::size_t fixed, const Add& add);
  bool agree(const Meeting& meeting, const Chosen& chosen,
             std::size_t count) const;
  void step(const Meeting& meeting, const Chosen& chosen, const Add& add);
  void fails(const Meeting& meeting, const Chosen& chosen,
             const network::ModelError& error);
  void tell(const Meeting& meeting, const Chosen& chosen,
            const std::vector<Row>& after, std::uint32_t round, const Add& add);
  void apply(network::NodeId n, const Seen& seen, const Change& change,
             const Add& add) const;

  Findings& findings_;
  std::shared_ptr<const Meetings> meetings_;
  MeetingSteps steps_;
  View view_;
  std::vector<std::vector<const Meeting*>> meetings_of_;  // per node
  std::vector<std::deque<Seen>> seen_;                    // likewise
  std::vector<std::vector<Change>> changes_;              // likewise
  std::vector<std::set<std::tuple<std::vector<std::uint32_t>, Row, Row>>>
      known_;  // likewise: changes
  std::uint64_t bytes_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace vicinal::fixpoint::inline single
