// SPDX-License-Identifier: MIT
// A scripted editor: speaks with a server that decides nothing by itself.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/lsp/server.hpp"
#include "tests/cli/scripted_client.hpp"

namespace vicinal::test {

using cli::Json;

// Runs that are written down; a test says what they find.
class NotedRuns : public cli::Runs {
 public:
  void begin(cli::RunQuestion question) override {
    questions.push_back(std::move(question));
  }
  void stop() override { ++stops; }

  std::vector<cli::RunQuestion> questions;
  int stops = 0;
};

class Client : public ScriptedClient {
 public:
  static constexpr const char* uri = "file:///models/ring%20one.vic";

  Client() : server([this](const Json& m) { messages.push_back(m); }, runs) {}

  // A client that has said hello.
  static void greet(Client& client, Json capabilities = Json::object()) {
    client.ask("initialize", Json{{"capabilities", std::move(capabilities)}});
    client.tell("initialized", Json::object());
  }

  void open(const std::string& text, const std::string& at = uri) {
    tell("textDocument/didOpen",
         Json{{"textDocument", Json{{"uri", at},
                                    {"languageId", "vicinal"},
                                    {"version", 1},
                                    {"text", text}}}});
  }
  void change(const std::string& text, const std::string& at = uri) {
    tell("textDocument/didChange",
         Json{{"textDocument", Json{{"uri", at}, {"version", ++version}}},
              {"contentChanges", Json::array({Json{{"text", text}}})}});
  }
  // What is wrong, once the server rests.
  Json diagnostics(const std::string& at = uri) {
    server.rest();
    Json last;
    for (const Json& m : messages) {
      if (m.value("method", "") != "textDocument/publishDiagnostics") continue;
      if (m["params"]["uri"] == at) last = m["params"]["diagnostics"];
    }
    return last;
  }

  static Json document(const std::string& at = uri) {
    return Json{{"textDocument", Json{{"uri", at}}}};
  }
  // The place of the n-th time that `word` stands in the text, from 0.
  static Json place(const std::string& text, const std::string& word,
                    std::size_t n = 0, std::size_t within = 0) {
    std::size_t at = text.find(word);
    for (; n > 0; --n) at = text.find(word, at + 1);
    if (at == std::string::npos) throw std::out_of_range(word);
    at += within;
    const std::size_t line = std::count(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::size_t begin =
        at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    Json params = document();
    params["position"] =
        Json{{"line", line},
             {"character", begin == std::string::npos ? at : at - begin - 1}};
    return params;
  }

  NotedRuns runs;
  cli::Server server;
  int version = 1;

 private:
  void say(const std::string& message) override { server.take(message); }
};

// A text with an edit applied, from the end to the beginning.
inline std::string edited(const std::string& text, const Json& edits) {
  std::string out = text;
  for (std::size_t i = edits.size(); i-- > 0;) {
    const cli::Positions positions(text);
    const Json& range = edits[i]["range"];
    const std::uint32_t begin =
        positions.offset(cli::character_of(range["start"]));
    const std::uint32_t end = positions.offset(cli::character_of(range["end"]));
    out.replace(begin, end - begin, edits[i]["newText"].get<std::string>());
  }
  return out;
}

}  // namespace vicinal::test
