// SPDX-License-Identifier: MIT
// Guards: Ctrl-C ends every command within a second, with what is known so far
// and exit code 3.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace interrupt_test {

using namespace vicinal::test;

namespace {

constexpr double after = 0.7;
constexpr double grace = 1.0;

Outcome interrupted(const std::vector<std::string>& arguments) {
  return ask(arguments, {.interrupt_after = after});
}

}  // namespace

TEST_CASE("a long exploration says what it has seen") {
  const Outcome outcome =
      interrupted({"explore", "--json", "-D", "discs=20", example("hanoi")});
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.seconds < after + grace);
  const auto json = outcome.json();
  CHECK(json["complete"] == false);
  CHECK(json["limit"] == "interrupted");
  CHECK(json["states"] > 1);
  for (const auto& p : json["properties"]) CHECK(p["verdict"] == "unknown");
}

TEST_CASE("a long look at each state is no excuse") {
  const Outcome outcome =
      interrupted({"explore", "-D", "n=300", example("test-and-set")});
  CHECK(outcome.code == 3);
  CHECK(outcome.seconds < after + grace);
}

TEST_CASE("a violation that is known is reported") {
  const Folder folder;
  const std::string model =
      folder.write("model.vic",
                   "shared x : int = 0;\nrule up { x := x + 1; }\n"
                   "invariant small: x < 3;\n");
  const Outcome outcome = interrupted({"explore", "--json", model});
  CHECK(outcome.code == 1);
  CHECK(outcome.seconds < after + grace);
  const auto json = outcome.json();
  CHECK(json["properties"][0]["verdict"] == "violated");
  CHECK(json["properties"][0]["trace"]["steps"].size() == 3);
  CHECK(json["properties"][1]["verdict"] == "unknown");
  CHECK(json["complete"] == false);
}

TEST_CASE("a long local proof says that it was interrupted") {
  for (const std::string name : {"protocols/german", "philosophers-abstract"}) {
    INFO(name);
    const Outcome outcome = interrupted(
        {"prove", "-D", name == "protocols/german" ? "n=12" : "n=4000000",
         example(name)});
    CHECK(outcome.code == 3);
    CHECK(outcome.seconds < after + grace);
    CHECK((outcome.out.find("Interrupted: ") != std::string::npos ||
           outcome.err == "vicinal: interrupted\n"));
  }
}

TEST_CASE("a model that takes long to load is given up") {
  const Outcome outcome = interrupted(
      {"validate", "-D", "w=4000", "-D", "h=4000", example("torus")});
  CHECK(outcome.code == 3);
  CHECK(outcome.seconds < after + grace);
  CHECK(outcome.out.empty());
  CHECK(outcome.err == "vicinal: interrupted\n");
}

TEST_CASE("Ctrl-C is heard while Z3 works") {
  // Its solvers would take the signal for themselves, and the run, which goes
  // on for many seconds, would never know. Most of that time is Z3's.
  for (const double after_seconds : {0.7, 1.2, 1.7}) {
    const Outcome outcome = ask({"prove", "--quiet", example("counting-ring")},
                                {.interrupt_after = after_seconds});
    INFO(after_seconds << "\n" << outcome.err);
    CHECK(outcome.code != 0);
    CHECK(outcome.cpu_seconds < 5);
    CHECK(outcome.seconds < 15);
  }
}

}  // namespace interrupt_test
