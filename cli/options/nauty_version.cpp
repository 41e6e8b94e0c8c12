// SPDX-License-Identifier: MIT
// In a file of its own: nauty's header defines many short macros.
#include "cli/options/nauty_version.hpp"

// The package's header names a keyword of C, and a type as sources of ours name
// variables.
#define _Thread_local thread_local
#define graph nauty_graph
extern "C" {
#include <nauty/nauty.h>
}
#undef graph

namespace vicinal::cli::inline options {

// NAUTYVERSION is "2.8.6 (64 bits)"; its numeric form lags behind.
std::string nauty_version() {
  const std::string text = NAUTYVERSION;
  return text.substr(0, text.find(' '));
}

}  // namespace vicinal::cli::inline options
