// SPDX-License-Identifier: MIT
// Guards: of families with integers, shared variables that are written and
// rules, what is proved for every size holds in all instances that can be
// explored, and the run of what is violated is one, which ends in a violation.
//
// By hand, VICINAL_TEST_SEEDS=1-1000 prints a line for each family.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <random>

#include "decide/decide.hpp"
#include "explore/search/replay.hpp"
#include "families.hpp"
#include "tests/oracle/family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/selfcheck/told_trace.hpp"

namespace whole_language_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;
using network::Verdict;

struct Counts {
  int families = 0, refused = 0, by_lemmas = 0;
  int proved = 0, violated = 0, unknown = 0, replayed = 0, beyond = 0;
};

std::unique_ptr<decide::Opened> good(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  REQUIRE(opened->good());
  return opened;
}

// For every size, in so many seconds (0: no limit).
decide::Report decided(decide::Opened& opened, double seconds) {
  decide::Asked asked;
  asked.properties = decide::invariants(*opened.model);
  asked.every_size = true;
  network::Limits limits;
  limits.seconds = seconds;
  return decide::decide(opened, asked, limits);
}

// Some claims become assertions, the first stays a claim.
std::string with_assertions(std::string text, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  for (std::size_t i = 1;; ++i) {
    const std::string name = fmt::format("invariant q{}:", i);
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return text;
    if (dice() % 4 == 0) {
      text.replace(at, std::string("invariant").size(), "assert");
    }
  }
}

// What can be explored of a family: where something starts at any integer, a
// few of these.
std::vector<std::string> explorable(const std::string& text) {
  const std::string any = " : int;\n";
  if (text.find(any) == std::string::npos) return {text};
  std::vector<std::string> out;
  for (const int start : {0, 2, -1}) {
    std::string one = text;
    const std::string there = fmt::format(" : int = {};\n", start);
    for (std::size_t at = one.find(any); at != std::string::npos;
         at = one.find(any, at)) {
      one.replace(at, any.size(), there);
    }
    out.push_back(std::move(one));
  }
  return out;
}

// In small instances nothing violates what is proved.
void check_proved(const std::string& text,
                  const std::vector<std::string>& names) {
  if (names.empty()) return;
  oracle::SmallBounds bounds;
  bounds.states = by_hand() ? 5000 : 1500;
  oracle::SmallBounds fewer;
  fewer.size = 3;
  fewer.nodes = 4;
  fewer.graph_nodes = 2;
  fewer.states = 200;
  for (const std::string& one : explorable(text)) {
    const auto loaded = random_models::load(one);
    INFO(one << loaded.messages());
    REQUIRE(loaded.model);
    const auto wrong = violations(loaded.tree, *loaded.model, bounds);
    const auto by_oracle = oracle_violations(loaded.tree, fewer);
    for (const std::string& name : names) {
      const auto at = wrong.find(name);
      INFO(name << " is violated: " << (at == wrong.end() ? "" : at->second));
      CHECK(at == wrong.end());
      INFO(name << " is violated, says the oracle");
      CHECK(!by_oracle.contains(name));
    }
  }
}

void check_run(const decide::Opened& opened, const decide::FamilyAnswer& answer,
               const random_models::Loaded& loaded, Counts& counts) {
  INFO(answer.name);
  REQUIRE(answer.run);
  const fixpoint::Sample& sample = *answer.run->sample;
  const auto not_one =
      explore::replay(sample.instance, answer.run->trace).value_or("");
  CHECK(not_one == "");
  if (sample.graph) return;  // its nodes have other names
  std::map<std::string, std::int64_t> sizes;
  for (std::size_t p = 0; p < sample.parameters.size(); ++p) {
    sizes[opened.model->parameters[p].name] = sample.parameters[p];
  }
  const oracle::Instance o(loaded.tree, sizes);
  const auto json = report::trace_json(sample.instance, answer.run->trace);
  INFO(json.dump(1));
  try {
    const auto wrong =
        o.replay(selfcheck::told(json), answer.name).value_or("");
    CHECK(wrong == "");
    ++counts.replayed;
  } catch (const oracle::TooLarge&) {
    ++counts.beyond;  // a guard on the way leaves 64 bits
  }
}

void check_family(const std::string& text, std::uint64_t seed, Counts& counts) {
  const auto opened = good(text);
  const auto begin = std::chrono::steady_clock::now();
  const decide::Report report = decided(*opened, 2);
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  ++counts.families;
  if (!report.family) {
    ++counts.refused;
    if (by_hand()) {
      const auto& all = opened->diagnostics.all();
      fmt::print("R\t{}\trefused: {}\n", seed,
                 all.empty() ? "" : all.back().message);
    }
    return;
  }
  const auto loaded = random_models::load(text);
  std::vector<std::string> proved;
  std::string line;
  for (const decide::FamilyAnswer& a : report.family->answers) {
    line +=
        fmt::format(" {}={}", a.name == network::no_model_error ? "e" : a.name,
                    network::text(a.verdict));
    switch (a.verdict) {
      case Verdict::proved:
        ++counts.proved;
        counts.by_lemmas += a.method == decide::Method::lemmas ? 1 : 0;
        proved.push_back(a.name);
        break;
      case Verdict::violated:
        ++counts.violated;
        check_run(*opened, a, loaded, counts);
        break;
      case Verdict::unknown:
        ++counts.unknown;
        break;
    }
  }
  if (by_hand()) {
    fmt::print("R\t{}\t{:.1f}s\t{}\n", seed, spent.count(), line);
    std::fflush(stdout);
  }
  check_proved(text, proved);
}

}  // namespace

TEST_CASE("answers about families of the whole language are right") {
  const auto [first, last] = seeds(20);
  Counts counts;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text =
        with_assertions(random_models::whole_family(seed).text, seed);
    INFO("seed " << seed << "\n" << text);
    check_family(text, seed, counts);
  }
  const std::string table = fmt::format(
      "{} families: {} refused; {} proved ({} by lemmas), {} violated ({} "
      "replayed, {} beyond 64 bits), {} unknown",
      counts.families, counts.refused, counts.proved, counts.by_lemmas,
      counts.violated, counts.replayed, counts.beyond, counts.unknown);
  INFO(table);
  if (by_hand()) fmt::print("S\t{}\n", table);
  // What is known in a given time depends on the machine; something is.
  if (last >= first + 19) {
    CHECK(counts.proved > 0);
    CHECK(counts.violated > 5);
    CHECK(counts.refused * 2 < counts.families);
  }
}

TEST_CASE("explorer and oracle agree about families of the whole language") {
  const auto [first, last] = seeds(60);
  int found = 0;
  oracle::SmallBounds bounds;
  bounds.size = 3;
  bounds.nodes = 4;
  bounds.graph_nodes = 2;
  bounds.states = 300;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text =
        explorable(random_models::whole_family(seed).text)[0];
    const auto loaded = random_models::load(text);
    INFO("seed " << seed << "\n" << text << loaded.messages());
    REQUIRE(loaded.model);
    const auto by_oracle = oracle_violations(loaded.tree, bounds);
    oracle::SmallBounds more = bounds;
    more.states = 4 * bounds.states;
    const auto explored = violations(loaded.tree, *loaded.model, more);
    for (const auto& [name, at] : by_oracle) {
      INFO(name << " at " << at);
      CHECK(explored.contains(name));
      ++found;
    }
  }
  if (last >= first + 59) CHECK(found > 30);
}

// A shared number doubles; beyond 64 bits it goes on.
TEST_CASE("integers go beyond what can be explored") {
  const std::string text = R"(
param n : 1.. = 1;
shared x : int = 1;
process P { action double { x := x + x; } }
network { node p[n] : P; }
invariant small: x < 9223372036854775807;
invariant positive: x > 0;
)";
  const auto opened = good(text);
  const decide::Report report = decided(*opened, 0);
  REQUIRE(report.family);
  for (const auto& a : report.family->answers) {
    INFO(a.name);
    if (a.name == "small") {
      CHECK(a.verdict == Verdict::unknown);
    } else {
      CHECK(a.verdict == Verdict::proved);
    }
  }
}

// A parameter of graphs is no size of theirs: every graph is an instance.
TEST_CASE("what fails at larger graphs than are looked at is not proved") {
  const std::string text = R"(
param low : 0..1 = 1;
process P { port set link : inout bool; var x : bool = false;
  action a { x := true; } }
network any { node p : P; edge e : bool = false via link; }
invariant few: atmost 5 i in p: i.x;
invariant some: forall i in p: i.x => low < 2;
)";
  const auto opened = good(text);
  const decide::Report report = decided(*opened, 3);
  REQUIRE(report.family);
  CHECK(decide::excluded_sizes(*report.family).empty());
  for (const auto& a : report.family->answers) {
    CHECK((a.name == "few") == (a.verdict == Verdict::unknown));
  }
}

}  // namespace whole_language_test
