// SPDX-License-Identifier: MIT
// Guards: which obligations of a rank hold, for ranks that are right, and for
// ones that are wrong in one way each: just what is wrong is open.
#include <catch2/catch.hpp>

#include "proving.hpp"

namespace progress_obligations_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations_test;

void check_ranks(const std::vector<Claim>& claims) {
  obligations::Request request;
  request.progress = {"served"};
  for (const Claim& c : claims) {
    INFO(c.what << "\n" << c.model);
    CHECK(proof_of(c.model, request).open() == c.open);
  }
}

}  // namespace

TEST_CASE("ranks that are right need nothing more") {
  check_ranks({
      {"a number goes down", R"(
param n : 0.. = 2;
process P {
  var x : 0..3;
  action down when x > 0 { x := x - 1; }
  action idle { skip; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       ""},
      {"any node helps, and the goal is of all", R"(
param n : 0.. = 2;
process P {
  var on : bool = false;
  action set when !on { on := true; }
}
network { node s[n] : P; }
fair strong P.set;
ltl served: F {forall q in s: q.on};
rank for served: count(q in s: !q.on) by P.set of j in s when !j.on;
)",
       ""},
      {"a rule and an action, one after the other", R"(
param n : 1.. = 2;
shared k : 0..3 = 3;
process P {
  var phase : 0..1 = 1;
  action go when phase == 1 && k == 0 { phase := 0; }
}
rule tick when k > 0 { k := k - 1; }
network { node s[n] : P; }
fair weak P.go;
fair weak tick;
ltl served: forall i in s: G ({i.phase == 1} => F {i.phase == 0});
rank for served (i in s): i.phase, k
  by tick when i.phase == 1 && k > 0, P.go of i when k == 0;
)",
       ""},
      {"an order, and two families of one process", R"(
enum Phase { idle, busy, done }
param n : 1.. = 2;
process P {
  var phase : Phase = idle;
  action begin when phase == idle { phase := busy; }
  action end when phase == busy { phase := done; }
  action again when phase == done { phase := idle; }
}
network { node s[n] : P; node t[n] : P; }
fair weak P.begin;
fair weak P.end;
fair weak P.again;
ltl served: forall i in P: G F {i.phase == done};
rank for served (i in P): i.phase order [idle, busy, done]
  by P.begin of i when i.phase == idle, P.end of i when i.phase == busy;
)",
       ""},
  });
}

TEST_CASE("what does not come nearer is open") {
  check_ranks({
      {"another step of the node raises the rank", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
  action up when x == 1 { x := 2; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served 1: s.up at i"},
      {"a step of a rule raises the rank", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network { node s[n] : P; }
rule up(q in s) when q.x == 1 { q.x := 2; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served 1: rule up"},
      {"what helps does not lower the rank", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
  action stay when x > 0 { skip; }
}
network { node s[n] : P; }
fair weak P.stay;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.stay of i when i.x > 0;
)",
       "progress served 1: s.stay at i"},
      {"what helps does not lower it with each binding", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down(v in 0..1) when x > 0 { x := x - v; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served 1: s.down at i"},
      {"a rule that helps does not lower it", R"(
param n : 1.. = 2;
shared k : 0..3 = 3;
process P { var on : bool = false; }
network { node s[n] : P; }
rule tick when k > 0 { skip; }
fair weak tick;
ltl served: F {k == 0};
rank for served: k by tick when k > 0;
)",
       "progress served 1: rule tick"},
      {"another node may help for ever", R"(
param n : 2.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
  action stay { skip; }
}
network { node s[n] : P; }
fair weak P.stay;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.stay of j in s when i.x > 0;
)",
       "progress served 1: s.stay at i; progress served 1: s.stay at j"},
      {"a step takes the situation away", R"(
param n : 1.. = 2;
shared lock : bool = false;
process P {
  var x : 0..3 = 3;
  action down when x > 0 && !lock { x := x - 1; }
  action hold { lock := true; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0 && !lock;
)",
       "progress served 1: s.hold at i; progress served 1: s.hold"},
      {"who helps changes at the same rank", R"(
param n : 1.. = 2;
shared k : 0..1 = 1;
process P {
  var turn : bool = true;
  action give when turn && k > 0 { turn := false; k := 0; }
  action shift(v in 0..1) when turn { turn := v == 0; }
  action take when !turn { turn := true; }
}
network { node s[n] : P; }
fair weak P.give;
ltl served: G F {k == 0};
assert never: exists q in s: q.turn || k == 0 || k == 1;
rank for served: k by P.give of j in s when j.turn && k > 0;
)",
       "progress served: somebody helps; progress served 1: s.shift at j"},
      {"two situations take turns", R"(
param n : 1.. = 2;
process P {
  var x : 0..1 = 1;
  var flip : bool = false;
  action one when x > 0 && !flip { x := 0; }
  action two when x > 0 && flip { x := 0; }
  action toggle { flip := !flip; }
}
network { node s[n] : P; }
fair weak P.one;
fair weak P.two;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x
  by P.one of i when i.x > 0 && !i.flip, P.two of i when i.x > 0 && i.flip;
)",
       "progress served 1: s.toggle at i; progress served 2: s.toggle at i"},
      {"the terms are in the wrong order", R"(
param n : 1.. = 2;
process P {
  var x : 0..2 = 2;
  var y : 0..2 = 2;
  action big when x > 0 && y == 0 { x := x - 1; y := 2; }
  action small when y > 0 { y := y - 1; }
}
network { node s[n] : P; }
fair weak P.big;
fair weak P.small;
ltl served: forall i in s: F {i.x == 0 && i.y == 0};
rank for served (i in s): i.y, i.x
  by P.small of i when i.y > 0, P.big of i when i.x > 0 && i.y == 0;
)",
       "progress served 2: s.big at i"},
      {"an order that goes round", R"(
enum Phase { idle, busy, done }
param n : 1.. = 2;
process P {
  var phase : Phase = idle;
  action begin when phase == idle { phase := busy; }
  action end when phase == busy { phase := idle; }
}
network { node s[n] : P; }
fair weak P.begin;
fair weak P.end;
ltl served: forall i in s: G F {i.phase == done};
rank for served (i in s): i.phase order [idle, busy, done]
  by P.begin of i when i.phase == idle, P.end of i when i.phase == busy;
)",
       "progress served 2: s.end at i"},
  });
}

TEST_CASE("where nobody helps, or cannot, it is open") {
  check_ranks({
      {"of no nodes none is there", R"(
param n : 0.. = 2;
process P {
  var on : bool = false;
  action set when !on { on := true; }
}
network { node s[n] : P; }
fair weak P.set;
ltl served: F {exists q in s: q.on};
rank for served: count(q in s: !q.on) by P.set of j in s when !j.on;
)",
       "progress served: somebody helps"},
      {"it is helped at first, and not later", R"(
param n : 1.. = 2;
process P {
  var x : 0..1 = 1;
  action down when x > 0 { x := 0; }
  action wait when x == 0 { x := 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: G F {i.x == 1};
rank for served (i in s): 0 by P.down of i when i.x == 1;
)",
       "progress served: somebody helps"},
      {"after p nobody helps", R"(
param n : 1.. = 2;
process P {
  var x : 0..2 = 2;
  action down when x == 2 { x := 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: G ({i.x > 0} => F {i.x == 0});
rank for served (i in s): i.x by P.down of i when i.x == 2;
)",
       "progress served: somebody helps; progress served 1: s.down at i"},
      {"what helps is not enabled", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  var stop : bool;
  action down when x > 0 && !stop { x := x - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served 1: can be done"},
      {"what helps has no binding", R"(
param n : 1.. = 2;
param m : 0.. = 1;
process Q { }
process P {
  var x : 0..3 = 3;
  action down(q in t) when x > 0 { x := x - 1; }
}
network { node s[n] : P; node t[m] : Q; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served 1: can be done"},
      {"the rank has no least value", R"(
param n : 1.. = 2;
shared k : int = 0;
process P {
  action down { k := k - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {k == 1};
rank for served (i in s): k by P.down of i when true;
)",
       "progress served 1: can be done"},
      {"the rank cannot be evaluated", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x + 0 / (i.x - 1) by P.down of i when i.x > 0;
)",
       "progress served 1: can be done; progress served 1: s.down at i; "
       "progress served 1: s.down"},
      {"what it is waited after cannot be evaluated", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: G ({6 / i.x > 2} => F {i.x == 0});
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served: can be evaluated"},
      {"the second term has no least value", R"(
param n : 1.. = 2;
shared k : int = 0;
process P {
  action down { k := k - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {k == 1};
rank for served (i in s): 0, k by P.down of i when true;
)",
       "progress served 1: can be done"},
      {"the goal cannot be evaluated", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {s[i.x].x >= 0 && i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
       "progress served: can be evaluated"},
  });
}

TEST_CASE("where nobody is named every step comes nearer") {
  check_ranks({
      {"whoever can move brings the end nearer", R"(
param n : 0.. = 2;
shared k : 0..2 = 2;
process P {
  var x : 0..3;
  action down when x > 0 { x := x - 1; }
}
rule tick when k > 0 { k := k - 1; }
network { node s[n] : P; }
ltl served: F {!enabled};
rank for served: k, sum(i in s: i.x);
)",
       ""},
      {"again and again, as long as somebody can move", R"(
param n : 1.. = 2;
shared k : 0..2;
rule tick when k > 0 { k := k - 1; }
rule again when k == 0 { k := 2; }
ltl served: G F {k == 0};
rank for served: k;
)",
       ""},
      {"a step of somebody leaves the rank as it is", R"(
param n : 1.. = 2;
process P {
  var x : 0..3;
  action down when x > 0 { x := x - 1; }
  action idle when x == 1 { skip; }
}
network { node s[n] : P; }
ltl served: F {!enabled};
rank for served: sum(i in s: i.x);
)",
       "progress served 1: s.idle"},
      {"a step of a rule leaves it as it is", R"(
param n : 1.. = 2;
shared k : 0..2 = 2;
process P { var x : 0..3; action down when x > 0 { x := x - 1; } }
rule idle when k > 0 { skip; }
network { node s[n] : P; }
ltl served: F {!enabled};
rank for served: sum(i in s: i.x);
)",
       "progress served 1: rule idle"},
      {"nobody can move", R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 1 { x := x - 1; }
}
network { node s[n] : P; }
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): sum(j in s: j.x);
)",
       "progress served 1: can be done"},
  });
}

// What follows is one model but for its rank, where something is added to x.
namespace {

void check_sums(const std::vector<std::pair<const char*, const char*>>& sums) {
  for (const auto& [sum, open] : sums) {
    const std::string text = replaced(R"(
param n : 1.. = 3;
param m : 0.. = 2;
process P {
  var x : 0..3;
  var y : 0..2 = 0;
  var on : bool;
  action up when x < 2 { x := x + 1; }
}
network { node s[n] : P; }
fair weak P.up;
ltl served: F {forall i in s: i.x >= 2};
rank for served: SUM by P.up of j in s when j.x < 2;
)",
                                      "SUM", sum);
    INFO(text);
    obligations::Request request;
    request.progress = {"served"};
    CHECK(proof_of(text, request).open() == open);
  }
}

}  // namespace

TEST_CASE("sums of differences have the bounds of what they add up") {
  check_sums({
      {"sum(q in s: 3 - q.x)", ""},
      {"sum(q in s: if q.x < 2 then 2 - q.x else 0)", ""},
      {"sum(q in s: abs(q.x - 3) * 2)", ""},
      {"sum(q in s: 3 - q.x) + 1 - n", "progress served 1: can be done"},
      {"sum(q in s: 2 - q.x)", "progress served 1: can be done"},
      {"sum(q in s: if q.on then 2 - q.x else 3 - q.x)",
       "progress served 1: can be done"},
      {"sum(q in s: if q.x < 2 then 3 else 1 - q.x)",
       "progress served 1: can be done; progress served 1: s.up at j"},
      {"sum(q in s: if q.on then 3 - q.x else 0) - 1",
       "progress served 1: can be done; progress served 1: s.up at j"},
      {"sum(q in s: 3 - q.x - q.y)", "progress served 1: can be done"},
  });
}

TEST_CASE("sums of what may fail have no value") {
  const char* both =
      "progress served 1: can be done; progress served 1: s.up at j; "
      "progress served 1: s.up";
  check_sums({
      // Of a parameter that is no size, a sum may leave 64 bits.
      {"sum(q in s: m + 3 - q.x)", both},
      {"sum(q in s: 6 / q.x)", both},
      {"sum(q in s: 6 / (q.x + 1))", ""},
      {"sum(q in s: (3 - q.x) % m)", both},
  });
}

TEST_CASE("sums of distances along indices") {
  const char* model = R"(
param n : 1.. = 3;
process P { var on : bool; }
network { node s[n] : P; }
rule pass(a in s, b in s)
    when a.on && !b.on && index(a) != 0 && index(b) == (index(a) + 1) % n {
  a.on := false;
  b.on := true;
}
ltl served: F {!enabled};
rank for served: sum(q in s: if q.on then FAR else 0);
)";
  const std::pair<const char*, const char*> far[] = {
      {"(n - index(q)) % n", ""},
      {"(if index(q) == 0 then 0 else n - index(q))", ""},
      {"(n - 1 - index(q))", "progress served 1: rule pass"},
      {"(index(q) - n) % n", "progress served 1: rule pass"},
      {"(n - index(q)) % n - 2", "progress served 1: can be done"},
      {"(index(q) + n) % n", "progress served 1: rule pass"},
  };
  for (const auto& [what, open] : far) {
    const std::string text = replaced(model, "FAR", what);
    INFO(text);
    obligations::Request request;
    request.progress = {"served"};
    CHECK(proof_of(text, request).open() == open);
  }
}

TEST_CASE("what a term binds is not who helps") {
  obligations::Request request;
  request.progress = {"served"};
  const std::string before = R"(
param n : 1.. = 2;
process P { var x : bool = false; action set when !x { x := true; } }
process Q {
  var a, b : bool = false;
  var at : 0..n-1 = 0;
  action go { at := (at + 1) % n; }
}
network { node s[n] : P; node t[n] : Q; node u : Q; }
fair weak P.set;
fair weak Q.go;
ltl served: F {forall q in s: q.x};
)";
  for (const char* rank :
       {"sum(k in 0..n - 1: if s[k].x then 0 else 1) by Q.go of j in u "
        "when true;",
        "count(q in s: !q.x) by P.set of j in s when !j.x, Q.go of k in t "
        "when s[k.at].x;"}) {
    CHECK_NOTHROW(proof_of(before + "rank for served: " + rank, request));
  }
}

TEST_CASE("what helps is enabled again and again, not all the time") {
  const char* possible = "progress served 1 meanwhile 1: can be done";
  check_edits(
      R"(
enum Phase { idle, waiting, inside }
param n : 1.. = 3;
shared lock : bool = false;
shared k : 0..2 = 0;
process P {
  var phase : Phase = idle;
  action want when phase == idle { phase := waiting; }
  action enter when phase == waiting && !lock { lock := true; phase := inside; }
  action leave when phase == inside { lock := false; phase := idle; }
  action idle { skip; }
}
network { node s[n] : P; }
rule turn(v in 0..2) { k := v; }
fair strong P.enter;
fair weak P.leave;
fair weak P.idle;
assert held: lock <=> exists i in s: i.phase == inside;
assert one: forall i, j in s:
  i != j => !(i.phase == inside && j.phase == inside);
ltl served: forall i in s: G ({i.phase == waiting} => F {i.phase == inside});
rank for served (i in s): 0
  by P.enter of i when i.phase == waiting
    meanwhile (lock by P.leave of j in s when j.phase == inside);
)",
      {
          {"as it is", "param", "param", ""},
          {"strong fairness alone is weak",
           "meanwhile (lock by P.leave of j in s when j.phase == "
           "inside)",
           "", "progress served 1: can be done"},
          {"nobody helps meanwhile", "when j.phase == inside)",
           "when j.phase == inside && k == 1)",
           "progress served 1 meanwhile: somebody helps; "
           "progress served 1 meanwhile 1: rule turn"},
          {"who waits helps itself meanwhile",
           "P.leave of j in s when j.phase == inside)",
           "P.enter of j in s when j == i)", possible},
          {"what helps meanwhile need not be enabled",
           "leave when phase == inside", "leave when phase == inside && k == 0",
           possible},
          {"what comes nearer meanwhile has no least value", "meanwhile (lock",
           "meanwhile (k - 1, lock",
           "progress served 1 meanwhile 1: can be done; "
           "progress served 1 meanwhile 1: rule turn"},
          {"another step leads away meanwhile", "meanwhile (lock",
           "meanwhile (k, lock", "progress served 1 meanwhile 1: rule turn"},
          {"what helps meanwhile leaves all as it is",
           "{ lock := false; phase := idle; }", "{ skip; }",
           "progress served 1 meanwhile 1: s.leave at j"},
          {"something else is fair meanwhile",
           "P.leave of j in s when j.phase == inside)",
           "P.idle of j in s when j != i)",
           "progress served 1 meanwhile 1: s.idle at j"},
          {"who helps meanwhile changes at the same rank",
           "rule turn(v in 0..2) { k := v; }",
           "rule hand(a in s, b in s)\n"
           "  when a.phase == inside && b.phase == idle {\n"
           "  a.phase := idle; b.phase := inside;\n}",
           "progress served 1 meanwhile 1: rule hand"},
          {"the situation is left at the same rank",
           "rule turn(v in 0..2) { k := v; }",
           "rule turn(a in s) when a.phase == waiting "
           "{ a.phase := idle; }",
           "progress served 1: rule turn"},
          {"what helps need not lower the rank",
           "{ lock := true; phase := inside; }",
           "{ if k == 0 { lock := true; phase := inside; } }",
           "progress served 1: s.enter at i"},
          {"it is another node that is enabled again and again",
           "by P.enter of i when i.phase == waiting",
           "by P.enter of q in s when i.phase == waiting && "
           "q.phase == waiting",
           "progress served 1: s.enter at q"},
          {"meanwhile every step is to come nearer",
           " by P.leave of j in s when j.phase == inside)", ")",
           "progress served 1 meanwhile 1: s.want; "
           "progress served 1 meanwhile 1: s.idle at i; "
           "progress served 1 meanwhile 1: s.idle; "
           "progress served 1 meanwhile 1: rule turn"},
      });
}

// A rule that helps, and rules that help it to be enabled.
TEST_CASE("a number goes round, and is right for a moment") {
  check_edits(
      R"(
param n : 1.. = 2;
shared k : 0..2 = 0;
shared left : 0..3 = 3;
process P { var on : bool; action flip { on := !on; } }
network { node s[n] : P; }
rule tick when k > 0 { k := k - 1; }
rule again when k == 0 { k := 2; }
rule use when left > 0 && k == 1 { left := left - 1; }
fair weak tick;
fair weak again;
fair strong use;
ltl served: F {left == 0};
rank for served: left by use when left > 0
  meanwhile (if k == 0 then 2 else k - 1 by tick when k == 2, again when k == 0);
)",
      {
          {"as it is", "param", "param", ""},
          {"it goes past", "{ k := k - 1; }", "{ k := 0; }",
           "progress served 1 meanwhile 1: rule tick"},
          {"a situation is missing", "by tick when k == 2, again", "by again",
           "progress served 1 meanwhile: somebody helps; "
           "progress served 1 meanwhile 1: rule again"},
          {"a step of a node leads away", "{ on := !on; }",
           "{ on := !on; if k == 2 { k := 0; } }",
           "progress served 1 meanwhile 1: s.flip"},
          {"a step of a node makes it less", "{ on := !on; }",
           "{ if left > 0 { left := left - 1; } }", ""},
      });
}

TEST_CASE("something holds until then") {
  check_edits(R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  var on : bool = false;
  action down when x > 0 { x := x - 1; }
  action idle { skip; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: ({i.x > 0} U {i.x == 0});
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
              {
                  {"as it is", "param", "param", ""},
                  {"the same of trees", "ltl served: forall i in s: ",
                   "ctl served: forall i in s: A", ""},
                  {"not at first", "{i.x > 0}", "{i.x < 3}",
                   "progress served until then"},
                  {"not after a step", "{i.x > 0}", "{i.x != 2}",
                   "progress served until then: s.down at i"},
                  {"not after a step of another one", "{i.x > 0}",
                   "{forall q in s: q.x != 2}",
                   "progress served until then: s.down at i; "
                   "progress served until then: s.down"},
                  {"not after a step of a rule",
                   "fair weak P.down;\nltl served: forall i in s: ({i.x > 0}",
                   "rule set(q in s) when q.x == 1 { q.on := true; }\n"
                   "fair weak P.down;\nltl served: forall i in s: ({!i.on}",
                   "progress served until then: rule set"},
                  {"it may fail", "{i.x > 0}", "{6 / i.x > 0}",
                   "progress served: can be evaluated"},
                  {"what is waited for need not come about", "down when x > 0",
                   "down when x > 1", "progress served 1: can be done"},
              });
}

TEST_CASE("the same in the words of trees") {
  check_edits(R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action down when x > 0 { x := x - 1; }
  action idle { skip; }
}
network { node s[n] : P; }
fair weak P.down;
ctl served: forall i in s: AF {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)",
              {
                  {"as it is", "param", "param", ""},
                  {"again and again", "AF {", "AG AF {", ""},
                  {"a response", "AF {i.x == 0}",
                   "AG ({i.x > 1} => AF {i.x == 0})", ""},
                  {"a step leads away", "{ skip; }", "{ x := 3; }",
                   "progress served 1: s.idle at i"},
              });
}

TEST_CASE("what stays possible needs no fairness, and steps of who helps") {
  check_edits(R"(
param n : 1.. = 2;
shared k : 0..2 = 0;
process P {
  var x : 0..3 = 3;
  action down(v in 0..1) when x > 0 && k == 0 { x := x - 1; }
  action up when x < 3 { x := 3; }
  action free when k > 0 { k := 0; }
}
network { node s[n] : P; }
rule hold when k == 0 { k := 2; }
ctl served: forall i in s: AG EF {i.x == 0};
rank for served (i in s): i.x, k
  by P.down of i when k == 0, P.free of j in s when k > 0;
)",
              {
                  {"as it is", "param", "param", ""},
                  {"what helps is not enabled", "of i when k == 0",
                   "of i when k < 2", "progress served 1: can be done"},
                  {"a situation is missing", ", P.free of j in s when k > 0",
                   "", "progress served: somebody helps"},
                  {"not with each binding", "x := x - 1", "x := x - v",
                   "progress served 1: s.down at i"},
                  {"what helps leads away", "k == 0 { x := x - 1",
                   "k == 0 { x := 3 - x", "progress served 1: s.down at i"},
                  {"there is no least value", "i.x, k", "i.x, k - 1",
                   "progress served 1: can be done"},
                  {"of another node", "P.down of i", "P.down of j in s",
                   "progress served 1: can be done; "
                   "progress served 1: s.down at j"},
                  {"the goal may fail", "{i.x == 0}", "{6 / i.x > 6}",
                   "progress served: can be evaluated; "
                   "progress served 1: can be done"},
                  {"that it comes about would need more",
                   "ctl served: forall i in s: AG EF",
                   "fair weak P.down;\nfair weak P.free;\n"
                   "ctl served: forall i in s: AG AF",
                   "progress served 1: s.up at i; "
                   "progress served 1: rule hold; "
                   "progress served 2: s.up at i; "
                   "progress served 2: s.up at j"},
              });
}

}  // namespace progress_obligations_test
