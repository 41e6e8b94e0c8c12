// SPDX-License-Identifier: MIT
// What a call asks for, as the command line would say it, and its limits apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options/options.hpp"

namespace vicinal::python {

struct Wishes {
  // Without limits: those of a program count from its beginning.
  cli::Options options;
  double seconds = 0;  // 0: no limit
  std::uint64_t memory_mib = 0;
};

// Throws what Python has as a ValueError, in the words of the command line.
Wishes wishes_of(const std::vector<std::string>& arguments);

}  // namespace vicinal::python
