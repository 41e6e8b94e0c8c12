// SPDX-License-Identifier: MIT
// Guards: a walk that tells two nodes apart is one, and is there for nodes that
// are not balanced wherever edges have two ends and are not parallel.
#include "groupoid/balance_relation/difference.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "tests/random/draft.hpp"
#include "tests/random/random_network.hpp"

namespace difference_test {

namespace {

using namespace vicinal;
using groupoid::Difference;
using groupoid::DifferenceStep;
using groupoid::EndDifference;
using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

struct Checker {
  const Network& n;
  std::vector<std::uint32_t> kinds = groupoid::dart_kinds(n).list();

  std::uint32_t kind(DartId d) const { return kinds[d.index()]; }
  NodeId node(DartId d) const { return n.dart_node[d.index()]; }

  // The darts at the other end of d's edge that are `to`'s and write.
  std::vector<DartId> there(DartId d, NodeId to) const {
    std::vector<DartId> out;
    for (const DartId o : n.darts(n.dart_edge[d.index()])) {
      if (o != d && node(o) == to && n.writes(o)) out.push_back(o);
    }
    return out;
  }

  void step(const DifferenceStep& s, const groupoid::Balance& balance) const {
    CHECK(node(s.from_a) == s.a);
    CHECK(node(s.from_b) == s.b);
    CHECK(kind(s.from_a) == kind(s.from_b));
    const auto at_a = there(s.from_a, s.to_a);
    const auto at_b = there(s.from_b, s.to_b);
    REQUIRE(at_a.size() == 1);
    REQUIRE(at_b.size() == 1);
    CHECK(kind(at_a[0]) == kind(at_b[0]));
    CHECK(s.count_a != s.count_b);
    CHECK_FALSE(balance.nodes().same(s.to_a, s.to_b));
  }

  // What a node shares with the neighbour at a dart of its, if that points to
  // it, and the dart: kinds.
  using Look = std::pair<std::uint32_t,
                         std::vector<std::pair<std::uint32_t, std::uint32_t>>>;
  Look look(DartId d) const {
    Look out = {kind(d), {}};
    for (const DartId o : n.darts(n.dart_edge[d.index()])) {
      if (node(o) == node(d) || !n.points_to(node(o), node(d))) continue;
      const auto row = n.darts(node(d));
      for (std::uint32_t m = row.begin; m < row.end; ++m) {
        for (const DartId p : n.darts(n.dart_edge[m])) {
          if (node(p) == node(o)) out.second.emplace_back(kinds[m], kind(p));
        }
      }
    }
    std::sort(out.second.begin(), out.second.end());
    return out;
  }
  std::uint32_t sharing(NodeId m, DartId like) const {
    std::uint32_t count = 0;
    const auto row = n.darts(m);
    for (std::uint32_t d = row.begin; d < row.end; ++d) {
      if (look(DartId(std::size_t{d})) == look(like)) ++count;
    }
    return count;
  }

  void end(const Difference& f) const {
    switch (f.end) {
      case EndDifference::colors:
        CHECK(n.node_color[f.a.index()] != n.node_color[f.b.index()]);
        return;
      case EndDifference::darts: {
        const auto count = [&](NodeId m) {
          const auto r = n.darts(m);
          return static_cast<std::uint32_t>(std::count(
              kinds.begin() + r.begin, kinds.begin() + r.end, kind(f.dart)));
        };
        CHECK(count(f.a) == f.count_a);
        CHECK(count(f.b) == f.count_b);
        CHECK(f.count_a != f.count_b);
        return;
      }
      case EndDifference::shared:
        CHECK(sharing(f.a, f.dart) == f.count_a);
        CHECK(sharing(f.b, f.dart) == f.count_b);
        CHECK(f.count_a != f.count_b);
        return;
      case EndDifference::neighbours:
        if (f.dart.valid()) CHECK(f.count_a != f.count_b);
        return;
    }
  }
};

bool has_two_ends(const Network& n) {
  for (std::size_t e = 0; e < n.edge_count(); ++e) {
    if (n.darts(EdgeId(e)).size() > 2) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("walks tell apart what is not balanced, and nothing else") {
  std::size_t walks = 0, longest = 0, all_found = 0, kinds_of_end[4] = {};
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Network n = random_networks::random_network(seed);
    const groupoid::BalanceOptions printed{.shared = groupoid::Shared::within};
    const groupoid::Balance balance = groupoid::balance(n, printed);
    if (!balance.exact()) continue;
    const Checker checker{n};
    const bool all = has_two_ends(n);
    all_found += all ? 1 : 0;
    for (std::size_t i = 0; i < n.node_count(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const NodeId a(i), b(j);
        INFO(seed << ": " << i << ", " << j);
        const auto found = groupoid::difference(n, a, b);
        if (balance.nodes().same(a, b)) {
          CHECK_FALSE(found.has_value());
          continue;
        }
        if (all) CHECK(found.has_value());
        if (!found) continue;
        ++walks;
        ++kinds_of_end[static_cast<std::size_t>(found->end)];
        longest = std::max(longest, found->steps.size());
        NodeId at_a = a, at_b = b;
        for (const DifferenceStep& s : found->steps) {
          CHECK(s.a == at_a);
          CHECK(s.b == at_b);
          checker.step(s, balance);
          at_a = s.to_a;
          at_b = s.to_b;
        }
        CHECK(found->a == at_a);
        CHECK(found->b == at_b);
        checker.end(*found);
      }
    }
  }
  CHECK(walks > 1000);
  CHECK(all_found > 100);
  CHECK(longest >= 2);
  CHECK(*std::min_element(std::begin(kinds_of_end), std::end(kinds_of_end)) >
        0);
}

TEST_CASE("on a path the walk goes to the end") {
  const Network n = random_networks::path(21).build();
  const auto found =
      groupoid::difference(n, NodeId(std::size_t{4}), NodeId(std::size_t{9}));
  REQUIRE(found);
  CHECK(found->steps.size() == 4);
  CHECK(found->end == EndDifference::darts);
  CHECK(std::min(found->a, found->b) == NodeId(std::size_t{0}));
}

}  // namespace difference_test
