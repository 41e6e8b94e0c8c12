// SPDX-License-Identifier: MIT
// Every size that is asked for and not excluded is an instance (design 3.4):
// what elaboration checks, with the sizes symbolic.
//
// No instance is assumed here: parameters are in their ranges, and that is
// all. What an earlier obligation shows (sizes have values and are not
// negative) is a fact in the later ones. That a port is connected needs values
// of the loops around a connect statement, found from the shape of the indices
// of its end: where that is beyond us, the obligation cannot be proved.
#include <algorithm>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

namespace {

constexpr std::size_t most_givens = 64;  // beyond them only first values

}  // namespace

void Generator::elaborates(Question& x, Term wrong, std::string name,
                           network::Span span) {
  if (x.q.terms.is_no(wrong)) return;
  x.obligation.kind = Kind::elaboration;
  x.obligation.name = "elaboration: " + std::move(name);
  x.obligation.span = span;
  finish(x, wrong);
}

// Sizes of families and bounds of types have values; no size is negative.
void Generator::sizes() {
  const auto has_value = [this](ExprId e, bool natural, const char* what) {
    if (!e.valid()) return;
    Question x(model_, asked_);
    const Result r = x.q.expressions.translate(e, nothing_bound(model_));
    Term wrong = r.error;
    if (natural) {
      wrong = x.q.terms.either(wrong,
                               x.q.terms.less(r.term(), x.q.terms.number(0)));
    }
    elaborates(x, wrong, what, model_[e].span);
  };
  for (const auto& f : model_.node_families) {
    for (const ExprId e : f.dimensions) has_value(e, true, "size");
  }
  for (const auto& f : model_.edge_families) {
    for (const ExprId e : f.dimensions) has_value(e, true, "size");
  }
  for (const auto& s : model_.shared) {
    for (const ExprId e : s.dimensions) has_value(e, true, "size");
  }
  for (const network::Type& t : model_.types) {
    has_value(t.size, true, "length");
    has_value(t.low, false, "bound");
    has_value(t.high, false, "bound");
  }
}

// A range that is the type of something that exists has a value. Arrays indexed
// by nodes have elements where there are such nodes.
void Generator::ranges(Question& x, TypeId type, std::vector<Term>& empty) {
  const std::vector<Slot> slots = x.q.slots.of(type);
  for (const Slot& slot : slots) {
    if (!slot.low.valid()) continue;
    std::vector<Term> wrong = {x.q.terms.less(slot.high, slot.low)};
    for (const std::uint32_t family : slot.keys) {
      for (const Term size :
           x.q.sizes.dimensions(DomainKind::node_family, family)) {
        wrong.push_back(x.q.terms.less(x.q.terms.number(0), size));
      }
    }
    empty.push_back(x.q.terms.all(std::move(wrong)));
  }
}

// New constants for a member of a family, which exists.
Value Generator::member_of(Query& q, DomainKind kind, std::uint32_t family) {
  Binder binder;
  binder.name = "member";
  binder.domain = kind;
  binder.item = family;
  const Choice c = q.domains.fresh_choices(binder, nothing_bound(q.model))[0];
  q.facts.add(c.premise);
  return c.value;
}

// The initial value of what is there exists, and is one of its type; so are
// the constants of a node.
void Generator::values_of_members() {
  values_of_nodes();
  values_of_edges();
  values_of_shared();
}

void Generator::has_value_of(Question& x, TypeId type, ExprId e, const Env& env,
                             std::vector<Term>& wrong) {
  ranges(x, type, wrong);
  if (!e.valid()) return;
  const Result r = x.q.expressions.translate(e, env);
  wrong.push_back(r.error);
  wrong.push_back(x.q.slots.out_of_range(x.q.slots.of(type), r.value.slots));
}

void Generator::values_of_nodes() {
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const network::NodeFamily& family = model_.node_families[f];
    const network::Process& p = model_[family.process];
    Question x(model_, asked_);
    const Value node = member_of(x.q, DomainKind::node_family, f);
    Env env = nothing_bound(model_);
    env.frame[0] = {
        {x.q.sizes.index_of(DomainKind::node_family, f, node.slots)}};
    std::vector<Term> wrong;
    for (std::size_t c = 0; c < p.constants.size(); ++c) {
      has_value_of(x, p.constants[c].type, family.arguments[c], env, wrong);
    }
    env = nothing_bound(model_);
    env.self = node;
    for (const network::Variable& v : p.variables) {
      has_value_of(x, v.type, v.initial, env, wrong);
    }
    elaborates(x, x.q.terms.any(std::move(wrong)), "values of " + family.name,
               family.span);
  }
}

void Generator::values_of_edges() {
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    const network::EdgeFamily& family = model_.edge_families[f];
    Question x(model_, asked_);
    const Value edge = member_of(x.q, DomainKind::edge_family, f);
    const auto rank = static_cast<std::ptrdiff_t>(
        x.q.sizes.dimensions(DomainKind::edge_family, f).size());
    const auto begin = edge.slots.begin() + 1;
    Env env = nothing_bound(model_);
    env.frame[0] = {{x.q.sizes.index_of(DomainKind::edge_family, f,
                                        {begin, begin + rank})}};
    std::vector<Term> wrong;
    has_value_of(x, family.type, family.initial, env, wrong);
    elaborates(x, x.q.terms.any(std::move(wrong)), "values of " + family.name,
               family.span);
  }
}

void Generator::values_of_shared() {
  for (const network::SharedVariable& s : model_.shared) {
    Question x(model_, asked_);
    std::vector<Term> indices;
    std::vector<Term> dims;
    for (const ExprId d : s.dimensions) {
      dims.push_back(x.q.sizes.value(d));
      x.q.facts.add(x.q.terms.less_equal(x.q.terms.number(0), dims.back()));
      indices.push_back(
          x.q.terms.fresh("member", Sort::number, {0, max_index, true}));
    }
    x.q.facts.add(within(x.q.terms, indices, dims));
    Env env = nothing_bound(model_);
    env.frame[0] = {{dims.empty()      ? x.q.terms.number(0)
                     : dims.size() > 1 ? x.q.terms.fresh("index", Sort::number)
                                       : indices[0]}};
    std::vector<Term> wrong;
    has_value_of(x, s.type, s.initial, env, wrong);
    elaborates(x, x.q.terms.any(std::move(wrong)), "values of " + s.name,
               s.span);
  }
}

// ---- connections -----------------------------------------------------------

// One round of the loops around a connect statement, with new constants.
Round Generator::some_round(Query& q, std::size_t connect,
                            const std::string& name) {
  return q.wiring.round(q.wiring.connects()[connect], {},
                        name + " " + std::to_string(connect), {});
}

// What is evaluated on the way to a connection, and there, has a value; the
// edge has the type of the port.
void Generator::connections() {
  for (const Connect& c : scratch_.wiring.connects()) {
    // Each loop and condition once what is around it is as it must be.
    for (std::size_t depth = 0; depth <= c.around.size(); ++depth) {
      Question x(model_, asked_);
      Connect outer = c;
      outer.around.resize(depth);
      const Round r = x.q.wiring.round(outer, {}, "round", {});
      x.q.facts.add(r.condition);
      std::vector<Term> wrong;
      network::Span span = c.connection->span;
      if (depth < c.around.size()) {
        const Around& next = c.around[depth];
        if (next.guard.valid()) {
          wrong.push_back(x.q.expressions.translate(next.guard, r.env).error);
          span = model_[next.guard].span;
        } else {
          // Bounds of inner variables of a loop may mention the outer ones.
          Connect inner = outer;
          Env env = r.env;
          for (std::uint32_t b = next.loop.begin; b < next.loop.end; ++b) {
            const Binder& binder = model_.binders[b];
            wrong.push_back(x.q.domains.domain_error(binder, env));
            inner.around.resize(depth);
            inner.around.push_back({.loop = {next.loop.begin, b + 1}});
            const Round more = x.q.wiring.round(inner, {}, "round", {});
            env = more.env;
          }
        }
      } else {
        const Result edge =
            x.q.expressions.translate(c.connection->edge, r.env);
        wrong.push_back(edge.error);
        for (const auto& end : c.connection->ends) {
          wrong.push_back(x.q.expressions.translate(end.node, r.env).error);
          const TypeId wire = model_[model_[c.connection->edge].type].element;
          const network::ProcessId process =
              model_[model_[end.node].type].process;
          const TypeId port = model_[process].ports[end.port].type;
          wrong.push_back(x.q.terms.truth(!same_type(x.q, wire, port)));
        }
      }
      elaborates(x, x.q.terms.any(std::move(wrong)), "connection", span);
    }
  }
}

// Whether the types have the same slots, with the same bounds at every size.
bool Generator::same_type(Query& q, TypeId a, TypeId b) {
  if (a == b) return true;
  if (!q.slots.alike(a, b)) return false;
  for (std::size_t i = 0; i < q.slots.of(a).size(); ++i) {
    const Slot x = q.slots.of(a)[i];
    const Slot y = q.slots.of(b)[i];
    if (x.low != y.low || x.high != y.high) return false;
  }
  return true;
}

// Two rounds that connect the same node to the same edge, or at the same
// single port, are one.
void Generator::connected_once() {
  struct At {
    std::size_t connect, end;
  };
  std::vector<At> all;
  for (std::size_t c = 0; c < scratch_.wiring.connects().size(); ++c) {
    const auto& ends = scratch_.wiring.connects()[c].connection->ends;
    for (std::size_t e = 0; e < ends.size(); ++e) all.push_back({c, e});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Question x(model_, asked_);
      Query& q = x.q;
      const Round one = some_round(q, all[i].connect, "one");
      const Round two = some_round(q, all[j].connect, "two");
      const network::Connection& c1 =
          *q.wiring.connects()[all[i].connect].connection;
      const network::Connection& c2 =
          *q.wiring.connects()[all[j].connect].connection;
      const Value a =
          q.expressions.translate(c1.ends[all[i].end].node, one.env).value;
      const Value b =
          q.expressions.translate(c2.ends[all[j].end].node, two.env).value;
      if (a.family != b.family) continue;
      q.facts.add(one.condition);
      q.facts.add(two.condition);
      const auto& ports = model_[model_.node_families[a.family].process].ports;
      const std::uint32_t p = c1.ends[all[i].end].port;
      const bool same_port = p == c2.ends[all[j].end].port && !ports[p].set;
      Term clash = same(q.terms, a, b);
      if (!same_port) {
        clash = q.terms.both(
            clash,
            same(q.terms, q.expressions.translate(c1.edge, one.env).value,
                 q.expressions.translate(c2.edge, two.env).value));
      }
      if (i == j) {
        // The same values of the loops are the same round.
        std::vector<Term> equal;
        for (const Around& around :
             q.wiring.connects()[all[i].connect].around) {
          for (std::uint32_t v = around.loop.begin; v < around.loop.end; ++v) {
            const std::uint32_t slot = model_.binders[v].slot;
            equal.push_back(
                same(q.terms, one.env.frame[slot], two.env.frame[slot]));
          }
        }
        clash =
            q.terms.both(clash, q.terms.negate(q.terms.all(std::move(equal))));
      }
      elaborates(x, clash, "connected once", c1.ends[all[i].end].span);
    }
  }
}

// Values of a loop variable for which an index expression may be `t`.
void Generator::solve(Query& q, ExprId id, Term t, const Env& env,
                      std::map<std::uint32_t, std::vector<Term>>& found) {
  const Expr& e = model_[id];
  const auto child = [&](std::uint32_t i) { return model_.child(e, i); };
  if (e.op == Op::bound) {
    found[e.item].push_back(t);
    return;
  }
  if (!network::is_arithmetic(e.op) || e.children.size() != 2) return;
  const bool left = !network::is_constant(model_, child(0));
  // Two variables, or none.
  if (left == !network::is_constant(model_, child(1))) return;
  const ExprId inner = child(left ? 0 : 1);
  const Term c = q.expressions.translate(child(left ? 1 : 0), env).term();
  switch (e.op) {
    case Op::add:
      solve(q, inner, q.terms.subtract(t, c), env, found);
      break;
    case Op::subtract:
      solve(q, inner, left ? q.terms.add(t, c) : q.terms.subtract(c, t), env,
            found);
      break;
    case Op::modulo: {
      // inner = t, or what is t some times round.
      if (!left) break;
      for (const std::int64_t rounds : {0, 1, -1}) {
        solve(q, inner, q.terms.add(t, q.terms.scale(rounds, c)), env, found);
      }
      break;
    }
    case Op::divide:
      if (left && q.terms.value(c)) {
        for (std::int64_t rest = 0;
             rest < std::min<std::int64_t>(4, *q.terms.value(c)); ++rest) {
          solve(q, inner,
                q.terms.add(q.terms.scale(*q.terms.value(c), t),
                            q.terms.number(rest)),
                env, found);
        }
      }
      break;
    case Op::multiply:
      if (q.terms.value(c) && *q.terms.value(c) != 0) {
        solve(q, inner, q.terms.quotient(t, *q.terms.value(c)), env, found);
      }
      break;
    default:
      break;
  }
}

// Values of loop variables for which a condition may hold, where it says that
// they are something.
void Generator::solve_condition(
    Query& q, ExprId id, const Env& env,
    std::map<std::uint32_t, std::vector<Term>>& found) {
  const Expr& e = model_[id];
  if (e.op == Op::logical_and) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      solve_condition(q, model_.child(e, i), env, found);
    }
  } else if (e.op == Op::equal) {
    for (const std::uint32_t side : {0U, 1U}) {
      const ExprId other = model_.child(e, 1 - side);
      if (!network::is_constant(model_, other)) continue;
      solve(q, model_.child(e, side),
            q.expressions.translate(other, env).term(), env, found);
    }
  }
}

// Values for the loops around a connect statement, but for the variable that
// is the node: each of those found.
void Generator::add_loops(Query& q, const Connect& c,
                          std::optional<std::uint32_t> node_slot,
                          std::map<std::uint32_t, std::vector<Term>>& found,
                          Givens& given) {
  for (const Around& around : c.around) {
    for (std::uint32_t b = around.loop.begin; b < around.loop.end; ++b) {
      const Binder& binder = model_.binders[b];
      if (binder.slot == node_slot) continue;
      std::vector<Term> values = found[binder.slot];
      // Of a variable that does not matter, the first value will do. Of one
      // that branches are about, either end may be what is left.
      if (values.empty() && binder.domain == DomainKind::range) {
        for (const ExprId end : {binder.low, binder.high}) {
          const bool enough = !values.empty() && given.size() > most_givens;
          if (enough || !network::is_constant(model_, end)) continue;
          values.push_back(
              q.expressions.translate(end, nothing_bound(model_)).term());
        }
      }
      Givens longer;
      for (const auto& g : given) {
        for (const Term v : values) {
          longer.push_back(g);
          longer.back().emplace(binder.slot, Value{{v}});
        }
      }
      given = std::move(longer);
    }
  }
}

// No round that we can think of connects the port of this node.
void Generator::connected(std::uint32_t family, std::uint32_t port) {
  const network::NodeFamily& f = model_.node_families[family];
  const network::Port& p = model_[f.process].ports[port];
  Question x(model_, asked_);
  Query& q = x.q;
  const Value node = member_of(q, DomainKind::node_family, family);
  std::vector<Term> rounds;
  for (const Connect& c : q.wiring.connects()) {
    for (const auto& end : c.connection->ends) {
      const Expr& e = model_[end.node];
      const bool here =
          e.op == Op::family_node && e.item == family && end.port == port;
      const bool loop = e.op == Op::bound &&
                        model_[e.type].family.value == family &&
                        end.port == port;
      if (!here && !loop) continue;
      std::map<std::uint32_t, std::vector<Term>> found;
      for (std::uint32_t d = 0; here && d < e.children.size(); ++d) {
        solve(q, model_.child(e, d), node.slots[d], nothing_bound(model_),
              found);
      }
      for (const Around& around : c.around) {
        if (!around.guard.valid() || !around.truth) continue;
        solve_condition(q, around.guard, nothing_bound(model_), found);
      }
      Givens given = {{}};
      if (loop) given[0].emplace(e.item, node);
      add_loops(q, c, loop ? std::optional(e.item) : std::nullopt, found,
                given);
      for (const auto& g : given) {
        const Round r = q.wiring.round(c, g, "unknown", {});
        if (!r.complete) continue;
        rounds.push_back(q.terms.both(
            r.condition,
            same(q.terms, q.expressions.translate(end.node, r.env).value,
                 node)));
      }
    }
  }
  elaborates(x, q.terms.negate(q.terms.any(std::move(rounds))),
             "connected: " + f.name + "." + p.name, p.span);
}

// The port sets that `via` names are of the type of the edges. The rest holds
// in every graph: an edge has two different ends.
void Generator::graph_ports() {
  const network::EdgeFamily& f = model_.edge_families[0];
  for (const network::Port& p : model_[model_.node_families[0].process].ports) {
    if (p.name != f.via_write && p.name != f.via_read) continue;
    Question x(model_, asked_);
    elaborates(x, x.q.terms.truth(!same_type(x.q, f.type, p.type)),
               "type of " + p.name, p.span);
  }
}

void Generator::elaboration() {
  sizes();
  values_of_members();
  connections();
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const auto& ports = model_[model_.node_families[f].process].ports;
    for (std::uint32_t p = 0; p < ports.size(); ++p) {
      if (!ports[p].set) connected(f, p);
    }
  }
  connected_once();
  if (scratch_.sizes.graph()) graph_ports();
}

}  // namespace vicinal::obligations
