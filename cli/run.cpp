// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/commands.hpp"
#include "cli/render.hpp"
#include "cli/session.hpp"

namespace vicinal::cli {

namespace {

int dispatch(const Options& options) {
  if (options.command == "prove") return prove_command(options);
  if (options.command == "explore") return explore_command(options);
  if (options.command == "validate") return validate_command(options);
  return explain_command(options);
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
  install_interrupt_handler();
  try {
    const Parsed parsed = parse_arguments(arguments);
    if (!parsed.error.empty()) {
      fmt::print(stderr, "vicinal: {}\n", printable(parsed.error));
      return exit_usage;
    }
    const Options& options = parsed.options;
    int code = exit_holds;
    if (options.version) {
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
      fmt::print(stderr, "vicinal: cannot write to standard output\n");
      return exit_internal;
    }
    return code;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "vicinal: out of memory\n");
    return exit_undecided;
  } catch (const std::exception& error) {
    fmt::print(stderr,
               "vicinal: internal error: {}\nPlease report this, with the "
               "model and the command line.\n",
               error.what());
    return exit_internal;
  }
}

}  // namespace vicinal::cli
