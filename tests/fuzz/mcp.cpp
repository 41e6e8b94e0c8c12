// SPDX-License-Identifier: MIT
// Any bytes from an agent, and any bytes as the arguments of a call: the server
// answers or does not, but stays; what it says is JSON, each request has one
// answer at most, and what it would run writes no file.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "cli/mcp/server.hpp"
#include "cli/options/options.hpp"
#include "cli/rpc/framing.hpp"

using namespace vicinal::cli;

namespace {

// Commands have tests of their own; what is asked of them is looked at.
class NoCalls : public mcp::Calls {
 public:
  void begin(mcp::Call call) override {
    if (runs_) std::abort();
    runs_ = true;
    number = call.number;
    const Parsed parsed = parse_arguments(call.launch.arguments);
    if (!parsed.error.empty()) return;
    const Options& o = parsed.options;
    for (const std::string* file :
         {&o.certificate, &o.obligations_to, &o.report, &o.sarif, &o.junit,
          &o.itf, &o.chart, &o.disk, &o.checkpoint, &o.resume}) {
      if (!file->empty()) std::abort();
    }
    if (o.models.size() > 1) std::abort();
  }
  void stop() override { runs_ = false; }
  bool runs() const { return runs_; }

  std::uint64_t number = 0;

 private:
  bool runs_ = false;
};

class Session {
 public:
  Session() : server_([this](const Json& m) { check(m); }, calls_) {}

  void stream(const std::string& bytes) {
    LineFraming framing;
    framing.add(bytes);
    while (const auto message = framing.next()) {
      if (message->error.empty()) {
        server_.take(message->text);
      } else {
        server_.refuse(message->error);
      }
      if (calls_.runs() && bytes.size() % 3 == 0) finish(bytes);
    }
  }
  void finish(const std::string& out) {
    processes::Ran ran;
    ran.exit = static_cast<int>(out.size() % 5);
    ran.out = out;
    calls_.stop();
    server_.finished({calls_.number, ran});
  }

 private:
  void check(const Json& message) {
    if (!Json::accept(text_of_message(message))) std::abort();
    if (message.contains("result") == message.contains("error")) std::abort();
  }

  NoCalls calls_;
  mcp::Server server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  Session session;
  session.stream("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}\n");
  session.stream(bytes + "\n");
  for (const char* tool : {"prove", "explore", "simulate", "explain"}) {
    session.stream(std::string("{\"id\":\"") + tool +
                   "\",\"method\":\"tools/call\",\"params\":{\"name\":\"" +
                   tool + "\",\"arguments\":" + bytes + "}}\n");
  }
  session.finish(bytes);
  return 0;
}
