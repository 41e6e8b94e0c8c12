// SPDX-License-Identifier: MIT
// The place of a node is a list of slots, and a permutation of literals takes
// it to a list of slots: that of another node, or of none.
#include "symmetry/detection/moved_nodes.hpp"

#include <algorithm>
#include <set>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline detection {

using network::Instance;
using network::NodeFamilyId;
using network::NodeId;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

std::vector<TypeId> scalar_types(const Instance& instance) {
  std::vector<TypeId> types;
  for (const network::NamedPlace& p : network::places(instance)) {
    const auto more = network::scalar_types(instance, p.type);
    types.insert(types.end(), more.begin(), more.end());
  }
  return types;
}

MovedNodes::MovedNodes(const Detection& found)
    : found_(found), instance_(*found.guarded->instance) {
  refs_.resize(instance_.node_families.size());
  elements_.resize(instance_.node_families.size());
  for (const TypeId type : scalar_types(instance_)) {
    const network::Type& t = (*instance_.model)[type];
    const auto s = static_cast<std::uint32_t>(refers_.size());
    refers_.push_back(t.kind == TypeKind::reference ? t.family
                                                    : NodeFamilyId::none());
    if (refers_[s].valid() && live(s)) {
      refs_[refers_[s].index()].push_back(s);
    }
  }
  by_node_.resize(refers_.size());
  for (const network::NamedPlace& p : network::places(instance_)) {
    std::uint32_t slot = p.slot;
    find_arrays(p.type, slot, {});
  }
  for (std::size_t n = 0; n < instance_.network.node_count(); ++n) {
    const NodeId node(n);
    const std::uint32_t process = instance_.process_id(node).value;
    places_.push_back(place(node));
    exact_[{process, places_[n]}].push_back(node);
    loose_[{process, loose(node, places_[n])}].push_back(node);
  }
}

// Of the outermost, where arrays are nested.
void MovedNodes::find_arrays(TypeId id, std::uint32_t& slot, ByNode by) {
  network::poll();
  const network::Type& type = (*instance_.model)[id];
  if (type.kind == TypeKind::structure) {
    for (const auto& f :
         instance_.model->structs[type.structure.index()].fields) {
      find_arrays(f.type, slot, by);
    }
    return;
  }
  const bool array =
      type.kind == TypeKind::array || type.kind == TypeKind::node_array;
  for (std::uint32_t i = 0; array && i < instance_.size(id).size; ++i) {
    const bool outermost =
        type.kind == TypeKind::node_array && !by.family.valid();
    find_arrays(type.element, slot, outermost ? ByNode{type.family, i} : by);
  }
  if (array) return;
  for (std::uint32_t i = 0; i < instance_.size(id).slots; ++i, ++slot) {
    by_node_[slot] = by;
    if (by.family.valid() && live(slot)) {
      elements_[by.family.index()].push_back(slot);
    }
  }
}

std::size_t MovedNodes::own(NodeId n) const {
  return instance_.variable_offsets[instance_.process_id(n).index()].back();
}

MovedNodes::Place MovedNodes::place(NodeId n) const {
  Place result;
  const auto enter = [&](std::uint32_t first, std::size_t count) {
    for (auto s = first; s < first + count; ++s) {
      network::poll();
      if (live(s)) {
        result.emplace_back(true, Scalar{s});
      } else {
        result.emplace_back(false, found_.domains->values[s].front());
      }
    }
  };
  enter(instance_.node_base[n.index()], own(n));
  for (const network::EdgeId e : instance_.network.inout(n)) {
    enter(instance_.edge_base[e.index()],
          instance_.size(instance_.edge_type(e)).slots);
  }
  std::sort(result.begin() + static_cast<std::ptrdiff_t>(own(n)), result.end());
  return result;
}

MovedNodes::Place MovedNodes::image(const LiteralMap& map, NodeId n,
                                    const Place& place) const {
  Place result = place;
  network::poll(static_cast<std::int64_t>(place.size()) + 1);
  for (auto& [slot, number] : result) {
    if (slot) number = map.slot[static_cast<std::size_t>(number)];
  }
  std::sort(result.begin() + static_cast<std::ptrdiff_t>(own(n)), result.end());
  return result;
}

// Elements of arrays by nodes are a set.
MovedNodes::Place MovedNodes::loose(NodeId n, Place place) const {
  const auto at = [&](std::size_t i) {
    return place.begin() + static_cast<std::ptrdiff_t>(i);
  };
  const std::uint32_t base = instance_.node_base[n.index()];
  const auto in_array = [&](std::size_t i) {
    return by_node_[base + i].family.valid();
  };
  for (std::size_t i = 0, j = 0; i < own(n); i = j) {
    for (j = i + 1; j < own(n) && in_array(i) && in_array(j);) ++j;
    std::sort(at(i), at(j));
  }
  return place;
}

// Per member where all references to it go, and elements that are its own; -1:
// they disagree, or there are none.
std::vector<Scalar> MovedNodes::by_values(const LiteralMap& map,
                                          NodeFamilyId family) const {
  constexpr Scalar unknown = -2;
  std::vector<Scalar> to(instance_.node_families[family.index()].count,
                         unknown);
  const auto vote = [&](Scalar v, Scalar w) {
    if (v < 0) return;
    Scalar& known = to[static_cast<std::size_t>(v)];
    known = known == unknown || known == w ? w : -1;
  };
  for (const std::uint32_t s : refs_[family.index()]) {
    const Scalar low = found_.guarded->slots[s].bounds.low;
    for (const Scalar v : found_.domains->values[s]) {
      network::poll();
      vote(v, map.image(s, low, v));
    }
  }
  for (const std::uint32_t s : elements_[family.index()]) {
    const ByNode& there = by_node_[map.slot[s]];
    vote(by_node_[s].member,
         there.family == family ? Scalar{there.member} : Scalar{-1});
  }
  std::ranges::replace(to, unknown, Scalar{-1});
  return to;
}

// Where there are several, values say which.
NodeId MovedNodes::candidate(const LiteralMap& map, NodeId n,
                             Scalar by_value) const {
  const std::uint32_t process = instance_.process_id(n).value;
  const Place there = image(map, n, places_[n.index()]);
  const auto all = loose_.find({process, loose(n, there)});
  if (all == loose_.end()) return NodeId::none();
  const auto& nodes = all->second;
  if (nodes.size() == 1) return nodes[0];
  const auto family = instance_.family_of[n.index()].index();
  if (by_value >= 0) {
    const NodeId other(instance_.node_families[family].first +
                       static_cast<std::size_t>(by_value));
    if (std::ranges::count(nodes, other) != 0) return other;
  }
  const auto same = exact_.find({process, there});
  if (same != exact_.end() && same->second.size() == 1) return same->second[0];
  return std::ranges::count(nodes, n) != 0 ? n : NodeId::none();
}

bool MovedNodes::arrays_follow(const LiteralMap& map,
                               const std::vector<NodeId>& to, NodeId n) const {
  const std::uint32_t from = instance_.node_base[n.index()];
  const std::uint32_t base = instance_.node_base[to[n.index()].index()];
  for (std::uint32_t i = 0; i < own(n); ++i) {
    const ByNode& by = by_node_[from + i];
    if (!by.family.valid() || !live(from + i)) continue;
    network::poll();
    const std::uint32_t there = map.slot[from + i];
    const auto first = instance_.node_families[by.family.index()].first;
    const NodeId member = to[first + by.member];
    const bool follows = there >= base && there < base + own(n) &&
                         member.valid() &&
                         by_node_[there].family == by.family &&
                         first + by_node_[there].member == member.value;
    if (!follows) return false;
  }
  return true;
}

std::vector<NodeId> MovedNodes::images(const LiteralMap& map) const {
  std::vector<std::vector<Scalar>> by_value;
  for (std::size_t f = 0; f < instance_.node_families.size(); ++f) {
    by_value.push_back(by_values(map, NodeFamilyId(f)));
  }
  std::vector<NodeId> result;
  std::vector<std::size_t> often(places_.size(), 0);
  for (std::size_t n = 0; n < places_.size(); ++n) {
    const NodeId node(n);
    const auto family = instance_.family_of[n].index();
    result.push_back(candidate(
        map, node, by_value[family][instance_.index_in_family(node)]));
    if (result[n].valid()) ++often[result[n].index()];
  }
  // Whoever shares the image of another has none.
  for (NodeId& to : result) {
    if (to.valid() && often[to.index()] > 1) to = NodeId::none();
  }
  std::vector<NodeId> whole = result;
  for (std::size_t n = 0; n < places_.size(); ++n) {
    if (result[n].valid() && !arrays_follow(map, result, NodeId(n))) {
      whole[n] = NodeId::none();
    }
  }
  return whole;
}

std::vector<std::vector<NodeId>> MovedNodes::orbits() const {
  std::vector<std::size_t> of(places_.size());
  std::vector<std::vector<NodeId>> members(places_.size());
  for (std::size_t n = 0; n < of.size(); ++n) {
    of[n] = n;
    members[n] = {NodeId(n)};
  }
  const auto join = [&](NodeId a, NodeId b) {
    if (!a.valid() || !b.valid() || of[a.index()] == of[b.index()]) return;
    const auto [into, from] = std::minmax({of[a.index()], of[b.index()]});
    for (const NodeId n : members[from]) of[n.index()] = into;
    members[into].insert(members[into].end(), members[from].begin(),
                         members[from].end());
    members[from].clear();
  };
  for (const LiteralMap& g : found_.generators) {
    const auto to = images(g);
    for (std::size_t n = 0; n < to.size(); ++n) join(NodeId(n), to[n]);
  }
  // Products of generators that tear nodes apart may not.
  std::size_t work = 0;
  for (std::size_t n = 0; n < places_.size(); ++n) {
    if (of[n] != n) continue;
    const std::uint32_t process = instance_.process_id(NodeId(n)).value;
    std::set<Place> seen{places_[n]};
    std::vector<Place> open{places_[n]};
    while (!open.empty() && work < most_work) {
      const Place here = std::move(open.back());
      open.pop_back();
      for (const LiteralMap& g : found_.generators) {
        work += here.size() + 1;
        Place there = image(g, NodeId(n), here);
        const auto nodes = exact_.find({process, there});
        if (nodes != exact_.end() && nodes->second.size() == 1) {
          join(NodeId(n), nodes->second[0]);
        }
        if (seen.insert(there).second) open.push_back(std::move(there));
      }
    }
  }
  std::vector<std::vector<NodeId>> result;
  for (auto& nodes : members) {
    std::ranges::sort(nodes);
    if (nodes.size() > 1) result.push_back(std::move(nodes));
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace vicinal::symmetry::inline detection
