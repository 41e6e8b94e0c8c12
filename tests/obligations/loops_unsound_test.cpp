// SPDX-License-Identifier: MIT
// Guards: of what loops over all members do, what is false is not proved: each
// claim would be confirmed by one mistake in saying what a loop writes.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace loops_unsound_test {

namespace {

using namespace vicinal;
using obligations_test::proof_of;

// What is open of the claims, where this acts on nodes that all start at 0.
std::string open(const std::string& actions, const std::string& rules,
                 const std::string& claims) {
  INFO(actions << rules << claims);
  return proof_of(R"(
    param n : 1.. = 2;
    shared on : bool = false;
    shared went : bool = false;
    process P {
      var x : 0..3 = 0;
      var t : 0..3 = 0;
      )" + actions +
                  R"(
    }
    network { node p[n] : P; }
    )" + rules + claims)
      .open();
}

const std::string step = "step c: rule r";

}  // namespace

TEST_CASE("a loop that is not executed writes nothing of its members") {
  const std::string rule =
      "rule r { went := true; if on { for q in p { q.x := 1; } } }"
      "rule s { on := true; }";
  CHECK(open("", rule, "assert c: forall i in p: went => i.x == 1;") == step);
  CHECK(open("", rule, "assert c: forall i in p: i.x <= 1;") == "");
}

TEST_CASE("a body sees what earlier members wrote of another one") {
  const std::string both = step + "; error: rule r";
  CHECK(open("",
             "rule r { for q in p { q.x := if p[0].x == 0 then 1 else 2; } }",
             "assert c: forall i in p: i.x <= 1;") == both);
  CHECK(open("",
             "rule r(a in p) { for q in p { if a.x == 0 { q.x := 1; } else { "
             "on := true; } } } rule s(a in p) { a.x := 0; }",
             "assert c: !on;") == both);
}

// The acting node is one of the members that its loop reads.
TEST_CASE("what an action collects in its node is read of the member") {
  const std::string gather =
      "action gather when forall i in p: i.t == 0 {"
      "  for q in p { if q.t == 0 { t := 1; } else { on := true; } } }";
  CHECK(open(gather, "", "assert c: !on;") ==
        "step c: p.gather; error: p.gather");
  // Of another variable it is not.
  const std::string other =
      "action gather { for q in p { if q.x == 0 { t := 1; } else {"
      "  on := true; } } }";
  CHECK(open(other, "",
             "assert c: !on; assert zero: forall i in p: i.x == 0;") == "");
}

// Rounds that use what the owner has at the member, and what the member has at
// the owner.
TEST_CASE("rounds of a loop that touch each other are not taken apart") {
  const auto with = [](const std::string& body, const std::string& claim) {
    return proof_of(R"(
      param n : 2.. = 2;
      process P { var a : 0..2[p]; var b : 0..2[p]; var x : 0..2 = 0; }
      network { node p[n] : P; }
      init forall i, j in p: i.a[j] == 0 && i.b[j] == 0;
      rule r(o, w in p) when forall i, j in p: i.a[j] == 0 && i.b[j] == 0 {
        for q in p { )" +
                    body + " } }\nassert c: forall i, j in p: " + claim + ";")
        .open();
  };
  const auto apart = [&](const std::string& body, const std::string& claim) {
    INFO(body << claim);
    CHECK(with(body, claim) == "");
  };
  const auto refused = [&](const std::string& body, const std::string& claim) {
    INFO(body << claim);
    CHECK(with(body, claim) != "");
  };
  apart("if q != o { o.a[q] := 1; q.a[o] := 2; }", "i != j || i.a[j] == 0");
  apart("o.a[q] := 1; q.b[o] := 2;", "i.a[j] < 2 && i.b[j] != 1");
  apart("o.a[q] := 1; q.a[o] := 2;", "i.a[j] != 1 || i != j");
  apart("q.a[o] := 2; o.a[q] := 1;", "i.a[j] != 2 || i != j");
  apart("o.a[q] := 1; q.b[o] := q.a[o];", "i.b[j] == 0 || i == j");
  apart("q.x := o.a[w]; o.b[q] := q.x;", "i.x == 0 && i.b[j] == 0");
  // Both are written.
  refused("o.a[q] := 1; q.b[o] := 2;", "i == j || i.a[j] == 0");
  refused("o.a[q] := 1; q.b[o] := 2;", "i.b[j] == 0");
  // What two rounds write: the later one wins.
  refused("w.a[q] := 1; q.a[o] := 2;", "i.a[j] != 1 || i != j");
  refused("o.a[q] := 1; q.a[q] := 2;", "i.a[j] != 1");
  refused("o.a[q] := 1; q.a[q] := 2;", "i.a[j] != 2 || i != j");
  // What one round reads of another one.
  refused("if w != q { o.a[q] := 1; q.x := o.a[w]; }", "i.x == 0");
  refused("o.a[q] := 1; q.x := q.a[q];", "i.x == 0");
  refused("if w != o { o.a[q] := 1; q.a[o] := 1; q.b[o] := w.a[q]; }",
          "i.b[j] == 0");
  refused("if w != o { o.a[q] := 1; q.x := q.a[w]; }", "i.x == 0");
  refused("q.x := 1; o.b[q] := w.x;", "i.b[j] == 0");
}

TEST_CASE("a loop over all nodes changes their totals") {
  const std::string rule = "rule r { for q in p { q.x := 1; } }";
  CHECK(open("", rule, "assert c: count(q in p: q.x == 0) == n;") == step);
  CHECK(open("", rule, "assert c: sum(q in p: q.x) == 0;") == step);
  CHECK(open("", rule, "assert c: sum(q in p: q.t) == 0;") == "");
}

TEST_CASE("a loop goes through its own family") {
  const auto set = [](const std::string& family) {
    return proof_of(
               "param n : 1.. = 2; shared on : bool = false; process P {}"
               "network { node p[n] : P; edge e[n] : bool = false;"
               " edge f[n] : bool = false; }"
               "rule r { for x in e { x := true; } on := true; }"
               "assert c: on => forall x in " +
               family + ": x;")
        .open();
  };
  CHECK(set("e") == "");
  CHECK(set("f") == step);
}

// Counts of what edges have tell what a step changes by the members that it
// writes; a loop over nodes must not be one that leaves all edges alone.
TEST_CASE("loops over nodes may write edges") {
  const auto with = [](const std::string& body, const std::string& claim) {
    return proof_of(R"(
      param n : 1.. = 2;
      shared went : bool = false;
      process P { port bit : inout bool; var x : bool = true; }
      network {
        node p[n] : P;
        edge e[n] : bool = false;
        for i in 0..n-1 { connect p[i].bit to e[i]; }
      }
      rule go(i in p) { for q in p { )" +
                    body + " } went := true; }\n" + claim)
        .open();
  };
  const std::string own = "q.bit := q.x;";
  const std::string one = "i.bit := q.x;";
  const std::string off = "assert off: forall l in e: !l;";
  const std::string zero = "assert zero: count(i in p: i.bit) == 0;";
  CHECK(with(own, off) != "");
  CHECK(with(one, off) != "");
  CHECK(with(own, zero) != "");
  CHECK(with(one, zero) != "");
  CHECK(with("q.x := !q.x;", off) == "");
}

TEST_CASE("loops of which only what they write is known are named") {
  const auto named = [](const std::string& loop) {
    const auto proof = proof_of(
        "param n : 1.. = 2; process P { var x : bool = false; } "
        "network { node p[n] : P; } rule r(i in p) { i.x := true; " +
        loop + " } assert c: forall i in p: i.x => i.x;");
    std::size_t count = 0;
    for (const auto& o : proof.list) count += o.not_followed.size();
    return count;
  };
  CHECK(named("for q in p { q.x := false; }") == 0);
  // One for the step, one for its errors.
  CHECK(named("for q in p { for s in p { s.x := q.x; } }") == 2);
}

}  // namespace loops_unsound_test
