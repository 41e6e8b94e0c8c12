// SPDX-License-Identifier: MIT
// Sizes of families are below 2^31 in every instance, and not negative; other
// parameters may be anything in their range.
#include "obligations/meaning/sizes.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

Sizes::Sizes(Query& q, const AskedSizes& asked)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      expressions_(q.expressions) {
  for (const auto& f : model_.edge_families) {
    edge_rank_ =
        std::max(edge_rank_, static_cast<std::uint32_t>(f.dimensions.size()));
  }
  if (graph()) edge_rank_ = 1;
  add_parameters(asked);
}

// A parameter that is the size of a family is below 2^31 in every instance;
// others may be anything in their range.
void Sizes::add_parameters(const AskedSizes& asked) {
  std::vector<bool> is_size(model_.parameters.size(), false);
  const auto at_least_one = [&](const Expr& e) {
    return e.op == Op::parameter && model_.parameters[e.item].low >= 1;
  };
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
        // Of two that are at least 1 each is at most their product, or sum.
        if (at_least_one(a) && at_least_one(b)) {
          is_size[a.item] = is_size[b.item] = true;
        }
      }
      if (e->op == Op::parameter) is_size[e->item] = true;
    }
  };
  for (const auto& f : model_.node_families) look(f.dimensions);
  for (const auto& f : model_.edge_families) look(f.dimensions);
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    const network::Parameter& p = model_.parameters[i];
    if (i < asked.fixed.size() && asked.fixed[i]) {
      parameters_.push_back(terms_.number(*asked.fixed[i]));
    } else {
      TermBounds b{p.low, p.high.value_or(INT64_MAX), true};
      if (is_size[i]) b.high = std::min(b.high, max_index);
      parameters_.push_back(terms_.apply(
          terms_.function("size " + p.name, 0, Sort::number, b), {}));
    }
    facts_.add(terms_.less_equal(terms_.number(p.low), parameters_[i]));
    if (p.high)
      facts_.add(terms_.less_equal(parameters_[i], terms_.number(*p.high)));
  }
  for (const auto& tuple : asked.excluded) {
    // What is no size excludes nothing: the empty conjunction would exclude
    // everything.
    if (tuple.empty() || tuple.size() != parameters_.size()) continue;
    std::vector<Term> equal;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      equal.push_back(terms_.equal(parameters_[i], terms_.number(tuple[i])));
    }
    facts_.add(terms_.negate(terms_.all(std::move(equal))));
  }
}

Term Sizes::value(ExprId e) {
  const auto found = values_.find(e);
  if (found != values_.end()) return found->second;
  const Result r = expressions_.translate(e, nothing_bound(model_));
  facts_.add(terms_.negate(r.error));
  values_.emplace(e, r.term());
  return r.term();
}

// Of a graph (network any): the numbers of its nodes and edges.
std::vector<Term> Sizes::dimensions(DomainKind kind, std::uint32_t family) {
  std::vector<Term> dims;
  const bool nodes = kind == DomainKind::node_family;
  if (graph()) {
    const Symbol count = terms_.function(nodes ? "count nodes" : "count edges",
                                         0, Sort::number, {0, max_index, true});
    dims.push_back(terms_.apply(count, {}));
  } else {
    const auto& exprs = nodes ? model_.node_families[family].dimensions
                              : model_.edge_families[family].dimensions;
    for (const ExprId e : exprs) dims.push_back(value(e));
  }
  for (const Term d : dims) facts_.add(terms_.less_equal(terms_.number(0), d));
  return dims;
}

Term Sizes::in_range(const Value& node) {
  return within(terms_, node.slots,
                dimensions(DomainKind::node_family, node.family));
}

Term Sizes::edge_in_range(const Value& edge) {
  std::vector<Term> some;
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    const Term tag = terms_.equal(edge.slots[0], terms_.number(f));
    if (terms_.is_no(tag)) continue;
    const auto dims = dimensions(DomainKind::edge_family, f);
    std::vector<Term> parts = {
        tag,
        within(terms_, std::span(edge.slots).subspan(1, dims.size()), dims)};
    for (std::size_t d = dims.size(); d < edge_rank_; ++d) {
      parts.push_back(terms_.equal(edge.slots[1 + d], terms_.number(0)));
    }
    some.push_back(terms_.all(std::move(parts)));
  }
  return terms_.any(std::move(some));
}

Value Sizes::edge(Term tag, std::vector<Term> indices) {
  Value v;
  v.slots.push_back(tag);
  v.slots.insert(v.slots.end(), indices.begin(), indices.end());
  v.slots.resize(1 + edge_rank_, terms_.number(0));
  return v;
}

// Row-major. Where that is not linear, a function of which is known that
// different members have different indices: it has an inverse.
Term Sizes::index_of(DomainKind kind, std::uint32_t family,
                     const std::vector<Term>& indices) {
  if (indices.empty()) return terms_.number(0);
  if (indices.size() == 1) return indices[0];
  const auto dims = dimensions(kind, family);
  bool linear = true;
  for (std::size_t d = 1; d < dims.size(); ++d) {
    linear = linear && terms_.value(dims[d]).has_value();
  }
  if (linear) {
    Term at = indices[0];
    for (std::size_t d = 1; d < dims.size(); ++d) {
      at = terms_.add(terms_.scale(*terms_.value(dims[d]), at), indices[d]);
    }
    return at;
  }
  const std::string& name = kind == DomainKind::node_family
                                ? model_.node_families[family].name
                                : model_.edge_families[family].name;
  const auto rank = static_cast<std::uint32_t>(indices.size());
  const TermBounds bounds{0, max_index, true};
  const Term at = terms_.apply(
      terms_.function("index " + name, rank, Sort::number, bounds), indices);
  const Term exists = within(terms_, indices, dims);
  facts_.add(terms_.implies(exists, terms_.less_equal(terms_.number(0), at)));
  for (std::uint32_t d = 0; d < rank; ++d) {
    const Symbol inverse = terms_.function(
        "index " + name + " " + std::to_string(d), 1, Sort::number, bounds);
    facts_.add(terms_.implies(
        exists, terms_.equal(terms_.apply(inverse, {at}), indices[d])));
  }
  return at;
}

}  // namespace vicinal::obligations::inline meaning
