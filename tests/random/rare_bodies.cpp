// SPDX-License-Identifier: MIT
// What statements learn of other nodes: values are taken over, and truths and
// numbers about all members decide what is assigned. A node is one of the
// members, too: it sees what it has written just now.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

// A number of a member, and what the member ranges over. `seen`: besides the
// nodes of the process.
std::pair<std::string, std::string> Rare::ranged(std::size_t process,
                                                 const Seen& seen) {
  const std::string q = terms_.fresh("q");
  const auto number_of = [&](const Seen& member, const std::string& truth) {
    const auto numbers = small_numbers(member);
    return numbers.empty() ? fmt::format("(if {} then 1 else 0)", truth)
                           : dice_.of(numbers);
  };
  Seen member;
  switch (dice_.below(8)) {
    case 0:
      if (world_.edges.empty() || !may_.families) break;
      {
        const EdgeFamily& family = dice_.of(world_.edges);
        member.things = {{q, family.type, true, false}};
        return {number_of(member, "true"), q + " in " + family.name};
      }
    case 1:
      if (seen.sets.empty()) break;
      member.things = {{q, seen.sets[0].second->type, true, false}};
      return {number_of(member, "true"), q + " in " + seen.sets[0].first};
    case 2: {
      const auto bound = terms_.counted(seen);
      return {
          share(50) ? q : fmt::format("{} % 2", q),
          fmt::format("{} in 1..{}", q, share(60) ? "2" : bound.value_or("0"))};
    }
    case 3:
      return {fmt::format("(if {} == {} then 1 else 0)", q,
                          dice_.of(world_.enums[0].names)),
              q + " in Phase"};
    default:
      break;
  }
  const std::string in = domain(process);
  const std::string truth = said(q, process);
  return {number_of(shown(q, process), truth), q + " in " + in};
}

std::string Rare::extreme(std::size_t process, const Seen& seen) {
  const auto [number, domain] = ranged(process, seen);
  return fmt::format("{}({}: {})", share(50) ? "max" : "min", domain, number);
}

std::string Rare::compared(const std::string& number) {
  static const std::vector<std::string> comparisons = {">", ">=", "==", "!="};
  const std::string& how = dice_.of(comparisons);
  return fmt::format("{} {} {}", number, how, dice_.below(2));
}

// What holds of some or all nodes of a process.
std::string Rare::about_all(std::size_t process, const Seen& seen) {
  const std::string q = terms_.fresh("q");
  const std::string in = domain(process);
  const std::string it = said(q, process);
  switch (dice_.below(6)) {
    case 0:
      return fmt::format("(forall {} in {}: {})", q, in, it);
    case 1:
      return fmt::format("(exists {} in {}: !({}))", q, in, it);
    case 2:
      return fmt::format("count({} in {}: {}) >= 2", q, in, it);
    case 3:
      return fmt::format("(exactly 1 {} in {}: {})", q, in, it);
    case 4:
      return compared(extreme(process, seen));
    default:
      return fmt::format("(exists {} in {}: {})", q, in, it);
  }
}

// Something that is written gets the value of the same type of another node.
std::string Rare::taken_over(std::size_t process, const std::string& node,
                             std::size_t other) {
  const std::vector<Thing> theirs = shown(node, other).things;
  std::vector<std::string> all;
  for (const Thing& mine : own(process).things) {
    if (!mine.writes) continue;
    for (const Thing& t : theirs) {
      if (t.type.text != mine.type.text) continue;
      all.push_back(fmt::format("{} := {};", mine.text, t.text));
    }
  }
  return all.empty() ? change(process) : dice_.of(all);
}

std::string Rare::decided(std::size_t process, std::size_t other) {
  std::vector<Thing> mine;
  for (const Thing& t : own(process).things) {
    if (t.writes && t.type.has_literal()) mine.push_back(t);
  }
  if (mine.empty()) return change(process);
  const Thing& t = dice_.of(mine);
  const Seen seen = own(process);
  if (t.type.sort == Sort::boolean) {
    return fmt::format("{} := {};", t.text, about_all(other, seen));
  }
  if (t.type.sort == Sort::number && share(60)) {
    const std::string number = extreme(other, seen);
    const std::string more =
        share(40) ? fmt::format("min({}, 1 + {})", t.type.high, number)
                  : number;
    return fmt::format("{} := {};", t.text,
                       share(85) ? fmt::format("max({}, min({}, {}))",
                                               t.type.low, t.type.high, more)
                                 : more);
  }
  const std::string yes = terms_.literal(t.type);
  const std::string no = terms_.literal(t.type);
  return fmt::format("{} := if {} then {} else {};", t.text,
                     about_all(other, seen), yes, no);
}

// A loop over members that writes what all of them share: the last one says
// what it is.
std::string Rare::collected(std::size_t process, std::size_t other) {
  const std::string q = terms_.fresh("q");
  const std::string in = domain(other);
  const std::string when = said(q, other);
  const std::string then = taken_over(process, q, other);
  const std::string otherwise =
      share(30) ? fmt::format(" else {{ {} }}", change(process)) : "";
  return fmt::format("for {} in {} {{ if {} {{ {} }}{} }}", q, in, when, then,
                     otherwise);
}

void Rare::bodies() {
  const std::size_t process = some_process();
  const std::size_t other = share(60) ? process : some_process();
  const std::string mine = own_said(process);
  switch (dice_.below(7)) {
    case 0: {
      const std::string q = terms_.fresh("q");
      const std::string in = domain(other);
      const std::string guard = met(q, other, process);
      return action(
          process, {q + " in " + in, guard, "", taken_over(process, q, other)});
    }
    case 1: {
      const std::string test = about_all(other, own(process));
      const std::string then = change(process);
      return action(
          process,
          {"", mine, "",
           fmt::format("if {} {{ {} }} else {{ {} }}", test, then,
                       share(50) ? change(process) : std::string("skip;"))});
    }
    case 2: {
      const std::string first = change(process);
      return action(process,
                    {"", mine, "", first + " " + decided(process, other)});
    }
    case 3:
    case 4:
      return action(process, {"", mine, "", collected(process, other)});
    default:
      return action(process, {"", mine, "", decided(process, other)});
  }
}

// Numbers that are compared with each other, in guards and claims.
void Rare::extremes() {
  const std::size_t process = some_process();
  const std::size_t other = some_process();
  const std::string when = compared(extreme(other, own(process)));
  const std::string mine = own_said(process);
  action(process, {"", mine + " && " + when, "", change(process)});
  const std::string q = terms_.fresh("q");
  const auto numbers = small_numbers(shown(q, other));
  const std::string in = domain(other);
  if (numbers.empty() || share(30)) {
    return claim(compared(extreme(other, {})));
  }
  const std::string& its = dice_.of(numbers);
  const std::string most = extreme(other, shown(q, other));
  claim(fmt::format("forall {} in {}: {} {} {}", q, in, its,
                    share(50) ? "<=" : ">=", most));
}

}  // namespace vicinal::random_models
