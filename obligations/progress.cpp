// SPDX-License-Identifier: MIT
// Progress by a rank: the rule of Manna and Pnueli for justice, with situations
// that name who helps (docs/theory.md, "Progress").
//
// What is waited for is q, of the nodes that the property names. A rank has
// terms r and situations; one of them is a condition c, an action that is fair
// and the node that does it, which c may be about. `pending`: some situation
// holds of somebody. Where the assertions hold:
//
//   evaluated   p and q do not fail
//   begins      p and not q: pending (F q: initially; G F q: p is true)
//   lasts       c and not q: the action is enabled at the node, and each term
//               is at least 0 and does not fail
//   nearer      c and not q, and a step: then q; or pending, and r is less; or
//               c, of the same nodes, and r is the same, and it was not the
//               action of the node
//
// A rank that names nobody has one situation, which always holds: somebody can
// move, and the step of anybody helps. That q stays possible needs steps of who
// helps alone: what others do is their affair.
//
// An action that is strongly fair need not be enabled as long as c holds, if
// `meanwhile` has a rank for it. Then nothing is asked of its being enabled,
// but, where c and not q and it is not enabled, `begins`, `lasts` and `nearer`
// of that rank; it is left where the action is enabled, where q, and where r is
// less.
//
// Where what helps is a property, of a node j, no step is it: as long as c
// holds its p holds at j and its q does not, which cannot be for ever. If it is
// another property, the obligations of its rank are among those of this one.
// If it is the same, j is farther along the indices than who waits, which the
// checker has seen, and there are finitely many nodes.
//
// p U q is F q, and two obligations more that say that p holds until then.
//
// Of the state after a step nothing is assumed but what the step does, and
// principles.
#include "network/language/progress.hpp"

#include <algorithm>
#include <set>

#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

using network::Action;
using network::ProgressProperty;
using network::ProgressShape;
using network::Ranking;
using network::Situation;
using network::Span;

// A rank, and the property that it is of. The members of its goals are those of
// the property; of the rank of a situation also who helps there.
struct Generator::Waiting {
  std::uint32_t property;
  const ProgressProperty& of;
  const std::vector<ExprId>& terms;
  const std::vector<Situation>& situations;
  ExprId pending;
  Span span;
  std::string name;
  std::vector<Binder> binders;
  const Waiting* around = nullptr;  // whose situation this is of
  const Situation* within = nullptr;

  Goal goal(ExprId matrix) const { return {property, binders, matrix}; }
  bool possible() const { return of.shape == ProgressShape::possible; }
};

// A situation: the members of its goals are those of the rank, and who helps,
// if that is another one.
struct Generator::Helped {
  const Situation& situation;
  std::string name;
  std::vector<Binder> binders;
};

namespace {

Env before(Env env) {
  env.state = 0;
  return env;
}

// On a property, of a node.
bool relies(const Situation& s) {
  return s.node.valid() && !s.process.valid();
}

// Of what stands in these places among the goals of a situation. Behind the
// terms, of the rank of a situation, that one's condition and terms around it.
constexpr std::size_t condition_at = 0;
constexpr std::size_t wanted_at = 1;
constexpr std::size_t pending_at = 2;
constexpr std::size_t first_term = 3;

}  // namespace

// Who is named by the state, as in p[turn], and numbers of the state, at which
// an assertion about all numbers of a range is of use: before the step and
// after it.
void Generator::join_stated(Question& x, const Goals& goals) {
  for (const Goal& goal : goals) {
    const std::set<std::uint32_t> named = named_slots(goal);
    const auto is_named = [&](std::uint32_t slot) {
      return named.contains(slot);
    };
    const Env after = env_of(x, goal);
    network::walk(model_, goal.matrix, [&](ExprId id, const Expr& e) {
      const bool number = e.op == Op::shared && model_[e.type].numeric();
      if (!number && e.op != Op::family_node) return network::Go::into;
      if (!std::ranges::all_of(network::free_slots(model_, id), is_named)) {
        return network::Go::into;
      }
      for (const Env& env : {before(after), after}) {
        const Value v = x.q.expressions.translate(id, env).value;
        if (number) x.q.members.join_number(v.slots[0]);
        if (!number) x.q.members.join(v);
      }
      return network::Go::into;
    });
  }
}

void Generator::progress() {
  for (const std::string& name : request_.progress) {
    for (const Ranking& r : model_.rankings) {
      const network::Property& p = model_.properties[r.property];
      if (p.name != name) continue;
      std::set<std::uint32_t> shown;
      progress(r, r.property, shown);
    }
  }
}

// As a part of what shows `property`; with what it relies on, each once.
void Generator::progress(const Ranking& r, std::uint32_t property,
                         std::set<std::uint32_t>& shown) {
  if (!shown.insert(r.property).second) return;
  const network::Property& p = model_.properties[r.property];
  const ProgressProperty of = *network::progress_of(model_, p);
  const Waiting w{property,
                  of,
                  r.terms,
                  r.situations,
                  r.pending,
                  r.span,
                  "progress " + p.name,
                  of.binders};
  evaluated(w);
  if (of.until_then.valid()) until_then(w);
  progress(w);
  std::vector<Situation> all = r.situations;
  for (const Situation& s : r.situations) {
    all.insert(all.end(), s.meanwhile.begin(), s.meanwhile.end());
  }
  for (const Situation& s : all) {
    for (const Ranking& other : model_.rankings) {
      if (relies(s) && s.item == other.property)
        progress(other, property, shown);
    }
  }
}

// Depth is at most two: of a rank, and of what it has for a situation.
void Generator::progress(const Waiting& w) {
  begins(w);
  for (std::size_t i = 0; i < w.situations.size(); ++i) {
    const Situation& s = w.situations[i];
    Helped h{s, w.name + " " + std::to_string(i + 1), w.binders};
    const std::vector<Binder> more = binders_of(model_, s.binders);
    h.binders.insert(h.binders.end(), more.begin(), more.end());
    lasts(w, h);
    comes_nearer(w, h);
    if (s.terms.empty()) continue;
    progress({w.property, w.of, s.terms, s.meanwhile, s.pending, s.span,
              h.name + " meanwhile", h.binders, &w, &s});
  }
}

// The conclusion is what `wrong` says, and what that adds to the facts.
void Generator::conclude(Question& x,
                         const std::function<Term(Question&)>& wrong) {
  x.q.instantiation.saturate();
  Script premise(x.q.terms);
  premise.add(x.q.facts.all());
  const std::size_t known = x.q.facts.all().size();
  const Term denied = wrong(x);
  x.q.instantiation.saturate();
  finish(x, denied, x.obligation, premise, known);
}

// A question about a state where the assertions hold: any, or an initial one.
void Generator::of_states(const Waiting& w, const Goals& goals,
                          const std::string& name, bool initial,
                          const std::function<Term(Question&)>& wrong) {
  if (!request_.only_named.empty() && name != request_.only_named) return;
  for (const Chosen& chosen : choices(goals[0].binders)) {
    const Put put = [&](Question& x, Upto upto) {
      if (initial) return put_initial(x, goals, chosen, upto);
      if (!put_members(x, goals, chosen, upto)) return false;
      join_stated(x, goals);
      // Who can help may be a neighbour of whoever waits.
      x.q.members.bring_neighbours();
      return true;
    };
    Question x(model_, asked_);
    if (!put(x, Upto::all)) continue;
    Obligation& o = x.obligation;
    o.kind = Kind::progress;
    o.name = name;
    o.span = w.span;
    o.property = w.property;
    o.parts = parts(goals, put, Upto::assertions);
    conclude(x, wrong);
  }
}

void Generator::evaluated(const Waiting& w) {
  Goals goals = {w.goal(w.of.goal)};
  if (w.of.from.valid()) goals.push_back(w.goal(w.of.from));
  if (w.of.until_then.valid()) goals.push_back(w.goal(w.of.until_then));
  of_states(w, goals, w.name + ": can be evaluated", false, [&](Question& x) {
    std::vector<Term> errors;
    for (const Goal& goal : goals) {
      errors.push_back(
          x.q.expressions.translate(goal.matrix, env_of(x, goal)).error);
    }
    return x.q.terms.any(errors);
  });
}

// That p holds at first, or q, and after each step from where p holds, and not
// q: so that p holds as long as q has not.
void Generator::until_then(const Waiting& w) {
  const Goals goals = {w.goal(w.of.until_then), w.goal(w.of.goal)};
  const std::string name = w.name + " until then";
  const auto holds = [&](Question& x, std::size_t i, const Env& env) {
    return x.q.expressions.holds(goals[i].matrix, env);
  };
  const auto wrong = [&](Question& x) {
    const Env env = env_of(x, goals[0]);
    return x.q.terms.negate(
        x.q.terms.either(holds(x, 0, env), holds(x, 1, env)));
  };
  of_states(w, goals, name, true, wrong);
  const auto waits = [&](Question& x) {
    const Env env = before(env_of(x, goals[0]));
    return x.q.terms.both(holds(x, 0, env), x.q.terms.negate(holds(x, 1, env)));
  };
  for_each_step(goals,
                [&](const Mover& mover, const Chosen& members,
                    const Chosen& binding, std::optional<std::size_t> acting) {
                  const Stepping step{mover, members, binding, acting};
                  of_step(goals, step, name, w.span, waits, wrong);
                });
}

void Generator::begins(const Waiting& w) {
  Goals goals = {w.goal(w.of.goal), w.goal(w.pending)};
  const ExprId from = w.within != nullptr ? w.within->condition : w.of.from;
  if (from.valid()) goals.push_back(w.goal(from));
  const auto wrong = [&](Question& x) {
    const auto holds = [&](std::size_t i) {
      return x.q.expressions.holds(goals[i].matrix, env_of(x, goals[i]));
    };
    std::vector<Term> all = {x.q.terms.negate(holds(0)),
                             x.q.terms.negate(holds(1))};
    if (from.valid()) all.push_back(holds(2));
    if (w.within != nullptr) {
      const Env env = env_of(x, goals[0]);
      all.push_back(x.q.terms.negate(can_help(x, *w.within, env)));
    }
    return x.q.terms.all(all);
  };
  const bool initial = w.within == nullptr && w.of.shape == ProgressShape::once;
  of_states(w, goals, w.name + ": somebody helps", initial, wrong);
}

// What is asked about a situation, in the order of the places above.
Generator::Goals Generator::goals_of(const Waiting& w, const Helped& h) {
  std::vector<ExprId> all = {h.situation.condition, w.of.goal, w.pending};
  all.insert(all.end(), w.terms.begin(), w.terms.end());
  if (w.within != nullptr) {
    all.push_back(w.within->condition);
    all.insert(all.end(), w.around->terms.begin(), w.around->terms.end());
  }
  Goals goals;
  for (const ExprId e : all) goals.push_back({w.property, h.binders, e});
  return goals;
}

// The situation, before a step, while what is wanted is not there; and the one
// around it, while its action is not enabled.
Term Generator::waits(Question& x, const Waiting& w, const Goals& goals) {
  const Env env = before(env_of(x, goals[0]));
  Query& q = x.q;
  const auto holds = [&](std::size_t at) {
    return q.expressions.holds(goals[at].matrix, env);
  };
  const Term waiting =
      q.terms.both(holds(condition_at), q.terms.negate(holds(wanted_at)));
  if (w.within == nullptr) return waiting;
  return q.terms.all({waiting, holds(first_term + w.terms.size()),
                      q.terms.negate(can_help(x, *w.within, env))});
}

// Whether what helps can be done, in the state of the environment.
Term Generator::can_help(Question& x, const Situation& s, Env env) {
  Query& q = x.q;
  if (s.everybody) return q.expressions.holds(s.able, env);
  if (relies(s)) return waits_there(x, s, env);
  if (!s.process.valid()) return q.enabled.of(model_.rules[s.item], env);
  env.self = q.expressions.translate(s.node, env).value;
  return q.enabled.of(model_[s.process].actions[s.item], env);
}

// Whether what is relied on is waited for, at the node that the situation
// names.
Term Generator::waits_there(Question& x, const Situation& s, Env env) {
  Query& q = x.q;
  const ProgressProperty of =
      *network::progress_of(model_, model_.properties[s.item]);
  env.frame[of.binders[0].slot] = q.expressions.translate(s.node, env).value;
  const Result goal = q.expressions.translate(of.goal, env);
  return q.terms.all({q.expressions.holds(of.from, env),
                      q.terms.negate(goal.error), q.terms.negate(goal.term())});
}

// That it can be done need not be so where the situation has a rank for that.
void Generator::lasts(const Waiting& w, const Helped& h) {
  Goals goals = goals_of(w, h);
  if (h.situation.everybody) {
    goals.push_back({w.property, h.binders, h.situation.able});
  }
  of_states(w, goals, h.name + ": can be done", false, [&](Question& x) {
    Query& q = x.q;
    const Env env = env_of(x, goals[0]);
    std::vector<Term> wrong;
    for (std::size_t i = 0; i < w.terms.size(); ++i) {
      const Result r = q.expressions.translate(w.terms[i], env);
      wrong.push_back(r.error);
      wrong.push_back(q.terms.less(r.term(), q.terms.number(0)));
    }
    const Term waiting = waits(x, w, goals);
    if (h.situation.terms.empty()) {
      wrong.push_back(q.terms.negate(can_help(x, h.situation, env)));
    }
    return q.terms.both(waiting, q.terms.any(wrong));
  });
}

void Generator::comes_nearer(const Waiting& w, const Helped& h) {
  const Goals goals = goals_of(w, h);
  const auto waiting = [&](Question& x) { return waits(x, w, goals); };
  for_each_step(goals, [&](const Mover& mover, const Chosen& members,
                           const Chosen& binding,
                           std::optional<std::size_t> acting) {
    if (w.possible() && !may_help(h.situation, mover)) return;
    const Stepping step{mover, members, binding, acting};
    of_step(goals, step, h.name, h.situation.span, waiting, [&](Question& x) {
      const Term helped = helps(x, goals, h.situation, mover, acting);
      return x.q.terms.negate(nearer(x, w, goals, helped));
    });
  });
}

// Whether it is an action that helps, or the rule, whoever does it.
bool Generator::may_help(const Situation& s, const Mover& mover) const {
  if (s.everybody) return true;
  if (relies(s)) return false;
  const bool rule = mover.family == no_family;
  if (rule == s.process.valid() || mover.number != s.item) return false;
  return rule || model_.node_families[mover.family].process == s.process;
}

// Whether the step is what helps, done by whom it is to be done.
Term Generator::helps(Question& x, const Goals& goals, const Situation& s,
                      const Mover& mover, std::optional<std::size_t> acting) {
  Query& q = x.q;
  if (!may_help(s, mover)) return q.terms.no();
  if (s.everybody || mover.family == no_family) return q.terms.yes();
  const Env env = before(env_of(x, goals[0]));
  // Who acts stands behind the members, unless it is one of them.
  const Value& actor = x.named[acting.value_or(goals[0].binders.size())].value;
  return same(q.terms, actor, q.expressions.translate(s.node, env).value);
}

// A question about a step from where the assertions hold, and `waits`.
void Generator::of_step(const Goals& goals, const Stepping& step,
                        const std::string& name, Span span,
                        const std::function<Term(Question&)>& waits,
                        const std::function<Term(Question&)>& wrong) {
  const Mover& mover = step.mover;
  const std::string begin = name + ": " + mover.name;
  if (!request_.only_named.empty() && !request_.only_named.starts_with(begin)) {
    return;
  }
  const Put put = [&](Question& x, Upto upto) {
    if (!put_step(x, goals, mover, step.members, step.binding, step.acting,
                  upto)) {
      return false;
    }
    join_stated(x, goals);
    // Who acts may hand on to a neighbour, who helps from then on.
    x.q.members.bring_neighbours();
    x.q.members.leave_room();
    if (upto >= Upto::assertions) x.q.facts.add(waits(x));
    Env after = nothing_bound(model_);
    after.state = x.state;
    if (x.state != 0) principles(x.q, after);
    return true;
  };
  Question x(model_, asked_);
  if (!put(x, Upto::all)) return;
  Obligation& o = x.obligation;
  o.kind = Kind::progress;
  o.name = begin;
  if (step.acting) o.name += " at " + x.named[*step.acting].name;
  if (!request_.only_named.empty() && o.name != request_.only_named) return;
  o.span = span;
  o.property = goals[0].property;
  o.family = network::NodeFamilyId(mover.family);
  o.action = mover.number;
  o.parts = parts(goals, put, Upto::executed);
  conclude(x, wrong);
}

// Of these terms, before and after a step, whether they become less, and
// whether they are as they were; neither, if one fails.
Generator::Change Generator::change(Question& x, const Goals& goals,
                                    std::span<const ExprId> terms) {
  Query& q = x.q;
  const Env after = env_of(x, goals[0]);
  const Env ahead = before(after);
  std::vector<Term> defined;
  Term less = q.terms.no();
  Term equal = q.terms.yes();
  for (const ExprId term : terms) {
    const Result now = q.expressions.translate(term, after);
    const Result was = q.expressions.translate(term, ahead);
    defined.push_back(q.terms.negate(now.error));
    defined.push_back(q.terms.negate(was.error));
    less = q.terms.either(
        less, q.terms.both(equal, q.terms.less(now.term(), was.term())));
    equal = q.terms.both(equal, q.terms.equal(now.term(), was.term()));
  }
  const Term ranked = q.terms.all(defined);
  return {q.terms.both(ranked, less), q.terms.both(ranked, equal)};
}

// What a step is to come to, from a situation; `helped`: it is what helps.
Term Generator::nearer(Question& x, const Waiting& w, const Goals& goals,
                       Term helped) {
  Query& q = x.q;
  const Env after = env_of(x, goals[0]);
  const auto holds = [&](std::size_t at) {
    return q.expressions.holds(goals[at].matrix, after);
  };
  const Change own = change(x, goals, w.terms);
  std::vector<Term> good = {holds(wanted_at),
                            q.terms.both(holds(pending_at), own.less)};
  if (w.possible()) {
    good.push_back(q.terms.negate(helped));
  } else {
    good.push_back(
        q.terms.all({holds(condition_at), own.equal, q.terms.negate(helped)}));
  }
  if (w.within != nullptr) {
    good.push_back(change(x, goals, w.around->terms).less);
    good.push_back(can_help(x, *w.within, after));
  }
  return q.terms.any(good);
}

}  // namespace vicinal::obligations
