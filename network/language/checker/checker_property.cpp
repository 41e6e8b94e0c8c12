// SPDX-License-Identifier: MIT
// Properties, temporal formulas and fairness assumptions.
#include <fmt/format.h>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

using ast::ExprKind;

// ---- temporal formulas -----------------------------------------------------

namespace {

std::optional<Op> temporal(ExprKind kind) {
  switch (kind) {
    case ExprKind::next:
      return Op::next;
    case ExprKind::finally:
      return Op::finally;
    case ExprKind::globally:
      return Op::globally;
    case ExprKind::until:
      return Op::until;
    case ExprKind::weak_until:
      return Op::weak_until;
    case ExprKind::release:
      return Op::release;
    case ExprKind::for_all_paths:
      return Op::for_all_paths;
    case ExprKind::exists_path:
      return Op::exists_path;
    case ExprKind::logical_not:
      return Op::logical_not;
    case ExprKind::logical_and:
      return Op::logical_and;
    case ExprKind::logical_or:
      return Op::logical_or;
    case ExprKind::implies:
      return Op::implies;
    case ExprKind::iff:
      return Op::iff;
    default:
      return std::nullopt;
  }
}

bool path_quantifier(ExprKind kind) {
  return kind == ExprKind::for_all_paths || kind == ExprKind::exists_path;
}

bool path_operator(ExprKind kind) {
  return kind == ExprKind::next || kind == ExprKind::finally ||
         kind == ExprKind::globally || kind == ExprKind::until ||
         kind == ExprKind::weak_until || kind == ExprKind::release;
}

}  // namespace

ExprId Checker::check_formula(ast::ExprId id, Scope& scope) {
  if (!id.valid()) return make(Op::error, simple(TypeKind::error), {});
  const ast::Expr& e = t_[id];
  const TypeId formula = simple(TypeKind::formula);
  if (e.kind == ExprKind::error) {
    return make(Op::error, simple(TypeKind::error), e.span);
  }
  if (e.kind == ExprKind::boolean) {
    return make(Op::atom, formula, e.span,
                {literal(simple(TypeKind::boolean), e.value, e.span)});
  }
  if (e.kind == ExprKind::atom) {
    return make(Op::atom, formula, e.span,
                {boolean(t_.child(e, 0), scope, "what braces hold")});
  }
  if (e.kind == ExprKind::forall || e.kind == ExprKind::exists) {
    const std::size_t locals = scope.locals.size();
    const std::uint32_t slots = scope.slots;
    const Range binders = bind(e.binders, scope, false);
    if (comes_and_goes(binders)) {
      return bad(codes::not_in_dynamic_network, e.span,
                 "which edges there are changes on a path: quantify over "
                 "them within the braces");
    }
    const ExprId body =
        check_formula(t_.child(e, e.children.size() - 1), scope);
    const std::uint32_t end = scope.slots;
    scope.locals.resize(locals);
    scope.slots = slots;
    const ExprId result =
        with_binders(make(e.kind == ExprKind::forall ? Op::forall : Op::exists,
                          formula, e.span, {body}),
                     binders);
    std::uint32_t& frame = frames_[result.index()];
    frame = std::max(frame, end);
    return result;
  }
  const auto op = temporal(e.kind);
  if (!op) {
    return bad(codes::formula_of_another_logic, e.span,
               "conditions on states stand in braces: {s[0].phase == eating}");
  }
  std::vector<ExprId> children;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    children.push_back(check_formula(t_.child(e, i), scope));
  }
  return make(*op, formula, e.span, std::move(children));
}

// CTL: every path operator stands directly under a path quantifier.
Checker::Formula Checker::ctl_shape(const ast::Expr& e,
                                    ast::PropertyKind kind) {
  if (path_quantifier(e.kind)) {
    const ast::Expr& path = t_[t_.child(e, 0)];
    if (!path_operator(path.kind)) {
      error(codes::formula_of_another_logic, e.span,
            "in a ctl formula 'A' and 'E' are followed by one of X F G U W R; "
            "declare it 'ctlstar'");
      return Formula::invalid;
    }
    for (std::uint32_t i = 0; i < path.children.size(); ++i) {
      const Formula part = shape(t_.child(path, i), kind);
      if (part != Formula::state) return part;
    }
    return Formula::state;
  }
  if (path_operator(e.kind)) {
    error(codes::formula_of_another_logic, e.span,
          "in a ctl formula this operator stands directly after 'A' or 'E'; "
          "declare it 'ctlstar', or 'ltl'");
    return Formula::invalid;
  }
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const Formula part = shape(t_.child(e, i), kind);
    if (part != Formula::state) return part;
  }
  return Formula::state;
}

// What kind of formula this is; reports what its declaration does not allow.
Checker::Formula Checker::shape(ast::ExprId id, ast::PropertyKind kind) {
  const ast::Expr& e = t_[id];
  if (e.kind == ExprKind::error) return Formula::invalid;
  if (e.kind == ExprKind::atom || e.kind == ExprKind::boolean) {
    return Formula::state;
  }
  if (kind == ast::PropertyKind::ctl) return ctl_shape(e, kind);
  if (kind == ast::PropertyKind::ltl && path_quantifier(e.kind)) {
    error(codes::formula_of_another_logic, e.span,
          "an ltl formula has no path quantifiers; declare it 'ctlstar', or "
          "'ctl'");
    return Formula::invalid;
  }
  Formula result = Formula::state;
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const Formula part = shape(t_.child(e, i), kind);
    if (part == Formula::invalid) return part;
    if (part == Formula::path) result = Formula::path;
  }
  if (path_quantifier(e.kind)) return Formula::state;
  return path_operator(e.kind) ? Formula::path : result;
}

// ---- properties ------------------------------------------------------------

void Checker::check_properties() {
  std::map<std::string, Span> seen;
  for (const ast::Property& p : t_.properties) {
    const auto [it, fresh] = seen.emplace(p.name.text, p.name.span);
    if (!fresh && !p.name.text.empty()) {
      error(codes::declared_twice, p.name.span,
            fmt::format("property '{}' is declared twice", p.name.text),
            {{it->second, "first declared here"}});
    }
    Property property;
    property.kind = p.kind;
    property.name = p.name.text;
    property.span = p.span;
    Scope scope;
    scope.site = Site::property;
    const bool state = p.kind == ast::PropertyKind::invariant ||
                       p.kind == ast::PropertyKind::assertion;
    property.formula = state ? boolean(p.formula, scope, "an invariant")
                             : check_formula(p.formula, scope);
    if (!state && p.formula.valid() && !failed(property.formula)) {
      const Formula found = shape(p.formula, p.kind);
      if (found == Formula::path && p.kind == ast::PropertyKind::ctlstar) {
        error(codes::formula_of_another_logic, t_[p.formula].span,
              "this speaks of one path: say A or E in front of it, or declare "
              "it 'ltl'");
      }
    }
    property.frame = frames_[property.formula.index()];
    m_.properties.push_back(std::move(property));
  }
}

// Of a process, or, if none is named, the rules. Null after an error.
const std::vector<Action>* Checker::actions_of(const ast::Word& process,
                                               ProcessId& found) {
  if (process.text.empty()) return &m_.rules;
  const Symbol* symbol = named(process);
  if (symbol == nullptr || symbol->kind != SymbolKind::process) {
    std::vector<std::string> names;
    for (const Process& p : m_.processes) names.push_back(p.name);
    error(codes::fairness_of_no_action, process.span,
          fmt::format("there is no process '{}'{}", process.text,
                      suggestion(process.text, names)));
    return nullptr;
  }
  found = ProcessId(symbol->item);
  return &m_[found].actions;
}

// The number of the action; none after an error.
std::optional<std::uint32_t> Checker::action_named(
    const std::vector<Action>& actions, const ast::Word& process,
    const ast::Word& action) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    if (actions[i].name == action.text) {
      used_action(action, process, i);
      return i;
    }
    names.push_back(actions[i].name);
  }
  error(codes::fairness_of_no_action, action.span,
        fmt::format("there is no {} '{}'{}",
                    process.text.empty() ? "rule" : "action", action.text,
                    suggestion(action.text, names)));
  return std::nullopt;
}

void Checker::check_fairness() {
  for (const ast::Fairness& f : t_.fairness) {
    Fairness fairness;
    fairness.global = f.global;
    fairness.strong = f.strong;
    fairness.span = f.span;
    if (f.global) {
      m_.fairness.push_back(fairness);
      continue;
    }
    const auto* actions = actions_of(f.process, fairness.process);
    if (actions == nullptr) continue;
    const auto number = action_named(*actions, f.process, f.action);
    if (!number) continue;
    fairness.item = *number;
    m_.fairness.push_back(fairness);
  }
}

}  // namespace vicinal::network::inline language
