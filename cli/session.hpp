// SPDX-License-Identifier: MIT
// What every command does around its own work: limits, progress, Ctrl-C,
// output.
#pragma once

#include <string>

#include "cli/load.hpp"
#include "cli/value_json.hpp"
#include "network/verdict.hpp"

namespace vicinal::cli {

// Lets Ctrl-C set a flag that engines look at; a second one ends the program.
void install_interrupt_handler();
bool interrupted();

// Limits from the options, with Ctrl-C and a live line on standard error if it
// is a terminal and a second has passed.
network::Limits limits_of(const Options& options);

// Removes the live line.
void clear_progress();

// Prints the diagnostics to standard error.
void print_diagnostics(Loaded& loaded, const Options& options);

// The answer to input that has errors: diagnostics on standard error and, with
// --json, an object with "error" and "diagnostics". Returns exit_usage.
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

// A run, one line per step.
std::string trace_text(const network::Instance& instance,
                       const network::Trace& trace);

// Memory of the process at its highest, in MiB.
double peak_mib();

// Exit code of a set of verdicts.
int exit_of(const std::vector<network::Verdict>& verdicts);

void print(const std::string& text);
void print_json(const Json& json);

}  // namespace vicinal::cli
