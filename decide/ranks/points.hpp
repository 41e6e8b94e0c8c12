// SPDX-License-Identifier: MIT
// What small instances show of a property that waits, and of a rank's terms and
// situations: a point is a state, with nodes for the property's variables.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decide/ranks/ordering.hpp"
#include "decide/ranks/small_graphs.hpp"
#include "network/language/progress.hpp"

namespace vicinal::decide::inline ranks {

// Situations are bits of a number: there are no more than 64.
struct Point {
  std::uint32_t graph = 0, state = 0;
  std::vector<network::Scalar> nodes;  // of the variables
  bool asks = false;                   // p holds
  bool there = false;                  // q does
  bool initial = false;
  // Of each situation, of whom it holds; the nodes are numbered.
  std::vector<std::uint64_t> helpers;

  // The situations that hold of somebody.
  std::uint64_t situations() const;
};

// A step of somebody where q does not hold.
struct PointStep {
  std::uint32_t from = 0, to = 0;
  // Situations that it ends, or is the help of; of what only has to be
  // possible, just these.
  std::uint64_t lost = 0;
};

struct Points {
  std::vector<Point> all;
  std::vector<Row> rows;  // terms of each; what fails is -1
  std::vector<PointStep> steps;
  std::uint64_t helpless = 0;  // situations where somebody cannot do it
};

// `rank`: of the model; null: terms and situations are not asked. An instance
// with more points than are left of `most` is left out, and those behind it.
// Polls. O(points * (terms + situations * nodes)).
Points points_of(const network::Model& model,
                 const network::ProgressProperty& property,
                 const network::Ranking* rank,
                 std::span<const SmallGraph> graphs, std::size_t most);

// Whether from each point all steps come to q, whoever takes them: no circle of
// steps avoids it, and somebody can move until then. Only then everybody may
// help. O(points + steps).
bool all_end(const Points& points, std::span<const SmallGraph> graphs);

// Points where somebody waits: those where it is asked, and where steps lead
// from these before q holds. O(points + steps).
std::vector<bool> waiting(const Points& points, network::ProgressShape shape);

}  // namespace vicinal::decide::inline ranks
