// SPDX-License-Identifier: MIT
// `vicinal lsp`: the language server on standard input and output.
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/lsp/server.hpp"
#include "cli/rpc/serving.hpp"
#include "cli/session/stopping.hpp"

namespace vicinal::cli {

int lsp_command(const Options&) {
  disarm_backstop();
  static auto& queue = *new Queue<RunAnswer>;
  ThreadRuns runs([](RunAnswer answer) { queue.add(std::move(answer)); });
  Server server(
      [](const Json& message) {
        print(framed(text_of_message(message)));
        std::fflush(stdout);
      },
      runs);
  serve<Framing>(queue, server);
  return server.exit_code();
}

}  // namespace vicinal::cli
