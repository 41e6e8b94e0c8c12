// SPDX-License-Identifier: MIT
#include "cli/commands.hpp"

int main(int count, char** arguments) {
  return vicinal::cli::run({arguments + 1, arguments + count});
}
