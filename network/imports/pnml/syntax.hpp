// SPDX-License-Identifier: MIT
// A Petri net, as a PNML file has it: pages are gone, references are followed,
// sorts and terms fit. A place/transition net is one in which all sorts are
// dots.
//
// Sorts are flat: a product of products is the product of their parts, and a
// dot, which is always the same value, is no part. What is left of a sort is
// its domain, a list of classes.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "network/base/source.hpp"

namespace vicinal::pnml {

using network::Span;

struct Word {
  std::string text;
  Span span;
};

// Colours of one class are numbers from 0 on, in the order of their class.
struct ColourClass {
  Word name;
  bool listed = false;               // an enumeration: its colours have names
  std::vector<std::string> colours;  // where they have
  std::int64_t first = 0;            // of a range of integers
  std::int64_t size = 0;
};

using Domain = std::vector<std::size_t>;  // into Net::classes

struct Variable {
  Word name;
  Domain domain;
};

enum class ColourKind : std::uint8_t { constant, variable, all };

// One part of a tuple.
struct Colour {
  ColourKind kind = ColourKind::constant;
  std::int64_t value = 0;     // constant: the colour; variable: how far behind,
                              // modulo the size of the class
  std::size_t variable = 0;   // into Net::variables
  std::size_t component = 0;  // of its domain
  auto operator<=>(const Colour&) const = default;
};

using Tuple = std::vector<Colour>;

enum class TermKind : std::uint8_t { tuple, add, subtract };

// A multiset: so many of one tuple, or what two or more others make.
struct Term {
  TermKind kind = TermKind::add;  // of no parts: the empty one
  std::int64_t times = 1;  // of a tuple, or of all that is made of the parts
  Tuple tuple;
  std::vector<Term> parts;  // subtract: all others from the first one
  Span span;
};

enum class ConditionKind : std::uint8_t {
  constant,
  conjunction,
  disjunction,
  negation,
  implication,
  equal,
  less,  // of one part each
};

struct Condition {
  ConditionKind kind = ConditionKind::constant;
  bool value = true;
  std::vector<Condition> parts;
  Tuple left, right;
  Domain domain;  // of both
  int depth = 0;  // of what nests in it
  Span span;
};

struct Place {
  std::string id;
  Word name;  // its id, where it has no name
  Domain domain;
  Term marking;
};

struct Arc {
  std::size_t place = 0;  // into Net::places
  Term term;
  Span span;
};

struct Transition {
  std::string id;
  Word name;
  Condition condition;
  std::vector<Arc> inputs, outputs;
};

struct Net {
  std::vector<ColourClass> classes;
  std::vector<Variable> variables;
  std::vector<Place> places;
  std::vector<Transition> transitions;
};

// Numbers of a file are at most this, so that sums of a few are numbers.
inline constexpr std::int64_t largest_number = 1'000'000'000'000'000;
// Of the colours of a class, and of a domain.
inline constexpr std::int64_t most_colours = 1'000'000;
// Of the domains of all places.
inline constexpr std::int64_t most_cells = 4'000'000;
// Of a condition.
inline constexpr int most_depth = 100;

}  // namespace vicinal::pnml
