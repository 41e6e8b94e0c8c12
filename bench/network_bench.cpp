// SPDX-License-Identifier: MIT
// What large networks cost before any proof begins: building the arrays,
// reading and writing a file, elaborating a model. The counters are darts, or
// nodes, per second; time per item should not grow with the size.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <stdexcept>

#include "bench/loaded.hpp"
#include "network/files/native.hpp"

namespace {

using namespace vicinal::network;

Network ring(std::size_t size, bool named) {
  NetworkBuilder builder;
  const std::uint32_t color = builder.color("c");
  for (std::size_t i = 0; i < size; ++i) {
    builder.add_node(color, named ? fmt::format("n{}", i) : std::string{});
    builder.add_edge(color, named ? fmt::format("e{}", i) : std::string{});
  }
  for (std::size_t i = 0; i < size; ++i) {
    builder.connect(NodeId(i), EdgeId(i), dart_reads | dart_writes, 1);
    builder.connect(NodeId((i + 1) % size), EdgeId(i), dart_reads | dart_writes,
                    0);
  }
  return builder.build(true);
}

void build_ring(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(ring(size, false));
  state.SetItemsProcessed(state.iterations() * 2 * state.range(0));
}

// One hub: the longest rows there are, of a node and of edges.
void build_star(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    NetworkBuilder builder;
    const std::uint32_t color = builder.color("c");
    const NodeId hub = builder.add_node(color);
    for (std::size_t i = 0; i < size; ++i) {
      const NodeId spoke = builder.add_node(color);
      const EdgeId wire = builder.add_edge(color);
      builder.connect(hub, wire, dart_reads | dart_writes,
                      static_cast<std::uint32_t>(i % 3));
      builder.connect(spoke, wire, dart_reads | dart_writes);
    }
    benchmark::DoNotOptimize(builder.build(true));
  }
  state.SetItemsProcessed(state.iterations() * 2 * state.range(0));
}

void write_file(benchmark::State& state) {
  const Network network = ring(static_cast<std::size_t>(state.range(0)), true);
  for (auto _ : state) benchmark::DoNotOptimize(write_native(network));
  state.SetItemsProcessed(state.iterations() * 2 * state.range(0));
}

void read_file(benchmark::State& state) {
  const Source source(
      "ring.json",
      write_native(ring(static_cast<std::size_t>(state.range(0)), true)));
  for (auto _ : state) {
    Diagnostics diagnostics(&source);
    const auto network = read_native(source, diagnostics);
    if (!network) throw std::runtime_error("the file is not read");
  }
  state.SetItemsProcessed(state.iterations() * 2 * state.range(0));
}

void elaborate_token_ring(benchmark::State& state) {
  using namespace vicinal::bench;
  Loaded ring(text_of("examples/token-ring.vic"));
  for (auto _ : state) {
    const auto instance =
        elaborate(*ring.model, {state.range(0)}, ring.diagnostics);
    if (!instance) throw std::runtime_error("the example has no such size");
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(build_ring)
    ->Arg(10'000)
    ->Arg(1'000'000)
    ->Arg(5'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(build_star)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(write_file)->Arg(10'000)->Arg(200'000)->Unit(benchmark::kMillisecond);
BENCHMARK(read_file)->Arg(10'000)->Arg(200'000)->Unit(benchmark::kMillisecond);
BENCHMARK(elaborate_token_ring)
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);
