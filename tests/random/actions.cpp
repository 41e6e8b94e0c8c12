// SPDX-License-Identifier: MIT
// Actions of any process, from what it sees by its ports and of others.
#include "actions.hpp"

#include <fmt/format.h>

#include <utility>

namespace vicinal::random_models {

Seen Actions::own(std::size_t process) {
  const Process& p = world_.processes[process];
  Seen seen;
  seen.things = world_.shared;
  seen.things.insert(seen.things.end(), p.constants.begin(), p.constants.end());
  for (const Thing& v : p.variables) {
    seen.things.push_back(v);
    if (dice_.one_in(8)) seen.things.back().text = "self." + v.text;
  }
  for (const Port& port : p.ports) {
    if (port.set) {
      seen.sets.emplace_back(port.name, &port);
      continue;
    }
    seen.things.push_back({port.name, port.type, port.reads(), port.writes()});
    seen.edges.push_back(port.name);
  }
  seen.nodes.push_back({"self", process});
  return seen;
}

// Adds what parameters show; the text of their list.
std::string Actions::parameters(Seen& guard, Seen& body) {
  std::string list;
  const auto own_sets = guard.sets;
  const int count = dice_.below(3) == 0 ? 0 : dice_.below(3);
  for (int i = 0; i < count; ++i) {
    const std::string name = terms_.fresh("p");
    std::string domain;
    const int kind = dice_.below(6);
    if (kind < 3 && !own_sets.empty()) {
      const Port& port = *own_sets[0].second;
      domain = port.name;
      const Thing edge{name, port.type, port.reads(), port.writes()};
      guard.things.push_back(edge);
      body.things.push_back(edge);
      guard.edges.push_back(name);
      body.edges.push_back(name);
    } else if (kind == 3) {
      const NodeFamily& family = dice_.of(world_.nodes);
      domain =
          dice_.one_in(2) ? family.name : world_.processes[family.process].name;
      guard = terms_.with_node(std::move(guard), name, family.process);
      body.nodes.push_back({name, family.process});
    } else if (kind == 4) {
      domain = "Phase";
      guard.things.push_back({name, world_.enums[0], true, false});
      body.things.push_back(guard.things.back());
    } else if (kind == 5) {
      Type range;
      range.sort = Sort::number;
      range.low = -dice_.below(2);
      range.high = 1;
      range.text = fmt::format("{}..1", range.low);
      domain = range.text;
      guard.things.push_back({name, range, true, false});
      body.things.push_back(guard.things.back());
    } else {
      continue;
    }
    list += fmt::format("{}{} in {}", list.empty() ? "" : ", ", name, domain);
  }
  return list.empty() ? "" : "(" + list + ")";
}

std::string Actions::action(std::size_t process, const std::string& name,
                            int number) {
  const Process& p = world_.processes[process];
  Seen guard = own(process);
  guard.others = dice_.one_in(4);
  Seen body = guard;
  body.others = false;
  Seen with_parameters = guard;
  with_parameters.others = true;
  const std::string list = parameters(with_parameters, body);
  with_parameters.others = guard.others;
  std::string condition = terms_.boolean(with_parameters, 2);
  std::string after;
  if (p.phased() && !dice_.one_in(4)) {
    // Round and round, so that there is something to reach.
    const auto& names = world_.enums[0].names;
    const auto k = static_cast<std::size_t>(number) % names.size();
    condition = dice_.one_in(2)
                    ? fmt::format("phase == {}", names[k])
                    : fmt::format("phase == {} && {}", names[k], condition);
    after = fmt::format("phase := {}; ", names[(k + 1) % names.size()]);
  }
  std::string priority;
  if (dice_.one_in(4)) {
    priority = " priority " + terms_.number(with_parameters, 1);
  }
  if (!list.empty() && dice_.one_in(6)) {
    // Some binding wins, if it is enabled; whether it is, others decide.
    Seen others;
    others.others = true;
    others.nodes.push_back({"self", process});
    const std::string wins = terms_.boolean(with_parameters, 0);
    condition = fmt::format("({}) && (!({}) || {})", condition, wins,
                            terms_.quantified(others, 1));
    priority = fmt::format(" priority (if {} then 2 else 1)", wins);
  }
  return fmt::format("  action {}{} when {}{} {{{}{}}}\n", name, list,
                     condition, priority, terms_.statements(body, 2), after);
}

// phase == busy, or phase != busy: rarely the one.
std::string Actions::phase(int rarity, const std::string& rare,
                           const std::string& usual) {
  const std::string& name = dice_.of(world_.enums[0].names);
  return fmt::format("phase {} {}", dice_.one_in(rarity) ? rare : usual, name);
}

// What others are at, in every form that a guard may give it.
std::string Actions::global_guard() {
  const NodeFamily& family = dice_.of(world_.nodes);
  const Process& p = world_.processes[family.process];
  const std::string q = terms_.fresh("q");
  const std::string domain = dice_.one_in(2) ? family.name : p.name;
  Seen seen = terms_.with_node({}, q, family.process);
  seen.nodes.clear();
  const std::string said = p.phased() ? q + "." + phase(3, "!=", "==")
                                      : "(" + terms_.boolean(seen, 0) + ")";
  const int k = dice_.below(3);
  switch (dice_.below(8)) {
    case 0:
      return fmt::format("(forall {0} in {1}: {0} != self => !({2}))", q,
                         domain, said);
    case 1:
      return fmt::format("!(exists {0} in {1}: {0} != self && {2})", q, domain,
                         said);
    case 2:
      return fmt::format("(exists {} in {}: {})", q, domain, said);
    case 3:
      return fmt::format("(atmost {} {} in {}: {})", k, q, domain, said);
    case 4:
      return fmt::format("!(atmost {} {} in {}: {})", k, q, domain, said);
    case 5:
      return fmt::format("({}exactly {} {} in {}: {})",
                         dice_.one_in(2) ? "!" : "", k, q, domain, said);
    case 6:
      return fmt::format("count({} in {}: {}) {} {}", q, domain, said,
                         dice_.one_in(2) ? "<=" : ">", k);
    default:
      return fmt::format("sum({} in {}: if {} then 1 else 0) {} {}", q, domain,
                         said, dice_.one_in(2) ? "<" : ">=", k);
  }
}

// One that others allow or do not.
std::string Actions::guarded_action(std::size_t process,
                                    const std::string& name) {
  const std::string when = world_.processes[process].phased()
                               ? phase(2, "==", "!=") + " && "
                               : std::string{};
  std::string next;
  if (!when.empty() && dice_.one_in(2)) {
    next = fmt::format("phase := {}; ", dice_.of(world_.enums[0].names));
  }
  const std::string body = terms_.statements(own(process), 1);
  return fmt::format("  action {} when {}{} {{{}{}}}\n", name, when,
                     global_guard(), body, next);
}

// Bindings that compete, where others decide whether the winner is enabled.
std::string Actions::contest(std::size_t process, const std::string& name) {
  const std::string w = terms_.fresh("w");
  const std::string& winner = dice_.of(world_.enums[0].names);
  // Where it is sure that the winner is enabled, nobody else may fire.
  const std::string sure =
      dice_.one_in(3)
          ? std::string{}
          : fmt::format("phase == {} || ", dice_.of(world_.enums[0].names));
  const std::string body =
      dice_.one_in(2) ? " " : terms_.statements(own(process), 1);
  return fmt::format(
      "  action {0}({1} in Phase) when {1} != phase && ({1} != {2} || {3}{4}) "
      "priority (if {1} == {2} then 2 else 1) {{{5}phase := {1}; }}\n",
      name, w, winner, sure, global_guard(), body);
}

std::string Actions::several(std::size_t process) {
  std::string out;
  const int count = 2 + dice_.below(3);
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("a{}", i);
    const int kind = dice_.below(10);
    if (kind < 2) {
      out += guarded_action(process, name);
    } else if (kind < 4 && world_.processes[process].phased()) {
      out += contest(process, name);
    } else {
      out += action(process, name, i);
    }
  }
  return out;
}

}  // namespace vicinal::random_models
