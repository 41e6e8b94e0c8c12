// SPDX-License-Identifier: MIT
// Runs to states of a breadth-first search: found again, not stored.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "explore/search/worker.hpp"
#include "explore/store/levels.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"
#include "network/steps/table_steps.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline search {

using symmetry::ModelSymmetry;
using symmetry::PackedCanonizer;

// The states of a search that is done with some levels.
class LevelStates {
 public:
  virtual ~LevelStates() = default;
  // Calls `look` with states of a level until it returns false, or there are no
  // more.
  using Look = std::function<bool(const std::uint64_t* state)>;
  virtual void each(std::uint64_t level, const Look& look) const = 0;
  // Whether each comes before those that are greater.
  virtual bool ascending() const = 0;
};

// Those of a store.
class StoredLevels : public LevelStates {
 public:
  // All must outlive it.
  StoredLevels(const network::Packing& packing, const StateStore& store,
               const Levels& levels)
      : packing_(packing), store_(store), levels_(levels) {}
  void each(std::uint64_t level, const Look& look) const override;
  bool ascending() const override { return false; }

 private:
  const network::Packing& packing_;
  const StateStore& store_;
  const Levels& levels_;
};

class Retrace {
 public:
  // All must outlive it; no symmetry: null.
  Retrace(const network::Instance& instance, const network::Packing& packing,
          const network::Steps& steps, network::TableSteps& tables,
          const LevelStates& states, const ModelSymmetry* symmetry,
          const network::Budget& budget);

  // A run that ends in what the witness shows, or the like in another state of
  // its orbit. `formulas`: those that are evaluated besides guards. None: the
  // time was up before it was found.
  std::optional<network::Trace> to(const Witness& witness,
                                   std::span<const network::ExprId> formulas);

  // A run of `length` steps to the packed state, which lies that far, or to
  // another one of its orbit. Of several states before a state the least is
  // taken, as a packed one. Expands the levels before it once more; none: the
  // time was up before it was found. Polls the budget besides.
  std::optional<network::Trace> to(std::span<const std::uint64_t> state,
                                   std::uint64_t length);

  // The two halves of it, for a search whose states are in several stores. Of
  // the states of a level that lead to a packed one the least: none, too, when
  // the time is up, and then `in_time` is false.
  using Packed = std::vector<std::uint64_t>;
  struct Before {
    std::optional<Packed> state;
    bool in_time = true;
  };
  Before before(const Packed& state, std::uint64_t level);
  // A run through packed states, or others of their orbits; each is stored, and
  // leads to the next one. The first is initial.
  network::Trace along(std::span<const Packed> path);

  // Has a run to the state of the witness end as that says: by the step that
  // fails after it, by the error that is there. `formulas`: that are evaluated.
  void end(network::Trace& run, const Witness& witness,
           std::span<const network::ExprId> formulas) const;

 private:
  using State = std::vector<network::Scalar>;
  // The step that fails after the run as the given one does in the stored
  // state.
  network::Event failing(const network::Trace& run,
                         const network::Event& stored) const;
  bool leads(const Packed& from, const Packed& to, network::Successors& found);
  bool stored_as(Packed& state, const Packed& stored);
  bool same_orbit(Packed& state, Packed stored);
  std::optional<network::Event> step(const State& from, const Packed& to,
                                     bool stored);

  const network::Instance& instance_;
  const network::Packing& packing_;
  const network::Steps& steps_;
  network::TableSteps& tables_;
  const LevelStates& states_;
  std::optional<PackedCanonizer> canonize_, store_as_;
  const network::Budget& budget_;
  unsigned looks_ = 0;  // at states, between looks at the clock
};

}  // namespace vicinal::explore::inline search
