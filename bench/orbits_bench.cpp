// SPDX-License-Identifier: MIT
// Representatives of orbits: time for one state, under groups of various kinds.
//
//   cmake --preset release -DVICINAL_BENCH=ON
//   cmake --build build/release --target bench_orbits_bench
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "bench/loaded.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace {

using namespace vicinal;
using Sizes = std::vector<network::Scalar>;

// Random values within the bounds of all slots.
std::vector<std::vector<network::Scalar>> random_states(
    const network::Instance& instance) {
  std::mt19937_64 random(1);
  std::vector<std::vector<network::Scalar>> states(1024);
  for (auto& state : states) {
    for (const network::Bounds& b : instance.slots) {
      state.push_back(std::uniform_int_distribution(b.low, b.high)(random));
    }
  }
  return states;
}

void representatives(benchmark::State& run, const std::string& file,
                     const Sizes& sizes) {
  const bench::Loaded loaded(bench::text_of("examples/" + file), sizes);
  const auto symmetry = symmetry::model_symmetry(*loaded.instance, {}, {});
  symmetry::Canonizer canonize(symmetry.canonical, *symmetry.sorts);
  auto states = random_states(*loaded.instance);
  std::vector<network::Scalar> state;
  std::size_t at = 0;
  for (auto _ : run) {
    state = states[at++ % states.size()];
    canonize(state);
    benchmark::DoNotOptimize(state.data());
  }
  run.SetLabel(symmetry.order + " permutations");
}

}  // namespace

BENCHMARK_CAPTURE(representatives, rotations, "philosophers.vic", Sizes{14});
BENCHMARK_CAPTURE(representatives, sorted, "controller.vic", Sizes{10, 1});
BENCHMARK_CAPTURE(representatives, pairs, "controller.vic", Sizes{18, 9});
BENCHMARK_CAPTURE(representatives, references, "dijkstra.vic", Sizes{10});
BENCHMARK_CAPTURE(representatives, servers, "three-tiers.vic", Sizes{4, 4, 3});
BENCHMARK_CAPTURE(representatives, sides, "one-lane-bridge.vic", Sizes{5});
BENCHMARK_CAPTURE(representatives, colors, "two-hop-coloring.vic", Sizes{12});
