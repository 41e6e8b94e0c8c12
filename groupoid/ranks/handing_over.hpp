// SPDX-License-Identifier: MIT
// The end of a refinement on ranks, by the first one alone. Not for use outside
// of groupoid/ranks/.
#pragma once

#include "groupoid/ranks/rank_refinement.hpp"

namespace vicinal::groupoid::inline ranks {

// All ranks. `classes`, of own vertices, become the coarsest stable ones;
// `changed` are the own vertices whose class is new since all saw what is new;
// each rank has made at most `made` classes. False, and nothing is done, where
// what is not settled takes the first rank too much memory.
//
// A vertex that is alone in its class, and has been seen there, tells nobody
// anything more: it stays where it is, and so do its arcs.
bool hand_over(const RankArcs& arcs, const network::Words& changed,
               std::size_t made, network::Post& post,
               const RankOptions& options, network::Words& classes);

}  // namespace vicinal::groupoid::inline ranks
