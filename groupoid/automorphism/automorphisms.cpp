// SPDX-License-Identifier: MIT
// The group is put together from three sources, each with generators and a
// factor of the order:
//
//   items   k equal children of an item: k!, and k - 1 swaps
//   parts   of the core without what color refinement shows to be fixed, each
//           on its own: what nauty finds
//   copies  k isomorphic parts: k!, and k - 1 swaps
//
// What is inside equal things is generated once: swaps carry it to the others.
#include "groupoid/automorphism/automorphisms.hpp"

#include <algorithm>
#include <new>
#include <numeric>

#include "groupoid/automorphism/core.hpp"
#include "groupoid/automorphism/encoding.hpp"
#include "groupoid/automorphism/graph_group.hpp"
#include "groupoid/automorphism/group_order.hpp"
#include "groupoid/automorphism/search.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline automorphism {

namespace {

using network::EdgeId;
using network::NodeId;
using Pair = std::pair<std::uint32_t, std::uint32_t>;
using Words = std::vector<std::uint32_t>;

// What a thing moved by a generator costs: the memory to hold it.
constexpr std::uint64_t work_per_move = 50;

class Collector {
 public:
  Collector(const Network& network, const AutomorphismLimits& limits)
      : network_(network),
        limits_(limits),
        budget_{limits.vertices, limits.work},
        reduction_(reduce(network)) {}

  Automorphisms run() {
    inside(reduction_.root, true);
    if (!core() || exhausted_) return {};
    const auto order = order_.decimal(limits_.digits);
    if (!order) return {};
    out_.order = out_.node_order = *order;
    if (!reduction_.equal_edges.empty()) {
      for (const auto& [k, groups] : reduction_.equal_edges) {
        order_.divide_factorial(k, groups);
      }
      out_.node_order = *order_.decimal(limits_.digits);
    }
    orbits();
    out_.computed = true;
    return std::move(out_);
  }

 private:
  // The automorphisms inside an item.
  void inside(std::uint32_t root, bool generate) {
    struct Visit {
      std::uint32_t item;
      std::uint64_t copies;
    };
    std::vector<Visit> stack = {{root, 1}};
    while (!stack.empty()) {
      network::poll();
      const auto [item, copies] = stack.back();
      stack.pop_back();
      const auto& children = reduction_.items[item].children;
      const auto kind = [&](const Pair& child) {
        return Pair{child.first, reduction_.items[child.second].code};
      };
      for (std::size_t i = 0, j = 0; i < children.size(); i = j) {
        while (++j < children.size() &&
               kind(children[j]) == kind(children[i])) {
          if (!generate) continue;
          images_.clear();
          map_items(reduction_, children[j - 1].second, children[j].second,
                    images_);
          swap_images();
          add_generator();
        }
        const auto size = static_cast<std::uint32_t>(j - i);
        order_.multiply_factorial(size, copies);
        stack.push_back({children[i].second, copies * size});
      }
    }
  }

  // `images_` and the same backwards: two items exchanged.
  void swap_images() {
    const std::size_t size = images_.size();
    for (std::size_t i = 0; i < size; ++i) {
      images_.emplace_back(images_[i].second, images_[i].first);
    }
  }

  bool core() {
    core_ = encode(reduction_);
    image_.resize(core_.graph.size());
    std::iota(image_.begin(), image_.end(), 0U);
    const GraphGroup found =
        graph_group(core_.graph, budget_, [&](const std::vector<Pair>& moves) {
          Words moved;
          for (const auto& [v, w] : moves) {
            moved.push_back(v);
            image_[v] = w;
          }
          add_lifted(moved);
          return !exhausted_;
        });
    if (!found.complete) return false;
    for (const std::uint32_t index : found.indices) order_.multiply(index);
    inside_core(found.copied);
    return !exhausted_;
  }

  void inside_core(const std::vector<bool>& copied) {
    for (std::size_t v = 0; v < core_.vertex_place.size(); ++v) {
      const std::uint32_t place = core_.vertex_place[v];
      if (place != no_thing) inside(reduction_.core_item[place], !copied[v]);
    }
    for (const DirectEdge& edge : core_.direct) {
      if (edge.from > edge.to) continue;  // the same again
      inside(reduction_.core_item[edge.place],
             !copied[edge.from] && !copied[edge.to]);
    }
  }

  // `image_` moves these; afterwards it is the identity again.
  void add_lifted(const Words& moved) {
    images_.clear();
    lift(reduction_, core_, image_, moved, images_);
    add_generator();
    for (const std::uint32_t v : moved) image_[v] = v;
  }

  // From `images_`: things and where they go; some may stay, some be repeated.
  void add_generator() {
    std::erase_if(images_, [](const Pair& p) { return p.first == p.second; });
    std::ranges::sort(images_);
    const auto repeated = std::ranges::unique(images_);
    images_.erase(repeated.begin(), repeated.end());

    const std::uint64_t cost = images_.size() * work_per_move;
    if (cost > budget_.work) exhausted_ = true;
    budget_.work -= std::min(cost, budget_.work);
    if (exhausted_) return;

    Automorphism generator;
    std::vector<bool> seen(images_.size(), false);
    for (std::size_t i = 0; i < images_.size(); ++i) {
      if (seen[i]) continue;
      Words cycle;
      for (std::size_t j = i; !seen[j];) {
        seen[j] = true;
        cycle.push_back(images_[j].first);
        j = static_cast<std::size_t>(
            std::ranges::lower_bound(images_, Pair(images_[j].second, 0)) -
            images_.begin());
      }
      if (cycle[0] < reduction_.node_count) {
        auto& nodes = generator.node_cycles.emplace_back();
        for (const std::uint32_t t : cycle) nodes.emplace_back(t);
      } else {
        auto& edges = generator.edge_cycles.emplace_back();
        for (const std::uint32_t t : cycle) {
          edges.emplace_back(t - reduction_.node_count);
        }
      }
    }
    if (generator.node_cycles.empty()) ++out_.edge_generators;
    out_.generators.push_back(std::move(generator));
  }

  static std::uint32_t find(Words& parent, std::uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
  }
  template <class Id>
  static void join(Words& parent, const std::vector<std::vector<Id>>& cycles) {
    for (const auto& cycle : cycles) {
      for (const Id id : cycle) {
        const std::uint32_t a = find(parent, cycle[0].value);
        const std::uint32_t b = find(parent, id.value);
        parent[std::max(a, b)] = std::min(a, b);
      }
    }
  }
  void orbits() {
    out_.orbit_of.resize(network_.node_count());
    out_.edge_orbit_of.resize(network_.edge_count());
    for (Words* orbit : {&out_.orbit_of, &out_.edge_orbit_of}) {
      std::iota(orbit->begin(), orbit->end(), 0U);
    }
    for (const Automorphism& generator : out_.generators) {
      join(out_.orbit_of, generator.node_cycles);
      join(out_.edge_orbit_of, generator.edge_cycles);
    }
    for (Words* orbit : {&out_.orbit_of, &out_.edge_orbit_of}) {
      for (std::uint32_t x = 0; x < orbit->size(); ++x) {
        (*orbit)[x] = find(*orbit, x);
      }
    }
  }

  const Network& network_;
  const AutomorphismLimits& limits_;
  SearchBudget budget_;
  Core reduction_;
  GroupOrder order_;
  Automorphisms out_;
  EncodedCore core_;
  Words image_;               // of vertices of the core
  std::vector<Pair> images_;  // of things
  bool exhausted_ = false;
};

template <class Id>
std::vector<Id> images(const std::vector<std::vector<Id>>& cycles,
                       std::size_t count) {
  std::vector<Id> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.emplace_back(i);
  for (const auto& cycle : cycles) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      result[cycle[i].index()] = cycle[(i + 1) % cycle.size()];
    }
  }
  return result;
}

}  // namespace

std::vector<NodeId> Automorphism::node_images(std::size_t node_count) const {
  return images(node_cycles, node_count);
}

std::vector<EdgeId> Automorphism::edge_images(std::size_t edge_count) const {
  return images(edge_cycles, edge_count);
}

Automorphisms automorphisms(const Network& network,
                            const AutomorphismLimits& limits) {
  try {
    return Collector(network, limits).run();
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace vicinal::groupoid::inline automorphism
