// SPDX-License-Identifier: MIT
// The program, run again for each of many questions, several at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vicinal::cli::processes {

struct Launch {
  std::string folder;  // where it runs; empty: here
  std::vector<std::string> arguments;
  std::string input = {};  // its standard input
};

// A file that a run may write besides its outputs, as it names it.
inline constexpr const char* extra_file = "/dev/fd/3";

struct Ran {
  int exit = -1;  // 128 + n: ended by signal n
  std::string out, err;
  std::string extra;   // what it wrote to `extra_file`
  double seconds = 0;  // by the clock
};

// Runs `program` as each launch says, at most so many at a time; tells of each
// in their order, as soon as those before it have ended, too. Until `stopped`,
// which is asked between; then those that run are ended. True: all have run.
// Throws std::system_error where the system starts no process.
bool run_all(const std::string& program, std::span<const Launch> launches,
             std::size_t jobs, const std::function<bool()>& stopped,
             const std::function<void(std::size_t, const Ran&)>& tell);

// The program that runs now, as a path.
std::string this_program();

}  // namespace vicinal::cli::processes
