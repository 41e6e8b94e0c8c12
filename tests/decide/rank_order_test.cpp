// SPDX-License-Identifier: MIT
// Guards: terms that are put in an order are a rank of the moves, and are found
// whenever some order of some terms is one: all of them are tried.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "decide/ranks/ordering.hpp"
#include "tests/random/random_model.hpp"

namespace rank_order_test {

namespace {

using namespace vicinal::decide;
using Terms = std::vector<std::uint32_t>;

struct Case {
  std::vector<Row> rows;
  std::vector<Move> moves;
  Terms usable;
};

Case random_case(std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  const auto below = [&](std::uint64_t n) {
    return static_cast<std::uint32_t>(dice() % n);
  };
  Case out;
  const std::uint32_t rows = 2 + below(6);
  const std::uint32_t terms = 1 + below(4);
  for (std::uint32_t r = 0; r < rows; ++r) {
    Row& row = out.rows.emplace_back();
    for (std::uint32_t t = 0; t < terms; ++t) row.push_back(below(3));
  }
  const std::uint32_t moves = below(6);
  for (std::uint32_t m = 0; m < moves; ++m) {
    out.moves.push_back({below(rows), below(rows), below(2) == 0});
  }
  for (std::uint32_t t = 0; t < terms; ++t) {
    if (below(5) != 0) out.usable.push_back(t);
  }
  return out;
}

// As the definition says it, of tuples.
bool ranks(const Case& c, const Terms& terms) {
  for (const Move& m : c.moves) {
    Row was, now;
    for (const std::uint32_t t : terms) was.push_back(c.rows[m.from][t]);
    for (const std::uint32_t t : terms) now.push_back(c.rows[m.to][t]);
    if (m.lowers ? now >= was : now > was) return false;
  }
  return true;
}

bool some_order(const Case& c) {
  const std::size_t sets = std::size_t{1} << c.usable.size();
  for (std::size_t set = 0; set < sets; ++set) {
    Terms terms;
    for (std::size_t t = 0; t < c.usable.size(); ++t) {
      if ((set >> t & 1U) != 0) terms.push_back(c.usable[t]);
    }
    do {
      if (ranks(c, terms)) return true;
    } while (std::ranges::next_permutation(terms).found);
  }
  return false;
}

}  // namespace

TEST_CASE("an order of terms is found exactly where there is one") {
  std::size_t found = 0;
  std::size_t none = 0;
  const std::uint64_t runs = 4'000;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed := " << seed);
    const Case c = random_case(seed);
    const Taken which = seed % 2 == 0 ? Taken::first : Taken::strongest;
    const auto terms = lexicographic(c.rows, c.moves, c.usable, which);
    REQUIRE(terms.has_value() == some_order(c));
    ++(terms ? found : none);
    if (!terms) continue;
    CHECK(ranks(c, *terms));
    CHECK(is_rank(c.rows, c.moves, *terms));
    for (const std::uint32_t t : *terms) {
      CHECK(std::ranges::count(c.usable, t) == 1);
      Terms rest = *terms;
      std::erase(rest, t);
      CHECK_FALSE(ranks(c, rest));
    }
  }
  CHECK(found * 4 > runs);
  CHECK(none * 4 > runs);
}

}  // namespace rank_order_test
