// SPDX-License-Identifier: MIT
// Values that follow the nodes that they refer to are not said one by one:
// where all references to a family follow, its cycles say it.
#include "symmetry/detection/named_group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "network/base/budget.hpp"
#include "network/base/union_find.hpp"
#include "symmetry/detection/moved_nodes.hpp"
#include "symmetry/maps/renamings.hpp"

namespace vicinal::symmetry::inline detection {

using network::Instance;
using network::NodeFamilyId;
using network::NodeId;
using network::UnionFind;

namespace {

class Namer {
 public:
  explicit Namer(const Detection& detected)
      : d_(detected),
        instance_(*detected.guarded->instance),
        types_(scalar_types(instance_)),
        moved_(detected),
        slots_(instance_.slot_count()) {
    literal_at_.push_back(0);
    for (const auto& values : d_.domains->values) {
      literal_at_.push_back(literal_at_.back() + values.size());
    }
    literals_.emplace(literal_at_.back());
  }

  NamedGroup run() {
    NamedGroup group;
    for (const LiteralMap& g : d_.generators) {
      group.generators.push_back(generator(g));
      follow(g);
    }
    for (const auto& nodes : moved_.orbits()) {
      auto& names = group.process_orbits.emplace_back();
      for (const NodeId n : nodes) names.push_back(node_name(n));
    }
    group.shared_orbits = shared_orbits();
    group.value_orbits = value_orbits();
    return group;
  }

 private:
  std::string value_name(std::uint32_t s, Scalar v) const {
    const network::Type& type = (*instance_.model)[types_[s]];
    if (type.kind == network::TypeKind::queue) return fmt::format("{}", v);
    return network::value_text(instance_, types_[s], {&v, 1});
  }
  std::string node_name(NodeId n) const {
    return network::node_name(instance_, n);
  }
  const std::string& slot_name(std::uint32_t s) const {
    return d_.guarded->slots[s].name;
  }
  Scalar image(const LiteralMap& g, std::uint32_t s, Scalar v) const {
    return g.image(s, d_.guarded->slots[s].bounds.low, v);
  }

  // ---- one generator -------------------------------------------------------

  bool changes(const LiteralMap& g, std::uint32_t s) const {
    return std::ranges::any_of(d_.domains->values[s],
                               [&](Scalar v) { return image(g, s, v) != v; });
  }

  // Whether values go where the nodes go that they refer to.
  bool follows(const LiteralMap& g, const std::vector<NodeId>& to,
               std::uint32_t s) const {
    const NodeFamilyId family = moved_.refers(s);
    if (!family.valid()) return false;
    const auto& members = instance_.node_families[family.index()];
    const auto first = members.first;
    if (d_.domains->values[s].empty()) {  // too many to be listed: they stay
      for (std::uint32_t i = first; i < first + members.count; ++i) {
        if (to[i] != NodeId(i)) return false;
      }
    }
    return std::ranges::all_of(d_.domains->values[s], [&](Scalar v) {
      if (v < 0) return image(g, s, v) == v;
      const auto from = first + static_cast<std::size_t>(v);
      const Scalar w = image(g, s, v);
      return w >= 0 && to[from] == NodeId(first + static_cast<std::size_t>(w));
    });
  }

  NamedGenerator generator(const LiteralMap& g) const {
    const std::vector<NodeId> to = moved_.images(g);
    NamedGenerator result;
    bool slots = false, values = false, nodes = false, torn = false;
    // Of families: whether all references to them follow; whether some change.
    std::vector<bool> all(instance_.node_families.size(), true);
    std::vector<bool> some(instance_.node_families.size(), false);
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      if (!moved_.live(s)) continue;
      network::poll();
      const bool changed = changes(g, s);
      slots = slots || g.slot[s] != s;
      const NodeFamilyId family = moved_.refers(s);
      if (family.valid()) {
        const bool with_nodes = follows(g, to, s);
        values = values || !with_nodes;
        if (!with_nodes) all[family.index()] = false;
        if (changed) some[family.index()] = true;
      } else {
        values = values || changed;
      }
    }
    for (std::size_t n = 0; n < to.size(); ++n) {
      nodes = nodes || (to[n].valid() && to[n] != NodeId(n));
      torn = torn || !to[n].valid();
    }
    const bool processes = !torn && (nodes || to.empty());
    result.kind =
        values ? (slots || nodes ? GeneratorKind::mixed : GeneratorKind::data)
        : processes ? GeneratorKind::process
                    : GeneratorKind::variables;
    slot_cycles(g, all, result);
    std::vector<NodeId> said(to.size());
    for (std::size_t n = 0; n < to.size(); ++n) said[n] = NodeId(n);
    const std::size_t before = result.cycles.size();
    for (std::size_t f = 0; f < all.size(); ++f) {
      if (all[f] && some[f]) node_cycles(to, NodeFamilyId(f), result, said);
    }
    if (result.cycles.size() != before) what_stays(g, said, result);
    return result;
  }

  // Whether the values of a slot are what they are, or said with the nodes.
  bool said(const LiteralMap& g, const std::vector<bool>& all,
            std::uint32_t s) const {
    const NodeFamilyId family = moved_.refers(s);
    return family.valid() && all[family.index()] ? true : !changes(g, s);
  }

  void slot_cycles(const LiteralMap& g, const std::vector<bool>& all,
                   NamedGenerator& result) const {
    std::vector<bool> seen(g.slot.size(), false);
    std::vector<std::uint32_t> with_values;
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      if (seen[s] || !moved_.live(s)) continue;
      std::vector<std::string> names;
      bool plain = true;
      for (std::uint32_t t = s; !seen[t]; t = g.slot[t]) {
        seen[t] = true;
        names.push_back(slot_name(t));
        plain = plain && said(g, all, t);
      }
      if (!plain) with_values.push_back(s);
      if (plain && names.size() > 1) result.cycles.push_back(std::move(names));
    }
    for (const std::uint32_t s : with_values) literal_cycles(g, s, result);
  }

  // Of the values of all variables in the cycle of s.
  void literal_cycles(const LiteralMap& g, std::uint32_t s,
                      NamedGenerator& result) const {
    const bool alone = g.slot[s] == s;
    std::set<std::pair<std::uint32_t, Scalar>> seen;
    std::uint32_t at = s;
    do {
      for (const Scalar v : d_.domains->values[at]) {
        std::vector<std::string> cycle;
        std::uint32_t t = at;
        Scalar w = v;
        while (seen.emplace(t, w).second) {
          network::poll();
          cycle.push_back(alone ? value_name(t, w)
                                : slot_name(t) + " = " + value_name(t, w));
          w = image(g, t, w);
          t = g.slot[t];
        }
        if (cycle.size() < 2) continue;
        if (alone) cycle.front() = slot_name(s) + ": " + cycle.front();
        result.cycles.push_back(std::move(cycle));
      }
      at = g.slot[at];
    } while (at != s);
  }

  void node_cycles(const std::vector<NodeId>& to, NodeFamilyId family,
                   NamedGenerator& result, std::vector<NodeId>& said) const {
    const auto& members = instance_.node_families[family.index()];
    std::set<NodeId> seen;
    for (std::uint32_t i = 0; i < members.count; ++i) {
      std::vector<NodeId> cycle;
      for (NodeId n(members.first + i); n.valid() && seen.insert(n).second;
           n = to[n.index()]) {
        cycle.push_back(n);
      }
      if (cycle.size() < 2) continue;
      auto& names = result.cycles.emplace_back();
      for (std::size_t k = 0; k < cycle.size(); ++k) {
        names.push_back(node_name(cycle[k]));
        said[cycle[k].index()] = cycle[(k + 1) % cycle.size()];
      }
    }
  }

  // Whoever reads that nodes move takes what belongs to them along: elements of
  // shared arrays, edges. Of these, what does not go is in a cycle of its own.
  void what_stays(const LiteralMap& g, const std::vector<NodeId>& said,
                  NamedGenerator& result) const {
    const Renamings renamings(instance_);
    Renaming along = renamings.along(said);
    if (moves_edges(g)) along.edge = renamings.identity().edge;
    const auto map = state_map(instance_, Sorts(instance_), along);
    if (!map) return;
    std::vector<bool> seen(g.slot.size(), false);
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      network::poll();
      std::vector<std::uint32_t> cycle;
      for (std::uint32_t t = s; !seen[t]; t = map->slot[t]) {
        seen[t] = true;
        cycle.push_back(t);
      }
      const auto torn = [&](std::uint32_t t) {
        const std::uint32_t there = map->slot[t];
        if (moved_.live(t)) return g.slot[t] != there;
        return moved_.live(there) ||
               d_.domains->values[t] != d_.domains->values[there];
      };
      if (cycle.size() < 2 || std::ranges::none_of(cycle, torn)) continue;
      for (const std::uint32_t t : cycle) {
        if (g.slot[t] == t) result.cycles.push_back({slot_name(t)});
      }
    }
  }

  bool moves_edges(const LiteralMap& g) const {
    for (std::size_t e = 0; e < instance_.edge_base.size(); ++e) {
      const auto type = instance_.edge_type(network::EdgeId(e));
      for (std::uint32_t i = 0; i < instance_.size(type).slots; ++i) {
        const std::uint32_t s = instance_.edge_base[e] + i;
        if (moved_.live(s) && (g.slot[s] != s || changes(g, s))) return true;
      }
    }
    return false;
  }

  // ---- orbits --------------------------------------------------------------

  void follow(const LiteralMap& g) {
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      network::poll();
      slots_.join(g.slot[s], s);
      for (const Scalar v : d_.domains->values[s]) {
        const auto from = literal(s, v);
        const auto to = literal(g.slot[s], image(g, s, v));
        if (from && to) literals_->join(*from, *to);
      }
    }
  }

  std::optional<std::size_t> literal(std::uint32_t s, Scalar v) const {
    const auto place = d_.domains->place(s, v);
    if (!place) return std::nullopt;
    return literal_at_[s] + *place;
  }

  // Shared variables come last in a state.
  std::vector<std::vector<std::string>> shared_orbits() {
    std::map<std::size_t, std::vector<std::string>> by_class;
    const std::uint32_t first = instance_.shared_base.empty()
                                    ? UINT32_MAX
                                    : instance_.shared_base.front();
    for (std::uint32_t s = first; s < types_.size(); ++s) {
      by_class[slots_.find(s)].push_back(slot_name(s));
    }
    std::vector<std::vector<std::string>> result;
    for (auto& [c, members] : by_class) {
      if (members.size() > 1) result.push_back(std::move(members));
    }
    return result;
  }

  std::vector<NamedGroup::Values> value_orbits() {
    std::vector<NamedGroup::Values> result;
    for (std::uint32_t s = 0; s < d_.domains->values.size(); ++s) {
      network::poll();
      if (slots_.find(s) != s) continue;  // one of those alike is enough
      std::map<std::size_t, std::vector<std::string>> by_class;
      for (const Scalar v : d_.domains->values[s]) {
        by_class[literals_->find(*literal(s, v))].push_back(value_name(s, v));
      }
      NamedGroup::Values values{slot_name(s), {}};
      for (auto& [c, members] : by_class) {
        if (members.size() > 1) values.orbits.push_back(std::move(members));
      }
      if (!values.orbits.empty()) result.push_back(std::move(values));
    }
    return result;
  }

  const Detection& d_;
  const Instance& instance_;
  std::vector<network::TypeId> types_;  // per slot
  MovedNodes moved_;
  UnionFind slots_;
  std::vector<std::size_t> literal_at_;
  std::optional<UnionFind> literals_;
};

}  // namespace

std::string text(GeneratorKind kind) {
  switch (kind) {
    case GeneratorKind::process:
      return "process";
    case GeneratorKind::variables:
      return "variables";
    case GeneratorKind::data:
      return "data";
    case GeneratorKind::mixed:
      return "mixed";
  }
  return {};
}

std::string text(const NamedGenerator& generator) {
  std::string result;
  for (const auto& cycle : generator.cycles) {
    const bool literals = cycle[0].find(" = ") != std::string::npos;
    result += fmt::format("({})", fmt::join(cycle, literals ? ", " : " "));
  }
  return result;
}

NamedGroup named_group(const Detection& detected) {
  return Namer(detected).run();
}

NamedGroup named_group(std::unique_ptr<flat::Guarded> guarded,
                       std::vector<LiteralMap> generators) {
  Detection given;
  given.guarded = std::move(guarded);
  flat::SingleAssignment effects(*given.guarded);
  for (const flat::Step& s : given.guarded->steps) {
    given.steps.push_back(effects.over_state(s));
  }
  given.domains =
      std::make_unique<Domains>(occurring(*given.guarded, given.steps));
  given.generators = std::move(generators);
  return named_group(given);
}

}  // namespace vicinal::symmetry::inline detection
