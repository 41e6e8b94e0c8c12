// SPDX-License-Identifier: MIT
// Internal to the translation of one Murphi file: what it knows of types,
// variables, values and loops.
#pragma once

#include <rumur/rumur.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "network/imports/murphi/reader_impl.hpp"
#include "network/imports/tree/tree_builder.hpp"

namespace vicinal::murphi {

namespace ast = network::ast;
using ast::ExprId;
using ast::ExprKind;
using ast::StmtId;
using TypeRef = std::size_t;
using Statements = std::vector<rumur::Ptr<rumur::Stmt>>;

inline constexpr std::size_t nothing = SIZE_MAX;

enum class Sort : std::uint8_t {
  boolean,
  number,
  listed,
  scalarset,
  record,
  array
};

struct Field {
  std::string name;
  TypeRef type = 0;
};

struct Type {
  Sort sort = Sort::boolean;
  std::int64_t low = 0, high = 1;  // of numbers; of all others, positions
  std::size_t which = 0;           // into listed_, scalarsets_
  std::vector<Field> fields;
  TypeRef index = 0, element = 0;
};

struct Listed {
  std::string name;
  std::vector<std::string> constants;
  std::string number;  // the definition that gives their positions; or none
  Span span;
};

// What says how many elements scalarsets have: a constant, or a number.
struct Size {
  std::string name;
  std::int64_t value = 1;
  std::size_t key = 0;  // id of the constant, else of the scalarset
  Span span;
};

struct Scalarset {
  std::string family, process;
  std::size_t id = 0;    // of librumur
  std::size_t size = 0;  // into sizes_
  Span span;
};

struct Leaf {
  std::string key;    // fields and '[]' from the variable on
  std::string name;   // in our tree
  std::string known;  // the companion, where it has one
  TypeRef type = 0;
  std::vector<TypeRef> indices;
  std::size_t node = nothing;  // the index that is the node
  bool undefined = false;      // it may be
};

struct Variable {
  std::string name;
  std::size_t decl = 0;
  TypeRef type = 0;
  Span span;
  bool scratch = false;  // of a rule: at its default between steps
  std::vector<Leaf> leaves;
};

// Which cell an index names, as far as it is known without a state: '#' and a
// position, 'v' and the id of a bound variable, or '?'.
using Cell = std::string;

struct Value {
  ExprId e;
  TypeRef type = 0;
  std::optional<std::int64_t> constant;  // a number or a position
  std::int64_t low = 0, high = 0;        // of numbers
  bool fails = false;                    // evaluation may
  Cell cell = "?";
  std::set<std::size_t> reads;  // variables
  ExprId unchecked;             // of a scalarset that may be undefined
};

// A variable or a part of one.
struct Place {
  std::size_t variable = 0;
  std::string key;
  TypeRef type = 0;
  std::vector<Value> indices;
};

struct Binding {
  std::optional<Value> value;
  std::optional<Place> place;
};

struct Closing {
  std::string why;
  Span span;
};

struct Findings {
  std::set<std::pair<std::size_t, std::string>> undefined;  // decl, key
  std::map<std::size_t, Closing> closed;                    // by Size::key
  // Scalarsets of one size are one type in Murphi. Where two meet, the second
  // is the first, by their ids.
  std::map<std::size_t, std::size_t> merged;
  // Numbers that calls return, by the ids of the calls: types of results are
  // not checked.
  std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> returned;
  bool start_by_rules = false;
  bool changed = false;
};

// Leaves that are surely defined here, as variable, key and cells, where '*'
// stands for every cell.
struct Defined {
  bool dead = false;  // nothing comes here
  std::set<std::string> cells;
};

// Bounds of a loop that are no constants.
struct Bounds {
  Value from, to;
  std::optional<Value> by;
};

// What one loop or quantifier ranges over. With bounds, rounds are counted from
// 0 on, and some of the last ones may not be.
struct Domain {
  TypeRef type = 0;
  std::int64_t low = 0, high = 0, step = 1;
  Span span;
  std::optional<Bounds> bounds;
  std::int64_t count() const { return (high - low) / step + 1; }
};

// The body of a rule, a start state, a procedure that is being translated.
struct Frame {
  const rumur::Function* function = nullptr;
  std::size_t returned = nothing;  // the variable that says so
  std::size_t result = nothing;
  std::vector<Defined> at_return;
};

// An access to a leaf in the body of a loop.
struct Access {
  std::size_t variable = 0;
  std::string key;
  std::vector<Cell> cells;
  bool write = false;
  std::string written;  // the constant, where it is one
  Span span;
};

}  // namespace vicinal::murphi
