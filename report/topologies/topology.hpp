// SPDX-License-Identifier: MIT
// What `vicinal topology` knows of a network, and how it says it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "groupoid/analysis/analysis.hpp"
#include "groupoid/automorphism/automorphisms.hpp"
#include "groupoid/pairs/pairs.hpp"
#include "groupoid/quotient_network/quotient.hpp"
#include "network/graph/summary.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline topologies {

// From the coarsest to the finest: each partition refines those above it,
// except that inexact classes may be finer than orbits.
struct Topology {
  groupoid::Partition io;     // Definition 2
  groupoid::Balance balance;  // B*, Definition 4 as printed
  // B* with Shared::onto, where that may be another relation: with edges of
  // more than two ends.
  std::optional<groupoid::Balance> onto = {};
  std::size_t quotient_edges = 0;
  // Where it is printed; none, too, if it is too large.
  std::optional<groupoid::Quotient> quotient = {};
  groupoid::Automorphisms automorphisms = {};
  std::optional<groupoid::Partition> orbits = {};     // with automorphisms
  std::optional<groupoid::Partition> equitable = {};  // --color-refinement
  // Of that; none: not counted, as there would be too many.
  std::optional<std::size_t> refinement_rounds = {};
  network::Summary summary = {};
  // With --pairs; none also where there are too many nodes.
  std::optional<groupoid::PairClasses> pairs = {};            // strengthened
  std::optional<groupoid::PairPartition> printed_pairs = {};  // LS section 5
  std::optional<groupoid::Analysis> analysis = {};            // --analyse
  bool interrupted = false;

  struct Phase {
    const char* name;
    double seconds;
  };
  std::vector<Phase> phases = {};  // what took how long
  bool pairs_cut_short = false;    // by a limit, or Ctrl-C
  bool analysis_cut_short = false;

  // Classes that the orbits split, with the number of orbits in each.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> split_classes() const;

  // The relation that quotients and reductions take.
  const groupoid::Balance& reduction() const { return onto ? *onto : balance; }
  bool reduction_differs() const {
    return onto && onto->nodes() != balance.nodes();
  }
  bool exact() const { return balance.exact() && reduction().exact(); }
};

// Lists of classes, generators and quotients above this many nodes (edges)
// are printed on request only.
inline constexpr std::size_t longest_list = 10'000;

std::string topology_text(const Style& style, const Opened& opened,
                          const Topology& topology);
Json topology_json(const Style& style, const Opened& opened,
                   const Topology& topology);

}  // namespace vicinal::report::inline topologies
