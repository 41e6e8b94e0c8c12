// SPDX-License-Identifier: MIT
// Guards: the semantics of expressions and statements, case by case (design
// 3.2, 3.3), and packed states. Each case is an action of a one-node model
// that must fail, or lead to a state that satisfies a condition.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "network/semantics/steps.hpp"
#include "network/steps/packing.hpp"
#include "tests/random/loaded.hpp"

namespace evaluator_test {

namespace {

using namespace vicinal;
using network::ErrorKind;

// Runs the action `go` once from the only initial state. Nothing: it fails,
// with `kind`.
std::optional<bool> after(const std::string& statements,
                          const std::string& condition, ErrorKind* kind) {
  const auto loaded = random_models::load(fmt::format(R"(
struct S {{ flag : bool; level : 0..3; }}
enum T {{ red, green, blue }}
const big = 9223372036854775807;
process P {{
  var x : -5..5 = 0; var y : -5..5 = 1; var b : bool = false;
  var a : 0..3[3] = [1, 2, 3]; var s : S = S(true, 1); var t : T = green;
  var q : queue T[2]; var w : queue S[2]; var r : id of p = none; var m : bool[p];
  action go {{ {} }}
}}
process O {{ var seen : bool = false; }}
network {{ node p[2] : P; node o : O; }}
init forall i in p: forall j in p: !i.m[j];
invariant goal: {};
)",
                                                      statements, condition));
  INFO(statements << "\n" << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  std::vector<network::Scalar> state;
  for (std::size_t s = 0; s < instance.slot_count(); ++s) {
    state.push_back(instance.initial[s].value_or(0));
  }
  const network::Steps steps(instance);
  network::StepList list;
  steps.enabled(state.data(), list);
  REQUIRE(list.steps.size() == 2);
  try {
    steps.apply(list, list.steps[0], state.data());
    std::vector<network::Scalar> frame(loaded.model->frame);
    return steps.evaluator().holds(loaded.model->properties[0].formula,
                                   {network::whole(instance, state.data()),
                                    network::NodeId::none(), frame.data()});
  } catch (const network::ModelError& error) {
    *kind = error.kind;
    return std::nullopt;
  }
}

void good(const std::string& statements, const std::string& condition) {
  ErrorKind kind = ErrorKind::out_of_range;
  INFO(statements);
  INFO(condition);
  CHECK(after(statements, condition, &kind) == true);
}

void bad(const std::string& statements, ErrorKind wanted) {
  ErrorKind kind = ErrorKind::endless_loop;
  INFO(statements);
  const auto result = after(statements, "true", &kind);
  CHECK(!result.has_value());
  CHECK(kind == wanted);
}

}  // namespace

TEST_CASE("arithmetic is Euclidean and checked") {
  good("x := -5 / 2; y := -5 % 2;", "p[0].x == -3 && p[0].y == 1");
  good("x := 5 / -2; y := 5 % -2;", "p[0].x == -2 && p[0].y == 1");
  good("x := -5 / -2; y := -5 % -2;", "p[0].x == 3 && p[0].y == 1");
  good("x := abs(-4) + min(1, -2) - max(-1, -3);", "p[0].x == 3");
  good("x := pow(-2, 2); y := pow(0, 0);", "p[0].x == 4 && p[0].y == 1");
  good("x := if big - big == 0 then 1 else 2;", "p[0].x == 1");
  bad("x := 1 / x;", ErrorKind::division_by_zero);
  bad("x := 1 % x;", ErrorKind::division_by_zero);
  bad("x := pow(2, y - 2);", ErrorKind::negative_exponent);
  bad("b := big + y > 0;", ErrorKind::overflow);
  bad("b := big * 2 > 0;", ErrorKind::overflow);
  bad("b := -big - 2 < 0;", ErrorKind::overflow);
  bad("b := pow(10, 19) > 0;", ErrorKind::overflow);
}

TEST_CASE("logic stops, quantifiers do not") {
  good("b := x == 0 || 1 / x == 1;", "p[0].b");
  good("b := x != 0 && 1 / x == 1;", "!p[0].b");
  good("b := x != 0 => 1 / x == 1;", "p[0].b");
  good("b := if x == 0 then true else 1 / x == 1;", "p[0].b");
  bad("b := 1 / x == 1 || true;", ErrorKind::division_by_zero);
  bad("b := exists i in 0..3: i == 3 || 1 / i > 5;",
      ErrorKind::division_by_zero);
  bad("b := exists i in -1..0: 3 / i == -3;", ErrorKind::division_by_zero);
  good("b := forall i in 1..0: false;", "p[0].b");
  good("b := exactly 2 i in 0..3: i > 1;", "p[0].b");
  good("b := atmost 1 i in T: i != red;", "!p[0].b");
  good("x := count(i in T: i != red) + sum(i in 0..2: i);", "p[0].x == 5");
}

TEST_CASE("the least and the greatest of members") {
  good("x := max(i in 0..4: i * (4 - i)); y := min(i in 1..3: i);",
       "p[0].x == 4 && p[0].y == 1");
  good("x := max(other in P: other.x + 1);", "p[0].x == 1");
  good("x := 3; y := max(who in P: who.x) + min(who in P: who.x);",
       "p[0].y == 3");
  good("x := 1 + max(i, j in 0..1: -i - j);", "p[0].x == 1");
  bad("x := max(i in 1..0: i);", ErrorKind::no_member);
  bad("x := min(i in x + 1..x: i);", ErrorKind::no_member);
  bad("x := min(i in 0..1: 1 / i);", ErrorKind::division_by_zero);
}

TEST_CASE("assignments: order, ranges, the same place") {
  good("x, y := y, x;", "p[0].x == 1 && p[0].y == 0");
  good("x := 2; a[x], x := 0, 1;", "p[0].a[2] == 0 && p[0].x == 1");
  good("a[0], a[1] := a[1], a[0];", "p[0].a == [2, 1, 3]");
  good("s.level := 3;", "p[0].s == S(true, 3)");
  good("a := [0, 0, 3]; s := S(false, 2);",
       "p[0].a[2] == 3 && p[0].s.level == 2");
  bad("x, x := 1, 1;", ErrorKind::same_place);
  bad("a[0], a[x] := 1, 1;", ErrorKind::same_place);
  bad("s, s.level := S(true, 1), 1;", ErrorKind::same_place);
  bad("x := y + 5;", ErrorKind::out_of_range);
  bad("s.level := 4;", ErrorKind::out_of_range);
  bad("s := S(true, 4);", ErrorKind::out_of_range);
  bad("a := [0, 1, 4];", ErrorKind::out_of_range);
  bad("x := a[3];", ErrorKind::bad_index);
  bad("a[-1] := 0;", ErrorKind::bad_index);
}

TEST_CASE("loops") {
  good("for i in 0..2 { a[i] := i; }", "p[0].a == [0, 1, 2]");
  good("for c in T { if c == blue { t := c; } }", "p[0].t == blue");
  good("while x < 4 { x := x + 1; }", "p[0].x == 4");
  bad("while x == 0 { skip; }", ErrorKind::endless_loop);
}

TEST_CASE("queues") {
  good("push(q, red); push(q, blue);",
       "full(p[0].q) && head(p[0].q) == red && len(p[0].q) == 2");
  good("push(q, red); push(q, blue); pop(q);",
       "head(p[0].q) == blue && !full(p[0].q)");
  good("push(q, blue); pop(q); push(q, red);",
       "p[0].q != p[1].q && len(p[0].q) == 1");
  good("push(q, blue); pop(q);", "p[0].q == p[1].q && empty(p[0].q)");
  bad("push(q, red); push(q, red); push(q, red);", ErrorKind::queue_full);
  bad("pop(q);", ErrorKind::queue_empty);
  bad("t := head(q);", ErrorKind::queue_empty);
}

TEST_CASE("elements of queues") {
  good("push(q, red); push(q, blue); t := q[len(q) - 1];",
       "p[0].q[0] == red && p[0].q[1] == blue && p[0].t == blue");
  good("push(q, red); push(q, blue); pop(q); t := q[0];",
       "p[0].t == blue && p[0].q[0] == head(p[0].q)");
  good("push(q, blue); a[if q[0] == blue then 2 else 0] := 0;",
       "p[0].a == [1, 2, 0]");
  good("push(q, blue); t := (if x > 0 then q else q)[x];", "p[0].t == blue");
  good("b := len(q) > 0 && q[0] == red || len(q) == 0;", "p[0].b");
  bad("t := q[0];", ErrorKind::bad_index);
  bad("push(q, red); t := q[1];", ErrorKind::bad_index);
  bad("push(q, red); t := q[-1];", ErrorKind::bad_index);
  bad("push(q, red); push(q, red); t := q[2];", ErrorKind::bad_index);
  bad("push(q, red); push(q, red); pop(q); t := q[1];", ErrorKind::bad_index);
  bad("push(q, red); t := (if b then q else q)[1];", ErrorKind::bad_index);
  bad("push(w, S(true, 3)); b := w[0].flag && w[1].flag;",
      ErrorKind::bad_index);
  good("push(w, S(true, 3)); x := w[0].level; s := w[0];",
       "p[0].x == 3 && p[0].s == S(true, 3) && p[0].w[0].flag");
}

TEST_CASE("references and arrays over nodes") {
  good("r := self;", "p[0].r == p[0] && p[0].r != p[1] && p[1].r == none");
  good("r := self; m[self] := true; m[r] := true;",
       "p[0].m[p[0]] && !p[0].m[p[1]] && p[0].m[p[0].r]");
  good("r := p[1]; r := none;", "p[0].r == none");
  good("r := p[1];", "p[0].r.x == 0 && index(p[0].r) == 1");
  bad("m[r] := true;", ErrorKind::none_followed);
}

TEST_CASE("packing forgets nothing") {
  std::mt19937_64 random(1);
  for (int run = 0; run < 200; ++run) {
    network::Instance instance;
    std::vector<network::Scalar> state;
    for (int s = 0; s < 20; ++s) {
      const network::Scalar low =
          static_cast<network::Scalar>(random() % 2000) - 1000;
      network::Bounds b{low, low + static_cast<network::Scalar>(
                                       random() % (1ULL << (random() % 40)))};
      if (random() % 10 == 0) b = {INT64_MIN, INT64_MAX};
      instance.slots.push_back(b);
      const std::uint64_t span = static_cast<std::uint64_t>(b.high) -
                                 static_cast<std::uint64_t>(b.low);
      const std::uint64_t offset =
          span == UINT64_MAX ? random() : random() % (span + 1);
      state.push_back(static_cast<network::Scalar>(
          static_cast<std::uint64_t>(b.low) + offset));
    }
    const network::Packing packing(instance);
    std::vector<std::uint64_t> packed(packing.words());
    std::vector<network::Scalar> again(state.size());
    packing.pack(state, packed.data());
    packing.unpack(packed.data(), again);
    CHECK(again == state);
  }
}

}  // namespace evaluator_test
