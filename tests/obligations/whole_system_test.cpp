// SPDX-License-Identifier: MIT
// Guards: steps of the whole system. Integers without bounds, shared variables
// that are written, rules, and how totals change. Claims that hold leave no
// obligation open; those that are wrong by one mistake leave open just the
// obligations that the mistake breaks.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/obligations/proving.hpp"

namespace whole_system_test {

using vicinal::obligations_test::check_open;

TEST_CASE("integers have no bounds, and do not overflow") {
  check_open(
      R"(
param n : 1.. = 2;
process P { var t : int = 0; action up { t := t + 1; } }
network { node p[n] : P; }
)",
      {{"up", "assert c: forall i in p: i.t >= 0;", ""},
       {"not beyond any number",
        "assert c: forall i in p: i.t < 9223372036854775807;",
        "step c: p.up at i"},
       {"not to the other end", "assert c: forall i in p: i.t + 1 > i.t;", ""},
       {"from the start", "assert c: forall i in p: i.t >= 1;", "initial c"}});
  check_open(R"(
param n : 1.. = 2;
process P { var t : 0..3 = 0; action up when t < 3 { t := t + 1; } }
network { node p[n] : P; }
)",
             {{"ranges do",
               "assert c: forall i in p: (i.t + 9223372036854775807) % 2 >= 0;",
               "step c: p.up at i"}});
}

TEST_CASE("shared variables start somewhere, and change") {
  check_open(
      R"(
param n : 1.. = 2;
shared x : 0..3 = 1;
shared y : 0..3;
shared a[n] : 0..2 = index % 2;
process P { var t : 0..3 = 0;
  action up when x < 3 { x := x + 1; t := x; }
  action down when y > 0 { y := y - 1; } }
network { node p[n] : P; }
rule set(i in 0..n-1) when a[i] == 0 { a[i] := 1; }
)",
      {{"the value", "assert c: x >= 1;", ""},
       {"not for ever", "assert c: x == 1;", "step c: p.up"},
       {"nor the one before", "assert c: x <= 2;", "step c: p.up"},
       {"any value at first", "assert c: y <= 2;", "initial c"},
       {"within its type", "assert c: y <= 3 && x <= 3;", ""},
       {"of each element", "assert c: forall i in 0..n-1: a[i] <= 1;", ""},
       {"of one element", "assert c: a[0] == 0;", "step c: rule set"},
       {"of the others",
        "assert c: forall i in 0..n-1: i % 2 == 1 => a[i] == 1;", ""},
       {"what was read", "assert c: forall i in p: i.t <= x;", ""},
       {"and by whom", "assert c: forall i in p: i.t == 0 || i.t == x;",
        "step c: p.up"}});
}

TEST_CASE("rules are steps of everybody") {
  check_open(
      R"(
param n : 1.. = 2;
process P { var x : bool = false; var y : 0..2 = 0; }
network { node p[n] : P; node q : P; edge t[n] : bool = false; }
rule one(i in p) when !i.x { i.x := true; }
rule two(i, j in p) when i.x && j.y < 2 { j.y := j.y + 1; q.x := true; }
rule all when q.x { for i in p { i.y := 0; } }
rule edge(i in p, v in 0..q.y) { t[0] := v > 0; }
)",
      {{"of a parameter", "assert c: forall i in p: !i.x;", "step c: rule one"},
       {"of the other parameter", "assert c: forall i in p: i.y == 0;",
        "step c: rule two"},
       {"of a node by name", "assert c: !q.x;", "step c: rule two"},
       {"with the guard", "assert c: q.x => (exists i in p: i.x);", ""},
       {"of an edge", "assert c: !t[0];", "step c: rule edge"},
       {"not of a node that none names", "assert c: q.y == 0;", ""},
       {"both", "assert c: q.y == 0 && !t[0];", ""}});
}

TEST_CASE("totals change by what a step writes") {
  check_open(
      R"(
param n : 1.. = 3;
shared c : int = 0;
process P { var x : bool = false; var k : 0..3 = 0;
  action set when !x { x := true; c := c + 1; }
  action clear when x { x := false; c := c - 1; }
  action again when x { x := true; } }
network { node p[n] : P; node q[n] : P; }
)",
      {{"of one family, two act", "assert a: count(i in p: i.x) == c;",
        "step a: q.set; step a: q.clear"},
       {"of both", "assert a: count(i in p: i.x) + count(i in q: i.x) == c;",
        ""},
       {"the other way round",
        "assert a: count(i in p: !i.x) + count(i in q: i.x) == c;",
        "initial a; step a: p.set; step a: p.clear"},
       {"of another variable", "assert a: count(i in p: i.k == 1) == 0;", ""},
       {"twice as many",
        "assert a: 2 * count(i in p: i.x) + count(i in q: i.x) == c;",
        "step a: p.set; step a: p.clear"},
       {"named as others are",
        "assert a: count(j in q: j.x) + count(k in p: k.x) == c;\n"
        "assert b: c == count(u in p: u.x) + count(v in q: v.x);",
        ""}});
  const std::string rules = R"(
param n : 1.. = 3;
shared c : int = 0;
process P { var x : bool = false; var k : int = 0; }
network { node p[n] : P; edge e[n] : bool = false; }
assert a: count(i in p: i.x) + sum(i in p: i.k) + count(w in e: w) == c;
)";
  check_open(
      rules,
      {{"two different ones",
        "rule r(i, j in p) when i != j && !i.x && !j.x "
        "{ i.x := true; j.x := true; c := c + 2; }",
        ""},
       {"two that may be one",
        "rule r(i, j in p) when !i.x && !j.x "
        "{ i.x := true; j.x := true; c := c + 2; }",
        "step a: rule r"},
       {"as if they were one",
        "rule r(i, j in p) when !i.x && !j.x "
        "{ i.x := true; j.x := true; c := c + 1; }",
        "step a: rule r"},
       {"one after the other",
        "rule r(i, j in p) { i.k := i.k + 1; j.k := j.k + 1; "
        "c := c + 2; }",
        ""},
       {"what one has, the other gets",
        "rule r(i, j in p) { i.k := i.k - 1; j.k := j.k + 1; }", ""},
       {"both get it from one",
        "rule r(i, j in p) when i != j "
        "{ i.k, j.k := i.k + 1, i.k + 1; c := c + 2; }",
        "step a: rule r"},
       {"of edges",
        "rule r(i in 0..n-1) when !e[i] { e[i] := true; c := c + 1; }", ""},
       {"of any edge", "rule r(i in 0..n-1) { e[i] := true; c := c + 1; }",
        "step a: rule r"},
       {"only if", "rule r(i in p) { if !i.x { i.x := true; c := c + 1; } }",
        ""},
       {"or else", "rule r(i in p) { if !i.x { i.x := true; } c := c + 1; }",
        "step a: rule r"},
       {"of nobody knows whom", "rule r { for i in p { i.x := false; } }",
        "step a: rule r"}});
}

TEST_CASE("totals change by what is not understood, too") {
  check_open(R"(
param n : 1.. = 2;
shared up : int = 0;
process P { var in_use : bool = false; }
network { node p[n] : P; }
rule take(i in p) when !i.in_use { i.in_use := true; up := up + 1; }
rule clear { for i in 0..n-1 { p[i].in_use := false; } }
)",
             {{"counted", "assert c: count(i in p: i.in_use) == up;",
               "step c: rule clear; error: rule clear"}});
}

TEST_CASE("totals start with what members start with") {
  check_open(R"(
param n : 1.. = 3;
process P { var x : bool = true; var k : -2..2 = 0; }
network { node p[n] : P; edge e[n] : bool = index == 0; }
)",
             {{"none", "assert a: count(i in p: !i.x) == 0;", ""},
              {"one", "assert a: count(w in e: w) == 1;", ""},
              {"not two", "assert a: count(w in e: w) == 2;", "initial a"},
              {"nothing", "assert a: sum(i in p: i.k) == 0;", ""},
              {"something", "assert a: sum(i in p: i.k) == 1;", "initial a"},
              {"not all", "assert a: count(i in p: i.x) == 0;", "initial a"}});
}

TEST_CASE("loops over a family write each of its members") {
  const std::string model = R"(
param n : 1.. = 3;
shared done : bool = false;
process P { var x : bool = false; var k : 0..3 = 0; }
network { node p[n] : P; node q[n] : P; edge e[n] : bool = false; edge f[n] : bool = false; }
rule k(i in p, v in 0..3) when !done { i.k := v; }
)";
  const std::string claim = "assert a: done => (forall i in p: i.x);\n";
  check_open(
      model + claim,
      {{"all", "rule r { for i in p { i.x := true; } done := true; }", ""},
       {"of the other family",
        "rule r { for i in q { i.x := true; } done := true; }",
        "step a: rule r"},
       {"not all", "rule r { for i in p { i.x := i.k < 3; } done := true; }",
        "step a: rule r"},
       {"by what each has",
        "rule r when (forall i in p: i.k < 3) "
        "{ for i in p { i.x := i.k < 3; } done := true; }",
        ""},
       {"in an order",
        "rule r { for i in p { i.x := forall j in p: j.k < 3 || j.x; } "
        "done := true; }",
        "step a: rule r; error: rule r"},
       {"perhaps",
        "rule r { if p[0].k == 0 { for i in p { i.x := true; } } "
        "done := true; }",
        "step a: rule r"},
       {"and then one",
        "rule r(j in p) { for i in p { i.x := true; } j.x := false; "
        "done := true; }",
        "step a: rule r"},
       {"but one at first",
        "rule r(j in p) { j.x := false; for i in p { i.x := true; } "
        "done := true; }",
        ""}});
  check_open(
      model + "assert a: done => (forall w in e: w) && n > 0;\n",
      {{"edges", "rule r { for w in e { w := true; } done := true; }", ""},
       {"of the other family",
        "rule r { for w in f { w := true; } done := true; }",
        "step a: rule r"}});
  check_open(model + "assert a: forall i in p: i.k <= 3;\n",
             {{"a body that fails for some",
               "rule r { for i in p { i.k := i.k + 1; } }", "error: rule r"},
              {"and for none",
               "rule r when (forall i in p: i.k < 3) "
               "{ for i in p { i.k := i.k + 1; } }",
               ""}});
}

}  // namespace whole_system_test
