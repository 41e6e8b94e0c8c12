// SPDX-License-Identifier: MIT
// Local symmetry at scale: classes of B* for networks of up to 10^7 edges;
// local invariants on representatives beside elaborating the network; pairs,
// exact and merged.
//
//   cmake --preset release -DVICINAL_BENCH=ON
//   cmake --build build/release --target bench_symmetry_bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench/loaded.hpp"
#include "fixpoint/implication/imply.hpp"
#include "fixpoint/pair/pair.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "network/elaboration/elaborate.hpp"

namespace {

using namespace vicinal;
using network::EdgeId;
using network::NodeId;

constexpr std::uint8_t both = network::dart_reads | network::dart_writes;

class Draft {
 public:
  explicit Draft(std::size_t nodes) {
    for (std::size_t i = 0; i < nodes; ++i) builder_.add_node(color_);
  }
  void link(std::size_t a, std::size_t b) {
    const EdgeId e = builder_.add_edge(color_);
    builder_.connect(NodeId(a), e, both);
    builder_.connect(NodeId(b), e, both);
  }
  network::Network build() { return builder_.build(false); }

 private:
  network::NetworkBuilder builder_;
  std::uint32_t color_ = builder_.color("");
};

network::Network path(std::size_t n) {
  Draft draft(n);
  for (std::size_t i = 1; i < n; ++i) draft.link(i - 1, i);
  return draft.build();
}

network::Network grid(std::size_t side) {
  Draft draft(side * side);
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) {
      if (x + 1 < side) draft.link(y * side + x, y * side + x + 1);
      if (y + 1 < side) draft.link(y * side + x, (y + 1) * side + x);
    }
  }
  return draft.build();
}

// Edges between random nodes: nearly every node alone in its class.
network::Network sparse(std::size_t nodes, std::size_t edges) {
  std::mt19937_64 random(1);
  Draft draft(nodes);
  for (std::size_t i = 0; i < edges; ++i) {
    const std::size_t a = random() % nodes;
    const std::size_t b = random() % nodes;
    if (a != b) draft.link(a, b);
  }
  return draft.build();
}

// Three random perfect matchings: one class.
network::Network cubic(std::size_t nodes) {
  std::mt19937_64 random(1);
  Draft draft(nodes);
  std::vector<std::size_t> order(nodes);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int matching = 0; matching < 3; ++matching) {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 1; i < nodes; i += 2) {
      draft.link(order[i - 1], order[i]);
    }
  }
  return draft.build();
}

network::Network one_bus(std::size_t nodes) {
  network::NetworkBuilder builder;
  const std::uint32_t color = builder.color("");
  const EdgeId bus = builder.add_edge(color);
  for (std::size_t i = 0; i < nodes; ++i) {
    builder.connect(builder.add_node(color), bus, both);
  }
  return builder.build(false);
}

void classes_of(benchmark::State& state, const network::Network& network) {
  std::size_t classes = 0;
  for (auto _ : state) {
    classes = groupoid::balance(network).nodes().size();
    benchmark::DoNotOptimize(classes);
  }
  state.counters["edges"] = static_cast<double>(network.edge_count());
  state.counters["classes"] = static_cast<double>(classes);
}

void balance_path(benchmark::State& state) {
  classes_of(state, path(static_cast<std::size_t>(state.range(0))));
}
void balance_grid(benchmark::State& state) {
  classes_of(state, grid(static_cast<std::size_t>(state.range(0))));
}
void balance_sparse(benchmark::State& state) {
  const auto edges = static_cast<std::size_t>(state.range(0));
  classes_of(state, sparse(edges / 3, edges));
}
void balance_cubic(benchmark::State& state) {
  classes_of(state, cubic(static_cast<std::size_t>(state.range(0))));
}
void balance_bus(benchmark::State& state) {
  classes_of(state, one_bus(static_cast<std::size_t>(state.range(0))));
}

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
  forall i, j in s: i != j => !(i.phase == eating && j.phase == eating);
)";

void ring_elaborate(benchmark::State& state) {
  bench::Loaded checked(token_ring);
  for (auto _ : state) {
    auto instance =
        elaborate(*checked.model, {state.range(0)}, checked.diagnostics);
    benchmark::DoNotOptimize(instance);
  }
}

void ring_singles(benchmark::State& state) {
  bench::Loaded checked(token_ring);
  const auto instance =
      elaborate(*checked.model, {state.range(0)}, checked.diagnostics);
  std::uint64_t states = 0;
  for (auto _ : state) {
    const auto invariant =
        fixpoint::single_invariant(*instance, {}, checked.diagnostics);
    states = invariant->local_states;
    const auto implied = fixpoint::imply(*instance, *invariant, 0, {});
    benchmark::DoNotOptimize(implied);
  }
  state.counters["states"] = static_cast<double>(states);
}

void ring_pairs(benchmark::State& state, fixpoint::PairMode mode) {
  bench::Loaded checked(token_ring);
  const auto instance =
      elaborate(*checked.model, {state.range(0)}, checked.diagnostics);
  auto projected = fixpoint::Projected::done;
  const auto reduction =
      std::make_shared<const fixpoint::Reduction>(*fixpoint::make_reduction(
          *instance, {}, fixpoint::Reduce::orbits, projected));
  std::uint64_t states = 0;
  std::size_t types = 0;
  bool proved = false;
  for (auto _ : state) {
    const auto invariant =
        fixpoint::pair_invariant(*instance, reduction, mode, {});
    states = invariant->local_states;
    types = invariant->sets.size();
    proved = fixpoint::imply(*instance, *invariant, 0, {}).proved;
  }
  state.counters["states"] = static_cast<double>(states);
  state.counters["types"] = static_cast<double>(types);
  state.counters["proved"] = proved ? 1 : 0;
}
void ring_pairs_exact(benchmark::State& state) {
  ring_pairs(state, fixpoint::PairMode::exact);
}
void ring_pairs_merged(benchmark::State& state) {
  ring_pairs(state, fixpoint::PairMode::merged);
}

BENCHMARK(balance_path)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(balance_grid)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(balance_sparse)
    ->Arg(1'000'000)
    ->Arg(10'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(balance_cubic)
    ->Arg(1'000'000)
    ->Arg(6'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(balance_bus)
    ->RangeMultiplier(10)
    ->Range(1000, 1'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(ring_elaborate)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(ring_singles)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(ring_pairs_exact)
    ->Arg(3)
    ->Arg(64)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(ring_pairs_merged)
    ->Arg(1000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
