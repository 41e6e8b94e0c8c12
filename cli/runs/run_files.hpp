// SPDX-License-Identifier: MIT
// explore, check, prove --itf, --chart: the run of a report, for other tools.
#pragma once

#include <optional>

#include "cli/session/session.hpp"

namespace vicinal::cli::inline runs {

// The first run that a report has. The instance must outlive it.
struct ReportedRun {
  const network::Instance* instance = nullptr;
  network::Trace trace;
  std::optional<std::size_t> loop;
};

// Writes it to `options.itf` and, as a chart, to `options.chart`, if that is
// asked for. Without a run nothing is written, with a warning (V0917). False,
// with a diagnostic (V0918): it could not be written.
bool write_runs(const Options& options, Opened& opened,
                const std::optional<ReportedRun>& run);

}  // namespace vicinal::cli::inline runs
