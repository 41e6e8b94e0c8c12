// SPDX-License-Identifier: MIT
// Guards: --replay takes what --json prints, and nothing that is no run.
#include <catch2/catch.hpp>

#include "program.hpp"

namespace replay_test {

using namespace vicinal::test;

namespace {

Outcome replay(const Folder& folder, const Json& json,
               const std::string& model) {
  const std::string file = folder.write("trace.json", json.dump());
  return ask({"explore", "--json", "--replay", file, model});
}

}  // namespace

TEST_CASE("what a report says replays") {
  const Folder folder;
  for (const auto& [command, model] :
       std::vector<std::pair<std::string, std::string>>{
           {"explore", "mutex-broken"},
           {"prove", "mutex-broken"},
           {"explore", "hanoi"}}) {
    const auto report = ask({command, "--json", example(model)}).json();
    const Outcome whole = replay(folder, report, example(model));
    INFO(whole.out << whole.err);
    CHECK(whole.code == 0);
    CHECK(whole.json()["replay"][0]["replays"] == true);
    const Outcome alone =
        replay(folder, report["properties"][0]["trace"], example(model));
    CHECK(alone.code == 0);
  }
  const auto deadlock =
      ask({"explore", "--json", "--deadlock", example("philosophers")}).json();
  CHECK(replay(folder, deadlock, example("philosophers")).code == 0);
  const std::string failing = folder.write(
      "failing.vic",
      "struct Job { cost : 0..3; }\nshared q : queue Job[2];\n"
      "shared last : 0..3 = 0;\n"
      "rule put(c in 2..3) { push(q, Job(c)); last := head(q).cost; }\n");
  const Outcome report = ask({"explore", "--json", failing});
  CHECK(report.code == 1);
  CHECK(replay(folder, report.json(), failing).code == 0);
}

TEST_CASE("what is no run is refused") {
  const Folder folder;
  const std::string model = example("mutex-broken");
  const auto report = ask({"explore", "--json", model}).json();
  const auto changed = [&](auto change) {
    Json json = report;
    change(json["properties"][0]["trace"], json);
    const Outcome outcome = replay(folder, json, model);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    return outcome;
  };
  changed([](Json& t, Json&) { t["initial"]["bus"] = true; });
  changed([](Json& t, Json&) { t["initial"]["bus"] = 3; });
  changed([](Json& t, Json&) { t["initial"].erase("bus"); });
  changed([](Json& t, Json&) { t["initial"]["x"] = 3; });
  changed([](Json& t, Json&) { t["initial"]["c[0].phase"] = "sad"; });
  changed([](Json& t, Json&) { t["steps"][0]["action"] = "c[0].leave"; });
  changed([](Json& t, Json&) { t["steps"][0]["action"] = "c[9].test"; });
  changed([](Json& t, Json&) { t["steps"][0]["action"] = "c[0].jump"; });
  changed([](Json& t, Json&) { t["steps"][0]["changes"]["bus"] = true; });
  changed([](Json& t, Json&) { t["steps"][0]["changes"] = Json::object(); });
  changed([](Json& t, Json&) { t["steps"].erase(1); });
  changed([](Json& t, Json&) { t["steps"] = 3; });
  changed([](Json& t, Json&) {
    t["steps"][3]["error"]["message"] = "division by zero";
  });
  // A run that does not violate what it is said to violate.
  changed([](Json& t, Json&) { t["steps"].erase(3); });
  changed([](Json&, Json& r) { r["properties"][0]["name"] = "deadlock"; });
  changed([](Json&, Json& r) { r["properties"][0]["name"] = "nothing"; });
  changed(
      [](Json&, Json& r) { r["properties"][0]["name"] = "no model error"; });
  // Of another instance.
  const Outcome other =
      changed([](Json&, Json& r) { r["parameters"]["n"] = 3; });
  CHECK(other.err.find("n = 3; set that by -D") != std::string::npos);
  changed([](Json&, Json& r) { r["properties"] = Json::array(); });
}

TEST_CASE("a run of a model with a constant that was given needs that value") {
  const Folder folder;
  const std::string model = folder.write(
      "model.vic",
      "const k = 2;\nconst fast = false;\nenum E { a, b }\nconst e = a;\n"
      "process P { var x : 0..9 = 0;\n"
      "  action up when x < k { x := x + (if fast && e == b then 2 else 1); } "
      "}\n"
      "network { node p : P; }\ninvariant low: p.x < 2;\n");
  const std::string report = folder.write(
      "report.json",
      ask({"explore", "--json", "-D", "fast=true", "-D", "e=b", model}).out);
  const auto replayed = [&](const Words& given) {
    Words words{"explore", "--replay", report};
    words.insert(words.end(), given.begin(), given.end());
    words.push_back(model);
    return ask(words);
  };
  CHECK(replayed({"-D", "fast=true", "-D", "e=b"}).code == 0);
  const Outcome other = replayed({});
  CHECK(other.code == 2);
  CHECK(other.err.find("fast = true, e = \"b\"; set that by -D") !=
        std::string::npos);
}

TEST_CASE("values out of their types are refused before they are used") {
  const Folder folder;
  const auto report = ask({"explore", "--json", example("hanoi")}).json();
  for (const Json& value :
       std::vector<Json>{Json(9), Json(-1), Json(18446744073709551615ULL),
                         Json("99999999999999999999"), Json(1.5), Json(nullptr),
                         Json::array()}) {
    Json json = report;
    json["properties"][0]["trace"]["initial"]["peg[0]"] = value;
    const Outcome outcome = replay(folder, json, example("hanoi"));
    INFO(value.dump() << outcome.err);
    CHECK(outcome.code == 2);
    json = report;
    json["properties"][0]["trace"]["steps"][0]["bindings"]["target"] = value;
    CHECK(replay(folder, json, example("hanoi")).code == 2);
  }
}

TEST_CASE("variables that a file gives one name are told apart in traces") {
  const Folder folder;
  const std::string graph =
      folder.write("graph.json",
                   R"({"nodes": [{"id": "a"}, {"id": "b"}],
          "edges": [{"id": "a.on", "ins": ["a", "b"], "outs": ["a", "b"]},
                    {"id": "a.on~2", "ins": ["a", "b"], "outs": ["a", "b"]}]})");
  const std::string model = folder.write(
      "model.vic",
      "process P { port set link : inout bool; var on : bool = false;\n"
      "  action go when !on { for e in link { e := true; } on := true; } }\n"
      "network any { node p : P; edge wire : bool via link; }\n"
      "init forall e in wire: !e;\n"
      "invariant x: atmost 1 i in P: i.on;\n");
  const std::string itf = folder.path() + "/run.json";
  const Outcome found =
      ask({"explore", "--json", "--itf", itf, "--on", graph, model});
  INFO(found.out << found.err);
  const Json initial = found.json()["properties"][0]["trace"]["initial"];
  CHECK(initial.size() == 4);
  CHECK(initial.contains("a.on"));
  CHECK(initial.contains("a.on~2"));
  CHECK(initial.contains("a.on~3"));
  CHECK(Json::parse(read(itf))["vars"].size() == 4);
  CHECK(ask({"explore", "--replay", itf, "--on", graph, model}).code == 0);
  CHECK(ask({"explore", "--replay", folder.write("report.json", found.out),
             "--on", graph, model})
            .code == 0);
}

namespace {

const char* const any_two =
    "process P { port set link : inout bool; var x : bool = false;\n"
    "  action a(f in link) when !x && !f { x := true; } }\n"
    "network any { node p : P; edge e : bool = false via link; }\n"
    "invariant one: forall i, j in p: i != j => !(i.x && j.x);\n"
    "invariant two: atmost 2 i in p: i.x;\n";

}  // namespace

TEST_CASE("a run on some graph says on which, and replays there") {
  const Folder folder;
  const std::string model = folder.write("any.vic", any_two);
  const Json report = ask({"prove", "--json", model}).json();
  const Json trace = report["properties"][0]["trace"];
  CHECK(trace["graph"]["nodes"].size() == 2);
  CHECK(trace["graph"]["edges"][0]["ins"] == Json::array({"0", "1"}));
  // The second property is violated on another graph, which is passed over
  // unless it is asked for.
  const Json other = report["properties"][1]["trace"];
  REQUIRE(other["graph"]["nodes"].size() == 3);
  const Outcome all = replay(folder, report, model);
  INFO(all.out << all.err);
  CHECK(all.code == 0);
  CHECK(all.json()["replay"].size() == 1);
  for (const Json& run : {trace, other}) {
    const Outcome alone = replay(folder, run, model);
    CHECK(alone.code == 0);
    CHECK(alone.json()["replay"][0]["replays"] == true);
  }
  const std::string file = folder.write("report.json", report.dump());
  const Outcome asked =
      ask({"explore", "--json", "--property", "two", "--replay", file, model});
  CHECK(asked.json()["replay"][0]["property"] == "two");
  CHECK(ask({"simulate", "--property", "two", "--replay", file, model},
            {.input = "quit\n"})
            .code == 0);
  // On a graph without its edge it is no run.
  Json less = trace;
  less["graph"]["edges"] = Json::array();
  CHECK(replay(folder, less, model).code == 2);
  less["graph"] = {{"nodes", 3}};
  CHECK(replay(folder, less, model).code == 2);
  less.erase("graph");
  CHECK(replay(folder, less, model).code == 2);
}

TEST_CASE("a graph keeps its names, its order and its arcs in a run") {
  const Folder folder;
  const std::string model = folder.write(
      "arcs.vic",
      "process P(rank : 0..9) { port set a : out 0..9; port set b : in 0..9;\n"
      "  var x : 0..9 = 0;\n"
      "  action send(f in a) when rank > 0 { f := rank; }\n"
      "  action take(f in b) when f > rank { x := f; } }\n"
      "network any { node p : P(rank = 7 * index);\n"
      "  edge e : 0..9 = 0 via a -> b; }\n"
      "invariant none_taken: forall i in p: i.x == 0;\n");
  const std::string graph =
      folder.write("graph.dot", "digraph { A; B; A -> B; B -> A; A -> B; }");
  const std::string itf = folder.path() + "/run.itf.json";
  const Outcome found =
      ask({"explore", "--json", "--itf", itf, "--on", graph, model});
  INFO(found.out << found.err);
  CHECK(found.code == 1);
  const Json trace = found.json()["properties"][0]["trace"];
  CHECK(trace["graph"]["nodes"][0]["id"] == "A");
  CHECK(trace["graph"]["edges"][1]["ins"] == Json::array({"B"}));
  const Outcome again = replay(folder, found.json(), model);
  INFO(again.out << again.err);
  CHECK(again.code == 0);
  CHECK(ask({"explore", "--replay", itf, model}).code == 0);
  // Another order gives nodes other indices.
  Json other = trace;
  std::swap(other["graph"]["nodes"][0], other["graph"]["nodes"][1]);
  CHECK(replay(folder, other, model).code == 2);
}

}  // namespace replay_test
