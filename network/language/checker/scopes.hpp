// SPDX-License-Identifier: MIT
// What names stand for, and which of them an expression sees. Not for use
// outside network/language/checker.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// What a name that the whole file sees stands for.
enum class SymbolKind : std::uint8_t {
  enumeration,
  enum_constant,
  structure,
  constant,
  parameter,
  definition,
  process,
  node_family,
  edge_family,
  shared,
};

struct Symbol {
  SymbolKind kind;
  std::uint32_t item = 0;  // index in the tree or the model
  std::uint32_t part = 0;  // enum_constant: its number
  Span span;
};

// Where an expression stands, and so what it may see.
enum class Site : std::uint8_t {
  constant,     // consts, bounds of parameters: no parameters
  size,         // dimensions, bounds of types: parameters
  wiring,       // network block: parameters, loop variables, nodes, edges
  initial,      // initial values: parameters, `index`
  own_initial,  // of a process's variable: also its constants
  init,         // init formulas: any state
  action,       // of a process: own names, others
  rule,         // guard and body of a rule: anything
  property,     // anything, and `enabled`
};

// A family of edges, or a port set of one node.
struct EdgeSet {
  DomainKind domain = DomainKind::edge_family;
  std::uint32_t item = 0;
  Op node = Op::error;          // of a port set: self, a bound variable
  std::uint32_t node_item = 0;  // which

  bool operator==(const EdgeSet&) const = default;
};

// A bound variable or a parameter of a definition.
struct Local {
  std::string name;
  ExprId expr;  // what it stands for; none: an error was reported
  Span span;
  // An edge bound over a port set: whose (own: of self) and which.
  bool own_port = false;
  std::uint32_t port = 0;
  // Of an edge: what it is bound over. Equal ones have equal members.
  std::optional<EdgeSet> edges;
};

struct Scope {
  Site site = Site::property;
  ProcessId process;  // whose own names are visible; none outside
  std::vector<Local> locals;
  std::uint32_t slots = 0;    // slots in use
  bool reads_others = false;  // set when an expression does
  bool in_definition = false;
  ExprId index;  // what `index` means here; none: nothing
};

}  // namespace vicinal::network::inline language
