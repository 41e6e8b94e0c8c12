// SPDX-License-Identifier: MIT
// peer(e): the node at the other end of an edge, as some node sees it. Which
// family it is in follows from the connect statements, and the rest is said in
// the language, so that every engine knows it: where s[i].right meets
// s[j].left, for an edge e at s[i].right of s[n],
//
//   s[max(q in s: if same(e, q.left) then index(q) else -1)]
//
// There is always such a q: the edge came to the port by a connect statement
// that has another end. If other statements connect it too, it is the last.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

// The ports of one family at which other ends of edges are.
struct Checker::OtherEnds {
  NodeFamilyId family;
  std::set<std::uint32_t> ports;
};

// Whether the nodes that `node` stands for may be the end of a connection.
bool Checker::may_be_end(ExprId node, std::uint32_t port,
                         const Connection::End& end) const {
  const Type& a = type(node);
  const Type& b = type(end.node);
  const bool families = !a.family.valid() || !b.family.valid();
  return end.port == port && a.process == b.process &&
         (families || a.family == b.family);
}

// An edge of a graph is at one port set of the node that writes it, and at one
// of the node that reads it.
std::optional<Checker::OtherEnds> Checker::other_ends_of_graph(
    ExprId node, std::uint32_t port) {
  if (m_.edge_families.size() != 1 || m_.node_families.size() != 1) {
    return std::nullopt;  // an error was reported
  }
  // Of a process that no node runs nothing is connected.
  if (m_.node_families[0].process != type(node).process) return std::nullopt;
  const EdgeFamily& edges = m_.edge_families[0];
  const auto& ports = m_[type(node).process].ports;
  OtherEnds found{NodeFamilyId(0U), {}};
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    const std::string& here = ports[port].name;
    const std::string& there = ports[p].name;
    if ((edges.via_write == here && edges.via_read == there) ||
        (edges.via_read == here && edges.via_write == there)) {
      found.ports.insert(p);
    }
  }
  if (found.ports.empty()) return std::nullopt;
  return found;
}

std::optional<Checker::OtherEnds> Checker::other_ends(ExprId node,
                                                      std::uint32_t port,
                                                      Span span) {
  if (m_.network_kind != ast::NetworkKind::block) {
    return other_ends_of_graph(node, port);
  }
  std::optional<OtherEnds> found;
  for (const Connection& c : m_.connections) {
    for (std::size_t mine = 0; mine < c.ends.size(); ++mine) {
      if (!may_be_end(node, port, c.ends[mine])) continue;
      if (c.ends.size() != 2) {
        error(
            codes::no_node_at_other_end, span,
            fmt::format("this edge may have {}: 'peer' is the node at the "
                        "other one of two ends",
                        c.ends.size() == 1 ? "one end" : "more than two ends"),
            {{c.span, "connected here"}});
        return std::nullopt;
      }
      const Connection::End& other = c.ends[1 - mine];
      const NodeFamilyId family = type(other.node).family;
      if (!family.valid() || (found && found->family != family)) {
        error(codes::no_node_at_other_end, span,
              "the node at the other end may be of several families: "
              "quantify over each of them, with 'same'",
              {{other.span, "one of them is connected here"}});
        return std::nullopt;
      }
      if (!found) found = OtherEnds{family, {}};
      found->ports.insert(other.port);
    }
  }
  return found;
}

// Whether an edge at one of these ports of the node is one of which `holds`
// says so, given the edge, and the variable that ranges over a port set; what
// is none for a port is left out. The slots from `slot` on are free.
ExprId Checker::over_ports(
    ExprId node, const std::set<std::uint32_t>& ports, std::uint32_t slot,
    Span span,
    const std::function<ExprId(ExprId edge, const Binder* over)>& holds) {
  const TypeId truth = simple(TypeKind::boolean);
  std::vector<ExprId> ways;
  for (const std::uint32_t number : ports) {
    const Port port = m_[type(node).process].ports[number];
    const TypeId there = edge_type(port.type);
    Binder over;
    if (port.set) {
      over.name = "edge";
      over.slot = slot;
      over.domain = DomainKind::port_set;
      over.item = number;
      over.node = node;
      over.type = there;
      over.span = span;
    }
    const ExprId edge = port.set
                            ? make(Op::bound, there, span, {}, slot)
                            : make(Op::port_edge, there, span, {node}, number);
    const ExprId way = holds(edge, port.set ? &over : nullptr);
    if (!way.valid()) continue;
    ways.push_back(port.set ? with_binders(make(Op::exists, truth, span, {way}),
                                           add_binders({over}))
                            : way);
  }
  if (ways.size() < 2) return ways.empty() ? ExprId::none() : ways[0];
  return make(Op::logical_or, truth, span, ways);
}

// Whether the edge is at one of these ports of node q. The slots from `slot` on
// are free.
ExprId Checker::is_at(ExprId edge, ExprId q,
                      const std::set<std::uint32_t>& ports,
                      std::uint32_t slot) {
  const Span span = m_[edge].span;
  return over_ports(q, ports, slot, span, [&](ExprId end, const Binder*) {
    return make(Op::same, simple(TypeKind::boolean), span, {edge, end});
  });
}

// The member with this index, row-major; the only one, if there is no index.
ExprId Checker::member_at(NodeFamilyId family, ExprId index, Span span) {
  const NodeFamily& f = m_.node_families[family.index()];
  const TypeId integer = simple(TypeKind::integer);
  std::vector<ExprId> indices;
  ExprId rest = index;
  for (std::size_t d = f.dimensions.size(); d-- > 1;) {
    indices.push_back(make(Op::modulo, integer, span, {rest, f.dimensions[d]}));
    rest = make(Op::divide, integer, span, {rest, f.dimensions[d]});
  }
  if (rest.valid()) indices.push_back(rest);
  std::reverse(indices.begin(), indices.end());
  return make(Op::family_node, node_type(f.process, family), span,
              std::move(indices), family.value);
}

// The slots from `slots` on are free.
ExprId Checker::peer_of(const Peer& peer, Span span, std::uint32_t slots) {
  const auto [edge, node, port] = peer;
  const std::optional<OtherEnds> ends = other_ends(node, port, span);
  if (!ends && !d_.has_errors()) {
    error(codes::no_node_at_other_end, span,
          "nothing connects this port to another node");
  }
  if (!ends) return make(Op::error, simple(TypeKind::error), span);
  const NodeFamily& family = m_.node_families[ends->family.index()];
  const bool own = type(node).process == family.process;
  const TypeId member = node_type(family.process, ends->family);
  const bool graph = m_.network_kind != ast::NetworkKind::block;
  if (family.dimensions.empty() && !graph) {
    return member_at(ends->family, {}, span);
  }
  const std::uint32_t slot =
      std::max({slots, frames_[edge.index()], frames_[node.index()]});
  Binder q;
  q.name = "peer";
  q.slot = slot;
  q.domain = DomainKind::node_family;
  q.item = ends->family.value;
  q.type = member;
  q.span = span;
  const ExprId bound = make(Op::bound, member, span, {}, q.slot);
  ExprId there = is_at(edge, bound, ends->ports, slot + 1);
  if (own && ends->ports.contains(port)) {
    const TypeId truth = simple(TypeKind::boolean);
    const ExprId other = make(Op::not_equal, truth, span, {bound, node});
    there = make(Op::logical_and, truth, span, {other, there});
  }
  const TypeId integer = simple(TypeKind::integer);
  const ExprId before = literal(integer, -1, span);
  const ExprId index = make(Op::node_index, integer, span, {bound});
  const ExprId number =
      make(Op::if_then_else, integer, span, {there, index, before});
  m_.peers.push_back(peer);
  const ExprId greatest =
      with_binders(make(Op::greatest, integer, span, {number},
                        static_cast<std::uint32_t>(m_.peers.size())),
                   add_binders({q}));
  return member_at(ends->family, greatest, span);
}

// The node that sees the edge, and through which port.
std::optional<Peer> Checker::peer_at(ExprId edge) const {
  const Expr& e = m_[edge];
  if (e.op == Op::port_edge) return Peer{edge, m_.child(e, 0), e.item};
  if (e.op != Op::bound) return std::nullopt;
  const auto at = bound_at_.find(e.item);
  return at == bound_at_.end() ? std::nullopt : at->second;
}

ExprId Checker::check_peer(const ast::Expr& e, Scope& scope) {
  const Span span = t_[t_.child(e, 0)].span;
  const ExprId edge = check(t_.child(e, 0), scope);
  if (failed(edge)) return make(Op::error, simple(TypeKind::error), e.span);
  if (!is(edge, TypeKind::edge)) {
    return bad(codes::wrong_type, span,
               "the argument of 'peer' must be an edge that a node sees: a "
               "port, or one bound over a port set");
  }
  if (scope.site == Site::wiring) {
    return bad(codes::no_value_here, e.span,
               "no edge has ends yet where nodes are connected");
  }
  const std::optional<Peer> peer = peer_at(edge);
  if (!peer) {
    return bad(codes::no_node_at_other_end, span,
               "'peer' is the node at the other end, and no node sees this "
               "edge: name it by a port, or bind it over a port set");
  }
  return peer_of(*peer, e.span, scope.slots);
}

}  // namespace vicinal::network::inline language
