// SPDX-License-Identifier: MIT
// Properties of a net as properties of ours. In CTL a path ends where nothing
// is enabled, here it stays there: next markings are asked for where there are
// some. In LTL it stays, as here.
#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/pnml/property_forms.hpp"
#include "network/imports/pnml/translator.hpp"

namespace vicinal::pnml {

using ast::ExprId;
using ast::ExprKind;

namespace {

ExprKind kind_of(FormulaKind kind) {
  switch (kind) {
    case FormulaKind::equal:
      return ExprKind::equal;
    case FormulaKind::not_equal:
    case FormulaKind::exclusive:
      return ExprKind::not_equal;
    case FormulaKind::less:
      return ExprKind::less;
    case FormulaKind::less_equal:
      return ExprKind::less_equal;
    case FormulaKind::greater:
      return ExprKind::greater;
    case FormulaKind::greater_equal:
      return ExprKind::greater_equal;
    case FormulaKind::conjunction:
      return ExprKind::logical_and;
    case FormulaKind::disjunction:
      return ExprKind::logical_or;
    case FormulaKind::implication:
      return ExprKind::implies;
    case FormulaKind::equivalence:
      return ExprKind::iff;
    case FormulaKind::next:
      return ExprKind::next;
    case FormulaKind::finally:
      return ExprKind::finally;
    case FormulaKind::globally:
      return ExprKind::globally;
    case FormulaKind::until:
      return ExprKind::until;
    case FormulaKind::all_paths:
      return ExprKind::for_all_paths;
    case FormulaKind::exists_path:
      return ExprKind::exists_path;
    default:
      return ExprKind::error;
  }
}

}  // namespace

// Behind the text of the net.
Span Translator::shown(Span span) const {
  return {span.begin + behind_, span.end + behind_};
}

ExprId Translator::negated(ExprId e, Span span) {
  if (tree_[e].kind == ExprKind::logical_not) return tree_.child(tree_[e], 0);
  return make_.make(ExprKind::logical_not, {e}, span);
}

// In halves, so that nothing nests deep.
ExprId Translator::chained(ExprKind kind, const std::vector<ExprId>& list,
                           std::size_t begin, std::size_t end, Span span) {
  network::poll();
  if (end - begin == 1) return list[begin];
  constexpr std::size_t short_chain = 8;
  const std::size_t middle =
      end - begin <= short_chain ? end - 1 : begin + (end - begin) / 2;
  const ExprId left = chained(kind, list, begin, middle, span);
  const ExprId right = chained(kind, list, middle, end, span);
  return make_.make(kind, {left, right}, span);
}

// Of all colours.
ExprId Translator::tokens(std::size_t place, Span span) {
  bound_.clear();
  bound_numbers_.clear();
  const Domain& domain = net_.places[place].domain;
  const Tuple all(domain.size(), {ColourKind::all, 0, 0, 0});
  Names names;
  std::vector<ast::Binders> binders;
  bind_all(all, domain, names, binders, span);
  const ExprId one = cell(place, nodes_of(all, names), span);
  return binders.empty() ? one
                         : make_.quantified(ExprKind::sum, binders, one, span);
}

ExprId Translator::amount(const Amount& a) {
  const Span span = shown(a.span);
  std::vector<ExprId> parts;
  for (const std::size_t p : a.places) parts.push_back(tokens(p, span));
  for (const Amount& part : a.parts) parts.push_back(amount(part));
  switch (a.kind) {
    case AmountKind::constant:
      return make_.integer(a.value, span);
    case AmountKind::difference:
      return make_.make(ExprKind::subtract, parts, span);
    default:
      break;
  }
  const bool product = a.kind == AmountKind::product;
  return chained(product ? ExprKind::multiply : ExprKind::add, parts, 0,
                 parts.size(), span);
}

// For some colours of its variables.
ExprId Translator::fireable(std::size_t number, Span span) {
  const std::vector<ast::Binders> variables = variables_of(number, span);
  const std::vector<ExprId> guard = guard_of(number, span);
  const ExprId one = make_.joined(ExprKind::logical_and, guard, span);
  return variables.empty() || guard.empty()
             ? one
             : make_.quantified(ExprKind::exists, variables, one, span);
}

ExprId Translator::condition(const Formula& f) {
  network::poll();
  const Span span = shown(f.span);
  std::vector<ExprId> parts;
  for (const Amount& side : f.sides) parts.push_back(amount(side));
  for (const std::size_t t : f.transitions) parts.push_back(fireable(t, span));
  for (const Formula& part : f.parts) parts.push_back(condition(part));
  switch (f.kind) {
    case FormulaKind::constant:
      return make_.boolean(f.value, span);
    case FormulaKind::deadlock:
      return negated(make_.name("enabled", span), span);
    case FormulaKind::negation:
      return negated(parts[0], span);
    case FormulaKind::fireable:
    case FormulaKind::disjunction:
      return make_.joined(ExprKind::logical_or, parts, span);
    case FormulaKind::conjunction:
      return make_.joined(ExprKind::logical_and, parts, span);
    default:
      return make_.make(kind_of(f.kind), parts, span);
  }
}

ExprId Translator::atom(ExprId condition, Span span) {
  return make_.make(ExprKind::atom, {condition}, span);
}

ExprId Translator::enabled_or_not(bool enabled, Span span) {
  const ExprId some = make_.name("enabled", span);
  return atom(enabled ? some : negated(some, span), span);
}

ExprId Translator::temporal(const Formula& f, PropertyForm form) {
  network::poll();
  const Span span = shown(f.span);
  if (is_condition(f)) return atom(condition(f), span);
  std::vector<ExprId> parts;
  for (const Formula& part : f.parts) parts.push_back(temporal(part, form));
  if (f.kind == FormulaKind::negation) return negated(parts[0], span);
  if (f.kind == FormulaKind::conjunction ||
      f.kind == FormulaKind::disjunction) {
    return make_.joined(kind_of(f.kind), parts, span);
  }
  const ExprId whole = make_.make(kind_of(f.kind), parts, span);
  const bool all = f.kind == FormulaKind::all_paths;
  const bool quantifier = all || f.kind == FormulaKind::exists_path;
  if (form != PropertyForm::ctl || !quantifier ||
      f.parts[0].kind != FormulaKind::next) {
    return whole;
  }
  return make_.make(all ? ExprKind::logical_or : ExprKind::logical_and,
                    {whole, enabled_or_not(!all, span)}, span);
}

// Whether each transition lacks tokens, for all colours of its variables.
bool Translator::dead_at_start() const {
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const Transition& own = net_.transitions[t];
    bool enabled = false;
    slots_.each_binding(slots_.of(own), [&](const Binding& binding) {
      if (!slots_.holds(own.condition, binding)) return true;
      enabled = true;
      for (const Moves::Of& moves : moves_[t].places) {
        std::map<std::int64_t, std::int64_t> taken;
        for (const Part& p : moves.taken) {
          slots_.each_cell(p.tuple, net_.places[moves.place].domain, binding,
                           [&](std::int64_t cell) { taken[cell] += p.times; });
        }
        for (const auto& [cell, count] : taken) {
          const std::int64_t there =
              marking_[moves.place][static_cast<std::size_t>(cell)];
          enabled = enabled && there >= count;
        }
      }
      return !enabled;
    });
    if (enabled) return false;
  }
  return true;
}

void Translator::declare_properties() {
  outside_ = true;
  for (const Property& p : properties_) {
    network::poll();
    ast::Property made;
    const Word id{p.id.text, shown(p.id.span)};
    std::string note = fmt::format("'{}'", p.id.text);
    if (!p.description.empty()) note += fmt::format(": {}", p.description);
    made.name = {declared(id, note), id.span};
    made.span = id.span;
    const Formula& f = p.formula;
    switch (p.form) {
      case PropertyForm::invariant: {
        // AG f, or not EF f.
        const bool never = f.kind == FormulaKind::negation;
        const Formula& paths = never ? f.parts[0] : f;
        const ExprId own = condition(paths.parts[0].parts[0]);
        made.kind = ast::PropertyKind::invariant;
        made.formula = never ? negated(own, shown(f.span)) : own;
        break;
      }
      case PropertyForm::ltl:
        made.kind = ast::PropertyKind::ltl;
        made.formula = temporal(f.parts[0], p.form);
        break;
      case PropertyForm::ctl:
        made.kind = ast::PropertyKind::ctl;
        made.formula = temporal(f, p.form);
        break;
      case PropertyForm::ctlstar:
        made.kind = ast::PropertyKind::ctlstar;
        made.formula = temporal(f, p.form);
        break;
    }
    tree_.properties.push_back(std::move(made));
  }
  outside_ = false;
}

}  // namespace vicinal::pnml
