// SPDX-License-Identifier: MIT
// Whether paths from nodes of a graph satisfy a path formula: the product of
// the graph and the automaton, searched for a fair accepted loop.
#pragma once

#include <tsl/robin_map.h>
#include <functional>
#include <optional>
#include <vector>

#include "explore/temporal/automaton.hpp"
#include "explore/temporal/graph.hpp"

namespace vicinal::explore::inline temporal {

// A path that goes on for ever: behind the last node comes that at `loop`,
// which it is. `letters`: what the run rests on at each node but the last.
struct Lasso {
  Graph::Path path;
  std::vector<std::vector<FormulaId>> letters;
};

class Product {
 public:
  // All must outlive it. With `global` a path has to take each move of each
  // node that it comes to again and again, again and again.
  Product(Graph& graph, const std::vector<FairAction>& fair, bool global,
          Automaton& automaton, Automaton::Letter holds);

  // Whether some fair path from a node satisfies the formula, for each of
  // these. O(product), which is made as far as it is reached from them.
  std::vector<bool> satisfied(const std::vector<std::uint32_t>& nodes);

  // One of the nodes from which such a path goes out, found as early as may be
  // (on the fly, if fairness is weak), and the path. To be asked of
  // a fresh product.
  std::optional<Lasso> witness(const std::vector<std::uint32_t>& nodes);

  // How many pairs were reached.
  std::uint64_t size() const { return pairs_.size(); }

 private:
  struct Pair {
    std::uint32_t node = 0, state = 0;
  };
  // A step of the product.
  struct Step {
    std::uint32_t to = 0;
    std::uint32_t by = not_fair;
    std::uint32_t transition = 0;  // of the automaton
  };
  using Marks = std::vector<std::uint64_t>;
  struct Component;
  struct Open;
  class Closing;

  std::uint32_t number(std::uint32_t node, std::uint32_t state);
  void steps(std::uint32_t pair, std::vector<Step>& out);
  void add_marks(std::uint32_t pair, const Step& step, Marks& marks);
  const Marks& not_enabled(std::uint32_t node);
  bool has_all(const Marks& marks) const;
  void search(std::uint32_t root, bool first_only);
  void close(std::vector<std::uint32_t> members, const Component& component);
  std::optional<std::vector<std::uint32_t>> fair_part(
      const std::vector<std::uint32_t>& members);
  bool takes_every_way(const std::vector<std::uint32_t>& members);
  // Of a step, or a move: the nodes that it leads from and to.
  static std::uint64_t way(std::uint32_t from, std::uint32_t to) {
    return std::uint64_t{from} << 32 | to;
  }
  Lasso lasso(const std::vector<std::uint32_t>& roots);

  Graph& graph_;
  const std::vector<FairAction>& fair_;
  const bool global_;
  Automaton& automaton_;
  Automaton::Letter holds_;
  std::size_t mark_words_;
  Marks all_marks_;
  bool strong_ = false;
  Marks idle_;
  std::uint32_t idle_of_ = UINT32_MAX;
  std::vector<Pair> pairs_;
  // States are few, so that their bits alone would be the same again and again.
  struct Scatter {
    std::size_t operator()(std::uint64_t key) const {
      key = (key ^ key >> 32) * 0x9E3779B97F4A7C15ULL;
      return key ^ key >> 32;
    }
  };
  tsl::robin_map<std::uint64_t, std::uint32_t, Scatter> numbers_;
  // Per pair. `index_`: 0: not seen; `good_`: a fair accepted loop is reached.
  std::vector<std::uint32_t> index_;
  std::vector<bool> closed_, good_;
  std::uint32_t last_index_ = 0;
  // Where a loop was found.
  std::optional<std::vector<std::uint32_t>> accepted_;
};

}  // namespace vicinal::explore::inline temporal
