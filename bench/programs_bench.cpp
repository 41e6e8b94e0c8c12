// SPDX-License-Identifier: MIT
// Steps of models whose slots have too many values for tables: the interpreter
// beside programs, and exploration as a whole.
//
//   cmake --preset release -DVICINAL_BENCH=ON
//   cmake --build build/release --target bench_programs_bench
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>
#include <string>

#include "bench/loaded.hpp"
#include "explore/search/explorer.hpp"
#include "explore/search/initial_states.hpp"
#include "network/semantics/steps.hpp"
#include "network/steps/compile.hpp"

namespace {

using namespace vicinal;
using network::NodeId;
using network::Scalar;

// A model at its default sizes, and some thousand of its states.
struct Walked : bench::Loaded {
  std::optional<network::Packing> packing;
  std::vector<std::vector<Scalar>> states;

  explicit Walked(const std::string& name)
      : Loaded(bench::text_of("bench/models/" + name + ".vic")) {
    packing.emplace(*instance);
    walk();
  }

  // Far from the initial states.
  void walk() {
    explore::initial_states(*instance, {}, [&](std::span<const Scalar> s) {
      states.emplace_back(s.begin(), s.end());
      return false;
    });
    const network::Steps steps(*instance);
    network::StepList list;
    while (states.size() < 4000) {
      std::vector<Scalar> next = states.back();
      steps.enabled(next.data(), list);
      if (list.steps.empty()) return;
      const std::size_t which = states.size() * 7 % list.steps.size();
      steps.apply(list, list.steps[which], next.data());
      states.push_back(std::move(next));
    }
  }
};

void per_state(benchmark::State& state, std::uint64_t states) {
  state.counters["states"] = benchmark::Counter(static_cast<double>(states),
                                                benchmark::Counter::kIsRate);
}

void interpreter(benchmark::State& state, const char* name) {
  Walked c(name);
  const network::Steps steps(*c.instance);
  network::StepList list;
  std::vector<Scalar> before, after;
  std::vector<std::uint64_t> packed(c.packing->words());
  std::uint64_t states = 0;
  for (auto _ : state) {
    for (const auto& s : c.states) {
      before = s;
      steps.enabled(before.data(), list);
      for (const network::Step& step : list.steps) {
        after = s;
        steps.apply(list, step, after.data());
        c.packing->pack(after, packed.data());
        benchmark::DoNotOptimize(packed.data());
      }
    }
    states += c.states.size();
  }
  per_state(state, states);
}

void program(benchmark::State& state, const char* name) {
  Walked c(name);
  network::Compiler compiler(*c.instance);
  std::vector<network::Program> programs;
  for (std::size_t n = 0; n < c.instance->family_of.size(); ++n) {
    const auto actions = c.instance->process(NodeId(n)).actions.size();
    programs.push_back(
        *compiler.steps(NodeId(n), 0, static_cast<std::uint32_t>(actions), 0));
  }
  programs.push_back(*compiler.steps(
      NodeId::none(), 0, static_cast<std::uint32_t>(c.model->rules.size()), 0));
  network::Machine machine(compiler.pool(), *c.packing);
  std::vector<std::vector<std::uint64_t>> packed;
  for (const auto& s : c.states) {
    c.packing->pack(s, packed.emplace_back(c.packing->words()).data());
  }
  std::vector<std::uint64_t> successors;
  std::uint64_t states = 0;
  for (auto _ : state) {
    for (const auto& s : packed) {
      successors.clear();
      machine.begin(s.data());
      for (const auto& p : programs) machine.run(p, successors);
      benchmark::DoNotOptimize(successors.data());
    }
    states += packed.size();
  }
  per_state(state, states);
}

void explore_all(benchmark::State& state, const char* name) {
  Walked c(name);
  std::uint64_t states = 0;
  explore::Options options;
  options.threads = 1;
  for (std::size_t p = 0; p < c.model->properties.size(); ++p) {
    options.properties.push_back(p);
  }
  for (auto _ : state) states += explore::explore(*c.instance, options).states;
  per_state(state, states);
}

#define VICINAL_MODEL(name)                    \
  BENCHMARK_CAPTURE(interpreter, name, #name); \
  BENCHMARK_CAPTURE(program, name, #name);     \
  BENCHMARK_CAPTURE(explore_all, name, #name)->Unit(benchmark::kMillisecond)

VICINAL_MODEL(arithmetic);
VICINAL_MODEL(arrays);
VICINAL_MODEL(bakery);
VICINAL_MODEL(counter);
VICINAL_MODEL(queue);

}  // namespace
