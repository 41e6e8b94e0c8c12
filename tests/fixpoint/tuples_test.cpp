// SPDX-License-Identifier: MIT
// Guards: the set of tuples against one of the standard library; packed words.
#include "fixpoint/views/tuples.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

namespace tuples_test {

namespace {

using namespace vicinal;
using fixpoint::Dense;
using fixpoint::Tuples;
using network::Scalar;
using Values = std::vector<Scalar>;

Values any_values(std::mt19937_64& random) {
  Values values(random() % 4);
  for (Scalar& v : values) v = static_cast<Scalar>(random() % 8) - 2;
  return values;
}

}  // namespace

TEST_CASE("tuples are numbered as they come") {
  std::mt19937_64 random(1);
  Tuples tuples;
  std::map<std::pair<std::uint32_t, Values>, std::uint32_t> known;
  for (int i = 0; i < 20'000; ++i) {
    const auto tag = static_cast<std::uint32_t>(random() % 5);
    const Values values = any_values(random);
    const auto at = known.find({tag, values});
    const std::uint32_t found = tuples.find(tag, values);
    CHECK(found == (at == known.end() ? UINT32_MAX : at->second));
    if (random() % 2 == 0) continue;
    const auto size = static_cast<std::uint32_t>(known.size());
    const auto [number, fresh] = tuples.insert(tag, values);
    CHECK(fresh == known.try_emplace({tag, values}, size).second);
    CHECK(number == known.at({tag, values}));
  }
  REQUIRE(tuples.size() == known.size());
  for (const auto& [key, number] : known) {
    CHECK(tuples.tag(number) == key.first);
    const auto values = tuples[number];
    CHECK(Values(values.begin(), values.end()) == key.second);
  }
}

// So many that hashes of 32 bits are equal, now and then.
TEST_CASE("different tuples are never taken for equal") {
  Tuples tuples;
  std::uint64_t fresh = 0;
  for (Scalar i = 0; i < 400'000; ++i) {
    const Values values = {i % 1000, i / 1000};
    fresh += tuples.insert(0, values).second ? 1 : 0;
  }
  CHECK(fresh == 400'000);
}

TEST_CASE("a tuple may be made of one that is there") {
  Tuples tuples;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Values values = {i, i + 1, i + 2};
    tuples.insert(0, values);
    const auto [number, fresh] = tuples.insert(1, tuples[2 * i]);
    CHECK(fresh);
    CHECK(number == 2 * i + 1);
    CHECK(std::ranges::equal(tuples[number], values));
  }
}

TEST_CASE("equal words are of equal values") {
  network::Instance instance;
  instance.slots = {{-1, 1}, {5, 5}, {0, 20}};
  std::map<Values, Values> seen;
  std::mt19937_64 random(1);
  const Dense dense(instance);
  for (int i = 0; i < 2000; ++i) {
    Values values(14);
    // They differ in one place, or two.
    for (int d = 0; d < 2; ++d) {
      values[random() % 14] = static_cast<Scalar>(random() % 22) - 1;
    }
    Values words = values;
    dense.pack(words);
    CHECK(words.size() == 2);  // 12 values of 5 bits, and 2
    CHECK(seen.try_emplace(words, values).first->second == values);
  }
  instance.slots = {{INT64_MIN, INT64_MAX}};
  Values values = {INT64_MIN, -1, INT64_MAX};
  Dense(instance).pack(values);
  CHECK(values.size() == 3);
  CHECK(values[0] != values[1]);
  CHECK(values[1] != values[2]);
}

}  // namespace tuples_test
