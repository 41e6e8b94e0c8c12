// SPDX-License-Identifier: MIT
// What an instance calls its variables, actions, nodes and edges, to look up.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "explore/conform/observation.hpp"

namespace vicinal::explore::inline conform {

class LogNames {
 public:
  // The instance must outlive it. Polls.
  explicit LogNames(const network::Instance& instance);

  const network::NamedPlace* variable(const std::string& name) const;

  // Of "s[0].want" one; of "want" all of that name, and the rule. Null: none.
  const std::vector<LoggedAction>* actions(const std::string& name) const;

  // "; did you mean 's[0].want'?", or nothing.
  std::string near_variable(const std::string& name) const;
  std::string near_action(const std::string& name) const;

  const std::unordered_map<std::string, std::uint32_t>& nodes() const {
    return nodes_;
  }
  const std::unordered_map<std::string, std::uint32_t>& edges() const {
    return edges_;
  }

 private:
  std::unordered_map<std::string, network::NamedPlace> variables_;
  std::unordered_map<std::string, std::vector<LoggedAction>> actions_;
  std::unordered_map<std::string, std::uint32_t> nodes_, edges_;
};

}  // namespace vicinal::explore::inline conform
