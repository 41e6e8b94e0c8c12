// SPDX-License-Identifier: MIT
// Steps that write what need not be there, by dice of their own: a node or an
// edge whose number is as great as the size, or is what the state counts, or
// whom a reference names; beside it, what all members together say is taken
// down. Where there is no such member the step fails, and a fact about its
// totals that is meant for steps that succeed is false.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "family_writer.hpp"

namespace vicinal::random_models {

namespace {

// "[n]" is the size n; none, if there is no such one.
std::optional<std::string> one_size(const std::string& brackets) {
  if (brackets.size() < 3 || brackets.find('[', 1) != std::string::npos) {
    return std::nullopt;
  }
  return brackets.substr(1, brackets.size() - 2);
}

}  // namespace

// What may be written of the members of a family: `text` of a member `@`.
std::vector<FamilyWriter::Written> FamilyWriter::written() const {
  std::vector<Written> all;
  const auto scalar = [](const Type& type) {
    return type.sort == Sort::boolean || type.sort == Sort::constant ||
           (type.sort == Sort::number && type.text != "int");
  };
  for (std::size_t f = 0; f < world_.nodes.size(); ++f) {
    const NodeFamily& family = world_.nodes[f];
    const auto size = one_size(node_sizes_[f]);
    if (!size) continue;
    for (const Thing& v : world_.processes[family.process].variables) {
      if (scalar(v.type)) {
        all.push_back({family.name, *size, "@." + v.text, v.type, true});
      }
    }
  }
  for (const EdgeFamily& family : world_.edges) {
    const bool line =
        several(family) && std::count(family.members[0].begin(),
                                      family.members[0].end(), '[') == 1;
    if (line && scalar(family.type)) {
      const std::string many =
          fmt::format("count(each_one in {}: true)", family.name);
      all.push_back({family.name, many, "@", family.type, false});
    }
  }
  return all;
}

std::string FamilyWriter::of_member(const std::string& text,
                                    const std::string& member) {
  std::string out = text;
  for (std::size_t at = out.find('@'); at != std::string::npos;
       at = out.find('@')) {
    out.replace(at, 1, member);
  }
  return out;
}

std::string FamilyWriter::some_value(const Type& type) {
  if (type.sort == Sort::boolean) return missing_.one_in(2) ? "true" : "false";
  if (type.sort == Sort::constant) return missing_.of(type.names);
  return std::to_string(type.low + missing_.below(type.high - type.low + 2));
}

std::string FamilyWriter::some_case(const Written& w) {
  if (w.type.sort == Sort::boolean) return w.text;
  return fmt::format("{} == {}", w.text, some_value(w.type));
}

// What is written: mostly what depends on what stood there, so that it changes
// whatever that was.
std::string FamilyWriter::written_value(const Written& w,
                                        const std::string& member) {
  if (missing_.one_in(4)) return some_value(w.type);
  const std::string it = of_member(w.text, member);
  if (w.type.sort == Sort::boolean) return "!" + it;
  if (w.type.sort == Sort::number && missing_.one_in(2)) return it + " + 1";
  return fmt::format("if {} then {} else {}", of_member(w.claimed, member),
                     some_value(w.type), some_value(w.type));
}

// What one member says of itself: mostly what is claimed, or the contrary.
std::string FamilyWriter::said_of(const Written& w, const std::string& member) {
  const std::string it =
      of_member(missing_.one_in(4) ? some_case(w) : w.claimed, member);
  return missing_.one_in(2) ? it : fmt::format("!({})", it);
}

// What all members together say.
std::string FamilyWriter::some_total(const Written& w) {
  const std::string q = terms_.fresh("q");
  const std::string in = fmt::format("{} in {}", q, w.family);
  const std::string it = said_of(w, q);
  static const std::vector<std::string> relations = {">=", "==", "<=", "<"};
  const std::string how =
      fmt::format("{} {}", missing_.of(relations), missing_.below(3));
  switch (missing_.below(w.type.sort == Sort::number ? 8 : 6)) {
    case 0:
      return fmt::format("(forall {}: {})", in, it);
    case 1:
      return fmt::format("(exists {}: {})", in, it);
    case 2:
      return fmt::format("(exactly 1 {}: {})", in, it);
    case 6:
    case 7:
      return fmt::format("sum({}: {}) {}", in, of_member(w.text, q), how);
    default:
      return fmt::format("count({}: {}) {}", in, it, how);
  }
}

// A member that may not be there.
std::string FamilyWriter::some_member(const Written& w, std::string& tail) {
  if (w.nodes && missing_.one_in(3)) {
    tail += fmt::format("shared absent : id of {} = none;\n", w.family);
    const std::string x = terms_.fresh("x");
    if (missing_.one_in(2)) {
      tail += fmt::format("rule point({0} in {1}) {{ absent := {0}; }}\n", x,
                          w.family);
    }
    return "absent";
  }
  const std::string q = terms_.fresh("q");
  const std::vector<std::string> indices = {
      w.size, w.size,
      w.size, fmt::format("count({} in {}: {})", q, w.family, said_of(w, q)),
      "0",    fmt::format("({} - 1)", w.size)};
  return fmt::format("{}[{}]", w.family, missing_.of(indices));
}

// In every third family of the whole language.
void FamilyWriter::missing(std::string& tail) {
  if (!whole_ || any_ || !missing_.one_in(3)) return;
  const std::vector<Written> all = written();
  if (all.empty()) return;
  Written w = missing_.of(all);
  w.claimed = some_case(w);
  tag("missing member");
  tail += "shared noted : bool = false;\n";
  const std::string member = some_member(w, tail);
  const std::string it = of_member(w.text, member);
  std::vector<std::string> body = {
      fmt::format("{} := {};", it, written_value(w, member)),
      fmt::format("noted := {};", some_total(w))};
  if (missing_.one_in(4)) std::swap(body[0], body[1]);
  if (missing_.one_in(4)) {
    body[0] = fmt::format("if {} {{ {} }}", some_total(w), body[0]);
  }
  static const std::vector<std::string> guards = {"true", "!noted", "noted"};
  tail += fmt::format("rule missing when {} {{ {} }}\n",
                      missing_.one_in(3) ? some_total(w) : missing_.of(guards),
                      fmt::join(body, " "));
  const std::string q = terms_.fresh("q");
  tail +=
      fmt::format("invariant missing: forall {} in {}: {}({});\n", q, w.family,
                  missing_.one_in(3) ? "!" : "", of_member(w.claimed, q));
  tail += fmt::format("invariant noting: noted => {};\n", some_total(w));
}

}  // namespace vicinal::random_models
