// SPDX-License-Identifier: MIT
// A literal is dropped if what remains is still not reached. Which are tried
// first decides what the lemma speaks of: numbers of a wide range before how
// they compare, accidents of the wiring before what is known of it, values
// late, and that nodes differ last. Several orders are tried, and the lightest
// lemma is taken.
#include "fixpoint/lemmas/generalise.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>
#include <vector>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Model;
using network::TypeKind;

namespace {

// More members make no lemma that another state would need as well, but where
// two elements are named by two indices each.
constexpr std::size_t most_general_members = 4;
constexpr std::size_t most_general_constants = 62;
constexpr std::size_t light_enough = 4;  // a member, two literals
constexpr int most_steps = 16;           // from one number to the next
// Of references; more are an accident.
constexpr std::ptrdiff_t most_differ = 1;
constexpr std::ptrdiff_t most_linked = 2;
// Values of references that are told apart.
constexpr std::size_t most_referents = 6;

struct Order {
  bool by_index;   // ports that are the same go before the order of nodes
  bool backwards;  // among literals of one rank
};
constexpr std::array<Order, 4> orders = {
    {{false, false}, {true, false}, {false, true}, {true, true}}};

class Generaliser {
 public:
  Generaliser(const Model& model, const Vocabulary& vocabulary,
              const Passed& passed, Reached& reached)
      : model_(model),
        vocabulary_(vocabulary),
        passed_(passed),
        reached_(reached) {}
  std::optional<General> run(const Cube& shown);

 private:
  bool find(const Cube& shown);
  Cube without_stepped(Cube cube, bool order) const;
  bool few_members(const Cube& shown, std::size_t count, std::uint8_t first,
                   std::uint64_t chosen);
  std::vector<Cube> with_room(const Cube& cube) const;
  bool take(const Cube& cube);
  int rank(const Literal& l, Order order) const;
  const Feature& feature(std::uint8_t member, std::uint32_t x) const {
    return vocabulary_.features[cube_.members[member]][x];
  }
  void drop_literals(Order order);
  void widen();
  void widen_enumeration(Literal& l);
  void widen_number(Literal& l);
  bool unreached(Literal& l, const Literal& weaker);

  const Model& model_;
  const Vocabulary& vocabulary_;
  Passed passed_;
  Reached& reached_;
  Cube cube_;
  std::optional<Cube> accident_;  // the first one, if there is nothing better
};

// These members, and the elements that they name.
Cube restricted(const Cube& shown, std::uint64_t members) {
  Cube out;
  std::uint64_t elements = 0;
  std::uint64_t not_named = 0;  // by these alone
  for (const Literal& l : shown.literals) {
    if (l.kind != LiteralKind::names) continue;
    const std::uint64_t element = std::uint64_t{1} << l.b;
    elements |= element;
    if (((members >> l.a) & 1) == 0) not_named |= element;
  }
  members |= elements & ~not_named;
  out.members = shown.members;
  for (const Literal& l : shown.literals) {
    bool inside = true;
    for (std::uint8_t m = 0; m < shown.members.size(); ++m) {
      const bool chosen = ((members >> m) & 1) != 0;
      if (!chosen && mentions(l, m)) inside = false;
    }
    if (inside) out.literals.push_back(l);
  }
  return compact(out);
}

// What references refer to: a place for each value that is no node of the cube,
// all different, with the references that have it.
class Referents {
 public:
  Referents(const Model& model, const Vocabulary& vocabulary, const Cube& cube,
            network::NodeFamilyId family);
  std::size_t count() const { return count_; }
  // Whether it says that two differ one of which is not among these.
  bool differs_from_others(const Literal& l, std::uint64_t among) const;

 private:
  using Place = std::pair<std::uint8_t, std::uint32_t>;  // member, feature
  std::map<Place, std::size_t> value_;
  std::size_t count_ = 0;
};

Referents::Referents(const Model& model, const Vocabulary& vocabulary,
                     const Cube& cube, network::NodeFamilyId family) {
  const auto none = [&](std::uint8_t m, std::uint32_t x) {
    return std::ranges::any_of(cube.literals, [&](const Literal& l) {
      return l.kind == LiteralKind::value && !l.negated && l.a == m && l.x == x;
    });
  };
  const auto enter = [&](std::uint8_t m, std::uint32_t x) {
    const Feature& f = vocabulary.features[cube.members[m]][x];
    if (!none(m, x) && f.type.valid() &&
        model[f.type].kind == TypeKind::reference &&
        model[f.type].family == family) {
      if (value_.try_emplace({m, x}, count_).second) ++count_;
    }
  };
  for (const Literal& l : cube.literals) {
    if (l.kind != LiteralKind::equal || !l.negated) continue;
    enter(l.a, l.x);
    enter(l.b, l.y);
  }
  for (const Literal& l : cube.literals) {
    if (l.kind != LiteralKind::equal || l.negated) continue;
    const auto a = value_.find({l.a, l.x}), b = value_.find({l.b, l.y});
    if (a == value_.end() || b == value_.end()) continue;
    const auto [less, more] = std::minmax(a->second, b->second);
    for (auto& [place, value] : value_) {
      if (value == more) value = less;
    }
  }
  std::map<std::size_t, std::size_t> numbers;
  for (auto& [place, value] : value_) {
    value = numbers.try_emplace(value, numbers.size()).first->second;
  }
  count_ = numbers.size();
}

bool Referents::differs_from_others(const Literal& l,
                                    std::uint64_t among) const {
  if (l.kind != LiteralKind::equal || !l.negated) return false;
  const auto a = value_.find({l.a, l.x}), b = value_.find({l.b, l.y});
  if (a == value_.end() || b == value_.end()) return false;
  return ((among >> a->second) & (among >> b->second) & 1) == 0;
}

// Three values that differ are reached nowhere if no instance has three nodes
// to refer to, and that says nothing: all choices of as many of them as there
// are, without the others.
std::vector<Cube> Generaliser::with_room(const Cube& cube) const {
  std::vector<Cube> out = {cube};
  for (std::uint32_t f = 0; f < vocabulary_.node_families; ++f) {
    const std::size_t most = reached_.most_members(f);
    std::vector<Cube> all = std::exchange(out, {});
    for (Cube& one : all) {
      const Referents referents(model_, vocabulary_, one,
                                network::NodeFamilyId{f});
      const std::size_t count = referents.count();
      if (count <= most || count > most_referents) {
        out.push_back(std::move(one));
        continue;
      }
      for (std::uint64_t among = 0; among < std::uint64_t{1} << count;
           ++among) {
        if (std::popcount(among) != static_cast<int>(most)) continue;
        Cube fewer = one;
        std::erase_if(fewer.literals, [&](const Literal& l) {
          return referents.differs_from_others(l, among);
        });
        out.push_back(compact(fewer));
      }
    }
  }
  return out;
}

// The first choice of so many members, in their order, that is not reached, and
// gives a lemma that is no accident.
bool Generaliser::few_members(const Cube& shown, std::size_t count,
                              std::uint8_t first, std::uint64_t chosen) {
  if (count == 0) {
    const Cube cube = restricted(shown, chosen);
    if (cube.literals.empty() || !reached_.has_room(cube)) return false;
    const auto shows = [&](const Cube& lemma) { return part_of(lemma, cube); };
    if (std::ranges::any_of(passed_.assumed, shows)) return false;
    return std::ranges::any_of(with_room(cube), [this](const Cube& part) {
      return !part.literals.empty() && !reached_.satisfied(part) && take(part);
    });
  }
  for (std::uint8_t m = first; m < shown.members.size(); ++m) {
    if (vocabulary_.is_element(shown.members[m])) continue;
    if (few_members(shown, count - 1, static_cast<std::uint8_t>(m + 1),
                    chosen | std::uint64_t{1} << m)) {
      return true;
    }
  }
  return false;
}

int Generaliser::rank(const Literal& l, Order order) const {
  switch (l.kind) {
    case LiteralKind::value: {
      const Feature& f = feature(l.a, l.x);
      const bool number = !f.type.valid() || model_[f.type].numeric();
      if (number) return 0;
      // That it refers to some node says something.
      const bool refers = model_[f.type].kind == TypeKind::reference;
      return !l.negated ? 5 : refers ? 3 : 2;
    }
    case LiteralKind::before:
      return order.by_index ? 4 : 1;
    case LiteralKind::below:
      return 1;
    case LiteralKind::refers:
      return l.negated ? 2 : 6;
    case LiteralKind::same_edge:
      if (order.by_index) return 1;
      [[fallthrough]];
    case LiteralKind::at:
    case LiteralKind::in_set:
    case LiteralKind::names:
      return l.negated ? 3 : 6;
    case LiteralKind::equal:
      return l.negated ? 2 : 4;
    case LiteralKind::less:
      return 4;
    case LiteralKind::among:
      return 5;
    case LiteralKind::same:
      break;
  }
  return 7;
}

void Generaliser::drop_literals(Order order) {
  std::vector<Literal> literals = cube_.literals;
  if (order.backwards) std::reverse(literals.begin(), literals.end());
  std::stable_sort(literals.begin(), literals.end(),
                   [&](const Literal& a, const Literal& b) {
                     return rank(a, order) < rank(b, order);
                   });
  for (const Literal& l : literals) {
    network::poll(100);
    if (l.kind == LiteralKind::names) continue;  // goes with the element
    Cube fewer = cube_;
    std::erase(fewer.literals, l);
    if (fewer.literals.empty() || reached_.satisfied(compact(fewer))) continue;
    cube_ = std::move(fewer);
  }
}

// Of an enumeration, every value that is not shown with the rest.
void Generaliser::widen_enumeration(Literal& l) {
  const auto& constants =
      model_.enums[model_[feature(l.a, l.x).type].enumeration.index()]
          .constants;
  if (constants.size() > most_general_constants) return;
  const std::int64_t shown = l.value;
  std::uint64_t set = 0;
  for (std::size_t v = 0; v < constants.size(); ++v) {
    l.value = static_cast<std::int64_t>(v);
    if (!reached_.satisfied(compact(cube_))) set |= std::uint64_t{1} << v;
  }
  l.value = shown;
  if ((set & (set - 1)) == 0) return;  // one alone
  l.kind = LiteralKind::among;
  l.value = static_cast<std::int64_t>(set);
}

// The weaker literal in its place, if the cube is not reached then.
bool Generaliser::unreached(Literal& l, const Literal& weaker) {
  const Literal before = std::exchange(l, weaker);
  if (!reached_.satisfied(compact(cube_))) return true;
  l = before;
  return false;
}

// Of a range, all numbers from one on, or up to one.
void Generaliser::widen_number(Literal& l) {
  Literal weaker = l;
  weaker.kind = LiteralKind::below;
  for (const bool from : {true, false}) {
    weaker.negated = from;
    weaker.value = from ? l.value : l.value + 1;
    if (!unreached(l, weaker)) continue;
    for (int steps = 0; steps < most_steps; ++steps) {
      weaker.value += from ? -1 : 1;
      if (!unreached(l, weaker)) break;
    }
    return;
  }
}

void Generaliser::widen() {
  for (Literal& l : cube_.literals) {
    if (l.kind != LiteralKind::value || l.negated) continue;
    const Feature& f = feature(l.a, l.x);
    if (!f.type.valid() || f.element) continue;
    const TypeKind kind = model_[f.type].kind;
    if (kind == TypeKind::enumeration) widen_enumeration(l);
    if (kind == TypeKind::range) widen_number(l);
  }
}

// The lightest lemma that excludes this.
bool Generaliser::take(const Cube& cube) {
  std::optional<Cube> lightest;
  for (const Order order : orders) {
    cube_ = cube;
    drop_literals(order);
    cube_ = compact(cube_);
    if (!lightest || weight(cube_) < weight(*lightest)) lightest = cube_;
    if (weight(*lightest) <= light_enough) break;
  }
  cube_ = std::move(*lightest);
  widen();
  cube_ = compact(cube_);
  if (std::ranges::any_of(passed_.too_strong, [&](const Cube& other) {
        return part_of(cube_, other);
      })) {
    return false;
  }
  if (!accident(cube_)) return true;
  if (!accident_) accident_ = cube_;
  return false;
}

// Without how integers that go on from step to step stand to constants, or
// without anything that they show: which of them are reached explored states
// say little of.
Cube Generaliser::without_stepped(Cube cube, bool order) const {
  const auto goes_on = [&](std::uint8_t member, std::uint32_t x) {
    return vocabulary_.features[cube.members[member]][x].stepped;
  };
  std::erase_if(cube.literals, [&](const Literal& l) {
    const bool constant =
        l.kind == LiteralKind::value || l.kind == LiteralKind::below;
    const bool compared =
        l.kind == LiteralKind::equal || l.kind == LiteralKind::less;
    return ((constant || (order && compared)) && goes_on(l.a, l.x)) ||
           (order && compared && goes_on(l.b, l.y));
  });
  return cube;
}

// What says the least of such integers comes first, though it takes more
// members.
std::optional<General> Generaliser::run(const Cube& shown) {
  const Cube some[] = {without_stepped(shown, true),
                       without_stepped(shown, false), shown};
  for (std::size_t i = 0; i < std::size(some); ++i) {
    const bool last = i + 1 == std::size(some);
    if (!last && some[i].literals == some[i + 1].literals) continue;
    if (find(some[i])) return General{std::move(cube_)};
  }
  if (!accident_) return std::nullopt;
  return General{std::move(*accident_), true};
}

// Of the fewest members a lemma that is no accident.
bool Generaliser::find(const Cube& shown) {
  const bool by_two = std::ranges::any_of(
      vocabulary_.arrays,
      [](const NodeArray& array) { return array.keys.size() > 1; });
  const std::size_t most =
      std::min(shown.members.size(), most_general_members + (by_two ? 1 : 0));
  for (std::size_t count = 1; count <= most; ++count) {
    if (few_members(shown, count, 0, 0)) return true;
  }
  return false;
}

}  // namespace

bool accident(const Cube& cube) {
  const auto refer = [&](bool negated) {
    return std::ranges::count_if(cube.literals, [&](const Literal& l) {
      return l.negated == negated &&
             (l.kind == LiteralKind::refers || l.kind == LiteralKind::equal);
    });
  };
  return refer(true) > most_differ || refer(false) > most_linked;
}

std::optional<General> generalise(const Model& model,
                                  const Vocabulary& vocabulary,
                                  const Cube& shown, const Passed& passed,
                                  Reached& reached) {
  return Generaliser(model, vocabulary, passed, reached).run(shown);
}

}  // namespace vicinal::fixpoint::inline lemmas
