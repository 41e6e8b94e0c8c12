// SPDX-License-Identifier: MIT
// Local fixpoints: local steps per second of processor time, of single nodes
// and of pairs, on a ring, a star and a torus. Models are those of examples/,
// some with larger domains, so that there are many local states; `unreduced`
// ones work on all nodes instead of representatives.
//
//   cmake --preset release -DVICINAL_BENCH=ON
//   cmake --build build/release --target bench_local_bench
#include <benchmark/benchmark.h>

#include <fstream>
#include <functional>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/loaded.hpp"
#include "fixpoint/pair/pair.hpp"
#include "fixpoint/single/single.hpp"

namespace {

using namespace vicinal;

// Each station takes a unit from its left or puts one to its right, if there is
// room.
const char* const sharing_ring = R"(
param n : 2.. = 8;
const k = 3;
process Station {
  port left, right : inout 0..k;
  var load : 0..k = 0;
  action take when left > 0 && load < k { left, load := left - 1, load + 1; }
  action put  when load > 0 && right < k { right, load := right + 1, load - 1; }
}
network {
  node s[n] : Station;
  edge e[n] : 0..k;
  for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to e[i]; }
  init exactly 4 x in e: x != 0;
}
)";

// Each cell takes a unit from a side or puts one there, if there is room.
const char* const sharing_torus = R"(
param w : 2.. = 4;
param h : 2.. = 4;
const k = 2;
process Cell {
  port west, east, north, south : inout 0..k;
  var load : 0..k = 0;
  action take_west  when west > 0  && load < k {
    west, load := west - 1, load + 1;
  }
  action take_north when north > 0 && load < k {
    north, load := north - 1, load + 1;
  }
  action put_east   when load > 0 && east < k {
    east, load := east + 1, load - 1;
  }
  action put_south  when load > 0 && south < k {
    south, load := south + 1, load - 1;
  }
}
network {
  node cell[w][h] : Cell;
  edge across[w][h] : 0..k;
  edge down[w][h] : 0..k;
  for x in 0..w-1 {
    for y in 0..h-1 {
      connect cell[x][y].east, cell[(x + 1) % w][y].west to across[x][y];
      connect cell[x][y].south, cell[x][(y + 1) % h].north to down[x][y];
    }
  }
  init exactly 4 e in across: e != 0;
}
)";

std::string example(const std::string& name) {
  return bench::text_of("examples/" + name + ".vic");
}

// The text with `from` replaced everywhere.
std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

struct FixpointCost {
  std::uint64_t states = 0, steps = 0;
};

void measure(benchmark::State& state,
             const std::function<FixpointCost()>& fixpoint) {
  FixpointCost count;
  std::uint64_t steps = 0;
  for (auto _ : state) {
    count = fixpoint();
    steps += count.steps;
  }
  state.counters["states"] = static_cast<double>(count.states);
  state.counters["steps"] = static_cast<double>(count.steps);
  state.counters["per_second"] = benchmark::Counter(
      static_cast<double>(steps), benchmark::Counter::kIsRate);
}

void single(benchmark::State& state, const std::string& text,
            std::vector<network::Scalar> sizes, fixpoint::Reduce reduce) {
  bench::Loaded c(text, std::move(sizes));
  measure(state, [&] {
    const auto found =
        fixpoint::single_invariant(*c.instance, {}, c.diagnostics, reduce);
    return FixpointCost{found->local_states, found->local_steps};
  });
}

void pair(benchmark::State& state, const std::string& text,
          std::vector<network::Scalar> sizes, fixpoint::PairMode mode) {
  bench::Loaded c(text, std::move(sizes));
  auto projected = fixpoint::Projected::done;
  const auto reduce = mode == fixpoint::PairMode::unreduced
                          ? fixpoint::Reduce::none
                          : fixpoint::Reduce::classes;
  const auto reduction = std::make_shared<const fixpoint::Reduction>(
      *fixpoint::make_reduction(*c.instance, {}, reduce, projected));
  measure(state, [&] {
    const auto found =
        fixpoint::pair_invariant(*c.instance, reduction, mode, {});
    return FixpointCost{found->local_states, found->local_steps};
  });
}

using fixpoint::PairMode;
using fixpoint::Reduce;

void ring_single(benchmark::State& s) {
  single(s, replaced(example("data-ring"), "0..3", "0..31"), {12},
         Reduce::orbits);
}
void ring_single_unreduced(benchmark::State& s) {
  single(s, example("token-ring"), {2000}, Reduce::none);
}
void ring_pair(benchmark::State& s) {
  pair(s, sharing_ring, {8}, PairMode::automatic);
}
void ring_pair_unreduced(benchmark::State& s) {
  pair(s, example("token-ring"), {40}, PairMode::unreduced);
}
void star_single(benchmark::State& s) {
  single(s, example("star-lock"), {1000}, Reduce::orbits);
}
void star_single_unreduced(benchmark::State& s) {
  single(s, example("star-lock"), {8}, Reduce::none);
}
void star_single_global(benchmark::State& s) {
  single(s, example("star"), {200}, Reduce::orbits);
}
void star_pair(benchmark::State& s) {
  pair(s, example("star-lock"), {7}, PairMode::automatic);
}
void star_pair_unreduced(benchmark::State& s) {
  pair(s, example("star-lock"), {5}, PairMode::unreduced);
}
void torus_single(benchmark::State& s) {
  single(s, replaced(sharing_torus, "k = 2", "k = 7"), {6, 6}, Reduce::orbits);
}
void torus_single_unreduced(benchmark::State& s) {
  single(s, example("torus"), {40, 40}, Reduce::none);
}
void torus_pair(benchmark::State& s) {
  pair(s, replaced(sharing_torus, "k = 2", "k = 1"), {4, 4},
       PairMode::automatic);
}
void torus_pair_unreduced(benchmark::State& s) {
  pair(s, example("torus"), {4, 4}, PairMode::unreduced);
}

BENCHMARK(ring_single)->Unit(benchmark::kMillisecond);
BENCHMARK(ring_single_unreduced)->Unit(benchmark::kMillisecond);
BENCHMARK(ring_pair)->Unit(benchmark::kMillisecond);
BENCHMARK(ring_pair_unreduced)->Unit(benchmark::kMillisecond);
BENCHMARK(star_single)->Unit(benchmark::kMillisecond);
BENCHMARK(star_single_unreduced)->Unit(benchmark::kMillisecond);
BENCHMARK(star_single_global)->Unit(benchmark::kMillisecond);
BENCHMARK(star_pair)->Unit(benchmark::kMillisecond);
BENCHMARK(star_pair_unreduced)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_single)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_single_unreduced)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_pair)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_pair_unreduced)->Unit(benchmark::kMillisecond);

}  // namespace
