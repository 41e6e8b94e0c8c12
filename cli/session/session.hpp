// SPDX-License-Identifier: MIT
// What every command does around its own work: limits, progress, Ctrl-C,
// output.
#pragma once

#include <optional>
#include <string>

#include "cli/output/value_json.hpp"
#include "cli/session/load.hpp"
#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::cli::inline session {

// From now on Ctrl-C ends the program with exit_undecided; while `Engines`
// lives, it sets a flag that engines look at, and only a second one ends the
// program.
void install_interrupt_handler();
bool interrupted();

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
  const Watched watched(options);
  try {
    work();
    return true;
  } catch (const network::LimitReached&) {
    return false;
  }
}

// Ends the program with exit_undecided, and a message, if from now on it goes
// far beyond --timeout or --memory, or on for a second after Ctrl-C: something
// does not look at its limits. Until anything is printed, or engines are done.
void install_backstop(const Options& options);

// "the time is up", ...
std::string limit_text(network::Limit limit);

// The answer to a limit that was reached before there was anything to show.
int not_finished(const Options& options, network::Limit limit);

// Removes the live line.
void clear_progress();

// "statistics" of any report: seconds and peak_mib.
Json statistics_json();

// Prints the diagnostics to standard error.
void print_diagnostics(Opened& opened, const Options& options);

// The answer to input that has errors: diagnostics on standard error and, with
// --json, an object with "model", "error" and "diagnostics". Returns
// exit_usage.
int refuse(Opened& opened, const Options& options);

// The properties to decide, by index into Model::properties; `no model error`
// besides. A name that the model does not have is V0906.
struct Wanted {
  std::vector<std::size_t> properties;
  bool model_errors = true;
};
Wanted wanted_properties(Opened& opened, const Options& options);

// The same of temporal properties.
std::vector<std::size_t> wanted_temporal(Opened& opened,
                                         const Options& options);

// The temporal properties that were asked for: commands that decide invariants
// say of each that it was not looked at, and their exit code does not speak of
// it.
std::vector<std::string> not_asked(const network::Model& model,
                                   const Options& options);
// Of each a line, its name padded to `width`; an entry of "properties".
std::string not_asked_text(const std::vector<std::string>& names,
                           std::size_t width);
void add_not_asked(const std::vector<std::string>& names, Json& properties);
// The widest of all names in a report.
std::size_t widest(const std::vector<std::string>& names, std::size_t least);

// A run: all values at the start, then a line for each step with what it
// changes.
std::string trace_text(const network::Instance& instance,
                       const network::Trace& trace);

// "s[0].want", "move(d = 0, target = 2)".
std::string step_text(const network::Instance& instance, network::NodeId actor,
                      std::uint32_t action,
                      std::span<const network::Scalar> binding);

// "by a run of 4 steps", "in an initial state".
std::string steps_count(std::size_t steps);
// The same of the run that violates a property, if it was found.
std::string run_length(const std::optional<network::Trace>& run);

// Exit code of a set of verdicts.
int exit_of(const std::vector<network::Verdict>& verdicts);

void print(const std::string& text);  // to standard output
void say(const std::string& text);    // to standard error
void print_json(const Json& json);

}  // namespace vicinal::cli::inline session
