// SPDX-License-Identifier: MIT
// Quantifiers and counts.
//
// Over a short list of constants they are written out. Otherwise the value of
// `forall q in D: body` is a new truth B with
//
//   B implies body(t), for every t in D that the question talks about,
//   not B implies that body(w) is false, for some w in D: a new constant,
//
// which are both true if B is what the quantifier evaluates to. An error of
// the whole is a new truth E in the same way, if the body can be one. A count
// C is at least the number of different members known to count; and if it is
// at least j there are j different members that do. Where it is asked for, if
// it is less than the size of the family there is a member that does not.
#include "obligations/meaning/quantifiers.hpp"

#include <algorithm>
#include <utility>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::size_t max_tuples = 64;     // written out, or counted
constexpr std::int64_t max_witnesses = 4;  // of one count
constexpr int max_meetings = 40;           // in one state

}  // namespace

Quantifiers::Quantifiers(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      domains_(q.domains),
      members_(q.members),
      places_(q.places),
      expressions_(q.expressions),
      numbers_(q.numbers),
      wiring_(q.wiring),
      totals_(q.totals),
      instantiation_(q.instantiation),
      sayings_(q.model) {}

Quantifiers::MemoKey Quantifiers::key_of(ExprId id, const Env& env) {
  const Saying& saying = sayings_.of(id);
  std::vector<Value> frame;
  for (const std::uint32_t slot : saying.free) frame.push_back(env.frame[slot]);
  return {saying.number, env.state, env.self, std::move(frame)};
}

// Where nothing was written that it reads, it is what it was: so that what is
// known of it before a step is known afterwards.
Result Quantifiers::translate(ExprId id, const Env& now) {
  Env env = now;
  env.state = places_.settled(id, now.state);
  const MemoKey key = key_of(id, env);
  const auto found = memo_.find(key);
  if (found != memo_.end()) return found->second;
  const Expr& e = model_[id];
  Result r;
  if (const auto membership = is_membership(e, env)) {
    r = *membership;
  } else if (auto tuples = listed_tuples(e, env)) {
    r = expanded(e, env, *tuples);
  } else if (e.op == Op::forall || e.op == Op::exists) {
    r = for_all_or_some(e, env);
  } else if (e.op == Op::sum) {
    r = summed(id, env);
  } else if (e.op == Op::least || e.op == Op::greatest) {
    r = extreme(id, env);
  } else {
    r = counted(id, env);
  }
  memo_.emplace(key, r);
  return r;
}

// `exists q in x.p: same(q, e)` says that e is at port set p of x.
std::optional<Result> Quantifiers::is_membership(const Expr& e,
                                                 const Env& env) {
  if (e.op != Op::exists || e.binders.size() != 1) return std::nullopt;
  const Binder& binder = model_.binders[e.binders.begin];
  const Expr& body = model_[model_.child(e, 0)];
  if (binder.domain != DomainKind::port_set || body.op != Op::same) {
    return std::nullopt;
  }
  for (const std::uint32_t bound : {0U, 1U}) {
    const Expr& mine = model_[model_.child(body, bound)];
    const ExprId other = model_.child(body, 1 - bound);
    if (mine.op != Op::bound || mine.item != binder.slot ||
        network::mentions(model_, other, binder.slot)) {
      continue;
    }
    const Result node = expressions_.translate(binder.node, env);
    const Result edge = expressions_.translate(other, env);
    // Without members, the body is not looked at.
    if (!terms_.is_no(edge.error)) return std::nullopt;
    return Result{
        {{terms_.both(sizes_.edge_in_range(edge.value),
                      wiring_.member(node.value, binder.item, edge.value))}},
        node.error};
  }
  return std::nullopt;
}

// ---- written out -----------------------------------------------------------

// Of all binders; none if there are too many or they are not known.
std::optional<std::vector<Quantifiers::Tuple>> Quantifiers::listed_tuples(
    const Expr& e, const Env& env) {
  std::vector<Tuple> tuples = {{env, terms_.yes(), terms_.no()}};
  for (const Binder& binder : binders_of(model_, e.binders)) {
    std::vector<Tuple> longer;
    for (const Tuple& t : tuples) {
      const auto choices = domains_.listed(binder, t.env);
      if (!choices || longer.size() + choices->size() > max_tuples) {
        return std::nullopt;
      }
      const Term error =
          terms_.either(t.domain_error, domains_.domain_error(binder, t.env));
      if (choices->empty() && !terms_.is_no(error)) return std::nullopt;
      for (const Choice& c : *choices) {
        Tuple next{t.env, terms_.both(t.premise, c.premise), error};
        next.env.frame[binder.slot] = c.value;
        longer.push_back(std::move(next));
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

Result Quantifiers::expanded(const Expr& e, const Env& env,
                             const std::vector<Tuple>& tuples) {
  const ExprId body = model_.child(e, e.children.size() - 1);
  Result k{{{terms_.number(0)}}, terms_.no()};
  if (e.children.size() == 2) {
    k = expressions_.translate(model_.child(e, 0), env);
  }
  Term error = k.error;
  std::vector<Term> holding;
  Term sum = terms_.number(0);
  std::optional<Term> best;
  for (const Tuple& t : tuples) {
    const Result r = expressions_.translate(body, t.env);
    error = terms_.any({error, t.domain_error, r.error});
    if (e.op == Op::least || e.op == Op::greatest) {
      best = best ? better(e.op, r.term(), *best) : r.term();
      continue;
    }
    if (e.op == Op::sum) {
      // Partial sums overflow in the order of evaluation.
      sum = terms_.add(sum, r.term());
      error = terms_.either(error, numbers_.overflow(sum));
    } else if (e.op == Op::forall || e.op == Op::exists) {
      holding.push_back(r.term());
    } else {
      sum = terms_.add(
          sum, terms_.choose(r.term(), terms_.number(1), terms_.number(0)));
    }
  }
  switch (e.op) {
    case Op::forall:
      return {{{terms_.all(std::move(holding))}}, error};
    case Op::exists:
      return {{{terms_.any(std::move(holding))}}, error};
    case Op::exactly:
      return {{{terms_.equal(sum, k.term())}}, error};
    case Op::atmost:
      return {{{terms_.less_equal(sum, k.term())}}, error};
    case Op::least:
    case Op::greatest:
      return {{{best.value_or(terms_.number(0))}}, best ? error : terms_.yes()};
    default:
      return {{{sum}}, error};
  }
}

Term Quantifiers::better(Op op, Term a, Term b) {
  return op == Op::least ? terms_.choose(terms_.less(a, b), a, b)
                         : terms_.choose(terms_.less(b, a), a, b);
}

// ---- forall, exists --------------------------------------------------------

// New constants for all binders: one tuple for each choice of families. `lost`:
// what they range over fails where there can be no member to show it.
std::vector<Quantifiers::Tuple> Quantifiers::witnesses(const Expr& e,
                                                       const Env& env,
                                                       Term& lost) {
  lost = terms_.no();
  std::vector<Tuple> tuples = {{env, terms_.yes(), terms_.no()}};
  for (const Binder& binder : binders_of(model_, e.binders)) {
    std::vector<Tuple> longer;
    for (const Tuple& t : tuples) {
      // Evaluation fails here, or further in.
      const Term error = terms_.either(
          t.domain_error,
          terms_.both(t.premise, domains_.domain_error(binder, t.env)));
      const std::vector<Choice> choices = domains_.fresh_choices(binder, t.env);
      if (choices.empty()) lost = terms_.either(lost, error);
      for (const Choice& c : choices) {
        Tuple next{t.env, terms_.both(t.premise, c.premise), error};
        next.env.frame[binder.slot] = c.value;
        members_.join_choice(binder, t.env, c.value);
        longer.push_back(std::move(next));
      }
      few_choices(longer.size(), binder.span);
    }
    tuples = std::move(longer);
  }
  return tuples;
}

// Whether evaluation may fail for some member: a new truth, with what is
// known of it but for !E => no member fails, which is up to the caller.
Term Quantifiers::some_error(const Expr& e, const Env& env, bool possible) {
  if (!possible) return terms_.no();
  const Term error = terms_.fresh("error", Sort::truth);
  const ExprId body = model_.child(e, e.children.size() - 1);
  Term lost;
  const std::vector<Tuple> tuples = witnesses(e, env, lost);
  std::vector<Term> where = {terms_.negate(error), lost};
  for (const Tuple& w : tuples) {
    const Result r = expressions_.translate(body, w.env);
    where.push_back(
        terms_.either(w.domain_error, terms_.both(w.premise, r.error)));
  }
  facts_.add(terms_.any(std::move(where)));
  return error;
}

Result Quantifiers::for_all_or_some(const Expr& e, const Env& env) {
  const bool some = e.op == Op::exists;
  const ExprId body = model_.child(e, 0);
  const auto good = [this, some](Term t) {
    return some ? terms_.negate(t) : t;
  };
  // `holds`: all members are good; for `exists`: none satisfies the body.
  const Term holds = terms_.fresh(some ? "none" : "all", Sort::truth);
  std::vector<Term> bad = {holds};
  Term lost;
  const std::vector<Tuple> tuples = witnesses(e, env, lost);
  bool fails = !terms_.is_no(lost);
  for (const Tuple& w : tuples) {
    const Result r = expressions_.translate(body, w.env);
    bad.push_back(terms_.both(w.premise, terms_.negate(good(r.term()))));
    // The witness may be any member: if it cannot fail, none can.
    fails = fails || !terms_.is_no(r.error) || !terms_.is_no(w.domain_error);
  }
  facts_.add(terms_.any(std::move(bad)));
  const Term error = some_error(e, env, fails);
  Universal u;
  u.binders = binders_of(model_, e.binders);
  u.env = env;
  u.premise = terms_.yes();
  u.no_errors = terms_.negate(error);
  u.body = body;
  u.claim = [this, body, holds, error, good](const Env& inner, Term premise) {
    const Result r = expressions_.translate(body, inner);
    facts_.add(terms_.implies(terms_.both(premise, holds), good(r.term())));
    facts_.add(terms_.implies(terms_.both(premise, terms_.negate(error)),
                              terms_.negate(r.error)));
  };
  instantiation_.for_all(std::move(u));
  return {{{some ? terms_.negate(holds) : holds}}, error};
}

// ---- counts ----------------------------------------------------------------

// How many members show that a count is as great as it is: one more than the
// greatest number that it is compared with. Where it is a part of an equation
// there are few: a step changes totals by what it writes.
std::int64_t Quantifiers::witnesses_of(ExprId count, const Env& env) {
  const Expr& e = model_[count];
  std::int64_t most = -1;
  const auto look = [&](ExprId number) {
    const Expr& x = model_[number];
    if (x.op == Op::literal) most = std::max(most, x.value);
  };
  bool in_equation = false;
  if (e.op != Op::count) {
    look(model_.child(e, 0));
  } else {
    for (const Expr& parent : model_.exprs) {
      if (parent.children.size() != 2) continue;
      const ExprId a = model_.child(parent, 0);
      const ExprId b = model_.child(parent, 1);
      if (a != count && b != count) continue;
      const ExprId other = a == count ? b : a;
      in_equation =
          !network::is_comparison(parent.op) || model_[other].op != Op::literal;
      if (!in_equation) look(other);
    }
  }
  if (in_equation && totals_.of_members(count, env)) {
    return env.state == 0 ? 1 : 0;
  }
  if (most < 0) most = 1;
  return std::min(most, max_witnesses - 1) + 1;
}

// Whether two tuples differ: in some variable.
Term Quantifiers::different(const Expr& e, const Env& a, const Env& b) {
  std::vector<Term> parts;
  for (const Binder& binder : binders_of(model_, e.binders)) {
    parts.push_back(terms_.negate(
        same(terms_, a.frame[binder.slot], b.frame[binder.slot])));
  }
  return terms_.any(std::move(parts));
}

// How many members a family has, if that is linear.
std::optional<Term> Quantifiers::size_of(const Binder& binder) {
  if (binder.domain != DomainKind::node_family &&
      binder.domain != DomainKind::edge_family) {
    return std::nullopt;
  }
  const auto dims = sizes_.dimensions(binder.domain, binder.item);
  if (dims.empty()) return terms_.number(1);
  return dims.size() == 1 ? std::optional(dims[0]) : std::nullopt;
}

// count >= j: the first j of new tuples are different, and counted, for j up to
// `most`. Whether evaluation may fail for one of them.
bool Quantifiers::different_members(ExprId id, const Env& env, Term count,
                                    std::int64_t most) {
  const Expr& e = model_[id];
  const ExprId body = model_.child(e, e.children.size() - 1);
  bool fails = false;
  std::vector<std::pair<Tuple, Term>> before;
  for (std::int64_t j = 1; j <= most; ++j) {
    const Term enough = terms_.less_equal(terms_.number(j), count);
    Term lost;
    const std::vector<Tuple> tuples = witnesses(e, env, lost);
    fails = fails || !terms_.is_no(lost);
    std::vector<Term> some = {terms_.negate(enough)};
    std::vector<std::pair<Tuple, Term>> now;
    for (const Tuple& w : tuples) {
      const Term chosen =
          tuples.size() == 1 ? enough : terms_.fresh("chosen", Sort::truth);
      const Result r = expressions_.translate(body, w.env);
      fails = fails || !terms_.is_no(r.error) || !terms_.is_no(w.domain_error);
      some.push_back(chosen);
      facts_.add(terms_.implies(chosen, terms_.both(w.premise, r.term())));
      for (const auto& [other, its] : before) {
        facts_.add(terms_.implies(terms_.all({chosen, its, enough}),
                                  different(e, w.env, other.env)));
      }
      now.emplace_back(w, chosen);
    }
    facts_.add(terms_.any(std::move(some)));
    before.insert(before.end(), now.begin(), now.end());
  }
  return fails;
}

// Fewer are counted than there are: then a new member is none of those.
void Quantifiers::one_that_is_not(const Expr& e, const Env& env, Term count) {
  const std::vector<Binder> bound = binders_of(model_, e.binders);
  if (e.op != Op::count || bound.size() != 1) return;
  const auto all = size_of(bound[0]);
  if (!all) return;
  Term lost;
  std::vector<Term> some = {terms_.less_equal(*all, count)};
  for (const Tuple& w : witnesses(e, env, lost)) {
    const Result r = expressions_.translate(model_.child(e, 0), w.env);
    some.push_back(terms_.both(w.premise, terms_.negate(r.term())));
  }
  facts_.add(terms_.any(std::move(some)));
}

Result Quantifiers::counted(ExprId id, const Env& env) {
  const Expr& e = model_[id];
  const ExprId body = model_.child(e, e.children.size() - 1);
  const std::vector<Binder> bound = binders_of(model_, e.binders);
  Result k{{{terms_.number(0)}}, terms_.no()};
  if (e.children.size() == 2) {
    k = expressions_.translate(model_.child(e, 0), env);
  }
  if (e.op == Op::count && bound.size() == 1 &&
      model_[body].op == Op::literal && model_[body].value != 0) {
    if (const auto all = size_of(bound[0])) return {{{*all}}, terms_.no()};
  }
  TermBounds bounds;
  if (bound.size() == 1 && bound[0].domain != DomainKind::range) {
    bounds = {0, std::int64_t{1} << 32, true};
  }
  const std::int64_t shown = witnesses_of(id, env);
  const Totals::Known* known = totals_.known(id, env);
  if (known != nullptr && known->shown >= shown) {
    return compared(e, known->value, k, known->error);
  }
  const bool again = known != nullptr;
  const Term count =
      again ? known->value : terms_.fresh("count", Sort::number, bounds);
  facts_.add(terms_.less_equal(terms_.number(0), count));
  const bool fails = different_members(id, env, count, shown);
  const Term error = some_error(e, env, fails);
  if (!terms_.is_no(error)) {
    Universal u;
    u.binders = bound;
    u.env = env;
    u.premise = terms_.negate(error);
    u.no_errors = terms_.yes();
    u.claim = [this, body](const Env& inner, Term premise) {
      const Result r = expressions_.translate(body, inner);
      facts_.add(terms_.implies(premise, terms_.negate(r.error)));
    };
    instantiation_.for_all(std::move(u));
  }
  if (!again) {
    if (shows_others_) one_that_is_not(e, env, count);
    put_count({count, id, env, {}, 0, SIZE_MAX});
    totals_.add(id, env, count);
  }
  if (Totals::Known* its = totals_.known(id, env)) {
    its->error = terms_.either(its->error, error);
    its->shown = shown;
  }
  return compared(e, count, k, error);
}

Result Quantifiers::compared(const Expr& e, Term count, const Result& k,
                             Term error) {
  const Term all_errors = terms_.either(k.error, error);
  switch (e.op) {
    case Op::exactly:
      return {{{terms_.equal(count, k.term())}}, all_errors};
    case Op::atmost:
      return {{{terms_.less_equal(count, k.term())}}, all_errors};
    default:
      return {{{count}}, all_errors};
  }
}

// What up to 2^31 numbers within these bounds add up to.
TermBounds Quantifiers::of_shares(const TermBounds& share) {
  constexpr std::int64_t most = 2 * max_index - 1;
  if (!share.known || share.low < -most || share.high > most) return {};
  return {share.low * max_index, share.high * max_index, true};
}

// If a sum is not 0, then some member's number is on the same side. Of what is
// not said by each member alone, nothing is known.
Result Quantifiers::summed(ExprId id, const Env& env) {
  if (!totals_.of_members(id, env)) {
    return {{{terms_.fresh("sum", Sort::number)}},
            terms_.fresh("sum fails", Sort::truth)};
  }
  if (const Totals::Known* known = totals_.known(id, env)) {
    return {{{known->value}}, known->error};
  }
  const Expr& e = model_[id];
  const Term zero = terms_.number(0);
  TermBounds range{0, 0, true};
  std::vector<Tuple> tuples[2];  // who adds more than 0, and less
  std::vector<Term> shares[2];
  for (const std::size_t side : {0U, 1U}) {
    Term lost;
    tuples[side] = witnesses(e, env, lost);
    for (const Tuple& w : tuples[side]) {
      const Term share =
          expressions_.translate(model_.child(e, 0), w.env).term();
      const TermBounds b = terms_.bounds(share);
      range = {std::min(range.low, b.low), std::max(range.high, b.high),
               range.known && b.known};
      shares[side].push_back(share);
    }
  }
  const Term sum = terms_.fresh("sum", Sort::number, of_shares(range));
  for (std::size_t w = 0; w < tuples[0].size(); ++w) {
    const auto some = [&](std::size_t side, Term sign, Term its) {
      facts_.add(
          terms_.implies(sign, terms_.both(tuples[side][w].premise, its)));
    };
    some(0, terms_.less(zero, sum), terms_.less(zero, shares[0][w]));
    some(1, terms_.less(sum, zero), terms_.less(shares[1][w], zero));
  }
  if (range.known && range.low >= -max_index && range.high <= max_index) {
    put_count({sum, id, env, range, 0, SIZE_MAX});
  }
  totals_.add(id, env, sum);
  // Partial sums lie within the bounds of the sum.
  const Term overflow = numbers_.overflow(sum);
  const Term error = terms_.is_no(overflow)
                         ? overflow
                         : terms_.fresh("sum fails", Sort::truth);
  totals_.known(id, env)->error = error;
  return {{{sum}}, error};
}

// A number that no member goes beyond, and that some member has. If there is
// no member, it is an error.
Result Quantifiers::extreme(ExprId id, const Env& env) {
  const Expr& e = model_[id];
  const ExprId body = model_.child(e, 0);
  const std::vector<Binder> binders = binders_of(model_, e.binders);
  const bool always =
      binders.size() == 1 && domains_.never_empty(binders[0], env);
  const Term empty =
      always ? terms_.no() : terms_.fresh("no member", Sort::truth);
  const Term extreme =
      terms_.fresh(e.op == Op::least ? "least" : "greatest", Sort::number);
  std::vector<Term> some = {empty};
  for (const Binder& binder : binders) members_.join_first(binder);
  if (e.item != 0) members_.join_peer(e, env);
  Term lost;
  const std::vector<Tuple> tuples = witnesses(e, env, lost);
  bool fails = !terms_.is_no(lost);
  for (const Tuple& w : tuples) {
    const Result r = expressions_.translate(body, w.env);
    some.push_back(terms_.both(w.premise, terms_.equal(r.term(), extreme)));
    fails = fails || !terms_.is_no(r.error) || !terms_.is_no(w.domain_error);
  }
  const Term error = some_error(e, env, fails);
  // Where evaluation fails the number is any.
  some.push_back(error);
  facts_.add(terms_.any(std::move(some)));
  Universal u;
  u.binders = binders_of(model_, e.binders);
  u.env = env;
  u.premise = terms_.yes();
  u.no_errors = terms_.negate(error);
  u.body = body;
  u.claim = [this, body, empty, extreme, error, op = e.op](const Env& inner,
                                                           Term premise) {
    const Result r = expressions_.translate(body, inner);
    const Term good = terms_.both(premise, terms_.negate(error));
    const Term reached = op == Op::least ? terms_.less_equal(extreme, r.term())
                                         : terms_.less_equal(r.term(), extreme);
    facts_.add(terms_.implies(premise, terms_.negate(empty)));
    facts_.add(
        terms_.implies(good, terms_.both(reached, terms_.negate(r.error))));
  };
  instantiation_.for_all(std::move(u));
  return {{{extreme}}, terms_.either(empty, error)};
}

// The members that are known now; the first ones, if they are many.
std::vector<Quantifiers::Tuple> Quantifiers::visible_tuples(const Expr& e,
                                                            const Env& env) {
  std::vector<Tuple> tuples = {{env, terms_.yes(), terms_.no()}};
  for (const Binder& binder : binders_of(model_, e.binders)) {
    std::vector<Tuple> longer;
    for (const Tuple& t : tuples) {
      Progress from_start;
      for (const Choice& c : members_.visible(binder, t.env, from_start)) {
        const Term premise =
            terms_.both(t.premise, facts_.unless_known(c.premise));
        if (terms_.is_no(premise) || longer.size() == max_tuples) continue;
        Tuple next{t.env, premise, terms_.no()};
        next.env.frame[binder.slot] = c.value;
        longer.push_back(std::move(next));
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

// Two counts that are more than the family has, together, have a member in
// common: a new constant. And of two of which one is more than the other a
// member is in that one alone. That is so of any two sets of members, whatever
// the bodies say; of thresholds alone it is of use.
void Quantifiers::meet(const Count& count) {
  const auto size = size_of_family(count.expr);
  if (!size || !totals_.is_threshold(count.expr)) return;
  const Binder& own = model_.binders[model_[count.expr].binders.begin];
  const std::size_t before = counts_.size();
  for (std::size_t i = 0; i < before; ++i) {
    const Count other = counts_[i];
    if (other.env.state != count.env.state ||
        !totals_.is_threshold(other.expr) || !size_of_family(other.expr)) {
      continue;
    }
    const Binder& its = model_.binders[model_[other.expr].binders.begin];
    if (its.domain != own.domain || its.item != own.item) continue;
    if (totals_.exclusive(other.expr, other.env, count.expr, count.env))
      continue;
    if (meetings_[count.env.state]++ >= max_meetings) return;
    const bool alike = totals_.same_but_for_names(other.expr, other.env,
                                                  count.expr, count.env);
    if (alike && !totals_.levels(count.expr).empty()) {
      nest(other, count);
      continue;
    }
    const Term not_more =
        terms_.less_equal(terms_.add(other.count, count.count), *size);
    facts_.add(terms_.either(not_more, some_member(other, true, count, true)));
    // Who is in one alone: of votes for x and for y that is of no use.
    if (alike) continue;
    const Term fewer = terms_.less_equal(other.count, count.count);
    facts_.add(terms_.either(fewer, some_member(other, true, count, false)));
    const Term no_more = terms_.less_equal(count.count, other.count);
    facts_.add(terms_.either(no_more, some_member(other, false, count, true)));
  }
}

// That a new member is in these counts of one family, or is not.
Term Quantifiers::some_member(const Count& a, bool in_a, const Count& b,
                              bool in_b) {
  const Binder& own = model_.binders[model_[a.expr].binders.begin];
  const Choice member = domains_.fresh_choices(own, a.env)[0];
  members_.join_choice(own, a.env, member.value);
  std::vector<Term> parts = {member.premise};
  for (const auto& [c, in] : {std::pair(&a, in_a), std::pair(&b, in_b)}) {
    const Term counted = is_counted(*c, member.value);
    parts.push_back(in ? counted : terms_.negate(counted));
  }
  return terms_.all(std::move(parts));
}

Term Quantifiers::is_counted(const Count& c, const Value& member) {
  const Expr& e = model_[c.expr];
  Env env = c.env;
  env.frame[model_.binders[e.binders.begin].slot] = member;
  const ExprId body = model_.child(e, e.children.size() - 1);
  return expressions_.translate(body, env).term();
}

// Who is at level k + 1 or above is at k or above, whoever it is: if there can
// be nobody else then those known who are at the greater count alone are to be
// added. Each of the two may have somebody alone: two constants. Who that would
// be need not join: it is numbers that say whether there is anybody.
void Quantifiers::nest(const Count& a, const Count& b) {
  const Binder& own = model_.binders[model_[a.expr].binders.begin];
  const auto put = [&](const Count& inner, const Count& outer) {
    const Choice some = domains_.fresh_choices(own, inner.env)[0];
    const Term out = terms_.negate(is_counted(outer, some.value));
    const Term alone =
        terms_.all({some.premise, is_counted(inner, some.value), out});
    within_.push_back({inner, outer, alone, SIZE_MAX});
  };
  put(a, b);
  put(b, a);
}

void Quantifiers::finish_within(const Within& w) {
  const Count& inner = w.inner;
  const Count& outer = w.outer;
  const Expr& e = model_[outer.expr];
  const std::uint32_t own = model_.binders[e.binders.begin].slot;
  const std::vector<Tuple> tuples = visible_tuples(e, outer.env);
  std::vector<Term> more = first_ones(e, tuples);
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    const Value& member = tuples[t].env.frame[own];
    more[t] = terms_.all({more[t], is_counted(outer, member),
                          terms_.negate(is_counted(inner, member))});
  }
  const Term least = terms_.add(inner.count, number_of(more));
  facts_.add(terms_.either(w.alone, terms_.less_equal(least, outer.count)));
}

// Counts of one family in one state that exclude each other are taken together
// with the first of them. Each excludes all others: of `b`, `!b` and `b ==
// true` the last excludes the second, and not the first.
void Quantifiers::put_count(Count count) {
  meet(count);
  count.first = counts_.size();
  const auto exclude = [&](const Count& other) {
    return other.env.state == count.env.state &&
           totals_.exclusive(other.expr, other.env, count.expr, count.env);
  };
  const auto first = std::find_if(counts_.begin(), counts_.end(), exclude);
  const bool together =
      first != counts_.end() &&
      std::all_of(counts_.begin(), counts_.end(), [&](const Count& other) {
        return other.first != first->first || exclude(other);
      });
  if (together) {
    count.first = first->first;
    counts_[count.first].members = SIZE_MAX;
  }
  counts_.push_back(std::move(count));
}

// A count says less of members that came up later: it is taken again.
void Quantifiers::finish_counts() {
  const std::size_t members = members_.count();
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i].members == members) continue;
    counts_[i].members = members;
    finish_count(Count(counts_[i]));
    if (counts_[i].first == i) finish_together(i);
  }
  for (std::size_t i = 0; i < within_.size(); ++i) {
    if (within_[i].members == members) continue;
    within_[i].members = members;
    finish_within(Within(within_[i]));
  }
}

// For each tuple: it is a member, and none of those before it.
std::vector<Term> Quantifiers::first_ones(const Expr& e,
                                          const std::vector<Tuple>& tuples) {
  std::vector<Term> out;
  for (std::size_t a = 0; a < tuples.size(); ++a) {
    std::vector<Term> first = {tuples[a].premise};
    for (std::size_t b = 0; b < a; ++b) {
      first.push_back(
          terms_.either(terms_.negate(tuples[b].premise),
                        different(e, tuples[a].env, tuples[b].env)));
    }
    out.push_back(terms_.all(std::move(first)));
  }
  return out;
}

Term Quantifiers::number_of(const std::vector<Term>& truths) {
  Term number = terms_.number(0);
  for (const Term t : truths) {
    number = terms_.add(number,
                        terms_.choose(t, terms_.number(1), terms_.number(0)));
  }
  return number;
}

// Of the family that is counted, if it is one, and its size is linear.
std::optional<Term> Quantifiers::size_of_family(ExprId count) {
  const Expr& e = model_[count];
  if (e.binders.size() != 1) return std::nullopt;
  return size_of(model_.binders[e.binders.begin]);
}

// What the members known add is a part of it; each other one adds a number
// within bounds.
void Quantifiers::finish_count(const Count& c) {
  const Expr& e = model_[c.expr];
  const ExprId body = model_.child(e, e.children.size() - 1);
  const std::vector<Tuple> tuples = visible_tuples(e, c.env);
  const std::vector<Term> is_new = first_ones(e, tuples);
  const Term zero = terms_.number(0);
  const bool sum = e.op == Op::sum;
  Term in = zero;
  for (std::size_t a = 0; a < tuples.size(); ++a) {
    const Term share = expressions_.translate(body, tuples[a].env).term();
    in = terms_.add(in, sum ? terms_.choose(is_new[a], share, zero)
                            : number_of({terms_.both(is_new[a], share)}));
  }
  if (!sum || c.share.low >= 0) facts_.add(terms_.less_equal(in, c.count));
  const auto size = size_of_family(c.expr);
  if (!sum || !size) return;
  const Term others = terms_.subtract(*size, number_of(is_new));
  const Term rest = terms_.subtract(c.count, in);
  facts_.add(terms_.less_equal(rest, terms_.scale(c.share.high, others)));
  if (c.share.low == 0) return;
  facts_.add(terms_.less_equal(terms_.scale(c.share.low, others), rest));
}

// Counts that exclude each other, and the members known to be in none of them,
// are no more than the family has.
void Quantifiers::finish_together(std::size_t first) {
  const ExprId some = counts_[first].expr;
  const auto size = size_of_family(some);
  if (!size || model_[some].op == Op::sum) return;
  const std::vector<Tuple> known =
      visible_tuples(model_[some], counts_[first].env);
  std::vector<Term> none = first_ones(model_[some], known);
  Term all = terms_.number(0);
  std::size_t counts = 0;
  for (std::size_t i = first; i < counts_.size(); ++i) {
    if (counts_[i].first != first) continue;
    const Count c = counts_[i];
    const Expr& e = model_[c.expr];
    const ExprId body = model_.child(e, e.children.size() - 1);
    const std::vector<Tuple> tuples = visible_tuples(e, c.env);
    for (std::size_t a = 0; a < none.size(); ++a) {
      const Term in = expressions_.translate(body, tuples[a].env).term();
      none[a] = terms_.both(none[a], terms_.negate(in));
    }
    all = terms_.add(all, c.count);
    ++counts;
  }
  facts_.add(terms_.less_equal(terms_.add(all, number_of(none)), *size));
  const Expr& body =
      model_[model_.child(model_[some], model_[some].children.size() - 1)];
  const bool everyone = body.op == Op::literal && body.value != 0;
  if (everyone || (counts > 1 && totals_.exhaustive(some, counts))) {
    facts_.add(terms_.equal(all, *size));
  }
}

}  // namespace vicinal::obligations::inline meaning
