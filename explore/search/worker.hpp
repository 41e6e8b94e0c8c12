// SPDX-License-Identifier: MIT
// What one thread of a search does: expands some states of a level, and puts
// the successors that belong to some shards into the store.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "explore/properties/property_judge.hpp"
#include "explore/properties/witness.hpp"
#include "explore/store/levels.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"
#include "network/steps/table_steps.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline search {

using symmetry::ModelSymmetry;
using symmetry::PackedCanonizer;

// States of one shard.
struct Source {
  std::uint32_t shard = 0;
  Levels::ShardRange part;
};

// What is asked of new states and steps.
struct Questions {
  std::vector<network::ExprId> properties;
  std::vector<bool> open;  // per property: undecided
  // Properties from here on are known to hold: failing breaks them, too.
  std::size_t known = SIZE_MAX;
  bool errors = false;    // undecided
  bool deadlock = false;  // undecided
  std::optional<network::Scalar> integers_within;
  // Per shard: so many first states were judged by another program, and what it
  // read there is not known: what follows them is judged as a whole. Empty:
  // none.
  std::vector<std::uint32_t> judged_elsewhere;
};

class Worker {
 public:
  // All must outlive it; no symmetry: null. When a limit is reached it sets
  // `stop` to that limit, and then leaves things undone: the search is not
  // complete, even if the limit is kept again later.
  Worker(const network::Instance& instance, const network::Packing& packing,
         StateStore& store, const Questions& questions,
         const ModelSymmetry* symmetry, const network::Budget& budget,
         std::atomic<network::Limit>& stop);

  // Expands states of a distance; successors wait. The states of the store, or
  // packed ones, one after the other, from elsewhere.
  void expand(std::span<const Source> sources, std::uint64_t distance);
  void expand(std::span<const std::uint64_t> states, std::uint64_t distance);

  // Stores what waits at workers for shards first <= s < last, and judges what
  // is new, at a distance, shard by shard in ascending order. Another worker's
  // successors are read only.
  void store(std::span<const std::unique_ptr<Worker>> workers,
             std::uint32_t first, std::uint32_t last, std::uint64_t distance);
  // A state that no step led to, or that of its orbit.
  void store(const std::uint64_t* state, std::uint64_t distance);
  // The same of all that waits here. O(what waits), however many shards.
  void store_own(std::uint64_t distance);
  // Stores and judges packed states, one after the other, from elsewhere; each
  // stands for its orbit.
  void store(std::span<const std::uint64_t> states, std::uint64_t distance);
  // Judges a state that is new and that somebody else stores.
  void judge(const std::uint64_t* state, std::uint64_t distance);
  // Of its orbit that which is stored.
  void canonize(std::uint64_t* state);
  // When all have stored.
  void forget_successors();

  // The shards for which something waits.
  std::span<const std::uint32_t> shards() const { return waiting_shards_; }
  // Packed states, one after the other.
  std::span<const std::uint64_t> waiting(std::uint32_t shard) const {
    return waiting_[shard].states;
  }

  // What was found since it was last taken: of each the first, see Witness.
  struct Findings {
    std::vector<std::optional<Witness>> violated;  // per property
    std::vector<bool> fails;                       // per property
    std::optional<Witness> error, deadlock;
    bool overflow = false;
    std::uint64_t states = 0, transitions = 0, deadlocks = 0;
  };
  Findings take();
  const Findings& found_so_far() const { return findings_; }

  // What another one has learned of properties: see PropertyJudge.
  void learn_from(const Worker& other) {
    for (std::size_t i = 0; i < judges_.size(); ++i) {
      judges_[i]->learn_from(*other.judges_[i]);
    }
  }
  bool vacuous(std::size_t property) const {
    return judges_[property]->vacuous();
  }

  bool fired(network::ProcessId process, std::uint32_t action) const {
    return tables_.fired(process, action) || fired_.contains({process, action});
  }
  network::TableSteps& tables() { return tables_; }
  std::uint64_t bytes() const;

 private:
  using Packed = std::vector<std::uint64_t>;
  static constexpr std::uint32_t no_step = network::Successors::unknown;

  // Successors, and the steps, by number in tables_, that led there.
  struct Waiting {
    Packed states;
    std::vector<std::uint32_t> steps;
  };

  bool stopped();
  void expand_one(const Packed& state, std::uint64_t distance);
  void expand_slowly(const Packed& state, std::uint64_t distance);
  bool beyond(const std::uint64_t* state) const;
  bool judged_here(std::uint32_t shard, std::uint32_t number) const {
    return questions_.judged_elsewhere.empty() ||
           number >= questions_.judged_elsewhere[shard];
  }
  void found(std::uint64_t* state, std::uint32_t step);
  void wait(const std::uint64_t* state, std::uint32_t step);
  void store_lists(std::uint64_t distance);
  void judge(const std::uint64_t* state, Written written,
             std::uint64_t distance);
  bool limit(const network::ModelError& error) const;
  void error(const std::uint64_t* state, std::uint64_t distance,
             const network::ModelError& error,
             std::optional<network::Event> step);

  const network::Instance& instance_;
  const network::Packing& packing_;
  StateStore& store_;
  std::optional<PackedCanonizer> canonize_;
  const Questions& questions_;
  const network::Budget& budget_;
  std::atomic<network::Limit>& stop_;
  unsigned looks_ = 0;       // at the clock
  bool judged_here_ = true;  // the state that is expanded
  network::Steps steps_;
  network::TableSteps tables_;
  std::vector<std::unique_ptr<PropertyJudge>> judges_;
  std::size_t words_;
  bool integers_ = false;               // slots of `int`
  std::vector<std::uint32_t> limited_;  // these, if they are to be within
  std::vector<Waiting> waiting_;        // per shard
  std::vector<std::uint32_t> waiting_shards_;
  // What is being stored: lists one after the other.
  struct List {
    const Worker* from = nullptr;
    std::uint32_t shard = 0;
  };
  std::vector<List> lists_;
  network::Successors found_;
  Packed next_;
  std::vector<network::Scalar> state_, after_;
  network::StepList list_;
  std::set<std::pair<network::ProcessId, std::uint32_t>> fired_;
  Findings findings_;
};

}  // namespace vicinal::explore::inline search
