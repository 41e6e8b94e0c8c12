// SPDX-License-Identifier: MIT
// The node at the other end of an edge: in claims, in guards, in what is
// assigned.
#include <fmt/format.h>

#include <algorithm>

#include "rare.hpp"

namespace vicinal::random_models {

// A port of some process at which the node at the other end has a name.
const Port* Rare::shared_port(std::size_t process, std::size_t& other) {
  std::vector<const Port*> all;
  for (const Port& port : world_.processes[process].ports) {
    const bool known = world_.peers.contains({process, port.name});
    if (known && port.reads()) all.push_back(&port);
  }
  if (all.empty()) return nullptr;
  const Port* port = dice_.of(all);
  other = world_.peers.at({process, port->name});
  return port;
}

// Of a node of this process, called `it`.
std::string Rare::about_peer(const std::string& it, std::size_t other,
                             const std::string& self, std::size_t process) {
  switch (dice_.below(8)) {
    case 0:
      return fmt::format("adjacent({}, {})", it, self);
    case 1:
      return process == other ? fmt::format("{} != {}", it, self)
                              : fmt::format("index({}) >= 0", it);
    case 2:
      if (may_.indices) {
        return fmt::format("index({}) <= {}", it, dice_.below(3));
      }
      break;
    case 3:
    case 4: {
      // There and back.
      std::size_t back = 0;
      const Port* port = shared_port(other, back);
      if (port == nullptr || back != process) break;
      const std::string end = it + "." + port->name;
      if (!port->set) return fmt::format("peer({}) == {}", end, self);
      const std::string x = terms_.fresh("x");
      return fmt::format("({} {} in {}: peer({}) == {})",
                         share(70) ? "exists" : "forall", x, end, x, self);
    }
    default:
      break;
  }
  return said(it, other);
}

std::string Rare::claim_of_peer(std::size_t process) {
  std::size_t other = 0;
  const Port* port = shared_port(process, other);
  if (port == nullptr) return "true";
  const std::string i = terms_.fresh("i");
  // Of several families some may have no edges there.
  const auto families =
      std::count_if(world_.nodes.begin(), world_.nodes.end(),
                    [&](const NodeFamily& f) { return f.process == process; });
  const std::string in =
      families == 1 ? domain(process) : world_.processes[process].name;
  const std::string mine = said(i, process);
  const std::string edge = i + "." + port->name;
  if (!port->set) {
    const std::string it = fmt::format("peer({})", edge);
    return fmt::format("forall {} in {}: {} => {}", i, in, mine,
                       about_peer(it, other, i, process));
  }
  const std::string x = terms_.fresh("x");
  const std::string it = fmt::format("peer({})", x);
  const std::string its = about_peer(it, other, i, process);
  switch (dice_.below(4)) {
    case 0:
      return fmt::format("forall {} in {}: {} || (exists {} in {}: {})", i, in,
                         mine, x, edge, its);
    case 1: {
      const std::string j = terms_.fresh("j");
      return fmt::format(
          "forall {} in {}, {} in {}: count({} in {}: {} == {}) "
          "<= {}",
          i, in, j, world_.processes[other].name, x, edge, it, j,
          1 + dice_.below(2));
    }
    default:
      return fmt::format("forall {} in {}: {} => (forall {} in {}: {})", i, in,
                         mine, x, edge, its);
  }
}

void Rare::peers() {
  std::size_t process = some_process();
  std::size_t other = 0;
  const Port* port = shared_port(process, other);
  for (int i = 0; i < 4 && port == nullptr; ++i) {
    process = some_process();
    port = shared_port(process, other);
  }
  if (port == nullptr) return;
  added_.claims.push_back(claim_of_peer(process));
  if (share(50)) added_.claims.push_back(claim_of_peer(process));
  const std::string x = terms_.fresh("x");
  const std::string it = fmt::format("peer({})", port->set ? x : port->name);
  const std::string its = about_peer(it, other, "self", process);
  const std::string mine = own_said(process);
  const std::string body = may_.bodies && share(50)
                               ? taken_over(process, it, other)
                               : change(process);
  const std::string in = x + " in " + port->name;
  if (!port->set) return action(process, {"", mine + " && " + its, "", body});
  if (body.find(it) != std::string::npos || share(50)) {
    return action(process, {in, mine + " && " + its, "", body});
  }
  action(process, {"",
                   fmt::format("{} && ({} {}: {})", mine,
                               share(50) ? "forall" : "exists", in, its),
                   "", body});
}

}  // namespace vicinal::random_models
