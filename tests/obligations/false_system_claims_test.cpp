// SPDX-License-Identifier: MIT
// Guards: claims about integers, shared variables that are written and rules
// that are false by one mistake in making obligations. Which obligations stay
// open is known, and nothing else does.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace false_system_claims_test {

using vicinal::obligations_test::check_open;

TEST_CASE("false claims about integers") {
  check_open({
      {"what comes after an integer has a range", R"(
struct S { time : int; kind : 0..1; }
shared g : S = S(0, 0);
rule r { g := S(5, 2); }
)",
       "error: rule r"},
      {"integers are of both signs", R"(
shared g : int = 0;
rule r { g := g - 1; }
assert t: g != -1;
)",
       "step t: rule r"},
      {"without integers an overflow is an error", R"(
shared g : 0..9 = 0;
rule r { g := (g * 9223372036854775807) % 2; }
)",
       "error: rule r"},
  });
}

TEST_CASE("false claims about shared variables") {
  check_open({
      {"it does not keep its initial value", R"(
shared g : 0..2 = 0;
shared h : bool = false;
rule up when g < 2 { g := g + 1; }
rule see when g == 2 { h := true; }
assert t: !h;
)",
       "step t: rule see"},
      {"it starts anywhere", R"(
shared g : 0..2;
rule up when g == 1 { g := 0; }
assert t: g < 2;
)",
       "initial t"},
      {"a loop writes every element", R"(
param n : 2.. = 2;
shared a[n] : bool = false;
rule r { for k in 0..n-1 { a[k] := true; } }
assert t: !a[1];
)",
       "step t: rule r; error: rule r"},
      {"an element has a number below the size", R"(
param n : 2.. = 2;
shared a[n] : bool = false;
rule r(k in 0..n) { a[k] := true; }
)",
       "error: rule r"},
      {"elements are several", R"(
param n : 2.. = 2;
shared a[n] : bool = false;
rule r { a[1] := true; }
assert t: !a[1];
)",
       "step t: rule r"},
      {"finding an element may fail", R"(
param n : 2.. = 2;
shared a[n] : bool = false;
process P { var x : bool = false; }
network { node p[n] : P; }
shared who : id of p = none;
rule r { a[index(who)] := true; }
rule choose(q in p) { who := q; }
)",
       "error: rule r"},
      {"the number of an element may fail", R"(
param n : 2.. = 2;
shared a[n] : bool = false;
shared g : 0..1 = 0;
rule r { a[min(max(6 / g, 0), 1)] := true; }
)",
       "error: rule r"},
      {"the same element twice", R"(
param n : 2.. = 2;
shared a[n] : bool = false;
rule r(i, j in 0..n-1) { a[i], a[j] := true, false; }
)",
       "error: rule r"},
      {"a loop of an action writes them", R"(
param n : 1.. = 1;
shared g : bool = false;
process P { action a { for k in 0..n-1 { g := true; } } }
network { node p[n] : P; }
assert t: !g;
)",
       "step t: p.a; error: p.a"},
  });
}

TEST_CASE("false claims about sums") {
  const std::string numbers = R"(
param n : 1.. = 2;
process P { var x : -1..1 = 0; action down when x > -1 { x := x - 1; } }
network { node p[n] : P; }
)";
  check_open(numbers, {{"who is not seen adds nothing negative",
                        "assert t: sum(i in p: i.x) >= -20;", "step t: p.down"},
                       {"members have no signs",
                        "assert t: sum(i in p: i.x) == 0;", "step t: p.down"}});
}

TEST_CASE("false claims about the least and the greatest") {
  const std::string numbers = R"(
param n : 1.. = 2;
process P { var x : 0..4 = 0; action up when x < 4 { x := x + 1; } }
process Q { var y : 0..4 = 0; action see { y := max(q in p: q.x); } }
network { node p[n] : P; node s[n] : Q; node r[n - 1] : P; }
)";
  check_open(
      numbers,
      {{"somebody else is greater",
        "assert t: forall i in p: n > 1 => i.x < max(j in p: j.x);",
        "initial t"},
       {"nobody has the greatest", "assert t: max(j in p: j.x) < 4;",
        "step t: p.up"},
       {"the least is the first one's", "assert t: min(j in p: j.x) == p[0].x;",
        "step t: p.up"},
       {"the least is not below anybody",
        "assert t: forall i in p: i.x <= min(j in p: j.x);",
        "step t: p.up at i"},
       {"the greatest remains what it was when it was seen",
        "assert t: forall i in s: i.y == 0 || i.y == max(j in p: j.x);",
        "step t: p.up"},
       {"there is a member", "assert t: max(j in r: j.x) >= 0;", "initial t"},
       {"there are members of both families",
        "assert t: max(i in p, j in r: i.x + j.x) >= 0;", "initial t"}});
  check_open({{"taking the greatest of nobody is no error", R"(
param n : 0.. = 2;
process P { var x : 0..1 = 0; }
process Q { var y : 0..1 = 0; action see { y := max(q in p: q.x); } }
network { node p[n] : P; node s : Q; }
)",
               "error: s.see"},
              {"taking the greatest of what fails is no error", R"(
param n : 1.. = 2;
process P { var x : 0..1 = 1; action down { x := 0; } }
process Q { var y : int = 0; action see { y := max(q in p: 4 / q.x); } }
network { node p[n] : P; node s : Q; }
)",
               "error: s.see"},
              {"nor that of numbers that are written out", R"(
process Q { var y : int = 0; action see { y := max(i in 0..2: 4 / i); } }
network { node s : Q; }
)",
               "error: s.see"},
              {"numbers that are written out have a greatest", R"(
param n : 0..0 = 0;
process Q { var y : int = 0; action see { y := max(i in 1..n: i); } }
network { node s : Q; }
)",
               "error: s.see"},
              {"the greatest is in the range of another type", R"(
param n : 1.. = 2;
process P { var x : 0..3 = 0; action up when x < 3 { x := x + 1; } }
process Q { var y : 0..1 = 0; action see { y := max(q in p: q.x); } }
network { node p[n] : P; node s : Q; }
)",
               "error: s.see"}});
}

TEST_CASE("false claims about what statements read of others") {
  const std::string copies = R"(
param n : 1.. = 2;
process P {
  var x : 0..2 = 0;
  var all : bool = false;
  action start when x == 0 { x := 1; }
  action copy(q in p) when q.x > 0 { x := q.x; }
  action look { all := forall q in p: q.x == 1; }
  action twice { x := 1; if exists q in p: q.x == 0 { x := 2; } }
}
network { node p[n] : P; }
)";
  check_open(copies,
             {{"what is taken over is nothing",
               "assert t: forall i in p: i.x != 2;", "step t: p.twice at i"},
              {"nobody sees all", "assert t: forall i in p: !i.all;",
               "step t: p.look at i"},
              {"whoever was seen stays ahead",
               "assert t: forall i in p: i.x == 2 => exists q in p: q.x == 0;",
               "step t: p.start; step t: p.copy at i; step t: p.copy; step t: "
               "p.twice"},
              {"nobody is behind", "assert t: forall i in p: i.x != 2;",
               "step t: p.twice at i"}});
}

TEST_CASE("false claims about counts that exclude each other") {
  const std::string colors = R"(
param n : 1.. = 2;
enum Color { red, green, blue }
process P {
  var c : Color = red;
  var d : Color = red;
  var x : 0..3 = 0;
  var y : 0..3 = 3;
  action turn { c := if c == red then green else blue; }
  action mix { d := green; }
  action raise when x < 3 { x := x + 1; }
  action lower when y > 2 { y := y - 1; }
}
network { node p[n] : P; node q[n] : P; }
)";
  check_open(
      colors,
      {{"there are three colors",
        "assert t: count(i in p: i.c == red) + count(i in p: i.c == green) == "
        "n;",
        "step t: p.turn"},
       {"who is counted by one count may be in no other one",
        "assert t: count(i in p: i.c == red) == n || count(i in p: i.c == "
        "green) == n;",
        "step t: p.turn"},
       {"of two variables both may be counted",
        "assert t: count(i in p: i.c == green) + count(i in p: i.d == red) <= "
        "n;",
        "step t: p.turn"},
       {"of two families both may be counted",
        "assert t: count(i in p: i.c == green) + count(i in q: i.c == red) <= "
        "n;",
        "step t: p.turn"},
       {"a quantifier over nothing is not one over something",
        "assert t: count(i in p: exists v in 1..0: i.c == red) == "
        "count(i in p: exists v in 0..0: i.c == red);",
        "initial t"},
       {"one value may be asked for twice",
        "assert t: count(i in p: i.d == green) + count(i in p: green == i.d) "
        "<= n;",
        "step t: p.mix"},
       {"who is not seen may have the greatest number",
        "assert t: n <= 20 || sum(i in p: i.x) < 3 * n;", "step t: p.raise"},
       {"one may have several names",
        "assert t: n != 1 || sum(i in p: i.x) < 3;", "step t: p.raise"},
       {"all may have the greatest number",
        "assert t: sum(i in p: i.x) < 3 * n;", "step t: p.raise"},
       {"all may have less than the greatest number",
        "assert t: sum(i in p: i.y) > 2 * n;", "step t: p.lower"},
       {"another state has other counts",
        "assert t: count(i in p: i.d == red) + count(i in q: i.d == green) == "
        "n;",
        "step t: p.mix; step t: q.mix"}});
}

TEST_CASE("false claims about shares of a size") {
  const std::string votes = R"(
param n : 1.. = 2;
process P {
  var a : bool = false;
  var b : bool = false;
  var vote : id of p = none;
  action one { a := true; }
  action two { b := true; }
  action cast(x in p) { vote := x; }
}
network { node p[n] : P; node q[n] : P; }
)";
  check_open(
      votes,
      {{"halves need not meet",
        "assert t: 2 * count(i in p: i.a) >= n && 2 * count(i in p: i.b) >= n "
        "=> exists i in p: i.a && i.b;",
        "step t: p.one; step t: p.two"},
       {"nor need a third and more than a half",
        "assert t: 3 * count(i in p: i.a) > n && 2 * count(i in p: i.b) > n "
        "=> exists i in p: i.a && i.b;",
        "step t: p.one; step t: p.two"},
       {"nor need those of two families",
        "assert t: 2 * count(i in p: i.a) > n && 2 * count(i in q: i.b) > n "
        "=> exists i in p: i.a && i.b;",
        "step t: p.one; step t: q.two"},
       {"votes for one are no votes for another one",
        "assert t: forall x, y in p: count(i in p: i.vote == x) == "
        "count(i in p: i.vote == y);",
        "step t: p.cast at x; step t: p.cast at y; step t: p.cast"},
       {"who has votes may lose them",
        "assert t: forall x in p: x.a => 2 * count(i in p: i.vote == x) > n;",
        "step t: p.one at x; step t: p.cast at x; step t: p.cast"}});
}

TEST_CASE("false claims about what members start with") {
  const std::string starts = R"(
param n : 0.. = 2;
param k : 0.. = 1;
process P {
  var x : int = 2;
  var y : int = if index == 1 then k else 1;
  var z : int = if index < 1 then 1 else 0;
  var u : int = k;
  var v : int = if index != 0 then 0 else if index == 2 then 5 else 3;
  var w : int;
}
network {
  node p[n] : P;
  node one : P;
  edge e[n] : int = if index == 0 then 7 else 1;
}
def all_y = sum(i in p: i.y);
)";
  check_open(
      starts,
      {{"all start alike",
        "assert t: sum(i in p: i.x) == 2 * n && count(i in p: i.x > 1) == n;",
        ""},
       {"but for one", "assert t: n >= 2 => all_y == n - 1 + k;", ""},
       {"whom there is not in small ones",
        "assert t: (n == 1 => all_y == 1) && (n == 0 => all_y == 0);", ""},
       {"as often as there are members",
        "assert t: n >= 1 => sum(i in p: i.u) == k * n;", ""},
       {"or for two", "assert t: n >= 3 => sum(i in p: i.v) == 3;", ""},
       {"who is chosen by an index",
        "assert t: n >= 1 => sum(i in p: if index(i) == 0 then i.x else 0) == "
        "2;",
        ""},
       {"edges start as they say",
        "assert t: n >= 1 => sum(i in e: i) == n + 6;", ""},
       {"there may be one member", "assert t: n >= 1 => all_y == n - 1 + k;",
        "initial t"},
       {"there may be none", "assert t: all_y == 1 || n > 1;", "initial t"},
       {"somebody is not as the others", "assert t: n != 5 || all_y == n;",
        "initial t"},
       {"somebody is not there twice", "assert t: n < 2 || all_y == n + k;",
        "initial t"},
       {"an order is no exception",
        "assert t: n >= 2 => sum(i in p: i.z) == 0;", "initial t"},
       {"a start may be anything", "assert t: sum(i in p: i.w) == 0;",
        "initial t"},
       {"who is who is no start",
        "assert t: forall a in p: sum(i in p: if i == a then 1 else 0) == "
        "(if index(a) == 0 then n else 0);",
        "initial t"},
       {"of edges some differ", "assert t: n < 1 || sum(i in e: i) == 7 * n;",
        "initial t"}});
}

TEST_CASE("a start is the start alone") {
  check_open({{"what was at the start need not be so later", R"(
param n : 1.. = 2;
process P { var x : int = 1; action up { x := x + 1; } }
network { node p[n] : P; }
assert t: sum(i in p: i.x) == n;
)",
               "step t: p.up"}});
}

TEST_CASE("false claims about what a step does not write") {
  const std::string writes = R"(
param n : 1.. = 2;
shared s : bool = false;
shared t : bool[p];
process P {
  port at : inout bool;
  var x : bool = false;
  var y : bool[p];
  action put { x := true; }
  action set { s := true; }
  action send { at := true; }
  action mark(q in p) { y[q] := true; }
  action note { t[self] := true; }
  action all { for q in p { y[q] := true; } }
}
network {
  node p[n] : P;
  edge e[n] : bool = false;
  for i in 0..n-1 { connect p[i].at to e[i]; }
}
init forall a, b in p: !a.y[b] && !t[a];
)";
  check_open(
      writes,
      {{"a variable", "assert a: (exists i in p: i.x) => s || n < 1;",
        "step a: p.put"},
       {"a shared one", "assert a: s => (exists i in p: i.x);",
        "step a: p.set"},
       {"with a shared one", "assert a: !(exists i in p: s && !i.x);",
        "step a: p.set"},
       {"an edge", "assert a: !(exists i in p: i.at);", "step a: p.send"},
       {"an element", "assert a: !(exists i, j in p: i.y[j]);",
        "step a: p.mark; step a: p.all"},
       {"a shared element", "assert a: !(exists i in p: t[i]);",
        "step a: p.note"}});
}

TEST_CASE("false claims about counts of edges") {
  const std::string edges = R"(
param n : 1.. = 2;
process P {
  port a, b : inout bool;
  action up { a := true; }
}
network {
  node p[n] : P;
  edge f[n] : bool = false;
  edge g[n] : bool = false;
  for i in 0..n-1 { connect p[i].a to f[i]; connect p[i].b to g[i]; }
}
)";
  check_open(edges, {{"edges of two families differ",
                      "assert t: count(x in f: x) == count(x in g: x);",
                      "step t: p.up"},
                     {"edges of two families may both be counted",
                      "assert t: count(x in f: x) + count(x in g: !x) <= n;",
                      "step t: p.up"}});
}

TEST_CASE("false claims about products of sizes") {
  const std::string sizes = R"(
param n : 1..9 = 2;
param m : 1..9 = 2;
shared g : 0..9 = 0;
rule set { g := m; }
)";
  check_open(sizes,
             {{"the whole is no share of itself",
               "assert t: g == 0 || g * n / n < m;", "step t: rule set"},
              {"a share of nothing is not less",
               "assert t: (n - 1) * g / n < g;", "initial t"},
              {"equal numbers have equal products",
               "assert t: g * n == n * m || g == 0 && g * m == 0;", ""},
              {"products with the same bounds differ",
               "assert t: g == 0 || n * m == n * n;", "step t: rule set"}});
}

TEST_CASE("false claims about products with a factor in common") {
  const std::string factors = R"(
shared a : int = 0;
shared b : int = 1;
shared c : int = 2;
shared g : int = 0;
rule more { g := g + 1; }
rule less { g := g - 1; }
)";
  check_open(factors,
             {{"the greater product may have the lesser factor",
               "assert t: a >= c || a * g <= c * g;", "step t: rule less"},
              {"it is not twice as much more",
               "assert t: a >= b || g < 0 || a * g + 2 * g <= b * g;",
               "step t: rule more"}});
}

TEST_CASE("sizes that are products may have large factors") {
  check_open({{"where one of them is nothing", R"(
param w : 0.. = 1;
param h : 0.. = 1;
shared s : bool = false;
process C { }
network { node cell[w * h] : C; }
rule set when w == 3000000000 { s := true; }
assert t: !s;
)",
               "elaboration: size; step t: rule set"}});
}

TEST_CASE("false claims about rules") {
  check_open({
      {"its nodes may be those that are spoken of", R"(
param n : 2.. = 2;
process P { var x : bool = false; }
network { node p[n] : P; }
rule r(q in p) { q.x := true; }
assert t: forall i in p: !i.x;
)",
       "step t: rule r"},
      {"its nodes may be one", R"(
param n : 2.. = 2;
process P { var x : 0..2 = 1; }
network { node p[n] : P; }
rule r(i, j in p) when i.x == 1 { i.x := 2; j.x := 1; }
rule s(i, j in p) { i.x, j.x := j.x, i.x; }
assert t: forall i in p: i.x != 2;
)",
       "step t: rule r; error: rule s"},
      {"a loop writes nodes of all families", R"(
param n : 1.. = 1;
process P { var x : bool = false; }
network { node p[n] : P; node q[n] : P; }
rule r { for i in P { i.x := true; } }
assert t: forall i in q: !i.x;
assert u: forall i in p: !i.x;
)",
       "step t: rule r; step u: rule r; error: rule r"},
      {"a loop writes edges", R"(
param n : 1.. = 1;
process P { port e : inout bool; }
network { node p[n] : P; edge f[n] : bool = false;
  for i in 0..n-1 { connect p[i].e to f[i]; } }
rule r { for x in f { x := true; } }
assert t: forall i in p: !i.e;
)",
       "step t: rule r"},
      {"the last one moves, too", R"(
shared g : 0..1 = 0;
rule r when g == 1 { g := 0; }
rule s when g == 0 { g := 1; }
assert t: g == 0;
)",
       "step t: rule s"},
      {"its guard may fail, and its range", R"(
param n : 0.. = 1;
shared g : 0..1 = 0;
rule r when 1 / g == 1 { g := 0; }
rule s(k in 0..6 / n) { g := 0; }
)",
       "error in the guard: rule r; error in the range of k: rule s"},
      {"its priority holds back what is less", R"(
param n : 2.. = 2;
process P(rank : 0..1) { var x : bool = false; }
network { node p[n] : P(rank = index % 2); }
rule r(q in p) priority q.rank { q.x := true; }
assert t: forall i in p: i.rank == 1 => !i.x;
)",
       "step t: rule r"},
  });
}

}  // namespace false_system_claims_test
