// SPDX-License-Identifier: MIT
// Every expression gets the shape of its value, from below. Whatever is not
// known to treat numbers alike takes them for numbers.
#include "symmetry/detection/discipline.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "symmetry/detection/loop_order.hpp"

namespace vicinal::symmetry::inline detection {

using network::Binder;
using network::Bounds;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Model;
using network::Op;
using network::Range;
using network::Scalar;
using network::Span;
using network::TypeId;
using network::TypeKind;

namespace {

class Discipline {
 public:
  Discipline(const Instance& instance, SortedModel& out)
      : instance_(instance),
        model_(*instance.model),
        out_(out),
        sorts_(out.sorts),
        shapes_(out.shapes),
        shape_(model_.exprs.size()),
        bound_(slots(), Shapes::number) {
    out_.binders.assign(model_.binders.size(), ScalarSorts::number);
  }

  void run(const std::vector<std::size_t>& asked) {
    families();
    variables();
    network();
    for (const ExprId e : model_.inits) value(e);
    for (const std::size_t p : asked) value(model_.properties[p].formula);
    for (const auto& p : model_.processes) {
      for (const auto& a : p.actions) action(a);
    }
    for (const auto& r : model_.rules) action(r);
  }

 private:
  std::size_t slots() const {
    std::size_t most = model_.frame;
    for (const Binder& b : model_.binders) {
      most = std::max<std::size_t>(most, b.slot);
    }
    return most + 1;
  }

  // ---- declarations --------------------------------------------------------

  static Bounds up_to(std::uint64_t size) {
    return {0, static_cast<Scalar>(size) - 1};
  }

  std::uint32_t next_name() { return names_++; }

  void families() {
    for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
      const auto& family = model_.node_families[f];
      const ScalarSort s = sorts_.add(up_to(instance_.node_families[f].count));
      sorts_.name(s, next_name(), family.name);
      out_.families.push_back(s);
      for (const ExprId a : family.arguments) {
        if (reads_index(a)) sorts_.mark(s, model_[a].span);
      }
    }
    for (const auto& e : model_.enums) {
      out_.enumerations.push_back(sorts_.add(up_to(e.constants.size())));
      sorts_.name(out_.enumerations.back(), next_name(), e.name);
    }
    constants();
    for (const auto& size : instance_.edge_families) {
      out_.edges.push_back(dimensions(size));
    }
    for (const auto& size : instance_.shared_sizes) {
      out_.shared.push_back(dimensions(size));
    }
  }

  // Those of a node are what they are.
  void constants() {
    for (const auto& p : model_.processes) {
      for (const auto& c : p.constants) {
        const network::Type& type = model_[c.type];
        if (type.kind != TypeKind::enumeration) continue;
        sorts_.mark(out_.enumerations[type.enumeration.index()], p.span);
      }
    }
  }

  std::vector<ScalarSort> dimensions(const network::FamilySize& size) {
    std::vector<ScalarSort> result;
    for (const std::uint32_t d : size.dimensions) {
      result.push_back(sorts_.add(up_to(d)));
    }
    return result;
  }

  bool reads_index(ExprId e) const {
    return network::any(model_, e,
                        [](const Expr& x) { return x.op == Op::bound; });
  }

  void mark_all(const std::vector<ScalarSort>& sorts, Span span) {
    for (const ScalarSort s : sorts) sorts_.mark(s, span);
  }

  void variables() {
    for (const auto& p : model_.processes) {
      auto& shapes = out_.variables.emplace_back();
      for (const auto& v : p.variables) {
        shapes.push_back(shapes_.of(v.type, false));
        queues(v.type, v.span, false);
        start(shapes.back(), v.initial);
      }
    }
    for (std::size_t e = 0; e < model_.edge_families.size(); ++e) {
      const auto& family = model_.edge_families[e];
      queues(family.type, family.span, false);
      start(shapes_.of(family.type, true), family.initial);
      if (reads_index(family.initial)) {
        mark_all(out_.edges[e], model_[family.initial].span);
      }
    }
    for (std::size_t s = 0; s < model_.shared.size(); ++s) {
      const auto& variable = model_.shared[s];
      out_.shared_values.push_back(shapes_.of(variable.type, false));
      queues(variable.type, variable.span, false);
      start(out_.shared_values.back(), variable.initial);
      if (reads_index(variable.initial)) {
        mark_all(out_.shared[s], model_[variable.initial].span);
      }
    }
  }

  void start(ShapeId of, ExprId initial) {
    if (!initial.valid()) return;
    bound_[0] = Shapes::number;  // `index`
    shapes_.join(of, value(initial), model_[initial].span);
  }

  // What is beyond the length of a queue is zero, which no permutation moves.
  void queues(TypeId id, Span span, bool inside) {
    network::poll();
    const network::Type& type = model_[id];
    switch (type.kind) {
      case TypeKind::structure:
        for (const auto& f : model_.structs[type.structure.index()].fields) {
          queues(f.type, span, inside);
        }
        return;
      case TypeKind::node_array:
        if (inside) sorts_.mark(out_.families[type.family.index()], span);
        [[fallthrough]];
      case TypeKind::array:
        return queues(type.element, span, inside);
      case TypeKind::queue:
        return queues(type.element, span, true);
      case TypeKind::enumeration:
        if (inside) {
          sorts_.mark(out_.enumerations[type.enumeration.index()], span);
        }
        return;
      case TypeKind::reference:
        if (inside) sorts_.mark(out_.families[type.family.index()], span);
        return;
      default:
        return;
    }
  }

  // ---- the network ---------------------------------------------------------

  void network() {
    if (model_.has_network &&
        model_.network_kind != network::ast::NetworkKind::block) {
      // Its edges are what they are.
      mark_all(out_.families, model_.network_span);
    }
    for (const std::uint32_t c : model_.network_body) connection(c);
  }

  void connection(std::uint32_t id) {
    network::poll();
    const network::Connection& c = model_.connections[id];
    for (std::uint32_t b = c.binders.begin; b < c.binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      const auto all = range_of(binder);
      value(binder.low);
      value(binder.high);
      plain(binder.low);
      plain(binder.high);
      bound_[binder.slot] = shapes_.leaf(all ? sorts_.add(*all) : 0);
    }
    for (const auto& end : c.ends) value(end.node);
    if (c.edge.valid()) value(c.edge);
    if (c.condition.valid()) value(c.condition);
    for (const std::uint32_t inner : c.body) connection(inner);
    for (const std::uint32_t inner : c.otherwise) connection(inner);
  }

  // ---- actions -------------------------------------------------------------

  void action(const network::Action& a) {
    enter(a.binders);
    network::any_range(model_, a.binders, [&](ExprId e) {
      value(e);
      return false;
    });
    constant_ranges(a.binders);
    if (a.guard.valid()) value(a.guard);
    if (a.priority.valid()) {
      value(a.priority);
      plain(a.priority);
    }
    statements(a.body);
  }

  void statements(Range body) {
    for (std::uint32_t i = body.begin; i < body.end; ++i) {
      network::poll();
      const network::Stmt& s = model_[model_.stmt_children[i]];
      enter(s.binders);
      network::any_expression(model_, s, [&](ExprId e, network::Role) {
        value(e);
        return false;
      });
      constant_ranges(s.binders);
      for (std::uint32_t t = 0; t < s.targets.size(); ++t) {
        if (t < s.values.size()) assignment(s, t);
      }
      statements(s.body);
      statements(s.otherwise);
      for (std::uint32_t b = s.binders.begin; b < s.binders.end; ++b) {
        const Binder& binder = model_.binders[b];
        if (!any_order(model_, s, binder)) mark_order(binder, s.span);
      }
    }
  }

  void assignment(const network::Stmt& s, std::uint32_t t) {
    const ExprId target = model_.expr_children[s.targets.begin + t];
    const ExprId value = model_.expr_children[s.values.begin + t];
    ShapeId to = shape_[target.index()];
    if (s.kind == network::ast::StmtKind::push) to = element(to);
    shapes_.join(to, shape_[value.index()], model_[value].span);
  }

  void mark_order(const Binder& b, Span span) {
    switch (b.domain) {
      case DomainKind::node_family:
        return sorts_.mark(out_.families[b.item], span);
      case DomainKind::process:
        for (std::size_t f = 0; f < out_.families.size(); ++f) {
          if (model_.node_families[f].process.value == b.item) {
            sorts_.mark(out_.families[f], span);
          }
        }
        return;
      case DomainKind::edge_family:
        return mark_all(out_.edges[b.item], span);
      case DomainKind::port_set:
        for (const auto& sorts : out_.edges) mark_all(sorts, span);
        return;
      case DomainKind::enumeration:
        return sorts_.mark(out_.enumerations[b.item], span);
      case DomainKind::range:
        return sorts_.mark(shapes_.sort_of(bound_[b.slot]), span);
    }
  }

  // ---- bound variables -----------------------------------------------------

  void enter(Range binders) {
    for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      bound_[binder.slot] = Shapes::opaque;
      if (binder.domain != DomainKind::range) continue;
      out_.binders[b] = named_range(binder);
      bound_[binder.slot] = shapes_.leaf(out_.binders[b]);
    }
  }

  // Ranges that are written alike are one sort, as a type would be.
  ScalarSort named_range(const Binder& binder) {
    const auto all = range_of(binder);
    if (!all) return ScalarSorts::number;
    const auto text = [&](ExprId e) {
      return std::string(model_.source->text(model_[e].span));
    };
    const std::string name = text(binder.low) + ".." + text(binder.high);
    const auto [at, fresh] =
        ranges_.try_emplace({name, all->low, all->high}, ScalarSorts::number);
    if (fresh) {
      at->second = sorts_.add(*all);
      sorts_.name(at->second, next_name(), name);
    }
    return at->second;
  }

  // None: its bounds are no constants.
  std::optional<Bounds> range_of(const Binder& binder) const {
    const auto low = constant(binder.low), high = constant(binder.high);
    if (!low || !high) return std::nullopt;
    return Bounds{*low, *high};
  }

  std::optional<Scalar> constant(ExprId id) const {
    const Expr& e = model_[id];
    if (e.op == Op::literal) return e.value;
    if (e.op == Op::parameter) return instance_.parameters[e.item];
    if (e.op != Op::add && e.op != Op::subtract && e.op != Op::multiply) {
      return std::nullopt;
    }
    const auto a = constant(model_.child(e, 0));
    const auto b = constant(model_.child(e, 1));
    if (!a || !b || std::max(std::abs(*a), std::abs(*b)) > INT32_MAX) {
      return std::nullopt;
    }
    return e.op == Op::add ? *a + *b : e.op == Op::subtract ? *a - *b : *a * *b;
  }

  void constant_ranges(Range binders) {
    for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain != DomainKind::range) continue;
      plain(binder.low);
      plain(binder.high);
    }
  }

  // ---- expressions ---------------------------------------------------------

  ShapeId value(ExprId root) {
    if (!root.valid()) return Shapes::opaque;
    network::walk_back(
        model_, root,
        [&](ExprId id) {
          network::poll();
          enter(model_[id].binders);
          return true;
        },
        [&](ExprId id, const Expr& e) {
          shape_[id.index()] = shape(e);
          return false;
        });
    return shape_[root.index()];
  }

  ShapeId part(const Expr& e, std::size_t i) const {
    return shape_[model_.child(e, i).index()];
  }
  ScalarSort sort(const Expr& e, std::size_t i) const {
    return shapes_.sort_of(part(e, i));
  }
  // It is used as a number, or as a value that is what it is.
  void plain(ExprId e) {
    sorts_.mark(shapes_.sort_of(shape_[e.index()]), model_[e].span);
  }
  void plain_parts(const Expr& e) {
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      sorts_.mark(sort(e, i), e.span);
    }
  }
  bool numeric(const Expr& e) const {
    return e.type.valid() && model_[e.type].numeric();
  }
  ShapeId element(ShapeId array) const {
    const Shape& s = shapes_[array];
    return s.kind == Shape::Kind::array ? s.parts[0] : Shapes::number;
  }

  ShapeId shape(const Expr& e) {
    constant_ranges(e.binders);
    switch (e.op) {
      case Op::literal:
        return literal(e);
      case Op::bound:
        return bound_[e.item];
      case Op::family_node:
      case Op::family_edge:
      case Op::shared:
      case Op::element:
        return member(e);
      case Op::node_index:
        mark_node(e);
        return Shapes::number;
      case Op::variable: {
        const auto& node = model_[model_[model_.child(e, 0)].type];
        return out_.variables[node.process.index()][e.item];
      }
      case Op::edge_value:
        return plain_shape(e.type);
      case Op::field: {
        const Shape& of = shapes_[part(e, 0)];
        return e.item < of.parts.size() ? of.parts[e.item] : Shapes::number;
      }
      case Op::make_structure:
      case Op::make_array:
        return made(e);
      case Op::head:
        return element(part(e, 0));
      case Op::equal:
      case Op::not_equal:
        shapes_.join(part(e, 0), part(e, 1), e.span);
        return Shapes::opaque;
      case Op::if_then_else:
        shapes_.join(part(e, 1), part(e, 2), e.span);
        return part(e, 1);
      default:
        // Truth values and nodes are no numbers.
        plain_parts(e);
        return numeric(e) ? Shapes::number : Shapes::opaque;
    }
  }

  ShapeId literal(const Expr& e) {
    if (!e.type.valid()) return Shapes::number;
    const network::Type& type = model_[e.type];
    if (type.kind == TypeKind::enumeration) {
      sorts_.mark(out_.enumerations[type.enumeration.index()], e.span);
    }
    return type.numeric() ? Shapes::number : Shapes::opaque;
  }

  ShapeId member(const Expr& e) {
    const auto indices = [&](const std::vector<ScalarSort>& sorts) {
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        sorts_.join(sorts[i], sort(e, i), e.span);
      }
    };
    switch (e.op) {
      case Op::family_node: {
        const ScalarSort family = out_.families[e.item];
        if (e.children.size() > 1) sorts_.mark(family, e.span);
        indices(std::vector<ScalarSort>(e.children.size(), family));
        return Shapes::opaque;
      }
      case Op::family_edge:
        indices(out_.edges[e.item]);
        return Shapes::opaque;
      case Op::shared:
        indices(out_.shared[e.item]);
        return out_.shared_values[e.item];
      default: {
        const Shape& array = shapes_[part(e, 0)];
        if (!array.by_nodes) sorts_.join(array.sort, sort(e, 1), e.span);
        return element(part(e, 0));
      }
    }
  }

  ShapeId plain_shape(TypeId type) {
    const auto [at, fresh] = plain_.try_emplace(type, Shapes::number);
    if (fresh) at->second = shapes_.of(type, true);
    return at->second;
  }

  ShapeId made(const Expr& e) {
    std::vector<ShapeId> parts;
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      parts.push_back(part(e, i));
    }
    if (e.op == Op::make_structure) return shapes_.structure(parts);
    for (const ShapeId p : parts) shapes_.join(parts[0], p, e.span);
    return shapes_.array(ScalarSorts::number,
                         parts.empty() ? Shapes::number : parts[0]);
  }

  // index(q): of the families that q may be in.
  void mark_node(const Expr& e) {
    const auto& of = model_[model_[model_.child(e, 0)].type];
    for (std::size_t f = 0; f < out_.families.size(); ++f) {
      const bool may = !of.family.valid() || of.family.index() == f;
      if (may) sorts_.mark(out_.families[f], e.span);
    }
  }

  const Instance& instance_;
  const Model& model_;
  SortedModel& out_;
  ScalarSorts& sorts_;
  Shapes& shapes_;
  std::vector<ShapeId> shape_;  // per expression, when it was last looked at
  std::vector<ShapeId> bound_;  // per slot of a frame
  std::map<TypeId, ShapeId> plain_;
  std::map<std::tuple<std::string, Scalar, Scalar>, ScalarSort> ranges_;
  std::uint32_t names_ = 0;
};

}  // namespace

std::unique_ptr<const SortedModel> sorted_model(
    const Instance& instance, const std::vector<std::size_t>& asked) {
  auto result = std::make_unique<SortedModel>(instance);
  Discipline(instance, *result).run(asked);
  return result;
}

}  // namespace vicinal::symmetry::inline detection
