// SPDX-License-Identifier: MIT
// Guards: the elements of both groupoids (LS 2.1) against all triples that the
// oracle writes down: all bijections of the edges of two nodes, held against
// Definition 2, and what is left of them for Definition 4.
#include "groupoid/elements/elements.hpp"

#include <catch2/catch.hpp>

#include "tests/oracle/groupoid.hpp"
#include "tests/random/draft.hpp"
#include "tests/random/random_network.hpp"

namespace elements_test {

namespace {

using namespace vicinal;
using namespace vicinal::random_networks;
using groupoid::Elements;
using groupoid::LocalSymmetry;
using network::Network;
using network::NodeId;

oracle::Triple triple(const Network& network, const LocalSymmetry& s) {
  oracle::Triple out{s.source.value, {}, s.target.value};
  const network::Range darts = network.darts(s.source);
  for (std::uint32_t i = 0; i < s.image.size(); ++i) {
    out.beta[network.dart_edge[darts.begin + i].value] =
        network.dart_edge[s.image[i].index()].value;
  }
  return out;
}

// All triples with an end in that class.
oracle::Triples of_class(const oracle::Triples& all, const Elements& elements,
                         std::uint32_t c) {
  oracle::Triples out;
  for (const oracle::Triple& t : all) {
    if (elements.nodes().class_of(NodeId(std::size_t{t.m})) == c ||
        elements.nodes().class_of(NodeId(std::size_t{t.n})) == c) {
      out.insert(t);
    }
  }
  return out;
}

// Counts of what was seen, so that the test cannot pass in vain.
struct Seen {
  std::size_t networks = 0, nontrivial = 0, large = 0, refused = 0;
};

void check_between(const Network& network, const Elements& elements,
                   const oracle::Triples& expected) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (const oracle::Triple& t : expected) ends.insert({t.m, t.n});
  for (std::size_t m = 0; m < network.node_count(); ++m) {
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      const auto one = elements.between(NodeId(m), NodeId(n));
      CHECK(one.has_value() == ends.contains({static_cast<std::uint32_t>(m),
                                              static_cast<std::uint32_t>(n)}));
      if (one) CHECK(expected.contains(triple(network, *one)));
    }
  }
}

void check(const Network& network, const Elements& elements,
           const oracle::Triples& expected, Seen& seen) {
  ++seen.networks;
  check_between(network, elements, expected);
  std::size_t total = 0;
  for (std::uint32_t c = 0; c < elements.nodes().size(); ++c) {
    const auto all = elements.all(c, 100'000);
    REQUIRE(all);
    oracle::Triples found;
    for (const LocalSymmetry& s : *all) found.insert(triple(network, s));
    CHECK(found.size() == all->size());
    CHECK(found == of_class(expected, elements, c));
    CHECK(elements.count(c).decimal(20) == std::to_string(found.size()));
    const std::size_t members = elements.nodes().members(c).size();
    const NodeId r = elements.nodes().representative(c);
    CHECK(elements.order(r).decimal(20) ==
          std::to_string(found.size() / members / members));
    total += found.size();
    if (found.size() > members * members) ++seen.nontrivial;
    if (found.size() > 6 * members * members) ++seen.large;
    if (found.size() > 1) {
      CHECK_FALSE(elements.all(c, found.size() - 1));
      ++seen.refused;
    }
  }
  CHECK(total == expected.size());
}

}  // namespace

TEST_CASE("the elements of random networks are all triples of Definition 2") {
  Seen io, within, onto;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    INFO("seed := " << seed);
    const Network network = random_network(seed);
    oracle::Triples all;
    try {
      all = oracle::local_symmetries(network, 3000);
    } catch (const oracle::TooLarge&) {
      continue;
    }
    check(network, Elements(network), all, io);
    for (const auto shared :
         {groupoid::Shared::within, groupoid::Shared::onto}) {
      groupoid::BalanceOptions options;
      options.shared = shared;
      const groupoid::Balance balance = groupoid::balance(network, options);
      if (!balance.exact()) continue;
      const bool printed = shared == groupoid::Shared::within;
      const oracle::Triples left = oracle::greatest_balance_within(
          all, network,
          printed ? oracle::Shared::paper : oracle::Shared::exact);
      check(network, Elements(balance), left, printed ? within : onto);
    }
  }
  for (const Seen& seen : {io, within, onto}) {
    CHECK(seen.networks > 200);
    CHECK(seen.nontrivial > 50);
    CHECK(seen.large > 10);
    CHECK(seen.refused > 100);
  }
}

TEST_CASE("vertex groups too large to list are counted") {
  const Network network = star(30).build();
  const Elements io(network);
  const std::uint32_t hub = io.nodes().class_of(NodeId(std::size_t{0}));
  CHECK_FALSE(io.all(hub, 1000));
  std::size_t most = 0;
  for (std::uint32_t c = 0; c < io.nodes().size(); ++c) {
    most = std::max(most, io.count(c).decimal(100)->size());
    CHECK(io.generators(io.nodes().representative(c)).size() + 1 ==
          std::max<std::size_t>(
              network.darts(io.nodes().representative(c)).size(), 1));
  }
  CHECK(most >= 30);
}

}  // namespace elements_test
