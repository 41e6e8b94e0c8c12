// SPDX-License-Identifier: MIT
// Guards: peer(e) is the node at the other end, at each kind of port; what has
// no other end, or one of several families, is refused at the right place.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "network/semantics/evaluator.hpp"
#include "tests/random/loaded.hpp"

namespace peer_test {

namespace {

using namespace vicinal::network;
using vicinal::random_models::load;
using vicinal::random_models::Loaded;

// Which properties hold where everything has its initial value.
std::string holding(const std::string& text) {
  const Loaded l = load(text);
  INFO(text << l.messages());
  REQUIRE(l.instance != nullptr);
  std::vector<Scalar> state;
  for (const auto& v : l.instance->initial) state.push_back(v.value_or(0));
  std::vector<Scalar> frame(l.model->frame);
  const Context context{whole(*l.instance, state.data()), NodeId::none(),
                        frame.data()};
  std::string out;
  for (const Property& p : l.model->properties) {
    if (Evaluator(*l.instance).holds(p.formula, context)) out += p.name + " ";
  }
  return out;
}

std::string errors(const std::string& text) {
  const Loaded l = load(text);
  std::string out;
  for (const Diagnostic& d : l.diagnostics.all()) {
    out += fmt::format("{} {}; ", number(d.code), l.source->text(d.span));
  }
  return out;
}

const std::string ring = R"(
  process P { port left, right : inout bool; var x : bool = false; }
  network {
    node p[n] : P;
    edge e[n] : bool = false;
    for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
  })";

}  // namespace

TEST_CASE("the node at the other end of a single port") {
  const std::string properties = R"(
    invariant next: forall i in p: index(peer(i.right)) == (index(i) + 1) % n;
    invariant back: forall i in p: peer(peer(i.right).left) == i;
    invariant wrong: exists i in p: peer(i.right) == i;
    def far(e) = peer(e).left;
    invariant defined: forall i in p: peer(far(i.right)) == i;
  )";
  const std::string expected = "next back defined ";
  for (const char* n : {"2", "3", "5"}) {
    CHECK(holding(fmt::format("param n : 2.. = {};\n", n) + ring +
                  properties) == expected);
  }
}

TEST_CASE("the node at the other end of a member of a port set") {
  CHECK(holding(R"(
    process P { port set link : inout bool; }
    network {
      node p[4] : P;
      edge e[4][4] : bool = false;
      for i in 0..3 { for j in i + 1..3 {
        connect p[i].link, p[j].link to e[i][j]; } }
    }
    invariant other: forall i in p: forall l in i.link: peer(l) != i;
    invariant all: forall i, j in p: i != j => exists l in i.link: peer(l) == j;
    invariant one: forall i, j in p: count(l in i.link: peer(l) == j) <= 1;
    invariant near: forall i in p: forall l in i.link:
      exists f in peer(l).link: same(l, f) && peer(f) == i;
    invariant wrong: forall i in p: forall l in i.link: index(peer(l)) > index(i);
  )") == "other all one near ");
}

TEST_CASE("the node at the other end in families of other dimensions") {
  CHECK(holding(R"(
    process Hub { port set lines : inout bool; }
    process C { port line : inout bool; port east, west : inout bool; }
    network {
      node hub : Hub;
      node c[2][3] : C;
      edge w[2][3] : bool = false;
      edge e[2][3] : bool = false;
      for y in 0..1 { for x in 0..2 {
        connect hub.lines, c[y][x].line to w[y][x];
        connect c[y][x].east, c[y][(x + 1) % 3].west to e[y][x];
      } }
    }
    invariant the_hub: forall i in c: peer(i.line) == hub;
    invariant all: forall i in c: exists f in hub.lines: peer(f) == i;
    invariant east: peer(c[1][1].east) == c[1][2] && peer(c[0][2].east) == c[0][0];
    invariant west: forall i in c: peer(peer(i.west).east) == i;
    invariant wrong: forall i in c: peer(i.west) == peer(i.east);
  )") == "the_hub all east west ");
}

TEST_CASE("what has no other end is refused") {
  const auto with = [](const std::string& formula) {
    return errors("param n : 2.. = 3;\nprocess Q { port set at : in bool; }\n" +
                  ring + "invariant x: " + formula + ";");
  };
  CHECK(with("peer(p[0].right) == p[1]").empty());
  CHECK(with("exists f in e: peer(f) == p[0]") == "334 f; ");
  CHECK(with("peer(e[0]) == p[0]") == "334 e[0]; ");
  CHECK(with("peer(p[0].x) == p[0]") == "309 p[0].x; ");
  CHECK(with("peer(p[0].left, p[1]) == p[0]") == "307 peer(p[0].left, p[1]); ");
  const auto wired = [](const std::string& statements) {
    return errors(
        "process P { port set at : in bool; }\n"
        "network {\n node p[3] : P;\n node q[3] : P;\n"
        " edge e[3] : bool = false;\n edge f[3] : bool = false;\n" +
        statements +
        "}\ninvariant x: forall i in P: forall l in i.at: peer(l) != i;");
  };
  CHECK(wired("for i in 0..2 { connect p[i].at, p[(i + 1) % 3].at to e[i]; "
              "connect q[i].at, p[i].at to f[i]; }") == "334 peer(l); ");
  CHECK(wired("for i in 0..2 { connect p[i].at, q[i].at to e[i]; "
              "connect p[i].at to f[i]; }") == "334 peer(l); ");
  CHECK(wired("for i in 0..2 { connect p[i].at, p[(i + 1) % 3].at, q[i].at to "
              "e[i]; connect p[i].at, p[(i + 1) % 3].at to f[i]; }") ==
        "334 peer(l); ");
  // A process that no node of the graph runs has more ports than one that some
  // do.
  CHECK(errors("process Q { port set a, b, link : inout bool;\n"
               "  action go(f in link) when peer(f) != self { skip; } }\n"
               "process P { port set link : inout bool; }\n"
               "network any { node p : P; edge e : bool = false via link; }") ==
        "334 peer(f); ");
  CHECK(with("(forall i in Q: forall l in i.at: true) && "
             "(forall q in p: exists f in e: peer(f) == q)") == "334 f; ");
}

}  // namespace peer_test
