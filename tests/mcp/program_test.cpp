// SPDX-License-Identifier: MIT
// Guards: models are written, proved and explored through the protocol alone;
// what comes back is what the commands report; a call that is cancelled ends,
// and so does all when the input does.
#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "program_client.hpp"
#include "tests/cli/schema.hpp"

namespace program_test {

using namespace vicinal::test;

namespace {

const std::string counter =
    "shared s : int = 0;\nrule up { s := s + 1; }\ninvariant pos: s >= 0;\n";

// The report of a call that was answered.
Json report_of(const Json& answer, const std::string& schema) {
  INFO(answer.dump().substr(0, 600));
  REQUIRE(answer.contains("result"));
  const Json& result = answer["result"];
  CHECK(result["isError"] == false);
  REQUIRE(result.contains("structuredContent"));
  CHECK(against_schema(schema, result["structuredContent"]) == "");
  CHECK(Json::parse(result["content"][0]["text"].get<std::string>()) ==
        result["structuredContent"]);
  return result["structuredContent"];
}

Json without_times(Json report) {
  report.erase("statistics");
  report.erase("model");
  return report;
}

std::map<std::string, std::string> verdicts_of(const Json& report) {
  std::map<std::string, std::string> out;
  for (const Json& p : report["properties"]) {
    out[p["name"].get<std::string>()] = p["verdict"].get<std::string>();
  }
  return out;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

}  // namespace

TEST_CASE("five models are proved through the protocol alone") {
  ProgramClient client;
  const std::vector<std::string> names = {"token-ring", "philosophers-abstract",
                                          "mutex-broken", "two-doors",
                                          "one-apart"};
  for (const std::string& name : names) {
    INFO(name);
    const std::string text = read(example(name));
    const Json answer = client.call("prove", Json{{"model", text}});
    const Json alone = ask({"prove", "--json", "-"}, {.input = text}).json();
    CHECK(without_times(report_of(answer, "prove")) == without_times(alone));
    // The same of the file, but for its name.
    const Json file = client.call("prove", Json{{"path", example(name)}});
    CHECK(verdicts_of(report_of(file, "prove")) == verdicts_of(alone));
  }
  CHECK(client.end() == 0);
}

TEST_CASE("a model is mended by what comes back") {
  ProgramClient client;
  const Json wrong = client.call(
      "validate",
      Json{{"model",
            "process P { port left : in bool; action a { left := "
            "false; } }\nnetwork { node p : P; edge e : bool; connect "
            "p.left to e; }\ninvariant fine: true;\n"}});
  CHECK(wrong["result"]["isError"] == true);
  const Json& report = wrong["result"]["structuredContent"];
  CHECK(against_schema("validate", report) == "");
  REQUIRE(report["diagnostics"].size() >= 1);
  const Json code = report["diagnostics"][0]["code"];
  CHECK(code == "V0312");
  const Json why =
      report_of(client.call("explain", Json{{"code", code}}), "explain");
  CHECK(why["right"].get<std::string>().find("inout") != std::string::npos);
  CHECK(report_of(client.call("explain", Json::object()),
                  "explain")["diagnostics"]
            .size() > 100);
}

TEST_CASE("instances are explored and simulated") {
  ProgramClient client;
  const std::string ring = read(example("token-ring"));
  const Json explored = report_of(
      client.call("explore", Json{{"model", ring}, {"parameters", {{"n", 4}}}}),
      "explore");
  CHECK(explored["states"] == 96);
  const Json few = report_of(
      client.call("explore", Json{{"model", ring}, {"max_states", 5}}),
      "explore");
  CHECK(few["complete"] == false);
  const Json run = client.call("simulate", Json{{"model", ring}, {"steps", 3}});
  CHECK(run["result"]["isError"] == false);
  const Json& lines = run["result"]["structuredContent"]["lines"];
  REQUIRE(lines.size() == 5);
  for (const Json& line : lines) CHECK(against_schema("simulate", line) == "");
  const Json runs = report_of(
      client.call("simulate", Json{{"model", ring}, {"runs", 2}}), "simulate");
  CHECK(runs["runs"] == 2);
  // A limit that is reached before there is a report.
  const Json broken =
      report_of(client.call("explore", Json{{"path", example("mutex-broken")}}),
                "explore");
  CHECK(verdicts_of(broken)["mutex"] == "violated");
}

TEST_CASE("a call that is cancelled ends, and the next one begins") {
  ProgramClient client;
  const auto begin = std::chrono::steady_clock::now();
  const int endless = client.begin(
      "tools/call",
      Json{{"name", "explore"},
           {"arguments", Json{{"model", counter}, {"timeout", 500}}}});
  const int waits = client.begin(
      "tools/call",
      Json{{"name", "explain"}, {"arguments", Json{{"code", "V0101"}}}});
  CHECK(client.ask("ping", nullptr)["result"] == Json::object());
  client.tell("notifications/cancelled", Json{{"requestId", endless}});
  const Json answer = client.next();
  CHECK(answer["id"] == waits);
  CHECK(answer["result"]["isError"] == false);
  CHECK(seconds_since(begin) < 100);
  // The end of the input ends what runs.
  client.begin("tools/call",
               Json{{"name", "explore"},
                    {"arguments", Json{{"model", counter}, {"timeout", 500}}}});
  CHECK(client.end() == 0);
  CHECK(seconds_since(begin) < 200);
}

TEST_CASE("limits are those of a call") {
  ProgramClient client;
  const Json answer = client.call(
      "explore", Json{{"model", counter}, {"timeout", 0.2}, {"threads", 1}});
  INFO(answer.dump().substr(0, 400));
  CHECK(answer["result"]["structuredContent"]["limit"] == "time");
}

TEST_CASE("the program alone") {
  CHECK(ask({"mcp"}, {.input = ""}).code == 0);
  CHECK(ask({"mcp", "model.vic"}).code == 2);
  const Outcome outcome = ask({"mcp"}, {.input = "{\n\n"});
  CHECK(outcome.code == 0);
  CHECK(outcome.json()["error"]["code"] == -32700);
}

}  // namespace program_test
