// SPDX-License-Identifier: MIT
// New constants may be any member; a list is written out only where it is all.
#include "obligations/meaning/domains.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::int64_t max_listed = 32;  // members of a range, an enumeration
constexpr std::int64_t max_nodes = 12;   // of a family of constant size

// How many members a family of these dimensions has; none: more than `most`,
// or it is not known.
std::optional<std::int64_t> member_count(Terms& terms,
                                         const std::vector<Term>& dims,
                                         std::int64_t most) {
  std::int64_t count = 1;
  for (const Term d : dims) {
    const auto v = terms.value(d);
    if (!v || *v < 0 || *v > most) return std::nullopt;
    count *= *v;
    if (count > most) return std::nullopt;
  }
  return count;
}

// The indices of member `number`, the last one first to change.
std::vector<Term> indices_of(Terms& terms, const std::vector<Term>& dims,
                             std::int64_t number) {
  std::vector<Term> indices(dims.size());
  for (std::size_t d = dims.size(); d-- > 0;) {
    indices[d] = terms.number(number % *terms.value(dims[d]));
    number /= *terms.value(dims[d]);
  }
  return indices;
}

}  // namespace

Domains::Domains(Query& q)
    : model_(q.model),
      terms_(q.terms),
      sizes_(q.sizes),
      expressions_(q.expressions),
      wiring_(q.wiring) {}

std::uint32_t Domains::family(const Binder& binder, std::size_t choice) const {
  const bool nodes = binder.domain == DomainKind::node_family ||
                     binder.domain == DomainKind::process;
  return nodes ? families(binder)[choice] : no_family;
}

std::vector<std::uint32_t> Domains::families(const Binder& binder) const {
  if (binder.domain == DomainKind::node_family) return {binder.item};
  std::vector<std::uint32_t> list;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    if (model_.node_families[f].process.value == binder.item) list.push_back(f);
  }
  return list;
}

bool Domains::never_empty(const Binder& binder, const Env& env) {
  const auto some = [&](DomainKind kind) {
    return std::ranges::all_of(
        sizes_.dimensions(kind, binder.item), [&](Term d) {
          return terms_.bounds(d).known && terms_.bounds(d).low >= 1;
        });
  };
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::edge_family:
      return some(binder.domain);
    case DomainKind::range: {
      const Result low = expressions_.translate(binder.low, env);
      const Result high = expressions_.translate(binder.high, env);
      const TermBounds from = terms_.bounds(low.term());
      const TermBounds to = terms_.bounds(high.term());
      return terms_.is_no(terms_.either(low.error, high.error)) && from.known &&
             to.known && from.high <= to.low;
    }
    case DomainKind::process:
    case DomainKind::port_set:
    case DomainKind::enumeration:
      break;
  }
  return false;
}

Term Domains::domain_error(const Binder& binder, const Env& env) {
  if (binder.domain == DomainKind::port_set) {
    return expressions_.translate(binder.node, env).error;
  }
  if (binder.domain != DomainKind::range) return terms_.no();
  return terms_.either(expressions_.translate(binder.low, env).error,
                       expressions_.translate(binder.high, env).error);
}

Term Domains::between(const Binder& binder, const Env& env, Term t) {
  if (binder.domain == DomainKind::enumeration) {
    const auto count =
        static_cast<std::int64_t>(model_.enums[binder.item].constants.size());
    return terms_.both(terms_.less_equal(terms_.number(0), t),
                       terms_.less(t, terms_.number(count)));
  }
  return terms_.both(
      terms_.less_equal(expressions_.translate(binder.low, env).term(), t),
      terms_.less_equal(t, expressions_.translate(binder.high, env).term()));
}

// Of a new constant for a member of a range; if there is no member the
// constant may be anything within.
TermBounds Domains::range_bounds(const Binder& binder, const Env& env) {
  const TermBounds low =
      terms_.bounds(expressions_.translate(binder.low, env).term());
  const TermBounds high =
      terms_.bounds(expressions_.translate(binder.high, env).term());
  if (!low.known || !high.known || low.low > high.high) return {};
  return {low.low, high.high, true};
}

std::vector<Choice> Domains::fresh_choices(const Binder& binder,
                                           const Env& env) {
  const std::string& name = binder.name;
  const TermBounds index{0, max_index - 1, true};
  const auto indices = [&](std::size_t rank) {
    std::vector<Term> list;
    for (std::size_t d = 0; d < rank; ++d) {
      list.push_back(terms_.fresh(name, Sort::number, index));
    }
    return list;
  };
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process: {
      std::vector<Choice> list;
      for (const std::uint32_t f : families(binder)) {
        const Value node{indices(sizes_.rank(f)), f};
        list.push_back({node, sizes_.in_range(node)});
      }
      return list;
    }
    case DomainKind::edge_family: {
      const std::size_t dims =
          sizes_.dimensions(DomainKind::edge_family, binder.item).size();
      const Value e = sizes_.edge(terms_.number(binder.item), indices(dims));
      return {{e, sizes_.edge_in_range(e)}};
    }
    case DomainKind::port_set: {
      const Value node = expressions_.translate(binder.node, env).value;
      const auto from = wiring_.edge_families(node.family, binder.item);
      if (from.empty()) return {};
      const Term tag = from.size() == 1 ? terms_.number(from[0])
                                        : terms_.fresh(name + " family",
                                                       Sort::number, index);
      Value e = sizes_.edge(tag, indices(sizes_.edge_rank()));
      const Term exists = sizes_.edge_in_range(e);
      return {{e, terms_.both(wiring_.member(node, binder.item, e), exists)}};
    }
    case DomainKind::range:
    case DomainKind::enumeration:
      break;
  }
  const TermBounds bounds =
      binder.domain == DomainKind::range ? range_bounds(binder, env) : index;
  const Term t = terms_.fresh(name, Sort::number, bounds);
  return {{{{t}}, between(binder, env, t)}};
}

std::optional<std::vector<Choice>> Domains::listed_numbers(const Binder& binder,
                                                           const Env& env) {
  std::optional<std::int64_t> low = 0;
  std::optional<std::int64_t> high;
  if (binder.domain == DomainKind::range) {
    low = terms_.value(expressions_.translate(binder.low, env).term());
    high = terms_.value(expressions_.translate(binder.high, env).term());
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
  std::vector<Choice> list;
  for (std::int64_t v = *low; v <= *high; ++v) {
    list.push_back({{{terms_.number(v)}}, terms_.yes()});
    if (v == INT64_MAX) break;
  }
  return list;
}

std::optional<std::vector<Choice>> Domains::listed(const Binder& binder,
                                                   const Env& env,
                                                   std::int64_t most) {
  std::vector<Choice> list;
  // False: they are too many, or their number is not known.
  const auto members = [&](const std::vector<Term>& dims, const auto& make) {
    const auto count = member_count(terms_, dims, most);
    if (!count) return false;
    for (std::int64_t i = 0; i < *count; ++i) {
      list.push_back({make(indices_of(terms_, dims, i)), terms_.yes()});
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
        if (!members(sizes_.dimensions(DomainKind::node_family, f), make)) {
          return std::nullopt;
        }
      }
      return list;
    case DomainKind::edge_family: {
      const auto make = [&](std::vector<Term> i) {
        return sizes_.edge(terms_.number(binder.item), std::move(i));
      };
      if (!members(sizes_.dimensions(DomainKind::edge_family, binder.item),
                   make)) {
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
  return listed_numbers(binder, env);
}

std::optional<std::vector<Choice>> Domains::listed(const Binder& binder,
                                                   const Env& env) {
  return listed(binder, env, max_nodes);
}

}  // namespace vicinal::obligations::inline meaning
