// SPDX-License-Identifier: MIT
// Guards: what scalarsets are said to allow is allowed. Each permutation of
// theirs is tried on states, step by step, whatever the judge says of it; the
// judge confirms all that the discipline lets pass; and together they are a
// part of the group that is detected.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <map>

#include "symmetry/detection/detected.hpp"
#include "symmetry/detection/scalarset.hpp"
#include "tests/explore/automorphisms.hpp"
#include "tests/explore/small_examples.hpp"
#include "tests/random/alike_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/uniform_model.hpp"

namespace scalarset_test {

namespace {

using namespace vicinal;
using symmetry::Detection;
using symmetry::Scalarset;
using Standing = Scalarset::Standing;

struct Counts {
  int models = 0, allowed = 0, idle = 0, broken = 0, unconfirmed = 0;
  int several = 0;  // with more than one name
  int less = 0;     // fewer permutations than are detected
  // Of models with sets that are allowed: detection finds less, as it does
  // where one function is said in two ways.
  int some = 0, beyond = 0;
};

// Constants stay in what is detected.
symmetry::LiteralMap without_constants(const Detection& found,
                                       symmetry::LiteralMap map) {
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    if (found.domains->values[s].size() != 1) continue;
    map.slot[s] = s;
    map.value[s].clear();
  }
  return map;
}

// Whether the detected group has what the sets allow.
bool within(const Detection& found, const std::vector<Scalarset>& sets) {
  const std::string order = symmetry::symmetry_of(found).order;
  Detection both;
  both.guarded = std::make_unique<flat::Guarded>(*found.guarded);
  both.domains = std::make_unique<flat::Domains>(*found.domains);
  both.generators = found.generators;
  for (const Scalarset& s : sets) {
    if (s.standing != Standing::allowed) continue;
    for (const symmetry::LiteralMap& g : s.generators) {
      both.generators.push_back(without_constants(found, g));
    }
  }
  return symmetry::symmetry_of(both).order == order;
}

void look_at(const random_models::Loaded& loaded, Counts& counts) {
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  const network::Instance& instance = *loaded.instance;
  const auto asked = loaded.invariants();
  std::string why_not;
  const auto found = symmetry::detect(instance, asked, {}, why_not);
  if (!found || !found->why_not.empty()) return;
  ++counts.models;
  const auto sets = symmetry::scalarsets(*found, asked);
  const auto judged = test::states_of(instance, *found, asked);
  bool some = false;
  for (const Scalarset& s : sets) {
    INFO(s.type << " (" << s.size << ")");
    CHECK(s.size >= 2);
    counts.several += s.type.find(", ") != std::string::npos ? 1 : 0;
    counts.allowed += s.standing == Standing::allowed ? 1 : 0;
    counts.idle += s.standing == Standing::idle ? 1 : 0;
    counts.broken += s.standing == Standing::broken ? 1 : 0;
    CHECK(s.standing != Standing::unconfirmed);
    CHECK((s.standing == Standing::broken) == (s.broken.end != 0));
    CHECK((s.standing == Standing::broken) == s.generators.empty());
    some = some || s.standing == Standing::allowed;
    for (const symmetry::LiteralMap& g : s.generators) {
      const auto wrong = test::disrespected(instance, *found, asked, judged, g);
      INFO(wrong.value_or(""));
      CHECK(!wrong);
    }
  }
  const std::string order = symmetry::scalarset_order(sets);
  counts.less += order != symmetry::symmetry_of(*found).order ? 1 : 0;
  if (!some || found->unconfirmed != 0) return;
  ++counts.some;
  counts.beyond += within(*found, sets) ? 0 : 1;
}

template <class Model>
Counts look_at_all(std::uint64_t count, const Model& model) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text = model(seed);
    INFO("seed := " << seed << "\n" << text);
    look_at(random_models::load(text), counts);
  }
  WARN(
      fmt::format("{} models: {} sets allowed, {} of no effect, {} broken; {} "
                  "of several names",
                  counts.models, counts.allowed, counts.idle, counts.broken,
                  counts.several));
  return counts;
}

// What is said of the types, by name.
std::map<std::string, std::string> said(const std::string& text) {
  const auto loaded = random_models::load(text);
  INFO(text << loaded.messages());
  Counts counts;
  look_at(loaded, counts);
  std::string why_not;
  const auto found =
      symmetry::detect(*loaded.instance, loaded.invariants(), {}, why_not);
  REQUIRE(found.has_value());
  std::map<std::string, std::string> result;
  for (const auto& s : symmetry::scalarsets(*found, loaded.invariants())) {
    result[s.type] = s.standing == Standing::allowed ? "all"
                     : s.standing == Standing::idle  ? "idle"
                     : s.standing == Standing::broken
                         ? std::string(loaded.source->text(s.broken))
                         : "?";
  }
  return result;
}

using Said = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("scalarsets of random models whose indices are nearly alike") {
  const std::uint64_t runs = random_models::runs(600);
  const Counts counts = look_at_all(runs, random_models::alike_model);
  if (runs < 100) return;
  CHECK(counts.allowed * 4 > counts.models);
  CHECK(counts.broken * 2 > counts.models);
  CHECK(counts.idle > 0);
  CHECK(counts.several > 0);
  CHECK(counts.less > 0);
}

TEST_CASE("models whose indices are nearly alike have what tells them apart") {
  const std::vector<std::pair<std::string, std::string>> ingredients = {
      {"shared x[n]", "an array over a range"},
      {"u in 1..n-1", "a rule over a part of it"},
      {"forall i in 1..n-1", "a quantifier over a part of it"},
      {"x[0]", "an element at a constant"},
      {"t := i;", "a loop whose last round counts"},
      {"m[u][i];", "a loop whose rounds see each other"},
      {"u != v", "indices that are compared"},
      {"u < v", "and by their order"},
      {"if i < 1", "connections under a condition"},
      {"{ } else", "connections in an else"},
      {"(i + 1) % n", "connections at computed indices"},
      {"index == 0", "initial values by index"},
      {"rank = index", "constants by index"},
      {"node s[2] : Server", "clients and servers"},
      {"r := none", "references"},
      {"k := none", "references to servers"},
      {"mark : bool[c]", "an array by nodes"},
      {"(i in 0..n-1", "nodes by their indices"},
      {"(i in 1..n-1", "some of them"}};
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const std::string text = random_models::alike_model(seed);
    for (const auto& [part, name] : ingredients) {
      counts[name] += text.find(part) != std::string::npos ? 1 : 0;
    }
  }
  std::string table;
  for (const auto& [part, name] : ingredients) {
    table += fmt::format("{:5} {}\n", counts[name], name);
    INFO(name);
    CHECK(counts[name] >= 5);
  }
  WARN("of 600 models:\n" << table);
}

TEST_CASE("scalarsets of random models whose processes change places") {
  const std::uint64_t runs = random_models::runs(150);
  const Counts counts = look_at_all(runs, random_models::exchange_model);
  if (runs >= 100) CHECK(counts.allowed > 10);
}

TEST_CASE("scalarsets of random networks, and of flat models") {
  look_at_all(random_models::runs(100), random_models::symmetric_model);
  look_at_all(random_models::runs(100), random_models::uniform_model);
  look_at_all(random_models::runs(200), [](std::uint64_t seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    return random_models::random_model(seed, options);
  });
}

TEST_CASE("ranges that overlap, and constants as indices, are no scalarsets") {
  const std::string model = R"(
param n : 2..5 = 4;
shared x[n] : bool;
rule r(u in 1..n-1) when x[u] { x[u] := false; x[0] := true; }
rule e(u in 0..n-1) when forall i in 0..n-1: !x[i] { x[u] := true; }
invariant t: true;
)";
  CHECK(said(model) == Said{{"1..n-1", "x[u]"}, {"0..n-1", "x[u]"}});
}

TEST_CASE("what a scalarset may be used for") {
  const auto rules = [](const std::string& text) {
    return said(
        "param n : 2..6 = 3;\nshared x[n] : bool = false;\n"
        "shared t : 0..n-1;\nshared y[n][2] : 0..n-1;\n" +
        text)["0..n-1"];
  };
  CHECK(rules("rule r(u in 0..n-1) when x[u] { t := u; }") == "all");
  CHECK(rules("rule r(u in 0..n-1) when t != u { x[t] := x[u]; }") == "all");
  CHECK(rules("rule r(u in 0..n-1) { y[u][0] := y[t][0]; }") == "all");
  CHECK(rules("rule r(u in 0..n-1) { t := u; t := 1; }") == "1");
  CHECK(rules("rule r(u in 0..n-1) { t := u; t := t; }") == "all");
  CHECK(rules("rule r(u in 0..n-1) { t := min(t, u); }") == "min(t, u)");
  CHECK(rules("rule r(u in 0..n-1) priority u { t := u; }") == "u");
  CHECK(rules("rule r(u in 0..n-1) when u == t { x[u] := x[0]; }") == "x[0]");
  // Nobody says that x has to do with t.
  CHECK(rules("rule r(u in 0..n-1) when u == t { x[0] := true; }") == "all");
  CHECK(rules("rule r(u in 0..n-1) { x[u] := true; } "
              "init forall i in 0..n-1: i > 0 => t == i;") == "i > 0");
  CHECK(rules("rule r(u in 0..n-1, v in 0..u) { x[v] := x[u]; }") == "u");
  CHECK(rules("rule r { for i in 0..n-1 { x[i] := !x[i]; } }") == "all");
  CHECK(rules("shared z[n] : bool = index == 0; "
              "rule r(u in 0..n-1) when z[u] { z[u] := false; }") ==
        "index == 0");
  CHECK(rules("rule r { for i in 0..n-1 { if x[i] { t := i; } } }") != "all");
  CHECK(rules("rule r { for i in 0..n-1 { x[i] := x[t]; } }") != "all");
  CHECK(rules("rule r { for i in 0..n-1 { x[i] := exists j in 0..n-1: "
              "x[j]; } }") != "all");
}

TEST_CASE("networks under conditions") {
  const auto drawn =
      [](const std::string& lines, const std::string& rest = "") {
        return said(R"(
param n : 2..6 = 3;
process C { port line : inout bool; action a { line := !line; } }
process S { port set line : inout bool; action b(l in line) { l := false; } }
network {
  node c[n] : C; node s[2] : S; edge e[n] : bool = false;
)" + lines + "}\n" + rest)["c"];
      };
  CHECK(drawn("for i in 0..n-1 { connect c[i].line, s[0].line to e[i]; }") ==
        "all");
  CHECK(drawn("for i in 0..n-1 { connect c[i].line to e[i]; "
              "if i < 2 { connect s[0].line to e[i]; } "
              "else { connect s[1].line to e[i]; } }") == "i < 2");
  // Only those of the `else` are drawn.
  CHECK(drawn("for i in 0..n-1 { connect c[i].line to e[i]; "
              "if i == 0 { } else { connect s[1].line to e[i]; } }") ==
        "i == 0");
  CHECK(drawn("connect c[0].line to e[0]; "
              "for i in 1..n-1 { connect c[i].line, s[0].line to e[i]; }") !=
        "all");
  CHECK(drawn("for i in 0..n-1 { connect c[i].line, s[0].line to e[i]; }",
              "invariant i: !e[0];") == "e[0]");
  CHECK(drawn("for i in 0..n-1 { connect c[i].line, s[0].line to "
              "e[(i + 1) % n]; }") != "all");
}

TEST_CASE("families that share lines are one") {
  const Said all = said(R"(
param n : 2..6 = 3;
process C { port line : inout bool; action a { line := !line; } }
network {
  node c[n] : C; node d[n] : C; edge e[n] : bool = false;
  for i in 0..n-1 { connect c[i].line, d[i].line to e[i]; }
}
)");
  CHECK(all == Said{{"c, d", "all"}});
}

TEST_CASE("what is allowed is within what is detected: examples") {
  Counts counts;
  test::each_small_example(
      [&](const random_models::Loaded& loaded) { look_at(loaded, counts); });
  WARN(fmt::format("{} examples: {} sets allowed, {} broken", counts.models,
                   counts.allowed, counts.broken));
  CHECK(counts.beyond == 0);
  CHECK(counts.models > 60);
  CHECK(counts.allowed > 15);
}

}  // namespace scalarset_test
