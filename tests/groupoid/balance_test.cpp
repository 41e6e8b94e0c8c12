// SPDX-License-Identifier: MIT
// Guards: B* by refinement against LS Definition 4 by deletion (Theorem 2), on
// random networks of every kind; witnesses and generators are elements, and
// generate them all.
#include <catch2/catch.hpp>

#include <set>

#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/balance_relation/triples.hpp"
#include "tests/oracle/groupoid.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace balance_test {

namespace {

using namespace vicinal;
using network::Network;
using network::NodeId;

constexpr std::size_t budget = 3000;

oracle::Classes classes(const groupoid::Partition& partition) {
  oracle::Classes out;
  for (std::uint32_t c = 0; c < partition.size(); ++c) {
    out.emplace_back();
    for (const NodeId n : partition.members(c)) out.back().push_back(n.value);
  }
  return out;
}

oracle::Triple triple(const Network& network,
                      const groupoid::LocalSymmetry& s) {
  oracle::Triple out{s.source.value, {}, s.target.value};
  const network::Range darts = network.darts(s.source);
  for (std::uint32_t i = 0; i < darts.size(); ++i) {
    out.beta[network.dart_edge[darts.begin + i].value] =
        network.dart_edge[s.image[i].index()].value;
  }
  return out;
}

// All elements that witnesses and generators generate.
oracle::Triples generated(const groupoid::Balance& balance) {
  const Network& network = balance.network();
  std::set<groupoid::LocalSymmetry> all;
  for (std::uint32_t c = 0; c < balance.nodes().size(); ++c) {
    const NodeId r = balance.nodes().representative(c);
    std::set<groupoid::LocalSymmetry> group = {groupoid::identity(network, r)};
    std::vector<groupoid::LocalSymmetry> queue(group.begin(), group.end());
    while (!queue.empty()) {
      const groupoid::LocalSymmetry s = queue.back();
      queue.pop_back();
      for (const auto& g : balance.generators(r)) {
        const auto product = compose(network, s, g);
        if (group.insert(product).second) queue.push_back(product);
      }
    }
    for (const NodeId m : balance.nodes().members(c)) {
      for (const NodeId n : balance.nodes().members(c)) {
        for (const auto& g : group) {
          all.insert(
              compose(network,
                      compose(network, inverse(network, balance.witness(m)), g),
                      balance.witness(n)));
        }
      }
    }
  }
  oracle::Triples out;
  for (const auto& s : all) {
    REQUIRE(is_local_symmetry(network, s));
    out.insert(triple(network, s));
  }
  return out;
}

groupoid::LocalSymmetry symmetry(const Network& network,
                                 const oracle::Triple& t) {
  const NodeId m(std::size_t{t.m});
  const NodeId n(std::size_t{t.n});
  groupoid::LocalSymmetry s{m, n, {}};
  const network::Range to = network.darts(n);
  for (const network::EdgeId e : network.inout(m)) {
    for (std::uint32_t d = to.begin; d < to.end; ++d) {
      if (network.dart_edge[d].value == t.beta.at(e.value)) {
        s.image.emplace_back(std::size_t{d});
      }
    }
  }
  return s;
}

// Whether anything was compared.
bool compare(const Network& network, groupoid::Shared shared) {
  const oracle::Shared expected_shared = shared == groupoid::Shared::within
                                             ? oracle::Shared::paper
                                             : oracle::Shared::exact;
  oracle::Triples expected;
  try {
    expected = oracle::greatest_balance(network, expected_shared, budget);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  groupoid::BalanceOptions options;
  options.shared = shared;
  const groupoid::Balance b = balance(network, options);
  CHECK(b.exact());
  CHECK(classes(b.nodes()) == oracle::orbits(expected, network));
  CHECK(generated(b) == expected);
  const auto all = oracle::local_symmetries(network, budget);
  for (const oracle::Triple& t : all) {
    CHECK(b.contains(symmetry(network, t)) == expected.contains(t));
  }
  CHECK(classes(groupoid::io_similarity(network)) ==
        oracle::io_classes(network));

  // Beyond the limit on elements: still a balance relation and a groupoid.
  options.triples = 0;
  const groupoid::Balance coarse = balance(network, options);
  const oracle::Triples found = generated(coarse);
  CHECK(oracle::is_balance(found, network, expected_shared));
  CHECK(oracle::is_groupoid(found, network));
  if (coarse.exact()) CHECK(found == expected);
  for (const oracle::Triple& t : all) {
    CHECK(coarse.contains(symmetry(network, t)) == found.contains(t));
  }
  return true;
}

}  // namespace

TEST_CASE("B* is what deletion leaves, on random networks") {
  std::uint64_t compared = 0;
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_networks::random_network(seed);
    INFO("seed " << seed);
    INFO(random_networks::describe(network));
    if (compare(network, groupoid::Shared::within)) ++compared;
    if (compare(network, groupoid::Shared::onto)) ++compared;
  }
  CHECK(compared > runs);
}

// Refinement mostly leaves nothing to delete. Here it tells nothing: darts are
// alike if their kinds are.
TEST_CASE("elements that are listed are those of B*, whatever darts tell") {
  std::uint64_t compared = 0;
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Network network = random_networks::random_network(seed);
    INFO("seed " << seed);
    INFO(random_networks::describe(network));
    const auto similar = groupoid::io_similarity(network);
    std::vector<std::uint32_t> nodes;
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      nodes.push_back(similar.class_of(NodeId(n)));
    }
    for (const bool absorb : {true, false}) {
      const auto found = groupoid::balanced_triples(
          network, groupoid::dart_kinds(network).list(), nodes, absorb, budget);
      if (!found) continue;
      oracle::Triples triples;
      for (const auto& s : *found) triples.insert(triple(network, s));
      try {
        const auto shared =
            absorb ? oracle::Shared::paper : oracle::Shared::exact;
        CHECK(triples == oracle::greatest_balance(network, shared, budget));
        ++compared;
      } catch (const oracle::TooLarge&) {
      }
    }
  }
  CHECK(compared > runs);
}

}  // namespace balance_test
