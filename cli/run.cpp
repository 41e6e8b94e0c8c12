// SPDX-License-Identifier: MIT
// The one place where exceptions become exit codes: a limit is undecided, so is
// a lack of memory; anything else that comes this far is a bug of ours and says
// so. Output counts as written only when closing it has succeeded.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/commands.hpp"
#include "cli/session/memory.hpp"
#include "cli/session/page_file.hpp"
#include "cli/session/sarif_file.hpp"
#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"
#include "cli/settings/configured.hpp"
#include "network/base/budget.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli {

namespace {

// With what stands beside the model; of several models, each reads its own.
int dispatch_configured(const Options& given) {
  if (given.models.size() > 1) return prove_models(given);
  Options options = given;
  if (const auto wrong = settings::configure(options)) return *wrong;
  // Limits may have come.
  install_backstop(options);
  if (options.command == "prove") return prove_command(options);
  if (options.command == "explore") return explore_command(options);
  return check_command(options);
}

int dispatch(const Options& options) {
  const bool solves = options.command == "prove" || options.command == "verify";
  if (solves) use_large_pages();
  if (settings::is_configured(options.command)) {
    return dispatch_configured(options);
  }
  if (options.command == "simulate") return simulate_command(options);
  if (options.command == "topology") return topology_command(options);
  if (options.command == "symmetry") return symmetry_command(options);
  if (options.command == "validate") return validate_command(options);
  if (options.command == "verify") return verify_command(options);
  if (options.command == "export") return export_command(options);
  if (options.command == "convert") return convert_command(options);
  if (options.command == "format") return format_command(options);
  if (options.command == "test") return test_command(options);
  if (options.command == "lsp") return lsp_command(options);
  if (options.command == "mcp") return mcp_command(options);
  if (options.command == "conform") return conform_command(options);
  return explain_command(options);
}

// What a rule of --sarif means.
std::string rule_title(const std::string& rule) {
  if (rule == "violated") return "a property that some run violates";
  if (rule == "unproved") return "a property that is not proved";
  for (const network::Entry& e : all_entries()) {
    if (fmt::format("V{:04}", number(e.code)) == rule) {
      return std::string(e.title);
    }
  }
  return rule;
}

int with_sarif(const Options& options, report::SarifEnd end) {
  const std::string error = write_sarif(options, end, rule_title);
  if (error.empty()) return end.exit;
  say(fmt::format("vicinal: {}\n", report::printable(error)));
  return exit_usage;
}

int finish(const Options& options, const Command& command) {
  try {
    const int code = command(options);
    const bool answered = code != exit_usage && code != exit_internal;
    return with_sarif(options, {code, answered, {}});
  } catch (const network::LimitReached& reached) {
    write_unfinished_page(options, reached.limit);
    const int code = not_finished(options, reached.limit);
    return with_sarif(options,
                      {code, false, report::limit_text(reached.limit)});
  }
}

// A result that could not be written is no result: neither what was lost on
// the way nor what only the end shows.
bool written() {
  const bool lost = std::ferror(stdout) != 0;
  if (std::fclose(stdout) == 0 && !lost) return true;
  say("vicinal: cannot write to standard output\n");
  return false;
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
  return run(arguments, dispatch);
}

int run(const std::vector<std::string>& arguments, const Command& command) {
  install_interrupt_handler();
  Parsed parsed;
  const Options& options = parsed.options;
  try {
    parsed = parse_arguments(arguments);
    int code = exit_holds;
    if (!parsed.error.empty()) {
      code = wrong_usage(parsed.options, parsed.error);
    } else if (options.version) {
      print(version_text());
    } else if (options.help) {
      print(help_text(options.command));
    } else if (options.man) {
      print(man_page());
    } else if (!options.completion.empty()) {
      print(completion(options.completion));
    } else {
      install_backstop(options);
      code = finish(options, command);
    }
    return written() ? code : int{exit_internal};
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
