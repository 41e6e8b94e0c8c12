// SPDX-License-Identifier: MIT
// A permutation of a sort moves whatever is indexed by it, and values of it.
#include "symmetry/detection/scalarset.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <tuple>

#include "groupoid/automorphism/group_order.hpp"
#include "network/base/budget.hpp"
#include "symmetry/detection/discipline.hpp"
#include "symmetry/judge/judge.hpp"

namespace vicinal::symmetry::inline detection {

using network::DomainKind;
using network::Instance;
using network::NodeId;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr std::uint64_t most_values = 1'000'000;

// One permutation of one sort, on all that there is.
class Action {
 public:
  Action(const Detection& found, const SortedModel& sorted, ScalarSort sort,
         std::vector<std::uint32_t> to)
      : guarded_(*found.guarded),
        instance_(*found.guarded->instance),
        sorted_(sorted),
        sort_(sort),
        low_(sorted.sorts[sort].domain.low),
        to_(std::move(to)) {
    nodes_.resize(instance_.network.node_count());
    std::iota(nodes_.begin(), nodes_.end(), 0U);
    for (std::size_t f = 0; f < instance_.node_families.size(); ++f) {
      const auto& family = instance_.node_families[f];
      if (!moves(sorted_.families[f])) continue;
      for (std::uint32_t i = 0; i < family.count; ++i) {
        nodes_[family.first + i] = family.first + to_[i];
      }
    }
    edges_.resize(instance_.network.edge_count());
    for (std::size_t f = 0; f < instance_.edge_families.size(); ++f) {
      const auto& family = instance_.edge_families[f];
      for (std::uint32_t i = 0; i < family.count; ++i) {
        edges_[family.first + i] =
            family.first + member(family, sorted_.edges[f], i);
      }
    }
  }

  LiteralMap map() {
    map_.slot.resize(guarded_.slots.size());
    map_.value.assign(guarded_.slots.size(), {});
    std::iota(map_.slot.begin(), map_.slot.end(), 0U);
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const auto process = instance_.process_id(NodeId(n)).index();
      const auto& offsets = instance_.variable_offsets[process];
      const auto& variables = instance_.model->processes[process].variables;
      for (std::size_t v = 0; v < variables.size(); ++v) {
        move(variables[v].type, sorted_.variables[process][v],
             instance_.node_base[n] + offsets[v],
             instance_.node_base[nodes_[n]] + offsets[v]);
      }
    }
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
      move(instance_.edge_type(network::EdgeId(e)), Shapes::opaque,
           instance_.edge_base[e], instance_.edge_base[edges_[e]]);
    }
    for (std::size_t s = 0; s < instance_.shared_sizes.size(); ++s) {
      const auto& size = instance_.shared_sizes[s];
      const TypeId type = instance_.model->shared[s].type;
      const std::uint32_t width = instance_.size(type).slots;
      for (std::uint32_t i = 0; i < size.count; ++i) {
        move(type, sorted_.shared_values[s],
             instance_.shared_base[s] + i * width,
             instance_.shared_base[s] +
                 member(size, sorted_.shared[s], i) * width);
      }
    }
    return std::move(map_);
  }

  // UINT32_MAX: there is no such step.
  std::vector<std::uint32_t> steps() const {
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::vector<Scalar>>;
    std::map<Key, std::uint32_t> known;
    for (std::uint32_t s = 0; s < guarded_.steps.size(); ++s) {
      const flat::Step& step = guarded_.steps[s];
      known[{step.actor.value, step.action, step.binding}] = s;
    }
    std::vector<std::uint32_t> result;
    for (const flat::Step& step : guarded_.steps) {
      network::poll();
      const network::Action& action =
          step.actor.valid()
              ? instance_.process(step.actor).actions[step.action]
              : instance_.model->rules[step.action];
      const std::uint32_t actor =
          step.actor.valid() ? nodes_[step.actor.index()] : step.actor.value;
      std::vector<Scalar> binding;
      for (std::uint32_t b = 0; b < step.binding.size(); ++b) {
        binding.push_back(bound(action.binders.begin + b, step.binding[b]));
      }
      const auto at = known.find({actor, step.action, binding});
      result.push_back(at == known.end() ? UINT32_MAX : at->second);
    }
    return result;
  }

 private:
  bool moves(ScalarSort s) const {
    return s != ScalarSorts::number && sorted_.sorts.find(s) == sort_;
  }
  Scalar value(Scalar v) const { return low_ + to_[index(v - low_)]; }
  static std::size_t index(Scalar v) { return static_cast<std::size_t>(v); }

  // Of a family, row by row, where a member goes.
  std::uint32_t member(const network::FamilySize& size,
                       const std::vector<ScalarSort>& sorts,
                       std::uint32_t i) const {
    if (sorts.empty()) return i;
    std::uint32_t result = 0, scale = 1;
    for (std::size_t d = sorts.size(); d-- > 0;) {
      const std::uint32_t at = i % size.dimensions[d];
      result += scale * (moves(sorts[d]) ? to_[at] : at);
      scale *= size.dimensions[d];
      i /= size.dimensions[d];
    }
    return result;
  }

  Scalar bound(std::uint32_t binder, Scalar v) const {
    const network::Binder& b = instance_.model->binders[binder];
    switch (b.domain) {
      case DomainKind::node_family:
      case DomainKind::process:
        return nodes_[index(v)];
      case DomainKind::edge_family:
      case DomainKind::port_set:
        return edges_[index(v)];
      case DomainKind::enumeration:
        return moves(sorted_.enumerations[b.item]) ? value(v) : v;
      case DomainKind::range:
        return moves(sorted_.binders[binder]) ? value(v) : v;
    }
    return v;
  }

  void values(std::uint32_t from, ScalarSort sort) {
    if (!moves(sort)) return;
    const auto& bounds = guarded_.slots[from].bounds;
    auto& images = map_.value[from];
    for (Scalar v = bounds.low; v <= bounds.high; ++v) {
      images.push_back(v < low_ ? v : value(v));  // `none` stays
    }
  }

  ShapeId part(ShapeId shape, std::size_t i) const {
    const Shape& s = sorted_.shapes[shape];
    return i < s.parts.size() ? s.parts[i] : Shapes::opaque;
  }

  void move(TypeId id, ShapeId shape, std::uint32_t from, std::uint32_t to) {
    network::poll();
    const network::Type& type = (*instance_.model)[id];
    const auto elements = [&](ShapeId of, ScalarSort indices) {
      const std::uint32_t width = instance_.size(type.element).slots;
      for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
        const std::uint32_t j = moves(indices) ? to_[i] : i;
        move(type.element, of, from + i * width, to + j * width);
      }
    };
    switch (type.kind) {
      case TypeKind::structure: {
        const auto& fields =
            instance_.model->structs[type.structure.index()].fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
          const std::uint32_t width = instance_.size(fields[f].type).slots;
          move(fields[f].type, part(shape, f), from, to);
          from += width;
          to += width;
        }
        return;
      }
      case TypeKind::array:
        return elements(part(shape, 0), sorted_.shapes[shape].sort);
      case TypeKind::node_array:
        return elements(part(shape, 0), sorted_.families[type.family.index()]);
      case TypeKind::queue:  // its values stay
        for (std::uint32_t i = 0; i < instance_.size(id).slots; ++i) {
          map_.slot[from + i] = to + i;
        }
        return;
      case TypeKind::enumeration:
        map_.slot[from] = to;
        return values(from, sorted_.enumerations[type.enumeration.index()]);
      case TypeKind::reference:
        map_.slot[from] = to;
        return values(from, sorted_.families[type.family.index()]);
      default:
        map_.slot[from] = to;
        return values(from, sorted_.shapes.sort_of(shape));
    }
  }

  const flat::Guarded& guarded_;
  const Instance& instance_;
  const SortedModel& sorted_;
  ScalarSort sort_;
  Scalar low_;
  std::vector<std::uint32_t> to_;
  std::vector<std::uint32_t> nodes_, edges_;
  LiteralMap map_;
};

// Whether some state of values that occur changes.
bool visible(const Detection& found, const LiteralMap& map) {
  for (std::uint32_t s = 0; s < map.slot.size(); ++s) {
    const auto& values = found.domains->values[s];
    if (values.size() == 1) continue;
    if (map.slot[s] != s) return true;
    if (map.value[s].empty()) continue;
    const Scalar low = found.guarded->slots[s].bounds.low;
    for (const Scalar v : values) {
      if (map.image(s, low, v) != v) return true;
    }
  }
  return false;
}

Scalarset::Standing confirmed(const Detection& found, const SortedModel& sorted,
                              ScalarSort sort, Judge& judge, Scalarset& set) {
  if (set.size > most_values) return Scalarset::Standing::unconfirmed;
  std::vector<std::uint32_t> exchange(set.size), cycle(set.size);
  std::iota(exchange.begin(), exchange.end(), 0U);
  std::iota(cycle.begin(), cycle.end(), 1U);
  std::swap(exchange[0], exchange[1]);
  cycle.back() = 0;
  bool holds = true, seen = false;
  for (auto& to : {exchange, cycle}) {
    Action action(found, sorted, sort, to);
    set.generators.push_back(action.map());
    const LiteralMap& map = set.generators.back();
    seen = seen || visible(found, map);
    holds = holds && judge.automorphism(map, action.steps()) == Verdict::holds;
  }
  return !holds ? Scalarset::Standing::unconfirmed
         : seen ? Scalarset::Standing::allowed
                : Scalarset::Standing::idle;
}

std::string text_of(const ScalarSorts::Class& of) {
  std::string text;
  for (const auto& [place, name] : of.names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

std::vector<Scalarset> scalarsets(const Detection& found,
                                  const std::vector<std::size_t>& asked) {
  const auto sorted = sorted_model(*found.guarded->instance, asked);
  const ScalarSorts& sorts = sorted->sorts;
  Judge judge(*found.guarded, found.steps, *found.domains);
  std::map<std::uint32_t, Scalarset> sets;  // by the place of the first name
  for (ScalarSort s = 1; s < sorts.size(); ++s) {
    network::poll();
    const ScalarSorts::Class& of = sorts[s];
    if (sorts.find(s) != s || of.names.empty()) continue;
    if (of.domain.high <= of.domain.low) continue;
    Scalarset set{
        text_of(of),
        static_cast<std::uint64_t>(of.domain.high - of.domain.low) + 1,
        Scalarset::Standing::broken,
        of.broken,
        {}};
    if (of.broken.end == 0) {
      set.standing = confirmed(found, *sorted, s, judge, set);
    }
    sets.emplace(of.names.begin()->first, std::move(set));
  }
  std::vector<Scalarset> result;
  for (auto& [place, set] : sets) result.push_back(std::move(set));
  return result;
}

std::string scalarset_order(const std::vector<Scalarset>& sets) {
  groupoid::GroupOrder order;
  for (const Scalarset& s : sets) {
    if (s.standing == Scalarset::Standing::allowed) {
      order.multiply_factorial(static_cast<std::uint32_t>(s.size));
    }
  }
  return *order.decimal(SIZE_MAX);
}

}  // namespace vicinal::symmetry::inline detection
