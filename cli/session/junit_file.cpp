// SPDX-License-Identifier: MIT
// The file is written before the run with each model as an error, and once more
// when its verdicts are there: a run that is ended leaves no old file behind.
#include "cli/session/junit_file.hpp"

#include <vector>

#include "cli/session/load.hpp"

namespace vicinal::cli::inline session {

std::string write_junit(const Options& options,
                        std::span<const report::Suite> suites) {
  if (options.junit.empty()) return {};
  return write_file(options.junit, report::junit_xml(suites));
}

std::string begin_junit(const Options& options) {
  std::vector<report::Suite> suites;
  for (const std::string& model : options.models) {
    suites.push_back({model, "the run has not come to its end", {}, 0});
  }
  return write_junit(options, suites);
}

}  // namespace vicinal::cli::inline session
