// SPDX-License-Identifier: MIT
// Guards: random runs by the fast steps are those of the slow semantics with
// the same dice, and what they are said to violate is violated; runs by hand
// see what the oracle sees, and go back exactly; why an action is not enabled;
// what is random is the same everywhere.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "explore/search/explorer.hpp"
#include "explore/search/initial_states.hpp"
#include "explore/search/replay.hpp"
#include "explore/simulate/distinct.hpp"
#include "explore/simulate/random_run.hpp"
#include "explore/simulate/random_runs.hpp"
#include "explore/simulate/simulation.hpp"
#include "explore/simulate/starts.hpp"
#include "explore/simulate/walk.hpp"
#include "explore/simulate/why.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace simulate_test {

namespace {

using namespace vicinal;
using explore::Dice;
using explore::simulate::Reason;
using network::Scalar;
using random_models::Loaded;
using State = std::vector<Scalar>;

const network::Limits no_limits;

Loaded load(const std::string& text, const std::string& sizes = "") {
  Loaded loaded = random_models::load(text, sizes);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  return loaded;
}

// Random models of all kinds: networks, flat ones, families at their sizes.
std::string any_model(std::uint64_t seed) {
  if (seed % 3 == 0) {
    const auto family = random_models::random_family(seed);
    if (!family.tags.contains("any graph")) return family.text;
  }
  random_models::Options options;
  options.flat = seed % 3 == 1;
  return random_models::random_model(seed, options);
}

explore::RunOptions asked(const Loaded& loaded, std::uint64_t runs,
                          std::uint64_t steps, std::uint64_t seed) {
  explore::RunOptions options;
  options.asked.properties = loaded.invariants();
  options.asked.deadlock_is_violation = true;
  options.runs = runs;
  options.steps = steps;
  options.seed = seed;
  return options;
}

struct WalkCounts {
  int steps = 0, deadlocks = 0, failed = 0, problems = 0;
};

// The fast run against the slow one, step by step.
void compare_walks(const network::Instance& instance, const State& initial,
                   std::uint64_t seed, WalkCounts& counts) {
  const network::Packing packing(instance);
  explore::Walk walk(instance, packing);
  Dice dice(seed);
  walk.begin(initial);
  explore::RandomRun slow(instance, initial, dice);
  for (int i = 0; i < 60; ++i) {
    const std::size_t problems = slow.problems().size();
    const auto next = walk.step(dice);
    const auto event = slow.next();
    std::size_t found = 0;
    for (const auto& f : walk.failing()) found += f.step ? 0 : 1;
    CHECK(found == problems);
    counts.problems += problems > 0 ? 1 : 0;
    REQUIRE((next == explore::Walk::Next::deadlock) == !event.has_value());
    if (!event) {
      ++counts.deadlocks;
      return;
    }
    const auto process = event->actor.valid()
                             ? instance.process_id(event->actor)
                             : network::ProcessId::none();
    CHECK(walk.action() == walk.tables().action_number(process, event->action));
    REQUIRE((next == explore::Walk::Next::failed) == event->error.has_value());
    if (event->error) {
      ++counts.failed;
      return;
    }
    ++counts.steps;
    std::vector<std::uint64_t> packed(packing.words());
    packing.pack(event->after, packed.data());
    REQUIRE(std::ranges::equal(packed, walk.state()));
  }
}

}  // namespace

TEST_CASE("fast runs are those of the slow semantics") {
  WalkCounts counts;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const Loaded loaded = load(any_model(seed));
    const network::Budget budget(no_limits);
    explore::Starts starts(*loaded.instance, budget);
    if (starts.listed().empty()) continue;
    for (std::uint64_t run = 0; run < 4; ++run) {
      Dice dice(run);
      const State initial = starts.draw(dice);
      CHECK(explore::is_initial(*loaded.instance, initial));
      compare_walks(*loaded.instance, initial, seed + run, counts);
    }
  }
  // Each case was met, or the test would test nothing.
  CHECK(counts.steps > 0);
  CHECK(counts.deadlocks > 0);
  if (!random_models::enough_runs()) return;
  CHECK(counts.failed > 0);
  CHECK(counts.problems > 0);
}

// What fits into no table: states by programs, and by the interpreter.
TEST_CASE("fast runs are those of the slow semantics where slots are wide") {
  const Loaded loaded = load(R"(
    process P {
      var t : 0..100000 = 0; var u : 0..100000 = 0;
      action up(k in 0..3) when t + k < 90000 { t := t + k; u := (7 * t) % 999; }
      action down when t > 0 && forall q in P: q.u != 5 { t := t / 2; }
    }
    network { node p[3] : P; }
    shared s : 0..100000 = 0;
    rule add(q in p) when q.t > s { s := q.t; }
    rule over when s > 20 { s := s * 5000; }
  )");
  WalkCounts counts;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Dice dice(seed);
    const network::Budget budget(no_limits);
    explore::Starts starts(*loaded.instance, budget);
    compare_walks(*loaded.instance, starts.draw(dice), seed, counts);
  }
  CHECK(counts.failed > 0);
  CHECK(counts.steps > 100);
}

namespace {

// What runs say against what exploration says; how often something is violated.
int compare_verdicts(const Loaded& loaded, std::uint64_t seed) {
  const network::Instance& instance = *loaded.instance;
  explore::Options all;
  all.properties = loaded.invariants();
  all.deadlock_is_violation = true;
  all.limits.work = 20'000;
  const auto known = explore::explore(instance, all);
  if (!known.complete) return 0;
  auto options = asked(loaded, 12, 40, seed);
  const auto found = explore::random_runs(instance, options);
  CHECK(found.unsatisfiable == known.unsatisfiable);
  CHECK(found.states.states <= known.states);
  CHECK(found.states.exact);
  CHECK(found.steps <= 12 * 40);
  REQUIRE(found.properties.size() == known.properties.size());
  int violated = 0;
  for (std::size_t p = 0; p < found.properties.size(); ++p) {
    const auto& mine = found.properties[p];
    INFO(mine.name);
    CHECK(mine.name == known.properties[p].name);
    CHECK(mine.verdict() != network::Verdict::proved);
    const bool bad = mine.verdict() == network::Verdict::violated;
    CHECK(bad == found.violated_in[p].has_value());
    CHECK(bad == mine.trace.has_value());
    if (!bad) continue;
    ++violated;
    CHECK(known.properties[p].verdict() == network::Verdict::violated);
    const auto wrong = explore::replay(instance, *mine.trace);
    INFO(wrong.value_or(""));
    CHECK(!wrong);
    CHECK(mine.trace->length() >= known.properties[p].trace->length());
    const State& last = mine.trace->events.empty()
                            ? mine.trace->initial
                            : mine.trace->events.back().after;
    if (p < options.asked.properties.size()) {
      const auto bad_here = explore::wrong_in(
          network::Evaluator(instance), last, {options.asked.properties[p]});
      REQUIRE(bad_here.size() == 1);
      CHECK(!bad_here[0].error);
    } else if (mine.name == "deadlock") {
      State state = last;
      CHECK(!network::Steps(instance).any_enabled(state.data()));
    } else {
      CHECK((mine.trace->error ||
             (!mine.trace->events.empty() && mine.trace->events.back().error)));
    }
  }
  for (const auto& u : known.unfired) {
    // What never fires in all states fires in no run.
    CHECK(std::ranges::any_of(found.unfired, [&](const auto& mine) {
      return mine.process == u.process && mine.action == u.action;
    }));
  }
  return violated;
}

}  // namespace

TEST_CASE("what random runs violate is violated") {
  int violated = 0;
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    violated += compare_verdicts(load(any_model(seed)), seed);
  }
  CHECK(violated * 4 > static_cast<int>(count));
}

TEST_CASE("many runs see all states of a small model, and no more") {
  const Loaded loaded = load(R"(
    enum Phase { thinking, hungry, eating }
    process Station {
      port left, right : inout bool;
      var phase : Phase = thinking;
      action want when phase == thinking { phase := hungry; }
      action enter when phase == hungry && left { left := false; phase := eating; }
      action leave when phase == eating { right := true; phase := thinking; }
    }
    network {
      node s[3] : Station;
      edge token[3] : bool;
      for i in 0..2 { connect s[i].right, s[(i + 1) % 3].left to token[i]; }
      init exactly 1 e in token: e;
    }
    invariant mutex: forall i, j in s:
      i != j => !(i.phase == eating && j.phase == eating);
  )");
  const auto found =
      explore::random_runs(*loaded.instance, asked(loaded, 200, 200, 1));
  CHECK(found.states.states == 36);
  CHECK(found.states.exact);
  CHECK(found.steps == 200 * 200);
  CHECK(found.runs == 200);
  CHECK(found.initial_states == 3);
  CHECK(found.initial_complete);
  CHECK(found.unfired.empty());
  CHECK(found.deadlocks == 0);
  for (const auto& p : found.properties) {
    CHECK(p.verdict() == network::Verdict::unknown);
  }
}

namespace {

void check_same(const explore::RandomRuns& a, const explore::RandomRuns& b) {
  CHECK(a.runs == b.runs);
  CHECK(a.steps == b.steps);
  CHECK(a.deadlocks == b.deadlocks);
  CHECK(a.failed == b.failed);
  CHECK(a.overflow == b.overflow);
  CHECK(a.states.states == b.states.states);
  CHECK(a.states.exact == b.states.exact);
  CHECK(a.violated_in == b.violated_in);
  CHECK(a.unfired.size() == b.unfired.size());
  for (std::size_t p = 0; p < a.properties.size(); ++p) {
    const auto& x = a.properties[p].trace;
    const auto& y = b.properties[p].trace;
    REQUIRE(x.has_value() == y.has_value());
    if (!x) continue;
    REQUIRE(x->length() == y->length());
    for (std::size_t i = 0; i < x->length(); ++i) {
      CHECK(x->events[i].after == y->events[i].after);
    }
  }
}

}  // namespace

TEST_CASE("any number of threads finds the same") {
  const std::uint64_t count = random_models::runs(60);
  int decided_early = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const Loaded loaded = load(any_model(seed));
    auto options = asked(loaded, 150, 30, seed);
    // Some are violated by most runs, some by none.
    if (seed % 2 == 0) {
      options.asked.model_errors = false;
      options.asked.deadlock_is_violation = options.asked.properties.empty();
      options.asked.properties.resize(
          std::min<std::size_t>(options.asked.properties.size(), 1));
    }
    const auto one = explore::random_runs(*loaded.instance, options);
    decided_early += !one.unsatisfiable && one.runs < 150 ? 1 : 0;
    options.asked.threads = 3;
    check_same(one, explore::random_runs(*loaded.instance, options));
  }
  if (random_models::enough_runs()) CHECK(decided_early > 0);
}

// Of runs that go on at the same time, later ones violate it sooner.
TEST_CASE("the first run by number counts, not the first in time") {
  const Loaded loaded = load(R"(
    process P { var x : 0..40 = 0; var y : 0..3 = 0;
      action up when x < 40 { x := x + 1; }
      action down when x > 0 { x := x - 1; }
      action turn { y := (y + 1) % 4; } }
    network { node p : P; }
    invariant low: p.x < 24;
  )");
  int several = 0;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    INFO("seed " << seed);
    auto options = asked(loaded, 64, 400, 100 * seed);
    options.asked.model_errors = seed % 2 == 0;
    options.asked.deadlock_is_violation = false;
    const auto one = explore::random_runs(*loaded.instance, options);
    several += one.violated_in[0].value_or(0) > 2 ? 1 : 0;
    options.asked.threads = 4;
    check_same(one, explore::random_runs(*loaded.instance, options));
  }
  CHECK(several > 0);
}

TEST_CASE("a run is that of its seed alone") {
  const Loaded loaded = load(R"(
    process P { var x : 0..9 = 0; var y : 0..9;
      action up when x < 9 { x := x + 1; } action back when x > 0 { x := 0; } }
    network { node p[2] : P; }
    invariant low: forall q in p: q.x < 7;
  )");
  auto options = asked(loaded, 500, 20, 7);
  options.asked.model_errors = false;
  options.asked.deadlock_is_violation = false;
  const auto found = explore::random_runs(*loaded.instance, options);
  REQUIRE(found.violated_in[0].has_value());
  const std::uint64_t number = *found.violated_in[0];
  REQUIRE(number > 0);  // or the test would test less
  CHECK(found.runs == number + 1);
  const auto& trace = *found.properties[0].trace;
  const auto again =
      explore::random_trace(*loaded.instance, options, number, trace.length());
  CHECK(again.initial == trace.initial);
  REQUIRE(again.length() == trace.length());
  CHECK(again.events.back().after == trace.events.back().after);
  options.seed += number;
  options.runs = 1;
  const auto alone = explore::random_runs(*loaded.instance, options);
  CHECK(alone.violated_in[0] == 0U);
  CHECK(alone.properties[0].trace->length() == trace.length());
}

TEST_CASE("steps that fail are found, taken or not") {
  const Loaded loaded = load(R"(
    process P { var x : 0..3 = 0;
      action up(k in 0..40) when x < 3 { x := if k == 40 then 9 else x + 1; } }
    network { node p : P; }
  )");
  auto options = asked(loaded, 1, 1, 5);
  options.asked.deadlock_is_violation = false;
  const auto found = explore::random_runs(*loaded.instance, options);
  CHECK(found.failed == 0);
  REQUIRE(found.properties.size() == 1);
  CHECK(found.properties[0].verdict() == network::Verdict::violated);
  CHECK(found.properties[0].trace->length() == 1);
}

TEST_CASE("an int beyond 64 bits is a limit") {
  const Loaded loaded = load(R"(
    process P { var x : int = 4611686018427387904;
      action up { x := x + x; } }
    network { node p : P; }
    invariant t: p.x > 0;
  )");
  const auto found =
      explore::random_runs(*loaded.instance, asked(loaded, 3, 10, 1));
  CHECK(found.overflow);
  for (const auto& p : found.properties) {
    CHECK(p.verdict() == network::Verdict::unknown);
  }
}

TEST_CASE("limits end random runs") {
  const Loaded loaded = load(R"(
    process P { var x : bool = false; action flip { x := !x; } }
    network { node p[4] : P; }
  )");
  auto options = asked(loaded, 1'000'000, 1'000'000, 1);
  options.asked.limits.seconds = 0.2;
  const auto found = explore::random_runs(*loaded.instance, options);
  CHECK(found.limit == network::Limit::time);
  CHECK(found.steps > 0);
  CHECK(found.seconds < 2);
}

// ---- by hand ---------------------------------------------------------------

namespace {

// All states that runs by hand come to; the number of choices in them.
std::uint64_t all_by_hand(const network::Instance& instance,
                          std::set<State>& seen) {
  std::vector<State> open;
  std::uint64_t choices = 0;
  explore::initial_states(instance, {}, [&](std::span<const Scalar> s) {
    if (seen.emplace(s.begin(), s.end()).second) {
      open.emplace_back(s.begin(), s.end());
    }
    return true;
  });
  while (!open.empty()) {
    const explore::Simulation here(instance, open.back());
    open.pop_back();
    choices += here.choices().size();
    for (const auto& e : here.choices()) {
      if (!e.error && seen.insert(e.after).second) open.push_back(e.after);
    }
  }
  return choices;
}

}  // namespace

TEST_CASE("by hand there is what the oracle sees") {
  std::uint64_t compared = 0;
  const std::uint64_t count = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const Loaded loaded = load(any_model(seed));
    const oracle::Instance twin(loaded.tree, {});
    oracle::Exploration expected;
    try {
      expected = twin.explore(1000);
    } catch (const oracle::TooLarge&) {
      continue;
    }
    ++compared;
    std::set<State> seen;
    CHECK(all_by_hand(*loaded.instance, seen) == expected.transitions);
    CHECK(seen.size() == expected.states);
  }
  CHECK(compared * 3 > count);
}

TEST_CASE("back and forth is exact") {
  const std::uint64_t count = random_models::runs(100);
  int forgotten = 0, kept = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const Loaded loaded = load(any_model(seed));
    const network::Budget budget(no_limits);
    explore::Starts starts(*loaded.instance, budget);
    if (starts.listed().empty()) continue;
    Dice dice(seed);
    explore::Simulation run(*loaded.instance, starts.draw(dice));
    std::vector<State> states = {run.state()};  // the plain twin
    for (int i = 0; i < 80; ++i) {
      if (dice.below(3) > 0 && !run.choices().empty()) {
        const std::size_t at = run.at();
        const std::size_t end = run.end();
        const std::size_t choice = dice.below(run.choices().size());
        const network::Event event = run.choices()[choice];
        const bool same = at < end &&
                          run.trace().events[at].actor == event.actor &&
                          run.trace().events[at].action == event.action &&
                          run.trace().events[at].binding == event.binding;
        run.take(choice);
        if (!same) states.resize(at + 1);
        if (!same) states.push_back(event.error ? states[at] : event.after);
        CHECK(run.end() == (same ? end : at + 1));
        CHECK(run.failed() == event.error.has_value());
        kept += same ? 1 : 0;
        forgotten += !same && at < end ? 1 : 0;
      } else {
        run.go_to(dice.below(run.end() + 1));
      }
      REQUIRE(run.end() + 1 == states.size());
      REQUIRE(run.state() == states[run.at()]);
      const auto wrong = explore::replay(*loaded.instance, run.trace_so_far());
      INFO(wrong.value_or(""));
      CHECK(!wrong);
    }
  }
  CHECK(forgotten > 0);
  CHECK(kept > 0);
}

// ---- why -------------------------------------------------------------------

namespace {

using Counts = std::map<Reason::Kind, int>;

void check_reason(const network::Instance& instance, State state,
                  network::NodeId actor, std::uint32_t number,
                  const Reason& reason) {
  const network::Model& model = *instance.model;
  const network::Action& action = network::action_of(instance, actor, number);
  const network::Evaluator evaluator(instance);
  std::vector<Scalar> frame(model.frame);
  for (std::size_t i = 0; i < reason.binding.size(); ++i) {
    frame[model.binders[action.binders.begin + i].slot] = reason.binding[i];
  }
  const network::Context context{network::whole(instance, state.data()), actor,
                                 frame.data()};
  if (reason.kind == Reason::part) {
    CHECK_FALSE(evaluator.holds(reason.expression, context));
    CHECK_FALSE(evaluator.holds(action.guard, context));
    if (reason.witness.empty()) return;
    const network::Expr& e = model[reason.expression];
    REQUIRE(e.op == network::Op::forall);
    for (std::size_t i = 0; i < reason.witness.size(); ++i) {
      frame[model.binders[e.binders.begin + i].slot] = reason.witness[i];
    }
    CHECK_FALSE(evaluator.holds(model.child(e, 0), context));
  } else if (reason.kind == Reason::held_back) {
    CHECK(evaluator.scalar(action.priority, context) == reason.priority);
    CHECK(reason.priority < reason.greatest);
  } else if (reason.kind == Reason::fails) {
    CHECK_THROWS_AS(evaluator.scalar(reason.expression, context),
                    network::ModelError);
  }
}

// Of all actions in one state, against the bindings that are enabled.
void check_why(const network::Instance& instance, const State& state,
               Counts& counts) {
  const network::Steps steps(instance);
  const auto check = [&](network::NodeId actor, std::uint32_t action) {
    network::StepList list;
    State copy = state;
    steps.enabled_of(actor, action, copy.data(), list);
    const auto reasons = explore::why(instance, state, actor, action);
    REQUIRE(!reasons.empty());
    std::size_t enabled = 0;
    const std::size_t width =
        network::action_of(instance, actor, action).binders.size();
    for (const Reason& r : reasons) {
      ++counts[r.kind];
      check_reason(instance, state, actor, action, r);
      if (r.kind != Reason::enabled) continue;
      REQUIRE(enabled < list.steps.size());
      const auto begin = list.frames.begin() + list.steps[enabled].frame;
      CHECK(std::equal(r.binding.begin(), r.binding.end(), begin,
                       begin + static_cast<std::ptrdiff_t>(width)));
      ++enabled;
    }
    CHECK(enabled == list.steps.size());
  };
  for (std::size_t n = 0; n < instance.family_of.size(); ++n) {
    const auto& actions = instance.process(network::NodeId(n)).actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) {
      check(network::NodeId(n), a);
    }
  }
  for (std::uint32_t r = 0; r < instance.model->rules.size(); ++r) {
    check(network::NodeId::none(), r);
  }
}

}  // namespace

TEST_CASE("why an action is not enabled") {
  Counts counts;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const Loaded loaded = load(any_model(seed));
    const network::Budget budget(no_limits);
    explore::Starts starts(*loaded.instance, budget);
    if (starts.listed().empty()) continue;
    Dice dice(seed);
    explore::RandomRun run(*loaded.instance, starts.draw(dice), dice);
    for (int i = 0; i < 6; ++i) {
      check_why(*loaded.instance, run.state(), counts);
      const auto event = run.next();
      if (!event || event->error) break;
    }
  }
  CHECK(counts[Reason::enabled] > 0);
  CHECK(counts[Reason::part] > 0);
  if (!random_models::enough_runs()) return;
  CHECK(counts[Reason::fails] > 0);
  CHECK(counts[Reason::held_back] > 0);
}

TEST_CASE("the first part of a guard that is false is named, and for whom") {
  const Loaded loaded = load(R"(
    process P { var x : 0..3 = 1;
      action a(k in 0..2) when k > 0 && x > 0 && (forall q in P: q.x < k) && x / 0 == 1
        { skip; }
      action b(k in 1..0) { skip; } }
    network { node p[2] : P; }
  )");
  const auto& instance = *loaded.instance;
  const network::NodeId node(std::size_t{0});
  const auto text = [&](const Reason& r) {
    return std::string(loaded.source->text((*loaded.model)[r.expression].span));
  };
  const auto reasons = explore::why(instance, State{1, 1}, node, 0);
  REQUIRE(reasons.size() == 3);
  CHECK(reasons[0].kind == Reason::part);
  CHECK(text(reasons[0]) == "k > 0");
  CHECK(reasons[1].kind == Reason::part);
  CHECK(reasons[1].witness == State{0});
  CHECK(reasons[2].kind == Reason::fails);
  CHECK(explore::why(instance, State{1, 1}, node, 1)[0].kind ==
        Reason::nothing);
}

// ---- what is random --------------------------------------------------------

TEST_CASE("dice fall the same everywhere") {
  Dice dice(1);
  std::vector<std::uint64_t> rolls;
  for (int i = 0; i < 6; ++i) rolls.push_back(dice.below(6));
  CHECK(rolls == std::vector<std::uint64_t>{0, 3, 1, 0, 5, 0});
  CHECK(Dice(1).roll() == 0xBFEF8030DDC2D772U);
  CHECK(Dice(0).roll() == 0xE220A8397B1DCDAFU);
  // Each face, and all about equally often.
  std::vector<int> often(7);
  for (int i = 0; i < 70'000; ++i) ++often[dice.below(7)];
  for (const int n : often) CHECK((n > 9'500 && n < 10'500));
}

TEST_CASE("different states are counted") {
  for (const std::uint64_t many : {1U, 100U, 32'768U, 32'769U, 200'000U}) {
    explore::Distinct all, first, second;
    for (std::uint64_t i = 0; i < 2 * many; ++i) {
      const std::vector<std::uint64_t> state = {i % many, 7};
      all.add(state);
      (i % 3 == 0 ? first : second).add(state);
    }
    const auto count = all.count();
    INFO(many);
    CHECK(count.exact == (many <= explore::Distinct::most));
    CHECK(count.states > many * 97 / 100);
    CHECK(count.states < many * 103 / 100 + 1);
    if (count.exact) CHECK(count.states == many);
    // Whoever saw which, in any order.
    first.add(second);
    CHECK(first.count().states == count.states);
    CHECK(first.count().exact == count.exact);
    explore::Distinct none;
    none.add(all);
    CHECK(none.count().states == count.states);
    CHECK(none.count().exact == count.exact);
  }
}

TEST_CASE("of very many initial states different ones are drawn") {
  const Loaded loaded = load(R"(
    process P { var x : 0..99; var on : bool; }
    network { node p[6] : P; init exactly 2 q in p: q.on;
              init forall q in p: q.on => q.x == 50; }
  )");
  // A search that passes over values goes through all the others otherwise.
  network::Limits limits;
  limits.seconds = 20;
  const network::Budget budget(limits);
  explore::Starts starts(*loaded.instance, budget);
  CHECK(starts.listed().size() == explore::Starts::most);
  CHECK_FALSE(starts.all());
  std::set<State> drawn;
  std::set<Scalar> first;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Dice dice(seed), again(seed);
    const State state = starts.draw(dice);
    CHECK(explore::is_initial(*loaded.instance, state));
    CHECK(starts.draw(again) == state);
    drawn.insert(state);
    first.insert(state[0]);
  }
  CHECK(drawn.size() == 30);
  CHECK(first.size() > 10);
}

}  // namespace simulate_test
