// SPDX-License-Identifier: MIT
// Guards: what a search for lemmas ends with is kept by steps, all together,
// and rests on nothing that was given up on the way.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "fixpoint/kept/kept.hpp"
#include "fixpoint/lemmas/lemma_search.hpp"
#include "tests/random/loaded.hpp"
#include "worlds.hpp"

namespace search_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

struct Ended {
  bool whole = false;  // not given up
  std::vector<std::string> facts, refuted;
};

// A search that is asked nothing, with these facts.
Ended searched(const std::string& text, const std::vector<std::string>& facts) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const World world = world_of(loaded, small_bounds());
  const network::Definitions definitions;
  auto question = question_of(*loaded.model, definitions);
  question.properties.clear();
  question.model_errors = false;
  const std::vector<std::vector<network::Scalar>> excluded;
  obligations::Judge judge;
  fixpoint::LemmaSearch search(question, world.explored, facts, excluded,
                               fixpoint::most_lemma_text, judge);
  Ended out;
  out.whole = search.run();
  for (const auto& fact : search.facts()) out.facts.push_back(fact.formula);
  for (const auto& [name, what] : search.refuted()) out.refuted.push_back(name);
  return out;
}

// The second one follows the first one.
const std::string chain = R"(
param n : 1.. = 2;
shared first : bool = false;
shared second : bool = false;
process P {
  action begin { first := true; }
  action go when first { second := true; }
}
network { node p[n] : P; }
)";

}  // namespace

TEST_CASE("what rests on a fact that is given up goes with it") {
  const Ended both = searched(chain, {"!first", "!second"});
  CHECK(both.whole);
  CHECK(both.facts.empty());
  const std::vector<std::string> kept = {"second => first"};
  CHECK(searched(chain, kept).facts == kept);
}

TEST_CASE("what rests on an assertion that is given up goes with it") {
  const Ended ended = searched(chain + "assert low: !first;\n", {"!second"});
  CHECK(ended.whole);
  CHECK(ended.facts.empty());
  CHECK(ended.refuted == std::vector<std::string>{"low"});
}

// A lemma excludes the one of two ways, and no lemma the other one.
TEST_CASE("a fact is asked again when a lemma was found for it") {
  const auto facts = [](const std::string& other) {
    return searched(R"(
param n : 1.. = 2;
process P {
  var never : bool = false;
  var up : bool = false;
  var bad : bool = false;
  action wait when never { never := up; bad := true; }
  action rise { up := true; }
  action fall when )" + other +
                        R"( { bad := true; }
}
network { node p[n] : P; }
)",
                    {"forall i in p: !i.bad"})
        .facts;
  };
  CHECK(facts("up").empty());
  CHECK(facts("never").size() == 1);
}

TEST_CASE("what nobody decides is kept by nothing") {
  const auto plain = random_models::load(R"(
param n : 1.. = 2;
process P {
  var sent : bool[p];
  var kept : bool = false;
}
network { node p[n] : P; }
init forall a, b in p: !a.sent[b];
rule send(a, b in p) when !a.kept { a.kept := true; a.sent[b] := true; }
invariant read: forall a, b in p: a.sent[b] => a.kept;
)");
  INFO(plain.messages());
  REQUIRE(plain.model != nullptr);
  const World world = world_of(plain, small_bounds());
  const network::Definitions definitions;
  const auto question = question_of(*plain.model, definitions);
  obligations::Judge much;
  CHECK(!fixpoint::kept_facts(question, world.explored, {}, much,
                              fixpoint::most_lemma_text)
             .empty());
  obligations::Judge nothing(1);
  CHECK(fixpoint::kept_facts(question, world.explored, {}, nothing,
                             fixpoint::most_lemma_text)
            .empty());
}

}  // namespace search_test
