// SPDX-License-Identifier: MIT
// An example is read back into a row of the type, by the names that its text
// gives to places: the value after the step where the label has one, else the
// value before. A reference becomes the position of a node of the view, or
// "another". A value that the sample's type does not have is refused: no row
// could stand for it. To add a wrong row would make the guess weaker only.
#include "fixpoint/family/repair.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace vicinal::fixpoint::inline family {

using network::Instance;
using network::Scalar;
using network::TypeId;
using network::TypeKind;

namespace {

// The slots of a type as obligations name them: x.f, x[2], q.len.
void labels(const Instance& instance, TypeId id, const std::string& name,
            std::vector<std::string>& out) {
  const network::Model& model = *instance.model;
  const network::Type& type = model[id];
  const network::TypeSize& size = instance.size(id);
  switch (type.kind) {
    case TypeKind::structure:
      for (const auto& f : model.structs[type.structure.index()].fields) {
        labels(instance, f.type, name + "." + f.name, out);
      }
      return;
    case TypeKind::queue:
      out.push_back(name + ".len");
      [[fallthrough]];
    case TypeKind::array:
      for (std::uint32_t i = 0; i < size.size; ++i) {
        labels(instance, type.element, fmt::format("{}[{}]", name, i), out);
      }
      return;
    default:
      out.push_back(name);
  }
}

}  // namespace

std::optional<std::vector<Scalar>> missed_state(
    const ViewType& type, const TypeText& text,
    const obligations::Obligation& obligation,
    const obligations::Judgement& judgement) {
  if (judgement.values.size() != obligation.shown.size()) return std::nullopt;
  std::map<std::string, Scalar> shown;
  for (std::size_t i = 0; i < judgement.values.size(); ++i) {
    shown.emplace(obligation.shown[i].label, judgement.values[i]);
  }
  const Tuple& tuple = type.first;
  const Instance& instance = tuple.instance();
  std::vector<Scalar> row;
  for (const ViewVariable& variable : type.layout.variables) {
    std::vector<std::string> names;
    labels(instance, variable.type, variable_name(type, variable, text), names);
    for (const std::string& name : names) {
      auto at = shown.find(name + " after");
      if (at == shown.end()) at = shown.find(name);
      if (at == shown.end()) return std::nullopt;
      row.push_back(at->second);
    }
  }
  if (row.size() != type.layout.slots.size()) return std::nullopt;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const network::NodeFamilyId family = type.layout.reference[c];
    if (!family.valid()) {
      const network::Bounds& bounds = instance.slots[type.layout.slots[c]];
      if (row[c] < bounds.low || row[c] > bounds.high) return std::nullopt;
      continue;
    }
    if (row[c] < 0) {
      row[c] = no_node;
      continue;
    }
    // By index in the family; a single node has no index to show.
    Scalar position = static_cast<Scalar>(tuple.nodes.size());
    const std::string& name =
        instance.model->node_families[family.index()].name;
    for (std::size_t n = 0; n < tuple.nodes.size(); ++n) {
      if (instance.family_of[tuple.nodes[n].index()] != family) continue;
      const auto at =
          shown.find(fmt::format("{} is {}[0]", text.nodes[n], name));
      const Scalar index = at == shown.end() ? 0 : at->second;
      if (index == row[c]) position = static_cast<Scalar>(n);
    }
    row[c] = position;
  }
  return row;
}

}  // namespace vicinal::fixpoint::inline family
