// SPDX-License-Identifier: MIT
// Each slot has a place: the family, the feature and the nodes that name it.
// Cubes are written from places, and read back by placing their members.
#include "fixpoint/backward/pattern.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "fixpoint/lemmas/reached.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline backward {

using network::Instance;
using network::Scalar;
using network::TypeKind;
using Where = Feature::Where;

namespace {

bool in_state(const Feature& f) {
  return f.where != Where::index && f.where != Where::parameter &&
         f.type.valid() && !f.element;
}

constexpr Scalar least_of_many = -16;
constexpr Scalar farthest = Scalar{1} << 40;

Values up_to(Scalar count) {
  return Window{0, std::clamp<Scalar>(count, 0, most_values)}.all();
}

}  // namespace

Window window(const network::Bounds& bounds) {
  if (bounds.high < bounds.low || bounds.high < -farthest ||
      bounds.low > farthest) {
    return {0, 0};
  }
  const auto more = static_cast<std::uint64_t>(bounds.high) -
                    static_cast<std::uint64_t>(bounds.low);
  if (more < most_values) {
    return {bounds.low, static_cast<Scalar>(more) + 1};
  }
  if (bounds.low >= least_of_many) return {bounds.low, most_values};
  if (bounds.high < least_of_many + most_values) {
    return {bounds.high - most_values + 1, most_values};
  }
  return {least_of_many, most_values};
}

PatternSpace::PatternSpace(const Vocabulary& vocabulary,
                           const Instance& instance, const How& how)
    : vocabulary_(vocabulary),
      instance_(instance),
      how_(how),
      places_(instance.slot_count()) {
  for (std::uint32_t f = 0; f < vocabulary.node_families; ++f) {
    const network::FamilySize& family = instance.node_families[f];
    for (std::uint32_t i = 0; i < family.count; ++i) {
      note(f, family.first + i, {family.first + i});
    }
  }
  for (std::uint32_t a = 0; a < vocabulary.arrays.size(); ++a) {
    const NodeArray& array = vocabulary.arrays[a];
    std::vector<std::vector<std::uint32_t>> all = {{}};
    for (std::uint32_t end = 0; end <= array.keys.size(); ++end) {
      const network::FamilySize& family =
          instance.node_families[array.family_at(end)];
      std::vector<std::vector<std::uint32_t>> longer;
      for (const auto& ends : all) {
        for (std::uint32_t i = 0; i < family.count; ++i) {
          longer.push_back(ends);
          longer.back().push_back(family.first + i);
        }
      }
      all = std::move(longer);
    }
    const std::uint32_t family =
        vocabulary.node_families + vocabulary.edge_families + a;
    for (const auto& ends : all) {
      note(family, element(instance, array, ends), ends);
    }
  }
}

// The number of the element that these nodes name, as place_of() has it.
std::uint32_t PatternSpace::element(const Instance& instance,
                                    const NodeArray& array,
                                    const std::vector<std::uint32_t>& ends) {
  std::uint32_t number = 0;
  for (std::uint32_t end = 0; end < ends.size(); ++end) {
    const network::FamilySize& family =
        instance.node_families[array.family_at(end)];
    number = number * family.count + (ends[end] - family.first);
  }
  return number;
}

std::uint32_t PatternSpace::slot_of(std::uint32_t family, std::uint32_t member,
                                    std::uint32_t feature) const {
  return static_cast<std::uint32_t>(
      place_of(instance_, member, vocabulary_.features[family][feature]));
}

void PatternSpace::note(std::uint32_t family, std::uint32_t member,
                        const std::vector<std::uint32_t>& nodes) {
  const auto& features = vocabulary_.features[family];
  for (std::uint32_t x = 0; x < features.size(); ++x) {
    if (!in_state(features[x]) || features[x].where == Where::port) continue;
    const bool shared = features[x].where == Where::shared;
    const std::uint32_t slot = slot_of(family, member, x);
    Place& place = places_[slot];
    const Scalar count = window_of(slot).count;
    const bool wide = count == most_values && !how_.numbers;
    if (place.known || count == 0 || wide) continue;
    place = {true, family, x, {}};
    if (!shared) place.nodes = nodes;
  }
}

bool PatternSpace::speaks_of(const std::set<std::uint32_t>& nodes,
                             std::uint32_t slot) const {
  const Place& place = places_[slot];
  return place.known && std::ranges::all_of(place.nodes, [&](std::uint32_t n) {
           return nodes.contains(n);
         });
}

network::NodeFamilyId PatternSpace::family_referred(std::uint32_t slot) const {
  const Place& place = places_[slot];
  const Feature& f = vocabulary_.features[place.family][place.feature];
  const network::Type& type = (*instance_.model)[f.type];
  return type.kind == TypeKind::reference ? type.family
                                          : network::NodeFamilyId{};
}

// The node that a reference with one value refers to.
std::optional<std::uint32_t> PatternSpace::referred(std::uint32_t slot,
                                                    Values values) const {
  if (std::popcount(values) != 1) return std::nullopt;
  const network::NodeFamilyId family = family_referred(slot);
  const Scalar value = window_of(slot).low + std::countr_zero(values);
  if (!family.valid() || value < 0) return std::nullopt;
  return instance_.node_families[family.index()].first +
         static_cast<std::uint32_t>(value);
}

bool PatternSpace::narrow(Pattern& pattern, std::uint32_t slot,
                          Values values) const {
  if (!speaks_of(pattern.nodes, slot)) return true;
  const Values whole = window_of(slot).all();
  if ((values & whole) == whole) return true;
  Values& left = pattern.slots.try_emplace(slot, whole).first->second;
  left &= values;
  if (left == 0) return false;
  if (const auto node = referred(slot, left)) pattern.nodes.insert(*node);
  return true;
}

std::optional<std::pair<Scalar, Scalar>> PatternSpace::ends(
    const Pattern& pattern, std::uint32_t slot) const {
  const auto at = pattern.slots.find(slot);
  if (at == pattern.slots.end() || at->second == 0) return std::nullopt;
  const Scalar low = window_of(slot).low;
  return std::pair(low + std::countr_zero(at->second),
                   low + 63 - std::countl_zero(at->second));
}

// Shortest ways from number to number, where one is another one and so much
// more at most: none may come back to less than it was (Bellman and Ford).
bool PatternSpace::in_order(const Pattern& pattern) const {
  if (pattern.orders.empty()) return true;
  struct Step {
    std::uint32_t from, to;
    Scalar more;
  };
  const std::uint32_t zero = UINT32_MAX;
  std::vector<Step> steps;
  std::map<std::uint32_t, Scalar> least = {{zero, 0}};
  for (const auto& [slots, most] : pattern.orders) {
    steps.push_back({slots.second, slots.first, most});
    least[slots.first] = least[slots.second] = 0;
  }
  for (const Equation& e : pattern.equations) {
    if (e.negated || !least.contains(e.a) || !least.contains(e.b)) continue;
    steps.push_back({e.a, e.b, 0});
    steps.push_back({e.b, e.a, 0});
  }
  for (const auto& [slot, unused] : least) {
    const auto known = ends(pattern, slot);
    if (!known) continue;
    steps.push_back({zero, slot, known->second});
    steps.push_back({slot, zero, -known->first});
  }
  bool shorter = true;
  for (std::size_t round = 0; shorter && round <= least.size(); ++round) {
    shorter = false;
    for (const Step& s : steps) {
      network::poll();
      const Scalar now = least[s.from] + s.more;
      if (now >= least[s.to]) continue;
      least[s.to] = now;
      shorter = true;
    }
  }
  return !shorter;
}

// ---- cubes -----------------------------------------------------------------

namespace {

Literal before(std::uint8_t a, std::uint8_t b) {
  Literal out;
  out.kind = LiteralKind::before;
  out.a = a;
  out.b = b;
  return out;
}

}  // namespace

// Writes a pattern as literals: its nodes are members, then elements.
class PatternSpace::Writer {
 public:
  Writer(const PatternSpace& space, const Pattern& pattern);
  Cube run();

 private:
  struct Said {
    std::uint8_t member = 0;
    std::uint32_t feature = 0;
  };
  // `beside`: a slot that is spoken of with it.
  Said said(std::uint32_t slot, std::uint32_t beside);
  void two(LiteralKind kind, bool negated, std::uint32_t a, std::uint32_t b,
           Scalar value);
  std::uint8_t element(const Place& place);
  void values(std::uint32_t slot, Values values);
  void reference(Literal l, std::uint32_t slot, Values values,
                 network::NodeFamilyId family);
  void number(Literal l, Values values, Values whole, Scalar low);
  void add(const Literal& l);

  const PatternSpace& space_;
  const Pattern& pattern_;
  Cube out_;
  std::map<std::uint32_t, std::uint8_t> member_;  // of nodes
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::uint8_t>
      elements_;
  std::set<std::uint8_t> mentioned_;
};

PatternSpace::Writer::Writer(const PatternSpace& space, const Pattern& pattern)
    : space_(space), pattern_(pattern) {
  std::vector<std::uint32_t> nodes(pattern.nodes.begin(), pattern.nodes.end());
  // A member is needed to speak of shared variables.
  if (nodes.empty()) nodes.push_back(0);
  for (const std::uint32_t n : nodes) {
    member_.emplace(n, static_cast<std::uint8_t>(out_.members.size()));
    out_.members.push_back(space.instance_.family_of[n].value);
  }
}

void PatternSpace::Writer::add(const Literal& l) {
  out_.literals.push_back(l);
  for (std::uint8_t m = 0; m < out_.members.size(); ++m) {
    if (mentions(l, m)) mentioned_.insert(m);
  }
}

std::uint8_t PatternSpace::Writer::element(const Place& place) {
  const auto [at, is_new] =
      elements_.try_emplace({place.family, place.nodes},
                            static_cast<std::uint8_t>(out_.members.size()));
  if (!is_new) return at->second;
  out_.members.push_back(place.family);
  Literal l;
  l.kind = LiteralKind::names;
  l.b = at->second;
  l.y = place.family - space_.vocabulary_.node_families -
        space_.vocabulary_.edge_families;
  for (l.x = 0; l.x < place.nodes.size(); ++l.x) {
    l.a = member_.at(place.nodes[l.x]);
    add(l);
  }
  return at->second;
}

PatternSpace::Writer::Said PatternSpace::Writer::said(std::uint32_t slot,
                                                      std::uint32_t beside) {
  const Place& place = space_.places_[slot];
  if (space_.vocabulary_.is_element(place.family)) {
    return {element(place), place.feature};
  }
  if (!place.nodes.empty()) {
    return {member_.at(place.nodes.front()), place.feature};
  }
  // Shared variables are features of every family.
  const auto& wanted = space_.vocabulary_.features[place.family][place.feature];
  const Place& with = space_.places_[beside];
  const std::uint8_t by =
      with.nodes.empty() ? 0 : member_.at(with.nodes.front());
  return {by, space_.shared_feature(wanted, out_.members[by])};
}

void PatternSpace::Writer::two(LiteralKind kind, bool negated, std::uint32_t a,
                               std::uint32_t b, Scalar value) {
  if (!space_.speaks_of(pattern_.nodes, a) ||
      !space_.speaks_of(pattern_.nodes, b)) {
    return;
  }
  const Said first = said(a, b), second = said(b, a);
  Literal l;
  l.kind = kind;
  l.negated = negated;
  l.a = first.member;
  l.x = first.feature;
  l.b = second.member;
  l.y = second.feature;
  l.value = value;
  add(l);
}

// To which node, or to none, or to whom it does not refer, of those at hand.
void PatternSpace::Writer::reference(Literal l, std::uint32_t slot,
                                     Values values,
                                     network::NodeFamilyId family) {
  const Window window = space_.window_of(slot);
  const Scalar low = window.low;
  const std::uint32_t first =
      space_.instance_.node_families[family.index()].first;
  const bool one = std::popcount(values) == 1;
  for (Scalar v = low; v < low + window.count; ++v) {
    const bool in = ((values >> (v - low)) & 1) != 0;
    if (one != in) continue;
    Literal more = l;
    more.negated = !one;
    if (v < 0) {
      more.kind = LiteralKind::value;
      more.value = v;
    } else {
      const auto at = member_.find(first + static_cast<std::uint32_t>(v));
      if (at == member_.end()) continue;
      more.kind = LiteralKind::refers;
      more.b = at->second;
    }
    add(more);
  }
}

// A number of a range: one, those below, those from one on.
void PatternSpace::Writer::number(Literal l, Values values, Values whole,
                                  Scalar low) {
  const Values missing = whole & ~values;
  if (std::popcount(values) == 1 || std::popcount(missing) == 1) {
    l.negated = std::popcount(values) != 1;
    l.value = low + std::countr_zero(l.negated ? missing : values);
    add(l);
    return;
  }
  l.kind = LiteralKind::below;
  const int first = std::countr_zero(values);
  const int end = 64 - std::countl_zero(values);
  if (first > 0) {
    l.negated = true;
    l.value = low + first;
    add(l);
  }
  if (end < 64 - std::countl_zero(whole)) {
    l.negated = false;
    l.value = low + end;
    add(l);
  }
}

void PatternSpace::Writer::values(std::uint32_t slot, Values values) {
  const Window window = space_.window_of(slot);
  const Values whole = window.all();
  if (values == whole) return;
  const Said place = said(slot, slot);
  Literal l;
  l.a = place.member;
  l.x = place.feature;
  const Feature& f =
      space_.vocabulary_.features[out_.members[l.a]][place.feature];
  const auto& model = *space_.instance_.model;
  const network::NodeFamilyId family = space_.family_referred(slot);
  const Scalar low = window.low;
  if (family.valid()) {
    reference(l, slot, values, family);
  } else if (std::popcount(values) == 1 ||
             model[f.type].kind != TypeKind::enumeration) {
    number(l, values, whole, low);
  } else {
    l.kind = LiteralKind::among;
    l.value = static_cast<std::int64_t>(values << low);
    add(l);
  }
}

Cube PatternSpace::Writer::run() {
  for (const auto& [slot, left] : pattern_.slots) {
    if (space_.speaks_of(pattern_.nodes, slot)) values(slot, left);
  }
  for (const Equation& e : pattern_.equations) {
    two(LiteralKind::equal, e.negated, e.a, e.b, 0);
  }
  for (const auto& [slots, most] : pattern_.orders) {
    two(LiteralKind::less, false, slots.first, slots.second, most + 1);
  }
  const std::set<std::uint8_t> mentioned = mentioned_;
  for (const std::uint8_t a : mentioned) {
    for (const std::uint8_t b : mentioned) {
      const bool nodes = !space_.vocabulary_.is_element(out_.members[b]);
      if (a >= b || !nodes || out_.members[a] != out_.members[b]) continue;
      add(different(a, b));
      // Members come in the order of nodes.
      if (space_.ordered()) add(before(a, b));
    }
  }
  return compact(std::move(out_));
}

Cube PatternSpace::cube(const Pattern& pattern) const {
  return normal(Writer(*this, pattern).run());
}

// Whether it says something of a shared variable alone.
bool PatternSpace::of_shared(const Literal& l, const Cube& cube) const {
  const bool alone = l.kind == LiteralKind::value ||
                     l.kind == LiteralKind::below ||
                     l.kind == LiteralKind::among;
  return alone && feature_of(l, cube).where == Where::shared;
}

const Feature& PatternSpace::feature_of(const Literal& l,
                                        const Cube& cube) const {
  return vocabulary_.features[cube.members[l.a]][l.x];
}

std::uint32_t PatternSpace::shared_feature(const Feature& wanted,
                                           std::uint32_t family) const {
  const auto& features = vocabulary_.features[family];
  const auto at = std::ranges::find_if(features, [&](const Feature& f) {
    return f.where == Where::shared && f.item == wanted.item &&
           f.slot == wanted.slot;
  });
  return static_cast<std::uint32_t>(at - features.begin());
}

bool PatternSpace::shares(std::uint8_t member, std::uint32_t feature,
                          const Cube& cube) const {
  return vocabulary_.features[cube.members[member]][feature].where ==
         Where::shared;
}

Cube PatternSpace::by_all(Cube cube) const {
  std::vector<Literal> more;
  const auto at = [&](std::uint8_t from, std::uint32_t feature,
                      std::uint8_t to) {
    return shared_feature(vocabulary_.features[cube.members[from]][feature],
                          cube.members[to]);
  };
  for (const Literal& l : cube.literals) {
    const bool two =
        l.kind == LiteralKind::less || l.kind == LiteralKind::equal;
    const bool first = two && shares(l.a, l.x, cube);
    const bool second = two && shares(l.b, l.y, cube);
    for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
      if (vocabulary_.is_element(cube.members[m])) continue;
      if (!first && !second) break;
      Literal other = l;
      if (first) {
        other.a = m;
        other.x = at(l.a, l.x, m);
      }
      if (second) {
        other.b = m;
        other.y = at(l.b, l.y, m);
      }
      more.push_back(other);
    }
    const bool refers = l.kind == LiteralKind::refers &&
                        feature_of(l, cube).where == Where::shared;
    if (!refers && !of_shared(l, cube)) continue;
    for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
      if (vocabulary_.is_element(cube.members[m])) continue;
      Literal other = l;
      other.a = m;
      other.x = shared_feature(feature_of(l, cube), cube.members[m]);
      more.push_back(other);
    }
  }
  cube.literals.insert(cube.literals.end(), more.begin(), more.end());
  return compact(std::move(cube));
}

Cube PatternSpace::normal(Cube cube) const {
  const auto says_more = [&](std::uint8_t m) {
    return std::ranges::any_of(cube.literals, [&](const Literal& l) {
      return l.kind != LiteralKind::same && !of_shared(l, cube) &&
             mentions(l, m);
    });
  };
  for (std::uint8_t to = 0; to < cube.members.size(); ++to) {
    if (!says_more(to)) continue;
    const std::uint32_t family = cube.members[to];
    std::set<std::uint8_t> left;
    for (Literal& l : cube.literals) {
      if (!of_shared(l, cube) || cube.members[l.a] != family) continue;
      if (!says_more(l.a)) left.insert(l.a);
      l.a = to;
    }
    std::erase_if(cube.literals, [&](const Literal& l) {
      return l.kind == LiteralKind::same &&
             (left.contains(l.a) || left.contains(l.b));
    });
    break;
  }
  return compact(std::move(cube));
}

// False: it contradicts what is known.
bool PatternSpace::say(const Literal& l, const Cube& cube,
                       const std::vector<std::uint32_t>& member,
                       Pattern& out) const {
  if (l.kind == LiteralKind::before) return member[l.a] < member[l.b];
  const auto at = [&](std::uint8_t m,
                      std::uint32_t x) -> std::optional<std::uint32_t> {
    const Feature& f = vocabulary_.features[cube.members[m]][x];
    if (!in_state(f) || f.where == Where::port) return std::nullopt;
    return slot_of(cube.members[m], member[m], x);
  };
  const bool less = l.kind == LiteralKind::less;
  const bool two = less || l.kind == LiteralKind::equal;
  const bool of_one =
      l.kind == LiteralKind::value || l.kind == LiteralKind::below ||
      l.kind == LiteralKind::among || l.kind == LiteralKind::refers;
  if (!two && !of_one) return true;
  const auto slot = at(l.a, l.x);
  if (!slot || !places_[*slot].known) return true;
  if (two) {
    const auto other = at(l.b, l.y);
    if (!other || !places_[*other].known) return true;
    if (less) {
      out.order(*slot, *other, l.value - 1);
    } else if (l.value == 0) {
      out.equations.insert(
          {std::min(*slot, *other), std::max(*slot, *other), l.negated});
    }
    return true;
  }
  const Window window = window_of(*slot);
  Values wanted = 0;
  if (l.kind == LiteralKind::below) {
    wanted = l.value <= window.low ? 0 : up_to(l.value - window.low);
  } else if (l.kind == LiteralKind::among) {
    wanted = static_cast<Values>(l.value) >> window.low;
  } else if (l.kind == LiteralKind::refers) {
    wanted =
        window.only(instance_.index_in_family(network::NodeId(member[l.b])));
  } else {
    wanted = window.only(l.value);
  }
  return narrow(out, *slot, l.negated ? ~wanted : wanted);
}

std::optional<Pattern> PatternSpace::placed(
    const Cube& cube, std::vector<std::uint32_t> member) const {
  Pattern out;
  for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
    if (!vocabulary_.is_element(cube.members[m])) {
      out.nodes.insert(member[m]);
      continue;
    }
    const NodeArray& array = vocabulary_.array(cube.members[m]);
    std::vector<std::uint32_t> ends(1 + array.keys.size(), 0);
    for (const Literal& l : cube.literals) {
      if (l.kind == LiteralKind::names && l.b == m) ends[l.x] = member[l.a];
    }
    member[m] = element(instance_, array, ends);
  }
  const auto fits = [&](const Literal& l) { return say(l, cube, member, out); };
  if (!std::ranges::all_of(cube.literals, fits)) return std::nullopt;
  return out;
}

// Places the members from the next one on.
void PatternSpace::place(const Cube& cube, std::vector<std::uint32_t>& member,
                         std::vector<Pattern>& out) const {
  const std::size_t m = member.size();
  if (m == cube.members.size()) {
    if (auto pattern = placed(cube, member)) out.push_back(std::move(*pattern));
    return;
  }
  member.push_back(0);
  if (vocabulary_.is_element(cube.members[m])) {
    place(cube, member, out);
  } else {
    const network::FamilySize& family =
        instance_.node_families[cube.members[m]];
    for (std::uint32_t n = family.first; n < family.first + family.count; ++n) {
      const auto others = std::span(member).first(m);
      if (std::ranges::find(others, n) != others.end()) continue;
      member[m] = n;
      place(cube, member, out);
      if (!ordered()) break;
    }
  }
  member.pop_back();
}

std::optional<Pattern> PatternSpace::shown(
    const Instance& instance, const std::vector<Scalar>& state) const {
  const auto elsewhere = [&](std::uint32_t node) {
    const std::uint32_t f = instance_.family_of[node].value;
    return instance.node_families[f].first +
           instance_.index_in_family(network::NodeId(node));
  };
  Pattern out;
  for (std::uint32_t f = 0; f < vocabulary_.node_families; ++f) {
    const std::uint32_t count = instance.node_families[f].count;
    if (count > instance_.node_families[f].count) return std::nullopt;
    for (std::uint32_t i = 0; i < count; ++i) {
      out.nodes.insert(instance_.node_families[f].first + i);
    }
  }
  for (std::uint32_t s = 0; s < places_.size(); ++s) {
    const Place& place = places_[s];
    if (!speaks_of(out.nodes, s)) continue;
    const Feature& f = vocabulary_.features[place.family][place.feature];
    std::uint32_t member =
        place.nodes.empty() ? 0 : elsewhere(place.nodes.front());
    if (vocabulary_.is_element(place.family)) {
      std::vector<std::uint32_t> ends;
      for (const std::uint32_t n : place.nodes) ends.push_back(elsewhere(n));
      member = element(instance, vocabulary_.array(place.family), ends);
    }
    const Values only = window_of(s).only(state[place_of(instance, member, f)]);
    if (only != 0) out.slots[s] = only;
  }
  return out;
}

std::vector<Pattern> PatternSpace::patterns(const Cube& cube) const {
  std::vector<Pattern> out;
  std::vector<std::uint32_t> member;
  place(cube, member, out);
  return out;
}

}  // namespace vicinal::fixpoint::inline backward
