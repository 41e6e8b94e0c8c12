// SPDX-License-Identifier: MIT
// Guards: the invariant of one instance, read as that of every size, contains
// what the instance reaches, and proves nothing that is wrong.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "families.hpp"
#include "fixpoint/family/generalize.hpp"

namespace generalize_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

struct GeneralizedCounts {
  int families = 0, refused = 0, inductive = 0, broken = 0, proved = 0;
};

bool contains(const fixpoint::StateSet& set, const State& row) {
  for (std::size_t i = 0; i < set.rows; ++i) {
    const auto r = set.row(i);
    if (std::equal(r.begin(), r.end(), row.begin(), row.end())) return true;
  }
  return false;
}

// What the instance reaches is in the sets of its views' types.
void check_containment(const fixpoint::FamilyProof& proof,
                       const fixpoint::Sample& sample) {
  const auto states = reachable(sample.instance, 300);
  const std::size_t count = sample.instance.network.node_count();
  bool all = true;
  for (const auto& nodes : choices(count, proof.k)) {
    for (const auto& t : fixpoint::tuples_of(sample, nodes)) {
      const auto found = proof.system->locate(t);
      REQUIRE(found);
      const auto view = fixpoint::part_of(t, found->order);
      for (const State& s : states) {
        all = all && contains(proof.invariant.sets[found->type],
                              fixpoint::local_state(view, s));
      }
    }
  }
  CHECK(all);
}

void check_family(std::uint64_t seed, std::uint32_t k, GeneralizedCounts& s) {
  const auto loaded =
      random_models::load(random_models::random_family(seed).text);
  REQUIRE(loaded.model != nullptr);
  const network::Model& model = *loaded.model;
  if (model.parameters.empty() || !small_enough(model, k)) return;
  const network::Definitions definitions;
  fixpoint::Question question = question_of(model, definitions);
  question.generalize.emplace();
  for (const network::Parameter& p : model.parameters) {
    question.generalize->push_back(
        std::min<network::Scalar>(p.low + 2, p.high.value_or(p.low + 2)));
  }
  const auto proof = fixpoint::prove_family(question, k, limits());
  INFO("seed " << seed << ", k " << k << "\n" << loaded.source->text());
  ++s.families;
  if (!proof.refused.empty()) {
    ++s.refused;
    return;
  }
  CHECK(proof.repairs == 0);
  const auto& samples = proof.system->samples.all;
  const auto instance =
      std::find_if(samples.begin(), samples.end(), [&](const auto& sample) {
        return sample->parameters == *question.generalize;
      });
  REQUIRE(instance != samples.end());
  check_containment(proof, **instance);
  ++(proof.inductive ? s.inductive : s.broken);
  const auto names = proved_names(proof, model);
  s.proved += static_cast<int>(names.size());
  const auto wrong = violations(loaded.tree, model, {});
  for (const std::string& name : names) {
    const auto at = wrong.find(name);
    INFO(name << " is violated: " << (at == wrong.end() ? "" : at->second));
    CHECK(at == wrong.end());
  }
}

}  // namespace

TEST_CASE("what an instance suggests for every size") {
  const auto [first, last] = seeds(24);
  // Making obligations of these takes more than a few seconds.
  const std::set<std::uint64_t> slow = {1,  2,  3,  4,  6,  7, 12,
                                        13, 14, 18, 20, 21, 24};
  for (const std::uint32_t k : {1U, 2U}) {
    GeneralizedCounts s;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
      if (by_hand() || !slow.contains(seed)) check_family(seed, k, s);
    }
    const std::string table = fmt::format(
        "k {}: {} families: {} refused, {} inductive, {} not, {} properties "
        "proved",
        k, s.families, s.refused, s.inductive, s.broken, s.proved);
    INFO(table);
    if (by_hand()) {
      fmt::print("S\t{}\n", table);
    } else if (last >= 24) {
      CHECK(s.proved > 0);
    }
  }
}

// LS section 6: pairs of a ring with three stations stand side by side; those
// further apart, and both stations of a ring of two, are read off others.
TEST_CASE("a token ring of any size proves all of them") {
  const auto loaded = example("token-ring");
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  fixpoint::Question question = question_of(*loaded.model, definitions);
  for (const network::Scalar n : {2, 3, 4, 5, 7}) {
    INFO("n = " << n);
    question.generalize = std::vector<network::Scalar>{n};
    const auto proof = fixpoint::prove_family(question, 2, limits());
    INFO(proof.refused);
    REQUIRE(proof.inductive);
    CHECK(proof.properties[0].proved);
    CHECK(proof.no_other_pattern);
    std::vector<std::size_t> rows, elsewhere;
    for (std::size_t t = 0; t < proof.system->types.size(); ++t) {
      rows.push_back(proof.invariant.sets[t].rows);
      if (proof.from[t]) elsewhere.push_back(rows.back());
    }
    std::sort(rows.begin(), rows.end());
    std::sort(elsewhere.begin(), elsewhere.end());
    using Rows = std::vector<std::size_t>;
    CHECK(rows == Rows{12, 20, 24});
    CHECK(elsewhere == (n == 2   ? Rows{20, 24}
                        : n == 3 ? Rows{12, 24}
                                 : Rows{12}));
  }
}

TEST_CASE("a pattern that is not there is missed") {
  const auto loaded = example("token-ring");
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  fixpoint::Scope scope;
  scope.fixed.resize(1);
  std::string refused;
  const auto whole =
      fixpoint::type_system(*loaded.model, scope, 2, {}, limits(), refused);
  REQUIRE(whole);
  const auto proves = [&](const fixpoint::TypeSystem& system) {
    const auto said = fixpoint::invariant_text(
        system, fixpoint::type_invariant(system, {}, limits()));
    const auto more = random_models::load(obligations::with_invariant(
        loaded.source->text(), fixpoint::covers(said)));
    REQUIRE(more.model != nullptr);
    obligations::Request request;
    const auto made = obligations::generate(*more.model, request);
    REQUIRE(made.index() == 0);
    bool good = true;
    for (const auto& o : std::get<0>(made)) {
      if (o.kind != obligations::Kind::property || o.property == 0) continue;
      good = good && obligations::judge(o).answer == obligations::Answer::unsat;
    }
    return good;
  };
  CHECK(proves(*whole));
  for (std::size_t t = 0; t < whole->types.size(); ++t) {
    fixpoint::TypeSystem fewer;
    fewer.samples.model = whole->samples.model;
    fewer.atoms = whole->atoms;
    fewer.k = 2;
    fewer.types = whole->types;
    fewer.types.erase(fewer.types.begin() + static_cast<std::ptrdiff_t>(t));
    CHECK_FALSE(proves(fewer));
  }
}

}  // namespace generalize_test
