// SPDX-License-Identifier: MIT
// Cells are ranges of `order_`. In a round, vertices that an arc reaches are
// brought to the front of their cells; then each such front is sorted by hash
// and cut. A vertex that is alone in its cell is never looked at again.
//
// The hashes of a class that was new in an earlier round are not added again:
// all vertices of a cell have the same from it. So the sums of one round tell
// vertices apart as well as all sums would.
#include "groupoid/balance_relation/stable.hpp"

#include <algorithm>
#include <utility>

#include "groupoid/similarity/interner.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline balance_relation {

namespace {

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

class Stable {
 public:
  Stable(const ArcRows& arcs, std::vector<std::uint32_t> labels)
      : arcs_(arcs), cell_(std::move(labels)), sum_(arcs.size(), 0) {
    if (arcs.label.empty()) add_in_degrees();
    number_labels();
    sort_into_cells();
  }

  std::vector<std::uint32_t> run() {
    const std::uint32_t largest = spared();
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
      if (c != largest) fresh_.push_back(c);
    }
    do {
      while (!fresh_.empty()) round();
    } while (cells_.size() < arcs_.size() && !check());
    return std::move(cell_);
  }

 private:
  struct Cell {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t reached = 0;  // vertices at its front
  };

  // Vertices with equal labels that as many arcs reach. Then, if all arcs are
  // alike, what is said of all cells but one follows for that one.
  void add_in_degrees() {
    std::vector<std::uint32_t> degree(cell_.size(), 0);
    for (const std::uint32_t target : arcs_.target) {
      if (target != no_target) ++degree[target];
    }
    Interner intern;
    Sequence key, last;
    for (std::size_t v = 0; v < cell_.size(); ++v) {
      key = {cell_[v], degree[v]};
      cell_[v] = v > 0 && key == last ? cell_[v - 1] : intern(key);
      last = key;
    }
  }

  // The largest cell, if one may be spared.
  std::uint32_t spared() const {
    if (!arcs_.label.empty()) return no_target;
    const auto largest = std::max_element(
        cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) {
          return a.end - a.begin < b.end - b.begin;
        });
    return static_cast<std::uint32_t>(largest - cells_.begin());
  }

  // Cells get the numbers of labels in the order of their first vertices.
  void number_labels() {
    std::vector<std::uint32_t> number;
    for (std::uint32_t& label : cell_) {
      if (label >= number.size()) number.resize(label + 1, no_target);
      if (number[label] == no_target) {
        number[label] = static_cast<std::uint32_t>(cells_.size());
        cells_.emplace_back();
      }
      label = number[label];
    }
  }

  void sort_into_cells() {
    for (const std::uint32_t c : cell_) ++cells_[c].end;
    std::uint32_t begin = 0;
    for (Cell& cell : cells_) {
      cell.begin = begin;
      begin += cell.end;
      cell.end = cell.begin;
    }
    order_.resize(cell_.size());
    place_.resize(cell_.size());
    alone_.resize(cell_.size());
    for (std::uint32_t v = 0; v < cell_.size(); ++v) {
      place_[v] = cells_[cell_[v]].end++;
      order_[place_[v]] = v;
    }
    for (const Cell& cell : cells_) mark_alone(cell);
  }

  void mark_alone(const Cell& cell) {
    if (cell.end - cell.begin == 1) alone_[order_[cell.begin]] = true;
  }

  // Calls visit(target, label) for the arcs of a vertex.
  template <class Visit>
  void each_arc(std::uint32_t v, const Visit& visit) const {
    for (std::uint32_t a = arcs_.begin[v]; a < arcs_.begin[v + 1]; ++a) {
      const std::uint32_t target = arcs_.target[a];
      if (target == no_target || alone_[target]) continue;
      visit(target, arcs_.label.empty() ? 0 : arcs_.label[a]);
    }
  }

  // ---- rounds

  void round() {
    std::vector<std::uint32_t> splitters;
    splitters.swap(fresh_);
    reached_cells_.clear();
    for (const std::uint32_t c : splitters) {
      const std::uint64_t salt = mixed(c);
      // Reaching vertices moves them within their cells, this one perhaps.
      members_.assign(order_.begin() + cells_[c].begin,
                      order_.begin() + cells_[c].end);
      for (const std::uint32_t v : members_) {
        network::poll();
        each_arc(v, [&](std::uint32_t target, std::uint32_t label) {
          reach(target);
          sum_[target] += mixed(salt + label);
        });
      }
    }
    for (const std::uint32_t c : reached_cells_) split(c);
  }

  void reach(std::uint32_t v) {
    Cell& cell = cells_[cell_[v]];
    const std::uint32_t front = cell.begin + cell.reached;
    if (place_[v] < front) return;
    if (cell.reached++ == 0) reached_cells_.push_back(cell_[v]);
    swap_places(place_[v], front);
  }

  void swap_places(std::uint32_t i, std::uint32_t j) {
    std::swap(order_[i], order_[j]);
    place_[order_[i]] = i;
    place_[order_[j]] = j;
  }

  void split(std::uint32_t c) {
    const Cell cell = cells_[c];
    cells_[c].reached = 0;
    const std::uint32_t front = cell.begin + cell.reached;
    cuts_.assign(1, cell.begin);
    if (!all_equal(cell.begin, front)) sort_front(cell.begin, front);
    if (front < cell.end) cuts_.push_back(front);
    cuts_.push_back(cell.end);
    for (std::uint32_t i = cell.begin; i < front; ++i) sum_[order_[i]] = 0;
    if (cuts_.size() > 2) cut(c);
  }

  bool all_equal(std::uint32_t begin, std::uint32_t end) const {
    const std::uint64_t first = sum_[order_[begin]];
    for (std::uint32_t i = begin + 1; i < end; ++i) {
      if (sum_[order_[i]] != first) return false;
    }
    return true;
  }

  // By hashes, equal ones by numbers; a cut where hashes differ.
  void sort_front(std::uint32_t begin, std::uint32_t end) {
    pairs_.clear();
    for (std::uint32_t i = begin; i < end; ++i) {
      pairs_.emplace_back(sum_[order_[i]], order_[i]);
    }
    std::sort(pairs_.begin(), pairs_.end());
    for (std::uint32_t i = begin; i < end; ++i) {
      order_[i] = pairs_[i - begin].second;
      place_[order_[i]] = i;
      if (i > begin && pairs_[i - begin].first != pairs_[i - begin - 1].first) {
        cuts_.push_back(i);
      }
    }
  }

  // The largest part keeps the number; the others are new.
  void cut(std::uint32_t c) {
    std::size_t largest = 0;
    const auto size = [&](std::size_t i) { return cuts_[i + 1] - cuts_[i]; };
    for (std::size_t i = 1; i + 1 < cuts_.size(); ++i) {
      if (size(i) > size(largest)) largest = i;
    }
    for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
      if (i == largest) {
        cells_[c].begin = cuts_[i];
        cells_[c].end = cuts_[i + 1];
        mark_alone(cells_[c]);
        continue;
      }
      const auto fresh = static_cast<std::uint32_t>(cells_.size());
      cells_.push_back({cuts_[i], cuts_[i + 1], 0});
      mark_alone(cells_.back());
      for (std::uint32_t p = cuts_[i]; p < cuts_[i + 1]; ++p) {
        cell_[order_[p]] = fresh;
      }
      fresh_.push_back(fresh);
    }
  }

  // ---- the end, counted

  // Whether in each cell all vertices have equally many arcs from each cell;
  // where not, the cell is cut.
  bool check() {
    const auto cells = static_cast<std::uint32_t>(cells_.size());
    const std::uint32_t largest = spared();
    for (std::uint32_t c = 0; c < cells; ++c) {
      if (c == largest) continue;
      hits_.clear();
      for (std::uint32_t i = cells_[c].begin; i < cells_[c].end; ++i) {
        network::poll();
        each_arc(order_[i], [&](std::uint32_t target, std::uint32_t label) {
          hits_.emplace_back(label, target);
        });
      }
      if (!arcs_.label.empty()) std::sort(hits_.begin(), hits_.end());
      for (std::size_t first = 0; first < hits_.size();) {
        std::size_t last = first;
        while (last < hits_.size() && hits_[last].first == hits_[first].first) {
          ++last;
        }
        count(first, last);
        first = last;
      }
    }
    return fresh_.empty();
  }

  // By the number of hits[first, last): it takes the place of the hash.
  void count(std::size_t first, std::size_t last) {
    reached_cells_.clear();
    for (std::size_t h = first; h < last; ++h) {
      reach(hits_[h].second);
      ++sum_[hits_[h].second];
    }
    for (const std::uint32_t c : reached_cells_) split(c);
  }

  const ArcRows& arcs_;
  std::vector<std::uint32_t> cell_, place_;  // per vertex
  std::vector<std::uint64_t> sum_;           // per vertex, 0 between rounds
  std::vector<bool> alone_;                  // per vertex
  std::vector<std::uint32_t> order_;         // vertices, by cells
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> fresh_;  // cells that split others
  std::vector<std::uint32_t> reached_cells_, members_, cuts_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> pairs_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hits_;
};

}  // namespace

std::vector<std::uint32_t> coarsest_stable(const ArcRows& arcs,
                                           std::vector<std::uint32_t> labels) {
  return Stable(arcs, std::move(labels)).run();
}

}  // namespace vicinal::groupoid::inline balance_relation
