// SPDX-License-Identifier: MIT
// Guards: the invariant of obligations/meaning/query.hpp. In random states of
// random instances, what the evaluator finds is compatible with the facts: the
// value and the error of every formula, and the state after every step. Mostly
// it follows from them, or the test would test nothing.
#include <catch2/catch.hpp>

#include <random>
#include <sstream>

#include "network/language/questions.hpp"
#include "network/semantics/bindings.hpp"
#include "tests/obligations/pinned.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace translation_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;
using network::Scalar;

constexpr std::uint64_t effort = 2'000'000;

class Comparison {
 public:
  Comparison(const network::Instance& instance, std::uint64_t seed)
      : instance_(instance),
        model_(*instance.model),
        evaluator_(instance),
        random_(seed) {}

  int formulas = 0, steps = 0, exact = 0, inexact = 0, stuck = 0;
  int undecided = 0;  // Z3 did not say

  void run() {
    std::vector<Scalar> state = random_state();
    everything(state);
    for (int i = 0; i < 4; ++i) step(state);
  }

  // Whether somebody can move, in some states: the last property says that.
  void run_enabled() {
    const network::Property& live = model_.properties.back();
    REQUIRE(model_[live.formula].op == Op::enabled);
    for (int i = 0; i < 4; ++i) {
      std::vector<Scalar> state = random_state();
      formula(state, live.formula, live.name);
      std::vector<Scalar> frame(model_.frame + 1);
      const auto moves = value(live.formula, context(state, -1, frame));
      stuck += moves && moves->at(0) == 0 ? 1 : 0;
    }
  }

 private:
  Scalar below(std::uint64_t n) { return static_cast<Scalar>(random_() % n); }

  std::vector<Scalar> random_state() {
    std::vector<Scalar> state;
    for (std::size_t i = 0; i < instance_.slots.size(); ++i) {
      const network::Bounds& b = instance_.slots[i];
      Scalar v = 0;
      if (b.low < -1000 || b.high > 1000) {
        const Scalar corners[] = {b.low, b.high, 0, 1, -1, 7};
        v = corners[below(6)];
      } else {
        v = b.low + below(static_cast<std::uint64_t>(b.high - b.low) + 1);
      }
      state.push_back(v);
    }
    // Shared variables that nobody writes keep their initial values; queues
    // have defaults beyond their length.
    for (std::size_t s = 0; s < model_.shared.size(); ++s) {
      for (std::size_t i = instance_.shared_base[s]; i < state.size(); ++i) {
        if (instance_.initial[i]) state[i] = *instance_.initial[i];
      }
    }
    for (const network::NamedPlace& p : network::places(instance_)) {
      tidy(p.type, std::span(state).subspan(p.slot));
    }
    return state;
  }

  void tidy(TypeId id, std::span<Scalar> value) {
    const network::Type& type = model_[id];
    std::size_t at = 0;
    const auto part = [&](TypeId t) {
      tidy(t, value.subspan(at));
      at += instance_.size(t).slots;
    };
    if (type.kind == TypeKind::structure) {
      for (const auto& f : model_.structs[type.structure.index()].fields) {
        part(f.type);
      }
    } else if (type.kind == TypeKind::array) {
      for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
        part(type.element);
      }
    } else if (type.kind == TypeKind::queue) {
      const std::uint32_t width = instance_.size(type.element).slots;
      for (auto i = static_cast<std::uint32_t>(value[0]);
           i < instance_.size(id).size; ++i) {
        network::default_value(instance_, type.element,
                               value.subspan(1 + i * width, width));
      }
    }
  }

  network::Context context(std::vector<Scalar>& state, Scalar self,
                           std::vector<Scalar>& frame) {
    return {network::whole(instance_, state.data()),
            self < 0 ? network::NodeId::none()
                     : network::NodeId(static_cast<std::size_t>(self)),
            frame.data()};
  }

  // The value, or none: an error.
  std::optional<std::vector<Scalar>> value(ExprId e,
                                           const network::Context& context) {
    std::vector<Scalar> out(instance_.size(model_[e].type).slots);
    try {
      evaluator_.evaluate(e, context, out);
    } catch (const network::ModelError& error) {
      beyond_ = is_beyond(error);
      return std::nullopt;
    }
    return out;
  }

  // Where there is `int`, what overflows here has a value in obligations.
  bool is_beyond(const network::ModelError& error) const {
    return error.kind == network::ErrorKind::overflow &&
           network::has_integers(model_);
  }

  Term agrees(Query& q, Pinned& p, ExprId e, const Env& env,
              const network::Context& where) {
    const Result r = q.expressions.translate(e, env);
    beyond_ = false;
    const auto expected = value(e, where);
    if (beyond_) return q.terms.yes();
    if (!expected) return r.error;
    return q.terms.both(q.terms.negate(r.error),
                        p.are(r.value.slots, *expected));
  }

  void judge(Query& q, Pinned& p, const std::vector<Term>& all,
             const std::string& what) {
    q.instantiation.saturate();
    INFO(what);
    const Answer answer = p.possible(q.terms.all(all), effort);
    undecided += answer == Answer::unknown ? 1 : 0;
    if (answer == Answer::unsat) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (p.possible(all[i], effort) == Answer::unsat) {
          UNSCOPED_INFO("number " << i);
        }
      }
      CHECK(false);
    }
    for (const Term t : all) {
      const bool follows =
          p.possible(q.terms.negate(t), effort / 10) == Answer::unsat;
      (follows ? exact : inexact) += 1;
    }
  }

  // Binds the variables of outer quantifiers to random members; false if
  // there are none.
  bool bind(Pinned& p, network::Range binders, Env& env,
            const network::Context& where) {
    for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
      const Binder& binder = model_.binders[b];
      try {
        const network::Domain d = network::domain_of(binder, evaluator_, where);
        if (d.size() == 0) return false;
        const Scalar v = d[below(static_cast<std::uint64_t>(d.size()))];
        where.frame[binder.slot] = v;
        env.frame[binder.slot] = p.named(binder, env, v);
      } catch (const network::ModelError&) {
        return false;
      }
    }
    return true;
  }

  void formula(std::vector<Scalar>& state, ExprId f, const std::string& name) {
    ++formulas;
    Query q(model_, {});
    Pinned p(q, instance_, state);
    std::vector<Scalar> frame(model_.frame + 1);
    const network::Context none = context(state, -1, frame);
    std::vector<Term> all = {agrees(q, p, f, nothing_bound(model_), none)};
    const auto holds = value(f, none);
    if (holds && holds->at(0) != 0)
      q.instantiation.assume(f, nothing_bound(model_), q.terms.yes());
    if (model_[f].op == Op::forall) {
      Env env = nothing_bound(model_);
      if (bind(p, model_[f].binders, env, none)) {
        all.push_back(agrees(q, p, model_.child(model_[f], 0), env, none));
      }
    }
    q.members.add_fillers(
        std::vector<std::size_t>(q.model.node_families.size(), 3));
    judge(q, p, all, name);
  }

  void everything(std::vector<Scalar>& state) {
    for (const network::Property& p : model_.properties) {
      if (p.kind == network::ast::PropertyKind::invariant ||
          p.kind == network::ast::PropertyKind::assertion) {
        formula(state, p.formula, p.name);
      }
    }
    for (const ExprId init : model_.inits) formula(state, init, "init");
  }

  void step(std::vector<Scalar> state) {
    if (instance_.family_of.empty()) return;
    const Scalar actor = below(instance_.family_of.size());
    const network::NodeId n(static_cast<std::size_t>(actor));
    for (const network::Action& a : instance_.process(n).actions) {
      Query q(model_, {});
      Pinned p(q, instance_, state);
      std::vector<Scalar> frame(model_.frame + 1);
      const network::Context where = context(state, actor, frame);
      Env env = nothing_bound(model_);
      Binder self;
      self.name = "self";
      self.domain = DomainKind::node_family;
      self.item = instance_.family_of[n.index()].value;
      env.self = p.named(self, env, actor);
      if (!bind(p, a.binders, env, where)) continue;
      ++steps;
      q.members.add_fillers(
          std::vector<std::size_t>(q.model.node_families.size(), 2));
      std::vector<Term> all;
      if (a.guard.valid()) all.push_back(agrees(q, p, a.guard, env, where));
      if (a.priority.valid()) {
        all.push_back(agrees(q, p, a.priority, env, where));
      }
      const Execution x = q.statements.execute(a.body, env, q.terms.yes());
      std::vector<Scalar> after = state;
      std::vector<Scalar> other = frame;
      try {
        evaluator_.execute(a.body, context(after, actor, other));
        all.push_back(q.terms.negate(x.error));
        all.push_back(p.reads(x.state, after));
      } catch (const network::ModelError& error) {
        if (!is_beyond(error)) all.push_back(x.error);
      }
      judge(q, p, all, a.name);
    }
  }

  const network::Instance& instance_;
  const Model& model_;
  network::Evaluator evaluator_;
  std::mt19937_64 random_;
  bool beyond_ = false;
};

struct TranslationCounts {
  int models = 0, unsupported = 0, formulas = 0, steps = 0, exact = 0,
      inexact = 0, undecided = 0, stuck = 0;
};

void compare(const std::string& text, const std::string& sizes,
             std::uint64_t seed, TranslationCounts& total,
             void (Comparison::*run)() = &Comparison::run) {
  const auto loaded = random_models::load(text, sizes);
  INFO(text << sizes << "\n" << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  Comparison c(*loaded.instance, seed);
  ++total.models;
  try {
    (c.*run)();
  } catch (const Stop&) {
    ++total.unsupported;
  }
  total.formulas += c.formulas;
  total.steps += c.steps;
  total.exact += c.exact;
  total.inexact += c.inexact;
  total.undecided += c.undecided;
  total.stuck += c.stuck;
}

void check(const TranslationCounts& t) {
  INFO(t.models << " models, " << t.unsupported << " unsupported, "
                << t.formulas << " formulas, " << t.steps << " steps, "
                << t.exact << " exact, " << t.inexact << " inexact, "
                << t.undecided << " undecided");
  CHECK(t.unsupported * 3 < t.models);
  CHECK(t.exact > t.inexact);
  CHECK(t.undecided * 20 < t.formulas);
}

// Everything that keeps an action from being enabled: that its guard, its
// priority, or what a parameter ranges over fails, for this binding or another.
const char* const hindered = R"(
param n : 2.. = 2;
shared k : 0..3;
process P {
  port set link : inout bool;
  var x : 0..3;
  var y : 0..2;
  var to : id of p;
  action divided when x == 3 && min(6 / y, 1) <= 1 { x := 0; }
  action first when x == 1 && k == 1 priority 5 / y { x := 0; }
  action of(q in p) when q.x == 2 && k == 3 priority 1 / q.y { x := 0; }
  action near(q in p, e in q.link) when e && q.x == 0 && k == 2 { x := 0; }
  action at(e in to.link) when e && k == 0 { x := 0; }
}
rule some(i in 0..2) when 2 / i == 1 && k == 2 { k := 0; }
network {
  node p[n] : P;
  edge w[n] : bool;
  for i in 0..n-1 { connect p[i].link, p[(i + 1) % n].link to w[i]; }
}
invariant live: enabled;
)";

// Every operator, over a ring and a hub, with sizes that are parameters.
const char* const operators = R"(
enum Phase { idle, near, inside }
struct Job { cost : -2..3; urgent : bool; }
param n : 2.. = 3;
param k : -3..5 = 2;
const two = 2;
shared table[n] : 0..n = n - index;
process Station(rank : 0..9) {
  port left, right : inout Job;
  port line : inout queue Job[2];
  var phase : Phase;
  var x : -3..4;
  var big : int;
  var all : Job[3];
  var friend : id of s;
  action count(v in 0..k+1, q in s, d in Phase)
      when x + v > k && (q != self => q.phase != d) || friend.phase == near
      priority x * v - q.rank {
    x := x * 2 - v;
    if phase == inside { phase := d; all[v] := left; } else { left.cost := v; }
    left, right := right, left;
    friend := q;
  }
  action copy when big > 0 {
    big := big * x + rank;
    for i in 0..2 { all[i].cost := all[2 - i].cost + 1; }
    all[x], all[1] := Job(x, true), left;
  }
  action pass when !empty(line) { left := head(line); pop(line); }
  action add when left.urgent { push(line, left); x := len(line); }
  action spin { while x < 3 { x := x + 1; } phase := near; }
}
process Hub {
  port set line : inout queue Job[2];
  port set bit : inout 0..3;
  var open : bool;
  action drop(p in line) when !full(p) && forall q in line: len(q) <= len(p) {
    push(p, Job(0, false));
  }
  action up { for b in bit { if b != 2 { b := b + 1; } else { b := 0; } } }
  action all { for b in bit { open := open && b > 0; } }
}
process Light { port bit : inout 0..3; port other : inout 0..3; }
network {
  node s[n] : Station(rank = (index + 1) % 4);
  node hub : Hub;
  node l[n][2] : Light;
  edge token[n] : Job;
  edge wire[n] : queue Job[2];
  edge bit[n][2] : 0..3;
  edge down[n][2] : 0..3;
  for i in 0..n-1 {
    connect s[i].right, s[(i + 1) % n].left to token[i];
    connect s[n - 1 - i].line, hub.line to wire[i];
    for j in 0..1 {
      if i == 0 { connect l[i][j].bit to bit[i][j]; }
      else { connect hub.bit, l[i][j].bit to bit[i][j]; }
      connect l[i][j].other to down[i][1 - j];
    }
  }
}
def busy(q) = q.phase == inside;
invariant a0: forall i in s: i.x / k + i.x % k > -100;
invariant a1: forall i, j in s: i != j && same(i.right, j.left) => i.x <= j.x;
invariant a2: forall i, j in s: adjacent(i, j) => busy(i) <=> busy(j);
invariant a3: exactly 1 i in s: busy(i);
invariant a4: atmost 2 i in s: i.x > 0;
invariant a5: count(i in Station: i.phase == near) >= 1;
invariant a6: sum(i in s: i.x) < 4;
invariant a7: exists i in s: i.friend == none || i.friend.x == i.x;
invariant a8: forall i in s: i.big + i.x > i.big;
invariant a9: forall i in s: i.all[i.x].cost == max(i.x, k) => i.all[0] == i.left;
invariant b0: forall i, j in s: index(i) < index(j) => i.rank != j.rank;
invariant b1: forall e in hub.bit, i in 0..k: e > i => hub.open;
invariant b2: forall q in l: index(q) % 3 == q.bit => adjacent(q, hub);
invariant b3: exists e in token: e.urgent && abs(e.cost) == min(k, two);
invariant b4: forall v in -2..k: pow(v, 3) >= -8 && pow(2, k) > v;
invariant b5: table[0] == n && forall i in s: table[i.x] > k;
invariant b6: forall i in s: head(i.line).cost == i.x || full(i.line);
invariant b7: count(i, j in s: i.x == j.x && i != j) == 2;
invariant b8: forall i in s: (if busy(i) then i.left else i.right).urgent;
invariant b9: forall i in s: exists e in hub.line: same(e, i.line) && len(e) > 0;
invariant c0: s[k].x == 2 && token[n - 1].cost > 0 && l[1][k].bit == 0;
invariant c1: forall i in s: -i.x * i.x != 5 && (i.x - 7) / (-2) == 3;
invariant c2: forall i, j in s: i.big == j.big => i.friend == j;
invariant c3: forall i in s: i.big * i.big >= 0;
invariant c4: forall p in Phase: exists i in Station: i.phase == p;
invariant c5: (forall i in s: i.x == 0) => exists e in bit: e != 0;
)";

}  // namespace

TEST_CASE("every operator at sizes that are parameters", "[part1]") {
  TranslationCounts total;
  for (std::uint64_t seed = 1; seed <= random_models::runs(30); ++seed) {
    const std::string n = std::to_string(2 + seed % 3);
    const std::string k = std::to_string(static_cast<int>(seed / 3 % 9) - 3);
    INFO("seed " << seed);
    compare(operators, "n=" + n + " k=" + k, seed, total);
  }
  check(total);
}

TEST_CASE("who cannot move is not said to be able to", "[part2]") {
  TranslationCounts total;
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    INFO("seed " << seed);
    compare(hindered, "n=" + std::to_string(2 + seed % 3), seed, total,
            &Comparison::run_enabled);
    compare(random_models::random_model(seed, {}) +
                "\ninvariant anybody: enabled;\n",
            "", seed, total, &Comparison::run_enabled);
  }
  check(total);
  if (random_models::enough_runs()) CHECK(total.stuck > 15);
}

TEST_CASE("facts hold in random models", "[part2]") {
  TranslationCounts total;
  for (std::uint64_t seed = 1; seed <= random_models::runs(120); ++seed) {
    INFO("seed " << seed);
    compare(random_models::random_model(seed, {}), "", seed, total);
  }
  check(total);
}

TEST_CASE("facts hold in random models with much symmetry", "[part3]") {
  TranslationCounts total;
  for (std::uint64_t seed = 1; seed <= random_models::runs(120); ++seed) {
    INFO("seed " << seed);
    compare(random_models::symmetric_model(seed), "", seed, total);
  }
  check(total);
}

}  // namespace translation_test
