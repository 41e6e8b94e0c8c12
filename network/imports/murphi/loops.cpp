// SPDX-License-Identifier: MIT
// Loops, and what they and quantifiers range over. Bounds that are no constants
// are those of a loop over all that they may be, whose rounds beyond them do
// nothing. A loop over a scalarset of any size is one where rounds may come in
// any order.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

constexpr std::int64_t most_rounds = 10'000;  // where bounds are no constants
constexpr std::int64_t most_bound = 1'000'000'000;
// Of the variable that holds a bound.
constexpr std::size_t bound_key = std::size_t{1} << 48U;

}  // namespace

std::optional<Domain> Translator::domain(const rumur::Quantifier& q) {
  Domain d;
  d.span = span(q);
  if (q.type != nullptr) {
    d.type = type_of(*q.type);
    d.low = types_[d.type].low;
    d.high = types_[d.type].high;
    return d;
  }
  if (!q.constant()) return computed_domain(q);
  d.low = folded(*q.from);
  d.high = folded(*q.to);
  d.step = q.step != nullptr ? folded(*q.step) : d.high >= d.low ? 1 : -1;
  if (d.step == 0 || (d.high - d.low) / d.step < 0) {
    diagnostics_.error(codes::loop_not_taken, d.span, "this loop does not end");
    return {};
  }
  d.type = number_type(std::min(d.low, d.high), std::max(d.low, d.high));
  return d;
}

// What is known of the bounds says how many rounds there may be.
std::optional<Domain> Translator::computed_domain(const rumur::Quantifier& q) {
  Domain d;
  d.span = span(q);
  Bounds b;
  b.from = value(*q.from);
  b.to = value(*q.to);
  if (q.step != nullptr) b.by = value(*q.step);
  const auto is_number = [&](const Value& v) {
    return types_[v.type].sort == Sort::number;
  };
  if (!is_number(b.from) || !is_number(b.to) || (b.by && !is_number(*b.by))) {
    diagnostics_.error(codes::loop_not_taken, d.span,
                       "the bounds of this loop are no constants, and no "
                       "numbers");
    return {};
  }
  const std::int64_t up = b.to.high - b.from.low;
  const std::int64_t down = b.from.high - b.to.low;
  std::int64_t span = std::max(up, down);
  bool known =
      std::max({-b.from.low, b.from.high, -b.to.low, b.to.high}) <= most_bound;
  if (b.by) {
    known = known && std::max(-b.by->low, b.by->high) <= most_bound;
    if (b.by->low > 0) span = up / b.by->low;
    if (b.by->high < 0) span = down / -b.by->high;
  }
  if (!known || span >= most_rounds) {
    diagnostics_.error(
        codes::loop_not_taken, d.span,
        fmt::format("the bounds of this loop are no constants, and it may have "
                    "more than {} rounds",
                    most_rounds));
    return {};
  }
  d.high = std::max(span, std::int64_t{0});
  d.type = number_type(std::min(b.from.low, b.to.low),
                       std::max(b.from.high, b.to.high));
  d.bounds = std::move(b);
  return d;
}

// The step, where one of nothing and one that leads away are errors.
ExprId Translator::checked_step(const Bounds& b, Span here) {
  const Value& by = *b.by;
  const auto compared = [&](ExprKind kind, ExprId left, ExprId right) {
    return make_.make(kind, {left, right}, here);
  };
  const ExprId none = make_.integer(0, here);
  std::vector<ExprId> parts;
  if (by.low <= 0 && by.high >= 0) {
    parts.push_back(compared(ExprKind::not_equal, by.e, none));
  }
  if (by.low < 0 && b.to.high > b.from.low) {
    parts.push_back(
        make_.make(ExprKind::logical_or,
                   {compared(ExprKind::less_equal, b.to.e, b.from.e),
                    compared(ExprKind::greater_equal, by.e, none)},
                   here));
  }
  if (by.high > 0 && b.to.low < b.from.high) {
    parts.push_back(
        make_.make(ExprKind::logical_or,
                   {compared(ExprKind::greater_equal, b.to.e, b.from.e),
                    compared(ExprKind::less_equal, by.e, none)},
                   here));
  }
  if (parts.empty()) return by.e;
  return checked(make_.joined(ExprKind::logical_and, parts, here), by.e, here);
}

// The number that a round has.
Value Translator::counted(const Bounds& b, TypeRef type, ExprId round,
                          Span here) {
  Value v;
  v.type = type;
  v.low = types_[type].low;
  v.high = types_[type].high;
  v.fails = b.from.fails || b.to.fails || (b.by && b.by->fails);
  v.reads = b.from.reads;
  v.reads.insert(b.to.reads.begin(), b.to.reads.end());
  const ExprId up = make_.make(ExprKind::add, {b.from.e, round}, here);
  if (b.by) {
    v.reads.insert(b.by->reads.begin(), b.by->reads.end());
    v.e = make_.make(
        ExprKind::add,
        {b.from.e, make_.make(ExprKind::multiply, {round, b.by->e}, here)},
        here);
  } else if (b.from.high <= b.to.low) {
    v.e = up;
  } else {
    v.e = make_.make(
        ExprKind::if_then_else,
        {make_.make(ExprKind::less_equal, {b.from.e, b.to.e}, here), up,
         make_.make(ExprKind::subtract, {b.from.e, round}, here)},
        here);
  }
  return v;
}

// Whether a round takes place. Rounds count up to the other bound or down to
// it, whichever way it lies, or by steps.
Value Translator::round_goes_on(const Bounds& b, ExprId round, Span here) {
  const auto compared = [&](ExprKind kind, ExprId left, ExprId right) {
    return make_.make(kind, {left, right}, here);
  };
  Value v = joined_parts(joined_parts(boolean({}), b.from), b.to);
  if (!b.by) {
    const ExprId distance =
        make_.make(ExprKind::subtract, {b.to.e, b.from.e}, here);
    v.e =
        compared(ExprKind::less_equal, round,
                 b.from.high <= b.to.low ? distance
                                         : make_.call("abs", {distance}, here));
    return v;
  }
  const ExprId by = checked_step(b, here);
  v = joined_parts(v, *b.by);
  v.fails = v.fails || by != b.by->e;
  const ExprId at = make_.make(
      ExprKind::add,
      {b.from.e, make_.make(ExprKind::multiply, {round, by}, here)}, here);
  const ExprId up = compared(ExprKind::less_equal, at, b.to.e);
  const ExprId down = compared(ExprKind::greater_equal, at, b.to.e);
  if (b.by->low > 0) {
    v.e = up;
  } else if (b.by->high < 0) {
    v.e = down;
  } else {
    const ExprId zero = make_.integer(0, here);
    v.e = make_.make(ExprKind::if_then_else,
                     {compared(ExprKind::greater, b.by->e, zero), up, down},
                     here);
  }
  return v;
}

// The bound variable, as a value; `round` is what stands for a round that may
// not take place.
Value Translator::bind(const rumur::Quantifier& q, const Domain& d,
                       std::vector<ast::Binders>& binders, ExprId* round) {
  const Span here = span(q);
  const std::string name = bound(q.name);
  const Type& t = types_[d.type];
  if (d.bounds) {
    binders.push_back(make_.range({name, here}, make_.integer(0, here),
                                  make_.integer(d.high, here), here));
    if (round == nullptr) {
      diagnostics_.error(codes::loop_not_taken, here,
                         "bounds that are no constants");
      return boolean(make_.boolean(true, here));
    }
    *round = make_.name(name, here);
    return counted(*d.bounds, d.type, *round, here);
  }
  Value v;
  v.e = make_.name(name, here);
  v.type = d.type;
  v.low = t.low;
  v.high = t.high;
  v.cell = fmt::format("v{}", q.decl->unique_id);
  if (t.sort == Sort::scalarset) {
    binders.push_back(make_.members(
        {{name, here}}, make_.name(scalarsets_[t.which].family, here), here));
  } else if (t.sort == Sort::listed) {
    binders.push_back(make_.members(
        {{name, here}}, make_.name(listed_[t.which].name, here), here));
  } else if (t.sort == Sort::number && d.step != 1) {
    binders.push_back(make_.range({name, here}, make_.integer(0, here),
                                  make_.integer(d.count() - 1, here), here));
    v.e = make_.make(ExprKind::add,
                     {make_.integer(d.low, here),
                      make_.make(ExprKind::multiply,
                                 {v.e, make_.integer(d.step, here)}, here)},
                     here);
    v.cell = "?";
  } else {
    binders.push_back(make_.range({name, here}, make_.integer(d.low, here),
                                  make_.integer(d.high, here), here));
    if (t.sort == Sort::boolean) {
      v.e = make_.make(ExprKind::equal, {v.e, make_.integer(1, here)}, here);
    }
  }
  return v;
}

Value Translator::element(const Domain& d, std::int64_t i, Span span) {
  if (d.bounds) {
    return counted(*d.bounds, d.type, make_.integer(i, span), span);
  }
  const std::int64_t position = d.low + i * d.step;
  const Type& t = types_[d.type];
  return literal(
      t.sort == Sort::number ? number_type(position, position) : d.type,
      position, span);
}

// A round begins with what is defined whatever rounds were before.
void Translator::loop_body(const Statements& list, bool guarded, Out& out) {
  Defined start = defined_;
  const std::size_t accesses = accesses_.size();
  while (true) {
    network::poll();
    defined_ = start;
    accesses_.resize(accesses);
    out.clear();
    if (guarded) {
      Out body;
      const std::size_t returned = flag({});
      block(list, false, body);
      out.push_back(make_.branch(
          make_.make(ExprKind::logical_not,
                     {make_.name(variables_[returned].leaves[0].name, {})}, {}),
          body, {}));
      defined_ = both(start, defined_);
    } else {
      block(list, false, out);
    }
    if (defined_.dead || diagnostics_.has_errors()) return;
    if (std::ranges::includes(defined_.cells, start.cells)) return;
    start = both(start, defined_);
    if (++restarts_ > 300) {
      diagnostics_.error(codes::inlined_too_large, {},
                         "too many loops, one in another");
      return;
    }
  }
}

// Bounds are what they were before the loop.
void Translator::keep_bounds(const rumur::For& s, Domain& d, Out& out,
                             std::vector<std::size_t>& scratch) {
  std::set<std::size_t> written = written_variables(s);
  const auto keep = [&](Value& v, std::size_t which) {
    if (std::ranges::none_of(
            v.reads, [&](std::size_t one) { return written.contains(one); })) {
      return;
    }
    const Span here = d.span;
    const std::size_t kept = variable_of(
        bound_key + s.quantifier.decl->unique_id * 4 + which,
        s.quantifier.name + "_bound", number_type(v.low, v.high), here, true);
    store(whole(kept), v, here, out);
    scratch.push_back(kept);
    v = read(whole(kept), here);
  };
  keep(d.bounds->from, 0);
  keep(d.bounds->to, 1);
  if (d.bounds->by) keep(*d.bounds->by, 2);
}

void Translator::for_statement(const rumur::For& s, Out& out) {
  Out* const outer = std::exchange(hoisted_, &out);
  auto d = domain(s.quantifier);
  hoisted_ = outer;
  if (!d) return;
  std::vector<std::size_t> scratch;
  Out after;
  if (d->bounds) {
    std::set<std::size_t> read = d->bounds->from.reads;
    read.merge(std::set(d->bounds->to.reads));
    if (d->bounds->by) read.merge(std::set(d->bounds->by->reads));
    finish(read, span(s.quantifier), after);
    keep_bounds(s, *d, out, scratch);
  }
  const Span here = span(s.quantifier);
  const bool guarded = std::ranges::any_of(
      s.body, [](const auto& one) { return may_return(*one); });
  if (guarded && is_open(d->type)) {
    close(d->type, "a loop over it may return before its end", here);
  }
  std::vector<ast::Binders> binders;
  const std::size_t decl = s.quantifier.decl->unique_id;
  ExprId round;
  const Value v = bind(s.quantifier, *d, binders, &round);
  const auto before = bindings_;
  bindings_[decl] = {v, {}};
  const Cell cell = fmt::format("v{}", decl);
  loops_[cell] = *d;
  const std::size_t accesses = accesses_.size();
  Out body;
  const Defined entry = defined_;
  auto forgotten = std::exchange(forgotten_, {});
  loop_body(s.body, guarded, body);
  if (defined_.dead) defined_ = entry;
  judge_loop(*d, cell, accesses);
  leave_loop(cell);
  forgotten_.merge(forgotten);
  loops_.erase(cell);
  bindings_ = before;
  if (loops_.empty()) accesses_.clear();
  if (d->bounds) {
    if (body.empty()) body.push_back(make_.skip(here));
    body = {make_.branch(round_goes_on(*d->bounds, round, here).e, body, here)};
  }
  if (!body.empty()) out.push_back(make_.loop(binders[0], body, here));
  for (const std::size_t one : scratch) reset(one, here, out);
  out.insert(out.end(), after.begin(), after.end());
}

// Whether the rounds of a loop over an open scalarset may come in any order:
// what one writes, no other reads or writes, unless all write one constant.
void Translator::judge_loop(const Domain& d, const Cell& cell,
                            std::size_t from) {
  if (!is_open(d.type)) return;
  std::map<std::pair<std::size_t, std::string>, std::vector<const Access*>>
      groups;
  std::set<std::size_t> own;
  for (std::size_t i = from; i < accesses_.size(); ++i) {
    network::poll();
    const Access& a = accesses_[i];
    if (a.key == "reset") {
      own.insert(a.variable);
    } else {
      groups[{a.variable, a.key}].push_back(&a);
    }
  }
  for (const auto& [what, all] : groups) {
    network::poll();
    const Access* write = nullptr;
    bool reads = false;
    bool alike = true;
    for (const Access* a : all) {
      reads = reads || !a->write;
      if (!a->write) continue;
      alike = alike && !a->written.empty() &&
              (write == nullptr || a->written == write->written);
      write = a;
    }
    if (write == nullptr || own.contains(what.first)) continue;
    if (alike && !reads) continue;
    bool apart = false;
    for (std::size_t k = 0; k < write->cells.size(); ++k) {
      apart = apart || std::ranges::all_of(all, [&](const Access* a) {
                return a->cells[k] == cell;
              });
    }
    if (apart) continue;
    close(
        d.type,
        fmt::format("what a loop over it does to '{}' may depend on the order",
                    variables_[what.first].name),
        write->span);
    return;
  }
}

void Translator::while_statement(const rumur::While& s, Out& out) {
  const Span here = span(s);
  const bool guarded = std::ranges::any_of(
      s.body, [](const auto& one) { return may_return(*one); });
  if (!loops_.empty()) {
    for (const auto& [cell, d] : loops_) {
      if (is_open(d.type)) {
        close(d.type, "a loop over it has a 'while' inside", here);
      }
    }
  }
  const Defined entry = defined_;
  Out* const before = hoisted_;
  hoisted_ = nullptr;
  value(*s.condition);
  Out body;
  loop_body(s.body, guarded, body);
  // What a round undefines, the condition may find undefined.
  defined_ = defined_.dead ? entry : both(entry, defined_);
  const Value condition = value(*s.condition);
  hoisted_ = before;
  ExprId e = condition.e;
  if (guarded) {
    e = make_.make(
        ExprKind::logical_and,
        {make_.make(ExprKind::logical_not,
                    {make_.name(variables_[flag(here)].leaves[0].name, here)},
                    here),
         e},
        here);
  }
  if (body.empty()) body.push_back(make_.skip(here));
  out.push_back(make_.repeat(e, body, here));
}

}  // namespace vicinal::murphi
