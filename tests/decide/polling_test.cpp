// SPDX-License-Identifier: MIT
// Guards: what goes through all nodes, slots or places of an instance, or all
// ends of a network, looks at the limits while it does. A run that was stopped
// has to come to an end in each, however fast the machine is.
#include <atomic>
#include <catch2/catch.hpp>

#include "explore/search/explorer.hpp"
#include "groupoid/balance_relation/strands.hpp"
#include "network/base/budget.hpp"
#include "network/flat/guarded.hpp"
#include "network/graph/network.hpp"
#include "network/steps/packing.hpp"
#include "network/steps/table_steps.hpp"
#include "symmetry/maps/state_map.hpp"
#include "tests/random/loaded.hpp"

namespace polling_test {

using namespace vicinal;
using network::Limit;

namespace {

// Whether the work ends since somebody has stopped it.
template <class Work>
bool stops(const Work& work) {
  const std::atomic<bool> stop = true;
  network::Limits limits;
  limits.stop = &stop;
  const network::Budget budget(limits);
  network::poll_countdown = 4096;
  const network::Polling polling(budget);
  try {
    work();
  } catch (const network::LimitReached& reached) {
    return reached.limit == Limit::interrupted;
  }
  return false;
}

random_models::Loaded many_nodes() {
  return random_models::load(
      "param n : 1..100000 = 20000;\n"
      "process P { var x : bool = false; action a { x := !x; } }\n"
      "network { node s[n] : P; }\ninvariant t: true;\n");
}

}  // namespace

TEST_CASE("what goes through all nodes of an instance polls") {
  const auto loaded = many_nodes();
  REQUIRE(loaded.instance);
  const network::Instance& instance = *loaded.instance;
  CHECK(stops([&] { network::places(instance); }));
  CHECK(stops([&] { network::Packing packing(instance); }));
  CHECK(stops([&] { symmetry::Sorts sorts(instance); }));
  const network::Packing packing(instance);
  CHECK(stops([&] { network::TableSteps tables(instance, packing); }));
  CHECK(stops([&] {
    network::Diagnostics diagnostics;
    flat::flatten(instance, {0}, diagnostics);
  }));
}

TEST_CASE("an exploration that was stopped before it began says so") {
  const auto loaded = many_nodes();
  REQUIRE(loaded.instance);
  const std::atomic<bool> stop = true;
  explore::Options options;
  options.properties = {0};
  options.limits.stop = &stop;
  network::poll_countdown = 4096;
  const auto found = explore::explore(*loaded.instance, options);
  CHECK(found.limit == Limit::interrupted);
  CHECK_FALSE(found.complete);
  REQUIRE(found.properties.size() >= 1);
  CHECK(found.properties[0].verdict() == network::Verdict::unknown);
}

TEST_CASE("overlapping buses are looked through with an eye on the limits") {
  network::NetworkBuilder builder;
  constexpr std::size_t nodes = 100;
  for (std::size_t n = 0; n < nodes; ++n) {
    builder.add_node(builder.color(""), "n" + std::to_string(n));
  }
  for (std::size_t e = 0; e < 60; ++e) {
    const network::EdgeId edge = builder.add_edge(builder.color(""));
    for (std::size_t n = 0; n < nodes; ++n) {
      if ((n + e) % 7 == 0 || n == e) continue;
      builder.connect(network::NodeId(n), edge, network::dart_both);
    }
  }
  const network::Network network = builder.build(false);
  CHECK(stops([&] { groupoid::Strands strands(network); }));
}

}  // namespace polling_test
