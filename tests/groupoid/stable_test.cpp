// SPDX-License-Identifier: MIT
// The coarsest stable partition beside its definition, on graphs that a few
// rounds do not divide: long ones, with few vertices that are unlike others.
#include "groupoid/balance_relation/stable.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "groupoid/similarity/partition.hpp"

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

}  // namespace
