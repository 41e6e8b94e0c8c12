// SPDX-License-Identifier: MIT
// Guards: a place in a text that was made of another one is that of the least
// part around it, whatever parts there are.
#include <catch2/catch.hpp>

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "network/base/source.hpp"

namespace vicinal::network::origin_test {
namespace {

using Parts = std::vector<Origin::Part>;

// Parts within [begin, end), those within others before them, as they come
// from a writer. `there` is the number of the part.
void grow(Parts& parts, std::uint32_t begin, std::uint32_t end, int depth,
          std::mt19937& dice) {
  std::uint32_t at = begin;
  while (at <= end && dice() % 5 != 0) {
    const std::uint32_t b = at + dice() % (end - at + 1);
    const std::uint32_t e = b + dice() % (end - b + 1);
    if (depth > 0) grow(parts, b, e, depth - 1, dice);
    const auto number = static_cast<std::uint32_t>(parts.size());
    parts.push_back({{b, e}, {number, number + 1}});
    if (e == at) break;
    at = e;
  }
}

std::optional<Span> slowly(const Parts& parts, Span span) {
  const Origin::Part* found = nullptr;
  for (const Origin::Part& p : parts) {
    if (p.here.begin > span.begin || p.here.end < span.end) continue;
    if (found != nullptr &&
        p.here.end - p.here.begin >= found->here.end - found->here.begin) {
      continue;
    }
    found = &p;
  }
  return found == nullptr ? std::nullopt : std::optional(found->there);
}

}  // namespace

TEST_CASE("the place of a span is that of the least part around it") {
  const Source original("there", std::string(1000, 'x'));
  std::size_t inside = 0;
  std::size_t outside = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    INFO("seed := " << seed);
    std::mt19937 dice(seed);
    Parts parts;
    grow(parts, 0, 20, 3, dice);
    const Source made("here", std::string(24, 'y'),
                      std::make_shared<Origin>(original, parts));
    for (std::uint32_t b = 0; b < 23; ++b) {
      // Between two parts that touch, no part is the least one.
      for (std::uint32_t e = b + 1; e <= 24; ++e) {
        const Place place = made.place({b, e});
        const auto expected = slowly(parts, {b, e});
        REQUIRE((place.source == &original) == expected.has_value());
        if (expected) {
          REQUIRE(place.span == *expected);
        } else {
          REQUIRE(place.span == Span{b, e});
        }
        ++(expected ? inside : outside);
      }
    }
  }
  CHECK(inside > 1000);
  CHECK(outside > 1000);
}

TEST_CASE("many parts, one within another, are no work") {
  const Source original("there", "x");
  Parts parts;
  constexpr std::uint32_t many = 200000;
  for (std::uint32_t i = 0; i < many; ++i)
    parts.push_back({{i, i + 1}, {i, i}});
  parts.push_back({{0, many}, {7, 8}});
  const Source made("here", std::string(many, 'y'),
                    std::make_shared<Origin>(original, std::move(parts)));
  for (std::uint32_t i = 0; i + 2 < many; ++i) {
    REQUIRE(made.place({i, i + 1}).span.begin == i);
    REQUIRE(made.place({i, i + 2}).span == Span{7, 8});
  }
}

}  // namespace vicinal::network::origin_test
