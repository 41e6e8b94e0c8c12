// SPDX-License-Identifier: MIT
// Places that the state chooses: elements by an index that is counted or looked
// up, in targets too; nodes by an `if`, of one family or of two.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

// Mostly below the size.
std::string Rare::chosen_index(const Seen& seen, int size) {
  std::string index;
  if (!seen.sets.empty() && share(50)) {
    const auto& [set, port] = dice_.of(seen.sets);
    const std::string x = terms_.fresh("x");
    Seen edge;
    edge.things = {{x, port->type, true, false}};
    index = fmt::format("count({} in {}: {})", x, set, terms_.boolean(edge, 0));
  } else if (share(50)) {
    index = terms_.counted(seen).value_or("0");
  } else {
    const auto numbers = small_numbers(seen);
    index = numbers.empty() ? "0" : dice_.of(numbers);
  }
  return share(75) ? fmt::format("min({}, {})", index, size - 1) : index;
}

void Rare::lists(std::size_t process) {
  if (!may_.variables) return;
  Type type;
  type.sort = Sort::array;
  type.size = 2;
  type.parts = {range_type(0, 1)};
  type.text = "(0..1)[2]";
  variable(process, "list", type, "[0, 0]");
  const Seen seen = own(process);
  const std::string i = chosen_index(seen, 2);
  const std::string j = chosen_index(seen, 2);
  const std::string mine = own_said(process);
  action(process,
         {"", mine, "",
          fmt::format("list[{}] := {};", i,
                      share(50) ? "1" : fmt::format("1 - list[{}]", j))});
  switch (dice_.below(4)) {
    case 0:
      action(process, {"", mine, "",
                       fmt::format("list[{}], list[1] := list[1], 0;", i)});
      break;
    case 1:  // what is chosen is what was before
      action(process,
             {"", "list[0] != list[1]", "",
              fmt::format("list[list[0]], list[list[1]] := {}, list[0];",
                          dice_.below(2))});
      break;
    case 2:
      action(process,
             {"", mine, "",
              fmt::format("list[0] := 1 - list[0]; list[{}] := list[0];", j)});
      break;
    default:
      break;
  }
  const std::string q = terms_.fresh("q");
  const std::string in = domain(process);
  const std::string at = chosen_index(shown(q, process), 2);
  claim(fmt::format("forall {0} in {1}: {0}.list[{2}] == 0 || {3}", q, in, at,
                    said(q, process)));
}

void Rare::lines(std::size_t process) {
  if (!may_.variables || !may_.boxes) return lists(process);
  const Seen seen = own(process);
  const std::string i = chosen_index(seen, 2);
  const std::string j = chosen_index(seen, 2);
  Type type;
  type.sort = Sort::array;
  type.size = 2;
  type.parts.resize(1);
  type.parts[0].sort = Sort::queue;
  type.parts[0].size = 1;
  type.parts[0].parts = {range_type(0, 1)};
  type.parts[0].text = "queue 0..1[1]";
  type.text = "(queue 0..1[1])[2]";
  variable(process, "lines", type, "");
  const std::string safe =
      share(80) ? fmt::format("!full(lines[{}])", i) : std::string("true");
  action(process, {"", safe, "",
                   fmt::format("push(lines[{}], {});", i, dice_.below(2))});
  action(process, {"", fmt::format("!empty(lines[{}])", j), "",
                   fmt::format("pop(lines[{}]);", j)});
  const std::string q = terms_.fresh("q");
  claim(fmt::format("forall {0} in {1}: len({0}.lines[0]) <= len({0}.lines[1])",
                    q, domain(process)));
}

// One of two nodes; of two families, if there are two of this process.
std::string Rare::chosen_node(const Seen& seen, std::size_t process) {
  std::vector<std::string> first;
  std::vector<std::string> second;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process != process || family.members.empty()) continue;
    auto& out = first.empty() ? first : second;
    out.insert(out.end(), family.members.begin(), family.members.end());
  }
  if (first.empty()) return {};
  if (second.empty()) second = first;
  const std::string& a = dice_.of(first);
  const std::string& b = dice_.of(second);
  Seen conditions = seen;
  conditions.sets.clear();
  const std::string c = terms_.boolean(conditions, 0);
  return share(50) ? fmt::format("(if {} then {} else {})", c, a, b)
                   : fmt::format("(if {} then {} else {})", c, b, a);
}

// One more node, of a family of its own; it touches nothing.
void Rare::spare_family(std::size_t process) {
  const Process& p = world_.processes[process];
  double states = 1;
  for (const Thing& v : p.variables) {
    if (v.type.sort == Sort::marks || v.type.sort == Sort::reference) return;
    states *= valuations(v.type, 1);
  }
  for (const Port& port : p.ports) {
    if (!port.set) return;
  }
  if (!may_.network || states > 6) return;
  added_.network += fmt::format("  node spare[1] : {}{};\n", p.name,
                                p.constants.empty() ? "" : "(rank = index)");
  world_.nodes.push_back({"spare", process, 1, {"spare[0]"}});
}

void Rare::chosen_nodes(std::size_t process) {
  std::size_t other = some_process();
  spare_family(other);
  for (const NodeFamily& family : world_.nodes) {
    if (family.count != size_of(family.process)) other = family.process;
  }
  const std::string node = chosen_node(own(process), other);
  if (!may_.names || node.empty()) return lists(process);
  const std::string i = terms_.fresh("i");
  const std::string in = domain(process);
  const std::string also = chosen_node(shown(i, process), other);
  std::string guard = said(node, other);
  switch (dice_.below(6)) {
    case 0:
      guard = fmt::format("adjacent({}, self)", node);
      break;
    case 1:
      if (may_.indices) guard = fmt::format("index({}) == 0", node);
      break;
    case 2:
      if (process == other) guard += fmt::format(" && {} != self", node);
      break;
    case 3:
      for (const Port& port : world_.processes[other].ports) {
        if (!port.set) continue;
        const std::string x = terms_.fresh("x");
        Seen edge;
        edge.things = {{x, port.type, true, false}};
        guard = fmt::format("(exists {} in {}.{}: {})", x, node, port.name,
                            terms_.boolean(edge, 0));
        break;
      }
      break;
    default:
      break;
  }
  action(process, {"", guard, "", change(process)});
  const std::string a = said(i, process);
  claim(fmt::format("forall {} in {}: {} => {}", i, in, a, said(also, other)));
}

// Rules may write anything, wherever it is.
void Rare::rules() {
  const std::size_t process = some_process();
  const NodeFamily* family = nullptr;
  for (const NodeFamily& f : world_.nodes) {
    if (f.process == process && !f.members.empty()) family = &f;
  }
  const Process& p = world_.processes[process];
  if (family == nullptr || p.variables.empty()) return;
  const std::string q = terms_.fresh("q");
  const Seen seen = shown(q, process);
  const Thing& v = dice_.of(p.variables);
  if (v.type.sort == Sort::queue || !v.type.has_literal()) return;
  std::string body;
  if (family->members[0] == family->name + "[0]") {
    const std::string at =
        chosen_index(seen, static_cast<int>(family->members.size()));
    body += fmt::format("{}[{}].{} := {}; ", family->name, at, v.text,
                        terms_.literal(v.type));
  }
  if (share(60)) {
    const std::string pick = terms_.fresh("pick");
    const std::string node = chosen_node(seen, process);
    // A target begins with a name.
    added_.head += fmt::format("def {}({}) = {};\n", pick, q, node);
    body += fmt::format("{}({}).{} := {}; ", pick, q, v.text,
                        terms_.literal(v.type));
  }
  for (const EdgeFamily& e : world_.edges) {
    if (e.members.empty() || e.members[0] != e.name + "[0]" ||
        !e.type.has_literal() || !share(80)) {
      continue;
    }
    const std::string at =
        chosen_index(seen, static_cast<int>(e.members.size()));
    body += fmt::format("{}[{}] := {}; ", e.name, at, terms_.literal(e.type));
  }
  if (body.empty()) return;
  const std::string when = said(q, process);
  added_.rules +=
      fmt::format("rule {}({} in {}) when {} {{ {}}}\n", terms_.fresh("rare"),
                  q, family->name, when, body);
}

void Rare::places() {
  const std::size_t process = some_process();
  if (may_.rules && share(70)) return rules();
  switch (dice_.below(4)) {
    case 0:
      return lines(process);
    case 1:
      return lists(process);
    default:
      return chosen_nodes(process);
  }
}

}  // namespace vicinal::random_models
