// SPDX-License-Identifier: MIT
// Texts of runs are made only where somebody asks for them.
#include "cli/runs/run_files.hpp"

#include <fmt/format.h>

#include "cli/options/codes.hpp"
#include "cli/session/load.hpp"
#include "report/pages/chart.hpp"
#include "report/words/itf.hpp"

namespace vicinal::cli::inline runs {

using report::itf_json;

namespace {

// `text`: of the run.
template <class Text>
bool write_run(const std::string& name, Opened& opened,
               const std::optional<ReportedRun>& run, const Text& text) {
  if (name.empty()) return true;
  network::Diagnostics& d = opened.diagnostics;
  d.set_source(nullptr);
  if (!run) {
    d.warning(codes::no_run_to_write, {},
              fmt::format("'{}' is not written: the report has no run", name));
    return true;
  }
  const std::string error = write_file(name, text());
  if (error.empty()) return true;
  d.error(codes::run_not_written, {}, error);
  return false;
}

}  // namespace

bool write_runs(const Options& options, Opened& opened,
                const std::optional<ReportedRun>& run) {
  const auto itf = [&] {
    return itf_json(*run->instance, run->trace, run->loop, opened.name)
               .dump(2, ' ', false, Json::error_handler_t::replace) +
           "\n";
  };
  const auto chart = [&] {
    return report::chart(*run->instance, run->trace, run->loop,
                         *report::chart_kind(options.chart));
  };
  return write_run(options.itf, opened, run, itf) &&
         write_run(options.chart, opened, run, chart);
}

}  // namespace vicinal::cli::inline runs
