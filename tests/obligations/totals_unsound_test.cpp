// SPDX-License-Identifier: MIT
// Guards: of counts, sums, products and sizes, what is false is not proved:
// each claim would be confirmed by one fact that is a little too strong.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace totals_unsound_test {

namespace {

using namespace vicinal;
using obligations_test::proof_of;

// What is open of a model of nodes with these variables.
std::string open(const std::string& variables, const std::string& rest) {
  INFO(variables << rest);
  return proof_of("param n : 1.. = 2; process P {" + variables +
                  "} network { node p[n] : P; }" + rest)
      .open();
}

}  // namespace

TEST_CASE("halves need not meet") {
  const auto meet = [](const std::string& compared) {
    return open("var b : bool; var c : bool;",
                "assert c: 2 * count(q in p: q.b) " + compared +
                    " n && 2 * count(q in p: q.c) " + compared +
                    " n => exists q in p: q.b && q.c;");
  };
  CHECK(meet(">") == "");
  CHECK(meet(">=") == "initial c");
}

// Of three counts one excludes both others, which are the same in other words.
TEST_CASE("who excludes one of some counts need not exclude all") {
  const auto all = [](const std::string& third) {
    return open("var b : bool;",
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
  CHECK(open(one, "assert c: sum(q in p: q.x) == 2;") == "");
  CHECK(open(one, "assert c: sum(q in p: q.x) == 2 * n;") == "initial c");
  const std::string second = "var x : 0..2 = if index == 1 then 0 else 1;";
  CHECK(open(second, "assert c: n >= 2 => sum(q in p: q.x) == n - 1;") == "");
  CHECK(open(second, "assert c: sum(q in p: q.x) == n - 1;") == "initial c");
  CHECK(open(second, "assert c: sum(q in p: q.x) == 0;") == "initial c");
}

TEST_CASE("two nodes that are written may be one") {
  const auto pairs = [](const std::string& guard) {
    return open("var x : 0..1 = 0;",
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
    return open("",
                "shared x : int; shared y : int; init 0 < y && 0 <= x && x " +
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
  CHECK(open("", "assert c: count(q in p: true) == n;") == "");
  CHECK(open("", "assert c: count(q, r in p: true) == n;") == "initial c");
}

// A family has fewer than 2^31 members, and a range up to 2^64 numbers.
TEST_CASE("pairs and numbers may be more than a family has members") {
  const auto counted = [](const std::string& what) {
    return open("var b : bool = false; action set { b := true; }",
                "shared k : int = 0; shared x : 0..4294967296 = 0;"
                "rule up { k := k + 1; } rule r { x := count(" +
                    what + "); } assert c: k >= 0;");
  };
  CHECK(counted("q in p: q.b") == "");
  CHECK(counted("q, r in p: q.b && r.b") == "error: rule r");
  CHECK(counted("v in 0..k: v >= 0") == "error: rule r");
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

}  // namespace totals_unsound_test
