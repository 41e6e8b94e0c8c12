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
  // Where states that were saved go: into the store, if they are its own (null:
  // all are), level by level.
  struct Into {
    StateStore& store;
    std::function<bool(const StateStore::Hashed& hashed)> owns;
    std::function<void()> next_level;  // all states of one are there
    std::function<void(std::uint32_t shard)> added;  // a state; may throw
  };
  // False, with what is wrong at the keeper: no search has made this.
  bool resume(const Into& into);
  // After it: how many there are, whosever they are.
  struct Restored {
    std::uint64_t states = 0;
    std::uint64_t last_level = 0;  // that was begun
    std::uint64_t behind = 0;      // of the next one
  };
  const Restored& restored() const { return restored_; }
  // How many of the last level that are in these shards were expanded, and are
  // this store's own.
  std::uint64_t expanded(std::uint32_t first, std::uint32_t last) const;

  bool due() const { return keeper_.due(); }
  // What was remembered last, if it was not saved.
  bool unwritten() const { return remembered_ && !saved_now_; }
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
  std::string take(const Into& into, std::uint64_t level, std::uint32_t shard,
                   const std::uint64_t* state);
  std::string store(const Into& into, std::uint32_t shard,
                    const std::uint64_t* state, bool& ours) const;

  Keeper& keeper_;
  const network::Packing& packing_;
  const StateStore& store_;
  const Levels& levels_;
  Layout layout_;
  Progress at_;
  Restored restored_;
  std::uint64_t first_level_ = 0;           // states of it that were restored
  std::uint64_t level_ = 0, in_level_ = 0;  // that is restored; states of it
  std::vector<std::uint32_t> last_;         // per shard: of the last level
  std::uint64_t expanded_first_ = 0;  // own ones in the first shard, expanded
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
