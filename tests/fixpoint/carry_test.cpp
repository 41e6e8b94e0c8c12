// SPDX-License-Identifier: MIT
// Guards: `prove --carry-to` (LS 4.4, networks equivalent by a relation). What
// is carried contains theta of the other network, and is theta where networks
// are equivalent; the checker takes no set that is not inductive.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "fixpoint/carried/carry.hpp"
#include "graph_models.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace carry_test {

namespace {

using namespace vicinal;
using fixpoint::Reduce;
using fixpoint::SingleInvariant;
using fixpoint::StateSet;
using fixpoint_tests::small_limits;
using fixpoint_tests::theta_of;
using network::Instance;
using network::NodeId;
using random_networks::Draft;

// A network to carry to: a covering, a larger one that has parts of its own, a
// damaged one, any other.
Draft other(const Draft& from, std::uint64_t seed, bool directed) {
  std::mt19937_64 random(seed);
  Draft out;
  switch (random() % 5) {
    case 0:
      return from;
    case 1:
      return random_networks::beside(from, from);
    case 2:
      return random_networks::beside(
          from, fixpoint_tests::graph_draft(seed + 1, directed));
    case 3:
      out = from;
      if (!out.edges.empty()) out.edges.pop_back();
      return out;
    default:
      return fixpoint_tests::graph_draft(seed + 1, directed);
  }
}

bool within_set(const StateSet& part, const StateSet& whole) {
  for (std::size_t i = 0, k = 0; i < part.rows; ++i) {
    while (k < whole.rows && !std::ranges::equal(whole.row(k), part.row(i))) {
      ++k;
    }
    if (k == whole.rows) return false;
  }
  return true;
}

struct CarryCounts {
  std::uint64_t compared = 0, carried = 0, without = 0, to_other = 0;
};

void carry_one(std::uint64_t seed, bool directed, CarryCounts& count) {
  const std::string text = fixpoint_tests::graph_model(seed, directed);
  const Draft draft = fixpoint_tests::graph_draft(seed / 2, directed);
  const network::Network first = draft.build();
  const network::Network second = other(draft, seed, directed).build();
  const auto a = random_models::load(text, "", &first);
  const auto b = random_models::load(text, "", &second);
  INFO(text << random_networks::describe(first) << "to\n"
            << random_networks::describe(second) << b.messages());
  REQUIRE(a.instance != nullptr);
  REQUIRE(b.instance != nullptr);
  const auto theta = theta_of(*a.instance, Reduce::orbits);
  const auto expected = theta_of(*b.instance, Reduce::none);
  if (!theta || !expected) return;
  network::Diagnostics diagnostics;
  const auto carried =
      fixpoint::carry(*theta, *b.instance, small_limits(), diagnostics);
  REQUIRE(carried.has_value());
  ++count.compared;
  const bool alone = std::ranges::any_of(
      carried->classes, [](const auto& c) { return !c.from.valid(); });
  INFO(carried->why);
  // Processes respect every local symmetry, so that theta comes whole.
  CHECK(carried->invariant.has_value() == !alone);
  CHECK(carried->why.empty() == !alone);
  if (!carried->invariant) {
    ++count.without;
    return;
  }
  ++count.carried;
  if (second.node_count() != first.node_count()) ++count.to_other;
  for (std::size_t n = 0; n < second.node_count(); ++n) {
    const auto found = carried->invariant->theta(NodeId(n));
    CHECK(within_set(*expected->theta(NodeId(n)).set, *found.set));
    CHECK(*found.set == *expected->theta(NodeId(n)).set);
  }
  CHECK(carried->invariant->errors.empty() == expected->errors.empty());
  CHECK(carried->invariant->unfired == expected->unfired);
}

std::vector<StateSet> sets_of(const SingleInvariant& theta, std::size_t nodes) {
  std::vector<StateSet> out;
  for (std::size_t n = 0; n < nodes; ++n) {
    out.push_back(*theta.theta(NodeId(n)).set);
  }
  return out;
}

void drop_row(StateSet& set, std::size_t row) {
  const auto begin =
      set.values.begin() + static_cast<std::ptrdiff_t>(row * set.width);
  set.values.erase(begin, begin + static_cast<std::ptrdiff_t>(set.width));
  --set.rows;
}

}  // namespace

TEST_CASE("what is carried is theta of the other network") {
  CarryCounts count;
  const std::uint64_t runs = random_models::runs(2000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    INFO("seed " << seed);
    carry_one(seed, seed % 2 == 1, count);
  }
  WARN(count.carried << " of " << count.compared << " carried, "
                     << count.to_other << " to networks of another size, "
                     << count.without << " have a node without counterpart");
  CHECK(count.compared * 3 > runs);
  CHECK(count.carried * 4 > count.compared);
  CHECK(count.without * 10 > count.compared);
  CHECK(count.to_other * 20 > count.compared);
}

TEST_CASE("no smaller set than theta is inductive") {
  std::uint64_t dropped = 0;
  const std::uint64_t runs = random_models::runs(1000);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const bool directed = seed % 2 == 1;
    const std::string text = fixpoint_tests::graph_model(seed, directed);
    const network::Network graph =
        fixpoint_tests::graph_draft(seed / 2, directed).build();
    const auto loaded = random_models::load(text, "", &graph);
    INFO("seed " << seed << "\n" << text << random_networks::describe(graph));
    REQUIRE(loaded.instance != nullptr);
    const auto theta = theta_of(*loaded.instance, Reduce::none);
    if (!theta) continue;
    auto sets = sets_of(*theta, graph.node_count());
    CHECK(fixpoint::inductive(*theta->reduction, sets).holds);
    std::mt19937_64 random(seed);
    const std::size_t n = random() % graph.node_count();
    if (sets[n].rows == 0) continue;
    drop_row(sets[n], random() % sets[n].rows);
    const auto about = fixpoint::inductive(*theta->reduction, sets);
    CHECK(!about.holds);
    REQUIRE(about.broken.has_value());
    // What is missing is what a step leads to, or an initial state.
    CHECK(about.broken->node == NodeId(n));
    ++dropped;
  }
  CHECK(dropped * 2 > runs);
}

TEST_CASE("what treats nodes differently is checked where it comes to") {
  // On a ring of four, half of the stations may go; carried to one of six, the
  // stations that are related are not of the same half.
  const auto ring = [](std::uint32_t n) {
    Draft draft(n);
    for (std::uint32_t i = 0; i < n; ++i) draft.link(i, (i + 1) % n);
    return draft.build();
  };
  const std::string text =
      "process P {\n  port set l : inout bool;\n  var x : bool = false;\n"
      "  action go when index(self) < 2 { x := true; }\n}\n"
      "network any {\n  node p : P;\n  edge e : bool = false via l;\n}\n"
      "invariant calm: forall i in p: !i.x;\n";
  const network::Network four = ring(4);
  const network::Network six = ring(6);
  const auto a = random_models::load(text, "", &four);
  const auto b = random_models::load(text, "", &six);
  INFO(a.messages());
  REQUIRE(a.instance != nullptr);
  const auto theta = theta_of(*a.instance, Reduce::none);
  REQUIRE(theta.has_value());
  network::Diagnostics diagnostics;
  const auto carried = fixpoint::carry(*theta, *b.instance, {}, diagnostics);
  REQUIRE(carried.has_value());
  // All six get the states of the first, which are all there are.
  CHECK(carried->invariant.has_value());
  // And from one where nobody goes, nothing holds of those who do.
  const std::string never =
      std::string(text).replace(text.find("< 2"), 3, "> 9");
  const auto still = random_models::load(never, "", &four);
  const auto calm = theta_of(*still.instance, Reduce::none);
  REQUIRE(calm.has_value());
  const auto wrong = fixpoint::carry(*calm, *b.instance, {}, diagnostics);
  REQUIRE(wrong.has_value());
  CHECK(!wrong->invariant.has_value());
  REQUIRE(wrong->broken.has_value());
  REQUIRE(wrong->broken->step.has_value());
  CHECK(wrong->broken->step->actor == NodeId(0));
}

TEST_CASE("how another network starts is looked at there") {
  const auto bus = [](std::uint32_t n) {
    Draft draft(n);
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < n; ++i) all.push_back(i);
    draft.bus(all);
    return draft.build();
  };
  // One of two starts with the mark; of three, a bus of which no two are
  // marked, each may be without one as well.
  const std::string text =
      "process P {\n  port set l : inout bool;\n  var x : bool;\n}\n"
      "network from \"g\" {\n  node : P;\n  edge : bool = false via l;\n"
      "  init exactly 2 i in P: i.x;\n}\n"
      "invariant all: forall i in P: i.x;\n";
  const network::Network two = bus(2);
  const network::Network three = bus(3);
  const auto a = random_models::load(text, "", &two);
  const auto b = random_models::load(text, "", &three);
  INFO(a.messages());
  REQUIRE(a.instance != nullptr);
  const auto theta = theta_of(*a.instance, Reduce::orbits);
  REQUIRE(theta.has_value());
  CHECK(theta->theta(NodeId(0)).count() == "1");
  network::Diagnostics diagnostics;
  const auto carried = fixpoint::carry(*theta, *b.instance, {}, diagnostics);
  REQUIRE(carried.has_value());
  CHECK(!carried->invariant.has_value());
  CHECK(carried->classes.size() == 1);
  REQUIRE(carried->broken.has_value());
  CHECK(!carried->broken->step.has_value());
}

}  // namespace carry_test
