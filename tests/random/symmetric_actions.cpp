// SPDX-License-Identifier: MIT
// What processes do that treat the edges of a port set alike, or do not.
#include <fmt/format.h>

#include "symmetric_writer.hpp"

namespace vicinal::random_models {

std::string both(const std::string& a, const std::string& b) {
  if (a.empty()) return b;
  return b.empty() ? a : fmt::format("{} && {}", a, b);
}

// ---- guards ----------------------------------------------------------------

// What a process sees by ports: it can be said of any node that looks alike.
Seen SymmetricWriter::own(std::size_t process) {
  const Process& p = world_.processes[process];
  Seen seen;
  seen.things = p.constants;
  seen.things.insert(seen.things.end(), p.variables.begin(), p.variables.end());
  for (const Port& port : p.ports) {
    if (port.set) {
      seen.sets.emplace_back(port.name, &port);
    } else {
      seen.things.push_back(
          {port.name, port.type, port.reads(), port.writes()});
    }
  }
  return seen;
}

std::string SymmetricWriter::about(const Thing& thing) {
  Seen seen;
  seen.things = {thing};
  return terms_.boolean(seen, 0);
}

// What others allow, by their variables and constants.
std::string SymmetricWriter::global_guard(std::size_t process) {
  const NodeFamily& family = dice_.of(world_.nodes);
  const Process& p = world_.processes[family.process];
  if (family.count == 1 && dice_.one_in(2)) {
    Thing v = dice_.of(p.variables);
    v.text = family.members[0] + "." + v.text;
    return about(v);
  }
  const std::string q = terms_.fresh("q");
  Seen seen;
  for (Thing t : p.variables) {
    t.text = q + "." + t.text;
    seen.things.push_back(std::move(t));
  }
  for (const Thing& c : p.constants) {
    seen.things.push_back({q + "." + c.text, c.type, true, false});
  }
  const std::string domain = dice_.one_in(2) ? family.name : p.name;
  const std::string body = terms_.boolean(seen, dice_.below(2));
  std::string other;
  if (family.process == process && dice_.one_in(2)) other = q + " != self";
  switch (dice_.below(5)) {
    case 0:
      return fmt::format("count({} in {}: {}) <= {}", q, domain,
                         both(other, body), dice_.below(3));
    case 1:
      return fmt::format("(exists {} in {}: {})", q, domain, both(other, body));
    case 2:
      return fmt::format("(exactly {} {} in {}: {})", dice_.below(2), q, domain,
                         both(other, body));
    default:
      return fmt::format("(forall {} in {}: {}{})", q, domain,
                         other.empty() ? "" : other + " => ", body);
  }
}

// What tells nodes apart.
std::string SymmetricWriter::odd_guard(std::size_t process) {
  const Process& p = world_.processes[process];
  const NodeFamily& family = dice_.of(world_.nodes);
  const Process& other = world_.processes[family.process];
  const Thing& v = dice_.of(other.variables);
  const std::string q = terms_.fresh("q");
  const std::string x = terms_.fresh("x");
  const std::string said = about({q + "." + v.text, v.type, true, false});
  const Port& port = dice_.of(other.ports);
  const std::string name = q + "." + port.name;
  switch (dice_.below(10)) {
    case 9:  // what local symmetry does not see: a triangle
      return fmt::format(
          "(exists {0}, {1} in {2}: {3}{0} != {1} && adjacent({0}, self) && "
          "adjacent({1}, self) && adjacent({0}, {1}))",
          q, x, family.name,
          family.process == process
              ? fmt::format("{} != self && {} != self && ", q, x)
              : std::string{});
    case 8:
      return fmt::format("count({} in {}: adjacent({}, self)) <= {}", q,
                         family.name, q, dice_.below(4));
    case 7:
      for (const Port& mine : p.ports) {
        if (mine.set || port.set) continue;
        return fmt::format(
            "(exists {0} in {1}: {2}same({3}, {4}))", q, family.name,
            family.process == process ? q + " != self && " : std::string{},
            mine.name, name);
      }
      [[fallthrough]];
    case 0:
      return fmt::format("index(self) {} {}",
                         dice_.one_in(2) ? "==" : "!=", dice_.below(2));
    case 1:
      return "index(self) % 2 == 0";
    case 2:
      return fmt::format("(forall {} in {}: adjacent({}, self) => {})", q,
                         family.name, q, said);
    case 3:
      return fmt::format("(exists {} in {}: index({}) == 0 && {})", q,
                         family.name, q, said);
    case 4: {
      Thing named = v;
      named.text = dice_.of(family.members) + "." + v.text;
      return about(named);
    }
    case 5:
      if (!port.set) {
        return fmt::format("(forall {} in {}: {})", q, family.name,
                           about({name, port.type, true, false}));
      }
      return fmt::format("(forall {} in {}: forall {} in {}: {})", q,
                         family.name, x, name,
                         about({x, port.type, true, false}));
    default:
      for (const Port& mine : p.ports) {
        if (mine.set || port.set) continue;
        return fmt::format("(exists {} in {}: same({}, {}) && {})", q,
                           family.name, mine.name, name, said);
      }
      return "index(self) > 0";
  }
}

std::string SymmetricWriter::guard(std::size_t process, const Seen& seen) {
  std::string out;
  if (dice_.one_in(2)) out = terms_.boolean(seen, dice_.below(2));
  if (!seen.sets.empty() && dice_.one_in(3)) {
    Seen sets;
    sets.sets = seen.sets;
    out = both(out, terms_.quantified(sets, 1));
  }
  if (dice_.one_in(5)) out = both(out, global_guard(process));
  if (dice_.one_in(odd_)) out = both(out, odd_guard(process));
  return out.empty() ? "true" : out;
}

// ---- actions ---------------------------------------------------------------

// Mostly without loops over port sets, whose order would show.
std::string SymmetricWriter::statements(Seen seen, int depth) {
  if (!dice_.one_in(8)) seen.sets.clear();
  return terms_.statements(seen, depth);
}

std::string SymmetricWriter::number(const Seen& seen) {
  std::string out;
  for (int i = 0; i < 4 && out.empty(); ++i) {
    const std::string text = terms_.number(seen, i % 2);
    if (text.find_first_not_of("0123456789") != std::string::npos) out = text;
  }
  return out.empty() ? "1" : out;
}

// Through a port set: rounds that do not know of each other, and ones that do.
std::string SymmetricWriter::loop(const Seen& seen, const std::string& set,
                                  const Port& port) {
  const std::string y = terms_.fresh("y");
  const Thing edge{y, port.type, port.reads(), port.writes()};
  std::vector<Thing> variables;
  for (const Thing& t : seen.things) {
    if (t.reads && t.writes) variables.push_back(t);
  }
  const std::string test = port.reads() ? about(edge) : "true";
  std::string body;
  const int kind = dice_.below(8);
  if (kind < 5 && port.writes()) {
    // Free of order, unless a value is taken from another edge.
    Seen here;
    if (dice_.one_in(3)) here = seen;
    here.sets.clear();
    here.things.push_back(edge);
    body = fmt::format("{} := {};", y, terms_.value(here, port.type, 1));
    if (dice_.one_in(2)) {
      // Another edge may be a parameter that the loop comes by.
      const Thing& other = dice_.of(seen.things);
      body = fmt::format("if {} {{ {} }}",
                         other.reads && dice_.one_in(3) ? about(other) : test,
                         body);
    }
  } else if (!variables.empty()) {
    const Thing& v = dice_.of(variables);
    Seen here = seen;
    here.sets.clear();
    here.things.push_back(edge);
    const std::string set_v =
        fmt::format("{} := {};", v.text, terms_.value(here, v.type, 1));
    const std::string mark =
        port.writes()
            ? fmt::format("{} := {}; ", y,
                          v.type.text == port.type.text && dice_.one_in(2)
                              ? v.text
                              : terms_.literal(port.type))
            : std::string{};
    if (kind < 6 && v.type.text == port.type.text && port.reads()) {
      body = fmt::format("{} := {};", v.text, y);  // the last one
    } else if (kind < 6) {
      body = fmt::format("if {} && {} {{ {}{} }}", test, about(v), mark, set_v);
    } else if (kind == 6) {
      body = mark + set_v;  // a rank for each
    } else if (dice_.one_in(2)) {
      body =
          fmt::format("if {} {{ {} }} else {{ {}skip; }}", test, set_v, mark);
    } else {
      body = fmt::format("if {} {{ skip; }} else {{ if {} {{ {}{} }} }}", test,
                         about(v), mark, set_v);
    }
  } else {
    body = "skip;";
  }
  std::string out = fmt::format("for {} in {} {{ {} }}", y, set, body);
  if (!variables.empty() && dice_.one_in(6)) {
    out = fmt::format("if {} {{ skip; }} else {{ {} }}",
                      about(dice_.of(variables)), out);
  }
  return out;
}

std::string SymmetricWriter::over_ports(std::size_t process,
                                        const std::string& name) {
  Seen seen = own(process);
  const auto [set, port] = dice_.of(seen.sets);
  const std::string p = terms_.fresh("p");
  const Thing edge{p, port->type, port->reads(), port->writes()};
  Seen with = seen;
  with.things.push_back(edge);
  const std::string test =
      port->reads() && dice_.one_in(2) ? about(edge) : std::string{};
  const std::string priority =
      dice_.one_in(6) && port->reads() ? " priority " + number(with) : "";
  switch (dice_.below(6)) {
    case 5:
      if (port->reads() && port->writes()) {  // the only one of its kind
        const std::string x = terms_.fresh("x");
        const std::string value = terms_.literal(port->type);
        return fmt::format(
            "action {0}({1} in {2}) when {1} == {3} && {4} {5} in {2}: "
            "{5} == {3} {{ {1} := {6}; }}",
            name, p, set, value, dice_.one_in(3) ? "exactly 2" : "exactly 1", x,
            terms_.literal(port->type));
      }
      [[fallthrough]];
    case 0:
      if (port->reads() && port->writes()) {
        const std::string r = terms_.fresh("p");
        return fmt::format(
            "action {0}({1} in {3}, {2} in {3}) when {1} != {2}{4} "
            "{{ {1}, {2} := {2}, {1}; }}",
            name, p, r, set, dice_.one_in(2) ? " && " + about(edge) : "");
      }
      [[fallthrough]];
    case 1:
    case 2:
      return fmt::format("action {}({} in {}) when {}{} {{{}}}", name, p, set,
                         both(test, guard(process, seen)), priority,
                         statements(with, 1));
    default: {
      Seen inside = dice_.one_in(4) ? with : seen;
      const bool parameter = inside.things.size() > seen.things.size();
      return fmt::format("action {}{} when {} {{ {} {}}}", name,
                         parameter ? fmt::format("({} in {})", p, set) : "",
                         guard(process, seen), loop(inside, set, *port),
                         dice_.one_in(2) ? terms_.statements(seen, 0) : "");
    }
  }
}

// A step that depends on the name of the node.
std::string SymmetricWriter::odd_action(std::size_t process,
                                        const std::string& name) {
  Seen seen = own(process);
  seen.nodes.push_back({"self", process});
  std::vector<Thing> targets;
  for (const Thing& t : seen.things) {
    if (t.writes) targets.push_back(t);
  }
  if (targets.empty()) {
    return fmt::format("action {} when {} {{ skip; }}", name,
                       odd_guard(process));
  }
  const Thing& v = dice_.of(targets);
  const std::string value = terms_.literal(v.type);
  const NodeFamily& family = dice_.of(world_.nodes);
  const std::string q = terms_.fresh("q");
  switch (dice_.below(4)) {
    case 0:  // who is first
      return fmt::format(
          "action {} {{ for {} in {} {{ if {} {{ {} := {}; }} else {{ {} := "
          "{}; }} }} }}",
          name, q, family.name,
          family.process == process ? q + " == self"
                                    : fmt::format("index({}) == 0", q),
          v.text, value, v.text, terms_.literal(v.type));
    case 1:
      return fmt::format(
          "action {} {{ if index(self) % 2 == 0 {{ {} := {}; }} "
          "}}",
          name, v.text, value);
    case 2: {
      const std::string w = terms_.fresh("w");
      return fmt::format(
          "action {}({} in 0..1) priority (if index(self) == {} then 1 else 0) "
          "{{ if {} == 0 {{ {} := {}; }} }}",
          name, w, w, w, v.text, value);
    }
    default:
      return fmt::format("action {} when {} {{{}}}", name, guard(process, seen),
                         terms_.statements(seen, 1));
  }
}

std::string SymmetricWriter::action(std::size_t process,
                                    const std::string& name) {
  if (dice_.one_in(25)) return odd_action(process, name);
  const Seen seen = own(process);
  if (!seen.sets.empty() && !dice_.one_in(4)) return over_ports(process, name);
  return fmt::format("action {} when {} {{{}}}", name, guard(process, seen),
                     statements(seen, 1));
}

}  // namespace vicinal::random_models
