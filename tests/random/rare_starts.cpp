// SPDX-License-Identifier: MIT
// Conditions on initial states that couple edges of one port set with each
// other, or with the node; and several cardinalities of one family of edges,
// each with a bound of its own.
#include <fmt/format.h>

#include "rare.hpp"

namespace vicinal::random_models {

std::string Rare::condition_of_members() {
  std::vector<std::pair<std::size_t, const Port*>> sets;
  for (const NodeFamily& family : world_.nodes) {
    for (const Port& port : world_.processes[family.process].ports) {
      if (port.set && port.type.has_literal()) {
        sets.emplace_back(family.process, &port);
      }
    }
  }
  if (sets.empty()) return {};
  const auto [process, found] = dice_.of(sets);
  const Port& port = *found;
  const std::string q = terms_.fresh("q");
  const std::string x = terms_.fresh("x");
  const std::string y = terms_.fresh("y");
  const std::string in = domain(process);
  const std::string set = q + "." + port.name;
  Seen edge;
  edge.things = {{x, port.type, true, false}};
  const std::string a = "(" + terms_.boolean(edge, 0) + ")";
  edge.things[0].text = y;
  const std::string b = "(" + terms_.boolean(edge, 0) + ")";
  const std::string mine = said(q, process);
  const std::string each = fmt::format("forall {} in {}: ", q, in);
  switch (dice_.below(8)) {
    case 0:
      return fmt::format("{}forall {}, {} in {}: {} == {}", each, x, y, set, x,
                         y);
    case 1:
      return fmt::format("{}forall {}, {} in {}: same({}, {}) || !({} && {})",
                         each, x, y, set, x, y, a, b);
    case 2:
      return fmt::format("{}exactly 1 {} in {}: {}", each, x, set, a);
    case 3:
      return fmt::format("{}count({} in {}: {}) <= 1", each, x, set, a);
    case 4:
      return fmt::format("{}forall {} in {}: {} => {}", each, x, set, a, mine);
    case 5:
      return fmt::format("{}{} => (exists {} in {}: {})", each, mine, x, set,
                         a);
    case 6:
      return fmt::format("{}(exists {} in {}: {}) || (forall {} in {}: {})",
                         each, x, set, a, y, set, b);
    default:
      return fmt::format("{}count({} in {}: {}) == count({} in {}: {})", each,
                         x, set, a, y, set, b);
  }
}

std::string Rare::cardinality(const EdgeFamily& family) {
  const std::string x = terms_.fresh("x");
  Seen edge;
  edge.things = {{x, family.type, true, false}};
  std::string what = terms_.boolean(edge, 0);
  if (family.type.sort != Type::Sort::boolean && family.type.has_literal() &&
      share(60)) {
    what = fmt::format("{} == {}", x, terms_.literal(family.type));
  }
  const std::string in = fmt::format("{} in {}: {}", x, family.name, what);
  const int count = static_cast<int>(family.members.size());
  const int half = 1 + dice_.below(std::max(1, count / 2));
  const int few = dice_.below(3);
  switch (dice_.below(6)) {
    case 0:
      return fmt::format("(exactly {} {})", half, in);
    case 1:
      return fmt::format("(atmost {} {})", half, in);
    case 2:
      return fmt::format("count({}) >= {}", in, few);
    case 3:
      return fmt::format("{} < count({})", few - 1, in);
    case 4:
      return fmt::format("count({}) != {}", in, half);
    default:
      return fmt::format("count({}) <= {}", in, half + few);
  }
}

void Rare::starts() {
  const bool edges = !world_.edges.empty();
  if (edges && share(50)) {
    const EdgeFamily& family = dice_.of(world_.edges);
    const bool single =
        family.members.empty() || family.members[0] == family.name;
    if (!single) {
      const int count = 2 + dice_.below(2);
      for (int i = 0; i < count; ++i) {
        added_.conditions.push_back(cardinality(family));
      }
      return;
    }
  }
  const std::string members = condition_of_members();
  if (!members.empty()) added_.conditions.push_back(members);
}

}  // namespace vicinal::random_models
