// SPDX-License-Identifier: MIT
// States taken apart: what each process has, and the rest.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <vector>

#include "explore/lazy/processes.hpp"

namespace vicinal::explore::inline lazy {

// Numbers of local states, one per process.
using Row = std::vector<std::uint32_t>;

// Numbers for local states and for rests. A local state is what lies in the
// slots of a process, its kind, and which pointers refer to it; the rest is
// everything else. Permuting processes permutes their local states and leaves
// the rest alone.
class Locals {
 public:
  Locals(const Processes& processes, std::size_t slots);

  struct Local {
    std::vector<network::Scalar> values;  // of Process::slots
    std::vector<std::uint32_t> pointers;  // that refer to it, ascending
  };
  const Local& operator[](std::uint32_t local) const { return locals_[local]; }
  std::size_t size() const { return locals_.size(); }

  // The rest; `row` gets the local states. O(slots).
  std::uint32_t take_apart(std::span<const network::Scalar> state, Row& row);
  // The state again. O(slots).
  void put_together(std::uint32_t rest, std::span<const std::uint32_t> row,
                    std::span<network::Scalar> state) const;

  // What a slot outside of all blocks holds; of a pointer that refers to some
  // process: nothing of meaning.
  network::Scalar in_rest(std::uint32_t rest, std::uint32_t slot) const {
    return rests_[rest][slot];
  }
  bool refers(std::uint32_t rest, std::uint32_t pointer) const {
    return in_rest(rest, processes_.pointers[pointer].slot) == referring;
  }

 private:
  static constexpr network::Scalar referring = INT64_MIN;
  using Key = std::vector<network::Scalar>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  using Numbers = tsl::robin_map<Key, std::uint32_t, Hash>;

  const Processes& processes_;
  std::size_t slots_;
  std::vector<Local> locals_;
  std::vector<Key> rests_;
  Numbers local_numbers_, rest_numbers_;
  Key key_, rest_;
  std::vector<std::vector<std::uint32_t>> marks_;  // per process
};

}  // namespace vicinal::explore::inline lazy
