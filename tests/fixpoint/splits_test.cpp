// SPDX-License-Identifier: MIT
// Guards: what is said to tell nodes of a model apart does, and something is
// said wherever the classes of a model are finer than those of its network (LS
// Definition 3). Values of terms and initial states are those of the oracle.
#include "fixpoint/reduction/splits.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace splits_test {

namespace {

using namespace vicinal;
using fixpoint::IndexTerm;
using fixpoint::Reduction;
using fixpoint::Split;
using network::Instance;
using network::NodeId;

struct Told {
  random_models::Loaded loaded;
  std::optional<Reduction> reduction;
  std::vector<Split> splits;

  explicit Told(const std::string& text,
                fixpoint::Reduce reduce = fixpoint::Reduce::orbits)
      : loaded(random_models::load(text)) {
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    network::Limits limits;
    limits.work = 3000;
    fixpoint::Projected projected{};
    reduction = make_reduction(*loaded.instance, limits, reduce, projected);
    if (reduction) splits = fixpoint::splits(*reduction);
  }
  const Split& only() const {
    REQUIRE(splits.size() == 1);
    return splits[0];
  }
};

// A ring whose stations have this in addition.
std::string ring(const std::string& action, const std::string& rest = "",
                 const std::string& constant = "",
                 const std::string& argument = "") {
  return "process S" + constant + R"( {
      port left, right : inout bool;
      var on : bool = false;
      )" +
         action + R"(
    }
    network {
      node s[6] : S)" +
         argument + R"(;
      edge e[6] : bool;
      for i in 0..5 { connect s[i].left to e[i]; }
      for i in 0..5 { connect s[i].right to e[(i + 1) % 6]; }
    }
    )" + rest;
}

}  // namespace

TEST_CASE(
    "a term, a constant, a name or the initial condition splits a class") {
  CHECK(Told(ring("action go { on := left; }")).splits.empty());
  CHECK(Told(ring("action go when index(self) < 6 { on := left; }"))
            .splits.empty());
  const std::string odd = ring("action go when index(self) % 2 == 1 { skip; }");
  CHECK(Told(odd, fixpoint::Reduce::none).splits.empty());
  const Told by_guard(odd);
  CHECK(by_guard.only().by == Split::By::term);
  CHECK(by_guard.only().term.part == IndexTerm::Part::guard);
  CHECK(by_guard.only().value_a == "false");
  CHECK(by_guard.only().value_b == "true");
  CHECK(by_guard.loaded.source->text(
            (*by_guard.loaded.model)[by_guard.only().term.term].span) ==
        "index(self) % 2 == 1");
  CHECK(Told(ring("action go when on priority index(self) { skip; }"))
            .only()
            .term.part == IndexTerm::Part::priority);
  const Told body(
      ring("action a { skip; } action b { on := index(self) > 2; }"));
  CHECK(body.only().term.part == IndexTerm::Part::body);
  CHECK(body.only().term.action == 1);
  CHECK(body.only().b == NodeId(3));
  const Told initial(ring("action go { on := left; }", "init !e[2];"));
  CHECK(initial.only().by == Split::By::initial);
  const Told constant(ring("action go { on := k == 1; }", "", "(k : 0..2)",
                           "(k = if index < 4 then 0 else 1)"));
  CHECK(constant.only().by == Split::By::constant);
  CHECK(constant.only().reason == "k");
  CHECK(constant.only().b == NodeId(4));
  CHECK(constant.only().value_b == "1");
  CHECK(Told(ring("action go { on := k == 1; }", "", "(k : 0..2)", "(k = 2)"))
            .splits.empty());
  const Told named(ring("action go when s[0].on { skip; }"));
  CHECK(named.only().by == Split::By::names);
  CHECK(named.only().reason == "action 'go' of 'S' names a node by its index");
}

namespace {

struct Seen {
  std::uint64_t split = 0, terms = 0, initial = 0, names = 0;
};

// What initial states show of a node: its variables, and its edges in the order
// of its ports. None: too many.
std::optional<std::set<std::string>> initial_views(const Told& told, NodeId n) {
  const Instance& instance = *told.loaded.instance;
  const oracle::Instance oracle(told.loaded.tree, {});
  std::vector<std::string> names;
  for (const network::EdgeId e : instance.network.inout(n)) {
    names.push_back(edge_name(instance, e));
  }
  const std::string own = node_name(instance, n) + ".";
  std::set<std::string> out;
  try {
    for (const oracle::State& state : oracle.initial_states(1500)) {
      std::map<std::string, std::string> values;
      std::string view;
      for (std::size_t v = 0; v < oracle.variables().size(); ++v) {
        const std::string& name = oracle.variables()[v].name;
        values[name] = oracle.text(state[v]);
        if (name.starts_with(own)) view += values[name] + ";";
      }
      for (const std::string& name : names) view += values.at(name) + ";";
      out.insert(view);
    }
  } catch (const oracle::TooLarge&) {
    return std::nullopt;
  }
  return out;
}

void check_initial(const Told& told, const Split& s, Seen& seen) {
  const auto& network = told.loaded.instance->network;
  if (!network.ports_distinct(s.a)) return;
  const auto a = initial_views(told, s.a), b = initial_views(told, s.b);
  if (!a || !b) return;
  CHECK(*a != *b);
  ++seen.initial;
}

void check(const std::string& text, Seen& seen) {
  INFO(text);
  const Told told(text);
  if (!told.reduction) return;
  const Reduction& r = *told.reduction;
  const auto& network = told.loaded.instance->network;
  const groupoid::Balance alone = groupoid::balance(network);
  bool finer = alone.nodes() != r.classes();
  bool said = false;
  for (const Split& s : told.splits) {
    if (s.by == Split::By::constant) {
      CHECK(s.value_a != s.value_b);
      continue;
    }
    said = true;
    CHECK(alone.nodes().same(s.a, s.b));
    CHECK_FALSE(r.classes().same(s.a, s.b));
    if (s.by == Split::By::term) {
      CHECK(s.value_a != s.value_b);
      ++seen.terms;
    }
    if (s.by == Split::By::names) {
      CHECK_FALSE(s.reason.empty());
      ++seen.names;
    }
    if (s.by == Split::By::initial) check_initial(told, s, seen);
  }
  CHECK(said == finer);
  seen.split += finer ? 1 : 0;
}

}  // namespace

TEST_CASE("something is said wherever classes are finer than the network's") {
  Seen seen;
  const std::uint64_t runs = random_models::runs(1500);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    check(random_models::random_model(seed, {}), seen);
    check(random_models::symmetric_model(seed), seen);
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.split > 50);
  CHECK(seen.terms > 20);
  CHECK(seen.initial > 20);
  CHECK(seen.names > 20);
}

}  // namespace splits_test
