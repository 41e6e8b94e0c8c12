// SPDX-License-Identifier: MIT
// Exploration of one state of each orbit against plain exploration, and the
// symmetry that it goes by against the definition, on explicit states.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "explore/search/explorer.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::test {

using State = std::vector<network::Scalar>;
using States = std::set<State>;

struct Found {
  explore::Exploration result;
  States states;
};

inline constexpr std::uint64_t most_states = 4000;

// Up to most_states.
Found explored(const network::Instance& instance,
               const std::vector<std::size_t>& properties,
               const symmetry::ModelSymmetry* symmetry, unsigned threads = 1);

State image(const symmetry::ModelSymmetry& symmetry,
            const symmetry::StateMap& map, const State& state);

// All that generators make of the states.
States closed(const symmetry::ModelSymmetry& symmetry, const States& states);

std::size_t orbits(const symmetry::ModelSymmetry& symmetry,
                   const States& states);

// What the steps of a state lead to, with who takes them and the numbers of
// their actions; an empty state for each that fails.
using Taken = std::multiset<std::tuple<network::NodeId, std::uint32_t, State>>;
Taken taken(const network::Steps& steps, State state);
// The value of a formula; none: it cannot be evaluated.
std::optional<bool> evaluated(const network::Instance& instance,
                              const network::Steps& steps,
                              network::ExprId formula, State state);
// Whether it is an initial state.
bool starts(const network::Instance& instance, const network::Steps& steps,
            const State& state);
// The same without who takes them.
std::multiset<std::pair<std::uint32_t, State>> labelled(
    const network::Steps& steps, State state);
// And without the numbers.
std::multiset<State> successors(const network::Steps& steps, State state);

void check_property(const network::Instance& instance,
                    const explore::PropertyResult& plain,
                    const explore::PropertyResult& reduced);

// Plain exploration, then by orbits of a group under which the instance is
// virtually symmetric.
void compare_virtual(const network::Instance& instance,
                     const std::vector<std::size_t>& properties,
                     const symmetry::ModelSymmetry& symmetry);

struct Seen {
  int compared = 0, reduced = 0, sorted = 0, listed = 0, chained = 0;
  // With names of rows, with names in rows; states that stay without an order.
  int named = 0, within = 0, unordered = 0;
  int violated = 0;
};

using FindSymmetry = std::function<symmetry::ModelSymmetry(
    const network::Instance&, const std::vector<std::size_t>&)>;

// Plain exploration, then by orbits, in all ways that there are. `premises`:
// those of properties are invariant, too.
void compare_orbits(const std::string& text, const FindSymmetry& find,
                    Seen& seen, bool premises = true);

}  // namespace vicinal::test
