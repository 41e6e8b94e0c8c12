// SPDX-License-Identifier: MIT
// The coarsest stable partition beside its definition, on graphs that a few
// rounds do not divide: long ones, with few vertices that are unlike others.
#include "groupoid/balance_relation/stable.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include "groupoid/similarity/partition.hpp"

namespace stable_test {

namespace {

using namespace vicinal;

using Labels = std::vector<std::uint32_t>;
struct Arc {
  std::uint32_t from, to, label;
};

// Round by round, until no class is divided.
Labels by_definition(const std::vector<Arc>& arcs, Labels labels) {
  for (std::size_t classes = 0;;) {
    // Of each vertex: how many arcs, by label and class.
    std::vector<std::map<std::pair<std::uint32_t, std::uint32_t>, int>> seen(
        labels.size());
    for (const Arc& a : arcs) ++seen[a.to][{a.label, labels[a.from]}];
    std::map<std::pair<std::uint32_t, decltype(seen)::value_type>,
             std::uint32_t>
        numbers;
    Labels next;
    for (std::size_t v = 0; v < labels.size(); ++v) {
      const auto fresh = static_cast<std::uint32_t>(numbers.size());
      next.push_back(
          numbers.try_emplace({labels[v], seen[v]}, fresh).first->second);
    }
    labels = std::move(next);
    if (numbers.size() == classes) return labels;
    classes = numbers.size();
  }
}

Labels found(const std::vector<Arc>& arcs, const Labels& start, bool labels) {
  Labels begin(start.size() + 1, 0), target(arcs.size()), label(arcs.size());
  for (const Arc& a : arcs) ++begin[a.from + 1];
  for (std::size_t v = 1; v < begin.size(); ++v) begin[v] += begin[v - 1];
  Labels next = begin;
  for (const Arc& a : arcs) {
    target[next[a.from]] = a.to;
    label[next[a.from]++] = a.label;
  }
  if (!labels) label.clear();
  return groupoid::coarsest_stable({begin, target, label}, start);
}

TEST_CASE("the coarsest stable partition of long graphs") {
  std::mt19937_64 random(3);
  std::size_t slow = 0;
  for (int run = 0; run < 300; ++run) {
    const bool labels = run % 2 == 0, both_ways = run % 3 != 0;
    const auto n = static_cast<std::uint32_t>(20 + random() % 200);
    std::vector<Arc> arcs;
    const auto add = [&](std::uint64_t a, std::uint64_t b) {
      const auto label =
          static_cast<std::uint32_t>(labels && random() % 40 == 0 ? 1 : 0);
      const auto from = static_cast<std::uint32_t>(a % n);
      const auto to = static_cast<std::uint32_t>(b % n);
      arcs.push_back({from, to, label});
      if (both_ways) arcs.push_back({to, from, label});
    };
    const std::uint64_t wide = 1 + random() % 2;  // a path, or a band
    for (std::uint32_t v = 0; v + wide < n; ++v) {
      for (std::uint64_t k = 1; k <= wide; ++k) add(v, v + k);
    }
    if (run % 5 == 0) add(n - 1, 0);
    for (std::uint64_t k = random() % 3; k > 0; --k) add(random(), random());
    Labels start(n, 0);
    if (random() % 2 == 0) start[random() % n] = 1;
    const Labels got = found(arcs, start, labels);
    INFO("run " << run << ", " << n << " vertices");
    const groupoid::Partition partition(got);
    CHECK(partition == groupoid::Partition(by_definition(arcs, start)));
    for (const std::uint32_t label : got) CHECK(label < partition.size());
    slow += partition.size() > 1 && partition.size() <= n ? 1 : 0;
  }
  CHECK(slow > 200);
}

// A small graph whose vertices are reached by equally many arcs, with or
// without labels, and so many copies of each vertex: an arc goes from each copy
// of its vertex to some copy, to no two the same. Hashes tell few of them
// apart, and are of no use.
struct Covering {
  std::vector<Arc> arcs;
  Labels start;
};

Covering covering(std::mt19937_64& random, bool labels) {
  const auto below = [&](std::size_t n) {
    return static_cast<std::uint32_t>(random() % n);
  };
  const std::uint32_t base = 2 + below(4), degree = 1 + below(4);
  const std::uint32_t copies = 9 + below(30);
  const std::uint32_t kinds = labels ? 2 + below(2) : 1;
  Covering out;
  const bool alike = below(3) > 0;
  for (std::uint32_t v = 0; v < base; ++v) {
    const std::uint32_t label = alike ? 0 : below(2);
    out.start.insert(out.start.end(), copies, label);
  }
  // The copies of all vertices stand together, or are mixed.
  Labels place(std::size_t{base} * copies);
  std::iota(place.begin(), place.end(), 0);
  if (below(2) == 0) std::shuffle(place.begin(), place.end(), random);
  Labels start(place.size());
  for (std::size_t v = 0; v < place.size(); ++v) start[place[v]] = out.start[v];
  out.start = std::move(start);
  Labels to(copies);
  std::iota(to.begin(), to.end(), 0);
  for (std::uint32_t v = 0; v < base; ++v) {
    for (std::uint32_t d = 0; d < degree; ++d) {
      const std::uint32_t from = below(base), label = below(kinds);
      std::shuffle(to.begin(), to.end(), random);
      for (std::uint32_t c = 0; c < copies; ++c) {
        out.arcs.push_back(
            {place[from * copies + c], place[v * copies + to[c]], label});
      }
    }
  }
  return out;
}

TEST_CASE("the coarsest stable partition of regular graphs") {
  std::mt19937_64 random(4);
  std::size_t undivided = 0, told_by_labels = 0;
  for (int run = 0; run < 400; ++run) {
    const bool labels = run % 4 != 0;
    const Covering graph = covering(random, labels);
    const auto n = graph.start.size();
    INFO("run " << run << ", " << n << " vertices");
    const groupoid::Partition partition(found(graph.arcs, graph.start, labels));
    const Labels expected = by_definition(graph.arcs, graph.start);
    CHECK(partition == groupoid::Partition(expected));
    if (partition.size() == 1 || 8 * partition.size() > n) continue;
    ++undivided;
    const Labels plain = found(graph.arcs, graph.start, false);
    const bool more = groupoid::Partition(plain).size() < partition.size();
    told_by_labels += more ? 1 : 0;
  }
  CHECK(undivided > 150);
  CHECK(told_by_labels > 100);
}

// Each leaf is at all hubs, by other ports at each of them.
TEST_CASE("the coarsest stable partition of hubs and their leaves") {
  std::mt19937_64 random(5);
  std::size_t apart = 0;
  for (int run = 0; run < 200; ++run) {
    const auto hubs = static_cast<std::uint32_t>(2 + random() % 3);
    const auto leaves = static_cast<std::uint32_t>(22 + random() % 150);
    const std::uint64_t rare = 2 + random() % 20;
    Labels start(hubs + leaves, 1), ports(hubs);
    std::fill_n(start.begin(), hubs, 0);
    std::vector<Arc> arcs;
    for (std::uint32_t l = hubs; l < hubs + leaves; ++l) {
      std::iota(ports.begin(), ports.end(), 0);
      if (random() % rare == 0) std::swap(ports[0], ports[hubs - 1]);
      for (std::uint32_t h = 0; h < hubs; ++h) {
        const bool one = run % 2 == 0;  // the hub knows them by one port
        arcs.push_back({l, h, ports[h]});
        arcs.push_back({h, l, one ? hubs : ports[h]});
      }
    }
    INFO("run " << run << ", " << hubs << " hubs, " << leaves << " leaves");
    const groupoid::Partition partition(found(arcs, start, true));
    CHECK(partition == groupoid::Partition(by_definition(arcs, start)));
    apart += partition.size() > 2 ? 1 : 0;
  }
  CHECK(apart > 100);
}

}  // namespace

}  // namespace stable_test
