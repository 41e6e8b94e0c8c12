// SPDX-License-Identifier: MIT
// Limits of a run, and what it is told of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vicinal::network::inline base {

// What ended an engine before it was done.
enum class Limit : std::uint8_t {
  none,
  time,
  memory,
  work,
  interrupted,
  overflow,
  disk  // a file could not be written or read
};

std::string_view text(Limit limit);

// Resources of one run. Engines look at them at least every few milliseconds.
struct Limits {
  double seconds = 0;            // from `begin`; 0: no limit
  std::uint64_t memory_mib = 0;  // of the engine's tables; 0: no limit
  std::uint64_t work = 0;        // states or local steps; 0: no limit
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C
  // Called a few times a second, from the calling thread.
  std::function<void(const std::string& line)> progress;
};

}  // namespace vicinal::network::inline base
