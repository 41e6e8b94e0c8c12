// SPDX-License-Identifier: MIT
// Guards: a printed predicate is true of exactly the rows of the set. The
// text goes through the front end and the evaluator, as one more invariant of
// a model made for it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "fixpoint/columns.hpp"
#include "fixpoint/predicate.hpp"
#include "network/evaluator.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

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
