// SPDX-License-Identifier: MIT
// What the processes of a symmetric shape do, and where they start.
#include "symmetric_model.hpp"

#include <fmt/format.h>

#include "symmetric_writer.hpp"

namespace vicinal::random_models {

using Sort = Type::Sort;

namespace {

constexpr int most_free = 128;  // initial valuations

std::string both(const std::string& a, const std::string& b) {
  if (a.empty()) return b;
  return b.empty() ? a : fmt::format("{} && {}", a, b);
}

}  // namespace

// ---- declarations ----------------------------------------------------------

void SymmetricWriter::types() {
  Type phase;
  phase.sort = Sort::constant;
  phase.text = "Phase";
  phase.names = {"idle", "busy", "done"};
  if (dice_.one_in(2)) phase.names.pop_back();
  world_.enums.push_back(phase);
  head_ = fmt::format("enum Phase {{ idle, busy{} }}\n",
                      phase.names.size() == 3 ? ", done" : "");
  head_ += "const two = 2;\n";  // the terms know it
  if (!dice_.one_in(4)) return;
  Type record;
  record.sort = Sort::structure;
  record.text = "Pair";
  record.names = {"flag", "level"};
  record.parts.resize(2);
  record.parts[0].text = "bool";
  record.parts[1].sort = Sort::number;
  record.parts[1].high = 1;
  record.parts[1].text = "0..1";
  head_ += "struct Pair { flag : bool; level : 0..1; }\n";
  world_.structs.push_back(std::move(record));
}

// Fewer values where there are many edges.
Type SymmetricWriter::edge_type(int count) {
  if (count < 4 && !world_.structs.empty() && dice_.one_in(3)) {
    return world_.structs[0];
  }
  for (;;) {
    Type type = terms_.scalar();
    if (count < 6 || type.initial_values(1) == 2) return type;
  }
}

bool SymmetricWriter::free_start(const Type& type, int copies) {
  int values = 1;
  for (int i = 0; i < copies && values <= most_free; ++i) {
    values *= type.initial_values(1);
  }
  if (free_ * values > most_free || dice_.one_in(2)) return false;
  free_ *= values;
  return true;
}

// " = v", or nothing: anywhere. Mostly the same for all.
std::string SymmetricWriter::start(const Type& type, int copies) {
  if (free_start(type, copies)) return "";
  if (dice_.one_in(6)) {
    if (type.sort == Sort::boolean) {
      return dice_.one_in(2) ? " = index % 2 == 0" : " = index == 0";
    }
    if (type.sort == Sort::number) {
      return fmt::format(" = index % {} + {}", type.high - type.low + 1,
                         type.low);
    }
    if (type.sort == Sort::constant) {
      return fmt::format(" = if index {} then {} else {}",
                         dice_.one_in(2) ? "== 0" : "% 2 == 1", type.names[1],
                         type.names[0]);
    }
  }
  return " = " + terms_.literal(type);
}

void SymmetricWriter::variables(std::size_t process) {
  Process& p = world_.processes[process];
  int copies = 0;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process == process) copies += family.count;
  }
  std::string& text = starts_.emplace_back();
  const auto add = [&](const std::string& name, const Type& type) {
    p.variables.push_back({name, type, true, true});
    text +=
        fmt::format("  var {} : {}{};\n", name, type.text, start(type, copies));
  };
  if (!dice_.one_in(4)) add("phase", world_.enums[0]);
  // Of a type that an edge has, so that values go from one to the other.
  if (p.variables.empty() || dice_.one_in(2)) add("v", dice_.of(p.ports).type);
  if (dice_.one_in(6)) {
    Type flag;
    flag.text = "bool";
    add("mark", flag);
  }
  if (dice_.one_in(6)) {
    Type rank;
    rank.sort = Sort::number;
    rank.high = 1;
    rank.text = "0..1";
    p.constants.push_back({"rank", rank, true, false});
  }
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
  switch (dice_.below(7)) {
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
  if (!seen.sets.empty() && dice_.one_in(4)) {
    Seen sets;
    sets.sets = seen.sets;
    out = both(out, terms_.quantified(sets, 1));
  }
  if (dice_.one_in(5)) out = both(out, global_guard(process));
  if (dice_.one_in(40)) out = both(out, odd_guard(process));
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
    if (dice_.one_in(2)) body = fmt::format("if {} {{ {} }}", test, body);
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
    } else {
      body =
          fmt::format("if {} {{ {} }} else {{ {}skip; }}", test, set_v, mark);
    }
  } else {
    body = "skip;";
  }
  return fmt::format("for {} in {} {{ {} }}", y, set, body);
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
  switch (dice_.below(5)) {
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

std::string SymmetricWriter::action(std::size_t process,
                                    const std::string& name) {
  const Seen seen = own(process);
  if (!seen.sets.empty() && !dice_.one_in(4)) return over_ports(process, name);
  return fmt::format("action {} when {} {{{}}}", name, guard(process, seen),
                     statements(seen, 1));
}

// ---- initial conditions ----------------------------------------------------

std::string SymmetricWriter::said_of_edges(const EdgeFamily& family) {
  const std::string x = terms_.fresh("x");
  const std::string said = about({x, family.type, true, false});
  const auto& e = family.members;
  const auto named = [&](const std::string& name) {
    return about({name, family.type, true, false});
  };
  switch (dice_.below(10)) {
    case 0:
    case 1:
      return fmt::format("exactly {} {} in {}: {}", 1 + dice_.below(2), x,
                         family.name, said);
    case 2:
      return fmt::format("exists {} in {}: {}", x, family.name, said);
    case 3:
      return fmt::format("forall {} in {}: {}", x, family.name, said);
    case 4:
      return fmt::format("atmost 1 {} in {}: {}", x, family.name, said);
    case 5:
      return named(dice_.of(e));
    case 6:
      return fmt::format("{} => {}", named(e.front()), named(e.back()));
    default: {
      // Each edge may have any value, but not whatever others have.
      std::string out;
      for (std::size_t i = 0; i + 1 < e.size(); i += 2) {
        out = both(out, fmt::format("{} {} {}", e[i],
                                    dice_.one_in(3) ? "!=" : "==", e[i + 1]));
        if (dice_.one_in(2)) break;
      }
      return out.empty() ? named(e.front()) : out;
    }
  }
}

std::string SymmetricWriter::initial_condition() {
  std::vector<std::string> parts;
  for (const EdgeFamily& family : world_.edges) {
    for (const std::string& name : free_edges_) {
      if (name == family.name && !dice_.one_in(4)) {
        parts.push_back(said_of_edges(family));
      }
    }
  }
  if (free_ > 1 && dice_.one_in(4)) {
    const NodeFamily& family = dice_.of(world_.nodes);
    const Process& p = world_.processes[family.process];
    const std::string q = terms_.fresh("q");
    const Thing& v = dice_.of(p.variables);
    const std::string said = about({q + "." + v.text, v.type, true, false});
    const Port& port = dice_.of(p.ports);
    if (port.set && dice_.one_in(2)) {
      const std::string x = terms_.fresh("x");
      parts.push_back(
          fmt::format("forall {0} in {1}: {2} {3} in {0}.{4}: {5}", q,
                      family.name, dice_.one_in(2) ? "exactly 1" : "exists", x,
                      port.name, about({x, port.type, true, false})));
    } else {
      parts.push_back(fmt::format("{} {} in {}: {}",
                                  dice_.one_in(2) ? "exactly 1" : "exists", q,
                                  family.name, said));
    }
  }
  std::string out;
  for (const std::string& part : parts) {
    out += fmt::format("  init {};\n", part);
  }
  return out;
}

// ---- all -------------------------------------------------------------------

std::string SymmetricWriter::run() {
  types();
  shape();
  const std::size_t count = world_.processes.size();
  for (std::size_t p = 0; p < count; ++p) variables(p);
  std::string processes;
  for (std::size_t i = 0; i < count; ++i) {
    const Process& p = world_.processes[i];
    processes += fmt::format("process {}{} {{\n", p.name,
                             p.constants.empty() ? "" : "(rank : 0..1)");
    for (const Port& port : p.ports) {
      processes += fmt::format("  port {}{} : {} {};\n", port.set ? "set " : "",
                               port.name, port.direction, port.type.text);
    }
    processes += starts_[i];
    const int actions = 2 + dice_.below(3);
    for (int a = 0; a < actions; ++a) {
      processes += fmt::format("  {}\n", action(i, fmt::format("a{}", a)));
    }
    processes += "}\n";
  }
  std::string block = "network {\n";
  for (const NodeFamily& family : world_.nodes) {
    const Process& p = world_.processes[family.process];
    std::string rank;
    if (!p.constants.empty()) {
      rank = dice_.one_in(3) ? "(rank = index % 2)"
                             : fmt::format("(rank = {})", dice_.below(2));
    }
    const std::string size = family.members[0] == family.name
                                 ? ""
                                 : fmt::format("[{}]", family.count);
    block +=
        fmt::format("  node {}{} : {}{};\n", family.name, size, p.name, rank);
  }
  const std::string initial = initial_condition();
  return head_ + processes + block + network_ + initial + "}\n";
}

std::string symmetric_model(std::uint64_t seed) {
  return SymmetricWriter(seed).run();
}

}  // namespace vicinal::random_models
