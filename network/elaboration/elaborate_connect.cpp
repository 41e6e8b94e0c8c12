// SPDX-License-Identifier: MIT
// Connections: those of a network block are run like a program; those of a
// graph are its edges, at the port sets that `via` names.
//
// Mistakes are reported once for each place in the model. What the network
// itself shows (a node at both ends of nothing, one edge through two ports)
// is read off it afterwards, and the places are then found by running the
// connections once more: that costs nothing where there is no mistake.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "network/base/budget.hpp"

#include "network/elaboration/codes.hpp"
#include "network/elaboration/elaborate_impl.hpp"

namespace vicinal::network::inline elaboration {

namespace {

constexpr std::uint64_t max_rounds = 100'000'000;  // of connecting loops

// a, b and c
std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

}  // namespace

// ---- a network block -------------------------------------------------------

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

void Elaborator::too_many_rounds(const Connection& c) {
  d_.error(codes::connecting_takes_too_long, c.span,
           fmt::format("at {} connecting takes more than {} rounds",
                       sizes_text(), max_rounds));
  throw Stop{};
}

void Elaborator::count_round(const Connection& c) {
  if (++rounds_ > max_rounds) too_many_rounds(c);
}

void Elaborator::connect_loop(const Connection& c, std::uint32_t at) {
  if (at == c.binders.end) {
    connect_all(c.body);
    return;
  }
  const Binder& binder = model_.binders[at];
  if (binder.domain == DomainKind::range) {
    // Each member is a round: a range of too many need not be run through.
    const Scalar low = value(binder.low);
    const Scalar high = value(binder.high);
    const std::uint64_t more =
        static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (high >= low && more >= max_rounds) too_many_rounds(c);
  }
  Domain domain;
  try {
    domain = domain_of(binder, evaluator_, context());
  } catch (const ModelError& error) {
    no_value(error);
  }
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    poll();
    count_round(c);
    frame_[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    connect_loop(c, at + 1);
  }
}

// The node or the edge that `e` names. An index out of bounds is reported;
// where the member is named directly, with its name.
std::optional<std::uint32_t> Elaborator::member(ExprId id) {
  try {
    return static_cast<std::uint32_t>(evaluator_.scalar(id, context()));
  } catch (const ModelError& error) {
    if (!first(codes::no_value_at_this_size, error.span)) return std::nullopt;
    const Expr& e = model_[id];
    const bool direct = e.op == Op::family_node || e.op == Op::family_edge;
    if (!direct || error.kind != ErrorKind::bad_index) no_value(error);
    const bool node = e.op == Op::family_node;
    std::string name = node ? model_.node_families[e.item].name
                            : model_.edge_families[e.item].name;
    const FamilySize& size = node ? instance_.node_families[e.item]
                                  : instance_.edge_families[e.item];
    std::string shape;
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      name += fmt::format("[{}]", value(model_.child(e, i)));
      shape += fmt::format("{}{}", i == 0 ? "" : " x ", size.dimensions[i]);
    }
    d_.error(
        codes::no_value_at_this_size, error.span,
        fmt::format("at {} there is no {}: the family has {} members, with "
                    "indices from 0",
                    sizes_text(), name, shape));
    return std::nullopt;
  }
}

void Elaborator::connect(const Connection& c) {
  const std::optional<std::uint32_t> edge = member(c.edge);
  for (const Connection::End& end : c.ends) {
    const std::optional<std::uint32_t> node = member(end.node);
    if (!edge || !node) continue;
    connect_end(NodeId(std::size_t{*node}), end.port,
                EdgeId(std::size_t{*edge}), end.span);
  }
}

// The checker has compared the outermost kinds; sizes are known only now.
bool Elaborator::same_size(TypeId a, TypeId b) const {
  if (a == b) return true;
  const Type& s = model_[a];
  const Type& t = model_[b];
  const TypeSize& x = instance_.size(a);
  const TypeSize& y = instance_.size(b);
  return s.kind == t.kind && s.enumeration == t.enumeration &&
         s.structure == t.structure && s.family == t.family &&
         x.slots == y.slots && x.size == y.size && x.bounds == y.bounds &&
         s.element.valid() == t.element.valid() &&
         (!s.element.valid() || same_size(s.element, t.element));
}

bool Elaborator::check_types(NodeId n, const Port& port, EdgeId e, Span span) {
  const TypeId type = instance_.edge_type(e);
  if (same_size(port.type, type)) return true;
  if (first(codes::type_sizes_differ, span)) {
    d_.error(codes::type_sizes_differ, span,
             fmt::format("at {} the port '{}' of {} is of type {}, but {} is "
                         "of type {}",
                         sizes_text(), port.name, node_name(instance_, n),
                         type_text(instance_, port.type),
                         edge_name(instance_, e), type_text(instance_, type)),
             {{port.span, "the port is declared here"}});
  }
  return false;
}

void Elaborator::connect_end(NodeId n, std::uint32_t port, EdgeId e,
                             Span span) {
  if (search_) {
    if (search_->node == n && search_->edge == e) {
      search_->spans.push_back(span);
    }
    return;
  }
  const Port& p = instance_.process(n).ports[port];
  if (!check_types(n, p, e, span)) return;
  if (!p.set) {
    const std::size_t at = port_begin_[n.index()] + port;
    if (port_done_[at]) {
      if (first(codes::port_connected_twice, span)) {
        d_.error(codes::port_connected_twice, span,
                 fmt::format("at {} the port '{}' of {} is connected twice",
                             sizes_text(), p.name, node_name(instance_, n)),
                 {{port_span_[at], "first connected here"}});
      }
      return;
    }
    port_done_[at] = true;
    port_span_[at] = span;
  }
  builder_.connect(n, e,
                   static_cast<std::uint8_t>((p.reads() ? dart_reads : 0) |
                                             (p.writes() ? dart_writes : 0)),
                   port);
}

// ---- a graph ---------------------------------------------------------------

// Whether the edge is what `via` speaks of, and no self-loop. In `network
// any` it has two ends: that is the scope of a proof for every graph.
bool Elaborator::fits_graph(EdgeId e, std::uint32_t write, std::uint32_t read) {
  const auto darts = graph_->darts(e);
  std::size_t writers = 0;
  std::size_t readers = 0;
  for (const DartId d : darts) {
    writers += graph_->writes(d) ? 1U : 0U;
    readers += graph_->reads(d) ? 1U : 0U;
  }
  const std::string name = edge_name(instance_, e);
  std::string wrong;
  if (darts.size() == 1 && writers + readers == 2) {
    wrong = fmt::format(
        "the edge {} is a self-loop at {}, which a process "
        "cannot be connected by",
        name, node_name(instance_, graph_->dart_node[darts.front().index()]));
  } else if (write == read && writers + readers != 2 * darts.size()) {
    wrong = fmt::format(
        "the edge {} is directed: 'via send -> receive' names "
        "the port sets of its ends",
        name);
  } else if (write != read && writers + readers != darts.size()) {
    wrong = fmt::format(
        "the edge {} is undirected, but 'via {} -> {}' needs "
        "directed edges",
        name, model_.edge_families[0].via_write,
        model_.edge_families[0].via_read);
  } else if (model_.network_kind == ast::NetworkKind::any &&
             (darts.size() != 2 || (write != read && writers != 1))) {
    wrong = fmt::format(
        "'network any' speaks of graphs, whose edges have two "
        "ends; {} has {} writer{} and {} reader{}",
        name, writers, writers == 1 ? "" : "s", readers,
        readers == 1 ? "" : "s");
  }
  if (wrong.empty()) return true;
  d_.error(codes::graph_does_not_fit, model_.edge_families[0].span,
           std::move(wrong));
  return false;
}

void Elaborator::connect_graph() {
  if (model_.edge_families.empty() || model_.node_families.empty()) return;
  const EdgeFamily& family = model_.edge_families[0];
  const auto& ports = model_[model_.node_families[0].process].ports;
  const auto port = [&](const std::string& name) {
    const auto it = std::find_if(ports.begin(), ports.end(),
                                 [&](const Port& p) { return p.name == name; });
    return static_cast<std::uint32_t>(it - ports.begin());
  };
  const std::uint32_t write = port(family.via_write);
  const std::uint32_t read = port(family.via_read);
  if (!vias_.empty()) {
    connect_quotient(write, read);
    return;
  }
  for (std::size_t i = 0; i < graph_->edge_count(); ++i) {
    const EdgeId e(i);
    if (!fits_graph(e, write, read)) throw Stop{};
    for (const DartId d : graph_->darts(e)) {
      connect_end(graph_->dart_node[d.index()],
                  graph_->writes(d) ? write : read, e, family.span);
    }
  }
}

// ---- a quotient ------------------------------------------------------------

// What does not fit `via`, or is not there to say who interferes: a class that
// writes an edge without a neighbour of that class to do it would be forgotten.
std::string Elaborator::wrong_in_quotient(EdgeId e, bool directed) const {
  const NodeId owner = vias_.owner[e.index()];
  const std::uint8_t access = vias_.access[e.index()];
  if (!owner.valid() || access == 0) {
    return owner.valid() ? "does not say what its class does with it"
                         : "does not say whose it is";
  }
  if (directed == (access == dart_both)) {
    return directed ? "is undirected, but 'via' names two port sets"
                    : "is directed, but 'via' names one port set";
  }
  if (!directed && vias_.of(e).empty()) {
    return "is a self-loop, which a process cannot be connected by";
  }
  bool among = false;
  for (const DartId d : graph_->darts(e)) {
    const NodeId c = graph_->dart_node[d.index()];
    const bool writes = graph_->writes(d);
    if (c == owner) {
      among = (writes || (access & dart_writes) == 0) &&
              (graph_->reads(d) || (access & dart_reads) == 0);
    }
    if (!writes || (c == owner && (access & dart_writes) != 0)) continue;
    const auto vias = vias_.of(e);
    if (std::none_of(vias.begin(), vias.end(),
                     [&](const Via& via) { return via.from == c; })) {
      return fmt::format("is written by {}, of which no 'via' tells",
                         node_name(instance_, c));
    }
  }
  return among ? "" : "does not have its class among its ends";
}

// A channel is one neighbour: of one class, that knows each edge once.
void Elaborator::check_channels() {
  struct Neighbour {
    NodeId owner, from;
    std::set<EdgeId> edges;
  };
  std::map<std::uint32_t, Neighbour> neighbours;
  for (std::size_t i = 0; i < graph_->edge_count(); ++i) {
    for (const Via& via : vias_.of(EdgeId(i))) {
      const auto [it, fresh] = neighbours.try_emplace(
          via.channel, Neighbour{vias_.owner[i], via.from, {}});
      if (it->second.owner == vias_.owner[i] && it->second.from == via.from &&
          it->second.edges.insert(via.edge).second) {
        continue;
      }
      d_.error(codes::graph_does_not_fit, model_.edge_families[0].span,
               fmt::format("the edge {} of the quotient does not fit the "
                           "others of channel {}: a channel is one neighbour "
                           "of one class",
                           edge_name(instance_, EdgeId(i)), via.channel));
      throw Stop{};
    }
  }
}

void Elaborator::connect_quotient(std::uint32_t write, std::uint32_t read) {
  const Span span = model_.edge_families[0].span;
  for (std::size_t i = 0; i < graph_->edge_count(); ++i) {
    const EdgeId e(i);
    const std::string wrong = wrong_in_quotient(e, write != read);
    if (!wrong.empty()) {
      d_.error(codes::graph_does_not_fit, span,
               fmt::format("the edge {} of the quotient {}",
                           edge_name(instance_, e), wrong));
      throw Stop{};
    }
    const bool writes = (vias_.access[i] & dart_writes) != 0;
    connect_end(vias_.owner[i], writes ? write : read, e, span);
  }
  check_channels();
}

// ---- afterwards ------------------------------------------------------------

void Elaborator::check_connected() {
  for (std::size_t f = 0; f < model_.node_families.size(); ++f) {
    const FamilySize& size = instance_.node_families[f];
    const Process& p = model_[model_.node_families[f].process];
    for (std::uint32_t port = 0; port < p.ports.size(); ++port) {
      if (p.ports[port].set) continue;
      std::vector<std::string> nodes;
      std::uint32_t count = 0;
      for (std::uint32_t n = size.first; n < size.first + size.count; ++n) {
        if (port_done_[port_begin_[n] + port]) continue;
        if (++count <= 3) {
          nodes.push_back(node_name(instance_, NodeId(std::size_t{n})));
        }
      }
      if (count == 0) continue;
      if (count > 3) {
        nodes.resize(2);
        nodes.push_back(fmt::format("of {} other nodes", count - 2));
      }
      d_.error(codes::port_not_connected, p.ports[port].span,
               fmt::format("at {} the port '{}' of {} is not connected",
                           sizes_text(), p.ports[port].name, listed(nodes)),
               {{model_.node_families[f].span,
                 count == 1 ? "the node is declared here"
                            : "the nodes are declared here"}});
    }
  }
}

// Darts of an edge come by node: two of one node are neighbours.
void Elaborator::check_two_ports() {
  const Network& network = instance_.network;
  for (std::size_t i = 0; i < network.edge_count(); ++i) {
    const EdgeId e(i);
    const auto darts = network.darts(e);
    for (std::size_t k = 1; k < darts.size(); ++k) {
      const NodeId n = network.dart_node[darts[k].index()];
      if (network.dart_node[darts[k - 1].index()] != n) continue;
      search_ = SoughtConnection{n, e, {}};
      rounds_ = 0;
      connect_all(model_.network_body);
      const auto& ports = instance_.process(n).ports;
      const auto& one = ports[network.dart_port[darts[k - 1].index()]];
      const auto& two = ports[network.dart_port[darts[k].index()]];
      const std::string how =
          one.name == two.name
              ? fmt::format("is connected to {} twice, through '{}'",
                            edge_name(instance_, e), one.name)
              : fmt::format("reaches {} through two ports, '{}' and '{}'",
                            edge_name(instance_, e), one.name, two.name);
      d_.error(codes::one_edge_at_two_ports, search_->spans.at(1),
               fmt::format("at {} {} {}", sizes_text(), node_name(instance_, n),
                           how),
               {{search_->spans.at(0), "first here"}});
      throw Stop{};
    }
  }
}

}  // namespace vicinal::network::inline elaboration
