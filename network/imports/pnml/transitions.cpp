// SPDX-License-Identifier: MIT
// A transition as an action. It is enabled where each place holds, of each
// colour, as many tokens as all of its arcs take of it together: two variables
// may have one colour.
//
// What is taken is taken before anything is put, part by part, so that no count
// leaves its range on the way. Where a part is subtracted, one count at a time
// becomes what it has to be.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/pnml/translator.hpp"

namespace vicinal::pnml {

using ast::ExprId;
using ast::ExprKind;

std::string Translator::slot_name(std::size_t slot) const {
  return slot_names_[slot];
}

ExprId Translator::node(const Node& n, std::size_t of_class, Span span) {
  const Colour& c = n.colour;
  if (c.kind == ColourKind::all) return make_.name(n.bound, span);
  ExprId number = make_.integer(c.value, span);
  if (c.kind == ColourKind::variable) {
    if (c.value == 0) return make_.name(slot_name(slots_.of(c)), span);
    number = number_of(c, of_class, span);
  }
  return make_.make(ExprKind::index,
                    {make_.name(classes_[of_class], span), number}, span);
}

// Its place in the order of its class.
ExprId Translator::number_of(const Colour& c, std::size_t of_class, Span span) {
  if (c.kind == ColourKind::constant) return make_.integer(c.value, span);
  const ExprId index =
      make_.call("index", {make_.name(slot_name(slots_.of(c)), span)}, span);
  if (c.value == 0) return index;
  return make_.make(
      ExprKind::modulo,
      {make_.make(ExprKind::add, {index, make_.integer(c.value, span)}, span),
       make_.integer(net_.classes[of_class].size, span)},
      span);
}

// `names`: what each `all` is bound to.
Translator::Nodes Translator::nodes_of(const Tuple& tuple,
                                       const Names& names) const {
  Nodes out;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    out.push_back({tuple[i], tuple[i].kind == ColourKind::all ? names[i] : ""});
  }
  return out;
}

ExprId Translator::cell(std::size_t place, const Nodes& nodes, Span span) {
  ExprId out = outside_
                   ? make_.field(make_.name(node_, span), places_[place], span)
                   : make_.name(places_[place], span);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out = make_.make(ExprKind::index,
                     {out, node(nodes[i], net_.places[place].domain[i], span)},
                     span);
  }
  return out;
}

Translator::Match Translator::match(const Tuple& part, const Nodes& nodes,
                                    const Domain& domain, Span span) {
  std::vector<ExprId> open;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const Colour& a = part[i];
    const Colour& b = nodes[i].colour;
    if (a.kind == ColourKind::all || a == b) continue;
    const bool constants =
        a.kind == ColourKind::constant && b.kind == ColourKind::constant;
    const bool one_variable =
        a.kind == ColourKind::variable && b.kind == ColourKind::variable &&
        a.variable == b.variable && a.component == b.component;
    if (constants || one_variable) return {false, {}};
    open.push_back(make_.make(
        ExprKind::equal,
        {node({a, {}}, domain[i], span), node(nodes[i], domain[i], span)},
        span));
  }
  if (open.empty()) return {true, {}};
  return {std::nullopt, make_.joined(ExprKind::logical_and, open, span)};
}

// How often a tuple is in the sum, added to `begin` if there is one.
ExprId Translator::counted(const Sum& sum, const Nodes& nodes,
                           const Domain& domain, std::optional<ExprId> begin,
                           Span span) {
  std::int64_t sure = 0;
  std::vector<std::pair<std::int64_t, ExprId>> perhaps;
  for (const Part& part : sum) {
    network::poll();
    const Match found = match(part.tuple, nodes, domain, span);
    if (found.known == true) sure += part.times;
    if (!found.known) perhaps.emplace_back(part.times, found.expr);
  }
  std::optional<ExprId> out = begin;
  const auto join = [&](std::int64_t times, ExprId value) {
    if (!out) {
      out = times < 0 ? make_.make(ExprKind::negate, {value}, span) : value;
    } else {
      out = make_.make(times < 0 ? ExprKind::subtract : ExprKind::add,
                       {*out, value}, span);
    }
  };
  if (sure != 0 || (!begin && perhaps.empty())) {
    join(sure, make_.integer(sure < 0 ? -sure : sure, span));
  }
  for (const auto& [times, test] : perhaps) {
    join(times,
         make_.make(ExprKind::if_then_else,
                    {test, make_.integer(times < 0 ? -times : times, span),
                     make_.integer(0, span)},
                    span));
  }
  return *out;
}

// A name for each `all`.
void Translator::bind_all(const Tuple& tuple, const Domain& domain,
                          Names& names, std::vector<ast::Binders>& binders,
                          Span span) {
  names.assign(tuple.size(), {});
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (tuple[i].kind != ColourKind::all) continue;
    names[i] = fresh("c");
    binders.push_back(over(names[i], domain[i], span));
  }
}

void Translator::enabled(const Moves::Of& moves, std::vector<ExprId>& guard,
                         Span span) {
  const Domain& domain = net_.places[moves.place].domain;
  for (const Part& part : moves.taken) {
    if (part.times < 0) continue;
    Names names;
    std::vector<ast::Binders> binders;
    bind_all(part.tuple, domain, names, binders, span);
    const Nodes nodes = nodes_of(part.tuple, names);
    ExprId test =
        make_.make(ExprKind::greater_equal,
                   {cell(moves.place, nodes, span),
                    counted(moves.taken, nodes, domain, std::nullopt, span)},
                   span);
    if (!binders.empty()) {
      test = make_.quantified(ExprKind::forall, binders, test, span);
    }
    guard.push_back(test);
  }
}

ast::StmtId Translator::in_loops(const std::vector<ast::Binders>& binders,
                                 ast::StmtId statement, Span span) {
  for (auto b = binders.rbegin(); b != binders.rend(); ++b) {
    statement = make_.loop(*b, {statement}, span);
  }
  return statement;
}

void Translator::moved(const Moves::Of& moves, std::vector<ast::StmtId>& body,
                       Span span) {
  const auto negative = [](const Part& p) { return p.times < 0; };
  const bool subtracts = std::ranges::any_of(moves.taken, negative) ||
                         std::ranges::any_of(moves.put, negative);
  Sum change = moves.put;
  for (const Part& part : moves.taken) {
    network::poll();
    const auto same = std::ranges::find(change, part.tuple, &Part::tuple);
    if (same == change.end()) {
      change.push_back({-part.times, part.tuple});
    } else {
      same->times -= part.times;
    }
  }
  std::erase_if(change, [](const Part& p) { return p.times == 0; });
  if (change.empty()) return;
  if (subtracts) return moved_everywhere(moves.place, change, body, span);
  std::ranges::stable_partition(change, negative);
  const Domain& domain = net_.places[moves.place].domain;
  for (const Part& part : change) {
    Names names;
    std::vector<ast::Binders> binders;
    bind_all(part.tuple, domain, names, binders, span);
    const ExprId target = cell(moves.place, nodes_of(part.tuple, names), span);
    const std::int64_t times = part.times < 0 ? -part.times : part.times;
    const ExprId value =
        make_.make(part.times < 0 ? ExprKind::subtract : ExprKind::add,
                   {cell(moves.place, nodes_of(part.tuple, names), span),
                    make_.integer(times, span)},
                   span);
    body.push_back(
        in_loops(binders, make_.assign({target}, {value}, span), span));
  }
}

void Translator::moved_everywhere(std::size_t place, const Sum& change,
                                  std::vector<ast::StmtId>& body, Span span) {
  const Domain& domain = net_.places[place].domain;
  const Tuple all(domain.size(), {ColourKind::all, 0, 0, 0});
  Names names;
  std::vector<ast::Binders> binders;
  bind_all(all, domain, names, binders, span);
  const Nodes nodes = nodes_of(all, names);
  const ExprId target = cell(place, nodes, span);
  const ExprId value =
      counted(change, nodes, domain, cell(place, nodes, span), span);
  body.push_back(
      in_loops(binders, make_.assign({target}, {value}, span), span));
}

ExprId Translator::equality(const Condition& c) {
  std::vector<ExprId> parts;
  for (std::size_t i = 0; i < c.domain.size(); ++i) {
    if (c.left[i] == c.right[i]) continue;
    if (c.left[i].kind == ColourKind::constant &&
        c.right[i].kind == ColourKind::constant) {
      return make_.boolean(false, c.span);
    }
    parts.push_back(make_.make(ExprKind::equal,
                               {node({c.left[i], {}}, c.domain[i], c.span),
                                node({c.right[i], {}}, c.domain[i], c.span)},
                               c.span));
  }
  return make_.joined(ExprKind::logical_and, parts, c.span);
}

// Of one part each, neither equal nor two constants; or of an order.
bool Translator::is_simple(const Condition& c) const {
  if (c.kind == ConditionKind::less) return true;
  return c.kind == ConditionKind::equal && c.domain.size() == 1 &&
         c.left != c.right &&
         (c.left[0].kind == ColourKind::variable ||
          c.right[0].kind == ColourKind::variable);
}

ExprId Translator::comparison(const Condition& c, bool negated) {
  if (c.kind == ConditionKind::less) {
    return make_.make(negated ? ExprKind::greater_equal : ExprKind::less,
                      {number_of(c.left[0], c.domain[0], c.span),
                       number_of(c.right[0], c.domain[0], c.span)},
                      c.span);
  }
  return make_.make(negated ? ExprKind::not_equal : ExprKind::equal,
                    {node({c.left[0], {}}, c.domain[0], c.span),
                     node({c.right[0], {}}, c.domain[0], c.span)},
                    c.span);
}

ExprId Translator::condition(const Condition& c) {
  network::poll();
  if (is_simple(c)) return comparison(c, false);
  if (c.kind == ConditionKind::negation && is_simple(c.parts[0])) {
    return comparison(c.parts[0], true);
  }
  std::vector<ExprId> parts;
  for (const Condition& part : c.parts) parts.push_back(condition(part));
  switch (c.kind) {
    case ConditionKind::conjunction:
      return make_.joined(ExprKind::logical_and, parts, c.span);
    case ConditionKind::disjunction:
      return make_.joined(ExprKind::logical_or, parts, c.span);
    case ConditionKind::negation:
      return make_.make(ExprKind::logical_not, parts, c.span);
    case ConditionKind::implication:
      return make_.make(ExprKind::implies, parts, c.span);
    case ConditionKind::equal:
      return equality(c);
    default:
      return make_.boolean(c.value, c.span);
  }
}

std::vector<ast::Binders> Translator::variables_of(std::size_t number,
                                                   Span span) {
  bound_.clear();
  bound_numbers_.clear();
  slot_names_.assign(slots_.count(), {});
  std::vector<std::size_t> first;
  for (std::size_t v = 0; v < net_.variables.size(); ++v) {
    first.insert(first.end(), net_.variables[v].domain.size(), v);
  }
  std::vector<ast::Binders> out;
  for (const std::size_t slot : slots_.of(net_.transitions[number])) {
    slot_names_[slot] = fresh(net_.variables[first[slot]].name.text);
    out.push_back(over(slot_names_[slot], slots_.class_of(slot), span));
  }
  return out;
}

std::vector<ExprId> Translator::guard_of(std::size_t number, Span span) {
  const Condition& own = net_.transitions[number].condition;
  std::vector<ExprId> out;
  if (own.kind != ConditionKind::constant || !own.value) {
    out.push_back(condition(own));
  }
  for (const Moves::Of& moves : moves_[number].places) {
    network::poll();
    enabled(moves, out, span);
  }
  return out;
}

void Translator::transition(std::size_t number) {
  const Span span = net_.transitions[number].name.span;
  ast::Action action;
  action.name = {transitions_[number], span};
  action.span = span;
  action.parameters = make_.binders(variables_of(number, span));
  const std::vector<ExprId> guard = guard_of(number, span);
  std::vector<ast::StmtId> body;
  for (const Moves::Of& moves : moves_[number].places) {
    network::poll();
    moved(moves, body, span);
  }
  if (body.empty()) body.push_back(make_.skip(span));
  if (!guard.empty()) {
    action.guard = make_.joined(ExprKind::logical_and, guard, span);
  }
  action.body = make_.statements(body);
  tree_.processes.back().actions.push_back(std::move(action));
}

}  // namespace vicinal::pnml
