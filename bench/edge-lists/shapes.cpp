// SPDX-License-Identifier: MIT
// Writes an edge list with shuffled labels, a line an edge.
//
//   shapes SHAPE EDGES
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::mt19937_64 random_bits(7);

std::uint32_t below(std::uint64_t n) {
  return static_cast<std::uint32_t>(random_bits() % n);
}

std::vector<std::uint32_t> shuffled(std::uint32_t n) {
  std::vector<std::uint32_t> out(n);
  std::iota(out.begin(), out.end(), 0);
  for (std::uint32_t i = n; i > 1; --i) std::swap(out[i - 1], out[below(i)]);
  return out;
}

Edges grid(std::uint32_t m, bool wrap) {
  std::uint32_t k = 1;
  while (2 * std::uint64_t{k + 1} * (k + 1) <= m) ++k;
  Edges out;
  for (std::uint32_t i = 0; i < k; ++i) {
    for (std::uint32_t j = 0; j < k; ++j) {
      if (wrap || j + 1 < k) out.emplace_back(i * k + j, i * k + (j + 1) % k);
      if (wrap || i + 1 < k) out.emplace_back(i * k + j, (i + 1) % k * k + j);
    }
  }
  return out;
}

Edges hypercube(std::uint32_t m) {
  std::uint32_t n = 2, edges = 1;
  while (edges < m) {
    edges = 2 * edges + n;
    n *= 2;
  }
  Edges out;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t b = 1; b < n; b *= 2) {
      if ((i & b) == 0) out.emplace_back(i, i + b);
    }
  }
  return out;
}

Edges preferential(std::uint32_t m) {
  Edges out = {{0, 1}};
  std::vector<std::uint32_t> ends = {0, 1};
  for (std::uint32_t i = 2; i < m / 2; ++i) {
    for (int r = 0; r < 2; ++r) {
      const std::uint32_t t = ends[below(ends.size())];
      out.emplace_back(i, t);
      ends.push_back(t);
      ends.push_back(i);
    }
  }
  return out;
}

// Three perfect matchings; if simple, no two nodes in two of them.
Edges matchings(std::uint32_t n, bool simple) {
  Edges out;
  std::vector<std::uint32_t> mates[3];
  const auto taken = [&](int r, std::uint32_t a, std::uint32_t b) {
    for (int q = 0; simple && q < r; ++q) {
      if (mates[q][a] == b) return true;
    }
    return false;
  };
  for (int r = 0; r < 3; ++r) {
    auto order = shuffled(n);
    for (std::uint32_t i = 0; i < n; i += 2) {
      // Another mate, and for the pair that it comes from, this one.
      while (taken(r, order[i], order[i + 1])) {
        const std::uint32_t k = below(n / 2) * 2;
        if (!taken(r, order[i], order[k + 1]) &&
            !taken(r, order[k], order[i + 1])) {
          std::swap(order[i + 1], order[k + 1]);
        }
      }
    }
    mates[r].resize(n);
    for (std::uint32_t i = 0; i < n; i += 2) {
      mates[r][order[i]] = order[i + 1];
      mates[r][order[i + 1]] = order[i];
      out.emplace_back(order[i], order[i + 1]);
    }
  }
  return out;
}

Edges edges_of(const std::string& shape, std::uint32_t m) {
  Edges out;
  if (shape == "ring") {
    for (std::uint32_t i = 0; i < m; ++i) out.emplace_back(i, (i + 1) % m);
  } else if (shape == "path") {
    for (std::uint32_t i = 0; i < m; ++i) out.emplace_back(i, i + 1);
  } else if (shape == "torus" || shape == "grid") {
    return grid(m, shape == "torus");
  } else if (shape == "binary-tree") {
    for (std::uint32_t i = 1; i <= m; ++i) out.emplace_back(i, (i - 1) / 2);
  } else if (shape == "random-tree") {
    for (std::uint32_t i = 1; i <= m; ++i) out.emplace_back(i, below(i));
  } else if (shape == "3-regular" || shape == "matchings") {
    return matchings(m / 3 * 2, shape == "3-regular");
  } else if (shape == "hypercube") {
    return hypercube(m);
  } else if (shape == "preferential") {
    return preferential(m);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const Edges edges =
      argc == 3 ? edges_of(argv[1], static_cast<std::uint32_t>(
                                        std::strtoul(argv[2], nullptr, 10)))
                : Edges{};
  if (edges.empty()) {
    std::fputs("usage: shapes SHAPE EDGES\n", stderr);
    return 2;
  }
  std::uint32_t nodes = 0;
  for (const auto& [a, b] : edges) nodes = std::max({nodes, a + 1, b + 1});
  const auto label = shuffled(nodes);
  for (const auto& [a, b] : edges) std::printf("%u %u\n", label[a], label[b]);
}
