// SPDX-License-Identifier: MIT
// Guards: of a closed range every size counts, the least one (which may have no
// nodes) and the last one, also where it alone violates something and has more
// states than are looked at first. Random models are compared with all their
// instances, explored one by one.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decide/decide.hpp"
#include "decide/family/one_by_one.hpp"
#include "explore/search/explorer.hpp"
#include "explore/search/replay.hpp"
#include "tests/random/closed_range.hpp"
#include "tests/random/random_model.hpp"

namespace closed_range_test {

namespace {

using namespace vicinal;
using decide::Opened;
using network::Scalar;
using network::Verdict;

std::unique_ptr<Opened> open(const std::string& text,
                             network::Definitions definitions = {}) {
  auto opened = decide::open_model(text, "model.vic", std::move(definitions));
  INFO(text);
  REQUIRE(opened->good());
  return opened;
}

decide::Report every_size(Opened& opened, int views = 0,
                          const network::Limits& limits = {}) {
  decide::Asked asked;
  asked.views = views;
  asked.properties = decide::invariants(*opened.model);
  asked.every_size = true;
  return decide::decide(opened, asked, limits);
}

// What asking these sizes one by one says of all invariants.
decide::FamilyReport one_by_one(const Opened& opened,
                                std::vector<std::vector<Scalar>> sizes,
                                std::uint64_t work) {
  decide::Asked asked;
  asked.properties = decide::invariants(*opened.model);
  decide::FamilyReport report;
  report.explored.model = &*opened.model;
  report.answers =
      decide::open_answers<decide::FamilyAnswer>(*opened.model, asked);
  const decide::Allowance allowance({});
  decide::decide_one_by_one(
      asked, allowance, std::move(sizes), [&] { return allowance.left(work); },
      report);
  return report;
}

}  // namespace

TEST_CASE("the last size of a closed range may be the one that counts") {
  // With n = 3 a violation has more states before it than the first look at
  // instances takes in.
  const auto opened = open(R"(
    param n : 1..3 = 2;
    process P { var x : 0..29 = 0; action up when x < 29 { x := x + 1; } }
    network { node p[n] : P; }
    invariant not_all: sum(i in p: i.x) < 87;
    invariant bound: sum(i in p: i.x) * sum(i in p: i.x) < 87 * 87 + 1;
  )");
  const auto report = every_size(*opened);
  REQUIRE(report.family);
  const auto& answers = report.family->answers;
  CHECK(answers[0].verdict == Verdict::violated);
  REQUIRE(answers[0].run);
  CHECK(answers[0].run->sample->parameters == std::vector<Scalar>{3});
  CHECK(answers[1].verdict == Verdict::proved);
}

TEST_CASE("an instance without nodes is one of a closed range") {
  const auto opened = open(R"(
    param n : 0..3 = 2;
    process P { var b : bool = true; action a when b { b := false; } }
    network { node s[n] : P; }
    invariant some: n > 0;
    invariant somebody: exists q in s: q.b || !q.b;
    invariant odd: count(q in s: q.b) * n != 7;
  )");
  const auto report = every_size(*opened);
  REQUIRE(report.family);
  for (const std::size_t i : {0U, 1U}) {
    const auto& answer = report.family->answers[i];
    CHECK(answer.verdict == Verdict::violated);
    REQUIRE(answer.run);
    CHECK(answer.run->sample->parameters == std::vector<Scalar>{0});
    CHECK(answer.run->trace.length() == 0);
  }
  CHECK(report.family->answers[2].verdict == Verdict::proved);
}

// It is looked at first, and given up; the others are proved by then.
TEST_CASE("an instance without nodes may have many states") {
  const auto opened = open(R"(
    param n : 0..2 = 1;
    shared x : 0..20000 = 0;
    process P { var b : bool = true; }
    network { node s[n] : P; }
    rule up when x < 20000 && n == 0 { x := x + 1; }
    invariant low: x < 20000;
  )");
  const auto report = every_size(*opened);
  REQUIRE(report.family);
  CHECK(report.family->answers[0].verdict == Verdict::violated);
}

// Where the smallest instances are no instances, larger ones are looked for
// however many fail, with or without the one that has no nodes.
TEST_CASE("an instance without nodes is no end of small instances") {
  const auto opened = open(R"(
    param n : 0.. = 9;
    process P {
      port mine, other : inout bool;
      action a when !mine { mine := true; }
    }
    network {
      node s[n] : P;
      edge e[n] : bool = false;
      for i in 0..n-1 { connect s[i].mine, s[(i + n / 9 * 5) % n].other to e[i]; }
    }
    invariant never: forall x in e: !x;
  )");
  const auto report = every_size(*opened);
  REQUIRE(report.family);
  const auto& answer = report.family->answers[0];
  CHECK(answer.verdict == Verdict::violated);
  REQUIRE(answer.run);
  CHECK(answer.run->sample->parameters == std::vector<Scalar>{9});
}

// A proof of all is looked for before instances take as long as there is.
TEST_CASE("time for more makes nobody explore the last instance first") {
  const auto opened = open(R"(
    param n : 2..40 = 2;
    shared busy : bool = false;
    process P {
      var inside, ready : bool = false;
      var step : 0..9 = 0;
      action walk { step := (step + 1) % 10; }
      action wait when !ready { ready := true; }
      action enter when ready && !busy { inside := true; busy := true; }
      action leave when inside { inside := false; ready := false; busy := false; }
    }
    network { node p[n] : P; }
    invariant mutex: forall i, j in p: i != j => !(i.inside && j.inside);
  )");
  network::Limits limits;
  limits.seconds = 60;
  const auto report = every_size(*opened, 0, limits);
  REQUIRE(report.family);
  CHECK(report.family->answers[0].verdict == Verdict::proved);
  CHECK(report.family->answers[0].method == decide::Method::lemmas);
}

// The graph without nodes is a graph.
TEST_CASE("an instance without nodes is one of any network") {
  const auto opened = open(R"(
    process R {
      port set link : inout bool;
      var x : bool = false;
      action a when !x { x := true; }
    }
    network any { node p : R; edge q : bool = false via link; }
    invariant some: exists r in R: r.x || !r.x;
    invariant quiet: forall l in q: !l;
  )");
  const auto report = every_size(*opened);
  REQUIRE(report.family);
  const auto& answers = report.family->answers;
  CHECK(answers[0].verdict == Verdict::violated);
  REQUIRE(answers[0].run);
  CHECK(answers[0].run->sample->instance.network.node_count() == 0);
  CHECK(answers[1].verdict == Verdict::proved);
}

// However few the values of its parameters are: of each value there are all
// graphs, and a node of many links is in none that is explored.
TEST_CASE("a network of any graph has more instances than are explored") {
  for (const std::string parameter :
       {"param c : 0..1 = 0;", "param c : 1..1 = 1;"}) {
    for (const int links : {2, 6}) {
      // All graphs that are explored: once, where a sanitizer has to see it.
      if (links == 6 && parameter.find("1..1") == std::string::npos &&
          !random_models::enough_runs())
        continue;
      const std::string text = fmt::format(
          R"({}
          process R {{
            port set link : inout bool;
            var x : bool = false;
            action a when count(e in link: true) >= {} {{ x := true; }}
          }}
          network any {{ node p : R; edge q : bool via link; }}
          invariant t: forall r in p: !r.x;)",
          parameter, links);
      INFO(text);
      const auto opened = open(text);
      const auto report = every_size(*opened);
      REQUIRE(report.family);
      CHECK(report.family->answers[0].verdict ==
            (links == 2 ? Verdict::violated : Verdict::unknown));
    }
  }
}

TEST_CASE("a closed range is decided as all its instances are") {
  int last = 0, empty = 0, proved = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(25); ++seed) {
    const std::string text = random_models::closed_range(seed);
    INFO("seed " << seed << "\n" << text);
    const auto opened = open(text);
    const auto report = every_size(*opened);
    REQUIRE(report.family);
    const network::Parameter& n = opened->model->parameters[0];
    for (const auto& answer : report.family->answers) {
      if (!answer.property) continue;
      INFO(answer.name);
      std::optional<Scalar> violated;
      for (Scalar size = n.low; size <= *n.high && !violated; ++size) {
        const auto one = open(text, {{"n", std::to_string(size)}});
        decide::elaborate(*one);
        explore::Options how;
        how.properties = {*answer.property};
        how.model_errors = false;
        const auto found = explore::explore(*one->instance, how);
        REQUIRE(found.complete);
        if (found.properties[0].verdict() == Verdict::violated) violated = size;
      }
      CHECK(answer.verdict == (violated ? Verdict::violated : Verdict::proved));
      last += violated == n.high ? 1 : 0;
      empty += violated == 0 ? 1 : 0;
      proved += violated ? 0 : 1;
      if (!violated || !answer.run) continue;
      CHECK(answer.run->sample->parameters == std::vector<Scalar>{*violated});
      CHECK_FALSE(
          explore::replay(answer.run->sample->instance, answer.run->trace));
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(last > 5);
  CHECK(empty > 1);
  CHECK(proved > 2);
}

// Whatever decides an instance: a size at which the network cannot be built,
// and one without an initial state, are no instances that say otherwise.
TEST_CASE("instances are decided one by one as by exploration") {
  int violated = 0, proved = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(25); ++seed) {
    const std::string text = random_models::closed_range(seed);
    INFO("seed " << seed << "\n" << text);
    const auto opened = open(text);
    const network::Parameter& n = opened->model->parameters[0];
    std::vector<std::vector<Scalar>> sizes;
    for (Scalar size = n.low; size <= *n.high; ++size) sizes.push_back({size});
    const auto report = one_by_one(*opened, sizes, 1'000'000);
    std::map<std::string, std::optional<Scalar>> first;
    for (Scalar size = n.low; size <= *n.high; ++size) {
      const auto one = open(text, {{"n", std::to_string(size)}});
      decide::elaborate(*one);
      explore::Options how;
      how.properties = decide::invariants(*opened->model);
      const auto found = explore::explore(*one->instance, how);
      REQUIRE(found.complete);
      for (const auto& p : found.properties) {
        auto& at = first[p.name];
        if (p.verdict() == Verdict::violated && !at) at = size;
      }
    }
    for (const auto& a : report.answers) {
      INFO(a.name);
      const auto& at = first[a.name];
      CHECK(a.verdict == (at ? Verdict::violated : Verdict::proved));
      violated += at ? 1 : 0;
      proved += at ? 0 : 1;
      if (!at) {
        CHECK(a.instances == sizes.size());
        continue;
      }
      REQUIRE(a.run);
      CHECK(a.run->sample->parameters == std::vector<Scalar>{*at});
      CHECK_FALSE(explore::replay(a.run->sample->instance, a.run->trace));
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(violated > 5);
  CHECK(proved > 5);
}

TEST_CASE("a size that is none counts for nothing where all are looked at") {
  const auto opened = open(R"(
    param n : 1..4 = 2;
    process P { var x : bool = false; action up when !x { x := true; } }
    network { node p[n / (n - 2) + n] : P; }
    init n != 3;
    invariant t: forall i in p: i.x || !i.x;
  )");
  const auto report = one_by_one(*opened, {{1}, {2}, {3}, {4}}, 1000);
  for (const auto& a : report.answers) {
    CHECK(a.verdict == Verdict::proved);
    CHECK(a.method == decide::Method::instances);
    CHECK(a.instances == 3);
  }
  CHECK(decide::excluded_sizes(report) ==
        std::vector<std::vector<Scalar>>{{2}});
  CHECK(decide::sizes_without_states(report) ==
        std::vector<std::vector<Scalar>>{{3}});
}

TEST_CASE("what cannot be looked at is not proved one by one") {
  const auto verdict = [](const std::string& init, const std::string& nodes) {
    const auto opened = open("param n : 1..2 = 1;" + init + R"(
      process P { var x : bool = false; action up when !x { x := true; } }
      network { node p[)" + nodes +
                             R"(] : P; }
      invariant t: forall i in p: i.x || !i.x;
    )");
    return one_by_one(*opened, {{1}, {2}}, 1000).answers[0].verdict;
  };
  CHECK(verdict("", "n") == Verdict::proved);
  CHECK(verdict("", "if n == 2 then 20000 else 1") == Verdict::unknown);
  // Too large to be built, which is no proof that it is no instance.
  CHECK(verdict("", "if n == 2 then 3000000000 else 1") == Verdict::unknown);
  CHECK(verdict("init n == 2;", "n") == Verdict::proved);
  CHECK(verdict("init n > 2;", "n") == Verdict::unknown);
}

// No proof for every size, and, of the last ones, more states than are
// explored: local invariants prove each.
TEST_CASE("a closed range is proved in each of its instances") {
  // Most of it is a search for lemmas in vain: where a sanitizer has to see the
  // code only, decide_test has a range that is proved so.
  if (!random_models::enough_runs()) return;
  const std::string model = R"(
    param d : 1..5 = 2;
    process Corner {
      port set to : inout bool;
      port set from : inout bool;
      var knows : bool = false;
      action hear when !knows { knows := true; }
      action send(w in to) when knows && !w { w := true; }
      action receive(w in from) when w && !knows { w := false; knows := true; }
    }
    network {
      node corner[pow(2, d)] : Corner;
      edge wire[pow(2, d)][d] : bool = false;
      for i in 0..pow(2, d)-1 { for k in 0..d-1 {
        if (i / pow(2, k)) % 2 == 0 {
          connect corner[i].to, corner[i + pow(2, k)].from to wire[i][k];
        } else {
          connect corner[i].to, corner[i - pow(2, k)].from to wire[i][k];
        }
      } }
    }
    invariant told: forall c in corner: (exists w in c.to: w) => c.knows;
  )";
  const auto opened = open(model);
  const auto report = every_size(*opened);
  REQUIRE(report.family);
  const auto& answer = report.family->answers[0];
  CHECK(answer.verdict == Verdict::proved);
  CHECK(answer.method == decide::Method::instances);
  CHECK(answer.instances == 5);
  CHECK(decide::best_proof(*report.family) == nullptr);
}

// Here it is a step that fails, at a node of many links, and no step that
// keeps anything.
TEST_CASE("an action that always fails fires") {
  const auto opened = open(R"(
    process R {
      port set link : inout bool;
      var c : 0..3 = 0;
      action a when count(e in link: true) >= 6 { c := 4; }
      action b when c == 2 { c := 1; }
    }
    network any { node p : R; edge q : bool via link; }
    invariant t: forall r in R: r.c == 0;
  )");
  const auto report = every_size(*opened, 1);
  REQUIRE(report.family);
  CHECK(report.family->answers[0].verdict == Verdict::proved);
  CHECK(report.family->answers[1].verdict == Verdict::unknown);
  std::vector<std::string> warned;
  for (const network::Diagnostic& d : opened->diagnostics.all()) {
    if (number(d.code) == 801) warned.push_back(d.message);
  }
  CHECK(warned == std::vector<std::string>{
                      "action 'b' never fires in the local invariant"});
}

// Whoever counts links to seven has joins of so many nodes.
TEST_CASE("guards that count links make texts that can be read") {
  const auto opened = open(R"(
    process R {
      port set link : inout bool;
      var x : bool = false;
      action a when !x && 6 / (7 - count(e in link: true)) > 0 { x := true; }
    }
    network any { node p : R; edge q : bool via link; }
    invariant t: forall r in R: r.x || !r.x;
  )");
  const network::Definitions none;
  fixpoint::Question question;
  question.model = &*opened->model;
  question.definitions = &none;
  question.scope = decide::scope_of(*opened);
  question.properties = {0};
  obligations::Judge judge;
  const auto proof = fixpoint::imply_family(question, 3, {}, judge);
  REQUIRE(proof.model);
  obligations::Request request = proof.request;
  request.only_properties = false;
  request.most_text = 16'000'000;
  CHECK(obligations::generate(*proof.model, request).index() == 0);
}

}  // namespace closed_range_test
