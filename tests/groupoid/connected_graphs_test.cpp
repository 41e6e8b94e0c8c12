// SPDX-License-Identifier: MIT
// Guards: all 996 connected graphs with up to seven nodes (nauty's geng -c)
// agree with brute force on classes, orbits and the order of the group.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/automorphism/color_refinement.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "network/files/graph_file.hpp"
#include "tests/oracle/groupoid.hpp"

namespace connected_graphs_test {

namespace {

using namespace vicinal;
using groupoid::Partition;
using network::Network;
using network::NodeId;

using Labels = std::vector<std::uint32_t>;
using Matrix = std::vector<std::vector<bool>>;

Network read(const std::string& line) {
  const network::Source source("x.g6", line);
  network::Diagnostics d(&source);
  auto file = network::read_graph_file(source, {}, d);
  REQUIRE(file.has_value());
  return std::move(file->network);
}

Matrix matrix_of(const Network& n) {
  Matrix out(n.node_count(), std::vector<bool>(n.node_count(), false));
  for (std::size_t e = 0; e < n.edge_count(); ++e) {
    const auto darts = n.darts(network::EdgeId(e));
    REQUIRE(darts.size() == 2);
    const auto a = n.dart_node[darts[0].index()].index();
    const auto b = n.dart_node[darts[1].index()].index();
    out[a][b] = out[b][a] = true;
  }
  return out;
}

Labels degrees(const Matrix& m) {
  Labels out;
  for (const auto& row : m) {
    out.push_back(
        static_cast<std::uint32_t>(std::count(row.begin(), row.end(), true)));
  }
  return out;
}

// For a graph whose every edge both its ends write, B* is the coarsest
// equitable partition.
Labels refined(const Matrix& m) {
  Labels labels = degrees(m);
  for (std::size_t round = 0; round < m.size(); ++round) {
    std::map<std::pair<std::uint32_t, std::multiset<std::uint32_t>>,
             std::uint32_t>
        keys;
    Labels fresh;
    for (std::size_t i = 0; i < m.size(); ++i) {
      std::multiset<std::uint32_t> around;
      for (std::size_t j = 0; j < m.size(); ++j) {
        if (m[i][j]) around.insert(labels[j]);
      }
      const auto next = static_cast<std::uint32_t>(keys.size());
      fresh.push_back(
          keys.emplace(std::pair(labels[i], around), next).first->second);
    }
    labels = fresh;
  }
  return labels;
}

struct Group {
  std::uint64_t order = 0;
  Labels orbit_of;
};

Group by_permutations(const Matrix& m) {
  Group out;
  Labels image(m.size());
  std::iota(image.begin(), image.end(), 0);
  out.orbit_of = image;
  do {
    bool good = true;
    for (std::size_t i = 0; i < m.size() && good; ++i) {
      for (std::size_t j = 0; j < i && good; ++j) {
        good = m[i][j] == m[image[i]][image[j]];
      }
    }
    if (!good) continue;
    ++out.order;
    for (std::uint32_t i = 0; i < m.size(); ++i) {
      out.orbit_of[image[i]] = std::min(out.orbit_of[image[i]], i);
    }
  } while (std::next_permutation(image.begin(), image.end()));
  return out;
}

}  // namespace

TEST_CASE("all connected graphs with up to seven nodes") {
  std::ifstream file(VICINAL_SOURCE_DIR "/tests/data/connected-graphs.g6");
  std::size_t graphs = 0, split = 0, oracles = 0;
  for (std::string line; std::getline(file, line); ++graphs) {
    INFO(line);
    const Network n = read(line);
    const Matrix m = matrix_of(n);
    const groupoid::Balance balance = groupoid::balance(n);
    const Partition classes(refined(m));
    CHECK(balance.exact());
    CHECK(balance.nodes() == classes);
    CHECK(Partition(groupoid::color_refinement(n)) == classes);
    CHECK(groupoid::io_similarity(n) == Partition(degrees(m)));
    const Group group = by_permutations(m);
    const auto found = groupoid::automorphisms(n, {});
    REQUIRE(found.computed);
    CHECK(found.order == std::to_string(group.order));
    CHECK(Partition(found.orbit_of) == Partition(group.orbit_of));
    split += Partition(group.orbit_of).size() > classes.size() ? 1 : 0;
    try {
      const auto triples =
          oracle::greatest_balance(n, oracle::Shared::paper, 400);
      ++oracles;
      CHECK(oracle::orbits(triples, n).size() == classes.size());
    } catch (const oracle::TooLarge&) {
    }
  }
  CHECK(graphs == 996);
  CHECK(split > 0);
  CHECK(oracles > 30);
}

}  // namespace connected_graphs_test
