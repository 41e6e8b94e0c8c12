// SPDX-License-Identifier: MIT
// Guards: steps that are taken backwards leave out no state from which a step
// leads to what is asked for, by its definition: every step of every state that
// is reached is looked at; what such a search finds proves protocols, and
// nothing that is violated.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fixpoint/backward/backward.hpp"
#include "fixpoint/backward/steps.hpp"
#include "fixpoint/lemmas/lemmas.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/steps.hpp"
#include "tests/random/claimed_family.hpp"
#include "tests/random/level_family.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/moving_family.hpp"
#include "tests/random/stride_family.hpp"
#include "worlds.hpp"

namespace backward_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;
using network::Scalar;

constexpr std::size_t most_states = 60;
constexpr std::size_t most_literals = 4;

// Families of all kinds; few of the first one have no edges.
std::string family_text(std::uint64_t seed) {
  switch (seed % 5) {
    case 0:
      return random_models::claimed_family(seed);
    case 1:
      return random_models::level_family(seed);
    case 2:
      return random_models::stride_family(seed);
    case 3:
      return random_models::moving_family(seed);
    default:
      return random_models::random_family(seed).text;
  }
}

// Nodes that are named, or told apart by their indices, are placed in each way.
bool singles_out(const network::Model& model) {
  return std::ranges::any_of(model.exprs, [](const network::Expr& e) {
    return e.op == network::Op::node_index || e.op == network::Op::family_node;
  });
}

struct Counts {
  int steps = 0, found = 0;
};

// One instance, its steps and the states that it reaches.
class Trial {
 public:
  Trial(const network::Model& model, const fixpoint::Explored& explored,
        std::uint64_t seed)
      : instance_(*explored.instance),
        explored_(explored),
        vocabulary_(fixpoint::vocabulary_of(model)),
        space_(vocabulary_, instance_, {singles_out(model), true}),
        engine_(instance_),
        dice_(seed) {
    std::string why_not;
    guarded_ = flat::flatten(instance_, {}, 0, flat::Width::whole, why_not);
    if (!guarded_) return;
    try {
      steps_.emplace(space_, *guarded_);
      if (!steps_->prepare()) steps_.reset();
    } catch (const flat::EndlessLoop&) {
      steps_.reset();
    } catch (const flat::Refusal&) {
      steps_.reset();
    }
  }

  Counts run() {
    const std::size_t width = instance_.slot_count();
    const std::size_t count = width == 0 ? 0 : explored_.states.size() / width;
    const std::size_t every = 1 + count / most_states;
    for (std::size_t s = 0; steps_ && s < count; s += every) {
      const auto* begin = explored_.states.data() + s * width;
      look({begin, begin + width});
    }
    return counts_;
  }

 private:
  bool satisfies(const State& state, const fixpoint::Cube& cube) const {
    const fixpoint::Explored one = {&instance_, state};
    return fixpoint::Reached(vocabulary_, {&one, 1}).satisfied(cube);
  }

  void look(State state) {
    network::StepList list;
    engine_.enabled(state.data(), list);
    for (const network::Step& step : list.steps) {
      State next = state;
      try {
        engine_.apply(list, step, next.data());
      } catch (const network::ModelError&) {
        continue;
      }
      led_to(state, next);
    }
  }

  // Sometimes not what it is, but something that it is not.
  void weaken(fixpoint::Literal& l) {
    const bool value = l.kind == fixpoint::LiteralKind::value && !l.negated;
    if (!value || dice_() % 3 != 0) return;
    l.negated = true;
    l.value = l.value == 0 ? 1 : 0;
  }

  // How two numbers of the state stand to each other, or less.
  void compare(const State& state, fixpoint::Pattern& shown) {
    std::vector<std::uint32_t> numbers;
    for (const auto& [slot, values] : shown.slots) {
      if (!guarded_->slots[slot].truth) numbers.push_back(slot);
    }
    for (int i = 0; i < 3 && numbers.size() > 1; ++i) {
      const std::uint32_t a = numbers[dice_() % numbers.size()];
      const std::uint32_t b = numbers[dice_() % numbers.size()];
      if (a == b) continue;
      const Scalar more = static_cast<Scalar>(dice_() % 2);
      shown.order(a, b, state[a] - state[b] + more);
    }
  }

  // Some of what the next state shows, and what all of it does.
  void led_to(const State& state, const State& next) {
    auto shown = space_.shown(instance_, next);
    REQUIRE(shown);
    compare(next, *shown);
    fixpoint::Cube cube = space_.cube(*shown);
    REQUIRE(satisfies(next, cube));
    ++counts_.steps;
    bool after = false;
    steps_->after({&instance_, state, {}}, [&](const fixpoint::Cube& one) {
      after = after || satisfies(next, one);
    });
    CHECK(after);
    // Who an element is of is no choice.
    std::shuffle(cube.literals.begin(), cube.literals.end(), dice_);
    std::size_t left = 1 + dice_() % most_literals;
    std::erase_if(cube.literals, [&](const fixpoint::Literal& l) {
      if (l.kind == fixpoint::LiteralKind::names) return false;
      if (left == 0) return true;
      --left;
      return false;
    });
    for (fixpoint::Literal& l : cube.literals) weaken(l);
    cube = space_.normal(fixpoint::compact(cube));
    if (cube.literals.empty() || !satisfies(next, cube)) return;
    if (satisfies(state, cube)) return;
    bool before = false;
    steps_->before(cube, [&](const fixpoint::Cube& one) {
      before = before || satisfies(state, one);
    });
    INFO(fixpoint::text(*instance_.model, vocabulary_, cube));
    CHECK(before);
    ++counts_.found;
  }

  const network::Instance& instance_;
  const fixpoint::Explored& explored_;
  const fixpoint::Vocabulary vocabulary_;
  fixpoint::PatternSpace space_;
  network::Steps engine_;
  std::minstd_rand dice_;
  std::optional<flat::Guarded> guarded_;
  std::optional<fixpoint::BackwardSteps> steps_;
  Counts counts_;
};

bool narrow(const fixpoint::Explored& explored) {
  const std::size_t width = explored.instance->slot_count();
  for (std::size_t i = 0; i < explored.states.size(); ++i) {
    const auto window = fixpoint::window(explored.instance->slots[i % width]);
    if (window.only(explored.states[i]) == 0) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("backwards each state is found from which a step leads there") {
  Counts all;
  const auto [first, last] = seeds(400);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text = family_text(seed);
    const auto loaded = random_models::load(text);
    if (!loaded.model || !loaded.model->edge_families.empty()) continue;
    INFO("seed := " << seed << "\n" << text);
    const World world = world_of(loaded, small_bounds());
    for (const fixpoint::Explored& explored : world.explored) {
      if (!narrow(explored)) continue;
      const Counts some = Trial(*loaded.model, explored, seed).run();
      all.steps += some.steps;
      all.found += some.found;
    }
  }
  fmt::print("{} steps, {} cubes\n", all.steps, all.found);
  if (last >= 150) {
    CHECK(all.steps > 2000);
    CHECK(all.found > 300);
  }
}

namespace {

std::optional<fixpoint::FamilyProof> proof_of(
    const fixpoint::Question& question, const World& world, bool numbers) {
  const auto cubes =
      fixpoint::backward_lemmas(question, world.explored, numbers);
  if (!cubes) return std::nullopt;
  obligations::Judge judge(obligations::proof_budget / 16);
  return fixpoint::prove_by_lemmas(question, world.explored, {{}, {}, *cubes},
                                   {}, network::Limits{}, judge);
}

}  // namespace

TEST_CASE("backwards nothing is proved that is violated") {
  int proofs = 0, proved = 0;
  const auto [first, last] = costly_seeds(40);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text = family_text(seed);
    const auto loaded = random_models::load(text);
    if (!loaded.model || !loaded.model->edge_families.empty()) continue;
    INFO("seed := " << seed << "\n" << text);
    const World world = world_of(loaded, small_bounds());
    const network::Definitions definitions;
    const auto question = question_of(*loaded.model, definitions);
    const auto proof = proof_of(question, world, seed % 2 == 0);
    if (!proof) continue;
    ++proofs;
    const auto names = proved_names(*proof, *loaded.model);
    proved += static_cast<int>(names.size());
    // Instances of the others are many, or have many states.
    const auto wrong =
        violations(loaded.tree, *loaded.model,
                   seed % 5 == 4 ? up_to_six_nodes() : small_bounds());
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK_FALSE(wrong.contains(name));
    }
  }
  fmt::print("{} proofs of {} properties\n", proofs, proved);
  if (last >= 10) CHECK(proofs > 1);
}

// A server grants to one client at a time; who has it is told by three things,
// of which the property names one.
TEST_CASE("backwards lemmas are found, and no more than a protocol needs") {
  const std::string text = R"(
enum Msg { none_, ask, grant, back }
param n : 2.. = 3;
process C {
  var has : bool = false;
  var msg : Msg = none_;
  action want when !has && msg == none_ { msg := ask; }
  action take when msg == grant { has := true; msg := none_; }
  action leave when has && msg == none_ { has := false; msg := back; }
}
shared free : bool = true;
network { node c[n] : C; }
rule give(p in c) when free && p.msg == ask { free := false; p.msg := grant; }
rule done(p in c) when p.msg == back { free := true; p.msg := none_; }
invariant one: forall p, q in c: p != q => !(p.has && q.has);
)";
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  const network::Definitions definitions;
  const auto question = question_of(*loaded.model, definitions);
  const auto cubes = fixpoint::backward_lemmas(question, world.explored, false);
  REQUIRE(cubes);
  CHECK(cubes->size() >= 4);
  CHECK(cubes->size() <= 12);
  const auto proof = proof_of(question, world, false);
  REQUIRE(proof);
  CHECK(proved_names(*proof, *loaded.model).size() == 2);
  CHECK(proof->text.lemmas.size() == cubes->size() + 1);
}

// Choices, numbers, references, elements, and the order of nodes.
TEST_CASE("backwards a model that has everything is followed") {
  const std::string text = R"(
enum At { idle, asks, inside }
param n : 2.. = 3;
process P {
  var at : At = idle;
  var k : int = 0;
  var to : id of p = none;
  var seen : bool[p];
}
shared last : id of p = none;
shared turn : 0..3 = 0;
shared deep : At = idle;
network { node p[n] : P; }
init forall i, j in p: !i.seen[j];
rule ask(i in p) when i.at == idle && i.k < 3 {
  i.at := if turn > 1 then inside else asks;
  i.k := i.k + 1;
  if turn == 0 { deep := i.at; } else { turn := turn - 1; }
}
rule look(i, j in p) when i != j && i.at == asks && !i.seen[j] {
  i.seen[j] := true;
  i.to := j;
  if j.at == inside { last := j; } else { last := i; }
}
rule pass(i, j in p) when index(i) < index(j) && i.at == inside && j.at == asks {
  j.at := inside;
  i.at := idle;
  for q in p { q.seen[i] := false; }
}
rule go_on(i in p) when last != none && last != i && turn < 3 {
  turn := turn + 1;
  last.to := i;
  i.k := if i.k > 1 then i.k - 1 else i.k;
}
rule pull(i, j in p) when i.k < j.k && i.k + 1 >= turn {
  i.k := j.k;
  turn := if j.k > turn && turn < 2 then turn + 1 else turn;
}
rule copy(i, j in p) when i.to == j && j.to != none && j.to != i {
  i.to := j.to;
  j.at := i.at;
}
invariant fine: forall i in p: i.k < 9;
)";
  const auto loaded = random_models::load(text);
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  Counts all;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const fixpoint::Explored& explored : world.explored) {
      const Counts some = Trial(*loaded.model, explored, seed).run();
      all.steps += some.steps;
      all.found += some.found;
    }
  }
  CHECK(all.steps > 500);
  CHECK(all.found > 100);
}

TEST_CASE("backwards members are placed in each order") {
  const std::string text = R"(
param n : 2.. = 3;
process P { var on : bool = index == 0; var got : bool = false; }
network { node p[n] : P; }
rule next(i, j in p) when index(i) < index(j) && i.on { j.got := true; }
invariant others: forall i in p: i.got => !i.on;
)";
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const fixpoint::Explored& explored : world.explored) {
      found += Trial(*loaded.model, explored, seed).run().found;
    }
  }
  CHECK(found > 0);
}

// Who asked earlier is told by times, which have no end.
TEST_CASE("backwards it is followed how numbers stand to each other") {
  const auto loaded = example("protocols/ricart-agrawala-clocks");
  REQUIRE(loaded.model);
  SmallBounds bounds = small_bounds();
  bounds.size = 2;
  bounds.states = 4'000;
  const World world = world_of(loaded, bounds);
  const network::Definitions definitions;
  const auto question = question_of(*loaded.model, definitions);
  const auto cubes = fixpoint::backward_lemmas(question, world.explored, true);
  REQUIRE(cubes);
  const auto compares = [](const fixpoint::Cube& cube) {
    return std::ranges::any_of(cube.literals, [](const auto& l) {
      return l.kind == fixpoint::LiteralKind::less;
    });
  };
  CHECK(std::ranges::any_of(*cubes, compares));
  const auto proof = proof_of(question, world, true);
  REQUIRE(proof);
  CHECK(proved_names(*proof, *loaded.model).size() == 2);
}

// Cubes that are as light lead to thirty others or to hundreds.
TEST_CASE("backwards what leads least far is excluded") {
  const auto loaded = example("protocols/flash");
  REQUIRE(loaded.model);
  SmallBounds bounds = small_bounds();
  bounds.size = 2;
  bounds.states = 40'000;
  const World world = world_of(loaded, bounds);
  REQUIRE(world.complete);
  const network::Definitions definitions;
  const auto question = question_of(*loaded.model, definitions);
  const auto cubes = fixpoint::backward_lemmas(question, world.explored, false);
  REQUIRE(cubes);
  CHECK(cubes->size() < 40);
}

}  // namespace backward_test
