// SPDX-License-Identifier: MIT
// The meaning of operators on numbers.
#pragma once

#include <map>
#include <utility>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Expressions;
class Sizes;
struct Query;

class Numbers {
 public:
  explicit Numbers(Query& q);

  Result translate(const Expr& e, const Env& env);
  // The mathematical value does not fit in 64 bits.
  Term overflow(Term t);
  // The mathematical product.
  Term multiply(Term a, Term b);

 private:
  Result power(const Result& a, const Result& b);
  Symbol division(Term a, Term b, bool rest);
  Term divide(Term a, Term b, bool rest);
  void compare_products(Term product, Term a, Term b);
  void shares(Term quotient, Term product, Term divisor);
  void within_operand(Term t, Term operand, Term positive, bool rest);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Expressions& expressions_;
  bool mathematical_;  // an overflow is no error
  std::map<Term, std::pair<Term, Term>> products_;
};

}  // namespace vicinal::obligations::inline meaning
