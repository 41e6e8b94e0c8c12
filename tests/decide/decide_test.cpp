// SPDX-License-Identifier: MIT
// Guards: the library decides without the program around it, and none of its
// answers is `proved` where there is no initial state, where an evaluation
// fails, or where it stopped early.
#include "decide/decide.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "explore/search/explorer.hpp"
#include "explore/search/replay.hpp"
#include "fixpoint/family/example.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/ring_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace decide_test {

namespace {

using namespace vicinal;
using decide::Asked;
using decide::Opened;
using decide::Report;
using network::Verdict;

const std::string ring = random_models::ring_model(
    random_models::ring_mutex + "invariant never: forall i in s: !i.eats;\n");

// Of many nodes, each alone: what the rest of the model says of them.
std::string alone(const std::string& rest) {
  return "param n : 1.. = 2;\n"
         "process P { var x : 0..2 = 0;\n"
         "  action up when x < 2 { x := x + 1; } }\n" +
         rest;
}

std::unique_ptr<Opened> open(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  INFO(text);
  REQUIRE(opened->good());
  return opened;
}

Asked everything(const Opened& opened, bool every_size) {
  Asked asked;
  asked.properties = decide::invariants(*opened.model);
  asked.every_size = every_size;
  return asked;
}

Report ask(Opened& opened, bool every_size) {
  return decide::decide(opened, everything(opened, every_size), {});
}

Verdict verdict(const Report& report, const std::string& name) {
  for (const decide::Answer& a : report.answers()) {
    if (a.name == name) return a.verdict;
  }
  FAIL("no answer about " << name);
  return Verdict::unknown;
}

bool has(const Opened& opened, int code) {
  for (const network::Diagnostic& d : opened.diagnostics.all()) {
    if (number(d.code) == code) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("an instance is decided by pairs, and by exploration") {
  const auto opened = open(ring);
  const Report report = ask(*opened, false);
  REQUIRE(report.instance);
  CHECK_FALSE(report.family);
  CHECK(report.answers().size() == 3);
  CHECK(verdict(report, "mutex") == Verdict::proved);
  CHECK(verdict(report, "never") == Verdict::violated);
  CHECK(verdict(report, "no model error") == Verdict::proved);
  const auto& answers = report.instance->answers;
  CHECK(answers[0].method == decide::Method::invariant);
  CHECK(answers[0].views == 2);
  CHECK(answers[1].method == decide::Method::exploration);
  REQUIRE(answers[1].trace);
  CHECK(answers[1].trace->length() == 1);
  CHECK(report.instance->exploration);
}

// What single nodes prove need not be symmetric: only the rest is searched.
TEST_CASE("a large instance is explored by orbits") {
  const auto opened = open(R"(
    process P {
      port bus : inout 0..45;
      var x : 0..9 = 0;
      action up when x < 9 { x := x + 1; bus := min(bus + 1, 45); }
    }
    network {
      node p[5] : P;
      edge bus : 0..45 = 0;
      for i in 0..4 { connect p[i].bus to bus; }
    }
    invariant first: p[0].x <= 9;
    invariant same: bus == sum(q in p: q.x);
    invariant below: sum(q in p: q.x) < 40;
  )");
  const Report report = ask(*opened, false);
  CHECK(verdict(report, "first") == Verdict::proved);
  CHECK(verdict(report, "same") == Verdict::proved);
  CHECK(verdict(report, "below") == Verdict::violated);
  REQUIRE(report.instance->exploration);
  CHECK(report.instance->exploration->permutations == "120");
  CHECK(report.instance->exploration->states == 2002);
  for (const auto& a : report.instance->answers) {
    if (a.name != "below") continue;
    REQUIRE(a.trace);
    CHECK(a.trace->events.size() == 40);
    CHECK_FALSE(explore::replay(*opened->instance, *a.trace));
  }
}

// Whichever way is tried first.
TEST_CASE("an instance is decided as exploration decides it") {
  std::size_t orbits = 0, by_pairs = 0, violated = 0, not_local = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(300); ++seed) {
    const std::string text = seed % 3 == 0 ? random_models::array_model(seed)
                             : seed % 3 == 1
                                 ? random_models::exchange_model(seed)
                                 : random_models::symmetric_model(seed);
    INFO("seed " << seed << "\n" << text);
    auto opened = decide::open_model(text, "model.vic", {});
    REQUIRE(opened->good());
    decide::elaborate(*opened);
    if (!opened->instance) continue;
    Asked asked = everything(*opened, false);
    explore::Options how;
    how.properties = asked.properties;
    how.limits.work = 20'000;
    const auto explored = explore::explore(*opened->instance, how);
    if (!explored.complete) continue;
    asked.few_states = seed % 4;
    asked.few_local_states = seed % 3 == 0 ? 10 : 100'000;
    const Report report = decide::decide(*opened, asked, {});
    if (!report.instance) continue;  // there is no initial state
    for (const auto& p : explored.properties) {
      INFO(p.name);
      CHECK(verdict(report, p.name) == p.verdict());
      violated += p.verdict() == Verdict::violated ? 1 : 0;
    }
    for (const auto& a : report.instance->answers) {
      if (a.trace) CHECK_FALSE(explore::replay(*opened->instance, *a.trace));
      by_pairs += a.views == 2 ? 1 : 0;
    }
    not_local += report.instance->not_local.empty() ? 0 : 1;
    const auto& rest = report.instance->exploration;
    orbits += rest && !rest->permutations.empty() ? 1 : 0;
  }
  CHECK(violated > 0);
  CHECK(not_local > 0);
  if (!random_models::enough_runs()) return;
  CHECK(orbits > 10);
  CHECK(by_pairs > 0);
}

TEST_CASE("every size is decided by wiring types, and by a small instance") {
  const auto opened = open(ring);
  const Report report = ask(*opened, true);
  REQUIRE(report.family);
  CHECK_FALSE(report.instance);
  CHECK(verdict(report, "mutex") == Verdict::proved);
  CHECK(verdict(report, "never") == Verdict::violated);
  CHECK(verdict(report, "no model error") == Verdict::proved);
  const auto& answers = report.family->answers;
  CHECK(answers[0].views == 2);
  REQUIRE(answers[1].run);
  CHECK(answers[1].run->sample->parameters == std::vector<network::Scalar>{2});
  const auto* proof = decide::best_proof(*report.family);
  REQUIRE(proof != nullptr);
  CHECK(proof->proved(0));
}

TEST_CASE(
    "sizes that are no instances are named, whichever proof left them out") {
  // The proof by single nodes implies nothing, and so is never asked whether it
  // excludes n = 7.
  const auto opened = open(R"(
param n : 1.. = 2;
process Cell(rank : 0..5) {
  var on : bool = false;
  action go when forall q in Cell: !q.on { on := true; }
  action stop { on := false; }
}
network { node c[n] : Cell(rank = if n == 7 then 9 else 0); }
invariant one: forall i, j in c: i != j => !(i.on && j.on);
)");
  Asked asked = everything(*opened, true);
  asked.model_errors = false;
  const Report report = decide::decide(*opened, asked, {});
  REQUIRE(report.family);
  REQUIRE(verdict(report, "one") == Verdict::proved);
  CHECK_FALSE(report.family->proofs.front().implies_something());
  const std::vector<std::vector<network::Scalar>> seven = {{7}};
  CHECK(decide::excluded_sizes(*report.family) == seven);
}

TEST_CASE("that somebody did what is told is proved for every size") {
  const std::string model = R"(
param n : 1.. = 3;
shared won : bool = false;
shared told : bool = false;
process V { var up : bool = false; action rise { up := true; } }
network { node v[n] : V; }
rule win(q in v) when q.up { won := true; }
rule tell when won { told := true; }
invariant somebody: told => exists q in v: q.up;
)";
  const auto right = open(model);
  const Report report = ask(*right, true);
  CHECK(verdict(report, "somebody") == Verdict::proved);
  CHECK(verdict(report, "no model error") == Verdict::proved);
  const auto wrong =
      open(model + "rule sit(q in v) when won { q.up := false; }");
  CHECK(verdict(ask(*wrong, true), "somebody") == Verdict::violated);
}

// Somebody is inside whenever it is busy, or a guard lets in who should wait.
TEST_CASE("what a guard asks of all is known to be against it") {
  const auto model = [](const std::string& guard) {
    return R"(
param n : 1.. = 3;
shared busy : bool = false;
shared copy : 0..3 = 0;
shared real : 0..3 = 0;
process P { var inside : bool = false; var have : 0..3 = 0; }
network { node p[n] : P; }
rule enter(i in p) when )" +
           guard + R"( {
  i.inside := true;
  i.have := copy;
  busy := true;
}
rule write(i in p, v in 0..3) when i.inside {
  i.have := v;
  real := v;
}
rule leave(i in p) when i.inside {
  i.inside := false;
  copy := i.have;
  busy := false;
}
invariant good: forall i in p: i.inside => i.have == real;
)";
  };
  const auto right = open(model("forall j in p: !j.inside"));
  CHECK(verdict(ask(*right, true), "good") == Verdict::proved);
  const auto wrong = open(model("forall j in p: j != i => !j.inside"));
  CHECK(verdict(ask(*wrong, true), "good") == Verdict::violated);
}

// Of 2^64 values that nothing reads one is enough: the violation is not missed.
TEST_CASE("what nothing reads keeps no violation from being found") {
  const auto opened = open(R"(
param n : 2.. = 3;
shared spare : int;
process P { var x : int = 0; var idle : int; }
network { node p[n] : P; }
rule up(i, j in p) when i != j && i.x == j.x { i.x := i.x + 1; }
rule on(i, j in p) when i != j && i.x > j.x { j.x := i.x; j.idle := i.x; }
invariant low: forall i in p: i.x < 12;
)");
  CHECK(verdict(ask(*opened, true), "low") == Verdict::violated);
}

TEST_CASE("a size of one or more has somebody") {
  const auto model = [](const std::string& least) {
    return "param n : " + least + R"(.. = 3;
shared k : int = 0;
process P { var y : bool = false; }
network { node p[n] : P; }
rule step when k >= 0 { k := k + 1; }
invariant some: exists i in p: !i.y;
)";
  };
  CHECK(verdict(ask(*open(model("1")), true), "some") == Verdict::proved);
  CHECK(verdict(ask(*open(model("0")), true), "some") == Verdict::violated);
}

TEST_CASE("two majorities meet") {
  const auto model = [](const std::string& share) {
    return R"(
param n : 1.. = 3;
process Value { }
process V {
  var vote : id of c = none;
  action choose(x in c) when vote == none { vote := x; }
}
network { node v[n] : V; node c[2] : Value; }
def enough(x) = 2 * count(m in v: m.vote == x) )" +
           share + R"(;
invariant one: forall x, y in c: enough(x) && enough(y) => x == y;
)";
  };
  CHECK(verdict(ask(*open(model("> n")), true), "one") == Verdict::proved);
  CHECK(verdict(ask(*open(model(">= n")), true), "one") == Verdict::violated);
}

TEST_CASE("whoever goes up leaves somebody behind") {
  const auto stairs = [](const std::string& who) {
    return R"(
param n : 1.. = 3;
param top : 1.. = 2;
process P {
  var step : 0..top = 0;
  action climb when step < top && (exists y in p: )" +
           who + R"( && y.step == step) { step := step + 1; }
  action down { step := 0; }
}
network { node p[n] : P; }
def there(k) = count(x in p: x.step >= k);
invariant few: forall k in 0..top: there(k) + k <= n || there(k) == 0;
)";
  };
  CHECK(verdict(ask(*open(stairs("y != self")), true), "few") ==
        Verdict::proved);
  CHECK(verdict(ask(*open(stairs("true")), true), "few") == Verdict::violated);
}

TEST_CASE("what all start with is as much as there is") {
  const auto bank = [](const std::string& more) {
    return R"(
param n : 1.. = 3;
process A { var money : int = 5; }
network { node a[n] : A; }
rule pay(x, y in a) when x != y && x.money > 0 {
  x.money, y.money := x.money - 1, y.money + )" +
           more + R"(;
}
invariant conserved: sum(x in a: x.money) == 5 * n;
)";
  };
  CHECK(verdict(ask(*open(bank("1")), true), "conserved") == Verdict::proved);
  CHECK(verdict(ask(*open(bank("2")), true), "conserved") == Verdict::violated);
}

TEST_CASE("what the first one starts with is all there is") {
  const auto stealing = [](const std::string& least) {
    return "param n : " + least + R"(.. = 3;
param jobs : 0.. = 4;
shared done : int = 0;
process W { var tasks : int = if index == 0 then jobs else 0; }
network { node w[n] : W; }
rule steal(x, y in w) when x != y && x.tasks > 0 {
  x.tasks, y.tasks := x.tasks - 1, y.tasks + 1;
}
rule work(x in w) when x.tasks > 0 {
  x.tasks := x.tasks - 1;
  done := done + 1;
}
invariant all: sum(q in w: q.tasks) + done == jobs;
)";
  };
  CHECK(verdict(ask(*open(stealing("1")), true), "all") == Verdict::proved);
  CHECK(verdict(ask(*open(stealing("0")), true), "all") == Verdict::violated);
}

TEST_CASE("what nobody writes stays as it is at the start") {
  const std::string model = R"(
param n : 1.. = 3;
param q : 1.. = 2;
process V { var up : bool = false; action rise { up := true; } }
process Quorum { var member : bool[v]; }
process Value { var by : id of quorum = none; }
network { node v[n] : V; node quorum[q] : Quorum; node value[1] : Value; }
init forall s, t in quorum: exists m in v: s.member[m] && t.member[m];
rule decide(x in value) { x.by := none; }
invariant meet: forall s, t in quorum: exists m in v:
  s.member[m] && t.member[m];
)";
  CHECK(verdict(ask(*open(model), true), "meet") == Verdict::proved);
  CHECK(verdict(ask(*open(model + "rule leave(s in quorum, m in v) { "
                                  "s.member[m] := false; }"),
                    true),
                "meet") == Verdict::violated);
}

TEST_CASE("who was chosen has the votes that the rule asked for") {
  const auto model = [](const std::string& share) {
    return R"(
param n : 1.. = 3;
param k : 1.. = 2;
process Value { var chosen : bool = false; }
process V {
  var vote : id of c = none;
  action cast(x in c) when vote == none { vote := x; }
}
network { node v[n] : V; node c[k] : Value; }
rule choose(x in c) when )" +
           share + R"( * count(m in v: m.vote == x) > n { x.chosen := true; }
invariant one: forall x, y in c: x.chosen && y.chosen => x == y;
)";
  };
  CHECK(verdict(ask(*open(model("2")), true), "one") == Verdict::proved);
  CHECK(verdict(ask(*open(model("3")), true), "one") == Verdict::violated);
}

TEST_CASE("cells of a grid are told apart by their rows") {
  const auto model = [](const std::string& guard) {
    return R"(
param w : 1.. = 2;
param h : 1.. = 2;
process C { var on : bool = false; }
network { node cell[w * h] : C; }
rule set(x in 0..w-1, y in 0..h-1) when )" +
           guard + R"( { cell[y * w + x].on := true; }
invariant apart: forall x in 0..w-1, y in 0..h-1:
  x + 1 < w => !(cell[y * w + x].on && cell[y * w + x + 1].on);
)";
  };
  CHECK(verdict(ask(*open(model("x % 2 == 0")), true), "apart") ==
        Verdict::proved);
  CHECK(verdict(ask(*open(model("x % 3 != 2")), true), "apart") ==
        Verdict::violated);
}

TEST_CASE("a node that the model singles out differs from the others") {
  const auto model = [](const std::string& root) {
    return R"(
param n : 2.. = 3;
shared s : bool = false;
process R {
  var x : bool = false;
  action a when )" +
           root + R"( { x := true; }
  action b when x && index(self) == 0 { s := true; }
}
network { node p[n] : R; }
invariant never: !s;
)";
  };
  for (const std::string root : {"index(self) != 0", "self != p[0]"}) {
    INFO(root);
    CHECK(verdict(ask(*open(model(root)), true), "never") == Verdict::proved);
  }
  CHECK(verdict(ask(*open(model("self != p[1]")), true), "never") ==
        Verdict::violated);
}

TEST_CASE("what holds in every instance there is, is proved") {
  // Nothing knows how many pairs there are after a step.
  const std::string model = R"(
process Cell {
  var x : 0..6 = 0;
  action up when x < 5 && (forall q in Cell: q != self => q.x == 0) {
    x := x + 2;
  }
  action down when x > 1 { x := x - 2; }
}
network { node c[n] : Cell; }
invariant even: count(i, j in c: i.x == j.x && i != j) % 2 == 0;
invariant low: sum(i in c: i.x) < 6;
)";
  const auto closed = open("param n : 1..3 = 2;\n" + model);
  const Report all = ask(*closed, true);
  REQUIRE(all.family);
  CHECK(verdict(all, "even") == Verdict::proved);
  CHECK(all.family->answers[0].method == decide::Method::exploration);
  CHECK(verdict(all, "low") == Verdict::violated);
  // What stays unknown takes the solver's time, which no sanitizer sees.
  if (random_models::enough_runs()) {
    const auto endless = open("param n : 1.. = 2;\n" + model);
    CHECK(verdict(ask(*endless, true), "even") == Verdict::unknown);
  }
  // Too many to be explored together.
  const auto large = open("param n : 1..30 = 2;\n" + model);
  const Report each = ask(*large, true);
  REQUIRE(each.family);
  CHECK(verdict(each, "even") == Verdict::proved);
  CHECK(each.family->answers[0].method == decide::Method::instances);
  CHECK(each.family->answers[0].instances == 30);
}

TEST_CASE("one instance may speak for every size") {
  const auto opened = open(ring);
  Asked asked = everything(*opened, true);
  asked.generalize = {4};
  const Report report = decide::decide(*opened, asked, {});
  CHECK(verdict(report, "mutex") == Verdict::proved);
  // No instance is explored.
  CHECK(verdict(report, "never") == Verdict::unknown);
}

TEST_CASE("a definition gives the size of the instance") {
  const auto opened = decide::open_model(ring, "ring.vic", {{"n", "5"}});
  CHECK(ask(*opened, false).answered());
  REQUIRE(opened->instance);
  CHECK(opened->instance->network.node_count() == 5);
}

TEST_CASE("without an initial state nothing is answered") {
  for (const bool every_size : {false, true}) {
    const auto opened =
        open(alone("network { node p[n] : P; init forall q in p: q.x == 1; }\n"
                   "invariant small: forall q in p: q.x < 1;\n"));
    const Report report = ask(*opened, every_size);
    INFO(every_size);
    CHECK_FALSE(report.answered());
    CHECK(report.answers().empty());
    CHECK(has(*opened, 508));
  }
}

TEST_CASE("what cannot be evaluated is not proved") {
  for (const bool every_size : {false, true}) {
    const auto opened =
        open(alone("network { node p[n] : P; }\n"
                   "invariant small: forall q in p: 6 / q.x >= 0;\n"));
    const Report report = ask(*opened, every_size);
    INFO(every_size);
    CHECK(verdict(report, "small") == Verdict::unknown);
    CHECK(verdict(report, "no model error") == Verdict::violated);
  }
}

TEST_CASE("temporal properties get no answer, and keep none from others") {
  for (const bool every_size : {false, true}) {
    const auto opened =
        open(alone("network { node p[n] : P; }\n"
                   "ctl never: AG {false};\n"
                   "invariant small: forall q in p: q.x < 3;\n"
                   "invariant less: forall q in p: q.x < 2;"));
    Asked asked = everything(*opened, every_size);
    CHECK(asked.properties == std::vector<std::size_t>{1, 2});
    asked.properties.push_back(0);
    const Report report = decide::decide(*opened, asked, {});
    INFO(every_size);
    CHECK(report.answers().size() == 3);
    CHECK(verdict(report, "small") == Verdict::proved);
    CHECK(verdict(report, "less") == Verdict::violated);
    CHECK(verdict(report, "no model error") == Verdict::proved);
  }
}

TEST_CASE("a model with errors, or that the engines do not take") {
  const auto wrong = decide::open_model("process {", "wrong.vic", {});
  CHECK_FALSE(wrong->good());
  CHECK_FALSE(decide::decide(*wrong, {}, {}).answered());

  for (const int views : {1, 2}) {
    const auto many =
        open(alone("network { node p[n] : P; }\n"
                   "rule reset { for q in p { q.x := 0; } }\n"));
    Asked asked = everything(*many, false);
    asked.views = views;
    CHECK_FALSE(decide::decide(*many, asked, {}).answered());
    CHECK(has(*many, 701));

    const auto few =
        open(alone("network { node p[n] : P; }\n"
                   "rule reset when p[0].x > 0 { p[0].x := 0; }\n"
                   "invariant up_to: forall i in p: i.x <= 2;\n"));
    asked = everything(*few, false);
    asked.views = views;
    CHECK(verdict(decide::decide(*few, asked, {}), "up_to") == Verdict::proved);
    asked = everything(*few, true);
    asked.views = views;
    CHECK(verdict(decide::decide(*few, asked, {}), "up_to") == Verdict::proved);
  }
}

TEST_CASE("an instance that local engines do not take is explored") {
  const std::string text =
      "network { node p[n] : P; }\n"
      "rule reset when p[0].x > 0 { for q in p { if q == p[0] { q.x := 0; } "
      "} }\n"
      "invariant below: forall i in p: i.x < 2;\n"
      "invariant up_to: forall i in p: i.x <= 2;\n";
  const auto opened = open(alone(text));
  const Report report = ask(*opened, false);
  REQUIRE(report.instance);
  CHECK(report.instance->not_local.starts_with(
      "rule 'reset' is no joint step of a few nodes"));
  CHECK(opened->diagnostics.all().empty());
  CHECK(verdict(report, "below") == Verdict::violated);
  CHECK(verdict(report, "up_to") == Verdict::proved);
  CHECK(verdict(report, "no model error") == Verdict::proved);
  REQUIRE(report.instance->exploration);
  CHECK(report.instance->exploration->states == 9);
  // The same rule, said of one node.
  const auto few = open(
      alone("network { node p[n] : P; }\n"
            "rule reset when p[0].x > 0 { p[0].x := 0; }\n"
            "rule both(i, j in p) when i.x == 2 && j.x == 2 { i.x := 0; }\n"
            "invariant up_to: forall i in p: i.x <= 2;\n"));
  const Report local = ask(*few, false);
  REQUIRE(local.instance);
  CHECK(local.instance->not_local.empty());
  CHECK_FALSE(local.instance->exploration);
  CHECK(verdict(local, "up_to") == Verdict::proved);

  // Without an initial state nothing is answered, here, too.
  const auto none = open(alone(text + "init exists i in p: i.x > 2;\n"));
  CHECK_FALSE(ask(*none, false).answered());
  CHECK(has(*none, 508));
}

// `t` cannot be evaluated where x is 0, and is not proved: the error is one.
TEST_CASE("a property that is not proved may fail") {
  for (const bool every_size : {false, true}) {
    const auto opened = open(R"(
param n : 1.. = 2;
process P { var x : 0..3 = 1; action a { x := 0; } }
network { node p[n] : P; }
invariant t: forall i in p: 10 / i.x > 0;
)");
    Asked asked = everything(*opened, every_size);
    asked.views = 1;
    const Report report = decide::decide(*opened, asked, {});
    INFO(every_size);
    CHECK(verdict(report, "t") == Verdict::unknown);
    CHECK(verdict(report, "no model error") == Verdict::unknown);
  }
}

// All small sizes are instances: that a large one is none is not found there.
// That the number of tokens is even is no lemma about few nodes.
TEST_CASE("what blocks a property is a step to where it is violated") {
  auto opened = open(R"(
param n : 3.. = 4;
process P {
  port left, right : inout bool;
  action flip { left, right := !left, !right; }
}
network {
  node p[n] : P;
  edge e[n] : bool = false;
  for i in 0..n-1 { connect p[i].right, p[(i + 1) % n].left to e[i]; }
}
invariant never_one: !(exactly 1 x in e: x);
)");
  const Report report = ask(*opened, true);
  REQUIRE(report.family);
  const auto& answer = report.family->answers[0];
  CHECK(answer.verdict == Verdict::unknown);
  REQUIRE(answer.blocking);
  CHECK(answer.blocking->obligation.kind == obligations::Kind::step);
}

// What the invariant binds is called as what the rule binds.
TEST_CASE("what blocks names each member once") {
  auto opened = open(R"(
param n : 1.. = 3;
shared c : int = 0;
shared d : int = 1;
process Node { var leads : bool = false; }
network { node server[n] : Node; }
rule up { c := c + d; d := d + 2; }
rule elect(b in server) when c == 17 { b.leads := true; }
invariant one: forall a, b in server: a.leads && b.leads => a == b;
)");
  const Report report = ask(*opened, true);
  REQUIRE(report.family);
  const auto& answer = report.family->answers[0];
  REQUIRE(answer.verdict == Verdict::unknown);
  REQUIRE(answer.blocking);
  const auto& [obligation, judgement] = *answer.blocking;
  std::set<std::string> names;
  for (const auto& [name, family] : obligation.nodes) {
    INFO(name);
    CHECK(names.insert(name).second);
  }
  CHECK(names.contains("b"));
  CHECK(names.contains("b2"));
  std::set<std::string> labels;
  for (const auto& shown : obligation.shown) {
    INFO(shown.label);
    CHECK(labels.insert(shown.label).second);
  }
  const auto state = fixpoint::example_text(
      decide::blocked_model(*report.family, answer), obligation, judgement);
  REQUIRE(state);
  const std::set<std::string> literals(state->literals.begin(),
                                       state->literals.end());
  for (const std::string& l : literals) CHECK_FALSE(literals.contains("!" + l));
}

TEST_CASE("nothing is proved of sizes that may be no instances") {
  const auto opened = open(R"(
param n : 1.. = 2;
process P { var x : bool = false; action a { x := false; } }
network { node p[n] : P; edge e[50 - n] : bool = false; }
invariant t: forall i in p: !i.x;
)");
  Asked asked = everything(*opened, true);
  asked.views = 1;
  const Report report = decide::decide(*opened, asked, {});
  CHECK(verdict(report, "t") == Verdict::unknown);
  CHECK(verdict(report, "no model error") == Verdict::unknown);
}

TEST_CASE("who stops a run learns what is known, and no more") {
  const std::atomic<bool> stop = true;
  network::Limits limits;
  limits.stop = &stop;
  for (const bool every_size : {false, true}) {
    const auto opened = open(ring);
    const Report report =
        decide::decide(*opened, everything(*opened, every_size), limits);
    INFO(every_size);
    REQUIRE(report.answered());
    CHECK((every_size ? report.family->interrupted
                      : report.instance->interrupted));
    for (const decide::Answer& a : report.answers()) {
      CHECK(a.verdict == Verdict::unknown);
    }
  }
}

TEST_CASE("engines share the time of a run") {
  network::Limits limits;
  limits.seconds = 0.01;
  const decide::Allowance allowance(limits);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(allowance.left().seconds > 0);
  CHECK(allowance.left().seconds < 0.01);
  CHECK(allowance.left(7).work == 7);
  CHECK(allowance.left_or(7).work == 0);
  CHECK(decide::Allowance(network::Limits()).left_or(7).work == 7);
  CHECK_FALSE(allowance.in_time([] {
    for (;;) network::poll();
  }));
  CHECK(allowance.in_time([] {}));
}

}  // namespace decide_test
