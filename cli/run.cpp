// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/commands.hpp"
#include "cli/memory.hpp"
#include "cli/render.hpp"
#include "cli/session.hpp"

namespace vicinal::cli {

namespace {

int wrong_usage(const Parsed& parsed) {
  say(fmt::format("vicinal: {}\n", printable(parsed.error)));
  if (parsed.options.json) {
    Json json;
    json["error"] = parsed.error;
    json["diagnostics"] = Json::array();
    print_json(json);
  }
  return exit_usage;
}

int dispatch(const Options& options) {
  const bool solves = options.command == "prove" || options.command == "verify";
  if (solves) use_large_pages();
  if (options.command == "prove") return prove_command(options);
  if (options.command == "explore") return explore_command(options);
  if (options.command == "topology") return topology_command(options);
  if (options.command == "validate") return validate_command(options);
  if (options.command == "verify") return verify_command(options);
  if (options.command == "export") return export_command(options);
  return explain_command(options);
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
  install_interrupt_handler();
  try {
    const Parsed parsed = parse_arguments(arguments);
    const Options& options = parsed.options;
    int code = exit_holds;
    if (!parsed.error.empty()) {
      code = wrong_usage(parsed);
    } else if (options.version) {
      print(version_text());
    } else if (options.help) {
      print(help_text(options.command));
    } else if (options.man) {
      print(man_page());
    } else if (!options.completion.empty()) {
      print(bash_completion());
    } else {
      code = dispatch(options);
    }
    // A result that could not be written is no result.
    if (std::fflush(stdout) != 0) {
      say("vicinal: cannot write to standard output\n");
      return exit_internal;
    }
    return code;
  } catch (const std::bad_alloc&) {
    say("vicinal: out of memory\n");
    return exit_undecided;
  } catch (const std::exception& error) {
    say(
        fmt::format("vicinal: internal error: {}\nPlease report this, with "
                    "the model, the command line and the output of 'vicinal "
                    "--version'.\n",
                    error.what()));
    return exit_internal;
  }
}

}  // namespace vicinal::cli
