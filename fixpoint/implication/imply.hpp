// SPDX-License-Identifier: MIT
// Does a local invariant imply a property? (design 3.4)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fixpoint/pair/pair.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline implication {

// What stands in the way of a proof: nodes whose local states, each in its
// theta and agreeing on common edges, do not make the property certain.
struct Counterexample {
  std::vector<network::NodeId> nodes;
  std::vector<std::vector<network::Scalar>> states;  // rows, per node
};

struct Implication {
  bool proved = false;
  std::string reason;  // why not, a phrase: "it reads a lower bound ..."
  std::optional<Counterexample> counterexample;
  // For `no model error`: the local step that may fail.
  std::optional<LocalStep> error;
  bool premise_never_true = false;
};

// Whether what is asked of some nodes is answered for all that look alike, and
// on one state of each orbit; or each choice of nodes by itself, on all states:
// slow, and the same answers wherever it comes to an end.
enum class Sharing : std::uint8_t { alike, none };

// Asks a local invariant about properties. What it takes to see which nodes
// look alike is done once; the instance and the invariant must outlive it.
class Questions {
 public:
  Questions(const network::Instance& instance, const SingleInvariant& invariant,
            Sharing sharing = Sharing::alike);
  Questions(const network::Instance& instance, const PairInvariant& invariant,
            Sharing sharing = Sharing::alike);
  ~Questions();

  // Decides Model::properties[property] from theta: universally quantified
  // nodes (and bounds `atmost k`, `count <= k`) one tuple of nodes at a time,
  // three-valued, on all combinations of their local states that agree on the
  // edges they share. Sound: `proved` means that in every reachable state it
  // can be evaluated and is true.
  //
  // From a pair invariant: on the joint states of nodes whose projections on
  // all pairs among them are in theta. A property of single nodes is decided on
  // pairs that contain them; without a second node it is not.
  Implication implied(std::size_t property,
                      const network::Limits& limits) const;

  // The implicit invariant `no model error`: no local step of theta may fail,
  // and no evaluation of a guard, a priority, an invariant or an assertion of
  // the model; `known_to_hold`: properties that implied() proved, which cannot
  // fail.
  Implication no_model_error(std::span<const std::size_t> known_to_hold,
                             const network::Limits& limits) const;

 private:
  struct Asked;
  bool says_nothing(Implication& out) const;
  Implication true_or_failing(std::size_t property,
                              const network::Limits& limits) const;
  Implication defined(std::size_t property,
                      const network::Limits& limits) const;

  std::unique_ptr<const Asked> asked_;
};

// One question to a SingleInvariant or a PairInvariant.
template <class Invariant>
Implication imply(const network::Instance& instance, const Invariant& invariant,
                  std::size_t property, const network::Limits& limits) {
  return Questions(instance, invariant).implied(property, limits);
}
template <class Invariant>
Implication imply_no_model_error(const network::Instance& instance,
                                 const Invariant& invariant,
                                 const network::Limits& limits) {
  return Questions(instance, invariant).no_model_error({}, limits);
}

}  // namespace vicinal::fixpoint::inline implication
