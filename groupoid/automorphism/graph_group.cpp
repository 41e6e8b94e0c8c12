// SPDX-License-Identifier: MIT
// Only parts that look alike are given a canonical form.
#include "groupoid/automorphism/graph_group.hpp"

#include <algorithm>
#include <map>

#include "groupoid/automorphism/refinement.hpp"

namespace vicinal::groupoid::inline automorphism {

namespace {

using Words = std::vector<std::uint32_t>;
using Moves = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// What tells most parts apart without a search.
Words signature(const GraphPart& part) {
  Words words = part.graph.color;
  std::ranges::sort(words);
  words.push_back(static_cast<std::uint32_t>(part.graph.row.back()));
  return words;
}

// The graph, with its vertices renamed to their places.
Words canonical_form(const GraphPart& part, const Words& canonical) {
  Words place(canonical.size()), form, row;
  for (std::uint32_t i = 0; i < canonical.size(); ++i) {
    place[canonical[i]] = i;
  }
  for (const std::uint32_t v : canonical) {
    form.push_back(part.graph.color[v]);
    form.push_back(
        static_cast<std::uint32_t>(part.graph.row[v + 1] - part.graph.row[v]));
    row.clear();
    for (std::size_t i = part.graph.row[v]; i < part.graph.row[v + 1]; ++i) {
      row.push_back(place[part.graph.neighbors[i]]);
    }
    std::ranges::sort(row);
    form.insert(form.end(), row.begin(), row.end());
  }
  return form;
}

bool give(const GraphPart& part, const SearchResult& found,
          const GraphGenerator& generator) {
  for (Moves moves : found.generators) {
    for (auto& [from, to] : moves) {
      from = part.vertices[from];
      to = part.vertices[to];
    }
    if (!generator(moves)) return false;
  }
  return true;
}

Moves exchanging(const Words& a, const Words& b) {
  Moves moves;
  for (std::size_t i = 0; i < a.size(); ++i) moves.emplace_back(a[i], b[i]);
  for (std::size_t i = 0; i < a.size(); ++i) moves.emplace_back(b[i], a[i]);
  return moves;
}

}  // namespace

GraphGroup graph_group(ColoredGraph graph, SearchBudget& budget,
                       const GraphGenerator& generator) {
  GraphGroup result;
  result.copied.assign(graph.size(), false);
  refine_colors(graph);
  const auto parts = movable_parts(graph);
  std::map<Words, std::size_t> alike;
  for (const GraphPart& part : parts) ++alike[signature(part)];

  // By canonical form: how many, and the last of them.
  struct Copies {
    std::uint32_t number = 0;
    Words last;  // vertices, in canonical order
  };
  std::map<Words, Copies> classes;
  for (const GraphPart& part : parts) {
    const bool canonical = alike[signature(part)] > 1;
    SearchResult found = search(part.graph, canonical, budget);
    if (!found.complete) return result;
    result.indices.insert(result.indices.end(), found.indices.begin(),
                          found.indices.end());
    if (!canonical) {
      if (!give(part, found, generator)) return result;
      continue;
    }
    Copies& copies = classes[canonical_form(part, found.canonical)];
    for (std::uint32_t& v : found.canonical) v = part.vertices[v];
    if (++copies.number == 1) {
      if (!give(part, found, generator)) return result;
    } else {
      result.indices.push_back(copies.number);
      if (!generator(exchanging(copies.last, found.canonical))) return result;
      for (const std::uint32_t v : part.vertices) result.copied[v] = true;
    }
    copies.last = std::move(found.canonical);
  }
  result.complete = true;
  return result;
}

}  // namespace vicinal::groupoid::inline automorphism
