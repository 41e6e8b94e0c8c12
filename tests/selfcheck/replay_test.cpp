// SPDX-License-Identifier: MIT
// Guards: the traces of the explorer, as JSON names them, are runs by the
// oracle, end in a violation, and are as short as can be.
#include <catch2/catch.hpp>

#include "explore/search/explorer.hpp"
#include "network/language/property.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/selfcheck/told_trace.hpp"

namespace replay_test {

namespace {

using namespace vicinal;

constexpr std::size_t budget = 1500;

// How many traces were replayed.
int replay(const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const oracle::Instance o(loaded.tree, {});
  oracle::Exploration expected;
  try {
    expected = o.explore(budget);
  } catch (const oracle::TooLarge&) {
    return 0;
  }
  explore::Options options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    if (!network::is_temporal(loaded.model->properties[p])) {
      options.properties.push_back(p);
    }
  }
  int replayed = 0;
  const auto found = explore::explore(*loaded.instance, options);
  for (const auto& p : found.properties) {
    if (!p.trace) continue;
    const report::Json json = report::trace_json(*loaded.instance, *p.trace);
    INFO(p.name << ": " << json.dump(1));
    const oracle::Trace trace = selfcheck::told(json);
    CHECK(trace.events.size() == expected.properties.at(p.name).trace_length);
    const auto wrong = o.replay(trace, p.name);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
    ++replayed;
  }
  return replayed;
}

}  // namespace

TEST_CASE("the oracle replays the explorer's traces") {
  const std::uint64_t count = random_models::runs(250);
  int replayed = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    INFO("seed " << seed);
    replayed += replay(random_models::random_model(200'000 + seed, options));
  }
  CHECK(static_cast<std::uint64_t>(replayed) * 2 > count);
}

}  // namespace replay_test
