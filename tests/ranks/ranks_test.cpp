// SPDX-License-Identifier: MIT
// Guards: any number of ranks gives the answer of one process, byte by byte:
// numbers, verdicts, the last step of every run, what never happened. Ranks are
// threads here; tests/mpi asks the same of processes.
#include "explore/ranks/rank_search.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "network/ranks/thread_exchange.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/ranks/answers.hpp"

namespace ranks_test {

namespace {

using namespace vicinal;
using decide::Reduction;
using network::Exchange;
using test::check_ranks;
using test::Question;
using test::Said;

constexpr std::uint64_t most_states = 3000;

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// What the models had, so that a test cannot pass for want of them.
struct Met {
  int complete = 0, incomplete = 0, runs = 0, reduced = 0;

  void add(const std::vector<Said>& alone) {
    if (alone.empty()) return;
    (alone[0].complete ? complete : incomplete) += 1;
    runs += static_cast<int>(alone[0].runs);
    reduced +=
        alone[0].json.find("\"reduction\": \"orbit\"") != std::string::npos ? 1
                                                                            : 0;
  }
};

void check_both(const std::string& text, Met& met) {
  for (const Reduction reduction : {Reduction::none, Reduction::orbit}) {
    Question question;
    question.text = text;
    question.reduction = reduction;
    question.work = most_states;
    met.add(check_ranks(question));
  }
}

}  // namespace

TEST_CASE("ranks agree with one process on random models") {
  Met met;
  const std::uint64_t seeds = random_models::runs(120);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string text =
        seed % 3 == 0
            ? random_models::random_family(seed).text
            : random_models::random_model(seed, {.flat = seed % 2 == 0});
    INFO("seed " << seed << "\n" << text);
    check_both(text, met);
  }
  if (!random_models::enough_runs()) return;
  CHECK(met.complete > 60);
  CHECK(met.runs > 40);
}

TEST_CASE("ranks agree with one process on models with symmetry") {
  Met met;
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    const std::string text = random_models::symmetric_model(seed);
    INFO("seed " << seed << "\n" << text);
    check_both(text, met);
  }
  if (!random_models::enough_runs()) return;
  CHECK(met.complete > 20);
  CHECK(met.reduced > 5);
}

TEST_CASE("ranks agree with one process on the examples") {
  namespace fs = std::filesystem;
  std::vector<fs::path> models;
  for (const auto& entry :
       fs::recursive_directory_iterator(VICINAL_SOURCE_DIR "/examples")) {
    if (entry.path().extension() == ".vic") models.push_back(entry.path());
  }
  std::sort(models.begin(), models.end());
  Met met;
  const std::size_t step = random_models::enough_runs() ? 1 : 4;
  for (std::size_t i = 0; i < models.size(); i += step) {
    INFO(models[i]);
    check_both(read(models[i]), met);
  }
  if (!random_models::enough_runs()) return;
  CHECK(met.complete > 40);
  CHECK(met.runs > 5);
}

// Of states with many bits a store has 256 shards, by which ranks own them.
TEST_CASE("ranks agree with one process on larger instances") {
  struct Case {
    std::string file, sizes;
    Reduction reduction = Reduction::none;
  };
  for (const Case& c :
       {Case{"examples/philosophers", "n=9"},
        Case{"examples/token-ring", "n=9"},
        Case{"examples/mutex-broken", "n=8"}, Case{"examples/mesi", "n=6"},
        Case{"examples/mesi", "n=8", Reduction::orbit},
        Case{"examples/readers-writers", "readers=6 writers=6",
             Reduction::orbit},
        Case{"tests/traps/fourth-spoke-broken", "n=8"}}) {
    INFO(c.file << " " << c.sizes);
    Question question;
    question.text = read(VICINAL_SOURCE_DIR "/" + c.file + ".vic");
    question.sizes = c.sizes;
    question.reduction = c.reduction;
    const auto alone = check_ranks(question);
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].states > 200);
    CHECK(alone[0].complete);
  }
}

// Levels in which most ranks have no state, and levels in which all have.
TEST_CASE("a rank without states of a level keeps in step") {
  Question question;
  question.text = R"(
    process P {
      var x : 0..3000 = 0;
      var rest : 0..1500 = 0;
      action go when x < 300 && rest == 0 { x := x + 1; }
      action many(v in 1..1500) when x == 200 && rest == 0 { rest := v; }
      action back when rest > 0 { rest := rest - 1; }
    }
    network { node p : P; }
    invariant short: forall i in P: i.x != 300;
    invariant lesser: forall i in P: i.x == 200 => i.rest < 900;
  )";
  const auto alone = check_ranks(question);
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].states == 301 + 1500);
  CHECK(alone[0].runs == 3);
}

// Each state of the last level has one before it, so that witnesses turn up in
// several rounds, in any order. Two steps lead there, so that no state has
// thousands of bindings to look at.
TEST_CASE("the least witness of a level of many rounds is shown") {
  Question question;
  question.text = R"(
    process P {
      var h : 0..91 = 0;
      var x : 0..8281 = 0;
      var y : 0..8281 = 0;
      action high(v in 1..91) when h == 0 { h := v; }
      action low(w in 1..91) when h > 0 && x == 0 { x := 91 * (h - 1) + w; }
      action on when x > 0 && y == 0 { y := x; }
    }
    network { node p : P; }
  )";
  for (int k = 0; k < 8; ++k) {
    const std::string least = std::to_string(900 * k);
    question.text += "invariant q" + std::to_string(k) +
                     ": forall i in P: i.y <= " + least + ";\n";
  }
  const auto alone = check_ranks(question);
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].states == 1 + 91 + 2 * 91 * 91);
  CHECK(alone[0].runs == 9);
}

// Errors of guards, of steps and of a property lie at the same distance, in
// states of different ranks.
TEST_CASE("ranks agree on which error is shown") {
  for (const int n : {1, 2, 3, 5}) {
    Question question;
    question.sizes = "n=" + std::to_string(n);
    question.text = R"(
      param n : 1.. = 5;
      process P {
        var x : 0..4 = 0;
        action go when x < 3 { x := x + 1; }
        action fail when x == 3 { x := x + 2; }
        action guard when 6 / (3 - x) > 0 && false { }
      }
      network { node p[n] : P; }
      invariant small: forall i in p: i.x < 3 || 7 / (i.x - 3) > 0;
      invariant few: atmost 1 i in p: i.x == 2;
    )";
    for (const Reduction reduction : {Reduction::none, Reduction::orbit}) {
      question.reduction = reduction;
      const auto alone = check_ranks(question);
      REQUIRE(alone.size() == 1);
      CHECK(alone[0].runs > 0);
    }
  }
}

// Where nothing is expanded yet it is not known which error comes first.
TEST_CASE("errors of guards and of properties in initial states are compared") {
  for (const std::string most : {"3", "16777215"}) {
    Question question;
    question.text = "shared x : 0.." + most + R"(;
      init x >= 1 && x <= 3;
      rule guard when 6 / (x - 1) > 9 { x := 0; }
      rule other when 6 / (x - 3) > 9 { x := 0; }
      invariant fails: 7 / (x - 2) < 9;
    )";
    for (const Reduction reduction : {Reduction::none, Reduction::orbit}) {
      question.reduction = reduction;
      const auto alone = check_ranks(question);
      REQUIRE(alone.size() == 1);
      CHECK(alone[0].runs == 2);  // an error, a deadlock
    }
  }
}

// Successors that stay are judged by what their step wrote: whoever judges them
// has to have judged the state before, and no other rank can be asked.
TEST_CASE("what is read of states of other ranks is not missed") {
  const int step = random_models::enough_runs() ? 1 : 8;
  for (int v = 0; v < 40; v += step) {
    for (const std::string most : {"255", "16777215"}) {
      Question question;
      question.text = "shared c : 0.." + most + " = " + std::to_string(v) +
                      ";\nshared a : bool = false;\nshared b : bool = true;\n"
                      "rule first when !a { a := true; }\n"
                      "rule second when a && b { b := false; }\n"
                      "rule third when a && c > 0 { c := c - 1; }\n"
                      "invariant t: a => b;\n"
                      "invariant never: !a && !b => c > 20;\n";
      INFO("v = " << v << " of " << most);
      const auto alone = check_ranks(question);
      REQUIRE(alone.size() == 1);
      CHECK(alone[0].runs == 2);
    }
  }
}

// Where a number leaves 64 bits the search is not complete, on whichever rank.
TEST_CASE("an overflow of one rank is one of all") {
  for (int v = 0; v < 20; ++v) {
    Question question;
    question.text = "shared c : 0..255 = " + std::to_string(v) + R"(;
      shared x : int = 2;
      rule square when c < 250 { x := x * x; }
      invariant small: x < 1000;
    )";
    const auto alone = check_ranks(question);
    REQUIRE(alone.size() == 1);
    CHECK(!alone[0].complete);
    CHECK(alone[0].decided);
    CHECK(alone[0].runs == 1);
  }
}

TEST_CASE("nothing satisfies the initial condition, for all ranks") {
  Question question;
  question.text =
      "process P { var x : 0..2; } network { node p : P; }\n"
      "init p.x == 3 || p.x < 0; invariant i: p.x == 1;\n";
  const auto alone = check_ranks(question);
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].json.find("V0508") != std::string::npos);
}

TEST_CASE("states are sent, and those sent lately are not sent again") {
  Question question;
  question.text = read(VICINAL_SOURCE_DIR "/examples/philosophers.vic");
  question.sizes = "n=8";
  explore::Traffic traffic;
  const auto all = said_by_ranks(question, 4, &traffic);
  REQUIRE(all.size() == 4);
  // Three quarters of the states belong elsewhere.
  CHECK(traffic.states > all[0].states / 2);
  CHECK(traffic.spared > traffic.states / 4);
  CHECK(traffic.bytes > 2 * traffic.states);
}

// What bench/scale predicts from: each state in one level, each transition that
// leads elsewhere sent or spared, each byte one of a state or of a round's
// note.
TEST_CASE("the numbers of what ranks have done add up") {
  Question question;
  question.text = read(VICINAL_SOURCE_DIR "/examples/philosophers.vic");
  question.sizes = "n=8";
  std::vector<std::uint64_t> levels;
  for (const unsigned ranks : {1U, 2U, 3U, 4U}) {
    INFO(ranks << " ranks");
    explore::Traffic traffic;
    const auto said = said_by_ranks(question, ranks, &traffic);
    REQUIRE(said.size() == ranks);
    const auto& met = traffic.level_states;
    CHECK(std::accumulate(met.begin(), met.end(), std::uint64_t{0}) ==
          said[0].states);
    REQUIRE(met.size() > 10);
    CHECK(met.front() == 1);
    CHECK(met.back() == 0);
    // Levels are those of the model, whoever has its states.
    if (levels.empty()) levels = met;
    CHECK(levels == met);
    // A round a level, of each rank: none has 2,048 states here.
    CHECK(traffic.rounds == ranks * (met.size() - 1));
    const std::uint64_t notes = 16 * (ranks - 1) * traffic.rounds;
    const std::uint64_t state = 4;  // bytes: 8 * 4 bits
    CHECK(traffic.state_bytes == state);
    CHECK(traffic.bytes == notes + state * traffic.states);
    const double elsewhere =
        static_cast<double>(traffic.states + traffic.spared);
    const double all = static_cast<double>(said[0].transitions);
    CHECK(elsewhere == Approx(all * (ranks - 1) / ranks).epsilon(0.1));
  }
}

}  // namespace ranks_test
