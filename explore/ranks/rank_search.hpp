// SPDX-License-Identifier: MIT
// Breadth-first search by ranks that have no memory in common: each state
// belongs to one of them. The answer is that of `explore`, to the last step of
// every run that is shown.
//
//   network::ThreadRanks ranks(4);
//   ranks.run([&](network::Exchange& exchange) {
//     found[exchange.rank()] = explore_on_ranks(instance, options, exchange);
//   });
#pragma once

#include "explore/ranks/coming.hpp"
#include "explore/ranks/outbox.hpp"
#include "explore/search/explorer.hpp"
#include "network/ranks/exchange.hpp"

namespace vicinal::explore::inline ranks {

// More ranks than shards of a store would have nothing to do.
inline constexpr unsigned most_ranks = 256;

// All ranks call it, with the same instance and options, and have the same
// answer, but for `seconds`, `peak_bytes` and a run that only some had the time
// to make. Each obeys the limits for itself; when one has reached one, all end.
// Of the options, each_state, known_to_hold and known_not_to_fail must be
// empty or false; a rank has one thread. What is saved, if there is a keeper
// (of all ranks, or none, each with a RankCompany), is where a level begins: a
// limit loses what was done of one. Another number of ranks, or `explore`, goes
// on from it, and ranks from what `explore` has saved. `traffic`, if it is not
// null: what all have sent and done is added, and what
// all have the same of is put there.
//
// Throws RankLeft if a rank is not there, and std::runtime_error if the ranks
// search different things.
Exploration explore_on_ranks(const network::Instance& instance,
                             const Options& options,
                             network::Exchange& exchange,
                             Traffic* traffic = nullptr);

}  // namespace vicinal::explore::inline ranks
