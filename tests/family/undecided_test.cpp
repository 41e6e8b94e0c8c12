// SPDX-License-Identifier: MIT
// Guards: what Z3 leaves open is not proved, whichever question it was, and an
// assertion that is not kept is not either. How much work Z3 may do is chosen
// so that it ends where a question begins.
#include <catch2/catch.hpp>

#include <cstdint>

#include "families.hpp"
#include "tests/random/ring_model.hpp"

namespace undecided_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

// The last action is an error wherever it may happen.
const std::string ring =
    random_models::ring_model("invariant low: forall i in s: i.low == 0;\n",
                              "  var low : 0..1 = 0;\n"
                              "  action wrong when eats { low := 2; }\n");

// What is confirmed by pairs of nodes with so much work of Z3.
struct Confirming {
  explicit Confirming(const std::string& text)
      : loaded(random_models::load(text)) {
    INFO(text << loaded.messages());
    REQUIRE(loaded.model != nullptr);
  }

  fixpoint::FamilyProof with(std::uint64_t work) const {
    const auto question = question_of(*loaded.model, definitions);
    obligations::Judge enough(obligations::proof_budget);
    auto proof = fixpoint::imply_family(question, 2, limits(), enough);
    REQUIRE(proof.refused.empty());
    obligations::Judge judge(work);
    fixpoint::confirm_family(question, limits(), judge, proof);
    return proof;
  }

  random_models::Loaded loaded;
  network::Definitions definitions;
};

}  // namespace

TEST_CASE("without any work nothing is implied, inductive or proved") {
  const Confirming ring_of(ring);
  const auto question = question_of(*ring_of.loaded.model, ring_of.definitions);
  obligations::Judge none(0);
  const auto implied = fixpoint::imply_family(question, 2, limits(), none);
  CHECK_FALSE(implied.properties.at(0).implied);
  const auto proof = ring_of.with(0);
  CHECK(proof.confirmed);
  CHECK_FALSE(proof.inductive);
  CHECK_FALSE(proof.no_other_pattern);
  for (const auto& p : proof.properties) CHECK_FALSE(p.proved);
}

// With the least work that is enough for the invariant, none is left for what
// is asked after it.
TEST_CASE("what is asked when the invariant took all the work stays open") {
  const Confirming ring_of(ring);
  const auto whole = ring_of.with(obligations::proof_budget);
  REQUIRE(whole.inductive);
  CHECK(whole.no_other_pattern);
  CHECK(whole.proved(0));
  CHECK_FALSE(whole.proved(1));
  std::uint64_t low = 0;
  std::uint64_t high = obligations::proof_budget;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (ring_of.with(middle).inductive ? high : low) = middle;
  }
  const auto least = ring_of.with(high);
  REQUIRE(least.inductive);
  CHECK(least.proved(0));
  CHECK_FALSE(least.no_other_pattern);
  CHECK_FALSE(least.proved(1));
}

// However little work is left when its steps are asked about.
TEST_CASE("an assertion that is not kept is not proved") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 2;
process P { var x : 0..3 = 0; action up when x < 2 { x := x + 1; } }
network { node p[n] : P; }
assert first: forall i in p: i.x <= 1;
assert second: forall i in p: i.x <= 2;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  auto question = question_of(*loaded.model, definitions);
  question.properties = {0, 1};
  const auto whole = fixpoint::prove_family(question, 1, limits());
  CHECK(whole.inductive);
  CHECK_FALSE(whole.proved(0));
  REQUIRE(whole.properties.at(0).blocking);
  CHECK(whole.proved(1));
  for (std::uint64_t work = 1; work < obligations::proof_budget;
       work += 1 + work / 4) {
    obligations::Judge enough(obligations::proof_budget);
    auto proof = fixpoint::imply_family(question, 1, limits(), enough);
    obligations::Judge judge(work);
    fixpoint::confirm_family(question, limits(), judge, proof);
    INFO("work " << work);
    CHECK_FALSE(proof.proved(0));
  }
}

}  // namespace undecided_test
