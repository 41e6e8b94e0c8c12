// SPDX-License-Identifier: MIT
// Whether a log is a run, as text and as JSON.
#pragma once

#include <optional>
#include <string>

#include "explore/conform/mismatch.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

struct ConformAnswer {
  std::string log;                // its name
  std::uint64_t lines = 0;        // of the longest part that is a run
  std::uint64_t states = 0;       // possible at its end
  std::uint64_t most_states = 0;  // at any line
  // The line behind it, and why it cannot follow.
  std::optional<explore::Mismatch> mismatch;
  std::string line;
  network::Limit limit = network::Limit::none;  // the log goes on

  const char* verdict() const {
    if (limit != network::Limit::none) return "unknown";
    return mismatch ? "no run" : "run";
  }
};

std::string conform_text(const Style& style, const Opened& opened,
                         const ConformAnswer& answer);
Json conform_json(const Opened& opened, const ConformAnswer& answer);

}  // namespace vicinal::report::inline instances
