// SPDX-License-Identifier: MIT
// Guards: whether two networks are the same, by comparing them and by their
// canonical forms, against all bijections and injections of nodes, and against
// Definition 4 by deletion; random pairs, of which many are nearly alike;
// limits.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include "groupoid/comparison/canonical_form.hpp"
#include "groupoid/comparison/comparison.hpp"
#include "network/base/budget.hpp"
#include "tests/oracle/groupoid.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace comparison_test {

namespace {

using namespace vicinal;
using namespace vicinal::random_networks;
using groupoid::Answer;
using groupoid::Comparison;
using network::EdgeId;
using network::Network;
using network::NodeId;
using Number = std::uint32_t;

// An edge as its color and its ends, nodes renamed.
using Seen = std::pair<int, std::map<Number, std::pair<int, Number>>>;

std::multiset<Seen> edges_of(const Draft& draft,
                             const std::vector<Number>& name) {
  std::multiset<Seen> out;
  for (const Draft::Edge& edge : draft.edges) {
    Seen seen;
    seen.first = edge.color;
    for (const auto& [n, end] : edge.ends) {
      seen.second[name[n]] = {end.direction,
                              draft.has_ports ? end.port + 1 : 0};
    }
    out.insert(seen);
  }
  return out;
}

std::vector<Number> identity(std::size_t size) {
  std::vector<Number> out(size);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

// Whether some injection of nodes puts a's edges among those of b, each with
// all of its ends.
bool is_part(const Draft& a, const Draft& b) {
  if (a.size() > b.size()) return false;
  const auto whole = edges_of(b, identity(b.size()));
  std::vector<Number> image = identity(b.size());
  do {
    bool good = true;
    for (Number n = 0; n < a.size() && good; ++n) {
      good = a.nodes[n] == b.nodes[image[n]];
    }
    if (!good) continue;
    if (std::ranges::includes(whole, edges_of(a, image))) return true;
  } while (std::ranges::next_permutation(image).found);
  return false;
}

bool isomorphic(const Draft& a, const Draft& b) {
  return a.size() == b.size() && a.edges.size() == b.edges.size() &&
         is_part(a, b);
}

// The same, with ports that none of another draft without ports has.
Draft with_ports(Draft draft) {
  for (Draft::Edge& edge : draft.edges) {
    for (auto& [n, end] : edge.ends) {
      end.port = draft.has_ports ? end.port + 1 : 0;
    }
  }
  draft.has_ports = true;
  return draft;
}

// Whether by Definition 4 (onto) every node is related to one of the other.
std::optional<bool> equivalent(const Draft& a, const Draft& b) {
  const bool mixed = a.has_ports != b.has_ports;
  const Network both =
      (mixed ? beside(with_ports(a), with_ports(b)) : beside(a, b)).build();
  std::set<Number> met;
  try {
    for (const oracle::Triple& t :
         oracle::greatest_balance(both, oracle::Shared::exact, 20'000)) {
      if ((t.m < a.size()) != (t.n < a.size())) met.insert(t.m);
    }
  } catch (const oracle::TooLarge&) {
    return std::nullopt;
  }
  return met.size() == both.node_count();
}

Answer answer(bool holds) {
  return holds ? Answer::yes : Answer::no;
}

Comparison compared(const Network& a, const Network& b) {
  Comparison out;
  groupoid::compare(a, b, {}, out);
  return out;
}

Draft shuffled(const Draft& draft, std::mt19937_64& dice) {
  std::vector<Number> nodes = identity(draft.size());
  std::vector<Number> edges = identity(draft.edges.size());
  std::ranges::shuffle(nodes, dice);
  std::ranges::shuffle(edges, dice);
  return renumbered(draft, nodes, edges);
}

// Other than before in one place, which may make no difference.
void damage(Draft& draft, std::mt19937_64& dice) {
  const auto below = [&](std::size_t n) { return dice() % n; };
  if (draft.edges.empty()) return;
  Draft::Edge& edge = draft.edges[below(draft.edges.size())];
  switch (below(5)) {
    case 0:
      draft.edges.erase(draft.edges.begin() +
                        static_cast<std::ptrdiff_t>(below(draft.edges.size())));
      break;
    case 1:
      edge.color ^= 1;
      break;
    case 2:
      draft.nodes[below(draft.size())] ^= 1;
      break;
    case 3:
      if (!edge.ends.empty()) {
        edge.ends.begin()->second.direction =
            static_cast<std::uint8_t>(1 + below(3));
      }
      break;
    case 4:
      if (!edge.ends.empty()) {
        auto moved = edge.ends.extract(edge.ends.begin());
        moved.key() = static_cast<Number>(below(draft.size()));
        edge.ends.insert(std::move(moved));
      }
      break;
  }
}

// Takes an edge, or a node with its edges.
void shrink(Draft& draft, std::mt19937_64& dice) {
  if (!draft.edges.empty() && dice() % 2 == 0) {
    draft.edges.pop_back();
    return;
  }
  if (draft.size() < 2) return;
  const Number last = draft.size() - 1;
  std::erase_if(draft.edges,
                [&](const auto& e) { return e.ends.contains(last); });
  draft.nodes.pop_back();
}

struct Pair {
  Draft a, b;
};

Draft drawn(std::uint64_t seed) {
  random_networks::Options options;
  options.max_nodes = 6;
  options.max_edges = 7;
  options.structured = false;
  options.two_ended = seed % 3 == 0;
  options.ports = seed % 4 == 0;
  return random_draft(seed, options);
}

Pair drawn_pair(std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  Pair pair{drawn(seed), Draft()};
  if (seed % 5 == 0) {
    pair.b = drawn(seed + 1'000'000);
    pair.b.has_ports = pair.a.has_ports;
    return pair;
  }
  pair.b = pair.a;
  if (seed % 5 > 1) damage(pair.b, dice);
  if (seed % 5 > 2) shrink(pair.b, dice);
  pair.b = shuffled(pair.b, dice);
  if (seed % 2 == 0) std::swap(pair.a, pair.b);
  return pair;
}

// The edges of the part are among those of the whole, at their places.
void check_place(const Draft& part, const Draft& whole,
                 const std::vector<NodeId>& place) {
  REQUIRE(place.size() == part.size());
  std::vector<Number> image;
  for (Number n = 0; n < part.size(); ++n) {
    image.push_back(place[n].value);
    CHECK(part.nodes[n] == whole.nodes[image[n]]);
  }
  CHECK(std::ranges::includes(edges_of(whole, identity(whole.size())),
                              edges_of(part, image)));
}

groupoid::CanonicalForm form_of(const Network& network) {
  auto form = groupoid::canonical_form(network);
  REQUIRE(form.computed);
  REQUIRE(form.nodes.size() == network.node_count());
  REQUIRE(form.edges.size() == network.edge_count());
  return form;
}

// Per node (edge) of a network in its form: its place.
template <class Id>
std::vector<Number> places(const std::vector<Id>& order) {
  std::vector<Number> out(order.size(), UINT32_MAX);
  for (Number i = 0; i < order.size(); ++i) out[order[i].index()] = i;
  return out;
}

struct Seldom {
  std::size_t isomorphic = 0, equivalent = 0, parts = 0;
};

void check(const Draft& a, const Draft& b, Seldom& seldom) {
  const Network first = a.build(), second = b.build();
  INFO(describe(first) + "\n" + describe(second));
  const Comparison c = compared(first, second);
  const bool same = isomorphic(a, b);
  CHECK(c.isomorphic == answer(same));
  CHECK((form_of(first).certificate == form_of(second).certificate) == same);
  seldom.isomorphic += same;
  const bool parts[2] = {is_part(a, b), is_part(b, a)};
  for (const int which : {0, 1}) {
    CHECK(c.part[which] == answer(parts[which]));
    seldom.parts += !same && parts[which];
    if (!c.place[which].empty()) {
      check_place(which == 0 ? a : b, which == 0 ? b : a, c.place[which]);
    }
  }
  CHECK(c.alone.has_value() == (c.locally_equivalent == Answer::no));
  const auto alike = equivalent(a, b);
  if (!alike) return;
  CHECK(c.locally_equivalent == answer(*alike));
  seldom.equivalent += !same && *alike;
}

}  // namespace

TEST_CASE("networks are the same as all maps of nodes say") {
  Seldom seldom;
  const std::uint64_t runs = random_models::runs(2000);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    CAPTURE(seed);
    const Pair pair = drawn_pair(seed);
    check(pair.a, pair.b, seldom);
  }
  CHECK(seldom.isomorphic > runs / 10);
  CHECK(seldom.parts > runs / 20);
  CHECK(seldom.equivalent > 0);
}

TEST_CASE("shapes are the same as all maps of nodes say") {
  Seldom seldom;
  std::vector<Draft> shapes = {
      Draft(0),   Draft(1),          Draft(3),
      ring(3),    ring(6),           ring(1),
      ring(2),    directed_ring(3),  path(2),
      path(3),    star(3),           one_bus(3),
      one_bus(4), complete(4),       parallel_channels(2),
      figure_1(), ring_with_ports(3)};
  shapes.push_back(beside(ring(3), ring(3)));
  shapes.push_back(beside(ring(3), path(2)));
  shapes.push_back(beside(path(2), ring(3)));
  shapes.push_back(beside(Draft(1), path(2)));
  // Edges that nothing touches.
  for (const int color : {0, 1}) {
    shapes.emplace_back(1);
    shapes.back().edges.emplace_back().color = color;
  }
  for (const Draft& a : shapes) {
    for (const Draft& b : shapes) check(a, b, seldom);
  }
  CHECK(seldom.equivalent > 10);
}

TEST_CASE("rings of all sizes are locally equivalent, and no parts") {
  const Comparison c = compared(ring(6).build(), ring(9).build());
  CHECK(c.isomorphic == Answer::no);
  CHECK(c.locally_equivalent == Answer::yes);
  CHECK(c.classes == 1);
  CHECK((c.part[0] == Answer::no && c.part[1] == Answer::no));
  // A hexagon beside two triangles, and twelve nodes in one ring.
  const Comparison d =
      compared(hexagon_beside_triangles().build(), ring(12).build());
  CHECK(d.isomorphic == Answer::no);
  CHECK(d.locally_equivalent == Answer::yes);
  CHECK(d.part[0] == Answer::no);
  // As many components, nodes and edges, all of them balanced.
  const Comparison e = compared(beside(ring(3), ring(9)).build(),
                                beside(ring(6), ring(6)).build());
  CHECK(e.isomorphic == Answer::no);
  CHECK(e.locally_equivalent == Answer::yes);
}

TEST_CASE("places of a canonical form put networks over each other") {
  const std::uint64_t runs = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 dice(seed);
    random_networks::Options options;
    options.max_nodes = 12;
    options.max_edges = 16;
    const Draft a = random_draft(seed, options), b = shuffled(a, dice);
    const auto first = form_of(a.build()), second = form_of(b.build());
    CHECK(first.certificate == second.certificate);
    CHECK(edges_of(a, places(first.nodes)) ==
          edges_of(b, places(second.nodes)));
    const Draft put = renumbered(a, places(first.nodes), places(first.edges));
    const Draft other =
        renumbered(b, places(second.nodes), places(second.edges));
    for (std::size_t e = 0; e < put.edges.size(); ++e) {
      CHECK(put.edges[e].color == other.edges[e].color);
      CHECK(std::ranges::equal(put.edges[e].ends, other.edges[e].ends, {},
                               &std::pair<const Number, End>::first,
                               &std::pair<const Number, End>::first));
    }
  }
}

TEST_CASE("names make a canonical form, and limits end the search for it") {
  const auto named = [](const char* first, const char* second, bool swapped) {
    network::NetworkBuilder builder;
    // Colors are numbered in the order in which they come.
    if (swapped) builder.color(second);
    const std::uint32_t a = builder.color(first), b = builder.color(second);
    const auto m = builder.add_node(swapped ? b : a);
    const auto n = builder.add_node(swapped ? a : b);
    const auto e = builder.add_edge(a);
    builder.connect(swapped ? n : m, e, network::dart_writes);
    builder.connect(swapped ? m : n, e, network::dart_reads);
    return form_of(builder.build(false)).certificate;
  };
  CHECK(named("x", "y", false) == named("x", "y", true));
  CHECK(named("x", "y", false) != named("y", "x", false));
  CHECK(named("x", "1:y", false) != named("x1", ":y", false));
  groupoid::AutomorphismLimits none;
  none.work = 0;
  CHECK_FALSE(groupoid::canonical_form(torus(5, 5).build(), none).computed);
  std::mt19937_64 dice(1);
  const Draft grid = torus(60, 60);
  CHECK(form_of(grid.build()).certificate ==
        form_of(shuffled(grid, dice).build()).certificate);
}

TEST_CASE("large networks are compared, or given up") {
  std::mt19937_64 dice(1);
  const Draft grid = torus(100, 100);
  const Comparison same = compared(grid.build(), shuffled(grid, dice).build());
  CHECK(same.isomorphic == Answer::yes);
  CHECK(same.part[0] == Answer::yes);
  // Stars of a million spokes, one of which is missing: seen at once.
  Comparison c = compared(star(100'000).build(), star(99'999).build());
  CHECK(c.isomorphic == Answer::no);
  CHECK(c.locally_equivalent == Answer::no);
  // A search that may not look at anything knows nothing.
  groupoid::ComparisonLimits none;
  none.part_work = 10;
  none.automorphisms.work = 0;
  Comparison unknown;
  groupoid::compare(torus(5, 5).build(), shuffled(torus(5, 5), dice).build(),
                    none, unknown);
  CHECK(unknown.locally_equivalent == Answer::yes);
  CHECK(unknown.isomorphic == Answer::unknown);
  CHECK(unknown.part[0] == Answer::unknown);
}

TEST_CASE("a comparison ends with the budget, and keeps what it knows") {
  std::atomic<bool> stop = true;
  network::Limits limits;
  limits.stop = &stop;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  const Network grid = torus(60, 60).build();
  Comparison c;
  CHECK_THROWS_AS(groupoid::compare(grid, grid, {}, c), network::LimitReached);
  CHECK(c.isomorphic == Answer::unknown);
  // Different sizes are known before.
  stop = false;
  network::Limits short_limits;
  short_limits.seconds = 0.3;
  const network::Budget short_budget(short_limits);
  const network::Polling both(short_budget);
  Draft path_of = path(3000), ring_of = ring(3001);
  groupoid::ComparisonLimits endless;
  endless.part_work = UINT64_MAX;
  CHECK_THROWS_AS(
      groupoid::compare(path_of.build(), ring_of.build(), endless, c),
      network::LimitReached);
}

}  // namespace comparison_test
