// SPDX-License-Identifier: MIT
// Guards the oracle for local symmetry: what LS says of every network holds
// of what it computes, on random networks and on the fixed ones.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "tests/oracle/automorphism.hpp"
#include "tests/oracle/groupoid.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace oracle_laws_test {

namespace {

using namespace vicinal;
using namespace vicinal::oracle;
using random_networks::Draft;

constexpr std::size_t budget = 1200;
constexpr Shared both_readings[] = {Shared::paper, Shared::exact};

// Calls test(network, seed) with the fixed networks and `usual` random ones.
// Those that are too large are left out, but must be few. (A CHECK takes any
// exception for a failure: what may be too large is computed before.)
template <class Test>
void for_networks(std::uint64_t usual, const Test& test,
                  const random_networks::Options& options = {}) {
  std::uint64_t all = 0, too_large = 0;
  const auto run = [&](const network::Network& network, std::uint64_t seed) {
    INFO(random_networks::describe(network));
    ++all;
    try {
      test(network, seed);
    } catch (const TooLarge&) {
      ++too_large;
    }
  };
  for (const auto& [name, network] : random_networks::fixed_networks()) {
    INFO(name);
    run(network, 0);
  }
  const std::uint64_t count = random_models::runs(usual);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    run(random_networks::random_network(seed, options), seed);
  }
  CHECK(too_large * 8 <= all);
}

bool inside(const Triples& a, const Triples& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

Triples united(Triples a, const Triples& b) {
  a.insert(b.begin(), b.end());
  return a;
}

// Some relation: the greatest one inside of half of B*, with what the powers
// of one automorphism induce.
Triples random_balance(const network::Network& network, Shared shared,
                       std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Triples some;
  for (const Triple& t : greatest_balance(network, shared, budget)) {
    if (random() % 2 != 0) continue;
    some.insert(t);
    some.insert(inverse(t));
  }
  const Group group = automorphisms(network, budget);
  const auto member = std::next(
      group.begin(), static_cast<std::ptrdiff_t>(random() % group.size()));
  if (random() % 2 != 0) {
    some = united(some, local(generated(*member), network));
  }
  return greatest_balance_within(some, network, shared);
}

TEST_CASE("points-to is that of the network") {
  for_networks(100, [](const network::Network& network, std::uint64_t) {
    const Literal g(network);
    for (std::size_t m = 0; m < g.nodes; ++m) {
      for (std::size_t n = 0; n < g.nodes; ++n) {
        CHECK(g.points_to(static_cast<std::uint32_t>(m),
                          static_cast<std::uint32_t>(n)) ==
              network.points_to(network::NodeId(m), network::NodeId(n)));
      }
    }
  });
}

// All functions from the edges of m to those of n, one after the other.
std::size_t count_by_trying(const network::Network& network) {
  const Literal g(network);
  std::size_t count = 0;
  for (std::uint32_t m = 0; m < g.nodes; ++m) {
    for (std::uint32_t n = 0; n < g.nodes; ++n) {
      const std::vector<std::uint32_t> from(g.inout[m].begin(),
                                            g.inout[m].end());
      const std::vector<std::uint32_t> to(g.inout[n].begin(), g.inout[n].end());
      if (to.empty() && !from.empty()) continue;
      std::vector<std::size_t> choice(from.size(), 0);
      while (true) {
        Triple t{m, {}, n};
        for (std::size_t i = 0; i < from.size(); ++i) {
          t.beta[from[i]] = to[choice[i]];
        }
        if (is_local_symmetry(t, network)) ++count;
        std::size_t i = 0;
        while (i < choice.size() && ++choice[i] == to.size()) choice[i++] = 0;
        if (i == choice.size()) break;
      }
    }
  }
  return count;
}

TEST_CASE("the local symmetries are those of Definition 2") {
  for_networks(100, [](const network::Network& network, std::uint64_t) {
    const Triples all = local_symmetries(network, budget);
    for (const Triple& t : all) CHECK(is_local_symmetry(t, network));
    const Literal g(network);
    for (const Edges& edges : g.inout) {
      if (edges.size() > 4) return;
    }
    CHECK(all.size() == count_by_trying(network));
  });
}

TEST_CASE("the local symmetries form a groupoid, section 2.1") {
  for_networks(200, [](const network::Network& network, std::uint64_t) {
    const Triples all = local_symmetries(network, budget);
    CHECK(is_groupoid(all, network));
    CHECK(orbits(all, network) == io_classes(network));
    const Literal g(network);
    for (const Triple& a : all) {
      CHECK(compose(a, inverse(a)).beta == identity(g.inout[a.m]));
    }
  });
}

TEST_CASE("B* is a balance relation and a groupoid, Theorem 2") {
  for_networks(200, [](const network::Network& network, std::uint64_t) {
    const Triples all = local_symmetries(network, budget);
    for (const Shared shared : both_readings) {
      const Triples b = greatest_balance(network, shared, budget);
      CHECK(inside(b, all));
      CHECK(is_balance(b, network, shared));
      CHECK(is_groupoid(b, network));
    }
    CHECK(inside(greatest_balance(network, Shared::exact, budget),
                 greatest_balance(network, Shared::paper, budget)));
  });
}

TEST_CASE("any balance relation is inside of B*, Theorem 2") {
  for_networks(200, [](const network::Network& network, std::uint64_t seed) {
    for (const Shared shared : both_readings) {
      const Triples b = greatest_balance(network, shared, budget);
      const Triples all = local_symmetries(network, budget);
      // Nothing that was deleted can be put back.
      std::mt19937_64 random(seed);
      for (const Triple& t : all) {
        if (b.contains(t) || random() % 8 != 0) continue;
        CHECK(!is_balance(united(b, {t, inverse(t)}), network, shared));
      }
      // Deleting first those of every other node, then the rest, ends at the
      // same relation.
      Triples part = b;
      for (const Triple& t : all) {
        if (t.m % 2 == 0 && t.n % 2 == 0) part.insert(t);
      }
      CHECK(greatest_balance_within(part, network, shared) == b);
    }
  });
}

TEST_CASE("unions and compositions of balance relations, Theorem 2") {
  for_networks(200, [](const network::Network& network, std::uint64_t seed) {
    for (const Shared shared : both_readings) {
      const Triples a = random_balance(network, shared, 2 * seed);
      const Triples b = random_balance(network, shared, 2 * seed + 1);
      CHECK(is_balance(a, network, shared));
      CHECK(is_balance(united(a, b), network, shared));
      const Triples ab = compositions(a, b);
      const Triples ba = compositions(b, a);
      CHECK(is_balanced(ab, network, shared));
      CHECK(is_balance(united(ab, ba), network, shared));
      CHECK(inside(ab, greatest_balance(network, shared, budget)));
    }
  });
}

// The inverse of an element of the composition of A and B is one of the
// composition of B and A.
TEST_CASE("a composition alone need not be closed under inverse") {
  const network::Network network = Draft(3).build();
  const Triples a = {{0, {}, 1}, {1, {}, 0}};
  const Triples b = {{1, {}, 2}, {2, {}, 1}};
  CHECK(is_balance(a, network, Shared::exact));
  CHECK(is_balance(b, network, Shared::exact));
  CHECK(compositions(a, b) == Triples{{0, {}, 2}});
  CHECK_FALSE(is_balance(compositions(a, b), network, Shared::paper));
}

TEST_CASE("without hyper-edges both readings of (2b) are one") {
  random_networks::Options options;
  options.two_ended = true;
  const auto two_ended = [](const network::Network& network) {
    for (std::size_t e = 0; e < network.edge_count(); ++e) {
      if (network.darts(network::EdgeId(e)).size() > 2) return false;
    }
    return true;
  };
  for_networks(
      200,
      [&](const network::Network& network, std::uint64_t) {
        if (!two_ended(network)) return;  // a fixed one
        const Triples paper = greatest_balance(network, Shared::paper, budget);
        CHECK(paper == greatest_balance(network, Shared::exact, budget));
      },
      options);
}

TEST_CASE("Local(G) is a groupoid and a balance relation, Theorem 3") {
  for_networks(200, [](const network::Network& network, std::uint64_t seed) {
    const Group group = automorphisms(network, budget);
    const auto member = std::next(
        group.begin(), static_cast<std::ptrdiff_t>(seed % group.size()));
    for (const Group& g : {group, generated(*member)}) {
      const Triples induced = local(g, network);
      CHECK(is_groupoid(induced, network));
      for (const Shared shared : both_readings) {
        const Triples b = greatest_balance(network, shared, budget);
        CHECK(is_balance(induced, network, shared));
        CHECK(inside(induced, b));
      }
    }
  });
}

// --- Automorphisms ---------------------------------------------------------

bool equal(const Draft& a, const Draft& b) {
  if (a.nodes != b.nodes || a.edges.size() != b.edges.size()) return false;
  for (std::size_t e = 0; e < a.edges.size(); ++e) {
    if (a.edges[e].color != b.edges[e].color) return false;
    const bool same_ends = std::equal(
        a.edges[e].ends.begin(), a.edges[e].ends.end(), b.edges[e].ends.begin(),
        b.edges[e].ends.end(), [&](const auto& x, const auto& y) {
          return x.first == y.first &&
                 x.second.direction == y.second.direction &&
                 (!a.has_ports || x.second.port == y.second.port);
        });
    if (!same_ends) return false;
  }
  return true;
}

std::vector<std::uint32_t> first_permutation(std::size_t count) {
  std::vector<std::uint32_t> p(count);
  std::iota(p.begin(), p.end(), 0U);
  return p;
}

Group automorphisms_by_trying(const Draft& draft) {
  Group group;
  Automorphism a;
  a.nodes = first_permutation(draft.nodes.size());
  do {
    a.edges = first_permutation(draft.edges.size());
    do {
      if (equal(draft, renumbered(draft, a.nodes, a.edges))) group.insert(a);
    } while (std::next_permutation(a.edges.begin(), a.edges.end()));
  } while (std::next_permutation(a.nodes.begin(), a.nodes.end()));
  return group;
}

TEST_CASE("automorphisms are the permutations that change nothing") {
  random_networks::Options options;
  options.max_nodes = 5;
  options.max_edges = 4;
  std::size_t more_than_one = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(200); ++seed) {
    const Draft draft = random_networks::random_draft(seed, options);
    if (draft.size() > 5 || draft.edges.size() > 4) continue;
    const network::Network network = draft.build();
    INFO(random_networks::describe(network));
    const Group group = automorphisms(network, 100000);
    CHECK(group == automorphisms_by_trying(draft));
    if (group.size() > 1) ++more_than_one;
  }
  CHECK(more_than_one * 4 >= random_models::runs(200));
}

TEST_CASE("automorphisms form a group") {
  for_networks(100, [](const network::Network& network, std::uint64_t) {
    const Group group = automorphisms(network, 120);
    CHECK(group.contains({first_permutation(network.node_count()),
                          first_permutation(network.edge_count())}));
    for (const Automorphism& a : group) {
      for (const Automorphism& b : group) CHECK(group.contains(after(a, b)));
    }
  });
}

// --- Numbering -------------------------------------------------------------

Triples renumbered(const Triples& b, const std::vector<std::uint32_t>& nodes,
                   const std::vector<std::uint32_t>& edges) {
  Triples out;
  for (const Triple& t : b) {
    Triple moved{nodes[t.m], {}, nodes[t.n]};
    for (const auto& [e, f] : t.beta) moved.beta.emplace(edges[e], edges[f]);
    out.insert(moved);
  }
  return out;
}

TEST_CASE("the numbers of nodes and edges do not matter") {
  for (std::uint64_t seed = 1; seed <= random_models::runs(100); ++seed) {
    const Draft draft = random_networks::random_draft(seed);
    std::mt19937_64 random(seed);
    auto nodes = first_permutation(draft.nodes.size());
    auto edges = first_permutation(draft.edges.size());
    std::shuffle(nodes.begin(), nodes.end(), random);
    std::shuffle(edges.begin(), edges.end(), random);
    const network::Network network = draft.build();
    const network::Network other =
        random_networks::renumbered(draft, nodes, edges).build();
    for (const Shared shared : both_readings) {
      Triples b;
      try {
        b = greatest_balance(network, shared, budget);
      } catch (const TooLarge&) {
        continue;
      }
      CHECK(renumbered(b, nodes, edges) ==
            greatest_balance(other, shared, budget));
    }
  }
}

}  // namespace

}  // namespace oracle_laws_test
