// SPDX-License-Identifier: MIT
// Guards: wiring types and their sets on models whose answers are known.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "fixpoint/family/family.hpp"
#include "tests/random/loaded.hpp"

namespace wiring_test {

namespace {

using namespace vicinal;
using random_models::Loaded;

Loaded load(const std::string& text) {
  Loaded out = random_models::load_model(text);
  INFO(out.messages());
  REQUIRE(out.model);
  return out;
}

Loaded example(const std::string& name) {
  std::ifstream in(fmt::format("{}/examples/{}", VICINAL_SOURCE_DIR, name));
  REQUIRE(in);
  std::stringstream text;
  text << in.rdbuf();
  return load(text.str());
}

fixpoint::TypeSystem types(const Loaded& loaded, std::uint32_t k) {
  fixpoint::Scope scope;
  scope.fixed.resize(loaded.model->parameters.size());
  std::string refused;
  auto system = fixpoint::type_system(*loaded.model, scope, k, {}, {}, refused);
  INFO(refused);
  REQUIRE(system);
  return std::move(*system);
}

// The first property, and that there is no model error, of a model with one
// parameter.
fixpoint::FamilyProof prove(const Loaded& loaded, std::uint32_t k) {
  const network::Definitions none;
  fixpoint::Question question;
  question.model = loaded.model.get();
  question.definitions = &none;
  question.scope.fixed.resize(1);
  question.properties = {0};
  return fixpoint::prove_family(question, k, {});
}

// Sizes of the sets, once for each ordered type.
std::multiset<std::size_t> set_sizes(const fixpoint::TypeSystem& system) {
  const auto theta = fixpoint::type_invariant(system, {}, {});
  std::multiset<std::size_t> out;
  for (std::size_t t = 0; t < system.types.size(); ++t) {
    for (std::uint32_t i = 0; i < system.types[t].orders; ++i) {
      out.insert(theta.sets[t].rows);
    }
  }
  return out;
}

using Sizes = std::multiset<std::size_t>;

// Ordered triples of nodes, by the types of their three pairs.
std::size_t triples(const fixpoint::TypeSystem& pairs) {
  std::set<std::vector<fixpoint::Key>> found;
  for (const auto& sample : pairs.samples.all) {
    const std::size_t n = sample->instance.network.node_count();
    const auto pair = [&](std::size_t a, std::size_t b) {
      const auto all = fixpoint::tuples_of(
          *sample, {network::NodeId(a), network::NodeId(b)});
      return fixpoint::key_of(all.at(0), pairs.atoms);
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < n; ++k) {
          if (i == j || j == k || i == k) continue;
          found.insert({pair(i, j), pair(j, k), pair(i, k)});
        }
      }
    }
  }
  return found.size();
}

}  // namespace

TEST_CASE("the token ring has the types and sets of design 9") {
  const Loaded ring = example("token-ring.vic");
  CHECK(set_sizes(types(ring, 1)) == Sizes{12});
  const fixpoint::TypeSystem pairs = types(ring, 2);
  CHECK(pairs.ordered_types == 4);
  CHECK(set_sizes(pairs) == Sizes{12, 20, 20, 24});
  CHECK(triples(pairs) == 15);
}

TEST_CASE("abstract philosophers have nine local states for every size") {
  CHECK(set_sizes(types(example("philosophers-abstract.vic"), 1)) == Sizes{9});
}

TEST_CASE("index terms tell types apart, sharing alone does not") {
  const Loaded plain = load(R"(
    param n : 2.. = 3;
    process P { var x : bool = false; action go { x := !x; } }
    network { node p[n] : P; }
  )");
  CHECK(types(plain, 2).ordered_types == 1);
  const Loaded ranked = load(R"(
    param n : 2.. = 3;
    process P {
      var x : bool = false;
      action go when forall q in P: index(q) < index(self) => q.x { x := true; }
    }
    network { node p[n] : P; }
  )");
  CHECK(types(ranked, 2).ordered_types == 2);
}

TEST_CASE("views of fewer nodes than asked are types of their own") {
  const Loaded loaded = load(R"(
    param n : 1.. = 3;
    process P { var x : bool = false; action go { x := !x; } }
    network { node p[n] : P; }
  )");
  const fixpoint::TypeSystem system = types(loaded, 2);
  const auto whole =
      std::count_if(system.types.begin(), system.types.end(),
                    [](const fixpoint::ViewType& t) { return t.whole; });
  CHECK(whole == 1);
  CHECK(system.types.size() == 2);
}

TEST_CASE("a reference to another node is not taken for the same as another") {
  // Each station remembers whom it met last; nobody knows more than that.
  const Loaded loaded = load(R"(
    param n : 3.. = 3;
    process P {
      var met : id of p = none;
      action meet(q in p) when q != self { met := q; }
    }
    network { node p[n] : P; }
  )");
  // none, the other node, somebody else; for both.
  CHECK(set_sizes(types(loaded, 2)) == Sizes{9});
}

TEST_CASE("what is proved of a family is proved by views of few nodes") {
  const Loaded ring = example("token-ring.vic");
  const auto singles = prove(ring, 1);
  CHECK_FALSE(singles.properties[0].proved);
  CHECK(singles.properties[0].blocking);
  CHECK(singles.properties[1].proved);  // no model error
  const auto pairs = prove(ring, 2);
  CHECK(pairs.properties[0].proved);
  CHECK(pairs.properties[1].proved);
  CHECK(pairs.repairs == 0);
}

TEST_CASE("a reference to another node may mean one that comes into the join") {
  // In a view of i and j the neighbour of i is another node. Taken for nobody
  // that a join shows, it would not be the one who acts.
  const Loaded ring = load(R"(
    param n : 3.. = 4;
    process S {
      port left, right : inout bool;
      var next : id of s;
      var on : bool = false;
      action enter when !on && left { left := false; on := true; }
      action leave when on { on := false; right := true; }
    }
    network {
      node s[n] : S;
      edge token[n] : bool;
      for i in 0..n-1 { connect s[i].right, s[(i + 1) % n].left to token[i]; }
      init exactly 1 e in token: e;
      init forall i in s: i.next == s[(index(i) + 1) % n];
    }
    invariant mutex: forall i, j in s: i != j => !(i.on && j.on);
  )");
  const auto pairs = prove(ring, 2);
  CHECK(pairs.properties[0].proved);
  CHECK(pairs.repairs == 0);
}

TEST_CASE("an engine that missed states is told so") {
  // Samples have a few spokes more than a guard counts to, but not so many.
  const Loaded loaded = load(R"(
    param n : 0.. = 3;
    process Hub {
      port set line : inout bool;
      var full : bool = false;
      action close when count(p in line: p) >= 19 { full := true; }
    }
    process Spoke { port line : inout bool; action on { line := true; } }
    network {
      node hub : Hub;
      node s[n] : Spoke;
      edge wire[n] : bool = false;
      for i in 0..n-1 { connect hub.line, s[i].line to wire[i]; }
    }
    invariant open: !hub.full;
  )");
  const auto proof = prove(loaded, 2);
  CHECK(proof.repairs > 0);
  CHECK_FALSE(proof.properties[0].proved);
}

}  // namespace wiring_test
