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
// move, and the step of anybody helps.
//
// Nothing is assumed of the state after a step but what the step does.
#include "network/language/progress.hpp"

#include <algorithm>

#include "network/language/questions.hpp"
#include "network/language/walk.hpp"
#include "obligations/generator.hpp"

namespace vicinal::obligations {

using network::Action;
using network::ProgressProperty;
using network::ProgressShape;
using network::Ranking;
using network::Situation;

// A rank, and the property that it is of.
struct Generator::Waiting {
  const Ranking& rank;
  ProgressProperty of;
  std::string name;

  Goal goal(ExprId matrix) const { return {rank.property, of.binders, matrix}; }
};

// A situation: the members of its goals are those of the property, and who
// helps, if that is another one.
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

// Of what stands in these places among the goals of a situation.
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
    const auto is_named = [&](std::uint32_t slot) {
      return std::ranges::any_of(
          goal.binders, [slot](const Binder& b) { return b.slot == slot; });
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
      progress({r, *network::progress_of(model_, p), "progress " + p.name});
    }
  }
}

void Generator::progress(const Waiting& w) {
  evaluated(w);
  begins(w);
  for (std::size_t i = 0; i < w.rank.situations.size(); ++i) {
    const Situation& s = w.rank.situations[i];
    Helped h{s, w.name + " " + std::to_string(i + 1), w.of.binders};
    const std::vector<Binder> more = binders_of(model_, s.binders);
    h.binders.insert(h.binders.end(), more.begin(), more.end());
    lasts(w, h);
    comes_nearer(w, h);
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
  for (const Chosen& chosen : choices(goals[0].binders)) {
    const Put put = [&](Question& x, Upto upto) {
      if (initial) return put_initial(x, goals, chosen, upto);
      if (!put_members(x, goals, chosen, upto)) return false;
      join_stated(x, goals);
      return true;
    };
    Question x(model_, asked_);
    if (!put(x, Upto::all)) continue;
    Obligation& o = x.obligation;
    o.kind = Kind::progress;
    o.name = name;
    o.span = w.rank.span;
    o.property = w.rank.property;
    o.parts = parts(goals, put, Upto::assertions);
    conclude(x, wrong);
  }
}

void Generator::evaluated(const Waiting& w) {
  Goals goals = {w.goal(w.of.goal)};
  if (w.of.from.valid()) goals.push_back(w.goal(w.of.from));
  of_states(w, goals, w.name + ": can be evaluated", false, [&](Question& x) {
    std::vector<Term> errors;
    for (const Goal& goal : goals) {
      errors.push_back(
          x.q.expressions.translate(goal.matrix, env_of(x, goal)).error);
    }
    return x.q.terms.any(errors);
  });
}

void Generator::begins(const Waiting& w) {
  Goals goals = {w.goal(w.of.goal), w.goal(w.rank.pending)};
  if (w.of.from.valid()) goals.push_back(w.goal(w.of.from));
  const auto wrong = [&](Question& x) {
    const auto holds = [&](std::size_t i) {
      return x.q.expressions.holds(goals[i].matrix, env_of(x, goals[i]));
    };
    return x.q.terms.all({w.of.from.valid() ? holds(2) : x.q.terms.yes(),
                          x.q.terms.negate(holds(0)),
                          x.q.terms.negate(holds(1))});
  };
  of_states(w, goals, w.name + ": somebody helps",
            w.of.shape == ProgressShape::once, wrong);
}

// What is asked about a situation, in the order of the places above.
Generator::Goals Generator::goals_of(const Waiting& w, const Helped& h) {
  Goals goals;
  for (const ExprId e : {h.situation.condition, w.of.goal, w.rank.pending}) {
    goals.push_back({w.rank.property, h.binders, e});
  }
  for (const ExprId term : w.rank.terms) {
    goals.push_back({w.rank.property, h.binders, term});
  }
  return goals;
}

// The situation, before a step, while what is wanted is not there.
Term Generator::waits(Question& x, const Goals& goals) {
  const Env env = before(env_of(x, goals[0]));
  Query& q = x.q;
  return q.terms.both(
      q.expressions.holds(goals[condition_at].matrix, env),
      q.terms.negate(q.expressions.holds(goals[wanted_at].matrix, env)));
}

// Whether what helps can be done, in the only state.
Term Generator::can_help(Question& x, const Situation& s, Env env) {
  Query& q = x.q;
  if (s.everybody) return q.expressions.holds(s.able, env);
  if (!s.process.valid()) return q.enabled.of(model_.rules[s.item], env);
  env.self = q.expressions.translate(s.node, env).value;
  return q.enabled.of(model_[s.process].actions[s.item], env);
}

void Generator::lasts(const Waiting& w, const Helped& h) {
  Goals goals = goals_of(w, h);
  const std::size_t terms_end = goals.size();
  if (h.situation.everybody) {
    goals.push_back({w.rank.property, h.binders, h.situation.able});
  }
  of_states(w, goals, h.name + ": can be done", false, [&](Question& x) {
    Query& q = x.q;
    const Env env = env_of(x, goals[0]);
    std::vector<Term> wrong;
    for (std::size_t i = first_term; i < terms_end; ++i) {
      const Result r = q.expressions.translate(goals[i].matrix, env);
      wrong.push_back(r.error);
      wrong.push_back(q.terms.less(r.term(), q.terms.number(0)));
    }
    const Term waiting = waits(x, goals);
    wrong.push_back(q.terms.negate(can_help(x, h.situation, env)));
    return q.terms.both(waiting, q.terms.any(wrong));
  });
}

void Generator::comes_nearer(const Waiting& w, const Helped& h) {
  for_each_step(goals_of(w, h),
                [&](const Mover& mover, const Chosen& members,
                    const Chosen& binding, std::optional<std::size_t> acting) {
                  step_nearer(w, h, mover, members, binding, acting);
                });
}

// Whether the step is what helps, done by whom it is to be done.
Term Generator::helps(Question& x, const Goals& goals, const Situation& s,
                      const Mover& mover, std::optional<std::size_t> acting) {
  Query& q = x.q;
  if (s.everybody) return q.terms.yes();
  const bool rule = mover.family == no_family;
  if (rule == s.process.valid() || mover.number != s.item) return q.terms.no();
  if (rule) return q.terms.yes();
  if (model_.node_families[mover.family].process != s.process) {
    return q.terms.no();
  }
  const Env env = before(env_of(x, goals[0]));
  // Who acts stands behind the members, unless it is one of them.
  const Value& actor = x.named[acting.value_or(goals[0].binders.size())].value;
  return same(q.terms, actor, q.expressions.translate(s.node, env).value);
}

void Generator::step_nearer(const Waiting& w, const Helped& h,
                            const Mover& mover, const Chosen& members,
                            const Chosen& binding,
                            std::optional<std::size_t> acting) {
  const Goals goals = goals_of(w, h);
  const Put put = [&](Question& x, Upto upto) {
    if (!put_step(x, goals, mover, members, binding, acting, upto)) {
      return false;
    }
    join_stated(x, goals);
    // Who acts may hand on to a neighbour, who helps from then on.
    x.q.members.bring_neighbours();
    if (upto >= Upto::assertions) x.q.facts.add(waits(x, goals));
    return true;
  };
  Question x(model_, asked_);
  if (!put(x, Upto::all)) return;
  Obligation& o = x.obligation;
  o.kind = Kind::progress;
  o.name = h.name + ": " + mover.name;
  if (acting) o.name += " at " + x.named[*acting].name;
  o.span = h.situation.span;
  o.property = w.rank.property;
  o.family = network::NodeFamilyId(mover.family);
  o.action = mover.number;
  o.parts = parts(goals, put, Upto::executed);
  conclude(x, [&](Question& asked) {
    return asked.q.terms.negate(
        nearer(asked, goals, helps(asked, goals, h.situation, mover, acting)));
  });
}

// What a step is to come to, from a situation; `helped`: it is what helps.
Term Generator::nearer(Question& x, const Goals& goals, Term helped) {
  Query& q = x.q;
  const Env after = env_of(x, goals[0]);
  const Env ahead = before(after);
  const auto holds = [&](std::size_t at) {
    return q.expressions.holds(goals[at].matrix, after);
  };
  std::vector<Term> defined;
  Term less = q.terms.no();
  Term equal = q.terms.yes();
  for (std::size_t i = first_term; i < goals.size(); ++i) {
    const Result now = q.expressions.translate(goals[i].matrix, after);
    const Result was = q.expressions.translate(goals[i].matrix, ahead);
    defined.push_back(q.terms.negate(now.error));
    defined.push_back(q.terms.negate(was.error));
    less = q.terms.either(
        less, q.terms.both(equal, q.terms.less(now.term(), was.term())));
    equal = q.terms.both(equal, q.terms.equal(now.term(), was.term()));
  }
  const Term ranked = q.terms.all(defined);
  return q.terms.any({holds(wanted_at),
                      q.terms.all({ranked, holds(pending_at), less}),
                      q.terms.all({ranked, holds(condition_at), equal,
                                   q.terms.negate(helped)})});
}

}  // namespace vicinal::obligations
