// SPDX-License-Identifier: MIT
#include "network/budget.hpp"

namespace vicinal::network {

double Budget::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                       begin_)
      .count();
}

Limit Budget::clock() const {
  if (limits_->stop != nullptr && *limits_->stop) return Limit::interrupted;
  const bool late = limits_->seconds > 0 && seconds() > limits_->seconds;
  return late ? Limit::time : Limit::none;
}

Limit Budget::look(std::uint64_t work, std::uint64_t bytes) const {
  const Limit now = clock();
  if (now != Limit::none) return now;
  if (limits_->memory_mib != 0 && bytes >> 20 > limits_->memory_mib) {
    return Limit::memory;
  }
  return limits_->work != 0 && work > limits_->work ? Limit::work : Limit::none;
}

}  // namespace vicinal::network
