// SPDX-License-Identifier: MIT
// Guards: a store holds each state once, finds it again, and gives it back as
// it was, however long states are.
#include "explore/store/state_store.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "tests/random/random_model.hpp"

namespace store_test {

namespace {

using namespace vicinal;
using explore::StateStore;
using PackedState = std::vector<std::uint64_t>;

network::Instance slots(std::size_t count, std::int64_t most) {
  network::Instance instance;
  instance.slots.assign(count, {0, most});
  return instance;
}

// Half of the states are near others: only a few bits differ.
PackedState some_state(const network::Packing& packing,
                       std::mt19937_64& random) {
  PackedState state(packing.words());
  for (std::size_t w = 0; w < state.size(); ++w) {
    const unsigned bits = packing.bits(w);
    state[w] = random() % 2 == 0 ? random() : random() % 4096;
    if (bits < 64) state[w] &= (std::uint64_t{1} << bits) - 1;
  }
  return state;
}

void check_store(const network::Instance& instance, std::size_t count,
                 StateStore::Bits bits = {16, 24}) {
  const network::Packing packing(instance);
  StateStore store(packing, bits);
  INFO(packing.words() << " words, " << packing.bits(0) << " bits");
  std::mt19937_64 random(packing.bits(0) + 100 * packing.words());
  std::map<PackedState, std::pair<std::uint32_t, std::uint32_t>> kept;
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    const PackedState state = some_state(packing, random);
    const StateStore::Hashed hashed = store.hashed(state.data());
    store.prefetch(hashed);
    const bool fresh = store.insert(hashed, state.data());
    const auto [at, is_new] = kept.emplace(
        state, std::pair(hashed.shard, store.size(hashed.shard) - 1));
    good = good && fresh == is_new;
  }
  CHECK(good);
  CHECK(store.size() == kept.size());
  for (const auto& [state, at] : kept) {
    PackedState read(packing.words());
    store.read(at.first, at.second, read.data());
    good = good && read == state;
  }
  CHECK(good);
  CHECK(store.bytes() > 0);
}

}  // namespace

TEST_CASE("states of one word, of any number of bits") {
  const std::uint64_t count = random_models::runs(3000);
  check_store(slots(3, 0), 10);
  for (std::size_t bits = 1; bits <= 64; ++bits) {
    check_store(slots(bits, 1), count);
  }
}

TEST_CASE("states of several words") {
  const std::uint64_t count = random_models::runs(3000);
  for (const std::size_t n : {65, 100, 128, 129, 200}) {
    check_store(slots(n, 1), count);
  }
  check_store(slots(30, 4), count);
  network::Instance wide = slots(2, 1);
  wide.slots.push_back({INT64_MIN, INT64_MAX});
  check_store(wide, count);
}

TEST_CASE("shards grow") {
  check_store(slots(40, 1), 20 * random_models::runs(10'000));
}

// As in shards of 10^5 states, and of 10^7.
TEST_CASE("entries of the index grow") {
  const StateStore::Bits all[] = {{0, 0}, {0, 5}, {5, 8}, {8, 24}};
  for (const StateStore::Bits bits : all) {
    check_store(slots(18, 1), random_models::runs(10'000), bits);
    check_store(slots(40, 1), 10 * random_models::runs(10'000), bits);
    check_store(slots(70, 1), 10 * random_models::runs(10'000), bits);
  }
  // One shard.
  check_store(slots(19, 1), 40 * random_models::runs(10'000));
}

// Few of them have equal tags, so that it takes many to see what is compared.
TEST_CASE("states that differ in one byte of a word") {
  const network::Instance instance = slots(70, 1);
  const network::Packing packing(instance);
  REQUIRE(packing.words() == 2);
  REQUIRE(packing.bits(0) == 64);
  for (const unsigned byte : {0U, 3U, 7U}) {
    StateStore store(packing);
    std::uint64_t fresh = 0;
    constexpr std::uint64_t groups = 300;
    for (std::uint64_t g = 0; g < groups; ++g) {
      const std::uint64_t others = g * 0x9E3779B97F4A7C15U;
      const std::uint64_t hole = ~(std::uint64_t{255} << 8 * byte);
      for (std::uint64_t value = 0; value < 256; ++value) {
        const PackedState state = {(others & hole) | value << 8 * byte, g % 64};
        fresh += store.insert(store.hashed(state.data()), state.data()) ? 1 : 0;
      }
    }
    INFO("byte " << byte);
    CHECK(fresh == groups * 256);
    CHECK(store.size() == fresh);
  }
}

}  // namespace store_test
