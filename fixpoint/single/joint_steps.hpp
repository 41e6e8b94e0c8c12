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
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "fixpoint/single/findings.hpp"
#include "fixpoint/views/footprint.hpp"
#include "fixpoint/views/view.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::fixpoint::inline single {

class JointSteps {
 public:
  // Polls; O(bindings of rules * what their statements touch).
  JointSteps(const network::Instance& instance, Findings& findings);

  // The first rule that is not taken, by number, and why, in words: more than
  // three nodes, or places that none of them sees, or loops. With one the rest
  // must not be called.
  struct Refused {
    std::uint32_t rule = 0;
    std::string why;
  };
  const std::optional<Refused>& refused() const { return refused_; }

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
  // A column of the view of one who takes part, by its place among them.
  struct At {
    std::uint32_t who = 0, column = 0;
    auto operator<=>(const At&) const = default;
  };
  // Another node that sees edges of theirs: its columns, and theirs.
  struct Onlooker {
    network::NodeId node;
    std::vector<std::pair<std::uint32_t, At>> edges;
  };
  struct Meeting {
    std::uint32_t rule = 0;
    Row binding;
    std::vector<network::NodeId> nodes;  // who take part, ascending
    std::vector<std::pair<At, At>> common;
    std::vector<Onlooker> onlookers;
    bool sees_guard = false, sees_priority = false;
  };
  // Columns of a node, what they were, and what they become.
  struct Change {
    std::vector<std::uint32_t> columns;
    Row before, after;
    std::uint32_t round = 0;
  };

  void find_meetings(std::uint32_t rule);
  bool local_ranges(const network::Action& rule);
  void meet(std::uint32_t rule, const Row& frame);
  bool take_part(Meeting& meeting, const Row& frame);
  void look_at_edges(Meeting& meeting);
  bool shows(const Meeting& meeting, network::ExprId e, const Row& frame);
  void refuse(std::uint32_t rule, std::string why);

  using Chosen = std::vector<const Seen*>;  // per node of a meeting
  void choose(const Meeting& meeting, Chosen& chosen, std::size_t at,
              std::size_t fixed, const Add& add);
  bool agree(const Meeting& meeting, const Chosen& chosen,
             std::size_t count) const;
  void step(const Meeting& meeting, const Chosen& chosen, const Add& add);
  bool may_fire(const Meeting& meeting, const Chosen& chosen);
  bool may_hold(const network::Action& rule, const network::Context& context,
                bool seen, std::optional<network::ModelError>& error) const;
  void fails(const Meeting& meeting, const Chosen& chosen,
             const network::ModelError& error);
  void tell(const Meeting& meeting, const Chosen& chosen,
            const std::vector<Row>& after, std::uint32_t round, const Add& add);
  void apply(network::NodeId n, const Seen& seen, const Change& change,
             const Add& add) const;

  const network::Instance& instance_;
  const network::Model& model_;
  Findings& findings_;
  network::Evaluator evaluator_;
  network::Kleene decide_;  // unseen: unknown
  network::Kleene fail_;    // unseen: of its type
  Footprint footprint_;
  View view_;
  Row frame_;
  std::vector<network::NodeId> node_of_;  // per slot: whose variable; or none
  std::vector<network::EdgeId> edge_of_;  // likewise
  std::optional<Refused> refused_;
  std::vector<Meeting> meetings_;
  std::vector<std::vector<std::uint32_t>> meetings_of_;  // per node
  std::vector<std::deque<Seen>> seen_;                   // likewise
  std::vector<std::vector<Change>> changes_;             // likewise
  std::vector<std::set<std::tuple<std::vector<std::uint32_t>, Row, Row>>>
      known_;               // likewise: changes
  std::size_t shared_ = 0;  // columns of edges in all meetings
  std::uint64_t bytes_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace vicinal::fixpoint::inline single
