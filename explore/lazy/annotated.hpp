// SPDX-License-Identifier: MIT
// The annotated states that were reached, and which of them subsume which.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explore/lazy/locals.hpp"
#include "explore/lazy/partitions.hpp"

namespace vicinal::explore::inline lazy {

// Local states in non-decreasing order within each cell: the canonical one of
// the annotated states with these represented states (LZ section 5).
void canonize(Row& row, const Members& cells);
// Local states of a row that lies elsewhere.
using RowView = std::span<const std::uint32_t>;

// Numbers of local states are packed into one, two or four bytes. Any number of
// threads may look, as long as nobody adds.
class Reached {
 public:
  Reached(std::size_t processes, const Partitions& partitions, bool subsumption)
      : processes_(processes),
        partitions_(partitions),
        subsumption_(subsumption) {}

  struct State {
    std::uint32_t rest = 0;
    std::uint32_t partition = 0;
    std::uint32_t parent = UINT32_MAX;
    std::uint32_t step = UINT32_MAX;  // that led here from there
  };
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(states_.size());
  }
  const State& operator[](std::uint32_t s) const { return states_[s]; }
  void read(std::uint32_t s, Row& row) const;
  // By a later one of its level.
  bool subsumed(std::uint32_t s) const { return subsumed_[s]; }

  struct Hash {
    std::uint64_t alike = 0;  // the same for all permutations
    std::uint64_t exact = 0;
  };
  // Of a canonical state.
  Hash hash(RowView row, const State& state) const;

  // Memory is slow: has the processor fetch what `known` looks at first; and,
  // when that is there, the state that it compares with then.
  [[gnu::always_inline]] void prefetch(const Hash& hash) const {
    if (!heads_.empty()) __builtin_prefetch(&head(hash.exact));
  }
  [[gnu::always_inline]] void prefetch_state(const Hash& hash) const {
    const std::uint32_t s = heads_.empty() ? none : head(hash.exact);
    if (s == none) return;
    __builtin_prefetch(&links_[s]);
    __builtin_prefetch(&states_[s]);
    __builtin_prefetch(row_of(s));
  }

  // Memory of who compares.
  struct Scratch {
    std::vector<std::uint8_t> bytes;
    Row row;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> here, there;
  };
  // Whether a state that is there subsumes a canonical one. Its local states
  // are among those that `make_room` was told of. O(processes) for each
  // annotation of states whose local states are permutations of its own.
  bool known(RowView row, const State& state, const Hash& hash,
             Scratch& scratch) const {
    return subsumer(row, state, hash, 0, scratch) != none;
  }
  // A state from `from` on that subsumes it: an equal one, if there is one.
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t subsumer(RowView row, const State& state, const Hash& hash,
                         std::uint32_t from, Scratch& scratch) const;

  // There are so many local states from now on.
  void make_room(std::size_t locals);
  // States that are added from now on lie one step farther.
  void begin_level() { level_ = size(); }
  // Adds one that none before `unseen` subsumes, unless one from there on does;
  // then its number. Those of its level that it subsumes are marked, but none
  // that lies nearer, against LZ (docs/theory.md).
  std::optional<std::uint32_t> add(const Row& row, const State& state,
                                   const Hash& hash, std::uint32_t unseen);

  std::uint64_t removed() const { return removed_; }
  std::uint64_t bytes() const;

 private:
  using Bytes = const std::uint8_t*;

  Bytes row_of(std::uint32_t s) const {
    return rows_.data() + s * processes_ * width_;
  }
  std::uint32_t local(Bytes row, std::size_t process) const;
  void pack(RowView row, std::vector<std::uint8_t>& bytes) const;
  const std::uint32_t& head(std::uint64_t exact) const {
    return heads_[exact & (heads_.size() - 1)];
  }
  // An equal one from there on, or none.
  std::uint32_t find(RowView row, const State& state, std::uint64_t exact,
                     std::uint32_t from, Scratch& scratch) const;
  bool permuted(Bytes s, Bytes t, const Cells& cells, Scratch& scratch) const;
  template <class LocalOf>
  static bool as_coarse(const Cells& coarse, const Members& fine,
                        const LocalOf& local_of);
  std::uint32_t first_group(std::uint64_t alike) const;
  void mark_subsumed(const Row& row, const State& state, const Hash& hash);
  void enter(std::uint32_t number, const Hash& hash);
  void grow();

  std::size_t processes_;
  const Partitions& partitions_;
  bool subsumption_;
  unsigned width_ = 1;  // bytes for a local state
  std::vector<State> states_;
  std::vector<std::uint8_t> rows_;
  std::vector<bool> subsumed_;
  // Chains of states with equal last bits of their exact hashes, the latest
  // first.
  struct Link {
    std::uint32_t next = none;
    std::uint32_t hash = 0;  // last bits
  };
  std::vector<std::uint32_t> heads_;
  std::vector<Link> links_;  // per state
  // Of states whose local states are permutations of each other those with one
  // annotation, the latest first.
  struct Group {
    std::uint32_t partition = 0, latest = 0;
    std::uint32_t next = none;  // whose annotation is another one
  };
  std::vector<Group> groups_;
  std::vector<std::uint32_t> next_in_group_;  // per state
  struct ByHash {
    std::size_t operator()(std::uint64_t hash) const { return hash; }
  };
  tsl::robin_map<std::uint64_t, std::uint32_t, ByHash> first_group_;
  std::uint32_t level_ = 0;  // its first state
  std::uint64_t removed_ = 0;
  Scratch scratch_;
};

}  // namespace vicinal::explore::inline lazy
