// SPDX-License-Identifier: MIT
// CTL, LTL and CTL* on a graph (Clarke, Emerson, Sistla 1986; Emerson and Lei
// 1987): where formulas of states hold, by recursion over those within them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/temporal/product.hpp"
#include "explore/temporal/simplified.hpp"

namespace vicinal::explore::inline temporal {

// Why a formula of states holds in a state, or does not. One path for each
// quantifier that a single path settles, down to atoms: for `E f` that holds,
// one that satisfies f, for `A f` that does not, one that does not satisfy it.
struct Explanation {
  FormulaId formula;
  bool holds = true;
  // In terms of the model; of a path that is infinite, `loop` says where it
  // begins to repeat.
  std::vector<network::Scalar> state;
  std::optional<Graph::Lifted> path;
  struct Part;
  std::vector<Part> parts;
};
// What it rests on; on a path after so many steps.
struct Explanation::Part {
  std::size_t at = 0;
  Explanation why;
};

class Checker {
 public:
  // Explains a letter in a state, where the graph does not: an atom that stands
  // for a formula.
  using Elsewhere = std::function<std::optional<Explanation>(
      FormulaId letter, const std::vector<network::Scalar>& state)>;

  // All must outlive it. Global: see globally_fair; for graphs of all states.
  Checker(Graph& graph, const std::vector<FairAction>& fair, bool global,
          Formulas& formulas, Elsewhere elsewhere)
      : graph_(graph),
        fair_(fair),
        global_(global),
        formulas_(formulas),
        simplified_(formulas),
        elsewhere_(std::move(elsewhere)) {}

  // Whether a formula of states holds in all initial states; if not, why in one
  // of them. The graph is made as far as that takes. Throws LimitReached.
  std::optional<Explanation> violation(FormulaId formula);

  // In each of all nodes; expands the whole graph.
  const std::vector<bool>& everywhere(FormulaId formula);

  // Why a formula of states holds, or does not, in a state of a node.
  Explanation explain(FormulaId formula, std::uint32_t node,
                      const std::vector<network::Scalar>& state);

  // Pairs of nodes and states of automata that were looked at.
  std::uint64_t pairs() const { return pairs_; }

 private:
  using Set = std::vector<bool>;

  std::vector<bool> at(FormulaId formula,
                       const std::vector<std::uint32_t>& nodes);
  std::vector<bool> paths_at(FormulaId path,
                             const std::vector<std::uint32_t>& nodes);
  void prepare(FormulaId letter);
  bool holds(FormulaId letter, std::uint32_t node);

  // CTL: by fixpoints.
  std::optional<Set> fixpoint(FormulaId path);
  Set before(const Set& set);
  Set until(const Set& hold, const Set& end);
  Set always(const Set& hold);
  void find_predecessors();

  std::vector<bool> by_product(FormulaId path,
                               const std::vector<std::uint32_t>& nodes);
  std::optional<Lasso> witness(FormulaId path,
                               const std::vector<std::uint32_t>& nodes);
  std::optional<Explanation> violating_path(FormulaId formula);
  void explain_path(const Lasso& lasso, Explanation& out);

  Graph& graph_;
  const std::vector<FairAction>& fair_;
  const bool global_;
  Formulas& formulas_;
  Simplified simplified_;
  Elsewhere elsewhere_;
  std::map<FormulaId, Set> known_;  // in all nodes
  std::vector<std::uint64_t> predecessor_begin_;
  std::vector<std::uint32_t> predecessors_;
  std::uint64_t pairs_ = 0;
};

}  // namespace vicinal::explore::inline temporal
