// SPDX-License-Identifier: MIT
// Who takes part in which step of a rule: each binding of a rule is a step that
// a node, or two, or three, take together (rendezvous: LS section 7). Not for
// use outside of fixpoint/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fixpoint/single/findings.hpp"
#include "fixpoint/views/footprint.hpp"
#include "fixpoint/views/view.hpp"
#include "network/semantics/kleene.hpp"

namespace vicinal::fixpoint::inline single {

struct Meeting {
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
  std::uint32_t rule = 0;
  std::vector<network::Scalar> binding;
  std::vector<network::NodeId> nodes;  // who take part, ascending
  // Slots that the statements may write, or read, in any state, ascending.
  // Those of variables and edges are seen by some of `nodes`.
  std::vector<std::uint32_t> touched;
  std::vector<std::pair<At, At>> common;  // the same slot, seen by two
  std::vector<Onlooker> onlookers;
  bool sees_guard = false, sees_priority = false;  // all that these read
};

// All bindings of the rules of an instance.
class Meetings {
 public:
  // Polls; O(bindings of rules * what their statements touch).
  explicit Meetings(const network::Instance& instance);

  // The first rule that is not taken, by number, and why, in words: more than
  // three nodes, or places that none of them sees, or loops. With one the list
  // is not complete.
  struct Refused {
    std::uint32_t rule = 0;
    std::string why;
  };
  const std::optional<Refused>& refused() const { return refused_; }

  const std::vector<Meeting>& all() const { return all_; }

 private:
  std::vector<Meeting> all_;
  std::optional<Refused> refused_;
};

// Takes them, in views that show those who take part, and perhaps others.
class MeetingSteps {
 public:
  MeetingSteps(const network::Instance& instance, Findings& findings);

  // Whether the step may be taken, which is found; the view then shows what
  // comes after. What may fail is in `error`, whether it is taken or not.
  bool take(const Meeting& meeting, View& view,
            std::optional<network::ModelError>& error);

 private:
  bool may_fire(const Meeting& meeting, const View& view,
                std::optional<network::ModelError>& error);
  bool may_hold(const network::Action& rule, const network::Context& context,
                bool seen, std::optional<network::ModelError>& error) const;

  const network::Model& model_;
  Findings& findings_;
  network::Evaluator evaluator_;
  network::Kleene decide_;  // unseen: unknown
  network::Kleene fail_;    // unseen: of its type
  std::vector<network::Scalar> frame_;
};

}  // namespace vicinal::fixpoint::inline single
