// SPDX-License-Identifier: MIT
#include "cli/itf_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/options/codes.hpp"
#include "report/words/itf.hpp"

namespace vicinal::cli {

using report::itf_json;

bool write_itf(const Options& options, Opened& opened,
               const std::optional<ReportedRun>& run) {
  if (options.itf.empty()) return true;
  network::Diagnostics& d = opened.diagnostics;
  d.set_source(nullptr);
  if (!run) {
    d.warning(
        codes::no_run_to_write, {},
        fmt::format("'{}' is not written: the report has no run", options.itf));
    return true;
  }
  const std::string text =
      itf_json(*run->instance, *run->trace, run->loop, opened.name)
          .dump(2, ' ', false, Json::error_handler_t::replace) +
      "\n";
  std::FILE* file = std::fopen(options.itf.c_str(), "wb");
  const bool good = file != nullptr && std::fwrite(text.data(), 1, text.size(),
                                                   file) == text.size();
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (good && closed) return true;
  d.error(
      codes::run_not_written, {},
      fmt::format("cannot write '{}': {}", options.itf, std::strerror(errno)));
  return false;
}

}  // namespace vicinal::cli
