// SPDX-License-Identifier: MIT
// Guards: local steps that are looked up are those that the interpreter of
// whole states takes, however often and at whichever node they were met
// before; which nodes share a table; when a table is given up.
#include "fixpoint/steps/local_tables.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "any_state.hpp"
#include "fixpoint/single/single.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "network/semantics/steps.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace step_tables_test {

namespace {

using namespace vicinal;
using fixpoint::LocalResult;
using fixpoint::LocalTables;
using network::Instance;
using network::ModelError;
using network::NodeId;
using network::Scalar;
using Row = std::vector<Scalar>;

// A step, or (after: nothing) what fails.
struct Seen {
  std::uint32_t action = 0;
  Row binding;
  std::optional<Row> after;
  network::ErrorKind kind = network::ErrorKind::out_of_range;
  bool operator==(const Seen&) const = default;
};

struct FiredSteps {
  std::vector<Seen> steps, problems;
  bool operator==(const FiredSteps&) const = default;
};

// For messages.
std::string printed(const FiredSteps& outcome) {
  std::string out;
  for (const auto& [name, list] : {std::pair{"step", &outcome.steps},
                                   std::pair{"problem", &outcome.problems}}) {
    for (const Seen& s : *list) {
      out += fmt::format("{} {} ({}) ", name, s.action,
                         fmt::join(s.binding, ", "));
      out += s.after ? fmt::format("to {}\n", fmt::join(*s.after, " "))
                     : fmt::format("error {}\n", static_cast<int>(s.kind));
    }
  }
  return out;
}

bool exact(const network::Action& a) {
  return !a.global_guard && !a.global_priority && !a.global_range;
}

FiredSteps by_tables(const Instance& instance, fixpoint::LocalSteps& steps,
                     NodeId n, const Row& row) {
  FiredSteps out;
  steps.enumerate(n, row);
  const auto& actions = instance.process(n).actions;
  for (const auto& c : steps.candidates()) {
    if (!exact(actions[c.action])) continue;
    Seen& seen = out.steps.emplace_back();
    seen.action = c.action;
    seen.binding = c.binding;
    if (c.error) {
      seen.kind = c.error->kind;
    } else {
      seen.after = c.after;
    }
  }
  for (const auto& p : steps.problems()) {
    if (!exact(actions[p.action])) continue;
    out.problems.push_back({p.action, {}, std::nullopt, p.error.kind});
  }
  return out;
}

// The same, from a whole state that has the row.
FiredSteps by_states(const Instance& instance, NodeId n, const Row& row) {
  FiredSteps out;
  const network::Steps steps(instance);
  const auto slots = fixpoint::view_slots(instance, n);
  Row state(instance.slot_count());
  for (std::size_t s = 0; s < state.size(); ++s) {
    state[s] = instance.initial[s].value_or(instance.slots[s].low);
  }
  for (std::size_t c = 0; c < slots.size(); ++c) state[slots[c]] = row[c];
  const auto& actions = instance.process(n).actions;
  for (std::uint32_t a = 0; a < actions.size(); ++a) {
    if (!exact(actions[a])) continue;
    network::StepList list;
    steps.enabled_of(n, a, state.data(), list);
    for (const auto& p : list.problems) {
      out.problems.push_back({a, {}, std::nullopt, p.error.kind});
    }
    for (const auto& step : list.steps) {
      Seen& seen = out.steps.emplace_back();
      seen.action = a;
      const auto binding = list.frames.begin() + step.frame;
      seen.binding.assign(binding, binding + actions[a].binders.size());
      Row next = state;
      try {
        steps.apply(list, step, next.data());
        seen.after.emplace();
        for (const std::uint32_t s : slots) seen.after->push_back(next[s]);
      } catch (const ModelError& error) {
        seen.kind = error.kind;
      }
    }
  }
  return out;
}

std::uint64_t compared = 0;

void compare(const std::string& text, std::uint64_t seed) {
  INFO(text);
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  REQUIRE(
      fixpoint::supported(*loaded.model, fixpoint::Means::local, diagnostics));
  if (instance.network.node_count() == 0) return;
  std::mt19937_64 random(seed);
  fixpoint::LocalSteps steps(instance);
  for (int i = 0; i < 60; ++i) {
    const NodeId n(random() % instance.network.node_count());
    const Row state = fixpoint_tests::any_state(instance, random);
    Row row;
    for (const std::uint32_t s : fixpoint::view_slots(instance, n)) {
      row.push_back(state[s]);
    }
    const FiredSteps found = by_tables(instance, steps, n, row);
    const FiredSteps expected = by_states(instance, n, row);
    INFO(node_name(instance, n)
         << " " << fmt::format("{}", fmt::join(row, " ")));
    CHECK(printed(found) == printed(expected));
    compared += expected.steps.size();
  }
}

const char* const line = R"(
process Cell {
  port left, right : inout 0..3;
  var x : 0..3 = 0;
  action move when x == left { x, right := right, left; }
  action mark when index(self) == x { x := 3; }
}
process End { port side : inout 0..3; }
network {
  node first : End;
  node cell[3] : Cell;
  node last : End;
  edge e[4] : 0..3 = 0;
  connect first.side to e[0];
  for i in 0..2 {
    connect cell[i].left to e[i];
    connect cell[i].right to e[i + 1];
  }
  connect last.side to e[3];
}
)";

LocalResult writes(std::uint32_t column, Scalar value) {
  LocalResult result;
  result.fires = true;
  result.writes = {{column, value}};
  return result;
}

}  // namespace

TEST_CASE("steps that are looked up are those of whole states") {
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO(seed);
    compare(random_models::random_model(seed, {}), seed);
    compare(random_models::symmetric_model(seed), seed);
    compare(random_models::array_model(seed), seed);
  }
  CHECK(compared > count);
}

TEST_CASE("what fails fails by look-up, too") {
  const auto loaded = random_models::load(R"(
process P {
  var x, y, z : 0..3;
  action guard when 6 / x > y { y := y + 1; }
  action body(v in 0..3) when z == v { x, z := v, 3 / y; }
}
network { node p : P; }
)");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  fixpoint::LocalSteps steps(instance);
  std::size_t problems = 0;
  std::size_t errors = 0;
  for (int i = 0; i < 128; ++i) {  // all rows, twice
    const Row row = {i % 4, i / 4 % 4, i / 16 % 4};
    const FiredSteps found = by_tables(instance, steps, NodeId(0U), row);
    CHECK(found == by_states(instance, NodeId(0U), row));
    problems += found.problems.size();
    for (const Seen& s : found.steps) errors += s.after ? 0 : 1;
  }
  CHECK(problems == 32);
  // 3 / 0 in each of 16, y of 4 where 6 / x > 3 is true: x = 1.
  CHECK(errors == 2 * (16 + 4));
}

namespace {

const char* const hub = R"(
param n : 1.. = 5;
process Hub {
  port set link : inout 0..3;
  var x : 0..3;
  action put(v in 0..3, p in link) when p == v { x := v; }
  action both(p in link, q in link) when p > x { p, q := q, x; }
  action all(p in link) when p == x && (exists q in link: q == 0) { p := 0; }
}
process Spoke { port link : inout 0..3; }
network {
  node hub : Hub;
  node spoke[n] : Spoke;
  edge e[n] : 0..3;
  for i in 0..n-1 { connect hub.link, spoke[i].link to e[i]; }
}
)";

}  // namespace

TEST_CASE("members of port sets are counted from the binding") {
  const auto loaded = random_models::load(hub);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  fixpoint::LocalSteps steps(instance);
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    Row row(6);
    for (Scalar& v : row) v = static_cast<Scalar>(random() % 4);
    CHECK(by_tables(instance, steps, NodeId(0U), row) ==
          by_states(instance, NodeId(0U), row));
  }
  // What is learned of one member is known of all, if no other is looked at.
  LocalTables tables(instance);
  const Row row = {2, 0, 1, 2, 3, 1};  // x, link
  tables.look_at(NodeId(0U), row);
  const auto table = [&](std::uint32_t action, std::vector<Scalar> binding) {
    return tables.table(action, binding);
  };
  constexpr std::uint32_t put = 0, both = 1, all = 2;
  CHECK(table(put, {1, 0}) == table(put, {1, 4}));
  CHECK(table(put, {1, 0}) != table(put, {2, 0}));
  CHECK(table(both, {0, 1}) == table(both, {4, 3}));
  CHECK(table(both, {0, 1}) != table(both, {1, 1}));
  CHECK(table(all, {0}) != table(all, {1}));
  const std::uint32_t of_second = table(put, {1, 1});
  CHECK(tables.find(of_second) == nullptr);
  tables.learn(of_second, {2}, writes(2, 3));
  REQUIRE(table(put, {1, 4}) == of_second);
  REQUIRE(tables.find(of_second) != nullptr);
  CHECK(tables.column(tables.find(of_second)->writes[0].first) == 5);
}

TEST_CASE("going through many members is not looked up") {
  const auto loaded = random_models::load(hub, "n=40");
  REQUIRE(loaded.instance != nullptr);
  LocalTables tables(*loaded.instance);
  const Row row(41, 0);
  tables.look_at(NodeId(0U), row);
  constexpr std::uint32_t put = 0, all = 2;
  CHECK(tables.table(put, std::vector<Scalar>{0, 39}) != LocalTables::none);
  CHECK(tables.table(all, std::vector<Scalar>{39}) == LocalTables::none);
}

TEST_CASE("a result holds wherever what was read is the same") {
  const auto loaded = random_models::load(line);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  const NodeId first(std::size_t{1});
  const NodeId second(std::size_t{2});
  REQUIRE(node_name(instance, first) == "cell[0]");
  constexpr std::uint32_t move = 0, mark = 1;
  const std::vector<std::uint32_t> reads = {0, 1};
  LocalTables tables(instance);
  const Row here = {2, 1, 3};  // x, left, right
  tables.look_at(first, here);
  const std::uint32_t table = tables.table(move, {});
  REQUIRE(table != LocalTables::none);
  CHECK(tables.find(table) == nullptr);
  tables.learn(table, reads, writes(2, 0));
  REQUIRE(tables.find(table) != nullptr);
  // Another node; what was not read has another value.
  const Row there = {2, 1, 0};
  tables.look_at(second, there);
  CHECK(tables.table(move, {}) == table);
  REQUIRE(tables.find(table) != nullptr);
  CHECK(tables.find(table)->writes == writes(2, 0).writes);
  const Row other = {2, 2, 3};
  tables.look_at(second, other);
  CHECK(tables.find(table) == nullptr);
  // What names its index is not shared.
  const std::uint32_t own = tables.table(mark, {});
  tables.look_at(first, here);
  CHECK(tables.table(mark, {}) != own);
  CHECK(tables.table(move, {}) == table);
}

namespace {

const char* const crowd = R"(
process P(rank : 0..1) {
  port set link : inout bool;
  var v : bool[s];
  var who : id of s = none;
  action own { v[self] := true; }
  action if_own when v[self] { v[s[1]] := true; }
  action named { v[s[1]] := v[s[2]]; }
  action each { for z in s { v[z] := true; } }
  action but_own { for z in s { v[z] := z == self; } }
  action any_of(q in s) { v[q] := true; }
  action other(q in s) when q != self { v[q] := true; }
  action even when index(self) % 2 == 0 { v[s[0]] := true; }
  action ranked when rank == 1 { v[s[0]] := true; }
  action signed { who := self; }
  action followed when who != none { v[who] := true; }
  action linked(e in link) { e := v[s[1]]; }
  action own_link(e in link) { e := v[self]; }
  action met(e in link) when index(peer(e)) == 1 { who := none; }
  action twice(e in link, f in link) when !same(e, f) { e := f; }
}
network {
  node s[3] : P(rank = index / 2);
  edge wire[3] : bool = false;
  for i in 0..2 { connect s[i].link, s[(i + 1) % 3].link to wire[i]; }
}
)";

// By node: which of the nodes before has the same table.
std::vector<std::size_t> sharers(LocalTables& tables, const Instance& instance,
                                 std::uint32_t action) {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> out;
  const Row row(6, 0);  // v, who, link
  for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
    tables.look_at(NodeId(n), row);
    const std::size_t binders =
        instance.process(NodeId(n)).actions[action].binders.size();
    numbers.push_back(tables.table(action, Row(binders, 0)));
    out.push_back(static_cast<std::size_t>(
        std::find(numbers.begin(), numbers.end(), numbers.back()) -
        numbers.begin()));
  }
  return out;
}

}  // namespace

TEST_CASE("nodes share tables of what is the same from where they stand") {
  const auto loaded = random_models::load(crowd);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const Instance& instance = *loaded.instance;
  LocalTables tables(instance);
  using Sharers = std::vector<std::size_t>;
  const Sharers all = {0, 0, 0};
  const Sharers none = {0, 1, 2};
  const std::map<std::string, Sharers> expected = {
      {"own", none},      {"if_own", none},    {"named", all},
      {"each", all},      {"but_own", none},   {"any_of", all},
      {"other", none},    {"even", {0, 1, 0}}, {"ranked", {0, 0, 2}},
      {"signed", none},   {"followed", all},   {"linked", all},
      {"own_link", none}, {"met", none},       {"twice", none}};
  const auto& actions = instance.process(NodeId(0U)).actions;
  std::size_t held = 0;
  for (std::uint32_t a = 0; a < actions.size(); ++a) {
    const auto at = expected.find(actions[a].name);
    if (at == expected.end()) continue;
    INFO(actions[a].name);
    CHECK(sharers(tables, instance, a) == at->second);
    ++held;
  }
  CHECK(held == expected.size());
}

TEST_CASE("a standpoint that fails is like no other") {
  // 6 / 0 is no number; as an error it has the one that 6 / 3 is.
  const auto loaded = random_models::load(R"(
process P {
  var x : 0..6 = 0;
  action divide when x != 6 / index(self) { x := 6 / index(self); }
  action within when exists i in 0..index(self): i == x { x := 0; }
}
network { node s[4] : P; }
)");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  LocalTables tables(*loaded.instance);
  for (std::uint32_t action = 0; action < 2; ++action) {
    CHECK(sharers(tables, *loaded.instance, action) ==
          std::vector<std::size_t>{0, 1, 2, 3});
  }
  REQUIRE(static_cast<int>(network::ErrorKind::division_by_zero) == 2);
}

TEST_CASE("an action that writes an element of its own after all is taken") {
  // Was an internal error: one table had results that differ.
  compare(R"(
process P {
  var v : bool[s];
  action all_but_one { for z in s { v[z] := true; } v[self] := false; }
  action clear when v[self] { v[self] := false; }
}
network { node s[3] : P; }
)",
          1);
}

TEST_CASE("a table that is of no use is given up") {
  const auto loaded = random_models::load(R"(
process P {
  var x : 0..255;
  var y : bool[40];
  action a when x > 0 { x := 0; }
  action b when (forall i in 0..39: y[i]) { x := 1; }
}
network { node p : P; }
)");
  REQUIRE(loaded.instance != nullptr);
  LocalTables tables(*loaded.instance);
  const std::vector<std::uint32_t> reads = {0};
  const auto learn = [&](Scalar x) {
    Row row(41, 0);
    row[0] = x;
    tables.look_at(NodeId(0U), row);
    const std::uint32_t table = tables.table(0, {});
    if (table == LocalTables::none) return false;
    if (tables.find(table) == nullptr) tables.learn(table, reads, {});
    return true;
  };
  Scalar known = 0;
  while (known < 256 && learn(known)) ++known;
  CHECK(known == 64);
  LocalTables again(*loaded.instance);
  const Row row(41, 1);
  again.look_at(NodeId(0U), row);
  const std::uint32_t table = again.table(1, {});
  REQUIRE(table != LocalTables::none);
  CHECK(again.find(table) == nullptr);
  std::vector<std::uint32_t> all;
  for (std::uint32_t c = 1; c < 41; ++c) all.push_back(c);
  again.learn(table, all, {});
  CHECK(again.table(1, {}) == LocalTables::none);
}

}  // namespace step_tables_test
