// SPDX-License-Identifier: MIT
// Statements of rules and procedures. A local variable is a shared one, which
// every step gives back its least value; a return in the midst of others sets a
// flag that the others look at.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

class Returning : public rumur::ConstTraversal {
 public:
  bool found = false;
  void visit_return(const rumur::Return&) override { found = true; }
  void visit_exprid(const rumur::ExprID&) override {}
  void visit_functioncall(const rumur::FunctionCall&) override {}
};

bool always_returns(const Statements& list) {
  return !list.empty() &&
         dynamic_cast<const rumur::Return*>(list.back().get()) != nullptr;
}

constexpr std::size_t flag_key = std::size_t{1} << 40U;

}  // namespace

bool Translator::may_return(const rumur::Stmt& s) {
  Returning returning;
  returning.dispatch(s);
  return returning.found;
}

std::size_t Translator::flag(Span span) {
  Frame& frame = frames_.back();
  if (frame.returned == nothing) {
    const std::size_t key =
        flag_key + (frame.function == nullptr ? 0 : frame.function->unique_id);
    frame.returned = variable_of(key, "returned", 0, span, true);
  }
  return frame.returned;
}

// `last`: nothing follows in the body of the rule or the procedure.
void Translator::block(const Statements& list, bool last, Out& out) {
  rest(list, 0, last, out);
}

// if c then return; end; others  is  if c { } else { others }, where only one
// way leads to the others.
bool Translator::return_first(const rumur::If& s, const Statements& list,
                              std::size_t at, Out& out) {
  bool otherwise = false;
  std::size_t falling = 0;
  for (const rumur::IfClause& c : s.clauses) {
    otherwise = otherwise || c.condition == nullptr;
    if (!always_returns(c.body)) ++falling;
  }
  if (falling + (otherwise ? 0 : 1) > 1) return false;
  rumur::If joined(s);
  const auto add = [&](Statements& body) {
    body.insert(body.end(), list.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                list.end());
  };
  for (rumur::IfClause& c : joined.clauses) {
    if (!always_returns(c.body)) add(c.body);
  }
  if (!otherwise) {
    Statements body;
    add(body);
    joined.clauses.emplace_back(nullptr, body, s.loc);
  }
  if_statement(joined, 0, true, out);
  return true;
}

void Translator::rest(const Statements& list, std::size_t at, bool last,
                      Out& out) {
  for (; at < list.size(); ++at) {
    network::poll();
    if (diagnostics_.has_errors() || defined_.dead) return;
    const rumur::Stmt& s = *list[at];
    const bool own_last = last && at + 1 == list.size();
    if (own_last || !may_return(s)) {
      statement(s, own_last, out);
      continue;
    }
    const auto* i = dynamic_cast<const rumur::If*>(&s);
    if (last && i != nullptr && return_first(*i, list, at, out)) return;
    if (dynamic_cast<const rumur::Return*>(&s) != nullptr) {
      statement(s, false, out);
      return;
    }
    const std::size_t returned = flag(span(s));
    statement(s, false, out);
    if (at + 1 == list.size()) return;
    Out others;
    const Defined before = defined_;
    rest(list, at + 1, false, others);
    defined_ = both(before, defined_);
    out.push_back(make_.branch(
        make_.make(ExprKind::logical_not,
                   {make_.name(variables_[returned].leaves[0].name, span(s))},
                   span(s)),
        others, span(s)));
    return;
  }
}

void Translator::statement(const rumur::Stmt& s, bool last, Out& out) {
  if (++steps_ > 100'000) {
    diagnostics_.error(codes::inlined_too_large, span(s),
                       "with all calls inlined, the model is too large");
    return;
  }
  if (const auto* a = dynamic_cast<const rumur::Assignment*>(&s)) {
    assignment(*a, out);
  } else if (const auto* c = dynamic_cast<const rumur::Clear*>(&s)) {
    if (const auto at = place(*c->rhs)) {
      clear(*at, span(s), out);
    } else {
      wrong(span(s), codes::binder_changed, "a bound variable is not changed");
    }
  } else if (const auto* u = dynamic_cast<const rumur::Undefine*>(&s)) {
    if (const auto at = place(*u->rhs)) {
      undefine(*at, span(s), out);
    } else {
      wrong(span(s), codes::binder_changed, "a bound variable is not changed");
    }
  } else if (const auto* i = dynamic_cast<const rumur::If*>(&s)) {
    if_statement(*i, 0, last, out);
  } else if (const auto* w = dynamic_cast<const rumur::Switch*>(&s)) {
    switch_statement(*w, last, out);
  } else if (const auto* f = dynamic_cast<const rumur::For*>(&s)) {
    for_statement(*f, out);
  } else if (const auto* l = dynamic_cast<const rumur::While*>(&s)) {
    while_statement(*l, out);
  } else if (const auto* p = dynamic_cast<const rumur::PropertyStmt*>(&s)) {
    property_statement(*p, out);
  } else if (const auto* t = dynamic_cast<const rumur::Put*>(&s)) {
    put(*t, out);
  } else if (const auto* r = dynamic_cast<const rumur::Return*>(&s)) {
    return_statement(*r, out);
  } else if (dynamic_cast<const rumur::ErrorStmt*>(&s) != nullptr) {
    fail(span(s), out);
    defined_.dead = true;
  } else if (const auto* x = dynamic_cast<const rumur::AliasStmt*>(&s)) {
    const auto before = bindings_;
    const auto written = written_variables(s);
    for (const auto& alias : x->aliases) {
      if (!bind_alias(*alias, written)) return;
      const Binding& b = bindings_[alias->unique_id];
      if (b.place && fails(*b.place)) force(*b.place, span(*alias), out);
      if (b.value && b.value->fails) force(*b.value, span(*alias), out);
    }
    block(x->body, last, out);
    bindings_ = before;
  } else if (const auto* y = dynamic_cast<const rumur::ProcedureCall*>(&s)) {
    std::size_t result = nothing;
    const rumur::Function* called = function_of(y->call);
    if (called != nullptr && called->return_type != nullptr) {
      result = result_of(y->call, *called, span(s));
    }
    inline_call(y->call, result, out);
    hoisted_writes_.clear();
    if (result != nothing) reset(result, span(s), out);
    finish({}, span(s), out);
  }
}

// What stands for a variable, or for a value, as long as the body lasts.
bool Translator::bind_alias(const rumur::AliasDecl& a,
                            const std::set<std::size_t>& written) {
  Binding b;
  b.place = place(*a.value);
  std::set<std::size_t> read;
  if (b.place) {
    read = reads(*b.place);
  } else {
    b.value = value(*a.value);
    read = b.value->reads;
  }
  if (std::ranges::any_of(read,
                          [&](std::size_t v) { return written.contains(v); })) {
    diagnostics_.error(codes::reference_changed, span(a),
                       "what this alias stands for is changed where it is "
                       "used");
    return false;
  }
  bindings_[a.unique_id] = std::move(b);
  return true;
}

// The value of an expression that is evaluated here: calls in it become
// statements before.
Value Translator::strict(const rumur::Expr& e, Out& out) {
  Out* const before = hoisted_;
  hoisted_ = &out;
  Value v = value(e);
  hoisted_ = before;
  return v;
}

// After the statement whose calls became statements before it. What else it
// reads was read after them, so they must not have changed it.
void Translator::finish(const std::set<std::size_t>& reads, Span span,
                        Out& out) {
  const bool changed = std::ranges::any_of(
      hoisted_writes_, [&](std::size_t v) { return reads.contains(v); });
  if (hoisted_calls_ > 0 &&
      (changed || (hoisted_calls_ > 1 && !hoisted_writes_.empty()))) {
    diagnostics_.error(codes::call_or_record_not_taken, span,
                       "a call here changes what is also read here, or beside "
                       "another call: the order is not said");
  }
  hoisted_calls_ = 0;
  hoisted_writes_.clear();
  for (const std::size_t v : hoisted_scratch_) reset(v, span, out);
  hoisted_scratch_.clear();
}

void Translator::assignment(const rumur::Assignment& s, Out& out) {
  const Span here = span(s);
  if (const auto* c = dynamic_cast<const rumur::FunctionCall*>(s.rhs.get());
      c != nullptr && !is_simple(type_of(*s.rhs->type()))) {
    const std::size_t result = variable_of(c->unique_id, c->name + "_result",
                                           type_of(*s.rhs->type()), here, true);
    inline_call(*c, result, out);
    if (const auto to = place(*s.lhs)) {
      ++hoisted_calls_;
      copy(*to, whole(result), here, out);
      const auto read = reads(*to);
      reset(result, here, out);
      finish(read, here, out);
    }
    return;
  }
  Out* const before = hoisted_;
  hoisted_ = &out;
  const auto to = place(*s.lhs);
  hoisted_ = before;
  if (!to) {
    diagnostics_.error(codes::binder_changed, span(*s.lhs),
                       "a bound variable is not changed");
    return;
  }
  Place target = *to;
  plain_target(target, here, out);
  std::set<std::size_t> read = reads(target);
  if (!is_simple(to->type)) {
    const auto from = place(*s.rhs);
    if (!from) {
      diagnostics_.error(codes::call_or_record_not_taken, span(*s.rhs),
                         "only a variable is copied as a whole");
      return;
    }
    copy(target, *from, here, out);
    read.merge(reads(*from));
    read.insert(from->variable);
  } else {
    const Value v = strict(*s.rhs, out);
    store(target, v, here, out);
    read.insert(v.reads.begin(), v.reads.end());
  }
  finish(read, here, out);
}

// A node that is assigned through has a name: what is worked out gets one.
void Translator::plain_target(Place& to, Span span, Out& out) {
  for (std::size_t i = 0; i < to.indices.size(); ++i) {
    Value& index = to.indices[i];
    if (types_[index.type].sort != Sort::scalarset) continue;
    const ExprId e = position(index, span);
    const ExprKind kind = tree_[e].kind;
    if (kind == ExprKind::name || kind == ExprKind::field ||
        (kind == ExprKind::index &&
         tree_[tree_.child(tree_[e], 0)].kind != ExprKind::array)) {
      continue;
    }
    const std::size_t key = flag_key * 2 + (span.begin * 8 + i);
    const std::size_t v = variable_of(key, "target", index.type, span, true);
    out.push_back(make_.assign({make_.name(variables_[v].leaves[0].name, span)},
                               {index.e}, span));
    index.e = make_.name(variables_[v].leaves[0].name, span);
    index.unchecked = {};
    index.fails = false;
    hoisted_scratch_.push_back(v);
  }
}

// The variable that holds the value of a call.
std::size_t Translator::result_of(const rumur::FunctionCall& c,
                                  const rumur::Function& f, Span span) {
  TypeRef type = type_of(*f.return_type);
  if (const auto wide = findings_.returned.find(c.unique_id);
      wide != findings_.returned.end()) {
    type = number_type(wide->second.first, wide->second.second);
  }
  return variable_of(c.unique_id, f.name + "_result", type, span, true);
}

// One assignment, which reads its indices before it writes.
void Translator::store(const Place& to, const Value& v, Span span, Out& out) {
  const Leaf& l = leaf(to);
  meet(l.type, v.type);
  note_access(to, l, true,
              v.constant ? fmt::format("{}", *v.constant) : std::string(),
              span);
  Change c{{access(l, l.name, to.indices, span)}, {v.e}, {}};
  if (!l.known.empty()) {
    c.targets.push_back(access(l, l.known, to.indices, span));
    c.values.push_back(make_.boolean(true, span));
  }
  change({std::move(c)}, false, span, out);
  define(to.variable, l, to.indices);
}

// Changes of the leaves of one place: `together`, where what is changed is also
// read to find the places.
void Translator::change(std::vector<Change> changes, bool together, Span span,
                        Out& out) {
  if (together) {
    Change all;
    for (Change& c : changes) {
      if (!c.binders.empty()) {
        diagnostics_.error(codes::reference_changed, span,
                           "this changes what its own indices are read from");
        return;
      }
      all.targets.insert(all.targets.end(), c.targets.begin(), c.targets.end());
      all.values.insert(all.values.end(), c.values.begin(), c.values.end());
    }
    changes = {std::move(all)};
  }
  for (const Change& c : changes) {
    network::poll();
    Out body{make_.assign(c.targets, c.values, span)};
    for (std::size_t k = c.binders.size(); k-- > 0;) {
      body = {make_.loop(c.binders[k], body, span)};
    }
    out.insert(out.end(), body.begin(), body.end());
  }
}

// Undefined parts stay undefined.
void Translator::copy(const Place& to, const Place& from, Span span, Out& out) {
  const auto targets = leaves(to);
  const auto sources = leaves(from);
  std::vector<Change> changes;
  for (std::size_t i = 0; i < targets.size() && i < sources.size(); ++i) {
    network::poll();
    const Leaf& target = *targets[i];
    const Leaf& source = *sources[i];
    meet(to, target, from, source);
    Change c;
    const auto cells = all_cells(target, to.indices, c.binders, span);
    auto others = from.indices;
    others.insert(
        others.end(),
        cells.begin() + static_cast<std::ptrdiff_t>(to.indices.size()),
        cells.end());
    note_access(from, source, false, {}, span);
    note_access(to, target, true, {}, span);
    const bool here = is_defined(from.variable, source, from.indices);
    if (!here && !source.undefined &&
        (variables_[from.variable].scratch || in_start_)) {
      mark_undefined(from.variable, source.key);
    }
    if (source.undefined && !here) mark_undefined(to.variable, target.key);
    c.targets = {access(target, target.name, cells, span)};
    c.values = {access(source, source.name, others, span)};
    if (!target.known.empty()) {
      c.targets.push_back(access(target, target.known, cells, span));
      c.values.push_back(known(source, others, span));
    }
    changes.push_back(std::move(c));
    if (here || !source.undefined) {
      define(to.variable, target, to.indices);
    } else {
      forget(to.variable, target);
    }
  }
  const bool together =
      reads(to).contains(to.variable) || reads(from).contains(to.variable);
  change(std::move(changes), together, span, out);
}

// Whether the leaf is defined is not known any more.
void Translator::forget(std::size_t variable, const Leaf& leaf) {
  forgotten_.emplace(variable, leaf.key);
  const std::string whole = fmt::format("{} {}", variable, leaf.key);
  const std::string begin = whole + " ";
  std::erase_if(defined_.cells, [&](const std::string& s) {
    return s == whole || s.starts_with(begin);
  });
}

void Translator::clear(const Place& to, Span span, Out& out) {
  std::vector<Change> changes;
  for (const Leaf* l : leaves(to)) {
    network::poll();
    if (is_open(l->type)) {
      close(l->type, "'clear' makes a variable its first element", span);
    }
    Change c;
    const auto cells = all_cells(*l, to.indices, c.binders, span);
    note_access(to, *l, true, fmt::format("{}", types_[l->type].low), span);
    c.targets = {access(*l, l->name, cells, span)};
    c.values = {constant(l->type, types_[l->type].low, span)};
    if (!l->known.empty()) {
      c.targets.push_back(access(*l, l->known, cells, span));
      c.values.push_back(make_.boolean(true, span));
    }
    changes.push_back(std::move(c));
    define(to.variable, *l, to.indices);
  }
  change(std::move(changes), reads(to).contains(to.variable), span, out);
}

void Translator::undefine(const Place& to, Span span, Out& out) {
  std::vector<Change> changes;
  for (const Leaf* l : leaves(to)) {
    network::poll();
    mark_undefined(to.variable, l->key);
    Change c;
    const auto cells = all_cells(*l, to.indices, c.binders, span);
    note_access(to, *l, true, "undefined", span);
    c.targets = {access(*l, l->name, cells, span)};
    c.values = {types_[l->type].sort == Sort::scalarset
                    ? make_.name("none", span)
                    : constant(l->type, types_[l->type].low, span)};
    if (!l->known.empty()) {
      c.targets.push_back(access(*l, l->known, cells, span));
      c.values.push_back(make_.boolean(false, span));
    }
    changes.push_back(std::move(c));
    forget(to.variable, *l);
  }
  change(std::move(changes), reads(to).contains(to.variable), span, out);
}

// A variable of a rule has its least value between steps.
void Translator::reset(std::size_t variable, Span span, Out& out) {
  const std::size_t accesses = accesses_.size();
  const auto undefined = findings_.undefined;
  const bool changed = findings_.changed;
  undefine(whole(variable), span, out);
  findings_.undefined = undefined;
  findings_.changed = changed;
  accesses_.resize(accesses);
  if (!loops_.empty()) {
    accesses_.push_back({variable, "reset", {}, true, "", span});
  }
}

void Translator::if_statement(const rumur::If& s, std::size_t clause, bool last,
                              Out& out) {
  if (clause == s.clauses.size()) return;
  const rumur::IfClause& c = s.clauses[clause];
  if (c.condition == nullptr) {
    block(c.body, last, out);
    return;
  }
  const Value condition = strict(*c.condition, out);
  Out after;
  finish(condition.reads, span(c), after);
  if (condition.constant) {
    if (*condition.constant != 0) {
      block(c.body, last, out);
    } else {
      if_statement(s, clause + 1, last, out);
    }
    out.insert(out.end(), after.begin(), after.end());
    return;
  }
  const Defined before = defined_;
  assume(*c.condition, true);
  Out then;
  block(c.body, last, then);
  const Defined first = defined_;
  defined_ = before;
  assume(*c.condition, false);
  Out otherwise;
  if_statement(s, clause + 1, last, otherwise);
  defined_ = both(first, defined_);
  if (then.empty()) then.push_back(make_.skip(span(c)));
  out.push_back(make_.branch(condition.e, then, span(c), otherwise));
  out.insert(out.end(), after.begin(), after.end());
}

void Translator::switch_statement(const rumur::Switch& s, bool last, Out& out) {
  const Value of = strict(*s.expr, out);
  Out after;
  finish(of.reads, span(s), after);
  if (of.fails) force(of, span(s), out);
  const Defined before = defined_;
  std::optional<Defined> all;
  const auto end_case = [&] {
    all = all ? both(*all, defined_) : defined_;
    defined_ = before;
  };
  // From the last case to the first, each inside of the one before it.
  Out chain;
  bool otherwise = false;
  for (std::size_t i = s.cases.size(); i-- > 0;) {
    network::poll();
    const rumur::SwitchCase& c = s.cases[i];
    defined_ = before;
    Out body;
    if (c.matches.empty()) {
      block(c.body, last, body);
      end_case();
      chain = body;
      otherwise = true;
      continue;
    }
    std::vector<ExprId> parts;
    for (const auto& m : c.matches) {
      const Value one = value(*m);
      meet(of.type, one.type);
      parts.push_back(make_.make(ExprKind::equal, {of.e, one.e}, span(*m)));
    }
    block(c.body, last, body);
    end_case();
    if (body.empty()) body.push_back(make_.skip(span(c)));
    chain = {make_.branch(make_.joined(ExprKind::logical_or, parts, span(c)),
                          body, span(c), chain)};
  }
  if (!otherwise) end_case();
  if (all) defined_ = *all;
  out.insert(out.end(), chain.begin(), chain.end());
  out.insert(out.end(), after.begin(), after.end());
}

void Translator::property_statement(const rumur::PropertyStmt& s, Out& out) {
  const Span here = span(s);
  if (s.property.category == rumur::Property::ASSUMPTION) {
    // Of a rule, it is a part of the guard.
    assume(*s.property.expr, true);
    if (frames_.back().function == nullptr) return;
    diagnostics_.error(codes::assumption, here,
                       "an 'assume' of a function is not taken");
    return;
  }
  if (s.property.category != rumur::Property::ASSERTION) {
    diagnostics_.error(codes::cover_statement, here,
                       "'cover' among statements is not taken");
    return;
  }
  const Value v = strict(*s.property.expr, out);
  Out after;
  finish(v.reads, here, after);
  Out failing;
  fail(here, failing);
  out.push_back(make_.branch(make_.make(ExprKind::logical_not, {v.e}, here),
                             failing, here));
  out.insert(out.end(), after.begin(), after.end());
}

// What is put is not shown; what it asks may still be an error.
void Translator::put(const rumur::Put& s, Out& out) {
  ignored_.push_back(span(s));
  if (s.expr == nullptr) return;
  if (const auto at = place(*s.expr)) {
    if (fails(*at)) force(*at, span(s), out);
    return;
  }
  const Value v = strict(*s.expr, out);
  if (v.fails) force(v, span(s), out);
  finish(v.reads, span(s), out);
}

void Translator::return_statement(const rumur::Return& s, Out& out) {
  const Span here = span(s);
  const std::size_t result = frames_.back().result;
  const std::size_t returned = frames_.back().returned;
  if (s.expr != nullptr && result != nothing) {
    const Place to = whole(result);
    const Type type = types_[to.type];
    if (!is_simple(to.type)) {
      const auto from = place(*s.expr);
      if (from) {
        copy(to, *from, here, out);
      } else {
        diagnostics_.error(codes::call_or_record_not_taken, here,
                           "only a variable is returned as a whole");
      }
    } else {
      const Value v = strict(*s.expr, out);
      if (type.sort == Sort::number &&
          (v.low < type.low || v.high > type.high)) {
        findings_.returned[variables_[result].decl] = {
            std::min(v.low, type.low), std::max(v.high, type.high)};
        findings_.changed = true;
      }
      store(to, v, here, out);
      finish(v.reads, here, out);
    }
  }
  if (returned != nothing) {
    out.push_back(
        make_.assign({make_.name(variables_[returned].leaves[0].name, here)},
                     {make_.boolean(true, here)}, here));
  }
  frames_.back().at_return.push_back(defined_);
  defined_.dead = true;
}

// A value that the variable does not have is an error.
void Translator::fail(Span span, Out& out) {
  if (failed_.empty()) failed_ = global("error");
  out.push_back(make_.assign({make_.name(failed_, span)},
                             {make_.integer(1, span)}, span));
}

// Evaluates, and does nothing else.
void Translator::force(const Value& v, Span span, Out& out) {
  out.push_back(make_.branch(make_.make(ExprKind::equal, {v.e, v.e}, span),
                             {make_.skip(span)}, span));
}

void Translator::force(const Place& p, Span span, Out& out) {
  const auto all = leaves(p);
  if (all.empty()) return;
  std::vector<ast::Binders> binders;
  const auto cells = all_cells(*all[0], p.indices, binders, span);
  const ExprId e = access(*all[0], all[0]->name, cells, span);
  Out body{make_.branch(make_.make(ExprKind::equal, {e, e}, span),
                        {make_.skip(span)}, span)};
  for (std::size_t k = binders.size(); k-- > 0;) {
    body = {make_.loop(binders[k], body, span)};
  }
  out.insert(out.end(), body.begin(), body.end());
}

void Translator::declare_locals(
    const std::vector<rumur::Ptr<rumur::Decl>>& decls,
    std::vector<std::size_t>& scratch) {
  for (const auto& d : decls) {
    network::poll();
    const auto* v = dynamic_cast<const rumur::VarDecl*>(d.get());
    if (v == nullptr) continue;
    const std::size_t own =
        variable_of(v->unique_id, v->name, type_of(*v->type), span(*v), true);
    for (const Leaf& l : variables_[own].leaves) forget(own, l);
    bindings_[v->unique_id] = {{}, whole(own)};
    scratch.push_back(own);
  }
}

}  // namespace vicinal::murphi
