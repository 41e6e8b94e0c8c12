// SPDX-License-Identifier: MIT
// The commands. Each prints its result to standard output, diagnostics to
// standard error, and returns the exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "cli/session/session.hpp"
#include "decide/instances/exploration.hpp"
#include "explore/checkpoint/company.hpp"
#include "network/base/catalogue.hpp"

namespace vicinal::cli {

int prove_command(const Options& options);
// Of several: each in a process of its own.
int prove_models(const Options& options);
int explore_command(const Options& options);
// With another engine, and more statistics; what is saved is saved in company.
struct Exploring {
  decide::Engine engine;
  std::function<void(Json& statistics)> add_statistics;
  explore::Company* company = nullptr;
};
int explore_command(const Options& options, const Exploring& exploring);
int simulate_command(const Options& options);
int check_command(const Options& options);
int topology_command(const Options& options);
int symmetry_command(const Options& options);
int validate_command(const Options& options);
int verify_command(const Options& options);
int export_command(const Options& options);
int convert_command(const Options& options);
int format_command(const Options& options);
int conform_command(const Options& options);
int test_command(const Options& options);
int lsp_command(const Options& options);
int mcp_command(const Options& options);
int explain_command(const Options& options);

// Every diagnostic of every room, by code: what `explain` knows.
std::vector<network::Entry> all_entries();

// Everything after main: parses, runs a command, turns what should not happen
// into exit code 4.
int run(const std::vector<std::string>& arguments);
// The same of a program that does other things with what was parsed.
using Command = std::function<int(const Options&)>;
int run(const std::vector<std::string>& arguments, const Command& command);

}  // namespace vicinal::cli
