// SPDX-License-Identifier: MIT
// Entries are sorted by their pairs of nodes; the entries of one pair are
// judged together, and what is left is added in the order of the file.
#include "network/files/formats/neighbour_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "network/base/budget.hpp"
#include "network/files/codes.hpp"

namespace vicinal::network::inline files {

std::uint64_t NeighbourLists::finish(Assembly& assembly, Edges edges,
                                     bool simple) {
  const bool directed = edges == Edges::directed;
  const auto ends = [&](std::uint32_t e) {
    const Entry& entry = entries_[e];
    const bool swap = !directed && entry.to < entry.from;
    return swap ? std::pair(entry.to, entry.from)
                : std::pair(entry.from, entry.to);
  };
  if (!directed || simple) {
    poll(static_cast<std::int64_t>(entries_.size()));
    std::vector<std::uint32_t> order(entries_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return ends(a) < ends(b); });
    std::vector<std::uint32_t> pair;
    for (std::size_t i = 0; i < order.size();) {
      poll();
      pair.clear();
      const auto these = ends(order[i]);
      for (; i < order.size() && ends(order[i]) == these; ++i) {
        pair.push_back(order[i]);
      }
      mark(assembly, edges, simple, pair);
    }
  }
  std::uint64_t repeated = 0;
  for (const Entry& entry : entries_) {
    if (entry.repeats) {
      ++repeated;
    } else {
      assembly.line(entry.from, entry.to, directed, {}, entry.span);
    }
  }
  return repeated;
}

// Which entries of a pair of nodes, in the order of the file, are no edge.
void NeighbourLists::mark(Assembly& assembly, Edges edges, bool simple,
                          const std::vector<std::uint32_t>& pair) {
  const NodeId first = entries_[pair.front()].from;
  const bool loop = first == entries_[pair.front()].to;
  std::size_t here = 0;
  const Entry* back = nullptr;
  for (const std::uint32_t e : pair) {
    if (entries_[e].from == first) {
      ++here;
    } else {
      back = &entries_[e];
    }
  }
  const std::size_t there = pair.size() - here;
  const bool must_agree =
      edges == Edges::twice || (edges == Edges::once_or_twice && there > 0);
  if (must_agree && !simple && !loop && here != there) {
    assembly.diagnostics().error(
        codes::neighbours_disagree, entries_[pair.front()].span,
        fmt::format("one of two nodes names the other {} times, and that one "
                    "names it {} times",
                    here, there),
        back == nullptr
            ? std::vector<Note>{}
            : std::vector<Note>{{back->span, "the other names it here"}});
    return;
  }
  for (const std::uint32_t e : pair) {
    entries_[e].repeats = entries_[e].from != first || (simple && e != pair[0]);
  }
}

}  // namespace vicinal::network::inline files
