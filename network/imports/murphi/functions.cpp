// SPDX-License-Identifier: MIT
// Calls are inlined. In an expression, a function that changes nothing becomes
// an expression, as long as it can; every other call becomes statements before
// the one that it stands in, where that is the same.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

constexpr std::size_t max_steps = 30'000;
constexpr std::size_t max_symbolic = 3000;
constexpr std::size_t max_calls = 40;

// Names of variables that statements may write.
class Written : public rumur::ConstTraversal {
 public:
  std::vector<const rumur::Expr*> targets;
  std::vector<const rumur::FunctionCall*> calls;

  void visit_assignment(const rumur::Assignment& s) override {
    targets.push_back(s.lhs.get());
    rumur::ConstTraversal::visit_assignment(s);
  }
  void visit_clear(const rumur::Clear& s) override {
    targets.push_back(s.rhs.get());
  }
  void visit_undefine(const rumur::Undefine& s) override {
    targets.push_back(s.rhs.get());
  }
  void visit_functioncall(const rumur::FunctionCall& c) override {
    calls.push_back(&c);
    rumur::ConstTraversal::visit_functioncall(c);
  }
  // The types of names are of no interest, and large.
  void visit_exprid(const rumur::ExprID&) override {}
};

// Whether a local variable is asked whether it is undefined.
class Asking : public rumur::ConstTraversal {
 public:
  bool found = false;
  void visit_isundefined(const rumur::IsUndefined& n) override;
  void visit_exprid(const rumur::ExprID&) override {}
};

void Asking::visit_isundefined(const rumur::IsUndefined& n) {
  const auto* id = dynamic_cast<const rumur::ExprID*>(root(*n.rhs));
  const auto* v = id == nullptr
                      ? nullptr
                      : dynamic_cast<const rumur::VarDecl*>(id->value.get());
  found = found || v == nullptr || !v->is_in_state();
}

bool meets(const std::set<std::size_t>& a, const std::set<std::size_t>& b) {
  return std::ranges::any_of(a, [&](std::size_t v) { return b.contains(v); });
}

}  // namespace

const rumur::Function* Translator::function_of(
    const rumur::FunctionCall& c) const {
  for (const auto& child : model_.children) {
    const auto* f = dynamic_cast<const rumur::Function*>(child.get());
    if (f != nullptr && f->name == c.name) return f;
  }
  return nullptr;
}

bool Translator::enter(const rumur::Function& f, Span span) {
  if (std::ranges::find(calls_, &f) != calls_.end()) {
    diagnostics_.error(codes::recursion, span,
                       fmt::format("'{}' calls itself", f.name));
    return false;
  }
  if (++steps_ > max_steps || calls_.size() > max_calls) {
    diagnostics_.error(codes::inlined_too_large, span,
                       "with all calls inlined, the model is too large");
    return false;
  }
  calls_.push_back(&f);
  return true;
}

void Translator::leave() {
  calls_.pop_back();
}

// Declarations that statements, and what they call, may write, by their ids;
// parameters count as such.
std::set<std::size_t> Translator::writes(const rumur::Node& node) {
  std::set<std::size_t> out;
  std::set<const rumur::Node*> seen;
  std::vector<const rumur::Node*> open{&node};
  while (!open.empty()) {
    network::poll();
    const rumur::Node* one = open.back();
    open.pop_back();
    if (!seen.insert(one).second) continue;
    Written written;
    written.dispatch(*one);
    std::vector<const rumur::Expr*> targets = written.targets;
    for (const rumur::FunctionCall* c : written.calls) {
      const rumur::Function* called = function_of(*c);
      if (called == nullptr) continue;
      open.push_back(called);
      for (std::size_t i = 0; i < c->arguments.size(); ++i) {
        if (!called->parameters[i]->is_readonly()) {
          targets.push_back(c->arguments[i].get());
        }
      }
    }
    while (!targets.empty()) {
      const auto* id =
          dynamic_cast<const rumur::ExprID*>(root(*targets.back()));
      targets.pop_back();
      if (id == nullptr || id->value == nullptr) continue;
      const auto* alias =
          dynamic_cast<const rumur::AliasDecl*>(id->value.get());
      if (alias != nullptr) {
        targets.push_back(alias->value.get());
      } else {
        out.insert(id->value->unique_id);
      }
    }
  }
  return out;
}

// The same as variables, as names are bound now.
std::set<std::size_t> Translator::written_variables(const rumur::Node& node) {
  std::set<std::size_t> out;
  for (const std::size_t decl : writes(node)) {
    if (const auto v = variable_by_decl_.find(decl);
        v != variable_by_decl_.end()) {
      out.insert(v->second);
    }
    const auto b = bindings_.find(decl);
    if (b != bindings_.end() && b->second.place) {
      out.insert(b->second.place->variable);
    }
  }
  return out;
}

Value Translator::call(const rumur::FunctionCall& c) {
  const Span here = span(c);
  const rumur::Function* f = function_of(c);
  if (f == nullptr || f->return_type == nullptr) {
    return wrong(here, codes::call_or_record_not_taken,
                 "this call has no value");
  }
  const TypeRef type = type_of(*f->return_type);
  if (!is_simple(type)) {
    return wrong(here, codes::call_or_record_not_taken,
                 "a call whose value is an array or a record stands alone at "
                 "the right of ':='");
  }
  const auto before = bindings_;
  const Defined defined = defined_;
  const std::size_t accesses = accesses_.size();
  const std::size_t statements = hoisted_ == nullptr ? 0 : hoisted_->size();
  const auto calls = hoisted_calls_;
  const auto writes = hoisted_writes_;
  const auto scratch = hoisted_scratch_;
  auto made = symbolic(c);
  bindings_ = before;
  if (made || diagnostics_.has_errors()) {
    return made ? *made : boolean(make_.boolean(true, here));
  }
  defined_ = defined;
  // What its arguments put before the statement, they will put again.
  accesses_.resize(std::min(accesses, accesses_.size()));
  if (hoisted_ != nullptr) hoisted_->resize(statements);
  hoisted_calls_ = calls;
  hoisted_writes_ = writes;
  hoisted_scratch_ = scratch;
  if (hoisted_ == nullptr && trying_ > 0) {
    gave_up_ = true;
    return boolean(make_.boolean(true, here));
  }
  if (hoisted_ == nullptr) {
    return wrong(
        here, codes::call_or_record_not_taken,
        fmt::format("the call of '{}' has effects, and stands where it "
                    "is not always evaluated",
                    f->name));
  }
  ++hoisted_calls_;
  const std::size_t result = result_of(c, *f, here);
  // What this call writes, later ones read.
  inline_call(c, result, *hoisted_);
  hoisted_scratch_.push_back(result);
  Value v = read(whole(result), here, false);
  return v;
}

// What a parameter is bound to while a call is an expression; empty where that
// cannot be said. What fails goes to `force`.
std::optional<Binding> Translator::symbolic_argument(
    const rumur::VarDecl& p, const rumur::Expr& argument, bool asking,
    std::vector<Value>& force) {
  const Span here = span(argument);
  const TypeRef type = type_of(*p.type);
  const Type to = types_[type];
  Binding b;
  b.place = place(argument);
  if (b.place) {
    meet(b.place->type, type);
    for (const Value& index : b.place->indices) {
      if (index.fails) force.push_back(index);
    }
    if (!p.is_readonly()) return {};
    const Type& from = types_[b.place->type];
    if (to.sort == Sort::number && (from.low < to.low || from.high > to.high)) {
      // A value out of range is an error, an undefined one is passed on.
      if (asking || leaf(*b.place).undefined) return {};
      b = {within(read(*b.place, here), type, here), {}};
      force.push_back(*b.value);
    }
  } else if (argument.is_lvalue()) {
    // A local variable here, or a bound one, which may be undefined.
    b.value = value(argument);
    if (asking || (to.sort == Sort::number &&
                   (b.value->low < to.low || b.value->high > to.high))) {
      return {};
    }
    meet(b.value->type, type);
  } else {
    if (!is_simple(type)) return {};
    const Value v = within(value(argument), type, here);
    if (v.fails) force.push_back(v);
    b.value = v;
  }
  return b;
}

bool Translator::asks_locals(const Statements& list) {
  Asking asking;
  for (const auto& s : list) asking.dispatch(*s);
  return asking.found;
}

std::optional<Value> Translator::symbolic(const rumur::FunctionCall& c) {
  const rumur::Function& f = *function_of(c);
  const Span here = span(c);
  if (steps_ > max_symbolic && calls_.size() > 3) return {};
  const bool asking = asks_locals(f.body);
  if (asking && !f.decls.empty()) return {};
  std::vector<Value> force;
  std::vector<std::pair<std::size_t, Binding>> bound_parameters;
  for (std::size_t i = 0; i < c.arguments.size(); ++i) {
    auto b =
        symbolic_argument(*f.parameters[i], *c.arguments[i], asking, force);
    if (!b) return {};
    bound_parameters.emplace_back(f.parameters[i]->unique_id, std::move(*b));
  }
  for (auto& [decl, b] : bound_parameters) bindings_[decl] = std::move(b);
  for (const auto& d : f.decls) {
    const auto* local = dynamic_cast<const rumur::VarDecl*>(d.get());
    if (local == nullptr) continue;
    const TypeRef type = type_of(*local->type);
    if (!is_simple(type)) return {};
    bindings_[local->unique_id] = {undefined_value(type, here), {}};
  }
  if (!enter(f, here)) return {};
  frames_.push_back({&f, nothing, nothing, {}});
  Out* const before = hoisted_;
  hoisted_ = nullptr;
  const bool outer = std::exchange(gave_up_, false);
  const Defined defined = defined_;  // with what its arguments do
  ++trying_;
  auto v = run(f.body, 0, [&] { return end_of(f, here); });
  --trying_;
  defined_ = defined;
  hoisted_ = before;
  if (std::exchange(gave_up_, outer)) v = {};
  frames_.pop_back();
  leave();
  for (std::size_t i = force.size(); i-- > 0 && v;) {
    v = forced(force[i], v, here);
  }
  return v;
}

std::optional<Value> Translator::forced(const Value& first,
                                        std::optional<Value> then, Span here) {
  if (!then) return {};
  const ExprId evaluated =
      make_.make(ExprKind::equal, {first.e, first.e}, here);
  Value v = joined_parts(*then, first);
  v.e = make_.make(ExprKind::if_then_else, {evaluated, then->e, then->e}, here);
  v.constant = {};
  v.cell = "?";
  v.unchecked = {};
  return v;
}

// The end of a function without a value is an error.
std::optional<Value> Translator::end_of(const rumur::Function& f, Span here) {
  return undefined_value(type_of(*f.return_type), here);
}

// Looking at it is an error.
Value Translator::undefined_value(TypeRef type, Span here) {
  Value v = literal(type, types_[type].low, here);
  v.e = failing(v.e, here);
  v.constant = {};
  v.cell = "?";
  v.fails = true;
  return v;
}

std::optional<Value> Translator::chosen(const Value& condition,
                                        std::optional<Value> then,
                                        std::optional<Value> otherwise,
                                        Span here) {
  if (!then || !otherwise) return {};
  meet(then->type, otherwise->type);
  Value v = joined_parts(joined_parts(*then, *otherwise), condition);
  v.e = make_.make(ExprKind::if_then_else, {condition.e, then->e, otherwise->e},
                   here);
  v.low = std::min(then->low, otherwise->low);
  v.high = std::max(then->high, otherwise->high);
  v.constant = {};
  v.cell = "?";
  v.unchecked = {};
  if (types_[v.type].sort == Sort::boolean) {
    // if c then true else b is c || b, and so on.
    if (then->constant == 1) {
      v.e = make_.make(ExprKind::logical_or, {condition.e, otherwise->e}, here);
    } else if (otherwise->constant == 0) {
      v.e = make_.make(ExprKind::logical_and, {condition.e, then->e}, here);
    }
    if (then->constant == 1 && otherwise->constant == 0) v.e = condition.e;
  }
  return v;
}

std::optional<Value> Translator::run(const Statements& list, std::size_t at,
                                     const Rest& rest) {
  network::poll();
  constexpr int max_depth = 300;
  if (++steps_ > max_steps || depth_ > max_depth) return {};
  struct Level {
    explicit Level(int& counted) : depth(counted) { ++depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { --depth; }
    int& depth;
  };
  const Level level(depth_);
  if (at == list.size()) return rest();
  const rumur::Stmt& s = *list[at];
  const Rest after = [&] { return run(list, at + 1, rest); };
  const bool in_rule = frames_.back().function == nullptr;
  if (const auto* r = dynamic_cast<const rumur::Return*>(&s)) {
    if (in_rule) return literal(0, 1, span(s));
    if (r->expr == nullptr) return {};
    return value(*r->expr);
  }
  if (in_rule && dynamic_cast<const rumur::ErrorStmt*>(&s) != nullptr) {
    return literal(0, 1, span(s));
  }
  if (const auto* p = dynamic_cast<const rumur::PropertyStmt*>(&s)) {
    if (in_rule) return run_property(*p, after);
    return {};
  }
  if (const auto* i = dynamic_cast<const rumur::If*>(&s)) {
    return run_if(*i, 0, after);
  }
  if (const auto* w = dynamic_cast<const rumur::Switch*>(&s)) {
    const Value of = value(*w->expr);
    auto v = run_switch(*w, 0, of, after);
    // Without a case that asks, the value is still looked at.
    if (v && of.fails) v = forced(of, v, span(s));
    return v;
  }
  if (const auto* a = dynamic_cast<const rumur::Assignment*>(&s)) {
    return run_assignment(*a, after);
  }
  if (const auto* x = dynamic_cast<const rumur::AliasStmt*>(&s)) {
    return run_alias(*x, after);
  }
  if (const auto* f = dynamic_cast<const rumur::For*>(&s)) {
    return run_for(*f, after);
  }
  if (const auto* p = dynamic_cast<const rumur::Put*>(&s)) {
    if (p->expr == nullptr) return after();
    return {};
  }
  return {};
}

// May its name stand for a value from now on? In a rule any variable's may that
// has no other name.
bool Translator::may_stand_for(const rumur::VarDecl& d) const {
  const rumur::Function* f = frames_.back().function;
  if (f != nullptr) {
    return std::ranges::any_of(f->decls, [&](const auto& one) {
      return one->unique_id == d.unique_id;
    });
  }
  const auto own = bindings_.find(d.unique_id);
  if (own == bindings_.end() || !own->second.place) return true;
  const std::size_t variable = own->second.place->variable;
  return std::ranges::none_of(bindings_, [&](const auto& one) {
    return one.first != d.unique_id && one.second.place &&
           one.second.place->variable == variable;
  });
}

std::optional<Value> Translator::run_assignment(const rumur::Assignment& s,
                                                const Rest& after) {
  const auto* id = dynamic_cast<const rumur::ExprID*>(s.lhs.get());
  if (id == nullptr) return {};
  const auto* local = dynamic_cast<const rumur::VarDecl*>(id->value.get());
  if (local == nullptr || !may_stand_for(*local)) return {};
  const TypeRef type = type_of(*local->type);
  if (!is_simple(type)) return {};
  const auto before = bindings_;
  const Value v = within(value(*s.rhs), type, span(s));
  bindings_[local->unique_id] = {v, {}};
  auto made = after();
  if (made && v.fails) made = forced(v, made, span(s));
  bindings_ = before;
  return made;
}

std::optional<Value> Translator::run_alias(const rumur::AliasStmt& s,
                                           const Rest& after) {
  const auto before = bindings_;
  for (const auto& alias : s.aliases) {
    // One of a local variable would follow what it is assigned.
    if (alias->value->is_lvalue() && !place(*alias->value)) return {};
    if (!bind_alias(*alias, {})) return {};
    const Binding& b = bindings_[alias->unique_id];
    if ((b.value && b.value->fails) || (b.place && fails(*b.place))) {
      return {};
    }
  }
  auto made = run(s.body, 0, after);
  bindings_ = before;
  return made;
}

std::optional<Value> Translator::run_if(const rumur::If& s, std::size_t clause,
                                        const Rest& after) {
  if (clause == s.clauses.size()) return after();
  const rumur::IfClause& c = s.clauses[clause];
  if (c.condition == nullptr) return run(c.body, 0, after);
  const Value condition = value(*c.condition);
  if (condition.constant) {
    return *condition.constant != 0 ? run(c.body, 0, after)
                                    : run_if(s, clause + 1, after);
  }
  const Defined defined = defined_;
  assume(*c.condition, true);
  auto then = run(c.body, 0, after);
  defined_ = defined;
  if (!then) return {};
  assume(*c.condition, false);
  auto otherwise = run_if(s, clause + 1, after);
  defined_ = defined;
  return chosen(condition, std::move(then), std::move(otherwise), span(c));
}

std::optional<Value> Translator::run_switch(const rumur::Switch& s,
                                            std::size_t at, const Value& of,
                                            const Rest& after) {
  if (at == s.cases.size()) return after();
  const rumur::SwitchCase& c = s.cases[at];
  if (c.matches.empty()) return run(c.body, 0, after);
  Value condition = boolean({});
  std::vector<ExprId> parts;
  for (const auto& m : c.matches) {
    const Value one = value(*m);
    meet(of.type, one.type);
    condition = joined_parts(condition, one);
    parts.push_back(make_.make(ExprKind::equal, {of.e, one.e}, span(c)));
  }
  condition = joined_parts(condition, of);
  condition.e = make_.joined(ExprKind::logical_or, parts, span(c));
  auto then = run(c.body, 0, after);
  if (!then) return {};
  return chosen(condition, std::move(then), run_switch(s, at + 1, of, after),
                span(c));
}

// 'for i do if c then return e end end' asks whether there is one, where c
// cannot fail and e does not tell which; other loops are written out.
std::optional<Value> Translator::run_for(const rumur::For& s,
                                         const Rest& after) {
  const auto d = domain(s.quantifier);
  if (!d) return {};
  const std::size_t decl = s.quantifier.decl->unique_id;
  const auto* i = s.body.size() == 1
                      ? dynamic_cast<const rumur::If*>(s.body[0].get())
                      : nullptr;
  const auto* r =
      i != nullptr && i->clauses.size() == 1 && i->clauses[0].body.size() == 1
          ? dynamic_cast<const rumur::Return*>(i->clauses[0].body[0].get())
          : nullptr;
  const auto before = bindings_;
  if (r != nullptr && r->expr != nullptr && r->expr->constant()) {
    std::vector<ast::Binders> binders;
    ExprId round;
    Value variable = bind(s.quantifier, *d, binders, &round);
    if (variable.cell != "?") variable.cell[0] = 'p';
    bindings_[decl] = {variable, {}};
    Value c = asked_of(*d, *i->clauses[0].condition, false, round, span(s));
    bindings_ = before;
    if (!c.fails) {
      c.e = make_.quantified(ExprKind::exists, binders, c.e, span(s));
      c.constant = {};
      c.cell = "?";
      return chosen(c, value(*r->expr), after(), span(s));
    }
  }
  if (is_open(d->type)) {
    close(d->type, "a function goes through it one after the other", span(s));
    return after();
  }
  if (d->count() > 64) return {};
  const std::function<std::optional<Value>(std::int64_t)> round =
      [&](std::int64_t k) -> std::optional<Value> {
    if (k == d->count()) return after();
    bindings_[decl] = {element(*d, k, span(s)), {}};
    const auto next = [&] { return round(k + 1); };
    if (!d->bounds) return run(s.body, 0, next);
    const Value on =
        round_goes_on(*d->bounds, make_.integer(k, span(s)), span(s));
    const auto at_round = bindings_;
    auto then = run(s.body, 0, next);
    bindings_ = at_round;
    return chosen(on, std::move(then), after(), span(s));
  };
  auto made = round(0);
  bindings_ = before;
  return made;
}

// The argument is a variable, or a part of one.
bool Translator::bind_place(const rumur::VarDecl& p, const Place& at,
                            const std::set<std::size_t>& written, Span here,
                            Out& out, std::vector<std::size_t>& scratch) {
  const TypeRef type = type_of(*p.type);
  meet(at.type, type);
  const Type& from = types_[at.type];
  const Type& to = types_[type];
  const bool fits =
      to.sort != Sort::number || (from.low >= to.low && from.high <= to.high);
  const bool stable = !meets(reads(at), written);
  if (!p.is_readonly()) {
    if (!stable) {
      diagnostics_.error(codes::reference_changed, here,
                         "the call changes an index of what it is given to "
                         "change");
      return false;
    }
    if (fails(at)) force(at, here, out);
    bindings_[p.unique_id] = {{}, at};
    return true;
  }
  const bool own = written.contains(at.variable) || written.contains(nothing);
  if (fits && stable && !own) {
    if (fails(at)) force(at, here, out);
    bindings_[p.unique_id] = {{}, at};
    return true;
  }
  const std::size_t v = variable_of(p.unique_id, p.name, type, span(p), true);
  if (fits || !is_simple(type)) {
    copy(whole(v), at, here, out);
  } else if (leaf(at).undefined &&
             !is_defined(at.variable, leaf(at), at.indices)) {
    // Undefined it is passed on, whatever its type is.
    mark_undefined(v, "");
    Out defined;
    const Defined before = defined_;
    store(whole(v), read(at, here, false), here, defined);
    defined_ = before;
    out.push_back(
        make_.branch(known(leaf(at), at.indices, here), defined, here));
  } else {
    store(whole(v), read(at, here), here, out);
  }
  scratch.push_back(v);
  bindings_[p.unique_id] = {{}, whole(v)};
  return true;
}

// A parameter stands for its argument, where that is the same all through the
// call; else for a variable of its own.
bool Translator::bind_parameter(const rumur::VarDecl& p,
                                const rumur::Expr& argument,
                                const std::set<std::size_t>& written, Out& out,
                                std::vector<std::size_t>& scratch) {
  const TypeRef type = type_of(*p.type);
  const Span here = span(argument);
  if (const auto at = place(argument)) {
    return bind_place(p, *at, written, here, out, scratch);
  }
  const bool call =
      dynamic_cast<const rumur::FunctionCall*>(&argument) != nullptr;
  if (!is_simple(type) && call) {
    diagnostics_.error(codes::call_or_record_not_taken, here,
                       "a call whose value is an array or a record is no "
                       "argument");
    return false;
  }
  const Value v = strict(argument, out);
  argument_reads_.insert(v.reads.begin(), v.reads.end());
  const Type& t = types_[type];
  const bool fits =
      t.sort != Sort::number || (v.low >= t.low && v.high <= t.high);
  if (fits && !v.fails && p.is_readonly() && !meets(v.reads, written)) {
    bindings_[p.unique_id] = {v, {}};
    return true;
  }
  const std::size_t own = variable_of(p.unique_id, p.name, type, span(p), true);
  store(whole(own), v, here, out);
  scratch.push_back(own);
  bindings_[p.unique_id] = {{}, whole(own)};
  return true;
}

// All of them; false, with a diagnostic, where their order would matter.
bool Translator::bind_arguments(const rumur::FunctionCall& c,
                                const rumur::Function& f,
                                const std::set<std::size_t>& written, Out& out,
                                std::vector<std::size_t>& scratch) {
  const auto before = bindings_;
  bool good = true;
  auto earlier_writes = std::exchange(hoisted_writes_, {});
  auto outer_reads = std::exchange(argument_reads_, {});
  std::map<std::size_t, Binding> parameters;
  // Calls in arguments come one after the other, before this one.
  const std::size_t earlier_calls = hoisted_calls_;
  for (std::size_t i = 0; i < c.arguments.size() && good; ++i) {
    good = bind_parameter(*f.parameters[i], *c.arguments[i], written, out,
                          scratch);
    const std::size_t decl = f.parameters[i]->unique_id;
    const Binding& b = parameters[decl] = bindings_[decl];
    if (b.value) argument_reads_.merge(std::set(b.value->reads));
    if (b.place) {
      argument_reads_.merge(reads(*b.place));
      argument_reads_.insert(b.place->variable);
    }
    bindings_ = before;
  }
  // A call in one argument must not change what another one is.
  for (const std::size_t v : hoisted_writes_) {
    if (!good || !argument_reads_.contains(v)) continue;
    diagnostics_.error(codes::call_or_record_not_taken, span(c),
                       "a call in one argument changes what another one reads");
    good = false;
  }
  hoisted_writes_.merge(earlier_writes);
  hoisted_calls_ = earlier_calls;
  for (auto& [decl, b] : parameters) bindings_[decl] = std::move(b);
  argument_reads_ = std::move(outer_reads);
  return good;
}

void Translator::inline_body(const rumur::Function& f, std::size_t result,
                             const std::set<std::size_t>& written, Out& out,
                             std::vector<std::size_t>& scratch) {
  frames_.push_back({&f, nothing, result, {}});
  Out* const hoisted = std::exchange(hoisted_, nullptr);
  const std::size_t calls = std::exchange(hoisted_calls_, 0);
  auto outer_writes = std::exchange(hoisted_writes_, {});
  auto outer_scratch = std::exchange(hoisted_scratch_, {});
  declare_locals(f.decls, scratch);
  Statements statements = f.body;
  if (f.return_type != nullptr && !f.body.empty() &&
      dynamic_cast<const rumur::Return*>(f.body.back().get()) == nullptr) {
    // The end of a function without a value is an error.
    statements.push_back(rumur::Ptr<rumur::ErrorStmt>::make("no value", f.loc));
  }
  block(statements, true, out);
  hoisted_calls_ = calls;
  hoisted_writes_ = std::move(outer_writes);
  hoisted_scratch_ = std::move(outer_scratch);
  hoisted_writes_.insert(written.begin(), written.end());
  hoisted_ = hoisted;
  for (const Defined& d : frames_.back().at_return) {
    defined_ = both(defined_, d);
  }
  defined_.dead = false;
  if (frames_.back().returned != nothing) {
    scratch.push_back(frames_.back().returned);
  }
  frames_.pop_back();
}

// The statements of a call; its value goes to `result`.
void Translator::inline_call(const rumur::FunctionCall& c, std::size_t result,
                             Out& out) {
  const rumur::Function* f = function_of(c);
  const Span here = span(c);
  if (f == nullptr) return;
  // What it writes, as variables.
  std::set<std::size_t> written = written_variables(*f);
  for (std::size_t i = 0; i < c.arguments.size(); ++i) {
    if (f->parameters[i]->is_readonly()) continue;
    const std::size_t root = root_of(*c.arguments[i]);
    if (root != nothing) written.insert(root);
  }
  const auto before = bindings_;
  std::vector<std::size_t> scratch;
  const bool good = bind_arguments(c, *f, written, out, scratch);
  if (good && enter(*f, here)) {
    inline_body(*f, result, written, out, scratch);
    for (const std::size_t v : scratch) reset(v, here, out);
    hoisted_writes_.insert(scratch.begin(), scratch.end());
    leave();
  }
  bindings_ = before;
}

}  // namespace vicinal::murphi
