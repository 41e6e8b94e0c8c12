// SPDX-License-Identifier: MIT
// A checked model: the syntax tree with names resolved, definitions
// substituted, constants replaced by their values and every expression typed.
// Size parameters stay symbolic: one Model stands for a family of instances
// (design 3); `elaborate` (instance.hpp) makes an Instance of given size.
//
// Expressions are immutable nodes in one arena. Bound variables (of actions,
// quantifiers, loops) are slots of a frame, numbered from 0 within each action
// or property in the order of nesting; two that are never visible together may
// share a slot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/source.hpp"
#include "network/language/ast.hpp"
#include "network/language/model_ids.hpp"
#include "network/language/ranking.hpp"

namespace vicinal::network::inline language {

// ---- Types -----------------------------------------------------------------

enum class TypeKind : std::uint8_t {
  boolean,
  integer,      // `int`, and the type of every arithmetic expression
  range,        // low..high
  enumeration,  // enumeration
  structure,    // structure
  array,        // element[size]
  node_array,   // element[family]: one element for each node of the family
  reference,    // id of family; also of `none`, with no family
  queue,        // queue element[size]
  node,         // of a process; expressions only, never stored
  edge,         // of a value type `element`; expressions only, never stored
  formula,      // a temporal formula
  error,
};

// Types are interned: equal types have equal ids.
struct Type {
  TypeKind kind = TypeKind::error;
  EnumId enumeration;
  StructId structure;
  ProcessId process;    // node
  NodeFamilyId family;  // node_array, reference; node: if it is known
  TypeId element;
  ExprId size;       // array, queue: over parameters
  ExprId low, high;  // range: over parameters

  bool operator==(const Type&) const = default;
  bool numeric() const {
    return kind == TypeKind::integer || kind == TypeKind::range;
  }
};

struct FieldType {
  std::string name;
  TypeId type;
};

struct Enumeration {
  std::string name;
  std::vector<std::string> constants;
  Span span;
};

struct Structure {
  std::string name;
  std::vector<FieldType> fields;
  Span span;
};

// ---- Expressions -----------------------------------------------------------

// The value of an expression is a sequence of scalars (64-bit integers), as
// long as its type has slots (instance.hpp): booleans 0 and 1, enumeration
// constants by number, a node or an edge by its id, a reference by the index
// of the node in its family, or -1 for `none`. A struct or an array is its
// parts in order; a queue its length, then `size` elements, those beyond the
// length zero (the default value of their type, see Layout).
enum class Op : std::uint8_t {
  literal,    // value; type boolean, integer, enumeration, reference (none)
  parameter,  // item: ParamId
  bound,      // item: slot
  self,       // the acting node
  // Nodes and edges
  family_node,       // item: NodeFamilyId; children: indices
  dereference,       // child: a reference; error if none
  to_reference,      // child: a node; item: NodeFamilyId; -2 if not in it
  family_edge,       // item: EdgeFamilyId; children: indices
  port_edge,         // item: number of a single port; child: node
  node_index,        // index(q): child: node; row-major
  process_constant,  // item: number; child: node
  same,              // children: two edges
  adjacent,          // children: two nodes
  // Places: what may be assigned, and read
  variable,    // item: number of the variable of the process; child: node
  edge_value,  // child: edge
  shared,      // item: SharedId; children: indices
  field,       // item: number; child: struct
  element,     // children: array or queue (elements of queues are read only),
               // index (integer; for a node_array a node)
  // Construction
  make_structure,  // children
  make_array,      // children
  // Queues
  head,
  length,
  full,
  empty,  // child: queue
  // Arithmetic, on 64 bits with errors for overflow
  negate,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  minimum,
  maximum,
  absolute,
  power,
  // Comparison; equal and not_equal of any two values of one type
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  // Logic: left to right, stopping
  logical_not,
  logical_and,
  logical_or,  // and, or: two or more children
  implies,
  iff,
  if_then_else,
  // Quantifiers over `binders`; body is the last child
  forall,
  exists,
  exactly,
  atmost,  // children: k, body
  count,
  sum,
  least,
  greatest,  // error if there is no member; item: of the index of a node at
             // the other end of an edge the number of its Peer, plus 1
  enabled,   // some action or rule is enabled
  // Temporal formulas
  atom,
  next,
  finally,
  globally,
  until,
  weak_until,
  release,
  for_all_paths,
  exists_path,
  error,
};

struct Expr {
  Op op = Op::error;
  TypeId type;
  std::uint32_t item = 0;
  std::int64_t value = 0;
  Range children;  // into Model::expr_children
  Range binders;   // into Model::binders
  Span span;
};

enum class DomainKind : std::uint8_t {
  node_family,  // item: NodeFamilyId
  process,      // item: ProcessId: all its nodes, in the order of families
  edge_family,  // item: EdgeFamilyId
  port_set,     // item: number of the port; node: whose
  range,        // low..high; empty if high < low
  enumeration,  // item: EnumId
};

// One bound variable and what it ranges over. A later binder of the same list
// may mention an earlier one.
struct Binder {
  std::string name;
  std::uint32_t slot = 0;
  DomainKind domain = DomainKind::range;
  std::uint32_t item = 0;
  ExprId node;
  ExprId low, high;
  TypeId type;  // of the variable: node, edge, integer, enumeration
  Span span;
};

// What peer(e) is asked of: an edge, and the port of the node that sees it.
struct Peer {
  ExprId edge;
  ExprId node;
  std::uint32_t port = 0;
};

// ---- Statements ------------------------------------------------------------

struct Stmt {
  ast::StmtKind kind = ast::StmtKind::skip;
  Span span;
  Range targets, values;  // into expr_children; places, expressions
  ExprId condition;
  Range binders;          // loop: one or more
  Range body, otherwise;  // into stmt_children
};

// ---- Declarations ----------------------------------------------------------

struct Parameter {
  std::string name;
  std::int64_t low = 0;
  std::optional<std::int64_t> high;  // none: open
  std::int64_t value = 0;            // the default
  Span span;
};

// A `const`, with the value it has in this run.
struct Constant {
  std::string name;
  TypeId type;
  std::int64_t value = 0;
  Span span;
  std::string given;  // what a setting (-D) gave; empty: the model's own value
};

struct Port {
  std::string name;
  bool set = false;
  ast::Direction direction = ast::Direction::inout;
  TypeId type;
  Span span;

  bool reads() const { return direction != ast::Direction::out; }
  bool writes() const { return direction != ast::Direction::in; }
};

struct Variable {
  std::string name;
  TypeId type;
  ExprId initial;  // none: any value; may mention self through node_index
  Span span;
};

// An action of a process or a rule. The binders take the slots 0, 1, ... of
// the frame.
struct Action {
  std::string name;
  Range binders;
  ExprId guard;             // none: true
  ExprId priority;          // none: no clause
  Range body;               // into stmt_children
  std::uint32_t frame = 0;  // slots needed
  // The guard, the priority reads variables of other nodes or edges that the
  // process does not know by a port (a global guard, design 3.4).
  bool global_guard = false;
  bool global_priority = false;
  bool global_range = false;  // the ranges of the binders do
  bool global_body = false;   // statements do
  Span span;
};

struct Process {
  std::string name;
  std::vector<FieldType> constants;
  std::vector<Port> ports;
  std::vector<Variable> variables;
  std::vector<Action> actions;
  Span span;
};

struct NodeFamily {
  std::string name;
  ProcessId process;
  std::vector<ExprId> dimensions;  // over parameters; none: a single node
  std::vector<ExprId> arguments;   // per constant of the process; slot 0 is
                                   // `index`
  // Per constant: the attribute of a file that it is; empty: its argument is
  // an expression. Only in networks of kind from_file. And where it is named.
  std::vector<std::string> attributes;
  std::vector<Span> attribute_spans;
  Span span;
};

struct EdgeFamily {
  std::string name;
  TypeId type;
  std::vector<ExprId> dimensions;
  std::string color;  // empty: none given; the name counts
  ExprId initial;     // none: any value; slot 0 is `index`
  // Networks of kind any and from_file: the ports of the ends.
  std::string via_write, via_read;
  Span span;
};

// What stands in a network block besides the families.
struct Connection {
  ast::ItemKind kind = ast::ItemKind::connect;  // connect, loop, branch
  Span span;
  struct End {
    ExprId node;
    std::uint32_t port = 0;  // of the node's process
    Span span;
  };
  std::vector<End> ends;            // connect
  ExprId edge;                      // connect
  ExprId condition;                 // branch
  Range binders;                    // loop: slots from 0 by nesting
  std::vector<std::uint32_t> body;  // loop, branch: into Model::connections
  std::vector<std::uint32_t> otherwise;
};

struct SharedVariable {
  std::string name;
  TypeId type;
  std::vector<ExprId> dimensions;
  ExprId initial;        // none: any value; slot 0 is `index` (row-major)
  bool written = false;  // by an action or a rule
  Span span;
};

struct Property {
  ast::PropertyKind kind = ast::PropertyKind::invariant;
  std::string name;
  ExprId formula;
  std::uint32_t frame = 0;
  Span span;
};

struct Fairness {
  bool global = false;  // of all steps: then there is no action
  bool strong = false;
  ProcessId process;       // none: a rule
  std::uint32_t item = 0;  // action of the process, or rule
  Span span;
};

// The name of the implicit invariant of design 3.2.
inline constexpr std::string_view no_model_error = "no model error";

struct Model {
  const Source* source = nullptr;

  std::vector<Type> types;
  std::vector<Enumeration> enums;
  std::vector<Structure> structs;
  std::vector<Parameter> parameters;
  std::vector<Constant> constants;
  std::vector<Process> processes;
  std::vector<NodeFamily> node_families;
  std::vector<EdgeFamily> edge_families;
  std::vector<Connection> connections;
  std::vector<std::uint32_t> network_body;  // top-level connections, in order
  bool has_network = false;
  ast::NetworkKind network_kind = ast::NetworkKind::block;
  std::string network_file;  // from_file
  Span network_span;
  std::vector<SharedVariable> shared;
  std::vector<ExprId> inits;  // all, conjoined
  std::vector<Action> rules;
  std::vector<Property> properties;
  std::vector<Fairness> fairness;
  std::vector<Ranking> rankings;
  std::uint32_t frame = 0;  // slots that any expression or action needs

  // Arenas
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Binder> binders;
  std::vector<Peer> peers;
  std::vector<ExprId> expr_children;
  std::vector<StmtId> stmt_children;

  const Type& operator[](TypeId id) const { return types[id.index()]; }
  const Expr& operator[](ExprId id) const { return exprs[id.index()]; }
  const Stmt& operator[](StmtId id) const { return stmts[id.index()]; }
  const Process& operator[](ProcessId id) const {
    return processes[id.index()];
  }
  ExprId child(const Expr& e, std::size_t i) const {
    return expr_children[e.children.begin + i];
  }
};

}  // namespace vicinal::network::inline language
