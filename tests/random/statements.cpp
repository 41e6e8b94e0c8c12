// SPDX-License-Identifier: MIT
// Random statements. Loops end, but for those that a test of its own is for.
#include <fmt/format.h>

#include "terms.hpp"

namespace vicinal::random_models {

std::string Terms::assignment(const Seen& seen) {
  std::vector<Thing> writable;
  for (const Thing& t : seen.things) {
    if (t.writes) writable.push_back(t);
  }
  if (writable.empty()) return "skip;";
  const auto target = [&] {
    Thing t = dice_.of(writable);
    const bool must = t.type.sort == Sort::marks;
    while (must || !dice_.one_in(4)) {
      const auto inner = part(seen, t);
      if (!inner) break;
      t = *inner;
    }
    return t;
  };
  const Thing t = target();
  if (t.type.sort == Sort::marks) return "skip;";
  if (t.type.sort == Sort::queue || !t.type.has_literal()) {
    // All of it, from one that is declared alike.
    std::vector<std::string> alike;
    for (const Thing& other : seen.things) {
      if (other.reads && other.type.text == t.type.text) {
        alike.push_back(other.text);
      }
    }
    const bool all = t.type.sort != Sort::queue || dice_.one_in(4);
    if (mixes() && all && !alike.empty()) {
      const std::string& from = dice_.of(alike);
      return t.reads && t.type.sort == Sort::queue && dice_.one_in(3)
                 ? fmt::format("{} := if empty({}) then {} else {};", t.text,
                               t.text, from, t.text)
                 : fmt::format("{} := {};", t.text, from);
    }
    if (t.type.sort != Sort::queue) return "skip;";
  }
  if (t.type.sort == Sort::queue) {
    const bool guarded = !dice_.one_in(6) && t.reads;
    if (dice_.one_in(2)) {
      const std::string pop = fmt::format("pop({});", t.text);
      return guarded ? fmt::format("if !empty({}) {{ {} }}", t.text, pop) : pop;
    }
    const std::string push =
        fmt::format("push({}, {});", t.text, value(seen, t.type.parts[0], 0));
    return guarded ? fmt::format("if !full({}) {{ {} }}", t.text, push) : push;
  }
  const Thing u = target();
  if (dice_.one_in(4) && u.type.sort != Sort::marks && u.type.has_literal() &&
      (u.text != t.text || dice_.one_in(8))) {
    if (t.reads && u.reads && u.type.text == t.type.text && dice_.one_in(2)) {
      return fmt::format("{0}, {1} := {1}, {0};", t.text, u.text);
    }
    const std::string second = value(seen, u.type, 0);
    return fmt::format("{}, {} := {}, {};", t.text, u.text,
                       value(seen, t.type, 1), second);
  }
  return fmt::format("{} := {};", t.text, value(seen, t.type, 1));
}

// A for or a while.
std::string Terms::loop(const Seen& seen, int depth) {
  const std::string name = fresh("y");
  Seen inner = seen;
  if (boxes() && seen.all_writes && !world_.edges.empty() && dice_.one_in(3)) {
    const EdgeFamily& family = dice_.of(world_.edges);
    inner.things.push_back({name, family.type, true, true});
    return fmt::format("for {} in {} {{{}}}", name, family.name,
                       statements(inner, depth - 1));
  }
  if (!seen.sets.empty() && !dice_.one_in(3)) {
    const auto& [set, port] = dice_.of(seen.sets);
    const bool own = set.find('.') == std::string::npos;
    const bool may = own || seen.all_writes;
    if (dice_.one_in(2)) inner.things.clear();
    inner.things.push_back(
        {name, port->type, own ? port->reads() : true, may && port->writes()});
    return fmt::format("for {} in {} {{{}}}", name, set,
                       statements(inner, depth - 1));
  }
  if (dice_.one_in(4)) {
    if (const auto end = depending(seen)) {
      Type range;
      range.sort = Sort::number;
      range.high = 1;
      range.text = "0..1";
      inner.things.push_back({name, range, true, false});
      return fmt::format("for {} in 0..{} {{{}}}", name, *end,
                         statements(inner, depth - 1));
    }
  }
  for (const Thing& t : seen.things) {
    if (!t.writes || !t.reads || !dice_.one_in(2)) continue;
    if (t.type.sort == Sort::array) {
      return fmt::format("for {} in 0..{} {{ {}[{}] := {}; }}", name,
                         t.type.size - 1, t.text, name,
                         value(seen, t.type.parts[0], 0));
    }
    if (t.type.sort == Sort::marks) {
      return fmt::format("for {} in {} {{ {}[{}] := {}; }}", name,
                         t.type.family, t.text, name, literal(t.type.parts[0]));
    }
    if (t.type.sort == Sort::number && t.type.low < t.type.high) {
      return fmt::format("while {0} < {1} {{ {0} := {0} + 1; {2}}}", t.text,
                         t.type.high, dice_.one_in(2) ? "" : "skip; ");
    }
  }
  return "skip;";
}

std::string Terms::statements(const Seen& seen, int depth) {
  std::string out = " ";
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    if (depth > 0 && dice_.one_in(6)) {
      const std::string then = statements(seen, depth - 1);
      out += fmt::format("if {} {{{}}}", boolean(seen, 1), then);
      if (dice_.one_in(2)) {
        out += fmt::format(" else {{{}}}", statements(seen, depth - 1));
      }
    } else if (depth > 0 && dice_.one_in(6)) {
      out += loop(seen, depth);
    } else {
      out += assignment(seen);
    }
    out += " ";
  }
  return out;
}

}  // namespace vicinal::random_models
