// SPDX-License-Identifier: MIT
// Guards: claims that are false, or models that fail, by one mistake in making
// obligations; found by making these mistakes. Which obligations stay open is
// known, and nothing else does.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace false_claims_test {

using vicinal::obligations_test::check_open;

TEST_CASE("false claims about indices and constants") {
  check_open({
      {"an initial value by the row-major index of an edge", R"(
param n : 2..9 = 2;
network { edge w[n][2] : 0..9 = index % 2; }
assert even: forall x in w: same(x, w[0][1]) => x == 0;
)",
       "initial even"},
      {"a constant by the row-major index of a node", R"(
param n : 2..10 = 2;
process P(k : 0..99) { var x : bool = false; }
network { node c[n][2] : P(k = index); }
assert few: forall i in c: i.k <= 9;
)",
       "initial few"},
      {"those named by numbers are members, after the last there is none", R"(
param n : 2.. = 2;
process P { var x : bool = false; }
network { node p[n] : P; }
assert all: forall i in p: !i.x;
invariant next: forall i in 0..n-1: !p[(i + 1) % n].x;
invariant in_range: forall i in 0..n-1: !p[i + 1].x;
)",
       "property in_range"},
      {"those named by numbers are not alike", R"(
param n : 2.. = 2;
process P(first : bool) { var x : bool = false; action a when !first { x := true; } }
network { node p[n] : P(first = index == 0); }
assert first: forall i in p: index(i) == 0 => !i.x;
invariant next: forall i in 0..n-1: (i + 1) % n == 0 => !p[(i + 1) % n].x;
invariant same: forall i in 0..n-1: i == 0 => !p[(i + 1) % n].x;
)",
       "property same"},
      {"the index is by the size of the last dimension", R"(
param m : 1.. = 2;
process P { var x : bool = false; }
network { node p[m] : P; node c[3][2] : P; }
assert t: forall i in c: index(i) != 2;
)",
       "initial t"},
  });
}

TEST_CASE("errors that are not forgotten") {
  check_open({
      {"of a priority, under a guard", R"(
param n : 1.. = 2;
process P { var x : 0..3 = 0; action a when x <= 2 priority 1 / x { x := 1; } }
network { node p[n] : P; }
)",
       "error in the guard: p.a"},
      {"of the first parameter's node", R"(
param n : 1.. = 2;
process H { port set link : inout bool; }
process W { var f : id of hub = none; var x : bool = false;
  action turn(e in f.link) { x := true; } }
network { node w[n] : W; node hub[2] : H; edge a[n] : bool = false;
  for i in 0..n-1 { connect hub[0].link to a[i]; } }
)",
       "error in the members of e: w.turn"},
      {"of the edge that is looked for at a port set", R"(
param n : 1.. = 2;
process P { port set link : inout bool; var x : 0..3 = 3; }
network { node p[n] : P; edge w[2] : bool = false;
  for i in 0..n-1 { connect p[i].link to w[0]; connect p[i].link to w[1]; } }
invariant t: forall i in p: (exists q in i.link: same(q, w[i.x])) || i.x >= 0;
)",
       "property t"},
      {"of the node at whose port set an edge is looked for", R"(
param n : 1.. = 2;
process H { port set link : inout bool; }
process W { var f : id of hub = none; }
network { node w[n] : W; node hub[2] : H; edge a[n] : bool = false;
  for i in 0..n-1 { connect hub[0].link to a[i]; } }
invariant t: forall i in w, e in a:
  (exists q in i.f.link: same(q, e)) || n > 0;
)",
       "property t"},
      {"of a partial sum, where the whole has a value", R"(
param n : 1.. = 2;
process P { var x : bool = true; }
network { node p[n] : P; }
assert on: forall i in p: i.x;
invariant t: forall i in p: i.x && sum(v in 0..2:
  if v == 2 then -4611686018427387904 else 4611686018427387904) >= 0;
)",
       "property t"},
  });
}

TEST_CASE("false claims at few members, and at many") {
  check_open({
      {"members of a range beyond those that are written out", R"(
param n : 1.. = 2;
process P { var ok : bool = true; var x : 0..50 = 45; action a { x := 35; } }
network { node p[n] : P; }
assert t: forall i in p: i.ok => forall v in 0..40: i.x != v;
)",
       "step t: p.a at i"},
      {"two nodes, where one more would change the guard", R"(
param n : 1.. = 2;
process P { var x : bool = true; var hit : bool = false;
  action a when n == 2 && forall q in p: q.x { hit := true; } }
network { node p[n] : P; }
assert t: forall i, j in p: i != j => !i.hit;
)",
       "step t: p.a at i"},
      {"a grid without columns", R"(
param w : 0.. = 1;
param h : 1.. = 1;
process P { var x : bool = true; }
network { node c[w][h] : P; }
assert t: forall i in c: i.x;
assert some: exists i in c: i.x;
)",
       "initial some"},
      {"tuples that differ in the second member only", R"(
param n : 2.. = 2;
process P { var x : bool = true; }
network { node h[1] : P; node p[n] : P; }
assert all: forall i in P: i.x;
invariant t: atmost 1 i in h, j in p: i.x && j.x;
)",
       "property t"},
      {"a member that is named twice counts once", R"(
param n : 2.. = 2;
process P { var x : bool = false; action a { x := true; } }
network { node p[n] : P; }
invariant t: forall i, j in p: i.x && j.x => count(q in p: q.x) >= 2;
)",
       "property t"},
      {"a count of nothing", R"(
param n : 2.. = 2;
process P { var x : 0..3 = 0; }
network { node p[n] : P; }
invariant t: count(i in p: false) >= 2;
)",
       "property t"},
  });
}

TEST_CASE("what is assumed of members that there are") {
  check_open({
      {"the lower bound of an empty range is none", R"(
param n : 1.. = 2;
process P { var x : 0..2 = 0; var y : bool = false; }
network { node p[n] : P; }
assert h: forall i in p, v in 1..i.x: i.y;
invariant t: forall i in p: i.y;
)",
       "property t"},
      {"a node of another family has no reference, but an index", R"(
param n : 1.. = 2;
process P { }
network { node p[n] : P; node z[n] : P; }
shared r : id of p = none;
rule set(a in p) { r := a; }
assert t: forall i, j in P: index(i) == index(j) && r == i => r == j;
)",
       "step t: rule set"},
      {"an implication under a quantifier", R"(
param n : 1.. = 2;
process P { var x : 0..2 = 0; var y : bool = false; }
network { node p[n] : P; }
assert h: forall i in p: forall v in 1..i.x: v == 1 => i.y;
invariant t: forall i in p: i.y;
)",
       "property t"},
      {"a port set of the second of two that are adjacent", R"(
param n : 2.. = 2;
process L { port up : inout bool; }
process H { port set link : inout bool; }
network { node leaf[n] : L; node hub[2] : H; edge e[n] : bool = false;
  for i in 0..n-1 { connect leaf[i].up, hub[i % 2].link to e[i]; } }
invariant t: forall i in leaf, j in hub: !adjacent(i, j);
)",
       "property t"},
  });
}

TEST_CASE("errors of places and of values") {
  check_open({
      {"a struct and its second field at once", R"(
param n : 1.. = 2;
struct S { a : bool; b : 0..3; }
process P { var s : S = S(false, 0); action x { s, s.b := S(true, 1), 2; } }
network { node p[n] : P; }
)",
       "error: p.x"},
      {"the first index of a shared array", R"(
param n : 1.. = 2;
shared a[2][2] : bool = false;
process P { var x : 0..3 = 3; }
network { node p[n] : P; }
invariant t: forall i in p: a[i.x][0] || i.x >= 0;
)",
       "property t"},
      {"beyond the length of a queue", R"(
param n : 1.. = 2;
process P { var q : queue 0..3[2]; }
network { node p[n] : P; }
invariant t: forall i in p: i.q[0] >= 0;
)",
       "property t"},
      {"right of an equivalence", R"(
param n : 1.. = 2;
process P { var x : 0..3 = 0; }
network { node p[n] : P; }
invariant t: forall i in p: (i.x >= 0) <=> (10 / i.x >= 0 || i.x >= 0);
)",
       "property t"},
      {"a lower bound that is a parameter", R"(
param n : 1.. = 2;
param k : 0..5 = 2;
process P { var x : k..9 = 9; action a { x := 3; } }
network { node p[n] : P; }
)",
       "error: p.a"},
      {"an upper bound that is a parameter", R"(
param n : 1.. = 2;
param k : 0..5 = 2;
process P { var x : 0..k = 0; action a { x := 3; } }
network { node p[n] : P; }
)",
       "error: p.a"},
      {"a product of negative numbers", R"(
param n : 1.. = 2;
process P { var x : -3..3; var y : -3..3; var z : 0..9 = 0;
  action a { z := x * y; } }
network { node p[n] : P; }
)",
       "error: p.a"},
      {"a negative multiple", R"(
param n : 1.. = 2;
process P { var x : 0..3 = 3; var y : -1..3 = 0; action a { y := -x; } }
network { node p[n] : P; }
)",
       "error: p.a"},
  });
}

TEST_CASE("false claims after a step") {
  check_open({
      {"members of a port set are written one after the other", R"(
param n : 2.. = 2;
process H { port set link : inout bool; var done : bool = false;
  action go(p in link) when !done { for q in link { q := !p; } done := true; } }
network { node hub : H; edge e[n] : bool = false;
  for i in 0..n-1 { connect hub.link to e[i]; } }
assert t: forall x in e: hub.done => x;
)",
       "step t: hub.go; error: hub.go"},
      {"a queue that was full is empty after pop", R"(
param n : 1.. = 2;
process P { var q, r : queue 0..1[1]; var bad : bool = false;
  action go when empty(q) && empty(r) { push(q, 1); pop(q); bad := q == r; } }
network { node p[n] : P; }
assert t: forall i in p: !i.bad;
)",
       "step t: p.go at i"},
      {"a loop writes under else", R"(
param n : 1.. = 2;
process P { var x : 0..1 = 1; var c : bool = true; var y : bool = false;
  action go { while c { if x == 0 { c := false; }
                        else { y := true; c := false; } } } }
network { node p[n] : P; }
assert t: forall i in p: !i.y;
)",
       "step t: p.go at i; error: p.go"},
      {"a product by zero", R"(
param n : 1.. = 2;
process P { var x : 0..9 = 2; var y : 0..9 = 0; var hit : bool = false;
  action go when x * y == 0 && x > 0 { hit := true; } }
network { node p[n] : P; }
assert t: forall i in p: !i.hit;
)",
       "step t: p.go at i"},
      {"a rest by a negative divisor", R"(
param n : 1.. = 2;
process P { var x : 0..9 = 5; var y : -3..3 = -2; var hit : bool = false;
  action go when y != 0 && x % y == 1 { hit := true; } }
network { node p[n] : P; }
assert t: forall i in p: !i.hit;
)",
       "step t: p.go at i"},
  });
}

TEST_CASE("large sizes that are no instances") {
  check_open({
      {"a negative number of edges", R"(
param n : 1.. = 2;
network { edge e[50 - n] : bool = false; }
)",
       "elaboration: size"},
      {"one statement connects a port twice", R"(
param n : 1.. = 2;
process P { port a : inout bool; }
network { node p[min(n, 40)] : P; edge e[n] : bool = false;
  for i in 0..n-1 { connect p[i % 40].a to e[i]; } }
)",
       "elaboration: connected once"},
      {"an edge has more values than the port", R"(
param n : 3.. = 3;
process P { port a : inout 0..3; }
network { node p : P; edge e : 0..n; connect p.a to e; }
)",
       "elaboration: connection"},
      {"an initial value beyond its type", R"(
param n : 1.. = 2;
process P(k : 0..50) { }
network { node p[n] : P(k = index); }
)",
       "elaboration: values of p"},
  });
}

}  // namespace false_claims_test
