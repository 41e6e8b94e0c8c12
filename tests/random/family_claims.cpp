// SPDX-License-Identifier: MIT
// What is claimed: of one node, of two that stand in some relation, of counts,
// of edges. Some of it follows from what the processes do, most is a guess.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

// Something about one node, in parentheses.
std::string FamilyWriter::said(const std::string& node, std::size_t process,
                               int depth) {
  const Process& p = world_.processes[process];
  if (p.phased() && share(50)) {
    return fmt::format("{}.phase == {}", node, dice_.of(world_.enums[0].names));
  }
  Seen seen = terms_.with_node({}, node, process);
  seen.nodes.clear();
  seen.edges.clear();
  if (!world_.shared.empty() && share(30)) {
    seen.things.push_back(dice_.of(world_.shared));
  }
  return "(" + terms_.boolean(seen, depth) + ")";
}

// Between two nodes of one process; each a premise.
std::string FamilyWriter::relation(const std::string& i, const std::string& j,
                                   std::size_t process) {
  const auto ports = single_ports(world_.processes[process]);
  switch (dice_.below(12)) {
    case 0:
    case 1:
      tag("claim: two adjacent");
      return fmt::format("{} != {} && adjacent({}, {})", i, j, i, j);
    case 2:
      tag("claim: not adjacent");
      return fmt::format("{} != {} && !adjacent({}, {})", i, j, i, j);
    case 3:
      tag("claim: two by index");
      return fmt::format("index({}) < index({})", i, j);
    case 4:
      tag("claim: two by index");
      return fmt::format("index({}) == index({}) + 1", j, i);
    case 5:
      tag("claim: two by index");
      return fmt::format("{} != {} && index({}) % 2 == index({}) % 2", i, j, i,
                         j);
    case 6:
    case 7:
      if (!ports.empty()) {
        tag("claim: same edge");
        const std::string& a = dice_.of(ports);
        const std::string& b = dice_.of(ports);
        return fmt::format("{} != {} && same({}.{}, {}.{})", i, j, i, a, j, b);
      }
      [[fallthrough]];
    default:
      tag("claim: two");
      return fmt::format("{} != {}", i, j);
  }
}

// No two that are so related are busy.
void FamilyWriter::exclusion(std::size_t process, const std::string& relation) {
  claim(
      fmt::format("forall i, j in {}: {} => "
                  "!(i.phase == busy && j.phase == busy)",
                  domain(process), relation));
}

std::string FamilyWriter::claim_of_two(std::size_t process) {
  const std::string i = terms_.fresh("i");
  const std::string j = terms_.fresh("j");
  const std::string premise = relation(i, j, process);
  const std::string a = said(i, process, 0);
  const std::string b = said(j, process, share(50) ? 1 : 0);
  const std::string where = domain(process);
  const std::string rest = share(70) ? fmt::format(" => !({} && {})", a, b)
                                     : fmt::format(" && {} => {}", a, b);
  return fmt::format("forall {}, {} in {}: {}{}", i, j, where, premise, rest);
}

std::string FamilyWriter::claim_of_edges() {
  const EdgeFamily& family = dice_.of(world_.edges);
  const std::string x = terms_.fresh("x");
  Seen seen;
  seen.things = {{x, family.type, true, false}};
  const std::string what = "(" + terms_.boolean(seen, 0) + ")";
  tag("claim: edges");
  if (!several(family)) {
    seen.things[0].text = family.name;
    return terms_.boolean(seen, 1);
  }
  const std::string in = fmt::format("{} in {}: {}", x, family.name, what);
  switch (dice_.below(any_ ? 3 : 5)) {
    case 0:
      return "forall " + in;
    case 1:
      return fmt::format("atmost {} {}", 1 + dice_.below(2), in);
    case 2:
      return fmt::format("count({}) <= {}", in, dice_.below(3));
    case 3:
      tag("claim: one edge");
      seen.things[0].text = family.members[0];
      return terms_.boolean(seen, 0);
    default: {
      tag("claim: one edge");
      seen.things[0].text = family.members[0];
      const std::string& n = world_.numbers.back();
      return fmt::format("{} > 0 => {}", n, terms_.boolean(seen, 0));
    }
  }
}

// That an edge, found by a range which a member of the set decides, is this
// member; empty if there are no such.
std::string FamilyWriter::claim_of_members(std::size_t process) {
  if (any_) return {};
  for (const Port& port : world_.processes[process].ports) {
    if (!port.set) continue;
    const std::string i = terms_.fresh("i");
    const std::string e = terms_.fresh("e");
    Seen seen;
    seen.things = {{e, port.type, true, false}};
    const auto edge = terms_.edge_by_count(seen);
    if (!edge) return {};
    tag("claim: member by count");
    return fmt::format("{} {} in {}: exists {} in {}.{}: same({}, {})",
                       share(70) ? "exists" : "forall", i, domain(process), e,
                       i, port.name, e, *edge);
  }
  return {};
}

std::string FamilyWriter::random_claim() {
  const auto process = static_cast<std::size_t>(
      dice_.below(static_cast<int>(world_.processes.size())));
  const std::string i = terms_.fresh("i");
  const std::string in = fmt::format("{} in {}: ", i, domain(process));
  const int kind = dice_.below(20);
  if (share(10)) {
    const std::string members = claim_of_members(process);
    if (!members.empty()) return members;
  }
  if (kind < 5) {
    tag("claim: one node");
    const std::string a = said(i, process, 0);
    const std::string b = said(i, process, 1);
    if (!any_ && share(25)) {
      tag("claim: one by index");
      return fmt::format("forall {}index({}) {} && {} => {}", in, i,
                         share(50) ? "% 2 == 0" : "> 0", a, b);
    }
    return fmt::format("forall {}{} => {}", in, a, b);
  }
  if (kind < 11) return claim_of_two(process);
  if (kind < 14) {
    tag("claim: count");
    const std::string what = said(i, process, 0);
    const int k = 1 + dice_.below(2);
    return share(60) ? fmt::format("atmost {} {}{}", k, in, what)
                     : fmt::format("count({}{}) <= {}", in, what, k);
  }
  if (kind < 17 && !world_.edges.empty()) return claim_of_edges();
  if (kind == 17) {
    tag("claim: not local");
    if (share(40)) return "enabled";
    const std::string what = said(i, process, 0);
    return fmt::format("{} {}{}", share(60) ? "exists" : "exactly 1", in, what);
  }
  if (kind == 18 && !any_) {
    tag("claim: one named node");
    const NodeFamily& family = family_of(process);
    return said(family.members[0], process, 1);
  }
  tag("claim: one node");
  return fmt::format("forall {}{}", in, said(i, process, 1));
}

}  // namespace vicinal::random_models
