// SPDX-License-Identifier: MIT
// Guards: looking for symmetry, and classifying it, ends when a limit is
// reached: within nauty, too, and where no group has anything to move.
#include <catch2/catch.hpp>

#include "explore/virtual/classify.hpp"
#include "groupoid/automorphism/search.hpp"
#include "network/base/budget.hpp"
#include "symmetry/detection/detected.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"
#include "tests/random/loaded.hpp"

namespace symmetry_limits_test {

namespace {

using namespace vicinal;

// Throws LimitReached if the work looks at a clock that has run down.
template <class Work>
void late(const Work& work) {
  network::Limits limits;
  limits.seconds = 1e-9;
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  work();
}

// Corners of a cube, with as many dimensions.
groupoid::ColoredGraph cube(std::uint32_t dimensions) {
  groupoid::ColoredGraph graph;
  for (std::uint32_t v = 0; v < 1U << dimensions; ++v) {
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      graph.neighbors.push_back(v ^ (1U << d));
    }
    graph.row.push_back(graph.neighbors.size());
    graph.color.push_back(0);
  }
  return graph;
}

}  // namespace

TEST_CASE("the search for automorphisms looks at its limits") {
  const groupoid::ColoredGraph graph = cube(12);
  groupoid::SearchBudget budget{100'000, 1'000'000'000'000};
  CHECK_THROWS_AS(late([&] { groupoid::search(graph, false, budget); }),
                  network::LimitReached);
  // The next one is not affected.
  CHECK(groupoid::search(graph, false, budget).complete);
}

TEST_CASE("classification looks at its limits") {
  explore::Structure structure;
  constexpr std::uint32_t states = 20'000;
  for (std::uint32_t s = 0; s < states; ++s) {
    structure.states.push_back("s");
    structure.arcs.push_back({s, (s + 1) % states, explore::nobody});
  }
  CHECK_THROWS_AS(late([&] { explore::classify(structure); }),
                  network::LimitReached);
  CHECK(explore::classify(structure).symmetric);
}

// One version stands in the next: whoever went through them by calls ended the
// program.
TEST_CASE("a step of very many statements is too long, and no more") {
  std::string body;
  for (int i = 0; i < 20'000; ++i) body += " c := (c + d + 1) % 4;";
  const auto loaded = random_models::load(
      "process P { var c : 0..3 = 0; var d : 0..3 = 0; action a {" + body +
      " } } network { node p[2] : P; }");
  REQUIRE(loaded.instance != nullptr);
  const auto tried = symmetry::model_symmetry(*loaded.instance, {}, {});
  CHECK(tried.why_not == "a step is too long");
  std::string why_not;
  CHECK(symmetry::detect(*loaded.instance, {}, {}, why_not));
}

}  // namespace symmetry_limits_test
