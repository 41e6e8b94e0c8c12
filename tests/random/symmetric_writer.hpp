// SPDX-License-Identifier: MIT
// Writes one model with much symmetry: types, a regular shape with its ports,
// then processes that treat the edges of a port set alike, or do not.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rare.hpp"
#include "terms.hpp"

namespace vicinal::random_models {

// a && b, where an empty one says nothing.
std::string both(const std::string& a, const std::string& b);

class SymmetricWriter {
 public:
  explicit SymmetricWriter(std::uint64_t seed)
      : dice_(seed + 0x5eed), terms_(dice_, world_), rare_(seed + 0x1a1e) {}

  std::string run();

 private:
  // A node and its port.
  using End = std::pair<std::string, std::string>;

  // Shapes: see symmetric_shapes.cpp
  void shape();
  void star();
  void council();
  void watched();
  void sides();
  void announcer();
  void complete();
  void tree();
  void bipartite();
  void grid();
  void buses();
  void rings();
  void ordered_ring();
  void directed();
  void memories();
  std::size_t process(const std::string& name);
  std::vector<std::string> nodes(const std::string& name, std::size_t process,
                                 int count);
  void port(std::size_t process, const std::string& name, bool set,
            const Type& type, const std::string& direction);
  std::string direction();
  std::vector<int> order(int count);
  // Declares an edge family; its members are connected by `connect`.
  void edges(const std::string& name, const Type& type, int count);
  void connect(const std::string& edge, const std::vector<End>& ends);
  void graph(std::size_t process, const std::vector<std::string>& nodes,
             const std::vector<std::pair<int, int>>& pairs);

  void types();
  Type edge_type(int count);
  bool free_start(const Type& type, int copies);
  std::string start(const Type& type, int copies);
  void variables(std::size_t process);

  // Actions
  Seen own(std::size_t process);
  std::string about(const Thing& thing);
  std::string global_guard(std::size_t process);
  std::string odd_guard(std::size_t process);
  std::string guard(std::size_t process, const Seen& seen);
  std::string over_ports(std::size_t process, const std::string& name);
  std::string loop(const Seen& seen, const std::string& set, const Port& port);
  std::string odd_action(std::size_t process, const std::string& name);
  std::string action(std::size_t process, const std::string& name);
  std::string statements(Seen seen, int depth);
  std::string number(const Seen& seen);

  std::string said_of_edges(const EdgeFamily& family);
  std::string initial_condition();
  std::string rare(std::vector<std::string>& processes);

  Dice dice_;
  World world_;
  Terms terms_;
  Dice rare_;  // of what is added at the end: the rest does not change by it
  std::string head_, nodes_, network_, actions_;
  std::vector<std::string> starts_;  // per process: declarations of variables
  std::vector<std::string> free_edges_;
  int odd_ = 40;             // one guard of so many tells nodes apart
  bool correlated_ = false;  // edges that start anywhere, but not as they like
  bool quiet_ = false;  // little happens, so that what may start where matters
  int free_ = 1;        // initial valuations so far
};

}  // namespace vicinal::random_models
