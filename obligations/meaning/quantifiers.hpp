// SPDX-License-Identifier: MIT
// The meaning of quantifiers, counts and sums.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "obligations/meaning/expressions.hpp"
#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Instantiation;
class Members;
class Numbers;
class Places;
class Sizes;
class Totals;
class Wiring;
struct Query;

class Quantifiers {
 public:
  explicit Quantifiers(Query& q);

  Result translate(ExprId id, const Env& now);
  // What the members known now say of counts. A count that was taken of fewer
  // is taken again.
  void finish_counts();
  // From now on a count that is less than its family shows a member that is not
  // counted. For questions of who can move: each such member is one more.
  void show_who_is_not_counted() { shows_others_ = true; }

 private:
  // Of the slots of a frame those that a quantifier speaks of: whatever the
  // others hold, it is the same.
  using MemoKey = std::tuple<std::uint32_t, StateId, Value, std::vector<Value>>;
  struct Tuple {
    Env env;
    Term premise;
    Term domain_error;
  };
  struct Count {
    Term count;  // or a sum
    ExprId expr;
    Env env;
    TermBounds share;         // of a sum: what one member adds
    std::size_t first = 0;    // of the counts that exclude each other
    std::size_t members = 0;  // known when it was taken last
  };
  // Each member of one count is in another, but where `alone` is not.
  struct Within {
    Count inner, outer;
    Term alone;
    std::size_t members = 0;  // known when it was taken last
  };
  std::optional<Result> is_membership(const Expr& e, const Env& env);
  std::optional<Term> size_of(const Binder& binder);
  Result expanded(const Expr& e, const Env& env,
                  const std::vector<Tuple>& tuples);
  Result for_all_or_some(const Expr& e, const Env& env);
  Result counted(ExprId id, const Env& env);
  // What an expression says of the number that it counts.
  Result compared(const Expr& e, Term count, const Result& k, Term error);
  static TermBounds of_shares(const TermBounds& share);
  Result summed(ExprId id, const Env& env);
  Result extreme(ExprId id, const Env& env);
  Term better(network::Op op, Term a, Term b);
  MemoKey key_of(ExprId id, const Env& env);
  bool different_members(ExprId id, const Env& env, Term count,
                         std::int64_t most);
  void one_that_is_not(const Expr& e, const Env& env, Term count);
  std::optional<std::vector<Tuple>> listed_tuples(const Expr& e,
                                                  const Env& env);
  std::vector<Tuple> witnesses(const Expr& e, const Env& env, Term& lost);
  std::vector<Tuple> visible_tuples(const Expr& e, const Env& env);
  Term some_error(const Expr& e, const Env& env, bool possible);
  Term different(const Expr& e, const Env& a, const Env& b);
  std::int64_t witnesses_of(ExprId count, const Env& env);
  void put_count(Count count);
  void meet(const Count& count);
  void nest(const Count& a, const Count& b);
  Term some_member(const Count& a, bool in_a, const Count& b, bool in_b);
  Term is_counted(const Count& c, const Value& member);
  void finish_within(const Within& w);
  void finish_count(const Count& c);
  void finish_together(std::size_t first);
  std::optional<Term> size_of_family(ExprId count);
  std::vector<Term> first_ones(const Expr& e, const std::vector<Tuple>& tuples);
  Term number_of(const std::vector<Term>& truths);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Domains& domains_;
  Members& members_;
  Places& places_;
  Expressions& expressions_;
  Numbers& numbers_;
  Wiring& wiring_;
  Totals& totals_;
  Instantiation& instantiation_;
  std::map<MemoKey, Result> memo_;
  Sayings sayings_;
  std::vector<Count> counts_;
  std::vector<Within> within_;
  std::map<StateId, int> meetings_;  // so many
  bool shows_others_ = false;
};

}  // namespace vicinal::obligations::inline meaning
