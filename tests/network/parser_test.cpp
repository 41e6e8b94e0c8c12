// SPDX-License-Identifier: MIT
// Guards the grammar: what each construct becomes, and that the examples and
// the language reference parse. Errors are in parser_errors_test.cpp.
#include "network/language/parser/parser.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/network/tree_text.hpp"
#include "tests/network/well_formed.hpp"

namespace vicinal::network::parser_test {
namespace {

using ast::Tree;

std::string messages(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& d : diagnostics.all()) {
    all += fmt::format("V0{} at {}: {}\n", number(d.code), d.span.begin,
                       d.message);
  }
  return all;
}

// Parses what must be right.
Tree parsed(const std::string& text) {
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  Tree tree = parse(source, diagnostics);
  CAPTURE(text);
  CHECK(messages(diagnostics) == "");
  CHECK(malformed(tree, text.size(), true) == "");
  return tree;
}

std::string expression(const std::string& text) {
  const Tree tree = parsed("const k = " + text + ";");
  return show(tree, tree.consts.at(0).value);
}

std::string type(const std::string& text) {
  const Tree tree = parsed("shared x : " + text + ";");
  return show(tree, tree.shared.at(0).type);
}

std::string statements(const std::string& text) {
  const Tree tree = parsed("rule r { " + text + " }");
  return show_statements(tree, tree.rules.at(0).body);
}

std::string items(const std::string& text) {
  const Tree tree = parsed("network { " + text + " }");
  return show_items(tree, tree.networks.at(0).items);
}

std::string temporal(const std::string& text) {
  const Tree tree = parsed("ctlstar t: " + text + ";");
  return show(tree, tree.properties.at(0).formula);
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  REQUIRE(in);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

TEST_CASE("grammar: the examples parse") {
  std::size_t found = 0;
  const auto folder = std::filesystem::path(VICINAL_SOURCE_DIR) / "examples";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".vic") continue;
    CAPTURE(file.path());
    parsed(read(file.path()));
    ++found;
  }
  CHECK(found >= 10);
}

TEST_CASE("grammar: the models of the documentation parse") {
  std::size_t found = 0;
  const auto folder = std::filesystem::path(VICINAL_SOURCE_DIR) / "docs";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".md") continue;
    std::istringstream lines(read(file.path()));
    std::string line;
    while (std::getline(lines, line)) {
      // Fragments of the reference are whole declarations.
      const bool fragment =
          line == "```vic-fragment" && file.path().filename() == "language.md";
      if (line != "```vic" && !fragment) continue;
      std::string model;
      while (std::getline(lines, line) && line != "```") model += line + "\n";
      CAPTURE(file.path());
      parsed(model);
      ++found;
    }
  }
  CHECK(found >= 30);
}

TEST_CASE("grammar: precedence, from weak to strong") {
  CHECK(expression("a <=> b => c || d && e == f + g * h") ==
        "(<=> a (=> b (|| c (&& d (== e (+ f (* g h)))))))");
  CHECK(expression("h * g + f == e && d || c => b <=> a") ==
        "(<=> (=> (|| (&& (== (+ (* h g) f) e) d) c) b) a)");
  CHECK(expression("!x == y") == "(== (! x) y)");
  CHECK(expression("-a * b") == "(* (neg a) b)");
  CHECK(expression("a - -b") == "(- a (neg b))");
  CHECK(expression("!!a && !b.c[0]") == "(&& (! (! a)) (! ([] (. b c) 0)))");
  CHECK(expression("a <= b && b != c || c > d && d >= e && e < f") ==
        "(|| (&& (<= a b) (!= b c)) (&& (> c d) (>= d e) (< e f)))");
}

TEST_CASE("grammar: grouping of equal precedence") {
  CHECK(expression("a <=> b <=> c") == "(<=> (<=> a b) c)");
  CHECK(expression("a => b => c") == "(=> a (=> b c))");
  CHECK(expression("a - b - c + d") == "(+ (- (- a b) c) d)");
  CHECK(expression("a / b * c % d") == "(% (* (/ a b) c) d)");
}

TEST_CASE(
    "grammar: chains of && and || are one node; parentheses keep theirs") {
  CHECK(expression("a && b && c && d") == "(&& a b c d)");
  CHECK(expression("a || b || c") == "(|| a b c)");
  CHECK(expression("(a && b) && c") == "(&& (&& a b) c)");
  CHECK(expression("a && (b && c)") == "(&& a (&& b c))");
  const Tree tree = parsed("const k = (a && b) && c;");
  const ast::Expr& outer = tree[tree.consts[0].value];
  CHECK_FALSE(outer.parenthesised);
  CHECK(tree[tree.child(outer, 0)].parenthesised);
}

TEST_CASE("grammar: quantifiers and if reach to the right, also as operands") {
  CHECK(expression("forall i in s: a || b") == "(forall <i in s> (|| a b))");
  CHECK(expression("a && forall i in s: b => c") ==
        "(&& a (forall <i in s> (=> b c)))");
  CHECK(expression("a && !forall i in s: b && c") ==
        "(&& a (! (forall <i in s> (&& b c))))");
  CHECK(expression("(exists i in s: b) && c") == "(&& (exists <i in s> b) c)");
  CHECK(expression("1 + if a then 2 else 3 + 4") == "(+ 1 (if a 2 (+ 3 4)))");
  CHECK(expression("if a then if b then c else d else e => f") ==
        "(if a (if b c d) (=> e f))");
}

TEST_CASE("grammar: quantifiers: binders and domains") {
  CHECK(expression("forall i, j in s: a") == "(forall <i j in s> a)");
  CHECK(expression("forall i in r, j in w: a") ==
        "(forall <i in r, j in w> a)");
  CHECK(expression("forall i, j in r, k in 0..n - 1: a") ==
        "(forall <i j in r, k in (.. 0 (- n 1))> a)");
  CHECK(expression("exists e in i.link: e") == "(exists <e in (. i link)> e)");
  CHECK(expression("exactly 1 e in token: e") == "(exactly <e in token> 1 e)");
}

TEST_CASE("grammar: counting") {
  CHECK(expression("exactly n / 2 - 1 x in d: x.up") ==
        "(exactly <x in d> (- (/ n 2) 1) (. x up))");
  CHECK(expression("atmost k x, y in d: a") == "(atmost <x y in d> k a)");
  CHECK(expression("count(i in s: a) + sum(i, j in s: i.x) == n") ==
        "(== (+ (count <i in s> a) (sum <i j in s> (. i x))) n)");
}

TEST_CASE("grammar: the least and the greatest") {
  CHECK(expression("max(i in s: i.x)") == "(max <i in s> (. i x))");
  CHECK(expression("1 + min(i, j in s, k in 0..1: k)") ==
        "(+ 1 (min <i j in s, k in (.. 0 1)> k))");
  CHECK(expression("max(i, min(j in s: j))") == "(max i (min <j in s> j))");
  CHECK(expression("max(i, j)") == "(max i j)");
}

TEST_CASE("grammar: leaves and postfix") {
  CHECK(expression("true && false") == "(&& true false)");
  CHECK(expression("self == none") == "(== self none)");
  CHECK(expression("s[i + 1].right.x[2]") ==
        "([] (. (. ([] s (+ i 1)) right) x) 2)");
  CHECK(expression("f() + min(a, b) + T(1, [2, 3], [])") ==
        "(+ (+ (f) (min a b)) (T 1 (array 2 3) (array)))");
  CHECK(expression("index(p) < index") == "(< (index p) index)");
  CHECK(expression("((a))") == "a");
}

TEST_CASE("grammar: numbers") {
  CHECK(expression("9223372036854775807") == "9223372036854775807");
  CHECK(expression("-9223372036854775808") == "-9223372036854775808");
  CHECK(expression("a -9223372036854775807") == "(- a 9223372036854775807)");
  CHECK(expression("007") == "7");
}

TEST_CASE("grammar: spans") {
  const std::string text = "const k = (a + b) * -c.d[1];";
  const Source source("test.vic", text);
  Diagnostics diagnostics(&source);
  const Tree tree = parse(source, diagnostics);
  const ast::Expr& product = tree[tree.consts[0].value];
  CHECK(source.text(product.span) == "(a + b) * -c.d[1]");
  CHECK(source.text(product.operator_span) == "*");
  const ast::Expr& sum = tree[tree.child(product, 0)];
  CHECK(source.text(sum.span) == "a + b");
  CHECK(sum.parenthesised);
  const ast::Expr& minus = tree[tree.child(product, 1)];
  CHECK(source.text(minus.span) == "-c.d[1]");
  const ast::Expr& index = tree[tree.child(minus, 0)];
  CHECK(source.text(index.span) == "c.d[1]");
  CHECK(source.text(tree[tree.child(index, 0)].word.span) == "d");
  CHECK(source.text(tree.consts[0].span) == "const k = (a + b) * -c.d[1]");
}

TEST_CASE("grammar: types") {
  CHECK(type("bool") == "bool");
  CHECK(type("int") == "int");
  CHECK(type("Phase") == "Phase");
  CHECK(type("0..n-1") == "(.. 0 (- n 1))");
  CHECK(type("-5..-1") == "(.. (neg 5) (neg 1))");
  CHECK(type("(n + 1)*2..f(a)") == "(.. (* (+ n 1) 2) (f a))");
  CHECK(type("(n)..m") == "(.. n m)");
  CHECK(type("id of s") == "(id s)");
  CHECK(type("bool[4]") == "(array 4 bool)");
  CHECK(type("id of s[n]") == "(array n (id s))");
}

TEST_CASE("grammar: types: sizes and parentheses") {
  CHECK(type("0..3[2]") == "(array 2 (.. 0 3))");
  CHECK(type("0..n[m]") == "(array m (.. 0 n))");
  CHECK(type("(0..n[m])[k]") == "(array k (array m (.. 0 n)))");
  // The first size is the outer one, as in a[i][j].
  CHECK(type("T[2][3]") == "(array 2 (array 3 T))");
  CHECK(type("(T[2])[3]") == "(array 3 (array 2 T))");
  CHECK(type("(T)[2]") == "(array 2 T)");
  CHECK(type("((T))") == "T");
  CHECK(type("((0)..3)") == "(.. 0 3)");
}

TEST_CASE("grammar: types: queues") {
  CHECK(type("queue Job[k]") == "(queue k Job)");
  CHECK(type("queue 0..3[2]") == "(queue 2 (.. 0 3))");
  CHECK(type("queue (T[2])[3]") == "(queue 3 (array 2 T))");
  CHECK(type("(queue T[2])[3]") == "(array 3 (queue 2 T))");
  CHECK(type("queue queue T[2][3]") == "(queue 3 (queue 2 T))");
  CHECK(type("queue (0..n)[2]") == "(queue 2 (.. 0 n))");
}

TEST_CASE("grammar: statements") {
  CHECK(statements("x := 1; x, a[i].f := y, z + 1;") ==
        "(:= [x] [1]) (:= [x (. ([] a i) f)] [y (+ z 1)])");
  CHECK(statements("if a { skip; } else { x := 1; } if b { }") ==
        "(if a {(skip)} {(:= [x] [1])}) (if b {} {})");
  CHECK(statements("if a { } else if b { } else { skip; }") ==
        "(if a {} {(if b {} {(skip)})})");
  CHECK(statements("for i in 0..2 { for e in q.air { e := true; } };") ==
        "(for <i in (.. 0 2)> {(for <e in (. q air)> {(:= [e] [true])})})");
  CHECK(statements("while x > 0 { x := x - 1; }") ==
        "(while (> x 0) {(:= [x] [(- x 1)])})");
  CHECK(statements("push(q.inbox, Job(c)); pop(q[1]);") ==
        "(push (. q inbox) (Job c)) (pop ([] q 1))");
  CHECK(statements(";;") == "");
}

TEST_CASE("grammar: words that are statements may be variables") {
  CHECK(statements("skip := push; pop, push := 1, 2; push[1] := 3;") ==
        "(:= [skip] [push]) (:= [pop push] [1 2]) (:= [([] push 1)] [3])");
}

TEST_CASE("grammar: enumerations, structs, constants, definitions") {
  const Tree tree = parsed(
      "enum A { a, b } enum B { c, };\n"
      "struct S { x : bool; y, z : 0..3; }\n"
      "const k = 3; def f(x, y) = x + y; def g = 1; def h() = 2;");
  REQUIRE(tree.enums.size() == 2);
  CHECK(tree.enums[0].name.text == "A");
  CHECK(tree.enums[0].constants.at(1).text == "b");
  CHECK(tree.enums[1].constants.size() == 1);
  REQUIRE(tree.structs.at(0).fields.size() == 3);
  CHECK(tree.structs[0].fields[2].name.text == "z");
  CHECK(show(tree, tree.structs[0].fields[2].type) == "(.. 0 3)");
  REQUIRE(tree.defs.size() == 3);
  CHECK(tree.defs[0].parameters.size() == 2);
  CHECK(show(tree, tree.defs[0].body) == "(+ x y)");
  CHECK(tree.defs[1].parameters.empty());
  CHECK(tree.defs[2].parameters.empty());
}

TEST_CASE("grammar: parameters") {
  const Tree tree =
      parsed("param n : 2.. = 6; param m : k-1..2*k = k; param o : 0..=1;");
  REQUIRE(tree.params.size() == 3);
  CHECK(show(tree, tree.params[0].low) == "2");
  CHECK_FALSE(tree.params[0].high.valid());
  CHECK(show(tree, tree.params[0].value) == "6");
  CHECK(show(tree, tree.params[1].low) == "(- k 1)");
  CHECK(show(tree, tree.params[1].high) == "(* 2 k)");
}

TEST_CASE("grammar: processes") {
  const Tree tree = parsed(
      "process P(rank : 0..9, a, b : bool) {\n"
      "  port p, q : out bool; port set link : inout queue T[2];\n"
      "  port set : in T; port set set : in T;\n"
      "  var x, y : 0..3 = 1; var z : bool;\n"
      "  action a when x == 1 { x := 2; }\n"
      "  action b(e in link, c, d in 0..3) when e priority d { skip; };\n"
      "  action c() priority 1 { }\n"
      "}");
  const ast::Process& p = tree.processes.at(0);
  REQUIRE(p.constants.size() == 3);
  CHECK(p.constants[2].name.text == "b");
  REQUIRE(p.ports.size() == 5);
  CHECK(p.ports[1].name.text == "q");
  CHECK(p.ports[1].direction == ast::Direction::out);
  CHECK_FALSE(p.ports[1].set);
  CHECK(p.ports[2].set);
  CHECK(p.ports[2].direction == ast::Direction::inout);
  CHECK_FALSE(p.ports[3].set);
  CHECK(p.ports[3].name.text == "set");
  CHECK(p.ports[4].set);
  REQUIRE(p.variables.size() == 3);
  CHECK(show(tree, p.variables[1].initial) == "1");
  CHECK_FALSE(p.variables[2].initial.valid());
  REQUIRE(p.actions.size() == 3);
  CHECK(show(tree, p.actions[0].guard) == "(== x 1)");
  CHECK_FALSE(p.actions[0].priority.valid());
  CHECK(show_binders(tree, p.actions[1].parameters) ==
        "e in link, c d in (.. 0 3)");
  CHECK(show(tree, p.actions[1].priority) == "d");
  CHECK_FALSE(p.actions[2].guard.valid());
}

TEST_CASE("grammar: network blocks") {
  CHECK(items("node s[n] : P; node c[w][h + 1] : P(rank = index / 2, b = 1);"
              "node t : Q();") ==
        "(node s [n] P) (node c [w (+ h 1)] P rank=(/ index 2) b=1) "
        "(node t Q)");
  CHECK(items("edge e[n] : 0..3 color c = v; edge f : bool = true color d;") ==
        "(edge e [n] (.. 0 3) = v color c) (edge f bool = true color d)");
  CHECK(items("connect s[i].p, t.q to e[i];") ==
        "(connect (. ([] s i) p) (. t q) to ([] e i))");
  CHECK(items("for i in 0..n-1 { if i > 0 { connect a.p to e; } else if x "
              "{ } else { init x; } }") ==
        "(for <i in (.. 0 (- n 1))> {(if (> i 0) {(connect (. a p) to e)} "
        "{(if x {} {(init x)})})})");
  CHECK(items("init exactly 1 e in token: e;") ==
        "(init (exactly <e in token> 1 e))");
}

TEST_CASE("grammar: constants from attributes") {
  const Tree tree =
      parsed("network from \"f.gml\" { node : P(x from \"a b\", from = 1); }");
  CHECK(show_items(tree, tree.networks[0].items) == "(node  P x<-a b from=1)");
}

TEST_CASE("grammar: networks from files, and any") {
  const Tree tree = parsed(
      "network from \"a/b.graphml\" { node : Router(x = 1); edge : bool via "
      "link; edge : T = v via send -> receive; init a; }\n"
      "network any { node p : Phil; edge fork : 0..3 via link color c; }");
  REQUIRE(tree.networks.size() == 2);
  CHECK(tree.networks[0].kind == ast::NetworkKind::from_file);
  CHECK(tree.networks[0].file == "a/b.graphml");
  CHECK(tree.networks[0].file_span == Span{13, 26});
  // A family without a name has an empty one, which is no error here.
  CHECK(show_items(tree, tree.networks[0].items) ==
        "(node  Router x=1) (edge  bool via link->link) "
        "(edge  T = v via send->receive) (init a)");
  CHECK(tree.networks[1].kind == ast::NetworkKind::any);
  CHECK(show_items(tree, tree.networks[1].items) ==
        "(node p Phil) (edge fork (.. 0 3) color c via link->link)");
}

TEST_CASE("grammar: shared variables, init, rules, properties, fairness") {
  const Tree tree = parsed(
      "shared x : bool; shared a[n][2] : 0..3 = index; init x;\n"
      "rule r(p in s, q in 0..3) when p.x { a[0] := 1; }\n"
      "invariant i: x; assert a: y;\n"
      "fair weak P.a; fair strong r; fair global;");
  REQUIRE(tree.shared.size() == 2);
  CHECK(tree.shared[1].dimensions.size() == 2);
  CHECK(show(tree, tree.shared[1].initial) == "index");
  CHECK(tree.inits.size() == 1);
  CHECK(show_binders(tree, tree.rules.at(0).parameters) ==
        "p in s, q in (.. 0 3)");
  REQUIRE(tree.properties.size() == 2);
  CHECK(tree.properties[1].kind == ast::PropertyKind::assertion);
  REQUIRE(tree.fairness.size() == 3);
  CHECK_FALSE(tree.fairness[0].strong);
  CHECK(tree.fairness[0].process.text == "P");
  CHECK(tree.fairness[0].action.text == "a");
  CHECK(tree.fairness[1].strong);
  CHECK(tree.fairness[1].process.text.empty());
  CHECK_FALSE(tree.fairness[1].global);
  CHECK(tree.fairness[2].global);
}

TEST_CASE("grammar: temporal formulas") {
  CHECK(temporal("AG EF {p}") == "(A (G (E (F ({} p)))))");
  CHECK(temporal("!{p}") == "(! ({} p))");
}

TEST_CASE("grammar: temporal operators and their precedence") {
  CHECK(temporal("A({p} U {q})") == "(A (U ({} p) ({} q)))");
  CHECK(temporal("A{p} U {q}") == "(U (A ({} p)) ({} q))");
  CHECK(temporal("{a} U {b} W {c} && {d} R X {e} => !G F {f} || {g}") ==
        "(=> (&& (U ({} a) (W ({} b) ({} c))) (R ({} d) (X ({} e)))) "
        "(|| (! (G (F ({} f)))) ({} g)))");
  CHECK(temporal("AX AF EG EX {a} <=> E(G F {b})") ==
        "(<=> (A (X (A (F (E (G (E (X ({} a))))))))) (E (G (F ({} b)))))");
  CHECK(temporal("true U {a && b}") == "(U ({} true) ({} (&& a b)))");
  CHECK(temporal("forall i in s: G ({i.x} => exists j in t: F {j.x})") ==
        "(forall <i in s> (G (=> ({} (. i x)) "
        "(exists <j in t> (F ({} (. j x)))))))");
  CHECK(temporal("AG forall i in s, j in 0..3: {i} && {j}") ==
        "(A (G (forall <i in s, j in (.. 0 3)> (&& ({} i) ({} j)))))");
}

TEST_CASE("grammar: joined operators have the spans of their letters") {
  const std::string text = "ctl t: AG {p};";
  const Tree tree = parsed(text);
  const ast::Expr& a = tree[tree.properties[0].formula];
  CHECK(a.span == Span{7, 13});
  CHECK(a.operator_span == Span{7, 8});
  const ast::Expr& g = tree[tree.child(a, 0)];
  CHECK(g.operator_span == Span{8, 9});
  CHECK(g.span == Span{8, 13});
}

TEST_CASE(
    "grammar: words of the language are names where they are not needed") {
  parsed(
      "enum color { via, from, any, set, out, to, weak, strong, fair, A, E, X, "
      "full, empty, count, U, min }\n"
      "param n : 1.. = 2; const priority = 1; const process = 2;\n"
      "process network(node : 0..3, edge : color) {\n"
      "  port set, in_ : in color; port out : out bool; port to : inout out;\n"
      "  var init, rule, action : bool = U == A;\n"
      "  var head, len, sum : 0..priority = node + edge;\n"
      "  action action when action && count == full priority priority {\n"
      "    init := rule; action := !action; to := set; node.edge := X;\n"
      "    if from { any := via; }\n"
      "  }\n"
      "}\n"
      "network { node node : network(node = 1, edge = via); edge edge : out\n"
      "  color color = A; connect node.to, to.to to to; }\n"
      "fair strong fair.weak; fair weak strong; fair weak global;\n"
      "ctl ctl: AG {A == E && X};\n"
      "invariant invariant: forall A, U in color: A == U => shared;");
}

}  // namespace
}  // namespace vicinal::network::parser_test
