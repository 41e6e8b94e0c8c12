// SPDX-License-Identifier: MIT
// Terms: what arcs move, what places hold at the start, and conditions. Sorts
// are worked out from the inside.
//
// A tuple is where colours are; in it, `all` stands for each colour of its
// class, so that <x, all> is as many tuples as there are colours. A colour
// where a multiset is wanted is one of it.
#include <fmt/format.h>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"
#include "network/imports/pnml/parser_impl.hpp"

namespace vicinal::pnml {

std::vector<const Element*> Parser::subterms(const Element& e,
                                             std::size_t least,
                                             std::size_t most) {
  only_attributes(e, {});
  only_children(e, {}, {"subterm"});
  std::vector<const Element*> out;
  for (const ElementId id : e.children) {
    network::poll();
    const Element& part = at(id);
    if (part.name != "subterm") return {};
    only_attributes(part, {});
    const Element* term = only_child(part);
    if (term == nullptr) return {};
    out.push_back(term);
  }
  if (out.size() >= least && out.size() <= most) return out;
  error(codes::term_without_meaning, e,
        fmt::format("<{}> has {} parts: it has {}{}", e.name, out.size(), least,
                    most == least      ? std::string()
                    : most == SIZE_MAX ? " at least"
                                       : fmt::format(" to {}", most)));
  return {};
}

std::optional<Term> Parser::multiset(const Element& e, const Domain& wanted) {
  auto found = multiset(e);
  if (!found) return {};
  if (found->domain == wanted) return std::move(found->term);
  error(codes::term_without_meaning, e,
        fmt::format("this is of the sort {}, and the place of {}",
                    shown(found->domain), shown(wanted)));
  return {};
}

std::optional<Parser::Typed> Parser::multiset(const Element& e) {
  if (e.name == "add" || e.name == "subtract") return sum(e);
  if (e.name == "numberof") return numbered(e, false);
  if (e.name == "scalarproduct") return numbered(e, true);
  if (e.name == "empty") {
    only_attributes(e, {});
    const Element* child = only_child(e);
    const auto domain = child == nullptr ? std::nullopt : sort(*child);
    if (!domain) return {};
    return Typed{Term{.span = e.span}, *domain};
  }
  auto one = tuple(e, true);
  if (!one) return {};
  return Typed{Term{.kind = TermKind::tuple,
                    .tuple = std::move(one->tuple),
                    .span = e.span},
               std::move(one->domain)};
}

std::optional<Parser::Typed> Parser::sum(const Element& e) {
  const bool add = e.name == "add";
  Typed out;
  out.term.kind = add ? TermKind::add : TermKind::subtract;
  out.term.span = e.span;
  bool first = true;
  bool good = true;
  for (const Element* part : subterms(e, add ? 1 : 2)) {
    auto found = multiset(*part);
    good = good && found;
    if (!good) continue;
    if (first) out.domain = found->domain;
    first = false;
    if (found->domain != out.domain) {
      error(codes::term_without_meaning, *part,
            fmt::format("this is of the sort {}, and the first part of {}",
                        shown(found->domain), shown(out.domain)));
      return {};
    }
    out.term.parts.push_back(std::move(found->term));
  }
  if (!good || first) return {};
  return out;
}

// So many of one tuple, one where no number is said; with `scalarproduct`, of a
// multiset.
std::optional<Parser::Typed> Parser::numbered(const Element& e, bool scalar) {
  const auto parts = subterms(e, scalar ? 2 : 1, scalar ? 2 : SIZE_MAX);
  if (parts.empty()) return {};
  const auto times = parts.size() == 1 ? 1 : constant_number(*parts[0]);
  if (!times) return {};
  if (!scalar) return each_numbered(e, parts, *times);
  auto found = multiset(*parts[1]);
  if (!found) return {};
  Term product{.times = *times, .span = e.span};
  product.parts.push_back(std::move(found->term));
  return Typed{std::move(product), std::move(found->domain)};
}

// So many of each tuple, all of one sort.
std::optional<Parser::Typed> Parser::each_numbered(
    const Element& e, std::span<const Element* const> parts,
    std::int64_t times) {
  Typed out{Term{.span = e.span}, {}};
  for (const Element* part : parts.subspan(parts.size() == 1 ? 0 : 1)) {
    auto one = tuple(*part, true);
    if (!one) return {};
    if (!out.term.parts.empty() && one->domain != out.domain) {
      error(codes::term_without_meaning, *part,
            fmt::format("this is of the sort {}, and the first colour of {}",
                        shown(one->domain), shown(out.domain)));
      return {};
    }
    out.domain = std::move(one->domain);
    out.term.parts.push_back(Term{.kind = TermKind::tuple,
                                  .times = times,
                                  .tuple = std::move(one->tuple),
                                  .span = e.span});
  }
  if (out.term.parts.size() > 1) return out;
  Term only = std::move(out.term.parts[0]);
  return Typed{std::move(only), std::move(out.domain)};
}

std::optional<std::int64_t> Parser::constant_number(const Element& e) {
  const std::size_t before = diagnostics_.error_count();
  if (e.name != "numberconstant") {
    error(codes::term_without_meaning, e,
          fmt::format("<{}> is not taken for a number: it is written out",
                      e.name));
    return {};
  }
  only_attributes(e, {"value"});
  only_children(e, {"positive", "natural", "integer"});
  if (e.children.size() > 1)
    error(codes::missing_or_twice, e, "a number has one sort");
  const std::int64_t value = number(e, required(e, "value"));
  if (value < 0)
    error(codes::tokens_not_taken, e, fmt::format("{} tokens", value));
  if (value == 0 && label(e, "positive").valid()) {
    error(codes::tokens_not_taken, e, "0 is not positive");
  }
  if (diagnostics_.error_count() > before) return {};
  return value;
}

Parser::MaybeTuple Parser::tuple(const Element& e, bool all) {
  if (e.name == "tuple") return parts(e, all);
  if (e.name == "variable") return variable(e);
  if (e.name == "useroperator") return constant(e);
  if (e.name == "finiteintrangeconstant") return range_constant(e);
  if (e.name == "successor") return neighbour(e, true);
  if (e.name == "predecessor") return neighbour(e, false);
  if (e.name == "all" && all) return all_of(e);
  if (e.name == "dotconstant") {
    only_attributes(e, {});
    only_children(e, {});
    return TypedTuple{};
  }
  error(codes::term_without_meaning, e,
        fmt::format("<{}> is not taken for a colour", e.name));
  return {};
}

Parser::MaybeTuple Parser::parts(const Element& e, bool all) {
  TypedTuple out;
  bool good = true;
  for (const Element* part : subterms(e, 1)) {
    auto found = tuple(*part, all);
    good = good && found;
    if (!good) continue;
    out.tuple.insert(out.tuple.end(), found->tuple.begin(), found->tuple.end());
    out.domain.insert(out.domain.end(), found->domain.begin(),
                      found->domain.end());
  }
  if (!good || e.children.empty()) return {};
  return out;
}

Parser::MaybeTuple Parser::variable(const Element& e) {
  only_attributes(e, {"refvariable"});
  only_children(e, {});
  const std::string& name = required(e, "refvariable");
  const auto found = variables_.find(name);
  if (found == variables_.end() || in_marking_) {
    error(found == variables_.end() ? codes::unknown_or_repeated_name
                                    : codes::term_without_meaning,
          e,
          found == variables_.end()
              ? fmt::format("no variable is called '{}'", name)
              : "a variable has no value in an initial marking");
    return {};
  }
  TypedTuple out;
  out.domain = net_.variables[found->second].domain;
  for (std::size_t i = 0; i < out.domain.size(); ++i) {
    out.tuple.push_back({ColourKind::variable, 0, found->second, i});
  }
  return out;
}

Parser::MaybeTuple Parser::constant(const Element& e) {
  only_attributes(e, {"declaration"});
  only_children(e, {});
  const std::string& name = required(e, "declaration");
  const auto found = colours_.find(name);
  if (found == colours_.end()) {
    error(codes::unknown_or_repeated_name, e,
          fmt::format("no colour is called '{}'", name));
    return {};
  }
  return TypedTuple{{{ColourKind::constant, found->second.second, 0, 0}},
                    {found->second.first}};
}

Parser::MaybeTuple Parser::range_constant(const Element& e) {
  const std::size_t before = diagnostics_.error_count();
  only_attributes(e, {"value"});
  only_children(e, {"finiteintrange"});
  const std::int64_t value = number(e, required(e, "value"));
  const Element* child = only_child(e);
  if (child == nullptr || diagnostics_.error_count() > before) return {};
  const auto domain = range(*child);
  if (!domain) return {};
  const ColourClass& own = net_.classes[domain->front()];
  if (value < own.first || value - own.first >= own.size) {
    error(codes::term_without_meaning, e,
          fmt::format("{} is not in the range from {} to {}", value, own.first,
                      own.first + own.size - 1));
    return {};
  }
  return TypedTuple{{{ColourKind::constant, value - own.first, 0, 0}}, *domain};
}

Parser::MaybeTuple Parser::all_of(const Element& e) {
  only_attributes(e, {});
  const Element* child = only_child(e);
  auto domain = child == nullptr ? std::nullopt : sort(*child);
  if (!domain) return {};
  return TypedTuple{Tuple(domain->size(), {ColourKind::all, 0, 0, 0}),
                    std::move(*domain)};
}

Parser::MaybeTuple Parser::neighbour(const Element& e, bool forward) {
  const auto list = subterms(e, 1, 1);
  auto found = list.empty() ? std::nullopt : tuple(*list[0], false);
  if (!found) return {};
  if (found->domain.size() != 1 || !net_.classes[found->domain[0]].listed) {
    error(codes::term_without_meaning, e,
          fmt::format("a <{}> of the sort {}: only enumerations have it",
                      e.name, shown(found->domain)));
    return {};
  }
  const std::int64_t size = net_.classes[found->domain[0]].size;
  std::int64_t& value = found->tuple[0].value;
  value = (value + (forward ? 1 : size - 1)) % size;
  return found;
}

// ---- conditions ------------------------------------------------------------

std::optional<Condition> Parser::condition(const Element& e) {
  if (e.name == "and") {
    return junction(e, ConditionKind::conjunction, 1, SIZE_MAX);
  }
  if (e.name == "or") {
    return junction(e, ConditionKind::disjunction, 1, SIZE_MAX);
  }
  if (e.name == "not") return junction(e, ConditionKind::negation, 1, 1);
  if (e.name == "imply") return junction(e, ConditionKind::implication, 2, 2);
  if (e.name != "booleanconstant") return comparison(e);
  only_attributes(e, {"value"});
  only_children(e, {"bool"});
  const std::string& value = required(e, "value");
  const bool holds = value == "true" || value == "1";
  if (!holds && value != "false" && value != "0") {
    error(codes::term_without_meaning, e,
          fmt::format("'{}' is neither true nor false", value));
    return {};
  }
  return Condition{.value = holds, .span = e.span};
}

// Parts of the same kind are its own parts, so that chains stay flat.
std::optional<Condition> Parser::junction(const Element& e, ConditionKind kind,
                                          std::size_t least, std::size_t most) {
  Condition out{.kind = kind, .span = e.span};
  const bool flat = most == SIZE_MAX;
  const auto list = subterms(e, least, most);
  bool good = !list.empty();
  for (const Element* part : list) {
    auto found = condition(*part);
    good = good && found;
    if (!good) continue;
    if (flat && found->kind == kind) {
      std::move(found->parts.begin(), found->parts.end(),
                std::back_inserter(out.parts));
    } else {
      out.parts.push_back(std::move(*found));
    }
  }
  if (!good) return {};
  out.depth = 1;
  for (const Condition& part : out.parts) {
    out.depth = std::max(out.depth, part.depth + 1);
  }
  if (out.depth <= most_depth) return out;
  error(codes::too_large, e,
        fmt::format("a condition that nests deeper than {}", most_depth));
  return {};
}

std::optional<Condition> Parser::comparison(const Element& e) {
  const bool equality = e.name == "equality" || e.name == "inequality";
  const bool less = e.name == "lessthan" || e.name == "lessthanorequal";
  const bool greater =
      e.name == "greaterthan" || e.name == "greaterthanorequal";
  if (!equality && !less && !greater) {
    error(codes::term_without_meaning, e,
          fmt::format("<{}> is not taken for a condition", e.name));
    return {};
  }
  const auto list = subterms(e, 2, 2);
  if (list.empty()) return {};
  auto left = tuple(*list[0], false);
  auto right = tuple(*list[1], false);
  if (!left || !right) return {};
  if (left->domain != right->domain ||
      (!equality && left->domain.size() != 1)) {
    error(codes::term_without_meaning, e,
          fmt::format("a <{}> of the sorts {} and {}", e.name,
                      shown(left->domain), shown(right->domain)));
    return {};
  }
  // a > b is b < a, a <= b is not b < a, a >= b is not a < b.
  const bool negated = e.name == "inequality" || e.name == "lessthanorequal" ||
                       e.name == "greaterthanorequal";
  if (greater != (negated && !equality)) std::swap(left, right);
  Condition out{.kind = equality ? ConditionKind::equal : ConditionKind::less,
                .left = std::move(left->tuple),
                .right = std::move(right->tuple),
                .domain = std::move(left->domain),
                .span = e.span};
  if (!negated) return out;
  Condition no{.kind = ConditionKind::negation, .depth = 1, .span = e.span};
  no.parts.push_back(std::move(out));
  return no;
}

}  // namespace vicinal::pnml
