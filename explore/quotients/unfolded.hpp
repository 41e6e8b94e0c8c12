// SPDX-License-Identifier: MIT
// Guarded annotated quotients with all that belongs to them: the graph that
// they are of, labels and guards of edges, what they unwind to before and after
// states that are alike are taken together (GQ 3.1, 3.2).
//
// They are for pictures and lists of small instances: formulas are checked on
// `UnwoundGraph`, which never makes what stands here. That an edge belongs to
// the model is asked of the model's own steps. A state without a step has no
// arc; a step that fails is left out.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explore/temporal/guarded_quotient.hpp"

namespace vicinal::explore::inline quotients {

// G and H (GQ Figure 1): what is reachable in H, the model without what was
// left out of it.
struct WholeGraph {
  std::vector<GuardedQuotient::State> states;
  std::vector<std::uint32_t> initial;
  struct Arc {
    std::uint32_t from = 0, to = 0;
    bool added = false;  // it is no step of the model
    auto operator<=>(const Arc&) const = default;
  };
  std::vector<Arc> arcs;  // ascending, each once
};

// GQS(H, all exchanges) (GQ Figure 2).
struct AnnotatedQuotient {
  std::vector<GuardedQuotient::State> states;  // representatives
  std::vector<std::uint32_t> initial;
  struct Edge {
    std::uint32_t from = 0;
    // The label f: whose image of the target is where the step leads to. The
    // process that f takes each to, by numbers of GuardedQuotient::processes.
    std::vector<std::uint32_t> label;
    GuardedQuotient::Edge step;
  };
  std::vector<Edge> edges;
};

// GQS_Stru (GQ Figure 3) and Reduced_Stru (Figure 4), as far as colors tell
// processes apart: those of one color may change places with all predicates as
// they are.
struct Unwound {
  struct Node {
    std::uint32_t representative = 0;
    std::vector<std::uint32_t> at;  // the process at each place
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> initial;
  // Ascending, each once.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;
  // Per node: that of Reduced_Stru that it belongs to (Theorem 2, part 4).
  std::vector<std::uint32_t> reduced;
  std::uint32_t reduced_size = 0;
};

// Of an instance and its quotient, which has to be there. None: there are more
// than `most` states or nodes. Polls.
std::optional<WholeGraph> whole_graph(const network::Instance& instance,
                                      GuardedQuotient& quotient,
                                      std::size_t most);
std::optional<AnnotatedQuotient> annotated_quotient(
    const network::Instance& instance, GuardedQuotient& quotient,
    std::size_t most);
// `alike`: nodes that may change places with the model and all predicates.
std::optional<Unwound> unwound(
    const network::Instance& instance, GuardedQuotient& quotient,
    const std::vector<std::vector<network::NodeId>>& alike, std::size_t most);

}  // namespace vicinal::explore::inline quotients
