// SPDX-License-Identifier: MIT
// Guards: models with inductive invariants written by hand, proved for every
// size; and models that must not be proved. The examples are taken as they
// are, with assertions added.
#include <catch2/catch.hpp>

#include "tests/obligations/proving.hpp"
#include "tests/obligations/token_ring.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/ring_model.hpp"

namespace known_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;
using obligations_test::example;
using obligations_test::Proof;
using obligations_test::proof_of;

}  // namespace

TEST_CASE("token ring") {
  const Proof proof = proof_of(obligations_test::token_ring());
  CHECK(proof.open() == "");
  CHECK(proof.proves("mutex"));
  for (const Obligation& o : proof.list) {
    INFO(o.name);
    CHECK(judge_text(o.premise) == Answer::sat);
  }
}

TEST_CASE("token ring: judging alone and together agree") {
  const Proof proof = proof_of(obligations_test::token_ring());
  for (std::size_t i = 0; i < proof.list.size(); i += 7) {
    INFO(proof.list[i].name);
    CHECK(judge(proof.list[i]).answer == proof.judged[i].answer);
  }
}

TEST_CASE("token ring of a fixed size") {
  Request request;
  for (const std::int64_t n : {2, 3, 6}) {
    request.fixed = {n};
    INFO("n = " << n);
    CHECK(proof_of(obligations_test::token_ring(), request).open() == "");
  }
}

TEST_CASE("sizes that are no instances must be excluded") {
  const std::string ring =
      obligations_test::replaced(obligations_test::token_ring(),
                                 "param n : 2.. = 6;", "param n : 1.. = 6;");
  CHECK(proof_of(ring).open() == "elaboration: connected once");
  Request request;
  request.excluded = {{1}};
  CHECK(proof_of(ring, request).open() == "");
}

TEST_CASE("philosophers whose forks have a direction") {
  const Proof proof = proof_of(example("philosophers-abstract") + R"(
    assert eats: forall i in p:
      i.phase == eating => i.left == to_right && i.right == to_left;
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("torus") {
  const Proof proof = proof_of(example("torus") + R"(
    assert claimed: forall c in cell: c.busy =>
      c.west == behind && c.north == behind &&
      c.east == before && c.south == before;
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("star") {
  const Proof proof = proof_of(example("star") + R"(
    assert first: forall i in spoke: i.inside => i.line == granted;
    assert one: forall i, j in spoke:
      i != j => !(i.line == granted && j.line == granted);
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("star, seen from the hub") {
  const Proof proof = proof_of(example("star") + R"(
    assert first: forall i in spoke: i.inside => i.line == granted;
    assert one: forall e, f in hub.line:
      !same(e, f) => !(e == granted && f == granted);
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("star, counting") {
  const Proof proof = proof_of(example("star") + R"(
    assert first: forall i in spoke: i.inside => i.line == granted;
    assert one: atmost 1 e in wire: e == granted;
    invariant count: count(q in spoke: q.inside) <= 1;
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("readers and writers") {
  const Proof proof = proof_of(example("readers-writers") + R"(
    assert writer: forall i in w, j in Writer:
      i.phase == critical && j.phase == critical => i == j;
    assert dirty: forall i in Reader, j in w:
      !(i.phase == critical && j.phase == critical);
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("who has more than half of the votes is the only one") {
  const auto ballot = [](const std::string& guard) {
    return R"(
param n : 1.. = 3;
param k : 1.. = 2;
process Value { var chosen : bool = false; }
process V {
  var vote : id of c = none;
  action cast(x in c) when )" +
           guard + R"( { vote := x; }
}
network { node v[n] : V; node c[k] : Value; }
rule choose(x in c) when 2 * count(m in v: m.vote == x) > n {
  x.chosen := true;
}
assert carried: forall x in c:
  x.chosen => 2 * count(m in v: m.vote == x) > n;
invariant one: forall x, y in c: x.chosen && y.chosen => x == y;
)";
  };
  CHECK(proof_of(ballot("vote == none")).open() == "");
  CHECK(proof_of(ballot("true")).open() == "step carried: v.cast");
}

TEST_CASE("more than three quarters have a half in common") {
  const Proof proof = proof_of(R"(
param n : 1.. = 3;
process V {
  var a, b : bool;
  action turn { a := !a; }
}
network { node v[n] : V; }
invariant both: 4 * count(m in v: m.a) > 3 * n && 4 * count(m in v: m.b) > n =>
  exists m in v: m.a && m.b;
invariant few: 4 * count(m in v: m.a) >= 3 * n && 4 * count(m in v: m.b) >= n =>
  exists m in v: m.a && m.b;
)");
  CHECK(proof.open() == "property few");
}

TEST_CASE("test and set") {
  const Proof proof = proof_of(example("test-and-set") + R"(
    assert set: forall i in c: i.phase == critical => i.bit;
    assert one: forall i, j in c:
      i != j => !(i.phase == critical && j.phase == critical);
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("bounded channel") {
  // The order of what is inside a queue cannot be said in the language.
  const Proof proof = proof_of(example("bounded-channel") + R"(
    assert counted: (consumer.expected + len(consumer.source)) % numbers
      == producer.upcoming;
  )");
  CHECK(proof.open() == "property in_order");
}

TEST_CASE("philosophers on any graph, with forks that know their holders") {
  const Proof proof = proof_of(R"(
    process Phil {
      port set link : inout id of p;
      var eating : bool = false;
      action enter when !eating && forall e in link: e == none {
        for e in link { e := self; }
        eating := true;
      }
      action leave when eating {
        for e in link { e := none; }
        eating := false;
      }
    }
    network any { node p : Phil; edge fork : id of p via link; }
    init forall e in fork: e == none;
    assert held: forall i in p, e in i.link: i.eating => e == i;
    invariant exclusion: forall i, j in Phil:
      i != j && adjacent(i, j) => !(i.eating && j.eating);
  )");
  CHECK(proof.open() == "");
}

TEST_CASE("messages along a directed graph") {
  const std::string model = R"(
    process Node {
      port set send : inout 0..3;
      port set receive : inout 0..3;
      var seen : 0..3 = 0;
      action emit(e in send) when e == 0 { e := 1; }
      action take(e in receive) when e > seen { seen := e; e := 0; }
    }
    network any { node p : Node; edge pipe : 0..3 via send -> receive; }
    init forall e in pipe: e == 0;
    assert small: forall e in pipe: e <= 1;
    assert seen: forall i in p: i.seen <= 1;
  )";
  // In `network any` the writer's set may be `inout` only if both ends are.
  const auto loaded = random_models::load(model);
  if (loaded.model != nullptr) CHECK(proof_of(model).open() == "");
}

TEST_CASE("the number of nodes matters") {
  const std::string model = R"(
    param n : 1.. = 3;
    process P {
      var fired : bool = false;
      action fire when forall q in P: q != self => q.fired { fired := true; }
    }
    network { node p[n] : P; }
    assert never: forall i in P: !i.fired;
    invariant same: forall i in p: !i.fired;
  )";
  CHECK(proof_of(model).open() == "step never: p.fire at i");
  Request request;
  request.excluded = {{1}};
  CHECK(proof_of(model, request).open() == "");
}

TEST_CASE("a port set may be empty") {
  const std::string model = R"(
    param n : 0.. = 3;
    process Hub {
      port set link : inout bool;
      var gone : bool = false;
      action go when forall p in link: p { gone := true; }
    }
    process Leaf { port link : inout bool; }
    network {
      node hub : Hub;
      node leaf[n] : Leaf;
      edge e[n] : bool = false;
      for i in 0..n-1 { connect hub.link, leaf[i].link to e[i]; }
    }
    assert off: forall x in e: !x;
    assert stays: !hub.gone;
  )";
  CHECK(proof_of(model).open() == "step stays: hub.go");
  Request request;
  request.excluded = {{0}};
  CHECK(proof_of(model, request).open() == "step stays: hub.go");
}

TEST_CASE("what follows two hops behind") {
  // In a ring of two the one behind the one behind is oneself.
  const std::string model = random_models::ring_model(
      "assert hop: forall i, j in s: index(j) == (index(i) + 2) % n =>\n"
      "  !(i.eats && j.eats);\n");
  CHECK(proof_of(model).open() != "");
}

TEST_CASE("a port of a graph that no edge is at") {
  const std::string model = R"(
    process P {
      port set link : inout bool;
      port spare : inout bool;
      var x : bool = false;
      action a { x := true; }
    }
    network any { node p : P; edge e : bool via link; }
    assert never: forall i in p: !i.x;
  )";
  // No graph with nodes is an instance: only elaboration says that.
  CHECK(proof_of(model).open() == "elaboration: connected: p.spare");
}

TEST_CASE("loops whose ranges depend on each other") {
  // A triangle of wires: l[i * n + j] is not linear, but w[i][j] is.
  const std::string model = R"(
    param n : 1.. = 3;
    process Row { port set out_to : inout 0..2; var x : 0..2 = 0;
      action a(p in out_to) when p < 2 { p := p + 1; } }
    process Column { port set from : inout 0..2;
      action b { for e in from { if e > 0 { e := e - 1; } } } }
    network {
      node r[n] : Row;
      node c[n] : Column;
      edge w[n][n] : 0..2 = 0;
      for i in 0..n-1 { for j in i..n-1 {
        connect r[i].out_to, c[j].from to w[i][j]; } }
    }
    assert small: forall e in w: e <= 2;
    invariant right: forall i in r, j in c: adjacent(i, j) => index(i) <= index(j);
  )";
  CHECK(proof_of(model).open() == "");
  CHECK(proof_of(obligations_test::replaced(model, "index(i) <=", "index(i) <"))
            .open() == "property right");
}

TEST_CASE("an edge stands between any two nodes of a clique") {
  // Nobody waits for an edge that it does not see: the other end says so.
  const std::string model = R"(
    param n : 1.. = 3;
    process P {
      port set mine : in bool;
      port set theirs : in bool;
      var x : bool = false;
      action a when (forall e in mine: e) && (forall f in theirs: !f) {
        x := true;
      }
    }
    network {
      node p[n] : P;
      edge w[n][n] : bool = true;
      for i in 0..n-1 { for j in 0..n-1 {
        if i != j { connect p[i].mine, p[j].theirs to w[i][j]; } } }
    }
    assert never_false: forall e in w: e;
    assert alone: forall i, j in p: i != j => !i.x;
    invariant both: forall i, j in p: i != j =>
      exists e in i.mine: exists f in j.theirs: same(e, f);
  )";
  CHECK(proof_of(model).open() == "");
  const auto with = [&model](const char* what, const char* by) {
    return proof_of(obligations_test::replaced(model, what, by)).open();
  };
  const std::string open = "step alone: p.a at i; property both";
  CHECK(with("if i != j {", "if i < j {") == open);
  CHECK(with("if i != j {", "if i != j && i != 1 {") == open);
  CHECK(with("for i in 0..n-1 {", "for i in 0..n-2 {") == open);
  CHECK(with("for j in 0..n-1 {", "for j in 1..n-1 {") == open);
}

TEST_CASE("the last round of a loop is what its branches leave") {
  const std::string model = R"(
    param n : 0.. = 2;
    process End { port link : in bool; }
    process Cell { port left, right : in bool; }
    network {
      node head : End;
      node c[n] : Cell;
      node tail : End;
      edge e[n + 1] : bool = false;
      for i in 0..n {
        if i > 0 { connect c[i - 1].right to e[i]; }
        else { connect head.link to e[i]; }
        if i < n { connect c[i].left to e[i]; }
        else { connect tail.link to e[i]; }
      }
    }
    invariant beside: n == 0 => adjacent(head, tail);
  )";
  CHECK(proof_of(model).open() == "");
  const auto with = [&model](const char* what, const char* by) {
    return proof_of(obligations_test::replaced(model, what, by)).open();
  };
  CHECK(with("for i in 0..n {", "for i in 0..n - 1 {") ==
        "elaboration: connected: head.link; elaboration: connected: c.right; "
        "elaboration: connected: tail.link");
  CHECK(with("if i < n {", "if i <= n {") ==
        "elaboration: connection; elaboration: connected: tail.link");
}

TEST_CASE("two edges stand between any two nodes of a clique") {
  // Who turns the switch of one direction looks at all of the other.
  const std::string model = R"(
    param n : 1.. = 3;
    process P {
      port set mine : inout bool;
      port set theirs : in bool;
      action a(e in mine) when forall f in theirs: !f { e := true; }
      action b(e in mine) when e { e := false; }
    }
    network {
      node p[n] : P;
      edge w[n][n] : bool = false;
      for i in 0..n-1 { for j in 0..n-1 {
        if i != j { connect p[i].mine, p[j].theirs to w[i][j]; } } }
    }
    assert one: forall i, j in p: i != j && w[index(i)][index(j)]
      => !w[index(j)][index(i)];
  )";
  CHECK(proof_of(model).open() == "");
  const auto with = [&model](const char* what, const char* by) {
    return proof_of(obligations_test::replaced(model, what, by)).open();
  };
  CHECK(with("forall f in theirs", "exists f in theirs") != "");
  CHECK(with("for i in 0..n-1 {", "for i in 0..n-2 {") != "");
}

TEST_CASE("model errors are found") {
  const std::string model = R"(
    process P {
      var x : 0..3 = 0;
      var y : 0..9 = 1;
      action up when x < 3 { x := x + 1; }
      action part when y > 0 { x := 3 / y; }
      action both { x, y := 0, 5; }
    }
    network { node p : P; }
  )";
  using obligations_test::replaced;
  const auto damaged = [&](const std::string& what, const std::string& by) {
    return proof_of(replaced(model, what, by)).open();
  };
  CHECK(proof_of(model).open() == "");
  CHECK(damaged("when x < 3 ", "") == "error: p.up");
  CHECK(damaged("when y > 0", "when y > x") == "");
  CHECK(damaged("when y > 0", "when x > 0") == "error: p.part");
  CHECK(damaged("when y > 0", "when x / y > 0") ==
        "error in the guard: p.part");
  CHECK(damaged("x, y := 0, 5", "y, y := 0, 5") == "error: p.both");
}

TEST_CASE("only a greater priority holds back") {
  const std::string model = R"(
    process P {
      var x : 0..2 = 0;
      action choose(v in 0..2) when v != 1 priority -v { x := v; }
    }
    network { node p : P; }
    assert zero: p.x == 0;
  )";
  CHECK(proof_of(model).open() == "");
  CHECK(proof_of(obligations_test::replaced(model, "-v", "0")).open() ==
        "step zero: p.choose");
}

TEST_CASE("more text than asked for") {
  obligations::Request request;
  request.most_text = 10'000;
  CHECK(proof_of(obligations_test::example("token-ring"), request).open() ==
        "unsupported: so much text");
}

// Each choice of four families for each variable would be a question.
TEST_CASE("variables over a process of many families") {
  const auto open = [](const std::string& property) {
    return proof_of(
               "param n : 1.. = 1;"
               "process P { var x : 0..3 = 0;"
               "            action up when x < 3 { x := x + 1; } }"
               "network { node a[n] : P; node b[n] : P; node c[n] : P;"
               "          node d[n] : P; }" +
               property)
        .open();
  };
  const std::string refused = "unsupported: so many choices of families";
  const std::string many = "i, j, k, l, m, o, q in P: i.x <= 3;";
  CHECK(open("invariant low: forall i, j in P: i.x <= 3;") == "");
  CHECK(open("invariant low: forall " + many) == refused);
  CHECK(open("invariant low: exists " + many) == refused);
  CHECK(open("assert low: exists " + many) == refused);
}

TEST_CASE("what obligations cannot speak of") {
  const auto what = [](const std::string& model) {
    return proof_of(model).open();
  };
  const std::string net = "network { node p[2] : P; }";
  // No part of what is proved, and no hindrance.
  CHECK(what("process P { var x : bool; }" + net + " ctl c: AG {p[0].x};") ==
        "");
  CHECK(
      what("process P { var x, y : bool[p]; action a when x == y { skip; } }" +
           net) == "unsupported: whole arrays indexed by nodes as values");
}

TEST_CASE("classes of a width that is not known") {
  const std::string model = R"(
    param n : 1..1000 = 6;
    param classes : 1..1000 = 2;
    param width : 1..1000 = 1;
    process C(level : 0..classes-1) { var x : bool = false; }
    network { node c[n] : C(level = min(index / width, classes - 1)); }
    assert quiet: forall i in c: !i.x;
  )";
  const auto levels = [&](const std::string& by) {
    return proof_of(obligations_test::replaced(model, "index / width", by))
        .open();
  };
  CHECK(proof_of(model).open() == "");
  CHECK(levels("index % width") == "");
  CHECK(levels("index - index / width") == "");
  CHECK(levels("(index - 1) / width") == "elaboration: values of c");
  CHECK(levels("1 - (index - 3) / width") == "elaboration: values of c");
}

// Who shows what is not so of a number comes up on the way; what each of three
// places says of those that lead is one; and each part of the rank is needed.
TEST_CASE("K-state machines converge, by a rank that says each part") {
  const auto open = [](const std::string& from, const std::string& to) {
    const std::string text = obligations_test::replaced(
        obligations_test::replaced(
            example("progress/k-state"), "assert pigeons:",
            "assert enough: k >= count(q in p: true); assert pigeons:"),
        from, to);
    Request request;
    request.progress = {"converges"};
    return proof_of(text, request).open();
  };
  CHECK(open("param", "param") == "");
  CHECK(open("=> v == first.right && (index(q) < lead)",
             "=> v == first.right") == "progress converges 1: first.count");
  CHECK(open("  n - lead\n", "  0\n") == "progress converges 1: p.copy at j");
  CHECK(open("index(j) == lead;", "index(j) >= lead;") ==
        "progress converges 1: can be done; progress converges 1: p.copy at j");
  CHECK(open("right := left; }", "right := 0; }") ==
        "progress converges 1: p.copy at j; progress converges 1: p.copy");
}

TEST_CASE("whoever is behind Szymanski's door gets in, by whose turn it is") {
  const auto open = [](const std::string& from, const std::string& to) {
    Request request;
    request.progress = {"let_in"};
    return proof_of(obligations_test::replaced(
                        example("progress/szymanski-inside"), from, to),
                    request)
        .open();
  };
  CHECK(open("param", "param") == "");
  CHECK(open("  !(exists q in c: q.phase == wanting),", "  0,") ==
        "progress let_in 2: c.want");
  // A sanitizer, where runs are few, has seen the code.
  if (!random_models::enough_runs()) return;
  CHECK(open("phase == doorway then 4", "phase == doorway then 3") ==
        "progress let_in 1: c.wait_inside at j");
  CHECK(open(" && 2 * n + index(j) == next", "") ==
        "progress let_in 4: can be done");
  CHECK(open(" && 3 * n + index(j) == next", "") ==
        "progress let_in 5: can be done");
}

}  // namespace known_test
