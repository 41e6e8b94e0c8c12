// SPDX-License-Identifier: MIT
// Ranks. What they mean is made plain here, so that nobody else has to know how
// they are written: terms become integers, and all situations together one
// formula, which says that somebody helps.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "network/language/checker/checker_impl.hpp"
#include "network/language/codes.hpp"
#include "network/language/conjuncts.hpp"
#include "network/language/progress.hpp"
#include "network/language/property.hpp"

namespace vicinal::network::inline language {

void Checker::check_rankings() {
  std::map<std::string, Span> seen;
  for (const ast::Ranking& r : t_.rankings) {
    once("the rank of", r.property, seen);
    check_ranking(r);
  }
}

std::optional<std::uint32_t> Checker::ranked_property(
    const ast::Ranking& source) {
  std::vector<std::string> names;
  for (std::uint32_t p = 0; p < m_.properties.size(); ++p) {
    const Property& property = m_.properties[p];
    if (property.name != source.property.text) {
      if (is_temporal(property)) names.push_back(property.name);
      continue;
    }
    used(source.property, t_.properties[p].name.span);
    if (failed(property.formula)) return std::nullopt;
    if (progress_of(m_, property)) return p;
    error(codes::rank_does_not_fit, source.property.span,
          fmt::format("'{}' is no property of a shape that has a rank",
                      property.name),
          {{property.span, "declared here"},
           {std::nullopt,
            "these are F {q}, {p} U {q}, G F {q} and G ({p} => F {q}) of ltl, "
            "the same of ctl, with A before each, and AG EF {q}, under any "
            "number of 'forall i in s'"}});
    return std::nullopt;
  }
  error(
      codes::rank_does_not_fit, source.property.span,
      fmt::format("there is no temporal property '{}'{}", source.property.text,
                  suggestion(source.property.text, names)));
  return std::nullopt;
}

// They have to take the same slots: what the rank says is about these.
bool Checker::same_variables(const std::vector<Binder>& of_property,
                             Range binders) {
  if (of_property.size() != binders.size()) return false;
  for (std::size_t i = 0; i < of_property.size(); ++i) {
    const Binder& a = of_property[i];
    const Binder& b = m_.binders[binders.begin + i];
    const bool nodes =
        a.domain == DomainKind::node_family || a.domain == DomainKind::process;
    if (!nodes || a.domain != b.domain || a.item != b.item ||
        a.slot != b.slot) {
      return false;
    }
  }
  return true;
}

void Checker::check_ranking(const ast::Ranking& source) {
  const auto property = ranked_property(source);
  if (!property) return;
  const auto of = progress_of(m_, m_.properties[*property]);
  Scope scope;
  const Range binders = bind(source.binders, scope, false);
  if (!same_variables(of->binders, binders)) {
    error(codes::rank_does_not_fit, source.property.span,
          fmt::format("the rank is to have the variables of '{}', in their "
                      "order: nodes of the same families",
                      source.property.text),
          {{m_.properties[*property].span, "declared here"}});
    return;
  }
  Ranking ranking;
  ranked_ = *property;
  ranked_of_ = of->binders;
  direction_.reset();
  ranking.property = *property;
  ranking.span = source.span;
  for (const ast::RankTerm& term : source.terms) {
    ranking.terms.push_back(rank_term(term, scope));
  }
  const bool possible = of->shape == ProgressShape::possible;
  auto all = situations(source.helpers, possible, source.span, scope);
  if (!all) return;
  ranking.situations = std::move(*all);
  ranking.pending = somebody_helps(ranking.situations, source.span);
  m_.rankings.push_back(std::move(ranking));
}

// None after an error.
std::optional<std::vector<Situation>> Checker::situations(
    const std::vector<ast::Helper>& helpers, bool possible, Span span,
    Scope& scope) {
  std::vector<Situation> out;
  for (const ast::Helper& helper : helpers) {
    auto found = situation(helper, possible, scope);
    if (!found) return std::nullopt;
    out.push_back(std::move(*found));
  }
  if (helpers.empty()) out.push_back(everybody(span));
  return out;
}

ExprId Checker::rank_term(const ast::RankTerm& source, Scope& scope) {
  const ExprId found = value(source.value, scope);
  if (failed(found)) return found;
  if (source.ordered) return ordered(source, found);
  const TypeId integer = simple(TypeKind::integer);
  const Span span = m_[found].span;
  if (is(found, TypeKind::boolean)) {
    return make(Op::if_then_else, integer, span,
                {found, literal(integer, 1, span), literal(integer, 0, span)});
  }
  if (type(found).numeric()) return found;
  return bad(codes::rank_does_not_fit, span,
             fmt::format("a term of a rank is a number, a bool, or a value of "
                         "an enumeration with an 'order'; this is {}",
                         type_text(m_[found].type)));
}

// The last constant is 0, each other one greater than the next.
ExprId Checker::ordered(const ast::RankTerm& source, ExprId value) {
  const Span span = m_[value].span;
  const auto all = [&]() -> std::vector<std::string> {
    if (!is(value, TypeKind::enumeration)) return {};
    return m_.enums[type(value).enumeration.index()].constants;
  }();
  std::set<std::string> named;
  std::vector<std::int64_t> numbers;
  for (const ast::Word& word : source.order) {
    const auto at = std::find(all.begin(), all.end(), word.text);
    if (at == all.end()) continue;
    numbers.push_back(at - all.begin());
    used(word, t_.enums[type(value).enumeration.index()]
                   .constants[static_cast<std::size_t>(numbers.back())]
                   .span);
    named.insert(word.text);
  }
  if (all.empty() || named.size() != all.size() ||
      source.order.size() != all.size()) {
    return bad(codes::rank_does_not_fit, source.order_span,
               "an order names each constant of the enumeration once");
  }
  const TypeId integer = simple(TypeKind::integer);
  ExprId term = literal(integer, 0, span);
  for (std::size_t i = numbers.size() - 1; i-- > 0;) {
    const ExprId here =
        make(Op::equal, simple(TypeKind::boolean), span,
             {value, literal(m_[value].type, numbers[i], span)});
    const auto far = static_cast<std::int64_t>(numbers.size() - 1 - i);
    term = make(Op::if_then_else, integer, span,
                {here, literal(integer, far, span), term});
  }
  return term;
}

// Nothing is assumed of fairness: whoever it is that moves helps.
Situation Checker::everybody(Span span) {
  Situation out;
  const TypeId boolean = simple(TypeKind::boolean);
  out.everybody = true;
  out.able = make(Op::enabled, boolean, span);
  out.condition = literal(boolean, 1, span);
  out.span = span;
  return out;
}

// Of what only has to be possible nothing need be fair.
bool Checker::fair_enough(const ast::Helper& source, const Situation& of,
                          bool possible) {
  const bool meanwhile = !source.terms.empty();
  if (possible && meanwhile) {
    error(codes::rank_does_not_fit, source.span,
          "what only has to be possible has no 'meanwhile': nothing is assumed "
          "of fairness there");
    return false;
  }
  if (possible || (meanwhile ? is_strongly_fair(m_, of.process, of.item)
                             : is_fair(m_, of.process, of.item))) {
    return true;
  }
  error(
      codes::rank_does_not_fit, source.action.span,
      meanwhile ? "what helps without being enabled all the time has to be "
                  "strongly fair, or it might never be done"
                : "what helps has to be fair, or it might never be done",
      {{std::nullopt,
        fmt::format("assume it: fair {} {}{}{};", meanwhile ? "strong" : "weak",
                    source.process.text, source.process.text.empty() ? "" : ".",
                    source.action.text)}});
  return false;
}

// None after an error.
std::optional<Situation> Checker::situation(const ast::Helper& source,
                                            bool possible, Scope& scope) {
  Situation out;
  out.span = source.span;
  const auto property = relied_on(source);
  if (property) {
    out.item = *property;
  } else if (!helping_item(source, out, possible)) {
    return std::nullopt;
  }
  const std::size_t locals = scope.locals.size();
  const std::uint32_t slots = scope.slots;
  if (!source.binders.empty()) out.binders = bind(source.binders, scope, false);
  out.node = helping_node(source, out, scope);
  out.condition = boolean(source.condition, scope, "a situation");
  if (!failed(out.condition)) {
    out.condition =
        of_those_there(Op::exists, out.condition, out.binders, scope);
  }
  const bool good = property ? relies(source, out, possible, scope)
                             : meanwhile(source, out, scope);
  scope.locals.resize(locals);
  scope.slots = slots;
  const bool whole = good && !failed(out.condition) &&
                     (out.node.valid() || (!property && !out.process.valid()));
  if (!whole) return std::nullopt;
  return out;
}

// An action or a rule that is fair; false after an error.
bool Checker::helping_item(const ast::Helper& source, Situation& of,
                           bool possible) {
  const auto* actions = actions_of(source.process, of.process);
  if (actions == nullptr) return false;
  const auto number = action_named(*actions, source.process, source.action);
  if (!number) return false;
  of.item = *number;
  return fair_enough(source, of, possible);
}

// `served of j in s`: a property, unless a rule has that name.
std::optional<std::uint32_t> Checker::relied_on(
    const ast::Helper& source) const {
  const std::string& name = source.action.text;
  const auto is = [&](const auto& named) { return named.name == name; };
  if (!source.process.text.empty() || source.node.text.empty() ||
      std::ranges::any_of(m_.rules, is)) {
    return std::nullopt;
  }
  const auto found = std::ranges::find_if(m_.properties, is);
  if (found == m_.properties.end() || !is_temporal(*found)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(found - m_.properties.begin());
}

// How the helper lies to whom the property is about: by `index(j) > index(i)`
// or `<`, a part of the condition. Op::greater: behind.
std::optional<Op> Checker::farther(ExprId condition,
                                   std::uint32_t helper) const {
  const auto index_of = [&](ExprId e) -> std::optional<std::uint32_t> {
    if (m_[e].op != Op::node_index) return std::nullopt;
    const Expr& node = m_[m_.child(m_[e], 0)];
    if (node.op != Op::bound) return std::nullopt;
    return node.item;
  };
  for (const ExprId part : conjuncts(m_, condition)) {
    const Op op = m_[part].op;
    if (op != Op::less && op != Op::greater) continue;
    const auto left = index_of(m_.child(m_[part], 0));
    const auto right = index_of(m_.child(m_[part], 1));
    const std::uint32_t waits = ranked_of_[0].slot;
    if (left == helper && right == waits) return op;
    if (left == waits && right == helper) {
      return op == Op::less ? Op::greater : Op::less;
    }
  }
  return std::nullopt;
}

// A rank relies on a property that is shown without it: on one whose rank
// stands before, or on itself, of nodes that are farther along the indices, of
// which there are finitely many. False after an error.
bool Checker::relies(const ast::Helper& source, Situation& of, bool possible,
                     Scope& scope) {
  const Property& p = m_.properties[of.item];
  used(source.action, t_.properties[of.item].name.span);
  const auto refuse = [&](const char* why) {
    error(codes::rank_does_not_fit, source.span, why,
          {{p.span, "the property is declared here"}});
    return false;
  };
  const auto shape = progress_of(m_, p);
  if (!shape || shape->shape != ProgressShape::response ||
      shape->binders.size() != 1) {
    return refuse(
        "a rank relies on properties forall i in s: G ({p} => F {q})");
  }
  if (possible || !source.terms.empty()) {
    return refuse(
        "a property that a rank relies on has no 'meanwhile', and "
        "says nothing of what only has to be possible");
  }
  const Local* local = find_local(scope, source.node.text);
  if (local == nullptr || failed(of.condition)) return !failed(of.condition);
  const std::uint32_t slot = m_[local->expr].item;
  const bool own = !source.binders.empty();
  const Binder* named = own ? &m_.binders[of.binders.begin] : nullptr;
  for (const Binder& b : ranked_of_) {
    if (!own && b.slot == slot) named = &b;
  }
  if (named == nullptr || named->domain != shape->binders[0].domain ||
      named->item != shape->binders[0].item) {
    return refuse(
        "say of which node it is: 'of j in s', of the nodes that the "
        "property is about, or 'of i', a variable of the rank");
  }
  if (of.item != ranked_) {
    const auto before = [&](const Ranking& r) { return r.property == of.item; };
    if (std::ranges::any_of(m_.rankings, before)) return true;
    return refuse(
        "a rank relies on itself, or on a property whose rank stands "
        "before it");
  }
  const auto direction = own ? farther(of.condition, slot) : std::nullopt;
  if (!direction || direction_.value_or(*direction) != *direction) {
    return refuse(
        "a rank that relies on itself says 'index(j) > index(i)' of "
        "who helps and who waits, or 'index(j) < index(i)', the same "
        "in all situations");
  }
  direction_ = direction;
  return true;
}

// The rank of its own that a situation has; false after an error.
bool Checker::meanwhile(const ast::Helper& source, Situation& of,
                        Scope& scope) {
  if (source.terms.empty()) return true;
  for (const ast::RankTerm& term : source.terms) {
    of.terms.push_back(rank_term(term, scope));
  }
  auto all = situations(source.helpers, false, source.span, scope);
  if (!all) return false;
  of.meanwhile = std::move(*all);
  of.pending = somebody_helps(of.meanwhile, source.span);
  return true;
}

// Of an action a node of its process, which a variable is bound to; of a rule
// there is none. None after an error, too.
ExprId Checker::helping_node(const ast::Helper& source, const Situation& of,
                             Scope& scope) {
  const Local* local = find_local(scope, source.node.text);
  if (local != nullptr) used(source.node, local->span);
  const ExprId node = local == nullptr ? ExprId::none() : local->expr;
  const bool bound =
      node.valid() && m_[node].op == Op::bound && is(node, TypeKind::node);
  const bool property = relied_on(source).has_value();
  if (property && bound) return node;
  const bool fits = bound && type(node).process == of.process;
  if (of.process.valid() && fits) return node;
  if (!of.process.valid() && source.node.text.empty()) return {};
  error(codes::rank_does_not_fit, source.span,
        property ? fmt::format("'{}' is no node", source.node.text)
        : of.process.valid()
            ? fmt::format("say which node of '{}' helps: 'of i', a variable of "
                          "the rank, or 'of j in s'",
                          source.process.text)
            : fmt::format("'{}' is a rule: no node helps", source.action.text));
  return {};
}

ExprId Checker::somebody_helps(const std::vector<Situation>& all, Span span) {
  std::vector<ExprId> helped;
  for (const Situation& of : all) {
    ExprId one = of.condition;
    if (!of.binders.empty()) {
      one = with_binders(
          make(Op::exists, simple(TypeKind::boolean), of.span, {one}),
          of.binders);
      std::uint32_t& frame = frames_[one.index()];
      frame = std::max(frame, m_.binders[of.binders.begin].slot + 1);
    }
    helped.push_back(one);
  }
  return helped.size() == 1
             ? helped[0]
             : make(Op::logical_or, simple(TypeKind::boolean), span, helped);
}

}  // namespace vicinal::network::inline language
