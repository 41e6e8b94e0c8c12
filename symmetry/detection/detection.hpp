// SPDX-License-Identifier: MIT
// Symmetry of an instance, found from its constraints (SD Algorithm 1):
//
//   Guarded ──SSA──▶ Sequence ──constraints──▶ colored graph ──nauty──▶ group
//
//   const Detection found = detect(std::move(guarded));
//   fmt::print("{} permutations of states\n", found.order);
//
// Every automorphism of the graph is a permutation of literals (a variable has
// a value) that leaves the transition relation, the initial states and the
// properties as they are (Theorem 3). The converse does not hold: equal
// functions that are said in different ways may have different constraints.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "network/flat/occurring.hpp"
#include "symmetry/detection/colored_graph.hpp"
#include "symmetry/maps/literal_map.hpp"

namespace vicinal::symmetry::inline detection {

struct Detection {
  // Not empty: why nothing was looked for, in words; then nothing else is set
  // but what was reached before.
  std::string why_not;

  std::unique_ptr<flat::Guarded> guarded;
  std::vector<flat::Sequence> steps;  // per step of `guarded`
  std::unique_ptr<flat::Domains> domains;
  std::unique_ptr<Constraints> constraints;
  std::vector<NodeRef> roots;
  std::vector<NodeRef> summands;  // per step; a constant: never taken
  DetectionGraph graph;

  // Of the group, which has `order` elements, decimal; empty if not all that
  // nauty found counts.
  std::vector<LiteralMap> generators;
  std::string order = "1";
  // Per generator and step: the step that it becomes; UINT32_MAX: it is never
  // taken.
  std::vector<std::vector<std::uint32_t>> images;
  // Generators that the judge could not confirm: left out.
  std::size_t unconfirmed = 0;
  // One that it refuted, which would be a bug: then the group is trivial.
  bool refuted = false;
  std::size_t questions = 0;  // that Z3 was asked

  // Seconds: until the graph was made (from `guarded` on; detection
  // adds what comes before), for automorphisms, for the judge.
  double construction = 0, search = 0, judging = 0;
};

// How far to go.
enum class Stage : std::uint8_t { summands, ssa, csp, graph, all };

struct How {
  Stage stage = Stage::all;
  // Of tables of constraints.
  std::uint64_t most_rows = flat::Scopes::most_rows;
  // Each step of these nodes becomes one of its own node, by the same action:
  // what is said of the fairness of single actors. Ascending.
  std::vector<network::NodeId> fixed = {};
};

// Polls; the search for automorphisms has limits of its own.
Detection detect(flat::Guarded guarded, const How& how = {});

}  // namespace vicinal::symmetry::inline detection
