// SPDX-License-Identifier: MIT
// The strongest single local invariant of an instance (LS 3.2): for every node
// n a set theta(n) of local states over V_n, the least solution of
//
//   (1) initial states project into theta(n)
//   (2) steps of n stay in theta(n)
//   (3) steps of nodes that point to n, from joint states that theta allows,
//       stay in theta(n)
//
// equations (1)-(5), computed on the representatives of a balance relation (LS
// 4.3), which by Theorem 5 is the same.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fixpoint/orbits/local_states.hpp"
#include "fixpoint/reduction/reduction.hpp"
#include "network/base/diagnostic.hpp"
#include "network/graph/vias.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::fixpoint::inline single {

class Meetings;  // meetings.hpp

// A local step that may fail or that stands in the way of a proof.
struct LocalStep {
  network::NodeId view;                 // whose theta it starts in, and
  std::vector<network::Scalar> before;  // there: a row of theta(view)
  // view itself, or a node that points to it; none: the step is one of a rule,
  // and in `together` are those who take part in it, with their states.
  network::NodeId actor;
  std::vector<network::Scalar> actor_before;  // a row of theta(actor)
  std::uint32_t action = 0;
  std::vector<network::Scalar> binding;
  std::optional<network::ModelError> error;
  using Shown = std::pair<network::NodeId, std::vector<network::Scalar>>;
  std::vector<Shown> together;

  // Who acts, or takes part, in which state.
  std::vector<Shown> actors() const {
    return actor.valid() ? std::vector<Shown>{{actor, actor_before}} : together;
  }
};

// The quotient network that theta was computed on (LS 4.4, Theorem 6).
struct OnQuotient {
  std::uint64_t nodes = 0, edges = 0;
};

struct SingleInvariant {
  std::shared_ptr<const Reduction> reduction;
  std::shared_ptr<const Meetings> meetings;  // null: the model has no rules
  std::optional<OnQuotient> quotient;        // none: on the network
  // Per class one of these, the other is null: theta of its representative as
  // rows, or by orbits of its vertex group (design 7.5).
  std::vector<std::shared_ptr<const StateSet>> sets;
  std::vector<std::shared_ptr<const OrbitSet>> orbit_sets;
  network::Limit limit = network::Limit::none;  // none: theta is complete
  // One possible model error per (process, action), the first found.
  std::vector<LocalStep> errors;
  // Actions (process, number), and rules (no process), that fired in no local
  // state.
  std::vector<std::pair<network::ProcessId, std::uint32_t>> unfired;
  std::uint64_t local_states = 0;  // stored
  std::uint64_t local_steps = 0;   // evaluated: each (state, step) once
  std::uint64_t rounds = 0;
  double seconds = 0;
  std::uint64_t peak_bytes = 0;

  // theta(n), by Theorem 4 that of n's representative, renamed. O(size of the
  // set) where it is kept as rows and n's columns have another order, else
  // O(degree).
  LocalStates theta(network::NodeId n) const;
};

// Whether the local engines take this model: no `int`, no shared variable that
// is written or that starts anywhere. Views of an instance take rules of few
// nodes (meetings_of), those for every size take what obligations say of rules,
// which speak of all of these; `check` by what nodes see takes no rules.
// Otherwise diagnostics V07xx name the construct and the command that takes it.
enum class Means : std::uint8_t { local, obligations, checking };
bool supported(const network::Model& model, Means means,
               network::Diagnostics& diagnostics);

// Whether a step shows in the neighbourhoods of its node and of those that it
// points to: no guard, priority, range or statement looks at other nodes, and
// there are no rules. A quotient network has no place where these would be.
// Otherwise diagnostics V0709 name the action.
bool taken_on_quotient(const network::Model& model,
                       network::Diagnostics& diagnostics);

// Whether the model means the same of every network that has one quotient: no
// part of it counts or names nodes, orders edges, or says of the network as a
// whole how it starts. Otherwise diagnostics V0710.
bool taken_as_quotient(const network::Instance& instance,
                       network::Diagnostics& diagnostics);

// Whether a property of the model is one of each single node by itself, in
// whatever order its edges come, which is all that a quotient network may be
// asked: two nodes of a network may be of one class.
bool of_single_nodes(const network::Instance& instance, std::size_t property);

// The bindings of the rules of an instance, where each is a joint step of three
// nodes at most, in which nothing is touched that none of them sees; else null,
// and V0701 says why not. Polls; O(bindings of rules * what their statements
// touch).
std::shared_ptr<const Meetings> meetings_of(const network::Instance& instance,
                                            network::Diagnostics& diagnostics);

// Computes theta, by default from one state per orbit; of a model with rules,
// which have to be taken, node by node: `meetings` are these, if they are known
// already. An unsatisfiable initial
// condition is V0508 and gives nothing. Time and memory O(local states * steps)
// of representatives, besides projecting the initial condition onto every node.
std::optional<SingleInvariant> single_invariant(
    const network::Instance& instance, const network::Limits& limits,
    network::Diagnostics& diagnostics, Reduce reduce = Reduce::orbits,
    std::shared_ptr<const Meetings> meetings = nullptr);

// The same sets, computed on a quotient network (LS 4.4, Theorem 6 in the form
// with `via`): on that of the classes of the instance, as long as `vias` is
// empty; else the instance is elaborated on a quotient network of which these
// are the vias, and what is found is theta of every network that has this
// quotient. The model has to pass `taken_on_quotient`, and with vias
// `taken_as_quotient`; V0512 is what elaboration says of vias that do not fit.
std::optional<SingleInvariant> single_on_quotient(
    const network::Instance& instance, const network::Vias& vias,
    const network::Limits& limits, network::Diagnostics& diagnostics,
    Reduce reduce = Reduce::orbits);

}  // namespace vicinal::fixpoint::inline single
