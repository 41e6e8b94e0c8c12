// SPDX-License-Identifier: MIT
// What ranks know together of the classes of a network, and how it is said: in
// the words of topology.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "groupoid/similarity/partition.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline topologies {

struct RankClassList {
  std::uint64_t count = 0;
  // They are those that are reported before them.
  bool same = false;
  std::optional<groupoid::Partition> listed;  // with names
};

struct RankTopology {
  std::string name;
  std::uint64_t nodes = 0, edges = 0, merged = 0;
  RankClassList io, balance;
  std::optional<RankClassList> equitable;
  std::vector<std::string> names;  // of nodes, where classes are listed
};

// As `vicinal topology --quiet` says it, without automorphisms and quotient.
std::string rank_topology_text(const RankTopology& topology);
// The same keys.
Json rank_topology_json(const RankTopology& topology);

}  // namespace vicinal::report::inline topologies
