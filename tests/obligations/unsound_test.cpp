// SPDX-License-Identifier: MIT
// Guards: what is false is not proved. Small models, each with one claim that
// one mistake in making obligations would confirm; what stays open is known.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace unsound_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;
using obligations_test::proof_of;
using obligations_test::replaced;

std::string open(const std::string& model, const Request& request = {}) {
  return proof_of(model, request).open();
}

// One node that does what stands in the action.
std::string acting(const std::string& action) {
  return R"(
    param k : 0..3 = 1;
    process P {
      var x : -1..3;
      var y : 0..3;
      var big : -9223372036854775807..9223372036854775807;
      var all : 0..3[3];
      var line : queue 0..3[2];
      var friend : id of p;
      port left : inout bool;
      action a )" +
         action + R"(
    }
    shared table[k] : 0..3 = 0;
    network {
      node p[k] : P;
      edge e[k] : bool;
      for i in 0..k-1 { connect p[i].left to e[i]; }
    }
  )";
}

// A hub and leaves; leaves have an edge of their own as well.
std::string star(const std::string& hub, const std::string& assertions) {
  return R"(
    param n : 1.. = 2;
    process Hub { port set line : inout bool; var gone : bool = false;
      )" +
         hub +
         R"(
    }
    process Leaf { port line, other : inout bool; }
    network {
      node hub : Hub;
      node leaf[n] : Leaf;
      edge wire[n] : bool;
      edge own[n] : bool = true;
      for i in 0..n-1 {
        connect hub.line, leaf[i].line to wire[i];
        connect leaf[i].other to own[i];
      }
    }
  )" + assertions;
}

// Nodes that never do anything.
std::string still(const std::string& claims) {
  return R"(
    param n : 1.. = 2;
    param k : 0..3 = 1;
    process S {
      port right, left : inout bool;
      var x : bool;
      var y, z : 0..3;
      var big : -9223372036854775807..9223372036854775807;
      var line : queue 0..3[2];
    }
    process Row { port set link : inout bool; }
    network {
      node s[n] : S;
      node two[2] : S;
      node grid[n][2] : Row;
      node cell[n][k] : Row;
      edge t[n] : bool;
      edge u[n] : bool;
      edge w[4] : bool;
      for i in 0..n-1 {
        connect s[i].right to t[i];
        connect s[i].left to u[i];
      }
      for i in 0..1 {
        connect two[i].right to w[i];
        connect two[i].left to w[i + 2];
      }
    }
  )" + claims;
}

}  // namespace

TEST_CASE("errors of an action are not forgotten") {
  const auto error = [](const std::string& action, const std::string& where) {
    INFO(action);
    CHECK(open(acting(action)) == where);
  };
  const std::string body = "error: p.a";
  const std::string guard = "error in the guard: p.a";
  error("{ y := x + 1; }", body);
  error("when x < 3 { y := x + 1; }", "");
  error("when x >= 0 { all[x] := 1; }", body);
  error("when x >= 0 && x < 3 { all[x] := 1; }", "");
  error("when x < 3 { all[x] := 1; }", body);
  error("when x >= 0 { y := [1, 2, 3][x]; }", body);
  error("when x >= 0 { y := table[x]; }", body);
  error("when x >= 0 && x < k { y := table[x]; }", "");
  error("when x >= 0 && p[x].y == 0 { skip; }", guard);
  error("when friend.y == 0 { skip; }", guard);
  error("when friend != none && friend.y == 0 { skip; }", "");
  error("when x >= 0 && 6 / y > 0 { skip; }", guard);
  error("when (if x > 0 then 6 / y else 1) == 1 { skip; }", guard);
  error("{ y := head(line); }", body);
  error("{ pop(line); }", body);
  error("{ push(line, 0); }", body);
  error("when empty(line) { push(line, y); }", "");
  error("when empty(line) { push(line, x); }", body);
  error("{ if 6 / y > 0 { skip; } }", body);
  error("{ while true { y := 1; } }", body);
  error("{ big := big + 1; }", body);
  error("{ big := k * 1000000; }", "");
  error("when pow(2, x) > 0 { skip; }", guard);
  error("when pow(x, -1) == 0 { skip; }", guard);
  error("priority 6 / y { skip; }", guard);
  error("(v in 0..6 / k) { skip; }", "error in the range of v: p.a");
  error("(v in 0..3) priority 6 / v { skip; }", guard);
  error("when (exists v in 0..6 / x: v < 0) || true { skip; }", guard);
  error("{ y, y := 0, 1; }", body);
}

TEST_CASE("a parameter that is no size may be large") {
  const std::string model = R"(
    param k : 0.. = 1;
    process P { var big : -9223372036854775807..9223372036854775807;
      action a { big := k * 1000000; } }
    network { node p : P; }
  )";
  CHECK(open(model) == "error: p.a");
  CHECK(open(replaced(model, "node p", "node p[k]")) == "");
}

TEST_CASE("errors of a loop over a port set") {
  const std::string model = R"(
    param n : 1.. = 2;
    process Hub { port set line : inout 0..6;
      action a { for e in line { e := 6 / e; } }
      action b(e in line, f in line) { e, f := f, e; }
    }
    process Leaf { port line : inout 0..6; }
    network {
      node hub : Hub;
      node leaf[n] : Leaf;
      edge wire[n] : 0..6;
      for i in 0..n-1 { connect hub.line, leaf[i].line to wire[i]; }
    }
  )";
  CHECK(open(model) == "error: hub.a; error: hub.b");
  CHECK(open(replaced(replaced(model, "6 / e", "6 - e"), "e, f := f, e",
                      "e, f := 0, 0")) == "error: hub.b");
}

TEST_CASE("the node whose port set a parameter ranges over") {
  const std::string model = R"(
    param n : 1.. = 2;
    process P {
      port set link : inout bool;
      var friend : id of p;
      action a(q in p, g in NODE.link) when g { skip; }
    }
    network {
      node p[n] : P;
      edge e[n] : bool;
      for i in 0..n-1 { connect p[i].link to e[i]; }
    }
  )";
  const auto with = [&](const std::string& node) {
    return replaced(model, "NODE", node);
  };
  const std::string wrong = "error in the members of g: p.a";
  CHECK(open(with("friend")) == wrong);
  CHECK(open(with("q.friend")) == wrong);
  CHECK(open(with("p[n]")) == wrong);
  CHECK(open(with("p[0]")) == "");
  CHECK(open(with("q")) == "");
  CHECK(open(with("q.friend") +
             "init forall i in p: i.friend != none;"
             "assert known: forall i in p: i.friend != none;") == "");
}

TEST_CASE("a lone node acts on others") {
  CHECK(open(star("action set(e in line) { e := true; }",
                  "init forall e in wire: !e;"
                  "assert off: forall i in leaf: !i.line;")) ==
        "step off: hub.set");
}

TEST_CASE("members of a port set that is connected to nothing") {
  const auto with = [](const std::string& least, const std::string& claim) {
    INFO(claim);
    return open("param n : " + least + R"(.. = 1;
      process P { port set link : inout bool; var x : bool; }
      network { node p[n] : P; }
    )" + claim);
  };
  // There is no p[0] at n = 0; else there is nobody to look at.
  for (const std::string z :
       {"forall e in p[0].link: e", "!(exists e in p[0].link: e)",
        "forall i in 0..0, e in p[i].link: e", "atmost 0 e in p[0].link: e"}) {
    CHECK(with("0", "assert z: " + z + ";") == "initial z");
    CHECK(with("0", "invariant z: " + z + ";") == "property z");
    CHECK(with("1", "assert z: " + z + ";") == "");
    CHECK(with("1", "invariant z: " + z + ";") == "");
  }
}

TEST_CASE("loops over port sets write to their members and nothing else") {
  // The leaves' own edges stay what they are.
  CHECK(open(star("action go { for e in line { e := false; } gone := true; }",
                  "assert off: forall i in leaf: hub.gone => !i.other;")) ==
        "step off: hub.go");
  CHECK(open(star("action go { for e in line { e := false; } gone := true; }",
                  "assert off: forall i in leaf: hub.gone => !i.line;"
                  "assert rest: forall e in wire: hub.gone => !e;")) == "");
  CHECK(open(star("var seen : bool[2]; var at : 0..1; action go {"
                  "  for e in line { seen[at] := true; at := 1; } gone := true;"
                  "}",
                  "assert one: hub.gone => !hub.seen[0] || !hub.seen[1];")) ==
        "step one: hub.go; error: hub.go");
  // What the body writes besides.
  CHECK(open(star("action go { for e in line { gone := gone || e; } }",
                  "assert stays: !hub.gone;")) ==
        "step stays: hub.go; error: hub.go");
  // The member p is false from its turn on.
  CHECK(open(star("action mix(p in line) when p {"
                  "  for e in line { e := e && !p; } gone := true; }",
                  "assert off: forall e in hub.line: hub.gone => !e;")) ==
        "step off: hub.mix; error: hub.mix");
}

TEST_CASE("loops that are not understood may write anything they name") {
  const std::string model = R"(
    param n : 1.. = 2;
    process P {
      port bit : inout 0..3;
      var x : 0..3 = 0;
      var b : bool = false;
      action spin { while bit < 3 {
        if x == 0 { bit := bit + 1; } else { b := true; } } }
    }
    network {
      node p[n] : P;
      edge e[n] : 0..3 = 0;
      for i in 0..n-1 { connect p[i].bit to e[i]; }
    }
  )";
  CHECK(open(model + "assert off: forall i in p: !i.b;") ==
        "step off: p.spin at i; error: p.spin");
  // Of edges it is not known which one.
  CHECK(open(model + "assert off: forall i in p: i.bit == 0;") ==
        "step off: p.spin at i; step off: p.spin; error: p.spin");
}

// What a loop writes that is not its member's has what the last member gives it
// that writes, if it is not read there.
TEST_CASE("loops that collect") {
  const auto with = [](const std::string& body, const std::string& claims) {
    INFO(body << claims);
    return open(R"(
      param n : 0.. = 2;
      shared k : 0..3 = 0;
      shared went : bool = false;
      shared on : bool = false;
      shared row[3] : bool = false;
      shared line : queue 0..3[2];
      process P {
        var x : 0..3 = 0;
        var t : 0..3 = 0;
        action set(v in 0..1) { x := v; }
      }
      network { node p[n] : P; }
      assert few: forall i in p: i.x <= 1;
      rule r)" + body +
                claims);
  };
  const std::string step = "step c: rule r";
  const std::string both = step + "; error: rule r";
  // Understood: what a member shows, or what was there.
  const std::string take = "{ for q in p { if q.x == 1 { k := q.x; } } }";
  CHECK(with(take, "assert c: k <= 1;") == "");
  CHECK(with(take, "assert c: k == 0;") == step);
  CHECK(with(take, "assert c: k == 1;") == "initial c");
  // One of the members, whoever; but nobody where there is none.
  const std::string mark = "{ went := true; for q in p { on := true; } }";
  CHECK(with(mark, "assert c: went => on;") == step);
  CHECK(with(mark, "assert c: went => !on;") == step);
  CHECK(with(mark, "assert c: n > 0 => (went => on);") == "");
  // On a path.
  const std::string where =
      "{ went := true; if k == 3 { for q in p { on := true; } } }";
  CHECK(with(where, "assert c: n > 0 => (went => on);") == step);
  CHECK(with(where, "assert c: !on; assert low: k < 3;") == "");
  // What is read, too, is not the doing of one member.
  CHECK(with("{ for q in p { k := min(3, k + 1); } }", "assert c: k <= 1;") ==
        both);
  CHECK(with("{ for q in p { if !on { k := 1; } on := true; } }",
             "assert c: on => k == 1;") == both);
  CHECK(with("(c in p) { for q in p { if q.x == 0 { c.x := 1; } } }",
             "assert c: k == 0;") == "step few: rule r; error: rule r");
  // The same variable of two nodes, which may be one.
  const std::string two =
      "(c in p, d in p) { for q in p { c.t, went := 1, "
      "true; d.t := 2; } }";
  CHECK(with(two, "assert c: forall i in p: i.t <= 1;") == step);
  CHECK(with(two, "assert c: forall i in p: i.t != 1;") == step);
  CHECK(with(two, "assert c: forall i in p: i.t <= 2;") == "");
  CHECK(with("(c in p, d in p) when d.x == 0 && c != d {"
             "  for q in p { c.t := 0; d.t := q.x; } }",
             "assert c: forall i in p: i.t == 0;") == step);
  // No single place.
  CHECK(with("{ for q in p { row[q.x] := true; } }",
             "assert c: !row[1] || !row[0];") == both);
  CHECK(with("{ for q in p { push(line, q.x); } }",
             "assert c: len(line) <= 1;") == "initial c; " + both);
}

TEST_CASE("rounds of a loop follow each other") {
  CHECK(open(R"(
    process P { var x : 0..3 = 0;
      action a when x == 0 { for v in 0..1 { x := x + 1; } } }
    network { node p : P; }
    assert small: p.x <= 1;
  )") == "step small: p.a");
}

TEST_CASE("a process may have several families") {
  CHECK(open(R"(
    param n : 1.. = 2;
    process P(bad : bool) { var x : bool = false;
      action set when bad { x := true; } }
    network { node a[n] : P(bad = false); node b[n] : P(bad = true); }
    assert off: forall i in P: !i.x;
  )") == "step off: b.set at i");
}

TEST_CASE("assertions that are left out are not assumed") {
  const std::string model = R"(
    process P { var x : 0..3 = 0; action up when x < 3 { x := x + 1; } }
    network { node p : P; }
    assert small: p.x < 2;
    assert less: p.x < 3;
  )";
  Request request;
  request.left_out = {"small"};
  CHECK(open(model) == "step small: p.up");
  CHECK(open(model, request) == "step less: p.up");
}

TEST_CASE("a binding whose priority is an error holds nothing back") {
  CHECK(open(R"(
    process P { var x : 0..2 = 0;
      action choose(v in 0..2) priority 0 - 6 / v { x := v; } }
    network { node p : P; }
    assert zero: p.x == 0;
  )") == "step zero: p.choose; error in the guard: p.choose");
}

TEST_CASE("a binding that is not enabled holds nothing back") {
  CHECK(open(R"(
    process P { var x : 0..2 = 0;
      action choose(v in 0..2) when v < 2 priority v { x := v; } }
    network { node p : P; }
    assert zero: p.x == 0;
  )") == "step zero: p.choose");
}

TEST_CASE("assertions over different ranges") {
  CHECK(open(R"(
    process P { var x : 0..5 = 0; action up when x < 5 { x := x + 1; } }
    network { node p : P; }
    assert beyond: forall v in 6..7: p.x != v;
    assert within: forall v in 4..5: p.x != v;
  )") == "step within: p.up");
}

TEST_CASE("members of a range up to the last") {
  CHECK(open(R"(
    process P { var x : 0..5 = 0; action jump { x := 5; } }
    network { node p : P; }
    assert a: p.x >= 0 => forall v in 4..5: p.x != v;
  )") == "step a: p.jump");
}

TEST_CASE("a port set that is another one after the step") {
  CHECK(open(R"(
    process P { port set link : inout bool; }
    process Q { var x : 0..1 = 0; action turn { x := 1; } }
    network {
      node p[2] : P;
      node q : Q;
      edge e[2] : bool;
      connect p[0].link to e[0];
      connect p[1].link to e[1];
      init e[0] && !e[1];
    }
    assert on: forall g in p[q.x].link: g;
  )") == "step on: q.turn");
}

TEST_CASE("sizes at the ends of their ranges") {
  const std::string model = R"(
    param n : 1..3 = 1;
    param m : 1..3 = 1;
    process P { var x : bool = false; action fire when GUARD { x := true; } }
    network { node p[n] : P; }
    assert never: forall i in p: !i.x;
  )";
  const std::string step = "step never: p.fire at i";
  const auto with = [&](const std::string& guard) {
    return replaced(model, "GUARD", guard);
  };
  CHECK(open(with("index(self) == 2")) == step);
  CHECK(open(with("n == 1")) == step);
  CHECK(open(with("n == 3 && m == 1")) == step);
  CHECK(open(with("n < 1 || n > 3")) == "");
  // Only the pair is excluded.
  Request request;
  request.excluded = {{1, 2}};
  CHECK(open(with("n == 1 && m == 1"), request) == step);
  CHECK(open(with("n == 2 && m == 2"), request) == step);
  CHECK(open(with("n == 1 && m == 2"), request) == "");
}

TEST_CASE("a node that is alone") {
  for (const std::string nodes : {"p[n]", "p[n][m]"}) {
    INFO(nodes);
    const std::string model = replaced(R"(
      param n : 1.. = 3;
      param m : 1.. = 3;
      process P { var x : bool = false;
        action fire when forall q in P: q != self => q.x { x := true; } }
      network { node NODES : P; }
      assert never: forall i in p: !i.x;
    )",
                                       "NODES", nodes);
    CHECK(open(model) == "step never: p.fire at i");
  }
}

TEST_CASE("what does not follow") {
  const auto open_property = [](const std::string& claims) {
    INFO(claims);
    CHECK(open(still(claims)) == "property z");
  };
  // Errors of evaluation.
  open_property("invariant z: forall i in s: i.y / i.z >= 0 || i.z >= 0;");
  open_property(
      "invariant z: n > 0 => forall i in s: i.y / i.z >= 0 || i.z >= 0;");
  open_property(
      "invariant z: n > 0 => forall i in two: i.y / i.z >= 0 || i.z >= 0;");
  open_property("invariant z: exists v in 0..6 / k: v == 0;");
  open_property("invariant z: forall v in 0..6 / k: v >= 0;");
  open_property(
      "invariant z: sum(i in two: i.big) < 0 || sum(i in two: i.big) >= 0;");
  open_property(
      "assert a: forall i in s: !i.x;"
      "invariant z: !s[n - 2].x;"
      "init forall i in s: !i.x;");
  // Indices.
  open_property("invariant z: forall i in 0..n-1: index(grid[i][1]) == i + 2;");
  open_property("invariant z: forall c in cell: index(c) < n;");
  // Members.
  open_property(
      "init forall e in t: !e;"
      "assert a: forall e in t: !e;"
      "invariant z: forall i in s: !i.left;");
  open_property(
      "init forall v in 0..k: s[0].y != v;"
      "assert a: forall v in 0..k: s[0].y != v;"
      "invariant z: forall v in k+1..k+2: s[0].y != v;");
  // Counts.
  open_property(
      "init atmost 1 i in s: i.x;"
      "assert a: atmost 1 i in s: i.x;"
      "invariant z: forall i, j in s: !(i.x && j.x);");
  open_property("invariant z: count(i in s: i.x) < n;");
  open_property(
      "init atmost 1 i in s: i.x;"
      "assert a: forall i, j in s: i.x && j.x => i == j;"
      "invariant z: count(i, j in s: i.x && j.y == 1) <= 1;");
  // Values.
  open_property("invariant z: forall i in s: i.y < 3;");
  open_property("invariant z: forall i in s: i.y > 0;");
  open_property(
      "invariant z: forall i in s: len(i.line) == 2 => i.line[1] == 0;");
  open_property("invariant z: forall i in s: max(i.y, i.z) == i.z;");
  open_property("invariant z: forall i in s: min(i.y, i.z) == i.z;");
  open_property(
      "invariant z: forall i in s: i.y > 0 && i.z > 0 => i.y * i.z > i.y;");
  // Wiring.
  open_property("invariant z: forall i, j in grid: adjacent(i, j);");
}

TEST_CASE("edges of a port set are no others") {
  CHECK(open(star("",
                  "init forall e in wire: !e;"
                  "assert off: forall e in hub.line: !e;"
                  "invariant z: forall i in leaf: !i.other;")) == "property z");
}

TEST_CASE("an edge that a range speaks of is bound") {
  // `exists q in D: same(q, e)` says that e is a member of D if e does not
  // depend on q. In each of these it does, by the range of a quantifier only.
  for (const char* number :
       {"count(v in 1..(if q then 1 else 0): v >= 1)",
        "count(v in 0..0 - (if q then 0 else 1): v <= 0)",
        "sum(v in 1..(if q then 1 else 0): 1)",
        "count(v in 1..count(w in 1..(if q then 1 else 0): w > 0): v > 0)",
        "count(v in 0..0, w in v..v - (if q then 0 else 1): true)"}) {
    INFO(number);
    CHECK(open(star("", "invariant z: exists q in hub.line: same(q, wire[" +
                            std::string(number) +
                            "]);"
                            "invariant y: exists q in hub.line: same(wire[" +
                            number + "], q);")) == "property z; property y");
  }
}

TEST_CASE("nodes that touch a common edge") {
  CHECK(open(star("", "invariant z: forall i in leaf: !adjacent(i, hub);")) ==
        "property z");
  CHECK(open(R"(
    param n : 3.. = 3;
    process P { port left, right : inout bool; }
    network {
      node s[n] : P;
      edge e[n] : bool;
      for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to e[i]; }
    }
    invariant z: forall i, j in s: i != j => !adjacent(i, j);
    invariant y: forall i in s: !same(i.right, s[(index(i) + 1) % n].left)
      || index(i) < n - 1;
  )") == "property z; property y");
  CHECK(open(R"(
    process P { port set link : inout bool; }
    network any { node p : P; edge e : bool via link; }
    invariant z: forall i, j in p: i != j => !adjacent(i, j);
  )") == "property z");
}

TEST_CASE("a node of another family is not nobody") {
  CHECK(open(R"(
    param n : 1.. = 2;
    process P { var friend : id of a = none; }
    network { node a[n] : P; node b[n] : P; }
    assert nobody: forall i in P: i.friend == none;
    invariant z: forall i in P: i.friend == i;
  )") == "property z; property z");
}

TEST_CASE("connections under conditions") {
  // The first statement is about the first node only.
  CHECK(open(R"(
    param n : 1.. = 2;
    process P { port left : inout bool;
      action set when index(self) > 0 { left := true; } }
    process Q { port right : inout bool; }
    network {
      node s[n] : P;
      node q : Q;
      edge t[n] : bool = false;
      for i in 0..n-1 {
        if i == 0 { connect s[i].left, q.right to t[i]; }
        else { connect s[i].left to t[i]; }
      }
    }
    assert off: forall i in s: !i.left;
  )") == "step off: s.set at i");
  // Nobody touches the first edge, which may stay on.
  CHECK(open(R"(
    param n : 1.. = 2;
    process P { port left : inout bool; }
    network {
      node s[n] : P;
      edge t[n] : bool = index == 0;
      edge u : bool = false;
      for i in 0..n-1 {
        if i > 0 { connect s[i].left to t[i]; }
        else { connect s[i].left to u; }
      }
    }
    assert off: forall i in s: !i.left;
    invariant z: forall e in t: !e;
  )") == "property z");
}

TEST_CASE("a count and the greatest number") {
  const std::string model = R"(
    param n : 1.. = 3;
    process P {
      var x : 0..3 = 0;
      action up when x < 3 && index(self) > 100 { x := x + 1; }
    }
    network { node p[n] : P; }
    invariant few: BOUND || n >= 1;
  )";
  const auto with = [&](const std::string& bound) {
    return open(replaced(model, "BOUND", bound));
  };
  const std::string body = "i in p: 1 / (3 - i.x) == 5";
  for (const char* number : {"7", "9223372036854775807"}) {
    INFO(number);
    CHECK(with(fmt::format("count({}) <= {}", body, number)) != "");
    CHECK(with(fmt::format("atmost {} {}", number, body)) != "");
    CHECK(with(fmt::format("exactly {} {}", number, body)) != "");
  }
  CHECK(with("count(i in p: i.x == 5) <= 9223372036854775807") == "");
}

TEST_CASE("sizes that are no instances") {
  const auto wrong = [](const std::string& what, const std::string& text) {
    INFO(text);
    CHECK(open("param n : 0..9 = 5;\n" + text) == "elaboration: " + what);
  };
  const std::string row = "process P { port set link : inout bool; }";
  wrong("size", row + "network { node p[n - 1] : P; }");
  wrong("size", row + "network { node p : P; edge e[3 - n] : bool; }");
  wrong("values of p",
        "process P { var x : 0..3 = n; } network { node p : P; }");
  wrong("values of p",
        "process P { var x : bool = 6 / n > 0; } network { node p : P; }");
  wrong("values of p", "process P { var x : 0..n-1; } network { node p : P; }");
  wrong("values of p",
        "process P(c : 0..3) { var x : bool; }"
        "network { node p[n] : P(c = index); }");
  wrong("values of e", row + "network { node p : P; edge e : 0..3 = n; }");
  wrong("values of a", row +
                           "shared a[n] : 0..3 = index;"
                           "network { node p : P; }");
  wrong("connection", row +
                          "network { node p : P; edge e[3] : bool;"
                          "  connect p.link to e[n]; }");
  wrong("connection", row +
                          "network { node p[3] : P; edge e : bool;"
                          "  connect p[n].link to e; }");
  wrong("connection", row +
                          "network { node p : P; edge e : bool;"
                          "  if 6 / n > 2 { connect p.link to e; } }");
  wrong("connection", row +
                          "network { node p : P; edge e : bool;"
                          "  for i in 6 / n..6 / n { connect p.link to e; } }");
  wrong("connection",
        "process P { port set link : inout 0..n; }"
        "network { node p : P; edge e : 0..3;"
        "  connect p.link to e; }");
  wrong("connected once", row +
                              "network { node p : P; edge e : bool;"
                              "  for i in 0..n { connect p.link to e; } }");
  wrong("connected once", row +
                              "network { node p : P; edge e : bool;"
                              "  connect p.link to e;"
                              "  if n > 3 { connect p.link to e; } }");
  wrong("connected once", row +
                              "network { node p : P; edge e : bool;"
                              "  for i in 0..n { if i == 0 { }"
                              "  else { connect p.link to e; } } }");
  wrong("connected: p.bit",
        "process P { port bit : inout bool; }"
        "network { node p[n] : P; edge e[n] : bool;"
        "  for i in 1..n-1 { connect p[i].bit to e[i]; } }");
  wrong("connected: p.bit",
        "process P { port bit : inout bool; }"
        "network { node p[n] : P; edge e[n] : bool;"
        "  for i in 0..n-1 { if i < n - 1 { connect p[i].bit to e[i]; } } }");
  wrong("values of p",
        "process P(c : 0..3) { port set link : inout bool; }"
        "network any { node p : P(c = index); edge e : bool via link; }");
}

// A step that fails has no state after it: what members add to a total says
// nothing of members that do not exist.
TEST_CASE("totals have no part of members that do not exist") {
  const auto missing = [](const std::string& statements,
                          const std::string& claims) {
    return R"(
param n : 1.. = 3;
process P { var b : bool = true; var x : 0..2 = 0; }
process Q { port set link : inout bool; }
network { node s[n] : P; node t[n] : Q; edge e[n] : bool = true;
  for i in 0..n-1 { connect t[i].link to e[i]; } }
shared k : int = 0;
shared y : bool = false;
shared whom : id of s = none;
rule up { k := k + 1; }
rule r when k > 100000 { )" +
           statements + " }\n" + claims;
  };
  const std::string nodes = "assert all: forall q in s: q.b;";
  const std::string count = " y := count(q in s: !q.b) >= 1;";
  const std::string edges = "assert all: forall q in e: q;";
  const std::string zeros = "assert all: forall q in s: q.x == 0;";
  const auto fails = [&](const std::string& statements,
                         const std::string& claims) {
    INFO(statements);
    const std::string names = open(missing(statements, claims));
    CHECK(names.find("error: rule r") != std::string::npos);
  };
  fails("s[n].b := !s[n].b;" + count, nodes);
  fails("whom.b := !whom.b;" + count, nodes + " assert w: whom == none;");
  fails("if s[n].b { s[n].b := false; } else { s[n].b := true; }" + count,
        nodes);
  fails("s[n].b, y := !s[n].b, true;" + count, nodes);
  fails("e[n] := !e[n]; y := count(q in e: !q) >= 1;", edges);
  fails("s[n].x := 1; y := sum(q in s: q.x) >= 1;", zeros);
  fails(
      "s[n].x := 1; y := sum(q in s: q.x) >= 0; y := (exactly 1 q in s: q.x "
      "== 1);",
      zeros);
  // Of those that do exist, totals say what they did.
  CHECK(open(missing("if n > 0 { s[0].b := true; }" + count,
                     nodes + " assert not: !y;")) == "");
}

// What is known of quotients and rests by a number that is not known admits the
// true ones: that they are others is not proved of any initial state.
TEST_CASE("quotients of small numbers are what they are") {
  for (int a = -5; a <= 5; ++a) {
    for (int b = -3; b <= 6; ++b) {
      if (b == 0) continue;
      int rest = a % b;
      if (rest < 0) rest += b < 0 ? -b : b;
      const int quotient = (a - rest) / b;
      const std::string model = fmt::format(R"(
        param low : 0.. = 1;
        shared x : int;
        shared y : int;
        process P {{ }}
        network {{ node p[low] : P; }}
        init x == {} && y == {};
        assert other: y == 0 || x / y != {};
        assert rest: y == 0 || x % y != {};
      )",
                                            a, b, quotient, rest);
      INFO(a << " / " << b);
      CHECK(open(model) == "initial other; initial rest");
    }
  }
}

// `int` is the set of integers: after some steps the rest is beyond 64 bits.
TEST_CASE("rests of integers have no bounds") {
  const std::string model = R"(
    param n : 1.. = 1;
    process P { }
    network { node p[n] : P; }
    shared x : int = 1;
    shared y : int = 2;
    shared r : -9223372036854775807..9223372036854775807 = 0;
    rule up { x := 2 * x; y := 2 * y; }
    rule set { r := x % y; }
    assert order: 0 < x && x < y;
  )";
  CHECK(open(model) == "error: rule set");
  // Not of those by what is within bounds; and none is negative.
  CHECK(open(replaced(model, "x % y", "x % (n + 1)")) == "");
  CHECK(open(replaced(model, "{ r := x % y; }",
                      "when x % -y < 0 { x := 0 - 1; }")) == "");
}

}  // namespace unsound_test
