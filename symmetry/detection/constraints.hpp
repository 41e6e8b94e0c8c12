// SPDX-License-Identifier: MIT
// The constraints of a model (SD IV-B, IV-C), each on few variables (V-A),
// equal ones once. A node is a variable's value, or a constraint together with
// the value that it defines:
//
//   literal, next     x = a; x = a afterwards
//   among             x = a for one of its literals
//   table             the allowed assignments, two variables or more
//   cases             the same by the values of variables that are indices
//   all, negation     of constraints; what has no rows is negated by its tag
//   rows              what x is afterwards, or a number, for each assignment
//   alternatives      the same, by conditions: phi
//   summand           a step: what it needs, and what it does
//
// Which nodes there are does not depend on how variables are numbered or
// values are named, nor on the order of commutative operands: a permutation of
// literals that leaves a function as it is maps its nodes to themselves, but
// for numbers, which are what they are.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "groupoid/similarity/interner.hpp"
#include "network/flat/tables.hpp"

namespace vicinal::symmetry::inline detection {

using flat::Domains;
using flat::Guarded;
using flat::Lists;
using flat::Row;
using flat::Scope;
using flat::Scopes;
using flat::Term;
using flat::TermId;
using network::Scalar;

// What detection does not take, in words.
struct Undetectable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using NodeRef = network::Id<struct ConstraintTag>;

enum class Kind : std::uint8_t {
  constant,      // tag: 0, 1
  literal,       // slot, tag: a value
  among,         // slot
  table,         // rows of literals
  cases,         // rows of literals, and what holds, or is, then
  all,           // children; tag 1: not all of them
  negation,      // child
  less,          // of numbers: children in roles 1, 2; tag 1: not so
  equal,         // of numbers; tag 1: not so
  integer,       // tag: itself
  slot_number,   // slot: its value as a number
  number_rows,   // rows of literals and a number; tag: in other rows
  sum,           // children; roles: how often
  product,       // the same
  difference,    // children in roles 1, 2
  quotient,      // the same
  remainder,     // the same
  next,          // slot, tag: a value
  keep,          // slot: stays as it is
  next_rows,     // slot; rows of literals and a next
  assigned,      // slot; the child is what it becomes, as a number
  alternatives,  // rows of a condition and what holds then
  summand,       // tag: which action; children: conditions and changes;
                 // role 1: fails
  claim,         // tag: number; children: conditions; role 1: fails
  problem,       // children: conditions
  initial,       // children: conditions
};

struct ConstraintNode {
  Kind kind = Kind::constant;
  std::uint32_t slot = UINT32_MAX;
  Scalar tag = 0;
  std::uint32_t height = 0;                                 // above leaves
  std::vector<std::pair<std::uint32_t, NodeRef>> children;  // by role
  std::vector<std::vector<NodeRef>> rows;                   // each ascending
};

// A summand with values for its local variables.
struct SummandParts {
  Scalar action = 0;  // number of the action, of all
  TermId guard, fails;
  std::span<const std::pair<std::uint32_t, TermId>> updates;
};

class Constraints {
 public:
  // Must outlive it. Tables have at most so many rows.
  Constraints(Guarded& guarded, const Domains& domains,
              std::uint64_t most_rows = Scopes::most_rows);

  NodeRef summand(const SummandParts& parts);
  NodeRef claim(std::size_t number, TermId holds, TermId fails);
  NodeRef root(Kind kind, TermId condition);  // problem, initial
  NodeRef literal(std::uint32_t slot, Scalar value);

  const ConstraintNode& operator[](NodeRef id) const {
    return nodes_[id.index()];
  }
  std::size_t size() const { return nodes_.size(); }
  const Domains& domains() const { return domains_; }
  // Its values are numbers: they stay what they are.
  bool anchored(std::uint32_t slot) const { return anchored_[slot]; }

 private:
  using Refs = std::vector<NodeRef>;
  using Rows = std::vector<Refs>;
  // The values that matter, per slot; others: all.
  using Allowed = std::map<std::uint32_t, std::vector<Scalar>>;

  // Tables of more are split by the variables that are indices.
  static constexpr std::size_t most_flat_rows = 32;

  NodeRef make(ConstraintNode node);
  NodeRef constant(bool value);
  bool is(NodeRef n, bool value) const;
  NodeRef next(std::uint32_t slot, Scalar value);
  NodeRef integer(Scalar value);
  NodeRef operation(Kind kind, std::span<const NodeRef> ordered);
  NodeRef commutative(Kind kind, Refs parts);

  // constraints.cpp: truth values
  NodeRef truth(TermId term);
  NodeRef translated(TermId term);
  NodeRef chosen(TermId term);
  std::optional<NodeRef> same_value(const Term& term);
  std::optional<NodeRef> compared_by_cases(TermId term);
  NodeRef among(std::uint32_t slot, const std::vector<Scalar>& values,
                const Allowed& allowed);
  NodeRef table(const Scope& scope, const std::vector<Row>& rows,
                const Allowed& allowed);
  NodeRef by_cases(const Scope& scope, const Scope& by,
                   const std::vector<Row>& rows);
  Scope selectors(TermId term);
  NodeRef cases_where(const ConstraintNode& node, const Allowed& allowed);
  NodeRef unfactored(const Scope& scope, std::vector<Row> rows,
                     const Allowed& allowed);
  bool written_out(const Scope& scope, const Allowed& allowed) const;
  std::optional<NodeRef> factored(const Scope& scope,
                                  const std::vector<Row>& rows,
                                  const Allowed& allowed);
  NodeRef negation(NodeRef n);
  NodeRef all(Refs parts);
  bool merge_singles(Refs& parts, Allowed& allowed);
  bool merge_tables(Refs& parts);
  bool absorb(Refs& parts);
  NodeRef where(NodeRef n, const Allowed& allowed);
  bool speaks_of(NodeRef n, const Allowed& allowed) const;
  std::vector<Scalar> values_of(NodeRef among) const;
  Scope scope_of(NodeRef table) const;
  std::vector<Row> rows_of(NodeRef table) const;
  std::vector<Row> complement(const Scope& scope, const std::vector<Row>& rows,
                              const Allowed& allowed) const;
  const std::vector<Scalar>& list(std::uint32_t slot,
                                  const Allowed& allowed) const;
  Lists lists(const Allowed& allowed) const;
  Refs literals(const Scope& scope, const Row& row);
  // The literals of `by`, and the rest of the row.
  std::pair<Refs, Row> split(const Scope& scope, const Scope& by,
                             const Row& row);
  Refs conjuncts_of(NodeRef n) const;

  // constraint_values.cpp: numbers, what variables become
  NodeRef number(TermId term);
  NodeRef numbered(TermId term);
  Refs operands(TermId term);
  NodeRef number_rows(TermId term, Scope scope);
  NodeRef becomes(std::uint32_t slot, TermId value, const Allowed& allowed);
  NodeRef becomes_rows(std::uint32_t slot, TermId value, const Scope& scope,
                       const Allowed& allowed);
  NodeRef next_rows(std::uint32_t slot, std::map<Row, Scalar> rows, Scope scope,
                    const Allowed& allowed);
  std::vector<std::pair<NodeRef, TermId>> branches(TermId choice,
                                                   const Allowed& allowed);
  NodeRef alternatives(std::vector<std::pair<NodeRef, NodeRef>> cases);
  NodeRef root_of(Kind kind, Scalar tag, NodeRef holds, NodeRef fails,
                  const Refs& changes);

  Guarded& guarded_;
  const Domains& domains_;
  Scopes scopes_;
  std::vector<ConstraintNode> nodes_;
  std::vector<bool> anchored_;
  std::map<TermId, NodeRef> truths_, numbers_;
  groupoid::Interner known_;  // the number of what is in a node
};

}  // namespace vicinal::symmetry::inline detection
