// SPDX-License-Identifier: MIT
// Stars (design 7.5): a hub whose n ports may be exchanged needs a local state
// for each count, not 2^n of them. States that are kept should grow linearly;
// time is theirs, times the degree.
//
//   cmake --preset release -DVICINAL_BENCH=ON
//   cmake --build build/release --target bench_star_bench
#include <benchmark/benchmark.h>

#include <string>

#include "bench/loaded.hpp"
#include "fixpoint/single/single.hpp"

namespace {

using namespace vicinal;

std::string star(const std::string& more) {
  return R"(
param n : 1.. = 10;
process Hub {
  port set link : inout bool;
  var busy : bool = false;
  action take(p in link) when !busy && p { p := false; busy := true; }
  action give(p in link) when busy && !p { p := true; busy := false; })" +
         more + R"(
}
process Spoke {
  port hub : inout bool;
  var have : 0..1 = 0;
  action get when have == 0 && hub { hub := false; have := 1; }
  action put when have == 1 && !hub { hub := true; have := 0; }
}
network {
  node h : Hub;
  node s[n] : Spoke;
  edge e[n] : bool;
  for i in 0..n-1 { connect h.link, s[i].hub to e[i]; }
}
)";
}

void run(benchmark::State& state, const std::string& more) {
  bench::Loaded loaded(star(more), {{state.range(0)}});
  std::uint64_t stored = 0;
  std::size_t digits = 0;
  for (auto _ : state) {
    const auto invariant =
        fixpoint::single_invariant(*loaded.instance, {}, loaded.diagnostics);
    stored = invariant->local_states;
    state.PauseTiming();
    digits = invariant->theta(network::NodeId(0U)).count().size();
    state.ResumeTiming();
  }
  state.counters["stored"] = static_cast<double>(stored);
  state.counters["digits_of_states"] = static_cast<double>(digits);
}

void star_plain(benchmark::State& state) {
  run(state, "");
}

void star_quantifier(benchmark::State& state) {
  run(state, R"(
  action rest when busy && (forall p in link: !p) { busy := false; }
  action halt when !busy && (atmost 1 p in link: p) { busy := true; })");
}

BENCHMARK(star_plain)
    ->RangeMultiplier(10)
    ->Range(10, 10'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(star_quantifier)
    ->RangeMultiplier(10)
    ->Range(10, 10'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
