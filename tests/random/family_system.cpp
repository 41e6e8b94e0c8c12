// SPDX-License-Identifier: MIT
// What the whole language has beside the network: integers, shared variables
// that everybody reads and writes, rules. An integer is taken for one of 0..2
// by whatever is said of it, so that most of them stay small.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

using Sort = Type::Sort;

Type FamilyWriter::integer() const {
  Type type;
  type.sort = Sort::number;
  type.high = 2;
  type.text = "int";
  return type;
}

// What comes after an integer in a value has bounds again.
void FamilyWriter::struct_with_integer() {
  if (!share(35)) return;
  Type record;
  record.sort = Sort::structure;
  record.text = "Stamp";
  record.names = {"time", "kind"};
  record.parts = {integer(), range_type(0, 1)};
  head_ += "struct Stamp { time : int; kind : 0..1; }\n";
  world_.structs.push_back(std::move(record));
}

// ---- shared variables ------------------------------------------------------

Type FamilyWriter::shared_type() {
  for (int i = 0; i < 8; ++i) {
    Type type;
    const int kind = dice_.below(12);
    if (kind < 3) {
      type = integer();
    } else if (kind == 3) {
      type.text = "bool";
    } else if (kind == 4) {
      type = dice_.of(world_.enums);
    } else if (kind == 5 && !world_.structs.empty()) {
      type = dice_.of(world_.structs);
    } else if (kind == 6) {
      type.sort = Sort::reference;
      type.family = dice_.of(world_.nodes).name;
      type.text = "id of " + type.family;
    } else if (kind == 7) {
      type.sort = Sort::array;
      type.size = 2;
      type.parts = {share(50) ? integer() : terms_.scalar()};
      type.text = fmt::format("({})[2]", type.parts[0].text);
    } else if (kind == 8) {
      type.sort = Sort::queue;
      type.size = 1 + dice_.below(2);
      type.parts = {share(50) ? integer() : terms_.scalar()};
      type.text = fmt::format("queue ({})[{}]", type.parts[0].text, type.size);
    } else {
      type = terms_.any(false);
    }
    if (type.sort != Sort::marks && spend(type, 1)) return type;
  }
  Type flag;
  flag.text = "bool";
  return flag;
}

// " = v", or nothing: anywhere.
std::string FamilyWriter::shared_start(const Type& type) {
  if (type.sort == Sort::queue) return "";
  if (free_start(type, 1)) {
    tag("shared: starts anywhere");
    return "";
  }
  return type.sort == Sort::reference ? " = none"
                                      : " = " + terms_.literal(type);
}

void FamilyWriter::declare_shared(const std::string& name, const Type& type,
                                  const std::string& start) {
  head_ += fmt::format("shared {} : {}{};\n", name, type.text, start);
  world_.shared.push_back({name, type, true, true});
}

void FamilyWriter::shared_variables() {
  left_ *= 60;  // of what they may be, little is reached
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    const Type type = shared_type();
    const std::string name = fmt::format("g{}", i);
    const std::string start = shared_start(type);
    declare_shared(name, type, start);
    if (start.empty() && type.sort != Sort::queue && share(40)) {
      tag("init: shared");
      Seen seen;
      seen.things = {world_.shared.back()};
      conditions_.push_back(terms_.boolean(seen, 0));
    }
  }
  if (any_ || !share(20) || world_.numbers.back() == "two") return;
  Type flag;
  flag.text = "bool";
  if (!spend(flag, 4)) return;
  tag("shared: array");
  head_ += fmt::format("shared row[{}] : bool{};\n", world_.numbers.back(),
                       share(70) ? " = index == 0" : "");
  // There may be no element; where there is none, this is an error.
  world_.shared.push_back({"row[0]", flag, true, true});
}

void FamilyWriter::integers(std::size_t process) {
  if (!share(45) || !spend(integer(), copies(process))) return;
  variable(process, "number", integer());
}

// ---- rules -----------------------------------------------------------------

void FamilyWriter::add_rule(const Rule& rule) {
  rules_ += fmt::format(
      "rule {}{} when {}{} {{ {} }}\n", terms_.fresh("r"),
      rule.parameters.empty() ? "" : "(" + rule.parameters + ")", rule.guard,
      rule.priority.empty() ? "" : " priority " + rule.priority, rule.body);
}

std::string FamilyWriter::rule_noise(const Seen& seen) {
  if (share(quiet_ ? 95 : 80)) return "";
  return " && (" + terms_.boolean(seen, 1) + ")";
}

// What a rule sees and may write.
Seen FamilyWriter::whole_system() {
  Seen seen;
  seen.things = world_.shared;
  seen.others = true;
  seen.all_writes = true;
  if (any_) return seen;
  for (const EdgeFamily& family : world_.edges) {
    if (!share(25)) continue;
    seen.things.push_back({family.members[0], family.type, true, true});
    seen.edges.push_back(family.members[0]);
  }
  return seen;
}

// A parameter more: a node, an edge, a number, a constant.
Seen FamilyWriter::with_parameter(Seen seen, std::string& parameters) {
  const std::string name = terms_.fresh("p");
  std::string domain;
  const int kind = dice_.below(10);
  if (kind < 5) {
    const NodeFamily& family = dice_.of(world_.nodes);
    seen = terms_.with_node(std::move(seen), name, family.process);
    domain = share(70) ? family.name : world_.processes[family.process].name;
  } else if (kind < 7 && !world_.edges.empty()) {
    const EdgeFamily& family = dice_.of(world_.edges);
    if (!several(family)) return seen;
    seen.things.push_back({name, family.type, true, true});
    seen.edges.push_back(name);
    domain = family.name;
  } else if (kind < 9) {
    const Type range = range_type(-dice_.below(2), 1 + dice_.below(2));
    seen.things.push_back({name, range, true, false});
    domain = range.text;
  } else {
    seen.things.push_back({name, world_.enums[0], true, false});
    domain = world_.enums[0].text;
  }
  parameters +=
      fmt::format("{}{} in {}", parameters.empty() ? "" : ", ", name, domain);
  return seen;
}

// A shared variable gets what a member shows, or a constant, and is not read.
std::string FamilyWriter::collecting(const Seen& member) {
  std::vector<std::string> all;
  for (const Thing& t : world_.shared) {
    if (!t.writes || !t.type.has_literal()) continue;
    all.push_back(fmt::format(" {} := {};", t.text, terms_.literal(t.type)));
    for (const Thing& m : member.things) {
      if (m.type.text != t.type.text || m.text == t.text) continue;
      all.push_back(fmt::format(" {} := {};", t.text, m.text));
      all.push_back(all.back());
    }
  }
  if (all.empty()) return " skip;";
  return dice_.of(all) + (share(30) ? dice_.of(all) : "");
}

// A loop over nodes, edges or numbers, with something in it that depends on
// whom it has come to.
std::string FamilyWriter::loop_over_system(const Seen& seen) {
  const std::string y = terms_.fresh("y");
  Seen inner = seen;
  std::string domain;
  const int kind = dice_.below(3);
  if (!seen.sets.empty() && share(85)) {
    const auto& [set, port] = dice_.of(seen.sets);
    inner.things.assign({{y, port->type, true, true}});
    domain = set;
  } else if (kind == 0 && !world_.edges.empty()) {
    const EdgeFamily& family = dice_.of(world_.edges);
    if (!several(family)) return "skip;";
    inner.things.assign({{y, family.type, true, true}});
    domain = family.name;
  } else if (kind == 1) {
    inner.things.push_back({y, range_type(0, 1), true, false});
    domain = "0..1";
  } else {
    const NodeFamily& family = dice_.of(world_.nodes);
    inner.things.clear();
    inner = terms_.with_node(std::move(inner), y, family.process);
    domain = family.name;
  }
  std::string body;
  if (share(30)) body = collecting(inner);
  if (share(40)) {
    inner.things.insert(inner.things.end(), world_.shared.begin(),
                        world_.shared.end());
  }
  if (body.empty() || share(30)) body += terms_.statements(inner, 0);
  if (share(50)) return fmt::format("for {} in {} {{{}}}", y, domain, body);
  const std::string test = terms_.boolean(inner, 1);
  return fmt::format("for {} in {} {{ if {} {{{}}} }}", y, domain, test, body);
}

// Somebody whom a shared reference names, if it names anybody.
std::string FamilyWriter::by_reference(const Seen& seen) {
  for (const Thing& t : seen.things) {
    if (t.type.sort != Sort::reference) continue;
    const NodeFamily& family = named(t.type.family);
    const Process& p = world_.processes[family.process];
    if (p.variables.empty()) continue;
    const Thing& v = dice_.of(p.variables);
    if (!v.type.has_literal()) continue;
    const std::string set =
        fmt::format("{}.{} := {};", t.text, v.text, terms_.literal(v.type));
    return share(90) ? fmt::format(" if {} != none {{ {} }}", t.text, set)
                     : " " + set;
  }
  return "";
}

std::string FamilyWriter::count_up(const Seen& seen) {
  for (const Thing& t : seen.things) {
    if (!t.writes || t.type.sort != Sort::number || !share(50)) continue;
    return fmt::format(" while {0} < {1} {{ {0} := {0} + 1; }}", t.text,
                       t.type.high);
  }
  return "";
}

void FamilyWriter::random_rule() {
  Seen seen = whole_system();
  Rule rule;
  const int count = dice_.below(3);
  for (int i = 0; i < count; ++i) {
    seen = with_parameter(std::move(seen), rule.parameters);
  }
  rule.guard = terms_.boolean(seen, 2);
  if (share(15)) rule.priority = terms_.number(seen, 1);
  rule.body = terms_.statements(seen, 1);
  if (share(40)) rule.body += loop_over_system(seen);
  if (share(15)) rule.body += count_up(seen);
  if (share(40)) rule.body += by_reference(seen);
  add_rule(rule);
}

void FamilyWriter::claim_of_shared() {
  Seen seen;
  seen.things = world_.shared;
  const std::string premise = terms_.boolean(seen, 0);
  if (share(30)) return claim(terms_.boolean(seen, 1));
  const auto process = dice_.of(world_.nodes).process;
  const std::string i = terms_.fresh("i");
  const std::string what = said(i, process, 0);
  const bool there = share(50);
  claim(fmt::format("forall {} in {}: {} => {}", i, domain(process),
                    there ? premise : what, there ? what : premise));
}

void FamilyWriter::system() {
  using Idea = bool (FamilyWriter::*)();
  static const std::vector<Idea> ideas = {
      &FamilyWriter::grant,          &FamilyWriter::pass_on,
      &FamilyWriter::close,          &FamilyWriter::carry,
      &FamilyWriter::turn,           &FamilyWriter::by_number,
      &FamilyWriter::ticket,         &FamilyWriter::own_it,
      &FamilyWriter::amount,         &FamilyWriter::top,
      &FamilyWriter::clock,          &FamilyWriter::exchange,
      &FamilyWriter::marks_by_index, &FamilyWriter::mode,
      &FamilyWriter::write_ports};
  const int count = quiet_ && share(70) ? 1 : 1 + dice_.below(2);
  for (int done = 0, tries = 0; done < count && tries < 16; ++tries) {
    done += (this->*dice_.of(ideas))() ? 1 : 0;
  }
  if (share(quiet_ ? 20 : 85)) random_rule();
  if (share(quiet_ ? 15 : 50)) claim_of_shared();
}

}  // namespace vicinal::random_models
