// SPDX-License-Identifier: MIT
// Three-valued evaluation (design 3.4): what an expression may be when some
// variables are not seen.
#pragma once

#include "oracle.hpp"

namespace vicinal::oracle {

// What a condition may turn out to be.
struct Truth {
  bool yes = false, no = false, error = false;

  bool certain() const { return yes && !no && !error; }
  bool certain_error() const { return !yes && !no; }
};

// What any expression may turn out to be: `exact`, or a number from low to
// high, or (of other types) anything. An unseen variable may be any number of
// 64 bits, whatever its type.
struct Outcome {
  bool possible = true;  // false: surely an error
  bool error = false;    // may be an error
  std::optional<Value> exact;
  std::int64_t low = INT64_MIN, high = INT64_MAX;
};

class Kleene {
 public:
  explicit Kleene(const Instance& instance) : i_(instance) {}

  // What is not seen in the state has the kind `unseen`.
  Truth truth(ast::ExprId e, const State& state, const Scope& scope) const;
  Outcome outcome(ast::ExprId e, const State& state, const Scope& scope) const;

 private:
  Outcome leaf(ast::ExprId e, const State& state, const Scope& scope) const;
  Outcome call(const ast::Expr& e, const State& state,
               const Scope& scope) const;
  Outcome arithmetic(ast::ExprKind kind, const Outcome& a,
                     const Outcome& b) const;
  Outcome quantifier(const ast::Expr& e, const State& state,
                     const Scope& scope) const;
  Truth chain(const ast::Expr& e, const State& state, const Scope& scope) const;

  const Instance& i_;
};

}  // namespace vicinal::oracle
