// SPDX-License-Identifier: MIT
// Structures with a group that acts on their states (VS 2.2, 2.3, 3), state by
// state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vicinal::explore::inline virtual_symmetry {

inline constexpr std::uint32_t nobody = UINT32_MAX;

struct Structure {
  std::vector<std::string> states;  // their names

  // An arc, in an asynchronous structure with the process that takes it.
  struct Arc {
    std::uint32_t from = 0, to = 0;
    std::uint32_t process = nobody;
    auto operator<=>(const Arc&) const = default;
  };
  std::vector<Arc> arcs;

  // Permutations of the states, and of the processes; they generate the group.
  struct Generator {
    std::vector<std::uint32_t> state;    // images
    std::vector<std::uint32_t> process;  // images; empty without processes
  };
  std::vector<Generator> generators;

  // Of an L^I structure: how many processes there are, and for each state the
  // local state of each process.
  std::uint32_t processes = 0;
  std::vector<std::string> process_names;
  std::vector<std::uint32_t> locals;
  // What else there is in a state, by number; empty: nothing (VS ignores shared
  // variables, which no permutation moves).
  std::vector<std::uint32_t> rest;

  std::uint32_t size() const {
    return static_cast<std::uint32_t>(states.size());
  }
  std::uint32_t local(std::uint32_t state, std::uint32_t process) const {
    return locals[state * processes + process];
  }
};

}  // namespace vicinal::explore::inline virtual_symmetry
