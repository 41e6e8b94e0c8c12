// SPDX-License-Identifier: MIT
#include "fixpoint/port_symmetry.hpp"

#include <algorithm>

#include "fixpoint/footprint.hpp"

namespace vicinal::fixpoint {

using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Op;
using network::Scalar;

namespace {

class Reader {
 public:
  explicit Reader(const Instance& instance)
      : model_(*instance.model), footprint_(instance) {}

  // `inside`: of a quantifier, whose variables stand for several nodes and
  // edges at once.
  bool expr(ExprId id) {
    if (!id.valid()) return true;
    const Expr& e = model_[id];
    switch (e.op) {
      case Op::family_edge:
      case Op::dereference:
      case Op::to_reference:
      case Op::enabled:
        return false;
      case Op::port_edge:
        return fixed_node(model_.child(e, 0));
      case Op::same:
        return !bound_inside(model_.child(e, 0)) &&
               !bound_inside(model_.child(e, 1)) && children(e);
      default:
        break;
    }
    const std::size_t before = inside_.size();
    const bool good = binders(e.binders) && children(e);
    inside_.resize(before);
    return good;
  }

  // Those of the path itself: edges of port sets are singled out.
  bool level(network::Range range) {
    for (std::uint32_t b = range.begin; b < range.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::edge_family) return false;
      if (binder.domain == DomainKind::port_set && !fixed_node(binder.node)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool children(const Expr& e) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      if (!expr(model_.child(e, i))) return false;
    }
    return true;
  }

  bool binders(network::Range range) {
    for (std::uint32_t b = range.begin; b < range.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::edge_family) return false;
      if (binder.domain == DomainKind::port_set && !fixed_node(binder.node)) {
        return false;
      }
      if (!expr(binder.low) || !expr(binder.high)) return false;
      inside_.push_back(binder.slot);
    }
    return true;
  }

  bool bound_inside(ExprId id) const {
    const Expr& e = model_[id];
    if (e.op == Op::bound) {
      return std::find(inside_.begin(), inside_.end(), e.item) != inside_.end();
    }
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      if (bound_inside(model_.child(e, i))) return true;
    }
    return !e.binders.empty();
  }

  // A node that the choice alone says.
  bool fixed_node(ExprId id) {
    const Op op = model_[id].op;
    return (op == Op::bound || op == Op::family_node) && !bound_inside(id) &&
           !footprint_.reads_state(id);
  }

  const network::Model& model_;
  Footprint footprint_;
  std::vector<std::uint32_t> inside_;
};

}  // namespace

bool port_symmetric(const Instance& instance, const Path& path) {
  Reader reader(instance);
  for (const PathLevel& level : path.levels) {
    if (!reader.level(level.binders)) return false;
    for (const auto& escape : level.escapes) {
      if (!reader.expr(escape.expr)) return false;
    }
  }
  return reader.expr(path.body);
}

Darts told_apart(const Instance& instance, const Path& path,
                 std::span<const Scalar> choice,
                 const std::vector<NodeId>& nodes, NodeId n) {
  std::vector<Scalar> edges;
  std::size_t at = 0;
  for (const PathLevel& level : path.levels) {
    const bool last = &level == &path.levels.back();
    for (std::uint32_t copy = 0; copy < (last ? path.copies : 1U); ++copy) {
      for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
        const Scalar value = choice[at++];
        if (instance.model->binders[b].domain == DomainKind::port_set) {
          edges.push_back(value);
        }
      }
    }
  }
  const network::Network& network = instance.network;
  for (const NodeId other : nodes) {
    if (other == n) continue;
    for (const network::EdgeId e : network.inout(other)) {
      edges.push_back(e.value);
    }
  }
  std::sort(edges.begin(), edges.end());
  Darts out;
  const network::Range darts = network.darts(n);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    if (std::binary_search(edges.begin(), edges.end(),
                           Scalar{network.dart_edge[d].value})) {
      out.push_back(d - darts.begin);
    }
  }
  return out;
}

}  // namespace vicinal::fixpoint
