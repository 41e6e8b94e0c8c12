// SPDX-License-Identifier: MIT
// States taken apart: what each process has, and the rest.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <vector>

#include "explore/lazy/mixing.hpp"
#include "explore/lazy/processes.hpp"

namespace vicinal::explore::inline lazy {

// Numbers of local states, one per process.
using Row = std::vector<std::uint32_t>;

// Numbers for local states and for rests. A local state is what lies in the
// slots of a process, its kind, and which pointers refer to it; the rest is
// everything else. Permuting processes permutes their local states and leaves
// the rest alone.
//
// Any number of threads may look, as long as nobody adds.
class Locals {
 public:
  Locals(const Processes& processes, std::size_t slots);

  struct Local {
    std::vector<network::Scalar> values;  // of Process::slots
    std::vector<std::uint32_t> pointers;  // that refer to it, ascending
  };
  const Local& operator[](std::uint32_t local) const { return locals_[local]; }
  std::size_t size() const { return locals_.size(); }

  using Key = std::vector<network::Scalar>;
  using Numbers = tsl::robin_map<Key, std::uint32_t, Mixing>;

  // What somebody met who may not add. Its numbers are `fresh` and more.
  static constexpr std::uint32_t fresh = std::uint32_t{1} << 31;
  struct Met {
    Numbers locals, rests;
    std::vector<Key> local_keys, rest_keys;  // in the order of their numbers
    bool empty() const { return local_keys.empty() && rest_keys.empty(); }
    void clear();
  };
  // Memory of who takes states apart.
  struct Scratch {
    Key key, rest;
    std::vector<std::vector<std::uint32_t>> marks;  // per process
  };

  // The rest; `row` gets the local states. O(slots).
  std::uint32_t take_apart(std::span<const network::Scalar> state, Row& row);
  std::uint32_t take_apart(std::span<const network::Scalar> state, Row& row,
                           Scratch& scratch, Met& met) const;
  // Adds what was met; then what its numbers have become, from `fresh` on.
  struct Adopted {
    std::vector<std::uint32_t> locals, rests;
  };
  Adopted adopt(const Met& met);

  // The state again. O(slots).
  void put_together(std::uint32_t rest, std::span<const std::uint32_t> row,
                    std::span<network::Scalar> state) const;

  // What a slot outside of all blocks holds; of a pointer that refers to some
  // process: nothing of meaning.
  network::Scalar in_rest(std::uint32_t rest, std::uint32_t slot) const {
    return rests_[rest * rest_slots_.size() + place_[slot]];
  }
  bool refers(std::uint32_t rest, std::uint32_t pointer) const {
    return in_rest(rest, processes_.pointers[pointer].slot) == referring;
  }

  std::uint64_t bytes() const;

 private:
  static constexpr network::Scalar referring = INT64_MIN;

  void mark(std::span<const network::Scalar> state, Scratch& scratch) const;

  const Processes& processes_;
  std::vector<std::uint32_t> rest_slots_;  // outside of all blocks
  std::vector<std::uint32_t> place_;       // per slot: among these
  std::vector<Local> locals_;
  Key rests_;  // one after the other
  Numbers local_numbers_, rest_numbers_;
  Scratch scratch_;
  Met met_;
};

}  // namespace vicinal::explore::inline lazy
