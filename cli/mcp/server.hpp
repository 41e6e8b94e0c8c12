// SPDX-License-Identifier: MIT
// The server of the Model Context Protocol: a message in, messages out. Neither
// reads nor writes a stream, nor runs anything itself, so that tests and
// fuzzing speak with it as an agent does.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/mcp/calls.hpp"
#include "cli/rpc/message.hpp"

namespace vicinal::cli::mcp {

// Errors of the protocol, besides those of JSON-RPC.
inline constexpr int resource_not_found = -32002;
inline constexpr int too_many_calls = -32000;

// Calls that wait at most, behind the one that runs.
inline constexpr std::size_t most_waiting = 64;

// Calls of tools run one after the other, in the order in which they came;
// everything else is answered at once. What is cancelled is not answered.
class Server {
 public:
  // `send` gets each message; `calls` runs what tools are. Both must outlive
  // it.
  using Send = std::function<void(const Json&)>;
  Server(Send send, Calls& calls) : send_(std::move(send)), calls_(calls) {}

  // A message, as it came. Whatever it is, there is an answer or none is due;
  // nothing is thrown but for lack of memory.
  void take(std::string_view text);
  // What came could not be taken for a message.
  void refuse(const std::string& sentence);
  // Takes what a run has said.
  void finished(const Called& called);
  // Nothing waits for a rest.
  void rest() {}
  // The protocol has no goodbye: it ends with the input.
  bool ended() const { return false; }

 private:
  struct Waiting {
    Json id;
    Call call;
  };

  void request(const Json& id, const std::string& method, const Json& params);
  Json answer(const std::string& method, const Json& params);
  void call(const Json& id, const Json& params);
  void cancel(const Json& id);
  void go_on();

  Send send_;
  Calls& calls_;
  bool initialized_ = false;
  std::uint64_t last_number_ = 0;
  std::optional<Waiting> running_;
  std::deque<Waiting> waiting_;
};

}  // namespace vicinal::cli::mcp
