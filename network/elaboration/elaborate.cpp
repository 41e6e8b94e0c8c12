// SPDX-License-Identifier: MIT
// Elaboration, in the order in which things depend on each other:
//
//   sizes of families ─▶ of types ─▶ layout ─▶ constants of nodes, colors
//                        ─▶ connections ─▶ network ─▶ initial values
//
// The checker lets expressions look at what stands before them only.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "network/base/budget.hpp"
#include "network/elaboration/codes.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/elaboration/elaborate_impl.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "network/language/written_value.hpp"

namespace vicinal::network::inline elaboration {

Elaborator::Elaborator(const Model& model, std::vector<Scalar> parameters,
                       Diagnostics& diagnostics, const Network* graph,
                       const Vias& vias)
    : model_(model),
      d_(diagnostics),
      graph_(model.network_kind == ast::NetworkKind::block ? nullptr : graph),
      vias_(vias),
      evaluator_(instance_),
      frame_(model.frame + 1) {
  if (parameters.size() != model.parameters.size()) {
    throw std::invalid_argument("elaborate: one value for each parameter");
  }
  instance_.model = &model;
  instance_.parameters = std::move(parameters);
}

std::optional<Instance> Elaborator::run() {
  const std::size_t before = d_.error_count();
  try {
    check_contents();
    check_parameters();
    size_families();
    size_types();
    lay_out();
    if (d_.error_count() != before) return std::nullopt;
    find_named_families();
    add_nodes();
    add_edges();
    if (graph_ == nullptr) {
      connect_all(model_.network_body);
    } else {
      connect_graph();
    }
    // What is missing after an error may be missing because of it.
    if (d_.error_count() != before) return std::nullopt;
    check_connected();
    Network network = builder_.build(true);
    network.node_names = std::move(instance_.network.node_names);
    network.edge_names = std::move(instance_.network.edge_names);
    instance_.network = std::move(network);
    if (graph_ == nullptr) check_two_ports();
    initial_values();
    if (d_.error_count() == before) warn_untouched();
  } catch (const Stop&) {
  }
  if (d_.error_count() != before) return std::nullopt;
  return std::move(instance_);
}

// ---- expressions -----------------------------------------------------------

Scalar Elaborator::value(ExprId e) {
  try {
    return evaluator_.scalar(e, context());
  } catch (const ModelError& error) {
    no_value(error);
  }
}

void Elaborator::no_value(const ModelError& error) {
  d_.error(codes::no_value_at_this_size, error.span,
           fmt::format("this has no value at {}: {}", sizes_text(),
                       error_text(error.kind)));
  throw Stop{};
}

bool Elaborator::first(Code code, Span span) {
  constexpr std::uint32_t limit = 1000;
  if (reported_.insert({code, span.begin}).second) return true;
  if (++repeated_ > limit) throw Stop{};
  return false;
}

std::string Elaborator::sizes_text() const {
  std::string text;
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ",
                        model_.parameters[i].name, instance_.parameters[i]);
  }
  return text.empty() ? "this size" : text;
}

// ---- colors ----------------------------------------------------------------

// Families that a guard, a type or a property names: their nodes are told
// apart by the family (design 3.4). Bodies count, too: a rule may name nodes.
void Elaborator::find_named_families() {
  named_families_.assign(model_.node_families.size(), false);
  for (const Type& t : model_.types) {
    const bool names =
        t.kind == TypeKind::node_array || t.kind == TypeKind::reference;
    if (names && t.family.valid()) named_families_[t.family.index()] = true;
  }
  const auto named = [&](NodeFamilyId family) {
    named_families_[family.index()] = true;
    return false;
  };
  const auto ranges = [&](Range binders) {
    return any_binder(model_, binders, [&](const Binder& b) {
      return b.domain == DomainKind::node_family &&
             named(NodeFamilyId(std::size_t{b.item}));
    });
  };
  // Where arguments of definitions are shared, each is looked at once.
  Answers look(model_, [&](const Expr& e) {
    if (e.op == Op::family_node || e.op == Op::to_reference) {
      named(NodeFamilyId(std::size_t{e.item}));
    }
    return ranges(e.binders);
  });
  const auto expression = [&](ExprId e, Role) { return look(e); };
  const auto action = [&](const Action& a) {
    ranges(a.binders);
    any_expression(model_, a, expression);
    any_statement(model_, a.body,
                  [&](const Stmt& s) { return ranges(s.binders); });
  };
  for (const Process& p : model_.processes) {
    for (const Action& a : p.actions) action(a);
  }
  for (const Action& r : model_.rules) action(r);
  for (const Property& p : model_.properties) look(p.formula);
}

std::uint32_t Elaborator::node_color(NodeId n) {
  const std::size_t family = instance_.family_of[n.index()].index();
  const NodeFamily& f = model_.node_families[family];
  const Process& p = model_[f.process];
  std::string text = p.name;
  for (std::size_t c = 0; c < p.constants.size(); ++c) {
    const Scalar v =
        instance_.constants[instance_.constant_begin[n.index()] + c];
    text += fmt::format("{}{}={}", c == 0 ? "(" : ",", p.constants[c].name,
                        value_text(instance_, p.constants[c].type, {&v, 1}));
  }
  if (!p.constants.empty()) text += ")";
  if (named_families_[family]) text += " in " + f.name;
  if (graph_ != nullptr) {
    const auto& name = graph_->color_names[graph_->node_color[n.index()]];
    if (!name.empty()) text += " colored " + name;
  }
  return builder_.color(text);
}

void Elaborator::add_constants(NodeId n) {
  const std::size_t family = instance_.family_of[n.index()].index();
  const NodeFamily& f = model_.node_families[family];
  const Process& p = model_[f.process];
  instance_.constant_begin.push_back(
      static_cast<std::uint32_t>(instance_.constants.size()));
  for (std::size_t c = 0; c < p.constants.size(); ++c) {
    const bool given = f.arguments[c].valid();
    frame_[0] = n.value - instance_.node_families[family].first;
    const std::optional<Scalar> found =
        given ? value(f.arguments[c]) : attribute(n, c);
    const Bounds& bounds = instance_.size(p.constants[c].type).bounds;
    const Scalar v = found.value_or(bounds.low);
    const Span span =
        given ? model_[f.arguments[c]].span : f.attribute_spans[c];
    if ((v < bounds.low || v > bounds.high) &&
        first(codes::constant_outside_of_type, span)) {
      d_.error(codes::constant_outside_of_type, span,
               fmt::format("at {} the constant '{}' of {} is {}, which is not "
                           "in {}",
                           sizes_text(), p.constants[c].name,
                           node_name(instance_, n), v,
                           type_text(instance_, p.constants[c].type)));
    }
    instance_.constants.push_back(v);
  }
}

std::optional<Scalar> Elaborator::attribute(NodeId n, std::size_t constant) {
  const NodeFamily& f =
      model_.node_families[instance_.family_of[n.index()].index()];
  const Span span = f.attribute_spans[constant];
  const FieldType& c = model_[f.process].constants[constant];
  const auto& all = graph_->node_attributes;
  const auto found =
      std::ranges::find(all, f.attributes[constant], &Attribute::name);
  const std::uint32_t value = found == all.end() ? 0 : found->value[n.index()];
  if (value == 0) {
    if (first(codes::attribute_does_not_fit, span)) {
      d_.error(
          codes::attribute_does_not_fit, span,
          fmt::format("{} has no attribute '{}' in the file, and '{}' "
                      "comes from it",
                      node_name(instance_, n), f.attributes[constant], c.name));
    }
    return std::nullopt;
  }
  const std::string text = found->values[value];
  const auto number = written_value(model_, c.type, text);
  if (!number && first(codes::attribute_does_not_fit, span)) {
    d_.error(codes::attribute_does_not_fit, span,
             fmt::format("the attribute '{}' of {} is '{}', which is not in {}",
                         f.attributes[constant], node_name(instance_, n), text,
                         type_text(instance_, c.type)));
  }
  return number;
}

void Elaborator::add_nodes() {
  if (graph_ != nullptr) {
    instance_.network.node_names = graph_->node_names;
    instance_.network.edge_names = graph_->edge_names;
  }
  const std::size_t before = d_.error_count();
  const std::size_t count = instance_.family_of.size();
  instance_.constant_begin.reserve(count);
  port_begin_.reserve(count + 1);
  port_begin_.push_back(0);
  // Nodes of a family without constants are of one color.
  std::vector<std::optional<std::uint32_t>> colors(model_.node_families.size());
  for (std::size_t i = 0; i < count; ++i) {
    poll();
    const NodeId n(i);
    add_constants(n);
    // A wrong constant may have no text.
    if (d_.error_count() != before) continue;
    auto& known = colors[instance_.family_of[i].index()];
    const bool alike =
        graph_ == nullptr && instance_.process(n).constants.empty();
    if (!alike || !known) known = node_color(n);
    builder_.add_node(*known);
    port_begin_.push_back(port_begin_.back() +
                          instance_.process(n).ports.size());
  }
  if (d_.error_count() != before) throw Stop{};
  port_span_.resize(port_begin_.back());
  port_done_.resize(port_begin_.back(), false);
}

void Elaborator::add_edges() {
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    const EdgeFamily& family = model_.edge_families[f];
    const FamilySize& size = instance_.edge_families[f];
    const std::string text = fmt::format(
        "{} {}", type_text(instance_, family.type),
        family.color.empty() ? "in " + family.name : "color " + family.color);
    const std::uint32_t color = size.count == 0 ? 0 : builder_.color(text);
    for (std::uint32_t i = 0; i < size.count; ++i) {
      poll();
      const std::string* name =
          graph_ == nullptr ? nullptr
                            : &graph_->color_names[graph_->edge_color[i]];
      builder_.add_edge(name == nullptr || name->empty()
                            ? color
                            : builder_.color(text + " colored " + *name));
    }
  }
}

void Elaborator::warn_untouched() {
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    const FamilySize& size = instance_.edge_families[f];
    std::uint32_t count = 0;
    std::uint32_t example = 0;
    for (std::uint32_t e = size.first; e < size.first + size.count; ++e) {
      if (!instance_.network.darts(EdgeId(std::size_t{e})).empty()) continue;
      if (count++ == 0) example = e;
    }
    if (count == 0) continue;
    const std::string name = edge_name(instance_, EdgeId(std::size_t{example}));
    const std::string others = count == 2
                                   ? "one other edge"
                                   : fmt::format("{} other edges", count - 1);
    d_.warning(codes::edge_that_nothing_touches, model_.edge_families[f].span,
               count == 1
                   ? fmt::format("at {} no node touches {}", sizes_text(), name)
                   : fmt::format("at {} no node touches {} and {} of this "
                                 "family",
                                 sizes_text(), name, others));
  }
}

// A family may be empty, but there is one.
void Elaborator::check_contents() {
  if (!model_.node_families.empty() || !model_.edge_families.empty() ||
      !model_.shared.empty() || !model_.rules.empty()) {
    return;
  }
  d_.error(codes::empty_model, model_.network_span,
           "the model is empty: it has no nodes, no edges and no shared "
           "variables");
}

std::optional<Instance> elaborate(const Model& model,
                                  std::vector<Scalar> parameters,
                                  Diagnostics& diagnostics,
                                  const Network* graph, const Vias& vias) {
  return Elaborator(model, std::move(parameters), diagnostics, graph, vias)
      .run();
}

std::vector<Scalar> default_parameters(const Model& model) {
  std::vector<Scalar> values;
  for (const Parameter& p : model.parameters) values.push_back(p.value);
  return values;
}

}  // namespace vicinal::network::inline elaboration
