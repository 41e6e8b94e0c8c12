// SPDX-License-Identifier: MIT
// What a network's classes cost others: a bare parse of an edge list of numbers
// into two arrays, a sequential pass and a gather pass over the arrays, and
// nauty's refinement of the one-cell partition. Prints processor seconds and
// the number of cells.
//
//   refine_sg FILE
#include <nausparse.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::vector<int> numbers(const char* path) {
  std::vector<int> out;
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return out;
  std::string block(1 << 16, '\0');
  int value = -1;
  while (const std::size_t n =
             std::fread(block.data(), 1, block.size(), file)) {
    for (std::size_t i = 0; i < n; ++i) {
      if (block[i] >= '0' && block[i] <= '9') {
        value = (value < 0 ? 0 : value * 10) + (block[i] - '0');
      } else if (value >= 0) {
        out.push_back(value);
        value = -1;
      }
    }
  }
  if (value >= 0) out.push_back(value);
  std::fclose(file);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  double last = seconds();
  const auto lap = [&last] {
    const double now = seconds(), out = now - last;
    last = now;
    return out;
  };
  std::vector<int> list = numbers(argv[1]);
  const double parse = lap();
  const int n = 1 + *std::max_element(list.begin(), list.end());
  sparsegraph g;
  SG_INIT(g);
  SG_ALLOC(g, n, list.size(), "sparse graph");
  g.nv = n;
  g.nde = list.size();
  std::fill_n(g.d, n, 0);
  for (const int v : list) ++g.d[v];
  std::size_t begin = 0;
  for (int v = 0; v < n; ++v) {
    g.v[v] = begin;
    begin += static_cast<std::size_t>(g.d[v]);
    g.d[v] = 0;
  }
  for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
    const int a = list[i], b = list[i + 1];
    g.e[g.v[a] + static_cast<std::size_t>(g.d[a]++)] = b;
    g.e[g.v[b] + static_cast<std::size_t>(g.d[b]++)] = a;
  }
  list = {};
  const double build = lap();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < g.nde; ++i) {
    sum += static_cast<std::uint64_t>(g.e[i]);
  }
  const double sequential = lap();
  for (std::size_t i = 0; i < g.nde; ++i) {
    sum ^= static_cast<std::uint64_t>(g.d[g.e[i]]) + i;
  }
  const double gather = lap();
  const int m = SETWORDSNEEDED(n);
  std::vector<int> lab(static_cast<std::size_t>(n)), ptn(lab.size(), 1),
      count(lab.size());
  for (int v = 0; v < n; ++v) lab[static_cast<std::size_t>(v)] = v;
  ptn.back() = 0;
  std::vector<set> active(static_cast<std::size_t>(m), 0);
  ADDELEMENT(active.data(), 0);
  int cells = 1, code = 0;
  refine_sg(reinterpret_cast<graph*>(&g), lab.data(), ptn.data(), 0, &cells,
            count.data(), active.data(), &code, m, n);
  const double refine = lap();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%.2f %.2f %.2f %.2f %.2f %d %ld %d\n", parse, build, sequential,
              gather, refine, cells, usage.ru_maxrss / 1024,
              static_cast<int>(sum & 1));
}
