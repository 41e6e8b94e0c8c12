// SPDX-License-Identifier: MIT
// Expressions: a type decides what can be said of a thing. Model errors are
// possible where a bound, an index, a divisor or a reference is left unguarded,
// which is now and then.
#include "terms.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace vicinal::random_models {

int Type::initial_values(int members) const {
  switch (sort) {
    case Sort::boolean:
      return 2;
    case Sort::number:
      return high - low + 1;
    case Sort::constant:
      return static_cast<int>(names.size());
    case Sort::reference:
      return members + 1;
    case Sort::queue:
      return 1;
    default: {
      int product = 1;
      const int count = sort == Sort::array   ? size
                        : sort == Sort::marks ? members
                                              : static_cast<int>(parts.size());
      for (int i = 0; i < count; ++i) {
        const auto k =
            sort == Sort::structure ? static_cast<std::size_t>(i) : 0;
        product *= parts[k].initial_values(members);
      }
      return product;
    }
  }
}

bool Type::has_literal() const {
  return sort != Sort::queue && sort != Sort::marks &&
         std::all_of(parts.begin(), parts.end(),
                     [](const Type& part) { return part.has_literal(); });
}

// ---- types -----------------------------------------------------------------

Type Terms::scalar() {
  if (!world_.enums.empty() && dice_.one_in(3)) return dice_.of(world_.enums);
  Type type;
  if (dice_.one_in(2)) {
    type.text = "bool";
    return type;
  }
  static const std::vector<std::pair<int, int>> ranges = {
      {0, 1}, {0, 2}, {-1, 1}, {1, 3}};
  static const std::vector<std::pair<int, int>> more = {
      {0, 3}, {2, 4}, {-2, 0}, {5, 5}, {3, 4}};
  type.sort = Sort::number;
  std::tie(type.low, type.high) =
      dice_.of(mixes() && dice_.one_in(3) ? more : ranges);
  type.text = type.high == 2 && dice_.one_in(2)
                  ? std::string("0..two")
                  : fmt::format("{}..{}", type.low, type.high);
  return type;
}

Type Terms::any(bool own) {
  Type type;
  const int kind = dice_.below(own ? 10 : 9);
  if (kind < 5) return scalar();
  if (kind == 5 && !world_.structs.empty()) return dice_.of(world_.structs);
  if (kind == 6) {
    type.sort = Sort::array;
    type.size = 2;
    type.parts = {dice_.one_in(4) && !world_.structs.empty()
                      ? dice_.of(world_.structs)
                      : scalar()};
    if (!type.parts[0].has_literal()) type.parts = {world_.enums[0]};
    type.text = fmt::format("({})[2]", type.parts[0].text);
    return type;
  }
  if (kind == 7 && (!own || (boxes() && dice_.one_in(2)))) {
    type.sort = Sort::queue;
    type.size = 1 + dice_.below(2);
    type.parts = {!world_.structs.empty() && dice_.one_in(2)
                      ? dice_.of(world_.structs)
                  : mixes() && dice_.one_in(2) ? scalar()
                                               : dice_.of(world_.enums)};
    // No queue in a queue.
    if (!type.parts[0].has_literal()) type.parts = {world_.enums[0]};
    type.text = fmt::format("queue {}[{}]", type.parts[0].text, type.size);
    return type;
  }
  if (kind == 8 && !world_.nodes.empty()) {
    const NodeFamily& family = dice_.of(world_.nodes);
    type.sort = Sort::reference;
    type.family = family.name;
    type.text = "id of " + family.name;
    return type;
  }
  if (kind == 9 && !world_.nodes.empty()) {
    const NodeFamily& family = dice_.of(world_.nodes);
    type.sort = Sort::marks;
    type.family = family.name;
    type.parts.emplace_back();
    type.parts[0].text = "bool";
    type.text = fmt::format("bool[{}]", family.name);
    return type;
  }
  return scalar();
}

std::string Terms::literal(const Type& type) {
  switch (type.sort) {
    case Sort::boolean:
      return dice_.one_in(2) ? "true" : "false";
    case Sort::number:
      return std::to_string(type.low + dice_.below(type.high - type.low + 1));
    case Sort::constant:
      return dice_.of(type.names);
    case Sort::structure: {
      std::string parts;
      for (const Type& part : type.parts) {
        parts += (parts.empty() ? "" : ", ") + literal(part);
      }
      return type.text + "(" + parts + ")";
    }
    case Sort::array: {
      std::string parts;
      for (int i = 0; i < type.size; ++i) {
        parts += (parts.empty() ? "" : ", ") + literal(type.parts[0]);
      }
      return "[" + parts + "]";
    }
    default:
      return "none";
  }
}

std::string declare_types(Dice& dice, Terms& terms, World& world) {
  std::string head;
  Type phase;
  phase.sort = Sort::constant;
  phase.text = "Phase";
  phase.names = {"idle", "busy", "done"};
  if (dice.one_in(4)) phase.names.pop_back();
  world.enums.push_back(phase);
  head += fmt::format("enum Phase {{ idle, busy{} }}\n",
                      phase.names.size() == 3 ? ", done" : "");
  head += "const two = 2;\n";
  world.numbers = {"two"};
  if (dice.one_in(3)) {
    Type mode;
    mode.sort = Sort::constant;
    mode.text = "Mode";
    mode.names = {"off", "on"};
    world.enums.push_back(mode);
    head += "enum Mode { off, on }\n";
  }
  if (dice.one_in(2)) {
    Type record;
    record.sort = Sort::structure;
    record.text = "Pair";
    record.names = {"flag"};
    record.parts = {terms.scalar()};
    std::string fields = "flag : " + record.parts[0].text + ";";
    if (dice.one_in(2)) {
      record.names.push_back("level");
      record.parts.emplace_back();
      record.parts[1].sort = Sort::number;
      record.parts[1].high = 1;
      record.parts[1].text = "0..1";
      fields += " level : 0..1;";
    }
    head += fmt::format("struct Pair {{ {} }}\n", fields);
    world.structs.push_back(std::move(record));
    if (terms.boxes() && dice.one_in(2)) {
      Type box;
      box.sort = Sort::structure;
      box.text = "Box";
      box.names = {"line", "open"};
      box.parts.resize(2);
      box.parts[0].sort = Sort::queue;
      box.parts[0].size = 1;
      box.parts[0].parts = {terms.scalar()};
      box.parts[0].text =
          fmt::format("queue {}[1]", box.parts[0].parts[0].text);
      box.parts[1].text = "bool";
      head += fmt::format("struct Box {{ line : {}; open : bool; }}\n",
                          box.parts[0].text);
      world.structs.push_back(std::move(box));
    }
  }
  world.has_def = dice.one_in(2);
  if (world.has_def) {
    head += "def near(a, b) = a - b <= 1 && b - a <= 1;\n";
  }
  return head;
}

// ---- what is seen ----------------------------------------------------------

Seen Terms::with_node(Seen seen, const std::string& text, std::size_t process) {
  const Process& p = world_.processes[process];
  seen.nodes.push_back({text, process});
  for (const Thing& c : p.constants) {
    seen.things.push_back({text + "." + c.text, c.type, true, false});
  }
  for (const Thing& v : p.variables) {
    seen.things.push_back({text + "." + v.text, v.type, true, seen.all_writes});
  }
  for (const Port& port : p.ports) {
    const std::string name = text + "." + port.name;
    if (port.set) {
      seen.sets.emplace_back(name, &port);
    } else {
      seen.things.push_back({name, port.type, true, seen.all_writes});
      seen.edges.push_back(name);
    }
  }
  return seen;
}

// A field or an element of a thing that has some.
std::optional<Thing> Terms::part(const Seen& seen, Thing thing) {
  const Type type = thing.type;
  if (type.sort == Sort::structure) {
    const auto k = static_cast<std::size_t>(
        dice_.below(static_cast<int>(type.parts.size())));
    thing.text += "." + type.names[k];
    thing.type = type.parts[k];
    return thing;
  }
  if (type.sort == Sort::array) {
    std::string index = std::to_string(dice_.below(type.size));
    if (dice_.one_in(4)) {
      for (const Thing& t : seen.things) {
        if (t.reads && t.type.sort == Sort::number &&
            t.type.high < type.size + (dice_.one_in(6) ? 1 : 0) &&
            t.type.low >= 0) {
          index = t.text;
        }
      }
    }
    if (dice_.one_in(8)) {
      if (const auto by_count = counted(seen)) {
        index = dice_.one_in(6)
                    ? *by_count
                    : fmt::format("min({}, {})", type.size - 1, *by_count);
      }
    }
    thing.text += "[" + index + "]";
    thing.type = type.parts[0];
    return thing;
  }
  if (type.sort == Sort::marks) {
    for (const NodeFamily& family : world_.nodes) {
      if (family.name != type.family) continue;
      for (const Node& node : seen.nodes) {
        if (node.process == family.process && !dice_.one_in(3)) {
          thing.text += "[" + node.text + "]";
          thing.type = type.parts[0];
          return thing;
        }
      }
    }
  }
  return std::nullopt;
}

// ---- ranges that depend on the state ----------------------------------------

std::optional<std::string> Terms::depending(const Seen& seen) {
  std::vector<std::string> numbers;
  for (const Thing& t : seen.things) {
    if (!t.reads) continue;
    if (t.type.sort == Sort::number) numbers.push_back(t.text);
    if (t.type.sort == Sort::queue) numbers.push_back("len(" + t.text + ")");
    if (t.type.sort == Sort::boolean) {
      numbers.push_back(fmt::format("(if {} then 1 else 0)", t.text));
    }
    if (t.type.sort == Sort::constant) {
      numbers.push_back(
          fmt::format("(if {} == {} then 1 else 0)", t.text, literal(t.type)));
    }
  }
  if (numbers.empty()) return std::nullopt;
  return dice_.of(numbers);
}

std::optional<std::string> Terms::counted(const Seen& seen) {
  const auto end = depending(seen);
  if (!end) return std::nullopt;
  const std::string z = fresh("z");
  switch (dice_.below(6)) {
    case 0:
      return fmt::format("sum({} in 1..{}: 1)", z, *end);
    case 1:
      return fmt::format("(if (exists {0} in 1..{1}: {0} == 1) then 1 else 0)",
                         z, *end);
    case 2:
      return fmt::format("(if (forall {0} in {1}..1: {0} < 1) then 1 else 0)",
                         z, *end);
    case 3:
      return fmt::format("count({} in 1..count({} in 1..{}: true): true)", z,
                         fresh("z"), *end);
    case 4:
      return fmt::format("count({0} in 0..0, {1} in {0}..{2} - 1: true)", z,
                         fresh("z"), *end);
    default:
      return fmt::format("count({0} in 1..{1}: {0} >= 1)", z, *end);
  }
}

std::optional<std::string> Terms::edge_by_count(const Seen& seen) {
  for (const EdgeFamily& family : world_.edges) {
    if (family.members.empty() || family.members[0] != family.name + "[0]") {
      continue;
    }
    if (const auto index = counted(seen)) {
      return fmt::format("{}[{}]", family.name, *index);
    }
  }
  return std::nullopt;
}

// ---- conditions ------------------------------------------------------------

std::string Terms::compare(const std::string& a, const std::string& b) {
  static const std::vector<std::string> operators = {
      "<", "<=", "==", "!=", ">", ">="};
  return fmt::format("{} {} {}", a, dice_.of(operators), b);
}

std::string Terms::atom(const Seen& seen, const Thing& thing) {
  const std::string& text = thing.text;
  const Type& type = thing.type;
  if (const auto inner = part(seen, thing); inner && !dice_.one_in(6)) {
    return atom(seen, *inner);
  }
  std::vector<std::string> same;
  for (const Thing& t : seen.things) {
    if (t.reads && t.type.text == type.text && t.text != text) {
      same.push_back(t.text);
    }
  }
  if (!same.empty() && type.sort != Sort::boolean && dice_.one_in(6)) {
    const bool differ = mixes() && dice_.one_in(3);
    return fmt::format("{} {} {}", text, differ ? "!=" : "==", dice_.of(same));
  }
  switch (type.sort) {
    case Sort::boolean:
      return dice_.one_in(2) ? text : "!" + text;
    case Sort::number:
      return compare(text, literal(type));
    case Sort::constant: {
      const std::string value = literal(type);
      return fmt::format("{} {} {}", text,
                         dice_.one_in(3) ? "!=" : "==", value);
    }
    case Sort::structure:
    case Sort::array: {
      if (!type.has_literal()) break;
      std::string value = literal(type);
      const auto others = arrays_of(seen, type);
      if (!others.empty() && dice_.one_in(2)) value = dice_.of(others);
      return fmt::format("{} {} {}", text,
                         dice_.one_in(2) ? "!=" : "==", value);
    }
    case Sort::reference: {
      for (const NodeFamily& family : world_.nodes) {
        if (family.name != type.family || !dice_.one_in(2)) continue;
        for (const Node& node : seen.nodes) {
          if (node.process == family.process) {
            return fmt::format("{} == {}", text, node.text);
          }
        }
        const Process& p = world_.processes[family.process];
        if (seen.others && !p.variables.empty()) {
          const Thing& v = p.variables[0];
          const std::string said =
              atom({}, {text + "." + v.text, v.type, true, false});
          return dice_.one_in(5)
                     ? said
                     : fmt::format("({} != none && {})", text, said);
        }
      }
      return fmt::format("{} {} none", text, dice_.one_in(2) ? "==" : "!=");
    }
    case Sort::queue:
      switch (dice_.below(7)) {
        case 3:
        case 4: {
          // An element by its place, or the last one.
          const bool last = dice_.one_in(3);
          const int i = dice_.below(type.size + (dice_.one_in(8) ? 1 : 0));
          const std::string index =
              last ? fmt::format("len({}) - 1", text) : std::to_string(i);
          const std::string said = atom({}, {fmt::format("{}[{}]", text, index),
                                             type.parts[0], true, false});
          return fmt::format("(len({}) {} {} && {})", text,
                             dice_.one_in(8) ? ">=" : ">", last ? 0 : i, said);
        }
        case 0:
          return fmt::format("full({})", text);
        case 1:
          return compare(fmt::format("len({})", text),
                         std::to_string(dice_.below(type.size + 1)));
        case 2: {
          const std::string first =
              atom({}, {"head(" + text + ")", type.parts[0], true, false});
          return fmt::format("({}empty({}) && {})", dice_.one_in(8) ? "" : "!",
                             text, first);
        }
        default:
          return fmt::format("{}empty({})", dice_.one_in(2) ? "" : "!", text);
      }
    case Sort::marks:
      break;
  }
  return fmt::format("{} == {}", text, text);
}

std::string Terms::about_nodes(const Seen& seen) {
  const Node& a = dice_.of(seen.nodes);
  const Node& b = dice_.of(seen.nodes);
  switch (dice_.below(seen.edges.size() > 1 ? 6 : 5)) {
    case 0:
      return fmt::format("adjacent({}, {})", a.text, b.text);
    case 1:
    case 2:
      return a.process != b.process
                 ? fmt::format("adjacent({}, {})", b.text, a.text)
                 : fmt::format("{} {} {}", a.text,
                               dice_.one_in(2) ? "==" : "!=", b.text);
    case 3:
      return compare(fmt::format("index({})", a.text),
                     std::to_string(dice_.below(3)));
    case 4:
      return a.process != b.process
                 ? "true"
                 : fmt::format("index({}) < index({})", a.text, b.text);
    default: {
      const std::string& right = dice_.of(seen.edges);
      return fmt::format("same({}, {})", dice_.of(seen.edges), right);
    }
  }
}

// A quantifier over whatever there is.
std::string Terms::quantified(const Seen& seen, int depth) {
  Seen inner = seen;
  std::string domain;
  const std::string name = fresh("x");
  std::string test;
  const int kind = dice_.below(8);
  if (!seen.sets.empty() && kind < 4) {
    const auto& [set, port] = dice_.of(seen.sets);
    const bool own = set.find('.') == std::string::npos;
    if (own && !port->reads()) return "true";
    inner.things = {{name, port->type, true, false}};
    inner.edges.push_back(name);
    domain = set;
    if (seen.others && dice_.one_in(6)) {
      if (const auto edge = edge_by_count(dice_.one_in(3) ? seen : inner)) {
        const bool first = dice_.one_in(2);
        return fmt::format("(exists {} in {}: same({}, {}))", name, set,
                           first ? name : *edge, first ? *edge : name);
      }
    }
  } else if (seen.others && !world_.nodes.empty() && kind < 7 &&
             (kind != 6 || !boxes() || world_.edges.empty())) {
    const NodeFamily& family = dice_.of(world_.nodes);
    domain =
        dice_.one_in(2) ? family.name : world_.processes[family.process].name;
    inner.things.clear();
    inner = with_node(std::move(inner), name, family.process);
    if (seen.nodes.size() == 1 && dice_.one_in(2) &&
        seen.nodes[0].process == family.process) {
      test = fmt::format("{} {} {}", name,
                         dice_.one_in(4) ? "==" : "!=", seen.nodes[0].text);
    }
  } else if (seen.others && !world_.edges.empty() && kind < 7) {
    const EdgeFamily& family = dice_.of(world_.edges);
    domain = family.name;
    inner.things = {{name, family.type, true, false}};
    inner.edges.push_back(name);
  } else if (kind == 7 && !world_.enums.empty()) {
    const Type& type = dice_.of(world_.enums);
    domain = type.names[0];
    inner.things.push_back({name, type, true, false});
    domain = type.text;
  } else {
    Type range;
    range.sort = Sort::number;
    range.high = 1;
    range.text = "0..1";
    domain = dice_.one_in(10) ? "1..0" : "0..1";
    if (dice_.one_in(3)) {
      if (const auto end = depending(seen)) {
        domain = dice_.one_in(2) ? "0.." + *end : *end + "..1";
      }
    }
    inner.things.push_back({name, range, true, false});
  }
  std::string body = boolean(inner, depth > 1 ? 1 : 0);
  const bool universal = dice_.one_in(2);
  if (!test.empty()) {
    body = fmt::format("({} {} ({}))", test, universal ? "=>" : "&&", body);
  }
  if (universal)
    return fmt::format("(forall {} in {}: {})", name, domain, body);
  switch (dice_.below(6)) {
    case 0:
      return fmt::format("(exactly {} {} in {}: {})", dice_.below(3), name,
                         domain, body);
    case 1:
      return fmt::format("(atmost {} {} in {}: {})", dice_.below(2), name,
                         domain, body);
    case 2:
      return compare(fmt::format("count({} in {}: {})", name, domain, body),
                     std::to_string(dice_.below(3)));
    case 3: {
      const std::string total = std::to_string(dice_.below(3));
      return compare(
          fmt::format("sum({} in {}: {})", name, domain, number(inner, 0)),
          total);
    }
    default:
      return fmt::format("(exists {} in {}: {})", name, domain, body);
  }
}

std::string Terms::boolean(const Seen& seen, int depth) {
  const int kind = dice_.below(20);
  if (depth > 0 && kind < 7) {
    static const std::vector<std::string> operators = {"&&", "&&", "||",
                                                       "||", "=>", "<=>"};
    const std::string a = boolean(seen, depth - 1);
    const std::string b = boolean(seen, depth - 1);
    return fmt::format("({} {} {})", a, dice_.of(operators), b);
  }
  if (depth > 0 && kind < 10) return quantified(seen, depth);
  if (depth > 0 && kind == 10) return "!(" + boolean(seen, depth - 1) + ")";
  if (depth > 0 && kind == 11) {
    const std::string c = boolean(seen, depth - 1);
    const std::string a = boolean(seen, depth - 1);
    return fmt::format("(if {} then {} else {})", c, a,
                       boolean(seen, depth - 1));
  }
  if (depth > 0 && kind == 12) {
    const std::string a = number(seen, 1);
    const std::string b = number(seen, 0);
    return world_.has_def && dice_.one_in(2)
               ? fmt::format("near({}, {})", a, b)
               : fmt::format("({})", compare(a, b));
  }
  if (!seen.nodes.empty() && kind == 13) return about_nodes(seen);
  std::vector<Thing> readable;
  for (const Thing& t : seen.things) {
    if (t.reads) readable.push_back(t);
  }
  if (readable.empty()) return dice_.one_in(4) ? "false" : "true";
  return atom(seen, dice_.of(readable));
}

// ---- numbers and other values ----------------------------------------------

// Arrays of numbers as long as this one, of any ranges. None if it is not one.
std::vector<std::string> Terms::arrays_of(const Seen& seen, const Type& type) {
  std::vector<std::string> out;
  if (!mixes() || !type.numbers()) return out;
  for (const Thing& t : seen.things) {
    if (t.reads && t.type.numbers() && t.type.size == type.size) {
      out.push_back(t.text);
    }
  }
  return out;
}

// A number out of a value that is no place, which no type holds in its range.
// What is chosen by a condition that a view does not show is not known to the
// oracle in the same detail, so conditions are the node's own.
std::string Terms::chosen(const Seen& seen) {
  std::vector<std::string> numbers = {"5"};
  std::vector<std::string> conditions = {"true"};
  std::vector<std::string> arrays = {"[0, 4]"};
  for (const Thing& t : seen.things) {
    if (!t.reads || t.text.find('.') != std::string::npos) continue;
    if (t.type.sort == Sort::number) numbers.push_back(t.text);
    if (t.type.sort == Sort::boolean) conditions.push_back(t.text);
    if (t.type.numbers()) arrays.push_back(t.text);
  }
  const std::string& c = dice_.of(conditions);
  const std::string& a = dice_.of(arrays);
  const std::string& n = dice_.of(numbers);
  switch (dice_.below(4)) {
    case 0:
      return fmt::format("[{}, {}][if {} then 0 else 1]", n, dice_.of(numbers),
                         c);
    case 1:
      for (const Type& s : world_.structs) {
        if (s.parts.back().sort != Sort::number) continue;
        std::string parts;
        for (std::size_t i = 0; i + 1 < s.parts.size(); ++i) {
          parts += literal(s.parts[i]) + ", ";
        }
        return fmt::format("{}({}{} + 1).{}", s.text, parts, n, s.names.back());
      }
      [[fallthrough]];
    default:
      return fmt::format("(if {} then {} else {})[{}]", c, a, dice_.of(arrays),
                         dice_.below(2));
  }
}

std::string Terms::number(const Seen& seen, int depth) {
  std::vector<std::string> numbers = world_.numbers;
  for (const Thing& t : seen.things) {
    if (!t.reads) continue;
    if (t.type.sort == Sort::number) {
      numbers.insert(numbers.end(), 3, t.text);
    } else if (t.type.sort == Sort::queue) {
      numbers.push_back("len(" + t.text + ")");
    } else if (t.type.sort == Sort::boolean) {
      numbers.push_back(fmt::format("(if {} then 1 else 0)", t.text));
    }
  }
  for (const Node& n : seen.nodes) {
    if (dice_.one_in(4)) numbers.push_back(fmt::format("index({})", n.text));
  }
  if (mixes() && dice_.one_in(8)) return chosen(seen);
  if (dice_.one_in(8)) {
    if (const auto by_count = counted(seen)) numbers.push_back(*by_count);
  }
  if (depth == 0 || dice_.one_in(3)) {
    return numbers.empty() || dice_.one_in(4) ? std::to_string(dice_.below(3))
                                              : dice_.of(numbers);
  }
  const std::string a = number(seen, depth - 1);
  const std::string b = number(seen, depth - 1);
  switch (dice_.below(12)) {
    case 0:
    case 1:
      return fmt::format("({} + {})", a, b);
    case 2:
    case 3:
      return fmt::format("({} - {})", a, b);
    case 4:
      return fmt::format("{} * {}", a, b);
    case 5:
      return fmt::format("({}) % {}", a, dice_.one_in(4) ? "two" : "3");
    case 6:
      return fmt::format("({}) / {}", a, dice_.one_in(6) ? b : "two");
    case 7:
      return fmt::format("min({}, {})", a, b);
    case 8:
      return fmt::format("max({}, {})", a, b);
    case 9:
      return fmt::format("abs({})", a);
    case 10:
      return fmt::format("pow({}, {})", a, dice_.one_in(8) ? b : "2");
    default:
      return fmt::format("-({})", a);
  }
}

std::string Terms::value(const Seen& seen, const Type& type, int depth) {
  std::vector<std::string> same;
  for (const Thing& t : seen.things) {
    if (t.reads && t.type.text == type.text) same.push_back(t.text);
  }
  if (depth > 0 && type.sort != Sort::queue && type.sort != Sort::marks &&
      type.sort != Sort::reference && dice_.one_in(10)) {
    const std::string c = boolean(seen, depth - 1);
    const std::string a = value(seen, type, depth - 1);
    return fmt::format("(if {} then {} else {})", c, a,
                       value(seen, type, depth - 1));
  }
  if (!same.empty() && dice_.one_in(4)) return dice_.of(same);
  if (!type.has_literal() && type.sort != Sort::marks) {
    return same.empty() ? "none" : dice_.of(same);
  }
  const auto others = arrays_of(seen, type);
  if (!others.empty() && dice_.one_in(2)) {
    const std::string& a = dice_.of(others);
    return dice_.one_in(2) ? a
                           : fmt::format("(if {} then {} else {})",
                                         boolean(seen, 0), a, dice_.of(others));
  }
  switch (type.sort) {
    case Sort::boolean:
      return dice_.one_in(2) ? literal(type) : boolean(seen, depth);
    case Sort::number: {
      if (!same.empty() && dice_.one_in(2)) {
        const std::string& x = dice_.of(same);
        switch (dice_.below(7)) {
          case 0:
            return x + (dice_.one_in(2) ? " + 1" : " - 1");  // may leave it
          case 1:
          case 2:
            return fmt::format("min({} + 1, {})", x, type.high);
          case 3:
            return fmt::format("max({} - 1, {})", x, type.low);
          default:
            return fmt::format("if {0} < {1} then {0} + 1 else {2}", x,
                               type.high, type.low);
        }
      }
      if (mixes() && dice_.one_in(8)) {
        // Of any range; mostly out of this one, but not always.
        for (const Thing& t : seen.things) {
          if (t.reads && t.type.sort == Sort::number && dice_.one_in(2) &&
              t.type.low <= type.high && t.type.high >= type.low) {
            return t.text;
          }
        }
        return chosen(seen);
      }
      if (dice_.one_in(4)) {
        return fmt::format("({}) % {} + {}", number(seen, depth),
                           type.high - type.low + 1, type.low);
      }
      return literal(type);
    }
    case Sort::structure: {
      std::string parts;
      for (const Type& part : type.parts) {
        parts += (parts.empty() ? "" : ", ") + value(seen, part, 0);
      }
      return type.text + "(" + parts + ")";
    }
    case Sort::reference:
      for (const NodeFamily& family : world_.nodes) {
        if (family.name != type.family) continue;
        for (const Node& node : seen.nodes) {
          if (node.process == family.process && !dice_.one_in(3)) {
            return node.text;
          }
        }
      }
      return "none";
    case Sort::marks:
      return same.empty() ? "none" : same[0];
    default:
      return literal(type);
  }
}

}  // namespace vicinal::random_models
