// SPDX-License-Identifier: MIT
// What an instance calls its nodes, variables, values and constants, to look
// up.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "network/flat/guarded.hpp"

namespace vicinal::symmetry::inline written {

class GroupNames {
 public:
  // Must outlive it. Polls.
  explicit GroupNames(const flat::Guarded& guarded);

  // A variable, an edge, or a part of one: s[0], s[0].phase, e[1].data[2].
  struct Variable {
    std::uint32_t slot = 0, count = 1;
    network::TypeId type;  // of a queue's length that of the queue
    bool part = false;     // one scalar of it
  };

  const network::Instance& instance() const { return *guarded_.instance; }
  std::optional<network::NodeId> node(const std::string& name) const;
  const Variable* variable(const std::string& name) const;
  std::optional<std::pair<network::EnumId, network::Scalar>> constant(
      const std::string& name) const;
  bool known(const std::string& name) const {
    return node(name) || variable(name) != nullptr || constant(name);
  }
  // "; did you mean 's[0]'?", or nothing.
  std::string near(const std::string& name) const;

  // Whether their values are the same.
  bool alike(const Variable& a, const Variable& b) const;
  // A value within the bounds of the slot, as traces write it.
  std::optional<network::Scalar> value(std::uint32_t slot,
                                       const std::string& text) const;
  const std::string& slot_name(std::uint32_t slot) const {
    return guarded_.slots[slot].name;
  }
  bool of_edge(std::uint32_t slot) const { return of_edge_[slot]; }

 private:
  const flat::Guarded& guarded_;
  std::unordered_map<std::string, network::NodeId> nodes_;
  std::unordered_map<std::string, Variable> variables_;
  std::unordered_map<std::string, std::pair<network::EnumId, network::Scalar>>
      constants_;
  std::vector<network::TypeId> types_;  // per slot
  std::vector<bool> of_edge_;           // likewise
};

}  // namespace vicinal::symmetry::inline written
