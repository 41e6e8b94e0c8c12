// SPDX-License-Identifier: MIT
// The lines that are typed in a run by hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vicinal::cli::inline simulation {

struct Typed {
  enum Kind : std::uint8_t {
    nothing,  // an empty line
    wrong,    // `text` says what is possible
    choose,   // `number`, from 1
    undo,
    next,  // `number` steps of what is stored behind here
    go_to,
    random,  // `number` steps
    start,   // `number`: which initial state, from 1; 0: any
    why,     // `text`: an action
    until,   // `text`: a formula
    save,    // `text`: a file
    state,
    help,
    quit,
  };
  Kind kind = nothing;
  std::uint64_t number = 0;
  std::string text;
};

// Never fails: what is no command is `wrong`. Numbers have at most 18 digits.
Typed read_typed(std::string_view line);

// All commands, a line each.
std::string typed_help();

}  // namespace vicinal::cli::inline simulation
