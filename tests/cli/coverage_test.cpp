// SPDX-License-Identifier: MIT
// Guards: what `explore --coverage` says, as text and as JSON.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace coverage_report_test {

using namespace vicinal::test;

namespace {

const char* const model =
    "enum Phase { idle, busy, gone }\n"
    "process P {\n"
    "  var phase : Phase = idle;\n"
    "  action ask when phase == idle { phase := busy; }\n"
    "  action leave when phase == busy && phase == gone { phase := idle; }\n"
    "  action stay when phase == busy {\n"
    "    if phase == idle { phase := gone; }\n"
    "  }\n"
    "}\n"
    "network { node p[2] : P; }\n"
    "shared far : int = 7;\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("coverage is told with places, and what never was with reasons") {
  const Folder folder;
  const std::string file = folder.write("model.vic", model);
  const Outcome outcome = ask({"explore", "--coverage", file});
  CHECK(outcome.code == 0);
  INFO(outcome.out);
  const std::string out = outcome.out;
  CHECK(has(out, "coverage, of 4 states:\n"));
  CHECK(has(out, " 4:3  P.ask  "));
  CHECK(has(out, " 4:19    phase == idle  "));
  CHECK(has(out, "4 true, 4 false\n"));
  CHECK(has(out, "  enabled 4x\n"));
  CHECK(has(out, " 7:8    phase == idle  "));
  CHECK(has(out, "0 into, 4 past\n"));
  CHECK(has(out, " 3:7  P.phase:  idle 4x, busy 4x, gone 0x\n"));
  CHECK(has(out, "far:  7 to 7\n"));
  const std::string never = out.substr(out.find("never:\n"));
  CHECK(has(never, "P.leave: 'phase == gone' (5:38) is never true\n"));
  CHECK(has(never, " 7:8  'phase == idle' in P.stay is never entered\n"));
  CHECK(has(never, " 3:7  P.phase is never gone\n"));
}

TEST_CASE("random runs tell what they covered") {
  const Folder folder;
  const std::string file = folder.write("model.vic", model);
  const Outcome text =
      ask({"simulate", "--runs", "10", "--steps", "20", "--coverage", file});
  CHECK(text.code == 0);
  CHECK(has(text.out, "P.leave: 'phase == gone' (5:38) is never true\n"));
  const Json json = ask({"simulate", "--runs", "10", "--steps", "20",
                         "--coverage", "--json", file})
                        .json();
  CHECK(json["coverage"]["states"] == 210);
  CHECK(json["coverage"]["actions"][1]["enabled"] == 0);
  CHECK(ask({"simulate", "--coverage", "--steps", "5", file}).code == 2);
}

TEST_CASE("prove says of which states it tells") {
  const Folder folder;
  // Local engines do not take `int`.
  std::string text = model;
  text.resize(text.find("shared far"));
  const std::string file = folder.write("model.vic", text);
  const Outcome local = ask({"prove", "--coverage", file});
  INFO(local.out);
  // No invariant is asked but that there are no errors.
  CHECK(has(local.out, " of the local invariant of single nodes:\n"));
  CHECK(has(local.out, "comes up in no run"));
  CHECK(has(local.out, "P.leave: 'phase == gone' (5:38) is never true\n"));
  const Json json = ask({"prove", "--coverage", "--json", file}).json();
  REQUIRE(json["coverage"]["of"] == "invariant");
  CHECK(json["coverage"]["nodes"] == 1);
  CHECK(json["coverage"]["actions"][1]["guard"][1]["true"] == 0);
  CHECK(!json["coverage"]["actions"][1]["guard"][1].contains("unseen"));
  CHECK(!ask({"prove", "--json", file}).json().contains("coverage"));
}

TEST_CASE("prove tells of instances where nothing local decides") {
  const std::string file = example("mutex-broken");
  const Words asked = {"prove", "--coverage", "--property", "mutex", file};
  const Outcome small = ask(asked);
  INFO(small.out);
  CHECK(has(small.out, " of the instances explored (n = 2; n = 3; "));
  const Json json =
      ask({"prove", "--coverage", "--property", "mutex", "--json", file})
          .json();
  REQUIRE(json["coverage"]["of"] == "instances");
  CHECK(json["coverage"]["instances"][0] == Json{{"n", 2}});
  const Outcome one = ask({"prove", "--coverage", "-D", "n=2", file});
  CHECK(has(one.out, " of the instance explored:\n"));
  const Folder folder;
  const std::string page = folder.path() + "/page.html";
  ask({"prove", "--coverage", "--report", page, example("token-ring")});
  CHECK(has(read(page), "of the local invariant of pairs of nodes"));
}

TEST_CASE("coverage as JSON says the same") {
  const Folder folder;
  const std::string file = folder.write("model.vic", model);
  const Json json = ask({"explore", "--coverage", "--json", file}).json();
  CHECK(json.items().begin().key() == "model");
  const Json& coverage = json["coverage"];
  CHECK(coverage["states"] == 4);
  REQUIRE(coverage["actions"].size() == 3);
  const Json& leave = coverage["actions"][1];
  CHECK(leave["name"] == "P.leave");
  CHECK(leave["line"] == 5);
  CHECK(leave["choices"] == 8);
  CHECK(leave["enabled"] == 0);
  CHECK(leave["reason"] == "'phase == gone' (5:38) is never true");
  CHECK(leave["guard"][1]["true"] == 0);
  CHECK(leave["guard"][1]["false"] == 8);
  const Json& stay = coverage["actions"][2];
  CHECK(stay["branches"][0]["into"] == 0);
  CHECK(stay["branches"][0]["past"] == 4);
  CHECK(coverage["values"][0]["values"] ==
        Json{{"idle", 4}, {"busy", 4}, {"gone", 0}});
  CHECK(coverage["values"][1]["least"] == "7");
}

TEST_CASE("other shortest runs are shown beside the first") {
  const Outcome text =
      ask({"explore", "--examples", "3", example("mutex-broken")});
  CHECK(text.code == 1);
  CHECK(has(text.out, "  another run\n"));
  const Json json =
      ask({"explore", "--json", "--examples", "3", example("mutex-broken")})
          .json();
  const Json& mutex = json["properties"][0];
  REQUIRE(mutex["examples"].size() == 1);
  CHECK(mutex["examples"][0]["steps"].size() == mutex["trace"]["steps"].size());
  CHECK(mutex["examples"][0] != mutex["trace"]);
  CHECK_FALSE(json["properties"][1].contains("examples"));
  CHECK(ask({"explore", "--examples", "0", example("mutex-broken")}).code == 2);
}

TEST_CASE("a witness is a shortest run to a state") {
  const Words ask_for = {"explore", "--witness", "c[0].phase == critical",
                         example("mutex-broken")};
  const Outcome text = ask(ask_for);
  CHECK(text.code == 0);
  CHECK(has(text.out, "c[0].phase == critical: reached by a run of 2 steps\n"));
  const Outcome json = ask({"explore", "--json", "--witness",
                            "c[0].phase == critical", example("mutex-broken")});
  CHECK(json.json()["reached"] == "yes");
  CHECK(json.json()["trace"]["steps"].size() == 2);
  const Folder folder;
  const std::string file =
      folder.write("trace.json", json.json()["trace"].dump());
  CHECK(ask({"explore", "--replay", file, example("mutex-broken")}).code == 0);
  const Outcome never =
      ask({"explore", "--witness", "bus && !bus", example("mutex-broken")});
  CHECK(never.code == 1);
  CHECK(has(never.out, "bus && !bus: in none of 13 reachable states\n"));
  const Outcome wrong =
      ask({"explore", "--witness", "bus + 1", example("mutex-broken")});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, "--witness:1:1"));
  for (const char* text_of_two : {"bus) || (bus", "bus; invariant x: bus"}) {
    CHECK(ask({"explore", "--witness", text_of_two, example("mutex-broken")})
              .code == 2);
  }
  const std::string fails = folder.write(
      "fails.vic", "shared x : 0..3 = 0; rule up when x < 3 { x := x + 1; }\n");
  const Outcome undefined =
      ask({"explore", "--witness", "6 / (2 - x) == 100", fails});
  CHECK(undefined.code == 3);
  CHECK(has(undefined.out, "in some state it cannot be evaluated"));
}

TEST_CASE("options that would go unheard are refused") {
  const std::string model_file = example("mutex-broken");
  for (const Words& words : std::vector<Words>{
           {"explore", "--witness", "bus", "--coverage", model_file},
           {"explore", "--witness", "bus", "--property", "mutex", model_file},
           {"explore", "--replay", "t.json", "--report", "r.html", model_file},
           {"check", "--replay", "t.json", "--itf", "r.json", model_file},
           {"topology", "--dot", "--report", "r.html", model_file},
           {"explore", "--witness", "", model_file},
           {"explore", "--itf", "", model_file},
           {"explore", "--chart", "run.txt", model_file}}) {
    const Outcome outcome = ask(words);
    INFO(outcome.err);
    CHECK(outcome.code == 2);
  }
}

TEST_CASE("a limit is a limit of what was counted, too") {
  const Folder folder;
  const std::string file =
      folder.write("far.vic",
                   "shared v : 0..8000000 = 0; shared z : bool = false;\n"
                   "rule up when v < 8000000 { v := v + 1; }\n"
                   "rule fin when v == 8000000 && !z { z := true; }\n");
  const Json json =
      ask({"explore", "--coverage", "--json", "--memory", "1", file}).json();
  CHECK(json["complete"] == false);
  CHECK(json["coverage"].contains("limit"));
  const Outcome text = ask({"explore", "--coverage", "--memory", "1", file});
  CHECK(has(text.out, "never in these states, which are not all:\n"));
}

TEST_CASE("a chart of the first run is a file") {
  const Folder folder;
  const std::string chart = folder.path() + "/run.mmd";
  CHECK(ask({"explore", "--chart", chart, example("mutex-broken")}).code == 1);
  CHECK(read(chart).starts_with("sequenceDiagram\n"));
  const Outcome none = ask({"explore", "--chart", chart, example("star")});
  CHECK(none.code == 0);
  CHECK(has(none.err, "V0917"));
}

TEST_CASE("coverage is of all states") {
  const Outcome outcome = ask({"explore", "--coverage", "--reduction", "orbit",
                               example("philosophers")});
  CHECK(outcome.code == 2);
  CHECK(has(outcome.err, "it goes without --reduction"));
}

TEST_CASE("coverage shows an imported model by its own places") {
  const Outcome outcome =
      ask({"explore", "--coverage", "--json",
           source_folder() + "/examples/imports/" + "lease.m"});
  const Json json = outcome.json();
  // The first action is the first rule of the file, in its words.
  CHECK(json["coverage"]["actions"][0]["line"].get<int>() > 1);
  CHECK(json["coverage"]["actions"][0]["guard"][0]["true"].get<int>() > 0);
}

}  // namespace coverage_report_test
