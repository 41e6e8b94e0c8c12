// SPDX-License-Identifier: MIT
// Cubes are small (two or three members, a handful of literals): all is done
// by trying every way to name members.
#include "fixpoint/lemmas/cube.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace vicinal::fixpoint::inline lemmas {

using network::Model;
using network::TypeKind;

namespace {

bool two_members(const Literal& l) {
  return l.kind != LiteralKind::value && l.kind != LiteralKind::below &&
         l.kind != LiteralKind::among;
}

// Literals that mean the same with both sides exchanged have one form.
Literal normal(Literal l) {
  const bool symmetric = l.kind == LiteralKind::equal ||
                         l.kind == LiteralKind::same ||
                         l.kind == LiteralKind::same_edge;
  if (symmetric && std::pair(l.a, l.x) > std::pair(l.b, l.y)) {
    std::swap(l.a, l.b);
    std::swap(l.x, l.y);
  }
  return l;
}

Literal renamed(Literal l, const std::vector<std::uint8_t>& name) {
  l.a = name[l.a];
  if (two_members(l)) l.b = name[l.b];
  return normal(l);
}

void sort(std::vector<Literal>& literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
}

}  // namespace

bool mentions(const Literal& l, std::uint8_t member) {
  return l.a == member || (two_members(l) && l.b == member);
}

Cube compact(Cube cube) {
  Cube out;
  std::vector<std::uint8_t> order, name(cube.members.size(), 0);
  for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
    const bool used =
        std::any_of(cube.literals.begin(), cube.literals.end(),
                    [m](const Literal& l) { return mentions(l, m); });
    if (used) order.push_back(m);
  }
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return cube.members[a] < cube.members[b];
  });
  for (std::uint8_t i = 0; i < order.size(); ++i) {
    name[order[i]] = i;
    out.members.push_back(cube.members[order[i]]);
  }
  for (const Literal& l : cube.literals) {
    out.literals.push_back(renamed(l, name));
  }
  sort(out.literals);
  return out;
}

namespace {

// Whether this literal says that the other one is true, alone.
bool implies(const Literal& have, const Literal& wanted) {
  if (have == wanted) return true;
  if (have.a != wanted.a || have.x != wanted.x || have.negated) return false;
  if (have.kind != LiteralKind::value) return false;
  if (wanted.kind == LiteralKind::below) {
    return (have.value < wanted.value) != wanted.negated;
  }
  // What has one of several values has one.
  return wanted.kind == LiteralKind::among && have.value >= 0 &&
         have.value < 64 &&
         ((static_cast<std::uint64_t>(wanted.value) >> have.value) & 1) != 0;
}

bool found(const Cube& weaker, const Cube& stronger,
           std::vector<std::uint8_t>& name) {
  const std::size_t m = name.size();
  if (m == weaker.members.size()) {
    return std::all_of(
        weaker.literals.begin(), weaker.literals.end(), [&](const Literal& l) {
          const Literal wanted = renamed(l, name);
          return std::any_of(
              stronger.literals.begin(), stronger.literals.end(),
              [&](const Literal& have) { return implies(have, wanted); });
        });
  }
  for (std::uint8_t i = 0; i < stronger.members.size(); ++i) {
    if (stronger.members[i] != weaker.members[m]) continue;
    name.push_back(i);
    if (found(weaker, stronger, name)) return true;
    name.pop_back();
  }
  return false;
}

}  // namespace

bool part_of(const Cube& weaker, const Cube& stronger) {
  std::vector<std::uint8_t> name;
  return found(weaker, stronger, name);
}

// ---- text ------------------------------------------------------------------

std::string prefix_of(const std::string& member, const Feature& feature) {
  if (feature.where == Feature::Where::shared ||
      feature.where == Feature::Where::parameter) {
    return "";
  }
  return feature.where == Feature::Where::value ? member : member + ".";
}

namespace {

std::string member_name(std::uint8_t m) {
  std::string name = "m1";
  name[1] = static_cast<char>('1' + m);
  return name;
}

std::string prefix(std::uint8_t member, const Feature& f) {
  return prefix_of(member_name(member), f);
}

class CubeWriter {
 public:
  CubeWriter(const Model& model, const Vocabulary& vocabulary, const Cube& cube)
      : model_(model), vocabulary_(vocabulary), cube_(cube) {}
  std::string text() const;

 private:
  const Feature& feature(std::uint8_t member, std::uint32_t number) const {
    return vocabulary_.features[cube_.members[member]][number];
  }
  std::string family_name(std::uint32_t family) const;
  std::string place(std::uint8_t member, std::uint32_t number) const;
  std::string port(std::uint8_t member, std::uint32_t number) const;
  std::string constant(const Feature& f, std::int64_t value) const;
  std::string value(const Literal& l) const;
  std::string among(const Literal& l) const;
  std::string literal(const Literal& l) const;

  const Model& model_;
  const Vocabulary& vocabulary_;
  const Cube& cube_;
};

std::string CubeWriter::family_name(std::uint32_t family) const {
  if (!vocabulary_.is_edge(family)) return model_.node_families[family].name;
  return model_.edge_families[vocabulary_.edge_family(family)].name;
}

std::string CubeWriter::place(std::uint8_t member, std::uint32_t number) const {
  const Feature& f = feature(member, number);
  if (f.where == Feature::Where::index) {
    return fmt::format("index({})", member_name(member));
  }
  if (f.where == Feature::Where::parameter) return f.name;
  const std::string whole = prefix(member, f) + f.name;
  if (f.type.valid()) return whole;
  return "len(" + whole.substr(0, whole.size() - 4) + ")";  // without .len
}

std::string CubeWriter::port(std::uint8_t member, std::uint32_t number) const {
  const network::NodeFamily& family =
      model_.node_families[cube_.members[member]];
  return member_name(member) + "." + model_[family.process].ports[number].name;
}

std::string CubeWriter::constant(const Feature& f, std::int64_t value) const {
  if (!f.type.valid()) return std::to_string(value);
  const network::Type& type = model_[f.type];
  if (type.kind == TypeKind::enumeration) {
    return model_.enums[type.enumeration.index()]
        .constants[static_cast<std::size_t>(value)];
  }
  if (type.kind == TypeKind::reference) return "none";
  return std::to_string(value);
}

std::string CubeWriter::value(const Literal& l) const {
  const Feature& f = feature(l.a, l.x);
  const std::string what = place(l.a, l.x);
  std::string out;
  if (f.type.valid() && model_[f.type].kind == TypeKind::boolean) {
    out = ((l.value != 0) != l.negated ? "" : "!") + what;
  } else {
    out = fmt::format("{} {} {}", what,
                      l.negated ? "!=" : "==", constant(f, l.value));
  }
  if (!f.element) return out;
  return fmt::format("len({}{}) > {} && {}", prefix(l.a, f), f.queue,
                     f.position, out);
}

std::string CubeWriter::among(const Literal& l) const {
  const Feature& f = feature(l.a, l.x);
  const auto& names =
      model_.enums[model_[f.type].enumeration.index()].constants;
  std::vector<std::string> in, out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool set = ((static_cast<std::uint64_t>(l.value) >> i) & 1) != 0;
    (set ? in : out)
        .push_back(place(l.a, l.x) + (set ? " == " : " != ") + names[i]);
  }
  if (out.empty()) return "true";
  if (out.size() < in.size()) return fmt::format("{}", fmt::join(out, " && "));
  return fmt::format("({})", fmt::join(in, " || "));
}

std::string CubeWriter::literal(const Literal& l) const {
  const char* is = l.negated ? "!=" : "==";
  const char* no = l.negated ? "!" : "";
  switch (l.kind) {
    case LiteralKind::value:
      return value(l);
    case LiteralKind::below:
      return fmt::format("{} {} {}", place(l.a, l.x), l.negated ? ">=" : "<",
                         l.value);
    case LiteralKind::among:
      return among(l);
    case LiteralKind::refers:
      return fmt::format("{} {} {}", place(l.a, l.x), is, member_name(l.b));
    case LiteralKind::equal:
      return fmt::format("{} {} {}", place(l.a, l.x), is, place(l.b, l.y));
    case LiteralKind::less:
      return fmt::format("{} < {}", place(l.a, l.x), place(l.b, l.y));
    case LiteralKind::same:
      if (vocabulary_.is_edge(cube_.members[l.a])) {
        return fmt::format("{}same({}, {})", no, member_name(l.a),
                           member_name(l.b));
      }
      return fmt::format("{} {} {}", member_name(l.a), is, member_name(l.b));
    case LiteralKind::at:
      return fmt::format("{}same({}, {})", no, port(l.a, l.x),
                         member_name(l.b));
    case LiteralKind::before:
      return fmt::format("index({}) < index({})", member_name(l.a),
                         member_name(l.b));
    case LiteralKind::in_set:
      return fmt::format("{}(exists m0 in {}: same(m0, {}))", no,
                         port(l.a, l.x), member_name(l.b));
    case LiteralKind::same_edge:
      break;
  }
  return fmt::format("{}same({}, {})", no, port(l.a, l.x), port(l.b, l.y));
}

std::string CubeWriter::text() const {
  std::string binders;
  for (std::uint8_t m = 0; m < cube_.members.size(); ++m) {
    binders += (m == 0 ? "" : ", ") + member_name(m);
    const bool last = m + 1U == cube_.members.size() ||
                      cube_.members[m + 1] != cube_.members[m];
    if (last) binders += " in " + family_name(cube_.members[m]);
  }
  std::vector<std::string> parts;
  for (const Literal& l : cube_.literals) parts.push_back(literal(l));
  return fmt::format("forall {}: !({})", binders, fmt::join(parts, " && "));
}

}  // namespace

std::string text(const Model& model, const Vocabulary& vocabulary,
                 const Cube& cube) {
  return CubeWriter(model, vocabulary, cube).text();
}

}  // namespace vicinal::fixpoint::inline lemmas
