// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/session/session.hpp"
#include "network/export/writer.hpp"

namespace vicinal::cli {

namespace {

std::string title_of(const Opened& opened) {
  const std::string sizes = parameters_text(*opened.instance);
  return fmt::format("{}{}{}, written by vicinal {}", opened.name,
                     sizes.empty() ? "" : ": ", sizes, VICINAL_VERSION);
}

}  // namespace

int export_command(const Options& options) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
    decide::require_initial_state(*opened, limits_of(options));
  }
  if (!opened->instance || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  const Wanted wanted = wanted_properties(*opened, options);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  const Watched watched(options);
  const auto guarded = exported::flatten(*opened->instance, wanted.properties,
                                         opened->diagnostics);
  if (!guarded) return refuse(*opened, options);
  print_diagnostics(*opened, options);
  const std::string title = title_of(*opened);
  print(options.to == "murphi" ? exported::murphi_text(*guarded, title)
                               : exported::promela_text(*guarded, title));
  return exit_holds;
}

}  // namespace vicinal::cli
