// SPDX-License-Identifier: MIT
// `vicinal-mpi explore`: what `vicinal explore` does, by several ranks, of
// which the first prints and writes.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "network/ranks/exchange.hpp"

namespace vicinal::cli {

// What ranks do not do, in a sentence; empty: they do all that is asked. No
// option is ignored.
std::string not_on_ranks(const Options& options, unsigned ranks);

// Says what is wrong with what is asked; the exit code.
int wrong_usage_of_ranks(const Options& options, const std::string& wrong);

// Everything after main, on one of the ranks: its exit code. `together`: false,
// the others may still wait for this one, and have to be ended.
struct RankEnd {
  int code = 0;
  bool together = true;
};
RankEnd run_on_ranks(const std::vector<std::string>& arguments,
                     network::Exchange& exchange);

}  // namespace vicinal::cli
