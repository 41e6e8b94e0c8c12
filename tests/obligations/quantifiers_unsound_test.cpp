// SPDX-License-Identifier: MIT
// Guards: a quantifier within another one is about whoever is bound outside,
// and about who starts; ranges have their ends after a step; elements are named
// by all nodes. What is false by that is not proved.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace quantifiers_unsound_test {

using namespace vicinal;
using obligations_test::open_of;
using obligations_test::proof_of;

TEST_CASE("what two members have in common depends on both") {
  CHECK(
      open_of("var r : bool[p];",
              "assert c: forall a, z in p: a != z => count(b in p: exists q in "
              "p: a.r[q] && b.r[q]) != 1;") == "initial c");
}

TEST_CASE("what a node counts at the start depends on the node") {
  CHECK(open_of("var x : int = count(v in 1..index: v >= 1);",
                "assert c: forall a, b in p: a.x == b.x;") == "initial c");
}

// No number is named beside the range: then its lower bound was asked for again
// and again, without end.
TEST_CASE("a range has the end that a step gives it") {
  const auto below = [](const std::string& body) {
    return open_of("",
                   "shared k : 0..2 = 0; rule up when k < 2 { k := k + 1; }"
                   "assert c: forall v in 0..k: v " +
                       body + ";");
  };
  CHECK(below(">= 0") == "");
  CHECK(below("< 1") == "step c: rule up");
}

TEST_CASE("elements of a row are several") {
  const auto set = [](const std::string& claim) {
    return proof_of(
               "param n : 1.. = 2; process K { } process P {"
               " var m : bool[k][k]; } network { node k[n] : K;"
               " node p[n] : P; }"
               "init forall a in p, x, y in k: !a.m[x][y];"
               "rule r(a in p, x in k) { a.m[x][x] := true; }"
               "assert c: forall a in p, x, y in k: a.m[x][y] => " +
               claim + ";")
        .open();
  };
  CHECK(set("x == y") == "");
  CHECK(set("forall z in k: a.m[x][z]") == "step c: rule r");
}

// Nobody writes it, so that it has what it starts with, where it is there.
TEST_CASE("elements of a shared array start by all of their indices") {
  CHECK(proof_of("shared t[2][3] : 0..2 = index % 3; shared k : 0..1 = 0;"
                 "assert c: t[1][0] == 1;")
            .open() == "initial c");
  const auto see = [](const std::string& guard) {
    return proof_of(
               "param n : 1.. = 2; shared t[n] : 0..n = n - 1 - index;"
               "shared k : 0..9; shared y : bool; rule see when " +
               guard + " { y := t[k] > 0; } assert c: n > 0;")
        .open();
  };
  CHECK(see("k < n") == "");
  CHECK(see("k >= n") == "error: rule see");
}

// Who an assertion says is there is a new constant: only where the assertion
// says so, and in one of several families.
TEST_CASE("somebody is there where an assertion says so") {
  const auto held = [](const std::string& end, const std::string& claim) {
    return proof_of(
               "param n : 0.. = 2; param m : 0.. = 2;"
               "shared lock : bool = false; shared over : bool = false;"
               "shared busy : bool = false;"
               "process P { var on : bool = false; action take when !lock "
               "{ lock := true; busy := true; on := true; } } "
               "network { node p[n] : P; node r[m] : P; }"
               "rule end when " +
               end +
               " { over := true; }"
               "assert held: lock => exists q in P: q.on && busy;"
               "assert c: over => " +
               claim + ";")
        .open();
  };
  CHECK(held("lock", "n + m > 0") == "");
  CHECK(held("lock", "exists q in P: q.on") == "");
  CHECK(held("lock", "busy") == "");
  CHECK(held("!lock", "busy") == "step c: rule end");
  CHECK(held("!lock", "n + m > 0") == "step c: rule end");
  CHECK(held("!lock", "exists q in P: q.on") == "step c: rule end");
  CHECK(held("lock", "exists q in p: q.on") == "step c: rule end");
  CHECK(held("lock", "exists q in r: q.on") == "step c: rule end");
}

// Voters and quorums, every two of which have a member in common.
std::string open_of_quorums(const std::string& rest) {
  INFO(rest);
  return proof_of(
             "param n : 1.. = 2; param q : 1.. = 2;"
             "shared over : bool = false; shared seen : bool = false;"
             "process V { var yes : bool = false; var late : bool = false; }"
             "process Q { var member : bool[v]; var shut : bool = false; }"
             "network { node v[n] : V; node quorum[q] : Q; }"
             "init forall s, t in quorum: exists m in v: s.member[m] && "
             "t.member[m];"
             "rule say(m in v) { m.yes := true; }"
             "assert meet: forall s, t in quorum: exists m in v: s.member[m] "
             "&& t.member[m];" +
             rest)
      .open();
}

TEST_CASE("two quorums have a member in common, three need not") {
  const auto has = [](const std::string& claim) {
    return open_of_quorums("assert c: forall s, t, u in quorum: " + claim +
                           ";");
  };
  CHECK(has("exists m in v: s.member[m] && t.member[m]") == "");
  CHECK(has("exists m in v: u.member[m] && t.member[m]") == "");
  CHECK(has("exists m in v: s.member[m]") == "");
  CHECK(has("exists m in v: s.member[m] && t.member[m] && u.member[m]") ==
        "initial c");
  CHECK(has("forall m in v: s.member[m] => t.member[m]") == "initial c");
}

// What a formula says part by part is not all there is to it where a part may
// fail: then it is neither true nor false.
TEST_CASE("what may fail is not denied part by part") {
  const auto open_of = [](const std::string& rest) {
    INFO(rest);
    return proof_of(
               "param n : 1.. = 2; param q : 1.. = 2;"
               "process V { var yes : bool = false; var friend : id of v; }"
               "process Q { var member : bool[v]; }"
               "network { node v[n] : V; node w[q] : V; node quorum[q] : Q; }"
               "init forall s, t in quorum: exists m in v: s.member[m] && "
               "t.member[m];"
               "init forall m in V: m.friend != none;"
               "rule drop(m in v) { m.friend := none; }"
               "assert meet: forall s, t in quorum: exists m in v: s.member[m] "
               "&& t.member[m];" +
               rest)
        .open();
  };
  CHECK(open_of("assert c: forall m in v: m.friend == none || m.yes || !m.yes;")
            .empty());
  CHECK(open_of("assert c: forall m in v: m.friend.yes || !m.friend.yes;") ==
        "step c: rule drop");
  // Elements are those of v, and w is another family.
  const auto some = [](const std::string& all) {
    const std::string is = "(exists m in " + all + ": s.member[m])";
    return "assert c: forall s in quorum: " + is + " || !" + is + ";";
  };
  CHECK(open_of(some("v")).empty());
  CHECK(open_of(some("V")) == "initial c");
}

// From a quorum that all have said yes of, over a member of both, to any other.
TEST_CASE("who is in relations is found over somebody else") {
  const auto told = [](const std::string& by, const std::string& claim) {
    return open_of_quorums(
        "rule end(s in quorum) when " + by +
        " { over := true; }"
        "assert by: over => exists s in quorum: forall m in v: s.member[m] "
        "=> m.yes;"
        "assert c: over => forall t in quorum: exists m in v: " +
        claim + ";");
  };
  const std::string all = "forall m in v: s.member[m] => m.yes";
  CHECK(told(all, "t.member[m] && m.yes") == "");
  CHECK(told(all, "t.member[m] && m.late") == "step c: rule end");
  CHECK(told(all, "!t.member[m]") == "step c: rule end");
  CHECK(told("exists m in v: s.member[m] && m.yes", "t.member[m]") ==
        "step by: rule end");
}

// Both chosen have a quorum, neither of which is named, and so a member of
// both.
TEST_CASE("whom two bring that others bring is looked at") {
  const auto open_of = [](const std::string& both) {
    return proof_of(
               "param n : 1.. = 2; param q : 1.. = 2;"
               "process C { var chosen : bool = false; }"
               "process V { var vote : id of c = none; }"
               "process Q { var member : bool[v]; }"
               "network { node v[n] : V; node c[n] : C; node quorum[q] : Q; }"
               "init forall s, t in quorum: exists m in v: s.member[m] && "
               "t.member[m];"
               "rule vote(m in v, x in c) when m.vote == none { m.vote := x; }"
               "rule choose(x in c, s in quorum) when forall m in v: "
               "s.member[m] => m.vote == x { x.chosen := true; }"
               "assert meet: forall s, t in quorum: exists m in v: "
               "s.member[m]" +
               both +
               ";"
               "assert by: forall x in c: x.chosen => exists s in quorum: "
               "forall m in v: s.member[m] => m.vote == x;"
               "invariant one: forall x, y in c: x.chosen && y.chosen => "
               "x == y;")
        .open();
  };
  CHECK(open_of(" && t.member[m]").empty());
  CHECK(open_of("") == "property one");
}

// One or the other, and only where it is said.
TEST_CASE("one part of what is said of somebody holds, and not each") {
  const auto told = [](const std::string& claim) {
    return open_of_quorums(
        "rule yes(s in quorum) when forall m in v: s.member[m] => m.yes "
        "{ over := true; }"
        "rule shut(s in quorum) when s.shut { over := true; }"
        "rule close(s in quorum) { s.shut := true; }"
        "assert by: over => (exists s in quorum: s.shut) || (exists s in "
        "quorum: forall m in v: s.member[m] => m.yes);"
        "rule look { seen := true; }"
        "assert c: " +
        claim + ";");
  };
  const std::string shut = "(exists s in quorum: s.shut)";
  const std::string yes = "(exists m in v: m.yes)";
  CHECK(told("over => " + shut + " || " + yes) == "");
  CHECK(told("over => " + shut) == "step c: rule yes");
  const auto breaks = [&](const std::string& claim, const std::string& rule) {
    return told(claim).find(rule) != std::string::npos;
  };
  CHECK(breaks("over => " + yes + " && !over", "rule yes"));
  CHECK(breaks("seen && over => " + shut, "rule look"));
  CHECK(told("over => " + yes) == "step c: rule shut");
  CHECK(told("seen => " + shut + " || " + yes) == "step c: rule look");
}

// Two that say the same are one: those that say nearly the same are not.
TEST_CASE("what is said of others is another thing") {
  const auto open = [](const std::string& claim) {
    return proof_of(
               "param n : 1.. = 2; param m : 0.. = 2; shared k : 0..9 = 9;"
               "process P { var x : 0..2 = 0; var y : 0..2 = 0;"
               " var z : bool = false; action a when x == 0 { x := 1; }"
               " action b when y == 0 { y := 1; } action c { z := true; } }"
               "network { node p[n] : P; node r[m] : P; }"
               "rule down when k == 9 { k := 2; }"
               "assert c: " +
               claim + ";")
        .open();
  };
  CHECK(open("(exists i in p: i.x == 1) => (exists j in p: j.x == 1)") == "");
  CHECK(open("(exists i in p: i.x == 1) => (exists j in p: j.x == 2)") ==
        "step c: p.a");
  CHECK(open("(exists i in p: i.x == 1) => (exists j in p: j.y == 1)") ==
        "step c: p.a");
  CHECK(open("(exists i in p: i.x == 1) => (exists j in r: j.x == 1)") ==
        "step c: p.a");
  CHECK(open("(exists i in p: k > 0) => (exists j in r: k > 0)") ==
        "initial c");
  CHECK(open("(exists i in p: i.x == 1) => (forall j in p: j.x == 1)") ==
        "step c: p.a");
  CHECK(open("(exists i, j in p: i.x == 1 && j.y == 1) =>"
             "(exists i, j in p: j.x == 1 && j.y == 1)") ==
        "step c: p.a; step c: p.b");
  CHECK(open("(exists v in 0..n + 1: k == v + 1 && k == 2) =>"
             "(exists v in 0..n - 1: k == v + 2 && k == 2)") == "");
  CHECK(open("(exists v in 0..n: k == v + 1 && k == 2) =>"
             "(exists v in 0..n - 1: k == v + 1 && k == 2)") ==
        "step c: rule down");
  // Whoever is bound outside comes first or second.
  const std::string both = "(exists j in p: i.x == j.x && l.y == j.y && j.z)";
  const std::string other = "(exists j in p: l.x == j.x && i.y == j.y && j.z)";
  const auto differs = [&](const std::string& then) {
    return open("forall i, l in p: " + both + " => " + then);
  };
  CHECK(differs(both) == "");
  CHECK(differs(other).find("step c: p.c") != std::string::npos);
}

// Where there may be no member, the least of them is an error.
TEST_CASE("there is a member where sizes say so, and only there") {
  const auto least = [](const std::string& from, const std::string& range) {
    return proof_of("param n : " + from +
                    " = 2; process P { var x : 0..2; }"
                    "network { node p[n] : P; }"
                    "assert c: min(i in " +
                    range + ": 1) == 1;")
        .open();
  };
  CHECK(least("1..", "p") == "");
  CHECK(least("0..", "p") != "");
  CHECK(least("1..", "1..n") == "");
  CHECK(least("0..", "1..n") != "");
  CHECK(least("1..", "2..n") != "");
}

}  // namespace quantifiers_unsound_test
