// SPDX-License-Identifier: MIT
// Guards: a cube is reached exactly where its formula is violated; what a
// generalised cube excludes is not reached, and includes what it was made from.
#include <catch2/catch.hpp>

#include <algorithm>
#include <compare>
#include <random>

#include "families.hpp"
#include "fixpoint/lemmas/generalise.hpp"
#include "fixpoint/lemmas/lemmas.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/stride_family.hpp"
#include "worlds.hpp"

namespace lemmas_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;
using fixpoint::Cube;
using fixpoint::Feature;
using fixpoint::Literal;
using fixpoint::LiteralKind;
using network::TypeKind;

using Dice = std::mt19937_64;

constexpr std::size_t literal_kinds =
    static_cast<std::size_t>(LiteralKind::names) + 1;

std::uint32_t pick(Dice& dice, std::size_t count) {
  return static_cast<std::uint32_t>(dice() % count);
}

class Cubes {
 public:
  Cubes(const network::Model& model, const fixpoint::Vocabulary& vocabulary,
        std::uint64_t seed)
      : model_(model), vocabulary_(vocabulary), dice_(seed) {}

  Cube some() {
    Cube cube;
    const std::size_t members = 1 + pick(dice_, 3);
    for (std::size_t m = 0; m < members; ++m) {
      cube.members.push_back(pick(dice_, without_elements()));
    }
    if (pick(dice_, 2) != 0) add_element(cube);
    const std::size_t literals = 1 + pick(dice_, 4);
    for (int tries = 0; tries < 40 && cube.literals.size() < literals;
         ++tries) {
      if (const auto l = literal(cube)) cube.literals.push_back(*l);
    }
    return fixpoint::compact(cube);
  }

  // With an edge that is said to be at one port set, or at two.
  Cube between() {
    Cube cube;
    if (vocabulary_.edge_families == 0) return cube;
    const std::size_t nodes = 1 + pick(dice_, 2);
    for (std::size_t m = 0; m < nodes; ++m) {
      cube.members.push_back(pick(dice_, vocabulary_.node_families));
    }
    std::sort(cube.members.begin(), cube.members.end());
    cube.members.push_back(static_cast<std::uint32_t>(
        vocabulary_.node_families + pick(dice_, vocabulary_.edge_families)));
    for (int tries = 0; tries < 20; ++tries) {
      Literal l;
      l.kind = LiteralKind::in_set;
      l.a = static_cast<std::uint8_t>(pick(dice_, nodes));
      l.b = static_cast<std::uint8_t>(nodes);
      const auto wanted =
          tries < 10 || pick(dice_, 2) != 0 ? at_port(cube, l) : literal(cube);
      if (wanted && (tries == 0 || pick(dice_, 4) == 0)) {
        cube.literals.push_back(*wanted);
      }
    }
    return fixpoint::compact(cube);
  }

 private:
  std::size_t without_elements() const {
    return vocabulary_.node_families + vocabulary_.edge_families;
  }

  // A node of this family: one of the cube's, or one more.
  std::uint8_t node_of(Cube& cube, std::uint32_t family) {
    for (std::size_t m = cube.members.size(); m-- > 0;) {
      if (cube.members[m] == family && pick(dice_, 2) != 0) {
        return static_cast<std::uint8_t>(m);
      }
    }
    cube.members.push_back(family);
    return static_cast<std::uint8_t>(cube.members.size() - 1);
  }

  void add_element(Cube& cube) {
    if (vocabulary_.arrays.empty()) return;
    Literal l;
    l.kind = LiteralKind::names;
    l.y = pick(dice_, vocabulary_.arrays.size());
    const fixpoint::NodeArray& array = vocabulary_.arrays[l.y];
    std::vector<std::uint8_t> ends;
    for (std::uint32_t end = 0; end <= array.keys.size(); ++end) {
      ends.push_back(node_of(cube, array.family_at(end)));
    }
    l.b = static_cast<std::uint8_t>(cube.members.size());
    cube.members.push_back(
        static_cast<std::uint32_t>(without_elements() + l.y));
    for (l.x = 0; l.x < ends.size(); ++l.x) {
      l.a = ends[l.x];
      cube.literals.push_back(l);
    }
  }

  const Feature& feature(const Cube& cube, const Literal& l) const {
    return vocabulary_.features[cube.members[l.a]][l.x];
  }

  std::optional<Literal> literal(const Cube& cube) {
    Literal l;
    l.kind = static_cast<LiteralKind>(pick(dice_, literal_kinds));
    l.negated = pick(dice_, 2) != 0;
    l.a = static_cast<std::uint8_t>(pick(dice_, cube.members.size()));
    l.b = static_cast<std::uint8_t>(pick(dice_, cube.members.size()));
    if (l.kind == LiteralKind::names) return std::nullopt;
    if (l.kind == LiteralKind::same || l.kind == LiteralKind::before) {
      return members(cube, l);
    }
    if (l.kind == LiteralKind::same_edge) return ports(cube, l);
    if (l.kind == LiteralKind::at || l.kind == LiteralKind::in_set) {
      return at_port(cube, l);
    }
    return shown(cube, l);
  }

  std::optional<Literal> shown(const Cube& cube, Literal l) {
    const auto& fa = vocabulary_.features[cube.members[l.a]];
    const auto& fb = vocabulary_.features[cube.members[l.b]];
    if (fa.empty() || fb.empty()) return std::nullopt;
    l.x = pick(dice_, fa.size());
    l.y = pick(dice_, fb.size());
    const Feature& x = fa[l.x];
    const bool length = !x.type.valid();
    const TypeKind kind = length ? TypeKind::range : model_[x.type].kind;
    switch (l.kind) {
      case LiteralKind::value:
        l.value = static_cast<std::int64_t>(pick(dice_, 3));
        if (kind == TypeKind::boolean) l.value = l.value % 2;
        if (kind == TypeKind::reference) l.value = -1;
        if (kind == TypeKind::enumeration) {
          l.value %= static_cast<std::int64_t>(constants(x).size());
        }
        l.b = 0;
        l.y = 0;
        return l;
      case LiteralKind::below:
        if (length || !model_[x.type].numeric() || x.element) {
          return std::nullopt;
        }
        l.value = static_cast<std::int64_t>(pick(dice_, 4));
        l.b = 0;
        l.y = 0;
        return l;
      case LiteralKind::among:
        if (kind != TypeKind::enumeration || x.element) {
          return std::nullopt;
        }
        l.value = static_cast<std::int64_t>(
            1 + pick(dice_, (std::size_t{1} << constants(x).size()) - 1));
        l.negated = false;
        l.b = 0;
        l.y = 0;
        return l;
      case LiteralKind::refers:
        if (kind != TypeKind::reference || x.element ||
            model_[x.type].family.value != cube.members[l.b]) {
          return std::nullopt;
        }
        l.y = 0;
        return l;
      default:
        break;
    }
    return numbers(cube, l);
  }

  std::optional<Literal> members(const Cube& cube, Literal l) const {
    if (cube.members[l.a] != cube.members[l.b] || l.a == l.b ||
        vocabulary_.is_element(cube.members[l.a])) {
      return std::nullopt;
    }
    if (l.a > l.b) std::swap(l.a, l.b);
    if (l.kind == LiteralKind::before) {
      if (edge(cube, l.a) ||
          model_.node_families[cube.members[l.a]].dimensions.size() != 1) {
        return std::nullopt;
      }
      l.negated = false;
    }
    return l;
  }

  std::optional<Literal> numbers(const Cube& cube, Literal l) {
    const Feature& x = vocabulary_.features[cube.members[l.a]][l.x];
    const Feature& y = vocabulary_.features[cube.members[l.b]][l.y];
    const bool both =
        number(x) && number(y) && (fixed(x) || fixed(y) || x.type == y.type);
    if (!both || std::pair(l.a, l.x) >= std::pair(l.b, l.y)) {
      return std::nullopt;
    }
    if (l.kind == LiteralKind::less) l.negated = false;
    l.value = static_cast<std::int64_t>(pick(dice_, 3)) - 1;
    return l;
  }

  // An index or a size, which all numbers are compared with.
  static bool fixed(const Feature& f) {
    return f.where == Feature::Where::index ||
           f.where == Feature::Where::parameter;
  }
  bool number(const Feature& f) const {
    return fixed(f) ||
           (f.type.valid() && model_[f.type].numeric() && !f.element);
  }

  bool edge(const Cube& cube, std::uint8_t member) const {
    return vocabulary_.is_edge(cube.members[member]);
  }

  // A single port, or one that is a set, and an edge that may be there.
  std::optional<Literal> at_port(const Cube& cube, Literal l) {
    if (cube.members[l.a] >= vocabulary_.node_families || !edge(cube, l.b)) {
      return std::nullopt;
    }
    const auto& family = model_.node_families[cube.members[l.a]];
    const auto& ports = model_[family.process].ports;
    if (ports.empty()) return std::nullopt;
    l.x = pick(dice_, ports.size());
    const auto& edges =
        model_.edge_families[vocabulary_.edge_family(cube.members[l.b])];
    if (ports[l.x].set != (l.kind == LiteralKind::in_set) ||
        ports[l.x].type != edges.type) {
      return std::nullopt;
    }
    return l;
  }

  std::optional<Literal> ports(const Cube& cube, Literal l) {
    const auto& pa = vocabulary_.ports[cube.members[l.a]];
    const auto& pb = vocabulary_.ports[cube.members[l.b]];
    if (pa.empty() || pb.empty()) return std::nullopt;
    l.x = pa[pick(dice_, pa.size())];
    l.y = pb[pick(dice_, pb.size())];
    const auto type = [&](std::uint8_t m, std::uint32_t port) {
      const auto& family = model_.node_families[cube.members[m]];
      return model_[family.process].ports[port].type;
    };
    if (type(l.a, l.x) != type(l.b, l.y) ||
        std::pair(l.a, l.x) >= std::pair(l.b, l.y)) {
      return std::nullopt;
    }
    return l;
  }

  const std::vector<std::string>& constants(const Feature& f) const {
    return model_.enums[model_[f.type].enumeration.index()].constants;
  }

  const network::Model& model_;
  const fixpoint::Vocabulary& vocabulary_;
  Dice dice_;
};

// Each node goes through the others by their indices.
const std::string scanning = R"(
param n : 1.. = 2;
process P {
  var at : 0..n = 0;
  var last : int = 0;
  var on : bool = false;
  action look(q in p) when at == index(q) && !q.on { at := at + 1; last := index(q); }
  action begin when at == n { at := 0; on := last > 0; }
}
network { node p[n] : P; }
)";

// Arrays that nodes index, one of another family, and shared ones.
const std::string indexed = R"(
param n : 1..2 = 2;
process P {
  var x : bool = false;
  var seen : bool[p];
  var on : bool[s];
  action look(q in p) when !seen[q] && q.x { seen[q] := true; }
  action up when !x && !flag[self] { x := true; flag[self] := true; }
  action down when flag[self] { flag[self] := false; level[index(self)] := 1; }
  action turn(q in s) when level[index(self)] == 1 && !on[q] { on[q] := true; }
}
process S { }
shared flag : bool[p];
shared level[n] : 0..1 = 0;
network { node p[n] : P; node s : S; }
init forall a, b in p: !a.seen[b];
init forall a in p, b in s: !flag[a] && !a.on[b];
)";

// Arrays of two dimensions, by nodes, of two families and of one.
const std::string rowed = R"(
param n : 1..2 = 2;
process Key { var lit : bool = false; action light when !lit { lit := true; } }
process P {
  var has : bool[key][p];
  var met : bool[p][p];
  action put(a in key, q in p) when a.lit && !has[a][q] { has[a][q] := true; }
  action meet(q in p) when q != self && has[key[0]][q] && !met[self][q] {
    met[self][q] := true;
  }
}
network { node p[n] : P; node key[3 - n] : Key; }
init forall i, q, r in p: !i.met[q][r];
init forall i, q in p: forall a in key: !i.has[a][q];
)";

// A random family, or now and then one of those above, or of strides.
std::string family_text(std::uint64_t seed) {
  if (seed % 10 == 8) return random_models::stride_family(seed);
  if (seed % 5 == 0) return scanning;
  if (seed % 5 == 2) return rowed;
  return seed % 5 == 1 ? indexed : random_models::random_family(seed).text;
}

// Whether an index or a size is compared with something.
bool compares_indices(const fixpoint::Vocabulary& vocabulary,
                      const Cube& cube) {
  return std::any_of(
      cube.literals.begin(), cube.literals.end(), [&](const Literal& l) {
        return (l.kind == LiteralKind::less || l.kind == LiteralKind::equal) &&
               !vocabulary.features[cube.members[l.a]][l.x].type.valid();
      });
}

bool compares_strides(const fixpoint::Vocabulary& vocabulary,
                      const Cube& cube) {
  return std::ranges::any_of(cube.literals, [&](const Literal& l) {
    return (l.kind == LiteralKind::less || l.kind == LiteralKind::equal) &&
           l.value != 0 &&
           vocabulary.features[cube.members[l.a]][l.x].stepped &&
           vocabulary.features[cube.members[l.b]][l.y].stepped;
  });
}

// Numbers from each on, and below it, in place of the number.
std::vector<Cube> weaker(const Cube& cube) {
  std::vector<Cube> out;
  for (std::size_t l = 0; l < cube.literals.size(); ++l) {
    if (cube.literals[l].kind != LiteralKind::value) continue;
    for (const int bound : {0, 1, 2, 3}) {
      Cube other = cube;
      other.literals[l].kind = LiteralKind::below;
      other.literals[l].value = bound;
      other.literals[l].negated = bound % 2 != 0;
      out.push_back(fixpoint::compact(other));
    }
  }
  return out;
}

// Whether an explored instance has different members for all of the cube's.
bool has_room(const World& world, const fixpoint::Vocabulary& vocabulary,
              const Cube& cube) {
  for (const fixpoint::Explored& explored : world.explored) {
    if (explored.states.empty()) continue;
    const network::Instance& instance = *explored.instance;
    std::vector<std::int64_t> left;
    for (const auto& f : instance.node_families) left.push_back(f.count);
    for (const auto& f : instance.edge_families) left.push_back(f.count);
    for (const auto& a : vocabulary.arrays) {
      left.push_back(instance.node_families[a.owners].count);
      for (const std::uint32_t family : a.keys) {
        left.back() *= instance.node_families[family].count;
      }
    }
    bool enough = vocabulary.node_families == instance.node_families.size();
    for (const std::uint32_t f : cube.members) enough = enough && left[f]-- > 0;
    if (enough) return true;
  }
  return false;
}

struct CubeCounts {
  int reached = 0, unreached = 0, indices = 0, named = 0;
  int strides = 0;   // of two numbers that go on, with something added
  int elements = 0;  // in instances that are known whole
  int kinds[literal_kinds] = {};
};

// Random cubes, those of `some` among them.
void check_cubes(const random_models::Loaded& loaded, const std::string& family,
                 std::uint64_t seed, CubeCounts& counts) {
  const network::Model& model = *loaded.model;
  const auto vocabulary = fixpoint::vocabulary_of(model);
  const SmallBounds bounds = small_bounds();
  const World world = world_of(loaded, bounds);
  fixpoint::Reached reached(vocabulary, world.explored);
  Cubes cubes(model, vocabulary, seed);
  std::vector<Cube> asked;
  std::vector<std::string> formulas;
  for (int i = 0; i < 24; ++i) {
    Cube cube = i % 4 != 0 ? cubes.some() : cubes.between();
    if (cube.literals.empty()) continue;
    formulas.push_back(fixpoint::text(model, vocabulary, cube));
    asked.push_back(std::move(cube));
  }
  INFO("seed := " << seed << "\n" << family);
  const auto wrong = violated_of(family, formulas, bounds);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    CAPTURE(formulas[i]);
    const bool satisfied = reached.satisfied(asked[i]);
    const bool violated = wrong[i];
    CHECK((violated || !satisfied));
    if (world.complete) CHECK((satisfied || !violated));
    ++(satisfied ? counts.reached : counts.unreached);
    if (compares_indices(vocabulary, asked[i])) ++counts.indices;
    if (compares_strides(vocabulary, asked[i])) ++counts.strides;
    if (formulas[i].find("[index(") != std::string::npos) ++counts.named;
    for (const Literal& l : asked[i].literals) {
      ++counts.kinds[static_cast<std::size_t>(l.kind)];
      if (l.kind == LiteralKind::names && world.complete) ++counts.elements;
    }
    std::vector<Cube> others = weaker(asked[i]);
    others.insert(others.end(), asked.begin(), asked.end());
    for (const Cube& other : others) {
      if (!fixpoint::part_of(other, asked[i])) continue;
      CHECK((!satisfied || reached.satisfied(other)));
    }
  }
}

}  // namespace

TEST_CASE("a cube is reached exactly where its formula is violated") {
  CubeCounts counts;
  const std::uint64_t last = random_models::runs(60);
  for (std::uint64_t seed = 1; seed <= last; ++seed) {
    const std::string family = family_text(seed);
    const auto loaded = random_models::load(family);
    if (!loaded.model ||
        loaded.model->network_kind == network::ast::NetworkKind::any) {
      continue;
    }
    check_cubes(loaded, family, seed, counts);
  }
  if (last < 60) return;
  CHECK(counts.reached > 100);
  CHECK(counts.unreached > 100);
  CHECK(counts.indices > 5);
  CHECK(counts.elements > 20);
  CHECK(counts.strides > 5);
  for (const int k : counts.kinds) CHECK(k > 0);
}

TEST_CASE("elements are those of the nodes that name them") {
  const auto loaded = random_models::load(indexed);
  REQUIRE(loaded.model);
  const auto vocabulary = fixpoint::vocabulary_of(*loaded.model);
  REQUIRE(vocabulary.arrays.size() == 2);
  REQUIRE(vocabulary.features[0][0].name == "x");
  const World world = world_of(loaded, small_bounds());
  REQUIRE(world.complete);
  fixpoint::Reached reached(vocabulary, world.explored);
  // m1 != m2 && m1.seen[m2], and what m1 or m2 shows besides.
  const auto seen = [&](std::optional<std::uint8_t> without_x) {
    Cube cube;
    cube.members = {0, 0, vocabulary.node_families + vocabulary.edge_families};
    cube.literals = {{LiteralKind::same, true, 0, 1, 0, 0, 0},
                     {LiteralKind::names, false, 0, 2, 0, 0, 0},
                     {LiteralKind::names, false, 1, 2, 1, 0, 0},
                     {LiteralKind::value, false, 2, 0, 0, 0, 1}};
    if (without_x) {
      cube.literals.push_back(
          {LiteralKind::value, false, *without_x, 0, 0, 0, 0});
    }
    return fixpoint::compact(cube);
  };
  CHECK(fixpoint::text(*loaded.model, vocabulary, seen(1)) ==
        "forall m1, m2 in p: !(!m2.x && m1.seen[m2] && m1 != m2)");
  CHECK(reached.satisfied(seen({})));
  // Not of the first node alone.
  Cube later = seen({});
  later.literals.push_back({LiteralKind::before, false, 1, 0, 0, 0, 0});
  CHECK(reached.satisfied(fixpoint::compact(later)));
  CHECK(reached.satisfied(seen(0)));
  CHECK(!reached.satisfied(seen(1)));
}

TEST_CASE("elements of rows are those of all the nodes that name them") {
  const auto loaded = random_models::load(rowed);
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const auto vocabulary = fixpoint::vocabulary_of(*loaded.model);
  REQUIRE(vocabulary.arrays.size() == 2);
  const World world = world_of(loaded, small_bounds());
  REQUIRE(world.complete);
  fixpoint::Reached reached(vocabulary, world.explored);
  // Of array `met`: p, p, or of `has`: p, key, p. Families: 0 p, 1 key.
  const auto named = [&](std::uint32_t array, std::vector<std::uint8_t> ends) {
    Cube cube;
    cube.members = {
        0, 0, 1, vocabulary.node_families + vocabulary.edge_families + array};
    cube.literals = {{LiteralKind::same, true, 0, 1, 0, 0, 0},
                     {LiteralKind::value, false, 3, 0, 0, 0, 1}};
    for (std::uint32_t end = 0; end < 3; ++end) {
      cube.literals.push_back(
          {LiteralKind::names, false, ends[end], 3, end, array, 0});
    }
    return cube;
  };
  const auto text = [&](const Cube& cube) {
    return fixpoint::text(*loaded.model, vocabulary, fixpoint::compact(cube));
  };
  const Cube met = named(1, {0, 0, 1});
  const Cube turned = named(1, {0, 1, 0});
  Cube unlit = named(0, {0, 2, 1});
  CHECK(reached.satisfied(fixpoint::compact(unlit)));
  unlit.literals.push_back({LiteralKind::value, false, 2, 0, 0, 0, 0});
  CHECK(text(met) == "forall m1, m2 in p: !(m1.met[m1][m2] && m1 != m2)");
  CHECK(text(turned) == "forall m1, m2 in p: !(m1.met[m2][m1] && m1 != m2)");
  CHECK(text(unlit) ==
        "forall m1, m2 in p, m3 in key: !(!m3.lit && m1.has[m3][m2] && "
        "m1 != m2)");
  CHECK(reached.satisfied(fixpoint::compact(met)));
  CHECK(!reached.satisfied(fixpoint::compact(turned)));
  CHECK(!reached.satisfied(fixpoint::compact(unlit)));
  Cube later = met;
  later.literals.push_back({LiteralKind::before, false, 1, 0, 0, 0, 0});
  CHECK(reached.satisfied(fixpoint::compact(later)));
  // An element is left out with any of the nodes that name it.
  const auto general = fixpoint::generalise(
      *loaded.model, vocabulary, fixpoint::compact(turned), {}, reached);
  REQUIRE(general);
  CHECK(text(general->cube) == "forall m1, m2 in p: !(m1.met[m2][m1])");
  const auto names = [](const Literal& l) {
    return l.kind == LiteralKind::names;
  };
  CHECK(std::ranges::count_if(general->cube.literals, names) == 3);
}

TEST_CASE("edges between two nodes are called by these") {
  // The loops around connect, and whether the edges get names by nodes.
  const std::pair<const char*, bool> networks[] = {
      {"for i in 0..n-1 { for j in 0..n-1 { if i != j { @ } } }", true},
      {"for j in 0..n-1 { for i in 0..n-1 { if j != i { @ } } }", true},
      {"for i in 0..n-1 { for j in 0..n-1 { if i < j { @ } } }", true},
      {"for i in 0..n-1 { for j in 0..n-1 { if i > j { @ } } }", true},
      {"for i in 0..n-1 { for j in 0..n-1 { if j < i { @ } } }", true},
      {"for i in 0..n-1 { for j in i+1..n-1 { @ } }", true},
      {"for j in 0..n-1 { for i in j+1..n-1 { @ } }", true},
      {"for i in 0..n-1 { for j in 0..n-1 { if i == j {} else { @ } } }",
       false},
      {"for i in 0..n-1 { for j in 0..n-2 { if i != j { @ } } }", false},
      {"for i in 1..n-1 { for j in 0..n-1 { if i != j { @ } } }", false},
      {"for i in 0..n-1 { for j in i+2..n-1 { @ } }", false},
      {"for i in 0..n-1 { for j in 0..n-1 { if i < j && j < 2 { @ } } }",
       false},
      {"for i in 0..n-1 { for j in 0..n-1 { if i < j { @ } else { if i > j { @ "
       "} } } }",
       false}};
  CubeCounts counts;
  for (const auto& [around, named] : networks) {
    for (const char* connect : {"connect p[i].mine, p[j].theirs to w[i][j];",
                                "connect p[i].mine, p[j].theirs to w[j][i];"}) {
      std::string loops = around;
      for (auto at = loops.find('@'); at != std::string::npos;
           at = loops.find('@')) {
        loops.replace(at, 1, connect);
      }
      const std::string family = R"(
param n : 1.. = 2;
process P {
  port set mine : inout 0..2;
  port set theirs : inout 0..2;
  var x : 0..2 = 0;
  action a(e in mine) when e == 0 && index(self) == n - 1 { e := 1; x := 1; }
  action b(e in theirs) when e == 1 && x < 2 { e := 2; x := x + 1; }
}
network { node p[n] : P; edge w[n][n] : 0..2 = 0; )" +
                                 loops +
                                 " }\ninvariant t: forall i in p: i.x <= 2;\n";
      const auto loaded = random_models::load(family);
      INFO(family << loaded.messages());
      REQUIRE(loaded.model);
      counts.named = 0;
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        check_cubes(loaded, family, seed, counts);
      }
      CHECK((counts.named > 0) == named);
    }
  }
  CHECK(counts.reached > 100);
  CHECK(counts.unreached > 100);
}

TEST_CASE("a generalised cube is not reached, and shown where it comes from") {
  int made = 0, shorter = 0, crowded = 0, weakened = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(60); ++seed) {
    const auto family = random_models::random_family(seed);
    const auto loaded = random_models::load(family.text);
    if (!loaded.model) continue;
    const auto vocabulary = fixpoint::vocabulary_of(*loaded.model);
    const World world = world_of(loaded, small_bounds());
    fixpoint::Reached reached(vocabulary, world.explored);
    Cubes cubes(*loaded.model, vocabulary, seed);
    INFO("seed := " << seed << "\n" << family.text);
    for (int i = 0; i < 20; ++i) {
      const Cube shown = cubes.some();
      if (shown.literals.empty()) continue;
      const auto general =
          fixpoint::generalise(*loaded.model, vocabulary, shown, {}, reached);
      // Where there are fewer nodes than values that differ, nothing is known.
      const bool differ =
          std::ranges::any_of(shown.literals, [](const fixpoint::Literal& l) {
            return l.kind == LiteralKind::equal && l.negated;
          });
      if (has_room(world, vocabulary, shown) && !differ) {
        CHECK(general.has_value() != reached.satisfied(shown));
      } else {
        ++crowded;
        CHECK_FALSE((general && reached.satisfied(shown)));
      }
      if (!general) continue;
      const Cube& cube = general->cube;
      ++made;
      CHECK(general->accident == fixpoint::accident(cube));
      CHECK(has_room(world, vocabulary, cube));
      shorter += cube.literals.size() < shown.literals.size() ? 1 : 0;
      CHECK_FALSE(reached.satisfied(cube));
      CHECK(fixpoint::part_of(cube, shown));
      CHECK(fixpoint::weight(cube) <= fixpoint::weight(shown));
      // And not again where an obligation has assumed it.
      const std::vector<Cube> assumed = {cube};
      const auto other = fixpoint::generalise(*loaded.model, vocabulary, shown,
                                              {assumed, {}}, reached);
      if (other) CHECK_FALSE(fixpoint::part_of(cube, other->cube));
      // Nor where it is too strong, nor what is stronger.
      const auto weaker = fixpoint::generalise(*loaded.model, vocabulary, shown,
                                               {{}, assumed}, reached);
      if (weaker) {
        ++weakened;
        CHECK_FALSE(fixpoint::part_of(weaker->cube, cube));
        CHECK_FALSE(reached.satisfied(weaker->cube));
      }
      // What is remembered is reached.
      fixpoint::Reached more(vocabulary, world.explored);
      more.remember(shown);
      CHECK(more.satisfied(cube));
    }
  }
  CHECK(made > 0);
  CHECK(shorter > 0);
  CHECK(crowded > 0);
  CHECK(weakened > 0);
}

TEST_CASE("cubes of which references differ are accidents") {
  const auto cube = [](int differ, int linked) {
    Cube out;
    out.members = {0, 0};
    for (int i = 0; i < differ + linked; ++i) {
      fixpoint::Literal l;
      l.kind = i % 2 == 0 ? fixpoint::LiteralKind::refers
                          : fixpoint::LiteralKind::equal;
      l.negated = i < differ;
      l.b = 1;
      l.x = static_cast<std::uint32_t>(i);
      out.literals.push_back(l);
    }
    fixpoint::Literal apart;
    apart.kind = fixpoint::LiteralKind::same;
    apart.negated = true;
    apart.b = 1;
    out.literals.push_back(apart);
    return out;
  };
  CHECK_FALSE(fixpoint::accident(cube(0, 0)));
  CHECK_FALSE(fixpoint::accident(cube(1, 2)));
  CHECK(fixpoint::accident(cube(2, 0)));
  CHECK(fixpoint::accident(cube(0, 3)));
}

// A node's references to another one, of which so many never are together: the
// lemma has to name these.
TEST_CASE("a lemma says whether it is an accident") {
  for (const std::size_t linked : {1U, 2U, 3U}) {
    const std::string names[] = {"a", "b", "c"};
    std::string own;
    for (std::size_t i = 0; i < linked; ++i) {
      own += (i == 0 ? "q." : " || q.") + names[i] + " == q";
    }
    const auto loaded = random_models::load(
        "param n : 1.. = 2;\nprocess P { var a, b, c : id of p; }\n"
        "network { node p[n] : P; }\ninit forall q in p: " +
        own + ";\ninvariant read: forall q in p: q.a == q.b || q.b == q.c;\n");
    INFO(loaded.messages());
    REQUIRE(loaded.model);
    const auto vocabulary = fixpoint::vocabulary_of(*loaded.model);
    const World world = world_of(loaded, small_bounds());
    fixpoint::Reached reached(vocabulary, world.explored);
    Cube shown;
    shown.members = {0, 0};
    fixpoint::Literal l;
    l.kind = LiteralKind::refers;
    l.b = 1;
    for (; l.x < std::size(names); ++l.x) shown.literals.push_back(l);
    l = {};
    l.kind = LiteralKind::same;
    l.negated = true;
    l.b = 1;
    shown.literals.push_back(l);
    const auto lemma =
        fixpoint::generalise(*loaded.model, vocabulary, shown, {}, reached);
    REQUIRE(lemma);
    INFO(fixpoint::text(*loaded.model, vocabulary, lemma->cube));
    CHECK(lemma->cube.literals.size() == linked + 1);
    CHECK(lemma->accident == (linked == 3));
  }
}

// Three references that differ where there are two nodes to refer to.
TEST_CASE("one more from the one side is one less from the other") {
  // Of two nodes, one of which shows something else, too.
  const auto cube = [](LiteralKind kind, std::uint8_t a, std::int64_t more,
                       std::uint8_t other) {
    Literal l;
    l.kind = kind;
    l.a = a;
    l.b = static_cast<std::uint8_t>(1 - a);
    l.value = more;
    Literal shown;
    shown.a = other;
    shown.x = 1;
    shown.value = 1;
    return fixpoint::compact({{0, 0}, {l, shown}});
  };
  const auto equal = LiteralKind::equal;
  const Cube one = cube(equal, 0, 1, 0);
  CHECK(fixpoint::part_of(one, cube(equal, 1, 1, 1)));
  CHECK_FALSE(fixpoint::part_of(one, cube(equal, 1, 1, 0)));
  CHECK(fixpoint::part_of(one, cube(equal, 1, -1, 0)));
  CHECK_FALSE(fixpoint::part_of(one, cube(equal, 0, -1, 0)));
  // What is less is less than one more.
  const auto less = LiteralKind::less;
  CHECK(fixpoint::part_of(cube(less, 0, 1, 0), cube(less, 0, 0, 0)));
  CHECK_FALSE(fixpoint::part_of(cube(less, 0, 0, 0), cube(less, 0, 1, 0)));
  CHECK_FALSE(fixpoint::part_of(cube(less, 0, 1, 0), cube(less, 1, 0, 0)));
  CHECK_FALSE(fixpoint::part_of(cube(less, 0, 1, 0), one));
  CHECK(std::is_lt(fixpoint::compare_beside(INT64_MAX, INT64_MAX, 1)));
  CHECK(std::is_gt(fixpoint::compare_beside(INT64_MIN, INT64_MIN, -1)));
  CHECK(std::is_eq(fixpoint::compare_beside(3, 2, 1)));
}

TEST_CASE("more values than there are nodes say nothing") {
  for (const bool same : {false, true}) {
    const auto loaded = random_models::load(
        std::string("param n : 1.. = 1;\nprocess D { }\n"
                    "process P { var a, b, c : id of d; }\n"
                    "network { node d[2] : D; node p[n] : P; }\n"
                    "init forall q in p: q.a != none && q.b != none && "
                    "q.c != none;\n"
                    "invariant read: forall q in p: q.a == q.b || q.b == "
                    "q.c;\n") +
        (same ? "init forall q in p: q.a == q.b;\n" : ""));
    INFO(loaded.messages());
    REQUIRE(loaded.model);
    const auto vocabulary = fixpoint::vocabulary_of(*loaded.model);
    const World world = world_of(loaded, small_bounds());
    fixpoint::Reached reached(vocabulary, world.explored);
    Cube shown;
    shown.members = {1};
    fixpoint::Literal l;
    l.kind = LiteralKind::equal;
    l.negated = true;
    for (l.x = 0; l.x < 2; ++l.x) {
      for (l.y = l.x + 1; l.y < 3; ++l.y) shown.literals.push_back(l);
    }
    REQUIRE_FALSE(reached.satisfied(shown));
    const auto lemma =
        fixpoint::generalise(*loaded.model, vocabulary, shown, {}, reached);
    CHECK(lemma.has_value() == same);
    if (lemma) CHECK(lemma->cube.literals.size() == 1);
  }
}

}  // namespace lemmas_test
