// SPDX-License-Identifier: MIT
// Facts about all members, at those members that the question talks about.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/members.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Expressions;
class Quantifiers;
class Totals;
struct Query;

// Something that holds of all members, from binder `at` on: see
// instantiation.cpp.
struct Universal {
  std::vector<Binder> binders;
  std::size_t at = 0;
  Env env;
  Term premise;
  Term no_errors;  // then finding the members is no error
  std::function<void(const Env&, Term premise)> claim;
  Progress seen;
  int depth = 0;  // of those that are bound, together
  ExprId body;    // what is claimed, if it is an expression
};

class Instantiation {
 public:
  explicit Instantiation(Query& q);

  // The formula is true, and no error, for everything it ranges over.
  void assume(ExprId formula, const Env& env, Term premise);
  // A truth that is true only where the formula is false, or fails: that it is
  // false is what is known then, by its structure where relations are followed.
  Term denied(ExprId formula, const Env& env);
  void for_all(Universal universal);
  // Instantiates what is pending; members that come up on the way are gone
  // through as well, those that come up then are not. May be called again
  // after more was translated.
  void saturate();

 private:
  bool advance(std::size_t universal);
  bool asks_no_index(const Binder& binder, ExprId body) const;
  void advance_all();
  void assume(ExprId formula, const Env& env, Term premise, bool of_all);
  bool may_fail(ExprId whole, const Env& env);
  bool shows_somebody(ExprId id, const Env& env);
  bool over_families(const network::Expr& e, const Env& env);
  bool over_numbers(const network::Expr& e, const Env& env);
  void deny(ExprId formula, const Env& env, Term premise);
  void some_part(const network::Expr& e, const Env& env, Term premise,
                 bool denied);
  void put_somebody(const network::Expr& e, const Env& env, Term premise,
                    bool denied);
  std::vector<Choice> somebody(const Binder& binder, const network::Expr& e,
                               const Env& env);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Domains& domains_;
  Members& members_;
  Expressions& expressions_;
  Quantifiers& quantifiers_;
  Totals& totals_;
  std::vector<Universal> universals_;
  std::map<std::uint32_t, Value> probes_;  // of families; no members
  std::map<std::pair<std::uint32_t, Term>, Choice> somebody_;
};

// What `enabled` means: some action or rule can be taken.
class Enabled {
 public:
  explicit Enabled(Query& q);

  // A new truth: where it is false, no guard holds of a member that the
  // question talks about. Where it is true, nothing is known.
  Term in(StateId state);
  // The same of one action, or rule; who acts stands in the environment.
  Term of(const network::Action& action, const Env& env);

 private:
  void excluded(const network::Action& action, const Env& env, Term premise);
  bool always_found(std::span<const Binder> binders, const Env& env);
  Term holds(const network::Action& action, const Env& env);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Domains& domains_;
  Expressions& expressions_;
  Instantiation& instantiation_;
  std::map<StateId, Term> known_;
};

}  // namespace vicinal::obligations::inline meaning
