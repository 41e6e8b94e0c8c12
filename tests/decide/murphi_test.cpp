// SPDX-License-Identifier: MIT
// Guards: a Murphi file has the states and the steps that Rumur says, and fails
// where it does; a scalarset has every size only where nothing depends on its
// size or on the order of its elements; what cannot be said is refused.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"
#include "imported.hpp"

namespace murphi_test {
namespace {

using namespace vicinal;

using test::messages;

struct Found {
  std::uint64_t states = 0, steps = 0;
  bool violated = false;
};

Found explored(const std::string& text,
               const network::Definitions& definitions = {}) {
  INFO(text);
  auto opened = decide::open_model(text, "model.m", definitions);
  INFO(messages(*opened));
  REQUIRE(opened->good());
  INFO(opened->source->text());
  decide::elaborate(*opened);
  INFO(messages(*opened));
  REQUIRE(opened->instance);
  explore::Options how;
  how.properties = decide::invariants(*opened->model);
  const auto found = decide::explore_instance(
      *opened, how, decide::Reduction::none, decide::Symmetry::exchanged);
  REQUIRE(found);
  REQUIRE(found->exploration.complete);
  Found out{found->exploration.states, found->exploration.transitions, false};
  for (const auto& p : found->exploration.properties) {
    out.violated = out.violated || p.verdict() == network::Verdict::violated;
  }
  return out;
}

const std::string head =
    "const N : 3;\n"
    "type P : scalarset(N); B : 0..2; S : enum { i, c, e };\n"
    "  R : record s : S; b : B; end;\n"
    "var a : array [P] of S; x, y : B; o : P; r : R; t : boolean;\n"
    "  k : array [B] of B; m : array [S] of boolean; f : array [boolean] of "
    "B;\n"
    "startstate begin for p : P do a[p] := i; end; x := 0; y := 0; undefine "
    "o;\n"
    "  r.s := i; r.b := 0; t := false; for j : B do k[j] := 0; end;\n"
    "  for s : S do m[s] := false; end; f[true] := 1; f[false] := 0; end;\n";

struct Case {
  const char* name;
  std::uint64_t states, steps;  // of Rumur 2022.08, errors counted as steps
  bool violated;
  const char* rules;
};

const Case cases[] = {
    {"arrays by all kinds of indices", 27, 45, false,
     "rule begin k[x] := (k[x] + 1) % 3; x := (x + 1) % 3; end;\n"
     "rule !m[r.s] ==> begin m[r.s] := true; f[t] := (f[t] + 1) % 3; t := !t; "
     "r.s := f[t] = 2 ? e : c; end;\n"},
    {"undefined references", 19, 45, true,
     "ruleset p : P do\n"
     "  rule isundefined(o) ==> begin o := p; a[o] := c; end;\n"
     "  rule !isundefined(o) & o != p & a[o] = c ==> begin a[p] := e; a[o] := "
     "i; undefine o; end;\n"
     "end;\n"
     "invariant \"one\" !exists p : P do exists q : P do p != q & a[p] = e & "
     "a[q] = e end end;\n"},
    {"returns in the midst", 247, 644, false,
     "procedure go(v : B); begin for j : B do if k[j] = v then k[j] := (v + 1) "
     "% 3; return; end; end; x := (x + 1) % 3; end;\n"
     "rule begin go(0); end;\n"
     "rule x < 2 ==> begin if k[0] = 1 then x := x + 1; return; end; if t then "
     "y := 1; else y := 2; return; end; t := false; end;\n"
     "rule begin t := true; go(x); end;\n"},
    {"division and remainder of negative numbers", 14, 28, false,
     "rule begin x := (x + 1) % 3; y := -((x - 5) / 3); end;\n"
     "rule begin k[x] := -((x - 5) % 3); end;\n"},
    {"switch and while", 36, 108, false,
     "rule begin switch r.s case i, c: r.s := e; case e: r.s := i; x := (x + "
     "1) % 3; end; end;\n"
     "rule begin y := x; while y > 0 do y := y - 1; k[y] := 1; end; end;\n"
     "rule begin switch x case 0: t := true; else t := false; end; end;\n"},
    {"functions with and without effects", 32, 86, false,
     "function next() : B; begin x := (x + 1) % 3; return x; end;\n"
     "function least() : B; var l : B; begin l := 2; for j : B do if k[j] < l "
     "then l := k[j]; end; end; return l; end;\n"
     "function some(v : B) : boolean; begin for j : B do if k[j] = v then "
     "return true; end; end; return false; end;\n"
     "rule begin k[0] := next(); end;\n"
     "rule !some(2) ==> begin k[1] := least() + 1; end;\n"
     "rule begin y := least(); if next() = 1 then t := some(1); end; end;\n"},
    {"copies pass undefined parts on", 38, 144, false,
     "var q : R;\n"
     "rule begin q := r; end;\n"
     "rule begin undefine r.b; end;\n"
     "rule begin r := q; x := (x + 1) % 3; end;\n"
     "rule isundefined(q.b) & !isundefined(q.s) ==> begin q.b := 2; end;\n"
     "rule q = r ==> begin y := 1; end;\n"},
    {"references to fixed places", 58, 174, false,
     "procedure both(var u : B; var v : B; w : B); begin u := w; v := (w + u) "
     "% 3; end;\n"
     "ruleset j : B do rule begin alias z : k[j] do both(z, y, x); end; x := "
     "(x + 1) % 3; end; end;\n"},
    {"local variables start undefined", 12, 15, false,
     "rule var l : B; g : R; begin if t then l := 1; end; if !isundefined(l) "
     "then x := l; end; g.s := c; r := g; t := !t; end;\n"
     "rule !isundefined(r.b) ==> begin y := (y + 1) % 3; end;\n"},
    {"loops that depend on their order", 8, 16, false,
     "rule begin for p : P do if t then a[p] := c; end; t := !t; end; end;\n"
     "rule x < 2 ==> begin for j := 2 to 0 by -1 do k[j] := x; x := (x + j) % "
     "3; end; end;\n"},
    {"an alias of a rule", 46, 111, false,
     "ruleset j : B do alias z : k[j]; w : r.s do\n"
     "  rule z < 2 ==> begin z := z + 1; end;\n"
     "  rule w = i & z = 2 ==> begin w := c; end;\n"
     "end; end;\n"},
    {"an error in a quantifier that has decided", 6, 12, false,
     "rule begin undefine k[2]; end;\n"
     "rule exists j : B do k[j] = 0 end ==> begin x := (x + 1) % 3; end;\n"},
    {"errors", 3, 3, true,
     "rule x < 2 ==> begin x := x + 1; end;\n"
     "rule x = 2 ==> begin assert t \"t\"; end;\n"},
};

TEST_CASE("a Murphi file has the states and steps that Rumur counts") {
  for (const Case& c : cases) {
    INFO(c.name);
    const Found found = explored(head + c.rules);
    CHECK(found.states == c.states);
    CHECK(found.steps == c.steps);
    CHECK(found.violated == c.violated);
  }
}

// Is every state of it free of errors, and are all invariants true?
bool holds(const std::string& text) {
  return !explored(text).violated;
}

const std::string small =
    "const N : 2;\ntype P : scalarset(N); B : 0..3;\n"
    "  R : record x : B; y : B; end;\n"
    "var a : array [P] of boolean; v, w : B; m : array [0..1] of 0..1;\n"
    "  q : array [0..1] of R; r, s : R; b : boolean; o : P;\n";
const std::string start =
    "startstate begin for p : P do a[p] := false; end; v := 0; w := 0;\n"
    "  m[0] := 0; m[1] := 0; for i : 0..1 do q[i].x := i; q[i].y := 1 - i; end;"
    "\n  r.x := 0; r.y := 0; b := false; end;\n";

TEST_CASE("rounds of a loop in a start state come one after the other") {
  const auto at_start = [](const std::string& body, const std::string& claim) {
    const std::string begin = "for p : P do a[p] := false; end; v := 0; ";
    return holds(small + "startstate begin " + begin + body +
                 " end;\ninvariant \"i\" " + claim + ";\n");
  };
  CHECK(at_start("for p : P do a[p] := b; b := true; end;", "true") == false);
  CHECK(at_start("b := false; for p : P do a[p] := b; b := true; end;",
                 "exists p : P do a[p] end"));
  CHECK(at_start("for i : 0..1 do m[0] := 1; m[i] := 0; end;", "m[0] = 1"));
  CHECK(at_start("for i : 0..1 do m[i] := 1; m[i] := 0; end;", "m[0] = 0"));
}

TEST_CASE("reading what is undefined is an error") {
  const auto step = [](const std::string& body) {
    return holds(small + start + "rule begin " + body + " end;\n");
  };
  CHECK_FALSE(step("v := s.x;"));
  CHECK_FALSE(step("r.x := 2; r := s; v := r.x;"));
  CHECK_FALSE(step("undefine r; v := r.y;"));
  CHECK_FALSE(step("r.y := 1; undefine r; v := r.y;"));
  CHECK_FALSE(step("put s.x + 1;"));
  CHECK(step("put s.x; put \"none\"; r := s; s := r;"));
  CHECK_FALSE(step("a[o] := true;"));
  CHECK_FALSE(step("if o = o then v := 1; end;"));
  CHECK(step("if isundefined(o) | o = o then v := 1; end;"));
  CHECK_FALSE(step("undefine b; if b then v := 1; end;"));
  CHECK(step("undefine b; b := isundefined(b); if b then v := 1; end;"));
  CHECK_FALSE(step("alias z : m[v + 2] do w := 0; end;"));
  // No round comes to its end.
  CHECK_FALSE(step("while b do s.x := 1; error \"e\"; end; v := s.x;"));
  CHECK(step("s.x := 1; while b do error \"e\"; end; v := s.x;"));
  // A later round undefines what an earlier one has defined.
  CHECK_FALSE(
      step("for i : 0..1 do undefine m[0]; m[i] := 1; end; v := m[0];"));
  CHECK_FALSE(step("for i : 0..1 do undefine q; q[i] := r; end; v := q[0].x;"));
  CHECK(
      step("for i : 0..1 do undefine m[i]; end; for i : 0..1 do m[i] := 1; "
           "end; v := m[0];"));
  CHECK_FALSE(step("switch s.x case 0: v := 1; end;"));
}

TEST_CASE("places are found before they are written") {
  const auto step = [](const std::string& body, const std::string& claim) {
    return holds(small + start + "rule v = 0 ==> begin " + body +
                 " v := 1; end;\ninvariant \"i\" v = 1 -> " + claim + ";\n");
  };
  CHECK(step("r.x := 1; r := q[r.x];", "r.x = 1 & r.y = 0"));
  CHECK(step("q[0].x := 1; r := q[r.x];", "r.x = 1 & r.y = 1"));
  CHECK(step("b := (1 = 2) -> (v = 3);", "b"));
  CHECK(step("b := (1 = 1) -> (v = 3);", "!b"));
  CHECK(step("m[0] := 1; m[m[0]] := 1; undefine m[m[0]];",
             "isundefined(m[1]) & m[0] = 1"));
  CHECK(step("undefine m[1]; m[m[0]] := 1;", "isundefined(m[1]) & m[0] = 1"));
}

TEST_CASE("what is local to a rule is no part of a state") {
  const Found found = explored(
      "var v : 0..3;\nstartstate begin v := 0; end;\n"
      "rule \"r\" v = 0 ==> var k : 0..3; begin k := 2; v := k - 2; end;\n"
      "rule \"s\" v = 0 ==> var k : 0..3; begin assert isundefined(k); end;\n");
  CHECK_FALSE(found.violated);
  CHECK(found.states == 1);
}

// The codes of its diagnostics.
std::set<int> codes(const std::string& text) {
  return test::codes(*decide::open_model(text, "model.m", {}));
}

TEST_CASE("parameters by value are values, of their type if defined") {
  const auto step = [](const std::string& functions, const std::string& body) {
    return holds(small + functions + start + "rule begin " + body + " end;\n");
  };
  const std::string one = "function f(z : 0..1) : B; begin return 1; end;\n";
  CHECK_FALSE(step(one, "v := 2; w := f(v);"));
  CHECK(step(one, "v := 1; w := f(v);"));
  CHECK(step(one, "undefine v; w := f(v);"));
  CHECK(
      step("function f(z : B) : B; begin return 1; end;\n"
           "function g() : B; var k : B; begin return f(k); end;\n",
           "w := g();"));
  CHECK_FALSE(
      step("function f(z : B) : B; begin return z; end;\n"
           "function g() : B; var k : B; begin return f(k); end;\n",
           "w := g();"));
  CHECK(step("function f(z : B) : B; begin w := 3; return z - 3; end;\n",
             "v := 3; assert f(v) = 0;"));
  CHECK(step("function f(z : B) : B; begin w := z; return w + 1; end;\n",
             "alias q0 : 4 do assert f(3) = q0; end;"));
}

TEST_CASE("what an argument's call undefines stays undefined") {
  const std::string functions =
      "function f(z : B) : B; begin return z; end;\n"
      "function g() : B; begin undefine v; return 1; end;\n";
  const auto step = [&](const std::string& last) {
    return holds(small + functions + start +
                 "rule begin v := 1; w := f(g()); " + last + " end;\n");
  };
  CHECK_FALSE(step("w := v;"));
  CHECK(step("assert isundefined(v);"));
}

const std::string few =
    "var x : 0..5; y : 0..3; b : boolean; q : array [0..1] of 0..3;\n";
const std::string few_start =
    "startstate begin x := 0; y := 0; b := false; q[0] := 0; q[1] := 0; end;\n";

// Numbers are those of Rumur.
const Case assumptions[] = {
    {"a step that is cut off is none", 3, 4, false,
     "rule x < 4 ==> begin x := x + 1; assume x != 3; end;\n"
     "rule x > 0 ==> begin x := x - 1; end;\n"},
    {"under conditions", 6, 7, false,
     "rule begin y := (y + 1) % 4; if y = 2 then assume b; end; end;\n"
     "rule begin assume y = 1; b := !b; end;\n"},
    {"after a return", 3, 3, false,
     "rule var k : 0..3; begin k := (y + 1) % 4; if k = 3 then return; end; "
     "assume k != 2 | b; y := k; end;\n"
     "rule y = 1 ==> begin b := !b; y := 2; end;\n"},
    {"an assertion before it may fail", 3, 3, true,
     "rule begin assert y < 2; assume y < 2; y := y + 1; end;\n"},
    {"an error before it is one", 1, 1, true,
     "rule begin if b then assume true; else error \"e\"; end; assume b; "
     "end;\n"},
    {"an alias is another name", 2, 2, false,
     "rule begin alias z : x do assume z = 0; b := !b; end; end;\n"},
    {"states that are left out", 16, 32, false,
     "rule x < 5 ==> begin x := x + 1; q[y] := (q[y] + x) % 4; end;\n"
     "rule begin y := 1 - y % 2; end;\n"
     "assume \"s\" x < 4;\nruleset i : 0..1 do assume \"t\" q[i] != 3; end;\n"},
    {"references to elements", 10, 20, false,
     "ruleset i : 0..1 do alias z : q[i] do rule begin z := (z + 1) % 4; end; "
     "end; end;\nassume \"s\" q[0] + q[1] < 4;\n"},
    {"start states that are left out", 1, 0, false,
     "startstate begin x := 5; y := 0; b := false; q[0] := 0; q[1] := 0; end;\n"
     "rule x > 0 ==> begin x := x - 1; end;\nassume \"s\" x != 4;\n"
     "assume \"z\" x < 5 | b;\n"},
    {"a start state that is a rule", 7, 8, false,  // with the state before
     "startstate begin x := 3; while x > 1 do x := x - 1; end; y := 1; b := x "
     "= "
     "1; q[0] := 3; q[1] := 0; end;\n"
     "rule begin x := (x + 1) % 6; end;\nassume \"s\" q[0] < 3;\n"},
    {"undefined parts are taken back", 5, 10, false,
     "rule begin undefine x; end;\nrule isundefined(x) ==> begin x := 1; end;\n"
     "rule !isundefined(x) & x < 5 ==> begin x := x + 1; end;\n"
     "assume \"s\" isundefined(x) | x < 4;\n"},
    {"an assumption that is an error", 4, 4, true,  // with the state before
     "rule x < 5 ==> begin x := x + 1; end;\nassume \"s\" 6 / (3 - x) >= 2;\n"},
};

// Numbers are those of Rumur, errors counted as steps.
const Case loops[] = {
    {"up and down", 80, 160, false,
     "rule begin s := 0; for i := x to 2 do s := s * 4 + i; end; end;\n"},
    {"by steps that may be errors", 120, 240, true,
     "rule begin s := 0; for i := 1 to x by z do s := s * 3 + i; end; end;\n"},
    {"by two", 100, 200, false,
     "rule begin s := 0; for i := x to x + 3 by 2 do s := s * 5 + i; end; "
     "end;\n"},
    {"what hides a bound", 160, 320, false,
     "rule begin y := x; for y := y to 3 do q[y] := y; end; end;\n"},
    {"bounds that the loop changes", 180, 540, false,
     "rule begin for i := 0 to x do x := 0; q[i] := 1; end; s := q[0] + q[1] + "
     "q[2] + q[3]; end;\n"
     "rule begin for i : 0..3 do q[i] := 0; end; end;\n"},
    {"quantifiers", 600, 2250, false,
     "rule begin b := exists i := x to 2 do q[i] = i & i > 0 end; end;\n"
     "rule begin q[x] := x; end;\n"
     "rule forall i := x to z do i < 3 end ==> begin s := 7; end;\n"},
    {"quantifiers that may fail", 40, 48, true,
     "rule exists i := z to x do 6 / (i - 1) > 2 end ==> begin s := 7; end;\n"},
    {"quantifiers by steps", 40, 56, true,
     "rule forall i := 0 to x by z + 1 do i < 2 end ==> begin s := 7; end;\n"},
    {"in functions", 3200, 13840, false,
     "function first() : 0..3; begin for i := x to 3 do if q[i] != i then "
     "return i; end; end; return 0; end;\n"
     "function sum() : 0..99; var t : 0..99; begin t := 0; for i := x to 2 do "
     "t := t * 4 + i; end; return t; end;\n"
     "function any() : boolean; begin for i := z to x do if i = s then return "
     "true; end; end; return false; end;\n"
     "rule begin s := sum(); end;\nrule begin y := first(); end;\n"
     "rule begin q[x] := x; end;\nrule any() ==> begin y := 9; end;\n"},
    {"a bound that is a call", 80, 160, false,
     "function next() : 0..3; begin x := (x + 1) % 4; return x; end;\n"
     "rule begin s := 0; for i := next() to 2 do s := s * 4 + i; end; end;\n"},
    {"a bound that is undefined", 200, 800, true,
     "rule begin for i := 0 to o do s := 3; end; end;\n"
     "rule begin o := x; end;\nrule begin undefine o; end;\n"},
    {"one in another, with a return", 60, 120, false,
     "rule begin s := 0; for i := 0 to x do for j := i to x do s := (s + j) % "
     "100; if s > 5 then return; end; end; end; end;\n"},
    {"what some rounds define", 400, 1320, false,
     "rule begin for i := x to 3 do undefine q[i]; end; end;\n"
     "rule begin for i := 0 to x do q[i] := 1; end; end;\n"
     "rule !isundefined(q[3]) ==> begin s := q[3]; end;\n"},
    {"a step of nothing", 40, 80, true,
     "rule begin for i := z to z by x - 1 do s := 3; end; end;\n"},
    {"what not all rounds define", 20, 40, true,
     "rule var k : array [0..3] of 0..3; begin for i := 0 to x do k[i] := 0; "
     "end; s := k[2]; end;\n"},
};

TEST_CASE("loops with bounds that are computed run as in Rumur") {
  const std::string before =
      "var x : 0..3; y : 0..9; z : -2..2; b : boolean;\n"
      "  q : array [0..3] of 0..3; s : 0..99; o : 0..3;\n"
      "startstate begin x := 0; y := 0; z := -2; b := false;\n"
      "  for i : 0..3 do q[i] := 0; end; s := 0; undefine o; end;\n"
      "rule x < 3 ==> begin x := x + 1; end;\n"
      "rule x = 3 ==> begin x := 0; z := z = 2 ? -2 : z + 1; end;\n";
  for (const Case& c : loops) {
    INFO(c.name);
    const Found found = explored(before + c.rules);
    CHECK(found.states == c.states);
    CHECK(found.steps == c.steps);
    CHECK(found.violated == c.violated);
  }
}

TEST_CASE("an alias of rules does not know what the rule before it did") {
  const auto with = [](const std::string& first) {
    return codes(
        "var a : array [0..2] of 0..2; i, y : 0..2;\n"
        "startstate begin for k : 0..2 do a[k] := 0; end; i := 1; y := 0; "
        "end;\n" +
        first + "rule y = 2 ==> begin i := 1; end;\n" +
        "alias z : a[i] do rule begin y := z; end; end;\n");
  };
  CHECK(with("rule begin undefine i; end;\n") == std::set{1315});
  CHECK(with("").empty());
}

// Numbers are those of Rumur, but for the state before the start.
TEST_CASE("what one rule defines another one may find undefined") {
  const Found invariant =
      explored(few + few_start + "rule begin undefine x; end;\n" +
               "rule begin x := 1; end;\ninvariant \"i\" x < 5;\n");
  CHECK(invariant.states == 3);
  CHECK(invariant.violated);
  const Found second = explored(
      few + few_start +
      "startstate begin y := x % 4; x := 2; b := false; q[0] := 0; q[1] := 0; "
      "end;\nrule x < 5 ==> begin x := x + 1; end;\n");
  CHECK(second.states == 7);
  CHECK(second.violated);
  // Of start states, too: none leaves defined what another one does.
  const std::string two = "var x : 0..5; y : 0..3;\n";
  const Found left = explored(two +
                              "startstate begin x := 1; y := 0; end;\n"
                              "startstate begin y := 1; end;\n"
                              "rule isundefined(x) ==> begin x := 2; end;\n");
  CHECK(left.states == 3);
  CHECK(left.steps == 1);
  CHECK(explored(two + "startstate begin undefine x; y := 1; end;\n"
                       "startstate begin x := 1; y := 0; end;\n"
                       "rule y < 3 ==> begin y := y + 1; end;\n"
                       "assume \"s\" x < 4;\n")
            .violated);
}

// What a row of a matrix has in common with a row: not the index of the matrix.
TEST_CASE("a row that is copied keeps its scalarset") {
  const auto rows = [](int n, int m, const std::string& rules) {
    return explored(fmt::format(
        "const N : {}; M : {};\ntype P : scalarset(N); Q : scalarset(M); "
        "Row : array [Q] of boolean;\n"
        "var m : array [P] of Row; o : Row; c : 0..3;\n"
        "procedure turn(r : Row; p : P); begin for x : Q do m[p][x] := !r[x]; "
        "end; end;\n"
        "startstate begin c := 0; for q : Q do o[q] := false; for p : P do "
        "m[p][q] := false; end; end; end;\n"
        "ruleset p : P; q : Q do rule !m[p][q] ==> begin m[p][q] := true; "
        "end; end;\n{}",
        n, m, rules));
  };
  const std::string copy = "ruleset p : P do rule begin o := m[p]; end; end;\n";
  const std::string claim =
      "invariant \"i\" forall q : Q do forall r : Q do o[q] & o[r] -> q = r "
      "end end;\n";
  CHECK(rows(1, 3, copy).states == 27);
  CHECK(rows(1, 3, copy + claim).violated);
  CHECK(!rows(2, 1, copy + claim).violated);
  CHECK(
      rows(2, 1, "ruleset p : P do rule o = m[p] ==> begin c := 1; end; end;\n")
          .states == 8);
  CHECK(rows(1, 2, "ruleset p : P do rule begin turn(m[p], p); end; end;\n")
            .states == 4);
}

TEST_CASE("members of a scalarset are no bounds of a loop") {
  const auto step = [](const std::string& body) {
    return codes(small + start + "ruleset p : P; k : P do rule begin " + body +
                 " end; end;\n");
  };
  CHECK(step("b := exists i := p to k do a[p] end;") == std::set{1309});
  CHECK(step("for i := p to k do b := true; end;") == std::set{1309});
  CHECK(step("for i := 0 to v do b := true; end;").empty());
}

TEST_CASE("a while of more than a million rounds is an error") {
  const auto rounds = [](int count) {
    return explored(
        fmt::format("var s : 0..1000001; b : boolean;\n"
                    "startstate begin s := 0; b := false; end;\nrule !b ==> "
                    "begin while s < "
                    "{} do s := s + 1; end; s := 0; b := true; end;\n",
                    count));
  };
  CHECK(rounds(1'000'000).states == 2);
  CHECK_FALSE(rounds(1'000'000).violated);
  CHECK(rounds(1'000'001).violated);
}

TEST_CASE("what is assumed is left out as Rumur does it") {
  for (const Case& c : assumptions) {
    INFO(c.name);
    const Found found = explored(few + few_start + c.rules);
    CHECK(found.states == c.states);
    CHECK(found.steps == c.steps);
    CHECK(found.violated == c.violated);
  }
  const auto refused = [](const std::string& rules) {
    return codes(few + rules + few_start) == std::set{1307};
  };
  CHECK(refused("rule begin q[0] := 1; assume q[0] = 1; end;\n"));
  CHECK(refused("rule begin alias z : x do x := 1; assume z = 1; end; end;\n"));
  CHECK(refused("procedure p(); begin assume b; end;\nrule begin p(); end;\n"));
  CHECK(refused("ruleset i : 0..3 do assume \"a\" q[i] = 0; end;\n"));
}

TEST_CASE("an alias is the place, not its value") {
  CHECK(holds(small +
              "function f(i : B) : B; var k : B; begin k := i; alias z : k do "
              "k := 2; return z; end; end;\n" +
              start + "rule begin w := f(0); assert w = 2; end;\n"));
  CHECK(holds(small + start +
              "rule begin alias z : v do v := 3; assert z = 3; end; end;\n"));
}

TEST_CASE("the end of a function without a value is an error") {
  const auto step = [](const std::string& last) {
    return holds(small + "function f() : B; begin w := 1 - w; " + last +
                 " end;\n" + start + "rule begin v := f(); end;\n");
  };
  CHECK(step("return 1;"));
  CHECK(step("if w >= 0 then return 1; end;"));
  CHECK_FALSE(step("if w > 0 then return 1; end;"));
  CHECK(step("for i : B do if i > w then return i; end; end;"));
  CHECK_FALSE(step("switch w case 0: return 1; end;"));
}

TEST_CASE("what has no order here is refused") {
  const std::string effects =
      "function g() : B; begin v := (v + 1) % 4; return v; end;\n"
      "function h(x : B; y : B) : B; begin w := x; return y; end;\n";
  const auto step = [&](const std::string& body) {
    return codes(small + effects + start + "rule begin " + body + " end;\n");
  };
  CHECK(step("w := g();").empty());
  CHECK(step("w := v + g();") == std::set{1311});
  CHECK(step("w := g() + g();") == std::set{1311});
  CHECK(step("if b & g() = 1 then w := 1; end;") == std::set{1311});
  CHECK(step("if g() = 1 & b then w := 1; end;").empty());
  CHECK(step("w := h(v, g());") == std::set{1311});
  CHECK(step("w := h(h(1, 2), 3);").empty());
  CHECK(step("w := h(g() + v, 3);") == std::set{1311});
  CHECK(step("w := h(3, h(1, 2));").empty());
  CHECK(step("while g() < 3 do w := 1; end;") == std::set{1311});
  CHECK(step("alias z : m[v % 2] do v := 1; z := 0; end;") == std::set{1315});
  CHECK(step("for i : B do i := 1; end;").contains(1310));
}

// Whether the scalarset may have any size.
bool is_open(const std::string& text) {
  const auto opened = decide::open_model(text, "model.m", {});
  INFO(messages(*opened) << text);
  REQUIRE(opened->good());
  return std::string(opened->source->text()).find("param N : 1.. = 2") !=
         std::string::npos;
}

TEST_CASE("a scalarset is open where nothing depends on its size or order") {
  const auto step = [](const std::string& body) {
    return is_open(small + start + "rule begin " + body + " end;\n");
  };
  CHECK(step("v := 1;"));
  CHECK(step("for p : P do a[p] := !a[p]; end;"));
  CHECK(step("for p : P do if a[p] then b := true; end; end;"));
  CHECK(step("b := exists p : P do a[p] end;"));
  CHECK_FALSE(step("for p : P do b := !b; end;"));
  CHECK_FALSE(step("for p : P do b := a[p]; end;"));
  CHECK(step("for p : P do if a[p] then v := 1; else v := 1; end; end;"));
  CHECK_FALSE(step("for p : P do if a[p] then v := 1; else v := 2; end; end;"));
  CHECK_FALSE(
      step("for p : P do if b then a[p] := true; end; b := true; end;"));
  CHECK_FALSE(step("for p : P do o := p; end;"));
  CHECK_FALSE(step("for p : P do a[o] := a[p]; end;"));
  CHECK_FALSE(step("for p : P do if a[p] then return; end; a[p] := b; end;"));
  CHECK_FALSE(step("clear o;"));
  CHECK_FALSE(step("v := N;"));
  CHECK_FALSE(step("for i : 1..N do v := 1; end;"));
  CHECK_FALSE(step("b := forall p : P do p != o end;"));
  CHECK(
      is_open(small + start + "invariant \"i\" forall p : P do p != o end;\n"));
  CHECK_FALSE(step("for p : P do while a[p] do a[p] := false; end; end;"));
}

TEST_CASE("scalarsets of one constant are open together, or not at all") {
  const auto open = [](const std::string& use) {
    return is_open(
        "const N : 2;\ntype P : scalarset(N); Q : scalarset(N);\n"
        "var a : array [P] of boolean; c : array [Q] of boolean;\n"
        "  p0 : P; q0 : Q; x : 0..1;\nstartstate begin "
        "for p : P do a[p] := false; end;\n"
        "for q : Q do c[q] := false; end; undefine p0; undefine q0;"
        "\nx := 0; end;\nrule begin " +
        use + " end;\n");
  };
  CHECK(open("x := 1;"));
  CHECK_FALSE(open("for q : Q do x := 1 - x; end;"));
  CHECK_FALSE(open("clear p0;"));
}

TEST_CASE("scalarsets that meet are one") {
  const std::string text =
      "const N : 2;\ntype P : scalarset(N); Q : scalarset(N);\n"
      "var a : array [P] of boolean; q0 : Q; x : 0..1;\n"
      "startstate begin for p : P do a[p] := false; end; undefine q0; x := 0; "
      "end;\nruleset q : Q do rule begin a[q] := true; q0 := q; end; end;\n"
      "ruleset p : P do rule !isundefined(q0) & q0 = p ==> begin a[p] := "
      "false; "
      "end; end;\n";
  CHECK(is_open(text));
  const Found found = explored(text);
  CHECK(found.states == 9);
  CHECK(found.steps == 26);
  // By chance.
  CHECK_FALSE(is_open(
      "const N : 2; M : 2;\ntype P : scalarset(N); Q : scalarset(M);\n"
      "var d : boolean;\nstartstate begin d := false; end;\n"
      "ruleset p : P; q : Q do rule p = q ==> begin d := true; end; end;\n"));
}

TEST_CASE("cases compare elements of scalarsets that are one type") {
  const std::string text =
      "const N : 2;\ntype P : scalarset(N); Q : scalarset(N);\n"
      "var d : boolean;\nfunction f(p : P; q : Q) : boolean; begin switch p "
      "case q: return true; end; return false; end;\n"
      "startstate begin d := false; end;\nruleset p : P; q : Q do ";
  const std::string claim = " end;\ninvariant \"i\" !d;\n";
  CHECK_FALSE(
      holds(text + "rule begin switch p case q: d := true; end; end;" + claim));
  CHECK_FALSE(holds(text + "rule f(p, q) ==> begin d := true; end;" + claim));
  CHECK_FALSE(holds(text + "rule p = q ==> begin d := true; end;" + claim));
}

TEST_CASE("a start state that is none of ours is a rule") {
  const std::string text =
      "var x, y : 0..3;\nruleset i : 1..2 do startstate begin x := i; "
      "while x < 3 do x := x + i; end; y := x; end; end;\n"
      "rule y > 0 ==> begin y := y - 1; end;\ninvariant \"i\" x = 3;\n";
  // One of the two fails: 2, 4. The state before the start is counted.
  const Found found = explored(text);
  CHECK(found.violated);
  CHECK(found.states == 5);
}

TEST_CASE("constants of the file have the values that -D gives") {
  const std::string text =
      "const K : 2; N : 2;\ntype P : scalarset(N);\n"
      "var x : 0..K; a : array [P] of boolean;\nstartstate begin x := 0; "
      "for p : P do a[p] := false; end; end;\n"
      "rule x < K ==> begin x := x + 1; end;\n"
      "ruleset p : P do rule begin a[p] := true; end; end;\n";
  CHECK(explored(text).states == 12);
  CHECK(explored(text, {{"K", "4"}}).states == 20);
  CHECK(explored(text, {{"N", "3"}}).states == 24);
  CHECK(explored(text, {{"N", "1"}, {"K", "1"}}).states == 4);
}

TEST_CASE("texts that would take long are refused") {
  std::string types = "type t0 : 0..1;\n";
  std::string functions =
      "var x : 0..1;\nfunction f0() : 0..1; begin return "
      "1 - x; end;\n";
  std::string numbers = "const c0 : 999999999;\n";
  for (int i = 1; i < 40; ++i) {
    types +=
        fmt::format("  t{} : record a : t{}; b : t{}; end;\n", i, i - 1, i - 1);
    functions +=
        fmt::format("function f{}() : 0..1; begin return f{}() * f{}(); end;\n",
                    i, i - 1, i - 1);
    if (i > 12) continue;
    numbers += fmt::format("  c{} : c{} * c{};\n", i, i - 1, i - 1);
  }
  const std::string rest = "startstate begin end;\n";
  CHECK(codes(types + "var y : t39;\n" + rest) == std::set{1302});
  CHECK(codes(functions + rest) == std::set{1302});
  CHECK(codes(numbers + "var y : 0..1;\n" + rest) == std::set{1305});
  CHECK(codes("var y : boolean;\nstartstate begin y := " +
              std::string(5000, '!') + "true; end;\n")
            .contains(1302));
  std::string many = "var y : 0..1;\nstartstate begin\n";
  for (int i = 0; i < 20000; ++i) many += "y := 1;\n";
  CHECK(codes(many + "end;\n") == std::set{1302});
}

}  // namespace
}  // namespace murphi_test
