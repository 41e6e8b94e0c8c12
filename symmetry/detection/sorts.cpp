// SPDX-License-Identifier: MIT
// A sort without members, or one of numbers that are computed, is `number`.
#include "symmetry/detection/sorts.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline detection {

using network::Span;
using network::TypeId;
using network::TypeKind;

ScalarSorts::ScalarSorts() {
  add({});
}

ScalarSort ScalarSorts::add(network::Bounds domain) {
  network::poll();
  classes_.push_back({domain, {}, {}});
  return sets_.add();
}

void ScalarSorts::name(ScalarSort s, std::uint32_t place, std::string text) {
  if (s != number) classes_[find(s)].names.emplace(place, std::move(text));
}

void ScalarSorts::mark(ScalarSort s, Span span) {
  if (s == number) return;
  Span& broken = classes_[find(s)].broken;
  if (broken.end == 0 || span.begin < broken.begin) broken = span;
}

void ScalarSorts::join(ScalarSort a, ScalarSort b, Span span) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  if (a == number || b == number || classes_[a].domain != classes_[b].domain) {
    mark(a, span);
    mark(b, span);
    return;
  }
  const auto [into, from] = std::minmax(a, b);
  sets_.join(into, from);
  if (classes_[from].broken.end != 0) mark(into, classes_[from].broken);
  classes_[into].names.merge(classes_[from].names);
}

Shapes::Shapes(const network::Instance& instance, ScalarSorts& sorts)
    : instance_(instance), sorts_(sorts) {
  add({});
  add({Shape::Kind::leaf, ScalarSorts::number, false, {}});
}

ShapeId Shapes::add(Shape shape) {
  network::poll();
  shapes_.push_back(std::move(shape));
  return ShapeId(shapes_.size() - 1);
}

ShapeId Shapes::leaf(ScalarSort sort) {
  if (sort == ScalarSorts::number) return number;
  return add({Shape::Kind::leaf, sort, false, {}});
}

ShapeId Shapes::structure(std::vector<ShapeId> parts) {
  return add(
      {Shape::Kind::structure, ScalarSorts::number, false, std::move(parts)});
}

ShapeId Shapes::array(ScalarSort index, ShapeId element) {
  return add({Shape::Kind::array, index, false, {element}});
}

ShapeId Shapes::of(TypeId id, bool plain) {
  const network::Type& type = (*instance_.model)[id];
  switch (type.kind) {
    case TypeKind::integer:
      return number;
    case TypeKind::range:
      return plain ? number : leaf(sorts_.add(instance_.size(id).bounds));
    case TypeKind::structure: {
      std::vector<ShapeId> parts;
      for (const auto& f :
           instance_.model->structs[type.structure.index()].fields) {
        parts.push_back(of(f.type, plain));
      }
      return structure(std::move(parts));
    }
    case TypeKind::array: {
      const network::Bounds all{
          0, static_cast<network::Scalar>(instance_.size(id).size) - 1};
      const ScalarSort index = plain ? ScalarSorts::number : sorts_.add(all);
      return array(index, of(type.element, plain));
    }
    case TypeKind::node_array: {
      const ShapeId element = of(type.element, plain);
      return add({Shape::Kind::array, ScalarSorts::number, true, {element}});
    }
    case TypeKind::queue:
      return array(ScalarSorts::number, of(type.element, true));
    default:
      return opaque;
  }
}

void Shapes::join(ShapeId first, ShapeId second, Span span) {
  std::vector<std::pair<ShapeId, ShapeId>> open{{first, second}};
  while (!open.empty()) {
    network::poll();
    const auto [a, b] = open.back();
    open.pop_back();
    if (a == b) continue;
    const Shape& x = (*this)[a];
    const Shape& y = (*this)[b];
    if (x.kind != y.kind || x.kind == Shape::Kind::opaque) continue;
    if (!x.by_nodes && !y.by_nodes && x.kind != Shape::Kind::structure) {
      sorts_.join(x.sort, y.sort, span);
    }
    for (std::size_t i = 0; i < std::min(x.parts.size(), y.parts.size()); ++i) {
      open.emplace_back(x.parts[i], y.parts[i]);
    }
  }
}

}  // namespace vicinal::symmetry::inline detection
