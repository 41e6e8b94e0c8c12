// SPDX-License-Identifier: MIT
// What all themes are made of: nodes, what is seen of them, and what they do.
#include "rare.hpp"

#include <fmt/format.h>

namespace vicinal::random_models {

Type range_type(int low, int high, const std::string& text) {
  Type type;
  type.sort = Sort::number;
  type.low = low;
  type.high = high;
  type.text = text.empty() ? fmt::format("{}..{}", low, high) : text;
  return type;
}

int Rare::size_of(std::size_t process) const {
  int count = 0;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process == process) count += family.count;
  }
  return count;
}

// Mostly one of which there are several nodes.
std::size_t Rare::some_process() {
  std::size_t process = 0;
  for (int i = 0; i < 4; ++i) {
    process = dice_.of(world_.nodes).process;
    if (size_of(process) > 1) break;
  }
  return process;
}

Seen Rare::own(std::size_t process) {
  const Process& p = world_.processes[process];
  Seen seen;
  seen.things = p.constants;
  seen.things.insert(seen.things.end(), p.variables.begin(), p.variables.end());
  for (const Port& port : p.ports) {
    if (port.set) {
      if (port.reads()) seen.sets.emplace_back(port.name, &port);
    } else {
      seen.things.push_back(
          {port.name, port.type, port.reads(), port.writes()});
    }
  }
  return seen;
}

// What a node shows, without what can be said of it as a node.
Seen Rare::shown(const std::string& node, std::size_t process) {
  Seen seen = terms_.with_node({}, node, process);
  seen.nodes.clear();
  seen.edges.clear();
  return seen;
}

std::string Rare::domain(std::size_t process) {
  std::vector<std::string> all = {world_.processes[process].name};
  for (const NodeFamily& family : world_.nodes) {
    if (may_.families && family.process == process) all.push_back(family.name);
  }
  return dice_.of(all);
}

std::string Rare::said(const std::string& node, std::size_t process) {
  const Process& p = world_.processes[process];
  if (p.phased() && share(40)) {
    return fmt::format("{}.phase == {}", node, dice_.of(world_.enums[0].names));
  }
  return "(" + terms_.boolean(shown(node, process), 0) + ")";
}

std::string Rare::own_said(std::size_t process) {
  return "(" + terms_.boolean(own(process), 0) + ")";
}

// Statements; mostly the phase moves on.
std::string Rare::change(std::size_t process) {
  const Process& p = world_.processes[process];
  if (p.phased() && share(60)) {
    return fmt::format("phase := {};", dice_.of(world_.enums[0].names));
  }
  return terms_.statements(own(process), 0);
}

// None: there is no such. One that is written is read as well.
const Port* Rare::own_port(std::size_t process, bool set, bool writes) {
  std::vector<const Port*> all;
  for (const Port& port : world_.processes[process].ports) {
    if (port.set == set && port.reads() && (!writes || port.writes()) &&
        port.type.has_literal()) {
      all.push_back(&port);
    }
  }
  return all.empty() ? nullptr : dice_.of(all);
}

void Rare::variable(std::size_t process, const std::string& name,
                    const Type& type, const std::string& start) {
  added_.variables[process] +=
      fmt::format("  var {} : {}{};\n", name, type.text,
                  start.empty() ? start : " = " + start);
  world_.processes[process].variables.push_back({name, type, true, true});
}

void Rare::action(std::size_t process, const Step& step) {
  added_.actions[process] += fmt::format(
      "  action {}{} when {}{} {{ {} }}\n", terms_.fresh("rare"),
      step.parameters.empty() ? "" : "(" + step.parameters + ")", step.guard,
      step.priority.empty() ? "" : " priority " + step.priority, step.body);
}

void Rare::add(Theme theme) {
  if (world_.nodes.empty()) return;
  switch (theme) {
    case Theme::relations:
      return relations();
    case Theme::meetings:
      return meetings();
    case Theme::contests:
      return contests();
    case Theme::errors:
      return errors();
    case Theme::places:
      return places();
    case Theme::starts:
      return starts();
    case Theme::extremes:
      return extremes();
    case Theme::bodies:
      return bodies();
    case Theme::peers:
      return peers();
    case Theme::sizes:
      return sizes();
  }
}

void Rare::add_some() {
  static const std::vector<Theme> all = {
      Theme::relations, Theme::relations, Theme::meetings, Theme::meetings,
      Theme::contests,  Theme::contests,  Theme::errors,   Theme::errors,
      Theme::errors,    Theme::places,    Theme::places};
  const Theme first = dice_.of(all);
  add(first);
  const Theme second = dice_.of(all);
  if (share(30) && second != first) add(second);
}

}  // namespace vicinal::random_models
