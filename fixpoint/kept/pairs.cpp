// SPDX-License-Identifier: MIT
// A place is a variable of a node, or an element, which nodes name. The nodes
// of the second place are those of the first one or new ones, in every way in
// which one is shared. A pair is tried of any nodes, then of different ones;
// what another one says already is passed over.
#include "fixpoint/kept/pairs.hpp"

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"
#include "network/language/written.hpp"

namespace vicinal::fixpoint::inline kept {

namespace {

using network::Model;
using network::TypeKind;

constexpr std::size_t most_pairs = 48;
constexpr std::size_t most_place_values = 16;  // values of all places
constexpr std::size_t most_pair_nodes = 4;
constexpr std::int64_t most_pair_values = 4;  // of an enumeration

// That a place shows a value.
struct PlaceShows {
  std::uint32_t family = 0;         // of the vocabulary
  std::vector<std::uint32_t> ends;  // families of the nodes that name it
  Literal literal;                  // of member 0

  // Not, the first one, none.
  bool denies() const { return literal.value <= 0 && !literal.negated; }
};

class PlacePairs {
 public:
  PlacePairs(const Model& model, const Vocabulary& vocabulary,
             std::span<const Explored> explored)
      : model_(model),
        vocabulary_(vocabulary),
        reached_(vocabulary, explored),
        written_(network::written_by(model)) {}

  std::vector<Cube> run();

 private:
  void find_places();
  void add_values(std::uint32_t family, const Feature& feature,
                  std::uint32_t number);
  void add_place(std::uint32_t family, const Literal& shows);
  Cube alone(const PlaceShows& place) const;
  void name(const PlaceShows& place, const std::vector<std::uint8_t>& ends,
            Cube& cube) const;
  void pair(const PlaceShows& first, const PlaceShows& second, Cube cube,
            std::vector<std::uint8_t> ends, bool shared);
  void try_nodes(const Cube& cube);
  bool never(const Cube& cube);

  const Model& model_;
  const Vocabulary& vocabulary_;
  Reached reached_;
  const std::set<network::Held> written_;
  std::vector<PlaceShows> places_;
  std::vector<Cube> found_;
};

void PlacePairs::find_places() {
  const auto families = static_cast<std::uint32_t>(vocabulary_.features.size());
  for (std::uint32_t f = 0; f < families; ++f) {
    if (vocabulary_.is_edge(f)) continue;
    const bool element = vocabulary_.is_element(f);
    const std::uint32_t owner = element ? vocabulary_.array(f).owners : f;
    const auto process = model_.node_families[owner].process;
    const auto& features = vocabulary_.features[f];
    for (std::uint32_t x = 0; x < features.size(); ++x) {
      const bool own = features[x].where == Feature::Where::variable;
      const std::uint32_t variable =
          element ? vocabulary_.array(f).variable : features[x].item;
      if ((element || own) && !features[x].element &&
          written_.contains({network::Op::variable, process.value, variable})) {
        add_values(f, features[x], x);
      }
    }
  }
}

void PlacePairs::add_values(std::uint32_t family, const Feature& feature,
                            std::uint32_t number) {
  if (!feature.type.valid()) return;
  const network::Type& type = model_[feature.type];
  Literal shows;
  shows.x = number;
  if (type.kind == TypeKind::reference) {
    shows.value = -1;
    for (const bool negated : {true, false}) {
      shows.negated = negated;
      add_place(family, shows);
    }
    return;
  }
  std::int64_t values = 0;
  if (type.kind == TypeKind::boolean) values = 2;
  if (type.kind == TypeKind::enumeration) {
    const auto& names = model_.enums[type.enumeration.index()].constants;
    values =
        std::min(most_pair_values, static_cast<std::int64_t>(names.size()));
  }
  for (shows.value = values; shows.value-- > 0;) add_place(family, shows);
}

// If it is shown somewhere.
void PlacePairs::add_place(std::uint32_t family, const Literal& shows) {
  if (places_.size() == most_place_values) return;
  PlaceShows place{family, {family}, shows};
  if (vocabulary_.is_element(family)) {
    const NodeArray& array = vocabulary_.array(family);
    place.ends.clear();
    for (std::uint32_t end = 0; end <= array.keys.size(); ++end) {
      place.ends.push_back(array.family_at(end));
    }
  }
  if (reached_.satisfied(compact(alone(place)))) {
    places_.push_back(std::move(place));
  }
}

// Of nodes of its own.
Cube PlacePairs::alone(const PlaceShows& place) const {
  Cube cube;
  cube.members = place.ends;
  std::vector<std::uint8_t> ends;
  for (std::uint8_t m = 0; m < place.ends.size(); ++m) ends.push_back(m);
  name(place, ends, cube);
  return cube;
}

// What is shown, as a literal of one of the nodes, or of a new element.
void PlacePairs::name(const PlaceShows& place,
                      const std::vector<std::uint8_t>& ends, Cube& cube) const {
  Literal l = place.literal;
  l.a = ends[0];
  if (vocabulary_.is_element(place.family)) {
    l.a = static_cast<std::uint8_t>(cube.members.size());
    cube.members.push_back(place.family);
    Literal named;
    named.kind = LiteralKind::names;
    named.b = l.a;
    named.y =
        place.family - vocabulary_.node_families - vocabulary_.edge_families;
    for (named.x = 0; named.x < ends.size(); ++named.x) {
      named.a = ends[named.x];
      cube.literals.push_back(named);
    }
  }
  cube.literals.push_back(l);
}

// Chooses the nodes that name the second place, one after the other; those of
// the first one are the first members.
void PlacePairs::pair(const PlaceShows& first, const PlaceShows& second,
                      Cube cube, std::vector<std::uint8_t> ends, bool shared) {
  if (ends.size() < second.ends.size()) {
    const std::uint32_t family = second.ends[ends.size()];
    ends.push_back(0);
    for (std::uint8_t m = 0; m < cube.members.size(); ++m) {
      if (cube.members[m] != family) continue;
      ends.back() = m;
      pair(first, second, cube, ends, shared || m < first.ends.size());
    }
    if (cube.members.size() == most_pair_nodes) return;
    ends.back() = static_cast<std::uint8_t>(cube.members.size());
    cube.members.push_back(family);
    pair(first, second, std::move(cube), std::move(ends), shared);
    return;
  }
  if (!shared) return;
  std::vector<std::uint8_t> own;
  for (std::uint8_t m = 0; m < first.ends.size(); ++m) own.push_back(m);
  // One place has one value.
  if (first.family == second.family && ends == own &&
      first.literal.x == second.literal.x) {
    return;
  }
  name(first, own, cube);
  name(second, ends, cube);
  try_nodes(cube);
}

bool PlacePairs::never(const Cube& cube) {
  const auto said = [&](const Cube& known) { return part_of(known, cube); };
  return std::ranges::none_of(found_, said) && reached_.has_room(cube) &&
         !reached_.satisfied(cube);
}

// Any nodes; if that is shown somewhere, two of them that differ, then all.
void PlacePairs::try_nodes(const Cube& cube) {
  network::poll(100);
  const auto found = [this](Cube one) {
    one = compact(std::move(one));
    if (!never(one)) return false;
    found_.push_back(std::move(one));
    return true;
  };
  if (found(cube)) return;
  Cube apart = cube;
  for (std::uint8_t b = 0; b < cube.members.size(); ++b) {
    for (std::uint8_t a = 0; a < b; ++a) {
      if (cube.members[a] != cube.members[b] ||
          cube.members[a] >= vocabulary_.node_families) {
        continue;
      }
      const Literal differ = different(a, b);
      apart.literals.push_back(differ);
      Cube one = cube;
      one.literals.push_back(differ);
      if (found(std::move(one))) return;
    }
  }
  found(std::move(apart));
}

std::vector<Cube> PlacePairs::run() {
  find_places();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    for (std::size_t j = i; j < places_.size(); ++j) {
      const PlaceShows& a = places_[i];
      const PlaceShows& b = places_[j];
      // That one of two is there, always, is seldom so.
      if ((a.denies() && b.denies()) ||
          (a.ends.size() == 1 && b.ends.size() == 1)) {
        continue;
      }
      Cube cube;
      cube.members = a.ends;
      pair(a, b, std::move(cube), {}, false);
    }
  }
  std::ranges::stable_sort(found_, {}, weight);
  if (found_.size() > most_pairs) found_.resize(most_pairs);
  return std::move(found_);
}

}  // namespace

std::vector<std::string> never_in_pairs(const Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored) {
  std::vector<std::string> out;
  for (const Cube& cube : PlacePairs(model, vocabulary, explored).run()) {
    out.push_back(text(model, vocabulary, cube));
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline kept
