// SPDX-License-Identifier: MIT
// Guards what the parser says of wrong texts: codes, places, wording where it
// helps, one report for one mistake, several mistakes in one run; and that
// hostile texts neither overflow the stack nor take more than linear time.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <string>

#include "network/language/parser/parser.hpp"
#include "tests/network/tree_text.hpp"
#include "tests/network/well_formed.hpp"

namespace vicinal::network::parser_errors_test {
namespace {

struct WrongParse {
  std::string errors;    // "5:12 V0209, ..."
  std::string messages;  // of all, notes too, a line each
  ast::Tree tree;
  std::size_t count = 0;
};

WrongParse parse_wrong(const std::string& text) {
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  WrongParse result;
  result.tree = parse(source, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) {
    if (!result.errors.empty()) result.errors += ", ";
    const Position at = source.position(d.span.begin);
    result.errors +=
        fmt::format("{}:{} V0{}", at.line, at.column, number(d.code));
    result.messages += d.message + "\n";
    for (const Note& note : d.notes) result.messages += note.message + "\n";
    CHECK(d.span.begin <= d.span.end);
    CHECK(d.span.end <= text.size());
  }
  result.count = diagnostics.all().size();
  CHECK(malformed(result.tree, text.size(), !diagnostics.has_errors()) == "");
  return result;
}

std::string errors(const std::string& text) {
  CAPTURE(text);
  return parse_wrong(text).errors;
}

// The first message, and what stands in it.
bool says(const std::string& text, const std::string& part) {
  const std::string messages = parse_wrong(text).messages;
  const bool found = messages.find(part) != std::string::npos;
  if (!found) UNSCOPED_INFO(messages);
  return found;
}

TEST_CASE("syntax errors: many mistakes, each reported once at its place") {
  const WrongParse result = parse_wrong(
      "enum Phase { idle, busy\n"
      "param n : 2.. = 6\n"
      "process P {\n"
      "  port left : bool;\n"
      "  var x : 0..3 := 1;\n"
      "  action a whn x = 1 and left { x = 2; y := 3 }\n"
      "  action b when x < 3 < 4 { x += 1; }\n"
      "  action c { if x { skip; } els { }\n"
      "    x := (1 + 2;\n"
      "    y := 5;\n"
      "  action d { whlie x { skip } }\n"
      "}\n"
      "netwrok {\n"
      "  node s[n] P;\n"
      "  edge e[n] : bool;\n"
      "  conect s[i].p to e[i];\n"
      "  for i in 0..n-1 { connect s[i].right, s[i].left token[i]; }\n"
      "}\n"
      "invariant a: (x && ) || y;\n"
      "invariant b: forall i, j : x;\n"
      "ctl c: AG x == 1 => {y};\n"
      "ctl d: A[{p} U {q}] && { x == };\n"
      "invariant e: x;\n"
      "}\n"
      "fair weakly P.a;\n"
      "const k 3;\n"
      "const if = 3;\n"
      "def f(a, b) = if a < b then a;\n");
  CHECK(result.errors ==
        "2:1 V0212, 2:18 V0209, 4:15 V0220, 5:16 V0232, 6:12 V0212, "
        "6:18 V0206, 6:22 V0208, 6:35 V0207, 6:46 V0209, 7:23 V0205, "
        "7:31 V0207, 8:29 V0215, 9:16 V0212, 11:3 V0213, 11:14 V0215, "
        "11:28 V0209, 13:1 V0201, 14:13 V0212, 16:3 V0217, 17:51 V0212, "
        "19:20 V0210, 20:26 V0228, 21:11 V0222, 22:9 V0223, 22:31 V0210, "
        "24:1 V0214, 25:6 V0212, 26:9 V0212, 27:7 V0202, 28:30 V0212");
  // What was not wrong is there.
  CHECK(result.tree.processes.at(0).actions.size() == 4);
  CHECK(result.tree.properties.size() == 5);
  CHECK(
      show_statements(result.tree, result.tree.processes[0].actions[0].body) ==
      "(:= [x] [2]) (:= [y] [3])");
}

TEST_CASE("syntax errors: a missing ';' is reported after what it should end") {
  CHECK(errors("const k = 3\nconst m = 4;") == "1:12 V0209");
  CHECK(errors("rule r { x := 1\n y := 2; }") == "1:16 V0209");
  CHECK(errors("rule r { x := 1 }") == "1:16 V0209");
  CHECK(errors("rule r { x := 1 y := 2; }") == "1:16 V0209");
  CHECK(errors("const k = 3") == "1:12 V0209");
  CHECK(errors("struct S { x : bool y : bool; }") == "1:20 V0209");
  // Rubbish on the same line is skipped.
  CHECK(errors("rule r { x := 1) + ] 2; y := 2; }") == "1:16 V0209");
  CHECK(says("const k = 3", "expected ';' after the constant"));
}

TEST_CASE("syntax errors: missing braces") {
  CHECK(
      errors("process P { action a { x := 1;\n action b { } }\nconst k = 1;") ==
      "2:2 V0213");
  CHECK(errors("process P { var x : bool;\nrule r { }") == "2:1 V0213");
  CHECK(errors("rule r { if x { while y {") == "1:26 V0213");
  CHECK(errors("rule r when x\n  y := 1;\n}\nconst k = 3;") == "1:14 V0212");
  CHECK(errors("process P\n  port p : in bool;\n}") == "1:10 V0212");
  CHECK(errors("rule r; rule q { }") == "1:7 V0212");
  CHECK(errors("network { node s : P; } } }") == "1:25 V0214, 1:27 V0214");
}

TEST_CASE("syntax errors: recovery at declarations and blocks") {
  // The body of a rule with a wrong head is still looked at.
  CHECK(errors("rule r when ) { x = 1; }") == "1:13 V0210, 1:19 V0207");
  CHECK(errors("process ) { var x bool; var y : ; }") ==
        "1:9 V0204, 1:19 V0212, 1:33 V0211");
  CHECK(errors("const k = ;\nconst = 3;\nconst m = (;\n") ==
        "1:11 V0210, 2:7 V0204, 3:12 V0210");
  CHECK(errors("enum E { a, 3, b }\nenum { a }\nenum F { a b }") ==
        "1:13 V0204, 2:6 V0204, 3:12 V0212");
  CHECK(errors("struct S { x bool; }\nstruct T { : bool; }") ==
        "1:14 V0212, 2:12 V0212");
  CHECK(errors("ctl a: AG ({p} && ] {q}) || {r};\nconst = 1;") ==
        "1:19 V0210, 2:7 V0204");
  CHECK(errors("network { connect a.p e; foo; init ); }\nfoo;") ==
        "1:23 V0212, 1:26 V0217, 1:36 V0210, 2:1 V0201");
  CHECK(errors("process P { foo bar; rule; var x : bool; }") ==
        "1:13 V0216, 1:22 V0216");
}

TEST_CASE("syntax errors: a declaration in the wrong place") {
  CHECK(says("var x : bool;", "'var' is part of a process"));
  CHECK(says("node s : P;", "'node' is part of a network"));
  CHECK(errors("var x : bool;\nnode s : P;") == "1:1 V0201, 2:1 V0201");
}

TEST_CASE("syntax errors: a keyword after a missing expression is no name") {
  CHECK(errors("process P { var x : bool =\n  var y : bool; }") == "2:3 V0210");
  CHECK(errors("process P { var x :\n  var y : bool; }") == "2:3 V0211");
  CHECK(errors("rule r when a &&\nrule q { }") == "2:1 V0210");
}

TEST_CASE("syntax errors: misspelt words") {
  CHECK(says("parma n : 1.. = 2;", "did you mean 'param'?"));
  CHECK(says("process P { prot p : in bool; }", "did you mean 'port'?"));
  CHECK(says("network { egde e : bool; }", "did you mean 'edge'?"));
  CHECK(says("rule r wehn x { }", "did you mean 'when'?"));
  CHECK(says("rule r priorty y { }", "did you mean 'priority'?"));
  CHECK(says("rule r { fro i in s { } }", "did you mean 'for'?"));
  CHECK(says("rule r { pusj(q, 1); }", "did you mean 'push'?"));
  CHECK(says("rule r { skp; }", "did you mean 'skip'?"));
  CHECK(errors("parma n : 1.. = 2;") == "1:1 V0201");
  CHECK(errors("rule r { fro i in s { } }") == "1:10 V0215");
  CHECK(errors("rule r { pusj(q, 1); }") == "1:10 V0215");
}

TEST_CASE("syntax errors: reserved words") {
  CHECK(says("const forall = 3;",
             "'forall' is a reserved word and cannot be the name of a"));
  CHECK(says("def count(x) = x;", "'count' is a reserved word"));
  CHECK(says("struct full { x : bool; }", "reserved word"));
  CHECK(says("rule r { x := then; }", "the reserved word 'then'"));
  CHECK(errors("enum E { a, none, b }") == "1:13 V0202");
  CHECK(errors("invariant i: forall self in s: self;") == "1:21 V0202");
  CHECK(errors("process P { var index, when : bool; }") ==
        "1:17 V0202, 1:24 V0202");
  CHECK(errors("rule r { true := 1; }") == "1:10 V0215");
}

TEST_CASE(
    "syntax errors: operators of other languages are taken for what they "
    "mean") {
  const WrongParse result =
      parse_wrong("const k = a and not b or c implies d iff e mod f -> g;");
  CHECK(result.errors ==
        "1:13 V0208, 1:17 V0208, 1:23 V0208, 1:28 V0208, 1:38 V0208, "
        "1:44 V0208, 1:50 V0208");
  CHECK(show(result.tree, result.tree.consts[0].value) ==
        "(<=> (=> (|| (&& a (! b)) c) d) (=> (% e f) g))");
  CHECK(errors("ltl t: not {a} and {b};") == "1:8 V0208, 1:16 V0208");
  CHECK(errors("const k = a & b;") == "1:13 V0109");
}

TEST_CASE("syntax errors: '=' for '==', and the other way round") {
  CHECK(errors("invariant a: x = 1 && y := 2;") == "1:16 V0206, 1:25 V0206");
  CHECK(errors("rule r { x == 1; y = 2; z -= 3; }") ==
        "1:12 V0207, 1:20 V0207, 1:27 V0207");
  CHECK(says("rule r { x[1] *= 2; }", "write 'x[1] := x[1] * ...'"));
  CHECK(errors("const k == 3; param n : 1.. := 2; shared x : bool := a;") ==
        "1:9 V0232, 1:29 V0232, 1:51 V0232");
}

TEST_CASE("syntax errors: comparisons do not chain, and one report says so") {
  const WrongParse result = parse_wrong("invariant a: x < y <= z == w;");
  CHECK(result.errors == "1:20 V0205");
  CHECK(says("invariant a: x < y <= z;", "write 'x < y && y <= ...'"));
  CHECK(errors("invariant a: (x < y) == z && x < (y < z);").empty());
  CHECK(errors("invariant a: x == y == z && a < b < c;") ==
        "1:21 V0205, 1:35 V0205");
}

TEST_CASE("syntax errors: numbers") {
  CHECK(errors("const k = 9223372036854775808;") == "1:11 V0107");
  CHECK(errors("const k = --9223372036854775808;").empty());
  CHECK(errors("const k = -9223372036854775809;") == "1:12 V0107");
  CHECK(errors("const k = 1 - 9223372036854775808;") == "1:15 V0107");
  CHECK(errors("const k = 99999999999999999999999999;") == "1:11 V0107");
}

TEST_CASE("syntax errors: what the lexer reported is not reported again") {
  CHECK(errors("const k = $;\nconst m = 1;") == "1:11 V0101");
  CHECK(errors("const k = 3 ? 4 : 5;\nconst m = 1;") == "1:13 V0101");
  CHECK(errors("rule r { /* x := 1; }") == "1:10 V0104");
  CHECK(errors("network from \"a { node : P; }\nconst k = 1;") == "1:14 V0105");
}

TEST_CASE("syntax errors: parameters, ports and types") {
  CHECK(errors("param n; param m : 3; param o : 2..; param p : 1..2;") ==
        "1:8 V0219, 1:21 V0219, 1:36 V0218, 1:52 V0218");
  CHECK(errors("process P { port p, q : T; port r : sideways T; }") ==
        "1:25 V0220, 1:37 V0220");
  CHECK(errors("shared x : a + 1; shared y : [3]; shared z : id s;") ==
        "1:12 V0211, 1:30 V0211, 1:49 V0212");
  CHECK(errors("shared q : queue T; shared r : queue T[1][2];") ==
        "1:19 V0212, 1:42 V0221");
  CHECK(errors("shared x : (bool; shared y : (1 + 2);") ==
        "1:17 V0212, 1:31 V0211");
}

TEST_CASE("syntax errors: what has no token has an empty span in its parent") {
  // Found by fuzzing.
  CHECK(errors("ctl ! id;") == "1:5 V0231, 1:7 V0210");
}

TEST_CASE("syntax errors: brackets say where they opened") {
  CHECK(says("const k = f(1, 2;", "this '(' is open"));
  CHECK(says("const k = a[1, 2];", "several indices are written a[i][j]"));
  CHECK(says("ctl a: {x;", "this '{' is open"));
  CHECK(errors("const k = f(1, (2]);") == "1:18 V0212");
}

TEST_CASE("syntax errors: clauses") {
  CHECK(errors("rule r when a priority b when c priority d { }") ==
        "1:26 V0224, 1:26 V0224, 1:33 V0224");
  CHECK(errors("network { edge e : T color a color b = 1 color c = 2; }") ==
        "1:30 V0224, 1:42 V0224, 1:50 V0224");
  CHECK(errors("network any { edge e : T via a via b; }") == "1:32 V0224");
}

TEST_CASE("syntax errors: what does not fit the kind of network") {
  CHECK(errors("network { edge e : T via link; }") == "1:22 V0225");
  CHECK(errors("network any { connect a.p to e; for i in s { connect a.p to "
               "e; } if a { } }") ==
        "1:15 V0225, 1:33 V0225, 1:46 V0225, 1:66 V0225");
  CHECK(errors("network from \"f\" { node p[2] : P; edge : T; }") ==
        "1:26 V0225, 1:43 V0226");
  CHECK(errors("network { node : P; edge : T; }") == "1:16 V0204, 1:26 V0204");
  CHECK(errors("network any { node : P; edge : T via l; }") ==
        "1:19 V0233, 1:29 V0233");
  CHECK(errors("network any { node p : P; edge e : T via l; }") == "");
  CHECK(errors("network from \"f\" { node : P; edge : T via l; }") == "");
  CHECK(errors("network from f { }") == "1:14 V0212");
}

TEST_CASE("syntax errors: temporal formulas") {
  CHECK(errors("ctl a: x; ctl b: 3 == x; ctl c: i.phase == eating;") ==
        "1:8 V0222, 1:18 V0222, 1:33 V0222");
  CHECK(errors("ltl a: GF {p}; ltl b: FG{p}; ctlstar c: EGF {p};") ==
        "1:8 V0223, 1:23 V0223, 1:41 V0223");
  CHECK(says("ltl a: GF {p};", "write 'G F' for 'GF'"));
  CHECK(errors("ctl a: AG; ctl b: {p} U; ctl c: ({p};") ==
        "1:10 V0210, 1:24 V0210, 1:37 V0212");
  CHECK(errors("ltl a: exactly 1 i in s: {p}; ltl b: G if x then y else z;") ==
        "1:8 V0222, 1:40 V0222");
}

TEST_CASE("syntax errors: depth: what is allowed, and one level more") {
  const auto nested = [](int depth) {
    return "const k = " + std::string(static_cast<std::size_t>(depth), '(') +
           "1" + std::string(static_cast<std::size_t>(depth), ')') + ";";
  };
  CHECK(errors(nested(ast::max_depth - 1)).empty());
  CHECK(errors(nested(ast::max_depth)) == "1:411 V0203");
  const auto chain = [](const std::string& part, int times) {
    std::string text = "const k = ";
    for (int i = 0; i < times; ++i) text += part;
    return text + "x;";
  };
  CHECK(errors(chain("x + ", ast::max_depth - 1)).empty());
  CHECK(errors(chain("x + ", ast::max_depth)).ends_with("V0203"));
  CHECK(errors(chain("x && ", 10000)).empty());
  CHECK(errors(chain("x => ", ast::max_depth - 1)).empty());
  CHECK(errors(chain("x => ", ast::max_depth)).ends_with("V0203"));
}

TEST_CASE("syntax errors: depth counts blocks and expressions together") {
  const auto text = [](int blocks, int minuses) {
    std::string all = "rule r { ";
    for (int i = 0; i < blocks; ++i) all += "if a { ";
    all += "x := " + std::string(static_cast<std::size_t>(minuses), '-') + "x;";
    for (int i = 0; i < blocks; ++i) all += "} ";
    return all + "}";
  };
  // 200 blocks, the assignment, 198 operators, the operand.
  CHECK(errors(text(200, 198)).empty());
  CHECK(errors(text(200, 199)).ends_with("V0203"));
  CHECK(errors(text(500, 0)).ends_with("V0203"));
}

TEST_CASE("syntax errors: after what is too deep, parsing goes on") {
  const std::string deep(1000, '(');
  const WrongParse result =
      parse_wrong("const k = " + deep + "1;\nconst = 3;\nrule r when " + deep +
                  " { x = 1; }");
  CHECK(result.errors == "1:411 V0203, 2:7 V0204, 3:413 V0203, 3:1018 V0207");
}

// A megabyte of something, with a few errors at most.
TEST_CASE("syntax errors: long hostile texts") {
  struct HostileText {
    std::string prefix, part;
    std::size_t most;
  };
  const std::vector<HostileText> cases{
      {"const k = ", "(", 1},
      {"const k = ", "[", 1},
      {"const k = ", "!", 1},
      {"const k = ", "- ", 1},
      {"const k = a", ".b", 1},
      {"const k = a", "[1]", 1},
      {"const k = ", "x => ", 1},
      {"const k = ", "x <=> ", 1},
      {"const k = ", "x + ", 1},
      {"const k = ", "x && ", 1},
      {"const k = ", "x < ", 2},
      {"const k = ", "f(", 1},
      {"const k = ", "if x then y else ", 1},
      {"const k = ", "forall i in s: ", 1},
      {"const k = ", "forall i in ", 1},
      {"const k = ", "a || b && c == d + e * (", 1},
      {"const k = ", "1", 2},
      {"ctl k: ", "AG ", 1},
      {"ctl k: ", "!", 1},
      {"ctl k: ", "{p} U ", 1},
      {"ctl k: ", "{", 1},
      {"ltl k: ", "(", 1},
      {"shared x : ", "(", 1},
      {"shared x : ", "queue ", 1},
      {"shared x : T", "[1]", 1},
      {"shared x : ", "((1)+(", 1},
      {"rule r {", "if x {", 2},
      {"rule r {", "if x {} else ", 50},
      {"rule r {", "x,", 2},
      {"rule r(", "i in s,", 1},
      {"rule r {\n", "x = 1;\n", 50},
      {"rule r { ", "x := ) {", 2},
      {"network {", "for i in s {", 2},
      {"enum T {", "a,", 1},
      {"", "{", 1},
      {"", "}", 50},
      {"", ";", 0},
      {"", "a ", 1},
      {"", "$ ", 50},
      {"", "/*", 3},
      {"", "\"", 2},
      {"", "process P {", 50},
      {"", std::string(1, '\0'), 1},
      {"", "\xF0\x9F", 1},
  };
  for (const HostileText& c : cases) {
    std::string text = c.prefix;
    while (text.size() < 1000000) text += c.part;
    CAPTURE(c.prefix, c.part);
    const WrongParse result = parse_wrong(text);
    CHECK(result.count <= c.most);
  }
}

TEST_CASE("two assignments that are joined by a comma") {
  CHECK(says("rule r { c := d, d := c; }",
             "one ':=' assigns to all places: write 'c, d := d, c;'"));
  CHECK(says("rule r { c[1] := d + 1, d := (c), e := 2; }",
             "write 'c[1], d, e := d + 1, c, 2;'"));
  CHECK(errors("rule r { c := d, d := c; }\nrule s { skip; }") == "1:20 V0207");
  CHECK(errors("rule r { c, d := d, c; }") == "");
  CHECK(errors("rule r { c := d := c; }") == "1:17 V0206");
  CHECK(errors("rule r { c, d := d, (c := 1); }") == "1:24 V0206");
}

TEST_CASE("Spin's operators of time have a word of ours") {
  CHECK(says("ltl p: [] <> {x};", "write 'G' for '[]'"));
  CHECK(says("ltl p: [] <> {x};", "write 'F' for '<>'"));
  CHECK(errors("ltl p: [] ({x} => <> {y});") == "1:8 V0223, 1:19 V0223");
  CHECK(errors("ltl p: [ {x} ];") == "1:8 V0210");
}

}  // namespace
}  // namespace vicinal::network::parser_errors_test
