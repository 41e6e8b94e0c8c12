// SPDX-License-Identifier: MIT
// How ranks come together before a search, and part after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/checkpoint/company.hpp"
#include "explore/search/explorer.hpp"
#include "network/ranks/exchange.hpp"

namespace vicinal::explore::inline ranks {

using network::Exchange;

// The limit that a rank has reached before it came to the search. No rank comes
// to another meeting then.
struct RankLeft {
  network::Limit limit = network::Limit::none;
};

// What a rank brings that is to search, or a limit that keeps it from it.
// Polls.
std::vector<std::uint64_t> coming(const network::Instance& instance,
                                  const Options& options);
std::vector<std::uint64_t> coming(network::Limit limit);

// The limit that keeps a rank, and so all, from beginning; none: all begin.
// Throws RankLeft if a rank is not there, and std::runtime_error if they have
// read different things.
network::Limit begin(Exchange& exchange, std::span<const std::uint64_t> mine);

// Instead of a search, or of `part`: this rank does not come.
void leave(Exchange& exchange, network::Limit limit);

// At the end of all: every rank is done, or has left.
void part(Exchange& exchange);

// Ranks that save together. Throws RankLeft if one is not there, or does not
// save.
class RankCompany : public Company {
 public:
  explicit RankCompany(Exchange& exchange) : exchange_(exchange) {}
  unsigned rank() const override { return exchange_.rank(); }
  std::vector<std::vector<std::uint64_t>> gather(
      std::span<const std::uint64_t> mine) override;

 private:
  Exchange& exchange_;
};

}  // namespace vicinal::explore::inline ranks
