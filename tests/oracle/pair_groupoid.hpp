// SPDX-License-Identifier: MIT
// The oracle for pairwise symmetry: LS section 5, read literally, and the
// strengthened form that reduction needs. Triples ((i, j), beta, (m, n)) are
// written out and deleted until nothing changes.
#pragma once

#include <compare>
#include <utility>

#include "groupoid.hpp"

namespace vicinal::oracle {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

struct PairTriple {
  Pair from;
  Beta beta;  // on InOut(i) and InOut(j) together
  Pair to;

  auto operator<=>(const PairTriple&) const = default;
};
using PairTriples = std::set<PairTriple>;
using PairClasses = std::vector<std::vector<Pair>>;

// i != j, m != n, and beta is one function whose restrictions to InOut(i) and
// InOut(j) relate i to m and j to n in `singles`. Printed is "a function";
// one that is no bijection has no inverse, so that it is not in the groupoid.
PairTriples pair_symmetries(const network::Network& network,
                            const Triples& singles, std::size_t budget);

// The same with all local symmetries: the pairwise symmetry groupoid.
PairTriples pair_symmetries(const network::Network& network,
                            std::size_t budget);

PairTriple inverse(const PairTriple& t);
bool is_groupoid(const PairTriples& b, const network::Network& network);

// What must be there for every k in pt(i, j): an l in pt(m, n) and a local
// symmetry (k, delta, l), where delta is beta on the edges that k shares with
// the pair (Shared::exact: and maps them onto the edges that l shares with
// the other pair), ...
enum class PairRule : std::uint8_t {
  printed,      // and that is all
  strengthened  // such that beta and delta together relate (i, k) to (m, l)
                // and (j, k) to (n, l) in the relation
};

// Closed under inverse, all local, and the rule holds. TooLarge if there are
// more than `budget` local symmetries.
bool is_balance(const PairTriples& b, const network::Network& network,
                PairRule rule, Shared shared, std::size_t budget);

// The greatest one inside of `start`, which has pairwise symmetries only.
PairTriples greatest_pair_balance_within(PairTriples start,
                                         const network::Network& network,
                                         PairRule rule, Shared shared,
                                         std::size_t budget);

// The greatest one whose restrictions are in `singles`, and the greatest one.
PairTriples greatest_pair_balance(const network::Network& network,
                                  PairRule rule, Shared shared,
                                  const Triples& singles, std::size_t budget);
PairTriples greatest_pair_balance(const network::Network& network,
                                  PairRule rule, Shared shared,
                                  std::size_t budget);

// Classes of the ordered pairs of different nodes that chains of triples
// connect; sorted like Classes.
PairClasses orbits(const PairTriples& b, const network::Network& network);

}  // namespace vicinal::oracle
