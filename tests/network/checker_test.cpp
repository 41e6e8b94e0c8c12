// SPDX-License-Identifier: MIT
// Guards: what constants, sizes and connections may not look at, since it is
// not there yet; and that definitions mean the same wherever they are used.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/random/loaded.hpp"

namespace checker_test {

namespace {

using vicinal::random_models::load;

std::vector<int> codes(const std::string& text) {
  const auto loaded = load(text);
  std::vector<int> list;
  for (const auto& d : loaded.diagnostics.all()) list.push_back(number(d.code));
  return list;
}

}  // namespace

TEST_CASE("what is not there yet has no value") {
  const std::string process =
      "process P { port l : in bool; port set m : in bool; "
      "var x : 0..3 = 0; }\n";
  for (const char* text : {
           "shared peg[2] : 0..peg/-1 = 0;",
           "shared a[b[0]] : bool; shared b[a[0]] : bool;",
           "struct S { x : bool; } const k = S(true);",
           "struct S { x : 0..k; } shared s : S; const k = s.x;",
           "const k = e; network { edge e[k] : bool; }",
           "network { node p[p[0].x] : P; }",
           "network { node p[count(q in p: true)] : P; }",
           "network { node p : P; } const k = count(q in P: true);",
           "network { node p : P; } shared a[count(q in p: true)] : bool;",
           "network { node p[2] : P; edge e : bool; "
           "connect p[0].l to p[1].l; }",
           "network { node p[2] : P; edge e : bool; "
           "if adjacent(p[0], p[1]) { connect p[0].l to e; } }",
           "network { node p : P; edge e : bool; "
           "if forall f in p.m: true { connect p.l to e; } }",
       }) {
    INFO(text);
    const auto found = codes(process + text);
    REQUIRE(!found.empty());
    CHECK(std::find(found.begin(), found.end(), 311) != found.end());
  }
}

TEST_CASE("a definition's own variables do not meet those of its arguments") {
  // Both quantify; the inner ones must not overwrite each other's variables.
  const auto loaded = load(R"(
def both(a, b) = (exists r in 0..1: r == 1 && a) && (forall t in 0..1: b);
shared x[3] : bool = index == 2;
invariant p: forall i in 0..2:
  both(exists j in 0..2: x[j] && j >= i, exists k in 0..2: x[k] && k >= i);
)");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  CHECK(loaded.model->frame >= 3);
}

TEST_CASE("elements of queues are read, not assigned") {
  const std::string head =
      "struct S { x : bool; y : (0..3)[2]; }\n"
      "shared lines[2] : queue S[2]; shared word : queue S[2];\n"
      "process P { port q : inout queue S[2]; port set all : inout queue "
      "S[2];\n"
      "  var own : queue S[2]; var s : S = S(false, [0, 0]);\n"
      "  action go(e in all) {";
  const auto of = [&](const std::string& statement) {
    INFO(statement);
    return codes(head + statement + " } }\n");
  };
  for (const char* statement :
       {"s := q[0];", "s.y[q[0].y[1]] := own[0].y[0];", "s := e[1];",
        "push(q, q[0]);", "s.x := lines[1][0].x || word[len(word) - 1].x;",
        "if q[0].x && own[0].y == [1, 2] { pop(q); }",
        "for f in all { s := f[0]; }"}) {
    CHECK(of(statement).empty());
  }
  for (const char* statement :
       {"q[0] := s;", "q[0].x := true;", "own[0].y[1] := 1;", "e[0] := s;",
        "word[0] := s;", "lines[0][1].x := true;", "push(q[0], s);",
        "pop(own[0]);", "s, own[1] := own[1], s;"}) {
    CHECK(of(statement) == std::vector<int>({333}));
  }
  CHECK(of("s := q[true];") == std::vector<int>({309}));
  CHECK(of("s := q[self];") == std::vector<int>({309}));
  CHECK(of("s := all[0];") == std::vector<int>({324}));
}

TEST_CASE("queues go together only if they are declared alike") {
  const std::string head =
      "param n : 1.. = 2; const k = 3; enum E { a, b }\n"
      "struct S { q : queue 0..n[2]; }\n"
      "def same_as(x, y) = x == y;\n"
      "process P { port set all : inout queue 0..n[2]; var own : queue 0..n[2];"
      " var other : queue 0..n+1[2]; var three : queue 0..k[2];"
      " var four : queue 0..2+1[2]; var s : S; var longer : queue 0..n[3];"
      " var two : (queue 0..n[2])[2]; var more : (queue 0..n+1[2])[2];\n"
      "  action go(e in all) {";
  const auto of = [&](const std::string& statement) {
    INFO(statement);
    return codes(head + statement + " } }\nnetwork { node p : P; }\n");
  };
  for (const char* statement :
       {"own := s.q;", "own := e;", "e := two[1];", "three := four;",
        "two := [own, e];", "s := S(two[0]);",
        "own := if same_as(own, s.q) then [own, e][0] else two[0];"}) {
    CHECK(of(statement).empty());
  }
  for (const char* statement :
       {"own := other;", "e := other;", "other := e;", "own := longer;",
        "two := more;", "two[0] := more[0];", "s := S(other);",
        "own, three := three, own;", "s.q := longer;"}) {
    const auto found = of(statement);
    CHECK(!found.empty());
    CHECK(std::count(found.begin(), found.end(), 309) ==
          static_cast<std::ptrdiff_t>(found.size()));
  }
  for (const char* statement :
       {"if own == other { skip; }", "if two != more { skip; }",
        "own := if own == s.q then own else longer;", "two := [own, other];",
        "if same_as(e, three) { skip; }",
        "for f in all { if f == longer { skip; } }"}) {
    CHECK(of(statement) == std::vector<int>({310}));
  }
}

TEST_CASE("edges of a graph are of the type of their port set") {
  const auto fits = [](const std::string& edge) {
    const auto found = codes(
        "const k = 3; process P { port set link : inout 0..3; }\n"
        "network any { node p : P; edge f : " +
        edge + " via link; }\n");
    return std::count(found.begin(), found.end(), 327) == 0;
  };
  CHECK(fits("0..3"));
  CHECK(fits("0..k"));
  CHECK(!fits("0..7"));
  CHECK(!fits("int"));
}

TEST_CASE("nodes in an array become references or nothing") {
  const std::string head =
      "process P { var x : bool; var a : (id of p)[2] = [none, none]; }\n"
      "process Q { var y : bool; }\n"
      "network { node p[2] : P; node q : Q; }\ninvariant i: ";
  for (const char* text :
       {"[p[0], p[1]] == p[0].a",
        "p[0].a != (if p[0].x then [p[1], p[1]] else p[1].a)"}) {
    INFO(text);
    CHECK(codes(head + text + ";").empty());
  }
  for (const char* text : {"[p[0], p[1]][0].x", "[p[0]] == [p[0]]",
                           "(if p[0].x then [p[0]] else [q])[0].y"}) {
    INFO(text);
    CHECK(!codes(head + text + ";").empty());
  }
}

TEST_CASE("one mistake gives one message") {
  CHECK(codes("process P { var x : bol = false; action a when x { x := true; }"
              " }\nnetwork { node p : P; }\ninvariant q: p.x;") ==
        std::vector<int>({302}));
  CHECK(codes("network { node p[2] : Q; }\n"
              "invariant q: forall i in p: i.x => i.y == 3;") ==
        std::vector<int>({302}));
}

TEST_CASE("members of a port set have the rights of the set") {
  const auto of = [](const std::string& direction, const std::string& body) {
    return codes("process P { port set link : " + direction +
                 " bool; var x : bool;\n  action go(m in link) { " + body +
                 " } }\nnetwork { node p : P; edge w : bool;\n"
                 "  connect p.link to w; }");
  };
  CHECK(of("in", "x := m;").empty());
  CHECK(of("in", "m := true;") == std::vector<int>({312}));
  CHECK(of("in", "for k in link { k := true; }") == std::vector<int>({312}));
  CHECK(of("out", "m := true;").empty());
  CHECK(of("out", "x := m;") == std::vector<int>({313}));
}

TEST_CASE("ranges are one type only if both of their bounds are alike") {
  const auto loaded = load(R"(
param m : 0..3 = 0;
param k : 0..3 = 2;
shared a : m..9;
shared b : k..9;
shared c : k..k + 7;
shared d : k..m + 9;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  using vicinal::network::Bounds;
  CHECK(loaded.instance->slots ==
        std::vector<Bounds>({{0, 9}, {2, 9}, {2, 9}, {2, 9}}));
  const auto& shared = loaded.model->shared;
  CHECK(shared[0].type != shared[1].type);
  CHECK(shared[1].type != shared[2].type);
  CHECK(shared[2].type != shared[3].type);
}

TEST_CASE("whoever writes a shared variable, it is written") {
  const auto written = [](const std::string& text) {
    const auto loaded = load(
        "struct S { b : bool; }\nshared s : S = S(false);\n"
        "shared a : bool[2] = [false, false];\n" +
        text);
    INFO(text << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    return std::pair(loaded.model->shared[0].written,
                     loaded.model->shared[1].written);
  };
  const auto acting = [](const std::string& body) {
    return "process P { var x : bool; action go { " + body +
           " } }\nnetwork { node p : P; }";
  };
  using Both = std::pair<bool, bool>;
  CHECK(written(acting("x := s.b || a[0];")) == Both(false, false));
  CHECK(written(acting("s.b := true;")) == Both(true, false));
  CHECK(written(acting("if x { x, a[1] := s.b, true; }")) == Both(false, true));
  CHECK(written("rule r { s := S(a[0]); }") == Both(true, false));
}

TEST_CASE("values of edges of one set are compared with a warning") {
  const auto of = [](const std::string& when, const std::string& more = "") {
    return codes(
        "process P { port set links, others : inout bool; port l : in bool;\n"
        "  action a(e in links) when " +
        when + " { skip; } }\nnetwork { node p[2] : P; edge c[5] : bool;\n" +
        "  for i in 0..1 { connect p[0].links, p[1].links to c[i]; }\n"
        "  for i in 2..3 { connect p[0].others, p[1].others to c[i]; }\n"
        "  connect p[0].l, p[1].l to c[4]; }\n" +
        more);
  };
  using Codes = std::vector<int>;
  CHECK(of("forall f in links: f != e => !f") == Codes{403});
  CHECK(of("exists f in links: e == f") == Codes{403});
  CHECK(of("exists f, g in others: g == f") == Codes{403});
  CHECK(of("true", "invariant t: forall x, y in c: x != y;\n") == Codes{403});
  CHECK(of("true",
           "invariant t: forall i in p: exists x, y in i.links: x == y;\n") ==
        Codes{403});
  // Who asks `same` knows; edges of different sets are different edges.
  CHECK(of("forall f in links: !same(f, e) => f != e") == Codes{});
  CHECK(of("exists f in links: !same(e, f) && !f && (e == f || e)") == Codes{});
  CHECK(of("forall f in others: f != e => !f") == Codes{});
  CHECK(of("e == l") == Codes{});
  CHECK(of("true",
           "invariant t: forall i, j in p: exists x in i.links, "
           "y in j.links: x == y;\n") == Codes{});
  CHECK(of("true", "invariant t: c[0] == c[1];\n") == Codes{});
}

TEST_CASE("a reference to a process names its families") {
  const auto says = [](const std::string& families) {
    const auto loaded =
        load("process P { }\nprocess Q { }\nnetwork { " + families +
             " node q : Q; }\nshared r : id of P;\n");
    REQUIRE_FALSE(loaded.diagnostics.all().empty());
    const auto& d = loaded.diagnostics.all()[0];
    return d.message + "; " + (d.notes.empty() ? "" : d.notes[0].message);
  };
  const std::string wrong = "'P' is a process, not a family of nodes; ";
  CHECK(says("node s[2] : P;") ==
        wrong + "write 'id of s': its nodes are the family 's'");
  CHECK(says("node s[2] : P; node t : P;") ==
        wrong + "write the family that is meant: 's', 't'");
  CHECK(says("") == wrong + "no family of nodes runs it");
}

}  // namespace checker_test
