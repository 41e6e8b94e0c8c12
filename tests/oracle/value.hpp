// SPDX-License-Identifier: MIT
// Values and types of the oracle: trees, and what may go wrong with them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace vicinal::oracle {

// The number of the struct that an edge is which comes and goes.
inline constexpr int wire = -2;

struct Value {
  enum class Kind : std::uint8_t {
    unseen,  // of a variable that a view does not show
    boolean,
    number,
    constant,   // of the enumeration number `of`; n: which
    none,       // the reference to nobody
    node,       // n: which; also a reference to it
    structure,  // of the struct number `of`
    array,      // `of`: the family whose nodes index it; -1: numbers do
    queue,      // n: its capacity; the head is first
  };
  Kind kind = Kind::unseen;
  int of = -1;
  std::int64_t n = 0;
  std::vector<Value> parts;

  bool operator<(const Value& other) const;
  bool operator==(const Value&) const = default;
};

Value number(std::int64_t n);
Value boolean(bool b);

// Whether `a == b` in the language: an array written out has no family, and
// capacities do not matter.
bool equal(const Value& a, const Value& b);

struct Type {
  enum class Kind : std::uint8_t {
    boolean,
    number,
    constant,
    reference,
    structure,
    array,
    queue
  };
  Kind kind = Kind::boolean;
  std::int64_t low = 0, high = 0;  // number
  int of = -1;            // the enumeration, the struct, the family (see Value)
  std::int64_t size = 0;  // array, queue
  std::vector<Type> parts;  // fields; of arrays, queues: the element
};

// A model error (design 3.2).
struct Error {
  enum class Kind : std::uint8_t {
    out_of_range,
    bad_index,
    division_by_zero,
    negative_exponent,
    overflow,
    none_followed,
    queue_full,
    queue_empty,
    no_member,
    same_place,
    endless_loop
  };
  Kind kind;
};

// A value was needed that the view does not show.
struct Unseen {};

// The model is too large for brute force.
struct TooLarge {};

// The sizes make no instance: a port is not connected, a family has a
// negative size, an initial value lies outside of its type.
struct NoInstance : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A parameter's value is not in its range: nobody asks for such an instance.
struct OutOfRange : NoInstance {
  using NoInstance::NoInstance;
};

// Operations on 64 bits; each throws Error.
std::int64_t add(std::int64_t a, std::int64_t b);
std::int64_t subtract(std::int64_t a, std::int64_t b);
std::int64_t multiply(std::int64_t a, std::int64_t b);
std::int64_t divide(std::int64_t a, std::int64_t b);  // Euclid's
std::int64_t modulo(std::int64_t a, std::int64_t b);
std::int64_t power(std::int64_t a, std::int64_t b);
std::int64_t absolute(std::int64_t a);

}  // namespace vicinal::oracle
