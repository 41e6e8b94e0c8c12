// SPDX-License-Identifier: MIT
// Guards: each instruction, and each way in which a program fails. Programs are
// those of an action `go` of a small model; it is said whether it fails, and
// otherwise the interpreter tells what comes out. Members of quantifiers are
// unrolled, and gone through in loops.
#include "network/steps/program.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

#include "network/semantics/steps.hpp"
#include "network/steps/compile.hpp"
#include "tests/random/loaded.hpp"

namespace program_test {

namespace {

using namespace vicinal;
using network::NodeId;
using network::Opcode;
using network::Scalar;

std::set<Opcode> seen;

constexpr const char* model = R"(
struct S {{ flag : bool; level : 0..3; }}
enum T {{ red, green, blue }}
const big = 9223372036854775807;
const least = -big - 1;
process P {{
  port set link : inout 0..3;
  port up : inout 0..3;
  var i : int = {}; var j : int = {};
  var x : -5..5 = 0; var y : -5..5 = 1; var b : bool = false;
  var a, c : 0..3[3] = [1, 2, 3]; var s : S = S(true, 1);
  var t : T = green; var g : S[2] = [S(true, 1), S(false, 2)];
  var q, u : queue T[2]; var w : queue S[2]; var r : id of p = none;
  var m : bool[p];
}}
shared z[2][3] : 0..9 = 4;
network {{
  node p[3] : P;
  edge e[3] : 0..3 = 1;
  edge f[3] : 0..3 = 2;
  for k in 0..2 {{
    connect p[k].link, p[(k + 1) % 3].link to e[k];
    connect p[k].up to f[k];
  }}
}}
init forall k in p: forall l in p: !k.m[l];
rule go(v in p) when index(v) == 1 && ({}) {{ {} }}
)";

struct BothWays {
  std::optional<std::vector<Scalar>> program, interpreter;
  std::size_t steps = 0;
};

// One step from the only initial state, both ways; none: it fails.
BothWays run(const random_models::Loaded& loaded, std::size_t most_unrolled) {
  const network::Instance& instance = *loaded.instance;
  std::vector<Scalar> state;
  for (std::size_t s = 0; s < instance.slot_count(); ++s) {
    state.push_back(instance.initial[s].value_or(0));
  }
  const network::Packing packing(instance);
  std::vector<std::uint64_t> packed(packing.words());
  packing.pack(state, packed.data());
  BothWays out;

  network::Compiler compiler(instance, most_unrolled);
  const auto program = compiler.steps(NodeId::none(), 0, 1, 7);
  REQUIRE(program.has_value());
  for (const auto& i : program->code) seen.insert(i.op);
  network::Machine machine(compiler.pool(), packing);
  std::vector<std::uint64_t> successors;
  for (int time = 0; time < 2; ++time) {  // nothing is left behind
    successors.clear();
    machine.begin(packed.data());
    if (!machine.run(*program, successors)) continue;
    for (const network::MadeStep& made : machine.steps()) {
      REQUIRE(made.step == 7);
    }
    out.steps = machine.steps().size();
    REQUIRE(successors.size() == out.steps * packing.words());
    if (out.steps == 0) continue;
    out.program.emplace(instance.slot_count());
    packing.unpack(successors.data(), *out.program);
  }

  const network::Steps steps(instance);
  network::StepList list;
  steps.enabled_of(NodeId::none(), 0, state.data(), list);
  CHECK(out.steps <= list.steps.size());
  if (!list.problems.empty() || list.steps.empty()) return out;
  try {
    steps.apply(list, list.steps[0], state.data());
    out.interpreter = state;
  } catch (const network::ModelError&) {
  }
  return out;
}

void check(bool fails, const std::string& i, const std::string& j,
           const std::string& guard, const std::string& statements) {
  const auto loaded = random_models::load(
      fmt::format(fmt::runtime(model), i, j, guard, statements));
  INFO(guard << " : " << statements << ", i = " << i << ", j = " << j << "\n"
             << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  for (const std::size_t most_unrolled : {128, 0}) {
    const BothWays result = run(loaded, most_unrolled);
    CHECK(result.program.has_value() == !fails);
    CHECK(result.program == result.interpreter);
  }
}

void good(const std::string& statements, const std::string& i = "0",
          const std::string& j = "0") {
  check(false, i, j, "true", statements);
}
void bad(const std::string& statements, const std::string& i = "0",
         const std::string& j = "0") {
  check(true, i, j, "true", statements);
}

}  // namespace

// Of constants, and of variables.
TEST_CASE("programs: arithmetic at the edges of 64 bits") {
  struct ArithmeticCase {
    const char* what;  // of i and j
    const char* i;
    const char* j;
    bool fails;
  };
  const ArithmeticCase cases[] = {
      {"i + j", "big", "1", true},       {"i + j", "least", "-1", true},
      {"i + j", "big", "least", false},  {"i - j", "least", "1", true},
      {"i - j", "0", "least", true},     {"i - j", "-1", "least", false},
      {"i * j", "big", "2", true},       {"i * j", "least", "-1", true},
      {"i * j", "least", "1", false},    {"-i", "least", "0", true},
      {"-i", "big", "0", false},         {"abs(i)", "least", "0", true},
      {"abs(i)", "-big", "0", false},    {"abs(i)", "7", "0", false},
      {"i / j", "least", "-1", true},    {"i % j", "least", "-1", false},
      {"i / j", "1", "0", true},         {"i % j", "1", "0", true},
      {"i / j", "-7", "2", false},       {"i % j", "-7", "2", false},
      {"i / j", "7", "-2", false},       {"i % j", "7", "-2", false},
      {"i / j", "-7", "-2", false},      {"i % j", "-7", "-2", false},
      {"i % j", "least", "big", false},  {"i / j", "least", "big", false},
      {"i % j", "-1", "least", false},   {"i / j", "-1", "least", false},
      {"pow(i, j)", "2", "62", false},   {"pow(i, j)", "2", "63", true},
      {"pow(i, j)", "-2", "63", false},  {"pow(i, j)", "-2", "64", true},
      {"pow(i, j)", "1", "big", false},  {"pow(i, j)", "-1", "big", false},
      {"pow(i, j)", "0", "0", false},    {"pow(i, j)", "2", "-1", true},
      {"pow(i, j)", "10", "19", true},   {"min(i, j)", "least", "3", false},
      {"max(i, j)", "least", "3", false}};
  const auto with = [](std::string text, const std::string& i,
                       const std::string& j) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool word = at > 0 && std::isalpha(text[at - 1]) != 0;
      if (!word && text[at] == 'i' && text[at + 1] != 'n') {
        out += "(" + i + ")";
      } else if (!word && text[at] == 'j') {
        out += "(" + j + ")";
      } else {
        out += text[at];
      }
    }
    return out;
  };
  for (const ArithmeticCase& c : cases) {
    const std::string variables = with(c.what, "v.i", "v.j");
    check(c.fails, c.i, c.j, "true", "v.i := " + variables + ";");
    check(c.fails, c.i, c.j, variables + " != 99", "v.x := 3;");
    const std::string constants = with(c.what, c.i, c.j);
    check(c.fails, "0", "0", "v.i == 0 => " + constants + " != 99",
          "v.x := 3;");
    good("v.x := if v.i != 0 && " + constants + " > 9 then 2 else 3;");
  }
}

TEST_CASE("programs: comparisons and logic") {
  for (const char* f :
       {"i < j", "i <= j", "i > j", "i >= j", "i == j", "i != j",
        "i < j && j > 2", "i < j || j > 2", "i < j => j > 2", "!(i < j)",
        "i < j <=> j > 2", "if i < j then j > 2 else i > 2",
        "!(i < 2 && j < 2)", "(i < 1 || j < 1) && (i > 1 || j > 1)",
        "min(i, j) < 2", "true", "false", "i < 2 && false", "j > 1 || true"}) {
    std::string formula = f;
    for (std::size_t at = 0; at < formula.size(); ++at) {
      const bool letter = formula[at] == 'i' || formula[at] == 'j';
      const auto near = [&](std::size_t k) {
        return k < formula.size() && std::isalpha(formula[k]) != 0;
      };
      if (!letter || near(at + 1) || (at > 0 && near(at - 1))) continue;
      formula.insert(at, "v.");
      at += 2;
    }
    for (const char* i : {"1", "2", "3"}) {
      for (const char* j : {"1", "2", "3"}) {
        good("v.b := " + formula + ";", i, j);
        good("if " + formula + " { v.x := 2; } else { v.x := 3; }", i, j);
        good("v.x := if " + formula + " then v.y else 3;", i, j);
        good("while (" + formula + ") && v.x < 3 { v.x := v.x + 1; }", i, j);
      }
    }
  }
  good("v.b := v.x == 0 || 1 / v.x == 1;");
  good("v.b := v.x != 0 && 1 / v.x == 1;");
  good("v.b := v.x != 0 => 1 / v.x == 1;");
  bad("v.b := 1 / v.x == 1 || true;");
  good("v.s := if v.x == 0 then S(false, 2) else S(true, 3);");
  good("v.s := if v.x != 0 then S(false, 2) else v.g[1];");
}

TEST_CASE("programs: quantifiers") {
  for (const char* members : {"l in p", "l in P", "l in p, k in p"}) {
    for (const char* body :
         {"l == v", "l.i == 0", "l.i > 0", "l.r == v", "adjacent(l, v)",
          "index(l) < v.x + 2", "same(l.up, v.up)", "l.up == 2"}) {
      const std::string over = fmt::format(" {}: {}", members, body);
      good("v.b := forall" + over + ";");
      good("v.b := exists" + over + ";");
      good("v.b := exactly 1" + over + ";");
      good("v.b := atmost 1" + over + ";");
      good(fmt::format("v.i := count({});", over));
      good("if forall" + over + " { v.x := 1; } else { v.x := 2; }");
      good("if !(forall" + over + ") { v.x := 1; } else { v.x := 2; }");
      good("if exists" + over + " { v.x := 1; } else { v.x := 2; }");
      good("if !(exists" + over + ") { v.x := 1; } else { v.x := 2; }");
    }
  }
  good("v.i := sum(k in v.x .. v.x + 4: k * k);");
  good("v.i := sum(k in v.y .. v.x: 1 / k);");
  good("v.i := max(k in v.x .. v.x + 4: k * (3 - k));");
  good("v.i := min(k in v.x .. v.x + 4: k * (3 - k));");
  good("v.i := max(l in v.link: l) - min(l in p: l.x);");
  bad("v.i := max(k in v.x + 1 .. v.x: k);");
  bad("v.i := min(k in 1 .. 0: k);");
  bad("v.i := min(k in 0 .. 1: 1 / k);");
  bad("v.b := exists k in 0..3: 6 / k == 3;");
  bad("v.b := exists k in v.x..3: 6 / k == 3;");
  bad("v.b := exists k in 0..1: 6 / (if k == 0 then 3 else 0) == 2;");
  bad("v.b := exists k in v.x..1: 6 / (if k == 0 then 3 else 0) == 2;");
  bad("v.b := forall k in 0..1: 7 % (if k == 0 then 3 else 0) == 0;");
  bad("v.b := exists k in 0..1: pow(2, if k == 0 then 3 else big) == 8;");
  bad("v.b := exists k in 0..1: v.a[if k == 0 then 0 else 3] == 1;");
  bad("v.b := exists l in p: l == p[0] || l.r.b;");
  bad("v.i := sum(k in 0..2: big);");
  good("v.i := sum(k in 0..1: if k == 0 then big else -1);");
  good("v.i := sum(l in v.link: l) + count(l in e: l == 1);");
  good("v.b := exists l in p: exists k in l.link: k == 1 && l != v;");
  good("v.b := atmost 1 k in T: k != red;");
}

TEST_CASE("programs: assignments") {
  good("v.x, v.y := v.y, v.x;");
  good("v.x := 2; v.a[v.x], v.x := 0, 1;");
  good("v.a[0], v.a[1] := v.a[1], v.a[0];");
  good("v.a[v.x], v.a[v.y] := v.a[v.y], v.a[v.x];");
  good("v.a := v.c; v.c := [0, v.x, v.y]; v.s.level := 3; v.g[v.y] := v.s;");
  good("v.g[v.x], v.g[v.y] := v.g[v.y], v.g[v.x]; v.b := v.g[0] == v.g[1];");
  good("v.b := v.g[v.x] == v.s; v.g[v.y].level := v.g[v.x].level;");
  good("v.b := v.a == v.c; v.m[v] := v.a != v.c;");
  bad("v.x, v.x := 1, 1;");
  bad("v.a[0], v.a[v.x] := 1, 1;");
  bad("v.a[v.y], v.a[v.x + 1] := 1, 1;");
  bad("v.s, v.s.level := S(true, 1), 1;");
  bad("v.g[v.x], v.g[0].flag := S(true, 1), false;");
  bad("v.x := v.y + 5;");
  bad("v.x := 6;");
  bad("z[0][1] := 9; v.x := z[0][1];");
  bad("v.x := v.i;", "-6");
  good("v.x := v.i;", "-5");
  bad("v.s := S(true, v.y + 3);");
  bad("v.a := [0, 1, v.y + 3];");
  bad("v.b := v.a[3] == 0;");
  bad("v.a[-1] := 0;");
  bad("v.a[v.y + 2] := 0;");
  bad("v.a[v.x - 1] := 0;");
  good("v.x := [5, 2, 3][v.y] + S(true, 2).level;");
  bad("v.x := [5, 4, 3][v.y + 2];");
  good("z[v.x][v.y] := z[v.y][v.x] + 1; z[1][2] := z[1][v.y + 1] + 3;");
  bad("z[v.x][v.y + 2] := 0;");
  bad("z[v.y + 1][0] := 0;");
  bad("z[2][0] := 0;");
}

TEST_CASE("programs: references, ports and loops") {
  good("v.r := v; v.m[v] := true; v.m[v.r] := v.r.x == 0;");
  good("v.r := p[2]; v.x := index(v.r) + v.r.up; v.r.x := 3; v.r.up := 1;");
  good("v.r := p[2]; v.b := adjacent(v.r, v) && same(v.r.up, p[2].up);");
  good("v.r := p[v.y + 1]; v.r := none; v.b := v.r == none;");
  bad("v.m[v.r] := true;");
  bad("v.x := v.r.x;");
  bad("v.x := p[v.y + 2].x;");
  good("for l in v.link { l := 3; } for l in e { l := (l + 1) % 4; }");
  good("v.r := p[0]; for l in v.r.link { l := 0; }");
  good("for k in v.x..v.y + 1 { v.a[k] := k; v.y := -5; }");
  good("for k in v.x..v.y { v.a[k] := 3; v.y := -5; }");
  good("for k in 1..0 { v.x := 1; } for k in v.y..v.x { v.x := 1; }");
  good("for k in T { if k == blue { v.t := k; } }");
  good("for l in p { for k in p { if l != k { l.r := k; } } }");
  good("while v.x < 4 { v.x := v.x + 1; }");
  good("while v.i < 1000000 { v.i := v.i + 1; }");
  bad("while v.i < 1000001 { v.i := v.i + 1; }");
  bad("while v.i == 0 { skip; }");
}

TEST_CASE("programs: queues") {
  good("push(v.q, red); push(v.q, blue); v.b := full(v.q);");
  good("push(v.q, blue); v.t := head(v.q); pop(v.q); v.b := empty(v.q);");
  good("push(v.q, red); push(v.q, blue); pop(v.q); v.x := len(v.q);");
  good("push(v.q, blue); push(v.q, green); v.t := v.q[len(v.q) - 2];");
  good("push(v.q, blue); v.u := v.q; v.b := v.q == v.u; push(v.u, v.u[0]);");
  good("push(v.q, blue); v.t := (if v.x > 0 then v.u else v.q)[v.x];");
  good("push(v.w, S(true, 3)); push(v.w, v.s); pop(v.w); v.s := head(v.w);");
  good("push(v.w, S(true, 3)); v.g[v.x] := v.w[0]; v.x := v.w[v.x].level;");
  bad("push(v.q, red); push(v.q, red); push(v.q, red);");
  bad("pop(v.q);");
  bad("v.t := head(v.q);");
  bad("v.t := v.q[0];");
  bad("push(v.q, red); v.t := v.q[1];");
  bad("push(v.q, red); v.t := v.q[v.x - 1];");
  bad("push(v.q, red); pop(v.q); pop(v.q);");
  bad("push(v.w, S(true, v.y + 3));");
}

TEST_CASE("programs: every instruction was met") {
  // The cases above, in the order of the file.
  for (int op = 0; op <= static_cast<int>(Opcode::emit); ++op) {
    INFO("instruction " << op);
    CHECK(seen.contains(static_cast<Opcode>(op)));
  }
}

TEST_CASE("programs: greatest priorities, whatever members there are") {
  const auto loaded = random_models::load(R"(
    shared x : 0..9 = 3;
    shared y : 0..9 = 0;
    rule go(k in 0..x, l in k..x) when k != 2 priority k - l {
      y := k * 3;
    }
  )");
  REQUIRE(loaded.instance != nullptr);
  for (const std::size_t most_unrolled : {128, 0}) {
    const BothWays result = run(loaded, most_unrolled);
    CHECK(result.steps == 3);  // k == l: 0, 1, 3
    CHECK(result.program == result.interpreter);
  }
}

// No number lies behind the last one: the interpreter has to say.
TEST_CASE("programs: members up to the greatest number") {
  const auto loaded = random_models::load(R"(
    const big = 9223372036854775807;
    shared x : int = big;
    shared y : 0..9 = 0;
    rule go { y := count(k in x - 2 .. x: k >= 0); }
  )");
  REQUIRE(loaded.instance != nullptr);
  const BothWays result = run(loaded, 128);
  CHECK(!result.program);
  CHECK(result.interpreter.has_value());
}

TEST_CASE("programs: what would be too long is refused") {
  const auto loaded = random_models::load(R"(
    shared x : 0..9[5000];
    rule go { x := x; }
    rule small { x[3] := 4; }
  )");
  INFO(loaded.messages());
  network::Compiler compiler(*loaded.instance);
  CHECK(!compiler.steps(NodeId::none(), 0, 1, 0));
  CHECK(compiler.steps(NodeId::none(), 1, 2, 0));
}

}  // namespace program_test
