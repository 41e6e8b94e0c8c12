// SPDX-License-Identifier: MIT
// Time passes from engine to engine; memory and work begin anew with each.
#include "decide/question/allowance.hpp"

#include <algorithm>

namespace vicinal::decide::inline question {

double Allowance::spent() const {
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin_;
  return spent.count();
}

bool Allowance::over() const {
  return stopped() || (limits_.seconds > 0 && spent() >= limits_.seconds);
}

network::Limits Allowance::left() const {
  constexpr double least_seconds = 0.001;
  network::Limits limits = limits_;
  if (limits.seconds > 0) {
    limits.seconds = std::max(least_seconds, limits.seconds - spent());
  }
  return limits;
}

network::Limits Allowance::left(std::uint64_t most_work) const {
  network::Limits limits = left();
  limits.work = limits.work == 0 ? most_work : std::min(limits.work, most_work);
  return limits;
}

network::Limits Allowance::left_for(double most_seconds) const {
  network::Limits limits = left();
  limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, most_seconds)
                                      : most_seconds;
  return limits;
}

network::Limits Allowance::left_or(std::uint64_t work) const {
  const bool limited = limits_.seconds > 0 || limits_.memory_mib > 0;
  return limited ? left() : left(work);
}

}  // namespace vicinal::decide::inline question
