// SPDX-License-Identifier: MIT
// Soundness, of `port_symmetric`: theta(n) is closed under the vertex group of
// n. An element that fixes the darts in told_apart changes no edge that another
// node of the view sees, so it takes joint states to joint states. If the path
// reads edges at single ports and by quantifiers over whole port sets only, its
// value does not change. So one state per orbit of the stabilizer decides.
//
// Of `choice_symmetric`: equal keys give for each node an element of its group
// that takes the marked darts of one choice to those of the other, all at once;
// applied together they take joint states to joint states. Both are decided by
// form. An expression that is not known to be harmless is refused: `enabled`,
// references, members by index, edges compared inside of quantifiers, sums
// whose order may show.
#include "fixpoint/implication/port_symmetry.hpp"

#include <algorithm>

#include "fixpoint/views/footprint.hpp"
#include "fixpoint/views/sum_order.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline implication {

using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Op;
using network::Scalar;

namespace {

class SymmetryReader {
 public:
  explicit SymmetryReader(const Instance& instance)
      : instance_(instance), model_(*instance.model), footprint_(instance) {}

  // `inside`: of a quantifier, whose variables stand for several nodes and
  // edges at once.
  bool expr(ExprId id) {
    if (!id.valid()) return true;
    const Expr& e = model_[id];
    if (order_may_show(instance_, e)) return false;
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

  // Whether e names no node but those that are bound, and looks at no others.
  bool names_nobody(ExprId id) const {
    const auto over_ports = [&](const Expr& e) {
      return !network::any_binder(model_, e.binders, [](const Binder& b) {
        return b.domain != DomainKind::port_set;
      });
    };
    return network::every(model_, id, [&](const Expr& e) {
      const bool by_node =
          e.op == Op::element && model_[model_[model_.child(e, 1)].type].kind ==
                                     network::TypeKind::node;
      return e.op != Op::family_node && e.op != Op::node_index && !by_node &&
             model_[e.type].kind != network::TypeKind::reference &&
             over_ports(e) && !order_may_show(instance_, e);
    });
  }

  bool binds_by_form(network::Range range) const {
    for (std::uint32_t b = range.begin; b < range.end; ++b) {
      const Binder& binder = model_.binders[b];
      const bool node = binder.domain == DomainKind::node_family ||
                        binder.domain == DomainKind::process;
      const bool edge = binder.domain == DomainKind::port_set &&
                        model_[binder.node].op == Op::bound;
      if (!node && !edge) return false;
    }
    return true;
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
    return network::any(model_, id, [&](const Expr& e) {
      const bool inside =
          e.op == Op::bound &&
          std::find(inside_.begin(), inside_.end(), e.item) != inside_.end();
      return inside || !e.binders.empty();
    });
  }

  // A node that the choice alone says.
  bool fixed_node(ExprId id) {
    const Op op = model_[id].op;
    return (op == Op::bound || op == Op::family_node) && !bound_inside(id) &&
           !footprint_.reads_state(id);
  }

  const Instance& instance_;
  const network::Model& model_;
  Footprint footprint_;
  std::vector<std::uint32_t> inside_;
};

}  // namespace

bool port_symmetric(const Instance& instance, const Path& path) {
  SymmetryReader reader(instance);
  for (const PathLevel& level : path.levels) {
    if (!reader.level(level.binders)) return false;
    for (const auto& escape : level.escapes) {
      if (!reader.expr(escape.expr)) return false;
    }
  }
  return reader.expr(path.body);
}

bool choice_symmetric(const Instance& instance, const Path& path) {
  const SymmetryReader reader(instance);
  for (const PathLevel& level : path.levels) {
    if (!reader.binds_by_form(level.binders)) return false;
    for (const auto& escape : level.escapes) {
      if (!reader.names_nobody(escape.expr)) return false;
    }
  }
  return reader.names_nobody(path.body);
}

namespace {

// Per value of a choice: the binder that it belongs to.
std::vector<const Binder*> binders_of(const Instance& instance,
                                      const Path& path) {
  std::vector<const Binder*> out;
  for (const PathLevel& level : path.levels) {
    const bool last = &level == &path.levels.back();
    for (std::uint32_t copy = 0; copy < (last ? path.copies : 1U); ++copy) {
      for (std::uint32_t b = level.binders.begin; b < level.binders.end; ++b) {
        out.push_back(&instance.model->binders[b]);
      }
    }
  }
  return out;
}

}  // namespace

Darts told_apart(const Instance& instance, const Path& path,
                 std::span<const Scalar> choice,
                 const std::vector<NodeId>& nodes, NodeId n) {
  std::vector<Scalar> edges;
  const auto binders = binders_of(instance, path);
  for (std::size_t i = 0; i < binders.size(); ++i) {
    if (binders[i]->domain == DomainKind::port_set) edges.push_back(choice[i]);
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

namespace {

using Numbers = std::vector<std::uint32_t>;

// Tuples of darts of a node up to its vertex group: equal keys, same orbit.
class DartKeys {
 public:
  DartKeys(const SingleInvariant& invariant, NodeId n) {
    const Reduction& reduction = *invariant.reduction;
    const auto& set = invariant.orbit_sets[reduction.classes().class_of(n)];
    if (set == nullptr) return;
    orbits_ = set->orbits.get();
    const Darts darts = reduction.darts(n);
    position_.resize(darts.size());
    for (std::uint32_t d = 0; d < darts.size(); ++d) position_[darts[d]] = d;
  }

  Numbers operator()(Darts darts) const {
    if (orbits_ == nullptr) return darts;
    for (std::uint32_t& d : darts) d = position_.empty() ? d : position_[d];
    return orbits_->tuple_key(darts);
  }

 private:
  const Orbits* orbits_ = nullptr;
  Darts position_;  // empty: as it is
};

void append(Numbers& out, const Numbers& more) {
  out.push_back(static_cast<std::uint32_t>(more.size()));
  out.insert(out.end(), more.begin(), more.end());
}

// An edge by itself: which values of the choice it is, and where it lies.
struct SeenEdge {
  Numbers form;
  Darts darts;  // per node; UINT32_MAX: none
  auto operator<=>(const SeenEdge&) const = default;
};

SeenEdge seen_edge(const network::Network& network, network::EdgeId e,
                   const std::vector<const Binder*>& binders,
                   std::span<const Scalar> choice,
                   const std::vector<NodeId>& nodes,
                   const std::vector<DartKeys>& dart_keys) {
  SeenEdge edge;
  for (std::size_t i = 0; i < binders.size(); ++i) {
    edge.form.push_back(binders[i]->domain == DomainKind::port_set &&
                        choice[i] == e.value);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    edge.darts.push_back(UINT32_MAX);
    for (const network::DartId d : network.darts(e)) {
      if (network.dart_node[d.index()] != nodes[i]) continue;
      edge.darts.back() = d.value - network.darts(nodes[i]).begin;
    }
    append(edge.form, edge.darts.back() == UINT32_MAX
                          ? Numbers()
                          : dart_keys[i]({edge.darts.back()}));
  }
  return edge;
}

}  // namespace

Numbers choice_key(const Instance& instance, const SingleInvariant& invariant,
                   const Numbers& kind_of, const Path& path,
                   std::span<const Scalar> choice,
                   const std::vector<NodeId>& nodes) {
  const network::Network& network = instance.network;
  const auto binders = binders_of(instance, path);
  std::vector<NodeId> all = nodes;
  Numbers key = {static_cast<std::uint32_t>(nodes.size())};
  for (std::size_t i = 0; i < binders.size(); ++i) {
    if (binders[i]->domain == DomainKind::port_set) continue;
    const NodeId n(static_cast<std::size_t>(choice[i]));
    const auto at = std::find(all.begin(), all.end(), n);
    key.push_back(static_cast<std::uint32_t>(at - all.begin()));
    if (at == all.end()) all.push_back(n);
  }
  std::vector<network::EdgeId> edges;
  std::vector<DartKeys> dart_keys;
  for (const NodeId n : all) {
    key.push_back(kind_of[n.index()]);
    key.push_back(network.inout(n).empty() ? 0 : 1);
    dart_keys.emplace_back(invariant, n);
    for (const std::uint32_t d : told_apart(instance, path, choice, all, n)) {
      edges.push_back(network.inout(n)[d]);
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  // Each edge by itself.
  std::vector<SeenEdge> list;
  for (const network::EdgeId e : edges) {
    list.push_back(seen_edge(network, e, binders, choice, all, dart_keys));
  }
  // Then all of them together, as each node has them.
  std::sort(list.begin(), list.end());
  for (const SeenEdge& edge : list) append(key, edge.form);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Darts darts;
    for (const SeenEdge& edge : list) {
      if (edge.darts[i] != UINT32_MAX) darts.push_back(edge.darts[i]);
    }
    append(key, dart_keys[i](darts));
  }
  return key;
}

}  // namespace vicinal::fixpoint::inline implication
