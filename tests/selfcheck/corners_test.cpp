// SPDX-License-Identifier: MIT
// Guards: corners of the language that random models do not reach, and models
// that broke an engine once, by the oracle: exploration and local sets.
#include <catch2/catch.hpp>

#include "explore/search/explorer.hpp"
#include "explore/search/replay.hpp"
#include "fixpoint/single/single.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"

namespace corners_test {

namespace {

using namespace vicinal;

constexpr std::size_t budget = 5000;

// A written-only array was taken for one that is read; a struct of one scalar
// field for an unknown operator.
const char* const once_broken = R"(
struct Flag { up : bool; }
process Out {
  port a : out Flag[2];
  port b : out ((0..1)[2])[2];
  port set c : out Flag[2];
  action x(i in 0..1, e in c) { a[i].up := true; b[i][1 - i] := 1;
    e[i].up := !e_is(i); for f in c { f[0].up := false; } }
}
process In {
  port a : in Flag[2];
  port b : in ((0..1)[2])[2];
  port set c : in Flag[2];
  var seen : bool = false;
  action y when a[0] == Flag(true) && b[0] != [0, 0]
      && exists e in c: e[1] == a[1] { seen := true; }
  action z when a == [Flag(true), Flag(false)] { seen := false; }
}
def e_is(i) = Flag(i == 0) == Flag(true);
network {
  node left : Out; node right : In;
  edge a : Flag[2] = [Flag(false), Flag(false)];
  edge b : ((0..1)[2])[2] = [[0, 0], [0, 0]];
  edge c : Flag[2] = [Flag(false), Flag(true)];
  connect left.a, right.a to a; connect left.b, right.b to b;
  connect left.c, right.c to c;
}
invariant never: !right.seen;
invariant one: Flag(true).up && [Flag(false)][0] != Flag(true);
)";

const char* const references = R"(
param n : 1.. = 3;
process Cell {
  var next : id of c;
  var v : 0..2 = 0;
  action up when v < 2 && (next == none || next.v >= v) { v := v + 1; }
  action far when next != none && next.next != none && next.next.v == 2
      && next.next != self { v := 0; }
  action trust when v == 1 && next.v == 1 { next := none; }
}
network { node c[n] : Cell; }
init forall q in c: q.next == none || index(q.next) == (index(q) + 1) % n;
init exactly 1 q in c: q.next == none;
invariant low: sum(q in c: q.v) < 6;
invariant linked: exists q in c: q.next != none && q.next.next == none;
)";

const char* const queues = R"(
struct Job { cost : 0..1; owner : id of w; }
struct Box { line : queue Job[2]; open : bool; }
process Worker {
  port box : inout Box;
  var last : Job[2] = [Job(0, none), Job(1, none)];
  action take when box.open && !empty(box.line) {
    last[1] := last[0]; last[0] := head(box.line); pop(box.line); }
  action open when !box.open { box.open := true; }
}
shared chosen : id of w = none;
shared lines : (queue Job[1])[2];
network {
  node w[2] : Worker;
  edge box[2] : Box;
  for i in 0..1 { connect w[i].box to box[i]; }
  init forall e in box: !e.open;
}
rule choose(q in w) when chosen == none { chosen := q; }
rule send when chosen != none && len(chosen.box.line) < 2 {
  push(chosen.box.line, Job(index(chosen), chosen)); chosen := none; }
rule back when w[0].last[0].owner != none && w[0].last[0].owner == w[0] {
  push(lines[0], w[0].last[0]); w[0].last[0].owner := none; }
rule move when full(lines[0]) && empty(lines[1]) {
  lines[0], lines[1] := lines[1], lines[0]; }
invariant own: forall q in w: empty(q.box.line)
    || head(q.box.line).owner == q;
invariant costs: forall q in w: q.last[0].owner == none
    || q.last[0].cost == index(q.last[0].owner);
)";

// What a queue holds, read by index: at ports, in guards that look at others,
// with indices that may be beyond the end.
const char* const elements = R"(
enum Kind { plain, urgent }
struct Job { kind : Kind; size : 0..1; }
process Worker {
  port out, inbox : inout queue Job[2];
  var last : Kind = plain;
  var at : 0..1 = 0;
  action make(k in Kind) when !full(out)
      && (empty(out) || out[len(out) - 1].kind != k) {
    push(out, Job(k, if k == urgent then at else 0)); }
  action peek when len(inbox) > at && inbox[at].kind == urgent {
    last := inbox[at].kind; at := 1 - at; }
  action hope when inbox[1].size == 1 { last := plain; }
  action take when !empty(inbox)
      && forall q in w: q != self => q.last == plain || q.inbox[0].size == 0 {
    last := (if at == 0 then inbox else out)[0].kind; pop(inbox); }
}
network {
  node w[2] : Worker;
  edge line[2] : queue Job[2];
  for i in 0..1 { connect w[i].out, w[(i + 1) % 2].inbox to line[i]; }
  init forall e in line: len(e) == 0 || e[0].size == 1;
}
invariant apart: forall e in line: len(e) == 2 => e[0].kind != e[1].kind;
invariant small: forall q in w: forall k in 0..len(q.out) - 1:
    q.out[k].size == 0;
)";

// The global guard is false as long as nobody writes m; an index of the second
// family was taken for one of the first.
const char* const marks = R"(
process A { var m : bool[r]; action go { m[r[0]] := true; } }
process B {
  var on : bool = false;
  action go when (if on then s[0].m else s[0].m)[r[0]] { on := true; }
}
network { node s[2] : A; node r[3] : B; }
init forall i in s: forall j in r: !i.m[j];
invariant off: forall b in r: !b.on;
)";

const char* const dimensions = R"(
const k = 2;
param m : 1..3 = 2;
shared board[m][k] : 0..k = index % 3;
shared at : 0..m*k-1 = 0;
shared marks : bool[c];
process Cell(odd : bool) {
  port side : inout 0..k;
  action step when !odd && side < k { side := side + 1; }
  action back when odd && side > 0 && marks[self] { side := 0; }
}
network {
  node c[m][k] : Cell(odd = index % 2 == 1);
  edge e[m] : 0..k = index;
  for x in 0..m-1 {
    for y in 0..k-1 {
      if y == 0 { connect c[x][y].side, c[x][k - 1].side to e[x]; }
    }
  }
}
init exactly 1 q in Cell: marks[q];
init marks[c[0][1]];
rule turn(x in 0..m-1, y in x..k-1) when board[x][y] == at % 3 {
  board[x][y], at := (board[x][y] + 1) % (k + 1), (at + 1) % (m * k); }
rule set(q in Cell) when marks[q] && c[0][0].side == 2 {
  marks[q], marks[c[1][0]] := false, true; }
invariant ordered: board[0][0] <= board[1][1] + 1;
invariant same_edge: same(c[0][0].side, c[0][1].side)
    && !same(c[0][0].side, e[1]) && same(e[0], c[0][0].side);
invariant near: forall p, q in c: adjacent(p, q) <=>
    index(p) / k == index(q) / k;
)";

const char* const nested = R"(
def twice(f) = f + f;
def guarded(c, x) = if c then x else 0;
def all_up = forall q in P: up(q, two);
def up(q, t) = q.v >= t;
const two = half * 2;
const half = 1;
process P {
  port set link : inout 0..3;
  var v : 0..3 = 0;
  action a(e in link) when e < 3 && guarded(v > 0, 6 / v) >= 0 {
    for f in link { if same(e, f) { f := twice(f + 1) % 4; } }
    while e > v && v < 3 { v := v + 1; }
  }
  action b(e in link, f in link) when !same(e, f) && e != f {
    e, f := f, e;
  }
  action c when v == 3 && (atmost 1 f in link: f == 3) {
    v := count(f in link: f > 0) - 1;
  }
  action d when forall q in P: q != self => (forall e in q.link: e > 0) {
    v := sum(f in link: f) % 4;
  }
}
network {
  node p[2] : P; edge wire[2] : 0..3 = 1 - index;
  connect p[0].link, p[1].link to wire[0];
  connect p[1].link to wire[1];
}
invariant calm: !all_up;
invariant live: enabled;
)";

const char* const extremes = R"(
shared x : 0..3 = 0;
shared y : -2..2;
init y * y == 4 && y < 0;
rule a when pow(y, x) * 4611686018427387904 > 0 { x := x + 1; }
rule b when x > 0 && -7 / y - (7 % y) == 3 { y := min(abs(y), 1) - x; }
rule c when x == 3 { while x > 0 { x := x - 1; y := if y > 0 then y - 1 else y; } }
rule d(i in 0..x) when i == x - 1 priority 5 / (i - 1) { x := i; }
rule endless when x == 3 && y == -1 { while y < 0 { skip; } }
invariant small: x * y >= -3;
invariant odd: 3 / (y + x) > -4;
)";

void compare(const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const oracle::Instance o(loaded.tree, {});
  oracle::Exploration expected;
  REQUIRE_NOTHROW(expected = o.explore(budget));
  CHECK(expected.states > 3);
  explore::Options options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    options.properties.push_back(p);
  }
  const auto found = explore::explore(*loaded.instance, options);
  CHECK(found.complete);
  CHECK(found.states == expected.states);
  CHECK(found.transitions == expected.transitions);
  CHECK(found.depth == expected.depth);
  CHECK(found.deadlocks == expected.deadlocks);
  for (const auto& p : found.properties) {
    INFO(p.name);
    const auto& wanted = expected.properties.at(p.name);
    CHECK((p.verdict() == network::Verdict::violated) == wanted.violated);
    if (p.trace) CHECK(p.trace->length() == wanted.trace_length);
    if (p.trace) CHECK(!explore::replay(*loaded.instance, *p.trace));
  }
  network::Diagnostics diagnostics;
  const auto local = o.single_invariant(budget);
  const bool taken =
      fixpoint::supported(*loaded.model, fixpoint::Means::local, diagnostics);
  CHECK(local.has_value() == (taken && loaded.model->rules.empty()));
  if (!local) return;
  const auto invariant =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  for (std::size_t n = 0; n < o.nodes().size(); ++n) {
    INFO(o.nodes()[n].name);
    CHECK(invariant->theta(network::NodeId(n)).count() ==
          std::to_string(local->theta.at(o.nodes()[n].name).size()));
  }
}

}  // namespace

TEST_CASE("models that broke an engine once") {
  compare(once_broken);
}
TEST_CASE("references to references") {
  compare(references);
}
TEST_CASE("queues in structs and arrays of queues") {
  compare(queues);
}
TEST_CASE("elements of queues") {
  compare(elements);
}
TEST_CASE("arrays over nodes that a condition chooses") {
  compare(marks);
}
TEST_CASE("families and shared arrays of two dimensions") {
  compare(dimensions);
}
TEST_CASE("definitions, port sets, swaps and loops") {
  compare(nested);
}
TEST_CASE("numbers at the ends of 64 bits, loops without end") {
  compare(extremes);
}

}  // namespace corners_test
