// SPDX-License-Identifier: MIT
// Guards: what ranks have saved another number of them, or one process, goes on
// from, and the reverse, with the answer of a search that was never
// interrupted; all of them save, refuse and end together.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "explore/ranks/rank_search.hpp"
#include "network/ranks/thread_exchange.hpp"
#include "tests/explore/place.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/ranks/answers.hpp"

namespace saved_test {

namespace {

using namespace vicinal;
namespace fs = std::filesystem;
using decide::Reduction;
using test::bytes_of;
using test::Place;
using test::Question;
using test::Said;
using Dice = std::mt19937_64;

std::string file_text(const std::string& name) {
  return bytes_of(VICINAL_SOURCE_DIR "/" + name + ".vic");
}

bool is_saved(const std::string& folder) {
  return fs::exists(folder + "/manifest.json");
}

// One part of a search. No ranks: by one process.
Said part(Question question, const std::string& folder, unsigned ranks) {
  question.folder = folder;
  question.resume = is_saved(folder);
  const auto all =
      ranks == 0 ? said_alone(question) : said_by_ranks(question, ranks);
  REQUIRE(all.size() == std::max(1U, ranks));
  for (const Said& one : all) CHECK(one.json == all[0].json);
  return all[0];
}

// What the parts were, so that no test passes for want of them.
struct Met {
  int parts = 0, compared = 0, runs = 0;
};

// Interrupted by the number of states, on other ranks each time.
void interrupt(const Question& question, std::uint64_t seed, Met& met) {
  const auto whole = said_alone(question);
  if (whole.empty() || !whole[0].decided) return;
  const Place place;
  Dice dice(seed);
  std::uint64_t work = 0;
  for (int i = 0; i < 6; ++i) {
    Question some = question;
    some.work = work += 1 + dice() % (1 + whole[0].states / 4);
    if (some.work >= whole[0].states) break;
    some.every_seconds = dice() % 2 == 0 ? 0 : 1e9;
    const unsigned ranks = static_cast<unsigned>(dice() % 5);
    INFO("part " << i << " of " << some.work << " states, " << ranks);
    const Said said = part(some, place("saved"), ranks);
    CHECK(!said.complete);
    ++met.parts;
  }
  if (!is_saved(place("saved"))) return;
  // After the end it is said once more.
  for (int i = 0; i < 2; ++i) {
    const unsigned ranks = static_cast<unsigned>(dice() % 5);
    INFO("the last part, " << ranks);
    CHECK(part(question, place("saved"), ranks).json == whole[0].json);
  }
  ++met.compared;
  met.runs += static_cast<int>(whole[0].runs);
}

// Killed where something was just saved.
void kill(const Question& question, std::uint64_t seed, unsigned ranks) {
  const auto whole = said_alone(question);
  if (whole.empty() || !whole[0].decided) return;
  const Place place;
  Question saving = question;
  saving.every_seconds = 0;
  int copies = 0;
  const int most = random_models::enough_runs() ? 8 : 2;
  saving.busy = [&](unsigned rank, bool saves) {
    if (rank != 0 || saves || copies == most) return;
    if (!is_saved(place("saved"))) return;
    fs::copy(place("saved"), place("copy" + std::to_string(copies++)),
             fs::copy_options::recursive);
  };
  CHECK(part(saving, place("saved"), ranks).json == whole[0].json);
  Dice dice(seed);
  for (int i = 0; i < copies; ++i) {
    const std::string copy = place("copy" + std::to_string(i));
    for (const char* name : {"states-000099.bin", "states-000098.bin.part"}) {
      std::ofstream(copy + "/" + name) << "begun, and not named";
    }
    const unsigned others = static_cast<unsigned>(dice() % 5);
    INFO("copy " << i << " on " << others);
    CHECK(part(question, copy, others).json == whole[0].json);
    CHECK(!fs::exists(copy + "/states-000098.bin.part"));
  }
}

}  // namespace

TEST_CASE("ranks go on where others were interrupted, on random models") {
  Met met;
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    Question question;
    question.text = seed % 3 == 0 ? random_models::random_family(seed).text
                    : seed % 3 == 1
                        ? random_models::symmetric_model(seed)
                        : random_models::random_model(seed, {.flat = true});
    question.work = 2000;
    const auto size = said_alone(question);
    if (size.empty() || !size[0].decided) continue;
    question.work = 0;
    for (const Reduction reduction : {Reduction::none, Reduction::orbit}) {
      INFO("seed " << seed << " " << decide::text(reduction) << "\n"
                   << question.text);
      question.reduction = reduction;
      interrupt(question, seed, met);
      kill(question, seed, 1 + static_cast<unsigned>(seed % 4));
    }
  }
  if (!random_models::enough_runs()) return;
  CHECK(met.parts > 60);
  CHECK(met.compared > 30);
  CHECK(met.runs > 20);
}

// Levels of many rounds, in whose middle one process is interrupted; stores of
// one shard and of many.
TEST_CASE("ranks go on in the middle of a level") {
  struct Case {
    const char* file;
    const char* sizes;
    Reduction reduction = Reduction::none;
  };
  Met met;
  int asked = 0;
  std::uint64_t seed = 0;
  for (const Case& c : {Case{"examples/philosophers", "n=9"},
                        Case{"examples/token-ring", "n=10"},
                        Case{"examples/mutex-broken", "n=8"},
                        Case{"examples/mesi", "n=6", Reduction::orbit},
                        Case{"examples/philosophers", "n=9", Reduction::orbit},
                        Case{"tests/traps/fourth-spoke-broken", "n=8"}}) {
    Question question;
    question.text = file_text(c.file);
    question.sizes = c.sizes;
    question.reduction = c.reduction;
    for (int i = 0; i < (random_models::enough_runs() ? 3 : 1); ++i) {
      INFO(c.file << " " << i);
      interrupt(question, ++seed, met);
      ++asked;
    }
    kill(question, seed, 3);
  }
  CHECK(met.compared == asked);
}

// What one process has done of a level is not done again by ranks, and what it
// has not done is, though the level is one shard of states of all of them.
TEST_CASE("each state of a level is expanded once") {
  for (const char* most : {"8191", "67108863"}) {
    Question question;
    question.text = std::string("process P { var x : 0..") + most +
                    " = 0; var y : 0..2 = 0;\n"
                    "action many(v in 1..1500) when x == 0 { x := v; }\n"
                    "action on when x > 0 && y < 2 { y := y + 1; } }\n"
                    "network { node p : P; }\n"
                    "invariant q: forall i in P: i.y < 2 || i.x < 900;\n";
    const auto whole = said_alone(question);
    REQUIRE(whole.size() == 1);
    const std::uint64_t works[] = {1600, 2000, 2900, 3400, 4400};
    const unsigned step = random_models::enough_runs() ? 1 : 2;
    for (std::size_t i = 0; i < std::size(works); i += step) {
      const std::uint64_t work = works[i];
      for (unsigned ranks = 1; ranks <= 4; ranks += step) {
        INFO(work << " states, " << ranks << " ranks");
        const Place place;
        question.work = work;
        part(question, place("saved"), 0);
        question.work = 0;
        CHECK(part(question, place("saved"), ranks).json == whole[0].json);
      }
    }
  }
}

TEST_CASE("a limit of one rank keeps what all have saved") {
  Question question;
  question.text = file_text("examples/philosophers");
  question.sizes = "n=9";
  const auto whole = said_alone(question);
  const Place place;
  for (int i = 1; i <= 6; ++i) {
    question.limit = [&](unsigned rank, network::Limits& limits) {
      if (rank == 1) limits.seconds = 0.004 * i;
    };
    const Said said = part(question, place("saved"), 3);
    if (said.complete) break;
    CHECK(said.json.find("\"limit\": \"time\"") != std::string::npos);
  }
  question.limit = nullptr;
  CHECK(part(question, place("saved"), 2).json == whole[0].json);
}

namespace {

std::vector<std::string> next_names(const std::string& folder) {
  std::vector<std::string> names;
  for (int n = 1; n < 60; ++n) {
    const std::string number = std::to_string(1000000 + n).substr(1);
    names.push_back(folder + "/states-" + number + ".bin.part");
  }
  return names;
}

}  // namespace

TEST_CASE(
    "what one rank cannot write is saved by none, and the answer stands") {
  Question question;
  question.text = file_text("examples/mutex-broken");
  question.sizes = "n=6";
  question.every_seconds = 0;
  const auto whole = said_alone(question);
  for (const unsigned who : {0U, 2U}) {
    const Place place;
    std::atomic<int> saves = 0;
    question.busy = [&](unsigned rank, bool begins) {
      if (begins && rank == who && ++saves == 3) {
        // Folders of the names of the next files: none can be written.
        for (const std::string& name : next_names(place("saved"))) {
          std::error_code exists;  // of a rank that is faster
          fs::create_directory(name, exists);
        }
      }
    };
    const Said said = part(question, place("saved"), 3);
    CHECK(said.json.find("V0921") != std::string::npos);
    CHECK(said.complete);
    CHECK(said.states == whole[0].states);
    question.busy = nullptr;
    for (const std::string& name : next_names(place("saved"))) {
      fs::remove(name);
    }
    CHECK(part(question, place("saved"), 2).json == whole[0].json);
  }
}

TEST_CASE("all ranks refuse what is damaged, in the same words") {
  Question question;
  question.text = file_text("examples/mutex-broken");
  question.sizes = "n=6";
  const auto whole = said_alone(question);
  const Place place;
  for (const std::uint64_t work : {100U, 400U}) {
    question.work = work;
    part(question, place("saved"), 3);
  }
  question.work = 0;
  Dice dice(3);
  int refused = 0;
  const int tries = static_cast<int>(random_models::runs(150));
  for (int i = 0; i < tries; ++i) {
    fs::remove_all(place("copy"));
    fs::copy(place("saved"), place("copy"), fs::copy_options::recursive);
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(place("copy"))) {
      names.push_back(file.path().string());
    }
    REQUIRE(names.size() > 4);
    std::sort(names.begin(), names.end());
    const std::string name = names[dice() % names.size()];
    std::string text = bytes_of(name);
    if (i % 4 == 0) {
      text.resize(dice() % text.size());
    } else {
      text[dice() % text.size()] ^= static_cast<char>(1U << dice() % 8);
    }
    std::ofstream(name, std::ios::binary) << text;
    INFO(name << " " << i);
    const Said said =
        part(question, place("copy"), 1 + static_cast<unsigned>(dice() % 4));
    const bool is_refused = said.json.find("V0920") != std::string::npos;
    CHECK((is_refused || said.json == whole[0].json));
    refused += is_refused ? 1 : 0;
  }
  CHECK(refused * 10 >= tries * 8);
  question.sizes = "n=7";
  const Said other = part(question, place("saved"), 3);
  CHECK(other.json.find("they differ in the sizes") != std::string::npos);
}

TEST_CASE("a folder that another run has is refused by all ranks") {
  Question question;
  question.text = file_text("examples/token-ring");
  const Place place;
  const explore::Keeper first(place("saved"), {});
  REQUIRE(first.error().empty());
  CHECK(part(question, place("saved"), 3).json.find("in use by another run") !=
        std::string::npos);
}

TEST_CASE("a folder is in use as long as one of those that share it is there") {
  using explore::Folder;
  const Place place;
  std::optional<Folder> first(place("saved"));
  first->open(Folder::Access::make);
  first->share();
  Folder second(place("saved"));
  second.open(Folder::Access::join);
  CHECK(first->error().empty());
  CHECK(second.error().empty());
  first.reset();
  Folder other(place("saved"));
  other.open(Folder::Access::open);
  CHECK(other.error().find("in use by another run") != std::string::npos);
}

TEST_CASE("segments that the first rank does not see are not named") {
  const Place place;
  std::vector<bool> saved(2);
  std::vector<std::string> why(2);
  network::ThreadRanks(2).run([&](network::Exchange& exchange) {
    explore::RankCompany company(exchange);
    explore::Keeper::How how;
    how.company = &company;
    explore::Keeper keeper(place("saved"), how);
    const bool fits = keeper.is_of({}) && keeper.has_layout({1}, 1);
    const unsigned rank = exchange.rank();
    const explore::Run run{0, 0, 0, 1};
    const auto read = [&](std::uint32_t, std::uint32_t, std::uint64_t* state) {
      *state = rank;
    };
    const auto save = [&] { return fits && keeper.save({}, {&run, 1}, read); };
    saved[rank] = save();
    exchange.gather({});
    // The first save's are moved away: the folder is not what it was.
    if (rank == 0) {
      fs::rename(place("saved/states-000002.bin"), place("away"));
    }
    exchange.gather({});
    if (save()) why[rank] = "saved";
    if (why[rank].empty()) why[rank] = keeper.unsaved();
  });
  CHECK((saved[0] && saved[1]));
  CHECK(why[0].find("'states-000002.bin' is not in") == 0);
  CHECK(why[1] == why[0]);
  CHECK(!fs::exists(place("saved/states-000003.bin")));
  CHECK(!fs::exists(place("saved/states-000004.bin")));
}

TEST_CASE("a rank that does not save is not waited for") {
  const auto loaded = random_models::load(file_text("examples/token-ring"));
  REQUIRE(loaded.instance != nullptr);
  for (const bool leaves : {true, false}) {
    const Place place;
    std::atomic<int> gone = 0;
    network::ThreadRanks(3).run([&](network::Exchange& exchange) {
      try {
        if (exchange.rank() == 1 && leaves) {
          return explore::leave(exchange, network::Limit::time);
        }
        if (exchange.rank() == 1) {
          explore::explore_on_ranks(*loaded.instance, {}, exchange);
          return;
        }
        explore::RankCompany company(exchange);
        explore::Keeper::How how;
        how.company = &company;
        const explore::Keeper keeper(place("saved"), how);
      } catch (const explore::RankLeft& left) {
        gone += left.limit == network::Limit::time ? 1 : 0;
      }
    });
    CHECK(gone == (leaves ? 2 : 3));
  }
}

}  // namespace saved_test
