// SPDX-License-Identifier: MIT
// Guards: families that random tests have found, minimal.
#include <catch2/catch.hpp>

#include "families.hpp"

namespace known_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

// Names of what is proved and does not hold in a small instance.
std::vector<std::string> wrongly_proved(const std::string& text) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  const auto proof = fixpoint::prove_family(
      question_of(*loaded.model, definitions), 1, limits());
  const auto wrong = violations(loaded.tree, *loaded.model, {});
  std::vector<std::string> out;
  for (const auto& name : proved_names(proof, *loaded.model)) {
    if (wrong.contains(name)) out.push_back(name);
  }
  return out;
}

}  // namespace

// Sizes 0, 1 and 2 have no initial state, and are not the last to look at.
TEST_CASE("the first sizes have no initial states") {
  const auto loaded = random_models::load(R"(
param n : 0.. = 3;
process Cell {
  port up : inout bool;
}
network {
  node c[n] : Cell;
  edge e[n] : bool;
  for i in 0..n-1 { connect c[i].up to e[i]; }
  init exactly 3 x in e: x;
}
invariant q: atmost 3 x in e: x;
)");
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  const auto proof = fixpoint::prove_family(
      question_of(*loaded.model, definitions), 1, limits());
  CHECK(proof.refused == "");
  CHECK(proof.invariant.local_states == 2);
}

// A node must not know an edge by two ports: there is no instance from 1 to 4.
TEST_CASE("the first sizes are no instances") {
  const auto loaded = random_models::load(R"(
param n : 0.. = 5;
process Cell {
  port a, b, own : inout bool;
}
network {
  node c[n] : Cell;
  edge e[n] : bool = false;
  edge f[n] : bool = false;
  for i in 0..n-1 { connect c[i].a, c[(i + 4) % n].b to e[i]; }
  for i in 0..n-1 { if n >= 5 { connect c[i].own to f[i]; } }
}
invariant q: forall x in c: !x.own;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  const auto proof = fixpoint::prove_family(
      question_of(*loaded.model, definitions), 1, limits());
  CHECK(proof.refused == "");
  CHECK(!proved_names(proof, *loaded.model).empty());
}

// Of two nodes' edges one is set where there are no others; where there are,
// perhaps none. Slots of one sample say nothing of those of another.
TEST_CASE("initial states of a type are those of all samples") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 3;
process Cell {
  port right, left : inout bool;
  var first : bool = index == 0;
}
network {
  node c[n] : Cell;
  edge e[n] : bool;
  edge f : bool = true;
  for i in 0..n-1 {
    if i < n - 1 { connect c[i].right, c[i + 1].left to e[i]; }
    else { connect c[i].right to e[i]; }
  }
  if n > 0 { connect c[0].left to f; }
  init exactly 1 x in e: x;
}
invariant q: forall a, b in c: index(a) < index(b) => !b.first;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  const network::Definitions definitions;
  for (const std::uint32_t k : {1U, 2U}) {
    const auto proof = fixpoint::prove_family(
        question_of(*loaded.model, definitions), k, limits());
    INFO(k << " " << proof.refused);
    CHECK(proof.inductive);
  }
}

// The property is not proved, so that its errors are open: c[0] is not there
// for n = 0. What a variable ranges over is evaluated, too.
TEST_CASE("errors of the domain of a property's variable") {
  CHECK(wrongly_proved(R"(
param n : 0.. = 2;
process Cell {
  port set top : inout bool;
}
network {
  node c[n] : Cell;
  edge e : bool = false;
  for i in 0..n-1 { connect c[i].top to e; }
}
invariant q: forall x in c[0].top: x;
)") == std::vector<std::string>{});
}

// An assertion that is not inductive is left out, but still evaluated.
TEST_CASE("errors of an assertion that is left out") {
  CHECK(wrongly_proved(R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 3;
  action a when x > 0 { x := x - 1; }
}
network { node p[n] : P; }
assert bad: forall i in p: 6 / i.x >= 0;
invariant z: forall i in p: i.x <= 3;
)") == std::vector<std::string>{});
}

// Nobody is whose port set it is.
TEST_CASE("errors of the domain of an action's parameter") {
  CHECK(wrongly_proved(R"(
param n : 1.. = 2;
process P {
  port set link : inout bool;
  action a(g in p[n].link) when g { skip; }
}
network {
  node p[n] : P;
  edge e[n] : bool;
  for i in 0..n-1 { connect p[i].link to e[i]; }
}
invariant z: n > 0;
)") == std::vector<std::string>{});
}

// The rank of the seventh cell is out of its range: only few sizes are
// instances, which the type of the parameter should say.
TEST_CASE("nearly all sizes are no instances") {
  const auto prove = [](const std::string& sizes) {
    const auto loaded = random_models::load("param n : " + sizes + R"( = 3;
process Cell(rank : 0..5) {
  var on : bool = false;
}
network {
  node c[n] : Cell(rank = index);
}
invariant off: forall i in c: !i.on || i.on;
)");
    REQUIRE(loaded.model != nullptr);
    const network::Definitions definitions;
    return fixpoint::prove_family(question_of(*loaded.model, definitions), 1,
                                  limits());
  };
  const auto few = prove("1..9");
  CHECK(few.inductive);
  CHECK(few.request.excluded ==
        std::vector<std::vector<network::Scalar>>{{7}, {8}, {9}});
  const auto all = prove("1..");
  CHECK_FALSE(all.inductive);
  REQUIRE(all.properties[0].blocking);
  CHECK(all.properties[0].blocking->obligation.kind ==
        obligations::Kind::elaboration);
}

}  // namespace known_test
