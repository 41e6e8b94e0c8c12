// SPDX-License-Identifier: MIT
// Guards: the single local invariant against the literal Knaster-Tarski
// iteration of LS equation (5), on random models; that it contains the
// projections of the reachable states; and that what it implies holds.
#include <catch2/catch.hpp>
#include <set>

#include "by_names.hpp"
#include "fixpoint/implication/imply.hpp"
#include "fixpoint/single/single.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/meeting_model.hpp"
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

namespace {

struct Met {
  int compared = 0, refused = 0, proved = 0, violated = 0, failing = 0;
  int several = 0;  // with sets that rules made larger than actions do
};

// Rules as joint steps: projections of what is reachable are in theta, and what
// it implies holds.
void meet(const std::string& text, Met& met) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  if (!fixpoint::supported(*loaded.model, fixpoint::Means::local,
                           diagnostics) ||
      fixpoint::meetings_of(instance, diagnostics) == nullptr) {
    CHECK(diagnostics.has_errors());
    ++met.refused;
    return;
  }
  const oracle::Instance oracle(loaded.tree, {});
  oracle::Instance::Theta reachable;
  oracle::Exploration exploration;
  try {
    if (oracle.initial_states(budget).empty()) return;
    reachable = oracle.projections(budget);
    exploration = oracle.explore(budget);
  } catch (const oracle::TooLarge&) {
    return;
  }
  const auto invariant = fixpoint::single_invariant(instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  REQUIRE(invariant->limit == network::Limit::none);
  ++met.compared;
  const auto found = by_names(instance, *invariant);
  for (const auto& [node, set] : reachable) {
    for (const std::string& local : set) {
      INFO(node << ": " << local);
      CHECK(found.at(node).contains(local));
    }
    met.several += set.size() > 2 ? 1 : 0;
  }
  met.proved += static_cast<int>(
      fixpoint_tests::check_implied(instance, *invariant, exploration));
  for (const auto& [name, result] : exploration.properties) {
    met.violated += result.violated ? 1 : 0;
  }
  if (!exploration.properties.at("no model error").violated) return;
  ++met.failing;
  CHECK(!fixpoint::imply_no_model_error(instance, *invariant, {}).proved);
}

template <class Model>
Met meet_all(std::uint64_t count, const Model& model) {
  Met met;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    meet(model(seed), met);
  }
  return met;
}

}  // namespace

TEST_CASE("where nodes meet by rules theta has what is reachable") {
  const std::uint64_t count = random_models::runs(600);
  const Met met = meet_all(count, [](std::uint64_t seed) {
    return random_models::meeting_model(seed);
  });
  CAPTURE(met.compared, met.refused, met.proved, met.violated, met.failing);
  CHECK(met.compared * 2 > static_cast<int>(count));
  CHECK(met.several > 0);
  CHECK(met.proved > 0);
  CHECK(met.violated > 0);
  if (count < 100) return;
  CHECK(met.failing > 0);
  CHECK(met.refused > 0);
}

TEST_CASE("so it has where models have rules of any kind") {
  const std::uint64_t count = random_models::runs(600);
  const Met met = meet_all(count, [](std::uint64_t seed) {
    return random_models::random_model(seed, {.flat = true});
  });
  if (count >= 100) CHECK(met.compared > 0);
}

}  // namespace differential_test
