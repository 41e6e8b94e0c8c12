// SPDX-License-Identifier: MIT
// Cells are ranges of `order_`; a split cuts a range into ranges, by how many
// neighbors in the splitter its vertices have. The largest keeps the number.
#include "groupoid/automorphism/refinement.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline automorphism {

namespace {

class Refiner {
 public:
  explicit Refiner(ColoredGraph& graph)
      : graph_(graph),
        order_(graph.size()),
        place_(graph.size()),
        cell_(graph.size()),
        count_(graph.size(), 0) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, {},
                             [&](std::uint32_t v) { return graph.color[v]; });
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      if (i == 0 || graph.color[order_[i]] != graph.color[order_[i - 1]]) {
        add_cell(i, i);
      }
      ++cells_.back().end;
      place_[order_[i]] = i;
      cell_[order_[i]] = static_cast<std::uint32_t>(cells_.size() - 1);
    }
  }

  void run() {
    for (std::uint32_t c = 0; c < cells_.size(); ++c) enqueue(c);
    while (!worklist_.empty()) {
      const std::uint32_t splitter = worklist_.back();
      worklist_.pop_back();
      cells_[splitter].waits = false;
      split_by(splitter);
    }
    graph_.color = cell_;
  }

 private:
  struct Cell {
    std::uint32_t begin, end;
    std::uint32_t touched = 0;  // members with a count, at its front
    bool waits = false;
  };

  void add_cell(std::uint32_t begin, std::uint32_t end) {
    cells_.push_back({begin, end});
  }
  void enqueue(std::uint32_t c) {
    if (cells_[c].waits) return;
    cells_[c].waits = true;
    worklist_.push_back(c);
  }

  void split_by(std::uint32_t splitter) {
    std::vector<std::uint32_t> touched_cells;
    const std::vector<std::uint32_t> members(
        order_.begin() + cells_[splitter].begin,
        order_.begin() + cells_[splitter].end);
    for (const std::uint32_t w : members) {
      network::poll();
      for (std::size_t i = graph_.row[w]; i < graph_.row[w + 1]; ++i) {
        const std::uint32_t v = graph_.neighbors[i];
        if (count_[v]++ > 0) continue;
        Cell& cell = cells_[cell_[v]];
        if (cell.touched == 0) touched_cells.push_back(cell_[v]);
        swap_places(place_[v], cell.begin + cell.touched++);
      }
    }
    for (const std::uint32_t c : touched_cells) split(c);
  }

  void swap_places(std::uint32_t i, std::uint32_t j) {
    std::swap(order_[i], order_[j]);
    place_[order_[i]] = i;
    place_[order_[j]] = j;
  }

  void split(std::uint32_t c) {
    const Cell cell = cells_[c];
    cells_[c].touched = 0;
    const auto first = order_.begin() + cell.begin;
    const auto untouched = first + cell.touched;
    const auto count = [&](std::uint32_t v) { return count_[v]; };
    std::ranges::sort(first, untouched, {}, count);
    std::vector<std::uint32_t> cuts = {cell.begin};
    for (std::uint32_t i = cell.begin; i < cell.begin + cell.touched; ++i) {
      place_[order_[i]] = i;
      if (i > cell.begin && count(order_[i]) != count(order_[i - 1])) {
        cuts.push_back(i);
      }
    }
    if (cell.begin + cell.touched < cell.end) {
      cuts.push_back(cell.begin + cell.touched);
    }
    cuts.push_back(cell.end);
    std::for_each(first, untouched, [&](std::uint32_t v) { count_[v] = 0; });

    std::size_t largest = 0;
    const auto size = [&](std::size_t i) { return cuts[i + 1] - cuts[i]; };
    for (std::size_t i = 1; i + 1 < cuts.size(); ++i) {
      if (size(i) > size(largest)) largest = i;
    }
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (i == largest) {
        cells_[c].begin = cuts[i];
        cells_[c].end = cuts[i + 1];
        continue;
      }
      const auto fresh = static_cast<std::uint32_t>(cells_.size());
      add_cell(cuts[i], cuts[i + 1]);
      for (std::uint32_t p = cuts[i]; p < cuts[i + 1]; ++p) {
        cell_[order_[p]] = fresh;
      }
      enqueue(fresh);
    }
  }

  ColoredGraph& graph_;
  std::vector<std::uint32_t> order_;                 // vertices, by cell
  std::vector<std::uint32_t> place_, cell_, count_;  // per vertex
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> worklist_;
};

}  // namespace

void refine_colors(ColoredGraph& graph) {
  Refiner(graph).run();
}

std::vector<GraphPart> movable_parts(const ColoredGraph& graph) {
  std::vector<std::uint32_t> members(graph.size(), 0);  // per color
  for (const std::uint32_t color : graph.color) ++members[color];
  std::vector<bool> left_out(graph.size());  // or seen
  for (std::size_t v = 0; v < graph.size(); ++v) {
    left_out[v] = members[graph.color[v]] == 1;
  }
  const std::vector<bool> fixed = left_out;
  std::vector<std::uint32_t> place(graph.size());
  std::vector<GraphPart> parts;
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    if (left_out[start]) continue;
    left_out[start] = true;
    GraphPart& part = parts.emplace_back();
    auto& vertices = part.vertices = {start};
    const auto neighbors = [&](std::uint32_t v) {
      return std::span(graph.neighbors)
          .subspan(graph.row[v], graph.row[v + 1] - graph.row[v]);
    };
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      for (const std::uint32_t w : neighbors(vertices[i])) {
        if (left_out[w]) continue;
        left_out[w] = true;
        vertices.push_back(w);
      }
    }
    std::ranges::sort(vertices);
    for (std::uint32_t i = 0; i < vertices.size(); ++i) place[vertices[i]] = i;
    for (const std::uint32_t v : vertices) {
      part.graph.color.push_back(graph.color[v]);
      for (const std::uint32_t w : neighbors(v)) {
        if (!fixed[w]) part.graph.neighbors.push_back(place[w]);
      }
      part.graph.row.push_back(part.graph.neighbors.size());
    }
  }
  return parts;
}

}  // namespace vicinal::groupoid::inline automorphism
