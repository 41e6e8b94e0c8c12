// SPDX-License-Identifier: MIT
// The network block: families, connections, initial conditions.
#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

void Checker::declare_items(Range items, bool top) {
  for (std::uint32_t i = items.begin; i < items.end; ++i) {
    const ast::Item& item = t_[t_.item_children[i]];
    const bool node = item.kind == ast::ItemKind::node;
    if (!node && item.kind != ast::ItemKind::edge) {
      declare_items(item.body, false);
      declare_items(item.otherwise, false);
      continue;
    }
    if (!top) {
      error(codes::not_in_this_network, item.span,
            "families are declared directly in the network block, with their "
            "sizes in brackets: node s[n] : P;");
      continue;
    }
    auto& list = node ? node_items_ : edge_items_;
    declare(item.name,
            {node ? SymbolKind::node_family : SymbolKind::edge_family,
             static_cast<std::uint32_t>(list.size()),
             0,
             {}});
    list.push_back(item);
  }
}

void Checker::declare_network() {
  for (std::size_t i = 1; i < t_.networks.size(); ++i) {
    error(codes::not_in_this_network, t_.networks[i].span,
          "a model has one network block",
          {{t_.networks[0].span, "the first one is here"}});
  }
  if (!t_.networks.empty()) declare_items(t_.networks[0].items, true);
}

// ---- families --------------------------------------------------------------

// Processes are found by name here, before their insides are known.
void Checker::make_families() {
  for (const ast::Item& item : node_items_) {
    NodeFamily family;
    family.name = item.name.text;
    family.span = item.name.text.empty() ? item.span : item.name.span;
    const Symbol* process = named(item.process);
    if (process != nullptr && process->kind == SymbolKind::process) {
      family.process = ProcessId(process->item);
    } else {
      std::vector<std::string> names;
      for (const auto& p : t_.processes) names.push_back(p.name.text);
      error(
          process == nullptr ? codes::unknown_name : codes::wrong_kind_of_name,
          item.process.span,
          fmt::format("there is no process '{}'{}", item.process.text,
                      suggestion(item.process.text, names)));
      // What is said of its nodes cannot be judged.
      if (!unknown_process_.valid()) {
        unknown_process_ = ProcessId(m_.processes.size());
        m_.processes.emplace_back().name = item.process.text;
      }
      family.process = unknown_process_;
    }
    m_.node_families.push_back(std::move(family));
  }
  for (const ast::Item& item : edge_items_) {
    EdgeFamily family;
    family.name = item.name.text;
    family.span = item.name.text.empty() ? item.span : item.name.span;
    family.color = item.color.text;
    family.via_write = item.via_write.text;
    family.via_read = item.via_read.text;
    family.type = simple(TypeKind::error);
    m_.edge_families.push_back(std::move(family));
  }
}

void Checker::size_families() {
  for (std::size_t i = 0; i < node_items_.size(); ++i) {
    m_.node_families[i].dimensions = dimensions(node_items_[i].dimensions);
  }
  for (std::size_t i = 0; i < edge_items_.size(); ++i) {
    const TypeId type = resolve(edge_items_[i].type);
    m_.edge_families[i].type = dynamic() ? wire_type(type) : type;
    m_.edge_families[i].dimensions = dimensions(edge_items_[i].dimensions);
  }
}

void Checker::check_node_family(const ast::Item& item, NodeFamily& family) {
  if (family.process == unknown_process_) return;
  const std::vector<FieldType> constants = m_[family.process].constants;
  family.arguments.assign(constants.size(), ExprId::none());
  family.attributes.assign(constants.size(), "");
  family.attribute_spans.resize(constants.size());
  std::vector<bool> given(constants.size(), false);
  Scope scope;
  scope.site = Site::initial;
  scope.slots = 1;
  scope.index = make(Op::bound, simple(TypeKind::integer), item.span);
  for (const ast::Argument& argument : item.arguments) {
    std::size_t which = 0;
    std::vector<std::string> names;
    for (const FieldType& c : constants) names.push_back(c.name);
    while (which < names.size() && names[which] != argument.name.text) {
      ++which;
    }
    if (which == names.size()) {
      error(codes::process_constants_do_not_fit, argument.name.span,
            fmt::format("process '{}' has no constant '{}'{}",
                        m_[family.process].name, argument.name.text,
                        suggestion(argument.name.text, names)),
            {{m_[family.process].span, "declared here"}});
      continue;
    }
    if (given[which]) {
      error(codes::process_constants_do_not_fit, argument.name.span,
            fmt::format("constant '{}' is given twice", argument.name.text));
    }
    given[which] = true;
    used_member(argument.name, family.process);
    if (!argument.value.valid()) {
      if (argument.attribute.text.empty()) {
        error(codes::process_constants_do_not_fit, argument.attribute.span,
              "this names no attribute");
      }
      family.attributes[which] = argument.attribute.text;
      family.attribute_spans[which] = argument.attribute.span;
      continue;
    }
    family.arguments[which] =
        typed(argument.value, scope, constants[which].type,
              fmt::format("constant '{}'", argument.name.text));
  }
  for (std::size_t i = 0; i < constants.size(); ++i) {
    if (!given[i]) {
      error(codes::process_constants_do_not_fit, item.process.span,
            fmt::format("constant '{}' of process '{}' is not given: write "
                        "{}({} = ...)",
                        constants[i].name, m_[family.process].name,
                        m_[family.process].name, constants[i].name),
            {{m_[family.process].span, "declared here"}});
    }
  }
}

void Checker::check_edge_family(const ast::Item& item, EdgeFamily& family) {
  if (!item.initial.valid()) {
    if (dynamic()) begin_alike(item, family.type, {});
    return;
  }
  Scope scope;
  scope.site = Site::initial;
  scope.slots = 1;
  scope.index = make(Op::bound, simple(TypeKind::integer), item.span);
  const ExprId initial =
      typed(item.initial, scope, content_of(family.type), "the initial value");
  if (dynamic()) {
    begin_alike(item, family.type, initial);
  } else {
    family.initial = initial;
  }
}

void Checker::check_via(const EdgeFamily& family, const ast::Word& word,
                        bool reads, bool writes) {
  if (word.text.empty()) return;
  for (const NodeFamily& nodes : m_.node_families) {
    if (nodes.process == unknown_process_) continue;
    const Process& p = m_[nodes.process];
    const Port* port = nullptr;
    std::vector<std::string> names;
    for (const Port& candidate : p.ports) {
      if (candidate.name == word.text) port = &candidate;
      if (candidate.name == word.text) used(word, candidate.span);
      if (candidate.set) names.push_back(candidate.name);
    }
    if (port == nullptr || !port->set) {
      error(codes::connection_does_not_fit, word.span,
            fmt::format("process '{}' has no port set '{}'{}", p.name,
                        word.text, suggestion(word.text, names)));
    } else if (port->type != family.type &&
               m_[port->type].kind != TypeKind::error &&
               m_[family.type].kind != TypeKind::error) {
      error(
          codes::connection_does_not_fit, word.span,
          fmt::format("port set '{}' is of type {}, but the edges are of "
                      "type {}",
                      word.text, type_text(port->type), type_text(family.type)),
          {{port->span, "declared here"}});
    } else if ((reads && !port->reads()) || (writes && !port->writes())) {
      error(codes::connection_does_not_fit, word.span,
            fmt::format("port set '{}' must be '{}' here", word.text,
                        reads ? writes ? "inout" : "in" : "out"),
            {{port->span, "declared here"}});
    }
  }
}

// network from "file" and network any: one family of nodes, one of edges.
void Checker::check_graph_network(const ast::Network& network) {
  if (node_items_.size() != 1 || edge_items_.size() != 1) {
    error(codes::not_in_this_network, network.span,
          "this network has one 'node' and one 'edge' declaration: node : P; "
          "edge : T via link;");
  }
  for (const auto* items : {&node_items_, &edge_items_}) {
    for (const ast::Item& item : *items) {
      if (!item.dimensions.empty()) {
        error(codes::not_in_this_network, item.span,
              "the graph gives the size of this family");
      }
    }
  }
  for (std::size_t i = 0; i < edge_items_.size(); ++i) {
    const ast::Item& item = edge_items_[i];
    if (item.via_write.text.empty()) {
      error(codes::not_in_this_network, item.span,
            "say at which port set the edges are: edge : T via link;");
      continue;
    }
    // Who is at an end of an edge that comes and goes sees whether it is there.
    const bool one = item.via_write.text == item.via_read.text;
    const bool both = one || network.dynamic;
    check_via(m_.edge_families[i], item.via_write, both, true);
    if (!one) check_via(m_.edge_families[i], item.via_read, true, both);
  }
}

// ---- connections -----------------------------------------------------------

void Checker::check_connect(const ast::Item& item, Connection& out,
                            Scope& scope) {
  out.edge = check(item.expr, scope);
  if (!failed(out.edge) && !is(out.edge, TypeKind::edge)) {
    out.edge = bad(codes::connection_does_not_fit, t_[item.expr].span,
                   fmt::format("'to' must be followed by an edge, but this is "
                               "{}",
                               type_text(m_[out.edge].type)));
  }
  for (std::uint32_t i = item.ends.begin; i < item.ends.end; ++i) {
    const ast::ExprId id = t_.expr_children[i];
    const ast::Expr& e = t_[id];
    if (e.kind == ast::ExprKind::error) continue;
    if (e.kind != ast::ExprKind::field) {
      error(codes::connection_does_not_fit, e.span,
            "this must be a port of a node, as in s[i].left");
      continue;
    }
    Connection::End end;
    end.node = node(t_.child(e, 0), scope, "what is connected");
    members_asked(e, end.node);
    end.span = e.span;
    if (failed(end.node) || type(end.node).process == unknown_process_) {
      continue;
    }
    const Process& p = m_[type(end.node).process];
    std::vector<std::string> names;
    while (end.port < p.ports.size() && p.ports[end.port].name != e.word.text) {
      names.push_back(p.ports[end.port].name);
      ++end.port;
    }
    if (end.port == p.ports.size()) {
      error(codes::connection_does_not_fit, e.word.span,
            fmt::format("process '{}' has no port '{}'{}", p.name, e.word.text,
                        suggestion(e.word.text, names)),
            {{p.span, "declared here"}});
      continue;
    }
    const Port& port = p.ports[end.port];
    used(e.word, port.span);
    if (!failed(out.edge)) {
      const Type edge = m_[type(out.edge).element];
      const Type wanted = m_[port.type];
      // Lengths may depend on sizes: `elaborate` compares them by value.
      const bool kinds =
          edge.kind == wanted.kind && edge.enumeration == wanted.enumeration &&
          edge.structure == wanted.structure && edge.family == wanted.family;
      if (!kinds && edge.kind != TypeKind::error &&
          wanted.kind != TypeKind::error) {
        error(codes::connection_does_not_fit, e.span,
              fmt::format("port '{}' is of type {}, but the edge is of type "
                          "{}",
                          port.name, type_text(port.type),
                          type_text(type(out.edge).element)),
              {{port.span, "the port is declared here"}});
      }
    }
    out.ends.push_back(end);
  }
}

std::optional<std::uint32_t> Checker::check_connection(const ast::Item& item,
                                                       Scope& scope, bool top) {
  Connection out;
  out.kind = item.kind;
  out.span = item.span;
  switch (item.kind) {
    case ast::ItemKind::connect:
      check_connect(item, out, scope);
      break;
    case ast::ItemKind::branch:
      out.condition = boolean(item.expr, scope, "a condition");
      out.body = check_connections(item.body, scope, false);
      out.otherwise = check_connections(item.otherwise, scope, false);
      break;
    case ast::ItemKind::loop: {
      const std::size_t locals = scope.locals.size();
      const std::uint32_t slots = scope.slots;
      out.binders = bind(item.binders, scope, false);
      out.body = check_connections(item.body, scope, false);
      scope.locals.resize(locals);
      scope.slots = slots;
      break;
    }
    case ast::ItemKind::init: {
      if (!top) {
        error(codes::not_in_this_network, item.span,
              "'init' stands directly in the network block; quantify, as in "
              "init forall i in 0..n-1: ...");
        return std::nullopt;
      }
      Scope init;
      init.site = Site::init;
      m_.inits.push_back(boolean(item.expr, init, "an initial condition"));
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
  m_.connections.push_back(std::move(out));
  return static_cast<std::uint32_t>(m_.connections.size() - 1);
}

std::vector<std::uint32_t> Checker::check_connections(Range items, Scope& scope,
                                                      bool top) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = items.begin; i < items.end; ++i) {
    const auto connection =
        check_connection(t_[t_.item_children[i]], scope, top);
    if (connection) result.push_back(*connection);
  }
  return result;
}

void Checker::check_network() {
  for (std::size_t i = 0; i < node_items_.size(); ++i) {
    NodeFamily family = m_.node_families[i];
    check_node_family(node_items_[i], family);
    m_.node_families[i] = std::move(family);
  }
  for (std::size_t i = 0; i < edge_items_.size(); ++i) {
    EdgeFamily family = m_.edge_families[i];
    check_edge_family(edge_items_[i], family);
    m_.edge_families[i] = std::move(family);
  }
  if (t_.networks.empty()) return;
  const ast::Network& network = t_.networks[0];
  m_.has_network = true;
  m_.network_kind = network.kind;
  m_.network_file = network.file;
  m_.network_span = network.span;
  if (network.kind != ast::NetworkKind::block) check_graph_network(network);
  Scope scope;
  scope.site = Site::wiring;
  m_.network_body = check_connections(network.items, scope, true);
  if (network.kind != ast::NetworkKind::block && !m_.network_body.empty()) {
    error(codes::not_in_this_network, m_.connections[m_.network_body[0]].span,
          "the graph gives the connections of this network");
  }
}

}  // namespace vicinal::network::inline language
