// SPDX-License-Identifier: MIT
// `vicinal mcp`: the server of tools on standard input and output.
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/mcp/server.hpp"
#include "cli/rpc/serving.hpp"
#include "cli/session/stopping.hpp"

namespace vicinal::cli {

// Where the input ends nobody waits for an answer: what runs is stopped.
int mcp_command(const Options&) {
  disarm_backstop();
  static auto& queue = *new Queue<mcp::Called>;
  mcp::ProcessCalls calls(
      [](mcp::Called called) { queue.add(std::move(called)); });
  mcp::Server server(
      [](const Json& message) {
        print(text_of_message(message) + "\n");
        std::fflush(stdout);
      },
      calls);
  serve<LineFraming>(queue, server);
  return exit_holds;
}

}  // namespace vicinal::cli
