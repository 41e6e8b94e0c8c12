// SPDX-License-Identifier: MIT
// Cubes are small (two or three members, a handful of literals): all is done
// by trying every way to name members.
#include "fixpoint/lemmas/cube.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

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
    if (l.kind == LiteralKind::equal) l.value = -l.value;
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

std::strong_ordering compare_beside(std::int64_t a, std::int64_t b,
                                    std::int64_t more) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(b, more, &sum)) return a <=> sum;
  return more > 0 ? std::strong_ordering::less : std::strong_ordering::greater;
}

bool mentions(const Literal& l, std::uint8_t member) {
  return l.a == member || (two_members(l) && l.b == member);
}

namespace {

// Nodes that name an element say nothing if nothing is said of it.
void forget_elements(Cube& cube) {
  std::erase_if(cube.literals, [&](const Literal& l) {
    if (l.kind != LiteralKind::names) return false;
    return std::none_of(
        cube.literals.begin(), cube.literals.end(), [&](const Literal& other) {
          return other.kind != LiteralKind::names && mentions(other, l.b);
        });
  });
}

}  // namespace

Cube compact(Cube cube) {
  forget_elements(cube);
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

std::size_t weight(const Cube& cube) {
  const auto beside = std::count_if(
      cube.literals.begin(), cube.literals.end(),
      [](auto& l) { return l.kind == LiteralKind::same_edge && !l.negated; });
  return 2 * cube.members.size() + cube.literals.size() +
         static_cast<std::size_t>(beside);
}

namespace {

// Whether this literal says that another one is true, alone.
bool implies(const Literal& have, const Literal& wanted) {
  if (wanted.kind == LiteralKind::less) {
    Literal same = wanted;
    same.value = have.value;
    return have == same && have.value <= wanted.value;
  }
  if (have.a != wanted.a || have.x != wanted.x) return false;
  if (have.kind == LiteralKind::below && wanted.kind == LiteralKind::below) {
    return have.negated == wanted.negated &&
           (have.negated ? have.value >= wanted.value
                         : have.value <= wanted.value);
  }
  if (have.negated) return false;
  if (have.kind == LiteralKind::among && wanted.kind == LiteralKind::among) {
    return (have.value & ~wanted.value) == 0;
  }
  if (have.kind != LiteralKind::value) return false;
  if (wanted.kind == LiteralKind::below) {
    return (have.value < wanted.value) != wanted.negated;
  }
  // What has one of several values has one.
  return wanted.kind == LiteralKind::among && have.value >= 0 &&
         have.value < 64 &&
         ((static_cast<std::uint64_t>(wanted.value) >> have.value) & 1) != 0;
}

// Whether the cube, whose literals are sorted, says this.
bool says(const Cube& cube, const Literal& wanted) {
  if (std::binary_search(cube.literals.begin(), cube.literals.end(), wanted)) {
    return true;
  }
  if (wanted.kind != LiteralKind::below && wanted.kind != LiteralKind::among &&
      wanted.kind != LiteralKind::less) {
    return false;
  }
  return std::any_of(
      cube.literals.begin(), cube.literals.end(),
      [&](const Literal& have) { return implies(have, wanted); });
}

// Names the members of the weaker cube from the next one on. A literal is
// looked at once all its members have names.
bool found(const Cube& weaker, const Cube& stronger,
           std::vector<std::uint8_t>& name) {
  const std::size_t m = name.size();
  if (m == weaker.members.size()) return true;
  const auto fails = [&](const Literal& l) {
    const std::uint8_t last = two_members(l) ? std::max(l.a, l.b) : l.a;
    return last == m && !says(stronger, renamed(l, name));
  };
  for (std::uint8_t i = 0; i < stronger.members.size(); ++i) {
    if (stronger.members[i] != weaker.members[m]) continue;
    name.push_back(i);
    if (std::none_of(weaker.literals.begin(), weaker.literals.end(), fails) &&
        found(weaker, stronger, name)) {
      return true;
    }
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
      feature.where == Feature::Where::at_node ||
      feature.where == Feature::Where::parameter) {
    return "";
  }
  const bool whole = feature.where == Feature::Where::value ||
                     feature.where == Feature::Where::element;
  return whole ? member : member + ".";
}

std::string name_at(const std::string& member, const Feature& feature,
                    const std::string& name) {
  std::string out = prefix_of(member, feature) + name;
  if (feature.where != Feature::Where::at_node) return out;
  const std::size_t index = out.find("index()");
  const std::size_t at =
      index == std::string::npos ? out.find("[]") + 1 : index + 6;
  return out.insert(at, member);
}

namespace {

std::string member_name(std::uint8_t m) {
  std::string name = "m1";
  name[1] = static_cast<char>('1' + m);
  return name;
}

class CubeWriter {
 public:
  CubeWriter(const Model& model, const Vocabulary& vocabulary,
             const Cube& cube);
  std::string text() const;

 private:
  const Feature& feature(std::uint8_t member, std::uint32_t number) const {
    return vocabulary_.features[cube_.members[member]][number];
  }
  void name_by_nodes(std::uint8_t edge, const Between& between);
  void name_element(std::uint8_t element);
  std::string family_name(std::uint32_t family) const;
  std::string place(std::uint8_t member, std::uint32_t number) const;
  std::string other(const Literal& l) const;
  std::string port(std::uint8_t member, std::uint32_t number) const;
  std::string constant(const Feature& f, std::int64_t value) const;
  std::string value(const Literal& l) const;
  std::string among(const Literal& l) const;
  std::string literal(const Literal& l) const;

  const Model& model_;
  const Vocabulary& vocabulary_;
  const Cube& cube_;
  std::vector<std::string> names_;       // of members
  std::vector<std::string> binders_;     // empty: of none
  std::vector<std::uint32_t> families_;  // that they range over
  std::vector<bool> said_;               // literals that the names say
  std::vector<std::string> parts_;       // that the names need
};

CubeWriter::CubeWriter(const Model& model, const Vocabulary& vocabulary,
                       const Cube& cube)
    : model_(model),
      vocabulary_(vocabulary),
      cube_(cube),
      families_(cube.members),
      said_(cube.literals.size(), false) {
  for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
    names_.push_back(member_name(m));
  }
  binders_ = names_;
  for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
    if (vocabulary.is_element(cube.members[m])) name_element(m);
    if (!vocabulary.is_edge(cube.members[m])) continue;
    for (const Between& b : vocabulary.between) {
      if (b.edges == vocabulary.edge_family(cube.members[m])) {
        name_by_nodes(m, b);
      }
    }
  }
}

// By the nodes that the cube has for it.
void CubeWriter::name_element(std::uint8_t element) {
  const NodeArray& array = vocabulary_.array(cube_.members[element]);
  std::vector<std::string> by(1 + array.keys.size());
  for (std::size_t l = 0; l < cube_.literals.size(); ++l) {
    const Literal& x = cube_.literals[l];
    if (x.kind != LiteralKind::names || x.b != element) continue;
    by[x.x] = names_[x.a];
    said_[l] = true;
  }
  const network::ProcessId process = model_.node_families[array.owners].process;
  names_[element] = fmt::format("{}.{}[{}]", by[0],
                                model_[process].variables[array.variable].name,
                                fmt::join(by.begin() + 1, by.end(), "]["));
  binders_[element] = "";
}

// If the cube says at whose port sets the edge is. Of one end alone, the member
// is the node at the other end.
void CubeWriter::name_by_nodes(std::uint8_t edge, const Between& between) {
  std::array<std::string, 2> at;
  std::array<std::uint8_t, 2> member = {edge, edge};
  std::array<std::uint32_t, 2> family = {between.first.family,
                                         between.second.family};
  std::vector<std::size_t> said;
  for (const std::size_t end : {0U, 1U}) {
    const Between::End& wanted = end == 0 ? between.first : between.second;
    const auto l = std::find_if(
        cube_.literals.begin(), cube_.literals.end(), [&](const Literal& x) {
          return x.kind == LiteralKind::in_set && !x.negated && x.b == edge &&
                 x.x == wanted.port && cube_.members[x.a] == wanted.family;
        });
    at[end] = names_[edge];
    if (l == cube_.literals.end()) continue;
    member[end] = l->a;
    at[end] = names_[l->a];
    said.push_back(static_cast<std::size_t>(l - cube_.literals.begin()));
  }
  if (said.empty() || member[0] == member[1]) return;
  for (const std::size_t l : said) said_[l] = true;
  binders_[edge] = "";
  for (const std::size_t end : {0U, 1U}) {
    if (member[end] != edge) continue;
    binders_[edge] = names_[edge];
    families_[edge] = family[end];
  }
  names_[edge] = fmt::format("{}[index({})][index({})]",
                             family_name(cube_.members[edge]), at[0], at[1]);
  if (between.pairs == Pairs::different) {
    const bool alike = family[0] == family[1];
    if (alike && member[1] < member[0]) std::swap(at[0], at[1]);
    parts_.push_back(
        fmt::format(fmt::runtime(alike ? "{} != {}" : "index({}) != index({})"),
                    at[0], at[1]));
  } else if (between.pairs != Pairs::all) {
    if (between.pairs == Pairs::descending) std::swap(at[0], at[1]);
    parts_.push_back(fmt::format("index({}) < index({})", at[0], at[1]));
  }
}

std::string CubeWriter::family_name(std::uint32_t family) const {
  if (!vocabulary_.is_edge(family)) return model_.node_families[family].name;
  return model_.edge_families[vocabulary_.edge_family(family)].name;
}

std::string CubeWriter::place(std::uint8_t member, std::uint32_t number) const {
  const Feature& f = feature(member, number);
  if (f.where == Feature::Where::index) {
    return fmt::format("index({})", names_[member]);
  }
  if (f.where == Feature::Where::parameter) return f.name;
  const std::string whole = name_at(names_[member], f, f.name);
  if (f.type.valid()) return whole;
  return "len(" + whole.substr(0, whole.size() - 4) + ")";  // without .len
}

// What the first number of a comparison is compared with.
std::string CubeWriter::other(const Literal& l) const {
  const std::string of = place(l.b, l.y);
  if (l.value == 0) return of;
  return fmt::format("{} {} {}", of, l.value > 0 ? '+' : '-',
                     l.value > 0 ? l.value : -l.value);
}

std::string CubeWriter::port(std::uint8_t member, std::uint32_t number) const {
  const network::NodeFamily& family =
      model_.node_families[cube_.members[member]];
  return names_[member] + "." + model_[family.process].ports[number].name;
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
  return fmt::format("len({}) > {} && {}", name_at(names_[l.a], f, f.queue),
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
      return fmt::format("{} {} {}", place(l.a, l.x), is, names_[l.b]);
    case LiteralKind::equal:
      return fmt::format("{} {} {}", place(l.a, l.x), is, other(l));
    case LiteralKind::less:
      return fmt::format("{} < {}", place(l.a, l.x), other(l));
    case LiteralKind::same:
      if (vocabulary_.is_edge(cube_.members[l.a])) {
        return fmt::format("{}same({}, {})", no, names_[l.a], names_[l.b]);
      }
      return fmt::format("{} {} {}", names_[l.a], is, names_[l.b]);
    case LiteralKind::at:
      return fmt::format("{}same({}, {})", no, port(l.a, l.x), names_[l.b]);
    case LiteralKind::before:
      return fmt::format("index({}) < index({})", names_[l.a], names_[l.b]);
    case LiteralKind::in_set:
      return fmt::format("{}(exists m0 in {}: same(m0, {}))", no,
                         port(l.a, l.x), names_[l.b]);
    case LiteralKind::names:  // said by the name of the element
    case LiteralKind::same_edge:
      break;
  }
  return fmt::format("{}same({}, {})", no, port(l.a, l.x), port(l.b, l.y));
}

std::string CubeWriter::text() const {
  std::string binders;
  for (std::size_t m = 0; m < binders_.size(); ++m) {
    if (binders_[m].empty()) continue;
    binders += (binders.empty() ? "" : ", ") + binders_[m];
    std::size_t next = m + 1;
    while (next < binders_.size() && binders_[next].empty()) ++next;
    const bool last =
        next == binders_.size() || families_[next] != families_[m];
    if (last) binders += " in " + family_name(families_[m]);
  }
  std::vector<std::string> parts;
  for (std::size_t l = 0; l < cube_.literals.size(); ++l) {
    if (!said_[l]) parts.push_back(literal(cube_.literals[l]));
  }
  for (const std::string& part : parts_) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) {
      parts.push_back(part);
    }
  }
  return fmt::format("forall {}: !({})", binders, fmt::join(parts, " && "));
}

}  // namespace

std::string text(const Model& model, const Vocabulary& vocabulary,
                 const Cube& cube) {
  return CubeWriter(model, vocabulary, cube).text();
}

}  // namespace vicinal::fixpoint::inline lemmas
