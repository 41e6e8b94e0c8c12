// SPDX-License-Identifier: MIT
// `--junit FILE`: verdicts as test cases, in a file.
#pragma once

#include <span>
#include <string>

#include "cli/options/options.hpp"
#include "report/machines/junit.hpp"

namespace vicinal::cli::inline session {

// Writes the file, if one is asked for. An error is a sentence.
std::string write_junit(const Options& options,
                        std::span<const report::Suite> suites);

// The same before there is an answer: all models without a report. However the
// program ends, no older file passes for its answer then.
std::string begin_junit(const Options& options);

}  // namespace vicinal::cli::inline session
