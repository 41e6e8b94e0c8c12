// SPDX-License-Identifier: MIT
// Guards: the single local invariant against the literal Knaster-Tarski
// iteration of LS equation (5), on random models; that it contains the
// projections of the reachable states; and that what it implies holds.
#include <catch2/catch.hpp>
#include <set>

#include "by_names.hpp"
#include "fixpoint/single/single.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace differential_test {

namespace {

using namespace vicinal;
using fixpoint_tests::by_names;

constexpr std::size_t budget = 3000;

// Whether anything was compared.
bool compare(const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  const oracle::Instance oracle(loaded.tree, {});
  std::optional<oracle::Instance::Local> expected;
  oracle::Instance::Theta reachable;
  oracle::Exploration exploration;
  try {
    const bool some = !oracle.initial_states(budget).empty();
    CHECK(fixpoint::satisfiable(instance, {}) == some);
    if (!some) {
      network::Diagnostics reported;
      CHECK(!fixpoint::single_invariant(instance, {}, reported));
      CHECK(reported.has_errors());
      return false;
    }
    expected = oracle.single_invariant(budget);
    reachable = oracle.projections(budget);
    exploration = oracle.explore(budget);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  REQUIRE(expected.has_value());
  network::Diagnostics diagnostics;
  REQUIRE(
      fixpoint::supported(*loaded.model, fixpoint::Means::local, diagnostics));
  const auto invariant = fixpoint::single_invariant(instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  REQUIRE(invariant->limit == network::Limit::none);
  const auto found = by_names(instance, *invariant);
  CHECK(found == expected->theta);
  // Where the oracle sees an error for certain, so must the engine.
  if (expected->errors) CHECK(!invariant->errors.empty());
  for (const auto& [node, set] : reachable) {
    for (const std::string& local : set) {
      INFO(node << ": " << local);
      CHECK(found.at(node).contains(local));
    }
  }
  fixpoint_tests::check_implied(instance, *invariant, exploration);
  return true;
}

}  // namespace

TEST_CASE("theta is the least solution of equation (5)") {
  const std::uint64_t count = random_models::runs(400);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compared += compare(random_models::random_model(seed, {}));
  }
  CHECK(compared * 2 > count);
}

TEST_CASE("so it is where nodes keep something of every node") {
  const std::uint64_t count = random_models::runs(300);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compared += compare(random_models::array_model(seed));
  }
  CHECK(compared * 2 > count);
}

}  // namespace differential_test
