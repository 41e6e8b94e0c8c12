// SPDX-License-Identifier: MIT
#include "cli/session/sarif_file.hpp"

#include <fmt/format.h>

#include "cli/session/session.hpp"

namespace vicinal::cli::inline session {

namespace {

Json& kept() {
  static Json results = Json::array();
  return results;
}

void keep(const Options& options, const Json& results) {
  if (options.sarif.empty()) return;
  for (const Json& r : results) kept().push_back(r);
}

}  // namespace

void keep_results(const Options& options, const Opened& opened) {
  keep(options, report::sarif_results(opened.diagnostics));
}

void keep_results(const Options& options,
                  std::span<const report::Finding> findings) {
  keep(options, report::sarif_results(findings));
}

void keep_results_of(const Options& options, const std::string& log) {
  const Json json = Json::parse(log, nullptr, false);
  if (json.is_object()) keep(options, json["runs"][0]["results"]);
}

std::string write_sarif(
    const Options& options, const report::SarifEnd& end,
    const std::function<std::string(const std::string&)>& title) {
  if (options.sarif.empty()) return {};
  const Json log = report::sarif_log(kept(), end, VICINAL_VERSION, title);
  const std::string error = write_file(
      options.sarif,
      log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return error.empty()
             ? error
             : fmt::format("cannot write '{}': {}", options.sarif, error);
}

}  // namespace vicinal::cli::inline session
