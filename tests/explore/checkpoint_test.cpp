// SPDX-License-Identifier: MIT
// Guards: a search that was interrupted, anywhere and any number of times, and
// went on from what was saved has the answer of one that never was, to the last
// step of every run; what is damaged, or of another search, is refused.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "explore/search/explorer.hpp"
#include "tests/explore/place.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace checkpoint_test {

namespace {

using namespace vicinal;
namespace fs = std::filesystem;
using explore::Keeper;
using random_models::Loaded;
using test::bytes_of;
using test::Place;
using Dice = std::mt19937_64;

void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// All of an answer but what depends on the clock, as text.
std::string shown(const std::optional<network::ModelError>& error) {
  if (!error) return "";
  std::ostringstream text;
  text << " error " << static_cast<int>(error->kind) << "@" << error->span.begin
       << "-" << error->span.end;
  return text.str();
}

std::string shown(const network::Trace& trace) {
  std::ostringstream text;
  for (const auto v : trace.initial) text << " " << v;
  for (const network::Event& e : trace.events) {
    text << "\n    " << e.actor.value << "." << e.action << "(";
    for (const auto v : e.binding) text << v << " ";
    text << ")";
    for (const auto v : e.after) text << " " << v;
    text << shown(e.error);
  }
  text << shown(trace.error);
  return text.str();
}

std::string shown(const explore::Exploration& x) {
  std::ostringstream text;
  text << x.states << " states " << x.transitions << " transitions " << x.depth
       << " deep " << x.deadlocks << " deadlocks " << x.initial_states
       << " initial " << x.complete << x.unsatisfiable << " limit "
       << network::text(x.limit) << "\n";
  for (const auto& p : x.properties) {
    text << p.name << " " << static_cast<int>(p.outcome)
         << (p.trace ? shown(*p.trace) : " without a run") << "\n";
  }
  for (const auto& u : x.unfired) text << u.process.value << "." << u.action;
  text << " unfired; vacuous";
  for (const auto v : x.vacuous) text << " " << v;
  return text.str();
}

explore::Options asked_of(const Loaded& loaded) {
  explore::Options options;
  options.properties = loaded.invariants();
  options.states_for_threads = 2;
  return options;
}

struct Case {
  const network::Instance* instance = nullptr;
  explore::Options options;
  std::string reference;  // of a search that is not interrupted
};

Case case_of(const Loaded& loaded, explore::Options options) {
  return {loaded.instance.get(), options,
          shown(explore::explore(*loaded.instance, options))};
}

const explore::Identity identity = {{"the model", "of this test"}};

// One search, to its end or not.
explore::Exploration part(const Case& c, const std::string& folder,
                          network::Limits limits, Keeper::How how,
                          unsigned threads) {
  explore::Options options = c.options;
  how.resume = fs::exists(folder + "/manifest.json");
  Keeper keeper(folder, how);
  INFO(keeper.error());
  REQUIRE(keeper.error().empty());
  REQUIRE(keeper.is_of(identity));
  options.keeper = &keeper;
  options.threads = threads;
  const std::uint64_t work = options.limits.work;
  options.limits = std::move(limits);
  if (work > 0) {
    options.limits.work =
        options.limits.work == 0 ? work : std::min(work, options.limits.work);
  }
  auto found = explore::explore(*c.instance, options);
  INFO(found.not_resumed);
  CHECK(found.not_resumed.empty());
  return found;
}

// Interrupted by states, then by the clock, until it comes to its end.
void interrupt_often(const Case& c, std::uint64_t seed, std::uint64_t states) {
  const Place place;
  Dice dice(seed);
  std::uint64_t work = 0;
  double seconds = 2e-5;
  explore::Exploration last;
  for (int i = 0; i < 400; ++i) {
    network::Limits limits;
    const bool by_clock = dice() % 3 == 0;
    if (by_clock) {
      limits.seconds = seconds *= 1.5;
    } else {
      limits.work = work += 1 + dice() % (1 + states / 6);
    }
    Keeper::How how;
    if (dice() % 4 == 0) how.every_seconds = states < 1000 ? 0 : 0.05;
    last = part(c, place("saved"), limits, how,
                1 + static_cast<unsigned>(dice() % 3));
    CHECK((last.not_saved.empty() ||
           last.not_saved == "not all initial states were found"));
    const bool limited =
        last.limit == network::Limit::time ||
        (last.limit == network::Limit::work && !by_clock &&
         (c.options.limits.work == 0 || limits.work < c.options.limits.work));
    if (!limited) break;
  }
  CHECK(shown(last) == c.reference);
  // Whoever asks once more gets the same.
  CHECK(shown(part(c, place("saved"), {}, {}, 2)) == c.reference);
}

// Killed while it saves, and between: what stands in the folder then is whole.
void kill_often(const Case& c, std::uint64_t seed, std::uint64_t copies,
                double every_seconds = 0) {
  const Place place;
  Dice dice(seed);
  std::uint64_t moments = 0, taken = 0;
  Keeper::How how;
  how.every_seconds = every_seconds;
  how.busy = [&](bool) {
    if (++moments > 3 && dice() % 5 != 0) return;
    if (taken == copies) return;
    fs::copy(place("saved"), place("copy" + std::to_string(taken++)),
             fs::copy_options::recursive);
  };
  CHECK(shown(part(c, place("saved"), {}, how, 1)) == c.reference);
  for (std::uint64_t i = 0; i < taken; ++i) {
    INFO("copy " << i);
    const auto found = part(c, place("copy" + std::to_string(i)), {}, {},
                            1 + static_cast<unsigned>(dice() % 3));
    CHECK(shown(found) == c.reference);
  }
}

std::string text_of(std::uint64_t seed) {
  return seed % 3 == 0
             ? random_models::random_family(seed).text
             : random_models::random_model(seed, {.flat = seed % 2 == 0});
}

std::string file_text(const std::string& name) {
  return bytes_of(VICINAL_SOURCE_DIR "/" + name + ".vic");
}

}  // namespace

TEST_CASE("random models go on where they were interrupted", "[part1]") {
  for (std::uint64_t seed = 1; seed <= random_models::runs(120); ++seed) {
    const std::string text = text_of(seed);
    const auto loaded = random_models::load(text);
    if (loaded.instance == nullptr) continue;
    INFO("seed " << seed << "\n" << text);
    explore::Options options = asked_of(loaded);
    options.deadlock_is_violation = seed % 5 == 0;
    options.stop_when_decided = seed % 7 == 0;
    const auto size = explore::explore(*loaded.instance, [&] {
      explore::Options few = options;
      few.limits.work = 2000;
      return few;
    }());
    // A limit of states ends a search where its rounds end, which depends on
    // where it began: only whole searches are compared.
    if (size.limit == network::Limit::work) continue;
    const Case c = case_of(loaded, options);
    interrupt_often(c, seed, size.states);
    kill_often(c, seed, 6);
  }
}

TEST_CASE("orbits go on where they were interrupted", "[part2]") {
  std::uint64_t reduced = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(120); ++seed) {
    const std::string text = random_models::symmetric_model(seed);
    const auto loaded = random_models::load(text);
    if (loaded.instance == nullptr) continue;
    INFO("seed " << seed << "\n" << text);
    explore::Options options = asked_of(loaded);
    auto symmetry =
        symmetry::model_symmetry(*loaded.instance, options.properties, {});
    if (symmetry.trivial()) continue;
    if (seed % 3 == 0) symmetry.store_several();
    options.symmetry = &symmetry;
    options.limits.work = 3000;
    const auto size = explore::explore(*loaded.instance, options);
    if (size.limit == network::Limit::work) continue;
    options.limits.work = 0;
    ++reduced;
    const Case c = case_of(loaded, options);
    interrupt_often(c, seed, size.states);
    kill_often(c, seed, 4);
  }
  CHECK(reduced >= random_models::runs(120) / 10);
}

TEST_CASE("levels of many rounds go on in their middle", "[part3]") {
  struct Large {
    const char* file;
    const char* sizes;
    const char* more;
  };
  const Large cases[] = {
      {"examples/philosophers", "n=9", ""},
      {"examples/mutex-broken", "n=8", ""},
      {"tests/traps/fourth-spoke-broken", "n=9", ""},
      {"bench/models/bakery", "n=3",
       "invariant early: forall i in Customer: i.ticket < 300;"
       "invariant enters: forall i in Customer:"
       "  i.ticket == 250 => i.phase == waiting;"},
  };
  for (const Large& large : cases) {
    INFO(large.file);
    const auto loaded =
        random_models::load(file_text(large.file) + large.more, large.sizes);
    REQUIRE(loaded.instance != nullptr);
    explore::Options options = asked_of(loaded);
    options.deadlock_is_violation = true;
    if (std::string(large.file).find("bakery") != std::string::npos) {
      options.stop_when_decided = true;
    }
    const Case c = case_of(loaded, options);
    interrupt_often(c, 1, 30'000);
    kill_often(c, 2, 5, 0.02);
  }
}

// A new program knows nothing of what was read in states that it did not
// judge: the steps from them are no reason to look at less.
TEST_CASE("what another program has read is not known", "[part4]") {
  for (int v = 0; v < 10; ++v) {
    INFO("v = " << v);
    const auto loaded = random_models::load(
        "shared c : 0..16777215 = " + std::to_string(v) +
        ";\nshared a : bool = false;\nshared b : bool = true;\n"
        "rule first when !a { a := true; }\n"
        "rule second when a && b { b := false; }\n"
        "invariant t: a => b;\n");
    REQUIRE(loaded.instance != nullptr);
    const Case c = case_of(loaded, asked_of(loaded));
    CHECK(c.reference.find("t 3") != std::string::npos);
    kill_often(c, 1, 100);
  }
}

// It was left out early, and states without end were not looked at.
TEST_CASE("numbers that were too far are not forgotten", "[part4]") {
  const auto loaded = random_models::load(
      "shared x : int = 0;\nshared y : 0..300 = 0;\n"
      "rule up when y == 0 { x := x + 1; }\n"
      "rule other when x == 0 && y < 300 { y := y + 1; }\n"
      "invariant q: y <= 300;\n");
  REQUIRE(loaded.instance != nullptr);
  explore::Options options = asked_of(loaded);
  options.integers_within = 5;
  const Case c = case_of(loaded, options);
  CHECK(c.reference.find("limit overflow") != std::string::npos);
  interrupt_often(c, 1, 300);
  kill_often(c, 1, 20);
}

TEST_CASE("what was violated before stays so, where nothing is looked at",
          "[part4]") {
  const auto loaded = random_models::load(
      "shared x : 0..5000 = 0;\nrule up when x < 5000 { x := x + 1; }\n"
      "invariant small: x != 3;\ninvariant q: x > 5 => x < 20;\n"
      "invariant e: 10 / (x - 50) < 100;\n");
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  interrupt_often(c, 1, 5000);
  // There is no time to read the states, and what was violated is known.
  const Place place;
  network::Limits some;
  some.work = 3000;
  const auto first = part(c, place("saved"), some, {}, 1);
  CHECK(first.properties[0].outcome == explore::Outcome::violated);
  const std::string before = bytes_of(place("saved/manifest.json"));
  network::Limits none;
  none.seconds = 1e-9;
  const auto second = part(c, place("saved"), none, {}, 1);
  CHECK(second.properties[0].outcome == explore::Outcome::violated);
  CHECK(second.limit == network::Limit::time);
  CHECK(!second.complete);
  CHECK(bytes_of(place("saved/manifest.json")) == before);
  CHECK(shown(part(c, place("saved"), {}, {}, 1)) == c.reference);
}

namespace {

// What comes of a folder: the answer, or why it was refused.
struct Tried {
  std::string answer, refused;
};

Tried attempt(const Case& c, const std::string& folder) {
  Keeper keeper(folder, {.resume = true});
  if (!keeper.error().empty() || !keeper.is_of(identity)) {
    return {"", keeper.error()};
  }
  explore::Options options = c.options;
  options.keeper = &keeper;
  const auto found = explore::explore(*c.instance, options);
  if (!found.not_resumed.empty()) return {"", found.not_resumed};
  return {shown(found), ""};
}

Loaded damaged_model() {
  return random_models::load(file_text("examples/mutex-broken"), "n=5");
}

// Segments of two saves.
void save_twice(const Case& c, const std::string& folder) {
  network::Limits limits;
  for (const std::uint64_t work : {60U, 400U}) {
    limits.work = work;
    CHECK(part(c, folder, limits, {}, 1).limit == network::Limit::work);
  }
  CHECK(fs::exists(folder + "/states-000002.bin"));
}

}  // namespace

TEST_CASE("a flipped bit, or an end cut off, never changes an answer",
          "[part4]") {
  const Loaded loaded = damaged_model();
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  const Place place;
  save_twice(c, place("saved"));
  Dice dice(7);
  int refused = 0;
  const int tries = static_cast<int>(random_models::runs(600));
  for (int i = 0; i < tries; ++i) {
    const std::string name = i % 3 == 0   ? "manifest.json"
                             : i % 3 == 1 ? "states-000001.bin"
                                          : "states-000002.bin";
    fs::copy(place("saved"), place("copy"), fs::copy_options::recursive);
    std::string text = bytes_of(place("copy/" + name));
    if (dice() % 4 == 0) {
      text.resize(dice() % text.size());
    } else {
      text[dice() % text.size()] ^= static_cast<char>(1U << dice() % 8);
    }
    put(place("copy/" + name), text);
    const Tried tried = attempt(c, place("copy"));
    INFO(name << " " << i << " " << tried.refused);
    // Space between the words of a manifest means nothing.
    CHECK((tried.answer == c.reference ||
           (tried.answer.empty() && !tried.refused.empty())));
    CHECK((name == "manifest.json" || !tried.refused.empty()));
    refused += tried.refused.empty() ? 0 : 1;
    fs::remove_all(place("copy"));
  }
  CHECK(refused * 10 >= tries * 8);
}

TEST_CASE("what is wrong with a checkpoint is said", "[part4]") {
  const Loaded loaded = damaged_model();
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  const Place place;
  save_twice(c, place("saved"));
  const auto says = [&](const std::string& words) {
    const std::string why = attempt(c, place("saved")).refused;
    INFO(why << " / " << words);
    CHECK(why.find(words) != std::string::npos);
  };
  const std::string manifest = bytes_of(place("saved/manifest.json"));

  fs::rename(place("saved/states-000001.bin"), place("away"));
  says("'states-000001.bin': No such file");
  fs::copy(place("saved/states-000002.bin"), place("saved/states-000001.bin"));
  says("is damaged: 'states-000001.bin'");
  fs::remove(place("saved/states-000001.bin"));
  fs::rename(place("away"), place("saved/states-000001.bin"));

  std::string other = manifest;
  other.replace(other.find("\"format\": 2"), 11, "\"format\": 3");
  put(place("saved/manifest.json"), other);
  says("its checksum is another");
  put(place("saved/manifest.json"), "{}");
  says("it has no 'checkpoint'");
  put(place("saved/manifest.json"), "");
  says("no JSON object");
  fs::remove(place("saved/manifest.json"));
  says("there is no checkpoint in");
  put(place("saved/manifest.json"), manifest);
  CHECK(attempt(c, place("saved")).answer == c.reference);

  {
    Keeper twice(place("saved"), {});
    CHECK(twice.error().find("--resume goes on from it") != std::string::npos);
  }
  {
    const Keeper first(place("saved"), {.resume = true});
    CHECK(first.error().empty());
    const Keeper second(place("saved"), {.resume = true});
    CHECK(second.error().find("in use by another run") != std::string::npos);
  }
  Keeper foreign(place("saved"), {.resume = true});
  CHECK(!foreign.is_of({{"the model", "another"}}));
  CHECK(foreign.error().find("they differ in the model") != std::string::npos);
}

TEST_CASE("a checkpoint of another version is refused", "[part4]") {
  const Loaded loaded = damaged_model();
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  const Place place;
  save_twice(c, place("saved"));
  Keeper older(place("saved"), {.resume = true, .program = "9.9"});
  REQUIRE(older.error().empty());
  CHECK(!older.is_of(identity));
  CHECK(older.error().find("the program ('' there, '9.9' now)") !=
        std::string::npos);
}

TEST_CASE("folders hold what manifests name, and what is not ours", "[part4]") {
  const Loaded loaded = damaged_model();
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  const Place place;
  save_twice(c, place("saved"));
  for (const char* name : {"states-000003.bin", "states-000009.bin.part",
                           "manifest.json.part", "notes.txt"}) {
    put(place(std::string("saved/") + name), "left over");
  }
  CHECK(attempt(c, place("saved")).answer == c.reference);
  CHECK(bytes_of(place("saved/notes.txt")) == "left over");
  CHECK(!fs::exists(place("saved/states-000009.bin.part")));
  CHECK(!fs::exists(place("saved/manifest.json.part")));
  CHECK(bytes_of(place("saved/states-000003.bin")) != "left over");
}

// A state takes its bits, rounded up to bytes, however often something is
// saved; a run of states in a shard takes 16 bytes besides, a save 20.
TEST_CASE("the folder is no larger than its states", "[part4]") {
  const auto loaded =
      random_models::load(file_text("examples/philosophers"), "n=8");
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  const Place place;
  Keeper::How how;
  how.every_seconds = 0;
  std::uint64_t most = 0;
  how.busy = [&](bool saves) {
    if (saves) return;
    std::uint64_t bytes = 0;
    for (const auto& file : fs::directory_iterator(place("saved"))) {
      bytes += file.file_size();
    }
    most = std::max(most, bytes);
  };
  const auto found = part(c, place("saved"), {}, how, 2);
  CHECK(found.complete);
  CHECK(most < 40 * found.states);
  CHECK(!fs::exists(place("saved/manifest.json.part")));
}

TEST_CASE("a folder that goes away costs the checkpoint, not the answer",
          "[part4]") {
  const Loaded loaded = damaged_model();
  REQUIRE(loaded.instance != nullptr);
  const Case c = case_of(loaded, asked_of(loaded));
  const Place place;
  Keeper::How how;
  how.every_seconds = 0;
  how.busy = [&](bool saves) {
    if (saves) fs::remove_all(place("saved"));
  };
  const auto found = part(c, place("saved"), {}, how, 1);
  CHECK(shown(found) == c.reference);
  CHECK(!found.not_saved.empty());
}

}  // namespace checkpoint_test
