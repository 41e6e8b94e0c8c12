// SPDX-License-Identifier: MIT
// Parameters, sizes, and the members of what variables range over.
#include "obligations/query.hpp"

#include <algorithm>

namespace vicinal::obligations {

namespace {

constexpr std::int64_t max_index = std::int64_t{1} << 31;  // max_slots
constexpr std::int64_t max_listed = 32;  // members of a range, an enumeration
constexpr std::size_t max_members = 16;  // of a join, of each kind
constexpr std::size_t max_later = 10;    // with what comes up on the way
constexpr std::int64_t max_nodes = 12;   // of a family of constant size

}  // namespace

Query::Query(const Model& model, const Request& request)
    : model_(model), slots_(model.types.size()) {
  slots_known_.assign(model.types.size(), false);
  for (const auto& f : model.edge_families) {
    edge_rank_ =
        std::max(edge_rank_, static_cast<std::uint32_t>(f.dimensions.size()));
  }
  if (graph()) edge_rank_ = 1;
  find_connects(model.network_body, {});
  add_parameters(request);
}

void Query::fact(Term t) {
  for (const Term part : terms.conjuncts(t)) {
    if (terms.is_yes(part) || !fact_set_.insert(part).second) continue;
    facts.push_back(part);
  }
}

Term Query::unless_known(Term premise) {
  std::vector<Term> open;
  for (const Term part : terms.conjuncts(premise)) {
    if (!fact_set_.contains(part)) open.push_back(part);
  }
  return terms.all(std::move(open));
}

void Query::unsupported(std::string what, network::Span span) const {
  throw Stop{{std::move(what), span}};
}

// ---- sizes -----------------------------------------------------------------

// A parameter that is the size of a family is below 2^31 in every instance;
// others may be anything in their range.
void Query::add_parameters(const Request& request) {
  std::vector<bool> is_size(model_.parameters.size(), false);
  const auto look = [&](const std::vector<ExprId>& dims) {
    for (const ExprId d : dims) {
      const Expr* e = &model_[d];
      // So is one of which the size is a multiple, or more.
      if ((e->op == Op::multiply || e->op == Op::add) &&
          e->children.size() == 2) {
        const Expr& a = model_[model_.child(*e, 0)];
        const Expr& b = model_[model_.child(*e, 1)];
        if (a.op == Op::literal && a.value >= 1) e = &b;
        if (b.op == Op::literal && b.value >= 1) e = &a;
      }
      if (e->op == Op::parameter) is_size[e->item] = true;
    }
  };
  for (const auto& f : model_.node_families) look(f.dimensions);
  for (const auto& f : model_.edge_families) look(f.dimensions);
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    const network::Parameter& p = model_.parameters[i];
    if (i < request.fixed.size() && request.fixed[i]) {
      parameters_.push_back(terms.number(*request.fixed[i]));
    } else {
      Bounds b{p.low, p.high.value_or(INT64_MAX), true};
      if (is_size[i]) b.high = std::min(b.high, max_index);
      parameters_.push_back(terms.apply(
          terms.function("size " + p.name, 0, Sort::number, b), {}));
    }
    fact(terms.less_equal(terms.number(p.low), parameters_[i]));
    if (p.high) fact(terms.less_equal(parameters_[i], terms.number(*p.high)));
  }
  for (const auto& tuple : request.excluded) {
    // What is no size excludes nothing: the empty conjunction would exclude
    // everything.
    if (tuple.empty() || tuple.size() != parameters_.size()) continue;
    std::vector<Term> equal;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      equal.push_back(terms.equal(parameters_[i], terms.number(tuple[i])));
    }
    fact(terms.negate(terms.all(std::move(equal))));
  }
}

Term Query::size(ExprId e) {
  const auto found = sizes_.find(e);
  if (found != sizes_.end()) return found->second;
  const Result r = translate(e, env());
  fact(terms.negate(r.error));
  sizes_.emplace(e, r.term());
  return r.term();
}

// Of a graph (network any): the numbers of its nodes and edges.
std::vector<Term> Query::dimensions(DomainKind kind, std::uint32_t family) {
  std::vector<Term> dims;
  const bool nodes = kind == DomainKind::node_family;
  if (graph()) {
    const Symbol count = terms.function(nodes ? "count nodes" : "count edges",
                                        0, Sort::number, {0, max_index, true});
    dims.push_back(terms.apply(count, {}));
  } else {
    const auto& exprs = nodes ? model_.node_families[family].dimensions
                              : model_.edge_families[family].dimensions;
    for (const ExprId e : exprs) dims.push_back(size(e));
  }
  for (const Term d : dims) fact(terms.less_equal(terms.number(0), d));
  return dims;
}

Term Query::within(std::span<const Term> indices, std::span<const Term> dims) {
  std::vector<Term> parts;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    parts.push_back(terms.less_equal(terms.number(0), indices[d]));
    parts.push_back(terms.less(indices[d], dims[d]));
  }
  return terms.all(std::move(parts));
}

Term Query::in_range(const Value& node) {
  return within(node.slots, dimensions(DomainKind::node_family, node.family));
}

Term Query::edge_in_range(const Value& edge) {
  std::vector<Term> some;
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    const Term tag = terms.equal(edge.slots[0], terms.number(f));
    if (terms.is_no(tag)) continue;
    const auto dims = dimensions(DomainKind::edge_family, f);
    std::vector<Term> parts = {
        tag, within(std::span(edge.slots).subspan(1, dims.size()), dims)};
    for (std::size_t d = dims.size(); d < edge_rank_; ++d) {
      parts.push_back(terms.equal(edge.slots[1 + d], terms.number(0)));
    }
    some.push_back(terms.all(std::move(parts)));
  }
  return terms.any(std::move(some));
}

Value Query::edge(Term tag, std::vector<Term> indices) {
  Value v;
  v.slots.push_back(tag);
  v.slots.insert(v.slots.end(), indices.begin(), indices.end());
  v.slots.resize(1 + edge_rank_, terms.number(0));
  return v;
}

Term Query::same(const Value& a, const Value& b) {
  if (a.family != b.family) return terms.no();
  std::vector<Term> parts;
  for (std::size_t i = 0; i < a.slots.size(); ++i) {
    parts.push_back(terms.equal(a.slots[i], b.slots[i]));
  }
  return terms.all(std::move(parts));
}

// Row-major. Where that is not linear, a function of which is known that
// different members have different indices: it has an inverse.
Term Query::index_of(DomainKind kind, std::uint32_t family,
                     const std::vector<Term>& indices) {
  if (indices.empty()) return terms.number(0);
  if (indices.size() == 1) return indices[0];
  const auto dims = dimensions(kind, family);
  bool linear = true;
  for (std::size_t d = 1; d < dims.size(); ++d) {
    linear = linear && terms.value(dims[d]).has_value();
  }
  if (linear) {
    Term at = indices[0];
    for (std::size_t d = 1; d < dims.size(); ++d) {
      at = terms.add(terms.scale(*terms.value(dims[d]), at), indices[d]);
    }
    return at;
  }
  const std::string& name = kind == DomainKind::node_family
                                ? model_.node_families[family].name
                                : model_.edge_families[family].name;
  const auto rank = static_cast<std::uint32_t>(indices.size());
  const Bounds bounds{0, max_index, true};
  const Term at = terms.apply(
      terms.function("index " + name, rank, Sort::number, bounds), indices);
  const Term exists = within(indices, dims);
  fact(terms.implies(exists, terms.less_equal(terms.number(0), at)));
  for (std::uint32_t d = 0; d < rank; ++d) {
    const Symbol inverse = terms.function(
        "index " + name + " " + std::to_string(d), 1, Sort::number, bounds);
    fact(terms.implies(exists,
                       terms.equal(terms.apply(inverse, {at}), indices[d])));
  }
  return at;
}

// ---- connections -----------------------------------------------------------

void Query::find_connects(const std::vector<std::uint32_t>& list,
                          const Connect& around) {
  for (const std::uint32_t i : list) {
    const network::Connection& c = model_.connections[i];
    Connect inner = around;
    if (c.kind == network::ast::ItemKind::connect) {
      inner.connection = &c;
      connects_.push_back(std::move(inner));
    } else if (c.kind == network::ast::ItemKind::loop) {
      inner.around.push_back({.loop = c.binders});
      find_connects(c.body, inner);
    } else if (c.kind == network::ast::ItemKind::branch) {
      inner.around.push_back({.guard = c.condition, .truth = true});
      find_connects(c.body, inner);
      inner.around.back().truth = false;
      find_connects(c.otherwise, inner);
    }
  }
}

// ---- members ---------------------------------------------------------------

// The families of nodes that a binder ranges over.
std::vector<std::uint32_t> Query::families(const Binder& binder) const {
  if (binder.domain == DomainKind::node_family) return {binder.item};
  std::vector<std::uint32_t> list;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    if (model_.node_families[f].process.value == binder.item) list.push_back(f);
  }
  return list;
}

Term Query::domain_error(const Binder& binder, const Env& env) {
  if (binder.domain == DomainKind::port_set) {
    return translate(binder.node, env).error;
  }
  if (binder.domain != DomainKind::range) return terms.no();
  return terms.either(translate(binder.low, env).error,
                      translate(binder.high, env).error);
}

Term Query::between(const Binder& binder, const Env& env, Term t) {
  if (binder.domain == DomainKind::enumeration) {
    const auto count =
        static_cast<std::int64_t>(model_.enums[binder.item].constants.size());
    return terms.both(terms.less_equal(terms.number(0), t),
                      terms.less(t, terms.number(count)));
  }
  return terms.both(terms.less_equal(translate(binder.low, env).term(), t),
                    terms.less_equal(t, translate(binder.high, env).term()));
}

// Of a new constant for a member of a range; if there is no member the
// constant may be anything within.
Bounds Query::range_bounds(const Binder& binder, const Env& env) {
  const Bounds low = terms.bounds(translate(binder.low, env).term());
  const Bounds high = terms.bounds(translate(binder.high, env).term());
  if (!low.known || !high.known || low.low > high.high) return {};
  return {low.low, high.high, true};
}

std::vector<Choice> Query::fresh_choices(const Binder& binder, const Env& env) {
  const std::string& name = binder.name;
  const Bounds index{0, max_index, true};
  const auto indices = [&](std::size_t rank) {
    std::vector<Term> list;
    for (std::size_t d = 0; d < rank; ++d) {
      list.push_back(terms.fresh(name, Sort::number, index));
    }
    return list;
  };
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process: {
      std::vector<Choice> list;
      for (const std::uint32_t f : families(binder)) {
        const Value node{indices(rank(f)), f};
        list.push_back({node, in_range(node)});
      }
      return list;
    }
    case DomainKind::edge_family: {
      const std::size_t dims =
          dimensions(DomainKind::edge_family, binder.item).size();
      const Value e = edge(terms.number(binder.item), indices(dims));
      return {{e, edge_in_range(e)}};
    }
    case DomainKind::port_set: {
      const Value node = translate(binder.node, env).value;
      const auto from = edge_families(node.family, binder.item);
      if (from.empty()) return {};
      const Term tag = from.size() == 1
                           ? terms.number(from[0])
                           : terms.fresh(name + " family", Sort::number, index);
      Value e = edge(tag, indices(edge_rank_));
      const Term exists = edge_in_range(e);
      return {{e, terms.both(member(node, binder.item, e), exists)}};
    }
    case DomainKind::range:
    case DomainKind::enumeration:
      break;
  }
  const Bounds bounds =
      binder.domain == DomainKind::range ? range_bounds(binder, env) : index;
  const Term t = terms.fresh(name, Sort::number, bounds);
  return {{{{t}}, between(binder, env, t)}};
}

std::optional<std::vector<Choice>> Query::listed(const Binder& binder,
                                                 const Env& env,
                                                 std::int64_t most) {
  std::vector<Choice> list;
  const auto members = [&](std::vector<Term> dims, const auto& make) {
    std::int64_t count = 1;
    for (const Term d : dims) {
      const auto v = terms.value(d);
      if (!v || *v < 0 || *v > most) return false;
      count *= *v;
      if (count > most) return false;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      std::vector<Term> indices(dims.size());
      std::int64_t rest = i;
      for (std::size_t d = dims.size(); d-- > 0;) {
        indices[d] = terms.number(rest % *terms.value(dims[d]));
        rest /= *terms.value(dims[d]);
      }
      list.push_back({make(std::move(indices)), terms.yes()});
    }
    return static_cast<std::int64_t>(list.size()) <= most;
  };
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process:
      for (const std::uint32_t f : families(binder)) {
        const auto make = [&](std::vector<Term> i) {
          return Value{std::move(i), f};
        };
        if (!members(dimensions(DomainKind::node_family, f), make)) {
          return std::nullopt;
        }
      }
      return list;
    case DomainKind::edge_family: {
      const auto make = [&](std::vector<Term> i) {
        return edge(terms.number(binder.item), std::move(i));
      };
      if (!members(dimensions(DomainKind::edge_family, binder.item), make)) {
        return std::nullopt;
      }
      return list;
    }
    case DomainKind::port_set:
      return std::nullopt;
    case DomainKind::range:
    case DomainKind::enumeration:
      break;
  }
  std::optional<std::int64_t> low = 0;
  std::optional<std::int64_t> high;
  if (binder.domain == DomainKind::range) {
    low = terms.value(translate(binder.low, env).term());
    high = terms.value(translate(binder.high, env).term());
  } else {
    high =
        static_cast<std::int64_t>(model_.enums[binder.item].constants.size()) -
        1;
  }
  if (!low || !high) return std::nullopt;
  if (*high >= *low &&
      static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low) >=
          static_cast<std::uint64_t>(max_listed)) {
    return std::nullopt;
  }
  for (std::int64_t v = *low; v <= *high; ++v) {
    list.push_back({{{terms.number(v)}}, terms.yes()});
    if (v == INT64_MAX) break;
  }
  return list;
}

std::optional<std::vector<Choice>> Query::listed(const Binder& binder,
                                                 const Env& env) {
  return listed(binder, env, max_nodes);
}

// ---- joins -----------------------------------------------------------------

bool Query::room_for_nodes() const {
  return !closed_ && nodes_.size() + new_nodes_.size() <
                         (saturating_ ? max_later : max_members);
}

// Whether it is new, and there is room for it.
bool Query::put(std::vector<Value>& list, std::vector<Value>& later,
                const Value& v) {
  if (std::find(list.begin(), list.end(), v) != list.end() ||
      std::find(later.begin(), later.end(), v) != later.end() ||
      list.size() + later.size() >= (saturating_ ? max_later : max_members)) {
    return false;
  }
  (saturating_ ? later : list).push_back(v);
  return true;
}

void Query::join(const Value& node) {
  if (closed_ || !put(nodes_, new_nodes_, node)) return;
  const auto& p = model_[model_.node_families[node.family].process];
  for (std::uint32_t i = 0; i < p.ports.size(); ++i) {
    if (!p.ports[i].set) join_edge(port_edge(node, i));
  }
  one_port_only(node);
  for (const Term index : node.slots) join_number(index);
}

void Query::join_edge(const Value& edge) {
  if (closed_) return;
  put(edges_, new_edges_, edge);
  // What speaks of all numbers of a range may mean indices of edges.
  for (std::size_t d = 1; d < edge.slots.size(); ++d) {
    join_number(edge.slots[d]);
  }
}

void Query::join_number(Term number) {
  if (!closed_) put(numbers_, new_numbers_, {{number}});
}

void Query::join_choice(const Binder& binder, const Env& env,
                        const Value& value, bool with_ends) {
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process:
      join(value);
      break;
    case DomainKind::edge_family:
    case DomainKind::port_set:
      join_edge(value);
      if (with_ends && !closed_ && !saturating_) touch(binder, env, value);
      break;
    case DomainKind::range:
      join_number(value.slots[0]);
      break;
    case DomainKind::enumeration:
      break;
  }
}

// A node is different from those listed, if there is one more. Where there is
// no room for it, nothing is said of it: a weaker premise.
void Query::add_fillers(std::size_t most) {
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    const auto dims = dimensions(DomainKind::node_family, f);
    if (dims.empty()) continue;
    while (room_for_nodes()) {
      std::vector<Value> others;
      for (const Value& n : nodes_) {
        if (n.family == f) others.push_back(n);
      }
      if (others.size() >= most || (dims.size() > 1 && others.size() > 1)) {
        break;
      }
      Value filler{{}, f};
      for (std::size_t d = 0; d < dims.size(); ++d) {
        filler.slots.push_back(
            terms.fresh("filler", Sort::number, {0, max_index, true}));
      }
      std::vector<Term> good = {in_range(filler)};
      Term count = terms.number(0);  // of different ones that exist
      for (std::size_t i = 0; i < others.size(); ++i) {
        good.push_back(terms.negate(same(filler, others[i])));
        std::vector<Term> counts = {unless_known(in_range(others[i]))};
        for (std::size_t j = 0; j < i; ++j) {
          counts.push_back(terms.negate(terms.both(
              unless_known(in_range(others[j])), same(others[i], others[j]))));
        }
        count =
            terms.add(count, terms.choose(terms.all(std::move(counts)),
                                          terms.number(1), terms.number(0)));
      }
      Term no_more = terms.less_equal(dims[0], count);
      if (dims.size() > 1) {
        // None listed: some dimension is 0. One, which exists: all are 1.
        std::vector<Term> parts;
        for (const Term d : dims) {
          parts.push_back(
              terms.less_equal(d, terms.number(others.empty() ? 0 : 1)));
        }
        no_more = others.empty()
                      ? terms.any(std::move(parts))
                      : terms.either(terms.negate(in_range(others[0])),
                                     terms.all(std::move(parts)));
      }
      fact(terms.either(terms.all(std::move(good)), no_more));
      join(filler);
    }
  }
}

Env Query::env() const {
  Env e;
  e.frame.resize(model_.frame + 2);
  return e;
}

}  // namespace vicinal::obligations
