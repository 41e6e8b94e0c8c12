// SPDX-License-Identifier: MIT
// How the engines scale: elaboration, single local invariants and exploration
// of two rings. Times per node should not grow with the number of nodes.
//
//   cmake --preset release -DVICINAL_BENCH=ON
//   cmake --build build/release --target bench_engines_bench
#include <benchmark/benchmark.h>

#include <string>

#include "bench/loaded.hpp"
#include "explore/search/explorer.hpp"
#include "fixpoint/implication/imply.hpp"
#include "network/elaboration/elaborate.hpp"

namespace {

using namespace vicinal;

const char* token_ring = R"(
enum Phase { thinking, hungry, eating }
param n : 2.. = 6;
process Station {
  port left, right : inout bool;
  var phase : Phase = thinking;
  action want  when phase == thinking { phase := hungry; }
  action enter when phase == hungry && left { left := false; phase := eating; }
  action leave when phase == eating { right := true; phase := thinking; }
}
network {
  node s[n] : Station;
  edge token[n] : bool;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to token[i]; }
  init exactly 1 e in token: e;
}
invariant mutex:
  forall i, j in s: i != j && adjacent(i, j) =>
    !(i.phase == eating && j.phase == eating && i.left && j.right);
)";

const char* philosophers = R"(
enum Phase { thinking, reaching, eating, sated, leaving }
param n : 2.. = 6;
process Philosopher {
  port own, other : inout bool;
  var phase : Phase = thinking;
  action take_other when phase == thinking && !other {
    other := true; phase := reaching;
  }
  action take_own when phase == reaching && !own {
    own := true; phase := eating;
  }
  action finish when phase == eating { phase := sated; }
  action put_other when phase == sated { other := false; phase := leaving; }
  action put_own when phase == leaving { own := false; phase := thinking; }
}
network {
  node p[n] : Philosopher;
  edge fork[n] : bool = false;
  for i in 0..n-1 { connect p[i].own, p[(i + n - 1) % n].other to fork[i]; }
}
)";

void per_node(benchmark::State& state) {
  state.counters["per_node"] =
      benchmark::Counter(static_cast<double>(state.range(0)),
                         benchmark::Counter::kIsIterationInvariantRate |
                             benchmark::Counter::kInvert);
}

void elaborate_ring(benchmark::State& state) {
  bench::Loaded ring(token_ring, {{2}});
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        network::elaborate(*ring.model, {state.range(0)}, ring.diagnostics));
  }
  per_node(state);
}

void single_invariant_ring(benchmark::State& state) {
  bench::Loaded ring(token_ring, {{state.range(0)}});
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        fixpoint::single_invariant(*ring.instance, {}, ring.diagnostics));
  }
  per_node(state);
}

void imply_ring(benchmark::State& state) {
  bench::Loaded ring(token_ring, {{state.range(0)}});
  const auto invariant =
      fixpoint::single_invariant(*ring.instance, {}, ring.diagnostics);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        fixpoint::imply(*ring.instance, *invariant, 0, {}));
  }
  per_node(state);
}

void explore_philosophers(benchmark::State& state) {
  bench::Loaded table(philosophers, {{state.range(0)}});
  std::uint64_t states = 0;
  for (auto _ : state) {
    explore::Options options;
    options.model_errors = false;
    states += explore::explore(*table.instance, options).states;
  }
  state.counters["states"] = benchmark::Counter(static_cast<double>(states),
                                                benchmark::Counter::kIsRate);
}

BENCHMARK(elaborate_ring)->RangeMultiplier(10)->Range(1000, 100'000);
BENCHMARK(single_invariant_ring)->RangeMultiplier(10)->Range(1000, 100'000);
BENCHMARK(imply_ring)->RangeMultiplier(10)->Range(1000, 100'000);
BENCHMARK(explore_philosophers)->DenseRange(4, 10, 3);

}  // namespace
