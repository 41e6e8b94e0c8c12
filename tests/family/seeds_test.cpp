// SPDX-License-Identifier: MIT
// Guards: an answer depends on no seed of the solver, on no other thread, and
// on no earlier question.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <thread>

#include "families.hpp"
#include "obligations/reader.hpp"
#include "tests/random/random_model.hpp"

namespace seeds_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

fixpoint::FamilyProof prove(const random_models::Loaded& loaded,
                            std::uint32_t k) {
  const network::Definitions definitions;
  return fixpoint::prove_family(question_of(*loaded.model, definitions), k,
                                limits());
}

// What the solver says with another seed, and not as we ask it.
z3::check_result with_seed(z3::context& context, const std::string& text,
                           unsigned seed) {
  z3::solver solver(context, z3::solver::simple());
  z3::params p(context);
  p.set("random_seed", seed);
  p.set("rlimit", static_cast<unsigned>(obligations::default_effort));
  solver.set(p);
  obligations::Reader reader(context);
  solver.add(reader.read(text));
  return solver.check();
}

std::string all_of(const fixpoint::FamilyProof& proof,
                   const network::Model& model) {
  std::string out = fmt::format(
      "{} {} {}\n{}", proof.inductive, proof.no_other_pattern,
      fmt::join(proved_names(proof, model), ","), assertions(proof.text));
  for (const auto& o : proof.obligations) out += o.text;
  return out;
}

}  // namespace

TEST_CASE("ten seeds, one verdict") {
  for (const char* name : {"token-ring", "philosophers", "test-and-set",
                           "readers-writers", "mesi", "torus"}) {
    INFO(name);
    const auto loaded = example(name);
    REQUIRE(loaded.model);
    auto proof = prove(loaded, 1);
    if (!proof.proved(0)) proof = prove(loaded, 2);
    REQUIRE(proof.proved(0));
    z3::context context;
    const auto seeds = static_cast<unsigned>(random_models::runs(10));
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      for (const auto& o : proof.obligations) {
        INFO(o.name << ", seed " << seed);
        CHECK(with_seed(context, o.text, seed) == z3::unsat);
      }
    }
  }
}

TEST_CASE("one thread or two, one verdict") {
  for (const char* name : {"token-ring", "philosophers", "mutex-broken"}) {
    INFO(name);
    const auto loaded = example(name);
    REQUIRE(loaded.model);
    const std::string alone = all_of(prove(loaded, 2), *loaded.model);
    std::string left, right;
    std::thread other([&] { left = all_of(prove(loaded, 2), *loaded.model); });
    right = all_of(prove(loaded, 2), *loaded.model);
    other.join();
    CHECK(left == alone);
    CHECK(right == alone);
  }
}

}  // namespace seeds_test
