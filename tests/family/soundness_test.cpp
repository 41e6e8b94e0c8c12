// SPDX-License-Identifier: MIT
// Guards: what is proved for every size holds in every reachable state of all
// small instances, and so do the assertions of an inductive invariant.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <set>

#include "families.hpp"
#include "fixpoint/kept/kept.hpp"
#include "fixpoint/lemmas/lemmas.hpp"
#include "network/language/parser/parser.hpp"
#include "tests/random/meeting_model.hpp"
#include "tests/random/random_model.hpp"
#include "worlds.hpp"

namespace soundness_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

struct ProofCounts {
  int families = 0, refused = 0, inductive = 0;
  int proved = 0, errors_proved = 0, not_proved = 0;
  int no_other_pattern = 0;
  SizesSeen seen;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

// What proofs are compared with, by hand.
void print_facts(const random_models::RandomFamily& family,
                 const random_models::Loaded& loaded, std::uint64_t seed) {
  std::string tags;
  for (const auto& t : family.tags) tags += t + ";";
  fmt::print("T\t{}\t{}\n", seed, tags);
  SmallBounds bounds;
  bounds.nodes = 7;
  const auto wrong = violations(loaded.tree, *loaded.model, bounds);
  for (const auto& [name, at] : wrong) {
    fmt::print("V\t{}\t{}\t{}\n", seed, name, at);
  }
  const auto pairs = proved_by_pairs(loaded.tree, *loaded.model, 5);
  if (pairs) fmt::print("N\t{}\t{}\n", seed, fmt::join(*pairs, " "));
}

// That instances up to the sizes that are named show what larger ones do.
void check_representatives(const random_models::Loaded& loaded,
                           const fixpoint::FamilyProof& proof) {
  const auto most = proof.system->representative_sizes();
  std::set<std::uint32_t> shown, all;
  small_instances(loaded.tree, *loaded.model, {}, [&](const Small& small) {
    if (!small.sample) return;
    bool within = true;
    for (std::size_t i = 0; i < most.size(); ++i) {
      within = within && small.sizes[i] <= most[i];
    }
    const std::size_t count = small.instance().network.node_count();
    for (const auto& nodes : choices(count, proof.k)) {
      if (count == 0) break;
      for (const auto& t : fixpoint::tuples_of(*small.sample, nodes)) {
        const auto located = proof.system->locate(t);
        if (!located) continue;
        all.insert(located->type);
        if (within) shown.insert(located->type);
      }
    }
  });
  CHECK(shown == all);
}

// That nodes of small instances have types, as is said.
void check_patterns(const random_models::Loaded& loaded,
                    const fixpoint::FamilyProof& proof) {
  const auto& out = proof.request.excluded;
  small_instances(loaded.tree, *loaded.model, {}, [&](const Small& small) {
    if (!small.sample ||
        std::find(out.begin(), out.end(), small.sizes) != out.end()) {
      return;
    }
    INFO(small.name);
    const std::size_t count = small.instance().network.node_count();
    bool all = true;
    for (const auto& nodes : choices(count, proof.k)) {
      if (count == 0) break;
      for (const auto& t : fixpoint::tuples_of(*small.sample, nodes)) {
        all = all && proof.system->locate(t);
      }
    }
    CHECK(all);
  });
  check_representatives(loaded, proof);
}

// One proof, judged by the small instances.
void check_proof(const random_models::Loaded& loaded, std::uint64_t seed,
                 std::uint32_t k, ProofCounts& s) {
  const network::Model& model = *loaded.model;
  const auto begin = std::chrono::steady_clock::now();
  const network::Definitions definitions;
  const auto question = question_of(model, definitions);
  const auto proof = fixpoint::prove_family(question, k, limits());
  const double spent = seconds_since(begin);
  s.refused += proof.refused.empty() ? 0 : 1;
  s.inductive += proof.inductive ? 1 : 0;
  const auto names = proved_names(proof, model);
  for (const std::string& name : names) {
    ++(name == network::no_model_error ? s.errors_proved : s.proved);
  }
  s.not_proved += static_cast<int>(proof.properties.size() - names.size());
  std::string report = fmt::format(
      "R\t{}\t{}\t{:.1f}s\ttypes {}\tstates {}\tobligations {}\t{}\t{}", seed,
      k, spent, proof.system ? proof.system->types.size() : 0,
      proof.invariant.local_states, proof.obligations.size(),
      proof.inductive ? "inductive" : "-", proof.refused);
  if (by_hand()) {
    fmt::print("{}\n", report);
    for (const auto& p : proof.properties) {
      const std::string name = p.property
                                   ? model.properties[*p.property].name
                                   : std::string(network::no_model_error);
      fmt::print("P\t{}\t{}\t{}\t{}\t{}\n", seed, k, name,
                 p.proved ? "proved" : "-",
                 p.blocking ? p.blocking->obligation.name : "");
    }
    std::fflush(stdout);
  }
  INFO(report << "\n" << loaded.source->text());
  // Sizes of which it is said that they are instances.
  const auto judged = [&](obligations::Kind kind) {
    bool all = true, some = false;
    for (const auto& o : proof.obligations) {
      if (o.kind != kind) continue;
      some = true;
      all = all && obligations::judge(o).answer == obligations::Answer::unsat;
      if (!all) break;
    }
    return all && some;
  };
  const bool instances =
      !proof.obligations.empty() && judged(obligations::Kind::elaboration);
  // A graph is an instance anyway.
  const bool graphs = model.network_kind == network::ast::NetworkKind::any;
  CHECK((instances || graphs || !proof.inductive));
  if (instances) {
    small_instances(loaded.tree, model, {}, [&](const Small& small) {
      const auto& out = proof.request.excluded;
      if (std::find(out.begin(), out.end(), small.sizes) != out.end()) return;
      INFO(small.name);
      CHECK(small.sample);
    });
  }
  if (!proof.inductive) {
    CHECK(names.empty());
    return;
  }
  if (proof.no_other_pattern) {
    ++s.no_other_pattern;
    check_patterns(loaded, proof);
  }
  INFO(proof.source->text());
  network::Diagnostics ignored(proof.source.get());
  const auto tree = network::parse(*proof.source, ignored);
  const auto wrong = violations(tree, *proof.model, up_to_six_nodes(), &s.seen);
  for (const std::string& name : names) {
    const auto at = wrong.find(name);
    INFO(name << " is violated: " << (at == wrong.end() ? "" : at->second));
    CHECK(at == wrong.end());
  }
  for (const fixpoint::TypeText& t : proof.text.types) {
    const auto at = wrong.find(t.name);
    INFO(t.name << " is violated: " << (at == wrong.end() ? "" : at->second));
    CHECK(at == wrong.end());
  }
  SmallBounds fewer;
  fewer.nodes = 4;
  fewer.states = 200;
  const auto by_oracle = oracle_violations(loaded.tree, fewer);
  for (const std::string& name : names) {
    INFO(name << " is violated, says the oracle");
    CHECK(!by_oracle.contains(name));
  }
}

}  // namespace

namespace {

// `slow`: families of which making obligations takes more than a few seconds.
void check_families(std::uint64_t usual, std::uint32_t k, int least,
                    const std::set<std::uint64_t>& slow) {
  const auto [first, last] = costly_seeds(usual);
  ProofCounts s;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    if (!by_hand() && slow.contains(seed)) continue;
    const auto family = random_models::random_family(seed);
    const auto loaded = random_models::load(family.text);
    INFO("seed " << seed);
    REQUIRE(loaded.model != nullptr);
    ++s.families;
    if (by_hand() && k == 1) print_facts(family, loaded, seed);
    const int before = s.proved + s.errors_proved;
    check_proof(loaded, seed, k, s);
    // Everything is true of no state, and nothing is proved by that.
    if (family.tags.contains("no initial state")) {
      CHECK(s.proved + s.errors_proved == before);
    }
  }
  const std::string table = fmt::format(
      "{} families: {} refused, {} inductive, {} properties and {} "
      "freedoms of errors proved, {} not; of {} no other pattern exists; {}",
      s.families, s.refused, s.inductive, s.proved, s.errors_proved,
      s.not_proved, s.no_other_pattern, s.seen.text());
  INFO(table);
  if (by_hand()) {
    fmt::print("S\t{}\n", table);
  } else if (last >= usual) {
    CHECK(s.proved >= least);
    CHECK(s.errors_proved >= least / 3);
    CHECK(s.no_other_pattern >= least / 3);
  }
}

}  // namespace

TEST_CASE("what single nodes prove for every size holds in small instances") {
  check_families(40, 1, 15, {});
}

// Of every graph and every change of it: the oracle, which judges, keeps the
// edges that are there and knows no translation.
TEST_CASE("what is proved where edges come and go holds in small instances") {
  const auto [first, last] = costly_seeds(24);
  ProofCounts s;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto family = random_models::dynamic_family(seed);
    if (!family.tags.contains("dynamic")) continue;
    const auto loaded = random_models::load_model(family.text);
    INFO("seed " << seed);
    REQUIRE(loaded.model != nullptr);
    ++s.families;
    check_proof(loaded, seed, 1, s);
  }
  INFO(s.families << " families: " << s.proved << " properties proved");
  if (last >= 24 && !by_hand()) CHECK(s.proved + s.errors_proved >= 6);
}

// Rules of a guess that is too small are found by obligations.
TEST_CASE("what is proved where nodes meet holds in small instances") {
  const auto [first, last] = costly_seeds(24);
  ProofCounts s;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto loaded =
        random_models::load_model(random_models::meeting_family(seed));
    INFO("seed " << seed << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    ++s.families;
    check_proof(loaded, seed, seed % 2 == 0 ? 2 : 1, s);
  }
  INFO(s.families << " families: " << s.inductive << " inductive, " << s.proved
                  << " properties proved");
  if (last >= 24 && !by_hand()) {
    CHECK(s.inductive * 3 >= s.families);
    CHECK(s.proved >= 6);
  }
}

TEST_CASE("what pairs prove for every size holds in small instances") {
  check_families(24, 2, 6, {1, 2, 4, 6, 7, 12, 13, 14, 18, 20, 21, 24});
}

TEST_CASE("lemmas prove nothing that is violated in a small instance") {
  int proofs = 0, proved = 0, lemmas = 0;
  // A sanitizer, where runs are few, sees the same code in one family.
  const auto [first, last] =
      random_models::enough_runs() ? seeds(25) : costly_seeds(25);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto family = random_models::random_family(seed);
    const auto loaded = random_models::load(family.text);
    if (!loaded.model) continue;
    const network::Model& model = *loaded.model;
    INFO("seed := " << seed << "\n" << family.text);
    const World world = world_of(loaded, small_bounds());
    const network::Definitions definitions;
    const auto question = question_of(model, definitions);
    obligations::Judge judge(obligations::proof_budget / 16);
    // Every other one with what all explored states say of totals.
    std::vector<std::string> facts;
    if (seed % 2 == 0) facts = fixpoint::linear_facts(model, world.explored);
    for (std::string& fact :
         fixpoint::existential_facts(question, world.explored)) {
      facts.push_back(std::move(fact));
    }
    for (std::string& fact : fixpoint::stated_facts(model)) {
      facts.push_back(std::move(fact));
    }
    for (std::string& fact : fixpoint::facts_told_by_actions(model)) {
      facts.push_back(std::move(fact));
    }
    for (std::string& fact :
         fixpoint::conditional_facts(model, world.explored)) {
      facts.push_back(std::move(fact));
    }
    for (std::string& fact :
         fixpoint::facts_of_places(question, world.explored)) {
      facts.push_back(std::move(fact));
    }
    for (std::string& fact :
         fixpoint::facts_of_numbers(question, world.explored)) {
      facts.push_back(std::move(fact));
    }
    const auto proof = fixpoint::prove_by_lemmas(
        question, world.explored, {facts, {}}, {}, limits(), judge);
    if (!proof) continue;
    ++proofs;
    lemmas += static_cast<int>(proof->text.lemmas.size());
    const auto names = proved_names(*proof, model);
    proved += static_cast<int>(names.size());
    if (names.empty()) continue;
    const auto& out = proof->request.excluded;
    const bool excluded = !out.empty();
    const auto wrong = violations(loaded.tree, model, up_to_six_nodes());
    for (const std::string& name : names) {
      CAPTURE(name, excluded);
      CHECK_FALSE(wrong.contains(name));
    }
    const auto& sources = *proof->source;
    INFO(sources.text());
    if (by_hand()) {
      fmt::print("L\t{}\t{} lemmas\t{} proved\n", seed,
                 proof->text.lemmas.size(), names.size());
    }
  }
  CHECK(proofs > 0);
  // Of the first few families nothing that was asked may need a lemma.
  if (last >= 5 && !by_hand()) {
    CHECK(proved > 0);
    CHECK(lemmas > proofs);
  }
}

}  // namespace soundness_test
