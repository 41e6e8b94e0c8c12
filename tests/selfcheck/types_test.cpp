// SPDX-License-Identifier: MIT
// Guards: the table of network/language/type_flow.hpp. For every pair of types
// and every position, what the checker accepts; and of what it accepts, that
// exploration (by tables and by programs), local invariants and proofs for
// every size say what the oracle does.
#include <catch2/catch.hpp>

#include "explore/search/explorer.hpp"
#include "fixpoint/family/family.hpp"
#include "fixpoint/implication/imply.hpp"
#include "fixpoint/single/single.hpp"
#include "flows.hpp"
#include "network/language/type_flow.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace types_test {

namespace {

using namespace vicinal;
using selfcheck::Position;
using selfcheck::Sort;

constexpr std::size_t budget = 100'000;

template <class Sink>
void each_pair(const Sink& sink) {
  const std::vector<Sort> all = selfcheck::sorts();
  for (const Sort& v : all) {
    for (const Sort& w : all) {
      for (const Position& p : selfcheck::positions()) {
        if (selfcheck::applies(p, v, w)) sink(p, v, w);
      }
    }
  }
}

std::vector<std::size_t> all_properties(const network::Model& model) {
  std::vector<std::size_t> all;
  for (std::size_t p = 0; p < model.properties.size(); ++p) all.push_back(p);
  return all;
}

void compare_exploration(const random_models::Loaded& loaded,
                         const oracle::Exploration& expected) {
  explore::Options options;
  options.properties = all_properties(*loaded.model);
  const auto found = explore::explore(*loaded.instance, options);
  CHECK(found.complete);
  CHECK(found.states == expected.states);
  CHECK(found.transitions == expected.transitions);
  CHECK(found.deadlocks == expected.deadlocks);
  for (const auto& p : found.properties) {
    INFO(p.name);
    CHECK((p.verdict() == network::Verdict::violated) ==
          expected.properties.at(p.name).violated);
  }
}

void compare_local(const random_models::Loaded& loaded,
                   const oracle::Instance& o,
                   const oracle::Exploration& expected) {
  const network::Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  const auto invariant = fixpoint::single_invariant(instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  const auto all = all_properties(*loaded.model);
  for (const std::size_t p : all) {
    const std::string& name = loaded.model->properties[p].name;
    INFO(name);
    if (!fixpoint::imply(instance, *invariant, p, {}).proved) continue;
    CHECK(!expected.properties.at(name).violated);
  }
  if (fixpoint::imply_no_model_error(instance, *invariant, {}).proved) {
    CHECK(!expected.properties.at("no model error").violated);
  }
  const auto local = o.single_invariant(budget);
  REQUIRE(local.has_value());
  for (std::size_t n = 0; n < o.nodes().size(); ++n) {
    INFO(o.nodes()[n].name);
    const std::size_t wanted = local->theta.at(o.nodes()[n].name).size();
    CHECK(invariant->theta(network::NodeId(n)).count() ==
          std::to_string(wanted));
  }
}

// Whether anything was proved.
bool compare_family(const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  const network::Definitions definitions;
  fixpoint::Question question;
  question.model = loaded.model.get();
  question.definitions = &definitions;
  question.scope.fixed.resize(loaded.model->parameters.size());
  question.properties = all_properties(*loaded.model);
  const auto proof = fixpoint::prove_family(question, 1, {});
  bool some = false;
  for (const auto& p : proof.properties) {
    if (!p.proved) continue;
    some = true;
    const std::string name = p.property
                                 ? loaded.model->properties[*p.property].name
                                 : std::string(network::no_model_error);
    for (const std::int64_t n : {1, 2}) {
      INFO(name << " at n=" << n);
      const oracle::Instance o(loaded.tree, {{"n", n}});
      CHECK(!o.explore(budget).properties.at(name).violated);
    }
  }
  return some;
}

}  // namespace

TEST_CASE("which types go together") {
  int refused = 0;
  each_pair([&](const Position& p, const Sort& v, const Sort& w) {
    const std::string text = selfcheck::model_of(p, v, w, false);
    const auto loaded = random_models::load(text);
    const bool wanted = selfcheck::accepted(p, v, w);
    if ((loaded.instance != nullptr) != wanted) {
      INFO(p.name << ": " << v.text << " to " << w.text << "\n"
                  << text << loaded.messages());
      CHECK((loaded.instance != nullptr) == wanted);
    }
    refused += wanted ? 0 : 1;
  });
  CHECK(refused > 5000);
}

TEST_CASE("what becomes of a value on its way is as the table says") {
  const std::vector<Sort> all = selfcheck::sorts();
  for (const Sort& v : all) {
    for (const Sort& w : all) {
      if (!v.variable() || !w.variable()) continue;
      // Both as types of variables of one model.
      const auto loaded = random_models::load(
          "enum E { e0, e1 }\nenum F { f0, f1 }\n"
          "struct S { f : 0..3; g : bool; }\n"
          "struct R { f : 0..3; g : bool; }\n"
          "process P { var v : " +
          v.text + "; var w : " + w.text +
          "; }\nnetwork { node p : P; node r : P; }\n");
      INFO(v.text << " to " << w.text << loaded.messages());
      REQUIRE(loaded.model != nullptr);
      const auto& variables = loaded.model->processes[0].variables;
      const network::Flow found =
          network::flow(*loaded.model, variables[0].type, variables[1].type);
      CHECK(static_cast<int>(found) ==
            static_cast<int>(selfcheck::expected(v, w)));
    }
  }
}

TEST_CASE("values that flow are the same in every engine of instances") {
  int compared = 0;
  each_pair([&](const Position& p, const Sort& v, const Sort& w) {
    if (!selfcheck::accepted(p, v, w)) return;
    for (const bool wide : {false, true}) {
      const std::string text = selfcheck::model_of(p, v, w, wide);
      INFO(p.name << ": " << v.text << " to " << w.text << "\n" << text);
      const std::int64_t n = p.others ? 2 : 1;
      const auto loaded = random_models::load(text, "n=" + std::to_string(n));
      REQUIRE(loaded.instance != nullptr);
      const oracle::Instance o(loaded.tree, {{"n", n}});
      const oracle::Exploration expected = o.explore(budget);
      compare_exploration(loaded, expected);
      if (p.local && !wide) compare_local(loaded, o, expected);
      ++compared;
    }
  });
  CHECK(compared > 500);
}

TEST_CASE("values that flow are the same in proofs for every size") {
  // One in a few, another one in every budget.
  const std::uint64_t wanted = random_models::runs(300);
  std::vector<std::string> texts;
  each_pair([&](const Position& p, const Sort& v, const Sort& w) {
    if (!selfcheck::accepted(p, v, w) || !p.local) return;
    // Obligations do not speak of arrays over nodes.
    if (w.kind == Sort::Kind::marks) return;
    texts.push_back(selfcheck::model_of(p, v, w, false));
  });
  int proved = 0;
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const std::string& text = texts[i * texts.size() / wanted];
    INFO(text);
    proved += compare_family(text) ? 1 : 0;
  }
  CHECK(proved * 4 > static_cast<int>(wanted));
}

}  // namespace types_test
