// SPDX-License-Identifier: MIT
// Who touches which edge, from the connect statements alone.
//
// An instance is what elaborates: each single port of each node is connected
// exactly once, by one round of the loops around one connect statement. So for
// a node x and a single port p there are values b of the loops of one of the
// statements with an end at p such that
//
//   b is in the ranges of the loops, the branches' conditions hold,
//   the end's node is x,
//   the edge at p of x is the statement's edge, and so it is at the other ends.
//
// b is a function of x where it is not plain: a loop variable that stands
// directly as an index of the end's node is that index of x. The members of a
// port set are likewise those edges for which there are such values.
#include "obligations/meaning/wiring.hpp"

#include <algorithm>

#include "network/language/questions.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

Wiring::Wiring(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      domains_(q.domains),
      members_(q.members),
      expressions_(q.expressions),
      instantiation_(q.instantiation),
      connects_(network::connects_of(model_)) {}

// ---- connect statements ----------------------------------------------------

const std::vector<Wiring::EndAt>& Wiring::ends_at(std::uint32_t family,
                                                  std::uint32_t port) {
  const auto [it, fresh] = ends_at_.try_emplace({family, port});
  if (!fresh) return it->second;
  const network::ProcessId process = model_.node_families[family].process;
  for (std::size_t c = 0; c < connects_.size(); ++c) {
    const network::Connection& connect = *connects_[c].connection;
    for (std::size_t i = 0; i < connect.ends.size(); ++i) {
      const network::Type& type = model_[model_[connect.ends[i].node].type];
      if (!type.family.valid() && type.process == process) {
        unsupported("connections of nodes of an unknown family",
                    connect.ends[i].span);
      }
      if (type.family.value == family && connect.ends[i].port == port) {
        it->second.push_back({c, i});
      }
    }
  }
  return it->second;
}

std::vector<std::uint32_t> Wiring::edge_families(std::uint32_t family,
                                                 std::uint32_t port) {
  if (sizes_.graph()) return {0};
  std::vector<std::uint32_t> list;
  for (const EndAt& at : ends_at(family, port)) {
    const network::Connection& c = *connects_[at.connect].connection;
    if (model_[c.edge].op != Op::family_edge) {
      unsupported("connections to edges of an unknown family", c.span);
    }
    list.push_back(model_[c.edge].item);
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// Loop variables that stand directly as indices of `e`, which is to be the
// node or edge with these indices, or that are this node.
void Wiring::solve(ExprId id, const Value& value, std::size_t first,
                   Given& given) const {
  const Expr& e = model_[id];
  if (e.op == Op::bound) given.try_emplace(e.item, value);
  if (e.op != Op::family_node && e.op != Op::family_edge) return;
  for (std::uint32_t d = 0; d < e.children.size(); ++d) {
    const Expr& index = model_[model_.child(e, d)];
    if (index.op != Op::bound) continue;
    given.try_emplace(index.item, Value{{value.slots[first + d]}});
  }
}

// What must hold of the values comes first.
Round Wiring::round(const Connect& c, const Given& given,
                    const std::string& name,
                    const std::vector<Term>& arguments) {
  Round r{nothing_bound(model_), terms_.yes(), true};
  const auto rank = static_cast<std::uint32_t>(arguments.size());
  const auto function = [&](const Binder& binder, std::size_t part) {
    r.complete = false;
    // Of all values of the function, whatever the outer loops are at.
    TermBounds bounds{0, max_index, true};
    if (binder.domain == DomainKind::range) {
      const bool fixed = network::is_constant(model_, binder.low) &&
                         network::is_constant(model_, binder.high);
      bounds = fixed ? domains_.range_bounds(binder, r.env) : TermBounds{};
    }
    const Symbol f =
        terms_.function(name + " " + binder.name + " " + std::to_string(part),
                        rank, Sort::number, bounds);
    return terms_.apply(f, arguments);
  };
  for (const Around& around : c.around) {
    if (around.guard.valid()) {
      const Term value = expressions_.translate(around.guard, r.env).term();
      r.condition =
          terms_.both(r.condition, around.truth ? value : terms_.negate(value));
      continue;
    }
    for (std::uint32_t b = around.loop.begin; b < around.loop.end; ++b) {
      const Binder& binder = model_.binders[b];
      Value& v = r.env.frame[binder.slot];
      const auto it = given.find(binder.slot);
      if (binder.domain == DomainKind::node_family) {
        if (it != given.end()) {
          v = it->second;
        } else {
          v.family = binder.item;
          for (std::size_t d = 0; d < sizes_.rank(binder.item); ++d) {
            v.slots.push_back(function(binder, d));
          }
        }
        r.condition = terms_.both(r.condition, sizes_.in_range(v));
      } else if (binder.domain == DomainKind::range ||
                 binder.domain == DomainKind::enumeration) {
        v = it != given.end() ? it->second : Value{{function(binder, 0)}};
        r.condition = terms_.both(r.condition,
                                  domains_.between(binder, r.env, v.slots[0]));
      } else {
        unsupported("connections in loops over such members", binder.span);
      }
    }
  }
  return r;
}

// One end of a connect statement stands at `node` (and its edge is `edge`).
Wiring::Wired Wiring::wired(const EndAt& at, const Value& node,
                            const Value* edge) {
  const Connect& c = connects_[at.connect];
  const ExprId end = c.connection->ends[at.end].node;
  Given given;
  solve(end, node, 0, given);
  std::vector<Term> arguments = node.slots;
  if (edge != nullptr) {
    solve(c.connection->edge, *edge, 1, given);
    arguments.insert(arguments.end(), edge->slots.begin(), edge->slots.end());
  }
  const std::string name = "loop " + std::to_string(at.connect) + "." +
                           std::to_string(at.end) +
                           (edge == nullptr ? "" : " of edge");
  const Round r = round(c, given, name, arguments);
  Wired w;
  w.env = r.env;
  w.complete = r.complete;
  w.edge = expressions_.translate(c.connection->edge, r.env).value;
  w.holds =
      terms_.both(r.condition,
                  same(terms_, expressions_.translate(end, r.env).value, node));
  if (edge != nullptr)
    w.holds = terms_.both(w.holds, same(terms_, w.edge, *edge));
  return w;
}

// Where the statement connects something, all its ends are connected; that
// one of them is known.
void Wiring::other_ends(const Connect& c, std::size_t known, const Env& env,
                        Term premise, const Value& edge) {
  premise = facts_.unless_known(premise);
  facts_.add(terms_.implies(premise, sizes_.edge_in_range(edge)));
  for (std::size_t i = 0; i < c.connection->ends.size(); ++i) {
    if (i == known) continue;
    const auto& end = c.connection->ends[i];
    const Value node = expressions_.translate(end.node, env).value;
    facts_.add(terms_.implies(premise, sizes_.in_range(node)));
    const auto& p = model_[model_.node_families[node.family].process];
    const Term there = p.ports[end.port].set
                           ? raw_member(node, end.port, edge)
                           : same(terms_, raw_port(node, end.port), edge);
    facts_.add(terms_.implies(premise, there));
  }
}

// ---- single ports ----------------------------------------------------------

// The edge at the port, without the facts that tell which one it is.
Value Wiring::raw_port(const Value& node, std::uint32_t port) {
  const auto known = raw_ports_.find({port, node});
  if (known != raw_ports_.end()) return known->second;
  return raw_ports_.emplace(std::pair(port, node), make_port(node, port))
      .first->second;
}

Value Wiring::make_port(const Value& node, std::uint32_t port) {
  const auto& ends = ends_at(node.family, port);
  if (ends.size() == 1) return wired(ends[0], node, nullptr).edge;
  const auto& f = model_.node_families[node.family];
  const std::string name =
      "port " + f.name + "." + model_[f.process].ports[port].name + " ";
  const auto rank = static_cast<std::uint32_t>(node.slots.size());
  const auto from = edge_families(node.family, port);
  Value v;
  for (std::uint32_t i = 0; i <= sizes_.edge_rank(); ++i) {
    const Symbol part = terms_.function(name + std::to_string(i), rank,
                                        Sort::number, {0, max_index, true});
    v.slots.push_back(i == 0 && from.size() == 1
                          ? terms_.number(from[0])
                          : terms_.apply(part, node.slots));
  }
  return v;
}

Value Wiring::port_edge(const Value& node, std::uint32_t port) {
  const Value edge = raw_port(node, port);
  if (!done_.insert({port, node}).second) return edge;
  const Term exists = facts_.unless_known(sizes_.in_range(node));
  std::vector<Term> some;
  std::vector<Wired> all;
  for (const EndAt& at : ends_at(node.family, port)) {
    all.push_back(wired(at, node, nullptr));
    all.back().holds =
        terms_.both(all.back().holds, same(terms_, all.back().edge, edge));
    some.push_back(all.back().holds);
  }
  facts_.add(terms_.implies(exists, terms_.any(std::move(some))));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const EndAt at = ends_at(node.family, port)[i];
    other_ends(connects_[at.connect], at.end, all[i].env,
               terms_.both(exists, all[i].holds), edge);
  }
  return edge;
}

void Wiring::one_port_only(const Value& node) {
  const auto& ports = model_[model_.node_families[node.family].process].ports;
  const Term exists = facts_.unless_known(sizes_.in_range(node));
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    if (ports[p].set) continue;
    const Value edge = port_edge(node, p);
    for (std::uint32_t q = 0; q < ports.size(); ++q) {
      Term also = terms_.no();
      if (ports[q].set) {
        also = member(node, q, edge);
      } else if (q > p) {
        also = same(terms_, edge, port_edge(node, q));
      }
      facts_.add(terms_.negate(terms_.both(exists, also)));
    }
  }
}

// ---- port sets -------------------------------------------------------------

// The ends of an edge of a graph; the first one writes it, if it has a
// direction.
Value Wiring::end_of(const Value& edge, bool second) {
  const Symbol f = terms_.function(second ? "end 2" : "end 1", 1, Sort::number,
                                   {0, max_index, true});
  const Value end{{terms_.apply(f, {edge.slots[1]})}, 0};
  return end;
}

Term Wiring::graph_member(const Value& node, std::uint32_t port,
                          const Value& edge) {
  const network::EdgeFamily& f = model_.edge_families[0];
  const auto& ports = model_[model_.node_families[0].process].ports;
  const Value one = end_of(edge, false);
  const Value two = end_of(edge, true);
  const Term exists = sizes_.edge_in_range(edge);
  facts_.add(terms_.implies(
      exists, terms_.all({sizes_.in_range(one), sizes_.in_range(two),
                          terms_.negate(same(terms_, one, two))})));
  Term there = terms_.no();
  if (ports[port].name == f.via_write) there = same(terms_, node, one);
  if (ports[port].name == f.via_read) {
    there = terms_.either(there, same(terms_, node, two));
  }
  return terms_.both(exists, there);
}

// Written out where the values of the loops are plain, else a function.
Term Wiring::raw_member(const Value& node, std::uint32_t port,
                        const Value& edge) {
  if (sizes_.graph()) return graph_member(node, port, edge);
  std::vector<Term> some;
  bool complete = true;
  for (const EndAt& at : ends_at(node.family, port)) {
    const Wired w = wired(at, node, &edge);
    complete = complete && w.complete;
    some.push_back(w.holds);
  }
  if (complete) return terms_.any(std::move(some));
  const auto& f = model_.node_families[node.family];
  std::vector<Term> arguments = node.slots;
  arguments.insert(arguments.end(), edge.slots.begin(), edge.slots.end());
  const Symbol symbol = terms_.function(
      "member " + f.name + "." + model_[f.process].ports[port].name,
      static_cast<std::uint32_t>(arguments.size()), Sort::truth);
  return terms_.apply(symbol, std::move(arguments));
}

Term Wiring::member(const Value& node, std::uint32_t port, const Value& edge) {
  const auto from = edge_families(node.family, port);
  const bool possible =
      std::any_of(from.begin(), from.end(), [&](std::uint32_t f) {
        return !terms_.is_no(terms_.equal(edge.slots[0], terms_.number(f)));
      });
  if (!possible) return terms_.no();
  const Term is_member = raw_member(node, port, edge);
  if (sizes_.graph()) return is_member;
  Value both = node;
  both.slots.insert(both.slots.end(), edge.slots.begin(), edge.slots.end());
  if (!done_.insert({port, both}).second) return is_member;
  facts_.add(terms_.implies(
      is_member,
      terms_.both(sizes_.in_range(node), sizes_.edge_in_range(edge))));
  std::vector<Term> some;
  for (const EndAt& at : ends_at(node.family, port)) {
    const Wired w = wired(at, node, &edge);
    some.push_back(w.holds);
    other_ends(connects_[at.connect], at.end, w.env,
               terms_.both(is_member, w.holds), edge);
    facts_.add(terms_.implies(w.holds, is_member));
  }
  facts_.add(terms_.implies(is_member, terms_.any(std::move(some))));
  return is_member;
}

// ---- other ends ------------------------------------------------------------

void Wiring::touch(const Binder& binder, const Env& env, const Value& edge) {
  if (sizes_.graph()) return touch_graph(binder, env, edge);
  if (binder.domain != DomainKind::port_set) {
    return touch_family(binder.item, edge);
  }
  const Value node = expressions_.translate(binder.node, env).value;
  for (const EndAt& at : ends_at(node.family, binder.item)) {
    const Wired w = wired(at, node, &edge);
    const auto& ends = connects_[at.connect].connection->ends;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (i == at.end) continue;
      members_.join(expressions_.translate(ends[i].node, w.env).value);
    }
  }
}

void Wiring::touch_graph(const Binder& binder, const Env& env,
                         const Value& edge) {
  const Value one = end_of(edge, false);
  const Value two = end_of(edge, true);
  graph_member(one, 0, edge);
  if (binder.domain == DomainKind::port_set) {
    const Value node = expressions_.translate(binder.node, env).value;
    members_.join(*peer(node, binder.item, edge));
  } else {
    members_.join(one);
    members_.join(two);
  }
}

void Wiring::touch_family(std::uint32_t family, const Value& edge) {
  for (const Connect& c : connects_) {
    const Expr& e = model_[c.connection->edge];
    if (e.op != Op::family_edge || e.item != family) continue;
    Given given;
    solve(c.connection->edge, edge, 1, given);
    touch_ends(c, given, edge);
  }
}

// Any values of the loops will do, if they are in their ranges.
void Wiring::touch_ends(const Connect& c, const Given& given,
                        const Value& edge) {
  const Round r = round(c, given, "loop of edge", edge.slots);
  if (!r.complete) return;
  const Value this_one =
      expressions_.translate(c.connection->edge, r.env).value;
  other_ends(c, no_end, r.env,
             terms_.both(r.condition, same(terms_, this_one, edge)), edge);
  for (const auto& end : c.connection->ends) {
    members_.join(expressions_.translate(end.node, r.env).value);
  }
}

// The other ends of the statement that connects the port; of one that has no
// other end, those of statements of one end that connect the same edge.
void Wiring::touch_neighbours(const Value& node) {
  const auto& ports = model_[model_.node_families[node.family].process].ports;
  for (std::uint32_t p = 0; p < ports.size() && !sizes_.graph(); ++p) {
    if (ports[p].set) continue;
    for (const EndAt& at : ends_at(node.family, p)) {
      const Wired w = wired(at, node, nullptr);
      const auto& ends = connects_[at.connect].connection->ends;
      if (ends.size() == 1) touch_apart(w.edge, at.connect);
      for (std::size_t i = 0; i < ends.size(); ++i) {
        if (i == at.end) continue;
        members_.join(expressions_.translate(ends[i].node, w.env).value);
      }
    }
  }
}

// Where what loops are at is guessed wrong the statement connects another edge,
// and nothing is said.
void Wiring::touch_apart(const Value& edge, std::size_t but) {
  for (std::size_t i = 0; i < connects_.size(); ++i) {
    const Connect& c = connects_[i];
    const Expr& e = model_[c.connection->edge];
    if (i == but || c.connection->ends.size() != 1 || e.op != Op::family_edge ||
        !terms_.is_yes(terms_.equal(edge.slots[0], terms_.number(e.item)))) {
      continue;
    }
    Given given;
    for (std::uint32_t d = 0; d < e.children.size(); ++d) {
      const auto loop = aimed(model_.child(e, d), edge.slots[1 + d]);
      if (loop) given.try_emplace(loop->slot, Value{{guessed(*loop)}});
    }
    touch_ends(c, given, edge);
  }
}

std::optional<Wiring::Aimed> Wiring::aimed(ExprId index, Term value) {
  std::optional<Term> modulus;
  for (;;) {
    const Expr& e = model_[index];
    if (e.op == Op::bound) return Aimed{e.item, value, modulus};
    const bool round = e.op == Op::modulo && !modulus;
    if (!round && e.op != Op::add && e.op != Op::subtract) return std::nullopt;
    const ExprId by = model_.child(e, 1);
    if (!network::is_constant(model_, by)) return std::nullopt;
    const Term number =
        expressions_.translate(by, nothing_bound(model_)).term();
    if (round) {
      modulus = number;
    } else {
      value = e.op == Op::add ? terms_.subtract(value, number)
                              : terms_.add(value, number);
    }
    index = model_.child(e, 0);
  }
}

// The value of a loop at which the index may be this.
Term Wiring::guessed(const Aimed& at) {
  if (!at.modulus) return at.value;
  const Term below = terms_.add(at.value, *at.modulus);
  const Term above = terms_.subtract(at.value, *at.modulus);
  return terms_.choose(
      terms_.less(at.value, terms_.number(0)), below,
      terms_.choose(terms_.less(at.value, *at.modulus), at.value, above));
}

// That it is at no other, in a round that has this index: it goes through one
// number for each rest, and the guess is among these.
Term Wiring::is_guessed(const Connect& c, const Aimed& at) {
  if (!at.modulus) return terms_.yes();
  const Term zero = terms_.number(0);
  std::vector<Term> parts = {
      terms_.less_equal(terms_.scale(-1, *at.modulus), at.value),
      terms_.less(at.value, terms_.scale(2, *at.modulus))};
  bool found = false;
  for (const Around& around : c.around) {
    for (std::uint32_t b = around.loop.begin; b < around.loop.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.slot != at.slot) continue;
      found = true;
      const bool numbers = binder.domain == DomainKind::range &&
                           network::is_constant(model_, binder.low) &&
                           network::is_constant(model_, binder.high);
      if (!numbers) return terms_.no();
      const Env env = nothing_bound(model_);
      parts.push_back(terms_.less_equal(
          zero, expressions_.translate(binder.low, env).term()));
      parts.push_back(terms_.less(
          expressions_.translate(binder.high, env).term(), *at.modulus));
    }
  }
  return found ? terms_.all(std::move(parts)) : terms_.no();
}

// By each statement that connects the port, from its index of the edge; the
// conditions around it only leave out some.
std::optional<Wiring::At> Wiring::nodes_at(std::uint32_t family,
                                           std::uint32_t port,
                                           const Value& edge) {
  if (sizes_.graph()) return std::nullopt;
  At out{{}, terms_.yes()};
  for (const EndAt& at : ends_at(family, port)) {
    const Connect& c = connects_[at.connect];
    const Expr& e = model_[c.connection->edge];
    if (e.op != Op::family_edge) return std::nullopt;
    if (terms_.is_no(terms_.equal(edge.slots[0], terms_.number(e.item)))) {
      continue;
    }
    const ExprId node = c.connection->ends[at.end].node;
    Env env = nothing_bound(model_);
    for (std::uint32_t d = 0; d < e.children.size(); ++d) {
      const auto loop = aimed(model_.child(e, d), edge.slots[1 + d]);
      if (!loop || !env.frame[loop->slot].slots.empty() ||
          !network::mentions(model_, node, loop->slot)) {
        continue;
      }
      env.frame[loop->slot] = {{guessed(*loop)}};
      out.premise = terms_.both(out.premise, is_guessed(c, *loop));
    }
    for (const std::uint32_t slot : network::free_slots(model_, node)) {
      if (env.frame[slot].slots.empty()) return std::nullopt;
    }
    out.nodes.push_back(expressions_.translate(node, env).value);
  }
  return out;
}

// Of the only statement that connects edges of this family, where the edge
// itself says which round of the loops it was.
std::optional<std::array<Value, 2>> Wiring::both_ends(std::uint32_t family,
                                                      const Value& edge,
                                                      const Connect*& by) {
  by = nullptr;
  for (const Connect& c : connects_) {
    const Expr& e = model_[c.connection->edge];
    if (e.op == Op::family_edge && e.item != family) continue;
    if (by != nullptr) return std::nullopt;
    by = &c;
  }
  const bool good = by != nullptr && by->connection->ends.size() == 2 &&
                    model_[by->connection->edge].op == Op::family_edge;
  if (!good) return std::nullopt;
  Given given;
  solve(by->connection->edge, edge, 1, given);
  const Round r = round(*by, given, {}, {});
  if (!r.complete) return std::nullopt;
  std::array<Value, 2> nodes;
  for (std::size_t i = 0; i < 2; ++i) {
    const ExprId node = by->connection->ends[i].node;
    nodes[i] = expressions_.translate(node, r.env).value;
  }
  return nodes;
}

// The one of the two that the node is not.
Value Wiring::other_of(const Value& node, const Value& one, const Value& two) {
  const Term first = same(terms_, node, one);
  Value other = one;
  for (std::size_t d = 0; d < other.slots.size(); ++d) {
    other.slots[d] = terms_.choose(first, two.slots[d], one.slots[d]);
  }
  return other;
}

std::optional<Value> Wiring::peer(const Value& node, std::uint32_t port,
                                  const Value& edge) {
  if (sizes_.graph()) {
    return other_of(node, end_of(edge, false), end_of(edge, true));
  }
  const auto family = terms_.value(edge.slots[0]);
  if (!family) return std::nullopt;
  const Connect* by = nullptr;
  const auto ends = both_ends(static_cast<std::uint32_t>(*family), edge, by);
  if (!ends) return std::nullopt;
  const auto& [one, two] = *ends;
  const auto seen_from = [&](std::size_t i) {
    return (*ends)[i].family == node.family &&
           by->connection->ends[i].port == port;
  };
  if (seen_from(0) && seen_from(1)) return other_of(node, one, two);
  if (seen_from(0)) return two;
  if (seen_from(1)) return one;
  return std::nullopt;
}

// Of connections of two ends, those whose loops both nodes together determine,
// directly as their indices: channel[i][j] between p[i] and p[j].
std::vector<Value> Wiring::between(const Value& a, const Value& b) {
  std::vector<Value> edges;
  for (const Connect& c : connects_) {
    const auto& ends = c.connection->ends;
    if (ends.size() != 2) continue;
    for (std::size_t first = 0; first < 2; ++first) {
      const std::array<const Value*, 2> nodes = {first == 0 ? &a : &b,
                                                 first == 0 ? &b : &a};
      Given given;
      bool stand = true;
      bool sets = false;
      for (std::size_t i = 0; i < 2; ++i) {
        const network::Type& type = model_[model_[ends[i].node].type];
        sets = sets || model_[type.process].ports[ends[i].port].set;
        stand = stand && type.family.value == nodes[i]->family;
        if (stand) solve(ends[i].node, *nodes[i], 0, given);
      }
      if (!stand || !sets) continue;
      const Round r = round(c, given, {}, {});
      if (!r.complete || terms_.is_no(r.condition)) continue;
      for (std::size_t i = 0; i < 2; ++i) {
        const Value end = expressions_.translate(ends[i].node, r.env).value;
        stand = stand && terms_.is_yes(same(terms_, end, *nodes[i]));
      }
      if (!stand) continue;
      const Value edge =
          expressions_.translate(c.connection->edge, r.env).value;
      other_ends(c, no_end, r.env, r.condition, edge);
      edges.push_back(edge);
    }
  }
  return edges;
}

// ---- adjacent --------------------------------------------------------------

// A common edge of two port sets needs to be found.
Term Wiring::common_edge(const Value& a, const Value& b,
                         const std::vector<Term>& reasons,
                         const std::vector<Ports>& sets) {
  const Term truth = terms_.fresh("adjacent", Sort::truth);
  const Term exist = terms_.both(sizes_.in_range(a), sizes_.in_range(b));
  std::vector<Term> some = {terms_.negate(exist), terms_.negate(truth)};
  for (const Term r : reasons) {
    some.push_back(r);
    facts_.add(terms_.implies(terms_.both(exist, r), truth));
  }
  for (const auto& [p, q] : sets) {
    for (const std::uint32_t f : edge_families(a.family, p)) {
      const std::uint32_t port_a = p;
      const std::uint32_t port_b = q;
      Binder binder;
      binder.name = "common";
      binder.domain = DomainKind::edge_family;
      binder.item = f;
      binder.slot = model_.frame;  // nobody's
      const Choice w = domains_.fresh_choices(binder, nothing_bound(model_))[0];
      members_.join_edge(w.value);
      some.push_back(terms_.all(
          {w.premise, member(a, p, w.value), member(b, q, w.value)}));
      Universal u;
      u.binders = {binder};
      u.env = nothing_bound(model_);
      u.premise = exist;
      u.no_errors = terms_.yes();
      u.claim = [=, this](const Env& inner, Term premise) {
        const Value& edge = inner.frame[model_.frame];
        facts_.add(terms_.implies(terms_.all({premise, member(a, port_a, edge),
                                              member(b, port_b, edge)}),
                                  truth));
      };
      instantiation_.for_all(std::move(u));
    }
  }
  facts_.add(terms_.any(std::move(some)));
  return truth;
}

// Two nodes touch a common edge; a node touches its own, if it has any.
Term Wiring::adjacent(const Value& a, const Value& b) {
  if (b < a) return adjacent(b, a);
  const auto known = adjacent_.find({a, b});
  if (known != adjacent_.end()) return known->second;
  const auto& ports_a = model_[model_.node_families[a.family].process].ports;
  const auto& ports_b = model_[model_.node_families[b.family].process].ports;
  std::vector<Term> reasons;
  std::vector<Ports> sets;
  for (std::uint32_t p = 0; p < ports_a.size(); ++p) {
    for (std::uint32_t q = 0; q < ports_b.size(); ++q) {
      if (ports_a[p].set && ports_b[q].set) {
        sets.emplace_back(p, q);
      } else if (ports_a[p].set) {
        reasons.push_back(member(a, p, port_edge(b, q)));
      } else if (ports_b[q].set) {
        reasons.push_back(member(b, q, port_edge(a, p)));
      } else {
        reasons.push_back(same(terms_, port_edge(a, p), port_edge(b, q)));
      }
    }
  }
  Term truth = terms_.any(reasons);
  if (!sets.empty()) truth = common_edge(a, b, reasons, sets);
  adjacent_.emplace(std::pair(a, b), truth);
  return truth;
}

}  // namespace vicinal::obligations::inline meaning
