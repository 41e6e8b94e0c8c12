// SPDX-License-Identifier: MIT
// Whether two networks are the same: isomorphic, locally equivalent, or one a
// part of the other.
//
//   Comparison c;
//   compare(ring_of_six, ring_of_twelve, {}, c);
//   // c.isomorphic == Answer::no, c.locally_equivalent == Answer::yes
//
// Colors are compared by their names, ports by name or, without names, number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "groupoid/automorphism/automorphisms.hpp"
#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline comparison {

enum class Answer : std::uint8_t { unknown, no, yes };

struct ComparisonLimits {
  AutomorphismLimits automorphisms;
  // Vertices that the search for a part looks at, one by one.
  std::uint64_t part_work = 200'000'000;
};

// A node, of the first network (0) or the second (1).
struct Member {
  int which = 0;
  network::NodeId node;
};

struct Comparison {
  // Bijections of nodes and of edges keep colors, and who reads and who writes
  // what at which port.
  Answer isomorphic = Answer::unknown;

  // There is a balance relation R (LS section 4, onto: what the quotients of
  // LS 4.4 need) of both networks side by side that has for each node of the
  // one a node of the other: a bisimulation of their local symmetries. A local
  // invariant of the one is then one of the other.
  Answer locally_equivalent = Answer::unknown;
  // Classes of that relation, if it holds; if not, a node without a
  // counterpart.
  std::size_t classes = 0;
  std::optional<Member> alone;

  // part[0]: the first is what is left of the second when nodes and edges are
  // deleted, a node with all of its edges; part[1]: the other way round.
  Answer part[2] = {Answer::unknown, Answer::unknown};
  // Where one is, and the search found it: per node of the part, its node in
  // the whole.
  std::vector<network::NodeId> place[2];
};

// Fills `out`, and polls: LimitReached leaves there what is known. The answers
// are consistent: what is isomorphic is all of it.
void compare(const network::Network& first, const network::Network& second,
             const ComparisonLimits& limits, Comparison& out);

}  // namespace vicinal::groupoid::inline comparison
