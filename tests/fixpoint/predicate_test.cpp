// SPDX-License-Identifier: MIT
// Guards: a printed predicate is true of exactly the rows of the set. The
// text goes through the front end and the evaluator, as one more invariant of
// a model made for it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "fixpoint/shown/columns.hpp"
#include "fixpoint/shown/predicate.hpp"
#include "network/semantics/evaluator.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace predicate_test {

namespace {

using namespace vicinal;
using fixpoint::Column;

// A model whose shared variables are the columns, and whose invariants are
// the conjuncts.
std::string model_of(const std::vector<Column>& columns,
                     const std::vector<std::string>& conjuncts) {
  std::string text;
  for (const Column& c : columns) {
    if (c.boolean) {
      text += fmt::format("shared {} : bool;\n", c.name);
    } else if (c.ordered) {
      text += fmt::format("shared {} : {}..{};\n", c.name, c.values.front(),
                          c.values.back());
    } else {
      text += fmt::format("enum {}T {{ {} }}\nshared {} : {}T;\n", c.name,
                          fmt::join(c.values, ", "), c.name, c.name);
    }
  }
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    text += fmt::format("invariant p{}: {};\n", i, conjuncts[i]);
  }
  return text;
}

// All rows of the product, as indices of values.
std::vector<std::vector<std::uint32_t>> product(
    const std::vector<Column>& columns) {
  std::vector<std::vector<std::uint32_t>> rows = {{}};
  for (const Column& c : columns) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& row : rows) {
      for (std::uint32_t v = 0; v < c.values.size(); ++v) {
        longer.push_back(row);
        longer.back().push_back(v);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

// Per row of the product, per conjunct, whether it holds.
std::vector<std::vector<bool>> table(
    const std::vector<Column>& columns,
    const std::vector<std::string>& conjuncts) {
  const auto loaded = random_models::load(model_of(columns, conjuncts));
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Evaluator evaluator(*loaded.instance);
  std::vector<network::Scalar> frame(loaded.model->frame);
  std::vector<std::vector<bool>> out;
  for (const auto& row : product(columns)) {
    std::vector<network::Scalar> state;
    for (std::size_t c = 0; c < row.size(); ++c) {
      state.push_back(loaded.instance->slots[c].low + row[c]);
    }
    auto& line = out.emplace_back();
    for (const auto& p : loaded.model->properties) {
      line.push_back(evaluator.holds(
          p.formula, {network::whole(*loaded.instance, state.data()),
                      network::NodeId::none(), frame.data()}));
    }
  }
  return out;
}

void check(const std::vector<Column>& columns, const std::set<std::size_t>& on,
           bool expect_formula) {
  const auto rows = product(columns);
  std::vector<std::uint32_t> flat;
  for (const std::size_t i : on) {
    flat.insert(flat.end(), rows[i].begin(), rows[i].end());
  }
  const auto conjuncts = fixpoint::predicate(columns, flat);
  CHECK(conjuncts == fixpoint::predicate(columns, flat));
  if (conjuncts.empty()) {
    CHECK(!expect_formula);
    return;
  }
  INFO(fmt::format("{}", fmt::join(conjuncts, "\n")));
  const auto truth = table(columns, conjuncts);
  std::vector<bool> needed(conjuncts.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto wrong = std::count(truth[i].begin(), truth[i].end(), false);
    CHECK((wrong == 0) == on.contains(i));
    // A conjunct is needed if it alone excludes some row.
    for (std::size_t c = 0; wrong == 1 && c < conjuncts.size(); ++c) {
      if (!truth[i][c]) needed[c] = true;
    }
  }
  if (conjuncts[0] != "true") {
    CHECK(std::count(needed.begin(), needed.end(), false) == 0);
  }
}

std::vector<Column> random_columns(std::mt19937& random) {
  std::vector<Column> columns;
  const std::size_t count = 1 + random() % 4;
  for (std::size_t c = 0; c < count; ++c) {
    const std::string name = fmt::format("v{}", c);
    switch (random() % 3) {
      case 0:
        columns.push_back({name, true, false, {"false", "true"}});
        break;
      case 1: {
        Column column{name, false, true, {}};
        for (std::size_t v = 0; v < 2 + random() % 4; ++v) {
          column.values.push_back(std::to_string(static_cast<int>(v) - 1));
        }
        columns.push_back(std::move(column));
        break;
      }
      default: {
        Column column{name, false, false, {}};
        const std::size_t values = 2 + random() % 4;
        for (std::size_t v = 0; v < values; ++v) {
          column.values.push_back(fmt::format("e{}x{}", c, v));
        }
        columns.push_back(std::move(column));
      }
    }
  }
  return columns;
}

}  // namespace

TEST_CASE("a predicate is true of exactly the set, and no part is idle") {
  std::mt19937 random(7);
  const std::uint64_t runs = random_models::runs(300);
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto columns = random_columns(random);
    const std::size_t size = product(columns).size();
    std::set<std::size_t> on;
    const unsigned share = 1 + random() % 9;
    for (std::size_t i = 0; i < size; ++i) {
      if (random() % 10 < share) on.insert(i);
    }
    if (on.empty()) on.insert(0);
    check(columns, on, true);
  }
}

TEST_CASE("a predicate looks at no element that a queue does not have") {
  std::mt19937 random(13);
  const std::string head =
      "struct S { x : bool; y : 0..2; }\n"
      "shared on : bool; shared q : queue S[2]; shared last : 0..1;\n";
  const auto empty = random_models::load(head + "invariant p: true;\n");
  REQUIRE(empty.instance != nullptr);
  const network::Instance& instance = *empty.instance;
  // on, len(q), q[0].x, q[0].y, q[1].x, q[1].y, last
  std::vector<Column> columns = {
      {"on", true, false, {"false", "true"}},
      {"len(q)", false, true, {"0", "1", "2"}},
      {"q[0].x", true, false, {"false", "true"}, 1, 0},
      {"q[0].y", false, true, {"0", "1", "2"}, 1, 0},
      {"q[1].x", true, false, {"false", "true"}, 1, 1},
      {"q[1].y", false, true, {"0", "1", "2"}, 1, 1},
      {"last", false, true, {"0", "1"}}};
  REQUIRE(instance.slot_count() == columns.size());
  std::vector<std::vector<std::uint32_t>> states;
  for (const auto& row : product(columns)) {
    if (row[1] < 1 && (row[2] > 0 || row[3] > 0)) continue;
    if (row[1] < 2 && (row[4] > 0 || row[5] > 0)) continue;
    states.push_back(row);
  }
  std::size_t looked = 0;
  for (std::uint64_t run = 0; run < random_models::runs(100); ++run) {
    // Sets without structure, and some where short queues are rare.
    std::set<std::size_t> on;
    std::vector<std::uint32_t> rows;
    const unsigned share = 1 + random() % 9;
    const unsigned least = random() % 3;
    const unsigned fixed = random() % 7;
    for (std::size_t s = 0; s < states.size(); ++s) {
      auto row = states[s];
      if (random() % 10 >= share && (row[1] >= least || random() % 8 != 0)) {
        continue;
      }
      if (fixed < 4 && row[1] > fixed % 2 && row[2 + fixed] != fixed % 2) {
        continue;
      }
      on.insert(s);
      for (std::size_t c = 2 + 2 * row[1]; c < 6; ++c) {
        row[c] = fixpoint::any_value;
      }
      rows.insert(rows.end(), row.begin(), row.end());
    }
    const auto conjuncts = fixpoint::predicate(columns, rows);
    if (conjuncts.empty()) continue;
    std::string text = head;
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
      text += fmt::format("invariant p{}: {};\n", i, conjuncts[i]);
      looked += conjuncts[i].find("q[") != std::string::npos;
    }
    const auto loaded = random_models::load(text);
    INFO(text << loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    const network::Evaluator evaluator(*loaded.instance);
    std::vector<network::Scalar> frame(loaded.model->frame);
    std::size_t wrong = 0;
    std::size_t errors = 0;
    for (std::size_t s = 0; s < states.size(); ++s) {
      std::vector<network::Scalar> state(states[s].begin(), states[s].end());
      bool all = true;
      for (const auto& p : loaded.model->properties) {
        try {
          all &= evaluator.holds(
              p.formula, {network::whole(*loaded.instance, state.data()),
                          network::NodeId::none(), frame.data()});
        } catch (const network::ModelError&) {
          ++errors;
        }
      }
      wrong += all != on.contains(s);
    }
    CHECK(errors == 0);
    CHECK(wrong == 0);
  }
  CHECK(looked > 100);
}

TEST_CASE("what queues hold is said in the language") {
  const auto loaded = random_models::load(R"(
enum T { a, b }
process P {
  port line : inout queue T[2];
  action first when empty(line) { push(line, a); }
  action second when len(line) == 1 && line[0] == a { push(line, b); }
  action drop when full(line) { pop(line); pop(line); }
}
network { node p : P; edge e : queue T[2]; connect p.line to e; }
)");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto invariant =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  const network::NodeId p(0U);
  CHECK(fixpoint::theta_predicate(*loaded.instance, p, invariant->theta(p)) ==
        std::vector<std::string>{"len(line) == 2 => line[1] == b",
                                 "len(line) >= 1 => line[0] == a"});
}

TEST_CASE("the empty set is false, everything is true") {
  const std::vector<Column> columns = {{"x", true, false, {"false", "true"}}};
  CHECK(fixpoint::predicate(columns, {}) == std::vector<std::string>{"false"});
  const std::vector<std::uint32_t> all = {0, 1};
  CHECK(fixpoint::predicate(columns, all) == std::vector<std::string>{"true"});
}

TEST_CASE("the philosophers' invariant reads as people write it") {
  const std::vector<Column> columns = {
      {"phase", false, false, {"thinking", "hungry", "eating"}},
      {"left", false, false, {"L", "R"}},
      {"right", false, false, {"L", "R"}}};
  std::vector<std::uint32_t> rows;
  for (std::uint32_t p = 0; p < 3; ++p) {
    for (std::uint32_t l = 0; l < 2; ++l) {
      for (std::uint32_t r = 0; r < 2; ++r) {
        if (p == 2 && (l != 1 || r != 0)) continue;
        rows.insert(rows.end(), {p, l, r});
      }
    }
  }
  CHECK(fixpoint::predicate(columns, rows) ==
        std::vector<std::string>{"phase == eating => left == R && right == L"});
}

TEST_CASE("a large set without structure ends soon, with or without a text") {
  std::mt19937 random(11);
  std::vector<Column> columns;
  for (int c = 0; c < 12; ++c) {
    columns.push_back(
        {fmt::format("v{}", c), false, true, {"0", "1", "2", "3"}});
  }
  std::vector<std::uint32_t> rows;
  for (int i = 0; i < 2000 * 12; ++i) rows.push_back(random() % 4);
  CHECK(fixpoint::predicate(columns, rows).size() <= 200);
}

}  // namespace predicate_test
