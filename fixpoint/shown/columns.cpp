// SPDX-License-Identifier: MIT
// Columns follow slots: variables, then edges by darts, and a pair's are put
// together by slots. Elements of a queue beyond its length say nothing; they
// are marked as "any value", so that the formula neither tells such rows apart
// nor reads what is not there.
#include "fixpoint/shown/columns.hpp"

#include <fmt/format.h>

#include <map>

#include "fixpoint/views/view.hpp"

namespace vicinal::fixpoint::inline shown {

using network::Instance;
using network::NodeId;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

std::vector<ViewPlace> view_places(const Instance& instance, NodeId n) {
  std::vector<ViewPlace> places;
  const network::Process& process = instance.process(n);
  std::uint32_t at = 0;
  for (const network::Variable& v : process.variables) {
    places.push_back({v.name, v.type, at});
    at += instance.size(v.type).slots;
  }
  const network::Range darts = instance.network.darts(n);
  std::uint32_t member = 0;
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    const std::uint32_t number = instance.network.dart_port[d];
    const bool same =
        d > darts.begin && instance.network.dart_port[d - 1] == number;
    member = same ? member + 1 : 0;
    const network::Port& port = process.ports[number];
    const TypeId type = instance.edge_type(instance.network.dart_edge[d]);
    places.push_back(
        {port.set ? fmt::format("{}[{}]", port.name, member) : port.name, type,
         at});
    at += instance.size(type).slots;
  }
  return places;
}

void add_columns(const Instance& instance, const std::string& name, TypeId id,
                 std::vector<Column>& out) {
  const network::Model& model = *instance.model;
  const network::Type& type = model[id];
  const network::TypeSize& size = instance.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model.structs[type.structure.index()].fields) {
        add_columns(instance, name + "." + f.name, f.type, out);
      }
      return;
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) {
        add_columns(instance, fmt::format("{}[{}]", name, i), type.element,
                    out);
      }
      return;
    case TypeKind::queue: {
      Column length{fmt::format("len({})", name), false, true, {}};
      for (std::uint32_t i = 0; i <= size.size && size.size < 64; ++i) {
        length.values.push_back(std::to_string(i));
      }
      const std::size_t first = out.size();
      out.push_back(std::move(length));
      for (std::uint32_t i = 0; i < size.size; ++i) {
        const std::size_t before = out.size();
        add_columns(instance, fmt::format("{}[{}]", name, i), type.element,
                    out);
        for (std::size_t c = before; c < out.size(); ++c) {
          out[c].length = first;
          out[c].position = i;
        }
      }
      return;
    }
    default:
      break;
  }
  Column column{
      name, type.kind == TypeKind::boolean, type.kind == TypeKind::range, {}};
  const network::Bounds& b = size.bounds;
  if (static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low) <
      64) {
    for (Scalar v = b.low; v <= b.high; ++v) {
      column.values.push_back(value_text(instance, id, {&v, 1}));
    }
  }
  out.push_back(std::move(column));
}

std::vector<Column> view_columns(const Instance& instance, NodeId n) {
  std::vector<Column> columns;
  for (const ViewPlace& place : view_places(instance, n)) {
    add_columns(instance, place.name, place.type, columns);
  }
  return columns;
}

std::vector<ViewPlace> pair_places(const Instance& instance,
                                   const PairType& type) {
  std::map<std::uint32_t, ViewPlace> by_slot;
  for (const NodeId n : {type.m, type.n}) {
    const std::vector<std::uint32_t> slots = view_slots(instance, n);
    for (ViewPlace place : view_places(instance, n)) {
      if (instance.size(place.type).slots == 0) continue;
      place.name = node_name(instance, n) + "." + place.name;
      by_slot.try_emplace(slots[place.column], place);
    }
  }
  std::vector<ViewPlace> out;
  for (std::uint32_t c = 0; c < type.slots.size();) {
    ViewPlace place = by_slot.at(type.slots[c]);
    place.column = c;
    c += instance.size(place.type).slots;
    out.push_back(std::move(place));
  }
  return out;
}

namespace {

constexpr std::size_t max_scalars = 200'000;  // to make a formula of

// The columns of queues: what lies beyond the length is no part of the value.
struct QueueColumns {
  std::size_t length;
  std::size_t elements;
  std::size_t slots;  // per element
};

void find_queues(const Instance& instance, TypeId id, std::size_t& at,
                 std::vector<QueueColumns>& out) {
  const network::Model& model = *instance.model;
  const network::Type& type = model[id];
  const network::TypeSize& size = instance.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model.structs[type.structure.index()].fields) {
        find_queues(instance, f.type, at, out);
      }
      return;
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < size.size; ++i) {
        find_queues(instance, type.element, at, out);
      }
      return;
    case TypeKind::queue:
      out.push_back({at, size.size, instance.size(type.element).slots});
      [[fallthrough]];
    default:
      at += size.slots;
  }
}

std::vector<std::string> formula(const Instance& instance,
                                 const std::vector<ViewPlace>& places,
                                 const LocalStates& theta) {
  std::vector<Column> columns;
  for (const ViewPlace& place : places) {
    add_columns(instance, place.name, place.type, columns);
  }
  if (theta.size() == 0) return {"false"};
  std::vector<std::uint32_t> rows;
  rows.reserve(theta.set->values.size());
  for (std::size_t i = 0; i < theta.set->values.size(); ++i) {
    const std::uint32_t slot = theta.columns[i % theta.columns.size()];
    rows.push_back(static_cast<std::uint32_t>(theta.set->values[i] -
                                              instance.slots[slot].low));
  }
  std::vector<QueueColumns> queues;
  std::size_t at = 0;
  for (const ViewPlace& place : places) {
    find_queues(instance, place.type, at, queues);
  }
  const std::size_t width = columns.size();
  for (std::size_t row = 0; row * width < rows.size(); ++row) {
    for (const QueueColumns& q : queues) {
      const std::size_t used =
          rows[row * width + q.length] * q.slots + q.length + 1;
      for (std::size_t c = used; c <= q.length + q.elements * q.slots; ++c) {
        rows[row * width + c] = any_value;
      }
    }
  }
  return predicate(columns, rows);
}

}  // namespace

std::vector<std::string> theta_predicate(const Instance& instance, NodeId n,
                                         const LocalStates& theta) {
  // What is kept by orbits is listed; a formula over many edges is not short.
  const std::size_t width = std::max<std::size_t>(1, theta.columns.size());
  const auto listed = theta.listed(max_scalars / width);
  if (!listed) return {};
  return formula(instance, view_places(instance, n), *listed);
}

std::vector<std::string> pair_predicate(const Instance& instance,
                                        const PairType& type,
                                        const LocalStates& theta) {
  return formula(instance, pair_places(instance, type), theta);
}

}  // namespace vicinal::fixpoint::inline shown
