// SPDX-License-Identifier: MIT
// Names and texts of what an instance has.
#include "network/semantics/instance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "network/base/budget.hpp"

namespace vicinal::network::inline semantics {

namespace {

// name, name[3], name[1][2]
std::string member_name(const std::string& name, const FamilySize& size,
                        std::uint32_t index) {
  std::string indices;
  for (std::size_t d = size.dimensions.size(); d-- > 0;) {
    indices = fmt::format("[{}]", index % size.dimensions[d]) + indices;
    index /= size.dimensions[d];
  }
  return name + indices;
}

}  // namespace

std::string node_name(const Instance& instance, NodeId n) {
  if (n.index() < instance.network.node_names.size()) {
    return instance.network.node_names[n.index()];
  }
  const NodeFamilyId f = instance.family_of[n.index()];
  return member_name(instance.model->node_families[f.index()].name,
                     instance.node_families[f.index()],
                     instance.index_in_family(n));
}

std::string edge_name(const Instance& instance, EdgeId e) {
  if (e.index() < instance.network.edge_names.size()) {
    return instance.network.edge_names[e.index()];
  }
  const EdgeFamilyId f = instance.edge_family_of[e.index()];
  const FamilySize& size = instance.edge_families[f.index()];
  return member_name(instance.model->edge_families[f.index()].name, size,
                     e.value - size.first);
}

std::string shared_name(const Instance& instance, SharedId shared,
                        std::uint32_t index) {
  return member_name(instance.model->shared[shared.index()].name,
                     instance.shared_sizes[shared.index()], index);
}

std::string type_text(const Instance& instance, TypeId id) {
  const Model& model = *instance.model;
  const Type& type = model[id];
  const TypeSize& size = instance.size(id);
  switch (type.kind) {
    case TypeKind::boolean:
      return "bool";
    case TypeKind::integer:
      return "int";
    case TypeKind::range:
      return fmt::format("{}..{}", size.bounds.low, size.bounds.high);
    case TypeKind::enumeration:
      return model.enums[type.enumeration.index()].name;
    case TypeKind::structure:
      return model.structs[type.structure.index()].name;
    case TypeKind::array:
    case TypeKind::node_array: {
      std::string element = type_text(instance, type.element);
      // queue T[2][3] is a queue of arrays.
      if (model[type.element].kind == TypeKind::queue) {
        element = "(" + element + ")";
      }
      return type.kind == TypeKind::array
                 ? fmt::format("{}[{}]", element, size.size)
                 : fmt::format("{}[{}]", element,
                               model.node_families[type.family.index()].name);
    }
    case TypeKind::reference:
      return type.family.valid()
                 ? "id of " + model.node_families[type.family.index()].name
                 : "none";
    case TypeKind::queue:
      return fmt::format("queue {}[{}]", type_text(instance, type.element),
                         size.size);
    case TypeKind::node:
      return "a node of " + model[type.process].name;
    case TypeKind::edge:
      return "an edge of type " + type_text(instance, type.element);
    case TypeKind::formula:
      return "a formula";
    case TypeKind::error:
      break;
  }
  return "unknown";
}

std::string value_text(const Instance& instance, TypeId id,
                       std::span<const Scalar> value) {
  const Model& model = *instance.model;
  const Type& type = model[id];
  std::string text;
  std::size_t at = 0;
  const auto part = [&](TypeId t) {
    const std::uint32_t slots = instance.size(t).slots;
    text += value_text(instance, t, value.subspan(at, slots));
    at += slots;
  };
  switch (type.kind) {
    case TypeKind::boolean:
      return value[0] != 0 ? "true" : "false";
    case TypeKind::enumeration: {
      const auto& constants = model.enums[type.enumeration.index()].constants;
      const auto i = static_cast<std::size_t>(value[0]);
      return i < constants.size() ? constants[i] : std::to_string(value[0]);
    }
    case TypeKind::reference:
      if (value[0] < 0) return "none";
      return node_name(
          instance, NodeId(instance.node_families[type.family.index()].first +
                           static_cast<std::size_t>(value[0])));
    case TypeKind::node:
      return node_name(instance, NodeId(static_cast<std::size_t>(value[0])));
    case TypeKind::edge:
      return edge_name(instance, EdgeId(static_cast<std::size_t>(value[0])));
    case TypeKind::structure: {
      const char* separator = "";
      for (const FieldType& f : model.structs[type.structure.index()].fields) {
        text += separator + f.name + ": ";
        part(f.type);
        separator = ", ";
      }
      return "{" + text + "}";
    }
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < instance.size(id).size; ++i) {
        if (i > 0) text += ", ";
        part(type.element);
      }
      return "[" + text + "]";
    case TypeKind::queue:
      at = 1;
      for (Scalar i = 0; i < value[0]; ++i) {
        if (i > 0) text += ", ";
        part(type.element);
      }
      return "<" + text + ">";
    default:
      return std::to_string(value[0]);
  }
}

namespace {

void add_scalars(const Instance& instance, TypeId id,
                 std::vector<TypeId>& out) {
  poll();
  const Type& type = (*instance.model)[id];
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f :
           instance.model->structs[type.structure.index()].fields) {
        add_scalars(instance, f.type, out);
      }
      return;
    case TypeKind::queue:
      out.push_back(id);
      [[fallthrough]];
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < instance.size(id).size; ++i) {
        add_scalars(instance, type.element, out);
      }
      return;
    default:
      out.push_back(id);
  }
}

// Names of a file may make two of one: "a.x" is a variable of node a, or an
// edge. A later one gets a number.
void tell_apart(std::vector<NamedPlace>& list) {
  std::unordered_set<std::string> names, seen;
  std::unordered_map<std::string, std::size_t> last;
  for (const NamedPlace& place : list) names.insert(place.name);
  for (NamedPlace& place : list) {
    poll();
    if (seen.insert(place.name).second) continue;
    const std::string name = place.name;
    std::size_t& number = last.try_emplace(name, 1).first->second;
    while (!names.insert(place.name).second) {
      place.name = fmt::format("{}~{}", name, ++number);
    }
  }
}

}  // namespace

std::vector<TypeId> scalar_types(const Instance& instance, TypeId type) {
  std::vector<TypeId> out;
  add_scalars(instance, type, out);
  return out;
}

std::string parameters_text(const Instance& instance) {
  const Model& model = *instance.model;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    parts.push_back(fmt::format("{} = {}", model.parameters[i].name,
                                instance.parameters[i]));
  }
  for (const Constant& c : model.constants) {
    if (!c.given.empty()) parts.push_back(c.name + " = " + c.given);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<NamedPlace> places(const Instance& instance) {
  const Model& model = *instance.model;
  std::vector<NamedPlace> list;
  for (std::uint32_t n = 0; n < instance.family_of.size(); ++n) {
    poll();
    const NodeId node(std::size_t{n});
    const std::string name = node_name(instance, node);
    const Process& p = instance.process(node);
    const auto& offsets =
        instance.variable_offsets[instance.process_id(node).index()];
    for (std::size_t v = 0; v < p.variables.size(); ++v) {
      list.push_back({name + "." + p.variables[v].name, p.variables[v].type,
                      instance.node_base[n] + offsets[v]});
    }
  }
  for (std::uint32_t e = 0; e < instance.edge_family_of.size(); ++e) {
    poll();
    const EdgeId edge(std::size_t{e});
    list.push_back({edge_name(instance, edge), instance.edge_type(edge),
                    instance.edge_base[e]});
  }
  for (std::size_t s = 0; s < model.shared.size(); ++s) {
    const FamilySize& size = instance.shared_sizes[s];
    const std::uint32_t slots = instance.size(model.shared[s].type).slots;
    for (std::uint32_t i = 0; i < size.count; ++i) {
      poll();
      list.push_back({shared_name(instance, SharedId(s), i),
                      model.shared[s].type,
                      instance.shared_base[s] + i * slots});
    }
  }
  // Those of the language are distinct.
  const Network& network = instance.network;
  if (network.node_names.size() + network.edge_names.size() > 0) {
    tell_apart(list);
  }
  return list;
}

void default_value(const Instance& instance, TypeId id,
                   std::span<Scalar> value) {
  const Model& model = *instance.model;
  const Type& type = model[id];
  std::size_t at = 0;
  const auto part = [&](TypeId t) {
    const std::uint32_t slots = instance.size(t).slots;
    default_value(instance, t, value.subspan(at, slots));
    at += slots;
  };
  switch (type.kind) {
    case TypeKind::structure:
      for (const FieldType& f : model.structs[type.structure.index()].fields) {
        part(f.type);
      }
      return;
    case TypeKind::queue:
      value[at++] = 0;
      [[fallthrough]];
    case TypeKind::array:
    case TypeKind::node_array:
      for (std::uint32_t i = 0; i < instance.size(id).size; ++i) {
        part(type.element);
      }
      return;
    default:
      value[0] = instance.size(id).bounds.low;
  }
}

}  // namespace vicinal::network::inline semantics
