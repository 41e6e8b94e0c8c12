// SPDX-License-Identifier: MIT
// Peeling and merging, in rounds, until nothing changes:
//
//   peel   things with one connection fold into what they are connected to;
//          all at once, so that no choice among equals is made. Of a node and
//          an edge left with each other, the edge folds into the node.
//   merge  things of one code with the same connections become one item
//
// Either keeps the invariant: every automorphism of the network maps items to
// items of the same code, and every automorphism of the graph of items that
// keeps codes and labels comes from one of the network. Codes are numbered as
// they appear; equal means isomorphic.
#include "groupoid/automorphism/core.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline automorphism {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

// Labels of children that no dart connects.
constexpr std::uint32_t merged = UINT32_MAX;           // members of one item
constexpr std::uint32_t folded_into = UINT32_MAX - 1;  // what the rest hangs on

// Stopping early is sound: the core is larger, that is all.
constexpr int round_limit = 16;

class Reducer {
 public:
  explicit Reducer(const Network& network) : network_(network) {
    out_.node_count = network.node_count();
    things_ = network.node_count() + network.edge_count();
    connect();
    alive_.assign(things_, true);
    pending_.resize(things_);
    for (std::size_t t = 0; t < things_; ++t) {
      network::poll();
      const bool is_edge = t >= out_.node_count;
      const std::uint32_t color = is_edge
                                      ? network.edge_color[t - out_.node_count]
                                      : network.node_color[t];
      item_.push_back(add_item(static_cast<std::uint32_t>(t), {},
                               {is_edge ? 1U : 0U, color}));
    }
  }

  Core run() {
    merge(edges(), &out_.equal_edges);
    for (int round = 0; round < round_limit; ++round) {
      bool changed = peel();
      fold_all();
      if (merge(nodes(), nullptr)) changed = true;
      // Last, so that no two equal edges are in the core.
      if (merge(edges(), nullptr)) changed = true;
      if (!changed) break;
    }
    fold_all();
    finish();
    return std::move(out_);
  }

 private:
  network::Range nodes() const {
    return {0, static_cast<std::uint32_t>(out_.node_count)};
  }
  network::Range edges() const {
    return {static_cast<std::uint32_t>(out_.node_count),
            static_cast<std::uint32_t>(things_)};
  }

  // Rows of darts, ascending by thing; labels are numbers of (port,
  // direction), since both together would not fit.
  void connect() {
    std::map<Pair, std::uint32_t> labels;
    begin_.assign(things_ + 1, 0);
    const auto thing = [&](network::EdgeId e) {
      return static_cast<std::uint32_t>(out_.node_count + e.index());
    };
    for (std::size_t d = 0; d < network_.dart_count(); ++d) {
      ++begin_[network_.dart_node[d].index() + 1];
      ++begin_[thing(network_.dart_edge[d]) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    darts_.resize(begin_.back());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t d = 0; d < network_.dart_count(); ++d) {
      network::poll();
      const std::uint32_t n = network_.dart_node[d].value;
      const std::uint32_t e = thing(network_.dart_edge[d]);
      const std::uint32_t port = network_.has_ports ? network_.dart_port[d] : 0;
      const std::uint32_t label =
          labels
              .try_emplace({port, network_.dart_direction[d]},
                           static_cast<std::uint32_t>(labels.size()))
              .first->second;
      darts_[next[n]++] = {e, label};
      darts_[next[e]++] = {n, label};
    }
    degree_.resize(things_);
    for (std::size_t t = 0; t < things_; ++t) {
      network::poll();
      degree_[t] = static_cast<std::uint32_t>(begin_[t + 1] - begin_[t]);
      std::ranges::sort(row(t), {}, &CoreDart::thing);
    }
  }

  // The first `degree_` of a row are alive after `compact`.
  std::span<CoreDart> row(std::size_t t) {
    return std::span(darts_).subspan(begin_[t], degree_[t]);
  }
  void compact() {
    for (std::size_t t = 0; t < things_; ++t) {
      network::poll();
      if (!alive_[t]) continue;
      std::size_t kept = begin_[t];
      for (std::size_t d = begin_[t]; kept < begin_[t] + degree_[t]; ++d) {
        if (alive_[darts_[d].thing]) darts_[kept++] = darts_[d];
      }
    }
  }

  std::uint32_t add_item(std::uint32_t thing, std::vector<Pair> children,
                         const std::vector<std::uint32_t>& key) {
    const auto code =
        codes_.try_emplace(key, static_cast<std::uint32_t>(codes_.size()))
            .first->second;
    out_.items.push_back({thing, code, std::move(children)});
    return static_cast<std::uint32_t>(out_.items.size() - 1);
  }

  // An item of its children only. Its code: each kind of child, and how often.
  std::uint32_t add_item(std::vector<Pair> children) {
    const auto kind = [&](const Pair& child) {
      return Pair{child.first, out_.items[child.second].code};
    };
    std::ranges::sort(children, [&](const Pair& a, const Pair& b) {
      return std::pair(kind(a), a.second) < std::pair(kind(b), b.second);
    });
    std::vector<std::uint32_t> key = {2};
    for (std::size_t i = 0, j = 0; i < children.size(); i = j) {
      while (j < children.size() && kind(children[i]) == kind(children[j])) ++j;
      key.push_back(children[i].first);
      key.push_back(kind(children[i]).second);
      key.push_back(static_cast<std::uint32_t>(j - i));
    }
    return add_item(no_thing, std::move(children), key);
  }

  // What has been folded into a thing becomes part of its item.
  void fold(std::uint32_t t) {
    if (pending_[t].empty()) return;
    pending_[t].emplace_back(folded_into, item_[t]);
    item_[t] = add_item(std::exchange(pending_[t], {}));
  }
  void fold_all() {
    for (std::uint32_t t = 0; t < things_; ++t) {
      network::poll();
      if (alive_[t]) fold(t);
    }
  }

  // Layer by layer, from the outside.
  bool peel() {
    std::vector<std::uint32_t> layer, next;
    for (std::uint32_t t = 0; t < things_; ++t) {
      if (alive_[t] && degree_[t] == 1) layer.push_back(t);
    }
    const bool changed = !layer.empty();
    for (; !layer.empty(); layer = std::exchange(next, {})) {
      std::ranges::sort(layer, std::greater());  // edges first
      for (const std::uint32_t t : layer) {
        network::poll();
        if (degree_[t] != 1) continue;  // its edge has just folded into it
        std::size_t d = begin_[t];
        while (!alive_[darts_[d].thing]) ++d;
        const CoreDart up = darts_[d];
        fold(t);
        pending_[up.thing].emplace_back(up.label, item_[t]);
        alive_[t] = false;
        if (--degree_[up.thing] == 1) next.push_back(up.thing);
      }
    }
    return changed;
  }

  // Among the things of a range, all of one kind. Codes must be final.
  bool merge(network::Range range,
             std::map<std::uint32_t, std::uint64_t>* groups) {
    compact();
    std::vector<SameCode> all;
    for (std::uint32_t t = range.begin; t < range.end; ++t) {
      if (!alive_[t]) continue;
      std::uint64_t hash = 0;
      for (const CoreDart& dart : row(t)) {
        hash = (hash ^ dart.thing) * 0x9E3779B97F4A7C15U;
        hash = (hash ^ (hash >> 29) ^ dart.label) * 0xBF58476D1CE4E5B9U;
      }
      all.push_back({out_.items[item_[t]].code, hash, t});
    }
    std::ranges::sort(all, [&](const SameCode& a, const SameCode& b) {
      const auto order = compare(a, b);
      return order != 0 ? order < 0 : a.thing < b.thing;
    });
    bool changed = false;
    for (std::size_t i = 0, j = 0; i < all.size(); i = j) {
      std::vector<Pair> children;
      for (; j < all.size() && compare(all[i], all[j]) == 0; ++j) {
        children.emplace_back(merged, item_[all[j].thing]);
        if (j > i) remove(all[j].thing);
      }
      if (j - i == 1) continue;
      changed = true;
      if (groups) ++(*groups)[static_cast<std::uint32_t>(j - i)];
      item_[all[i].thing] = add_item(std::move(children));
    }
    return changed;
  }

  struct SameCode {
    std::uint32_t code;
    std::uint64_t hash;
    std::uint32_t thing;
  };

  // 0: same code, same connections. Rows are compacted, and stay as they are
  // while things of the same kind are removed.
  int compare(const SameCode& a, const SameCode& b) {
    network::poll();
    if (a.code != b.code) return a.code < b.code ? -1 : 1;
    if (a.hash != b.hash) return a.hash < b.hash ? -1 : 1;
    const auto x = row(a.thing), y = row(b.thing);
    const auto order = std::lexicographical_compare_three_way(
        x.begin(), x.end(), y.begin(), y.end(),
        [](const CoreDart& p, const CoreDart& q) {
          return Pair(p.thing, p.label) <=> Pair(q.thing, q.label);
        });
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }

  void remove(std::uint32_t t) {
    alive_[t] = false;
    for (const CoreDart& dart : row(t)) --degree_[dart.thing];
  }

  void finish() {
    compact();
    std::vector<Pair> alone;
    out_.place.assign(things_, no_thing);
    for (std::uint32_t t = 0; t < things_; ++t) {
      network::poll();
      if (!alive_[t]) continue;
      if (degree_[t] == 0) {
        alone.emplace_back(merged, item_[t]);
        continue;
      }
      out_.place[t] = static_cast<std::uint32_t>(out_.core.size());
      out_.core.push_back(t);
      out_.core_item.push_back(item_[t]);
      out_.core_darts.emplace_back(row(t).begin(), row(t).end());
    }
    out_.root = add_item(std::move(alone));
  }

  const Network& network_;
  Core out_;
  std::size_t things_ = 0;
  std::map<std::vector<std::uint32_t>, std::uint32_t> codes_;
  // Per thing: first dart, how many are alive, whether it is itself, its item,
  // and what has been folded into it since that item was made.
  std::vector<std::size_t> begin_;
  std::vector<CoreDart> darts_;
  std::vector<std::uint32_t> degree_, item_;
  std::vector<bool> alive_;
  std::vector<std::vector<Pair>> pending_;
};

}  // namespace

Core reduce(const Network& network) {
  return Reducer(network).run();
}

void map_items(const Core& reduction, std::uint32_t from, std::uint32_t to,
               std::vector<std::pair<std::uint32_t, std::uint32_t>>& images) {
  std::vector<Pair> stack = {{from, to}};
  while (!stack.empty()) {
    const Item& a = reduction.items[stack.back().first];
    const Item& b = reduction.items[stack.back().second];
    stack.pop_back();
    if (a.thing != no_thing) images.emplace_back(a.thing, b.thing);
    for (std::size_t i = 0; i < a.children.size(); ++i) {
      stack.emplace_back(a.children[i].second, b.children[i].second);
    }
  }
}

}  // namespace vicinal::groupoid::inline automorphism
