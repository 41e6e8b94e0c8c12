// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "network/export/writer.hpp"

namespace vicinal::cli {

namespace {

std::string title_of(const Loaded& loaded) {
  const std::string sizes = parameters_text(*loaded.instance);
  return fmt::format("{}{}{}, written by vicinal {}", loaded.name,
                     sizes.empty() ? "" : ": ", sizes, VICINAL_VERSION);
}

}  // namespace

int export_command(const Options& options) {
  const auto loaded = load_model(options);
  if (loaded->model && !loaded->diagnostics.has_errors()) {
    elaborate(*loaded, options);
  }
  if (!loaded->instance || loaded->diagnostics.has_errors()) {
    return refuse(*loaded, options);
  }
  const Wanted wanted = wanted_properties(*loaded, options);
  if (loaded->diagnostics.has_errors()) return refuse(*loaded, options);
  const auto guarded = exported::flatten(*loaded->instance, wanted.properties,
                                         loaded->diagnostics);
  if (!guarded) return refuse(*loaded, options);
  print_diagnostics(*loaded, options);
  const std::string title = title_of(*loaded);
  print(options.to == "murphi" ? exported::murphi_text(*guarded, title)
                               : exported::promela_text(*guarded, title));
  return exit_holds;
}

}  // namespace vicinal::cli
