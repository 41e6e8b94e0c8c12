// SPDX-License-Identifier: MIT
// Guards: what engines treat as cases of their own occurs often in the models
// that random tests are made of. All counts are printed.
#include "ingredients.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

#include "system_ingredients.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_start.hpp"
#include "tests/random/symmetric_model.hpp"

namespace ingredients_test {

namespace {

using namespace vicinal;

using Counts = std::map<std::string, int>;

void add(const std::string& text, Counts& counts) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  REQUIRE(loaded.model != nullptr);
  selfcheck::count_ingredients(*loaded.model, loaded.instance.get(), counts);
}

Counts of(const std::string& text) {
  Counts counts;
  add(text, counts);
  return counts;
}

}  // namespace

TEST_CASE("random models have what engines treat as cases of their own") {
  constexpr std::uint64_t count = 400;
  constexpr int least = 10;
  Counts counts;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    add(random_models::random_model(seed, {}), counts);
    add(random_models::random_model(100'000 + seed, {.flat = true}), counts);
    add(random_models::symmetric_model(seed), counts);
    add(random_models::array_model(seed), counts);
    add(random_models::random_family(seed).text, counts);
    if (seed <= 200) add(random_models::random_start_of_edges(seed), counts);
  }
  std::string table;
  std::vector<std::string> rare;
  const auto all = selfcheck::all_ingredients();
  for (const std::string& name : all) {
    table += fmt::format("{:5} {}\n", counts[name], name);
    if (counts[name] < least) rare.push_back(name);
  }
  WARN("of " << 5 * count + 200 << " models:\n" << table);
  CHECK(fmt::format("{}", fmt::join(rare, "\n")) == "");
  const std::set<std::string> known(all.begin(), all.end());
  for (const auto& [name, times] : counts) {
    INFO(name);
    CHECK(known.contains(name));
  }
}

TEST_CASE("families of the whole language have what it has") {
  constexpr std::uint64_t count = 400;
  constexpr int least = 10;
  Counts counts;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const auto loaded =
        random_models::load(random_models::whole_family(seed).text);
    INFO("seed " << seed << "\n" << loaded.source->text() << loaded.messages());
    REQUIRE(loaded.model != nullptr);
    selfcheck::count_system_ingredients(*loaded.model, counts);
  }
  std::string table;
  std::vector<std::string> rare;
  const auto& all = selfcheck::all_system_ingredients();
  for (const std::string& name : all) {
    table += fmt::format("{:5} {}\n", counts[name], name);
    if (counts[name] < least) rare.push_back(name);
  }
  WARN("of " << count << " families:\n" << table);
  CHECK(fmt::format("{}", fmt::join(rare, "\n")) == "");
  CHECK(counts.size() == all.size());
}

TEST_CASE("ingredients are found where they stand") {
  const std::string head = R"(
process P { port e : in 0..1; var x : 0..1 = 0; var y : 0..1 = 0;
  var a : (0..1)[2] = [0, 0]; )";
  const std::string tail = R"( }
network { node p[2] : P; node q[1] : P; edge f : 0..1 = 0;
  connect p[0].e, p[1].e, q[0].e to f; }
)";
  const Counts none = of(head + "action z { x := y; }" + tail);
  CHECK(none.empty());
  Counts some = of(head + "action z when 6 / (x - y) > 1 { a[x] := 1; }" +
                   tail + "invariant i: adjacent(p[0], p[1]);");
  CHECK(some == Counts{{"guard: an error that two places decide", 1},
                       {"target whose index the state decides", 1},
                       {"property: a node by its name, look-alikes", 1},
                       {"property: adjacent, read-only", 1}});
  some = of(head +
            "action z(k in 0..1) priority min(1, 6 / x) { "
            "a[count(i in 0..1: i == x)] := 1; }" +
            tail + "invariant i: (if p[0].x == 1 then p[1] else q[0]).x == 0;");
  CHECK(some == Counts{{"priority that may fail", 1},
                       {"priority that may fail, of several bindings", 1},
                       {"target with a quantified index", 1},
                       {"target whose index the state decides", 1},
                       {"property: a node by its name, look-alikes", 1},
                       {"property: a node by 'if'", 1},
                       {"property: a node by 'if', of two families", 1}});
}

}  // namespace ingredients_test
