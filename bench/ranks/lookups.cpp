// SPDX-License-Identifier: MIT
// What the store of a search costs by itself, on this machine, for so many
// states: a search makes successors besides. bench/scale builds on it.
//
//   bench_lookups BITS LOOKUPS STATES...
//
// A line for each number of states of BITS bits (at most 64): nanoseconds of
// the processor for each lookup, with LOOKUPS for each state; of few states,
// the least of several times. States are met in an order like that of a search:
// now and then a new one, else one at random of those that are there, fetched
// ahead.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "explore/store/state_store.hpp"

namespace {

using namespace vicinal;
using explore::StateStore;

double nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 +
         static_cast<double>(now.tv_nsec);
}

// Of a lookup. As explore/search/worker.cpp stores.
double lookup(std::size_t bits, double per_state, std::uint64_t states) {
  const std::vector<network::Bounds> slots(bits, network::Bounds{0, 1});
  const network::Packing packing(slots);
  StateStore store(packing);
  constexpr std::size_t ahead = 16;
  std::array<std::uint64_t, ahead> state{};  // number i is at i % ahead
  std::array<StateStore::Hashed, ahead> ring;
  std::mt19937_64 random(1);
  const auto lookups =
      static_cast<std::uint64_t>(per_state * static_cast<double>(states));
  const double start = nanoseconds();
  double due = 0;
  std::uint64_t met = 0;
  for (std::uint64_t i = 0; i < lookups + ahead; ++i) {
    if (i >= ahead) store.insert(ring[i % ahead], &state[i % ahead]);
    if (i >= ahead / 2) {
      store.prefetch_state(ring[(i + ahead / 2) % ahead]);
    }
    due += 1 / per_state;
    const bool fresh = met == 0 || due >= 1;
    if (fresh) due -= 1;
    std::uint64_t& next = state[i % ahead];
    next = fresh ? met++ : (random() >> 32) * met >> 32;
    ring[i % ahead] = store.hashed(&next);
    store.prefetch(ring[i % ahead]);
  }
  return (nanoseconds() - start) / static_cast<double>(lookups);
}

// The least of what half a second allows.
double least(std::size_t bits, double per_state, std::uint64_t states) {
  constexpr double enough = 5e8;
  const double start = nanoseconds();
  double best = lookup(bits, per_state, states);
  while (nanoseconds() - start < enough) {
    best = std::min(best, lookup(bits, per_state, states));
  }
  return best;
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count < 4) throw std::invalid_argument("BITS LOOKUPS STATES...");
    const std::size_t bits = std::stoul(words[1]);
    const double per_state = std::stod(words[2]);
    if (bits < 1 || bits > 64 || per_state < 1) {
      throw std::invalid_argument("1 to 64 bits, one lookup a state at least");
    }
    for (int i = 3; i < count; ++i) {
      fmt::print("{:.1f}\n", least(bits, per_state, std::stoull(words[i])));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_lookups: {}\n", error.what());
    return 2;
  }
}
