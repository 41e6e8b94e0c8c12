// SPDX-License-Identifier: MIT
// Ideas about values: marks of a hub, references, messages, what is passed on.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

std::vector<std::string> FamilyWriter::single_ports(const Process& p) {
  std::vector<std::string> names;
  for (const Port& port : p.ports) {
    if (!port.set) names.push_back(port.name);
  }
  return names;
}

namespace {

const Thing* variable_of(const Process& p, Sort sort) {
  for (const Thing& v : p.variables) {
    if (v.type.sort == sort && v.text != "phase") return &v;
  }
  return nullptr;
}

}  // namespace

const NodeFamily& FamilyWriter::named(const std::string& family) const {
  std::size_t i = 0;
  while (world_.nodes[i].name != family) ++i;
  return world_.nodes[i];
}

// A port of this sort, or a member of a port set, which is then a parameter.
FamilyWriter::PortUse FamilyWriter::port_use(std::size_t process, Sort sort) {
  const bool set = share(50);
  for (const bool kind : {set, !set}) {
    const auto list = ports(process, sort, kind);
    if (list.empty()) continue;
    const Port* port = dice_.of(list);
    if (!kind) return {port, port->name, ""};
    const std::string x = terms_.fresh("p");
    tag("parameter: of a port set");
    return {port, x, fmt::format("{} in {}", x, port->name)};
  }
  return {};
}

// One member of a port set is changed, if the others allow it.
bool FamilyWriter::serve(std::size_t process) {
  const Process& p = world_.processes[process];
  std::vector<const Port*> sets;
  for (const Port& port : p.ports) {
    if (port.set && port.reads() && port.writes() &&
        port.type.sort != Sort::queue) {
      sets.push_back(&port);
    }
  }
  if (sets.empty()) return false;
  const Port& set = *dice_.of(sets);
  const std::string x = terms_.fresh("p");
  const std::string y = terms_.fresh("x");
  Seen seen;
  seen.things = {{x, set.type, true, true}};
  const std::string test = terms_.boolean(seen, 0);
  const std::string better = terms_.boolean(seen, 0);
  seen.things[0].text = y;
  const std::string others = terms_.boolean(seen, 0);
  const std::string in = fmt::format("{} in {}: {}", y, set.name, others);
  static const std::vector<std::string> how = {
      " && (forall {})", " && !(exists {})", " && (atmost 1 {})", "", ""};
  std::string rest = dice_.of(how);
  if (!rest.empty()) rest.replace(rest.find("{}"), 2, in);
  const bool busy = p.phased() && share(40);
  const bool first = share(20);
  if (first) tag("priority over a port set");
  tag("parameter: of a port set");
  add(process,
      {fmt::format("{} in {}", x, set.name), test + rest + noise(process),
       fmt::format("{} := {};{}", x, terms_.literal(set.type),
                   busy ? " phase := busy;" : ""),
       first ? fmt::format("(if {} then 1 else 0)", better) : ""});
  if (busy && share(60)) leave(process);
  return true;
}

// A reference to a node that stands somewhere, and what comes of it.
bool FamilyWriter::point(std::size_t process) {
  const Process& p = world_.processes[process];
  const Thing* r = variable_of(p, Sort::reference);
  if (r == nullptr) return false;
  const NodeFamily& family = named(r->type.family);
  const bool same =
      family.process == process && family.count == copies(process);
  const std::string q = terms_.fresh("p");
  std::string test = said(q, family.process, 0);
  switch (dice_.below(5)) {
    case 0:
      if (same) test = q + " != self";
      break;
    case 1:
      test = fmt::format("adjacent({}, self)", q);
      break;
    case 2:
      if (!any_) test = fmt::format("index(self) < index({})", q);
      break;
    default:
      break;
  }
  tag("reference to a bound node");
  tag("parameter: of nodes");
  add(process,
      {fmt::format("{} in {}", q, family.name),
       fmt::format("{} == none && {}{}", r->text, test, noise(process)),
       fmt::format("{} := {};", r->text, q),
       !any_ && share(15) ? fmt::format("index({})", q) : ""});
  tag("reference followed");
  const std::string seen = said(r->text, family.process, 0);
  const bool self = same && share(40);
  if (self) tag("reference to self");
  add(process, {"", fmt::format("{} != none && {}", r->text, seen),
                fmt::format("{} := {};{}", r->text, self ? "self" : "none",
                            p.phased() && share(60) ? " phase := busy;" : "")});
  claim_of_reference(process, r->text, family);
  return true;
}

void FamilyWriter::claim_of_reference(std::size_t process,
                                      const std::string& variable,
                                      const NodeFamily& family) {
  const std::string i = terms_.fresh("i");
  const std::string j = terms_.fresh("j");
  const std::string it = i + "." + variable;
  const std::string& where = world_.processes[process].name;
  tag("claim: reference");
  switch (dice_.below(any_ ? 2 : 3)) {
    case 0:
      claim(fmt::format("forall {} in {}: {} != none => {}", i, where, it,
                        said(it, family.process, 0)));
      break;
    case 1:
      claim(fmt::format(
          "forall {0} in {1}: forall {2} in {3}: {4} == {2} => "
          "{5}",
          i, where, j, family.name, it, said(j, family.process, 0)));
      break;
    default:
      claim(fmt::format("forall {} in {}: {} != none => index({}) < index({})",
                        i, where, it, i, it));
      break;
  }
}

// A reference on an edge says who was there.
bool FamilyWriter::announce(std::size_t process) {
  const Process& p = world_.processes[process];
  const PortUse at = port_use(process, Sort::reference);
  if (at.port == nullptr) return false;
  const NodeFamily& family = named(at.port->type.family);
  const std::string& x = at.text;
  // `self` may be of this family only.
  if (family.process == process && family.count == copies(process)) {
    tag("reference to self");
    const bool phase = p.phased() && share(50);
    add(process, {at.parameter, x + " == none" + noise(process),
                  x + " := self;" + (phase ? " phase := busy;" : "")});
    add(process,
        {at.parameter,
         fmt::format("{0} != none && {0} {1} self", x, share(70) ? "!=" : "=="),
         x + " := none;" + (phase ? " phase := idle;" : "")});
  }
  tag("reference followed");
  add(process, {at.parameter,
                fmt::format("{} != none && {}", x, said(x, family.process, 0)),
                p.phased() && share(70) ? "phase := busy;" : x + " := none;"});
  return true;
}

bool FamilyWriter::messages(std::size_t process) {
  const PortUse at = port_use(process, Sort::queue);
  if (at.port == nullptr) return false;
  const std::string& x = at.text;
  const std::string value = terms_.literal(at.port->type.parts[0]);
  const bool phase = world_.processes[process].phased() && share(70);
  add(process, {at.parameter,
                fmt::format("!full({}){}{}", x,
                            phase ? " && phase == busy" : "", noise(process)),
                fmt::format("push({}, {});{}", x, value,
                            phase ? " phase := idle;" : "")});
  add(process, {at.parameter,
                fmt::format("!empty({0}) && head({0}) == {1}{2}", x, value,
                            phase ? " && phase == idle" : ""),
                fmt::format("pop({});{}", x, phase ? " phase := busy;" : "")});
  if (!at.parameter.empty() || !share(60)) return true;
  const int most = at.port->type.size - (share(40) ? 1 : 0);
  claim(
      fmt::format("forall i in {}: len(i.{}) <= {}", domain(process), x, most));
  return true;
}

// What comes in by one port goes out by another, perhaps changed.
bool FamilyWriter::relay(std::size_t process) {
  const Process& p = world_.processes[process];
  std::vector<std::pair<const Port*, const Port*>> pairs;
  for (const Port& from : p.ports) {
    for (const Port& to : p.ports) {
      if (&from != &to && !from.set && !to.set && from.reads() && to.writes() &&
          from.type.text == to.type.text && from.type.sort != Sort::queue) {
        pairs.emplace_back(&from, &to);
      }
    }
  }
  if (pairs.empty()) return false;
  const auto [from, to] = dice_.of(pairs);
  tag("relay");
  std::string value = from->name;
  if (from->type.sort == Sort::number && share(60)) {
    value = fmt::format("if {0} < {1} then {0} + 1 else {2}", from->name,
                        from->type.high, from->type.low);
  } else if (from->type.sort == Sort::boolean && share(40)) {
    value = "!" + from->name;
  }
  const bool phase = p.phased() && share(50);
  std::string guard = "true";
  if (to->reads()) guard = from->name + " != " + to->name;
  if (phase) guard = "phase == idle";
  add(process, {"", guard + noise(process),
                fmt::format("{} := {};{}", to->name, value,
                            phase ? " phase := busy;" : "")});
  if (phase) leave(process);
  return true;
}

// A step that a node takes because of another.
bool FamilyWriter::meet(std::size_t process) {
  const NodeFamily& family = dice_.of(world_.nodes);
  const Process& p = world_.processes[process];
  const std::string q = terms_.fresh("p");
  std::string test = "true";
  switch (dice_.below(any_ ? 2 : 5)) {
    case 0:
      test = fmt::format("adjacent({}, self)", q);
      break;
    case 1:
      if (family.process == process) test = q + " != self";
      break;
    case 2:
      tag("guard: two by index");
      test = fmt::format("index(self) < index({})", q);
      break;
    case 3:
      tag("guard: two by index");
      test = fmt::format("index({}) == index(self) + 1", q);
      break;
    default: {
      const auto mine = single_ports(p);
      const auto others = single_ports(world_.processes[family.process]);
      if (mine.empty() || others.empty()) break;
      const std::string& a = dice_.of(mine);
      const std::string& b = dice_.of(others);
      test = fmt::format("same({}, {}.{})", a, q, b);
      if (family.process == process) test += " && " + q + " != self";
      break;
    }
  }
  tag("parameter: of nodes");
  const std::string other = said(q, family.process, 0);
  std::string change = p.phased() ? "phase := busy;" : "skip;";
  if (share(40)) change = terms_.statements(actions_.own(process), 0);
  const std::string& where =
      share(70) ? family.name : world_.processes[family.process].name;
  add(process,
      {q + " in " + where,
       fmt::format("{}{} && {}{}", p.phased() ? "phase == idle && " : "", test,
                   other, noise(process)),
       change});
  return true;
}

// What may go wrong, and in some families does.
bool FamilyWriter::error(std::size_t process) {
  const Process& p = world_.processes[process];
  const std::string guard =
      p.phased() ? "phase == busy" : terms_.boolean(actions_.own(process), 1);
  if (const Thing* v = variable_of(p, Sort::number); v != nullptr) {
    add(process, {"", guard, fmt::format("{0} := {0} + 1;", v->text)});
  } else if (const Thing* r = variable_of(p, Sort::reference); r != nullptr) {
    const std::size_t target = named(r->type.family).process;
    add(process, {"", guard + " && " + said(r->text, target, 0), "skip;"});
  } else if (!any_ && world_.nodes[0].members[0] == "c[0]") {
    const std::string far = fmt::format("c[{}]", 1 + dice_.below(2));
    add(process,
        {"", guard + " && " + said(far, world_.nodes[0].process, 0), "skip;"});
  } else {
    return false;
  }
  tag("error: perhaps");
  return true;
}

}  // namespace vicinal::random_models
