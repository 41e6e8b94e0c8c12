// SPDX-License-Identifier: MIT
// Guards: the known answers of single local invariants, the projection of
// initial conditions by every method, and what is refused.

#include <catch2/catch.hpp>
#include <set>

#include "fixpoint/implication/imply.hpp"
#include "fixpoint/initial/initial.hpp"
#include "fixpoint/shown/columns.hpp"
#include "fixpoint/views/view.hpp"
#include "models.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_start.hpp"

namespace known_test {

namespace {

using namespace vicinal;
using fixpoint_tests::example;

fixpoint::SingleInvariant invariant_of(const random_models::Loaded& loaded) {
  network::Diagnostics diagnostics;
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  auto invariant =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  return std::move(*invariant);
}

bool is_initial(const network::Instance& instance,
                std::vector<network::Scalar>& state) {
  for (std::size_t slot = 0; slot < state.size(); ++slot) {
    if (instance.initial[slot].value_or(state[slot]) != state[slot]) {
      return false;
    }
  }
  const network::Evaluator evaluator(instance);
  std::vector<network::Scalar> frame(instance.model->frame);
  try {
    for (const network::ExprId init : instance.model->inits) {
      if (!evaluator.holds(init, {network::whole(instance, state.data()),
                                  network::NodeId::none(), frame.data()})) {
        return false;
      }
    }
  } catch (const network::ModelError&) {
    return false;
  }
  return true;
}

// I-tilde of every node by going through all valuations.
std::vector<std::set<std::vector<network::Scalar>>> by_force(
    const network::Instance& instance) {
  std::vector<std::set<std::vector<network::Scalar>>> rows(
      instance.network.node_count());
  std::vector<network::Scalar> state;
  for (const auto& b : instance.slots) state.push_back(b.low);
  for (bool more = true; more;) {
    if (is_initial(instance, state)) {
      for (std::size_t n = 0; n < rows.size(); ++n) {
        std::vector<network::Scalar> row;
        for (const auto slot :
             fixpoint::view_slots(instance, network::NodeId(n))) {
          row.push_back(state[slot]);
        }
        rows[n].insert(row);
      }
    }
    more = false;
    for (std::size_t s = 0; s < state.size() && !more; ++s) {
      more = state[s] < instance.slots[s].high;
      state[s] = more ? state[s] + 1 : instance.slots[s].low;
    }
  }
  return rows;
}

// That there are too many to look at each is an answer, too: false.
bool project_or_give_up(const std::string& text) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  std::vector<std::set<std::vector<network::Scalar>>> found(
      loaded.instance->network.node_count());
  const auto result = fixpoint::project_initial(
      *loaded.instance, {},
      [&](network::NodeId n, const fixpoint::Projection& projection) {
        const auto row = [&](std::span<const network::Scalar> r) {
          CHECK(found[n.index()].emplace(r.begin(), r.end()).second);
        };
        return fixpoint::expand(projection, 1'000'000, row);
      },
      [&](network::NodeId n, network::NodeId like) {
        found[n.index()] = found[like.index()];
      });
  if (result != fixpoint::Projected::done &&
      result != fixpoint::Projected::unsatisfiable) {
    return false;
  }
  const auto wanted = by_force(*loaded.instance);
  if (result == fixpoint::Projected::unsatisfiable) {
    for (const auto& rows : wanted) CHECK(rows.empty());
    return true;
  }
  for (std::size_t n = 0; n < found.size(); ++n) {
    CHECK(found[n].size() == wanted[n].size());
  }
  CHECK((found == wanted));
  return true;
}

void check_projection(const std::string& text) {
  INFO(text);
  CHECK(project_or_give_up(text));
}

}  // namespace

TEST_CASE("single sets of the token ring have twelve states") {
  const std::string text = example("token-ring.vic");
  for (const char* n : {"n=2", "n=3", "n=4", "n=5", "n=6", "n=1000"}) {
    const auto loaded = random_models::load(text, n);
    for (const auto& theta : invariant_of(loaded).sets) {
      CHECK(theta->rows == 12);
    }
  }
}

TEST_CASE("abstract philosophers have nine states and prove both properties") {
  const auto loaded =
      random_models::load(example("philosophers-abstract.vic"), "n=5");
  const auto invariant = invariant_of(loaded);
  for (const auto& theta : invariant.sets) CHECK(theta->rows == 9);
  CHECK(fixpoint::imply(*loaded.instance, invariant, 0, {}).proved);
  CHECK(fixpoint::imply(*loaded.instance, invariant, 1, {}).proved);
  CHECK(fixpoint::theta_predicate(*loaded.instance, network::NodeId(0U),
                                  invariant.theta(network::NodeId(0U))) ==
        std::vector<std::string>{
            "phase == eating => left == to_right && right == to_left"});
}

TEST_CASE("many nodes are decided by class, with the same answers") {
  const auto large =
      random_models::load(example("philosophers-abstract.vic"), "n=3000");
  const auto invariant = invariant_of(large);
  CHECK(fixpoint::imply(*large.instance, invariant, 0, {}).proved);
  CHECK(fixpoint::imply(*large.instance, invariant, 1, {}).proved);
  const auto ring = random_models::load(example("token-ring.vic"), "n=3000");
  const auto weak = invariant_of(ring);
  const auto mutex = fixpoint::imply(*ring.instance, weak, 0, {});
  CHECK(!mutex.proved);
  REQUIRE(mutex.counterexample.has_value());
  CHECK(mutex.counterexample->nodes.size() == 2);
}

TEST_CASE("a pair far apart is not forgotten") {
  // An edge says which end holds it: neighbours cannot both be on, others can.
  const std::string text = R"(
param n : 2.. = 2000;
process P {
  port left, right : inout 0..2;
  var on : bool = false;
  action set when left == 0 && right == 0 { left, right, on := 2, 1, true; }
}
network {
  node p[n] : P;
  edge e[n] : 0..2 = 0;
  for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
}
invariant neighbours:
  forall i, j in p: i != j && adjacent(i, j) => !(i.on && j.on);
invariant nobody_else: forall i, j in p: i != j => !(i.on && j.on);
)";
  const auto loaded = random_models::load(text);
  const auto invariant = invariant_of(loaded);
  CHECK(fixpoint::imply(*loaded.instance, invariant, 0, {}).proved);
  CHECK(!fixpoint::imply(*loaded.instance, invariant, 1, {}).proved);
}

TEST_CASE("initial conditions project exactly, by every method") {
  // More than 4096 combinations of edges, so that no method is left out.
  const std::string head = R"(
param n : 1.. = 5;
process P {
  port left, right : inout 0..4;
  var x : bool@;
}
network {
  node p[n] : P;
  edge e[n + 1] : 0..4;
  for i in 0..n-1 { connect p[i].left to e[i]; connect p[i].right to e[i + 1]; }
}
)";
  for (const char* init : {
           "",
           "init forall f in e: f > 0;",
           "init exactly 1 f in e: f == 2;",
           "init exactly 0 f in e: f == 2;",
           "init atmost 2 f in e: f >= 1;",
           "init count(f in e: f == 1) >= 5;",
           "init 4 < count(f in e: f == 1);",
           "init count(f in e: f == 1) != 2;",
           "init !(exists f in e: f == 2);",
           "init exists f in e: f == 2;",
           "init exactly 9 f in e: f == 2;",
           "init forall q in p: q.x => q.left == 0;",
           "init (forall q in p: q.left <= q.right) && (exists q in p: q.x);",
           "init exactly 2 q in p: q.left == 1 && q.right == 1;",
           "init sum(f in e: f) == 5;",
           "init sum(f in e: f) % 2 == 1 && p[0].x;",
           "init (exactly 1 f in e: f == 1) && (exactly 2 f in e: f == 2);",
           "init forall i in 0..n-1: e[i] != e[i + 1];",
           "init forall i in 0..n-1: 4 / e[i] == 2;",
           "init sum(f in e: (f - 4) / 2) == -9 && e[0] / (e[1] - 2) == -1;",
           "init sum(f in e: (1 - f) % (f - 2)) == 3;",
           "init min(f in e: f) + max(f in e: f) == 3;",
           "init max(q in p: q.left - q.right) == 1;",
           "init pow(e[0] - 2, e[1]) == 4 && sum(f in e: f) == 9;",
           "init forall i in 0..n-1: e[e[i]] == 1;",
           "init (p[0].x <=> p[1].x) && min(e[0], e[n]) == 1;",
           "init if p[0].x then e[0] == 1 else exactly 1 f in e: f == 2;",
       }) {
    const bool reads_x = std::string(init).find(".x") != std::string::npos;
    std::string text = head;
    text.replace(text.find('@'), 1, reads_x ? "" : " = false");
    check_projection(text + init);
  }
}

TEST_CASE("initial conditions read the part of an element that is meant") {
  // Which element is meant depends on the state: only one field of the first
  // was taken to be read.
  const std::string head = R"(
struct S { x : bool; y : bool; }
process P {
  port at : inout S[2];
  var a : S[2]; var i : 0..1; var q : queue S[2];
}
network { node p : P; edge e : S[2]; connect p.at to e; }
)";
  for (const char* init : {
           "init p.a[p.i].y;",
           "init p.a[p.i].y => e[p.i].x;",
           "init e[if p.a[0].x then 1 else 0].y;",
           "init p.a[p.i] == e[1 - p.i];",
           "init p.a[p.i].y && (len(p.q) > p.i => p.q[p.i].x);",
           "init p.a[p.i].y || p.q[p.i].x;",
           "init p.a[0].y || p.q[0] == S(true, true);",
       }) {
    INFO(init);
    check_projection(head + init);
  }
}

TEST_CASE("initial conditions with ranges that depend on the state") {
  // More than 4096 combinations: what a range reads was taken to be fixed.
  const std::string head = R"(
process P {
  port at : inout 0..3;
  var x : 0..3; var a : 0..1[4]; var y : 0..64; var friend : id of p;
}
network { node p[1] : P; edge e[2] : 0..3; connect p[0].at to e[0]; }
)";
  for (const char* init : {
           "i.a[count(v in 1..i.x: v >= 1)] == 1",
           "i.a[sum(v in i.x..2: 1)] == 1",
           "i.a[if (exists v in 1..i.x: v == 2) then 1 else 2] == 1",
           "i.a[if (forall v in i.x..2: v != 2) then 1 else 2] == 1",
           "i.a[if (exactly 1 v in 1..i.x: v >= 1) then 1 else 2] == 1",
           "i.a[if (atmost 1 v in 1..i.x: v >= 1) then 1 else 2] == 1",
           "i.a[count(v in 1..count(w in 1..i.x: w > 1): v >= 1)] == 1",
           "i.a[count(v in 1..i.at, w in v..v: v >= 1)] == 1",
           "p[count(v in 2..i.x: v >= 1)].a[1] == 1 && i.a[0] == 0",
           "e[count(v in 2..i.x: v >= 1)] == 1 && i.a[0] == 0",
           "i.friend == p[count(v in 2..i.x: v >= 1)]",
       }) {
    project_or_give_up(head + "init forall i in p: " + init + ";");
  }
}

TEST_CASE("random initial conditions over many values project exactly") {
  const std::uint64_t count = random_models::runs(200);
  std::uint64_t done = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    done += project_or_give_up(random_models::random_start(seed)) ? 1 : 0;
  }
  INFO(done << " of " << count);
  // Shares of a few dozen are chance.
  if (count >= 100) CHECK(done * 8 > count);
}

TEST_CASE("random conditions on many edges project exactly") {
  const std::uint64_t count = random_models::runs(20);
  std::uint64_t done = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    done += project_or_give_up(random_models::random_start_of_edges(seed));
  }
  INFO(done << " of " << count);
  CHECK(done * 2 > count);
}

TEST_CASE("what the local engines do not take is refused") {
  const std::vector<std::pair<std::string, int>> cases = {
      {"shared x : bool = false; rule r { x := true; }", 702},
      {"shared x : bool; invariant p: x || !x;", 703},
      {"process P { var x : int = 0; } network { node p : P; }", 704}};
  for (const auto& [text, code] : cases) {
    const auto loaded = random_models::load(text);
    REQUIRE(loaded.model != nullptr);
    network::Diagnostics diagnostics;
    CHECK(!fixpoint::supported(*loaded.model, fixpoint::Means::local,
                               diagnostics));
    CHECK(number(diagnostics.all().front().code) == code);
  }
}

TEST_CASE("a premise that is never true is seen") {
  const auto loaded = random_models::load(R"(
process P { var x : bool = false; var y : bool = false;
  action a { y := !y; } }
network { node p[2] : P; }
invariant never: forall q in p: q.x => q.y;
invariant often: forall q in p: q.y => q.y;
)");
  const auto invariant = invariant_of(loaded);
  const auto never = fixpoint::imply(*loaded.instance, invariant, 0, {});
  CHECK(never.proved);
  CHECK(never.premise_never_true);
  const auto often = fixpoint::imply(*loaded.instance, invariant, 1, {});
  CHECK(often.proved);
  CHECK(!often.premise_never_true);
}

TEST_CASE("a range that cannot be evaluated proves nothing") {
  const auto loaded = random_models::load(R"(
param n : 0.. = 0;
process P { var x : bool = false; }
network { node p : P; }
invariant bad: forall i in 0..1 / n: !p.x;
)");
  const auto invariant = invariant_of(loaded);
  CHECK(!fixpoint::imply(*loaded.instance, invariant, 0, {}).proved);
  CHECK(
      !fixpoint::imply_no_model_error(*loaded.instance, invariant, {}).proved);
}

// What is asked here has no second half that a caller could forget.
TEST_CASE("a property that cannot be evaluated is not implied") {
  const auto loaded = random_models::load(R"(
    process P { var x : 0..1 = 0; action go { x := 1 - x; } }
    network { node p[3] : P; }
    invariant fails: forall i in p: 1 / i.x == 1;
    invariant some: forall i in p: i.x == 0 || 1 / i.x == 1;
    invariant few: atmost 3 i in p: 1 / i.x == 1;
    ctl temporal: AG {true};
  )");
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto single =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(single.has_value());
  const auto pairs = fixpoint::pair_invariant(
      *loaded.instance, single->reduction, fixpoint::PairMode::automatic, {});
  REQUIRE(pairs.has_value());
  const bool expected[] = {false, true, false, false};
  for (std::size_t p = 0; p < 4; ++p) {
    INFO(loaded.model->properties[p].name);
    CHECK(fixpoint::imply(*loaded.instance, *single, p, {}).proved ==
          expected[p]);
    CHECK(fixpoint::imply(*loaded.instance, *pairs, p, {}).proved ==
          expected[p]);
  }
}

TEST_CASE("an error of a property that is not asked for counts") {
  const auto loaded = random_models::load(R"(
    process P { var x : 0..1 = 0; action go { x := 1 - x; } }
    network { node p[2] : P; }
    invariant fine: forall i in p: i.x <= 1;
    invariant fails: forall i in p: 1 / i.x == 1;
  )");
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto single =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(single.has_value());
  const fixpoint::Questions questions(*loaded.instance, *single);
  CHECK(questions.implied(0, {}).proved);
  const std::vector<std::size_t> fine = {0};
  CHECK(!questions.no_model_error(fine, {}).proved);
}

TEST_CASE("pairs say nothing of a single node") {
  const auto loaded = random_models::load(R"(
    process P { var x : 0..1 = 0; action go { x := 1 - x; } }
    network { node p[1] : P; }
    invariant wrong: forall i in p: i.x == 0;
  )");
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto single =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(single.has_value());
  const auto pairs = fixpoint::pair_invariant(
      *loaded.instance, single->reduction, fixpoint::PairMode::automatic, {});
  if (!pairs) return;
  const auto said = fixpoint::imply(*loaded.instance, *pairs, 0, {});
  CHECK(!said.proved);
  CHECK(said.reason == "there are no two nodes to look at");
  CHECK(!fixpoint::imply_no_model_error(*loaded.instance, *pairs, {}).proved);
}

TEST_CASE("nothing is computed from a condition that nothing satisfies") {
  const auto loaded = random_models::load(R"(
    process P { var x : 0..2; action go { x := 1; } }
    network { node p[3] : P; }
    init exactly 2 i in p: i.x == 3;
    invariant wrong: forall i in p: i.x == 0;
  )");
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  CHECK(fixpoint::satisfiable(*loaded.instance, {}) == false);
  CHECK(!fixpoint::single_invariant(*loaded.instance, {}, diagnostics));
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(number(diagnostics.all()[0].code) == 508);
}

TEST_CASE("pairs that are alike never count three, however many there are") {
  for (const int count : {3, 4}) {
    const auto loaded = random_models::load(R"(
      process P { var x : bool[2]; }
      network { node p[7] : P; }
      init forall i in p: i.x[0] == i.x[1];
      init exactly )" + std::to_string(count) +
                                            " i in p, v in 0..1: i.x[v];");
    REQUIRE(loaded.instance != nullptr);
    CHECK(fixpoint::satisfiable(*loaded.instance, {}) == (count == 4));
  }
}

}  // namespace known_test
