// SPDX-License-Identifier: MIT
// Whoever speaks with a server on JSON-RPC by a script: an editor, an agent.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "report/words/value_json.hpp"

namespace vicinal::test {

// A notification; as a request, too, with an id.
inline report::Json rpc_note(const std::string& method, report::Json params) {
  report::Json message{{"jsonrpc", "2.0"}, {"method", method}};
  message["params"] = std::move(params);
  return message;
}

inline report::Json rpc_request(const report::Json& id,
                                const std::string& method,
                                report::Json params) {
  report::Json message = rpc_note(method, std::move(params));
  message["id"] = id;
  return message;
}

// Speaks with a server in this process; `say` hands it a message, and puts what
// it sends behind `messages`.
class ScriptedClient {
 public:
  ScriptedClient() = default;
  virtual ~ScriptedClient() = default;
  ScriptedClient(const ScriptedClient&) = delete;
  ScriptedClient& operator=(const ScriptedClient&) = delete;

  // The answer, with "result" or "error"; null: there is none, or none yet.
  report::Json ask(const std::string& method, report::Json params) {
    const int id = next_id++;
    say(rpc_request(id, method, std::move(params)).dump());
    return answer_to(id);
  }
  void tell(const std::string& method, report::Json params) {
    say(rpc_note(method, std::move(params)).dump());
  }
  // Throws where there are two.
  report::Json answer_to(const report::Json& id) const {
    report::Json found;
    for (const report::Json& m : messages) {
      if (!m.contains("id") || m["id"] != id || m.contains("method")) continue;
      if (!found.is_null()) throw std::logic_error("two answers: " + m.dump());
      found = m;
    }
    return found;
  }

  std::vector<report::Json> messages;
  int next_id = 1;

 private:
  virtual void say(const std::string& message) = 0;
};

}  // namespace vicinal::test
