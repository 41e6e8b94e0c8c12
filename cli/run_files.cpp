// SPDX-License-Identifier: MIT
#include "cli/run_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/options/codes.hpp"
#include "report/pages/chart.hpp"
#include "report/words/itf.hpp"

namespace vicinal::cli {

using report::itf_json;

namespace {

bool is_written(const std::string& name, const std::string& text) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  const bool good = file != nullptr && std::fwrite(text.data(), 1, text.size(),
                                                   file) == text.size();
  const bool closed = file != nullptr && std::fclose(file) == 0;
  return good && closed;
}

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
  if (is_written(name, text())) return true;
  d.error(codes::run_not_written, {},
          fmt::format("cannot write '{}': {}", name, std::strerror(errno)));
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

}  // namespace vicinal::cli
