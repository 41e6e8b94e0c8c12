// SPDX-License-Identifier: MIT
// How the families of a network move together: by which index arithmetic its
// connect statements tie them. Not for use outside of symmetry/every_size/.
#pragma once

#include <string>
#include <vector>

#include "network/base/union_find.hpp"
#include "network/language/model.hpp"

namespace vicinal::symmetry::inline every_size {

// Families are numbered: those of nodes, then those of edges. One moves if it
// has one dimension, a parameter; others are fixed.
class ConnectionGroups {
 public:
  explicit ConnectionGroups(const network::Model& model);

  std::uint32_t number(network::NodeFamilyId f) const { return f.value; }
  std::uint32_t number(network::EdgeFamilyId f) const {
    return static_cast<std::uint32_t>(model_.node_families.size()) + f.value;
  }

  // Its size; none: it is fixed.
  network::ParamId size(std::uint32_t family) const { return size_[family]; }
  // Those that are tied to each other have one number.
  std::uint32_t group(std::uint32_t family) const {
    return groups_.find(family);
  }
  // Whether only rotations leave its connections as they are.
  bool cyclic(std::uint32_t family) const;
  // What is in the way of all; empty: nothing.
  std::string obstacle(std::uint32_t family) const;
  void add_obstacle(std::uint32_t family, const std::string& why);

 private:
  // A bound variable of a loop, and whether it goes through 0..p-1, once.
  struct Loop {
    std::uint32_t slot = 0;
    network::ParamId through;
  };
  // What an index is.
  struct Index {
    bool moves = false;    // i, or (i + c) % p
    bool rotates = false;  // the latter
    std::uint32_t loop = 0;
  };
  struct Member {
    std::uint32_t family = 0;
    network::ExprId named;
  };

  void statements(const std::vector<std::uint32_t>& list, bool odd);
  void statement(const network::Connection& c, bool odd);
  void connect(const network::Connection& c, bool odd);
  bool looped(network::ExprId e) const;
  network::ParamId through(const network::Binder& binder) const;
  Index index(network::ExprId e, network::ParamId size) const;
  bool shifted(network::ExprId e, network::ParamId size,
               std::uint32_t& loop) const;

  const network::Model& model_;
  std::vector<network::ParamId> size_;
  network::UnionFind groups_;
  std::vector<bool> cyclic_;           // per family
  std::vector<std::string> obstacle_;  // per family
  std::vector<Loop> loops_;            // around what is read
};

}  // namespace vicinal::symmetry::inline every_size
