// SPDX-License-Identifier: MIT
// `--report FILE.html`: an answer as a page in a file.
#pragma once

#include <functional>

#include "cli/session/load.hpp"
#include "network/base/limits.hpp"
#include "report/html/page.hpp"

namespace vicinal::cli::inline session {

// Writes the page that `make` makes, if one is asked for, with the command
// line, the version and the diagnostics so far. Where no time is left to make
// it, the page says so. False, with a diagnostic: the file cannot be written.
bool write_page(const Options& options, Opened& opened,
                const std::function<report::Page()>& make);

// The same of a command that a limit ended before there was anything to show.
void write_unfinished_page(const Options& options, network::Limit limit);

}  // namespace vicinal::cli::inline session
