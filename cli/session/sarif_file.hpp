// SPDX-License-Identifier: MIT
// `--sarif FILE`: what was found, in a file for other tools.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "cli/session/load.hpp"
#include "report/machines/findings.hpp"
#include "report/machines/sarif.hpp"

namespace vicinal::cli::inline session {

// Results, of diagnostics and of properties, are kept from when they are known
// until the program ends: then the file is written, whatever the exit code, so
// that no older one is taken for the answer. Without the option nothing is.
void keep_results(const Options& options, const Opened& opened);
void keep_results(const Options& options,
                  std::span<const report::Finding> findings);
// Those of the log that another run has written; one that has not finished, or
// has written none, is said to be a part of this one that has not.
void keep_results_of(const Options& options, const std::string& log);

// Writes them, if a file is asked for. An error is a sentence.
std::string write_sarif(
    const Options& options, report::SarifEnd end,
    const std::function<std::string(const std::string&)>& title);

}  // namespace vicinal::cli::inline session
