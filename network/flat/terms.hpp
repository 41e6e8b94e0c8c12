// SPDX-License-Identifier: MIT
// Expressions over the scalar variables of one instance: what is left of the
// language when indices, ports, quantifiers and bound variables are gone.
//
// No term fails: where evaluation may fail in the language, the condition of
// that is a term of its own (guarded.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "network/base/arithmetic.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::flat {

using network::Bounds;
using network::Scalar;
using network::Span;

using TermId = network::Id<struct TermTag>;

enum class TermOp : std::uint8_t {
  constant,   // value
  slot,       // value: number of a slot of the state
  temporary,  // value: number, among those of the same sort
  add,        // two or more children
  subtract,
  multiply,
  quotient,   // rounds to zero; the divisor is positive. Unlimited: Euclidean
  remainder,  // of that
  less,
  equal,
  logical_not,
  logical_and,
  logical_or,  // and, or: two or more children; left to right, stopping
  choose,      // condition, then, else; only the one chosen is evaluated
};

// What numbers are.
enum class Width : std::uint8_t {
  narrow,  // of 32 bits, as other tools have them; others are refused
  whole,   // whole ones; where they leave the 64 bits of the language it fails
  unlimited,  // whole, in terms of any size: for who does not recurse into them
};

struct Term {
  TermOp op = TermOp::constant;
  bool truth = false;           // a truth value; else a number
  network::EnumId enumeration;  // constant: how to print it; may be none
  Scalar value = 0;
  Bounds bounds;  // of its values, wherever nothing failed
  // It may be less, or more, than a number of 64 bits where nothing failed
  // before: a failure, if it is a number of the language.
  bool below = false, above = false;
  network::Range children;
  std::uint64_t size = 1;   // nodes, written out as a tree
  std::uint32_t depth = 1;  // of that tree
};

// Why something cannot be exported: thrown by `Terms`, and by who flattens.
struct Refusal {
  enum class Kind : std::uint8_t { wide, large } kind = Kind::wide;
  Span span;
  std::string message;
};

// Makes terms, equal ones once; constants are folded, and what the bounds of
// the operands decide. Throws Refusal at `here` for a value that may leave what
// is narrow, and for a term that is too large or too deep for other tools'
// parsers; not of unlimited ones.
class Terms {
 public:
  explicit Terms(Width width = Width::narrow) : width_(width) {}

  static constexpr std::uint64_t most_nodes = std::uint64_t{1} << 21;
  static constexpr std::uint32_t most_depth = 1000;

  Span here;  // what is translated now

  TermId number(Scalar value, network::EnumId enumeration = {});
  TermId truth(bool value);
  TermId slot(std::uint32_t slot, const Bounds& bounds, bool truth);
  TermId temporary(std::uint32_t number, const Bounds& bounds, bool truth);

  TermId add(TermId a, TermId b);
  TermId sum(std::span<const TermId> terms);
  TermId subtract(TermId a, TermId b);
  TermId multiply(TermId a, TermId b);
  // Euclidean; 0 if the divisor is 0. A divisor that may be the least number is
  // refused.
  TermId divide(TermId a, TermId b);
  TermId modulo(TermId a, TermId b);
  TermId less(TermId a, TermId b);
  TermId at_most(TermId a, TermId b) { return negate(less(b, a)); }
  TermId equal(TermId a, TermId b);
  TermId negate(TermId a);  // of truth values
  TermId both(TermId a, TermId b);
  TermId either(TermId a, TermId b);
  TermId all(std::span<const TermId> terms);
  TermId any(std::span<const TermId> terms);
  TermId choose(TermId condition, TermId then, TermId otherwise);
  // 1 if it holds, else 0.
  TermId indicator(TermId condition);
  // The quotient of a sum of equal numbers by how many they are; 0 of none.
  TermId shared(TermId sum, TermId count, const Bounds& bounds);
  // Whether the value is no number of the language.
  TermId leaves(TermId a);
  // Whether the value lies within the bounds.
  TermId within(TermId a, const Bounds& bounds);
  // The operation of a term that has children, on others.
  TermId again(TermId of, std::span<const TermId> children);

  const Term& operator[](TermId id) const { return terms_[id.index()]; }
  TermId child(const Term& t, std::size_t i) const {
    return children_[t.children.begin + i];
  }
  bool is(TermId id, bool value) const {
    const Term& t = (*this)[id];
    return t.op == TermOp::constant && t.truth && (t.value != 0) == value;
  }
  bool constant(TermId id) const { return (*this)[id].op == TermOp::constant; }
  Width width() const { return width_; }
  // Whether somebody asked and it may.
  bool may_leave() const { return may_leave_; }
  // What is translated, of so many nodes, may be too long.
  void require_small(std::uint64_t nodes, std::uint32_t depth = 1) const;

 private:
  // Of an operation on numbers: its exact bounds.
  TermId number_of(TermOp op, network::Wide low, network::Wide high,
                   std::vector<TermId> children);
  TermId make(Term term, std::vector<TermId> children);
  TermId junction(TermOp op, std::span<const TermId> terms);
  TermId positive_divide(TermId a, TermId b);
  TermId positive_modulo(TermId a, TermId b);
  TermId cut(TermOp op, TermId a, TermId b);
  bool has_euclidean(TermId a, TermId b) const;
  TermId euclidean(TermOp op, TermId a, TermId b);
  void refuse_least(TermId divisor) const;

  struct Key {
    TermOp op;
    bool truth;
    std::uint32_t enumeration;
    Scalar value, low, high;
    std::vector<TermId> children;
    auto operator<=>(const Key&) const = default;
  };
  Width width_;
  bool may_leave_ = false;
  std::map<Key, TermId> known_;
  std::vector<Term> terms_;
  std::vector<TermId> children_;
};

}  // namespace vicinal::flat
