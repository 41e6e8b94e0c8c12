// SPDX-License-Identifier: MIT
// Guards: the program itself speaks the protocol on its streams, decides in a
// thread of its own, and ends when it is told, and when nobody listens.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/rpc/framing.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/scripted_client.hpp"

namespace program_test {

using namespace vicinal::test;

namespace {

std::string message(const Json& json) {
  return vicinal::cli::framed(json.dump());
}

std::string request(int id, const std::string& method, Json params) {
  return message(rpc_request(id, method, std::move(params)));
}

std::string note(const std::string& method, Json params) {
  return message(rpc_note(method, std::move(params)));
}

std::vector<Json> messages(const std::string& bytes) {
  vicinal::cli::Framing framing;
  framing.add(bytes);
  std::vector<Json> result;
  while (const auto one = framing.next()) {
    CHECK(one->error.empty());
    result.push_back(Json::parse(one->text));
  }
  CHECK_FALSE(framing.within());
  return result;
}

const std::string begin = request(1, "initialize", Json::object()) +
                          note("initialized", Json::object());
const std::string end =
    request(99, "shutdown", nullptr) + note("exit", nullptr);

Json document(const std::string& text) {
  return Json{{"textDocument", Json{{"uri", "file:///m.vic"},
                                    {"languageId", "vicinal"},
                                    {"version", 1},
                                    {"text", text}}}};
}

}  // namespace

TEST_CASE("an editor that says hello and goodbye") {
  const Outcome outcome = ask({"lsp"}, {.input = begin + end});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  const auto all = messages(outcome.out);
  REQUIRE(all.size() == 2);
  CHECK(all[0]["result"]["capabilities"]["hoverProvider"] == true);
  CHECK(all[1]["id"] == 99);
}

TEST_CASE("an editor that goes without a word") {
  CHECK(ask({"lsp"}, {.input = begin}).code == 1);
  CHECK(ask({"lsp"}, {.input = ""}).code == 1);
  CHECK(ask({"lsp"}, {.input = "GET / HTTP/1.1\r\n\r\n"}).code == 1);
  CHECK(ask({"lsp", "model.vic"}).code == 2);
}

TEST_CASE("what is wrong with a text is said by itself") {
  const Outcome outcome = ask(
      {"lsp"},
      {.input = begin +
                note("textDocument/didOpen",
                     document("process P { var x : nothing; }")) +
                request(2, "textDocument/documentSymbol", document("")) + end});
  const auto all = messages(outcome.out);
  INFO(outcome.out);
  CHECK(outcome.code == 0);
  REQUIRE(all.size() >= 3);
  CHECK(all[1]["id"] == 2);
}

TEST_CASE("a run that is asked for is answered once, whenever the end comes") {
  const std::string model =
      "param n : 2.. = 3; process P { var x : 0..3 = 0; action a when x < 2 { "
      "x := x + 1; } }\nnetwork { node p[n] : P; }\ninvariant low: forall i in "
      "p: i.x <= 2;\n";
  const Outcome outcome = ask(
      {"lsp"},
      {.input = begin + note("textDocument/didOpen", document(model)) +
                request(2, "workspace/executeCommand",
                        Json{{"command", "vicinal.prove"},
                             {"arguments", Json::array({"file:///m.vic"})}}) +
                end});
  CHECK(outcome.code == 0);
  int answers = 0;
  for (const Json& m : messages(outcome.out)) {
    if (!m.contains("id") || m["id"] != 2) continue;
    ++answers;
    CHECK(m.contains("result") != m.contains("error"));
  }
  CHECK(answers == 1);
}

}  // namespace program_test
