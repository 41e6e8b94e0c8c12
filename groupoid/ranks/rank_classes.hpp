// SPDX-License-Identifier: MIT
// The classes of a network that lies on several ranks: those that
// io_similarity, balance and color_refinement find on one.
//
//   network::Post post(exchange);
//   const RankClasses classes = classes_on_ranks(part, post, {});
//   const std::uint64_t count = count_classes(classes.balance, post);
#pragma once

#include "groupoid/ranks/rank_refinement.hpp"
#include "network/ranks/network_part.hpp"

namespace vicinal::groupoid::inline ranks {

struct RankClassOptions {
  bool color_refinement = false;
  RankOptions refinement;
};

// Of this rank's nodes: a number each, equal on all ranks for nodes of a class,
// and no others.
struct RankClasses {
  network::Words io;       // Definition 2
  network::Words balance;  // B*, Definition 4
  network::Words equitable;
  RankRounds balance_rounds, equitable_rounds;
};

// All ranks call it, with the same options. Throws LimitReached as the post
// does. Polls.
RankClasses classes_on_ranks(const network::NetworkPart& part,
                             network::Post& post,
                             const RankClassOptions& options);

// How many numbers all ranks have, each once.
std::uint64_t count_classes(const network::Words& classes, network::Post& post);
// How many pairs of them, of the same nodes. As many as there are numbers of
// either kind: the classes are the same.
std::uint64_t count_pairs(const network::Words& a, const network::Words& b,
                          network::Post& post);

}  // namespace vicinal::groupoid::inline ranks
