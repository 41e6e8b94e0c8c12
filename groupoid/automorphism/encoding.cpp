// SPDX-License-Identifier: MIT
// Colors are numbered in the order in which their meanings appear; the meaning
// of a vertex is a kind, the code of an item, and a label.
#include "groupoid/automorphism/encoding.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline automorphism {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

enum Kind : std::uint32_t { node_vertex, edge_vertex, label_vertex };

class Encoder {
 public:
  explicit Encoder(const Core& reduction)
      : reduction_(reduction), vertex_(reduction.core.size(), no_thing) {
    std::map<Pair, std::size_t> count;
    for (std::uint32_t p = 0; p < reduction.core.size(); ++p) {
      if (could_be_direct(p)) ++count[direct_kind(p)];
    }
    std::size_t most = 0;
    for (const auto& [kind, number] : count) {
      if (number > most) {
        most = number;
        direct_ = kind;
      }
    }
  }

  EncodedCore run() {
    const auto places = static_cast<std::uint32_t>(reduction_.core.size());
    for (std::uint32_t p = 0; p < places; ++p) {
      if (is_node(p)) vertex_[p] = add_vertex(node_vertex, p, 0);
    }
    for (std::uint32_t p = 0; p < places; ++p) {
      if (!is_node(p)) add_edge(p);
    }
    std::ranges::sort(out_.direct);
    fill_rows();
    return std::move(out_);
  }

 private:
  const std::vector<CoreDart>& darts(std::uint32_t place) const {
    return reduction_.core_darts[place];
  }
  std::uint32_t code(std::uint32_t place) const {
    return reduction_.items[reduction_.core_item[place]].code;
  }
  bool is_node(std::uint32_t place) const {
    return reduction_.core[place] < reduction_.node_count;
  }
  bool could_be_direct(std::uint32_t place) const {
    return !is_node(place) && darts(place).size() == 2 &&
           darts(place)[0].label == darts(place)[1].label;
  }
  Pair direct_kind(std::uint32_t place) const {
    return {code(place), darts(place)[0].label};
  }

  std::uint32_t add_vertex(Kind kind, std::uint32_t place,
                           std::uint32_t label) {
    network::poll();
    const auto color =
        colors_
            .try_emplace({kind, code(place), label},
                         static_cast<std::uint32_t>(colors_.size()))
            .first->second;
    out_.graph.color.push_back(color);
    out_.vertex_place.push_back(kind == label_vertex ? no_thing : place);
    return static_cast<std::uint32_t>(out_.graph.size() - 1);
  }

  void add_edge(std::uint32_t p) {
    network::poll();
    const auto vertex_of = [&](const CoreDart& dart) {
      return vertex_[reduction_.place[dart.thing]];
    };
    if (could_be_direct(p) && direct_kind(p) == direct_) {
      const std::uint32_t a = vertex_of(darts(p)[0]);
      const std::uint32_t b = vertex_of(darts(p)[1]);
      out_.direct.push_back({a, b, p});
      out_.direct.push_back({b, a, p});
      joined_.emplace_back(a, b);
      return;
    }
    auto by_label = darts(p);
    std::ranges::stable_sort(by_label, {}, &CoreDart::label);
    const std::uint32_t e = add_vertex(edge_vertex, p, by_label[0].label);
    std::uint32_t hub = e;
    for (std::size_t i = 0; i < by_label.size(); ++i) {
      if (i > 0 && by_label[i].label != by_label[i - 1].label) {
        hub = add_vertex(label_vertex, p, by_label[i].label);
        joined_.emplace_back(e, hub);
      }
      joined_.emplace_back(hub, vertex_of(by_label[i]));
    }
  }

  void fill_rows() {
    ColoredGraph& graph = out_.graph;
    graph.row.assign(graph.size() + 1, 0);
    for (const auto& [a, b] : joined_) {
      ++graph.row[a + 1];
      ++graph.row[b + 1];
    }
    for (std::size_t v = 0; v < graph.size(); ++v) {
      graph.row[v + 1] += graph.row[v];
    }
    std::vector<std::size_t> next(graph.row.begin(), graph.row.end() - 1);
    graph.neighbors.resize(graph.row.back());
    for (const auto& [a, b] : joined_) {
      graph.neighbors[next[a]++] = b;
      graph.neighbors[next[b]++] = a;
    }
  }

  const Core& reduction_;
  std::vector<std::uint32_t> vertex_;  // per place, if it has one
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> colors_;
  Pair direct_ = {no_thing, no_thing};
  std::vector<Pair> joined_;
  EncodedCore out_;
};

}  // namespace

EncodedCore encode(const Core& reduction) {
  return Encoder(reduction).run();
}

void lift(const Core& reduction, const EncodedCore& core,
          const std::vector<std::uint32_t>& image,
          const std::vector<std::uint32_t>& moved,
          std::vector<std::pair<std::uint32_t, std::uint32_t>>& things) {
  const auto map_places = [&](std::uint32_t a, std::uint32_t b) {
    map_items(reduction, reduction.core_item[a], reduction.core_item[b],
              things);
  };
  for (const std::uint32_t v : moved) {
    if (core.vertex_place[v] != no_thing) {
      map_places(core.vertex_place[v], core.vertex_place[image[v]]);
    }
    auto edge = std::ranges::lower_bound(core.direct, v, {}, &DirectEdge::from);
    for (; edge != core.direct.end() && edge->from == v; ++edge) {
      const DirectEdge target = {image[v], image[edge->to], 0};
      const auto found = std::ranges::lower_bound(core.direct, target);
      if (found->place != edge->place) map_places(edge->place, found->place);
    }
  }
}

}  // namespace vicinal::groupoid::inline automorphism
