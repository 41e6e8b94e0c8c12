// SPDX-License-Identifier: MIT
// Families and all that their small instances reach: what proofs for every
// size are judged by.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fixpoint/family/family.hpp"
#include "tests/oracle/family.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"

namespace vicinal::family_tests {

using State = std::vector<network::Scalar>;

using oracle::SmallBounds;

// One instance, made from the model that the family's types were made from.
struct Small {
  std::unique_ptr<fixpoint::Sample> sample;  // null: elaboration fails
  std::vector<network::Scalar> sizes;
  std::string name;  // "n=3 m=0", "3 nodes: 0-1 1-2"

  const network::Instance& instance() const { return sample->instance; }
};

// Calls `sink` for every choice of sizes within the bounds, for `network any`
// every graph. Instances with more nodes are left out.
void small_instances(const network::ast::Tree& tree,
                     const network::Model& model, const SmallBounds& bounds,
                     const std::function<void(const Small&)>& sink);

// All reachable states; empty: there are more than the bound, or none.
std::vector<State> reachable(const network::Instance& instance,
                             std::size_t bound);

// All choices of `k` nodes of `count`, ascending; all nodes, if there are
// fewer.
std::vector<std::vector<network::NodeId>> choices(std::size_t count,
                                                  std::size_t k);

// Properties that are violated in a reachable state of a small instance, and
// the first one: {"q0", "n=3"}; `no model error` is one of them.
using Violations = std::map<std::string, std::string>;

// Instances that were explored, by their nodes: all their states, or as many as
// the bound allows. They are counted so that a test can say that it looked.
struct SizesSeen {
  std::map<std::size_t, int> whole, in_part;

  std::string text() const;  // "4 nodes: 12 whole, 3 in part; ..."
};

// What is proved is held against: instances of up to six nodes, by hand with so
// many states that most are whole.
SmallBounds up_to_six_nodes();

// By exploration; assertions are looked at, too. What is explored is added to
// `seen`.
Violations violations(const network::ast::Tree& tree,
                      const network::Model& model, const SmallBounds& bounds,
                      SizesSeen* seen = nullptr);

// By the oracle, which knows nothing of the tool's Model.
Violations oracle_violations(const network::ast::Tree& tree,
                             const SmallBounds& bounds);

// All invariants of the model for all its sizes, and that there is no error.
fixpoint::Question question_of(const network::Model& model,
                               const network::Definitions& definitions);

// What a proof has shown: names of properties, `no model error`.
std::vector<std::string> proved_names(const fixpoint::FamilyProof& proof,
                                      const network::Model& model);

// The model examples/NAME.vic.
random_models::Loaded example(const std::string& name);

// Whether the invariant of views of k nodes is small.
bool small_enough(const network::Model& model, std::uint32_t k);
network::Limits limits();

// Invariants that the pair invariant of the instance where all parameters are
// `size` implies. None: it has too many nodes, or too few.
std::optional<std::vector<std::string>> proved_by_pairs(
    const network::ast::Tree& tree, const network::Model& model,
    network::Scalar size);

// Seeds first..second: from 1, as many as the budget of tests allows, or those
// that VICINAL_TEST_SEEDS says: "1001-2000". Then tests print a line for each.
std::pair<std::uint64_t, std::uint64_t> seeds(std::uint64_t usual);
std::pair<std::uint64_t, std::uint64_t> costly_seeds(std::uint64_t usual);
bool by_hand();

}  // namespace vicinal::family_tests
