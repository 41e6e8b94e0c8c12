// SPDX-License-Identifier: MIT
// `convert`: the tree that a reader of another language made, written as text.
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/session/session.hpp"

namespace vicinal::cli {

// A model as readable text in our language; one of ours as it stands.
int convert_command(const Options& options) {
  const auto opened = load_model(options);
  if (!opened->good()) return refuse(*opened, options);
  print_diagnostics(*opened, options);
  const std::string_view text = opened->source->text();
  std::fwrite(text.data(), 1, text.size(), stdout);
  return exit_holds;
}

}  // namespace vicinal::cli
