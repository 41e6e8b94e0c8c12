// SPDX-License-Identifier: MIT
// How nodes stand to each other: `adjacent` and `same` by every kind of port,
// in properties and inside the quantifiers of guards; and what tells nodes
// apart that look alike: their indices.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

namespace {

// The port of a node; of the acting one its name alone.
std::string at(const std::string& node, const Port& port) {
  return node == "self" ? port.name : node + "." + port.name;
}

}  // namespace

// That two nodes touch an edge together, or that certain ports of them do.
std::string Rare::related(const std::string& a, std::size_t pa,
                          const std::string& b, std::size_t pb) {
  const auto usable = [&](const std::string& node, std::size_t process) {
    std::vector<const Port*> out;
    for (const Port& port : world_.processes[process].ports) {
      if (node != "self" || port.reads()) out.push_back(&port);
    }
    return out;
  };
  const auto mine = usable(a, pa);
  const auto others = usable(b, pb);
  const std::string adjacent = fmt::format("adjacent({}, {})", a, b);
  if (mine.empty() || others.empty() || share(40)) return adjacent;
  // Those that were added last are the odd ones.
  const Port& p = share(40) ? *mine.back() : *dice_.of(mine);
  const Port& q = share(40) ? *others.back() : *dice_.of(others);
  const std::string x = terms_.fresh("x");
  const std::string y = terms_.fresh("y");
  if (!p.set && !q.set) {
    return fmt::format("same({}, {})", at(a, p), at(b, q));
  }
  if (p.set && !q.set) {
    return fmt::format("(exists {0} in {1}: same({0}, {2}))", x, at(a, p),
                       at(b, q));
  }
  if (!p.set) {
    return fmt::format("(exists {0} in {1}: same({2}, {0}))", y, at(b, q),
                       at(a, p));
  }
  return fmt::format("(exists {0} in {1}, {2} in {3}: same({0}, {2}))", x,
                     at(a, p), y, at(b, q));
}

std::string Rare::claim_of_relation() {
  const std::size_t pa = some_process();
  const std::size_t pb = some_process();
  const std::string i = terms_.fresh("i");
  const std::string j = terms_.fresh("j");
  const std::string in = domain(pa);
  const std::string among = domain(pb);
  const std::string differ =
      pa == pb ? fmt::format("{} != {} && ", i, j) : std::string{};
  const std::string r = related(i, pa, j, pb);
  const std::string a = said(i, pa);
  const std::string b = said(j, pb);
  const int k = dice_.below(3);
  switch (dice_.below(8)) {
    case 0:
      return fmt::format("forall {} in {}: atmost {} {} in {}: {}{} && {}", i,
                         in, k, j, among, differ, r, b);
    case 1:
      return fmt::format("forall {} in {}: {} => (exists {} in {}: {}{} && {})",
                         i, in, a, j, among, differ, r, b);
    case 2:
      return fmt::format("count({} in {}, {} in {}: {}{} && {}) <= {}", i, in,
                         j, among, differ, r, b, k);
    case 3:
      return fmt::format("forall {} in {}, {} in {}: {}!{} && {} => {}", i, in,
                         j, among, differ, r, a, b);
    case 4:
      return fmt::format("forall {} in {}: count({} in {}: {}{}) <= {}", i, in,
                         j, among, differ, r, k + 1);
    default:
      return fmt::format("forall {} in {}, {} in {}: {}{} => !({} && {})", i,
                         in, j, among, differ, r, a, b);
  }
}

// An edge of a family, and who is at it.
std::string Rare::claim_of_edge() {
  if (world_.edges.empty()) return claim_of_relation();
  const EdgeFamily& family = dice_.of(world_.edges);
  const bool single =
      !family.members.empty() && family.members[0] == family.name;
  const std::size_t process = some_process();
  const Process& p = world_.processes[process];
  if (p.ports.empty()) return claim_of_relation();
  const Port& port = dice_.of(p.ports);
  const std::string i = terms_.fresh("i");
  const std::string x = terms_.fresh("x");
  const std::string e = single ? family.name : terms_.fresh("e");
  const std::string there =
      port.set ? fmt::format("(exists {0} in {1}.{2}: same({0}, {3}))", x, i,
                             port.name, e)
               : fmt::format("same({}.{}, {})", i, port.name, e);
  Seen edge;
  edge.things = {{e, family.type, true, false}};
  const std::string value = terms_.boolean(edge, 0);
  const std::string in =
      single ? std::string{} : fmt::format("forall {} in {}: ", e, family.name);
  const std::string a = said(i, process);
  const std::string among = domain(process);
  switch (dice_.below(3)) {
    case 0:
      return fmt::format("{}atmost 1 {} in {}: {} && {}", in, i, among, there,
                         a);
    case 1:
      return fmt::format("{}({}) => (forall {} in {}: {} => {})", in, value, i,
                         among, there, a);
    default:
      return fmt::format("{}forall {} in {}: {} && {} => {}", in, i, among,
                         there, a, value);
  }
}

// Of nodes that look alike, the one with this index.
std::string Rare::claim_of_index() {
  const std::size_t process = some_process();
  const std::string q = terms_.fresh("q");
  const std::string r = terms_.fresh("q");
  const std::string in = domain(process);
  const std::string a = said(q, process);
  const std::string b = said(r, process);
  const int k = dice_.below(std::max(1, size_of(process)));
  switch (dice_.below(may_.names ? 8 : 7)) {
    case 0:
      return fmt::format("atmost 1 {0} in {1}: {2} && index({0}) >= {3}", q, in,
                         a, k);
    case 1:
      return fmt::format(
          "forall {}, {} in {}: index({}) < index({}) && {} => !({})", q, r, in,
          q, r, a, b);
    case 2:
      return fmt::format("forall {0} in {1}: index({0}) == {2} => {3}", q, in,
                         k, a);
    case 3:
      return fmt::format(
          "forall {}, {} in {}: {} && index({}) == {} && {} != {} => {}", q, r,
          in, a, r, k, q, r, b);
    case 4:
      return fmt::format("count({0} in {1}: {2} && index({0}) != {3}) <= 1", q,
                         in, a, k);
    case 5:
    case 6:
      return fmt::format("forall {0} in {1}: {2} => index({0}) != {3}", q, in,
                         a, k);
    default: {
      for (const NodeFamily& family : world_.nodes) {
        if (family.process != process || family.members.empty()) continue;
        const std::string one = said(dice_.of(family.members), process);
        return fmt::format("{} => (forall {} in {}: {})", one, q, in, a);
      }
      return "true";
    }
  }
}

std::string Rare::guard_of_relation(std::size_t process) {
  const std::size_t other = some_process();
  const std::string q = terms_.fresh("q");
  const std::string r = terms_.fresh("q");
  const std::string in = domain(other);
  const std::string differ =
      other == process ? q + " != self && " : std::string{};
  const bool mine = share(50);
  const std::string near = mine ? related("self", process, q, other)
                                : related(q, other, "self", process);
  const std::string a = said(q, other);
  const std::string b = said(r, other);
  switch (dice_.below(6)) {
    case 0:
      return fmt::format("(exists {} in {}: {}{} && {})", q, in, differ, near,
                         a);
    case 1:
      return fmt::format("count({} in {}: {}{} && {}) <= {}", q, in, differ,
                         near, a, dice_.below(2));
    case 2: {
      const std::string between = related(q, other, r, other);
      return fmt::format(
          "(forall {0}, {1} in {2}: {0} != {1} && {3} && {4} => "
          "{5})",
          q, r, in, between, a, b);
    }
    case 3: {
      // A member of the own port set at which nobody else is so.
      if (const Port* set = own_port(process, true, false); set != nullptr) {
        const std::string x = terms_.fresh("x");
        const std::string y = terms_.fresh("y");
        for (const Port& port : world_.processes[other].ports) {
          const std::string there =
              port.set ? fmt::format("(exists {} in {}.{}: same({}, {}))", y, q,
                                     port.name, x, y)
                       : fmt::format("same({}, {}.{})", x, q, port.name);
          return fmt::format(
              "(exists {} in {}: (forall {} in {}: {}{} => !({})))", x,
              set->name, q, in, differ, there, a);
        }
      }
      [[fallthrough]];
    }
    default:
      return fmt::format("(forall {} in {}: {}{} => {})", q, in, differ, near,
                         a);
  }
}

void Rare::add_claims() {
  if (world_.nodes.empty()) return;
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    const int kind = dice_.below(may_.indices ? 6 : 4);
    claim(kind < 3    ? claim_of_relation()
          : kind == 3 ? claim_of_edge()
                      : claim_of_index());
  }
}

void Rare::relations() {
  const std::size_t process = some_process();
  const int edges = dice_.below(5);
  if (edges < 2) read_only_edges(process);
  if (edges == 2) told_edges(process);
  add_claims();
  if (!share(85)) return;
  const std::string when = guard_of_relation(process);
  const std::string mine = own_said(process);
  action(process,
         {"", share(50) ? mine + " && " + when : when, "", change(process)});
}

}  // namespace vicinal::random_models
