// SPDX-License-Identifier: MIT
// The syntax tree of a `.vic` file (design 3): what was written, nothing
// resolved. Names are not looked up, types are not known; a word that is a
// variable, a family or a parameter is a `name` alike.
//
// Nodes live in flat arenas, children as ranges of ids: no recursion to
// destroy, and every node has its span. The parser bounds the nesting at
// `max_depth`, so that walkers may recurse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/base/ids.hpp"
#include "network/base/source.hpp"

namespace vicinal::network::inline language::ast {

// Nesting of expressions, statements and blocks together; deeper is V0203.
// Chains of one operator are flat or count as one level where the grammar
// allows it: a && b && c ..., a || b ...
inline constexpr int max_depth = 400;

using ExprId = Id<struct ExprTag>;
using TypeId = Id<struct TypeTag>;
using StmtId = Id<struct StmtTag>;
using ItemId = Id<struct ItemTag>;

// A word as written, with its place. Empty text: it was missing, and a
// diagnostic says so.
struct Word {
  std::string text;
  Span span;
};

enum class ExprKind : std::uint8_t {
  // Leaves
  integer,  // value
  boolean,  // value 0 or 1
  name,     // word: anything named; also self, none, enabled, index
  // Postfix
  field,  // word; children: object
  index,  // children: object, index
  call,   // word; children: arguments. min max abs pow head len full empty
          // index same adjacent; struct constructors; defs
  array,  // children: elements
  // Operators; children in order
  negate,       // -a
  logical_not,  // !a
  add,
  subtract,
  multiply,
  divide,
  modulo,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,  // two or more children
  implies,
  iff,           // two children
  if_then_else,  // condition, then, else
  // Quantifiers: binders; the last child is the body
  forall,
  exists,  // body
  exactly,
  atmost,  // k, body
  count,
  sum,
  least,
  greatest,  // body
  // Temporal formulas (only in ctl, ltl, ctlstar; design 3.1)
  atom,  // {a}: child
  next,
  finally,
  globally,  // X F G: child
  until,
  weak_until,
  release,  // U W R: left, right
  for_all_paths,
  exists_path,  // A E: child
  error,        // a diagnostic was given; no children
};

// What a step does to the edges that its parameters are, where edges come and
// go.
enum class Change : std::uint8_t { none, appears, vanishes };

// i, j in s  or  v in 0..3  or, of an action,  vanishing e in link
struct Binders {
  std::vector<Word> names;
  Span span;
  ExprId domain;     // a family, process, edge family, port set, enum; or none:
  ExprId low, high;  // the range low..high
  Change change = Change::none;
};

struct Expr {
  ExprKind kind = ExprKind::error;
  bool parenthesised = false;
  Span span;           // without the parentheses around it
  Span operator_span;  // of the operator, the quantifier word
  Word word;           // name, field, call
  std::int64_t value = 0;
  Range children;  // into Tree::expr_children
  Range binders;   // into Tree::binders
};

enum class TypeKind : std::uint8_t {
  named,      // word: bool, int, an enum, a struct
  range,      // low..high
  array,      // element[size]: size is a constant or the name of a family
  reference,  // id of word
  queue,      // queue element[size]
  error,
};

struct Type {
  TypeKind kind = TypeKind::error;
  Span span;
  Word word;
  TypeId element;
  ExprId size;
  ExprId low, high;
};

enum class StmtKind : std::uint8_t {
  assign,  // targets := values
  branch,  // if condition { body } else { otherwise }
  loop,    // for binders { body }: `binders` has one entry
  repeat,  // while condition { body }
  push,    // push(target, value): targets = {queue}, values = {value}
  pop,     // pop(target): targets = {queue}
  skip,
  error,
};

struct Stmt {
  StmtKind kind = StmtKind::error;
  Span span;
  Range targets, values;  // into Tree::expr_children
  ExprId condition;
  Range binders;          // into Tree::binders
  Range body, otherwise;  // into Tree::stmt_children
};

struct Field {
  Word name;
  TypeId type;
  Span span;
};

struct Enum {
  Word name;
  std::vector<Word> constants;
  Span span;
};

struct Struct {
  Word name;
  std::vector<Field> fields;
  Span span;
};

struct Const {
  Word name;
  ExprId value;
  Span span;
};

struct Param {
  Word name;
  ExprId low;
  ExprId high;   // none: open
  ExprId value;  // the default; none: missing, which the parser reports
  Span span;
};

struct Def {
  Word name;
  std::vector<Word> parameters;
  ExprId body;
  Span span;
};

enum class Direction : std::uint8_t { in, out, inout };

// port p, q : inout T;  is two ports.
struct Port {
  Word name;
  bool set = false;
  Direction direction = Direction::inout;
  Span direction_span;
  TypeId type;
  Span span;  // the whole declaration
};

// var x, y : T = e;  is two variables.
struct Var {
  Word name;
  TypeId type;
  ExprId initial;  // none: any value
  Span span;
};

// An action of a process, or a rule.
struct Action {
  Word name;
  Range parameters;  // into Tree::binders
  ExprId guard;      // none: true
  ExprId priority;   // none: all may fire
  Range body;        // into Tree::stmt_children
  Span span;         // up to the body
};

struct Process {
  Word name;
  std::vector<Field> constants;  // rank : 0..9
  std::vector<Port> ports;
  std::vector<Var> variables;
  std::vector<Action> actions;
  Span span;
};

// Name = expression, as in P(rank = index / 2); in a network from a file also
// P(rank from "capacity"): the attribute that the node has there.
struct Argument {
  Word name;
  ExprId value;    // none: from an attribute
  Word attribute;  // without quotes; the span has them
};

enum class ItemKind : std::uint8_t {
  node,     // node s[n] : P(...);  in from/any: node : P;
  edge,     // edge e[n] : T color c = v;  in from/any: via
  connect,  // connect s[i].p, t.q to e[i];
  loop,     // for i in lo..hi { body }
  branch,   // if c { body } else { otherwise }
  init,     // init formula;
  error,
};

// What stands in a network block.
struct Item {
  ItemKind kind = ItemKind::error;
  Span span;
  Word name;                        // of the family; empty where none is needed
  Range dimensions;                 // into Tree::expr_children
  Word process;                     // node
  std::vector<Argument> arguments;  // node
  TypeId type;                      // edge
  Word color;                       // edge; empty: none given
  ExprId initial;                   // edge
  Word via_write, via_read;         // edge: via link: both the same word;
                                    // via send -> receive
  Range ends;             // connect: s[i].p, ...; into Tree::expr_children
  ExprId expr;            // connect: the edge; branch: condition; init
  Range binders;          // loop: one entry
  Range body, otherwise;  // into Tree::item_children
};

enum class NetworkKind : std::uint8_t { block, from_file, any };

struct Network {
  NetworkKind kind = NetworkKind::block;
  bool dynamic = false;  // any: edges come and go
  std::string file;      // from_file
  Span file_span;
  Range items;  // into Tree::item_children
  Span span;    // the words `network`, `network any`, ...
};

// shared a[n] : T = v;
struct Shared {
  Word name;
  Range dimensions;
  TypeId type;
  ExprId initial;
  Span span;
};

struct Init {
  ExprId formula;
  Span span;
};

enum class PropertyKind : std::uint8_t {
  invariant,
  assertion,
  ctl,
  ltl,
  ctlstar
};

struct Property {
  PropertyKind kind = PropertyKind::invariant;
  Word name;
  ExprId formula;
  Span span;
};

struct Fairness {
  bool global = false;  // of all steps: then nothing is named
  bool strong = false;
  Word process;  // empty: a rule
  Word action;
  Span span;
};

// A term of a rank. Of an enumeration: its constants, the farthest from the
// goal first.
struct RankTerm {
  ExprId value;
  bool ordered = false;
  std::vector<Word> order;
  Span order_span;
};

// P.a of j in s when c: who helps, and where. A rule has no node. With
// meanwhile (k by Q.b of h in s when d): what comes nearer while the action is
// not enabled; none of those who help there has that.
struct Helper {
  Word process;  // empty: a rule
  Word action;
  Range binders;  // into Tree::binders: `j in s`, if it is said
  Word node;      // of i: a variable that is bound already
  ExprId condition;
  std::vector<RankTerm> terms;  // of meanwhile
  std::vector<Helper> helpers;
  Span span;
};

// rank for served (i in s): i.place, i.phase order [a, b] by P.a of i when c;
// Nobody is named: each step of anybody helps.
struct Ranking {
  Word property;
  Range binders;  // into Tree::binders
  std::vector<RankTerm> terms;
  std::vector<Helper> helpers;
  Span span;
};

// A whole file. Lists are in the order of the text; order between different
// kinds of declarations means nothing.
struct Tree {
  std::vector<Enum> enums;
  std::vector<Struct> structs;
  std::vector<Const> consts;
  std::vector<Param> params;
  std::vector<Def> defs;
  std::vector<Process> processes;
  std::vector<Network> networks;  // more than one is reported by the checker
  std::vector<Shared> shared;
  std::vector<Init> inits;  // at top level
  std::vector<Action> rules;
  std::vector<Property> properties;
  std::vector<Fairness> fairness;
  std::vector<Ranking> rankings;

  // Arenas
  std::vector<Expr> exprs;
  std::vector<Type> types;
  std::vector<Stmt> stmts;
  std::vector<Item> items;
  std::vector<Binders> binders;
  std::vector<ExprId> expr_children;
  std::vector<StmtId> stmt_children;
  std::vector<ItemId> item_children;

  const Expr& operator[](ExprId id) const { return exprs[id.index()]; }
  const Type& operator[](TypeId id) const { return types[id.index()]; }
  const Stmt& operator[](StmtId id) const { return stmts[id.index()]; }
  const Item& operator[](ItemId id) const { return items[id.index()]; }
  ExprId child(const Expr& e, std::size_t i) const {
    return expr_children[e.children.begin + i];
  }
};

}  // namespace vicinal::network::inline language::ast
