// SPDX-License-Identifier: MIT
// What of a search is saved, and when.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/checkpoint/keeper.hpp"
#include "explore/store/levels.hpp"
#include "network/semantics/instance.hpp"
#include "network/steps/packing.hpp"

namespace vicinal::explore::inline search {

// A search as it was between two rounds. States that came later are left out,
// and so is what was found in a round that did not come to its end: whoever
// goes on does that round once more.
class Saving {
 public:
  // All must outlive it.
  Saving(Keeper& keeper, const network::Packing& packing,
         const StateStore& store, const Levels& levels);

  // Whether states that were saved are such as the store has.
  bool fits();

  // Between two rounds: `at` is set to where the search is, and the states that
  // are there are remembered. O(shards).
  Progress& at() { return at_; }
  void remember();
  // Puts what was saved into the store, level by level. `next_level` is called
  // when all states of one are there, `added` with the shard of each state; it
  // may throw. False, with what is wrong at the keeper: no search has made
  // this.
  bool resume(StateStore& store, const std::function<bool()>& next_level,
              const std::function<void(std::uint32_t)>& added);

  bool due() const { return keeper_.due(); }
  // Saves what was remembered last, if it was not.
  void save();
  // There is no memory to save anything.
  void fail() { no_memory_ = true; }
  // Why what was remembered last, or anything at all, is not saved; empty: it
  // is.
  std::string unsaved() const;

 private:
  std::vector<Run> runs() const;
  bool counts_fit() const;
  std::string take(StateStore& store, std::uint32_t shard,
                   const std::uint64_t* state) const;

  Keeper& keeper_;
  const network::Packing& packing_;
  const StateStore& store_;
  const Levels& levels_;
  Layout layout_;
  Progress at_;
  bool remembered_ = false;
  bool saved_now_ = false;            // what was remembered last
  bool no_memory_ = false;            // for saving it
  std::vector<std::uint32_t> sizes_;  // per shard: states that were there then
  std::vector<std::uint32_t> saved_;  // per shard: that were saved
};

// What in a progress that was saved is of no search of this instance, or
// nothing: numbers of processes, actions and slots that there are not, lists of
// another length than what is asked has.
std::string wrong_progress(const network::Instance& instance,
                           const network::Packing& packing,
                           std::size_t properties, std::size_t premises,
                           const Progress& progress);

}  // namespace vicinal::explore::inline search
