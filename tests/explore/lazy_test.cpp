// SPDX-License-Identifier: MIT
// Guards: lazy reduction against plain exploration: verdicts, lengths of
// traces, and the states that annotated ones represent; each represented state
// at its distance; subsumption against its definition; the numbers of LZ.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "explore/lazy/lazy.hpp"
#include "explore/search/replay.hpp"
#include "symmetry/maps/renamings.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/slight_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace lazy_test {

namespace {

using namespace vicinal;
using network::Scalar;
using State = std::vector<Scalar>;
using States = std::set<State>;

constexpr std::uint64_t most_states = 3000;

// Orbit(s, P): what exchanges of nodes in one cell make of the state.
States orbit(const network::Instance& instance, const symmetry::Sorts& sorts,
             const State& state, const std::vector<std::uint32_t>& cells) {
  const symmetry::Renamings renamings(instance);
  std::vector<symmetry::StateMap> exchanges;
  for (std::size_t a = 0; a < cells.size(); ++a) {
    for (std::size_t b = a + 1; b < cells.size(); ++b) {
      if (cells[a] != cells[b]) continue;
      const auto renaming =
          renamings.exchange(network::NodeId(a), network::NodeId(b));
      REQUIRE(renaming);
      const auto map = symmetry::state_map(instance, sorts, *renaming);
      REQUIRE(map);
      exchanges.push_back(*map);
    }
  }
  States all{state};
  std::vector<State> open{state};
  while (!open.empty()) {
    const State s = std::move(open.back());
    open.pop_back();
    for (const symmetry::StateMap& m : exchanges) {
      State t(s.size());
      symmetry::apply(m, sorts, s, t);
      if (all.insert(t).second) open.push_back(std::move(t));
    }
  }
  return all;
}

struct Found {
  explore::LazyExploration result;
  States represented;
  std::vector<State> states;  // and their cells, in their order
  std::size_t stored = 0;
  bool coarse = false;  // some state represents others
};

Found explored_lazily(const network::Instance& instance,
                      const explore::Options& options, bool subsumption) {
  Found found;
  const symmetry::Sorts sorts(instance);
  explore::LazyOptions lazy{options, subsumption, 0, {}, true, {}};
  lazy.each_state = [&](std::span<const Scalar> s,
                        std::span<const std::uint32_t> cells) {
    const States all = orbit(instance, sorts, {s.begin(), s.end()},
                             {cells.begin(), cells.end()});
    found.coarse = found.coarse || all.size() > 1;
    found.represented.insert(all.begin(), all.end());
    found.states.emplace_back(s.begin(), s.end());
    found.states.back().insert(found.states.back().end(), cells.begin(),
                               cells.end());
    ++found.stored;
  };
  found.result = explore::explore_lazily(instance, lazy);
  return found;
}

// In its last state, or in a step from the state before.
bool fails(const network::Trace& trace) {
  return trace.error ||
         (!trace.events.empty() && trace.events.back().error.has_value());
}

void check_property(const network::Instance& instance,
                    const explore::PropertyResult& plain,
                    const explore::PropertyResult& lazy) {
  INFO(plain.name);
  CHECK(plain.name == lazy.name);
  CHECK(plain.outcome == lazy.outcome);
  REQUIRE(plain.trace.has_value() == lazy.trace.has_value());
  if (!plain.trace) return;
  CHECK(plain.trace->length() == lazy.trace->length());
  CHECK(fails(*plain.trace) == fails(*lazy.trace));
  const auto wrong = explore::replay(instance, *lazy.trace);
  INFO(wrong.value_or(""));
  CHECK(!wrong);
}

// Whatever is shown is the same for any number of threads.
void compare_threads(const network::Instance& instance,
                     explore::Options options, bool subsumption,
                     const Found& one) {
  options.threads = 3;
  options.states_for_threads = 1;
  const Found three = explored_lazily(instance, options, subsumption);
  CHECK(one.states == three.states);
  const auto& a = one.result.exploration;
  const auto& b = three.result.exploration;
  CHECK(a.transitions == b.transitions);
  CHECK(a.depth == b.depth);
  CHECK(a.deadlocks == b.deadlocks);
  CHECK(a.unfired.size() == b.unfired.size());
  CHECK(one.result.removed == three.result.removed);
  const auto& shown = one.result.sample.subsumed;
  const auto& other = three.result.sample.subsumed;
  REQUIRE(shown.has_value() == other.has_value());
  if (shown) CHECK(shown->state.state == other->state.state);
  REQUIRE(a.properties.size() == b.properties.size());
  for (std::size_t p = 0; p < a.properties.size(); ++p) {
    CHECK(a.properties[p].outcome == b.properties[p].outcome);
    REQUIRE(a.properties[p].trace.has_value() ==
            b.properties[p].trace.has_value());
    if (!a.properties[p].trace) continue;
    CHECK(a.properties[p].trace->initial == b.properties[p].trace->initial);
    REQUIRE(a.properties[p].trace->length() == b.properties[p].trace->length());
    for (std::size_t i = 0; i < a.properties[p].trace->events.size(); ++i) {
      CHECK(a.properties[p].trace->events[i].after ==
            b.properties[p].trace->events[i].after);
    }
  }
}

// What is shown of annotated states is what they are by definition.
void check_annotated(const network::Instance& instance,
                     const symmetry::Sorts& sorts,
                     const explore::AnnotatedState& annotated, States& all) {
  std::vector<std::uint32_t> cells(instance.network.node_count());
  for (std::uint32_t n = 0; n < cells.size(); ++n) cells[n] = n;
  for (const auto& cell : annotated.cells) {
    REQUIRE(cell.size() > 1);
    for (const network::NodeId n : cell) {
      cells[n.index()] = cell.front().index();
    }
  }
  all = orbit(instance, sorts, annotated.state, cells);
  CHECK(annotated.represents == static_cast<double>(all.size()));
}

// True: a subsumed state is shown.
bool check_sample(const network::Instance& instance, const Found& found) {
  const symmetry::Sorts sorts(instance);
  const explore::LazySample& sample = found.result.sample;
  CHECK(sample.shown.size() ==
        std::min(explore::LazySample::most_shown,
                 static_cast<std::size_t>(found.result.partitions)));
  States all;
  for (const auto& shown : sample.shown) {
    check_annotated(instance, sorts, shown.annotated, all);
    CHECK(shown.states.size() ==
          std::min(explore::LazySample::most_states, all.size()));
    CHECK(States(shown.states.begin(), shown.states.end()).size() ==
          shown.states.size());
    for (const State& s : shown.states) CHECK(all.contains(s));
  }
  if (!sample.subsumed) return false;
  States more;
  check_annotated(instance, sorts, sample.subsumed->state, all);
  check_annotated(instance, sorts, sample.subsumed->by, more);
  CHECK(all.size() < more.size());
  CHECK(std::ranges::includes(more, all));
  CHECK(std::ranges::includes(found.represented, more));
  return true;
}

struct Seen {
  int compared = 0, refused = 0, reduced = 0, subsumed = 0, violated = 0;
  int vacuous = 0;
  int fewer = 0;  // states than without subsumption
  int shown = 0;  // samples with a subsumed state
};

void compare(const std::string& text, Seen& seen) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  explore::Options options;
  options.properties = loaded.invariants();
  options.deadlock_is_violation = true;
  options.limits.work = most_states;
  States states;
  options.each_state = [&](std::span<const Scalar> s) {
    states.emplace(s.begin(), s.end());
  };
  const explore::Exploration plain = explore::explore(instance, options);
  if (!plain.complete || plain.unsatisfiable) return;
  for (const auto& p : plain.properties) {
    seen.violated += p.trace.has_value() ? 1 : 0;
  }
  // Without subsumption there may be more annotated states than states.
  options.limits.work = 0;
  options.each_state = nullptr;
  std::size_t without = 0;
  for (const bool subsumption : {false, true}) {
    INFO("subsumption " << subsumption);
    const Found lazy = explored_lazily(instance, options, subsumption);
    if (!lazy.result.why_not.empty()) {
      ++seen.refused;
      return;
    }
    const explore::Exploration& e = lazy.result.exploration;
    CHECK(e.complete);
    CHECK(e.initial_states == plain.initial_states);
    CHECK(e.depth >= plain.depth);
    CHECK(e.states == lazy.stored);
    CHECK((e.deadlocks > 0) == (plain.deadlocks > 0));
    CHECK(e.unfired.size() == plain.unfired.size());
    CHECK(e.vacuous == plain.vacuous);
    seen.vacuous += e.vacuous.empty() ? 0 : 1;
    CHECK(lazy.represented == states);
    REQUIRE(e.properties.size() == plain.properties.size());
    for (std::size_t p = 0; p < plain.properties.size(); ++p) {
      check_property(instance, plain.properties[p], e.properties[p]);
    }
    compare_threads(instance, options, subsumption, lazy);
    if (!subsumption) without = lazy.stored;
    seen.reduced += subsumption && lazy.coarse ? 1 : 0;
    seen.subsumed += lazy.result.removed > 0 ? 1 : 0;
    seen.shown += check_sample(instance, lazy) ? 1 : 0;
    if (lazy.result.removed > 0) CHECK(lazy.result.sample.subsumed.has_value());
    if (!subsumption) CHECK(!lazy.result.sample.subsumed);
    seen.fewer += subsumption && lazy.stored < without ? 1 : 0;
  }
  ++seen.compared;
}

}  // namespace

TEST_CASE("lazy reduction of random models whose processes may change places") {
  Seen seen;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::exchange_model(seed), seen);
  }
  // Or the test would test nothing.
  if (!random_models::enough_runs()) return;
  CHECK(seen.compared * 2 > static_cast<int>(count));
  CHECK(seen.reduced * 3 > seen.compared);
  CHECK(seen.fewer > 0);
  CHECK(seen.violated > 0);
}

TEST_CASE("lazy reduction of random networks with much symmetry") {
  Seen seen;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::symmetric_model(seed), seen);
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.reduced * 4 > seen.compared);
}

TEST_CASE("lazy reduction where nodes keep something of every node") {
  Seen seen;
  const std::uint64_t count = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::array_model(seed), seen);
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.reduced > 0);
}

TEST_CASE("lazy reduction where little tells processes apart") {
  Seen seen;
  std::map<std::string, int> tags;
  const std::uint64_t count = random_models::runs(600);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto model = random_models::slight_model(seed);
    INFO("seed " << seed);
    const int before = seen.compared;
    compare(model.text, seen);
    if (seen.compared == before) continue;
    for (const std::string& tag : model.tags) ++tags[tag];
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.compared * 4 > 3 * static_cast<int>(count));
  CHECK(seen.reduced * 10 > 9 * seen.compared);
  CHECK(tags.size() == 4);
  for (const auto& [tag, times] : tags) {
    INFO(tag);
    CHECK(times > static_cast<int>(count) / 6);
  }
  CHECK(seen.fewer > static_cast<int>(count) / 30);
  // But where what subsumes represents no more.
  CHECK(seen.shown * 10 > 9 * seen.fewer);
  CHECK(seen.violated > static_cast<int>(count) / 3);
}

TEST_CASE("lazy reduction of random models of any kind") {
  Seen seen;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    INFO("seed " << seed);
    compare(random_models::random_model(seed, options), seen);
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.reduced * 6 > seen.compared);
  CHECK(seen.vacuous > 0);
}

namespace {

explore::LazyExploration lazily(const random_models::Loaded& loaded) {
  REQUIRE(loaded.instance != nullptr);
  explore::LazyOptions options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    options.search.properties.push_back(p);
  }
  return explore::explore_lazily(*loaded.instance, options);
}

}  // namespace

// LZ, Algorithm 1, line iv, as it is printed: the state with b at one process
// is reached by `jump` in one step, annotated |0|1|, and by `on` and `up` in
// two, annotated |0, 1|. The second one subsumes the first before its turn; to
// remove it is to find the way by `jump` no more. Rounds of 2048 states of a
// level: of x = 1023 the state with c is the last of one, that with b comes
// after it.
TEST_CASE("a state that lies farther does not take the place of a nearer one") {
  const auto loaded = random_models::load(R"(
    enum S { a, c, b, e }
    shared x : 0..1100;
    process P {
      var s : S = a;
      action on when s == a { s := c; }
      action up when s == c { s := b; }
      action jump when s == a && index(self) == 0 { s := b; }
      action odd when s == a && x == 0 && index(self) == 0 { s := e; }
      action fail when s == b && x == 1023 { s := e; }
    }
    network { node p[2] : P; }
    invariant never: forall i in p: i.s != e || x == 0;
  )");
  const auto found = lazily(loaded);
  REQUIRE(found.exploration.properties[0].trace);
  CHECK(found.exploration.properties[0].trace->length() == 2);
}

// An edge lies in a block of both kinds of nodes; only one of them moves.
TEST_CASE("an edge between nodes of two kinds moves once") {
  Seen seen;
  compare(R"(
    process Giver {
      port set sinks : out bool;
      action give when true { for s in sinks { s := false; } }
    }
    process Taker {
      port set sources : in bool;
      var first : bool = index == 0;
    }
    network {
      node g[2] : Giver;
      node t[3] : Taker;
      edge e[2][3] : bool;
      for i in 0..1 { for j in 0..2 {
        connect g[i].sinks, t[j].sources to e[i][j];
      } }
    }
    invariant some: exists i in 0..1, j in 0..2: e[i][j];
  )",
          seen);
  CHECK(seen.compared == 1);
}

// `if b then 1 else 0` is b.
TEST_CASE("a truth value chooses a constant") {
  Seen seen;
  compare(R"(
    enum E { zero, one }
    process P {
      var b : bool = false;
      var e : E = zero;
      action turn when true { e := if b then one else zero; b := !b; }
      action mix when b { e := if !b || e == one then one else zero; }
    }
    network { node p[3] : P; }
    invariant r: exists i in p: i.e == zero;
  )",
          seen);
  CHECK(seen.compared == 1);
  CHECK(seen.violated == 1);
}

// A limit is no error: forms do not tell them apart.
TEST_CASE("where an int may leave 64 bits states are not annotated") {
  const auto loaded = random_models::load(R"(
    shared k : int = 4000000000000000000;
    process P { var x : bool = false; action flip { x := !x; } }
    network { node p[3] : P; }
    rule more(q in p) when q.x { k := k + k; }
    invariant some: exists i in p: i.x || k > 0;
  )");
  const auto found = lazily(loaded);
  CHECK_FALSE(found.why_not.empty());
  for (const auto& p : found.exploration.properties) {
    CHECK(p.verdict() == network::Verdict::unknown);
  }
}

TEST_CASE("what is asked is unknown where a limit comes before all") {
  const auto loaded = random_models::load(R"(
    process P { var x : bool = false; action flip { x := !x; } }
    network { node p[3] : P; }
    invariant some: exists i in p: i.x;
  )");
  REQUIRE(loaded.instance != nullptr);
  explore::LazyOptions options;
  options.search.properties = {0};
  options.search.deadlock_is_violation = true;
  options.search.limits.seconds = 1e-9;
  const auto found = explore::explore_lazily(*loaded.instance, options);
  CHECK(found.exploration.limit == network::Limit::time);
  REQUIRE(found.exploration.properties.size() == 3);
  for (const auto& p : found.exploration.properties) {
    CHECK(p.verdict() == network::Verdict::unknown);
  }
}

}  // namespace lazy_test
