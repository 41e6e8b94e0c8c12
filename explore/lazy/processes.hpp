// SPDX-License-Identifier: MIT
// What lazy reduction permutes: the processes of an instance, the part of a
// state that is a process's own, and what refers to processes.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "symmetry/maps/renamings.hpp"
#include "symmetry/maps/state_map.hpp"

namespace vicinal::explore::inline lazy {

using symmetry::Renaming;
using symmetry::Renamings;
using symmetry::Sorts;
using symmetry::state_map;
using symmetry::StateMap;

inline constexpr std::uint32_t no_process = UINT32_MAX;

// Nodes are processes of one kind if exchanging them exchanges blocks of slots,
// and nothing else but references from outside all blocks. Whether steps treat
// them alike is another question (LZ 4.2).
struct Processes {
  Processes(const network::Instance& instance, const Sorts& sorts);

  struct Process {
    network::NodeId node;
    std::uint32_t kind = 0;
    std::vector<std::uint32_t> slots;  // as those of its kind, one by one
  };
  std::vector<Process> list;
  std::vector<std::uint32_t> of_node;  // or no_process
  std::vector<std::uint32_t> of_slot;  // whose block; or no_process

  // Slots that refer to processes (LZ 4.3): to `process[v - low]` by value v.
  struct Pointer {
    std::uint32_t slot = 0;
    network::Scalar low = 0;
    std::vector<std::uint32_t> process;  // or no_process
    std::vector<network::Scalar> value;  // per process: to refer to it
  };
  std::vector<Pointer> pointers;

  std::size_t size() const { return list.size(); }
  // Those that the slots are of.
  std::set<std::uint32_t> of(const std::set<std::uint32_t>& slots) const;

  // Two of one kind change places.
  Renaming exchange(std::uint32_t a, std::uint32_t b) const {
    return *renamings_.exchange(list[a].node, list[b].node);
  }
  StateMap map(const Renaming& renaming) const {
    return *state_map(instance_, sorts_, renaming);
  }

 private:
  void find_kinds();
  void find_pointers();

  const network::Instance& instance_;
  const Sorts& sorts_;
  Renamings renamings_;
};

}  // namespace vicinal::explore::inline lazy
