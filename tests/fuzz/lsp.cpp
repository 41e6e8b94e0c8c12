// SPDX-License-Identifier: MIT
// Any bytes from an editor: the server answers or does not, but stays; what it
// says is JSON, and every request has one answer at most. And any bytes as the
// text of a model, with everything asked about it at some places.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/lsp/server.hpp"
#include "cli/rpc/framing.hpp"

using namespace vicinal::cli;

namespace {

// Engines have tests of their own.
class NoRuns : public Runs {
 public:
  void begin(RunQuestion) override {}
  void stop() override {}
};

class Session {
 public:
  Session() : server_([this](const Json& m) { check(m); }, runs_) {
    say("initialize", 0, Json::object());
    open("process P { var x : bool = false; }\nnetwork { node p : P; }\n");
  }

  void open(const std::string& text) {
    Json document{{"uri", uri}, {"languageId", "vicinal"}, {"version", 1}};
    document["text"] = text;
    say("textDocument/didOpen", -1, Json{{"textDocument", document}});
  }
  void say(const std::string& method, int id, Json params) {
    Json message{{"jsonrpc", "2.0"}, {"method", method}};
    if (id >= 0) message["id"] = id;
    message["params"] = std::move(params);
    server_.take(message.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  void stream(const std::string& bytes) {
    Framing framing;
    framing.add(bytes);
    while (const auto message = framing.next()) {
      if (message->error.empty()) {
        server_.take(message->text);
      } else {
        server_.refuse(message->error);
      }
    }
    server_.rest();
  }
  void ask_everything(const std::string& text) {
    open(text);
    server_.rest();
    int id = 1;
    for (const std::uint32_t line : {0U, 1U, 3U}) {
      for (const std::uint32_t character : {0U, 5U, 12U}) {
        const Json place{{"line", line}, {"character", character}};
        Json params{{"textDocument", Json{{"uri", uri}}},
                    {"position", place},
                    {"range", Json{{"start", place}, {"end", place}}},
                    {"newName", "other"}};
        for (const char* method :
             {"hover", "definition", "references", "completion", "rename",
              "prepareRename", "signatureHelp", "documentSymbol",
              "foldingRange", "formatting", "codeAction", "codeLens",
              "semanticTokens/full"}) {
          say(std::string("textDocument/") + method, id++, params);
        }
      }
    }
  }

 private:
  void check(const Json& message) {
    const std::string text =
        message.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!Json::accept(text)) std::abort();
    if (message.contains("result") && message.contains("error")) std::abort();
  }

  static constexpr const char* uri = "file:///fuzz.vic";
  NoRuns runs_;
  Server server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  Session session;
  if (bytes.starts_with("Content") || size % 4 == 0) {
    session.stream(bytes);
    session.stream(framed(bytes));
  } else {
    session.ask_everything(bytes);
  }
  return 0;
}
