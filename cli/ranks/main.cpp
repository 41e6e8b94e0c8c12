// SPDX-License-Identifier: MIT
// mpirun takes for its own the first exit code that is not 0, and ends the
// other ranks then: so only the first rank has one, when it has printed. mpirun
// has codes of its own besides, among them 1; where a launcher has to tell them
// from ours, `--codes-from N` (before anything else) adds N to each of ours.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/ranks/mpi_exchange.hpp"
#include "cli/ranks_command.hpp"
#include "cli/session/stopping.hpp"

namespace {

int run(int count, char** arguments) {
  using namespace vicinal::cli;
  MpiExchange exchange(count, arguments);
  std::vector<std::string> words(arguments + 1, arguments + count);
  int codes_from = 0;
  if (words.size() > 1 && words[0] == "--codes-from") {
    codes_from = std::atoi(words[1].c_str());
    words.erase(words.begin(), words.begin() + 2);
  }
  // What mpirun sends for Ctrl-C, and what it passes on.
  stop_on(SIGTERM);
  stop_on(SIGUSR1);
  const RankEnd end = run_on_ranks(words, exchange);
  if (!end.together) MpiExchange::stop(codes_from + end.code);
  return exchange.rank() == 0 ? codes_from + end.code : 0;
}

}  // namespace

int main(int count, char** arguments) {
  return run(count, arguments);
}
