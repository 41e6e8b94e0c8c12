// SPDX-License-Identifier: MIT
// Guards: of what the checker accepts, random models, families and networks
// leave nothing out. What is never hit is printed.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

#include "rules.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace rules_test {

namespace {

using namespace vicinal;

using Counts = std::map<std::string, int>;

void add(const std::string& text, Counts& counts) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  selfcheck::count_rules(*loaded.model, counts);
}

}  // namespace

TEST_CASE("random models leave no rule of the checker out") {
  constexpr std::uint64_t count = 400;
  Counts counts;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    add(random_models::random_model(seed, {}), counts);
    add(random_models::random_model(100'000 + seed, {.flat = true}), counts);
    add(random_models::symmetric_model(seed), counts);
    add(random_models::random_family(seed).text, counts);
  }
  const std::vector<std::string> all = selfcheck::all_rules();
  const std::set<std::string> known(all.begin(), all.end());
  std::vector<std::string> never, rare, other;
  for (const std::string& rule : all) {
    const auto found = counts.find(rule);
    if (found == counts.end()) {
      never.push_back(rule);
    } else if (found->second < 5) {
      rare.push_back(fmt::format("{} ({})", rule, found->second));
    }
  }
  // Of the generators' own making: to be listed as well.
  for (const auto& [rule, times] : counts) {
    if (!known.contains(rule)) other.push_back(rule);
  }
  INFO("rare: " << fmt::format("{}", fmt::join(rare, "; ")));
  CHECK(fmt::format("{}", fmt::join(never, "\n")) == "");
  CHECK(fmt::format("{}", fmt::join(other, "\n")) == "");
}

}  // namespace rules_test
