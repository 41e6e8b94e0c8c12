// SPDX-License-Identifier: MIT
// Guards: an invariant of views that obligations have made larger, or of which
// an assertion was left out, proves what it implies by then, and nothing that a
// smaller one did.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "families.hpp"
#include "tests/random/growing_family.hpp"

namespace repairs_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

struct RepairCounts {
  int families = 0;
  int larger = 0;    // invariants that states were added to
  int left_out = 0;  // assertions
  int proved = 0;    // by an invariant that was changed
  int lost = 0;      // what it implied before, and is violated
  int errors = 0;    // of them, freedoms of model errors

  std::string text() const {
    return fmt::format(
        "{} families: {} invariants made larger, {} without an assertion; {} "
        "properties proved by these, {} implied before and violated, {} of "
        "them errors",
        families, larger, left_out, proved, lost, errors);
  }
};

std::set<std::string> implied_names(const fixpoint::FamilyProof& proof,
                                    const network::Model& model) {
  std::set<std::string> out;
  for (const fixpoint::PropertyProof& p : proof.properties) {
    if (!p.implied) continue;
    out.insert(p.property ? model.properties[*p.property].name
                          : std::string(network::no_model_error));
  }
  return out;
}

// A proof by views of k nodes of what `wrong` says is violated.
void check_repairs(const network::Model& model, std::uint32_t k,
                   const Violations& wrong, RepairCounts& counts) {
  const network::Definitions definitions;
  const auto question = question_of(model, definitions);
  obligations::Judge judge(obligations::proof_budget);
  auto proof = fixpoint::imply_family(question, k, limits(), judge);
  const auto before = implied_names(proof, model);
  fixpoint::confirm_family(question, limits(), judge, proof);
  INFO(k << " nodes, " << proof.repairs << " states added " << proof.refused);
  for (const std::string& name : proved_names(proof, model)) {
    const auto at = wrong.find(name);
    INFO(name << " is violated: " << (at == wrong.end() ? "" : at->second));
    CHECK(at == wrong.end());
  }
  counts.larger += proof.repairs > 0 ? 1 : 0;
  counts.left_out += proof.refuted.empty() ? 0 : 1;
  if (proof.repairs == 0 && proof.refuted.empty()) return;
  counts.proved += static_cast<int>(proved_names(proof, model).size());
  for (const std::string& name : before) {
    if (!wrong.contains(name)) continue;
    ++counts.lost;
    counts.errors += name == network::no_model_error ? 1 : 0;
  }
}

}  // namespace

TEST_CASE("what an invariant implied before it was made larger is not proved") {
  const auto [first, last] = seeds(64);
  SmallBounds bounds;
  bounds.size = 7;
  bounds.nodes = 7;
  bounds.states = 20'000;
  RepairCounts counts;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text = random_models::growing_family(seed);
    const auto loaded = random_models::load_model(text);
    INFO("seed " << seed << "\n" << text << loaded.messages());
    REQUIRE(loaded.model);
    ++counts.families;
    const auto wrong = violations(loaded.tree, *loaded.model, bounds);
    for (const std::uint32_t k : {1U, 2U}) {
      check_repairs(*loaded.model, k, wrong, counts);
    }
  }
  if (by_hand()) fmt::print("S\t{}\n", counts.text());
  INFO(counts.text());
  if (counts.families < 16) return;
  CHECK(counts.larger >= counts.families);
  CHECK(counts.left_out * 3 >= counts.families);
  CHECK(counts.proved >= 3 * counts.families);
  CHECK(counts.lost >= 2 * counts.families);
  CHECK(counts.errors * 4 >= counts.families);
}

}  // namespace repairs_test
