// SPDX-License-Identifier: MIT
// Ctrl-C, and the end of a program that does not look at its limits.
#pragma once

#include <atomic>

#include "cli/options/options.hpp"

namespace vicinal::cli::inline session {

// From now on Ctrl-C ends the program with exit_undecided; while engines run,
// it sets a flag that they look at, and only a second one ends the program.
void install_interrupt_handler();
// This signal sets the flag always; a second one ends the program. For one of
// several processes that end together: it may be done before the others.
void stop_on(int signal);
void set_engines_run(bool run);
bool interrupted();
const std::atomic<bool>& interrupt_flag();

// Ends the program with exit_undecided, and a message, if from now on it goes
// far beyond --timeout or --memory, or on for a second after Ctrl-C: something
// does not look at its limits. Until anything is printed, or engines are done.
void install_backstop(const Options& options);
// Output is never cut.
void disarm_backstop();

// While it lives, the time of the backstop stands still: something is written
// that takes as long as it takes. A second Ctrl-C ends the program all the
// same.
class UntilWritten {
 public:
  UntilWritten();
  ~UntilWritten();
  UntilWritten(const UntilWritten&) = delete;
  UntilWritten& operator=(const UntilWritten&) = delete;

 private:
  double begin_;
};

// Since the program began.
double seconds_spent();

}  // namespace vicinal::cli::inline session
