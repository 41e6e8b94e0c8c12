// SPDX-License-Identifier: MIT
// The small instances of a family, and all that each of them reaches: what a
// proof for every size is judged by.
//
//   oracle::small_instances(tree, {}, [&](const oracle::Small& small) {
//     if (small.instance == nullptr || !small.complete) return;
//     const auto view = oracle::view_of(*small.instance, {0, 1});
//     for (const oracle::State& s : oracle::project(small.states, view)) ...
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "network/graph/network.hpp"
#include "oracle.hpp"

namespace vicinal::oracle {

using Sizes = std::map<std::string, std::int64_t>;

struct SmallBounds {
  std::int64_t size = 5;        // of each parameter
  std::size_t nodes = 6;        // of an instance
  std::size_t graph_nodes = 3;  // of graphs, for `network any`
  std::size_t graph_edges = 3;
  std::size_t shape_nodes = 0;  // of paths, rings and stars with more nodes
  std::size_t states = 3000;    // of an instance; also initial valuations
};

// One choice of sizes, and what it makes.
struct Small {
  Sizes sizes;                         // of all parameters
  const Graph* graph = nullptr;        // for `network any`
  const Instance* instance = nullptr;  // null: none, as `wrong` says
  std::string wrong;
  // All reachable states; where there are more than the bound it is not
  // complete, and there are none here.
  bool complete = false;
  std::set<State> states;

  bool unsatisfiable() const { return complete && states.empty(); }
  std::string text() const;  // "n=3 m=0", "3 nodes: 0-1 1-2"
};

// Calls `sink` for every choice of sizes within the bounds: parameters from
// their least values on (from 0, if that is negative), the last one changing
// first; for `network any`, every graph. An instance with more nodes than the
// bound is left out; a choice that makes none is not. The tree must have
// passed `network::check`. What a `Small` points to ends with the call.
void small_instances(const ast::Tree& tree, const SmallBounds& bounds,
                     const std::function<void(const Small&)>& sink);

// The variables of the neighbourhoods of these nodes, sorted.
std::vector<std::size_t> view_of(const Instance& instance,
                                 const std::vector<std::size_t>& nodes);

// What the states say of these variables, in their order.
std::set<State> project(const std::set<State>& states,
                        const std::vector<std::size_t>& variables);

// All graphs with at most so many nodes and edges, without self-loops and with
// parallel edges. Nodes are told apart; edges come in one order only.
std::vector<Graph> small_graphs(std::size_t nodes, std::size_t edges,
                                bool directed);

// The graphs within the bounds that are instances, where the network is `any`.
std::vector<Graph> graphs_within(const ast::Tree& tree,
                                 const SmallBounds& bounds);

// Whether the network is `any`; whether its edges come and go, and have a
// direction.
bool is_any(const ast::Tree& tree);
bool is_dynamic(const ast::Tree& tree);
bool is_directed(const ast::Tree& tree);

// The graph as `network::elaborate` takes it.
network::Network network_of(const Graph& graph, bool directed);

}  // namespace vicinal::oracle
