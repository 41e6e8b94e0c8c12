// SPDX-License-Identifier: MIT
// Guards: the explorer against the oracle on random models: states,
// transitions, depth, deadlocks, verdicts, lengths of traces; and every trace
// replays.
#include <catch2/catch.hpp>

#include "explore/explorer.hpp"
#include "explore/replay.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace {

using namespace vicinal;

constexpr std::size_t budget = 3000;

// False if the model is too large for the oracle.
bool compare(const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  oracle::Exploration expected;
  try {
    expected = oracle::Instance(loaded.tree, {}).explore(budget);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  explore::Options options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    options.properties.push_back(p);
  }
  const explore::Exploration found =
      explore::explore(*loaded.instance, options);
  CHECK(found.complete);
  CHECK(found.states == expected.states);
  CHECK(found.transitions == expected.transitions);
  CHECK(found.depth == expected.depth);
  CHECK(found.deadlocks == expected.deadlocks);
  for (const auto& p : found.properties) {
    INFO(p.name);
    const oracle::PropertyResult& wanted = expected.properties[p.name];
    CHECK((p.verdict == network::Verdict::violated) == wanted.violated);
    CHECK(p.trace.has_value() == wanted.violated);
    if (!p.trace) continue;
    CHECK(p.trace->length() == wanted.trace_length);
    const auto wrong = explore::replay(*loaded.instance, *p.trace);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
  }
  return true;
}

void run(std::uint64_t first, std::uint64_t count, bool flat) {
  random_models::Options options;
  options.flat = flat;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    INFO("seed " << seed << " flat " << flat);
    compared += compare(random_models::random_model(seed, options));
  }
  // Most models are small enough, or the test would test nothing.
  CHECK(compared * 2 > count);
}

}  // namespace

TEST_CASE("exploration agrees with the oracle on random networks") {
  run(1, random_models::runs(400), false);
}

TEST_CASE("exploration agrees with the oracle on random flat models") {
  run(100'000, random_models::runs(300), true);
}
