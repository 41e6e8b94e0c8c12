// SPDX-License-Identifier: MIT
// Which numbers of a model are of one kind: a union of what is compared,
// assigned or used as an index of the same thing. A sort is broken where its
// numbers are used as numbers (Ip and Dill, 1996).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "network/base/union_find.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::symmetry::inline detection {

using ScalarSort = std::uint32_t;

class ScalarSorts {
 public:
  // What is no member of a sort: whatever is joined with it is broken.
  static constexpr ScalarSort number = 0;

  ScalarSorts();

  // Members are all numbers within the bounds. A name is what users know it by,
  // with its place in the order of names; what has none is not reported.
  ScalarSort add(network::Bounds domain);
  void name(ScalarSort s, std::uint32_t place, std::string text);

  // Broken: at the first of all places.
  void mark(ScalarSort s, network::Span span);
  // They are one, unless their members differ: then both are broken.
  void join(ScalarSort a, ScalarSort b, network::Span span);

  ScalarSort find(ScalarSort s) const { return sets_.find(s); }

  struct Class {
    network::Bounds domain;
    network::Span broken;  // invalid: it is not
    std::set<std::pair<std::uint32_t, std::string>> names;
  };
  const Class& operator[](ScalarSort s) const { return classes_[find(s)]; }
  std::size_t size() const { return classes_.size(); }

 private:
  network::UnionFind sets_;
  std::vector<Class> classes_;
};

using ShapeId = network::Id<struct ShapeTag>;

// What a value is made of, as far as numbers go: those of a node, an
// enumeration or a truth value are opaque.
struct Shape {
  enum class Kind : std::uint8_t { opaque, leaf, array, structure };
  Kind kind = Kind::opaque;
  ScalarSort sort = ScalarSorts::number;  // leaf; array: of its indices
  bool by_nodes = false;                  // array: indices are nodes
  std::vector<ShapeId> parts;             // array: one for all elements
};

class Shapes {
 public:
  Shapes(const network::Instance& instance, ScalarSorts& sorts);

  static constexpr ShapeId opaque{0}, number{1};

  // Of a variable of the type, with sorts of its own. Plain: its numbers are of
  // no sort. O(type).
  ShapeId of(network::TypeId type, bool plain);
  ShapeId leaf(ScalarSort sort);
  ShapeId structure(std::vector<ShapeId> parts);
  ShapeId array(ScalarSort index, ShapeId element);

  const Shape& operator[](ShapeId id) const { return shapes_[id.index()]; }
  ScalarSort sort_of(ShapeId id) const {
    const Shape& s = (*this)[id];
    return s.kind == Shape::Kind::leaf ? s.sort : ScalarSorts::number;
  }
  // Values of the one become values of the other, or are compared with them.
  void join(ShapeId a, ShapeId b, network::Span span);

 private:
  ShapeId add(Shape shape);

  const network::Instance& instance_;
  ScalarSorts& sorts_;
  std::vector<Shape> shapes_;
};

}  // namespace vicinal::symmetry::inline detection
