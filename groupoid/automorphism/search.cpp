// SPDX-License-Identifier: MIT
// nauty is C with hooks and without a way out: its stop flag is looked at only
// off the first path of the search tree, its memory errors exit, its first
// path recurses once per level. All goes through the hook that refines a
// partition: there work is counted, and once it is used up (or the path too
// deep) a refinement answers with the discrete partition, as if all vertices
// were told apart. The first path then ends at once, nauty goes on to the next
// node, sees the stop flag, and returns. What it found is thrown away.
#include "groupoid/automorphism/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>

#include "network/base/budget.hpp"

// The package's header names a keyword of C.
#ifndef _Thread_local
#define _Thread_local thread_local
#endif
#include <nauty/nausparse.h>

namespace vicinal::groupoid::inline automorphism {

namespace {

// nauty recurses a level at a time, some 200 bytes of stack each, and keeps a
// bit set of the vertices per level.
constexpr std::size_t level_limit = 10'000;
constexpr std::size_t level_bytes = std::size_t{256} << 20;

struct SearchRun {
  SearchBudget* budget = nullptr;
  SearchResult* result = nullptr;
  std::uint64_t arcs = 0, greatest_degree = 0;
  std::size_t levels = 0;
  bool given_up = false;
  std::optional<network::LimitReached> reached;

  void give_up() {
    given_up = true;
    nauty_kill_request = 1;
  }
  void pay(std::uint64_t cost) {
    if (cost > budget->work) give_up();
    budget->work -= std::min(cost, budget->work);
    if (!reached) look(cost);
  }
  // What poll() throws must not pass through C.
  void look(std::uint64_t cost) {
    try {
      network::poll(static_cast<std::int64_t>(1 + cost / 64));
    } catch (const network::LimitReached& limit) {
      reached = limit;
      give_up();
    }
  }
};

// The hooks have no argument for it. Set for the time of one call.
thread_local SearchRun* current = nullptr;

extern "C" {

void vicinal_refine(graph* g, int* lab, int* ptn, int level, int* cells,
                    int* count, set* active, int* code, int m, int n) {
  SearchRun& run = *current;
  if (static_cast<std::size_t>(level) > run.levels) run.give_up();
  if (run.given_up) {
    for (int i = 0; i < n; ++i) ptn[i] = std::min(ptn[i], level);
    *cells = n;
    *code = 0;
    return;
  }
  const int before = *cells;
  refine_sg(g, lab, ptn, level, cells, count, active, code, m, n);
  const auto split = static_cast<std::uint64_t>(*cells - before) + 1;
  run.pay(static_cast<std::uint64_t>(n) +
          std::min(run.arcs, run.greatest_degree * split));
}

void vicinal_automorphism(int, int* images, int*, int, int, int n) {
  SearchRun& run = *current;
  if (run.given_up) return;
  try {
    auto& moved = run.result->generators.emplace_back();
    for (int v = 0; v < n; ++v) {
      if (images[v] != v) moved.emplace_back(v, images[v]);
    }
    run.pay(moved.size());
  } catch (const std::bad_alloc&) {
    run.give_up();  // must not pass through C
  }
}

void vicinal_level(int*, int*, int, int*, statsblk*, int, int index, int, int,
                   int, int) {
  SearchRun& run = *current;
  if (run.given_up || index <= 1) return;
  try {
    run.result->indices.push_back(static_cast<std::uint32_t>(index));
  } catch (const std::bad_alloc&) {
    run.give_up();
  }
}

}  // extern "C"

// nauty exits where it gets no memory: see first whether there is some. A
// plain call, because a new-expression may be optimized away.
bool memory_for(std::size_t bytes) {
  void* probe = ::operator new(bytes, std::nothrow);
  ::operator delete(probe);
  return probe != nullptr;
}

// Vertices by color, and where colors end, as nauty wants them.
void order_by_color(const ColoredGraph& graph, std::vector<int>& lab,
                    std::vector<int>& ptn) {
  std::iota(lab.begin(), lab.end(), 0);
  const auto color = [&](int v) {
    return graph.color[static_cast<std::size_t>(v)];
  };
  std::ranges::stable_sort(lab, {}, color);
  for (std::size_t i = 0; i < lab.size(); ++i) {
    ptn[i] = i + 1 < lab.size() && color(lab[i]) == color(lab[i + 1]) ? 1 : 0;
  }
}

// nauty keeps working space per thread, and does not know when one ends.
struct WorkingSpace {
  WorkingSpace() = default;
  WorkingSpace(const WorkingSpace&) = delete;
  WorkingSpace& operator=(const WorkingSpace&) = delete;
  ~WorkingSpace() {
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
    nausparse_freedyn();
  }
};

// Whoever asks nauty to stop asks every search of the process.
template <class Search>
void one_at_a_time(SearchRun& run, const Search& search) {
  static std::mutex process_wide;
  const std::lock_guard lock(process_wide);
  thread_local const WorkingSpace freed_when_the_thread_ends;
  current = &run;
  nauty_kill_request = 0;
  search();
  nauty_kill_request = 0;
  current = nullptr;
}

}  // namespace

SearchResult search(const ColoredGraph& graph, bool canonical,
                    SearchBudget& budget) {
  SearchResult result;
  const std::size_t n = graph.size();
  if (n > budget.vertices || n > NAUTY_INFINITY - 2) return result;
  if (n == 0) {
    result.complete = true;
    return result;
  }
  // Read only, but nauty's types are not const; degrees are its own.
  std::vector<std::size_t> rows(graph.row.begin(), graph.row.end() - 1);
  std::vector<int> neighbors(graph.neighbors.begin(), graph.neighbors.end());
  std::vector<int> degrees(n), lab(n), ptn(n), orbits(n);
  SearchRun run{.budget = &budget, .result = &result, .arcs = neighbors.size()};
  for (std::size_t v = 0; v < n; ++v) {
    const std::size_t degree = graph.row[v + 1] - graph.row[v];
    degrees[v] = static_cast<int>(degree);
    run.greatest_degree = std::max<std::uint64_t>(run.greatest_degree, degree);
  }
  order_by_color(graph, lab, ptn);
  run.levels = std::min(level_limit, level_bytes / (n / 8 + 1));
  const std::size_t deepest = std::min(run.levels, n);
  if (n > 1000 && !memory_for(deepest * (n / 8 + 64) + 120 * n +
                              8 * neighbors.size() + (std::size_t{1} << 20))) {
    return result;
  }

  SG_DECL(input);
  input.nv = static_cast<int>(n);
  input.nde = neighbors.size();
  input.v = rows.data();
  input.d = degrees.data();
  input.e = neighbors.data();
  input.vlen = input.dlen = n;
  input.elen = neighbors.size();
  SG_DECL(form);
  DEFAULTOPTIONS_SPARSEGRAPH(options);
  options.getcanon = canonical ? TRUE : FALSE;
  options.defaultptn = FALSE;
  options.userrefproc = vicinal_refine;
  options.userautomproc = vicinal_automorphism;
  options.userlevelproc = vicinal_level;
  statsblk stats;

  one_at_a_time(run, [&] {
    sparsenauty(&input, lab.data(), ptn.data(), orbits.data(), &options, &stats,
                canonical ? &form : nullptr);
  });
  SG_FREE(form);
  if (run.reached) throw network::LimitReached(*run.reached);
  if (run.given_up || stats.errstatus != 0) return SearchResult{};
  result.complete = true;
  if (canonical) result.canonical.assign(lab.begin(), lab.end());
  return result;
}

}  // namespace vicinal::groupoid::inline automorphism
