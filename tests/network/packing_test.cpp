// SPDX-License-Identifier: MIT
// Guards: the layout of packed states. That nothing is lost on the way is
// tested with the evaluator.
#include "network/steps/packing.hpp"

#include <catch2/catch.hpp>

#include "network/steps/table_bits.hpp"

namespace packing_test {

namespace {

using namespace vicinal::network;

std::size_t words(std::vector<Bounds> slots) {
  Instance instance;
  instance.slots = std::move(slots);
  return Packing(instance).words();
}

}  // namespace

TEST_CASE("slots take as many bits as they need") {
  CHECK(words({}) == 1);
  CHECK(words({{7, 7}, {-3, -3}}) == 1);
  CHECK(words(std::vector<Bounds>(64, {0, 1})) == 1);
  CHECK(words(std::vector<Bounds>(65, {0, 1})) == 2);
  CHECK(words(std::vector<Bounds>(32, {-1, 2})) == 1);
  CHECK(words(std::vector<Bounds>(22, {0, 4})) == 2);  // 21 * 3 = 63
  CHECK(words({{INT64_MIN, INT64_MAX}}) == 1);
  CHECK(words({{0, 1}, {INT64_MIN, INT64_MAX}, {0, 1}}) == 3);
  CHECK(words({{0, 1}, {0, INT64_MAX}}) == 1);
}

TEST_CASE("different states differ when packed") {
  Instance instance;
  instance.slots = {{-1, 1}, {5, 5}, {0, 4}, {0, 1}, {INT64_MIN, INT64_MAX}};
  const Packing packing(instance);
  std::vector<std::vector<std::uint64_t>> seen;
  for (Scalar a = -1; a <= 1; ++a) {
    for (Scalar b = 0; b <= 4; ++b) {
      for (Scalar c = 0; c <= 1; ++c) {
        for (const Scalar d : {INT64_MIN, Scalar{0}, INT64_MAX}) {
          const std::vector<Scalar> state = {a, 5, b, c, d};
          seen.emplace_back(packing.words(), ~0ULL);
          packing.pack(state, seen.back().data());
          std::vector<Scalar> again(5, 99);
          packing.unpack(seen.back().data(), again);
          CHECK(again == state);
        }
      }
    }
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("a table takes what lies in one word, up to its size") {
  TableBits used(3);
  using Read = Packing::WordBits;
  CHECK(used.alone(Read{2, 0b111}).has_value());
  CHECK(!used.alone(Read{2, 0b1111}).has_value());
  CHECK(!used.alone(std::nullopt).has_value());
  CHECK(used.takes({0, 0}));
  used.add({0, 0});
  // Nothing was read so far: the word is the first that is.
  CHECK(used.takes({2, 0b110}));
  used.add({2, 0b110});
  CHECK(!used.takes({1, 0b1}));
  CHECK(used.takes({0, 0}));
  used.add({0, 0});
  CHECK(used.takes({2, 0b1010}));
  CHECK(!used.takes({2, 0b11000}));
  used.add({2, 0b1000});
  CHECK(used.index().word() == 2);
  CHECK(used.index().bits() == 0b1110);
  CHECK(used.index().size() == 8);
  used.clear();
  CHECK(used.takes({1, 0b111}));
}

}  // namespace packing_test
