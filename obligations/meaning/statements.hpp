// SPDX-License-Identifier: MIT
// The meaning of statements: the state after them, and where executing them is
// a model error.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/slots.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Expressions;
class Instantiation;
class Members;
class Places;
class Sizes;
struct Query;

struct Execution {
  StateId state = 0;
  Term error;
};

class Statements {
 public:
  explicit Statements(Query& q);

  Execution execute(Range statements, Env env, Term path);
  // Arrays indexed by nodes of which a loop over these nodes writes the
  // elements of its member, as self.c in `for q in s { c[q] := 0; }`.
  std::vector<ExprId> arrays_at_member(const network::Stmt& loop) const;
  // Variables of its member that a loop over nodes writes, or parts of which.
  std::vector<ExprId> own_variables(const network::Stmt& loop) const;
  // The loops of which nothing is known but what they may write, as they were
  // executed.
  const std::vector<network::Span>& not_followed() const {
    return not_followed_;
  }

 private:
  class Rounds;
  Execution run(const network::Stmt& s, const Env& env, Term path);
  Execution assign(const network::Stmt& s, const Env& env, Term path);
  Execution queue_statement(const network::Stmt& s, const Env& env, Term path);
  std::vector<Term> pushed(const network::Stmt& s, const Env& env, TypeId type,
                           const std::vector<Term>& old,
                           std::vector<Term>& errors);
  std::vector<Term> popped(TypeId type, const std::vector<Term>& old,
                           std::vector<Term>& errors);
  Execution loop(const network::Stmt& s, const Env& env, Term path);
  Execution over_members(const network::Stmt& s, const Env& env, Term path);
  StateId collect(const network::Stmt& s, const Env& env, Term path,
                  StateId after);
  Execution forget(const network::Stmt& s, const Env& env, Term path);
  void forget_targets(Range statements, const Env& env, Term path,
                      StateId& state, std::set<Place>& done);
  std::vector<std::uint32_t> written_families(const Expr& variable,
                                              const Env& env) const;
  bool independent(const Binder& binder) const;
  bool simple_body(Range statements, const Binder& binder) const;
  bool of_member(const Expr& e, const Binder& binder) const;
  bool may_collect(ExprId target, const Binder& binder) const;
  bool one_variable(const Expr& a, const Expr& b) const;
  std::vector<ExprId> collected(Range statements, const Binder& binder) const;
  std::optional<ExprId> array_at(ExprId place, std::uint32_t slot) const;
  bool one_node(ExprId a, ExprId b) const;
  bool rounds_apart(const network::Stmt& loop) const;
  bool has_loops(Range statements) const;
  Execution assign_whole(const network::Stmt& s, const Env& env, Term path);
  Term overlap(const Located& a, std::size_t size_a, const Located& b,
               std::size_t size_b);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Slots& slots_;
  Domains& domains_;
  Members& members_;
  Places& places_;
  Expressions& expressions_;
  Instantiation& instantiation_;
  std::vector<network::Span> not_followed_;
};

}  // namespace vicinal::obligations::inline meaning
