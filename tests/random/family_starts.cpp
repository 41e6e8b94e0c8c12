// SPDX-License-Identifier: MIT
// Variables and constants, and where everything starts: at a value, at one
// that depends on the index, or anywhere that a condition allows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "family_writer.hpp"

namespace vicinal::random_models {

namespace {

constexpr int members = 4;  // that a reference may name, about

bool holds_integer(const Type& type) {
  return type.text == "int" ||
         std::any_of(type.parts.begin(), type.parts.end(), holds_integer);
}

}  // namespace

double valuations(const Type& type, int count) {
  double values = type.initial_values(members);
  if (type.sort == Sort::queue) {
    const double each = type.parts[0].initial_values(members);
    values = type.size == 1 ? 1 + each : 1 + each + each * each;
  }
  return std::pow(values, count);
}

// Whether the state space may have so many places of the type more.
bool FamilyWriter::spend(const Type& type, int count) {
  const double more = valuations(type, count);
  if (more > left_) return false;
  left_ /= more;
  return true;
}

bool FamilyWriter::free_start(const Type& type, int count) {
  if (type.text == "int") {
    if (!share(6)) return false;
    tag("start: any integer");
    return true;
  }
  if (holds_integer(type)) return false;
  const double more = std::pow(type.initial_values(members), count);
  if (more > free_left_ || !share(45)) return false;
  free_left_ /= more;
  return true;
}

// An initial value that differs by the index.
std::string FamilyWriter::by_index(const Type& type) {
  const int kind = dice_.below(3);
  const std::string test = kind == 0   ? "index == 0"
                           : kind == 1 ? "index % 2 == 0"
                                       : "index > 1";
  tag("start: index");
  switch (type.sort) {
    case Sort::boolean:
      return test;
    case Sort::number:
      return share(50) ? fmt::format("index % {} + {}",
                                     type.high - type.low + 1, type.low)
                       : fmt::format("if {} then {} else {}", test, type.high,
                                     type.low);
    default: {
      const std::string there = terms_.literal(type);
      std::string elsewhere = terms_.literal(type);
      for (int i = 0; i < 4 && elsewhere == there; ++i) {
        elsewhere = terms_.literal(type);
      }
      return fmt::format("if {} then {} else {}", test, there, elsewhere);
    }
  }
}

// " = v", or nothing: anywhere.
std::string FamilyWriter::start(const Type& type, int count, bool must) {
  if (type.sort == Sort::queue) return "";
  if (!must && free_start(type, count)) {
    tag("start: anywhere");
    return "";
  }
  if (type.sort == Sort::reference) return " = none";
  if (!any_ && count > 1 && share(25)) return " = " + by_index(type);
  if (type.sort == Sort::boolean && share(50)) return " = false";
  return " = " + terms_.literal(type);
}

// What edges that start anywhere have in common. The size is empty unless it is
// one of one dimension.
void FamilyWriter::condition_of_edges(const EdgeFamily& family,
                                      const std::string& size) {
  const std::string x = terms_.fresh("x");
  Seen seen;
  seen.things = {{x, family.type, true, false}};
  const bool flag = family.type.sort == Sort::boolean;
  const std::string what =
      flag && share(80) ? x : "(" + terms_.boolean(seen, 0) + ")";
  if (!several(family)) {
    seen.things[0].text = family.name;
    if (share(50)) conditions_.push_back(terms_.boolean(seen, 0));
    return;
  }
  const int kind = dice_.below(size.empty() ? 6 : 10);
  const std::string in = fmt::format("{} in {}: {}", x, family.name, what);
  if (kind < 3) {
    tag("init: exactly");
    const int k = share(80) ? 1 : 2 * dice_.below(2);
    conditions_.push_back(fmt::format("exactly {} {}", k, in));
  } else if (kind == 3) {
    tag("init: atmost");
    conditions_.push_back("atmost 1 " + in);
  } else if (kind == 4) {
    tag("init: forall");
    conditions_.push_back("forall " + in);
  } else if (kind == 5) {
    if (share(50)) conditions_.push_back("exists " + in);
  } else {
    const std::string i = terms_.fresh("i");
    Seen named;
    named.things = {{family.name + "[" + i + "]", family.type, true, false}};
    const std::string each = terms_.boolean(named, 0);
    named.things[0].text = family.name + "[0]";
    const std::string first = terms_.boolean(named, 0);
    if (kind < 8) {
      tag("init: over indices");
      conditions_.push_back(
          fmt::format("forall {0} in 0..{1} - 1: {0} {2} => {3}", i, size,
                      share(50) ? "% 2 == 0" : "> 0", each));
    } else {
      tag("init: one edge");
      conditions_.push_back(share(50) ? first : size + " > 0 => " + first);
    }
  }
}

// What nodes that start anywhere have in common.
void FamilyWriter::condition_of_nodes(std::size_t process) {
  const NodeFamily& family = family_of(process);
  const std::string q = terms_.fresh("q");
  const std::string what = said(q, process, 0);
  const std::string in = fmt::format("{} in {}: ", q, domain(process));
  const int kind = dice_.below(8);
  if (kind == 0) {
    tag("init: exactly");
    conditions_.push_back("exactly 1 " + in + what);
  } else if (kind == 1) {
    tag("init: atmost");
    conditions_.push_back("atmost 1 " + in + what);
  } else if (kind < 4) {
    tag("init: forall");
    conditions_.push_back("forall " + in + what);
  } else if (kind < 6) {
    tag("init: over indices");
    conditions_.push_back(fmt::format("forall {} in {}: index({}) {} => {}", q,
                                      family.name, q,
                                      share(50) ? "% 2 == 1" : "> 0", what));
  } else if (kind == 6 && !any_) {
    tag("init: one node");
    conditions_.push_back(said(family.members[0], process, 0));
  }
}

// ---- processes -------------------------------------------------------------

int FamilyWriter::copies(std::size_t process) const {
  int count = 0;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process == process) count += family.count;
  }
  return count;
}

void FamilyWriter::constants(std::size_t process) {
  if (any_ || !share(copies(process) > 1 ? 25 : 8)) return;
  Type rank;
  rank.sort = Sort::number;
  rank.high = share(70) ? 1 : 5;
  rank.text = fmt::format("0..{}", rank.high);
  world_.processes[process].constants.push_back({"rank", rank, true, false});
  tag(rank.high == 1 ? "constant of the process" : "constant: a large one");
}

Type FamilyWriter::variable_type(std::size_t process, int count) {
  for (int i = 0; i < 6; ++i) {
    Type type;
    const int kind = dice_.below(10);
    if (kind < 3) {
      type.sort = Sort::reference;
      type.family = dice_.of(world_.nodes).name;
      type.text = "id of " + type.family;
    } else if (kind < 5 && !world_.processes[process].ports.empty()) {
      type = dice_.of(world_.processes[process].ports).type;
    } else {
      type = terms_.any(false);
    }
    if (type.sort == Sort::queue || type.sort == Sort::marks) continue;
    if (spend(type, count)) return type;
  }
  return {};
}

void FamilyWriter::variable(std::size_t process, const std::string& name,
                            const Type& type) {
  const std::string value = start(type, copies(process), false);
  declared_[process] +=
      fmt::format("  var {} : {}{};\n", name, type.text, value);
  world_.processes[process].variables.push_back({name, type, true, true});
  switch (type.sort) {
    case Sort::reference:
      tag("reference in a variable");
      break;
    case Sort::structure:
      tag("struct");
      break;
    case Sort::array:
      tag("array");
      break;
    default:
      break;
  }
}

void FamilyWriter::variables(std::size_t process) {
  const int count = copies(process);
  constants(process);
  if (share(92) && spend(world_.enums[0], count)) {
    const Type& phase = world_.enums[0];
    const std::string value = quiet_                     ? " = idle"
                              : free_start(phase, count) ? ""
                              : share(85) || any_        ? " = idle"
                                                  : " = " + by_index(phase);
    if (value.empty()) tag("start: anywhere");
    declared_[process] += fmt::format("  var phase : Phase{};\n", value);
    world_.processes[process].variables.push_back({"phase", phase, true, true});
    if (value.empty() && share(70)) condition_of_nodes(process);
  }
  if (whole_) integers(process);
  for (int i = 0; i < 2; ++i) {
    if (!share(50)) continue;
    const Type type = variable_type(process, count);
    if (type.text.empty()) continue;
    const std::size_t before = declared_[process].size();
    const std::string name = fmt::format("v{}", i);
    variable(process, name, type);
    const std::string text = declared_[process].substr(before);
    if (text.find('=') == std::string::npos && share(60)) {
      condition_of_nodes(process);
    }
  }
}

}  // namespace vicinal::random_models
