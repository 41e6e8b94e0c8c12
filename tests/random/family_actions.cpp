// SPDX-License-Identifier: MIT
// What processes do: mostly ideas, which are an action or two that make sense
// together, and often something to claim of them. Here are those that are
// about who may be busy. Beside ideas there are random actions, which spoil
// some of it.
//
// Values in braces are made from left to right, arguments in any order: what
// throws dice more than once stands in braces.
#include <fmt/format.h>

#include "family_writer.hpp"

namespace vicinal::random_models {

const NodeFamily& FamilyWriter::family_of(std::size_t process) {
  std::vector<const NodeFamily*> families;
  for (const NodeFamily& family : world_.nodes) {
    if (family.process == process) families.push_back(&family);
  }
  return *dice_.of(families);
}

// All nodes of the process, or those of a family.
std::string FamilyWriter::domain(std::size_t process) {
  const NodeFamily& family = family_of(process);
  return share(50) ? family.name : world_.processes[process].name;
}

std::vector<const Port*> FamilyWriter::ports(std::size_t process, Sort sort,
                                             bool set) {
  std::vector<const Port*> out;
  for (const Port& port : world_.processes[process].ports) {
    if (port.set == set && port.type.sort == sort && port.reads() &&
        port.writes()) {
      out.push_back(&port);
    }
  }
  return out;
}

void FamilyWriter::add(std::size_t process, const Step& step) {
  does_[process] += fmt::format(
      "  action {}{} when {}{} {{ {} }}\n", terms_.fresh("a"),
      step.parameters.empty() ? "" : "(" + step.parameters + ")", step.guard,
      step.priority.empty() ? "" : " priority " + step.priority, step.body);
}

void FamilyWriter::leave(std::size_t process) {
  add(process, {"", "phase == busy" + noise(process), "phase := idle;"});
}

// " && ...", now and then.
std::string FamilyWriter::noise(std::size_t process) {
  if (share(quiet_ ? 95 : 80)) return "";
  return " && (" + terms_.boolean(actions_.own(process), 1) + ")";
}

// ---- who may be busy -------------------------------------------------------

// Nobody enters while somebody else is there.
bool FamilyWriter::exclude(std::size_t process) {
  const std::string q = terms_.fresh("q");
  const std::string where = domain(process);
  const bool near = share(25);
  const std::string beside =
      near ? fmt::format(" && adjacent({}, self)", q) : "";
  add(process,
      {"",
       fmt::format("phase == idle && (forall {0} in {1}: {0} != self{2} => "
                   "{0}.phase != busy){3}",
                   q, where, beside, noise(process)),
       "phase := busy;"});
  leave(process);
  exclusion(process, near ? "i != j && adjacent(i, j)" : "i != j");
  return true;
}

// A mark at one edge is taken and put at another, or back.
bool FamilyWriter::take(std::size_t process) {
  const auto marked = ports(process, Sort::boolean, false);
  if (marked.empty()) return false;
  const Port* from = dice_.of(marked);
  const Port* to = marked[from == marked[0] && marked.size() > 1 ? 1 : 0];
  const bool mark = share(75);
  add(process, {"",
                fmt::format("phase == idle && {}{}{}", mark ? "" : "!",
                            from->name, noise(process)),
                fmt::format("{} := {}; phase := busy;", from->name, !mark)});
  add(process, {"", "phase == busy" + noise(process),
                fmt::format("{} := {}; phase := idle;", to->name, mark)});
  exclusion(process, from == to ? "i != j && adjacent(i, j)" : "i != j");
  const EdgeFamily& family = dice_.of(world_.edges);
  if (family.type.sort == Sort::boolean && several(family) && share(50)) {
    tag("claim: edges");
    claim(fmt::format("atmost 1 x in {}: x", family.name));
  }
  return true;
}

// All edges of a port set, or of two ports, at once.
bool FamilyWriter::lock(std::size_t process) {
  std::string free;
  std::string taken;
  std::string left;
  if (const auto sets = ports(process, Sort::boolean, true); !sets.empty()) {
    const std::string& set = dice_.of(sets)->name;
    const std::string x = terms_.fresh("x");
    const std::string y = terms_.fresh("y");
    free = fmt::format("(forall {} in {}: !{})", x, set, x);
    taken = fmt::format("for {} in {} {{ {} := true; }}", y, set, y);
    left = fmt::format("for {} in {} {{ {} := false; }}", y, set, y);
    tag("broadcast");
  } else {
    const auto single = ports(process, Sort::boolean, false);
    if (single.size() < 2) return false;
    const std::string& a = single[0]->name;
    const std::string& b = single[1]->name;
    free = fmt::format("!{} && !{}", a, b);
    taken = fmt::format("{}, {} := true, true;", a, b);
    left = fmt::format("{}, {} := false, false;", a, b);
  }
  add(process, {"", "phase == idle && " + free + noise(process),
                taken + " phase := busy;"});
  add(process,
      {"", "phase == busy" + noise(process), left + " phase := idle;"});
  exclusion(process, "i != j && adjacent(i, j)");
  return true;
}

// Those with smaller indices come first.
bool FamilyWriter::in_order(std::size_t process) {
  if (any_) return false;
  const std::string q = terms_.fresh("q");
  const std::string where = domain(process);
  const std::string before =
      share(25) ? fmt::format("index({}) + 1 == index(self)", q)
                : fmt::format("index({}) < index(self)", q);
  tag("guard: two by index");
  add(process,
      {"",
       fmt::format("phase == idle && (forall {0} in {1}: {2} => {0}.phase != "
                   "idle){3}",
                   q, where, before, noise(process)),
       "phase := busy;"});
  if (share(20)) leave(process);
  tag("claim: two by index");
  claim(
      fmt::format("forall i, j in {}: index(i) < index(j) && "
                  "j.phase != idle => i.phase != idle",
                  where));
  return true;
}

bool FamilyWriter::by_parity(std::size_t process) {
  if (any_) return false;
  const int kind = dice_.below(3);
  const std::string rest = kind == 0 ? "% 2 == 0" : kind == 1 ? "== 0" : "> 0";
  tag(kind == 0 ? "guard: parity" : "guard: first");
  add(process,
      {"",
       fmt::format("phase == idle && index(self) {}{}", rest, noise(process)),
       "phase := busy;"});
  if (share(40)) leave(process);
  tag("claim: one by index");
  claim(fmt::format("forall i in {}: i.phase == busy => index(i) {}",
                    domain(process), rest));
  return true;
}

bool FamilyWriter::by_rank(std::size_t process) {
  if (world_.processes[process].constants.empty()) return false;
  const std::string q = terms_.fresh("q");
  const std::string where = domain(process);
  const std::string what = share(50) ? "idle" : "busy";
  tag("guard: rank");
  add(process,
      {"",
       fmt::format("phase == idle && (forall {0} in {1}: {0}.rank > rank => "
                   "{0}.phase == {2}){3}",
                   q, where, what, noise(process)),
       "phase := busy;"});
  if (share(30)) leave(process);
  tag("claim: rank");
  claim(
      fmt::format("forall i, j in {}: i.rank > j.rank && j.phase == busy => "
                  "i.phase == {}",
                  where, share(80) ? what : "idle"));
  return true;
}

// No more than a few are busy, by a count.
bool FamilyWriter::few(std::size_t process) {
  const std::string q = terms_.fresh("q");
  const std::string where = domain(process);
  const int k = dice_.below(2);
  const std::string busy =
      share(60) ? fmt::format("count({0} in {1}: {0}.phase == busy) <= {2}", q,
                              where, k)
                : fmt::format("(atmost {2} {0} in {1}: {0}.phase == busy)", q,
                              where, k);
  add(process, {"", "phase == idle && " + busy, "phase := busy;"});
  leave(process);
  tag("claim: count");
  claim(fmt::format("atmost {} i in {}: i.phase == busy",
                    k + (share(75) ? 1 : 0), where));
  return true;
}

// ---- all -------------------------------------------------------------------

// One idea that the process can have; false: not this one.
bool FamilyWriter::idea(std::size_t process) {
  using Idea = bool (FamilyWriter::*)(std::size_t);
  static const std::vector<Idea> phased = {
      &FamilyWriter::take,      &FamilyWriter::take,    &FamilyWriter::lock,
      &FamilyWriter::lock,      &FamilyWriter::exclude, &FamilyWriter::in_order,
      &FamilyWriter::by_parity, &FamilyWriter::by_rank, &FamilyWriter::few};
  static const std::vector<Idea> all = {
      &FamilyWriter::serve,    &FamilyWriter::serve,    &FamilyWriter::point,
      &FamilyWriter::point,    &FamilyWriter::announce, &FamilyWriter::announce,
      &FamilyWriter::messages, &FamilyWriter::messages, &FamilyWriter::relay,
      &FamilyWriter::relay,    &FamilyWriter::meet};
  const bool may = world_.processes[process].phased() && share(55);
  return (this->*dice_.of(may ? phased : all))(process);
}

void FamilyWriter::actions(std::size_t process) {
  const int ideas = 1 + dice_.below(3);
  for (int done = 0, tries = 0; done < ideas && tries < 8; ++tries) {
    done += idea(process) ? 1 : 0;
  }
  if (share(5)) error(process);
  const int more = dice_.below(3);
  for (int i = 0; i < more; ++i) {
    const std::string name = terms_.fresh("a");
    const int kind = dice_.below(6);
    if (kind == 0) {
      does_[process] += actions_.guarded_action(process, name);
    } else if (kind == 1 && world_.processes[process].phased()) {
      does_[process] += actions_.contest(process, name);
    } else {
      does_[process] += actions_.action(process, name, i);
    }
  }
}

}  // namespace vicinal::random_models
