// SPDX-License-Identifier: MIT
// Terms as sums, and what they are for given colours of the variables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/pnml/syntax.hpp"

namespace vicinal::pnml {

// So many of one tuple, or of all that have some colours in common; where
// something is subtracted, fewer than none.
struct Part {
  std::int64_t times = 0;
  Tuple tuple;
};

// Parts of different tuples, none of them zero times.
using Sum = std::vector<Part>;

// Collects a sum. O(log parts) for each part of a term.
class Adder {
 public:
  explicit Adder(network::Diagnostics& diagnostics)
      : diagnostics_(diagnostics) {}

  // Adds `times` times the term. False, with V1205, where the numbers that are
  // added are together 2^62 or more: whatever is made of a few of them, and is
  // not a product, is a number.
  bool add(const Term& term, std::int64_t times);
  // In the order in which its tuples came first.
  Sum sum() const;

 private:
  bool add_part(const Term& term, std::int64_t times);

  network::Diagnostics& diagnostics_;
  Sum parts_;
  std::map<Tuple, std::size_t> numbers_;
  std::int64_t total_ = 0;
};

// A colour for each component of each variable, by Slots.
using Binding = std::vector<std::int64_t>;

// Components of variables, one after the other.
class Slots {
 public:
  explicit Slots(const Net& net);

  std::size_t of(const Colour& c) const {
    return first_[c.variable] + c.component;
  }
  std::size_t count() const { return classes_.size(); }
  std::size_t class_of(std::size_t slot) const { return classes_[slot]; }
  std::int64_t size(std::size_t slot) const {
    return net_->classes[classes_[slot]].size;
  }

  // Which of these a transition or a part of it speaks of: all components of
  // each variable in it.
  void mark(const Tuple& tuple, std::vector<bool>& used) const;
  void mark(const Term& term, std::vector<bool>& used) const;
  void mark(const Condition& condition, std::vector<bool>& used) const;
  std::vector<std::size_t> of(const Transition& transition) const;

  // Of one that is no `all`.
  std::int64_t value(const Colour& c, std::size_t of_class,
                     const Binding& binding) const;
  bool holds(const Condition& condition, const Binding& binding) const;

  // Calls f(cell) for each tuple of the part, as a number below the size of
  // the domain, row-major.
  void each_cell(const Tuple& tuple, const Domain& domain,
                 const Binding& binding,
                 const std::function<void(std::int64_t)>& f) const;
  // Calls f(binding) for all colours of these, until it returns false.
  void each_binding(const std::vector<std::size_t>& slots,
                    const std::function<bool(const Binding&)>& f) const;
  // How many bindings there are, or `limit` if there are more.
  std::int64_t bindings(const std::vector<std::size_t>& slots,
                        std::int64_t limit) const;

 private:
  const Net* net_;
  std::vector<std::size_t> first_, classes_;
};

// How many colours a domain has: at most most_colours, since it is a place's.
std::int64_t cells(const Net& net, const Domain& domain);

// That nothing is taken of a multiset that is not in it, whatever the colours
// of variables that satisfy the condition: V1209 otherwise. Each choice of
// colours costs some `tries`, V1210 where there are not so many left.
inline constexpr std::int64_t most_tries = 2'000'000;
bool subtractions_fit(const Net& net, const Slots& slots, const Term& term,
                      const Domain& domain, const Condition& condition,
                      std::int64_t& tries, network::Diagnostics& diagnostics);

}  // namespace vicinal::pnml
