// SPDX-License-Identifier: MIT
// Guards: the classes that ranks find together are those that one process
// finds, however keys are hashed, and whoever does the last rounds.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "groupoid/automorphism/color_refinement.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/ranks/rank_classes.hpp"
#include "network/base/budget.hpp"
#include "network/ranks/thread_exchange.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace classes_test {

namespace {

using namespace vicinal;
using groupoid::Partition;
using network::DartId;
using network::Network;
using network::NodeId;
using network::NodeRanges;

// What a rank has of the network. Nodes are spread evenly, or, to have ranks
// without any, all on the last.
network::NetworkPart part_of(const Network& n, unsigned rank, unsigned size,
                             bool even) {
  network::NetworkPart part;
  part.nodes =
      NodeRanges::even(static_cast<std::uint32_t>(n.node_count()), size);
  for (unsigned r = 1; !even && r < size; ++r) part.nodes.begin[r] = 0;
  const auto kinds = groupoid::dart_kinds(n);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> rows;
  const auto other = [&](std::uint32_t d) {
    for (const DartId o : n.darts(n.dart_edge[d])) {
      if (o.value != d) return o;
    }
    return DartId(std::size_t{d});
  };
  const auto row_of = [&](std::uint32_t d) {
    const DartId o = other(d);
    const auto fresh = static_cast<std::uint32_t>(rows.size());
    const auto [at, is_new] =
        rows.try_emplace({kinds[d], kinds[o.index()]}, fresh);
    if (is_new) {
      part.kinds.push_back({kinds[d], kinds[o.index()],
                            n.writes(DartId(std::size_t{d})), n.writes(o)});
    }
    return at->second;
  };
  for (std::uint32_t d = 0; d < n.dart_count(); ++d) row_of(d);
  part.row = {0};
  for (std::uint32_t v = part.nodes.begin[rank]; v < part.nodes.begin[rank + 1];
       ++v) {
    part.color.push_back(n.node_color[v]);
    const auto darts = n.darts(NodeId(std::size_t{v}));
    for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
      part.darts.push_back({n.dart_node[other(d).index()].value, row_of(d)});
    }
    part.row.push_back(part.darts.size());
  }
  return part;
}

struct Found {
  Partition io, balance, equitable;
  std::uint64_t balance_count = 0;
  groupoid::RankRounds rounds;
  network::RankWork work;
};

Found by_ranks(const Network& n, unsigned size,
               const groupoid::RankClassOptions& options, bool even = true) {
  std::vector<groupoid::RankClasses> by_rank(size);
  Found found;
  network::ThreadRanks(size).run([&](network::Exchange& exchange) {
    network::Post post(exchange);
    auto& mine = by_rank[exchange.rank()];
    mine = groupoid::classes_on_ranks(part_of(n, exchange.rank(), size, even),
                                      post, options);
    const std::uint64_t count = groupoid::count_classes(mine.balance, post);
    if (exchange.rank() != 0) return;
    found.balance_count = count;
    found.rounds = mine.balance_rounds;
    found.work = post.work();
  });
  const auto joined = [&](network::Words groupoid::RankClasses::*which) {
    network::Words all;
    for (const auto& one : by_rank) {
      all.insert(all.end(), (one.*which).begin(), (one.*which).end());
    }
    return Partition(all);
  };
  found.io = joined(&groupoid::RankClasses::io);
  found.balance = joined(&groupoid::RankClasses::balance);
  found.equitable = joined(&groupoid::RankClasses::equitable);
  return found;
}

void check(const Network& n, const groupoid::RankClassOptions& options,
           bool even) {
  const Partition balance = groupoid::balance(n).nodes();
  const Partition equitable(groupoid::color_refinement(n));
  for (const unsigned size : {1U, 2U, 3U, 4U}) {
    INFO(size << " ranks");
    const Found found = by_ranks(n, size, options, even);
    CHECK(found.io == groupoid::io_similarity(n));
    CHECK(found.balance == balance);
    CHECK(found.balance_count == balance.size());
    CHECK(found.equitable == equitable);
  }
}

std::uint64_t forged(std::span<const std::uint32_t>) {
  return 6;
}
std::uint64_t poor(std::span<const std::uint32_t> key) {
  return key.empty() ? 0 : key.back() % 2;
}

// A ring, some of whose nodes have an edge of their own besides.
Network marked_ring(std::uint32_t size, const std::vector<std::uint32_t>& marks,
                    bool directed = false) {
  network::NetworkBuilder builder;
  const std::uint32_t color = builder.color("");
  for (std::uint32_t v = 0; v < size; ++v) builder.add_node(color);
  for (std::uint32_t v = 0; v < size; ++v) {
    const auto e = builder.add_edge(color);
    builder.connect(NodeId(std::size_t{v}), e,
                    directed ? network::dart_writes : network::dart_both);
    builder.connect(NodeId(std::size_t{(v + 1) % size}), e,
                    directed ? network::dart_reads : network::dart_both);
  }
  for (const std::uint32_t mark : marks) {
    builder.connect(NodeId(std::size_t{mark}), builder.add_edge(color),
                    network::dart_both);
  }
  return builder.build(false);
}

}  // namespace

TEST_CASE("ranks find the classes that one process finds") {
  const std::uint64_t runs = random_models::runs(2000);
  std::size_t refined = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    random_networks::Options how;
    how.two_ended = true;
    if (seed % 4 == 0) {
      how.max_nodes = 30;
      how.max_edges = 45;
    }
    const Network n = random_networks::random_network(seed, how);
    INFO("seed := " << seed << "\n" << random_networks::describe(n));
    groupoid::RankClassOptions options;
    options.color_refinement = true;
    // Some are handed over early, some never; some with forged hashes.
    options.refinement.quiet_rounds = static_cast<unsigned>(seed % 5);
    if (seed % 7 == 1) options.refinement.handed_bytes = 0;
    if (seed % 3 == 1) options.refinement.hash = forged;
    if (seed % 3 == 2) options.refinement.hash = poor;
    check(n, options, seed % 6 != 0);
    refined += groupoid::balance(n).nodes() != groupoid::io_similarity(n);
  }
  CHECK(refined > runs / 20);
}

TEST_CASE("what is left of a long ring goes to the first rank") {
  for (const bool directed : {false, true}) {
    const Network n = marked_ring(3001, {0, 700}, directed);
    groupoid::RankClassOptions options;
    options.color_refinement = true;
    const Found found = by_ranks(n, 3, options);
    CHECK(found.balance == groupoid::balance(n).nodes());
    CHECK(found.equitable == Partition(groupoid::color_refinement(n)));
    CHECK(found.rounds.handed_over);
    CHECK(found.rounds.rounds < 20);
    // Where it would take too much memory there, ranks go on together.
    options.refinement.handed_bytes = 100'000;
    const Found slow = by_ranks(n, 3, options);
    CHECK(slow.balance == found.balance);
    CHECK(!slow.rounds.handed_over);
    CHECK(slow.rounds.rounds > 100);
  }
}

// Shapes of bench/edge_lists, small.
TEST_CASE("ranks find the classes of trees, grids and random graphs") {
  std::mt19937_64 random(5);
  for (int shape = 0; shape < 6; ++shape) {
    INFO("shape " << shape);
    network::NetworkBuilder builder;
    const std::uint32_t color = builder.color("");
    const std::uint32_t size = 1023;
    for (std::uint32_t v = 0; v < size; ++v) builder.add_node(color);
    const auto join = [&](std::size_t a, std::size_t b) {
      const auto e = builder.add_edge(color);
      builder.connect(NodeId(a), e, network::dart_both);
      if (a != b) builder.connect(NodeId(b), e, network::dart_both);
    };
    for (std::size_t v = 1; v < size; ++v) {
      if (shape == 0) join(v, (v - 1) / 2);
      if (shape == 1) join(v, random() % v);
      if (shape == 2 && v % 31 != 0) join(v, v - 1);
      if (shape == 2 && v >= 31) join(v, v - 31);
      if (shape == 3) join(v, v - 1);
      if (shape == 4) join(random() % size, random() % size);
      if (shape == 5 && v < 512) {
        for (std::size_t bit = 1; bit < 512; bit *= 2) {
          if ((v & bit) != 0) join(v, v ^ bit);
        }
      }
    }
    groupoid::RankClassOptions options;
    options.color_refinement = true;
    check(builder.build(false), options, true);
  }
}

TEST_CASE("a rank that is at its limit tells all others") {
  const Network n = marked_ring(100, {0});
  for (const unsigned leaver : {0U, 2U}) {
    std::vector<network::Limit> heard(3, network::Limit::none);
    network::ThreadRanks(3).run([&](network::Exchange& exchange) {
      network::Post post(exchange);
      try {
        if (exchange.rank() == leaver) {
          post.sum(1);
          throw network::LimitReached{network::Limit::memory};
        }
        post.sum(1);
        groupoid::classes_on_ranks(part_of(n, exchange.rank(), 3, true), post,
                                   {});
      } catch (const network::LimitReached& reached) {
        heard[exchange.rank()] = reached.limit;
        post.leave(reached.limit);
      }
    });
    for (const network::Limit limit : heard) {
      CHECK(limit == network::Limit::memory);
    }
  }
}

TEST_CASE("numbers arrive as they were sent") {
  network::ThreadRanks(3).run([&](network::Exchange& exchange) {
    network::Post post(exchange);
    std::vector<network::Words> out = post.lists();
    for (unsigned r = 0; r < 3; ++r) {
      out[r] = {r, 127, 128, 300, 16383, 16384, UINT32_MAX, post.rank()};
    }
    const auto in = post.swap(out);
    for (unsigned r = 0; r < 3; ++r) {
      const network::Words expected = {post.rank(), 127,   128,        300,
                                       16383,       16384, UINT32_MAX, r};
      if (in[r] != expected) throw std::logic_error("other numbers");
    }
    if (post.sum(std::uint64_t{1} << 40) != std::uint64_t{3} << 40) {
      throw std::logic_error("another sum");
    }
  });
}

}  // namespace classes_test
