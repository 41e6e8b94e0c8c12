// SPDX-License-Identifier: MIT
// Guards: what proofs claim is held against what was seen; where they
// contradict each other there is no answer, whichever of them is wrong. False
// claims are made up here.
#include "decide/family/claims.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>

#include "decide/decide.hpp"
#include "decide/instances/contradiction.hpp"
#include "fixpoint/family/extended.hpp"
#include "tests/random/ring_model.hpp"

namespace claims_test {

namespace {

using namespace vicinal;
using Catch::Contains;
using decide::Contradiction;
using decide::Opened;
using decide::Report;
using network::Verdict;

// Stations that count their meals.
const std::string ring = random_models::ring_model(
    "invariant never: forall i in s: !i.eats;\n" + random_models::ring_mutex,
    "  var meals : 0..9 = 0;\n"
    "  action taste when eats { meals := min(9, meals + 1); }\n");

std::unique_ptr<Opened> open(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  INFO(text);
  REQUIRE(opened->good());
  return opened;
}

struct Decided {
  std::unique_ptr<Opened> opened;
  Report report;

  decide::FamilyReport& family() { return *report.family; }
  // The first proof that proves something.
  fixpoint::FamilyProof& proof() {
    for (fixpoint::FamilyProof& p : family().proofs) {
      for (const auto& q : p.properties) {
        if (q.proved) return p;
      }
    }
    FAIL("nothing is proved");
    return family().proofs.front();
  }
  // "": what is claimed holds wherever it was looked at.
  std::string contradiction(std::uint64_t states) {
    try {
      hold_proofs(family(), states, decide::Allowance({}));
    } catch (const Contradiction& c) {
      return c.what();
    }
    return "";
  }
};

Decided every_size(const std::string& text) {
  Decided out{open(text), {}};
  decide::Asked asked;
  asked.properties = decide::invariants(*out.opened->model);
  asked.every_size = true;
  out.report = decide::decide(*out.opened, asked, {});
  REQUIRE(out.report.family);
  return out;
}

explore::Options knowing(std::vector<std::size_t> properties, bool no_errors) {
  explore::Options how;
  how.model_errors = false;
  how.known_to_hold = std::move(properties);
  how.known_not_to_fail = no_errors;
  return how;
}

}  // namespace

TEST_CASE("an exploration refutes what was said to be known") {
  const auto opened = open(R"(
    shared x : 0..5 = 0;
    rule up when x < 4 { x := x + 1; }
    invariant small: x < 3;
    invariant fine: x < 5;
    invariant fails: 6 / (2 - x) != 0 || x != 2;
  )");
  decide::elaborate(*opened);
  for (const unsigned threads : {1U, 2U}) {
    explore::Options how = knowing({1, 0}, true);
    how.threads = threads;
    how.states_for_threads = 1;
    const auto found = explore::explore(*opened->instance, how);
    REQUIRE(found.refuted);
    CHECK(found.refuted->name == "small");
    REQUIRE(found.refuted->trace);
    CHECK(found.refuted->trace->length() == 3);
    CHECK_FALSE(found.complete);
    CHECK_THROWS_WITH(decide::hold_known(*opened->instance, found, "somebody"),
                      Contains("'small' is proved by somebody") &&
                          Contains("by the run up, up, up"));
  }
  const auto failing = explore::explore(*opened->instance, knowing({2}, false));
  REQUIRE(failing.refuted);
  CHECK(failing.refuted->name == "fails");
  CHECK(failing.refuted->trace->length() == 2);
  CHECK(failing.refuted->trace->error);
  const auto right = explore::explore(*opened->instance, knowing({1}, true));
  CHECK_FALSE(right.refuted);
  CHECK(right.complete);
  CHECK_NOTHROW(decide::hold_known(*opened->instance, right, "somebody"));
}

TEST_CASE("an exploration refutes that nothing fails") {
  const auto opened = open(R"(
    shared x : 0..3 = 0;
    rule up { x := x + 1; }
    rule guarded when 6 / (2 - x) > 100 { x := 0; }
  )");
  decide::elaborate(*opened);
  const auto found = explore::explore(*opened->instance, knowing({}, true));
  REQUIRE(found.refuted);
  CHECK(found.refuted->name == network::no_model_error);
  CHECK(found.refuted->trace->length() == 2);
  CHECK_FALSE(explore::explore(*opened->instance, knowing({}, false)).refuted);
}

TEST_CASE("what is decided in the same run is asked beside what is known") {
  const auto opened = open(R"(
    shared x : 0..9 = 0;
    rule up when x < 9 { x := x + 1; }
    invariant known: x < 7;
    invariant asked: x < 2;
    invariant holds: x < 10;
  )");
  decide::elaborate(*opened);
  explore::Options how = knowing({0}, false);
  how.properties = {1, 2};
  const auto found = explore::explore(*opened->instance, how);
  REQUIRE(found.refuted);
  CHECK(found.refuted->name == "known");
  REQUIRE(found.properties.size() == 2);
  CHECK(found.properties[0].verdict() == Verdict::violated);
  CHECK(found.properties[1].verdict() == Verdict::unknown);
}

TEST_CASE("true claims contradict nothing") {
  Decided decided = every_size(ring);
  CHECK(decided.proof().properties.size() == 3);
  CHECK(decided.contradiction(8000) == "");
}

TEST_CASE("a proof of what a run violates is no answer") {
  Decided decided = every_size(ring);
  auto& answers = decided.family().answers;
  REQUIRE(answers[0].verdict == Verdict::violated);
  REQUIRE(answers[0].run);
  decided.proof().properties[0].proved = true;
  // The run alone, without any state of samples.
  const std::string by_run = decided.contradiction(0);
  CHECK_THAT(by_run, Contains("'never' is proved by") && Contains("n = 2") &&
                         Contains(".enter"));
  // Samples alone.
  answers[0].run.reset();
  CHECK(decided.contradiction(0) == "");
  CHECK_THAT(decided.contradiction(8000),
             Contains("'never' is proved by") && Contains("n = 2"));
}

// The certificate says so.
TEST_CASE("assertions of an inductive invariant are claims") {
  Decided decided = every_size(ring);
  fixpoint::FamilyProof& proof = decided.proof();
  REQUIRE(proof.inductive);
  auto with =
      fixpoint::extended(*decided.opened->model, decided.opened->definitions,
                         "assert made_up: forall i in s: i.meals < 2;\n");
  REQUIRE(with.model);
  const auto source = std::move(proof.source);
  proof.source = std::move(with.source);
  proof.model = std::move(with.model);
  CHECK_THAT(decided.contradiction(8000), Contains("'made_up' is proved by"));
  // Of a guess that is not inductive nothing is claimed.
  proof.inductive = false;
  CHECK(decided.contradiction(8000) == "");
  proof.inductive = true;
  proof.refuted.emplace_back("made_up", fixpoint::Refuted{});
  CHECK(decided.contradiction(8000) == "");
}

// Those of whom all states are known are not explored, unless for a run.
TEST_CASE("states that were kept are held against proofs") {
  Decided decided = every_size(ring);
  decided.proof().properties[0].proved = true;
  decided.family().answers[0].run.reset();
  auto& samples = decided.family().explored.all;
  REQUIRE_FALSE(samples.empty());
  samples.resize(1);
  fixpoint::Sample& sample = *samples[0];
  fixpoint::Reachable& kept = sample.reachable.emplace();
  explore::Options how;
  how.each_state = [&kept](std::span<const network::Scalar> state) {
    kept.states.insert(kept.states.end(), state.begin(), state.end());
  };
  REQUIRE(explore::explore(sample.instance, how).complete);
  CHECK_THAT(decided.contradiction(8000),
             Contains("'never' is proved by") && Contains(".enter"));
  // Nobody eats in the first of them.
  kept.states.resize(sample.instance.slot_count());
  CHECK(decided.contradiction(8000) == "");
}

TEST_CASE("a run that fails contradicts that nothing does") {
  Decided decided = every_size(R"(
    param n : 1.. = 2;
    process P { var x : 0..2 = 0; action up { x := x + 1; } }
    network { node p[n] : P; }
    invariant small: forall i in p: i.x <= 2;
  )");
  auto& answers = decided.family().answers;
  REQUIRE(answers[1].verdict == Verdict::violated);
  REQUIRE(answers[1].run);
  CHECK(decided.contradiction(8000) == "");
  fixpoint::PropertyProof& errors = decided.proof().properties.back();
  REQUIRE_FALSE(errors.property);
  errors.proved = true;
  CHECK_THAT(decided.contradiction(0), Contains("'no model error' is proved"));
  answers[1].run.reset();
  CHECK_THAT(decided.contradiction(8000),
             Contains("'no model error' is proved"));
}

// An `int` has no end; where ours does, nobody is wrong.
TEST_CASE("numbers that are too large for us contradict nothing") {
  Decided decided = every_size(R"(
    param n : 1.. = 2;
    shared k : int = 4000000000000000000;
    process P { var x : bool = false; action up { x := !x; } }
    network { node p[n] : P; }
    rule more { k := k + k; }
    invariant positive: k + k + k > 0;
  )");
  CHECK(decided.contradiction(8000) == "");
}

// Proofs are made with another constant than instances are: who decides has to
// notice, and to answer nothing.
TEST_CASE("what proofs and runs say of two models is no answer") {
  const auto opened = open(R"(
    const k = 9;
    param n : 1.. = 2;
    process P { var x : 0..9 = 0; action up when x < k { x := x + 1; } }
    network { node p[n] : P; }
    invariant other: forall i in p: i.x <= 5 || k == 3;
    invariant open: forall i in p: i.x < 7;
  )");
  decide::Asked asked;
  asked.properties = decide::invariants(*opened->model);
  asked.every_size = true;
  opened->definitions.insert_or_assign("k", std::string("3"));
  CHECK_THROWS_WITH(decide::decide(*opened, asked, {}),
                    Contains("'other' is proved by proofs for every size") &&
                        Contains("n = 1"));
}

// No invariant that was asked is wrong, but an assertion that helps: only the
// run that violates another invariant says so, when all is decided.
TEST_CASE("a decision holds what its proofs assert against its runs") {
  const auto opened = open(R"(
    const k = 9;
    param n : 1.. = 2;
    process P { var x : 0..9 = 0; action up when x < k { x := x + 1; } }
    network { node p[n] : P; }
    assert made_up: forall i in p: i.x <= 4;
    invariant fine: forall i in p: i.x >= 0;
    invariant open: forall i in p: i.x < (if k == 3 then 2 else 7);
  )");
  decide::Asked asked;
  asked.properties = {1, 2};  // nobody asks for the assertion
  asked.every_size = true;
  CHECK_NOTHROW(decide::decide(*opened, asked, {}));
  opened->definitions.insert_or_assign("k", std::string("3"));
  CHECK_THROWS_WITH(decide::decide(*opened, asked, {}),
                    Contains("'made_up' is proved by"));
}

// The network says of a writer that it only reads, so that local invariants
// know of no interference; the program of the process is what it was.
TEST_CASE("a decision holds local invariants against the first states") {
  const auto opened = open(R"(
    process W { port e : inout bool; action set when !e { e := true; } }
    process R {
      port e : in bool;
      var seen : bool = false;
      action see when e { seen := true; }
    }
    network {
      node w : W;
      node r : R;
      edge x : bool = false;
      connect w.e, r.e to x;
    }
    invariant never: !r.seen;
  )");
  decide::Asked asked;
  asked.properties = decide::invariants(*opened->model);
  decide::elaborate(*opened);
  REQUIRE(opened->instance);
  const auto right = decide::decide(*opened, asked, {});
  CHECK(right.answers()[0].verdict == Verdict::violated);
  opened->instance->network.dart_direction.assign(2, network::dart_reads);
  CHECK_THROWS_WITH(
      decide::decide(*opened, asked, {}),
      Contains("'never' is proved by local invariants") && Contains("w.set"));
}

}  // namespace claims_test
