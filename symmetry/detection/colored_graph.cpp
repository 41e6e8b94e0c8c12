// SPDX-License-Identifier: MIT
// From the roots down, so that only what somebody needs has vertices.
#include "symmetry/detection/colored_graph.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline detection {

namespace {

constexpr std::uint32_t no_vertex = UINT32_MAX;

class Builder {
 public:
  Builder(const flat::Guarded& guarded, const Constraints& constraints,
          const std::vector<NodeRef>& summands)
      : guarded_(guarded), constraints_(constraints) {
    for (const NodeRef n : summands) ++often_[n];
  }

  DetectionGraph run(const std::vector<NodeRef>& roots) {
    vertex_of_.assign(constraints_.size(), no_vertex);
    out_.of_slot.assign(guarded_.slots.size(), no_vertex);
    for (std::uint32_t s = 0; s < guarded_.slots.size(); ++s) variable(s);
    for (const NodeRef root : roots) enter(root);
    // Whatever is needed stands behind what needs it.
    for (std::size_t i = 0; i < open_.size(); ++i) node(open_[i]);
    rows();
    return std::move(out_);
  }

 private:
  // Kinds of vertices, by what tells them apart.
  using Color = std::tuple<int, int, Scalar, Scalar, Scalar>;

  std::uint32_t add(const Vertex& vertex, const Color& color) {
    network::poll();
    const auto id = static_cast<std::uint32_t>(out_.vertices.size());
    out_.vertices.push_back(vertex);
    colors_.push_back(color);
    return id;
  }

  void join(std::uint32_t a, std::uint32_t b) { edges_.emplace_back(a, b); }

  // One with a single value is a constant.
  void variable(std::uint32_t s) {
    const auto& values = constraints_.domains().values[s];
    if (values.size() == 1) return;
    const flat::Slot& slot = guarded_.slots[s];
    const Scalar initial = values.empty() && slot.initial ? *slot.initial + 1
                           : values.empty()               ? -1
                                                          : 0;
    const int sort = slot.truth ? -2
                     : slot.enumeration.valid()
                         ? static_cast<int>(slot.enumeration.value)
                         : -1;
    out_.of_slot[s] =
        add({Vertex::Role::variable, s, {}},
            {0, sort, slot.bounds.low, slot.bounds.high, initial});
  }

  std::uint32_t enter(NodeRef n) {
    std::uint32_t& at = vertex_of_[n.index()];
    if (at != no_vertex) return at;
    const ConstraintNode& node = constraints_[n];
    const int kind = static_cast<int>(node.kind);
    Color color{1, kind, node.height, node.tag, 0};
    if (node.kind == Kind::literal) {
      const bool initial = guarded_.slots[node.slot].initial == node.tag;
      const bool anchored = constraints_.anchored(node.slot);
      color = {1, kind, initial ? 1 : 0, anchored ? 1 : 0,
               anchored ? node.tag : 0};
    } else if (node.kind == Kind::summand) {
      std::get<4>(color) = often_[n];
    } else if (node.kind == Kind::next) {
      std::get<3>(color) = 0;
    }
    at = add({Vertex::Role::node, node.slot, n}, color);
    open_.push_back(n);
    return at;
  }

  void node(NodeRef n) {
    const ConstraintNode& node = constraints_[n];
    const std::uint32_t at = vertex_of_[n.index()];
    if (node.slot != no_vertex && out_.of_slot[node.slot] != no_vertex &&
        node.kind != Kind::next && node.kind != Kind::among) {
      join(at, out_.of_slot[node.slot]);
    }
    for (const auto& [role, child] : node.children) {
      const ConstraintNode& of = constraints_[child];
      // What always holds, or never: one color says it.
      if (of.kind == Kind::constant && of.tag == 0 && role == 1) continue;
      std::uint32_t from = at;
      if (role != 0) {
        from = add({Vertex::Role::role, no_vertex, n},
                   {2, static_cast<int>(node.kind), node.height, role, 0});
        join(at, from);
      }
      join(from, enter(child));
    }
    for (const auto& row : node.rows) {
      const std::uint32_t r =
          add({Vertex::Role::row, no_vertex, n},
              {3, static_cast<int>(node.kind), node.height, 0, 0});
      join(at, r);
      for (const NodeRef member : row) join(r, enter(member));
    }
  }

  void rows() {
    groupoid::ColoredGraph& g = out_.graph;
    std::map<Color, std::uint32_t> numbers;
    for (const Color& c : colors_) numbers.emplace(c, 0);
    std::uint32_t next = 0;
    for (auto& [color, number] : numbers) number = next++;
    for (const Color& c : colors_) g.color.push_back(numbers[c]);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;
    for (const auto& [a, b] : edges_) {
      arcs.emplace_back(a, b);
      arcs.emplace_back(b, a);
    }
    std::ranges::sort(arcs);
    arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    out_.edges = arcs.size() / 2;
    g.row.assign(g.size() + 1, 0);
    for (const auto& [a, b] : arcs) {
      ++g.row[a + 1];
      g.neighbors.push_back(b);
    }
    for (std::size_t v = 0; v < g.size(); ++v) g.row[v + 1] += g.row[v];
  }

  const flat::Guarded& guarded_;
  const Constraints& constraints_;
  DetectionGraph out_;
  std::map<NodeRef, Scalar> often_;
  std::vector<std::uint32_t> vertex_of_;  // per node
  std::vector<NodeRef> open_;
  std::vector<Color> colors_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

}  // namespace

DetectionGraph colored_graph(const flat::Guarded& guarded,
                             const Constraints& constraints,
                             const std::vector<NodeRef>& roots,
                             const std::vector<NodeRef>& summands) {
  return Builder(guarded, constraints, summands).run(roots);
}

}  // namespace vicinal::symmetry::inline detection
