// SPDX-License-Identifier: MIT
// What is printed of an exploration, by one process or by ranks in threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "decide/instances/exploration.hpp"
#include "explore/ranks/outbox.hpp"

namespace vicinal::test {

struct Question {
  std::string text, sizes;  // of a model; "n=3 m=4", or the default sizes
  decide::Reduction reduction = decide::Reduction::none;
  std::uint64_t work = 0;  // states at most; 0: all
  bool deadlock = true;    // asked for
  // Saved there, or gone on from there; empty: nowhere.
  std::string folder;
  bool resume = false;
  double every_seconds = 1e9;
  // Told before and after each save, by each rank.
  std::function<void(unsigned rank, bool saves)> busy;
  // Other limits of a rank.
  std::function<void(unsigned rank, network::Limits& limits)> limit;
};

struct Said {
  std::string json;      // the report, and warnings
  bool complete = true;  // all states were looked at
  bool decided = true;   // or those that do not go too far
  std::uint64_t states = 0, transitions = 0;
  std::size_t runs = 0;  // that are shown
};

// Empty: the model has no instance of its sizes.
std::vector<Said> said_alone(const Question& question);
// By each rank. `traffic`: added, of the first.
std::vector<Said> said_by_ranks(const Question& question, unsigned ranks,
                                explore::Traffic* traffic = nullptr);

// Holds what 1, 2, 3 and 4 ranks say (1 and 3, where runs are few) against what
// one process says, byte by byte; incomplete answers only in that they are.
// What was said alone.
std::vector<Said> check_ranks(const Question& question);

}  // namespace vicinal::test
