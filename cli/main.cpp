// SPDX-License-Identifier: MIT
#include "cli/commands.hpp"
#include "cli/memory.hpp"

int main(int count, char** arguments) {
  vicinal::cli::use_large_pages();
  return vicinal::cli::run({arguments + 1, arguments + count});
}
