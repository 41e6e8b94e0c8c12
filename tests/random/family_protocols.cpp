// SPDX-License-Identifier: MIT
// What processes agree on through shared variables, and what rules do to them:
// with something to claim of it, which now and then is spoiled by a mistake.
//
// A shared variable that an idea needs is its own, so that most of what is
// claimed is true; other ideas write only what the world knows of.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

using Sort = Type::Sort;

// A family whose process has a phase; null: this time there is none.
const NodeFamily* FamilyWriter::phased_family() {
  const NodeFamily& family = dice_.of(world_.nodes);
  return world_.processes[family.process].phased() ? &family : nullptr;
}

// ---- rules about who may be busy -------------------------------------------

// One that asks is let in.
bool FamilyWriter::grant() {
  const NodeFamily* f = phased_family();
  if (f == nullptr) return false;
  const std::string q = terms_.fresh("q");
  const std::string p = terms_.fresh("q");
  const bool mistake = share(20);
  Rule rule;
  rule.parameters = fmt::format("{} in {}", q, f->name);
  rule.guard = fmt::format(
      "{0}.phase == idle && {1}", q,
      share(50)
          ? fmt::format("(forall {} in {}: {}.phase != busy)", p, f->name, p)
          : fmt::format("!(exists {} in {}: {}.phase == busy{})", p, f->name, p,
                        mistake ? fmt::format(" && {} != {}", p, q) : ""));
  if (mistake && share(50)) rule.guard = q + ".phase == idle";
  if (!any_ && share(20)) rule.priority = fmt::format("index({})", q);
  rule.body = q + ".phase := busy;";
  add_rule(rule);
  if (share(50)) {
    leave(f->process);
  } else {
    add_rule({fmt::format("{} in {}", p, f->name), p + ".phase == busy",
              p + ".phase := idle;"});
  }
  claim(
      fmt::format("forall i, j in {}: i != j => "
                  "!(i.phase == busy && j.phase == busy)",
                  f->name));
  return true;
}

// One hands over to another: the two may be one node, which is a mistake.
bool FamilyWriter::pass_on() {
  const NodeFamily* f = phased_family();
  if (f == nullptr) return false;
  const std::string p = terms_.fresh("p");
  const std::string q = terms_.fresh("q");
  std::string guard = fmt::format("{}.phase == busy && {}.phase == idle", p, q);
  switch (dice_.below(any_ ? 4 : 6)) {
    case 0:
      guard = fmt::format("{}.phase == busy", p);  // also to itself
      break;
    case 1:
      guard += fmt::format(" && adjacent({}, {})", p, q);
      break;
    case 4:
      guard += fmt::format(" && index({}) < index({})", p, q);
      break;
    case 5:
      guard += fmt::format(" && index({}) == index({}) + 1", q, p);
      break;
    default:
      guard += fmt::format(" && {} != {}", p, q);
      break;
  }
  const std::string body =
      share(50) ? fmt::format("{0}.phase := idle; {1}.phase := busy;", p, q)
                : fmt::format("{0}.phase, {1}.phase := {2}.phase, {0}.phase;",
                              p, q, q);
  add_rule({fmt::format("{}, {} in {}", p, q, f->name), guard, body});
  claim(fmt::format("atmost 1 i in {}: i.phase == busy", f->name));
  return true;
}

// While it is open they enter; to close it, a rule sends all of them home.
bool FamilyWriter::close() {
  const NodeFamily* f = phased_family();
  Type flag;
  flag.text = "bool";
  if (f == nullptr || !spend(flag, 1)) return false;
  const std::string open = terms_.fresh("open");
  head_ +=
      fmt::format("shared {} : bool{};\n", open, share(70) ? " = false" : "");
  add(f->process,
      {"", fmt::format("phase == idle && {}", open), "phase := busy;"});
  if (share(40)) leave(f->process);
  const std::string y = terms_.fresh("y");
  std::string each = y + ".phase := idle;";
  const int kind = dice_.below(10);
  if (kind < 3) {
    each = fmt::format("if {}.phase == busy {{ {} }}", y, each);
  } else if (kind == 3) {
    each = fmt::format("if {} {{ {} }}", said(y, f->process, 0), each);
  }
  const std::string shut = share(85) ? open + " := false; " : "";
  std::string loop = fmt::format("for {} in {} {{ {} }}", y, f->name, each);
  if (!any_ && f->members[0] == f->name + "[0]" && share(30)) {
    loop = fmt::format("for {} in 0..{}-1 {{ {}[{}].phase := idle; }}", y,
                       share(85) ? world_.numbers.back() : "two", f->name, y);
  }
  add_rule({"", open, share(50) ? shut + loop : loop + " " + shut});
  add_rule({"", "!" + open, open + " := true;"});
  claim(fmt::format("forall i in {}: i.phase == busy => {}", f->name, open));
  return true;
}

// ---- rules about edges -----------------------------------------------------

// Something moves from edge to edge.
bool FamilyWriter::carry() {
  if (world_.edges.empty()) return false;
  const EdgeFamily& family = dice_.of(world_.edges);
  if (!several(family)) return false;
  const std::string e = terms_.fresh("e");
  const std::string f = terms_.fresh("e");
  const std::string in = fmt::format("{}, {} in {}", e, f, family.name);
  if (family.type.sort == Sort::boolean) {
    const int kind = dice_.below(4);
    const std::string guard = kind == 0 ? e
                              : kind == 1
                                  ? fmt::format("{} && !same({}, {})", e, e, f)
                                  : fmt::format("{} && !{}", e, f);
    add_rule({in, guard, fmt::format("{} := false; {} := true;", e, f)});
    const std::string x = terms_.fresh("x");
    claim(fmt::format("atmost 1 {} in {}: {}", x, family.name, x));
    return true;
  }
  if (family.type.sort != Sort::number && family.type.sort != Sort::constant) {
    return false;
  }
  const std::string v = terms_.literal(family.type);
  if (share(50)) {
    add_rule(
        {in, fmt::format("{} == {}", e, v), fmt::format("{} := {};", f, e)});
  } else {
    add_rule(
        {fmt::format("{} in {}", e, family.name), fmt::format("{} != {}", e, v),
         fmt::format("for {} in {} {{ {} := {}; }}", f, family.name, f, v)});
  }
  claim(fmt::format("forall x in {}: x != {}", family.name,
                    terms_.literal(family.type)));
  return true;
}

// What stands at a port is written by a rule that knows the node.
bool FamilyWriter::write_ports() {
  const NodeFamily& f = dice_.of(world_.nodes);
  const std::string q = terms_.fresh("q");
  Seen seen;
  seen.all_writes = true;
  seen.others = true;
  seen = terms_.with_node(std::move(seen), q, f.process);
  std::vector<Thing> edges;
  for (const Port& port : world_.processes[f.process].ports) {
    if (!port.set && port.type.has_literal()) {
      edges.push_back({q + "." + port.name, port.type, true, true});
    }
  }
  if (edges.empty()) return false;
  const Thing& edge = dice_.of(edges);
  const std::string body =
      fmt::format("{} := {};", edge.text, terms_.value(seen, edge.type, 1));
  const std::string guard = terms_.boolean(seen, 1);
  add_rule({fmt::format("{} in {}", q, f.name), guard, body});
  return true;
}

// ---- rules about numbers ---------------------------------------------------

// A number goes round, by a parameter that is compared with it.
bool FamilyWriter::turn() {
  const Type type = share(50) ? integer() : range_type(0, 2);
  if (!spend(type, 1)) return false;
  const std::string g = terms_.fresh("turn");
  head_ += fmt::format("shared {} : {}{};\n", g, type.text,
                       type.text != "int" && share(30) ? "" : " = 0");
  const std::string v = terms_.fresh("v");
  const std::string next = share(80) ? "({0} + 1) % 3" : "{0} + 1";
  const std::string body = fmt::format(
      "{} := {};", g, fmt::format(fmt::runtime(next), share(50) ? v : g));
  add_rule({fmt::format("{} in 0..{}", v, share(80) ? 2 : 1),
            fmt::format("{} == {}", g, v), body});
  if (const NodeFamily* f = phased_family(); f != nullptr) {
    add(f->process,
        {"", fmt::format("phase == idle && {} == {}", g, dice_.below(3)),
         "phase := busy;"});
  }
  claim(fmt::format("0 <= {0} && {0} <= {1}", g, share(80) ? 2 : 1));
  return true;
}

// A node is named by its number, which a range runs over.
bool FamilyWriter::by_number() {
  const NodeFamily* f = phased_family();
  if (f == nullptr || any_ || plane_ || f->members[0] != f->name + "[0]") {
    return false;
  }
  const auto at = static_cast<std::size_t>(f - world_.nodes.data());
  const std::string size =
      node_sizes_[at].substr(1, node_sizes_[at].size() - 2);
  const std::string k = terms_.fresh("k");
  const std::string last = share(85) ? size + " - 1" : size;
  const std::string other = share(30) ? "0" : k;
  add_rule({fmt::format("{} in 0..{}", k, last),
            fmt::format("{}[{}].phase == idle", f->name, k),
            fmt::format("{}[{}].phase := busy;", f->name, other)});
  claim(fmt::format("forall k in 0..{} - 1: {}[k].phase != {}", size, f->name,
                    dice_.of(world_.enums[0].names)));
  const std::string beside = share(70) ? "k + 1" : share(50) ? "2 * k" : "0";
  claim(fmt::format(
      "forall k in 0..{0} - 1: !({1}[k].phase == {2} && {1}[({3}) % {4}].phase "
      "== {5})",
      size, f->name, dice_.of(world_.enums[0].names), beside,
      share(85) ? size : size + " + 1", dice_.of(world_.enums[0].names)));
  return true;
}

// Two exchange what they have.
bool FamilyWriter::exchange() {
  const NodeFamily& f = dice_.of(world_.nodes);
  const Thing* number = nullptr;
  for (const Thing& v : world_.processes[f.process].variables) {
    if (v.type.sort == Sort::number) number = &v;
  }
  if (number == nullptr) return false;
  const std::string p = terms_.fresh("p");
  const std::string q = terms_.fresh("q");
  const std::string a = p + "." + number->text;
  const std::string b = q + "." + number->text;
  const std::string guard =
      share(50) ? fmt::format("{} != {}", p, q) : fmt::format("{} < {}", a, b);
  const std::string body =
      share(60) ? fmt::format("{0}, {1} := {1}, {0};", a, b)
                : fmt::format("{0} := {1} - {0}; {1} := {1} - {0};", a, b);
  add_rule({fmt::format("{}, {} in {}", p, q, f.name), guard, body});
  claim(fmt::format("forall i in {}: i.{} >= {}", f.name, number->text,
                    number->type.low));
  return true;
}

// ---- agreed on through shared variables ------------------------------------

// Tickets: who has the one that is served is in.
bool FamilyWriter::ticket() {
  const NodeFamily* f = phased_family();
  if (f == nullptr || !spend(integer(), 2 + copies(f->process))) return false;
  tag("tickets");
  const std::string next = terms_.fresh("next");
  const std::string served = terms_.fresh("served");
  const std::string mine = terms_.fresh("ticket");
  head_ +=
      fmt::format("shared {} : int = 0;\nshared {} : int = 0;\n", next, served);
  declared_[f->process] += fmt::format("  var {} : int = -1;\n", mine);
  // Some go on for ever.
  const std::string few =
      share(70) ? fmt::format(" && {} < {}", next, 2 + dice_.below(2)) : "";
  add(f->process,
      {"", fmt::format("phase == idle && {} == -1{}", mine, few),
       share(85) ? fmt::format("{0} := {1}; {1} := {1} + 1;", mine, next)
                 : fmt::format("{} := {};", mine, next)});
  add(f->process, {"", fmt::format("phase == idle && {} == {}", mine, served),
                   "phase := busy;"});
  const std::string done = share(85) ? served : next;
  add(f->process,
      {"", fmt::format("phase == busy && {} != -1", mine),
       fmt::format("phase := idle; {0} := -1; {1} := {1} + 1;", mine, done)});
  claim(
      fmt::format("forall i, j in {0}: i != j && i.{1} >= 0 => i.{1} != "
                  "j.{1}",
                  f->name, mine));
  claim(fmt::format("forall i in {}: i.{} < {}", f->name, mine, next));
  claim(
      fmt::format("forall i, j in {}: i != j => "
                  "!(i.phase == busy && j.phase == busy)",
                  f->name));
  return true;
}

// A shared reference says who is in.
bool FamilyWriter::own_it() {
  const NodeFamily* f = phased_family();
  Type type;
  type.sort = Sort::reference;
  if (f == nullptr || f->count != copies(f->process) || plane_ ||
      !spend(type, 1)) {
    return false;
  }
  const std::string h = terms_.fresh("holder");
  head_ += fmt::format("shared {} : id of {}{};\n", h, f->name,
                       share(80) ? " = none" : "");
  add(f->process, {"", fmt::format("phase == idle && {} == none", h),
                   fmt::format("{} := self; phase := busy;", h)});
  const int kind = dice_.below(4);
  const std::string out = kind == 0 ? "true" : h + " == self";
  add(f->process, {"", fmt::format("phase == busy && {}", out),
                   fmt::format("{} := none; phase := idle;", h)});
  if (kind == 1) {
    const std::string q = terms_.fresh("q");
    add_rule({fmt::format("{} in {}", q, f->name),
              fmt::format("{} == {} && {}.phase != busy", h, q, q),
              h + " := none;"});
  } else if (kind == 2) {
    add_rule({"", fmt::format("{0} != none && {0}.phase == busy", h),
              fmt::format("{0}.phase := idle; {0} := none;", h)});
  }
  claim(fmt::format("forall i in {}: i.phase == busy => {} == i", f->name, h));
  claim(
      fmt::format("forall i, j in {}: i != j => "
                  "!(i.phase == busy && j.phase == busy)",
                  f->name));
  return true;
}

// How many are in, counted by those who enter and leave.
bool FamilyWriter::amount() {
  const NodeFamily* f = phased_family();
  if (f == nullptr || !spend(integer(), 1)) return false;
  const std::string g = terms_.fresh("amount");
  const int most = 1 + dice_.below(2);
  const bool range = share(40);
  head_ += fmt::format("shared {} : {} = 0;\n", g,
                       range ? fmt::format("0..{}", most + 1) : "int");
  add(f->process, {"", fmt::format("phase == idle && {} < {}", g, most),
                   fmt::format("phase := busy; {0} := {0} + 1;", g)});
  const std::string less = share(85) ? "busy" : "idle";
  add(f->process, {"", "phase == " + less,
                   fmt::format("phase := idle; {0} := {0} - 1;", g)});
  claim(fmt::format("{} >= 0", g));
  claim(fmt::format("(exists i in {}: i.phase == busy) => {} > 0", f->name, g));
  claim(fmt::format("atmost {} i in {}: i.phase == busy", most, f->name));
  return true;
}

// A number that is shared and one of each node, both from 0; their names.
std::pair<std::string, std::string> FamilyWriter::counters(
    std::size_t process, const std::string& shared, const std::string& own) {
  const std::string g = terms_.fresh(shared);
  const std::string mine = terms_.fresh(own);
  head_ += fmt::format("shared {} : int = 0;\n", g);
  declared_[process] += fmt::format("  var {} : int = 0;\n", mine);
  return {g, mine};
}

// The greatest number that anybody has.
bool FamilyWriter::top() {
  const NodeFamily& f = dice_.of(world_.nodes);
  if (!spend(integer(), 1 + copies(f.process))) return false;
  const auto [g, mine] = counters(f.process, "top", "own");
  const std::string few = share(70) ? fmt::format("{} < 2", mine) : "true";
  const std::string grow = share(85)
                               ? fmt::format("{0} := max({0}, {1});", g, mine)
                               : fmt::format("{} := {};", g, mine);
  add(f.process, {"", few, fmt::format("{0} := {0} + 1; {1}", mine, grow)});
  if (share(30)) {
    add_rule(
        {"", g + " > 0",
         share(50) ? g + " := 0;" : fmt::format("{} := max({}, 2);", g, g)});
  }
  claim(fmt::format("forall i in {}: i.{} <= {}", f.name, mine, g));
  return true;
}

// A rule moves the clock, nodes take its time.
bool FamilyWriter::clock() {
  const NodeFamily& f = dice_.of(world_.nodes);
  if (!spend(integer(), 1 + copies(f.process))) return false;
  const auto [g, mine] = counters(f.process, "clock", "stamp");
  add(f.process,
      {"", "true" + noise(f.process), fmt::format("{} := {};", mine, g)});
  const std::string q = terms_.fresh("q");
  const int kind = dice_.below(5);
  std::string guard = kind == 0 ? "true" : fmt::format("{} < 2", g);
  if (share(30)) {
    guard += fmt::format(" && (forall {0} in {1}: {0}.{2} == {3})", q, f.name,
                         mine, g);
  }
  add_rule({"", guard, fmt::format("{0} := {0} + 1;", g)});
  if (kind == 1) {
    add_rule({"", g + " == 2", g + " := 0;"});
  } else if (kind == 2) {
    const std::string y = terms_.fresh("y");
    add_rule({"", g + " == 2",
              fmt::format("for {0} in {1} {{ {0}.{2} := 0; }} {3} := 0;", y,
                          f.name, mine, g)});
  }
  claim(fmt::format("forall i in {}: i.{} <= {}", f.name, mine, g));
  if (share(50)) {
    claim(fmt::format("forall i in {}: {} - i.{} <= 1", f.name, g, mine));
  }
  return true;
}

// Each has a place in a shared array.
bool FamilyWriter::marks_by_index() {
  const NodeFamily* f = phased_family();
  Type flag;
  flag.text = "bool";
  if (f == nullptr || any_ || plane_ || f->members[0] != f->name + "[0]" ||
      f->count != copies(f->process) || !spend(flag, f->count)) {
    return false;
  }
  const auto at = static_cast<std::size_t>(f - world_.nodes.data());
  const std::string g = terms_.fresh("marked");
  head_ += fmt::format("shared {}{} : bool = false;\n", g, node_sizes_[at]);
  const std::string own = share(85) ? "index(self)" : "0";
  add(f->process, {"", "phase == idle",
                   fmt::format("phase := busy; {}[{}] := true;", g, own)});
  add(f->process, {"", "phase == busy",
                   fmt::format("phase := idle; {}[{}] := false;", g, own)});
  if (share(30)) {
    const std::string q = terms_.fresh("q");
    add_rule(
        {fmt::format("{} in {}", q, f->name),
         fmt::format("{}[index({})]", g, q),
         fmt::format("{0}[index({1})] := false; {1}.phase := idle;", g, q)});
  }
  claim(fmt::format("forall i in {}: i.phase == busy => {}[index(i)]", f->name,
                    g));
  return true;
}

// All do what the mode allows, which a rule changes when nobody is busy.
bool FamilyWriter::mode() {
  const NodeFamily* f = phased_family();
  const Type& type = world_.enums.back();
  if (f == nullptr || !spend(type, 1)) return false;
  const std::string g = terms_.fresh("mode");
  const std::string start = terms_.literal(type);
  const std::string other = type.names[start == type.names[0] ? 1 : 0];
  head_ += fmt::format("shared {} : {}{};\n", g, type.text,
                       share(80) ? " = " + start : "");
  add(f->process, {"", fmt::format("phase == idle && {} == {}", g, start),
                   "phase := busy;"});
  leave(f->process);
  const std::string q = terms_.fresh("q");
  const std::string nobody =
      fmt::format("(forall {0} in {1}: {0}.phase != busy)", q, f->name);
  add_rule(
      {"",
       fmt::format("{} == {}{}", g, start, share(85) ? " && " + nobody : ""),
       fmt::format("{} := {};", g, other)});
  add_rule({"", fmt::format("{} != {}", g, start),
            fmt::format("{} := {};", g, start)});
  claim(fmt::format("forall i in {}: i.phase == busy => {} == {}", f->name, g,
                    start));
  return true;
}

}  // namespace vicinal::random_models
