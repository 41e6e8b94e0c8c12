// SPDX-License-Identifier: MIT
// What the invariants of single nodes and of pairs have in common: what a
// view of some nodes shows, and the steps that a node may take in it.
#pragma once

#include "kleene.hpp"
#include "oracle.hpp"

namespace vicinal::oracle {

class LocalSteps {
 public:
  explicit LocalSteps(const Instance& instance);

  // False if the model has rules or shared variables that may change. Shared
  // variables that never change are then shown by every view.
  bool constants();

  // V_m, V_m + V_n, ...: variables, sorted by their names.
  using View = std::vector<std::size_t>;
  View view(const std::set<std::size_t>& nodes) const;

  // A valuation of a view.
  using Row = std::vector<Value>;
  static Row project(const State& state, const View& view);
  std::string text(const Row& row, const View& view) const;

  // The state in which no view shows anything yet.
  const State& nothing() const { return nothing_; }
  // Shows the row, too; false if that contradicts what is shown already.
  static bool show(State& seen, const View& view, const Row& row);

  // After all steps that m may take from what is seen, which is at least V_m.
  // Guards are three-valued (design 3.4).
  std::vector<State> successors(std::size_t m, const State& seen);

  Instance::Local found;  // by all that was asked; without theta

 private:
  std::string describe(std::size_t m, std::size_t action,
                       const Binding& binding) const;
  void fails(std::size_t m, std::size_t action, const Binding& binding);

  const Instance& i_;
  Kleene kleene_;
  State nothing_;
};

}  // namespace vicinal::oracle
