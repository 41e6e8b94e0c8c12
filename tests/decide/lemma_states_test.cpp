// SPDX-License-Identifier: MIT
// Guards: what lemmas are guessed from is found, whatever numbers may begin
// with, and is near zero.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

#include "decide/decide.hpp"
#include "decide/family/family_lemmas.hpp"

namespace lemma_states_test {

namespace {

using namespace vicinal;

// States of the first instance that a search of few states meets.
std::size_t states_of_first(const std::string& conditions) {
  const auto opened = decide::open_model(
      "param n : 2.. = 2;\nprocess P { var x : 0..3 = 0; }\n"
      "shared time : int;\nshared unit : int;\nshared pace : int;\n"
      "network { node p[n] : P; }\n" +
          conditions +
          "rule step(i in p) when pace > 0 && i.x < 3 {"
          "  i.x := i.x + 1; time := time + pace; }\n",
      "model.vic", {});
  REQUIRE(opened->good());
  fixpoint::Samples samples;
  samples.model = &*opened->model;
  fixpoint::Growth growth(*samples.model, decide::scope_of(*opened), 8);
  network::Limits limits;
  limits.seconds = 20;  // a search without end has seen nothing by then
  const decide::Allowance allowance(limits);
  const auto found =
      decide::lemma_states(growth, samples, true, allowance, 2'000, true);
  REQUIRE_FALSE(found.explored.empty());
  const fixpoint::Explored& first = found.explored.front();
  for (const network::Scalar value : first.states) {
    CHECK(std::abs(value) < 100);
  }
  return first.states.size() / first.instance->slot_count();
}

}  // namespace

TEST_CASE("conditions tie numbers that may begin anywhere to each other") {
  CHECK(states_of_first("init unit > 0;\ninit time == 1 * unit;\n") > 8);
  CHECK(states_of_first("init unit > 0;\ninit time == 2 * unit;\n") > 8);
  CHECK(states_of_first("init time == unit - 3;\n") > 8);
  CHECK(states_of_first("") > 8);
}

}  // namespace lemma_states_test
