// SPDX-License-Identifier: MIT
// Guards the oracle for pairwise symmetry, LS section 5: the laws, on random
// networks and on the fixed ones, and known classes of ordered pairs.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/oracle/automorphism.hpp"
#include "tests/oracle/pair_groupoid.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace oracle_pairs_test {

namespace {

using namespace vicinal;
using namespace vicinal::oracle;
using namespace vicinal::random_networks;

constexpr std::size_t budget = 1000;
constexpr Shared both_readings[] = {Shared::paper, Shared::exact};
constexpr PairRule both_rules[] = {PairRule::printed, PairRule::strengthened};

// Calls test(network, seed) with the fixed networks and `usual` random ones.
// Of those that are too large there must not be too many. A sanitizer, where
// runs are few, has to see all code only: one in three of the fixed ones.
template <class Test>
void for_networks(std::uint64_t usual, const Test& test) {
  std::uint64_t all = 0, too_large = 0;
  const auto run = [&](const network::Network& network, std::uint64_t seed) {
    INFO(describe(network));
    ++all;
    try {
      test(network, seed);
    } catch (const TooLarge&) {
      ++too_large;
    }
  };
  std::size_t number = 0;
  for (const auto& [name, network] : fixed_networks()) {
    if (number++ % 3 != 0 && !random_models::enough_runs()) continue;
    INFO(name);
    run(network, 0);
  }
  Options options;
  options.max_nodes = 6;
  const std::uint64_t count = random_models::runs(usual);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    run(random_network(seed, options), seed);
  }
  CHECK(too_large * 4 <= all);
}

bool inside(const PairTriples& a, const PairTriples& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

Triple first(const PairTriple& t, const Literal& g) {
  return {t.from.first, restricted(t.beta, g.inout[t.from.first]), t.to.first};
}

Triple second(const PairTriple& t, const Literal& g) {
  return {t.from.second, restricted(t.beta, g.inout[t.from.second]),
          t.to.second};
}

PairTriple swapped(const PairTriple& t) {
  return {{t.from.second, t.from.first}, t.beta, {t.to.second, t.to.first}};
}

TEST_CASE("pairwise symmetries are united from two local ones") {
  for_networks(60, [](const network::Network& network, std::uint64_t) {
    const Literal g(network);
    const Triples singles = local_symmetries(network, budget);
    const PairTriples all = pair_symmetries(network, budget);
    CHECK(is_groupoid(all, network));
    for (const PairTriple& t : all) {
      CHECK(t.from.first != t.from.second);
      CHECK(t.to.first != t.to.second);
      CHECK(singles.contains(first(t, g)));
      CHECK(singles.contains(second(t, g)));
      CHECK(all.contains(swapped(t)));
      CHECK(inverse(inverse(t)) == t);
    }
    // Each two that agree, and are one to one together.
    std::size_t count = 0;
    for (const Triple& a : singles) {
      for (const Triple& b : singles) {
        if (a.m == b.m || a.n == b.n) continue;
        bool agree = true;
        for (const auto& [e, f] : a.beta) {
          for (const auto& [e2, f2] : b.beta) {
            agree = agree && (e == e2) == (f == f2);
          }
        }
        count += agree ? 1 : 0;
      }
    }
    CHECK(all.size() == count);
  });
}

TEST_CASE("the greatest pairwise balance relations are what they are called") {
  for_networks(60, [](const network::Network& network, std::uint64_t) {
    const PairTriples all = pair_symmetries(network, budget);
    for (const PairRule rule : both_rules) {
      for (const Shared shared : both_readings) {
        const PairTriples b =
            greatest_pair_balance(network, rule, shared, budget);
        CHECK(inside(b, all));
        CHECK(is_balance(b, network, rule, shared, budget));
        CHECK(is_groupoid(b, network));
        for (const PairTriple& t : b) CHECK(b.contains(swapped(t)));
        // Nothing that was deleted can be put back.
        for (const PairTriple& t : all) {
          if (b.contains(t)) continue;
          PairTriples more = b;
          more.insert({t, inverse(t)});
          CHECK_FALSE(is_balance(more, network, rule, shared, budget));
          break;
        }
      }
    }
  });
}

TEST_CASE("the strengthened relation is a part of the printed one") {
  for_networks(60, [](const network::Network& network, std::uint64_t) {
    const PairTriples strong = greatest_pair_balance(
        network, PairRule::strengthened, Shared::paper, budget);
    // beta and delta are bijections together, so that delta maps the shared
    // edges onto each other anyway.
    CHECK(strong == greatest_pair_balance(network, PairRule::strengthened,
                                          Shared::exact, budget));
    const PairTriples exact = greatest_pair_balance(network, PairRule::printed,
                                                    Shared::exact, budget);
    CHECK(inside(strong, exact));
    CHECK(inside(exact, greatest_pair_balance(network, PairRule::printed,
                                              Shared::paper, budget)));
  });
}

// What the strengthened relation says of single nodes is a balance relation:
// it needs not be combined with B*. The printed one does.
TEST_CASE("the strengthened relation is made of balanced nodes") {
  for_networks(60, [](const network::Network& network, std::uint64_t) {
    const Literal g(network);
    const Triples balanced = greatest_balance(network, Shared::exact, budget);
    const PairTriples strong = greatest_pair_balance(
        network, PairRule::strengthened, Shared::paper, budget);
    Triples singles;
    for (const PairTriple& t : strong) singles.insert(first(t, g));
    CHECK(is_balance(singles, network, Shared::exact));
    CHECK(strong == greatest_pair_balance(network, PairRule::strengthened,
                                          Shared::paper, balanced, budget));
    const PairTriples combined = greatest_pair_balance(
        network, PairRule::printed, Shared::paper, balanced, budget);
    CHECK(is_balance(combined, network, PairRule::printed, Shared::paper,
                     budget));
    for (const PairTriple& t : combined) {
      CHECK(balanced.contains(first(t, g)));
      CHECK(balanced.contains(second(t, g)));
    }
  });
}

TEST_CASE("Local_2(G) is a balance relation and a groupoid, Theorem 8") {
  for_networks(60, [](const network::Network& network, std::uint64_t seed) {
    const Group group = automorphisms(network, budget);
    const auto member = std::next(
        group.begin(), static_cast<std::ptrdiff_t>(seed % group.size()));
    const std::size_t singles = local_symmetries(network, budget).size();
    const PairTriples induced = local_2(group, network);
    const PairTriples by_one = local_2(generated(*member), network);
    CHECK(is_groupoid(induced, network));
    CHECK(is_groupoid(by_one, network));
    for (const PairRule rule : both_rules) {
      for (const Shared shared : both_readings) {
        CHECK(is_balance(induced, network, rule, shared, singles));
        CHECK(is_balance(by_one, network, rule, shared, singles));
        const PairTriples greatest =
            greatest_pair_balance(network, rule, shared, budget);
        CHECK(inside(induced, greatest));
      }
    }
  });
}

// --- Known classes ---------------------------------------------------------

std::size_t pair_classes(const Draft& draft, PairRule rule,
                         Shared shared = Shared::paper) {
  const network::Network network = draft.build();
  return orbits(greatest_pair_balance(network, rule, shared, 20000), network)
      .size();
}

TEST_CASE("pairs on a directed ring") {
  for (std::uint32_t n = 2; n <= 8; ++n) {
    INFO(n);
    // 1, 2, 3..n-3, n-2 and n-1 apart.
    const std::size_t printed = std::min(n - 1, 5U);
    CHECK(pair_classes(directed_ring(n), PairRule::printed) == printed);
    CHECK(pair_classes(directed_ring(n), PairRule::strengthened) == n - 1);
  }
}

TEST_CASE("the classes on a directed ring are the spacings") {
  const network::Network network = directed_ring(7).build();
  const PairClasses classes = orbits(
      greatest_pair_balance(network, PairRule::printed, Shared::exact, 5000),
      network);
  for (const std::vector<Pair>& members : classes) {
    std::set<std::uint32_t> spacings;
    for (const auto& [i, j] : members) spacings.insert((j + 7 - i) % 7);
    if (spacings.size() > 1) CHECK(spacings == std::set<std::uint32_t>{3, 4});
    CHECK(members.size() == 7 * spacings.size());
  }
}

TEST_CASE("pairs on a token ring, undirected with ports") {
  // Both neighbours write the edges between: as on a directed ring.
  for (std::uint32_t n = 3; n <= 8; ++n) {
    INFO(n);
    CHECK(pair_classes(ring_with_ports(n), PairRule::strengthened) == n - 1);
    CHECK(pair_classes(ring_with_ports(n), PairRule::printed) ==
          std::min(n - 1, 5U));
  }
}

TEST_CASE("pairs on an undirected ring") {
  // Rings turn around: spacing s is as good as n - s.
  for (std::uint32_t n = 3; n <= 7; ++n) {
    INFO(n);
    CHECK(pair_classes(ring(n), PairRule::strengthened) == n / 2);
  }
  CHECK(pair_classes(ring(8), PairRule::printed) == 3);  // 1, 2, 3..4
}

TEST_CASE("pairs where any two nodes are as good as any others") {
  for (const PairRule rule : both_rules) {
    CHECK(pair_classes(one_bus(5), rule) == 1);
    CHECK(pair_classes(complete(3), rule) == 1);
    CHECK(pair_classes(Draft(3), rule) == 1);
    CHECK(pair_classes(Draft(1), rule) == 0);
    // Hub and spoke, spoke and hub, two spokes.
    CHECK(pair_classes(star(3), rule) == 3);
  }
}

TEST_CASE("pairs of a hexagon beside two triangles") {
  const network::Network network = hexagon_beside_triangles().build();
  for (const PairRule rule : both_rules) {
    // A sanitizer, where runs are few, sees the same code.
    if (rule != both_rules[0] && !random_models::enough_runs()) break;
    const PairTriples b =
        greatest_pair_balance(network, rule, Shared::paper, 100000);
    const auto related = [&](const Pair& p, const Pair& q) {
      const auto t = b.lower_bound({p, {}, {}});
      return std::any_of(t, b.end(), [&](const PairTriple& other) {
        return other.from == p && other.to == q;
      });
    };
    // A triangle's edge beside a hexagon's: the third node sees both ends.
    CHECK_FALSE(related({0, 1}, {6, 7}));
    CHECK(related({6, 7}, {9, 10}));
    CHECK(related({0, 1}, {3, 2}));
    // Opposite nodes beside nodes of both triangles: each k has its l, but
    // (0, k) is not related to (6, l).
    CHECK(related({0, 3}, {6, 9}) == (rule == PairRule::printed));
  }
}

TEST_CASE("pairs on the buses: the shared edges must be the same") {
  const network::Network network = buses_beside().build();
  const auto greatest = [&](PairRule rule, Shared shared) {
    return orbits(greatest_pair_balance(network, rule, shared, 5000), network);
  };
  const PairClasses strong = greatest(PairRule::strengthened, Shared::paper);
  CHECK(strong == greatest(PairRule::strengthened, Shared::exact));
  for (const std::vector<Pair>& members : strong) {
    const bool large = members.front().first < 4;
    for (const auto& [i, j] : members) CHECK((i < 4) == large);
  }
}

TEST_CASE("printed pairs, too, differ by the edges shared with a hyper-edge") {
  // Node 4 is on the bus with 0 and 2, nothing else. On the smaller bus 7 and
  // 9, partners of 6 and 8, can stand for it, unless shared edges must be
  // mapped onto shared ones.
  const Draft draft = beside(bus_with_pairs(6), bus_with_pairs(4));
  const network::Network network = draft.build();
  const auto has_small = [](const std::vector<Pair>& members) {
    return members.back().first >= 6;
  };
  const auto of_0_2 = [&](Shared shared) {
    const PairClasses classes =
        orbits(greatest_pair_balance(network, PairRule::printed, shared, 20000),
               network);
    return *std::find_if(classes.begin(), classes.end(), [](const auto& c) {
      return std::find(c.begin(), c.end(), Pair{0, 2}) != c.end();
    });
  };
  CHECK(has_small(of_0_2(Shared::paper)));
  CHECK_FALSE(has_small(of_0_2(Shared::exact)));
}

}  // namespace

}  // namespace oracle_pairs_test
