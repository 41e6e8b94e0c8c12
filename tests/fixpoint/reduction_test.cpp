// SPDX-License-Identifier: MIT
// Guards: LS Theorems 4 and 5 as this tool uses them: reduced and unreduced
// single invariants are equal, and both are what the oracle finds, on random
// models; reductions happen. So for states that are kept by orbits (design
// 7.5).
#include <catch2/catch.hpp>

#include "by_names.hpp"
#include "fixpoint/single/single.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace reduction_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::NodeId;

struct ReductionCounts {
  std::uint64_t compared = 0;
  std::uint64_t reduced = 0;     // of those
  std::uint64_t compressed = 0;  // of those
};

void compare(const std::string& text, ReductionCounts& count) {
  const auto loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  network::Limits limits;
  limits.work = 3000;
  const auto with = fixpoint::single_invariant(instance, limits, diagnostics);
  const auto without = fixpoint::single_invariant(instance, limits, diagnostics,
                                                  fixpoint::Reduce::none);
  const auto by_rows = fixpoint::single_invariant(instance, limits, diagnostics,
                                                  fixpoint::Reduce::classes);
  REQUIRE(with.has_value() == without.has_value());
  if (!with || without->limit != network::Limit::none) return;
  REQUIRE(with->limit == network::Limit::none);
  const std::size_t nodes = instance.network.node_count();
  bool by_orbits = false;
  for (std::size_t n = 0; n < nodes; ++n) {
    INFO(node_name(instance, NodeId(n)));
    const auto theta = with->theta(NodeId(n));
    const auto listed = theta.listed(1'000'000);
    REQUIRE(listed.has_value());
    CHECK(*listed->set == *without->theta(NodeId(n)).set);
    CHECK(*by_rows->theta(NodeId(n)).set == *without->theta(NodeId(n)).set);
    CHECK(theta.count() == std::to_string(listed->size()));
    by_orbits = by_orbits || theta.by_orbits();
  }
  CHECK(with->errors.empty() == without->errors.empty());
  CHECK(with->unfired == without->unfired);
  ++count.compared;
  if (by_orbits) ++count.compressed;
  if (with->reduction->classes().size() < nodes) ++count.reduced;
}

std::size_t implied = 0;  // properties

// Whether the oracle could cope.
bool compare_with_oracle(const std::string& text) {
  constexpr std::size_t budget = 1500;
  const auto loaded = random_models::load(text);
  INFO(text);
  REQUIRE(loaded.instance != nullptr);
  const oracle::Instance oracle(loaded.tree, {});
  std::optional<oracle::Instance::Local> expected;
  oracle::Instance::Theta reachable;
  oracle::Exploration exploration;
  try {
    if (oracle.initial_states(budget).empty()) return false;
    expected = oracle.single_invariant(budget);
    reachable = oracle.projections(budget);
    exploration = oracle.explore(budget);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  REQUIRE(expected.has_value());
  network::Diagnostics diagnostics;
  const auto invariant =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  const auto found = fixpoint_tests::by_names(*loaded.instance, *invariant);
  CHECK(found == expected->theta);
  for (const auto& [node, set] : reachable) {
    for (const std::string& local : set) {
      INFO(node << ": " << local);
      CHECK(found.at(node).contains(local));
    }
  }
  implied +=
      fixpoint_tests::check_implied(*loaded.instance, *invariant, exploration);
  return true;
}

}  // namespace

TEST_CASE("reduced and unreduced single invariants are equal") {
  ReductionCounts count;
  const std::uint64_t runs = random_models::runs(1500);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    compare(random_models::random_model(seed, {}), count);
  }
  CAPTURE(count.compared);
  CHECK(count.reduced * 10 > count.compared);
}

TEST_CASE("they are equal where many nodes look alike") {
  ReductionCounts count;
  const std::uint64_t runs = random_models::runs(5000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    compare(random_models::symmetric_model(seed), count);
  }
  WARN(count.reduced << " of " << count.compared << ", by orbits "
                     << count.compressed);
  CHECK(count.compressed * 5 > count.compared);
  CHECK(count.compared * 4 > runs * 3);
  // About half of them: some of what is added tells nodes apart.
  CHECK(count.reduced * 5 > count.compared * 2);
}

TEST_CASE("where many nodes look alike theta solves equation (5)") {
  // And what it implies of them is true.
  std::uint64_t compared = 0;
  const std::uint64_t runs = random_models::runs(800);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    compared += compare_with_oracle(random_models::symmetric_model(seed));
  }
  WARN(compared << " of " << runs << ", " << implied << " implied");
  CHECK(compared * 3 > runs);
  CHECK(implied * 10 > compared);
}

}  // namespace reduction_test
