// SPDX-License-Identifier: MIT
// The values of a counterexample have labels (obligations/shown.cpp): "a.phase"
// and "a.phase after" say what is shown there, others where nodes and the edges
// at their ports stand. Names that stand at one place are one member.
#include "fixpoint/lemmas/situation.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "fixpoint/family/stand.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Model;
using network::Scalar;
using network::TypeKind;

namespace {

constexpr std::size_t most_members = 8;
constexpr std::size_t most_with_elements = 56;

struct Member {
  std::string name;
  std::uint32_t family = 0;  // of the vocabulary
  family::Stand stand;
  std::vector<std::uint8_t> ends;  // of an element: members that name it
};

struct Number {
  std::uint8_t member;
  std::uint32_t feature;
  Scalar value;
};

class SituationReader {
 public:
  SituationReader(const Model& model, const Vocabulary& vocabulary,
                  const obligations::Obligation& o,
                  const obligations::Judgement& j)
      : model_(model),
        vocabulary_(vocabulary),
        bare_(family::sizes_of(model, o, j)) {
    for (std::size_t i = 0; i < o.shown.size(); ++i) {
      values_.emplace(o.shown[i].label, j.values[i]);
    }
    for (auto& [what, stand] : family::stands(o, j)) {
      stands_.emplace(what, std::move(stand));
    }
    for (const auto& [name, family] : o.nodes) add_node(name, family.value);
    for (const std::string& name : o.edges) add_edge(name);
    add_elements();
  }

  bool empty() const { return members_.empty(); }
  Cube cube(const std::string& when) const;
  bool after() const;

 private:
  void add_node(const std::string& name, std::uint32_t family);
  void add_edge(const std::string& name);
  void add_elements();
  void add(Member member);
  bool exists(const Member& member) const;
  bool related(std::uint8_t a, std::uint8_t b) const;
  void elements(Cube& out) const;
  void nodes(Cube& out) const;
  void edges(Cube& out) const;
  void relate(Cube& out, LiteralKind kind, std::uint8_t a, std::uint8_t b,
              std::uint32_t x, bool holds) const;
  void at_ports(Cube& out) const;
  void in_sets(Cube& out) const;
  void features(Cube& out, const std::string& when) const;
  void value(Cube& out, std::uint8_t m, std::uint32_t x, Scalar value) const;
  void first(Cube& out, std::uint8_t m, std::uint32_t x, Scalar value) const;
  void beside(Cube& out, std::uint8_t m, std::uint32_t x, Scalar value) const;
  bool of_size(const Feature& f) const;
  void compare(Cube& out, const std::string& when) const;
  void compare_beside_strides(Cube& out, const Number& a,
                              const Number& b) const;
  void compare_indices(Cube& out, const std::string& when) const;
  void single_out(Cube& out, std::uint8_t m, std::uint32_t x) const;
  std::optional<Scalar> fixed(std::uint8_t m, const Feature& f) const;
  std::optional<Scalar> shown(std::uint8_t m, const Feature& f,
                              const std::string& name,
                              const std::string& when) const;
  bool shared(std::uint8_t m, std::uint32_t x) const {
    return list(m)[x].where == Feature::Where::shared;
  }
  bool edge(std::uint32_t family) const { return vocabulary_.is_edge(family); }
  bool element(std::uint8_t m) const {
    return vocabulary_.is_element(members_[m].family);
  }
  const std::vector<Feature>& list(std::uint8_t m) const {
    return vocabulary_.features[members_[m].family];
  }
  std::map<std::string, family::Stand>::const_iterator port(
      std::uint8_t m, std::uint32_t number) const {
    const auto& family = model_.node_families[members_[m].family];
    return stands_.find(members_[m].name + "." +
                        model_[family.process].ports[number].name);
  }
  std::uint8_t count() const {
    return static_cast<std::uint8_t>(members_.size());
  }

  const Model& model_;
  const Vocabulary& vocabulary_;
  std::map<std::string, Scalar> values_;
  std::map<std::string, family::Stand> stands_;
  std::vector<Member> members_;
  network::Instance bare_;  // the parameters
};

void SituationReader::add_node(const std::string& name, std::uint32_t family) {
  Member m{name, family, {model_.node_families[family].name, {}}};
  const auto stand = stands_.find(name);
  if (stand != stands_.end()) m.stand = stand->second;
  add(std::move(m));
}

// An edge without indices has no stand: it is named as it is, or not at all.
void SituationReader::add_edge(const std::string& name) {
  const auto stand = stands_.find(name);
  if (stand == stands_.end()) return;
  for (std::uint32_t f = 0; f < model_.edge_families.size(); ++f) {
    if (model_.edge_families[f].name == stand->second.family) {
      add({name, vocabulary_.node_families + f, stand->second});
    }
  }
}

// Of the nodes that are members, so that each is named in one way: of all
// arrays those of the first nodes first, whom the question names.
void SituationReader::add_elements() {
  const std::uint8_t nodes = count();
  std::vector<Member> all;
  for (std::uint32_t n = 0; n < vocabulary_.arrays.size(); ++n) {
    const NodeArray& array = vocabulary_.arrays[n];
    const network::ProcessId process =
        model_.node_families[array.owners].process;
    std::vector<Member> open = {
        {model_[process].variables[array.variable].name,
         vocabulary_.node_families + vocabulary_.edge_families + n}};
    for (std::uint32_t end = 0; end <= array.keys.size(); ++end) {
      std::vector<Member> longer;
      for (const Member& m : open) {
        for (std::uint8_t a = 0; a < nodes; ++a) {
          if (members_[a].family != array.family_at(end)) continue;
          Member next = m;
          next.name = end == 0 ? members_[a].name + "." + m.name
                               : m.name + "[" + members_[a].name + "]";
          next.ends.push_back(a);
          longer.push_back(std::move(next));
        }
      }
      open = std::move(longer);
    }
    std::ranges::move(open, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, [](const Member& m) {
    return *std::ranges::max_element(m.ends);
  });
  const std::size_t room = most_with_elements - members_.size();
  if (all.size() > room) all.resize(room);
  std::ranges::move(all, std::back_inserter(members_));
}

void SituationReader::elements(Cube& out) const {
  for (std::uint8_t e = 0; e < count(); ++e) {
    if (!element(e)) continue;
    Literal l;
    l.kind = LiteralKind::names;
    l.b = e;
    l.y = members_[e].family - vocabulary_.node_families -
          vocabulary_.edge_families;
    for (l.x = 0; l.x < members_[e].ends.size(); ++l.x) {
      l.a = members_[e].ends[l.x];
      out.literals.push_back(l);
    }
  }
}

// Whether numbers of both are compared: of two nodes or edges, or of an element
// with what a node that names it shows, or another one that it names.
bool SituationReader::related(std::uint8_t a, std::uint8_t b) const {
  if (!element(a) && !element(b)) return true;
  const auto names = [this](std::uint8_t node, std::uint8_t m) {
    return element(m) ? std::ranges::count(members_[m].ends, node) > 0
                      : node == m;
  };
  if (!element(a)) return names(a, b);
  return std::ranges::any_of(members_[a].ends,
                             [&](std::uint8_t node) { return names(node, b); });
}

void SituationReader::add(Member m) {
  const bool known =
      std::any_of(members_.begin(), members_.end(), [&](const Member& other) {
        return other.family == m.family && other.stand == m.stand;
      });
  if (!known && exists(m) && members_.size() < most_members) {
    members_.push_back(std::move(m));
  }
}

// Obligations name nodes that are there only if the family is large enough.
bool SituationReader::exists(const Member& member) const {
  const auto& dimensions =
      edge(member.family)
          ? model_.edge_families[vocabulary_.edge_family(member.family)]
                .dimensions
          : model_.node_families[member.family].dimensions;
  return family::is_there(bare_, dimensions, member.stand.indices);
}

void SituationReader::nodes(Cube& out) const {
  for (std::uint8_t a = 0; a < count(); ++a) {
    for (std::uint8_t b = 0; b < a; ++b) {
      if (members_[a].family != members_[b].family || element(a)) continue;
      Literal l = different(b, a);
      out.literals.push_back(l);
      if (edge(members_[a].family)) continue;
      if (members_[a].stand.indices.size() != 1) continue;
      l.kind = LiteralKind::before;
      l.negated = false;
      if (members_[b].stand.indices > members_[a].stand.indices) {
        std::swap(l.a, l.b);
      }
      out.literals.push_back(l);
    }
  }
}

// Whether edge b is at port x of node a.
void SituationReader::relate(Cube& out, LiteralKind kind, std::uint8_t a,
                             std::uint8_t b, std::uint32_t x,
                             bool holds) const {
  Literal l;
  l.kind = kind;
  l.negated = !holds;
  l.a = a;
  l.b = b;
  l.x = x;
  out.literals.push_back(l);
}

// Which of them is at which single port.
void SituationReader::at_ports(Cube& out) const {
  for (std::uint8_t a = 0; a < count(); ++a) {
    for (const std::uint32_t p : vocabulary_.ports[members_[a].family]) {
      const auto here = port(a, p);
      if (here == stands_.end()) continue;
      for (std::uint8_t b = 0; b < count(); ++b) {
        if (!edge(members_[b].family) ||
            members_[b].stand.family != here->second.family) {
          continue;
        }
        relate(out, LiteralKind::at, a, b, p,
               members_[b].stand == here->second);
      }
    }
  }
}

void SituationReader::in_sets(Cube& out) const {
  for (std::uint8_t a = 0; a < count(); ++a) {
    if (edge(members_[a].family) || element(a)) continue;
    const auto& process =
        model_[model_.node_families[members_[a].family].process];
    for (std::uint32_t p = 0; p < process.ports.size(); ++p) {
      if (!process.ports[p].set) continue;
      for (std::uint8_t b = 0; b < count(); ++b) {
        if (!edge(members_[b].family)) continue;
        const auto in =
            values_.find(members_[b].name + " in " + members_[a].name + "." +
                         process.ports[p].name);
        if (in == values_.end()) continue;
        relate(out, LiteralKind::in_set, a, b, p, in->second != 0);
      }
    }
  }
}

void SituationReader::edges(Cube& out) const {
  for (std::uint8_t a = 0; a < count(); ++a) {
    for (const std::uint32_t p : vocabulary_.ports[members_[a].family]) {
      for (std::uint8_t b = a; b < count(); ++b) {
        for (const std::uint32_t q : vocabulary_.ports[members_[b].family]) {
          if (a == b && q <= p) continue;
          const auto left = port(a, p);
          const auto right = port(b, q);
          // Edges of different families are known to differ.
          if (left == stands_.end() || right == stands_.end() ||
              left->second.family != right->second.family) {
            continue;
          }
          Literal l;
          l.kind = LiteralKind::same_edge;
          l.negated = left->second != right->second;
          l.a = a;
          l.b = b;
          l.x = p;
          l.y = q;
          out.literals.push_back(l);
        }
      }
    }
  }
}

std::optional<Scalar> SituationReader::shown(std::uint8_t m, const Feature& f,
                                             const std::string& name,
                                             const std::string& when) const {
  const auto at = values_.find(name_at(members_[m].name, f, name) + when);
  if (at == values_.end()) return std::nullopt;
  return at->second;
}

void SituationReader::value(Cube& out, std::uint8_t m, std::uint32_t x,
                            Scalar value) const {
  const Feature& f = list(m)[x];
  Literal l;
  l.a = m;
  l.x = x;
  l.value = value;
  const bool reference =
      f.type.valid() && model_[f.type].kind == TypeKind::reference;
  if (!reference || value < 0) {
    out.literals.push_back(l);
    return;
  }
  l.value = -1;
  l.negated = true;
  out.literals.push_back(l);
  if (f.element) return;
  const network::NodeFamilyId family = model_[f.type].family;
  for (std::uint8_t b = 0; b < count(); ++b) {
    if (!family.valid() || members_[b].family != family.value) continue;
    const auto& indices = members_[b].stand.indices;
    if (indices.size() > 1) continue;
    l.kind = LiteralKind::refers;
    l.value = 0;
    l.b = b;
    l.negated = !indices.empty() && indices[0] != value;
    out.literals.push_back(l);
  }
}

// On which side of constants an integer is, which may have any value. Elements
// of queues are there or not: of these only the value is said.
void SituationReader::beside(Cube& out, std::uint8_t m, std::uint32_t x,
                             Scalar value) const {
  if (list(m)[x].element) return;
  for (const std::int64_t c : vocabulary_.constants) {
    if (c == value || c == INT64_MAX) continue;
    Literal l;
    l.kind = LiteralKind::below;
    l.a = m;
    l.x = x;
    l.negated = value > c;
    l.value = l.negated ? c + 1 : c;
    out.literals.push_back(l);
  }
}

// Of a number that depends on the size, as one that goes through indices does,
// only whether it is 0, or less.
void SituationReader::first(Cube& out, std::uint8_t m, std::uint32_t x,
                            Scalar value) const {
  Literal l;
  l.kind = value == 0 ? LiteralKind::value : LiteralKind::below;
  l.a = m;
  l.x = x;
  l.negated = value > 0;
  l.value = value > 0 ? 1 : 0;
  out.literals.push_back(l);
}

// Whether its bounds depend on sizes: of the numbers that only larger instances
// have the explored ones say nothing.
bool SituationReader::of_size(const Feature& f) const {
  if (!f.type.valid() || model_[f.type].kind != TypeKind::range) return false;
  const auto literal = [this](network::ExprId e) {
    return model_[e].op == network::Op::literal;
  };
  return !literal(model_[f.type].low) || !literal(model_[f.type].high);
}

bool constant(const Feature& f) {
  return f.where == Feature::Where::index ||
         f.where == Feature::Where::parameter;
}

void SituationReader::features(Cube& out, const std::string& when) const {
  for (std::uint8_t m = 0; m < count(); ++m) {
    for (std::uint32_t x = 0; x < list(m).size(); ++x) {
      const Feature& f = list(m)[x];
      if (constant(f)) {
        single_out(out, m, x);
        continue;
      }
      const auto v = shown(m, f, f.name, when);
      if (!v) continue;
      if (f.element) {
        const auto length = shown(m, f, f.queue + ".len", when);
        if (!length || *length <= Scalar{f.position}) continue;
      }
      if (f.indexing || of_size(f)) {
        if (!f.element) first(out, m, x, *v);
        continue;
      }
      if (f.type.valid() && model_[f.type].kind == TypeKind::integer) {
        beside(out, m, x, *v);
        const auto& known = vocabulary_.constants;
        if (!f.element &&
            std::find(known.begin(), known.end(), *v) == known.end()) {
          continue;
        }
      }
      value(out, m, x, *v);
    }
  }
}

// Whether it is the node that the model singles out by this index.
void SituationReader::single_out(Cube& out, std::uint8_t m,
                                 std::uint32_t x) const {
  const auto index = fixed(m, list(m)[x]);
  if (!index || list(m)[x].where != Feature::Where::index) return;
  for (const std::int64_t wanted : vocabulary_.indices) {
    Literal l;
    l.a = m;
    l.x = x;
    l.value = wanted;
    l.negated = *index != wanted;
    out.literals.push_back(l);
  }
}

// How two numbers stand to each other, the second one with so much added;
// references are equal or not.
Literal comparison(const Number& a, const Number& b, bool numeric,
                   std::int64_t more = 0) {
  const auto order = compare_beside(a.value, b.value, more);
  const bool differ = order != 0;
  const auto place = [](const Number& n) {
    return std::pair(n.member, n.feature);
  };
  const bool exchanged = numeric && differ ? order > 0 : place(a) > place(b);
  const Number& first = exchanged ? b : a;
  const Number& second = exchanged ? a : b;
  Literal l;
  l.kind = numeric && differ ? LiteralKind::less : LiteralKind::equal;
  l.negated = !numeric && differ;
  l.a = first.member;
  l.x = first.feature;
  l.b = second.member;
  l.y = second.feature;
  l.value = exchanged ? -more : more;
  return l;
}

// Of two numbers one of which is now and then so much more than before, whether
// the one is so much more than the other.
void SituationReader::compare_beside_strides(Cube& out, const Number& a,
                                             const Number& b) const {
  const Feature& f = list(a.member)[a.feature];
  const Feature& g = list(b.member)[b.feature];
  if (!(f.stepped || g.stepped) || f.indexing) return;
  for (const std::int64_t stride : vocabulary_.strides) {
    out.literals.push_back(comparison(a, b, true, stride));
    out.literals.push_back(comparison(a, b, true, -stride));
  }
}

// How numbers of one type stand to each other; ranges that depend on sizes are
// one type here.
void SituationReader::compare(Cube& out, const std::string& when) const {
  network::TypeId of_sizes;
  // Places and tickets may have one type: they are not compared.
  std::map<std::pair<network::TypeId, bool>, std::vector<Number>> numbers;
  for (std::uint8_t m = 0; m < count(); ++m) {
    for (std::uint32_t x = 0; x < list(m).size(); ++x) {
      const Feature& f = list(m)[x];
      const auto v = shown(m, f, f.name, when);
      if (!v || !f.type.valid() || f.element) continue;
      const auto kind = model_[f.type].kind;
      if (model_[f.type].numeric() || kind == TypeKind::reference) {
        if (of_size(f) && !of_sizes.valid()) of_sizes = f.type;
        const auto of_what = of_size(f) ? std::pair(of_sizes, false)
                                        : std::pair(f.type, f.indexing);
        numbers[of_what].push_back({m, x, *v});
      }
    }
  }
  for (const auto& [kind, same] : numbers) {
    const bool numeric = model_[kind.first].numeric();
    for (std::size_t i = 0; i < same.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        // What every node shows is compared with that node's own.
        if (same[i].member != same[j].member &&
            (shared(same[i].member, same[i].feature) ||
             shared(same[j].member, same[j].feature))) {
          continue;
        }
        if (!related(same[i].member, same[j].member)) continue;
        out.literals.push_back(comparison(same[j], same[i], numeric));
        if (numeric) compare_beside_strides(out, same[j], same[i]);
      }
    }
  }
}

// How numbers that go through indices stand to these, and to sizes.
void SituationReader::compare_indices(Cube& out,
                                      const std::string& when) const {
  for (std::uint8_t b = 0; b < count(); ++b) {
    for (std::uint32_t y = 0; y < list(b).size(); ++y) {
      if (!list(b)[y].indexing) continue;
      const auto v = shown(b, list(b)[y], list(b)[y].name, when);
      if (!v) continue;
      for (std::uint8_t a = 0; a < count(); ++a) {
        for (std::uint32_t x = 0; x < list(a).size(); ++x) {
          const auto other = fixed(a, list(a)[x]);
          const bool size = list(a)[x].where == Feature::Where::parameter;
          if (!other || (size && a != b)) continue;
          out.literals.push_back(comparison({a, x, *other}, {b, y, *v}, true));
        }
      }
    }
  }
}

// An index or a size.
std::optional<Scalar> SituationReader::fixed(std::uint8_t m,
                                             const Feature& f) const {
  if (f.where == Feature::Where::parameter) return bare_.parameters[f.item];
  const auto& indices = members_[m].stand.indices;
  if (f.where != Feature::Where::index || indices.size() != 1) {
    return std::nullopt;
  }
  return indices[0];
}

bool SituationReader::after() const {
  return std::any_of(values_.begin(), values_.end(),
                     [](const auto& v) { return v.first.ends_with(" after"); });
}

Cube SituationReader::cube(const std::string& when) const {
  Cube out;
  for (const Member& m : members_) out.members.push_back(m.family);
  elements(out);
  nodes(out);
  edges(out);
  at_ports(out);
  in_sets(out);
  features(out, when);
  compare(out, when);
  compare_indices(out, when);
  std::sort(out.literals.begin(), out.literals.end());
  return out;
}

}  // namespace

std::optional<Situation> situation(const Model& model,
                                   const Vocabulary& vocabulary,
                                   const obligations::Obligation& o,
                                   const obligations::Judgement& j) {
  if (j.answer != obligations::Answer::sat ||
      j.values.size() != o.shown.size()) {
    return std::nullopt;
  }
  const SituationReader reader(model, vocabulary, o, j);
  if (reader.empty()) return std::nullopt;
  Situation out;
  out.before = reader.cube("");
  if (reader.after()) out.after = reader.cube(" after");
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
