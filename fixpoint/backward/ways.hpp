// SPDX-License-Identifier: MIT
// The ways in which terms come to have certain values, as patterns. What
// patterns cannot say is left out, so that they may allow more.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "fixpoint/backward/pattern.hpp"
#include "network/flat/terms.hpp"

namespace vicinal::fixpoint::inline backward {

// That a term has one of some values, or how it stands to another one.
struct Goal {
  enum class Kind : std::uint8_t { in, equal, differ, at_most };
  Kind kind = Kind::in;
  flat::TermId term;
  Values values = 0;  // bit i: `low` + i
  network::Scalar low = 0;
  flat::TermId other;
  network::Scalar by = 0;  // more than the other one
};

// That a truth value is this one.
Goal is(flat::TermId term, bool value);

class Ways {
 public:
  // Both must outlive it.
  Ways(const PatternSpace& space, const flat::Terms& terms)
      : space_(space), terms_(terms) {}

  using Each = std::function<void(const Pattern&)>;

  // Whether nothing more is to be asked for; whether nothing would do.
  bool holds(const Goal& goal, const Pattern& pattern) const;
  bool fails(const Goal& goal, const Pattern& pattern) const;
  // The value of the term, if the pattern says it.
  std::optional<network::Scalar> value(flat::TermId term,
                                       const Pattern& pattern) const;

  // Calls `each` for patterns that are narrower than `from`, at most `most`
  // times; false: there are more. Goals that many nodes have in common come in
  // the order in which they are named. Polls.
  bool find(std::deque<Goal> goals, Pattern from, std::size_t most,
            const Each& each);

 private:
  // A goal in terms of simpler ones: all of them, or one of some lists.
  struct Parts {
    enum class Kind : std::uint8_t { never, all, any, values, equation, order };
    Kind kind = Kind::all;
    std::vector<std::vector<Goal>> lists;  // `all` has one list
    std::uint32_t slot = 0;
    Values values = 0;
    Equation equation;
    std::uint32_t other = 0;   // slot
    network::Scalar most = 0;  // by which `slot` is greater
  };
  // A number: that of a slot, where there is one, and so much more.
  struct Sum {
    std::optional<std::uint32_t> slot;
    network::Scalar more = 0;
  };

  Parts parts(const Goal& goal) const;
  Parts of_truth(const Goal& goal) const;
  bool leaves(const flat::Term& less) const;
  Parts of_number(const Goal& goal) const;
  Parts of_sum(const Goal& goal) const;
  Parts of_two(const Goal& goal) const;
  Parts of_slots(const Goal& goal, const Sum& a, const Sum& b) const;
  Parts of_chosen(const Goal& goal, bool second) const;
  Parts of_constant(const Goal& goal, network::Scalar constant,
                    bool second) const;
  std::optional<Sum> sum(flat::TermId term) const;
  bool holds_order(const Parts& order, const Pattern& pattern) const;
  bool fails_order(const Parts& order, const Pattern& pattern) const;
  void search(std::deque<Goal> goals, std::vector<Parts> choices, Pattern from);
  bool take(std::deque<Goal>& goals, std::vector<Parts>& choices,
            Pattern& from) const;

  const PatternSpace& space_;
  const flat::Terms& terms_;
  const Each* each_ = nullptr;
  std::size_t left_ = 0;   // patterns
  std::size_t tries_ = 0;  // choices
};

}  // namespace vicinal::fixpoint::inline backward
