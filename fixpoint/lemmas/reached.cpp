// SPDX-License-Identifier: MIT
// Members are chosen one after the other, instance by instance. Each literal
// about those that are chosen has a bit for each state; where no state has them
// all, no more members are tried. The bits are kept, as the same literals turn
// up in one cube after the other.
#include "fixpoint/lemmas/reached.hpp"

#include <algorithm>
#include <bit>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

// A position is a state with a choice of members: larger instances are left out
// where members are many.
constexpr std::size_t most_positions = std::size_t{1} << 28;
constexpr std::size_t most_bytes = std::size_t{1} << 29;  // of bits

std::size_t words(std::size_t bits) {
  return (bits + 63) / 64;
}

// How many elements an owner has.
std::uint32_t keys_of(const Instance& instance,
                      std::span<const std::uint32_t> keys) {
  std::uint32_t out = 1;
  for (const std::uint32_t family : keys) {
    out *= instance.node_families[family].count;
  }
  return out;
}

}  // namespace

network::EdgeId edge_at(const Instance& instance, NodeId node,
                        std::uint32_t port) {
  const network::Network& net = instance.network;
  return net.dart_edge[net.darts_at(node, port).begin];
}

std::size_t place_of(const Instance& instance, std::uint32_t member,
                     const Feature& f) {
  const NodeId node(member);
  switch (f.where) {
    case Feature::Where::variable:
      return instance.node_base[member] +
             instance
                 .variable_offsets[instance.process_id(node).index()][f.item] +
             f.slot;
    case Feature::Where::port:
      return instance.edge_base[edge_at(instance, node, f.item).index()] +
             f.slot;
    case Feature::Where::value:
      return instance.edge_base[member] + f.slot;
    case Feature::Where::at_node:
      return instance.shared_base[f.item] +
             std::size_t{instance.index_in_family(node)} * f.width + f.slot;
    case Feature::Where::element: {
      const std::uint32_t keys = keys_of(instance, f.keys);
      const NodeId owner(instance.node_families[f.owners].first +
                         member / keys);
      return instance.node_base[owner.index()] +
             instance
                 .variable_offsets[instance.process_id(owner).index()][f.item] +
             std::size_t{member % keys} * f.width + f.slot;
    }
    case Feature::Where::shared:
    case Feature::Where::index:
    case Feature::Where::parameter:
      break;
  }
  return instance.shared_base[f.item] + f.slot;
}

Reached::Reached(const Vocabulary& vocabulary,
                 std::span<const Explored> explored)
    : vocabulary_(vocabulary) {
  for (const Explored& e : explored) {
    const std::size_t width = e.instance->slot_count();
    if (width == 0 || e.states.empty()) continue;
    Block block;
    block.instance = e.instance;
    block.states = e.states.size() / width;
    for (const NodeArray& array : vocabulary.arrays) {
      network::FamilySize elements;
      elements.count = e.instance->node_families[array.owners].count *
                       keys_of(*e.instance, array.keys);
      block.arrays.push_back(std::move(elements));
    }
    block.values.resize(e.states.size());
    for (std::size_t s = 0; s < block.states; ++s) {
      for (std::size_t i = 0; i < width; ++i) {
        block.values[i * block.states + s] = e.states[s * width + i];
      }
    }
    blocks_.push_back(std::move(block));
  }
}

const network::FamilySize& Reached::size(const Block& block,
                                         std::uint32_t family) const {
  const Instance& instance = *block.instance;
  if (vocabulary_.is_edge(family)) {
    return instance.edge_families[vocabulary_.edge_family(family)];
  }
  if (!vocabulary_.is_element(family)) return instance.node_families[family];
  return block
      .arrays[family - vocabulary_.node_families - vocabulary_.edge_families];
}

bool Reached::in_set(const Block& block, std::uint32_t node, std::uint32_t port,
                     std::uint32_t edge) const {
  const network::Network& net = block.instance->network;
  const auto darts = net.darts_at(NodeId(node), port);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    if (net.dart_edge[d].value == edge) return true;
  }
  return false;
}

Reached::Values Reached::values(const Block& block, std::uint32_t member,
                                const Feature& f) const {
  if (f.where == Feature::Where::index) {
    return {nullptr, block.instance->index_in_family(NodeId(member))};
  }
  if (f.where == Feature::Where::parameter) {
    return {nullptr, block.instance->parameters[f.item]};
  }
  return {block.values.data() +
          place_of(*block.instance, member, f) * block.states};
}

namespace {

// The node at this end of an element, which has this number.
std::uint32_t at_end(const Instance& instance, const NodeArray& array,
                     std::uint32_t element, std::uint32_t end) {
  const auto& families = instance.node_families;
  for (auto last = static_cast<std::uint32_t>(array.keys.size()); last > end;
       --last) {
    element /= families[array.family_at(last)].count;
  }
  const network::FamilySize& family = families[array.family_at(end)];
  return family.first + (end == 0 ? element : element % family.count);
}

}  // namespace

// A literal that says nothing of the state.
bool Reached::fixed(const Block& block, const Literal& l,
                    const Tuple& tuple) const {
  const std::uint32_t a = tuple[l.a];
  const std::uint32_t b = tuple[l.b];
  const auto edge = [&](std::uint32_t node, std::uint32_t port) {
    return edge_at(*block.instance, NodeId(node), port).value;
  };
  bool holds = false;
  if (l.kind == LiteralKind::names) {
    const NodeArray& array = vocabulary_.arrays[l.y];
    holds = a == at_end(*block.instance, array, b, l.x);
  } else if (l.kind == LiteralKind::same) {
    holds = a == b;  // of one family
  } else if (l.kind == LiteralKind::before) {
    holds = a < b;
  } else if (l.kind == LiteralKind::at) {
    holds = edge(a, l.x) == b;
  } else if (l.kind == LiteralKind::in_set) {
    holds = in_set(block, a, l.x, b);
  } else {
    holds = edge(a, l.x) == edge(b, l.y);
  }
  return holds != l.negated;
}

namespace {

template <class Holds>
void each(std::size_t states, std::uint64_t* out, Holds holds) {
  for (std::size_t s = 0; s < states; ++s) {
    out[s / 64] |= static_cast<std::uint64_t>(holds(s)) << (s % 64);
  }
}

}  // namespace

// What the member of an element's queue shows as its length.
Reached::Values Reached::length_of(const Block& block, std::uint32_t member,
                                   const std::vector<Feature>& features,
                                   const Feature& element) const {
  Feature length = element;
  for (const Feature& g : features) {
    if (g.name == element.queue + ".len" && g.where == element.where) {
      length = g;
    }
  }
  return values(block, member, length);
}

// A literal that compares what its first member shows with a number.
void Reached::fill_constant(const Block& block, const Families& families,
                            const Literal& l, const Tuple& tuple,
                            std::uint64_t* out) const {
  const auto& features = vocabulary_.features[families[l.a]];
  const Feature& f = features[l.x];
  const Values v = values(block, tuple[l.a], f);
  const bool yes = !l.negated;
  if (l.kind == LiteralKind::below) {
    each(block.states, out,
         [&](std::size_t s) { return (v[s] < l.value) == yes; });
  } else if (l.kind == LiteralKind::among) {
    const auto set = static_cast<std::uint64_t>(l.value);
    each(block.states, out, [&](std::size_t s) {
      return v[s] >= 0 && v[s] < 64 && ((set >> v[s]) & 1) != 0;
    });
  } else if (!f.element) {
    each(block.states, out,
         [&](std::size_t s) { return (v[s] == l.value) == yes; });
  } else {
    // An element that is not there satisfies nothing.
    const Values len = length_of(block, tuple[l.a], features, f);
    each(block.states, out, [&](std::size_t s) {
      return len[s] > Scalar{f.position} && (v[s] == l.value) == yes;
    });
  }
}

void Reached::fill(const Block& block, const Families& families,
                   const Literal& l, const Tuple& tuple,
                   std::uint64_t* out) const {
  const auto shown = [&](std::uint8_t m, std::uint32_t x) {
    return values(block, tuple[m], vocabulary_.features[families[m]][x]);
  };
  const bool yes = !l.negated;
  switch (l.kind) {
    case LiteralKind::value:
    case LiteralKind::below:
    case LiteralKind::among:
      fill_constant(block, families, l, tuple, out);
      return;
    case LiteralKind::refers: {
      const Values v = shown(l.a, l.x);
      const Scalar b = block.instance->index_in_family(NodeId(tuple[l.b]));
      each(block.states, out,
           [&](std::size_t s) { return (v[s] == b) == yes; });
      return;
    }
    case LiteralKind::equal:
    case LiteralKind::less: {
      const Values v = shown(l.a, l.x);
      const Values w = shown(l.b, l.y);
      const bool less = l.kind == LiteralKind::less;
      each(block.states, out, [&](std::size_t s) {
        const auto order = compare_beside(v[s], w[s], l.value);
        return (less ? order < 0 : order == 0) == yes;
      });
      return;
    }
    case LiteralKind::same:
    case LiteralKind::before:
    case LiteralKind::same_edge:
    case LiteralKind::at:
    case LiteralKind::in_set:
    case LiteralKind::names:
      return;  // fixed
  }
}

namespace {

bool is_fixed(const Literal& l) {
  return l.kind == LiteralKind::same || l.kind == LiteralKind::before ||
         l.kind == LiteralKind::same_edge || l.kind == LiteralKind::at ||
         l.kind == LiteralKind::in_set || l.kind == LiteralKind::names;
}

bool about_two(const Literal& l) {
  return l.a != l.b &&
         (is_fixed(l) || l.kind == LiteralKind::refers ||
          l.kind == LiteralKind::equal || l.kind == LiteralKind::less);
}

}  // namespace

Reached::Columns::value_type& Reached::columns(const Cube& cube,
                                               const Literal& l) {
  const std::uint8_t b = about_two(l) ? l.b : l.a;
  Literal same = l;
  same.a = 0;
  same.b = about_two(l) ? 1 : 0;
  const Families families = {cube.members[l.a], cube.members[b]};
  return *columns_.try_emplace({families, same}, blocks_.size()).first;
}

const Reached::Bits& Reached::column(std::size_t number,
                                     Columns::value_type& columns,
                                     std::uint32_t a, std::uint32_t b) {
  const Block& block = blocks_[number];
  const auto& [families, literal] = columns.first;
  const network::FamilySize& first = size(block, families[0]);
  const network::FamilySize& second = size(block, families[1]);
  const std::size_t width = about_two(literal) ? second.count : 1;
  Table& table = columns.second[number];
  if (table.empty()) table.resize(first.count * width);
  const std::size_t at = width > 1 ? b - second.first : 0;
  Bits& bits = table[(a - first.first) * width + at];
  if (bits.empty()) {
    network::poll(static_cast<std::int64_t>(block.states));
    bits.resize(words(block.states), 0);
    bytes_ += bits.size() * sizeof(bits[0]);
    fill(block, families, literal, {a, b}, bits.data());
  }
  return bits;
}

// What is asked of a choice of members once the last of them is chosen.
struct Reached::Asked {
  const Literal* literal = nullptr;
  // None: it says nothing of the state.
  Columns::value_type* columns = nullptr;
};

// The element that members before it name, by its number; none: not all of its
// ends are named.
std::optional<std::uint32_t> Reached::named(const Block& block,
                                            const std::vector<Asked>& asked,
                                            const Tuple& tuple) const {
  const auto& families = block.instance->node_families;
  const NodeArray* array = nullptr;
  std::vector<std::optional<std::uint32_t>> ends;
  for (const Asked& a : asked) {
    const Literal& l = *a.literal;
    if (l.kind != LiteralKind::names || l.negated) continue;
    array = &vocabulary_.arrays[l.y];
    ends.resize(1 + array->keys.size());
    ends[l.x] = tuple[l.a] - families[array->family_at(l.x)].first;
  }
  std::uint32_t number = 0;
  for (std::uint32_t end = 0; end < ends.size(); ++end) {
    if (!ends[end]) return std::nullopt;
    number = number * families[array->family_at(end)].count + *ends[end];
  }
  return ends.empty() ? std::nullopt : std::optional(number);
}

// Chooses the members from the one of this number on: whether some state has
// all literals, of those that have the ones about the members before it.
bool Reached::choose(std::size_t number, const Cube& cube,
                     const std::vector<std::vector<Asked>>& asked, Tuple& tuple,
                     const Bits& states, Bits& found) {
  const std::size_t m = tuple.size();
  if (m == cube.members.size()) {
    found = states;
    return true;
  }
  const Block& block = blocks_[number];
  const network::FamilySize& from = size(block, cube.members[m]);
  // Of an element there is one choice, or many are looked at in vain.
  const auto only = vocabulary_.is_element(cube.members[m])
                        ? named(block, asked[m], tuple)
                        : std::nullopt;
  const std::uint32_t end = only ? *only + 1 : from.count;
  Bits left;
  tuple.push_back(0);
  for (std::uint32_t i = only.value_or(0); i < end; ++i) {
    network::poll(static_cast<std::int64_t>(states.size()));
    tuple[m] = from.first + i;
    const auto fails = [&](const Asked& a) {
      return a.columns == nullptr && !fixed(block, *a.literal, tuple);
    };
    if (std::any_of(asked[m].begin(), asked[m].end(), fails)) continue;
    left = states;
    std::uint64_t some = 1;
    for (const Asked& a : asked[m]) {
      if (a.columns == nullptr) continue;
      const Bits& more =
          column(number, *a.columns, tuple[a.literal->a], tuple[a.literal->b]);
      some = 0;
      for (std::size_t w = 0; w < left.size(); ++w) some |= left[w] &= more[w];
      if (some == 0) break;
    }
    if (some != 0 && choose(number, cube, asked, tuple, left, found)) {
      return true;
    }
  }
  tuple.pop_back();
  return false;
}

bool Reached::has_room(const Cube& cube) const {
  const auto fits = [&](const Block& block) {
    return std::all_of(
        cube.members.begin(), cube.members.end(), [&](std::uint32_t f) {
          const auto needed =
              std::count(cube.members.begin(), cube.members.end(), f);
          return size(block, f).count >= static_cast<std::size_t>(needed);
        });
  };
  return std::any_of(blocks_.begin(), blocks_.end(), fits);
}

std::uint32_t Reached::most_members(std::uint32_t family) const {
  std::uint32_t most = 0;
  for (const Block& block : blocks_) {
    most = std::max(most, size(block, family).count);
  }
  return most;
}

void Reached::forget_bits() {
  for (auto& [key, tables] : columns_) tables.assign(blocks_.size(), Table());
  bytes_ = 0;
}

bool Reached::satisfied(const Cube& cube) {
  const bool before =
      std::any_of(remembered_.begin(), remembered_.end(),
                  [&](const Cube& seen) { return part_of(cube, seen); });
  return before || cube.literals.empty() || find(cube).has_value();
}

std::optional<Reached::Example> Reached::example(const Cube& cube) {
  auto at = find(cube);
  if (!at) return std::nullopt;
  const Block& block = blocks_[at->block];
  Example out{block.instance, {}, std::move(at->members)};
  for (std::size_t i = at->state; i < block.values.size(); i += block.states) {
    out.state.push_back(block.values[i]);
  }
  return out;
}

std::optional<Reached::At> Reached::find(const Cube& cube) {
  std::vector<std::vector<Asked>> asked(cube.members.size());
  for (const Literal& l : cube.literals) {
    const std::uint8_t last = about_two(l) ? std::max(l.a, l.b) : l.a;
    asked[last].push_back({&l, is_fixed(l) ? nullptr : &columns(cube, l)});
  }
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const std::size_t states = blocks_[b].states;
    std::size_t positions = states;
    for (const std::uint32_t f : cube.members) {
      // Nodes that are chosen name the elements.
      if (!vocabulary_.is_element(f)) positions *= size(blocks_[b], f).count;
    }
    if (positions > most_positions) continue;
    if (bytes_ > most_bytes) forget_bits();
    Bits all(words(states), ~std::uint64_t{0});
    if (states % 64 != 0) all.back() >>= 64 - states % 64;
    Tuple tuple;
    Bits found;
    if (!choose(b, cube, asked, tuple, all, found)) continue;
    const auto word =
        std::ranges::find_if(found, [](auto w) { return w != 0; });
    const auto first = static_cast<std::size_t>(word - found.begin()) * 64 +
                       static_cast<std::size_t>(std::countr_zero(*word));
    return At{b, first, std::move(tuple)};
  }
  return std::nullopt;
}

namespace {

constexpr std::size_t most_never_together = 24;
constexpr std::size_t most_never_shown = 12;  // literals of a family

// Each value of a few, but the most frequent one of each feature.
std::vector<Literal> rare_values(const network::Model& model,
                                 const Vocabulary& vocabulary,
                                 std::span<const Explored> explored,
                                 std::uint32_t family) {
  std::vector<Literal> out;
  const auto& features = vocabulary.features[family];
  for (std::uint32_t x = 0; x < features.size(); ++x) {
    const Feature& f = features[x];
    const bool own = (f.where == Feature::Where::variable ||
                      f.where == Feature::Where::port) &&
                     !f.element && f.type.valid();
    if (!own) continue;
    const auto kind = model[f.type].kind;
    if (kind != network::TypeKind::boolean &&
        kind != network::TypeKind::enumeration) {
      continue;
    }
    std::map<Scalar, std::size_t> seen;
    for (const Explored& e : explored) {
      const std::size_t width = e.instance->slot_count();
      const network::FamilySize& size = e.instance->node_families[family];
      for (std::size_t at = 0; width > 0 && at + width <= e.states.size();
           at += width) {
        network::poll();
        for (std::uint32_t i = 0; i < size.count; ++i) {
          ++seen[e.states[at + place_of(*e.instance, size.first + i, f)]];
        }
      }
    }
    const auto most = std::ranges::max_element(
        seen, {}, [](const auto& value) { return value.second; });
    for (auto value = seen.begin(); value != seen.end(); ++value) {
      if (value == most || out.size() == most_never_shown) continue;
      Literal l;
      l.x = x;
      l.value = value->first;
      out.push_back(l);
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> never_together(const network::Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored) {
  std::vector<std::string> out;
  Reached reached(vocabulary, explored);
  const auto try_cube = [&](Cube cube) {
    std::ranges::sort(cube.literals);
    if (out.size() == most_never_together || !reached.has_room(cube) ||
        reached.satisfied(cube)) {
      return;
    }
    out.push_back(text(model, vocabulary, cube));
  };
  for (std::uint32_t n = 0; n < vocabulary.node_families; ++n) {
    const auto rare = rare_values(model, vocabulary, explored, n);
    for (std::size_t i = 0; i < rare.size(); ++i) {
      for (std::size_t j = i; j < rare.size(); ++j) {
        network::poll(100);
        if (rare[i].x != rare[j].x) try_cube({{n}, {rare[i], rare[j]}});
        Literal other = rare[j];
        other.a = 1;
        try_cube({{n, n}, {rare[i], other, different(0, 1)}});
      }
    }
  }
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
