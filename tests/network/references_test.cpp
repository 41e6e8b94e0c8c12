// SPDX-License-Identifier: MIT
// Guards: references lead where they say, at last; those that go round lead
// nowhere; long chains are followed at once.
#include "network/base/references.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace references_test {

using vicinal::network::ends_of;
using vicinal::network::Reference;

// Of each reference, a word: "-" for those that go round.
std::string ends(const std::vector<Reference>& all) {
  std::string out;
  for (const std::string* end : ends_of(all)) {
    out += (out.empty() ? "" : " ") + (end == nullptr ? "-" : *end);
  }
  return out;
}

TEST_CASE("references lead through others to what is none") {
  CHECK(ends({}) == "");
  CHECK(ends({{"r", "p"}, {"s", "r"}, {"t", "s"}, {"u", "q"}}) == "p p p q");
  CHECK(ends({{"t", "s"}, {"s", "r"}, {"u", "t"}, {"r", "p"}}) == "p p p p");
}

TEST_CASE("references that go round, and what leads to them, have no end") {
  CHECK(ends({{"r", "r"}}) == "-");
  CHECK(ends({{"r", "s"}, {"s", "r"}, {"t", "p"}, {"u", "r"}}) == "- - p -");
  CHECK(ends({{"u", "r"}, {"r", "s"}, {"s", "r"}}) == "- - -");
}

TEST_CASE("chains of references are followed once") {
  const int length = 200'000;
  std::vector<Reference> all;
  for (int i = 0; i < length; ++i) {
    all.push_back({fmt::format("r{}", i), fmt::format("r{}", i + 1)});
  }
  const auto found = ends_of(all);
  REQUIRE(found.front() != nullptr);
  CHECK(*found.front() == fmt::format("r{}", length));
  CHECK(found.front() == found.back());
}

}  // namespace references_test
