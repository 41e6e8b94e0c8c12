// SPDX-License-Identifier: MIT
// In a file of its own: nauty's header defines many short macros.
#include "cli/nauty_version.hpp"

// The package's header names a keyword of C.
#define _Thread_local thread_local
extern "C" {
#include <nauty/nauty.h>
}

namespace vicinal::cli {

std::string nauty_version() {
  const int version = NAUTYVERSIONID / 10;
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 100) + "." +
         std::to_string(version % 100);
}

}  // namespace vicinal::cli
