// SPDX-License-Identifier: MIT
// Counts and sums over a family, from one state to another: a step changes
// them by what it does to the members that it writes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/values.hpp"

namespace vicinal::obligations::inline meaning {

class Domains;
class Expressions;
class Members;
class Numbers;
class Places;
class Sizes;
class Wiring;
struct Query;

// What the members of a family add up to in an initial state, where each starts
// as the model says: all of them alike, but for some that it names by index.
class Starts {
 public:
  explicit Starts(Query& q);

  // That `value` is this count or sum in the initial state of `env`, as a fact;
  // nothing, where what members start with is not said by the model, or depends
  // on their indices in other ways than `index == 3`. For totals of which
  // Totals::of_members is true.
  void add(ExprId total, const Env& env, Term value);

 private:
  // Of a total: its member's slot, and the family.
  struct Of {
    ExprId body;
    Env env;
    std::uint32_t slot = 0;
    DomainKind domain = DomainKind::node_family;
    std::uint32_t family = 0;
  };
  using Indices = std::set<std::int64_t>;
  ExprId initial_of(const Of& of, const Expr& read);
  bool is_index(const Of& of, const Expr& e, bool initial) const;
  bool alike_but_for(const Of& of, ExprId e, bool initial, Indices& named);
  std::optional<Value> value_at(const Of& of, ExprId e, std::int64_t index);
  std::optional<Term> share_at(const Of& of, std::int64_t index);
  void add_up(const Of& of, const Indices& named, Term size, Term value);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Expressions& expressions_;
  Numbers& numbers_;
  Wiring& wiring_;
};

class Totals {
 public:
  explicit Totals(Query& q);

  // Whether this is a count or a sum of what each member of one family says of
  // itself and of the edges at its single ports alone, elements of its arrays
  // at nodes with a name among it, and of what is bound outside, which never
  // fails: operators
  // cannot, or, at a member that may be any, the bounds of what is read there
  // leave no error (3 - q.x of q.x in 0..3 stays within 64 bits).
  bool of_members(ExprId total, const Env& env);
  // That `value` is this total in the state of `env`. What of_members() is not
  // true of is left alone.
  void add(ExprId total, const Env& env, Term value);
  // What is known in a state of this total, or of one that differs from it in
  // names only: null if add() was not told. Until the next call of add().
  struct Known {
    Term value;
    Term error;              // of the whole
    std::int64_t shown = 0;  // so many different members show a count
  };
  Known* known(ExprId total, const Env& env);

  // Whether no member is in both of these counts of a family: their bodies ask
  // for different values of one thing.
  bool exclusive(ExprId a, const Env& of_a, ExprId b, const Env& of_b);
  // Whether both are over one family and say the same, but for what is bound
  // outside.
  bool same_but_for_names(ExprId a, const Env& of_a, ExprId b,
                          const Env& of_b) const;
  // Slots of the numbers that are bound outside and that something of each
  // member is compared with by an order: k of count(i in p: i.level >= k).
  std::set<std::uint32_t> levels(ExprId count) const;
  // Whether numbers that a quantifier ranges over are what members are counted
  // by: forall k in 1..n: count(i in p: i.level >= k) <= n - k.
  bool over_levels(ExprId quantifier) const;
  // Whether it is compared, as a part of a sum or a product, by an order, and
  // with something else than a number.
  bool is_threshold(ExprId count);
  // Whether each member is in one of so many counts that exclude each other,
  // this one among them.
  bool exhaustive(ExprId count, std::size_t counts) const;

 private:
  // Totals that have the same value in every state.
  struct Class {
    ExprId expr;
    Env env;  // what is bound outside
    std::map<StateId, Known> values;
  };
  // A part of a total, and what is bound there; `member` is the total's own.
  struct Named {
    ExprId expr;
    const Env& env;
    std::uint32_t member;
  };
  // `subject` has the value.
  struct Asked {
    ExprId subject;
    std::int64_t value = 1;
  };
  Asked asked(ExprId count) const;
  bool never_fails(ExprId total, const Env& env);
  bool is_element_at_node(const Expr& e) const;
  bool is_at_own_port(const Expr& e, const Binder& member) const;
  bool one_family(ExprId a, ExprId b) const;
  Class* find(ExprId total, const Env& env);
  Class& class_of(ExprId total, const Env& env);
  bool alike(const Named& a, const Named& b,
             std::vector<Term>* equal = nullptr) const;
  void same_where_equal(const Class& c, StateId state);
  ExprId body_of(ExprId total) const;
  const Binder& binder_of(ExprId total) const;
  // What a member adds to the total: its number, or 1 or 0.
  Term share(ExprId total, const Env& env, const Value& member, StateId state);
  // Members that may add something else than before the step, each of them
  // where `premise` holds; none: any may.
  std::optional<std::vector<Value>> touched(ExprId total, StateId state,
                                            Term& premise);
  bool touch_by(std::uint32_t port, ExprId total, StateId state,
                std::vector<Value>& nodes, Term& premise);
  void change(ExprId total, const Env& env, Term before, Term after);

  const Model& model_;
  Terms& terms_;
  Facts& facts_;
  Sizes& sizes_;
  Domains& domains_;
  Members& members_;
  Places& places_;
  Expressions& expressions_;
  Wiring& wiring_;
  Starts starts_;
  std::vector<Class> classes_;
  std::map<ExprId, bool> thresholds_;
  // By the total, and what is bound outside.
  std::map<std::pair<ExprId, std::vector<Value>>, bool> never_fail_;
};

}  // namespace vicinal::obligations::inline meaning
