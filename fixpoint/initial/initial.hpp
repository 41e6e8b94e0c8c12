// SPDX-License-Identifier: MIT
// The projection of the initial condition onto each view, exactly (design
// 3.4, I-tilde; LS equation (1)).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fixpoint/orbits/projection.hpp"
#include "fixpoint/views/state_set.hpp"
#include "network/base/diagnostic.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::fixpoint::inline initial {

// A part of the initial condition without universal quantifiers around it:
// an expression and the values of the bound variables it mentions.
struct Constraint {
  network::ExprId formula;
  std::vector<network::Scalar> frame;  // Model::frame long
  std::vector<std::uint32_t> slots;    // free slots that it reads, sorted
};

// Gets the projection of one node, normalised; false stops.
using ProjectionSink = std::function<bool(network::NodeId, Projection&&)>;

// A node that has the projection of an earlier one.
using SameSink = std::function<void(network::NodeId, network::NodeId)>;

enum class Projected : std::uint8_t { done, unsatisfiable, limit };

// Projects the initial condition onto any slots of a state, as
// project_initial does for neighbourhoods.
class InitialProjector {
 public:
  // Both must outlive the projector.
  InitialProjector(const network::Instance& instance,
                   const network::Limits& limits);
  ~InitialProjector();

  // Comes first; what it returns but `done` is final.
  Projected prepare();

  // Calls `sink` with every projection of an initial state onto the slots,
  // each once.
  Projected project(std::span<const std::uint32_t> slots, const RowSink& sink);

  // The projection as a set; none: a limit.
  std::optional<StateSet> rows(std::span<const std::uint32_t> slots);

  // Slots with equal descriptions have equal projections. O(slots).
  std::vector<std::uint32_t> describe(std::span<const std::uint32_t> slots);

  // Sets of slots that may depend on each other one by one, not only through
  // a number that counts them: more than one slot each.
  std::vector<std::vector<std::uint32_t>> couplings() const;

 private:
  friend Projected project_initial(const network::Instance& instance,
                                   const network::Limits& limits,
                                   const ProjectionSink& sink,
                                   const SameSink& same);
  class Projector;
  std::unique_ptr<Projector> projector_;
};

// Calls, for every node in order, `sink` with the local states that initial
// states of the instance project to, or `same` with an earlier node of which
// that is already known.
//
// Slots that no constraint couples are independent. What is coupled by
// per-element constraints and one cardinality is projected by structure, in
// time linear in the network; small couplings by enumeration;
// the others by Z3. `limit`: Z3 did not answer in time, there are too many
// local states for `limits`, or it was stopped; nothing is known then.
Projected project_initial(const network::Instance& instance,
                          const network::Limits& limits,
                          const ProjectionSink& sink, const SameSink& same);

// Whether the instance has an initial state; none: it is not known within the
// limits.
std::optional<bool> satisfiable(const network::Instance& instance,
                                const network::Limits& limits);

// The constraints of all Model::inits, universal quantifiers expanded and
// conjunctions split. A constraint whose evaluation is a model error is not
// satisfied. False if there are more than `limit`.
bool initial_constraints(const network::Instance& instance, std::size_t limit,
                         std::vector<Constraint>& out);

}  // namespace vicinal::fixpoint::inline initial
