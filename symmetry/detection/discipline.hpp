// SPDX-License-Identifier: MIT
// The discipline of scalarsets (Ip and Dill, 1996), by what flows where: what
// is compared, assigned or used as an index of one thing is of one sort, and a
// sort is broken where
//
//   a constant, or a number that is computed, is one of it;
//   its numbers are compared for more than equality, or counted with;
//   the ranges of two that meet differ, 1..n-1 and 0..n-1, say;
//   a loop goes through it in order, and its rounds see each other.
//
// Families of nodes and enumerations are sorts by their names. A network block
// is read as statements are: what stands at other indices than variables of
// its loops, or below a condition on their numbers, breaks their sorts.
#pragma once

#include <memory>
#include <vector>

#include "symmetry/detection/sorts.hpp"

namespace vicinal::symmetry::inline detection {

// The sort of everything that a permutation of a sort moves.
struct SortedModel {
  explicit SortedModel(const network::Instance& instance)
      : shapes(instance, sorts) {}
  SortedModel(const SortedModel&) = delete;
  SortedModel& operator=(const SortedModel&) = delete;

  ScalarSorts sorts;
  Shapes shapes;
  std::vector<ScalarSort> families;             // nodes, and references to them
  std::vector<ScalarSort> enumerations;         // their values
  std::vector<std::vector<ScalarSort>> edges;   // per family and dimension
  std::vector<std::vector<ScalarSort>> shared;  // likewise
  std::vector<std::vector<ShapeId>> variables;  // per process
  std::vector<ShapeId> shared_values;           // elements
  std::vector<ScalarSort> binders;  // per Model::binders; number: none is known
};

// Where these properties are asked, by index into Model::properties. The
// instance must outlive it. O(model); polls.
std::unique_ptr<const SortedModel> sorted_model(
    const network::Instance& instance, const std::vector<std::size_t>& asked);

}  // namespace vicinal::symmetry::inline detection
