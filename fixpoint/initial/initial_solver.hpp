// SPDX-License-Identifier: MIT
// Z3 for initial conditions that couple too many variables to enumerate.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fixpoint/initial/initial.hpp"

namespace vicinal::fixpoint::inline initial {

// One coupled part of an initial condition: free slots, with their bounds, and
// the constraints over them. Every other slot that a constraint reads has its
// fixed value in `state`.
class InitialSolver {
 public:
  // `state` is a whole state with the fixed slots set; it and the
  // constraints must outlive the solver.
  InitialSolver(const network::Instance& instance,
                std::span<const std::uint32_t> slots,
                std::span<const Constraint* const> constraints,
                std::span<const network::Scalar> state);
  ~InitialSolver();
  InitialSolver(const InitialSolver&) = delete;
  InitialSolver& operator=(const InitialSolver&) = delete;

  // All combinations of values of the slots `onto` (a subset) in solutions, in
  // lexicographic order, as rows; empty if there is none; one scalar if `onto`
  // is empty and there is a solution. Nothing if Z3 does not answer in
  // `seconds` (0: a minute) nor before poll() has to stop, if there are more
  // than `limit` rows, or if a constraint has something that is not translated.
  std::optional<std::vector<network::Scalar>> project(
      std::span<const std::uint32_t> onto, std::size_t limit, double seconds);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vicinal::fixpoint::inline initial
