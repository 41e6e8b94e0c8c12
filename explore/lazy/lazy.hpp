// SPDX-License-Identifier: MIT
// Lazy symmetry reduction (LZ, Algorithm 1): states are annotated with
// partitions of the processes that say which symmetry the way to them has
// broken; an annotated state stands for all that permutations within the cells
// make of it; what another one subsumes (Definition 5, Theorem 6) is not
// stored.
#pragma once

#include <functional>
#include <span>

#include "explore/lazy/sample.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::explore::inline lazy {

struct LazyOptions {
  // As of `explore`; threads, symmetry and integers_within are not looked at.
  Options search;
  // False: only equal annotated states are found again (LZ Algorithm 2).
  bool subsumption = true;
  // Gives up unless processes that begin alike have so many permutations.
  double permutations = 0;
  // Asked once, when there are many states, and so far has been searched:
  // whether it is worth going on. Gives up if not.
  static constexpr std::uint32_t many = 500;
  std::function<bool(std::uint64_t states, std::uint64_t depth)> worth_it;
  // Whether a sample of annotated states is wanted.
  bool explain = false;
  // Called with every stored state and the cells of its annotation, per node.
  std::function<void(std::span<const network::Scalar> state,
                     std::span<const std::uint32_t> cells)>
      each_state;
};

struct LazyExploration {
  // States, transitions: annotated ones. Depth: the levels that were searched,
  // no fewer than the depth of the system. Deadlocks: stored states that
  // represent one.
  Exploration exploration;
  std::uint64_t partitions = 0;  // that annotate states
  std::uint64_t removed = 0;     // states that were subsumed before their turn
  LazySample sample;             // if it is wanted
  // Not empty: why the model cannot be taken apart, or is not worth it, in
  // words; nothing is said of it.
  std::string why_not;
};

// Exact: a represented state is reachable, and reached at the same distance
// (LZ Corollary 16). Verdicts and traces are those of plain exploration.
LazyExploration explore_lazily(const network::Instance& instance,
                               const LazyOptions& options);

}  // namespace vicinal::explore::inline lazy
