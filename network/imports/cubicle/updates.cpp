// SPDX-License-Identifier: MIT
// The updates of a transition, which all read the state before it, as
// statements, which are executed one after the other.
//
// Call the parameters *points*: they are different processes. Every place of
// an array has indices that are points or not, so an array that is updated by
// case is written in this order:
//
//   1. for i, j that are no points and differ:  C[i, j]
//   2. for j that is no point:  A[j], C[j, j], C[p, j], C[j, p] at once
//   3. places of points, globals, and places of A[x] := t at once
//
// What a step reads is written by itself or by a later one, so it is still as
// it was before the transition, but for two cases: C[j, i] where C[i, j] is
// written, and C[#1, j], of which it is not known which step writes it. The
// first is refused (V1113). Where updates speak of processes by their numbers,
// all numbers are the points, and step 3 is all there is; with too many of
// them, the second is refused, too. At each place, comparisons of processes
// are decided, and what keeps its value is left out: mostly step 3 alone
// remains.
//
// An array all of whose elements get what does not depend on the parameters
// is written by one loop beforehand, if nothing else reads it or writes what
// it reads.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "network/base/budget.hpp"
#include "network/imports/cubicle/codes.hpp"
#include "network/imports/cubicle/translator.hpp"

namespace vicinal::cubicle {

using ast::ExprId;
using ast::ExprKind;
using ast::StmtId;

namespace {

// Of a file with more processes, these are not written out one by one.
constexpr std::int64_t most_numbers = 8;

}  // namespace

void Translator::reads(TermId id, std::set<std::string>& out) const {
  const Term& t = system_[id];
  if (t.kind == TermKind::name || t.kind == TermKind::access) {
    out.insert(t.word.text);
  }
  if (t.left.valid()) reads(t.left, out);
  if (t.right.valid()) reads(t.right, out);
}

void Translator::reads(FormulaId id, std::set<std::string>& out) const {
  const Formula& f = system_[id];
  if (f.left.valid()) reads(f.left, out);
  if (f.right.valid()) reads(f.right, out);
  for (const FormulaId part : f.parts) reads(part, out);
}

std::set<std::string> Translator::reads(const Update& update) const {
  std::set<std::string> out;
  if (update.value.valid()) reads(update.value, out);
  for (const Case& one : update.cases) {
    if (one.condition.valid()) reads(one.condition, out);
    reads(one.value, out);
  }
  return out;
}

// Also evaluates all of it once, so that what is wrong is said once.
bool Translator::check_update(const Update& u, std::set<std::string>& written) {
  const auto errors = diagnostics_.error_count();
  const Symbol* s = symbol(u.target, u.indices.size());
  if (s == nullptr) return false;
  if (s->kind == SymbolKind::constant) {
    diagnostics_.error(codes::update_not_allowed, u.span,
                       fmt::format("'{}' is a constant", u.target.text));
  }
  if (!written.insert(u.target.text).second) {
    diagnostics_.error(
        codes::update_not_allowed, u.span,
        fmt::format("'{}' is updated twice in one transition", u.target.text));
  }
  const Scope before = scope_;
  std::set<std::string> own;
  for (const Word& w : u.indices) {
    if (u.kind == UpdateKind::cases) {
      if (w.text[0] == '#' || scope_.contains(w.text) ||
          !own.insert(w.text).second) {
        diagnostics_.error(
            codes::declared_twice, w.span,
            fmt::format("'{}' is a process already: an update by case has "
                        "names of its own",
                        w.text));
      }
    } else if (w.text[0] != '#' && !scope_.contains(w.text)) {
      diagnostics_.error(codes::unknown_name, w.span,
                         fmt::format("no process is called '{}' here", w.text));
    }
  }
  for (const std::string& w : own) scope_[w] = w;
  const auto check_value = [&](TermId id) {
    const auto k = kind(id);
    if (k && *k != kind_of(s->type)) {
      diagnostics_.error(codes::types_do_not_fit, system_[id].span,
                         fmt::format("'{}' is of another type", u.target.text));
    }
  };
  if (u.value.valid()) check_value(u.value);
  for (const Case& one : u.cases) {
    network::poll();
    if (one.condition.valid()) formula(one.condition);
    check_value(one.value);
  }
  scope_ = before;
  return diagnostics_.error_count() == errors;
}

// Whether the value is what stands there already.
bool Translator::is_place(TermId id, const Update& u, const Tuple& tuple) {
  const Term& t = system_[id];
  if (t.word.text != u.target.text) return false;
  if (t.kind == TermKind::name) return tuple.empty();
  if (t.kind != TermKind::access) return false;
  Tuple other;
  for (const Word& w : t.indices) other.push_back(process_name(w));
  return other == tuple;
}

// Of G := t and A[x] := t: nothing if the place keeps what it has.
std::optional<Translator::Change> Translator::one_place(const Update& u) {
  Tuple tuple;
  for (const Word& w : u.indices) tuple.push_back(process_name(w));
  if (is_place(u.value, u, tuple)) return {};
  Change out;
  out.target = u.target.text;
  out.place = tuple.empty() ? make_.name(u.target.text, u.span)
                            : access(u.target.text, tuple, u.span);
  out.value = term(u.value);
  reads(u.value, out.reads);
  return out;
}

// The cases that may hold at a place, up to the first that does for certain.
std::vector<Translator::Branch> Translator::branches(const Update& u,
                                                     const Tuple& tuple) {
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    scope_[u.indices[i].text] = tuple[i];
  }
  std::vector<Branch> out;
  for (const Case& one : u.cases) {
    network::poll();
    const Truth holds =
        one.condition.valid() ? formula(one.condition) : Truth{true, {}};
    if (holds.known == false) continue;
    out.push_back({one, holds});
    if (holds.known) break;
  }
  return out;
}

// Of an update by case, what a place gets; nothing if it keeps what it has.
std::optional<Translator::Change> Translator::change(const Update& u,
                                                     const Tuple& tuple) {
  const Scope before = scope_;
  const auto all = branches(u, tuple);
  std::optional<Change> out;
  if (!std::ranges::all_of(all, [&](const Branch& b) {
        return is_place(b.of.value, u, tuple);
      })) {
    out.emplace();
    out->target = u.target.text;
    out->place = tuple.empty() ? make_.name(u.target.text, u.span)
                               : access(u.target.text, tuple, u.span);
    // The last one applies always.
    for (auto b = all.rbegin(); b != all.rend(); ++b) {
      ExprId own = out->place;
      if (!is_place(b->of.value, u, tuple)) {
        own = term(b->of.value);
        reads(b->of.value, out->reads);
      }
      if (!b->holds.known) reads(b->of.condition, out->reads);
      out->value = b->holds.known
                       ? own
                       : make_.make(ExprKind::if_then_else,
                                    {b->holds.expr, own, out->value}, u.span);
    }
  }
  scope_ = before;
  return out;
}

// One after the other, if none reads what another one writes.
void Translator::emit(std::vector<Change> changes, std::vector<StmtId>& body,
                      Span span) {
  if (changes.empty()) return;
  bool apart = true;
  for (std::size_t a = 0; a < changes.size(); ++a) {
    for (std::size_t b = 0; b < changes.size(); ++b) {
      network::poll();
      apart =
          apart && (a == b || !changes[b].reads.contains(changes[a].target));
    }
  }
  if (apart) {
    for (const Change& c : changes) {
      body.push_back(make_.assign({c.place}, {c.value}, span));
    }
    return;
  }
  std::vector<ExprId> places, values;
  for (const Change& c : changes) {
    places.push_back(c.place);
    values.push_back(c.value);
  }
  body.push_back(make_.assign(places, values, span));
}

// Whether a word of what an update reads is such a one.
bool Translator::mentions(const Update& u,
                          const std::function<bool(const Word&)>& asked) const {
  std::vector<TermId> open;
  std::vector<FormulaId> formulas;
  if (u.value.valid()) open.push_back(u.value);
  for (const Case& one : u.cases) {
    open.push_back(one.value);
    if (one.condition.valid()) formulas.push_back(one.condition);
  }
  return mentions(std::move(open), std::move(formulas), asked);
}

bool Translator::mentions(std::vector<TermId> open,
                          std::vector<FormulaId> formulas,
                          const std::function<bool(const Word&)>& asked) const {
  while (!formulas.empty()) {
    network::poll();
    const Formula& f = system_[formulas.back()];
    formulas.pop_back();
    formulas.insert(formulas.end(), f.parts.begin(), f.parts.end());
    if (f.left.valid()) open.push_back(f.left);
    if (f.right.valid()) open.push_back(f.right);
  }
  while (!open.empty()) {
    network::poll();
    const Term& t = system_[open.back()];
    open.pop_back();
    if (t.left.valid()) open.push_back(t.left);
    if (t.right.valid()) open.push_back(t.right);
    if (t.kind == TermKind::name && asked(t.word)) return true;
    if (std::ranges::any_of(t.indices, asked)) return true;
  }
  return false;
}

// Whether an update speaks of a process that is not its own index.
bool Translator::mentions_process(const Update& u) const {
  return mentions(u, [&](const Word& w) {
    const bool own = std::ranges::any_of(
        u.indices, [&](const Word& i) { return i.text == w.text; });
    return !own && (w.text[0] == '#' || scope_.contains(w.text));
  });
}

bool Translator::uniform(const Update& u, const Transition& t) const {
  if (u.indices.size() != 1 || u.kind != UpdateKind::cases) return false;
  if (mentions_process(u)) return false;
  const auto own = reads(u);
  return std::ranges::all_of(t.updates, [&](const Update& other) {
    return &other == &u || (!own.contains(other.target.text) &&
                            !reads(other).contains(u.target.text));
  });
}

StmtId Translator::guarded(const std::string& j,
                           const std::vector<std::string>& points,
                           std::vector<StmtId> body, Span span) {
  std::vector<ExprId> conditions;
  for (const std::string& p : points) {
    conditions.push_back(
        make_.make(ExprKind::not_equal,
                   {make_.name(j, span), process_expr(p, span)}, span));
  }
  if (!conditions.empty()) {
    body = {make_.branch(make_.joined(ExprKind::logical_and, conditions, span),
                         body, span)};
  }
  return make_.loop(over_processes({j}, span), body, span);
}

std::vector<Tuple> Translator::tuples(
    std::size_t length, const std::vector<std::string>& of) const {
  std::vector<Tuple> out{{}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Tuple> longer;
    for (const Tuple& t : out) {
      for (const std::string& name : of) {
        network::poll();
        longer.push_back(t);
        longer.back().push_back(name);
      }
    }
    out = std::move(longer);
  }
  return out;
}

// Steps 1 and 2, and before them the arrays that are written alike.
void Translator::generic(const Transition& t,
                         const std::vector<std::string>& points,
                         std::vector<StmtId>& body) {
  const auto distinct = distinct_;
  const auto once = [&](const Update& u, const std::vector<Tuple>& places,
                        std::vector<Change>& changes) {
    for (const Tuple& place : places) {
      if (auto c = change(u, place)) changes.push_back(std::move(*c));
    }
  };
  std::vector<const Update*> rest;
  for (const Update& u : t.updates) {
    if (u.indices.empty() || u.kind != UpdateKind::cases) continue;
    if (!uniform(u, t)) {
      rest.push_back(&u);
      continue;
    }
    const std::string j = fresh(u.indices[0].text);
    std::vector<Change> changes;
    once(u, {{j}}, changes);
    std::vector<StmtId> inner;
    emit(std::move(changes), inner, u.span);
    if (!inner.empty()) body.push_back(guarded(j, {}, inner, u.span));
  }
  // The points may be all that there are.
  const bool all = static_cast<std::int64_t>(points.size()) ==
                   system_.processes.value_or(-1);
  if (rest.empty() || all) return;
  const std::string i = fresh("i");
  const std::string j = fresh("j");
  distinct_.insert(i);
  distinct_.insert(j);
  for (const Update* u : rest) changing_.insert(u->target.text);
  std::vector<Change> changes;
  std::vector<StmtId> inner;
  loop_names_ = {i, j};
  for (const Update* u : rest) {
    if (u->indices.size() == 2) once(*u, {{i, j}}, changes);
  }
  emit(std::move(changes), inner, t.span);
  if (!inner.empty()) {
    std::vector<std::string> others = points;
    others.push_back(i);
    body.push_back(
        guarded(i, points, {guarded(j, others, inner, t.span)}, t.span));
  }
  changes.clear();
  inner.clear();
  loop_names_ = {j};
  for (const Update* u : rest) {
    if (u->indices.size() == 1) once(*u, {{j}}, changes);
    if (u->indices.size() != 2) continue;
    once(*u, {{j, j}}, changes);
    for (const std::string& p : points) once(*u, {{p, j}, {j, p}}, changes);
  }
  emit(std::move(changes), inner, t.span);
  if (!inner.empty()) body.push_back(guarded(j, points, inner, t.span));
  distinct_ = distinct;
  loop_names_.clear();
}

// By one more parameter, the process outside: a statement behind all others,
// since no expression of ours is a node or none.
StmtId Translator::or_outside(const Update& u,
                              std::vector<ast::Binders>& parameters) {
  const std::string name = fresh("outside");
  ast::Binders b = make_.members({{name, u.span}}, {}, u.span);
  b.low = make_.integer(0, u.span);
  b.high = make_.integer(1, u.span);
  parameters.push_back(std::move(b));
  const ExprId chosen =
      make_.make(ExprKind::equal,
                 {make_.name(name, u.span), make_.integer(1, u.span)}, u.span);
  return make_.branch(chosen,
                      {make_.assign({make_.name(u.target.text, u.span)},
                                    {make_.name("none", u.span)}, u.span)},
                      u.span);
}

// A parameter of the rule, over all values.
ExprId Translator::any_value(const Update& u,
                             std::vector<ast::Binders>& parameters,
                             std::vector<StmtId>& after) {
  const Kind k = kind_of(symbols_.at(u.target.text)->type);
  const std::string name = fresh("any");
  ast::Binders b = make_.members({{name, u.span}}, {}, u.span);
  ExprId value = make_.name(name, u.span);
  switch (k.sort) {
    case Sort::integer:
    case Sort::real:
      diagnostics_.error(codes::any_integer, u.span,
                         fmt::format("'{}' would become any number of all: "
                                     "a step has finitely many outcomes",
                                     u.target.text));
      [[fallthrough]];
    case Sort::boolean:
      b.low = make_.integer(0, u.span);
      b.high = make_.integer(1, u.span);
      value = make_.make(ExprKind::equal, {value, make_.integer(1, u.span)},
                         u.span);
      break;
    case Sort::process:
      b.domain = make_.name(family_, u.span);
      if (!outside_.empty()) after.push_back(or_outside(u, parameters));
      break;
    case Sort::listed:
      b.domain = make_.name(type_names_[k.type], u.span);
      break;
    case Sort::abstract:
      b.domain = make_.name(value_families_[k.type], u.span);
      break;
  }
  parameters.push_back(std::move(b));
  return value;
}

void Translator::updates(const Transition& t,
                         std::vector<ast::Binders>& parameters,
                         std::vector<StmtId>& body) {
  where_ = Where::update;
  std::set<std::string> written;
  bool good = true;
  for (const Update& u : t.updates) good = check_update(u, written) && good;
  if (!good) return;
  const bool numbers =
      system_.processes.value_or(most_numbers + 1) <= most_numbers &&
      std::ranges::any_of(t.updates, [&](const Update& u) {
        return mentions(u, [](const Word& w) { return w.text[0] == '#'; });
      });
  std::vector<std::string> points = parameters_;
  if (numbers) {
    points.clear();
    for (std::int64_t k = 1; k <= *system_.processes; ++k) {
      points.push_back("#" + std::to_string(k));
    }
  }
  generic(t, points, body);
  std::vector<Change> changes;
  std::vector<StmtId> after;
  for (const Update& u : t.updates) {
    if (u.kind == UpdateKind::any) {
      Change c;
      c.target = u.target.text;
      c.place = make_.name(u.target.text, u.span);
      c.value = any_value(u, parameters, after);
      changes.push_back(std::move(c));
      continue;
    }
    if (u.kind == UpdateKind::value) {
      if (auto c = one_place(u)) changes.push_back(std::move(*c));
      continue;
    }
    if (uniform(u, t)) continue;
    for (const Tuple& place : tuples(u.indices.size(), points)) {
      if (auto c = change(u, place)) changes.push_back(std::move(*c));
    }
  }
  emit(std::move(changes), body, t.span);
  body.insert(body.end(), after.begin(), after.end());
  changing_.clear();
}

}  // namespace vicinal::cubicle
