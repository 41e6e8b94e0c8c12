// SPDX-License-Identifier: MIT
// A column has a bit for each position: whether a literal holds there. The
// positions of some members are, instance by instance, all choices of nodes,
// and for each the states, filled up to a whole word. A cube is satisfied where
// all of its columns have a bit; columns are kept, as the same literals turn up
// in one cube after the other.
#include "fixpoint/lemmas/reached.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

// Larger instances are left out of the columns of many members.
constexpr std::size_t most_positions = std::size_t{1} << 23;

std::size_t words(std::size_t bits) {
  return (bits + 63) / 64;
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
  if (!vocabulary_.is_edge(family)) return instance.node_families[family];
  return instance.edge_families[vocabulary_.edge_family(family)];
}

// visit(block, tuple) for every choice of members.
template <class Visit>
void Reached::tuples(const Members& members, Visit visit) const {
  std::size_t positions = 0;
  for (const Block& block : blocks_) {
    std::size_t count = block.states;
    for (const std::uint32_t f : members) {
      count *= size(block, f).count;
    }
    positions += count;
    if (count == 0) continue;
    if (positions > most_positions) return;
    Tuple tuple(members.size());
    std::vector<std::uint32_t> at(members.size(), 0);
    for (;;) {
      for (std::size_t m = 0; m < members.size(); ++m) {
        tuple[m] = size(block, members[m]).first + at[m];
      }
      visit(block, tuple);
      network::poll(static_cast<std::int64_t>(block.states));
      std::size_t m = 0;
      while (m < members.size() && ++at[m] == size(block, members[m]).count) {
        at[m++] = 0;
      }
      if (m == members.size()) break;
    }
  }
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

// A literal that says nothing of the state.
bool Reached::fixed(const Block& block, const Literal& l,
                    const Tuple& tuple) const {
  const std::uint32_t a = tuple[l.a];
  const std::uint32_t b = tuple[l.b];
  const auto edge = [&](std::uint32_t node, std::uint32_t port) {
    return edge_at(*block.instance, NodeId(node), port).value;
  };
  bool holds = false;
  if (l.kind == LiteralKind::same) {
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

void Reached::fill(const Block& block, const Members& members, const Literal& l,
                   const Tuple& tuple, std::uint64_t* out) const {
  const auto feature = [&](std::uint8_t m, std::uint32_t x) -> const Feature& {
    return vocabulary_.features[members[m]][x];
  };
  const auto shown = [&](std::uint8_t m, std::uint32_t x) {
    return values(block, tuple[m], feature(m, x));
  };
  const bool yes = !l.negated;
  switch (l.kind) {
    case LiteralKind::value: {
      const Values v = shown(l.a, l.x);
      const Feature& f = feature(l.a, l.x);
      if (!f.element) {
        each(block.states, out,
             [&](std::size_t s) { return (v[s] == l.value) == yes; });
        return;
      }
      // An element that is not there satisfies nothing.
      Feature length = f;
      const auto& all = vocabulary_.features[members[l.a]];
      for (const Feature& g : all) {
        if (g.name == f.queue + ".len" && g.where == f.where) length = g;
      }
      const Values len = values(block, tuple[l.a], length);
      each(block.states, out, [&](std::size_t s) {
        return len[s] > Scalar{f.position} && (v[s] == l.value) == yes;
      });
      return;
    }
    case LiteralKind::below: {
      const Values v = shown(l.a, l.x);
      each(block.states, out,
           [&](std::size_t s) { return (v[s] < l.value) == yes; });
      return;
    }
    case LiteralKind::among: {
      const Values v = shown(l.a, l.x);
      const auto set = static_cast<std::uint64_t>(l.value);
      each(block.states, out, [&](std::size_t s) {
        return v[s] >= 0 && v[s] < 64 && ((set >> v[s]) & 1) != 0;
      });
      return;
    }
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
        return (less ? v[s] < w[s] : v[s] == w[s]) == yes;
      });
      return;
    }
    case LiteralKind::same:
    case LiteralKind::before:
    case LiteralKind::same_edge:
    case LiteralKind::at:
    case LiteralKind::in_set:
      if (fixed(block, l, tuple)) {
        each(block.states, out, [](std::size_t) { return true; });
      }
      return;
  }
}

Reached::Bits Reached::fill(const Members& members, const Literal& l) const {
  Bits bits;
  tuples(members, [&](const Block& block, const Tuple& tuple) {
    const std::size_t at = bits.size();
    bits.resize(at + words(block.states), 0);
    fill(block, members, l, tuple, bits.data() + at);
  });
  return bits;
}

const Reached::Bits& Reached::column(const Members& members,
                                     const Literal& literal) {
  auto& known = columns_[members];
  const auto at = known.find(literal);
  if (at != known.end()) return at->second;
  return known.emplace(literal, fill(members, literal)).first->second;
}

bool Reached::satisfied(const Cube& cube) {
  const bool before =
      std::any_of(remembered_.begin(), remembered_.end(),
                  [&](const Cube& seen) { return part_of(cube, seen); });
  if (before) return true;
  if (cube.literals.empty()) return true;
  Bits all = column(cube.members, cube.literals[0]);
  for (std::size_t i = 1; i < cube.literals.size(); ++i) {
    const Bits& more = column(cube.members, cube.literals[i]);
    for (std::size_t w = 0; w < all.size(); ++w) all[w] &= more[w];
  }
  return std::any_of(all.begin(), all.end(),
                     [](std::uint64_t w) { return w != 0; });
}

}  // namespace vicinal::fixpoint::inline lemmas
