// SPDX-License-Identifier: MIT
// Guards: a search that puts its states on a disk gives the answer of one that
// keeps them, to the last step of every run, however little memory it has and
// however often it writes; and one whose disk fails gives no wrong answer.
#include "explore/disk/disk_search.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "explore/disk/work_files.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"
#include "tests/explore/small_examples.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace disk_test {

namespace {

using namespace vicinal;
using explore::DiskOptions;
using explore::Exploration;
using explore::Outcome;
using network::Event;
using network::Limit;
using network::Trace;
using random_models::Loaded;

namespace fs = std::filesystem;

// A folder that is not there yet, and goes with all that is in it.
class Place {
 public:
  Place() {
    std::string path = fs::temp_directory_path() / "disk-test-XXXXXX";
    REQUIRE(mkdtemp(path.data()) != nullptr);
    above_ = path;
  }
  ~Place() { fs::remove_all(above_); }
  fs::path folder() const { return above_ / "states"; }

 private:
  fs::path above_;
};

DiskOptions tiny(const Place& place) {
  DiskOptions disk;
  disk.folder = place.folder();
  disk.successor_bytes = 1;  // every round is written
  disk.round_states = 5;
  disk.block_bytes = 40;
  return disk;
}

bool same(const Event& a, const Event& b) {
  return a.actor == b.actor && a.action == b.action && a.binding == b.binding &&
         a.after == b.after && a.error.has_value() == b.error.has_value();
}

bool same(const Trace& a, const Trace& b) {
  return a.initial == b.initial && a.error.has_value() == b.error.has_value() &&
         (!a.error || a.error->kind == b.error->kind) &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(),
                    b.events.end(),
                    [](const Event& x, const Event& y) { return same(x, y); });
}

void compare(const Exploration& plain, const Exploration& disk) {
  REQUIRE(disk.disk.has_value());
  CHECK(disk.disk->error.empty());
  CHECK(plain.states == disk.states);
  CHECK(plain.transitions == disk.transitions);
  CHECK(plain.depth == disk.depth);
  CHECK(plain.deadlocks == disk.deadlocks);
  CHECK(plain.initial_states == disk.initial_states);
  CHECK(plain.complete == disk.complete);
  CHECK(plain.unsatisfiable == disk.unsatisfiable);
  CHECK(plain.limit == disk.limit);
  CHECK(plain.vacuous == disk.vacuous);
  CHECK(plain.unfired.size() == disk.unfired.size());
  REQUIRE(plain.properties.size() == disk.properties.size());
  for (std::size_t p = 0; p < plain.properties.size(); ++p) {
    const auto& x = plain.properties[p];
    const auto& y = disk.properties[p];
    INFO(x.name);
    CHECK(x.outcome == y.outcome);
    REQUIRE(x.trace.has_value() == y.trace.has_value());
    if (x.trace) CHECK(same(*x.trace, *y.trace));
  }
}

explore::Options everything(const Loaded& loaded) {
  explore::Options options;
  options.properties = loaded.invariants();
  options.deadlock_is_violation = true;
  return options;
}

struct Seen {
  int compared = 0, violated = 0, deep = 0, reduced = 0, wide = 0;
};

// With little memory, and with enough.
void compare_all(const Loaded& loaded, explore::Options options, Seen& seen) {
  options.limits.work = 20'000;
  const Exploration plain = explore::explore(*loaded.instance, options);
  if (plain.limit == Limit::work) return;
  ++seen.compared;
  for (const auto& p : plain.properties) {
    if (p.outcome == Outcome::violated) ++seen.violated;
  }
  if (plain.depth > 8) ++seen.deep;
  if (network::Packing(*loaded.instance).words() > 1) ++seen.wide;
  const Place place;
  DiskOptions disk = tiny(place);
  compare(plain, explore::explore_on_disk(*loaded.instance, options, disk));
  disk.successor_bytes = 30'000;
  disk.round_states = 40;
  options.threads = 3;
  options.states_for_threads = 4;
  compare(plain, explore::explore_on_disk(*loaded.instance, options, disk));
  disk = {};
  disk.folder = place.folder();
  compare(plain, explore::explore_on_disk(*loaded.instance, options, disk));
  CHECK(!fs::exists(place.folder()));
}

void compare_orbits(const Loaded& loaded, Seen& seen) {
  explore::Options options = everything(loaded);
  const auto symmetry =
      symmetry::model_symmetry(*loaded.instance, options.properties, {});
  if (!symmetry.trivial()) ++seen.reduced;
  options.symmetry = &symmetry;
  compare_all(loaded, options, seen);
}

// Of 6,561 states.
Loaded counters() {
  return random_models::load(R"(
    process P {
      var x : 0..2 = 0;
      action up when x < 2 { x := x + 1; }
      action down when x > 0 { x := x - 1; }
    }
    network { node p[8] : P; }
    invariant ends: exists i in p: i.x != 2;
    invariant never: forall i in p: i.x < 3;
  )");
}

// The files of the folder that the process has open.
std::vector<int> open_files(const fs::path& folder) {
  std::vector<int> files;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    const fs::path to = fs::read_symlink(entry.path(), ignored);
    if (to.string().starts_with(folder.string() + "/")) {
      files.push_back(std::stoi(entry.path().filename()));
    }
  }
  return files;
}

void check_failed(const Exploration& found) {
  CHECK(!found.complete);
  CHECK(found.limit == Limit::disk);
  REQUIRE(found.disk.has_value());
  CHECK(!found.disk->error.empty());
  for (const auto& p : found.properties) CHECK(p.outcome != Outcome::holds);
}

}  // namespace

TEST_CASE("small examples, with states on a disk") {
  Seen seen;
  std::size_t met = 0;
  test::each_small_example([&](const Loaded& loaded) {
    // Where a sanitizer has to see all code only, one in four.
    if (met++ % (random_models::enough_runs() ? 1 : 4) != 0) return;
    compare_all(loaded, everything(loaded), seen);
    compare_orbits(loaded, seen);
  });
  if (!random_models::enough_runs()) return;
  CHECK(seen.compared > 40);
  CHECK(seen.deep > 10);
  CHECK(seen.reduced > 10);
  CHECK(seen.wide > 0);
}

TEST_CASE("random models, with states on a disk") {
  Seen seen;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string text =
        seed % 3 == 0
            ? random_models::random_family(seed).text
            : random_models::random_model(seed, {.flat = seed % 2 == 0});
    const Loaded loaded = random_models::load(text);
    INFO("seed := " << seed << "\n" << text);
    if (loaded.instance == nullptr) continue;
    compare_all(loaded, everything(loaded), seen);
  }
  CHECK(seen.compared * 2 > static_cast<int>(count));
  CHECK(seen.violated * 4 > seen.compared);
}

TEST_CASE("orbits of random models, with states on a disk") {
  Seen seen;
  const std::uint64_t count = random_models::runs(100);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const Loaded loaded =
        random_models::load(random_models::exchange_model(seed));
    INFO("seed := " << seed);
    if (loaded.instance != nullptr) compare_orbits(loaded, seen);
  }
  CHECK(seen.reduced * 3 > seen.compared);
}

// Levels lie in runs of several tiers, and have numbers of more than a byte.
TEST_CASE("a deep search on a disk") {
  const Loaded loaded = random_models::load(R"(
    shared x : 0..1200 = 0;
    shared y : 0..1 = 0;
    rule up when x < 1200 { x := x + 1; }
    rule turn { y := 1 - y; }
    invariant low: x < 1200 || y == 0;
  )");
  REQUIRE(loaded.instance != nullptr);
  Seen seen;
  compare_all(loaded, everything(loaded), seen);
  CHECK(seen.violated == 1);
}

// Of two words, three, and five; the last has a few bits, or many.
TEST_CASE("states of several words on a disk") {
  Seen seen;
  for (const std::string n : {"3", "4", "5", "9"}) {
    const Loaded loaded = random_models::load(
        R"(
      param n : 1.. = 3;
      process P {
        var x : 0..2 = 0;
        var f : 0..1000000 = 7;
        action up when x < 2 && (index(self) % 3 == 0 || index(self) == 4) {
          x := x + 1; f := (f * 31 + 11) % 1000001;
        }
        action down when x > 0 { x := x - 1; f := 7; }
      }
      shared z : 0..3 = 0;
      rule turn { z := (z + 1) % 4; }
      network { node p[n] : P; }
      invariant few: atmost 1 i in p: i.x == 2;
    )",
        "n=" + n);
    INFO("n=" << n << loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    compare_all(loaded, everything(loaded), seen);
  }
  CHECK(seen.wide == seen.compared);
  CHECK(seen.compared > 1);
  CHECK(seen.violated > 1);
}

TEST_CASE("a folder is made and removed, and one that is in use is refused") {
  const Place place;
  CHECK(explore::WorkFolder::refusal(place.folder()).empty());
  CHECK(explore::WorkFolder::refusal(place.folder() / "").empty());
  CHECK(explore::WorkFolder::refusal("no-folder").empty());
  {
    explore::WorkFolder folder(place.folder());
    const explore::WorkFile file(folder);
    CHECK(fs::is_directory(place.folder()));
    CHECK(fs::is_empty(place.folder()));
    CHECK(open_files(place.folder()).size() == 1);
  }
  CHECK(!fs::exists(place.folder()));
  fs::create_directory(place.folder());
  { const explore::WorkFolder folder(place.folder()); }
  CHECK(fs::exists(place.folder()));
  std::ofstream(place.folder() / "mine") << "mine";
  CHECK(!explore::WorkFolder::refusal(place.folder()).empty());
  CHECK_THROWS_AS(explore::WorkFolder(place.folder()), explore::DiskError);
  CHECK(!explore::WorkFolder::refusal(place.folder() / "mine").empty());
  CHECK(!explore::WorkFolder::refusal(place.folder() / "no" / "no").empty());
  const Loaded loaded = counters();
  DiskOptions disk = tiny(place);
  check_failed(
      explore::explore_on_disk(*loaded.instance, everything(loaded), disk));
  CHECK(fs::exists(place.folder() / "mine"));
}

// Files that are cut, or of which a byte is another one, between levels.
TEST_CASE("a file that does not hold what was written is noticed") {
  const Loaded loaded = counters();
  const explore::Options options = everything(loaded);
  int noticed = 0;
  for (std::uint64_t level = 1; level <= 12; ++level) {
    for (const bool cut : {false, true}) {
      const Place place;
      DiskOptions disk = tiny(place);
      disk.block_bytes = 400;
      disk.level_done = [&](std::uint64_t distance) {
        if (distance != level) return;
        for (const int file : open_files(place.folder())) {
          const off_t size = ::lseek(file, 0, SEEK_END);
          if (size <= 0) continue;
          const off_t at = size * static_cast<off_t>(level) / 13;
          char byte = 0;
          REQUIRE(::pread(file, &byte, 1, at) == 1);
          byte = static_cast<char>(byte ^ 1);
          if (cut) REQUIRE(::ftruncate(file, at) == 0);
          if (!cut) REQUIRE(::pwrite(file, &byte, 1, at) == 1);
        }
      };
      INFO("level " << level << (cut ? ", cut" : ", changed"));
      check_failed(explore::explore_on_disk(*loaded.instance, options, disk));
      ++noticed;
    }
  }
  CHECK(noticed == 24);
}

// All states were looked at; a run to the error that was met last is not found.
TEST_CASE("a file that is damaged at the end is noticed") {
  const Loaded loaded = random_models::load(R"(
    shared x : 0..20 = 0;
    rule up when x < 20 { x := x + 1; }
    rule over when x == 20 { x := x + 1; }
    invariant small: x < 21;
  )");
  REQUIRE(loaded.instance != nullptr);
  const Place place;
  DiskOptions disk = tiny(place);
  int cut = 0;
  disk.level_done = [&](std::uint64_t distance) {
    if (distance < 20) return;
    for (const int file : open_files(place.folder())) {
      REQUIRE(::ftruncate(file, 0) == 0);
      ++cut;
    }
  };
  const auto found =
      explore::explore_on_disk(*loaded.instance, everything(loaded), disk);
  CHECK(cut > 0);
  CHECK(found.states == 21);
  check_failed(found);
  CHECK(found.properties.at(1).outcome == Outcome::violated);
  CHECK(!found.properties.at(1).trace.has_value());
}

// As on a disk that is full: the system refuses to make a file longer.
TEST_CASE("a disk that is full ends the search") {
  const Loaded loaded = counters();
  const explore::Options options = everything(loaded);
  const Exploration plain = explore::explore(*loaded.instance, options);
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit given{};
  getrlimit(RLIMIT_FSIZE, &given);
  int full = 0;
  for (rlim_t most = 1; most < 20'000; most = most * 3 + 7) {
    const Place place;
    DiskOptions disk = tiny(place);
    rlimit low = given;
    low.rlim_cur = most;
    setrlimit(RLIMIT_FSIZE, &low);
    const auto found =
        explore::explore_on_disk(*loaded.instance, options, disk);
    setrlimit(RLIMIT_FSIZE, &given);
    INFO(most << " bytes");
    if (found.complete) {
      compare(plain, found);
      continue;
    }
    ++full;
    check_failed(found);
    CHECK(found.disk->error.starts_with("cannot write in '"));
    CHECK(found.states <= plain.states);
    CHECK(!fs::exists(place.folder()));
  }
  std::signal(SIGXFSZ, before);
  CHECK(full > 3);
}

TEST_CASE("limits of a search on a disk") {
  const Loaded loaded = counters();
  explore::Options options = everything(loaded);
  const Place place;
  std::atomic<bool> stop = false;
  options.limits.stop = &stop;
  DiskOptions disk = tiny(place);
  disk.level_done = [&](std::uint64_t distance) { stop = distance == 5; };
  auto found = explore::explore_on_disk(*loaded.instance, options, disk);
  CHECK(found.limit == Limit::interrupted);
  CHECK(!found.complete);
  CHECK(found.depth == 6);
  for (const auto& p : found.properties) CHECK(p.outcome != Outcome::holds);
  CHECK(!fs::exists(place.folder()));
  stop = false;
  disk.level_done = nullptr;
  options.limits.work = 500;
  found = explore::explore_on_disk(*loaded.instance, options, disk);
  CHECK(found.limit == Limit::work);
  CHECK(!found.complete);
}

// What is written of a state is little, and once more as much at most.
TEST_CASE("a search takes as much of the disk as it says") {
  const Loaded loaded = counters();
  const Place place;
  DiskOptions disk;
  disk.folder = place.folder();
  const auto found =
      explore::explore_on_disk(*loaded.instance, everything(loaded), disk);
  REQUIRE(found.disk.has_value());
  CHECK(found.disk->peak_bytes > found.states / 2);
  CHECK(found.disk->peak_bytes < 2 * 3 * found.states);
}

}  // namespace disk_test
