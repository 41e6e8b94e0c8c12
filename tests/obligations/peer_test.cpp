// SPDX-License-Identifier: MIT
// Guards: what obligations take for the node at the other end is that node,
// whatever tells it: the edge alone, the node besides, the ends of a graph; and
// what is not so is not proved.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"

namespace peer_test {

namespace {

using namespace vicinal;
using obligations_test::proof_of;
using obligations_test::replaced;

}  // namespace

TEST_CASE("the edge tells its other end") {
  const std::string model = R"(
    param n : 2.. = 4;
    process P { port left, right : in bool; }
    network {
      node p[n] : P;
      edge e[n] : bool = false;
      for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
    }
    invariant next: forall i in p: index(peer(i.right)) == (index(i) + 1) % n;
    invariant back: forall i in p: peer(peer(i.right).left) == i;
  )";
  CHECK(proof_of(model).open() == "");
  CHECK(proof_of(replaced(model, "peer(i.right)) ==", "peer(i.left)) =="))
            .open() == "property next");
  CHECK(proof_of(replaced(model, "peer(i.right).left", "peer(i.right).right"))
            .open() == "property back");
}

TEST_CASE("in a family of two dimensions") {
  const std::string model = R"(
    param w : 2.. = 2;
    param h : 2.. = 3;
    process P { port right, left, up, down : in bool; }
    network {
      node c[h][w] : P;
      edge hor[h][w] : bool = false;
      edge ver[h][w] : bool = false;
      for y in 0..h-1 { for x in 0..w-1 {
        connect c[y][x].right, c[y][(x + 1) % w].left to hor[y][x];
        connect c[y][x].up, c[(y + 1) % h][x].down to ver[y][x];
      } }
    }
    invariant cross:
      forall i in c: peer(peer(i.right).up) == peer(peer(i.up).right);
  )";
  CHECK(proof_of(model).open() == "");
  CHECK(
      proof_of(replaced(model, "peer(i.up).right", "peer(i.up).left")).open() ==
      "property cross");
}

TEST_CASE("which statement connects both ends is not known") {
  const std::string model = R"(
    param n : 2.. = 4;
    process P { port a : in bool; }
    process Q { port b : in bool; }
    network {
      node p[n] : P;
      node q[n] : Q;
      edge e[n] : bool = false;
      for i in 0..n-1 {
        if i == 0 { connect p[i].a, q[n - 1].b to e[i]; }
        else { connect p[i].a, q[i - 1].b to e[i]; }
      }
    }
    invariant later: forall i in p: index(i) > 0 =>
      index(peer(i.a)) == index(i) - 1;
    invariant last: forall i in p: index(i) == 0 => index(peer(i.a)) == n - 1;
  )";
  CHECK(proof_of(model).open() == "");
  CHECK(proof_of(replaced(model, "index(i) > 0 =>", "")).open() ==
        "property later");
  CHECK(proof_of(replaced(model, "index(i) == 0 =>", "")).open() ==
        "property last");
}

TEST_CASE("both ends are at the same port") {
  const std::string model = R"(
    param n : 2.. = 3;
    process P { port set link : in bool; }
    network {
      node p[n] : P;
      edge e[n][n] : bool = false;
      for i in 0..n-1 { for j in i + 1..n-1 {
        connect p[i].link, p[j].link to e[i][j]; } }
    }
    invariant other: forall i in p: forall l in i.link: index(peer(l)) != index(i);
  )";
  CHECK(proof_of(model).open() == "");
  for (const char* wrong : {">=", "<=", "=="}) {
    CHECK(proof_of(
              replaced(model, "!= index(i)", std::string(wrong) + " index(i)"))
              .open() == "property other");
  }
}

TEST_CASE("ends in two families") {
  const std::string model = R"(
    param n : 1.. = 3;
    process Hub { port set lines : in bool; }
    process C { port line : in bool; }
    network {
      node hub : Hub;
      node c[n] : C;
      edge w[n] : bool = false;
      for i in 0..n-1 { connect hub.lines, c[i].line to w[i]; }
    }
    invariant it: forall l in hub.lines: same(peer(l).line, l);
    invariant all: forall i in c: exists l in hub.lines: peer(l) == i;
    invariant the_hub: forall i in c: peer(i.line) == hub;
  )";
  CHECK(proof_of(model).open() == "");
  CHECK(
      proof_of(replaced(model, "same(peer(l).line, l)", "index(peer(l)) == 0"))
          .open() == "property it");
}

TEST_CASE("the other end in every graph") {
  for (const char* ports : {"link", "give -> get"}) {
    const std::string model = std::string(R"(
    process P { port set link, give, get : inout bool; }
    network any { node p : P; edge e : bool = false via )") +
                              ports + R"(; }
    invariant there: forall i in P: forall l in i.FROM:
      peer(l) != i && exists m in peer(l).TO: same(l, m) && peer(m) == i;
  )";
    const bool both = ports == std::string("link");
    const std::string good =
        replaced(replaced(model, "FROM", both ? "link" : "give"), "TO",
                 both ? "link" : "get");
    CHECK(proof_of(good).open() == "");
    CHECK(proof_of(replaced(good, "peer(l) != i", "peer(l) == i")).open() ==
          "property there");
  }
}

}  // namespace peer_test
