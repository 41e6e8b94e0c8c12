// SPDX-License-Identifier: MIT
// What every command does around its own work: limits, progress, Ctrl-C,
// output.
#pragma once

#include <optional>
#include <string>

#include "cli/load.hpp"
#include "cli/value_json.hpp"
#include "network/verdict.hpp"

namespace vicinal::cli {

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

// Removes the live line.
void clear_progress();

// "statistics" of any report: seconds and peak_mib.
Json statistics_json();

// Prints the diagnostics to standard error.
void print_diagnostics(Loaded& loaded, const Options& options);

// The answer to input that has errors: diagnostics on standard error and, with
// --json, an object with "model", "error" and "diagnostics". Returns
// exit_usage.
int refuse(Loaded& loaded, const Options& options);

// The properties to decide, by index into Model::properties; `no model error`
// besides. A name that the model does not have is V0906.
struct Wanted {
  std::vector<std::size_t> properties;
  bool model_errors = true;
};
Wanted wanted_properties(Loaded& loaded, const Options& options);

// "n = 6, m = 2"; empty without parameters.
std::string parameters_text(const network::Instance& instance);

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

}  // namespace vicinal::cli
