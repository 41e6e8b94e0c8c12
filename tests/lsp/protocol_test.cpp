// SPDX-License-Identifier: MIT
// Guards: whatever an editor sends, each request has one answer, a result or an
// error, and no notification has one; the order of the protocol; runs are one
// at a time and of the text that is shown.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "client.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/terms.hpp"

namespace protocol_test {

using namespace vicinal;
using cli::Json;
using test::Client;

namespace {

const std::string lamp =
    "process Lamp { var on : bool = false; action press when !on { on := true; "
    "} }\nnetwork { node l : Lamp; }\ninvariant dark: !l.on;\n"
    "invariant fine: true;\nctl always: AG {true};\n";

int error_code(const Json& answer) {
  return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

// What comes back to these bytes of a message.
Json said(Client& client, const std::string& text) {
  client.messages.clear();
  client.server.take(text);
  if (client.messages.empty()) return nullptr;
  return client.messages.back();
}

}  // namespace

TEST_CASE("the order of the protocol") {
  Client client;
  CHECK(error_code(client.ask("textDocument/hover", Json::object())) ==
        cli::not_initialized);
  client.open(lamp);
  const Json hello = client.ask("initialize", Json::object());
  const Json& can = hello["result"]["capabilities"];
  CHECK(can["positionEncoding"] == "utf-16");
  CHECK(can["textDocumentSync"]["change"] == 1);
  CHECK(hello["result"]["serverInfo"]["name"] == "vicinal");
  CHECK(error_code(client.ask("initialize", Json::object())) ==
        cli::invalid_request);
  // What came too soon was not taken.
  CHECK(error_code(client.ask("textDocument/documentSymbol",
                              Client::document())) == cli::invalid_params);
  client.open(lamp);
  CHECK(client.diagnostics() == Json::array());
  const Json end = client.ask("shutdown", nullptr);
  CHECK(end["result"].is_null());
  CHECK_FALSE(end.contains("error"));
  CHECK(error_code(client.ask("textDocument/documentSymbol",
                              Client::document())) == cli::invalid_request);
  CHECK_FALSE(client.server.ended());
  client.tell("exit", nullptr);
  CHECK(client.server.ended());
  CHECK(client.server.exit_code() == 0);
  Client rude;
  rude.tell("exit", nullptr);
  CHECK(rude.server.ended());
  CHECK(rude.server.exit_code() == 1);
}

TEST_CASE("what is no request is answered as the protocol says") {
  Client client;
  Client::greet(client);
  const auto code = [&](const std::string& text) {
    return error_code(said(client, text));
  };
  CHECK(code("") == cli::parse_error);
  CHECK(code("{") == cli::parse_error);
  CHECK(code("\"\xFF\"") == cli::parse_error);
  CHECK(code(std::string(100'000, '[')) == cli::parse_error);
  CHECK(code("[]") == cli::invalid_request);
  CHECK(code("17") == cli::invalid_request);
  CHECK(code(R"({"id": 1})") == cli::invalid_request);
  CHECK(code(R"({"id": 1, "method": 3})") == cli::invalid_request);
  CHECK(code(R"({"id": {}, "method": "shutdown"})") == cli::invalid_request);
  CHECK(code(R"({"id": null, "method": "shutdown"})") == cli::invalid_request);
  CHECK(code(R"({"id": 1.5, "method": "shutdown"})") == cli::invalid_request);
  CHECK(code(R"({"id": 1, "method": "no/such"})") == cli::method_not_found);
  CHECK(code(R"({"id": "a", "method": "textDocument/hover"})") ==
        cli::invalid_params);
  CHECK(said(client, R"({"id": "a", "method": "no/such"})")["id"] == "a");
  CHECK(said(client, R"({"method": "no/such"})").is_null());
  CHECK(said(client, R"({"method": "$/setTrace", "params": 3})").is_null());
  CHECK(said(client, R"({"id": 7, "result": null})").is_null());
  CHECK(said(client, R"({"method": "textDocument/didOpen"})").is_null());
  CHECK(said(client, R"({"method": "textDocument/didChange", "params": []})")
            .is_null());
}

TEST_CASE("places and texts of other types are errors") {
  Client client;
  Client::greet(client);
  client.open(lamp);
  const auto code = [&](const Json& position) {
    Json params = Client::document();
    params["position"] = position;
    return error_code(client.ask("textDocument/hover", params));
  };
  CHECK(code(nullptr) == cli::invalid_params);
  CHECK(code(Json{{"line", 0}}) == cli::invalid_params);
  CHECK(code(Json{{"line", "0"}, {"character", 0}}) == cli::invalid_params);
  CHECK(code(Json{{"line", -1}, {"character", -1}}) == 0);
  CHECK(code(Json{{"line", 1e18}, {"character", 1e300}}) == 0);
  CHECK(error_code(client.ask("textDocument/hover",
                              Client::place(lamp, "Lamp"))) == 0);
  CHECK(error_code(client.ask("textDocument/documentSymbol",
                              Client::document("file:///other.vic"))) ==
        cli::invalid_params);
}

TEST_CASE("a text changes as a whole, and in parts") {
  const std::string unknown =
      "process P { var x : nothing; }\nnetwork { node p : P; }\n";
  Client client;
  Client::greet(client);
  client.open(lamp);
  CHECK(client.diagnostics() == Json::array());
  client.change(unknown);
  CHECK(client.diagnostics().size() == 1);
  const std::size_t before = client.messages.size();
  client.server.rest();
  CHECK(client.messages.size() == before);  // nothing is said twice
  Json params = Client::document();
  params["textDocument"]["version"] = 9;
  params["contentChanges"] = Json::array(
      {Json{{"range", Json{{"start", Json{{"line", 0}, {"character", 20}}},
                           {"end", Json{{"line", 0}, {"character", 27}}}}},
            {"text", "bool"}}});
  client.tell("textDocument/didChange", params);
  CHECK(client.diagnostics() == Json::array());
  CHECK(client.messages.back()["params"]["version"] == 9);
  client.change(unknown);
  client.tell("textDocument/didClose", Client::document());
  CHECK(client.diagnostics() == Json::array());
}

// ---- runs
// --------------------------------------------------------------------

namespace {

Json command(const std::string& name, const std::string& property) {
  return Json{{"command", name},
              {"arguments", Json::array({Client::uri, property})}};
}

cli::RunAnswer answer(std::uint64_t number, network::Verdict verdict) {
  cli::RunAnswer a;
  a.number = number;
  a.verdicts.push_back({"dark", verdict, "violated by a run", "first: go"});
  return a;
}

Json lenses(Client& client) {
  return client.ask("textDocument/codeLens", Client::document())["result"];
}

}  // namespace

TEST_CASE("a run is asked for at a property, which shows its verdict") {
  Client client;
  Client::greet(
      client,
      Json{{"workspace", Json{{"codeLens", Json{{"refreshSupport", true}}}}}});
  client.open(lamp);
  const Json before = lenses(client);
  REQUIRE(before.size() == 4);  // two of each invariant
  CHECK(before[0]["command"]["title"] == "prove");
  CHECK(before[1]["command"]["title"] == "explore");
  CHECK(before[0]["command"]["arguments"] ==
        Json::array({Client::uri, "dark"}));
  CHECK(client.ask("workspace/executeCommand", command("vicinal.prove", "dark"))
            .is_null());
  REQUIRE(client.runs.questions.size() == 1);
  const cli::RunQuestion& question = client.runs.questions[0];
  CHECK(question.text == lamp);
  CHECK(question.name == "ring one.vic");
  CHECK(question.property == "dark");
  CHECK(question.kind == cli::RunKind::prove);
  client.server.finished(answer(question.number, network::Verdict::violated));
  const Json said = client.answer_to(client.next_id - 1);
  CHECK(said["result"]["verdicts"][0]["verdict"] == "violated");
  CHECK(client.messages.back()["method"] == "workspace/codeLens/refresh");
  CHECK(lenses(client)[0]["command"]["title"] == "prove: violated by a run");
  const Json diagnostics = client.diagnostics();
  REQUIRE(diagnostics.size() == 1);
  CHECK(diagnostics[0]["severity"] == 1);
  CHECK(diagnostics[0]["range"]["start"]["line"] == 2);
  CHECK(diagnostics[0]["relatedInformation"][0]["message"] == "first: go");
  // What was said of a text is not said of another one.
  client.change(lamp + "\n");
  CHECK(lenses(client)[0]["command"]["title"] == "prove");
  CHECK(client.diagnostics() == Json::array());
}

TEST_CASE("what speaks of runs is proved for every size, and not explored") {
  Client client;
  Client::greet(client);
  client.open(
      "param n : 1.. = 2;\nprocess P { action a { skip; } }\n"
      "network { node p[n] : P; }\nltl ever: G F {enabled};\n");
  const Json all = lenses(client);
  REQUIRE(all.size() == 1);
  CHECK(all[0]["command"]["title"] == "prove");
}

TEST_CASE("what is not violated is no error") {
  Client client;
  Client::greet(client);
  client.open(lamp);
  const auto severity = [&](network::Verdict verdict) {
    client.ask("workspace/executeCommand", command("vicinal.explore", "dark"));
    const std::uint64_t number = client.runs.questions.back().number;
    client.server.finished(answer(number, verdict));
    const Json all = client.diagnostics();
    return all.empty() ? 0 : all[0]["severity"].get<int>();
  };
  CHECK(severity(network::Verdict::unknown) == 3);
  CHECK(severity(network::Verdict::proved) == 0);
  CHECK(severity(network::Verdict::violated) == 1);
}

TEST_CASE("a run ends with the text, with a cancel, and with another run") {
  Client client;
  Client::greet(client);
  client.open(lamp);
  const auto begin = [&] {
    client.ask("workspace/executeCommand", command("vicinal.prove", "dark"));
    return client.next_id - 1;
  };
  const int changed = begin();
  client.change(lamp + "// more\n");
  CHECK(error_code(client.answer_to(changed)) == -32801);
  CHECK(client.runs.stops == 1);
  // It comes too late.
  const auto old = client.runs.questions.back().number;
  client.server.finished(answer(old, network::Verdict::proved));
  CHECK(lenses(client)[0]["command"]["title"] == "prove");
  const int cancelled = begin();
  client.tell("$/cancelRequest", Json{{"id", cancelled + 17}});
  CHECK(client.answer_to(cancelled).is_null());
  client.tell("$/cancelRequest", Json{{"id", cancelled}});
  CHECK(error_code(client.answer_to(cancelled)) == cli::request_cancelled);
  CHECK(client.runs.stops == 2);
  const int first = begin();
  const int second = begin();
  CHECK(error_code(client.answer_to(first)) == cli::request_cancelled);
  client.server.finished(answer(client.runs.questions.back().number - 1,
                                network::Verdict::proved));
  CHECK(client.answer_to(second).is_null());
  client.tell("textDocument/didClose", Client::document());
  CHECK(error_code(client.answer_to(second)) == -32801);
  const int last = begin();
  CHECK(client.answer_to(last).contains("error"));  // no text is open
  client.open(lamp);
  const int open = begin();
  client.ask("shutdown", nullptr);
  CHECK(error_code(client.answer_to(open)) == cli::request_cancelled);
  // Nobody waits for what comes now.
  client.server.finished(
      answer(client.runs.questions.back().number, network::Verdict::proved));
}

TEST_CASE("an invariant that was found is shown at its process") {
  Client client;
  Client::greet(client);
  client.open(lamp);
  const auto shown = [&] {
    return client
        .ask("textDocument/hover", Client::place(lamp, "process Lamp", 0, 9))
        .dump();
  };
  CHECK(shown().find("process Lamp") != std::string::npos);
  CHECK(shown().find("Invariant") == std::string::npos);
  client.ask("workspace/executeCommand", command("vicinal.prove", "dark"));
  cli::RunAnswer found =
      answer(client.runs.questions.back().number, network::Verdict::proved);
  found.invariants = {{{"Lamp"}, "a in l", {"a.on", "a.off"}},
                      {{"Other"}, "b in m", {"b.on"}},
                      {{"Lamp"}, "c in l", {}}};
  client.server.finished(found);
  CHECK(shown().find("Invariant of `a in l`:\\n```vicinal\\na.on\\na.off\\n") !=
        std::string::npos);
  CHECK(shown().find("b in m") == std::string::npos);
  CHECK(shown().find("c in l") == std::string::npos);
  client.change(lamp + "// more\n");
  CHECK(shown().find("Invariant") == std::string::npos);
}

TEST_CASE("a run that fails says why") {
  Client client;
  Client::greet(client);
  client.open(lamp);
  client.ask("workspace/executeCommand", command("vicinal.prove", "dark"));
  cli::RunAnswer failed;
  failed.number = client.runs.questions.back().number;
  failed.error = "the limit of time was reached";
  client.server.finished(failed);
  CHECK(client.answer_to(client.next_id - 1)["error"]["message"] ==
        "the limit of time was reached");
  const auto wrong = [&](const Json& params) {
    return error_code(client.ask("workspace/executeCommand", params));
  };
  CHECK(wrong(command("rm", "dark")) == cli::invalid_params);
  CHECK(wrong(Json{{"command", "vicinal.prove"}}) == cli::invalid_params);
  CHECK(wrong(Json{{"command", "vicinal.prove"},
                   {"arguments", Json::array({"file:///none.vic"})}}) ==
        cli::invalid_params);
}

TEST_CASE("invariants may follow the verdict that is waited for") {
  Client client;
  Client::greet(client);
  client.open(lamp);
  const auto shown = [&] {
    return client
               .ask("textDocument/hover",
                    Client::place(lamp, "process Lamp", 0, 9))
               .dump()
               .find("Invariant of `a in l`") != std::string::npos;
  };
  const auto begin = [&] {
    client.ask("workspace/executeCommand", command("vicinal.prove", "dark"));
    return client.runs.questions.back().number;
  };
  const auto verdict = [&](std::uint64_t number) {
    cli::RunAnswer first = answer(number, network::Verdict::violated);
    first.more = true;
    return first;
  };
  const auto behind = [&](std::uint64_t number) {
    cli::RunAnswer more;
    more.number = number;
    more.invariants = {{{"Lamp"}, "a in l", {"a.on"}}};
    return more;
  };
  std::uint64_t number = begin();
  const int id = client.next_id - 1;
  client.server.finished(verdict(number));
  CHECK(client.answer_to(id)["result"]["verdicts"].size() == 1);
  CHECK_FALSE(shown());
  // What is answered cannot be cancelled, and goes on.
  client.tell("$/cancelRequest", Json{{"id", id}});
  CHECK(client.runs.stops == 0);
  const std::size_t said = client.messages.size();
  client.server.finished(behind(number));
  CHECK(client.messages.size() == said);
  CHECK(shown());
  CHECK(lenses(client)[0]["command"]["title"] == "prove: violated by a run");
  // Nothing follows: another text, another run, or the end came first.
  number = begin();
  client.server.finished(verdict(number));
  client.change(lamp + "// more\n");
  CHECK(client.runs.stops == 1);
  client.server.finished(behind(number));
  CHECK_FALSE(shown());
  number = begin();
  client.server.finished(verdict(number));
  const std::uint64_t next = begin();
  CHECK(client.runs.stops == 2);
  client.server.finished(behind(number));
  CHECK_FALSE(shown());
  client.server.finished(verdict(next));
  const std::size_t before = client.messages.size();
  client.ask("shutdown", nullptr);
  CHECK(client.messages.size() == before + 1);
  CHECK(client.runs.stops == 3);
  client.server.finished(behind(next));
}

namespace {

// All that is answered, one behind the other.
std::vector<cli::RunAnswer> told(const cli::RunQuestion& question,
                                 const std::atomic<bool>& stop) {
  std::vector<cli::RunAnswer> all;
  cli::decide_now(question, stop,
                  [&](cli::RunAnswer one) { all.push_back(std::move(one)); });
  REQUIRE_FALSE(all.empty());
  REQUIRE(all.size() == (all[0].more ? 2 : 1));
  return all;
}

cli::RunAnswer decided(const cli::RunQuestion& question,
                       const std::atomic<bool>& stop) {
  const auto all = told(question, stop);
  cli::RunAnswer one = all[0];
  if (all.size() > 1) one.invariants = all[1].invariants;
  return one;
}

}  // namespace

TEST_CASE("a verdict is told before invariants of an instance are written") {
  const std::atomic<bool> go_on = false;
  const cli::RunQuestion question{7, cli::RunKind::prove, "m.vic", lamp,
                                  "dark"};
  const auto all = told(question, go_on);
  REQUIRE(all.size() == 2);
  CHECK(all[0].verdicts.size() == 1);
  CHECK(all[0].invariants.empty());
  CHECK(all[1].number == 7);
  CHECK(all[1].verdicts.empty());
  CHECK_FALSE(all[1].more);
  REQUIRE(all[1].invariants.size() == 1);
  CHECK_FALSE(all[1].invariants[0].formulas.empty());
}

TEST_CASE("runs decide what is asked") {
  const std::atomic<bool> go_on = false;
  const auto ask = [&](const std::string& text, cli::RunKind kind,
                       const std::string& property) {
    return decided({1, kind, "m.vic", text, property}, go_on);
  };
  using network::Verdict;
  cli::RunAnswer one = ask(lamp, cli::RunKind::prove, "dark");
  INFO(one.error);
  REQUIRE(one.verdicts.size() == 1);
  CHECK(one.verdicts[0].verdict == Verdict::violated);
  CHECK(one.verdicts[0].reason.find("l.press") != std::string::npos);
  REQUIRE(one.invariants.size() == 1);
  CHECK(one.invariants[0].processes == std::vector<std::string>{"Lamp"});
  one = ask(lamp, cli::RunKind::explore, "");
  REQUIRE(one.verdicts.size() == 3);
  CHECK(one.verdicts[0].verdict == Verdict::violated);
  CHECK(one.verdicts[1].verdict == Verdict::proved);
  CHECK(one.verdicts[2].property == "no model error");
  const std::string family =
      "param n : 1.. = 2;\nprocess P { var x : 0..3 = 0; action a when x < 2 { "
      "x := x + 1; } }\nnetwork { node p[n] : P; }\ninvariant low: forall i in "
      "p: i.x <= 2;\ninvariant zero: forall i in p: i.x == 0;\n";
  one = ask(family, cli::RunKind::prove, "low");
  REQUIRE(one.verdicts.size() == 1);
  CHECK(one.verdicts[0].text == "proved for every n >= 1, by single nodes");
  REQUIRE(one.invariants.size() == 1);
  CHECK(one.invariants[0].processes == std::vector<std::string>{"P"});
  CHECK(one.invariants[0].of == "a in p");
  CHECK(one.invariants[0].formulas == std::vector<std::string>{"a.x <= 2"});
  one = ask(family, cli::RunKind::prove, "zero");
  REQUIRE(one.verdicts.size() == 1);
  CHECK(one.verdicts[0].verdict == Verdict::violated);
  one = ask(family, cli::RunKind::explore, "low");
  REQUIRE(one.verdicts.size() == 1);
  CHECK(one.verdicts[0].text == "proved for this instance, in 6 states");
  const std::string ends =
      "param n : 1.. = 2;\nprocess P { var x : 0..3 = 2; action a when x > 0 { "
      "x := x - 1; } }\nnetwork { node p[n] : P; }\nltl done: F {!enabled};\n"
      "rank for done: sum(i in p: i.x);\nltl never: G F {enabled};\n";
  one = ask(ends, cli::RunKind::prove, "done");
  REQUIRE(one.verdicts.size() == 2);
  CHECK(one.verdicts[0].property == "no model error");
  CHECK(one.verdicts[1].verdict == Verdict::proved);
  one = ask(ends, cli::RunKind::prove, "never");
  REQUIRE(one.verdicts.size() == 2);
  CHECK(one.verdicts[1].verdict == Verdict::violated);
  CHECK(one.verdicts[1].text.find("where it ends") != std::string::npos);
  CHECK_FALSE(ask(lamp, cli::RunKind::prove, "none").error.empty());
  CHECK_FALSE(ask("process {", cli::RunKind::prove, "").error.empty());
  const std::atomic<bool> stop = true;
  CHECK(decided({1, cli::RunKind::prove, "m.vic", family, ""}, stop).stopped);
}

TEST_CASE("a network without its graph is not decided as another one") {
  // Of one node without edges both would hold.
  const std::string body =
      " {\n  node p : P;\n  edge e : bool via link;\n}\ninit forall x in e: "
      "!x;\ninvariant off: forall i in p: !i.on;\n";
  const std::string process =
      "process P {\n  port set link : inout bool;\n  var on : bool = false;\n"
      "  action go(x in link) when !x { x := true; on := true; }\n}\n";
  const std::atomic<bool> go_on = false;
  const auto ask = [&](const std::string& network, cli::RunKind kind) {
    return decided({1, kind, "m.vic", process + network + body, ""}, go_on);
  };
  const std::string file = "network from \"g.graphml\"";
  const std::string any = "network any";
  for (const auto kind : {cli::RunKind::prove, cli::RunKind::explore}) {
    const cli::RunAnswer answer = ask(file, kind);
    CHECK(answer.error.find("is in a file") != std::string::npos);
    CHECK(answer.verdicts.empty());
  }
  const cli::RunAnswer explored = ask(any, cli::RunKind::explore);
  CHECK(explored.error.find("--on FILE") != std::string::npos);
  CHECK(explored.verdicts.empty());
  const cli::RunAnswer proved = ask(any, cli::RunKind::prove);
  INFO(proved.error);
  REQUIRE(proved.verdicts.size() == 2);
  CHECK(proved.verdicts[0].verdict == network::Verdict::violated);
}

// ---- anything
// ------------------------------------------------------------------

TEST_CASE("whatever is said, each request has one answer") {
  const std::vector<std::string> methods = {"textDocument/hover",
                                            "textDocument/definition",
                                            "textDocument/references",
                                            "textDocument/completion",
                                            "textDocument/rename",
                                            "textDocument/prepareRename",
                                            "textDocument/signatureHelp",
                                            "textDocument/documentSymbol",
                                            "textDocument/foldingRange",
                                            "textDocument/formatting",
                                            "textDocument/codeAction",
                                            "textDocument/codeLens",
                                            "textDocument/didOpen",
                                            "textDocument/didChange",
                                            "textDocument/didClose",
                                            "textDocument/semanticTokens/full",
                                            "workspace/executeCommand",
                                            "$/cancelRequest",
                                            "textDocument/documentHighlight"};
  for (std::uint64_t seed = 1; seed <= random_models::runs(400); ++seed) {
    random_models::Dice dice(seed);
    Client client;
    Client::greet(client);
    client.open(lamp);
    std::map<int, int> answers;
    for (int k = 0; k < 20; ++k) {
      Json params = Client::place(lamp, dice.one_in(2) ? "on" : "Lamp");
      params["newName"] = "x";
      params["range"] =
          Json{{"start", params["position"]}, {"end", params["position"]}};
      params["contentChanges"] = Json::array(
          {Json{{"text",
                 lamp.substr(0, static_cast<std::size_t>(dice.below(300)))}}});
      params["command"] = "vicinal.prove";
      params["arguments"] = Json::array({Client::uri});
      // Something is missing, or of another type.
      const std::vector<Json> odd = {nullptr, 3, "x", Json::array(), true, -1};
      if (dice.one_in(3)) {
        auto at = params.begin();
        std::advance(at, dice.below(static_cast<int>(params.size())));
        at.value() = dice.of(odd);
      }
      const std::string& method = dice.of(methods);
      const bool notifies =
          method.find("/did") != std::string::npos || method.starts_with("$");
      if (notifies) {
        client.tell(method, params);
      } else {
        client.ask(method, params);
      }
      if (dice.one_in(4)) client.server.rest();
    }
    client.ask("shutdown", nullptr);
    for (const Json& m : client.messages) {
      if (m.contains("id") && !m.contains("method")) {
        CHECK(m.contains("result") != m.contains("error"));
        if (m["id"].is_number()) ++answers[m["id"].get<int>()];
      }
    }
    for (const auto& [id, count] : answers) CHECK(count == 1);
  }
}

}  // namespace protocol_test
