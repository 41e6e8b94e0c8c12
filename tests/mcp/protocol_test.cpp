// SPDX-License-Identifier: MIT
// Guards: the Model Context Protocol by the letter, without running anything:
// versions, errors by code, calls one after the other, what is cancelled, and
// that no argument becomes an option that was not asked for.
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "cli/mcp/reference.hpp"
#include "cli/mcp/server.hpp"
#include "cli/mcp/tools.hpp"
#include "cli/options/options.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/scripted_client.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace protocol_test {

namespace cli = vicinal::cli;
namespace mcp = vicinal::cli::mcp;
namespace processes = vicinal::cli::processes;
namespace random_models = vicinal::random_models;
using vicinal::test::Json;

namespace {

// Calls that are written down; a test says what they find.
class NotedCalls : public mcp::Calls {
 public:
  void begin(mcp::Call call) override {
    CHECK_FALSE(runs);
    runs = true;
    all.push_back(std::move(call));
  }
  void stop() override { runs = false; }

  std::vector<mcp::Call> all;
  bool runs = false;
};

// A scripted agent.
class Agent : public vicinal::test::ScriptedClient {
 public:
  Agent() : server([this](const Json& m) { messages.push_back(m); }, calls) {}

  Json greet(const Json& version = "2025-06-18") {
    Json params{{"protocolVersion", version},
                {"capabilities", Json::object()},
                {"clientInfo", Json{{"name", "test"}, {"version", "1"}}}};
    Json answer = ask("initialize", std::move(params));
    tell("notifications/initialized", Json::object());
    return answer;
  }
  Json call(const std::string& tool, Json arguments) {
    return ask("tools/call",
               Json{{"name", tool}, {"arguments", std::move(arguments)}});
  }
  void cancel(const Json& id) {
    tell("notifications/cancelled", Json{{"requestId", id}});
  }
  // What runs has said this.
  void finish(const std::string& out, int exit = 0,
              const std::string& err = "") {
    processes::Ran ran;
    ran.exit = exit;
    ran.out = out;
    ran.err = err;
    calls.runs = false;
    server.finished({calls.all.back().number, ran});
  }
  NotedCalls calls;
  mcp::Server server;

 private:
  void say(const std::string& message) override { server.take(message); }
};

int code_of(const Json& answer) {
  return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

using Words = std::vector<std::string>;

Words words_of(const std::string& tool, const Json& arguments) {
  const auto read = mcp::launch_of(tool, arguments);
  if (const auto* wrong = std::get_if<std::string>(&read)) return {*wrong};
  return std::get<processes::Launch>(read).arguments;
}

}  // namespace

TEST_CASE("an agent says hello") {
  const auto version = [](const Json& asked) {
    Agent agent;
    return agent.greet(asked)["result"]["protocolVersion"];
  };
  CHECK(version("2025-06-18") == "2025-06-18");
  CHECK(version("2024-11-05") == "2024-11-05");
  // The newest that such an agent knows.
  CHECK(version("2025-03-26") == "2024-11-05");
  CHECK(version("2099-01-01") == "2025-06-18");
  CHECK(version(nullptr) == "2025-06-18");
  Agent agent;
  CHECK(agent.ask("ping", nullptr)["result"] == Json::object());
  CHECK(code_of(agent.ask("tools/list", Json::object())) ==
        cli::invalid_request);
  CHECK(code_of(agent.call("explain", Json::object())) == cli::invalid_request);
  const Json answer = agent.greet();
  CHECK(answer["result"]["serverInfo"]["name"] == "vicinal");
  CHECK(answer["result"]["capabilities"].contains("tools"));
  CHECK(answer["result"]["capabilities"].contains("resources"));
  CHECK(code_of(agent.greet()) == cli::invalid_request);
  CHECK(code_of(agent.ask("tools/sell", Json::object())) ==
        cli::method_not_found);
}

TEST_CASE("what is no request is refused by code") {
  Agent agent;
  const auto last = [&](const std::string& text) {
    agent.messages.clear();
    agent.server.take(text);
    return agent.messages.empty() ? 0 : code_of(agent.messages.back());
  };
  CHECK(last("{") == cli::parse_error);
  CHECK(last("[]") == cli::invalid_request);
  CHECK(last("{\"id\": 3}") == cli::invalid_request);
  CHECK(agent.messages[0]["id"] == 3);
  CHECK(last(R"({"id": null, "method": "ping"})") == cli::invalid_request);
  CHECK(last(R"({"id": [1], "method": "ping"})") == cli::invalid_request);
  CHECK(last(R"({"method": "notifications/initialized"})") == 0);
  CHECK(last(R"({"method": "notifications/cancelled"})") == 0);
}

TEST_CASE("tools are described by the table of options") {
  Agent agent;
  agent.greet();
  const Json list = agent.ask("tools/list", nullptr)["result"]["tools"];
  std::map<std::string, Json> schemas;
  for (const Json& tool : list) {
    CHECK_FALSE(tool["description"].get<std::string>().empty());
    schemas[tool["name"].get<std::string>()] = tool["inputSchema"];
  }
  REQUIRE(schemas.size() == 5);
  for (const auto& [name, schema] : schemas) {
    CHECK(schema["type"] == "object");
    CHECK(schema["additionalProperties"] == false);
    for (const auto& [argument, of] : schema["properties"].items()) {
      INFO(name << " " << argument);
      CHECK(of["type"].is_string());
      CHECK_FALSE(of["description"].get<std::string>().empty());
    }
  }
  const Json& explore = schemas["explore"]["properties"];
  CHECK(explore["max_states"]["type"] == "integer");
  CHECK(explore["timeout"]["default"] == mcp::call_seconds);
  CHECK(explore["reduction"]["enum"][0] == "none");
  CHECK(explore["deadlock"]["type"] == "boolean");
  CHECK_FALSE(explore.contains("views"));
  CHECK(schemas["prove"]["properties"]["properties"]["type"] == "array");
  // Nothing that is written.
  for (const char* writes :
       {"certificate", "report", "sarif", "junit", "itf", "chart", "checkpoint",
        "resume", "disk", "obligations_to", "replay"}) {
    for (const auto& [name, schema] : schemas) {
      CHECK_FALSE(schema["properties"].contains(writes));
      CHECK(words_of(name, Json{{writes, "x"}, {"model", ""}}).size() == 1);
    }
  }
}

TEST_CASE("arguments become options") {
  const Words text = words_of("prove", Json{{"model", "process P {}"},
                                            {"parameters", Json{{"n", 3}}},
                                            {"properties", {"a", "b"}},
                                            {"views", 2},
                                            {"states", true},
                                            {"every_size", false},
                                            {"timeout", 1.5}});
  CHECK(text == Words{"prove", "--json", "-Dn=3", "--property=a",
                      "--property=b", "--views=2", "--states", "--timeout=1.5",
                      "--memory=2048", "--", "-"});
  const Words file = words_of("simulate", Json{{"path", "--help"}});
  CHECK(file == Words{"simulate", "--json", "--timeout=60", "--memory=2048",
                      "--steps=20", "--", "--help"});
  CHECK(words_of("explain", nullptr) == Words{"explain", "--json"});
  const auto wrong = [](const std::string& tool, const Json& arguments) {
    const Words words = words_of(tool, arguments);
    CHECK(words.size() == 1);
    return words[0];
  };
  CHECK(wrong("exlore", Json::object()) == "there is no tool 'exlore'");
  CHECK(wrong("prove", Json::object()).find("either 'model'") == 5);
  CHECK(wrong("prove", Json{{"model", ""}, {"path", "x"}}).size() > 9);
  CHECK(wrong("prove", Json{{"model", ""}, {"veiws", 2}}) ==
        "'prove' has no argument 'veiws'; did you mean 'views'?");
  CHECK(wrong("prove", Json{{"model", ""}, {"views", "2"}}) ==
        "'views' is an integer");
  CHECK(wrong("prove", Json{{"model", ""}, {"properties", "a"}}) ==
        "'properties' is a list of strings");
  CHECK(wrong("prove", Json{{"model", ""}, {"states", 1}}) ==
        "'states' is true or false");
  CHECK(wrong("prove", Json{{"path", "-"}}) == "'path' is the name of a file");
  CHECK(wrong("prove", Json{{"path", std::string("a\0b", 3)}}) ==
        "'path' is the name of a file");
  CHECK(wrong("prove",
              Json{{"model", ""}, {"parameters", Json{{"n", Json::array()}}}})
            .find("'parameters'") == 0);
  CHECK(wrong("prove", Json{{"model", ""}, {"parameters", Json{{"a=b", 1}}}})
            .find("'parameters'") == 0);
}

TEST_CASE("no value passes for an option") {
  const std::vector<std::string> odd = {
      "--certificate", "--report=x", "-Dn=3", "--", "-", "x y", "=", "\n"};
  for (const std::string& value : odd) {
    const Words words =
        words_of("prove", Json{{"path", value + "."},
                               {"properties", {value}},
                               {"generalize", {value}},
                               {"on", value},
                               {"parameters", Json{{"n", value}}}});
    const cli::Parsed parsed = cli::parse_arguments(words);
    INFO(value << ": " << parsed.error);
    REQUIRE(parsed.error.empty());
    CHECK(parsed.options.certificate.empty());
    CHECK(parsed.options.report.empty());
    CHECK(parsed.options.properties == Words{value});
    CHECK(parsed.options.graph == value);
    CHECK(parsed.options.defines == Words{"n=" + value});
    CHECK(parsed.options.models == Words{value + "."});
    CHECK(parsed.options.timeout == mcp::call_seconds);
  }
}

TEST_CASE("the language reference is within the program") {
  Agent agent;
  agent.greet();
  const Json list = agent.ask("resources/list", nullptr)["result"]["resources"];
  REQUIRE(list.size() == 1);
  const std::string file =
      vicinal::test::read(vicinal::test::source_folder() + "/docs/language.md");
  REQUIRE_FALSE(file.empty());
  CHECK(mcp::language_reference() == file);
  const Json read = agent.ask("resources/read", Json{{"uri", list[0]["uri"]}});
  CHECK(read["result"]["contents"][0]["text"] == file);
  CHECK(code_of(agent.ask("resources/read", Json{{"uri", "file:///x"}})) ==
        mcp::resource_not_found);
  CHECK(code_of(agent.ask("resources/read", nullptr)) == cli::invalid_params);
}

TEST_CASE("calls run one after the other") {
  Agent agent;
  agent.greet();
  const Json arguments{{"model", "x"}};
  const int first = agent.next_id;
  for (int k = 0; k < 3; ++k) {
    CHECK(agent.call("validate", arguments).is_null());
  }
  CHECK(agent.calls.all.size() == 1);
  CHECK(agent.calls.all[0].launch.input == "x");
  // Everything else is answered meanwhile.
  CHECK(agent.ask("ping", nullptr).contains("result"));
  agent.finish(R"({"model": "x"})");
  CHECK(agent.answer_to(first)["result"]["structuredContent"]["model"] == "x");
  CHECK(agent.answer_to(first)["result"]["isError"] == false);
  CHECK(agent.answer_to(first + 1).is_null());
  REQUIRE(agent.calls.all.size() == 2);
  // What runs is stopped, and what waits is next; neither is answered.
  agent.cancel(first + 2);
  CHECK(agent.calls.runs);
  agent.cancel(first + 1);
  CHECK_FALSE(agent.calls.runs);
  CHECK(agent.calls.all.size() == 2);
  agent.finish(R"({"model": "late"})");
  CHECK(agent.answer_to(first + 1).is_null());
  CHECK(agent.answer_to(first + 2).is_null());
  // What was cancelled and ended all the same is not taken for the next one.
  agent.call("validate", arguments);
  agent.cancel(agent.next_id - 1);
  const mcp::Called late{agent.calls.all.back().number, {}};
  agent.call("validate", arguments);
  agent.server.finished(late);
  CHECK(agent.answer_to(agent.next_id - 1).is_null());
  agent.finish(R"({"model": "x"})");
  CHECK(agent.answer_to(agent.next_id - 1).contains("result"));
}

TEST_CASE("calls that wait are numbered") {
  Agent agent;
  agent.greet();
  for (std::size_t k = 0; k <= mcp::most_waiting; ++k) {
    CHECK(agent.call("explain", nullptr).is_null());
  }
  CHECK(code_of(agent.call("explain", nullptr)) == mcp::too_many_calls);
  agent.next_id -= 2;
  agent.messages.clear();
  CHECK(code_of(agent.call("explain", nullptr)) == cli::invalid_request);
}

TEST_CASE("what a run has said") {
  const auto result = [](int exit, const std::string& out,
                         const std::string& err = "") {
    processes::Ran ran;
    ran.exit = exit;
    ran.out = out;
    ran.err = err;
    return mcp::result_of(ran);
  };
  for (const int exit : {0, 1, 3}) {
    CHECK(result(exit, "{\"a\": 1}", "progress")["isError"] == false);
    CHECK(result(exit, "{\"a\": 1}", "progress")["content"].size() == 1);
  }
  CHECK(result(0, "{\"a\": 1}")["structuredContent"]["a"] == 1);
  CHECK(Json::parse(
            result(0, "{\"a\": 1}")["content"][0]["text"].get<std::string>()) ==
        Json{{"a", 1}});
  const Json lines = result(0, "{\"a\": 1}\n{\"b\": 2}\n");
  CHECK(lines["structuredContent"]["lines"].size() == 2);
  CHECK(lines["isError"] == false);
  const Json wrong = result(2, "{\"error\": \"x\"}", "m.vic:1:1: error");
  CHECK(wrong["isError"] == true);
  CHECK(wrong["content"][1]["text"] == "m.vic:1:1: error");
  CHECK(result(3, "{\"error\": \"x\"}")["isError"] == true);
  for (const std::string out : {"", "x", "{}\nx\n", "3"}) {
    const Json none = result(0, out);
    CHECK(none["isError"] == true);
    CHECK_FALSE(none.contains("structuredContent"));
    CHECK_FALSE(none["content"].empty());
  }
  CHECK(result(139, "{}")["isError"] == true);
}

TEST_CASE("whatever an agent says, each request has one answer at most") {
  const std::vector<std::string> methods = {
      "initialize",     "tools/list", "tools/call", "resources/list",
      "resources/read", "ping",       "tools/call", "notifications/cancelled"};
  const std::vector<Json> odd = {nullptr, 3,        "x", Json::array(),
                                 true,    -1,       "-", Json::object(),
                                 "prove", "explore"};
  for (std::uint64_t seed = 1; seed <= random_models::runs(300); ++seed) {
    random_models::Dice dice(seed);
    Agent agent;
    if (!dice.one_in(5)) agent.greet();
    for (int k = 0; k < 20; ++k) {
      Json arguments = Json::object();
      for (const char* name :
           {"model", "path", "views", "parameters", "code"}) {
        if (dice.one_in(3)) arguments[name] = dice.of(odd);
      }
      Json params{{"name", dice.of(odd)},
                  {"arguments", arguments},
                  {"uri", dice.of(odd)},
                  {"requestId", dice.below(agent.next_id + 1)}};
      if (dice.one_in(8)) params = dice.of(odd);
      const std::string& method = dice.of(methods);
      if (method.starts_with("notifications")) {
        agent.tell(method, params);
      } else {
        agent.ask(method, params);
      }
      if (agent.calls.runs && dice.one_in(2)) agent.finish("{}");
    }
    for (int id = 1; id < agent.next_id; ++id) agent.answer_to(id);
    for (const Json& m : agent.messages) {
      CHECK(m.contains("result") != m.contains("error"));
    }
  }
}

}  // namespace protocol_test
