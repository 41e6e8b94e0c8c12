// SPDX-License-Identifier: MIT
// What may fail, where whether it fails is not plain: because of two places
// together, inside of what looks harmless, behind a condition that keeps it
// from being evaluated or should have, in a priority, in a sum that is right at
// its end only.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

// Numbers about 0, each of one place.
std::vector<std::string> Rare::small_numbers(const Seen& seen) {
  std::vector<std::string> out;
  for (const Thing& t : seen.things) {
    if (!t.reads) continue;
    switch (t.type.sort) {
      case Sort::number:
        out.push_back(t.text);
        break;
      case Sort::boolean:
        out.push_back(fmt::format("(if {} then 1 else 0)", t.text));
        break;
      case Sort::constant:
        out.push_back(fmt::format("(if {} == {} then 0 else 1)", t.text,
                                  terms_.literal(t.type)));
        break;
      case Sort::queue:
        out.push_back(fmt::format("len({})", t.text));
        break;
      default:
        break;
    }
  }
  return out;
}

std::string Rare::divided(const std::string& divisor) {
  return fmt::format("6 {} {}", share(75) ? "/" : "%", divisor);
}

// Fails where a place is 0, or where two of them are so and so.
std::string Rare::risk(const Seen& seen) {
  const auto numbers = small_numbers(seen);
  if (numbers.empty()) return divided("two");
  const std::string& a = dice_.of(numbers);
  const std::string& b = dice_.of(numbers);
  switch (dice_.below(a == b ? 2 : 6)) {
    case 0:
    case 1: {
      for (const Thing& t : seen.things) {
        if (t.reads && t.type.sort == Sort::queue && share(60) &&
            t.type.parts[0].sort == Sort::number) {
          return fmt::format("head({})", t.text);
        }
      }
      return divided(a);
    }
    case 2:
      return divided(fmt::format("({} - {})", a, b));
    case 3:
      return divided(fmt::format("({} + {})", a, b));
    case 4:
      return fmt::format("[3, 1, 2][{} + {}]", a, b);
    default:
      return fmt::format("pow(2, {} - {})", a, b);
  }
}

std::string Rare::partial(const Seen& seen) {
  const std::string r = risk(seen);
  const auto numbers = small_numbers(seen);
  const std::string other = numbers.empty() ? "1" : dice_.of(numbers);
  switch (dice_.below(9)) {
    case 0:
    case 1:
      return fmt::format("min({}, {})", r, other);
    case 2:
      return fmt::format("max({}, {})", other, r);
    case 3:
      return fmt::format("min({}, 2)", r);
    case 4:
      return fmt::format("({}) / ({} + 1)", r, other);
    case 5:
      return fmt::format("({}) / two", r);
    case 6:
      return fmt::format("abs({} - {})", other, r);
    case 7:
      return fmt::format("({}) % 3", r);
    default:
      return r;
  }
}

// The test comes first; now and then last, or says something else.
std::string Rare::guarded(const Seen& seen) {
  const auto numbers = small_numbers(seen);
  if (numbers.empty()) return "true";
  const std::string a = dice_.of(numbers);
  const std::string b = dice_.of(numbers);
  const bool two = a != b && share(50);
  const std::string divisor = two ? fmt::format("({} - {})", a, b) : a;
  const std::string zero = two ? fmt::format("{} == {}", a, b) : a + " == 0";
  const std::string not_zero =
      two ? fmt::format("{} != {}", a, b) : a + " != 0";
  const std::string said =
      fmt::format("{} {} 6", divided(divisor), share(50) ? "!=" : "==");
  switch (dice_.below(8)) {
    case 0:
      return fmt::format("({} || {})", zero, said);
    case 1:
      return fmt::format("({} && {})", not_zero, said);
    case 2:
      return fmt::format("({} => {})", not_zero, said);
    case 3:
      return fmt::format("(if {} then {} else true)", not_zero, said);
    case 4:
      return fmt::format("({} || {} < 1 || {})", zero, a, said);
    case 5:
      return fmt::format("({} || {})", said, zero);
    case 6:
      return fmt::format("({} => {})", zero, said);
    default:
      return fmt::format("!({} && !({}))", not_zero, said);
  }
}

// Where two add up, or on the way to a sum that is small.
std::string Rare::overflow(const Seen& seen) {
  const auto numbers = small_numbers(seen);
  const std::string a = numbers.empty() ? "1" : dice_.of(numbers);
  const std::string b = numbers.empty() ? "1" : dice_.of(numbers);
  const std::string x = terms_.fresh("x");
  if (!seen.sets.empty() && share(60)) {
    const auto& [set, port] = dice_.of(seen.sets);
    Seen edge;
    edge.things = {{x, port->type, true, false}};
    const std::string test = terms_.boolean(edge, 0);
    return fmt::format("sum({} in {}: if {} then {} else {}) >= 0", x, set,
                       test, large_, share(50) ? "-1" : "1");
  }
  switch (dice_.below(7)) {
    case 0:
    case 1: {
      const std::size_t process = some_process();
      const std::string q = terms_.fresh("q");
      const std::string in = domain(process);
      const std::string test = said(q, process);
      return fmt::format("sum({} in {}: if {} then {} else -{}) {} 5", q, in,
                         test, large_, large_, share(50) ? "!=" : "<");
    }
    case 2:
    case 6:
      return fmt::format(
          "sum({0} in 0..2: if {0} == {1} then {2} else {3} - {0}) > 0", x, a,
          large_, b);
    case 3:
      return fmt::format("{} + {} - {} >= {} - 1", a, large_, b, large_);
    case 4:
      return fmt::format("{} - {} + {} > 0", large_, a, b);
    default:
      return fmt::format("({} - 1) * {} - {} <= {}", large_, a, b, large_);
  }
}

std::string Rare::may_fail(const Seen& seen) {
  const int kind = dice_.below(11);
  if (kind < 3) return guarded(seen);
  if (kind < 6) return overflow(seen);
  const std::string value = partial(seen);
  static const std::vector<std::string> tests = {">= 0", "!= 6", "< 6", "<= 3"};
  return fmt::format("{} {}", value, dice_.of(tests));
}

// A variable whose range begins at a parameter.
void Rare::lower_bound(std::size_t process) {
  if (!may_.variables) return;
  added_.head += "param low : 0..1 = 1;\n";
  world_.numbers.emplace_back("low");
  const bool down = share(50);
  variable(process, "above", range_type(1, 2, "low..low + 1"),
           down ? "low + 1" : "low");
  const std::string safe =
      share(70) ? fmt::format("above {} low && ", down ? ">" : "==")
                : std::string{};
  const std::string mine = own_said(process);
  action(process, {"", safe + mine, "",
                   down ? "above := above - 1;" : "above := above + 1;"});
  const std::string next =
      down ? "if above == low then low + 1 else low" : "max(low, above - 1)";
  if (share(50))
    action(process, {"", "above > 0", "", "above := " + next + ";"});
  const std::string i = terms_.fresh("i");
  const std::string in = domain(process);
  static const std::vector<std::string> claims = {
      "{}.above >= low", "6 / {}.above <= 6", "{}.above > 0",
      "{}.above != low + 1", "4 / ({}.above + low - 1) > 0"};
  claim(fmt::format("forall {} in {}: ", i, in) +
        fmt::format(fmt::runtime(dice_.of(claims)), i));
}

// Numbers that nobody writes, looked up by what others show.
void Rare::table(std::size_t process) {
  added_.head += "shared table[3] : 0..2 = (index + 1) % 3;\n";
  const std::size_t other = some_process();
  const std::string q = terms_.fresh("q");
  const std::string in = domain(other);
  const auto numbers = small_numbers(shown(q, other));
  std::string at = may_.indices && (numbers.empty() || share(30))
                       ? fmt::format("index({})", q)
                   : numbers.empty() ? std::string("two")
                                     : dice_.of(numbers);
  if (!numbers.empty() && share(20)) at += " + " + dice_.of(numbers);
  const std::string entry = fmt::format("table[{}] {}", at,
                                        share(50)   ? "== 1"
                                        : share(50) ? "!= 2"
                                                    : "> 0");
  const std::string a = said(q, other);
  static const std::vector<std::string> forms = {
      "(exists {0} in {1}: {2})", "(forall {0} in {1}: {3} => {2})",
      "count({0} in {1}: {2}) <= 1", "!(exists {0} in {1}: {3} && {2})",
      "sum({0} in {1}: table[{4}]) < 4"};
  action(process,
         {"", fmt::format(fmt::runtime(dice_.of(forms)), q, in, entry, a, at),
          "", change(process)});
  claim(fmt::format("forall {} in {}: {} => {}", q, in, a, entry));
}

void Rare::errors() {
  const std::size_t process = some_process();
  const int kind = dice_.below(8);
  if (kind == 0) return lower_bound(process);
  if (kind == 1) return table(process);
  const std::string i = terms_.fresh("i");
  const std::string in = domain(process);
  const std::string a = share(50) ? said(i, process) + " => " : std::string{};
  claim(fmt::format("forall {} in {}: {}{}", i, in, a,
                    may_fail(shown(i, process))));
  if (share(40)) {
    claim(
        fmt::format("forall {} in {}: {}", i, in, overflow(shown(i, process))));
  }
  if (share(30)) {
    const std::string large = overflow(own(process));
    action(process, {"", large, "", change(process)});
  }
  const std::string mine = may_fail(own(process));
  if (kind < 5) {
    action(process, {"", mine, "", change(process)});
  } else if (kind < 7) {
    const std::size_t other = some_process();
    const std::string q = terms_.fresh("q");
    const std::string among = domain(other);
    const std::string theirs = may_fail(shown(q, other));
    action(process,
           {"",
            fmt::format("({} {} in {}: {})", share(50) ? "exists" : "forall", q,
                        among, theirs),
            "", change(process)});
  }
}

// ---- priorities ------------------------------------------------------------

// Bindings of which one wins, unless its guard or a priority fails.
void Rare::contest(std::size_t process) {
  const std::string w = terms_.fresh("w");
  const Process& p = world_.processes[process];
  const std::string domain_of_w = p.phased() ? "Phase" : "0..2";
  const std::string winner = p.phased() ? dice_.of(world_.enums[0].names)
                                        : std::to_string(dice_.below(3));
  const std::string rank =
      fmt::format("(if {} == {} then 2 else 1)", w, winner);
  const std::string sure = share(60) ? own_said(process) + " || " : "";
  const std::size_t other = some_process();
  const std::string q = terms_.fresh("q");
  const std::string among = domain(other);
  const std::string theirs = may_fail(shown(q, other));
  const std::string global = fmt::format(
      "({} {} in {}: {})", share(50) ? "exists" : "forall", q, among, theirs);
  const std::string mine = may_fail(own(process));
  const std::string body =
      p.phased() ? fmt::format("phase := {};", w) : change(process);
  const std::string moves = p.phased() ? w + " != phase && " : std::string{};
  const std::string value = partial(own(process));
  switch (dice_.below(4)) {
    case 0:  // the competitor may fail, as others have it
      action(process, {w + " in " + domain_of_w,
                       fmt::format("{}({} != {} || {}{})", moves, w, winner,
                                   sure, global),
                       rank, body});
      break;
    case 1:  // or by itself
      action(process,
             {w + " in " + domain_of_w,
              fmt::format("{}({} != {} || {}{})", moves, w, winner, sure, mine),
              rank, body});
      break;
    case 2:  // its priority may
      action(process,
             {w + " in " + domain_of_w, moves + "true",
              fmt::format("(if {} == {} then {} else 1)", w, winner, value),
              body});
      break;
    default: {  // or that, as others have it
      const std::string much = said(q, other);
      action(process,
             {w + " in " + domain_of_w, moves + "true",
              fmt::format("(if {} == {} then 4 / count({} in {}: {}) else 1)",
                          w, winner, q, among, much),
              body});
      break;
    }
  }
}

// Members of a port set, by a number that they may not have.
void Rare::contest_of_members(std::size_t process) {
  const Port* set = own_port(process, true, true);
  if (set == nullptr) return contest(process);
  const std::string x = terms_.fresh("x");
  Seen edge;
  edge.things = {{x, set->type, true, true}};
  const std::string test = share(60) ? terms_.boolean(edge, 0) : may_fail(edge);
  Seen both = own(process);
  both.sets.clear();
  both.things.push_back(edge.things[0]);
  const std::string rank = partial(share(50) ? edge : both);
  action(process, {fmt::format("{} in {}", x, set->name), test, rank,
                   fmt::format("{} := {};", x, terms_.literal(set->type))});
}

void Rare::contest_of_nodes(std::size_t process) {
  const std::size_t other = some_process();
  const std::string q = terms_.fresh("q");
  const std::string in = domain(other);
  const std::string theirs =
      share(50) ? said(q, other) : may_fail(shown(q, other));
  const std::string rank = partial(shown(q, other));
  action(process, {q + " in " + in, theirs, rank, change(process)});
}

void Rare::contests() {
  large_ = "9000000000000000000";
  const std::size_t process = some_process();
  switch (dice_.below(4)) {
    case 0:
      contest_of_members(process);
      break;
    case 1:
      contest_of_nodes(process);
      break;
    default:
      contest(process);
      break;
  }
  if (share(30)) claim("enabled");
}

}  // namespace vicinal::random_models
