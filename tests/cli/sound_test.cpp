// SPDX-License-Identifier: MIT
// Guards: wrong proofs that the commands, not the engines, could make.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace sound_test {

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

TEST_CASE("'no model error' alone speaks of all properties") {
  const Folder folder;
  const std::string model = folder.write("model.vic", fails_at_zero);
  for (const std::string command : {"prove", "explore"}) {
    INFO(command);
    const Outcome one =
        ask({command, "--json", "--property", "no model error", model});
    CHECK(one.code == 1);
    CHECK(one.json()["properties"].size() == 1);
    CHECK(verdict(one, "no model error") == "violated");
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
  const std::vector<std::string> models = {
      "process P { var x : 0..2; }\nnetwork { node p : P; }\n"
      "init p.x == 0 && p.x == 1;\ninvariant i: p.x == 2;\n",
      // Of no size, by a number that counts.
      "param n : 1.. = 2;\nprocess P { var x : 0..2; }\n"
      "network { node p[n] : P; }\n"
      "init exactly 1 q in p: q.x == 3;\ninvariant i: 1 == 2;\n",
      // Evaluating it fails in every state.
      "process P { var x : 0..2; }\nnetwork { node p : P; }\n"
      "init 1 / (p.x - p.x) == 1;\ninvariant i: p.x == 3;\n"};
  for (const std::string& text : models) {
    INFO(text);
    const std::string model = folder.write("model.vic", text);
    std::string said;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"explore"},
          {"validate"},
          {"prove"},
          {"prove", "--instance"},
          {"export", "--to", "murphi"}}) {
      std::vector<std::string> words = command;
      words.push_back(model);
      const Outcome outcome = ask(words);
      INFO(command[0] << ": " << outcome.err);
      CHECK(outcome.code == 2);
      CHECK(outcome.err.find("V0508") != std::string::npos);
      if (said.empty()) said = outcome.err;
      CHECK(outcome.err == said);
    }
  }
}

// No condition excludes all states of a graph here, but all graphs.
TEST_CASE("sizes without an initial state are no instances that hold") {
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "process P { port set link : inout bool; var x : bool; }\n"
      "network any { node p : P; edge e : bool = false via link; }\n"
      "init forall i in p: i.x && !i.x;\ninit exists i in p: i.x;\n"
      "invariant t: forall i in p: !i.x;\n");
  const Outcome outcome = ask({"prove", "--json", model});
  CHECK(outcome.code == 3);
  CHECK(verdict(outcome, "t") == "unknown");
  CHECK(outcome.json()["properties"][0]["proved_instances"].empty());
  // Sizes have names to say so by, graphs have none.
  const std::string text = ask({"prove", model}).out;
  INFO(text);
  CHECK(text.find("small graphs: nothing satisfies the initial condition") !=
        std::string::npos);
  CHECK(text.find("not ;") == std::string::npos);
}

TEST_CASE("an empty model is an error") {
  const Folder folder;
  for (const std::string text : {"", "const k = 3;\n", "network { }\n"}) {
    const std::string model = folder.write("model.vic", text);
    for (const std::string command : {"validate", "explore", "prove"}) {
      const Outcome outcome = ask({command, model});
      INFO(text << command);
      CHECK(outcome.code == 2);
      CHECK(outcome.err.find("V0515") != std::string::npos);
    }
  }
}

TEST_CASE("temporal properties are named, and keep nothing from being proved") {
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "param n : 1.. = 2;\n"
      "process P { var x : bool = false; action go when !x { x := true; } }\n"
      "network { node p[n] : P; }\n"
      "invariant t: forall i in p: i.x || !i.x;\n"
      "ctl always: AG {true};\n"
      "ltl fails: G {forall i in p: 1 / index(i) == 1};\n"
      "ctlstar both: A (F {1 / 0 == 1});\n");
  const std::string certificate = folder.path() + "/certificate";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"explore"},
        {"prove", "--certificate", certificate},
        {"prove", "--instance"},
        {"validate"}}) {
    std::vector<std::string> words = command;
    words.push_back(model);
    Outcome outcome = ask(words);
    INFO(command[0] << "\n" << outcome.out);
    CHECK(outcome.code == 0);
    for (const std::string name : {"always", "fails", "both"}) {
      const std::size_t line = outcome.out.find("\n" + name + " ");
      REQUIRE(line != std::string::npos);
      const std::size_t end = outcome.out.find('\n', line + 1);
      CHECK(outcome.out.substr(line, end - line)
                .ends_with("  not looked at: temporal"));
    }
    words = {command[0], "--json", model};
    outcome = ask(words);
    const auto json = outcome.json();
    const auto& list =
        command[0] == "validate" ? json["temporal"] : json["properties"];
    std::size_t not_asked = 0;
    for (const auto& p : list) not_asked += p["verdict"] == "not-asked";
    CHECK(not_asked == 3);
    if (command[0] != "validate") {
      CHECK(verdict(outcome, "t") == "proved");
      CHECK(verdict(outcome, "no model error") == "proved");
      const Outcome asked = ask({command[0], "--property", "both", model});
      const bool looked = command[0] == "prove";  // for every size
      CHECK(asked.code == (looked ? 3 : 2));
      CHECK((looked ||
             asked.err.find("'both' is a temporal property, which this command "
                            "does not look at") != std::string::npos));
      // Those that were not asked for are not spoken of.
      const Outcome one = ask({command[0], "--property", "t", model});
      CHECK(one.out.find("temporal") == std::string::npos);
    }
  }
  CHECK(ask({"verify", certificate, model}).code == 0);
}

TEST_CASE("temporal properties that a small instance violates are violated") {
  const Folder folder;
  const std::string model =
      folder.write("model.vic",
                   "param n : 1.. = 2;\n"
                   "process P { var x : bool = false;\n"
                   "  action go when !x && index(self) < 2 { x := true; } }\n"
                   "network { node p[n] : P; }\n"
                   "ltl all: forall i in p: F {i.x};\n");
  const Outcome text = ask({"prove", model});
  CHECK(text.code == 1);
  CHECK(text.out.find("all             violated at n = 3 by a run of 2 "
                      "steps, where it ends") != std::string::npos);
  const auto json = ask({"prove", "--json", model}).json();
  const auto& all = json["properties"].back();
  CHECK(all["name"] == "all");
  CHECK(all["verdict"] == "violated");
  CHECK(all["instance"]["n"] == 3);
  CHECK(all["trace"]["loop"] == 2);
  CHECK(all["explanation"]["holds"] == false);
}

TEST_CASE("limits never turn into proofs") {
  for (const std::string limit : {"--timeout", "--memory"}) {
    const Outcome outcome =
        ask({"prove", "--json", limit, limit == "--timeout" ? "0.01" : "1",
             "-D", "n=8", example("shared-counter")});
    INFO(outcome.out);
    CHECK(outcome.code == 3);
    CHECK(verdict(outcome, "total") == "unknown");
    CHECK(outcome.json()["exploration"]["complete"] == false);
  }
}

// The orbits alone take longer than this; then the invariant of pairs would
// start, and take as long again.
TEST_CASE("--timeout is for the whole run") {
  const Outcome outcome = ask(
      {"prove", "--timeout", "2", "-D", "n=12", example("protocols/german")});
  CHECK(outcome.code == 3);
  CHECK(outcome.seconds < 4);
}

TEST_CASE("a graph that cannot be built is no size that is left out") {
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "process P(c : 0..2) {\n  port set link : inout bool;\n"
      "  var x : bool = false;\n  action a when !x { x := true; }\n}\n"
      "network any {\n  node p : P(c = index);\n"
      "  edge e : bool = false via link;\n}\n"
      "invariant wrong: forall i in p: !i.x;\n"
      "invariant true_of_instances: forall i in p: i.c <= 2;\n");
  const Outcome all = ask({"prove", "--json", model});
  CHECK(verdict(all, "wrong") == "violated");
  // Graphs of more than three nodes are no instances: nothing may be said of
  // every graph.
  CHECK(verdict(all, "true_of_instances") == "unknown");
}

TEST_CASE("sums that overflow on the way are not the same in every order") {
  // Of 2^63 - 1, -(2^63 - 1) and 2^63 - 1 only two orders of six add up.
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "process Hub {\n  port set l : inout 0..2;\n  var x : bool = false;\n"
      "  var y : bool = false;\n"
      "  action r(g in l) when !y && g == 0 { g := 1; y := true; }\n"
      "  action a when y && sum(g in l: (if g == 2 then 9223372036854775807\n"
      "      else (if g == 1 then -9223372036854775807 else 0))) > 0 {\n"
      "    x := true;\n  }\n}\n"
      "process Spoke {\n  port e : inout 0..2;\n"
      "  action s when e == 0 { e := 2; }\n}\n"
      "network {\n  node hub : Hub;\n  node s[3] : Spoke;\n"
      "  edge w[3] : 0..2 = 0;\n"
      "  for i in 0..2 { connect hub.l, s[i].e to w[i]; }\n}\n"
      "invariant i: hub.x => hub.y;\n");
  CHECK(verdict(ask({"explore", "--json", model}), "no model error") ==
        "violated");
  CHECK(verdict(ask({"prove", "--json", model}), "no model error") ==
        "violated");
}

}  // namespace sound_test
