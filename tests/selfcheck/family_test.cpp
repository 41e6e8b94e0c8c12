// SPDX-License-Identifier: MIT
// Guards: random families are well-typed at every size, cover the ways to wire
// a network, and are interesting; and their small instances, which proofs for
// every size are judged by, are all there.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "network/elaboration/elaborate.hpp"
#include "parsed.hpp"
#include "tests/oracle/family.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace family_test {

namespace {

using namespace vicinal;
using test::example;
using test::Parsed;

// The tool at the same sizes.
std::optional<network::Instance> elaborated(const random_models::Loaded& loaded,
                                            const oracle::Small& small) {
  network::Diagnostics diagnostics(loaded.source.get());
  std::vector<network::Scalar> sizes;
  for (const network::ast::Param& p : loaded.tree.params) {
    sizes.push_back(small.sizes.at(p.name.text));
  }
  network::Network graph;
  if (small.graph != nullptr) {
    graph = oracle::network_of(*small.graph, oracle::is_directed(loaded.tree));
  }
  return network::elaborate(*loaded.model, sizes, diagnostics,
                            small.graph == nullptr ? nullptr : &graph);
}

std::set<std::string> names(const network::Instance& instance) {
  std::set<std::string> out;
  for (const auto& place : network::places(instance)) out.insert(place.name);
  return out;
}

std::set<std::string> names(const oracle::Instance& instance) {
  std::set<std::string> out;
  for (const auto& v : instance.variables()) out.insert(v.name);
  return out;
}

struct FamilyCounts {
  int families = 0, satisfiable = 0, states_above_20 = 0;
  int none = 0, instances = 0, complete = 0, unsatisfiable = 0;

  std::string text() const;
};

std::string FamilyCounts::text() const {
  return fmt::format(
      "of {}: satisfiable {}, states > 20: {}; instances {}, complete {}, "
      "unsatisfiable {}, sizes without {}",
      families, satisfiable, states_above_20, instances, complete,
      unsatisfiable, none);
}

void gather(FamilyCounts& s, const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  REQUIRE(loaded.model != nullptr);
  ++s.families;
  std::size_t states = 0;
  oracle::SmallBounds bounds;
  bounds.states = 300;
  oracle::small_instances(loaded.tree, bounds, [&](const oracle::Small& small) {
    INFO(small.text() << " " << small.wrong);
    const auto instance = elaborated(loaded, small);
    REQUIRE(instance.has_value() == (small.instance != nullptr));
    if (!instance) {
      ++s.none;
      return;
    }
    ++s.instances;
    CHECK(names(*instance) == names(*small.instance));
    s.complete += small.complete ? 1 : 0;
    s.unsatisfiable += small.unsatisfiable() ? 1 : 0;
    states =
        std::max(states, small.complete ? small.states.size() : bounds.states);
  });
  s.satisfiable += states > 0 ? 1 : 0;
  s.states_above_20 += states > 20 ? 1 : 0;
}

FamilyCounts gather_all(random_models::RandomFamily family_of(std::uint64_t)) {
  FamilyCounts s;
  const std::uint64_t count = random_models::runs(120);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto family = family_of(seed);
    INFO("seed " << seed << "\n" << family.text);
    CHECK(family.text == family_of(seed).text);
    gather(s, family.text);
  }
  return s;
}

}  // namespace

TEST_CASE("the same seed gives the same family") {
  std::set<std::string> texts;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto family = random_models::random_family(seed);
    const auto again = random_models::random_family(seed);
    CHECK(family.text == again.text);
    CHECK(family.tags == again.tags);
    texts.insert(family.text);
  }
  CHECK(texts.size() == 50);
}

TEST_CASE("random families are well-typed, and elaborate at their defaults") {
  const std::uint64_t count = random_models::runs(1000);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto family = random_models::random_family(seed);
    const auto loaded = random_models::load(family.text);
    INFO("seed " << seed << "\n" << family.text << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    if (!oracle::is_any(loaded.tree)) REQUIRE(loaded.instance != nullptr);
  }
}

TEST_CASE("random families cover the ways to wire a network") {
  std::map<std::string, int> found;
  for (const std::string& tag : random_models::family_tags()) found[tag] = 0;
  const std::size_t all = found.size();
  CHECK(all == random_models::family_tags().size());
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    for (const auto& tag : random_models::random_family(seed).tags) {
      ++found[tag];
    }
  }
  // Few of all families have them.
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    for (const auto& tag : random_models::dynamic_family(seed).tags) {
      if (tag.starts_with("dynamic")) ++found[tag];
    }
  }
  CHECK(found.size() == all);
  std::string table;
  for (const auto& [tag, count] : found) {
    table += std::to_string(count) + " " + tag + "\n";
  }
  INFO("of 1000:\n" << table);
  for (const auto& [tag, count] : found) {
    INFO(tag);
    CHECK(count >= 4);
  }
}

TEST_CASE("small instances of random families") {
  const FamilyCounts s = gather_all(random_models::random_family);
  INFO(s.text());
  // Shares of a few dozen families are chance.
  if (s.families < 100) return;
  CHECK(s.complete * 10 > s.instances * 7);
  CHECK(s.satisfiable * 10 > s.families * 8);
  CHECK(s.states_above_20 * 10 > s.families * 6);
  CHECK(s.unsatisfiable * 4 < s.instances);
  CHECK(s.none * 100 > s.instances);
}

TEST_CASE("small instances of families of the whole language") {
  const FamilyCounts s = gather_all(random_models::whole_family);
  INFO(s.text());
  if (s.families < 100) return;
  CHECK(s.complete * 10 > s.instances * 4);
  CHECK(s.satisfiable * 10 > s.families * 8);
  CHECK(s.states_above_20 * 10 > s.families * 6);
  CHECK(s.unsatisfiable * 4 < s.instances);
}

TEST_CASE("the small instances of the token ring") {
  const Parsed ring(example("token-ring.vic"));
  oracle::SmallBounds bounds;
  bounds.states = 100;
  std::string found;
  oracle::small_instances(ring.tree, bounds, [&](const oracle::Small& small) {
    REQUIRE(small.instance != nullptr);
    found += small.text() + ": " +
             (small.complete ? std::to_string(small.states.size()) : "many") +
             "\n";
    if (!small.complete) return;
    CHECK(!small.unsatisfiable());
    const auto view = oracle::view_of(*small.instance, {0});
    CHECK(view.size() == 3);
    CHECK(oracle::project(small.states, view).size() ==
          small.instance->projections(100).at("s[0]").size());
  });
  CHECK(found == "n=2: 12\nn=3: 36\nn=4: 96\nn=5: many\n");
}

TEST_CASE("sizes that make no instance, and conditions that none satisfies") {
  const Parsed parsed(R"(
param m : 0..1 = 0;
param n : 0.. = 2;
process P { port l, r : inout bool; }
network { node p[n] : P; edge e[n] : bool;
  for i in 0..n-1 { connect p[i].l, p[(i + 1) % n].r to e[i]; }
  init exactly m x in e: x; })");
  oracle::SmallBounds bounds;
  bounds.size = 2;
  std::string found;
  oracle::small_instances(parsed.tree, bounds, [&](const oracle::Small& small) {
    found += small.text() +
             (small.instance == nullptr ? " none"
              : small.unsatisfiable()   ? " unsatisfiable"
                                        : "") +
             "\n";
  });
  CHECK(found ==
        "m=0 n=0\nm=0 n=1 none\nm=0 n=2\n"
        "m=1 n=0 unsatisfiable\nm=1 n=1 none\nm=1 n=2\n");
}

TEST_CASE("small graphs") {
  // Multisets of at most 3 of the 0, 0, 1 and 3 pairs of nodes.
  CHECK(oracle::small_graphs(3, 3, false).size() == 1 + 1 + 4 + 20);
  CHECK(oracle::small_graphs(3, 3, true).size() == 1 + 1 + 10 + 84);
  CHECK(oracle::small_graphs(3, 4, false).size() == 1 + 1 + 5 + 35);
  const Parsed star(R"(
process P { port set link : inout bool; var on : bool = false;
  action a when !on && (forall x in link: !x) {
    for x in link { x := true; } on := true; } }
network any { node p : P; edge e : bool = false via link; })");
  CHECK(oracle::is_any(star.tree));
  CHECK(!oracle::is_directed(star.tree));
  std::map<std::string, std::size_t> states;
  oracle::small_instances(star.tree, {}, [&](const oracle::Small& small) {
    states[small.text()] = small.states.size();
  });
  CHECK(states.size() == 26);
  CHECK(states.at("3 nodes:") == 8);
  CHECK(states.at("2 nodes: 0-1 0-1") == 3);
  CHECK(states.at("3 nodes: 0-1 1-2") == 5);
}

}  // namespace family_test
