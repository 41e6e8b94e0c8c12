// SPDX-License-Identifier: MIT
// Guards: a random Murphi file, which Rumur takes, is read and has an instance,
// or refused by a code of the front end with a place; never half of it, and
// never by words about the text that it becomes. What it means,
// tests/murphi_judges asks Rumur.
#include <catch2/catch.hpp>
#include <string>

#include "decide/instances/exploration.hpp"
#include "imported.hpp"
#include "tests/random/murphi_model.hpp"
#include "tests/random/random_model.hpp"

namespace murphi_random_test {
namespace {

using namespace vicinal;

using test::messages;

// Whether it is read; counts ranges that are open.
bool read(const random_models::MurphiModel& m, std::uint64_t& ranges) {
  auto opened = decide::open_model(m.text, "model.m", {});
  INFO(m.text << messages(*opened));
  if (!opened->good()) {
    for (const auto& d : opened->diagnostics.all()) {
      CHECK(number(d.code) / 100 == 13);
      CHECK(d.span.begin <= m.text.size());
    }
    return false;
  }
  decide::elaborate(*opened);
  INFO(messages(*opened));
  REQUIRE(opened->instance);
  if (test::codes(*opened).contains(1318)) ++ranges;
  return true;
}

TEST_CASE("random Murphi files are read, or refused by name and place") {
  const std::uint64_t runs = random_models::runs(600);
  test::Ingredients counts;
  std::uint64_t taken = 0;
  std::uint64_t ranges = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    for (const auto& m : {random_models::murphi_model(seed),
                          random_models::murphi_protocol(seed)}) {
      taken += read(m, ranges) ? 1U : 0U;
      for (const std::string& name : m.ingredients) ++counts[name];
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(taken >= runs);
  CHECK(ranges >= runs / 20);
  test::check_met(counts, random_models::murphi_ingredients(), 1);
}

}  // namespace
}  // namespace murphi_random_test
