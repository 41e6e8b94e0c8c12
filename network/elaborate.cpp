// SPDX-License-Identifier: MIT
// Elaboration, in the order in which things depend on each other: sizes of
// families, sizes of types, constants of nodes, the layout of states, initial
// values, and the network by running its connections.
#include <fmt/format.h>

#include <algorithm>

#include "network/elaborate_impl.hpp"

namespace vicinal::network {

namespace {

constexpr std::uint64_t max_rounds = 100'000'000;  // of connecting loops

}  // namespace

// ---- nodes and edges -------------------------------------------------------

// Families that a guard, a type or a property names: their nodes are told
// apart by the family (design 3.4).
void Elaborator::find_named_families() {
  named_families_.assign(model_.node_families.size(), false);
  const auto name = [&](std::uint32_t f) {
    if (f < named_families_.size()) named_families_[f] = true;
  };
  for (const Type& t : model_.types) {
    if (t.kind == TypeKind::node_array || t.kind == TypeKind::reference) {
      name(t.family.value);
    }
  }
  std::vector<bool> seen(model_.exprs.size(), false);
  std::vector<ExprId> work;
  const auto push = [&](ExprId e) {
    if (e.valid() && !seen[e.index()]) {
      seen[e.index()] = true;
      work.push_back(e);
    }
  };
  const auto push_binders = [&](Range r) {
    for (std::uint32_t b = r.begin; b < r.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.domain == DomainKind::node_family) name(binder.item);
      push(binder.low);
      push(binder.high);
      push(binder.node);
    }
  };
  const auto push_action = [&](const Action& a) {
    push_binders(a.binders);
    push(a.guard);
    push(a.priority);
  };
  for (const Process& p : model_.processes) {
    for (const Action& a : p.actions) push_action(a);
  }
  for (const Action& r : model_.rules) push_action(r);
  for (const Property& p : model_.properties) push(p.formula);
  for (const Stmt& s : model_.stmts) {
    push_binders(s.binders);
    push(s.condition);
    for (std::uint32_t i = s.values.begin; i < s.values.end; ++i) {
      push(model_.expr_children[i]);
    }
  }
  while (!work.empty()) {
    const Expr& e = model_[work.back()];
    work.pop_back();
    if (e.op == Op::family_node || e.op == Op::to_reference) name(e.item);
    push_binders(e.binders);
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      push(model_.child(e, i));
    }
  }
}

std::uint32_t Elaborator::node_color(NodeFamilyId family, NodeId n) {
  const NodeFamily& f = model_.node_families[family.index()];
  const Process& p = model_[f.process];
  std::string text = p.name;
  for (std::size_t c = 0; c < p.constants.size(); ++c) {
    const Scalar v =
        instance_.constants[instance_.constant_begin[n.index()] + c];
    text += fmt::format("{}{}={}", c == 0 ? "(" : ",", p.constants[c].name,
                        value_text(instance_, p.constants[c].type, {&v, 1}));
  }
  if (!p.constants.empty()) text += ")";
  if (named_families_[family.index()]) text += " in " + f.name;
  return builder_.color(text);
}

std::uint32_t Elaborator::edge_color(EdgeFamilyId family) {
  const EdgeFamily& f = model_.edge_families[family.index()];
  return builder_.color(
      fmt::format("type {} {}", f.type.value,
                  f.color.empty() ? "family " + f.name : "color " + f.color));
}

void Elaborator::constants() {
  find_named_families();
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const NodeFamilyId family = instance_.family_of[n];
    const NodeFamily& f = model_.node_families[family.index()];
    const Process& p = model_[f.process];
    instance_.constant_begin.push_back(
        static_cast<std::uint32_t>(instance_.constants.size()));
    for (std::size_t c = 0; c < p.constants.size(); ++c) {
      frame_[0] = n - instance_.node_families[family.index()].first;
      const Scalar v = value(f.arguments[c]);
      const Bounds& bounds = instance_.size(p.constants[c].type).bounds;
      if (v < bounds.low || v > bounds.high) {
        d_.error(510, model_[f.arguments[c]].span,
                 fmt::format("at {} the constant '{}' of {} is {}, which is "
                             "not in the range of its type",
                             sizes_text(), p.constants[c].name,
                             node_name(instance_, NodeId(std::size_t{n})), v));
        throw Stop{};
      }
      instance_.constants.push_back(v);
    }
    const bool named = graph_ != nullptr && !graph_->node_names.empty();
    builder_.add_node(node_color(family, NodeId(std::size_t{n})),
                      named ? graph_->node_names[n] : std::string{});
  }
  std::vector<std::uint32_t> colors;
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    colors.push_back(edge_color(EdgeFamilyId(f)));
  }
  for (std::size_t e = 0; e < instance_.edge_family_of.size(); ++e) {
    const bool named = graph_ != nullptr && !graph_->edge_names.empty();
    builder_.add_edge(colors[instance_.edge_family_of[e].index()],
                      named ? graph_->edge_names[e] : std::string{});
  }
  port_begin_.push_back(0);
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    port_begin_.push_back(
        port_begin_.back() +
        static_cast<std::uint32_t>(
            instance_.process(NodeId(std::size_t{n})).ports.size()));
  }
  port_span_.resize(port_begin_.back());
  port_done_.resize(port_begin_.back(), false);
  touched_.resize(instance_.edge_family_of.size(), false);
}

// ---- connections -----------------------------------------------------------

void Elaborator::connect_all(const std::vector<std::uint32_t>& list) {
  for (const std::uint32_t c : list) connect_one(model_.connections[c]);
}

void Elaborator::connect_one(const Connection& c) {
  switch (c.kind) {
    case ast::ItemKind::connect:
      connect(c);
      break;
    case ast::ItemKind::branch:
      connect_all(value(c.condition) != 0 ? c.body : c.otherwise);
      break;
    case ast::ItemKind::loop:
      connect_loop(c, c.binders.begin);
      break;
    default:
      break;
  }
}

void Elaborator::connect_loop(const Connection& c, std::uint32_t at) {
  if (at == c.binders.end) {
    if (++rounds_ > max_rounds) {
      d_.error(505, c.span,
               fmt::format("at {} connecting takes more than {} rounds",
                           sizes_text(), max_rounds));
      throw Stop{};
    }
    connect_all(c.body);
    return;
  }
  const Binder& binder = model_.binders[at];
  Domain domain;
  try {
    domain = domain_of(binder, evaluator_, context());
  } catch (const ModelError& error) {
    d_.error(504, error.span,
             fmt::format("this has no value at {}: {}", sizes_text(),
                         error_text(error.kind)));
    throw Stop{};
  }
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    frame_[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    if (++rounds_ > max_rounds) {
      d_.error(505, c.span,
               fmt::format("at {} connecting takes more than {} rounds",
                           sizes_text(), max_rounds));
      throw Stop{};
    }
    connect_loop(c, at + 1);
  }
}

void Elaborator::connect(const Connection& c) {
  const EdgeId edge(static_cast<std::size_t>(value(c.edge)));
  for (const Connection::End& end : c.ends) {
    const NodeId n(static_cast<std::size_t>(value(end.node)));
    connect_end(n, end.port, edge, end.span);
  }
}

bool Elaborator::same_size(TypeId a, TypeId b) const {
  const TypeSize& x = instance_.size(a);
  const TypeSize& y = instance_.size(b);
  if (x.slots != y.slots || x.size != y.size || !(x.bounds == y.bounds)) {
    return false;
  }
  const Type& s = model_[a];
  const Type& t = model_[b];
  if (s.kind != t.kind) return false;
  return !s.element.valid() || same_size(s.element, t.element);
}

void Elaborator::check_types(TypeId port, TypeId edge, Span span) {
  if (port == edge || same_size(port, edge)) return;
  d_.error(511, span,
           fmt::format("at {} the type of the port and that of the edge "
                       "differ in size",
                       sizes_text()));
  throw Stop{};
}

void Elaborator::connect_end(NodeId n, std::uint32_t port, EdgeId e,
                             Span span) {
  const Process& process = instance_.process(n);
  const Port& p = process.ports[port];
  check_types(p.type, instance_.edge_type(e), span);
  const std::size_t at = port_begin_[n.index()] + port;
  if (!p.set) {
    if (port_done_[at]) {
      d_.error(506, span,
               fmt::format("at {} the port '{}' of {} is connected twice",
                           sizes_text(), p.name, node_name(instance_, n)),
               {{port_span_[at], "first connected here"}});
      throw Stop{};
    }
    port_done_[at] = true;
    port_span_[at] = span;
  }
  touched_[e.index()] = true;
  incidences_.push_back({n.value, e.value, port, span});
  builder_.connect(n, e,
                   static_cast<std::uint8_t>((p.reads() ? dart_reads : 0) |
                                             (p.writes() ? dart_writes : 0)),
                   port);
}

// Every edge of the graph at the port sets that `via` names.
void Elaborator::connect_graph() {
  if (model_.edge_families.empty() || model_.node_families.empty()) return;
  const EdgeFamily& family = model_.edge_families[0];
  const Process& process = model_[model_.node_families[0].process];
  const auto port = [&](const std::string& name) {
    std::uint32_t i = 0;
    while (i < process.ports.size() && process.ports[i].name != name) ++i;
    return i;
  };
  const std::uint32_t write = port(family.via_write);
  const std::uint32_t read = port(family.via_read);
  for (std::size_t i = 0; i < graph_->edge_count(); ++i) {
    const EdgeId e(i);
    for (const DartId d : graph_->darts(e)) {
      const NodeId n = graph_->dart_node[d.index()];
      const bool reads = graph_->reads(d);
      const bool writes = graph_->writes(d);
      const std::size_t ends = graph_->darts(e).size();
      if (ends == 1 || (write != read && reads && writes)) {
        d_.error(512, family.span,
                 write != read && ends != 1
                     ? std::string("'via send -> receive' needs directed edges")
                     : std::string("the graph has a self-loop, which a process "
                                   "cannot be connected by"));
        throw Stop{};
      }
      connect_end(n, writes ? write : read, e, family.span);
    }
  }
}

void Elaborator::check_connections() {
  for (std::uint32_t n = 0; n < instance_.family_of.size(); ++n) {
    const Process& p = instance_.process(NodeId(std::size_t{n}));
    for (std::uint32_t port = 0; port < p.ports.size(); ++port) {
      if (p.ports[port].set || port_done_[port_begin_[n] + port]) continue;
      d_.error(507, p.ports[port].span,
               fmt::format("at {} the port '{}' of {} is not connected",
                           sizes_text(), p.ports[port].name,
                           node_name(instance_, NodeId(std::size_t{n}))),
               {{model_.node_families[instance_.family_of[n].index()].span,
                 "the node is declared here"}});
      throw Stop{};
    }
  }
  std::stable_sort(incidences_.begin(), incidences_.end(),
                   [](const Incidence& a, const Incidence& b) {
                     return a.node != b.node ? a.node < b.node
                                             : a.edge < b.edge;
                   });
  for (std::size_t i = 1; i < incidences_.size(); ++i) {
    const Incidence& a = incidences_[i - 1];
    const Incidence& b = incidences_[i];
    if (a.node != b.node || a.edge != b.edge) continue;
    const NodeId n(std::size_t{b.node});
    const Process& p = instance_.process(n);
    d_.error(513, b.span,
             fmt::format("at {} {} reaches {} through two ports, '{}' and "
                         "'{}'",
                         sizes_text(), node_name(instance_, n),
                         edge_name(instance_, EdgeId(std::size_t{b.edge})),
                         p.ports[a.port].name, p.ports[b.port].name),
             {{a.span, "first here"}});
    throw Stop{};
  }
}

void Elaborator::warn_untouched() {
  for (std::size_t f = 0; f < model_.edge_families.size(); ++f) {
    const FamilySize& size = instance_.edge_families[f];
    std::uint32_t count = 0;
    std::uint32_t example = 0;
    for (std::uint32_t i = 0; i < size.count; ++i) {
      if (touched_[size.first + i]) continue;
      if (count++ == 0) example = size.first + i;
    }
    if (count == 0) continue;
    const std::string name = edge_name(instance_, EdgeId(std::size_t{example}));
    d_.warning(401, model_.edge_families[f].span,
               count == 1
                   ? fmt::format("at {} no node touches {}", sizes_text(), name)
                   : fmt::format("at {} no node touches {} and {} "
                                 "other edges of this family",
                                 sizes_text(), name, count - 1));
  }
}

std::optional<Instance> elaborate(const Model& model,
                                  std::vector<Scalar> parameters,
                                  Diagnostics& diagnostics,
                                  const Network* graph) {
  return Elaborator(model, std::move(parameters), diagnostics, graph).run();
}

std::vector<Scalar> default_parameters(const Model& model) {
  std::vector<Scalar> values;
  for (const Parameter& p : model.parameters) values.push_back(p.value);
  return values;
}

}  // namespace vicinal::network
