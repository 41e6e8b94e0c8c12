// SPDX-License-Identifier: MIT
// Guards: arrays that nodes index. An element is a function of the node; loops
// over the nodes write each its own; whole arrays are copied; what is no
// element is an error. Claims that are wrong by one mistake leave open just the
// obligations that the mistake breaks.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/obligations/proving.hpp"

namespace node_array_test {

using vicinal::obligations_test::check_open;
using vicinal::obligations_test::Claim;

namespace {

// A process with an array `c` that is false at first, and this body.
std::string with_body(const std::string& body) {
  return "param n : 1.. = 2;\nprocess P { var c : bool[p]; var d : bool[p];\n" +
         body +
         " }\nnetwork { node p[n] : P; }\n"
         "init forall a, b in p: !a.c[b] && !a.d[b];\n";
}

void check_claim(const std::string& model, const std::string& claim,
                 const char* open) {
  INFO(model);
  check_open(model, {{"", claim.c_str(), open}});
}

const std::string own = "assert own: forall a, b in p: a.c[b] => a == b;";
const std::string none = "assert no: forall a, b in p: !a.c[b];";

}  // namespace

TEST_CASE("an element is written at its node") {
  const auto open = [](const char* action, const std::string& claim,
                       const char* what) {
    check_claim(with_body(action), claim, what);
  };
  open("action a(q in p) when q == self { c[q] := true; }", own, "");
  open("action a(q in p) { c[q] := q == self; }", own, "");
  open("action a(q in p) { c[q] := true; }", own, "step own: p.a at a");
  open("action a { c[self] := true; }", none,
       "step no: p.a at a; step no: p.a at b");
  open("action a { d[self] := true; }", none, "");
  open("action a(q in p) { c[q], d[q] := d[q], c[q]; }", none,
       "step no: p.a at a; step no: p.a at b");
  open("action a(q in p) { d[q] := c[q]; }",
       none + " assert d: forall a, b in p: !a.d[b];", "");
  // The same element twice.
  open("action a(q in p) when q != self { c[q], c[self] := false, false; }",
       none, "");
  open("action a(q in p) { c[q], c[self] := false, false; }", none,
       "error: p.a");
}

TEST_CASE("a loop over the nodes writes each its element") {
  const auto open = [](const char* body, const std::string& claim,
                       const char* what) {
    check_claim(with_body("action set(q in p) { c[q] := true; }\n" +
                          std::string("action a { ") + body + " }"),
                claim, what);
  };
  const std::string agree = "assert agree: forall a, b in p: a.d[b] => a.d[a];";
  open("for q in p { d[q] := true; }", agree, "");
  open("for q in p { d[q] := q != self; }", agree, "step agree: p.a at a");
  open("for q in p { if c[q] { d[q] := true; d[q] := !d[q]; } }",
       "assert d: forall a, b in p: !a.d[b];", "");
  open("for q in p { d[q] := c[q]; } for q in p { d[q] := d[q] && !c[q]; }",
       "assert d: forall a, b in p: !a.d[b];", "");
  // What the loop writes of one node is read for another: in order, so that
  // half of them become true.
  open("for q in p { d[q] := !d[self]; }",
       "assert same: forall a, b in p: a.d[b] <=> a.d[a];",
       "step same: p.a at a; error: p.a");
  // Of others it writes nothing.
  open("for q in p { d[q] := true; }",
       "assert one: forall a, b in p: a != b => !a.d[b];",
       "step one: p.a at a");
  open("for q in p { d[q] := true; }",
       "assert all: forall a, x, b in p: a.d[b] => x.d[b];",
       "step all: p.a at a; step all: p.a at b");
  // As often as there are nodes.
  check_open(
      with_body("action a(x in p) { c[x] := !c[x]; "
                "for q in p { d[x] := !d[x]; } }"),
      {{"again and again", "assert same: forall a, b in p: a.c[b] <=> a.d[b];",
        "step same: p.a at a; step same: p.a at b; error: p.a"}});
  // One of them fails.
  open(
      "for q in p { if 1 / (if q == self then 0 else 1) > 0 { d[q] := true; } "
      "}",
      agree, "error: p.a");
}

TEST_CASE("rules write arrays of any node") {
  const auto open = [](const char* rule, const std::string& claim,
                       const char* what) {
    check_claim(with_body("") + rule + "\n", claim, what);
  };
  open("rule r(x in p) { for q in p { x.c[q] := q == x; } }", own, "");
  open("rule r(x, y in p) { for q in p { x.c[q] := q == y; } }", own,
       "step own: rule r");
  open("rule r(x in p) { for q in p { q.c[x] := q == x; } }", own, "");
  open("rule r(x in p) { for q in p { q.c[q] := true; } }", own, "");
  open("rule r(x in p) { for q in p { q.c[x] := true; } }", own,
       "step own: rule r");
  // Both at once, what the owner has and what the member has.
  open("rule r(x in p) { for q in p { x.c[q] := false; q.d[x] := false; } }",
       none, "");
  open(
      "rule r(x, y in p) { for q in p { x.c[q] := false; y.c[q] := q == y; } }",
      own, "");
  open(
      "rule r(x, y in p) { for q in p { x.c[q] := q == x; y.c[q] := q == x; } "
      "}",
      own, "step own: rule r");
}

TEST_CASE("a step changes a count of elements by what it does to its own") {
  const auto open = [](const char* action, const std::string& claim,
                       const char* what) {
    check_claim(with_body(action), claim, what);
  };
  const std::string once =
      "assert once: forall b in p: count(a in p: a.c[b]) <= 1;";
  open("action a(q in p) when count(x in p: x.c[q]) == 0 { c[q] := true; }",
       once, "");
  open("action a(q in p) when count(x in p: x.c[q]) == 0 { c[self] := true; }",
       once, "step once: p.a at b");
  open(
      "action a(q in p) when count(x in p: x.d[q]) == 0 { c[q] := "
      "true; }",
      once, "step once: p.a at b; step once: p.a");
  open("action a(q in p) when count(x in p: x.c[q]) <= 1 { c[q] := true; }",
       once, "step once: p.a at b; step once: p.a");
  open("action a(q, r in p) when count(x in p: x.c[q]) == 0 { c[r] := true; }",
       once, "step once: p.a at b; step once: p.a");
  const std::string alike =
      "assert alike: forall b in p: count(a in p: a.c[b]) == "
      "count(a in p: a.d[b]);";
  open("action a(q in p) when !c[q] && !d[q] { c[q], d[q] := true, true; }",
       alike, "");
  open("action a(q in p) when !c[q] && !d[q] { c[q], d[self] := true, true; }",
       alike, "step alike: p.a at b; step alike: p.a");
  open("action a(q in p) when !c[q] { c[q], d[q] := true, true; }", alike,
       "step alike: p.a at b; step alike: p.a");
  // At itself each member is another one.
  open("action a { c[self] := true; }",
       "assert own: count(a in p: a.c[a]) == count(a in p: a.d[a]);",
       "step own: p.a");
}

TEST_CASE("whole arrays are copied") {
  const auto open = [](const char* body, const std::string& claim,
                       const char* what) {
    check_claim(with_body("action set { c[self] := true; }\n" +
                          std::string("action a { ") + body + " }"),
                claim, what);
  };
  const std::string behind =
      "assert behind: forall a, b in p: a.d[b] => a.c[b];";
  open("d := c;", behind, "");
  open("c := d;", behind, "");
  open("c[self] := false; d := c; c[self] := true;", behind, "");
  open("d := c; c[self] := false;", behind,
       "step behind: p.a at a; step behind: p.a at b");
  open("d := c; c := d; d[self] := true;", behind,
       "step behind: p.a at a; step behind: p.a at b");
  // As it is then, not as it was before.
  check_open(
      with_body("action a when !c[self] { c[self] := true; d := c; }"),
      {{"before", "assert same: forall a, b in p: a.c[b] <=> a.d[b];", ""}});
  check_open(with_body("action a when !c[self] { c[self] := true; d := c; "
                       "c[self] := false; }"),
             {{"after", behind.c_str(),
               "step behind: p.a at a; step behind: p.a at b"}});
  check_open(with_body("") + "rule r(x, y in p) { x.d := y.c; }\n",
             {{"", behind.c_str(), "step behind: rule r"}});
  check_open(with_body("") + "rule r(x in p) { x.d := x.c; }\n",
             {{"", behind.c_str(), ""}});
  // With what is no array beside it.
  const std::string boards = R"(
struct Board { seen : bool[p]; count : 0..2; }
param n : 1.. = 2;
process P {
  var now, old : Board;
  action see(q in p) when !now.seen[q] { now.seen[q] := true; now.count := 1; }
  action keep { old := now; }
}
network { node p[n] : P; }
init forall a, b in p: !a.now.seen[b] && !a.old.seen[b];
init forall a in p: a.now.count == 0 && a.old.count == 0;
assert now: forall a, b in p: a.now.seen[b] => a.now.count == 1;
)";
  check_open(
      boards,
      {{"kept",
        "assert old: forall a, b in p: a.old.seen[b] => a.old.count > 0;", ""},
       {"more",
        "assert old: forall a, b in p: a.old.seen[b] => a.old.count > 1;",
        "step old: p.keep at a; step old: p.keep at b"},
       {"other",
        "assert old: forall a, b in p: a.old.seen[b] => !a.now.seen[b];",
        "step old: p.see at a; step old: p.see at b; "
        "step old: p.keep at a; step old: p.keep at b"}});
}

TEST_CASE("what is no element is an error") {
  // The nodes of r have the process, but no element.
  check_open({{"another family", R"(
param n : 1.. = 2;
process P { var c : bool[p]; action a { c[self] := true; } }
network { node p[n] : P; node r[2] : P; }
)",
               "error: r.a"},
              {"a reference", R"(
param n : 1.. = 2;
process P { var c : bool[p]; var last : id of p = none;
  action a when last != none { c[last] := true; }
  action b { last := self; } }
network { node p[n] : P; }
)",
               ""},
              {"a reference that is none", R"(
param n : 1.. = 2;
process P { var c : bool[p]; var last : id of p = none;
  action a { c[last] := true; }
  action b { last := self; } }
network { node p[n] : P; }
)",
               "error: p.a"},
              {"beyond the range", R"(
param n : 1.. = 2;
process P { var c : 0..2[p]; action a { c[self] := c[self] + 1; } }
network { node p[n] : P; }
)",
               "error: p.a"},
              {"within the range", R"(
param n : 1.. = 2;
process P { var c : 0..2[p]; action a when c[self] < 2 { c[self] := c[self] + 1; } }
network { node p[n] : P; }
)",
               ""}});
}

TEST_CASE("elements have a value where there are some") {
  check_open({{"a range that is empty at one size", R"(
param n : 0.. = 3;
process P { var c : Level[p]; }
struct Level { l : 0..n-2; }
network { node p[n] : P; }
)",
               "elaboration: values of p"},
              {"where no node is an index", R"(
param n : 1.. = 2;
param m : 0..1 = 1;
process P { var c : Level[r]; }
process R { }
struct Level { l : 1..m; }
network { node p[n] : P; node r[m] : R; }
)",
               ""}});
}

TEST_CASE("queues in arrays that nodes index start empty") {
  const std::string boxes = R"(
struct Letters { box : queue bool[2]; }
param n : 1.. = 2;
process P { var from : Letters[p];
  action send(q in p) when len(from[q].box) == 0 { push(from[q].box, q == self); }
  action take(q in p) when len(from[q].box) > 0 { pop(from[q].box); } }
network { node p[n] : P; }
)";
  check_open(
      boxes,
      {{"short", "assert few: forall a, b in p: len(a.from[b].box) <= 1;", ""},
       {"none", "assert few: forall a, b in p: len(a.from[b].box) == 0;",
        "step few: p.send at a; step few: p.send at b"},
       {"own",
        "assert own: forall a, b in p: len(a.from[b].box) > 0 => "
        "(head(a.from[b].box) <=> a == b);"
        "assert few: forall a, b in p: len(a.from[b].box) <= 1;",
        ""},
       {"some at first",
        "assert some: forall a, b in p: len(a.from[b].box) > 0;",
        "initial some; step some: p.take at a; step some: p.take at b"}});
}

TEST_CASE("shared arrays that nodes index") {
  const std::string flags = R"(
param n : 1.. = 2;
shared flag : bool[p];
shared two : bool[p][p];
process P { var up : bool = false;
  action rise when !up { up, flag[self] := true, true; }
  action down when up { flag[self], up := false, false; }
  action pair(q in p) when up { two[self][q] := true; }
}
network { node p[n] : P; }
init forall a, b in p: !flag[a] && !two[a][b];
)";
  check_open(
      flags,
      {{"who is in", "assert f: forall a in p: a.up <=> flag[a];", ""},
       {"nobody", "assert f: forall a in p: !flag[a];", "step f: p.rise at a"},
       {"one alone",
        "assert f: forall a, b in p: flag[a] && flag[b] => a == b;",
        "step f: p.rise at a; step f: p.rise at b"},
       {"in order", "assert f: forall a, b in p: two[b][a] => flag[a];",
        "step f: p.down at a; step f: p.down at b; step f: p.pair at a; "
        "step f: p.pair at b"},
       {"who begins", "assert g: forall a, b in p: two[a][b] => flag[a];",
        "step g: p.down at a; step g: p.down at b; step g: p.pair at a; "
        "step g: p.pair at b"}});
}

}  // namespace node_array_test
