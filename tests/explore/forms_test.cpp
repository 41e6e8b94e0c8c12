// SPDX-License-Identifier: MIT
// Guards: forms are what the language says: in the states of random models the
// steps, what they lead to, failures, initial states and properties are those
// of the interpreter.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "network/semantics/steps.hpp"
#include "symmetry/forms/model_forms.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace forms_test {

namespace {

using namespace vicinal;
using network::Instance;
using network::NodeId;
using network::Scalar;
using symmetry::FormId;
using symmetry::Forms;
using symmetry::ModelForms;
using test::State;

class Comparing {
 public:
  Comparing(const Instance& instance, Forms& forms, const ModelForms& model,
            const std::vector<std::size_t>& properties)
      : instance_(instance),
        forms_(forms),
        model_(model),
        properties_(properties),
        steps_(instance) {}

  void compare(State state) {
    network::StepList list;
    steps_.enabled(state.data(), list);
    CHECK(holds(model_.problem, state) == !list.problems.empty());
    CHECK(holds(model_.enabled, state) == !list.steps.empty());
    CHECK(by_forms(state) == test::taken(steps_, state));
    CHECK(starts_by_forms(state) == test::starts(instance_, steps_, state));
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      const auto& [says, fails] = model_.claims[p];
      const auto& property = instance_.model->properties[properties_[p]];
      const auto value =
          test::evaluated(instance_, steps_, property.formula, state);
      CHECK(holds(fails, state) == !value.has_value());
      if (value) CHECK(holds(says, state) == *value);
    }
  }

 private:
  bool holds(FormId form, const State& state) const {
    return forms_.evaluate(form, state) != 0;
  }

  test::Taken by_forms(const State& state) const {
    test::Taken taken;
    for (const symmetry::StepForm& s : model_.steps) {
      if (!holds(s.guard, state)) continue;
      State next = state;
      for (const auto& [slot, after] : s.updates) {
        next[slot] = forms_.evaluate(after, state);
      }
      if (holds(s.fails, state)) next.clear();
      taken.emplace(s.actor, s.action, std::move(next));
    }
    return taken;
  }

  bool starts_by_forms(const State& state) const {
    for (std::size_t s = 0; s < state.size(); ++s) {
      if (model_.fixed[s] && *model_.fixed[s] != state[s]) return false;
    }
    return holds(model_.initial, state);
  }

  const Instance& instance_;
  Forms& forms_;
  const ModelForms& model_;
  const std::vector<std::size_t>& properties_;
  network::Steps steps_;
};

struct Seen {
  int compared = 0, formless = 0;
};

void compare(const std::string& text, Seen& seen) {
  INFO(text);
  const random_models::Loaded loaded = random_models::load(text);
  if (!loaded.instance) return;
  const Instance& instance = *loaded.instance;
  const std::vector<std::size_t> properties = loaded.invariants();
  std::string why_not;
  auto guarded = symmetry::guarded_of(instance, properties, {}, why_not);
  const symmetry::Sorts sorts(instance);
  Forms forms(sorts);
  std::optional<ModelForms> model;
  try {
    if (guarded) model = symmetry::model_forms(*guarded, forms);
  } catch (const symmetry::Formless&) {
  }
  if (!model) {
    ++seen.formless;
    return;
  }
  ++seen.compared;
  Comparing comparing(instance, forms, *model, properties);
  constexpr std::size_t most = 300;
  const test::States states = test::explored(instance, {}, nullptr).states;
  const std::size_t every = 1 + states.size() / most;
  std::size_t number = 0;
  for (const State& s : states) {
    if (number++ % every == 0) comparing.compare(s);
  }
}

}  // namespace

TEST_CASE("forms of random models are what the language says") {
  Seen seen;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::exchange_model(seed), seen);
    compare(random_models::symmetric_model(seed), seen);
    random_models::Options options;
    options.flat = seed % 2 == 0;
    compare(random_models::random_model(seed, options), seen);
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.compared > 4 * seen.formless);
}

// As a tree it would have 2^40 parts.
TEST_CASE("forms that speak of one part many times") {
  std::string twice;
  for (int i = 0; i < 40; ++i) twice += "t := t / 2 + t / 3 + level; ";
  Seen seen;
  compare(R"(
    enum Phase { idle, busy }
    shared level : 0..1 = 0;
    process P {
      var phase : Phase = idle;
      var t : int = 9223372036854775807;
      action go when phase == idle && t != 5 { phase := busy; )" +
              twice + R"( }
      action stop when phase == busy { phase := idle; level := 1 - level; }
    }
    network { node p[2] : P; }
    invariant few: forall i in p: i.t > 0;
  )",
          seen);
  CHECK(seen.compared == 1);
}

// As a tree it would have a part for each order of the processes.
TEST_CASE("forms of cases within cases") {
  Seen seen;
  compare(R"(
    enum Phase { idle, busy, done }
    shared turn : id of p = none;
    process P { var phase : Phase = idle; action take { turn := self; } }
    network { node p[6] : P; }
    invariant q: turn == none;
    rule r when turn != none {
      for z in p { if z.phase == busy { turn.phase := done; } }
    }
  )",
          seen);
  CHECK(seen.compared == 1);
}

namespace {

// How many parts terms and forms have, of a guard and a claim of so many parts.
struct Written {
  std::uint64_t terms = 0, forms = 0;
};
Written written(int parts, const std::string& joined) {
  std::string chain;
  for (int i = 0; i < parts; ++i) {
    if (i > 0) chain += joined;
    chain += fmt::format("x != y + {}", i);
  }
  const random_models::Loaded loaded = random_models::load(
      "shared x : 0..999 = 0;\nshared y : 0..3 = 0;\nrule a when " + chain +
      " { x := 1; }\ninvariant t: " + chain + ";\n");
  REQUIRE(loaded.instance);
  std::string why_not;
  auto guarded =
      symmetry::guarded_of(*loaded.instance, loaded.invariants(), {}, why_not);
  REQUIRE(guarded);
  Written result;
  auto& terms = guarded->terms;
  // A new term comes behind all that there are.
  const auto last =
      terms.less(terms.slot(0, {-5, 5}, false), terms.slot(1, {-5, 5}, false));
  result.terms = terms[last].children.begin;
  const symmetry::Sorts sorts(*loaded.instance);
  Forms forms(sorts);
  symmetry::model_forms(*guarded, forms);
  result.forms = forms.work();
  return result;
}

}  // namespace

TEST_CASE("a chain of conditions is written once") {
  for (const char* joined : {" && ", " || "}) {
    INFO("joined by" << joined);
    const Written few = written(200, joined);
    const Written many = written(800, joined);
    CHECK(few.terms > 400);
    CHECK(many.terms < 5 * few.terms);
    CHECK(many.forms < 5 * few.forms);
  }
}

// Rounds depend on the state.
TEST_CASE("forms of loops that are seen to end") {
  Seen seen;
  compare(R"(
    shared level : 0..3 = 0;
    process P {
      var c : 0..5 = 0;
      action fill when c < 5 {
        while c < 3 && level < 3 { c := c + 1; level := level + 1; }
        c := if c == 4 then 7 else 5;
      }
      action leave when c == 5 { c := 0; level := 0; }
      action some when c == 0 { c := 4; }
    }
    network { node p[2] : P; }
    invariant few: forall i in p: i.c + level < 8;
  )",
          seen);
  CHECK(seen.compared == 1);
  // Nobody makes tables of what may leave the numbers of the language.
  compare(R"(
    shared x : 0..1000 = 3;
    shared y : 0..9 = 0;
    rule a when y < 9 {
      while y < 2 || x * x * x * x * x * x * x - 5000 < y { y := y + 1; }
      x := if y == 9 then 1000 else 1;
    }
    invariant t: x > y;
  )",
          seen);
  // Nothing bounds its rounds.
  compare(R"(
    shared t : int = 0;
    rule a { while t < 9 { t := t + 1; } t := 0; }
    invariant t: t >= 0;
  )",
          seen);
  CHECK(seen.formless == 2);
}

}  // namespace forms_test
