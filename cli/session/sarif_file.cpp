// SPDX-License-Identifier: MIT
// Results are kept as they come, of the models of other processes as their logs
// are read, and written once: a log that cannot be read makes the whole one
// that has not finished.
#include "cli/session/sarif_file.hpp"

#include "cli/session/session.hpp"

namespace vicinal::cli::inline session {

namespace {

struct Kept {
  Json results = Json::array();
  bool all_finished = true;  // the runs whose logs were read
};

Kept& kept() {
  static Kept all;
  return all;
}

void keep(const Options& options, const Json& results) {
  if (options.sarif.empty()) return;
  for (const Json& r : results) kept().results.push_back(r);
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
  if (!json.is_object()) {
    kept().all_finished = false;
    return;
  }
  const Json& run = json["runs"][0];
  keep(options, run["results"]);
  if (run["invocations"][0]["executionSuccessful"] != true) {
    kept().all_finished = false;
  }
}

std::string write_sarif(
    const Options& options, report::SarifEnd end,
    const std::function<std::string(const std::string&)>& title) {
  if (options.sarif.empty()) return {};
  end.finished = end.finished && kept().all_finished;
  const Json log =
      report::sarif_log(kept().results, end, VICINAL_VERSION, title);
  return write_file(
      options.sarif,
      log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace vicinal::cli::inline session
