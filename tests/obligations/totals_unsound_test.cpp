// SPDX-License-Identifier: MIT
// Guards: of counts, sums, products and sizes, what is false is not proved:
// each claim would be confirmed by one fact that is a little too strong.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace totals_unsound_test {

using namespace vicinal;
using obligations_test::open_of;
using obligations_test::proof_of;

TEST_CASE("halves need not meet") {
  const auto meet = [](const std::string& compared) {
    return open_of("var b : bool; var c : bool;",
                   "assert c: 2 * count(q in p: q.b) " + compared +
                       " n && 2 * count(q in p: q.c) " + compared +
                       " n => exists q in p: q.b && q.c;");
  };
  CHECK(meet(">") == "");
  CHECK(meet(">=") == "initial c");
}

TEST_CASE("who is in the greater of two counts alone") {
  const auto alone = [](const std::string& condition, const std::string& who) {
    return open_of(
        "var b : bool; var c : bool;",
        "assert c: " + condition + " => exists q in p: " + who + ";");
  };
  const std::string b = "count(q in p: q.b)", c = "count(q in p: q.c)";
  CHECK(alone(b + " > " + c, "q.b && !q.c") == "");
  CHECK(alone(c + " < " + b, "q.b && !q.c") == "");
  CHECK(alone(c + " > " + b, "q.c && !q.b") == "");
  CHECK(alone(b + " >= n - 1 && " + c + " < n - 1", "q.b && !q.c") == "");
  CHECK(alone(b + " >= " + c, "q.b && !q.c") == "initial c");
  CHECK(alone(c + " >= " + b, "q.c && !q.b") == "initial c");
  CHECK(alone(b + " > " + c, "q.c && !q.b") == "initial c");
  CHECK(alone(b + " > " + c, "q.b && q.c") == "initial c");
  CHECK(alone(b + " != " + c, "q.b && !q.c") == "initial c");
  // Of two families.
  CHECK(proof_of("param n : 1.. = 2; process P { var b : bool; } "
                 "network { node p[n] : P; node r[n] : P; }"
                 "assert c: count(q in p: q.b) > count(q in r: q.b) => "
                 "exists q in p: q.b && !r[index(q)].b;")
            .open() == "initial c");
}

// Of windows neither need be a part of the other one; and a count within the
// body of another one is none of the two.
TEST_CASE("two counts by levels may each have somebody alone") {
  const auto apart = [](const std::string& counted, const std::string& claim) {
    return open_of("var x : 0..1; var y : 0..1;",
                   "def has(i, k) = " + counted +
                       "; def of(k) = count(i in p: has(i, k)); assert c: "
                       "forall k in 0..1, m in 0..1: forall i, j in p: " +
                       claim + ";");
  };
  const std::string both =
      "has(i, k) && !has(i, m) && has(j, m) && !has(j, k) => ";
  CHECK(apart("(i.x >= k && i.y <= k)",
              both + "of(k) < of(m) || of(m) < of(k)") == "initial c");
  CHECK(apart("(i.x >= k && i.y <= k)",
              "has(i, k) && !has(i, m) => of(m) < of(k)") == "initial c");
  CHECK(apart("i.x >= k", both + "of(k) < of(m)") == "");
  CHECK(apart("(i.x >= k && count(j in p: j.x > i.x + 100) < 3)",
              "k == 0 && m == 1 => of(m) < n || of(k) > n") == "initial c");
}

TEST_CASE("who is at a level is at those below") {
  const auto levels = [](const std::string& claim) {
    return open_of("var at : int; var b : bool;",
                   "def above(k) = count(q in p: q.at >= k); def marked(k) = "
                   "count(q in p: q.at >= k && (q.b || q.at > k)); assert c: "
                   "forall q, r in p: forall j, k in 0..9: " +
                       claim + ";");
  };
  const std::string both = " && q.at == j && r.at == j";
  CHECK(levels("j <= k => above(k) <= above(j)") == "");
  CHECK(levels("j >= k => above(k) <= above(j)") == "initial c");
  CHECK(levels("j < k => above(k) < above(j)") == "initial c");
  CHECK(levels("j < k && q.at == j => above(k) < above(j)") == "");
  CHECK(levels("j < k && q.at == j => above(k) + 1 < above(j)") == "initial c");
  CHECK(levels("j < k && q.at < j => above(k) < above(j)") == "initial c");
  CHECK(levels("j < k && q.at == k => above(k) < above(j)") == "initial c");
  CHECK(levels("q != r && j < k" + both + " => above(k) + 2 <= above(j)") ==
        "");
  CHECK(levels("j < k" + both + " => above(k) + 2 <= above(j)") == "initial c");
  // Who is at a level without a mark is at no other one.
  CHECK(levels("j < k => marked(k) <= marked(j)") == "");
  CHECK(levels("j < k && q.at == k && !q.b => marked(k) < marked(j)") == "");
  CHECK(levels("j < k && q.at == k => marked(k) < marked(j)") == "initial c");
  CHECK(levels("j < k && q.at == j => marked(k) < marked(j)") == "initial c");
}

// Of who is at 0 or above it would be said that there is nobody.
TEST_CASE("an assertion about levels says nothing of those beside its own") {
  const auto levels = [](const std::string& range, const std::string& least,
                         const std::string& more) {
    return open_of("var at : 0..9 = 0; action up when at == 0 { at := 1; }",
                   "assert c: forall k in " + range +
                       ": count(q in p: q.at >= 10 * k) == 0 && "
                       "count(q in p: q.at >= " +
                       least + ") == 0; " + more);
  };
  CHECK(levels("1..n", "k + 1", "") == "");
  CHECK(levels("0..n", "k + 1", "") == "initial c");
  CHECK(levels("1..n", "k", "") == "step c: p.up");
  CHECK(levels("1..n - 1", "k + 1",
               "assert d: forall q in p: n > 1 || q.at == 0;") ==
        "step d: p.up at q");
}

// In one state: who is counted before a step may not be after it.
TEST_CASE("counts before a step are not more than others after it") {
  CHECK(
      open_of("var b : bool = false;",
              "shared y : bool = false; rule flip when count(q in p: q.b) < n {"
              " for q in p { q.b := !q.b; }"
              " y := count(q in p: q.b) > 0 && 6 / count(q in p: !q.b) > 0; }")
          .find("error: rule flip") != std::string::npos);
}

// Of three counts one excludes both others, which are the same in other words.
TEST_CASE("who excludes one of some counts need not exclude all") {
  const auto all = [](const std::string& third) {
    return open_of("var b : bool;",
                   "assert c: count(q in p: q.b) + count(q in p: !q.b) + "
                   "count(q in p: " +
                       third + ") <= n;");
  };
  CHECK(all("q.b && !q.b") == "");
  CHECK(all("q.b == false") == "initial c");
  CHECK(all("q.b == true") == "initial c");
  CHECK(all("true == q.b") == "initial c");
}

TEST_CASE("sums of members that start as exceptions") {
  const std::string one = "var x : 0..2 = if index == 0 then 2 else 0;";
  CHECK(open_of(one, "assert c: sum(q in p: q.x) == 2;") == "");
  CHECK(open_of(one, "assert c: sum(q in p: q.x) == 2 * n;") == "initial c");
  const std::string second = "var x : 0..2 = if index == 1 then 0 else 1;";
  CHECK(open_of(second, "assert c: n >= 2 => sum(q in p: q.x) == n - 1;") ==
        "");
  CHECK(open_of(second, "assert c: sum(q in p: q.x) == n - 1;") == "initial c");
  CHECK(open_of(second, "assert c: sum(q in p: q.x) == 0;") == "initial c");
}

TEST_CASE("two nodes that are written may be one") {
  const auto pairs = [](const std::string& guard) {
    return open_of(
        "var x : 0..1 = 0;",
        "shared k : int = 0; rule r(a in p, b in p) when a.x == 0 && "
        "b.x == 0" +
            guard +
            " { a.x := 1; b.x := 1; k := k + 2; }"
            "assert c: count(q in p: q.x == 1) == k;");
  };
  CHECK(pairs(" && a != b") == "");
  CHECK(pairs("") == "step c: rule r");
}

TEST_CASE("a share of all is all") {
  const auto share = [](const std::string& compared) {
    return open_of(
        "", "shared x : int; shared y : int; init 0 < y && 0 <= x && x " +
                compared + " n; assert c: x * y / n < y;");
  };
  CHECK(share("<") == "");
  CHECK(share("<=") == "initial c");
}

// Nothing is known of a factor of a family that may be empty.
TEST_CASE("a factor of a size that may be 0 may be large") {
  const auto large = [](const std::string& low) {
    return proof_of("param a : 1.. = 1; param b : " + low +
                    ".. = 1; process P { } network { node p[a * b] : P; }"
                    "assert c: a + 1 > a;")
        .open();
  };
  CHECK(large("1") == "");
  CHECK(large("0") == "elaboration: size; initial c");
}

// A parameter is as small as a family where the family has at least as many
// members, and as large as it may be where a size only speaks of it.
TEST_CASE("a parameter may be large where the size is not") {
  const auto large = [](const std::string& size) {
    return proof_of(
               "param k : 4294967296.. = 4294967296; param m : 1.. = 1;"
               "process P { } network { node p[" +
               size + "] : P; } assert c: k + 1 > k;")
        .open();
  };
  for (const char* size :
       {"0 * k", "k * 0", "k / 4294967296", "k % 3", "min(k, 4)", "max(1, 4)",
        "k - 4294967296", "if k > 4294967296 then 1 else 2", "m", "m + 1"}) {
    INFO(size);
    const std::string open_too = large(size);
    CHECK(open_too.find("initial c") != std::string::npos);
  }
  const auto small = [](const std::string& size) {
    return proof_of(
               "param k : 1.. = 1; param m : 1.. = 1;"
               "process P { } network { node p[" +
               size + "] : P; } assert c: k + 1 > k;")
        .open();
  };
  for (const char* size :
       {"k", "2 * k", "k * 3", "k + 1", "1 + k", "k * m", "m + k"}) {
    INFO(size);
    CHECK(small(size).empty());
  }
}

TEST_CASE("rows are no members of a plane") {
  const auto all = [](const std::string& size) {
    return proof_of(
               "param a : 1.. = 1; param b : 1.. = 1; process P { }"
               "network { node p[a][b] : P; node q[a] : P; }"
               "assert c: count(x in p: true) >= 1;"
               "assert d: count(x in " +
               size + ": true) == a;")
        .open();
  };
  CHECK(all("q") == "");
  CHECK(all("p") == "initial d");
}

TEST_CASE("pairs are no members") {
  CHECK(open_of("", "assert c: count(q in p: true) == n;") == "");
  CHECK(open_of("", "assert c: count(q, r in p: true) == n;") == "initial c");
}

// Of questions about who can move, a count that is less than its family shows
// somebody who is not counted.
TEST_CASE("who is not counted is there only where fewer are counted") {
  const auto moves = [](const std::string& guard, const std::string& change,
                        const std::string& more) {
    return open_of("var b : bool = false; action a when " + guard +
                       " { b := !b; " + "k := k " + change + " 1; }",
                   "shared k : int = 0; assert c: k == count(q in p: q.b);" +
                       more + "invariant live: enabled;");
  };
  // All may have it, or nobody.
  CHECK(moves("!b", "+", "") == "property live");
  CHECK(moves("b", "-", "") == "property live");
  CHECK(moves("!b", "+", "rule up when k == n { skip; }") == "");
  CHECK(moves("b", "-", "rule down when k == 0 { skip; }") == "");
  CHECK(moves("!b", "+", "rule up when k == n - 1 { skip; }") ==
        "property live");
}

// A member of what is counted, if there is any; any of them; one for each
// count.
TEST_CASE("who is not counted may be any member, if there is one") {
  const auto moves = [](const std::string& network, const std::string& rule,
                        const std::string& claim) {
    INFO(network << rule << claim);
    return proof_of(
               "param n : 1.. = 2; param m : 0.. = 1; process P { port set w : "
               "inout bool; var b : bool; var c : bool; } process Q { } "
               "network { " +
               network + " } rule go" + rule + " { skip; } init " + claim +
               "; assert c: " + claim + "; invariant live: enabled;")
        .open();
  };
  const std::string nodes = "node p[n] : P;";
  const std::string any = "(q in p) when !q.b";
  CHECK(moves(nodes, any, "count(q in p: q.b) < n") == "");
  CHECK(moves("node p[m] : P;", any, "m > 0 => count(q in p: q.b) < m") ==
        "property live");
  CHECK(moves(nodes, " when !p[0].b", "count(q in p: q.b) < n") ==
        "property live");
  CHECK(moves(nodes, any + " && !q.c",
              "count(q in p: q.b) < n && count(q in p: q.c) < n") ==
        "property live");
  // Edges are as many as edges, grids have no members where they have no rows.
  const std::string edges = "node p[n + 1] : P; edge e[n] : bool;";
  CHECK(moves(edges, "(x in e) when !x", "count(x in e: x) < n") == "");
  CHECK(moves(edges, "(x in e) when !x", "count(x in e: x) < n + 1") ==
        "property live");
  CHECK(moves("node p[n][m] : P;", any, "m > 0 => count(q in p: q.b) < n") ==
        "property live");
  const std::string pairs = "m > 0 => count(q in p, r in s: q.b) < n";
  CHECK(moves(nodes + "node s[m] : Q;", "(q in p, r in s) when !q.b", pairs)
            .ends_with("property live"));
  CHECK(moves(nodes +
                  "edge e[n] : bool; for i in 1..n-1 { connect p[i].w to e[i]; "
                  "}",
              "(q in p, x in q.w) when !x",
              "forall i in p: count(x in i.w: x) < 1") == "property live");
}

// A count that fails for all members need not count any, nor be less than all.
TEST_CASE("who is not counted may be a member for whom counting fails") {
  const auto stuck = [](const std::string& counted) {
    INFO(counted);
    return proof_of(
               "param n : 1.. = 2; shared k : 0..1; process P { var x : "
               "0..1; var to : id of p; } network { node p[n] : P; } rule "
               "go(q in p) when q.x == 1 || q.to != none { skip; } "
               "init forall q in p: q.x == 0 && q.to == none; "
               "assert c: forall q in p: q.x == 0 && q.to == none; "
               "invariant live: k == 1 && count(q in p: " +
               counted + ") < n || enabled;")
        .open();
  };
  for (const char* counted :
       {"6 / q.x > 0 && q.x > 0", "q.x > 0 || 6 / q.x > 0",
        "q.to.x > 0 && q.to.x == 0", "q.to.x > 0 || q.to.x == 0"}) {
    CHECK(stuck(counted) == "property live");
  }
}

// A family has fewer than 2^31 members, and a range up to 2^64 numbers.
TEST_CASE("pairs and numbers may be more than a family has members") {
  const auto counted = [](const std::string& what) {
    return open_of("var b : bool = false; action set { b := true; }",
                   "shared k : int = 0; shared x : 0..4294967296 = 0;"
                   "rule up { k := k + 1; } rule r { x := count(" +
                       what + "); } assert c: k >= 0;");
  };
  CHECK(counted("q in p: q.b") == "");
  CHECK(counted("q, r in p: q.b && r.b") == "error: rule r");
  CHECK(counted("v in 0..k: v >= 0") == "error: rule r");
}

// Whose number another one is compared with changes all that is counted.
TEST_CASE("what is said of another member is not the member's own") {
  const auto others = [](const std::string& number) {
    return open_of("var x : 0..1 = 0; var y : 0..1 = 0; action go { x := 1; }",
                   "assert zero: forall q in p: q.y == 0;"
                   "assert c: forall i in p: count(q in p: q.y == " +
                       number + ") >= n - i.x;");
  };
  CHECK(others("0") == "");
  CHECK(others("i.x").find("step c: p.go at i") != std::string::npos);
}

TEST_CASE("sums of members that start by a constant, or as one of two") {
  CHECK(proof_of("param n : 1.. = 2; process P(k : 0..1) { var x : 0..1 = k; }"
                 "network { node p[n] : P(k = index % 2); }"
                 "assert c: sum(q in p: q.x) == 0;")
            .open() == "initial c");
  const std::string two =
      "var x : 0..1 = if index == 0 || index == 2 then 0 else 1;";
  CHECK(open_of(two, "assert c: n == 1 => sum(q in p: q.x) == 0;") == "");
  CHECK(open_of(two, "assert c: n == 1 => sum(q in p: q.x) == 1;") ==
        "initial c");
  CHECK(open_of(two, "assert c: n == 2 => sum(q in p: q.x) == 2;") ==
        "initial c");
}

TEST_CASE("who differs from one value may have another one") {
  const auto counts = [](const std::string& other) {
    return open_of("var x : 0..2;",
                   "assert c: count(q in p: q.x == 2) + count(q in p: q.x " +
                       other + ") <= n;");
  };
  CHECK(counts("== 1") == "");
  CHECK(counts("!= 1") == "initial c");
}

// Who has one value before a step may have another one after it.
TEST_CASE("counts before a step exclude none after it") {
  CHECK(open_of("var x : 0..1 = 0;",
                "shared y : bool = false;"
                "rule flip when count(q in p: q.x == 0) == n {"
                " for q in p { q.x := 1; }"
                " y := 6 / (n - count(q in p: q.x == 1)) > 0; }") ==
        "error: rule flip");
}

// It is not looked at in the guard, and fails in the body.
TEST_CASE("a sum that was asked before may fail") {
  CHECK(open_of("var x : 0..9223372036854775807;",
                "shared y : bool; rule see when n > 0 || sum(q in p: q.x) > 5 {"
                " y := sum(q in p: q.x) > 5; }") == "error: rule see");
}

// Each member adds 1 at most, and two are enough.
TEST_CASE("what is made of a sum fails where the sum is large") {
  CHECK(open_of("var x : 0..1;",
                "shared y : bool; rule see { y := sum(q in p: q.x) * "
                "4611686018427387904 > 5; }") == "error: rule see");
}

TEST_CASE("a sum fails where what a member adds does") {
  CHECK(
      open_of("var x : 0..3;",
              "shared y : bool; rule see { y := sum(q in p: 6 / q.x) > 5; }") ==
      "error: rule see");
}

TEST_CASE("sums of differences are bounded by what each member adds") {
  const auto of = [](const std::string& least, const std::string& claim) {
    return proof_of("param n : " + least +
                    ".. = 2; param m : 0.. = 2; process P { var x : 0..3; } "
                    "network { node p[n] : P; } assert c: " +
                    claim + ";")
        .open();
  };
  CHECK(of("0", "sum(q in p: 3 - q.x) >= 0") == "");
  CHECK(of("0", "sum(q in p: q.x - 4) <= 0") == "");
  CHECK(of("0", "sum(q in p: if q.x > 1 then 1 - q.x else 0) <= 0") == "");
  CHECK(of("0", "sum(q in p: 3 - q.x) <= 3 * n") == "");
  CHECK(of("1", "sum(q in p: q.x - 4) < 0") == "");
  CHECK(of("0", "sum(q in p: n - 1 - index(q)) >= 0") == "");
  CHECK(of("1", "sum(q in p: (index(q) - m) % n) >= 0") == "");
  // Each would be so by one fact that is a little too strong.
  CHECK(of("0", "sum(q in p: 4 - q.x) > 0") == "initial c");
  CHECK(of("0", "sum(q in p: q.x - 4) < 0") == "initial c");
  CHECK(of("0", "sum(q in p: 2 - q.x) >= 0") == "initial c");
  CHECK(of("0", "sum(q in p: 3 - q.x) <= 2 * n") == "initial c");
  CHECK(of("0", "sum(q in p: 3 - q.x) == 0 => n > 0") == "initial c");
  CHECK(of("0", "sum(q in p: if q.x > 1 then 2 - q.x else 0) >= 0") ==
        "initial c");
  CHECK(of("1", "sum(q in p: (index(q) - m) % n) < n - 1") == "initial c");
}

// At the first member it may not fail, or at one of the type's values.
TEST_CASE("sums of differences fail where what a member adds does") {
  const auto see = [](const std::string& share) {
    return open_of("var x : 0..3;",
                   "param m : 0.. = 2; shared y : bool; "
                   "rule see { y := sum(q in p: " +
                       share + ") > 5; }");
  };
  const std::string fails = "error: rule see";
  CHECK(see("3 - q.x") == "");
  CHECK(see("6 / (q.x + 1)") == "");
  CHECK(see("6 / (q.x - 1)") == fails);
  CHECK(see("6 / (index(q) - 1)") == fails);
  CHECK(see("m - q.x") == fails);
  CHECK(see("(3 - q.x) % m") == fails);
  CHECK(see("2147483648 * 2 * q.x") == fails);
  CHECK(see("index(q) + n") == "");
  CHECK(see("index(q) + n + n") == fails);
}

// What a shared variable starts with, and the ends of a type, at every size.
TEST_CASE("sizes at which something has no value are no instances") {
  const auto sizes = [](const std::string& rest) {
    return proof_of(
               "param n : 1.. = 2; process P { } network { node p[n] : P; "
               "}" +
               rest + "assert c: n > 0;")
        .open();
  };
  CHECK(sizes("shared t[3][n] : 0..2 = index;") == "elaboration: values of t");
  CHECK(sizes("shared t : 0..6 / n = 0;") == "");
  CHECK(sizes("shared t : 0..6 / (n - 1);") == "elaboration: bound");
}

// Nodes that count what they see, in k, while a rule changes an edge.
std::string seen(const std::string& wiring, const std::string& body,
                 const std::string& step = "e[0] := true; k := k + 1;",
                 const std::string& more = "") {
  return proof_of(
             "param n : 3.. = 3; process P { port left, right : inout bool; "
             "} " +
             more + " network { node p[n] : P; edge e[n] : bool = false; " +
             "edge f[n] : bool = false; for i in 0..n-1 { " + wiring +
             " } } shared k : int = 0; rule r when !e[0] && k == 0 { " + step +
             " } assert c: count(q in p: " + body + ") == k;")
      .open();
}

// Whoever has the edge at a port is counted anew, each once.
TEST_CASE("a written edge is seen by those that have it at a port") {
  const std::string ring = "connect p[i].left, p[(i + 1) % n].right to e[i];";
  const std::string own =
      "connect p[i].left to e[i]; connect p[i].right to f[i];";
  const std::string two = "e[0] := true; k := k + 2;";
  const std::string open = "step c: rule r";
  CHECK(seen(own, "q.left") == "");
  CHECK(seen(own, "q.left", two) == open);
  CHECK(seen(own, "q.right") == open);
  CHECK(seen(own, "q.right", "e[0] := true;") == "");
  CHECK(seen(ring, "q.left") == "");
  CHECK(seen(ring, "q.right") == "");
  CHECK(seen(ring, "q.left || q.right", two) == "");
  CHECK(seen(ring, "q.left || q.right") == open);
  CHECK(seen(ring, "q.left && q.right") == open);
  // One edge by two names; two edges of one node.
  CHECK(seen(own, "q.left", "e[0] := true; p[0].left := true; k := k + 1;") ==
        "");
  CHECK(seen(own, "q.left", "e[0] := true; p[0].left := true; " + two) == open);
  CHECK(seen(own, "q.left || q.right",
             "e[0] := true; f[0] := true; k := k + 1;") == "");
  CHECK(seen(own, "q.left || q.right",
             "e[0] := true; f[0] := true; k := k + 2;") == open);
}

// When it changes, it does for each member that is counted.
TEST_CASE("the edge that another member sees is not the member's own") {
  const auto open = [](const std::string& body) {
    return proof_of(
               "param n : 2.. = 3; process P { port left : inout bool; "
               "action set when !left { left := true; } } "
               "network { node p[n] : P; edge e[n] : bool = false; "
               "for i in 0..n-1 { connect p[i].left to e[i]; } } "
               "shared k : int = 0; rule r when !e[0] && k == 0 { e[0] := "
               "true; "
               "k := 1; } assert c: forall a in p: count(q in p: " +
               body + ") <= 1;")
        .open();
  };
  CHECK(open("q == a && q.left") == "");
  CHECK(open("a.left").find("step c: p.set") != std::string::npos);
  CHECK(open("a.left").find("step c: rule r") != std::string::npos);
}

// One edge is at as many ports as there are nodes, or at two, or who has it is
// not found.
TEST_CASE("of edges that many may have nothing is known") {
  const std::string right = " connect p[i].right to f[i];";
  const std::string open = "step c: rule r";
  for (const std::string step :
       {"e[0] := true; k := k + 1;", "e[0] := true;",
        "for z in e { z := true; }", "for z in e { z := true; } k := n;"}) {
    INFO(step);
    for (const std::string left :
         {"e[0]", "e[i / 2]", "e[i * (n - 1) % n]", "e[min(i, 1)]"}) {
      INFO(left);
      CHECK(seen("connect p[i].left to " + left + ";" + right, "q.left",
                 step) == open);
    }
    CHECK(seen("if i < 2 { connect p[i].left to e[0]; } else { connect "
               "p[i].left to e[i]; }" +
                   right,
               "q.left", step) == open);
  }
  CHECK(seen("connect p[i].left to e[i];" + right, "q.left",
             "for z in e { z := true; }") == open);
  // Beyond the rest of one round.
  const auto far = [](const std::string& sizes, const std::string& by) {
    return proof_of("param n : " + sizes +
                    " = 3; process P { port left : inout bool; } "
                    "network { node p[n] : P; edge e[n] : bool = false;"
                    "for i in 0..n-1 { connect p[i].left to e[(i" +
                    by +
                    ") % n]; } } shared k : int = 0; "
                    "rule r when !e[0] { e[0] := true; }"
                    "assert c: count(q in p: q.left) == k;")
        .open();
  };
  for (const char* by : {" + 1", " - 1", " + 3", " - 3", " + 7", " - 7"}) {
    INFO(by);
    for (const char* range : {"1..", "3..", "1..3"}) {
      CHECK(far(range, by) == open);
    }
  }
  CHECK(proof_of("param n : 1.. = 3; process P { port left : inout bool; } "
                 "network { node p[n + 1] : P; edge e[n] : bool = false;"
                 "for i in 0..n { connect p[i].left to e[i % n]; } } "
                 "shared k : int = 0; "
                 "rule r when !e[0] { e[0] := true; k := k + 1; }"
                 "assert c: count(q in p: q.left) == k;")
            .open() == open);
}

// Even ones have the edge behind them, odd ones the one before.
TEST_CASE("a port may be connected by several statements") {
  const auto pairs = [](const std::string& step) {
    return proof_of(
               "param n : 2.. = 2; process P { port left : inout bool; } "
               "network { node p[n] : P; edge e[n + 1] : bool = false;"
               "for i in 0..n-1 { if i % 2 == 0 { connect p[i].left to e[i + "
               "1]; } else { connect p[i].left to e[i - 1]; } } } "
               "shared k : int = 0; rule r when !e[0] { e[0] := true; " +
               step + " } assert c: count(q in p: q.left) == k;")
        .open();
  };
  CHECK(pairs("k := k + 1;") == "");
  CHECK(pairs("") == "step c: rule r");
}

// A family of edges for some, and another one for others.
TEST_CASE("edges at one port start as their families do") {
  const auto starts = [](const std::string& first, const std::string& second) {
    return proof_of(
               "param n : 1.. = 3; process P { port left : inout bool; } "
               "network { node p[n] : P; edge e[n] : bool = " +
               first + "; edge f : bool = " + second +
               "; for i in 0..n-1 { if i == 0 { connect p[i].left to f; } else "
               "{ connect p[i].left to e[i]; } } }"
               "assert c: count(q in p: q.left) == 0;")
        .open();
  };
  CHECK(starts("true", "false") == "initial c");
  CHECK(starts("false", "true") == "initial c");
}

}  // namespace totals_unsound_test
