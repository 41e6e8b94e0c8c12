// SPDX-License-Identifier: MIT
// Guards: wrong proofs that the commands, not the engines, could make.
#include <catch2/catch.hpp>

#include "program.hpp"

using namespace vicinal::test;

namespace {

std::string verdict(const Outcome& outcome, const std::string& name) {
  const auto json = outcome.json();
  for (const auto& p : json["properties"]) {
    if (p["name"] == name) return p["verdict"];
  }
  return "not reported";
}

constexpr const char* fails_at_zero =
    "process P { var x : 0..2 = 0; action up when x < 2 { x := x + 1; } }\n"
    "network { node p : P; }\n"
    "invariant small: 6 / p.x >= 0;\n";

}  // namespace

TEST_CASE("a property that cannot be evaluated is not proved") {
  const Folder folder;
  const std::string model = folder.write("model.vic", fails_at_zero);
  for (const std::string command : {"prove", "explore"}) {
    INFO(command);
    const Outcome all = ask({command, "--json", model});
    CHECK(all.code == 1);
    CHECK(verdict(all, "small") == "unknown");
    CHECK(verdict(all, "no model error") == "violated");
    const Outcome one = ask({command, "--json", "--property", "small", model});
    CHECK(one.code == 3);
    CHECK(verdict(one, "small") == "unknown");
  }
}

TEST_CASE("an error in a property that is implied is still found") {
  // Single nodes show that 6 / x is never negative, and not that x is not 0.
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "process P {\n  port e : inout 0..1;\n  var x : 0..1 = 0;\n"
      "  action up when x == 0 && e == 0 { e := 1; x := 1; }\n}\n"
      "network { node p : P; edge e : 0..1 = 0; connect p.e to e; }\n"
      "invariant div: forall i in p: 3 / i.e >= 0;\n");
  const Outcome outcome = ask({"prove", "--json", model});
  CHECK(outcome.code == 1);
  CHECK(verdict(outcome, "no model error") == "violated");
  const auto json = outcome.json();
  CHECK(json["properties"][1]["trace"]["steps"].empty());
  CHECK(json["properties"][1]["trace"]["error"]["message"] ==
        "division by zero");
}

TEST_CASE("bounds that are never exceeded are evaluated all the same") {
  const Folder folder;
  for (const std::string few :
       {"atmost 2 i in p: 1 / i.x == 1", "count(i in p: 1 / i.x == 1) <= 2",
        "forall j in p: atmost 2 i in p: j.x / i.x == 1"}) {
    INFO(few);
    const std::string model = folder.write(
        "model.vic",
        "process P { var x : 0..1 = 0; action go { x := 1 - x; } }\n"
        "network { node p[2] : P; }\ninvariant few: " +
            few + ";\n");
    for (const std::string command : {"prove", "explore"}) {
      INFO(command);
      const Outcome outcome = ask({command, "--json", model});
      CHECK(outcome.code == 1);
      CHECK(verdict(outcome, "few") == "unknown");
      CHECK(verdict(outcome, "no model error") == "violated");
    }
  }
}

TEST_CASE("an initial condition that nothing satisfies is no proof") {
  const Folder folder;
  const std::string model =
      folder.write("model.vic",
                   "process P { var x : 0..2; }\nnetwork { node p : P; }\n"
                   "init p.x == 0 && p.x == 1;\ninvariant i: p.x == 2;\n");
  for (const std::string command : {"prove", "explore"}) {
    const Outcome outcome = ask({command, model});
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("V0508") != std::string::npos);
  }
}

TEST_CASE("limits never turn into proofs") {
  for (const std::string limit : {"--timeout", "--memory"}) {
    const Outcome outcome =
        ask({"prove", "--json", limit, limit == "--timeout" ? "0.05" : "1",
             "-D", "n=8", example("shared-counter")});
    INFO(outcome.out);
    CHECK(outcome.code == 3);
    CHECK(verdict(outcome, "total") == "unknown");
    CHECK(outcome.json()["exploration"]["complete"] == false);
  }
}

// The local invariant alone takes longer than this; then exploration would
// start, and take as long again.
TEST_CASE("--timeout is for the whole run") {
  const Outcome outcome =
      ask({"prove", "--timeout", "2", "-D", "n=30", example("star")});
  CHECK(outcome.code == 3);
  CHECK(outcome.seconds < 4);
}
