// SPDX-License-Identifier: MIT
// What the parts of a question hand to each other: the terms of a value, what
// is bound where something is evaluated, places of the state. Data, and what
// can be said of it without a model.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "network/language/model.hpp"
#include "obligations/meaning/term.hpp"

namespace vicinal::obligations::inline meaning {

using network::Binder;
using network::DomainKind;
using network::Expr;
using network::ExprId;
using network::Model;
using network::NodeFamilyId;
using network::Op;
using network::Range;
using network::TypeId;
using network::TypeKind;

inline constexpr std::uint32_t no_family = UINT32_MAX;
// Indices are below this in every instance, and no size is greater.
inline constexpr std::int64_t max_index = std::int64_t{1} << 31;

// The terms of a value. Data: one per slot (truth values are of sort truth).
// A node: its indices; its family is always known. An edge: the number of its
// family, then its indices, filled up with zeros.
struct Value {
  std::vector<Term> slots;
  std::uint32_t family = no_family;  // of a node

  // No aggregate: where one is made in braces, and what stands after it throws
  // (making terms polls), GCC 12 destroys its first member twice.
  Value() = default;
  Value(std::vector<Term> terms, std::uint32_t node_family = no_family)
      : slots(std::move(terms)), family(node_family) {}

  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

// Where the value stands; `error`: evaluation is a model error.
struct Result {
  Value value;
  Term error;

  Term term() const { return value.slots.at(0); }
};

// A state: the initial one (0) or the one after a write. Writes are a tree
// growing from 0, so that old states stay readable.
using StateId = std::uint32_t;

struct Env {
  Value self;
  std::vector<Value> frame;
  StateId state = 0;
};

// Nothing bound, the initial state.
inline Env nothing_bound(const Model& model) {
  Env e;
  e.frame.resize(model.frame + 2);
  return e;
}

// A function of the state: slot `slot` of all nodes of a family (their
// variables one after the other), of all edges of a family, of a shared
// variable. In arrays indexed by nodes the indices of these nodes follow, one
// array after the other; the place of a whole array has none of them.
enum class PlaceKind : std::uint8_t { node, edge, shared };
struct Place {
  PlaceKind kind = PlaceKind::node;
  std::uint32_t item = 0;  // family, or SharedId
  std::uint32_t slot = 0;
  std::vector<Term> indices;

  auto operator<=>(const Place&) const = default;
};

// Where a place expression points, under which condition; several if the
// family of an edge or the index into an array is not known.
struct Location {
  Term condition;
  Place place;  // its first slot
};
struct Located {
  std::vector<Location> locations;
  Term error;
};

// A value that a binder may take, and what must hold for it to be a member.
struct Choice {
  Value value;
  Term premise;
};

// Equal slots, of nodes of one family.
inline Term same(Terms& terms, const Value& a, const Value& b) {
  if (a.family != b.family) return terms.no();
  std::vector<Term> parts;
  for (std::size_t i = 0; i < a.slots.size(); ++i) {
    parts.push_back(terms.equal(a.slots[i], b.slots[i]));
  }
  return terms.all(std::move(parts));
}
// Whether one place is the other, or in it, as far as indices say.
inline Term inside(Terms& terms, const Place& part, const Place& whole) {
  std::vector<Term> parts;
  for (std::size_t i = 0; i < part.indices.size() && i < whole.indices.size();
       ++i) {
    parts.push_back(terms.equal(part.indices[i], whole.indices[i]));
  }
  return terms.all(std::move(parts));
}
// Each index is at least 0 and below its dimension.
inline Term within(Terms& terms, std::span<const Term> indices,
                   std::span<const Term> dims) {
  std::vector<Term> parts;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    parts.push_back(terms.less_equal(terms.number(0), indices[d]));
    parts.push_back(terms.less(indices[d], dims[d]));
  }
  return terms.all(std::move(parts));
}

inline std::vector<Binder> binders_of(const Model& model, Range binders) {
  return {model.binders.begin() + binders.begin,
          model.binders.begin() + binders.end};
}

}  // namespace vicinal::obligations::inline meaning
