// SPDX-License-Identifier: MIT
// Three-valued evaluation (Kleene) for views, which do not show everything
// (design 3.4). A number is an interval, a truth value an interval within
// 0..1; what is unseen is plain unknown, whatever its type.
#pragma once

#include "network/semantics/evaluator.hpp"
#include "network/semantics/interval.hpp"

namespace vicinal::network::inline semantics {

enum class Truth : std::uint8_t { no, maybe, yes };

// What an unseen variable may be: anything (decisions of guards, priorities
// and properties, design 3.4), or anything of its type (whether a model error
// is possible).
enum class Unseen : std::uint8_t { unknown, of_its_type };

class Kleene {
 public:
  explicit Kleene(const Instance& instance, Unseen mode = Unseen::unknown)
      : instance_(instance), unseen_(mode) {}

  // Sound: the value that the evaluator gives in any state that agrees with
  // the valuation where it is known lies in the interval, and if evaluation
  // may fail there, `may_fail` is set. Never throws ModelError.
  Interval scalar(ExprId e, const Context& context) const;

  // yes: certainly true (and no error); no: certainly false (or an error, or
  // both: never true); else maybe.
  Truth truth(ExprId e, const Context& context) const;

 private:
  // A place, if the valuation shows which it is.
  struct Located {
    std::uint32_t slot = not_shown;
    bool may_fail = false;
    bool never = false;
  };
  // Values of an expression of any type, one interval per slot.
  struct Values {
    std::vector<Interval> slots;
    bool may_fail = false;
    bool never = false;
  };

  Interval operation(const Expr& e, const Context& context) const;
  Interval logic(const Expr& e, const Context& context) const;
  Interval compare(const Expr& e, const Context& context) const;
  Interval equality(const Expr& e, const Context& context) const;
  Interval arithmetic(const Expr& e, const Context& context) const;
  Interval topology(const Expr& e, const Context& context) const;
  Interval family_member(const Expr& e, const Context& context) const;
  Interval queue(const Expr& e, const Context& context) const;
  Interval choice(const Expr& e, const Context& context) const;
  Interval quantifier(const Expr& e, const Context& context) const;
  // Goes through the members from binder `at` on; false: a domain is not
  // known.
  struct Tally;
  bool members(const Expr& e, std::uint32_t at, ExprId body,
               const Context& context, Tally& tally) const;
  static Interval slot(std::uint32_t i, const Interval& unseen,
                       const Context& context);
  Interval any(TypeId type) const;
  Interval unknown_length(Scalar capacity) const;
  Located locate(ExprId e, const Context& context) const;
  Located index_into(Located base, std::uint32_t slots, Interval size,
                     Interval index) const;
  Located element(const Expr& e, Located whole, const Interval& length,
                  const Context& context) const;
  std::uint32_t field_offset(const Expr& e) const;
  static void join(std::vector<Interval>& slots,
                   const std::vector<Interval>& others);
  static Values either(Values a, const Values& b);
  Values part(const Expr& e, const Context& context) const;
  Values place_values(ExprId e, const Context& context) const;
  Values constructed(const Expr& e, const Context& context) const;
  Values chosen(const Expr& e, const Context& context) const;
  Values head(const Expr& e, const Context& context) const;
  static Interval only(const Values& values);
  Values values(ExprId e, const Context& context) const;
  Values unknown_values(TypeId type) const;
  void unknown_slots(TypeId type, std::vector<Interval>& out) const;
  bool is_place(ExprId e) const;

  const Instance& instance_;
  Unseen unseen_;
};

}  // namespace vicinal::network::inline semantics
