// SPDX-License-Identifier: MIT
// First, rounds over the whole graph: a vertex gets the hash of its own and of
// what reaches it. They stop when a sample of vertices tells that they divide
// little more, and count only where they divide much: a path would take as many
// rounds as it is long.
//
// Then cells are ranges of `order_`. In a round, vertices that an arc reaches
// are brought to the front of their cells; then each such front is sorted by
// hash and cut. A vertex that is alone in its cell is never looked at again.
//
// The hashes of a class that was new in an earlier round are not added again:
// all vertices of a cell have the same from it. So the sums of one round tell
// vertices apart as well as all sums would.
#include "groupoid/balance_relation/stable.hpp"

#include <algorithm>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <functional>
#include <utility>

#include "groupoid/similarity/interner.hpp"
#include "network/base/budget.hpp"
#include "network/base/release.hpp"

namespace vicinal::groupoid::inline balance_relation {

namespace {

using Labels = std::vector<std::uint32_t>;

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

// ---- before cells ----------------------------------------------------------

// Whether vertices with equal labels have equal degrees: mostly.
bool labels_tell(const Labels& labels, const Labels& degree) {
  Labels of_label;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] >= of_label.size()) of_label.resize(labels[v] + 1, no_target);
    std::uint32_t& known = of_label[labels[v]];
    if (known == no_target) known = degree[v];
    if (known != degree[v]) return false;
  }
  return true;
}

// Vertices with equal labels that as many arcs reach. Then, if all arcs are
// alike, what is said of all cells but one follows for that one.
void add_in_degrees(const ArcRows& arcs, Labels& labels) {
  Labels degree(labels.size(), 0);
  for (const std::uint32_t target : arcs.target) {
    if (target != no_target) ++degree[target];
  }
  if (labels_tell(labels, degree)) return;
  Interner intern;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    labels[v] = intern({labels[v], degree[v]});
  }
}

// Rounds over all arcs.
class Hashes {
 public:
  Hashes(const ArcRows& arcs, Labels& labels)
      : arcs_(arcs), labels_(labels), sample_(std::min(arcs.size(), most)) {
    hash_.reserve(labels.size());
    for (const std::uint32_t label : labels) hash_.push_back(mixed(label));
  }

  // Divides the labels, or leaves them as they are.
  void run() {
    if (sample_ == 0) return;
    std::size_t before = distinct(), after = before;
    do {
      before = after;
      round();
      after = distinct();
    } while (after > before + sample_ / 64 + 1);
    if (after > sample_ / 8) divide();
  }

 private:
  static constexpr std::size_t most = 1 << 16;

  // Of a sample.
  std::size_t distinct() const {
    std::vector<std::uint64_t> seen(sample_);
    for (std::size_t i = 0; i < sample_; ++i) {
      seen[i] = hash_[i * hash_.size() / sample_];
    }
    std::sort(seen.begin(), seen.end());
    const auto end = std::unique(seen.begin(), seen.end());
    return static_cast<std::size_t>(end - seen.begin());
  }

  void round() {
    sum_.assign(hash_.size(), 0);
    for (std::size_t v = 0; v < hash_.size(); ++v) {
      network::poll();
      const std::uint64_t own = mixed(hash_[v]);
      for (std::uint32_t a = arcs_.begin[v]; a < arcs_.begin[v + 1]; ++a) {
        const std::uint32_t target = arcs_.target[a];
        if (target == no_target) continue;
        sum_[target] += arcs_.label.empty() ? own : mixed(own + arcs_.label[a]);
      }
    }
    for (std::size_t v = 0; v < hash_.size(); ++v) {
      hash_[v] = mixed(hash_[v] ^ mixed(sum_[v]));
    }
  }

  // By labels and half of each hash: where these are equal by chance, cells are
  // larger than they need be.
  void divide() {
    constexpr int half = 32;
    std::vector<std::uint64_t>& keys = sum_;
    for (std::size_t v = 0; v < hash_.size(); ++v) {
      keys[v] = hash_[v] >> half << half | v;
    }
    network::release(hash_);
    boost::sort::spreadsort::integer_sort(keys.begin(), keys.end());
    std::uint32_t fresh = 0;
    for (std::size_t first = 0; first < keys.size();) {
      std::size_t last = first;
      alike_.clear();
      for (; last < keys.size() && keys[last] >> half == keys[first] >> half;
           ++last) {
        const auto v = static_cast<std::uint32_t>(keys[last]);
        alike_.emplace_back(labels_[v], v);
      }
      std::sort(alike_.begin(), alike_.end());
      for (std::size_t i = 0; i < alike_.size(); ++i) {
        if (i > 0 && alike_[i].first != alike_[i - 1].first) ++fresh;
        labels_[alike_[i].second] = fresh;
      }
      ++fresh;
      first = last;
    }
  }

  const ArcRows& arcs_;
  Labels& labels_;
  const std::size_t sample_;
  std::vector<std::uint64_t> hash_, sum_;  // per vertex
  std::vector<std::pair<std::uint32_t, std::uint32_t>> alike_;
};

// ---- cells -----------------------------------------------------------------

class Stable {
 public:
  Stable(const ArcRows& arcs, Labels labels)
      : arcs_(arcs), vertices_(labels.size()), alone_(labels.size()) {
    cells_.reserve(labels.size() / 2);  // of two vertices at least
    number_labels(labels);
    network::release(labels);
    sort_into_cells();
  }

  Labels run() {
    const std::uint32_t largest = spared();
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
      if (c != largest) fresh_.push_back(c);
    }
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      if (alone_[v]) fresh_.push_back(vertices_[v].cell);
    }
    do {
      while (!fresh_.empty()) round();
    } while (alone_count_ < vertices_.size() && !check());
    network::release(order_);
    return numbered();
  }

 private:
  struct Cell {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t reached = 0;  // vertices at its front

    std::uint32_t size() const { return end - begin; }
  };
  // What is looked at together stands together.
  struct Vertex {
    std::uint64_t sum = 0;  // 0 between rounds
    std::uint32_t cell = 0;
    std::uint32_t place = 0;  // in `order_`
  };

  // The cell of a vertex that is alone has no place in `cells_`.
  std::uint32_t single(std::uint32_t v) const {
    return static_cast<std::uint32_t>(vertices_.size()) + v;
  }

  // The largest cell, if one may be spared.
  std::uint32_t spared() const {
    if (!arcs_.label.empty()) return no_target;
    const auto largest = std::ranges::max_element(cells_, {}, &Cell::size);
    return static_cast<std::uint32_t>(largest - cells_.begin());
  }

  // Cells are numbered by their first vertices.
  void number_labels(const Labels& labels) {
    // Of each label: how many vertices have it; its cell once that is known.
    Labels size(std::ranges::max(labels) + std::size_t{1}, 0);
    for (const std::uint32_t label : labels) ++size[label];
    constexpr std::uint32_t known = std::uint32_t{1} << 31;
    for (std::uint32_t v = 0; v < labels.size(); ++v) {
      std::uint32_t& of_label = size[labels[v]];
      if (of_label == 1) {
        set_alone(v);
        continue;
      }
      if ((of_label & known) == 0) {
        cells_.push_back({0, of_label, 0});
        of_label = known | static_cast<std::uint32_t>(cells_.size() - 1);
      }
      vertices_[v].cell = of_label & ~known;
    }
  }

  // Those that are alone have no place.
  void sort_into_cells() {
    std::uint32_t begin = 0;
    for (Cell& cell : cells_) {
      cell.begin = begin;
      begin += cell.end;
      cell.end = cell.begin;
    }
    order_.resize(begin);
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      if (alone_[v]) continue;
      vertices_[v].place = cells_[vertices_[v].cell].end++;
      order_[vertices_[v].place] = v;
    }
  }

  // The cells of all vertices, numbered by their first ones.
  Labels numbered() const {
    Labels out, number(cells_.size(), no_target);
    out.reserve(vertices_.size());
    std::uint32_t fresh = 0;
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
      if (alone_[v]) {
        out.push_back(fresh++);
        continue;
      }
      std::uint32_t& cell = number[vertices_[v].cell];
      if (cell == no_target) cell = fresh++;
      out.push_back(cell);
    }
    return out;
  }

  void set_alone(std::uint32_t v) {
    alone_[v] = true;
    ++alone_count_;
    vertices_[v].cell = single(v);
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
      if (c >= vertices_.size()) {
        members_.assign(1, c - single(0));
      } else {
        // Reaching vertices moves them within their cells, this one perhaps.
        members_.assign(order_.begin() + cells_[c].begin,
                        order_.begin() + cells_[c].end);
      }
      for (const std::uint32_t v : members_) {
        network::poll();
        each_arc(v, [&](std::uint32_t target, std::uint32_t label) {
          reach(target) += mixed(salt + label);
        });
      }
    }
    for (const std::uint32_t c : reached_cells_) split(c);
  }

  // The sum of a vertex that is at the front of its cell from now on.
  std::uint64_t& reach(std::uint32_t v) {
    Vertex& vertex = vertices_[v];
    Cell& cell = cells_[vertex.cell];
    const std::uint32_t front = cell.begin + cell.reached;
    if (vertex.place >= front) {
      if (cell.reached++ == 0) reached_cells_.push_back(vertex.cell);
      const std::uint32_t other = order_[front];
      order_[vertex.place] = other;
      vertices_[other].place = vertex.place;
      order_[front] = v;
      vertex.place = front;
    }
    return vertex.sum;
  }

  void split(std::uint32_t c) {
    const Cell cell = cells_[c];
    cells_[c].reached = 0;
    const std::uint32_t front = cell.begin + cell.reached;
    cuts_.assign(1, cell.begin);
    if (!all_equal(cell.begin, front)) sort_front(cell.begin, front);
    if (front < cell.end) cuts_.push_back(front);
    cuts_.push_back(cell.end);
    for (std::uint32_t i = cell.begin; i < front; ++i) {
      vertices_[order_[i]].sum = 0;
    }
    if (cuts_.size() > 2) cut(c);
  }

  bool all_equal(std::uint32_t begin, std::uint32_t end) const {
    const std::uint64_t first = vertices_[order_[begin]].sum;
    for (std::uint32_t i = begin + 1; i < end; ++i) {
      if (vertices_[order_[i]].sum != first) return false;
    }
    return true;
  }

  // Collects the hashes in [begin, end) in `few_`, if these are few.
  bool few_sums(std::uint32_t begin, std::uint32_t end) {
    constexpr std::size_t most = 4;
    few_.clear();
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint64_t sum = vertices_[order_[i]].sum;
      if (std::ranges::find(few_, sum) != few_.end()) continue;
      if (few_.size() == most) return false;
      few_.push_back(sum);
    }
    return true;
  }

  // By the hashes in `few_`, in place; a cut where they differ.
  void partition_front(std::uint32_t begin, std::uint32_t end) {
    auto part = order_.begin() + begin;
    for (const std::uint64_t sum : few_) {
      if (part != order_.begin() + begin) {
        cuts_.push_back(static_cast<std::uint32_t>(part - order_.begin()));
      }
      part = std::partition(part, order_.begin() + end, [&](std::uint32_t v) {
        return vertices_[v].sum == sum;
      });
    }
    for (std::uint32_t i = begin; i < end; ++i) vertices_[order_[i]].place = i;
  }

  // By hashes; a cut where they differ.
  void sort_front(std::uint32_t begin, std::uint32_t end) {
    if (few_sums(begin, end)) return partition_front(begin, end);
    pairs_.clear();
    pairs_.reserve(end - begin);
    for (std::uint32_t i = begin; i < end; ++i) {
      pairs_.emplace_back(vertices_[order_[i]].sum, order_[i]);
    }
    boost::sort::spreadsort::integer_sort(
        pairs_.begin(), pairs_.end(),
        [](const Hashed& p, unsigned shift) { return p.first >> shift; },
        [](const Hashed& p, const Hashed& q) { return p.first < q.first; });
    for (std::uint32_t i = begin; i < end; ++i) {
      order_[i] = pairs_[i - begin].second;
      vertices_[order_[i]].place = i;
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
    cells_[c] = {};
    for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
      const Cell part{cuts_[i], cuts_[i + 1], 0};
      if (part.size() == 1) {
        set_alone(order_[part.begin]);
        fresh_.push_back(vertices_[order_[part.begin]].cell);
      } else if (i == largest) {
        cells_[c] = part;
      } else {
        add_cell(part);
      }
    }
  }

  void add_cell(const Cell& part) {
    const auto fresh = static_cast<std::uint32_t>(cells_.size());
    cells_.push_back(part);
    for (std::uint32_t p = part.begin; p < part.end; ++p) {
      vertices_[order_[p]].cell = fresh;
    }
    fresh_.push_back(fresh);
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
        add_hits(order_[i]);
      }
      count_hits();
    }
    for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
      if (!alone_[v]) continue;
      hits_.clear();
      add_hits(v);
      count_hits();
    }
    return fresh_.empty();
  }

  void add_hits(std::uint32_t v) {
    network::poll();
    each_arc(v, [&](std::uint32_t target, std::uint32_t label) {
      hits_.emplace_back(label, target);
    });
  }

  // Those of each label for themselves.
  void count_hits() {
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

  // By the number of hits[first, last): it takes the place of the hash.
  void count(std::size_t first, std::size_t last) {
    reached_cells_.clear();
    for (std::size_t h = first; h < last; ++h) {
      if (!alone_[hits_[h].second]) ++reach(hits_[h].second);
    }
    for (const std::uint32_t c : reached_cells_) split(c);
  }

  const ArcRows& arcs_;
  std::vector<Vertex> vertices_;
  std::vector<bool> alone_;  // per vertex
  std::size_t alone_count_ = 0;
  Labels order_;  // vertices that are not alone, by cells
  std::vector<Cell> cells_;
  Labels fresh_;  // cells that split others
  Labels reached_cells_, members_, cuts_;
  using Hashed = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<Hashed> pairs_;
  std::vector<std::uint64_t> few_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hits_;
};

}  // namespace

std::vector<std::uint32_t> coarsest_stable(const ArcRows& arcs,
                                           std::vector<std::uint32_t> labels) {
  if (labels.empty()) return labels;
  if (arcs.label.empty()) {
    add_in_degrees(arcs, labels);
    // One class, and all arcs alike: as many reach each vertex.
    if (std::ranges::adjacent_find(labels, std::not_equal_to{}) ==
        labels.end()) {
      labels.assign(labels.size(), 0);
      return labels;
    }
  }
  Hashes(arcs, labels).run();
  return Stable(arcs, std::move(labels)).run();
}

}  // namespace vicinal::groupoid::inline balance_relation
