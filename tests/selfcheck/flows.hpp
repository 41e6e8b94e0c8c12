// SPDX-License-Identifier: MIT
// Every kind of type, what the language says of two of them, and models in
// which a value of the one meets a place of the other. Written from
// docs/language.md, not from network/language/type_flow.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vicinal::selfcheck {

struct Sort {
  enum class Kind : std::uint8_t {
    truth,
    integer,
    range,
    constant,
    record,
    array,  // by numbers; `size`
    marks,  // by the nodes of `family`
    reference,
    queue,
    none,  // the word: a value only
    node   // self: a value only
  } kind = Kind::truth;
  std::string text;  // the type; of values only, the value
  int low = 0, high = 0;
  int size = 0;
  std::string family;
  std::vector<Sort> element;
  std::string start;  // a value to start with, if one can be written
  // Statements that give values to the place `$`.
  std::vector<std::string> settings;

  bool number() const { return kind == Kind::integer || kind == Kind::range; }
  bool variable() const { return kind != Kind::none && kind != Kind::node; }
  bool holds_queue() const {
    return kind == Kind::queue ||
           (!element.empty() && element[0].holds_queue());
  }
};

std::vector<Sort> sorts();

enum class Flow : std::uint8_t { same, checked, refused };

// What becomes of a value of the one type on its way to a place of the other.
Flow expected(const Sort& value, const Sort& place);

// Whether the two can be compared, be the values of an `if`, stand in an array.
bool meet(const Sort& a, const Sort& b);

// A way in which a value v meets a place w.
struct Position {
  std::string name;
  enum class Rule : std::uint8_t {
    flows,
    meets,
    without_nodes,
    identical
  } rule = Rule::flows;
  std::string move;                // statements of an action
  std::string guard;               // of that action
  std::string globals, variables;  // declarations; $A, $B, $start: of w
  bool needs_start = false;        // w's type has a value that can be written
  bool wired = false;              // v is at an edge, w's type at the port
  bool others = false;             // needs two nodes to be interesting
  bool local = true;               // the local engines take it
  bool no_queue = false;           // w's type holds none
};

const std::vector<Position>& positions();

bool applies(const Position& position, const Sort& v, const Sort& w);
bool accepted(const Position& position, const Sort& v, const Sort& w);

// With a parameter n, the number of nodes. Invariants: `early` fails, `equal`
// and `differ` say that v and w are, and are not, the same in the end.
// `wide`: with a variable of many values, which tables do not hold.
std::string model_of(const Position& position, const Sort& v, const Sort& w,
                     bool wide);

}  // namespace vicinal::selfcheck
