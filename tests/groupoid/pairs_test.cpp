// SPDX-License-Identifier: MIT
// Guards: classes of pairs of the strengthened relation against LS section 5
// by deletion, on random networks of every kind; witnesses and generators are
// elements; beyond the limits, what is returned is a balance relation still.
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "tests/groupoid/pair_checks.hpp"
#include "tests/oracle/automorphism.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace pairs_test {

namespace {

using namespace vicinal;
using namespace vicinal::tests;
using namespace vicinal::random_networks;
using groupoid::Balance;
using groupoid::PairClasses;
using groupoid::PairOptions;
using oracle::PairTriples;

constexpr std::size_t budget = 3000;

PairTriples deleted(const Network& network, PairTriples start) {
  return oracle::greatest_pair_balance_within(std::move(start), network,
                                              oracle::PairRule::strengthened,
                                              oracle::Shared::exact, budget);
}

bool inside(const PairTriples& a, const PairTriples& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

Balance onto(const Network& network) {
  groupoid::BalanceOptions options;
  options.shared = groupoid::Shared::onto;
  return balance(network, options);
}

bool rigid(const Balance& singles) {
  for (std::uint32_t n = 0; n < singles.nodes().node_count(); ++n) {
    if (!singles.generators(node(n)).empty()) return false;
  }
  return true;
}

// Each class of `fine` is in one of `coarse`.
bool refines(const oracle::PairClasses& fine,
             const groupoid::PairPartition& coarse) {
  return std::all_of(fine.begin(), fine.end(), [&](const auto& members) {
    return std::all_of(members.begin(), members.end(), [&](const auto& p) {
      const auto [i, j] = members.front();
      return coarse.class_of(node(p.first), node(p.second)) ==
             coarse.class_of(node(i), node(j));
    });
  });
}

void check_elements(const Network& network, const PairClasses& pairs) {
  std::uint64_t count = 0;
  for (std::uint32_t c = 0; c < pairs.size(); ++c) {
    count += pairs.members(c);
    const auto [i, j] = pairs.representative(c);
    CHECK(pairs.class_of(i, j) == c);
    CHECK(pairs.witness(i, j) ==
          groupoid::PairSymmetry{groupoid::identity(network, i),
                                 groupoid::identity(network, j)});
    for (const auto& s : pairs.generators(c)) {
      CHECK(is_pair_symmetry(network, s));
      CHECK(s.first.source == i);
      CHECK(s.second.target == j);
      CHECK(s != pairs.witness(i, j));
    }
  }
  const std::size_t n = network.node_count();
  CHECK(count == n * n - n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const auto s = pairs.witness(node(i), node(j));
      CHECK(is_pair_symmetry(network, s));
      CHECK(s.first.target == node(i));
      CHECK(s.second.target == node(j));
      CHECK(std::pair(s.first.source, s.second.source) ==
            pairs.representative(pairs.class_of(node(i), node(j))));
    }
  }
}

struct PairCounts {
  std::uint64_t compared = 0, rigid = 0, coarser = 0, too_large = 0;
};

// Whatever may be listed or computed, the result against the greatest one.
void compare(const Network& network, const Balance& singles,
             const PairTriples& expected, PairOptions options,
             PairCounts& count) {
  const auto classes_expected = oracle::orbits(expected, network);
  const auto exact = pair_classes(network, options);
  REQUIRE(exact);
  CHECK(exact->exact() == singles.exact());
  CHECK(classes(network, *exact) == classes_expected);
  check_elements(network, *exact);
  const PairTriples found = generated(network, *exact);
  CHECK(found == expected);
  // Nothing may be listed.
  options.elements = 0;
  const auto orbits = pair_classes(network, options);
  check_elements(network, *orbits);
  const PairTriples fewer = generated(network, *orbits);
  CHECK(inside(fewer, expected));
  CHECK(oracle::is_groupoid(fewer, network));
  CHECK(oracle::is_balance(fewer, network, oracle::PairRule::strengthened,
                           oracle::Shared::exact, budget));
  if (orbits->exact()) {
    CHECK(classes(network, *orbits) == classes_expected);
  }
  if (orbits->size() > exact->size()) ++count.coarser;
  // Nor automorphisms computed.
  options.automorphisms.work = 0;
  options.automorphisms.vertices = 0;
  const auto least = pair_classes(network, options);
  check_elements(network, *least);
  CHECK(inside(generated(network, *least), fewer));
  if (least->exact()) CHECK(least->size() == exact->size());
  options.elements = PairOptions().elements;
  const auto listed = pair_classes(network, options);
  CHECK(classes(network, *listed) == classes_expected);
  CHECK(generated(network, *listed) == expected);
  ++count.compared;
}

void compare(const Network& network, const Balance& singles, PairCounts& count,
             std::uint64_t seed) {
  PairOptions options;
  options.singles = &singles;
  PairTriples all;
  try {
    all = oracle::pair_symmetries(network, triples(singles), budget);
    const PairTriples expected = deleted(network, all);
    compare(network, singles, expected, options, count);
  } catch (const oracle::TooLarge&) {
    ++count.too_large;
    return;
  }
  if (rigid(singles)) ++count.rigid;
  // Labels that a few pairs differ in.
  std::mt19937 random(static_cast<std::uint32_t>(seed));
  const auto n = static_cast<std::uint32_t>(network.node_count());
  std::vector<std::uint32_t> labels(std::size_t{n} * n, 7);
  for (int k = 0; k < 2 && n > 0; ++k) labels[random() % labels.size()] = k;
  options.labels = labels;
  std::erase_if(all, [&](const oracle::PairTriple& t) {
    return labels[t.from.first * n + t.from.second] !=
           labels[t.to.first * n + t.to.second];
  });
  compare(network, singles, deleted(network, all), options, count);
}

void compare(const Network& network, PairCounts& count, std::uint64_t seed) {
  compare(network, onto(network), count, seed);
}

PairClasses strengthened(const Network& network) {
  const Balance singles = onto(network);
  PairOptions options;
  options.singles = &singles;
  return *pair_classes(network, options);
}

}  // namespace

TEST_CASE("classes of pairs are what deletion leaves") {
  PairCounts count;
  const std::uint64_t runs = random_models::runs(150);
  Options options;
  options.max_nodes = 6;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_network(seed, options);
    INFO("seed " << seed);
    INFO(describe(network));
    compare(network, count, seed);
  }
  CHECK(count.compared > runs);
  CHECK(count.rigid * 5 > runs);
  CHECK(count.coarser * 50 > runs);
}

TEST_CASE("classes of pairs with ports are what deletion leaves") {
  PairCounts count;
  const std::uint64_t runs = random_models::runs(120);
  Options options;
  options.ports = true;
  options.max_nodes = 6;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_network(seed, options);
    INFO("seed " << seed);
    INFO(describe(network));
    compare(network, count, seed);
  }
  CHECK(count.rigid * 2 > runs);
}

TEST_CASE("classes of pairs of the fixed networks") {
  PairCounts count;
  for (const auto& [name, network] : fixed_networks()) {
    INFO(name);
    compare(network, count, 1);
  }
  CHECK(count.compared > 2 * count.too_large);
}

// As for models: nodes and darts are told apart by what runs there; or the
// relation of nodes is not the greatest.
TEST_CASE("classes of pairs inside other relations of nodes") {
  PairCounts count;
  const std::uint64_t runs = random_models::runs(120);
  Options options;
  options.max_nodes = 6;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_network(seed, options);
    INFO("seed " << seed);
    INFO(describe(network));
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    std::vector<std::uint32_t> nodes(network.node_count(), 0);
    std::vector<std::uint32_t> darts(network.dart_count(), 0);
    groupoid::BalanceOptions labels;
    labels.shared = groupoid::Shared::onto;
    if (seed % 3 == 0 && !nodes.empty()) nodes[random() % nodes.size()] = 1;
    if (seed % 3 == 1 && !darts.empty()) darts[random() % darts.size()] = 1;
    if (seed % 2 == 0) labels.triples = 0;
    labels.node_labels = nodes;
    labels.dart_labels = darts;
    const Balance singles = seed % 10 == 9 ? groupoid::identity_balance(network)
                                           : balance(network, labels);
    compare(network, singles, count, seed);
  }
  CHECK(count.compared > runs);
}

// Two copies: what is related in the large is not by an automorphism.
TEST_CASE("classes of pairs of networks in several parts") {
  PairCounts count;
  const std::uint64_t runs = random_models::runs(100);
  Options options;
  options.max_nodes = 3;
  options.max_edges = 3;
  options.structured = false;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Draft draft = random_draft(seed, options);
    const Network network =
        beside(draft, seed % 2 == 0 ? draft : random_draft(seed + 1, options))
            .build();
    INFO("seed " << seed);
    INFO(describe(network));
    compare(network, count, seed);
  }
}

TEST_CASE("rings with ports have a class of pairs per distance") {
  for (const std::uint32_t n : {3, 4, 5, 6, 7, 8, 1000}) {
    INFO(n);
    for (const Draft& draft : {ring_with_ports(n), directed_ring(n)}) {
      const Network network = draft.build();
      const PairClasses pairs = strengthened(network);
      CHECK(pairs.exact());
      CHECK(pairs.size() == n - 1);
      CHECK(pairs.members(0) == n);
      const auto s = pairs.witness(node(n - 1), node(1));
      CHECK(s.first.target == node(n - 1));
      CHECK(is_pair_symmetry(network, s));
      CHECK(pairs.generators(0).empty());
    }
  }
}

TEST_CASE("rings without ports have a class per distance either way") {
  for (const std::uint32_t n : {3, 4, 5, 6, 7, 8, 200}) {
    INFO(n);
    const Network network = ring(n).build();
    const PairClasses pairs = strengthened(network);
    CHECK(pairs.exact());
    CHECK(pairs.size() == n / 2);
    const auto s = pairs.witness(node(n - 1), node(1));
    CHECK(is_pair_symmetry(network, s));
  }
}

// Refinement tells all orbits apart: no element need be listed.
TEST_CASE("tori have a class of pairs per distance in both directions") {
  for (const std::uint32_t n : {3, 5, 6, 10, 20}) {
    INFO(n);
    const Network network = torus(n, n).build();
    const Balance singles = onto(network);
    PairOptions options;
    options.singles = &singles;
    options.elements = 0;
    const auto pairs = pair_classes(network, options);
    CHECK(pairs->exact());
    CHECK(pairs->size() == (n / 2 + 1) * (n / 2 + 2) / 2 - 1);
    CHECK(is_pair_symmetry(network, pairs->witness(node(n), node(2))));
  }
}

TEST_CASE("on a path of different ends every pair is of its own") {
  for (const std::uint32_t n : {2, 3, 6, 9}) {
    INFO(n);
    Draft draft = path(n);
    draft.nodes[0] = 1;
    CHECK(strengthened(draft.build()).size() == n * (n - 1));
    // Turned around, otherwise.
    const std::size_t all = std::size_t{n} * (n - 1);
    CHECK(strengthened(path(n).build()).size() == all / 2);
  }
}

TEST_CASE("pairs of two rings, of one size or not") {
  // Within one ring by distance; of different rings all are alike.
  const auto same = beside(ring_with_ports(4), ring_with_ports(4)).build();
  CHECK(strengthened(same).size() == 3 + 1);
  // Sizes differ: nodes of rings that close differently are not related as
  // pairs, but one with another of the other ring is seen like any.
  const Network two = beside(ring_with_ports(4), ring_with_ports(5)).build();
  const PairClasses pairs = strengthened(two);
  const auto expected = oracle::orbits(
      deleted(two, oracle::pair_symmetries(two, triples(onto(two)), 20'000)),
      two);
  CHECK(classes(two, pairs) == expected);
}

TEST_CASE("large buses and stars are not listed") {
  for (const Draft& draft : {one_bus(60), random_networks::star(60),
                             random_networks::complete(12)}) {
    const Network network = draft.build();
    const PairClasses pairs = strengthened(network);
    CHECK(pairs.exact());
    CHECK(pairs.size() == (draft.size() == 61 ? 3U : 1U));
    CHECK(is_pair_symmetry(network, pairs.witness(node(11), node(7))));
    CHECK(is_pair_symmetry(network, pairs.witness(node(0), node(9))));
    for (const auto& s : pairs.generators(0)) {
      CHECK(is_pair_symmetry(network, s));
    }
  }
}

TEST_CASE("more nodes than pairs may have are refused") {
  const Network network = Draft(groupoid::max_pair_nodes + 1).build();
  const Balance singles = onto(network);
  PairOptions options;
  options.singles = &singles;
  CHECK_FALSE(pair_classes(network, options));
  CHECK_FALSE(groupoid::printed_pair_classes(network));
}

TEST_CASE("classes of pairs are unions of orbits, Theorem 8") {
  const std::uint64_t runs = random_models::runs(150);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_network(seed);
    INFO("seed " << seed);
    INFO(describe(network));
    PairTriples local;
    try {
      local = local_2(oracle::automorphisms(network, budget), network);
    } catch (const oracle::TooLarge&) {
      continue;
    }
    ++compared;
    const PairClasses pairs = strengthened(network);
    const auto orbits = oracle::orbits(local, network);
    CHECK(refines(orbits, pairs));
    const auto printed = groupoid::printed_pair_classes(network);
    CHECK(refines(orbits, *printed));
    CHECK(refines(classes(network, pairs), *printed));
    // Elements, too. Without vertex groups there may be more.
    const Balance singles = onto(network);
    PairOptions options;
    options.singles = &singles;
    options.elements = 0;
    if (rigid(singles)) {
      CHECK(inside(local, generated(network, *pair_classes(network, options))));
    } else {
      CHECK(local == generated(network, *pair_classes(network, options)));
    }
  }
  CHECK(compared * 2 > runs);
}

}  // namespace pairs_test
