// SPDX-License-Identifier: MIT
// Where a node goes is told by its variables, or by the values of its edges; a
// node that has neither is told by references to it.
#include "cli/detection_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace vicinal::cli {

using groupoid::Detection;
using groupoid::LiteralMap;
using network::Instance;
using network::NodeId;
using network::Scalar;

namespace {

// Classes of numbers.
class Orbits {
 public:
  explicit Orbits(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::size_t a, std::size_t b) {
    const auto [least, other] = std::minmax({find(a), find(b)});
    parent_[other] = least;
  }

 private:
  std::vector<std::size_t> parent_;
};

class Namer {
 public:
  explicit Namer(const Detection& detected)
      : d_(detected),
        instance_(*detected.guarded->instance),
        nodes_(instance_.network.node_count()),
        slots_(instance_.slot_count()) {
    types();
    owner_.resize(types_.size());
    for (std::size_t n = 0; n < instance_.node_base.size(); ++n) {
      for (std::uint32_t i = 0; i < variables(NodeId(n)); ++i) {
        owner_[instance_.node_base[n] + i] = NodeId(n);
      }
    }
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
    group.process_orbits = node_orbits();
    group.shared_orbits = shared_orbits();
    group.value_orbits = value_orbits();
    return group;
  }

 private:
  // The type of each scalar.
  void types() {
    for (const network::NamedPlace& p : network::places(instance_)) {
      scalar_types(p.type);
    }
  }
  void scalar_types(network::TypeId id) {
    const network::Type& type = (*instance_.model)[id];
    switch (type.kind) {
      case network::TypeKind::structure:
        for (const auto& f :
             instance_.model->structs[type.structure.index()].fields) {
          scalar_types(f.type);
        }
        break;
      case network::TypeKind::queue:
        types_.push_back(id);
        [[fallthrough]];
      case network::TypeKind::array:
      case network::TypeKind::node_array:
        for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
          scalar_types(type.element);
        }
        break;
      default:
        types_.push_back(id);
    }
  }

  bool reference(std::uint32_t s) const {
    return (*instance_.model)[types_[s]].kind == network::TypeKind::reference;
  }

  std::string value_name(std::uint32_t s, Scalar v) const {
    const network::Type& type = (*instance_.model)[types_[s]];
    if (type.kind == network::TypeKind::queue) return fmt::format("{}", v);
    return network::value_text(instance_, types_[s], {&v, 1});
  }

  const std::string& slot_name(std::uint32_t s) const {
    return d_.guarded->slots[s].name;
  }

  // ---- one generator -------------------------------------------------------

  NamedGenerator generator(const LiteralMap& g) {
    NamedGenerator result;
    bool moves = false, changes = false;
    std::vector<bool> seen(g.slot.size(), false);
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      if (g.slot[s] == s || seen[s]) continue;
      moves = true;
      auto& cycle = result.cycles.emplace_back();
      for (std::uint32_t t = s; !seen[t]; t = g.slot[t]) {
        seen[t] = true;
        cycle.push_back(slot_name(t));
      }
    }
    // References that move alike are told of once.
    std::set<std::pair<std::uint32_t, std::vector<Scalar>>> told;
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      if (g.value[s].empty()) continue;
      changes = changes || !reference(s);
      if (reference(s) && !told.emplace(types_[s].value, g.value[s]).second) {
        continue;
      }
      value_cycles(g, s, result);
    }
    // References follow the nodes that they are to.
    result.kind = changes ? (moves ? "mixed" : "data") : "process";
    return result;
  }

  // Where the variable moves, too, a value is followed once around.
  void value_cycles(const LiteralMap& g, std::uint32_t s,
                    NamedGenerator& result) const {
    const Scalar low = d_.guarded->slots[s].bounds.low;
    std::vector<bool> seen(g.value[s].size(), false);
    for (const Scalar v : d_.domains->values[s]) {
      const auto at = [&](Scalar w) {
        return static_cast<std::size_t>(w - low);
      };
      if (seen[at(v)] || g.image(s, low, v) == v) continue;
      std::vector<std::string> cycle;
      for (Scalar w = v; !seen[at(w)]; w = g.image(s, low, w)) {
        seen[at(w)] = true;
        cycle.push_back(value_name(s, w));
      }
      if (!reference(s)) cycle.front() = slot_name(s) + ": " + cycle.front();
      result.cycles.push_back(std::move(cycle));
    }
  }

  // ---- orbits --------------------------------------------------------------

  void follow(const LiteralMap& g) {
    for (std::uint32_t s = 0; s < g.slot.size(); ++s) {
      slots_.join(g.slot[s], s);
      if (g.slot[s] != s) {
        const NodeId from = owner_[s], to = owner_[g.slot[s]];
        if (from.valid() && to.valid()) {
          nodes_.join(from.index(), to.index());
        }
      }
      const Scalar low = d_.guarded->slots[s].bounds.low;
      for (const Scalar v : d_.domains->values[s]) {
        const Scalar w = g.image(s, low, v);
        literals_->join(literal(s, v), literal(g.slot[s], w));
        if (reference(s) && v >= 0 && w >= 0 && v != w) {
          const auto family = (*instance_.model)[types_[s]].family;
          const auto first = instance_.node_families[family.index()].first;
          nodes_.join(first + static_cast<std::size_t>(v),
                      first + static_cast<std::size_t>(w));
        }
      }
    }
    follow_edges(g);
  }

  // A node without variables goes where all its edges go.
  void follow_edges(const LiteralMap& g) {
    const auto edge_of = edges_by_slot();
    std::map<std::uint32_t, std::uint32_t> image;
    for (const auto& [slot, edge] : edge_of) {
      const auto to = edge_of.find(g.slot[slot]);
      if (to != edge_of.end()) image[edge] = to->second;
    }
    std::map<std::vector<std::uint32_t>, std::vector<NodeId>> by_edges;
    std::vector<std::vector<std::uint32_t>> edges(instance_.node_base.size());
    for (std::size_t n = 0; n < edges.size(); ++n) {
      if (variables(NodeId(n)) != 0) continue;
      for (const network::EdgeId e : instance_.network.inout(NodeId(n))) {
        edges[n].push_back(e.value);
      }
      std::ranges::sort(edges[n]);
      by_edges[edges[n]].push_back(NodeId(n));
    }
    for (std::size_t n = 0; n < edges.size(); ++n) {
      std::vector<std::uint32_t> moved;
      for (const std::uint32_t e : edges[n]) {
        moved.push_back(image.contains(e) ? image[e] : e);
      }
      std::ranges::sort(moved);
      if (edges[n].empty() || moved == edges[n]) continue;
      const auto at = by_edges.find(moved);
      if (at != by_edges.end() && at->second.size() == 1) {
        nodes_.join(n, at->second[0].index());
      }
    }
  }

  std::map<std::uint32_t, std::uint32_t> edges_by_slot() const {
    std::map<std::uint32_t, std::uint32_t> result;
    for (std::uint32_t e = 0; e < instance_.edge_base.size(); ++e) {
      result[instance_.edge_base[e]] = e;
    }
    return result;
  }

  std::uint32_t variables(NodeId n) const {
    return instance_.variable_offsets[instance_.process_id(n).index()].back();
  }

  std::size_t literal(std::uint32_t s, Scalar v) const {
    const auto place = d_.domains->place(s, v);
    return literal_at_[s] + (place ? *place : 0);
  }

  std::vector<std::vector<std::string>> node_orbits() {
    std::map<std::size_t, std::vector<std::string>> by_class;
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < instance_.node_base.size(); ++n) {
      auto& members = by_class[nodes_.find(n)];
      if (members.empty()) order.push_back(nodes_.find(n));
      members.push_back(network::node_name(instance_, NodeId(n)));
    }
    std::vector<std::vector<std::string>> result;
    for (const std::size_t c : order) {
      if (by_class[c].size() > 1) result.push_back(by_class[c]);
    }
    return result;
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
      if (slots_.find(s) != s) continue;  // one of those alike is enough
      std::map<std::size_t, std::vector<std::string>> by_class;
      for (const Scalar v : d_.domains->values[s]) {
        by_class[literals_->find(literal(s, v))].push_back(value_name(s, v));
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
  std::vector<NodeId> owner_;           // per slot; none: an edge, shared
  Orbits nodes_;
  Orbits slots_;
  std::vector<std::size_t> literal_at_;
  std::optional<Orbits> literals_;
};

}  // namespace

NamedGroup named_group(const Detection& detected) {
  return Namer(detected).run();
}

std::string text_of(const NamedGroup& group) {
  std::string text;
  for (const NamedGenerator& g : group.generators) {
    text += fmt::format("  {:<8} ", g.kind);
    for (const auto& cycle : g.cycles) {
      text += fmt::format("({})", fmt::join(cycle, " "));
    }
    text += "\n";
  }
  for (const auto& orbit : group.process_orbits) {
    text += fmt::format("processes alike: {}\n", fmt::join(orbit, " "));
  }
  for (const auto& orbit : group.shared_orbits) {
    text += fmt::format("variables alike: {}\n", fmt::join(orbit, " "));
  }
  for (const auto& values : group.value_orbits) {
    text += fmt::format("values alike of {}:", values.variable);
    for (const auto& orbit : values.orbits) {
      text += fmt::format(" {{{}}}", fmt::join(orbit, ", "));
    }
    text += "\n";
  }
  return text;
}

Json json_of(const NamedGenerator& generator) {
  Json json;
  json["kind"] = generator.kind;
  json["cycles"] = generator.cycles;
  return json;
}

}  // namespace vicinal::cli
