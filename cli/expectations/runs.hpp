// SPDX-License-Identifier: MIT
// The program, run again for each expectation, several at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/expectations/expectation.hpp"

namespace vicinal::cli::expectations {

struct Ran {
  int exit = -1;  // 128 + n: ended by signal n
  std::string out, err;
  double seconds = 0;  // by the clock
};

// Runs `program` with each expectation's arguments, --json and the file, in the
// file's folder, at most so many at a time; tells of each in their order, as
// soon as those before it have ended, too. Until `stopped`, which is asked
// between; then those that run are ended. True: all have run. Throws
// std::system_error where the system starts no process.
bool run_all(const std::string& program,
             const std::vector<Expectation>& expectations, std::size_t jobs,
             const std::function<bool()>& stopped,
             const std::function<void(std::size_t, const Ran&)>& tell);

// The program that runs now, as a path.
std::string this_program();

}  // namespace vicinal::cli::expectations
