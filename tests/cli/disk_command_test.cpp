// SPDX-License-Identifier: MIT
// Guards: `explore --disk` reports what `explore` does, leaves nothing behind,
// and says plainly what is wrong with a folder or a disk.
#include <catch2/catch.hpp>
#include <filesystem>

#include "program.hpp"

namespace disk_command_test {

namespace {

using namespace vicinal::test;

namespace fs = std::filesystem;

Json without_statistics(const Outcome& outcome) {
  Json json = outcome.json();
  json.erase("statistics");
  return json;
}

}  // namespace

TEST_CASE("a report of states on a disk is that of states in memory") {
  const Folder folder;
  const std::string states = folder.path() + "/states";
  // (Without --group, orbits that are few are never put on the disk.)
  const std::vector<Words> cases = {
      {"explore", "--deadlock", "-D", "n=6", example("philosophers")},
      {"explore", "--reduction", "orbit", "--group", "exchanges", "--deadlock",
       "-D", "n=6", example("philosophers")},
      {"explore", "--examples", "3", example("mutex-broken")},
      {"explore", "--reduction", "orbit", "--group", "exchanges",
       example("mutex-broken")},
      {"explore", "--property", "exclusion", example("philosophers")},
  };
  for (const Words& arguments : cases) {
    Words on_disk = arguments;
    on_disk.insert(on_disk.begin() + 1, {"--disk", states, "--memory", "60"});
    const Outcome plain = ask(arguments);
    const Outcome disk = ask(on_disk);
    CHECK(plain.code == disk.code);
    CHECK(plain.out == disk.out);
    CHECK(plain.err == disk.err);
    CHECK(!fs::exists(states));
    Words plain_json = arguments;
    plain_json.insert(plain_json.begin() + 1, "--json");
    on_disk.insert(on_disk.begin() + 1, "--json");
    const Outcome json = ask(on_disk);
    CHECK(without_statistics(ask(plain_json)) == without_statistics(json));
    CHECK(json.json()["statistics"]["disk_mib"] > 0);
  }
}

TEST_CASE("a folder that is not empty is refused") {
  const Folder folder;
  folder.write("mine", "mine");
  const Outcome outcome =
      ask({"explore", "--disk", folder.path(), example("philosophers")});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("error[V0927]") != std::string::npos);
  CHECK(outcome.err.find("the folder is not empty") != std::string::npos);
  CHECK(read(folder.path() + "/mine") == "mine");
  CHECK(ask({"explore", "--disk", folder.path() + "/no/no",
             example("philosophers")})
            .code == 2);
}

TEST_CASE("what does not go with states on a disk is refused") {
  const std::vector<Words> cases = {
      {"--reduction", "lazy"}, {"--reduction", "auto"}, {"--coverage"},
      {"--witness", "true"},   {"--replay", "t.json"},
  };
  for (const Words& more : cases) {
    Words arguments = {"explore", "--disk", "states", example("philosophers")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = ask(arguments);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.starts_with("vicinal: --disk "));
  }
}

TEST_CASE("a disk that is full ends a run with a sentence") {
  const Folder folder;
  const auto run = [&](const std::string& more) {
    return execute({"sh", "-c",
                    "ulimit -f 2; exec " + binary() + " explore " + more +
                        " --disk " + folder.path() +
                        "/states --memory 60 -D n=9 " +
                        example("philosophers") + " | cat"});
  };
  const Outcome text = run("");
  CHECK(text.out.find("not complete: cannot write in '") != std::string::npos);
  CHECK(text.out.find("unknown") != std::string::npos);
  CHECK(text.out.find("proved") == std::string::npos);
  const Json json = run("--json").json();
  CHECK(json["complete"] == false);
  CHECK(json["limit"] == "disk");
  CHECK(json["disk_error"].is_string());
  CHECK(!fs::exists(folder.path() + "/states"));
  CHECK(
      execute({"sh", "-c",
               "ulimit -f 2; " + binary() + " explore --quiet --disk " +
                   folder.path() + "/states -D n=9 " + example("philosophers")})
          .code == 3);
}

TEST_CASE("Ctrl-C ends a run with states on a disk") {
  const Folder folder;
  const Outcome outcome =
      ask({"explore", "--json", "--disk", folder.path() + "/states", "-D",
           "discs=20", example("hanoi")},
          {.interrupt_after = 0.7});
  CHECK(outcome.code == 3);
  CHECK(outcome.json()["limit"] == "interrupted");
  CHECK(!fs::exists(folder.path() + "/states"));
}

}  // namespace disk_command_test
