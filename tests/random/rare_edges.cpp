// SPDX-License-Identifier: MIT
// Edges that nobody writes, or that some nodes write and others read; at port
// sets, so that nodes of one process touch none, one or several of them.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

std::vector<std::string> Rare::members(std::size_t process) const {
  std::vector<std::string> out;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process != process) continue;
    out.insert(out.end(), family.members.begin(), family.members.end());
  }
  return out;
}

void Rare::read_only_edges(std::size_t process) {
  const auto nodes = members(process);
  if (!may_.network || nodes.empty()) return;
  EdgeFamily signs = {"sign", {}, {"sign[0]", "sign[1]"}};
  signs.type.text = "bool";
  static const std::vector<std::string> starts = {"index == 0", "true",
                                                  "false"};
  added_.network +=
      fmt::format("  edge sign[2] : bool = {};\n", dice_.of(starts));
  for (const std::string& edge : signs.members) {
    std::string ends;
    for (const std::string& node : nodes) {
      if (!ends.empty() && share(40)) continue;
      ends += fmt::format("{}{}.sign", ends.empty() ? "" : ", ", node);
    }
    added_.network += fmt::format("  connect {} to {};\n", ends, edge);
  }
  added_.variables[process] += "  port set sign : in bool;\n";
  world_.processes[process].ports.push_back({"sign", true, "in", signs.type});
  world_.edges.push_back(std::move(signs));
}

// Each is written by one node, and read by some others.
void Rare::told_edges(std::size_t process) {
  const auto nodes = members(process);
  if (!may_.network || !may_.variables || nodes.size() < 2) return;
  const int count = 1 + dice_.below(2);
  EdgeFamily told = {"told", {}, {}};
  told.type.text = "bool";
  added_.network += fmt::format("  edge told[{}] : bool = false;\n", count);
  for (int e = 0; e < count; ++e) {
    told.members.push_back(fmt::format("told[{}]", e));
    const auto from =
        static_cast<std::size_t>(dice_.below(static_cast<int>(nodes.size())));
    std::string ends = nodes[from] + ".tell";
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i != from && share(50)) ends += fmt::format(", {}.hear", nodes[i]);
    }
    added_.network +=
        fmt::format("  connect {} to {};\n", ends, told.members.back());
  }
  added_.variables[process] +=
      "  port set tell : out bool;\n  port set hear : in bool;\n";
  auto& ports = world_.processes[process].ports;
  ports.push_back({"tell", true, "out", told.type});
  ports.push_back({"hear", true, "in", told.type});
  world_.edges.push_back(std::move(told));
  const std::string x = terms_.fresh("x");
  const std::string mine = own_said(process);
  action(process, {x + " in tell", mine, "",
                   fmt::format("{} := {};", x, share(80) ? "true" : "false")});
}

}  // namespace vicinal::random_models
