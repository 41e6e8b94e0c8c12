// SPDX-License-Identifier: MIT
// What names and values of a log mean in the model, where they are others:
//
//   {"action": "event",
//    "actions": {"acquire": "s[0].enter", "started": null},
//    "variables": {"state_of_0": "s[0].phase", "time": null},
//    "values": {"s[0].phase": {"0": "thinking"}, "*": {"on": true}}}
//
// Each of the four may be left out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "explore/conform/log_tree.hpp"

namespace vicinal::explore::inline conform {

struct Mapping {
  // The key whose value names the action.
  std::string action_key = "action";
  // By what the log says. Without a name: a variable that is not used; an
  // action whose lines are left out.
  std::unordered_map<std::string, std::optional<std::string>> variables,
      actions;
  // By the variable's name in the model ("*": of all), then by how a scalar is
  // written in the log: what stands for it.
  std::map<std::string, std::map<std::string, LogNode>> values;

  // What stands for a scalar of this variable; null: the scalar itself.
  const LogNode* value(const std::string& variable,
                       const LogNode& scalar) const;
};

// False, with a diagnostic (V1405, or that of what is no JSON), if the text is
// no mapping.
bool read_mapping(const network::Source& source,
                  network::Diagnostics& diagnostics, Mapping& out);

}  // namespace vicinal::explore::inline conform
