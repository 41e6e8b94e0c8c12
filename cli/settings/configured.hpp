// SPDX-License-Identifier: MIT
// The settings beside a model, as options of a command.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options/options.hpp"
#include "cli/settings/settings.hpp"
#include "network/base/source.hpp"

namespace vicinal::cli::settings {

// The vicinal.toml of a folder, read.
struct Read {
  std::unique_ptr<network::Source> source;
  network::Diagnostics diagnostics;
  Settings settings;
};

// Null: there is none. One that cannot be read, or is wrong, has diagnostics.
std::unique_ptr<Read> read_settings(const std::string& folder);

// Adds to the options of a command on one model what the vicinal.toml beside
// the model says, where the command line does not say it; says so on standard
// error, unless --quiet. An exit code: the file is wrong, which is printed.
// Nothing is read with --no-config, or of standard input.
std::optional<int> configure(Options& options);

}  // namespace vicinal::cli::settings
