// SPDX-License-Identifier: MIT
// A line is read, obeyed, and answered. While steps are taken Ctrl-C stops
// them; at the prompt it ends the program.
#include "cli/simulation/by_hand.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "cli/session/session.hpp"
#include "cli/simulation/hand.hpp"
#include "network/base/budget.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::cli::inline simulation {

using report::limit_text;

namespace {

constexpr std::size_t most_line = 65536;  // bytes of a line; others are lost

// The next line of standard input, without its end; none: it is at its end.
std::optional<std::string> read_line() {
  std::string line;
  int c = std::fgetc(stdin);
  if (c == EOF) return std::nullopt;
  for (; c != EOF && c != '\n'; c = std::fgetc(stdin)) {
    if (line.size() < most_line) line += static_cast<char>(c);
  }
  return line;
}

void answer(const std::string& text) {
  print(text);
  std::fflush(stdout);
}

void obey_lines(const Options& options, Hand& hand) {
  {
    const Watched watched(options);
    answer(hand.title() + ": 'help' lists the commands\n");
    answer(hand.begin());
  }
  const bool terminal = isatty(STDIN_FILENO) != 0;
  for (;;) {
    if (terminal) answer("> ");
    const auto line = read_line();
    if (!line) break;
    const Typed typed = read_typed(*line);
    if (typed.kind == Typed::quit) break;
    const Engines engines;
    const Watched watched(options);
    answer(hand.obey(typed));
  }
}

}  // namespace

int run_by_hand(const Options& options, Hand& hand) {
  try {
    obey_lines(options, hand);
  } catch (const network::LimitReached& reached) {
    say(fmt::format("vicinal: not finished, {}\n", limit_text(reached.limit)));
    return hand.violated().empty() ? exit_undecided : exit_violated;
  }
  return hand.violated().empty() ? exit_holds : exit_violated;
}

}  // namespace vicinal::cli::inline simulation
