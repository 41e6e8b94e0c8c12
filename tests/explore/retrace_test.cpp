// SPDX-License-Identifier: MIT
// Guards: a run is found again from the store, unless the time is up.
#include "explore/search/retrace.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "explore/search/initial_states.hpp"
#include "explore/search/worker.hpp"
#include "tests/random/loaded.hpp"

namespace retrace_test {

namespace {

using namespace vicinal;

// The first levels of a search, one round each.
struct Searched {
  explicit Searched(const network::Instance& all, std::uint64_t depth)
      : instance(all) {
    explore::Worker worker(instance, packing, store, questions, nullptr, budget,
                           stop);
    std::vector<std::uint64_t> packed(packing.words());
    const auto keep = [&](std::span<const network::Scalar> s) {
      packing.pack(s, packed.data());
      worker.store(packed.data(), 0);
      return true;
    };
    explore::initial_states(instance, limits, keep);
    std::vector<std::uint32_t> shards(store.shards());
    std::iota(shards.begin(), shards.end(), 0U);
    for (std::uint64_t d = 0; d < depth && levels.next(shards); ++d) {
      std::vector<explore::Source> sources;
      for (const std::uint32_t s : levels.shards()) {
        sources.push_back({s, levels.part(levels.last(), s)});
      }
      worker.expand(sources, d);
      worker.store_own(d + 1);
      worker.forget_successors();
    }
    levels.next(shards);
  }

  // Of the last level.
  std::vector<std::uint64_t> a_state() const {
    std::vector<std::uint64_t> state(packing.words());
    const std::uint32_t shard = levels.shards().front();
    store.read(shard, levels.part(levels.last(), shard).begin, state.data());
    return state;
  }

  const network::Instance& instance;
  network::Packing packing{instance};
  explore::StateStore store{packing};
  explore::Levels levels{store};
  explore::Questions questions;
  network::Limits limits;
  network::Budget budget{limits};
  std::atomic<network::Limit> stop = network::Limit::none;
};

}  // namespace

TEST_CASE("finding a run again ends when the run is stopped") {
  const auto loaded = random_models::load(R"(
    process P {
      var x : 0..200 = 0;
      action go when x < 200 { x := x + 1; }
    }
    network { node p : P; }
  )");
  REQUIRE(loaded.instance != nullptr);
  const Searched searched(*loaded.instance, 200);
  REQUIRE(searched.levels.last() == 200);
  const network::Steps steps(searched.instance);
  network::TableSteps tables(searched.instance, searched.packing);
  for (const bool stopped : {false, true}) {
    std::atomic<bool> stop = stopped;
    network::Limits limits;
    limits.stop = &stop;
    const network::Budget budget(limits);
    const explore::StoredLevels states(searched.packing, searched.store,
                                       searched.levels);
    explore::Retrace retrace(searched.instance, searched.packing, steps, tables,
                             states, nullptr, budget);
    const auto run = retrace.to(searched.a_state(), 200);
    CHECK(run.has_value() == !stopped);
    if (run) CHECK(run->length() == 200);
  }
}

}  // namespace retrace_test
