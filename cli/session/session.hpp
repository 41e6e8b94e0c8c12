// SPDX-License-Identifier: MIT
// What every command does around its own work: limits, progress, output.
#pragma once

#include <optional>
#include <string>

#include "cli/session/load.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline session {

using report::Json;

// While it lives, Ctrl-C sets a flag that engines look at (stopping.hpp).
class Engines {
 public:
  Engines();
  ~Engines();
  Engines(const Engines&) = delete;
  Engines& operator=(const Engines&) = delete;
};

// How many threads explore: as many as asked for, or one for each processor.
unsigned threads_of(const Options& options);

// Limits from the options, with Ctrl-C and a live line on standard error if it
// is a terminal and a second has passed. --timeout is for the whole program:
// the limit is what is left of it.
network::Limits limits_of(const Options& options);

// While it lives, loops that poll look at the limits of the options
// (network/base/budget.hpp), and throw LimitReached, which ends the command:
// for work that has nothing to show before its end. Engines are given
// limits_of.
class Watched {
 public:
  explicit Watched(const Options& options)
      : limits_(limits_of(options)), budget_(limits_), polling_(budget_) {}

 private:
  network::Limits limits_;
  network::Budget budget_;
  network::Polling polling_;
};

// Whether the work was done within what is left of the limits; what it did
// not come to stays undone.
template <class Work>
bool in_time(const Options& options, const Work& work) {
  return network::in_time(limits_of(options), work);
}

// What is wrong with what is asked, by the name of the program that says so.
int wrong_usage(const Options& options, const std::string& wrong,
                std::string_view program = "vicinal");

// The answer to a limit that was reached before there was anything to show.
int not_finished(const Options& options, network::Limit limit);

// How answers are written. Formulas have what is left of the limits: this is
// for when the engines are done.
report::Style style_of(const Options& options);

// Removes the live line.
void clear_progress();

// "statistics" of any report: seconds and peak_mib.
Json statistics_json();

// Prints the diagnostics to standard error, and keeps them for --sarif.
void print_diagnostics(Opened& opened, const Options& options);

// The answer to input that has errors: diagnostics on standard error and, with
// --json, an object with "model", "error" and "diagnostics". Returns
// exit_usage.
int refuse(Opened& opened, const Options& options);

// Exit code of a set of verdicts.
int exit_of(const std::vector<network::Verdict>& verdicts);

// Of several processes with one answer only one prints and writes it: from now
// on this one does not. Whoever writes files asks whether it does.
void be_silent();
bool speaks();

void print(const std::string& text);  // to standard output
void say(const std::string& text);    // to standard error
void print_json(const Json& json);

}  // namespace vicinal::cli::inline session
