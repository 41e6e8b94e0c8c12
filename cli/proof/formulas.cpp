// SPDX-License-Identifier: MIT
// Who has interrupted a run waits for its report: from then on, the moment
// counts.
#include "cli/proof/formulas.hpp"

#include <algorithm>

#include "cli/session/session.hpp"
#include "cli/session/stopping.hpp"

namespace vicinal::cli::inline proof {

namespace {

constexpr double moment = 0.3;  // in seconds

network::Limits limits_for(const Options& options) {
  network::Limits limits = limits_of(options);
  if (limits.seconds > 0) limits.seconds = std::max(limits.seconds, moment);
  if (interrupted()) {
    limits.stop = nullptr;
    limits.seconds = moment;
  }
  return limits;
}

}  // namespace

Formulas::Formulas(const Options& options)
    : limits_(limits_for(options)), budget_(limits_) {}

}  // namespace vicinal::cli::inline proof
