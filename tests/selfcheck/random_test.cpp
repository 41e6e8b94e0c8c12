// SPDX-License-Identifier: MIT
// Guards: random models are well-typed, cover the language, and are
// interesting: most are small, have more than a handful of states, and about
// half of their claims fail somewhere.
#include <catch2/catch.hpp>

#include "tests/oracle/oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace random_test {

namespace {

using namespace vicinal;

constexpr std::size_t budget = 3000;

struct ModelCounts {
  int models = 0, small = 0, none_initial = 0;
  int states_above_5 = 0, states_above_50 = 0, states_above_500 = 0;
  int model_errors = 0, deadlocks = 0, with_violation = 0, deep = 0;
  int claims = 0, violated = 0;
};

void add(ModelCounts& s, const std::string& text) {
  const random_models::Loaded loaded = random_models::load(text);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  ++s.models;
  const oracle::Instance o(loaded.tree, {});
  oracle::Exploration e;
  try {
    e = o.explore(budget);
  } catch (const oracle::TooLarge&) {
    return;
  }
  ++s.small;
  if (e.initial_states == 0) ++s.none_initial;
  if (e.states > 5) ++s.states_above_5;
  if (e.states > 50) ++s.states_above_50;
  if (e.states > 500) ++s.states_above_500;
  if (e.deadlocks > 0) ++s.deadlocks;
  bool violated = false;
  bool deep = false;
  for (const auto& [name, p] : e.properties) {
    if (name == "no model error") {
      s.model_errors += p.violated ? 1 : 0;
      continue;
    }
    ++s.claims;
    s.violated += p.violated ? 1 : 0;
    violated = violated || p.violated;
    deep = deep || p.trace_length > 0;
  }
  s.with_violation += violated ? 1 : 0;
  s.deep += deep ? 1 : 0;
}

ModelCounts gather(std::uint64_t first, std::uint64_t count, bool flat) {
  ModelCounts s;
  random_models::Options options;
  options.flat = flat;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    INFO("seed " << seed << " flat " << flat);
    add(s, random_models::random_model(seed, options));
  }
  UNSCOPED_INFO("of " << s.models << ": small " << s.small << ", no initial "
                      << s.none_initial << ", states > 5: " << s.states_above_5
                      << ", > 50: " << s.states_above_50
                      << ", > 500: " << s.states_above_500 << ", model errors "
                      << s.model_errors << ", deadlocks " << s.deadlocks
                      << ", a violation " << s.with_violation
                      << ", a longer one " << s.deep << "; claims " << s.claims
                      << ", violated " << s.violated);
  return s;
}

void judge(const ModelCounts& s) {
  CHECK(s.small * 10 > s.models * 7);
  // Shares of a few dozen models are chance.
  if (s.models < 200) return;
  CHECK(s.none_initial * 4 < s.small);
  CHECK(s.states_above_5 * 2 > s.small);
  CHECK(s.states_above_50 * 6 > s.small);
  CHECK(s.with_violation * 10 > s.small * 3);
  CHECK(s.with_violation * 10 < s.small * 9);
  CHECK(s.deep * 10 > s.small * 2);
  CHECK(s.model_errors * 20 > s.small);
  CHECK(s.model_errors * 2 < s.small);
}

}  // namespace

TEST_CASE("random networks are well-typed and interesting") {
  judge(gather(1, random_models::runs(300), false));
}

TEST_CASE("random flat models are well-typed and interesting") {
  judge(gather(100'000, random_models::runs(300), true));
}

TEST_CASE("random models cover the language") {
  std::string all;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    all += random_models::random_model(seed, options);
  }
  for (const char* part : {"enum Mode",
                           "struct",
                           "const",
                           "param",
                           "def near",
                           "Cell(rank",
                           "rank = index",
                           "port set",
                           ": in ",
                           ": out ",
                           ": inout queue",
                           "id of",
                           "bool[c]",
                           "color plain",
                           "[n][2]",
                           "node hub :",
                           "node t[0]",
                           "for ",
                           "else",
                           "while",
                           "push(",
                           "pop(",
                           "head(",
                           ") - 1]",
                           "len(",
                           "full(",
                           "empty(",
                           "skip;",
                           "priority",
                           "shared limit",
                           "shared slot[2]",
                           "rule r",
                           "init ",
                           "exactly",
                           "atmost",
                           "exists",
                           "forall",
                           "count(",
                           "sum(",
                           "same(",
                           "adjacent(",
                           "index(",
                           "min(",
                           "max(",
                           "abs(",
                           "pow(",
                           "<=>",
                           "=>",
                           "if ",
                           " != none",
                           "enabled",
                           "self",
                           "assert",
                           "link, ",
                           "1..0",
                           " % ",
                           " / ",
                           " * ",
                           "near(",
                           ", v0 := ",
                           "[2] := ",
                           "network"}) {
    INFO(part);
    CHECK(all.find(part) != std::string::npos);
  }
}

}  // namespace random_test
