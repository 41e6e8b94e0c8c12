// SPDX-License-Identifier: MIT
// Functions of a state in a normal form, equal ones once, on which permutations
// of states act: what steps, initial condition and properties become, to be
// compared.
//
// Equal forms are equal functions; equal functions may have different forms, so
// that a symmetry may be missed, and none is invented. Numbers are whole ones,
// of any size: where they leave the 64 bits of the language is a form of its
// own. What helps to find equal ones:
//
//   junctions, sums          their parts in one order
//   phase == idle            cases of a slot with a sort: one form per value
//   turn.phase, turn a       cases of `turn`
//   reference
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "network/base/arithmetic.hpp"
#include "network/base/sequence_hash.hpp"
#include "symmetry/maps/state_map.hpp"

namespace vicinal::symmetry::inline forms {

using FormId = network::Id<struct FormTag>;

enum class FormOp : std::uint8_t {
  number,   // value; truth values are 0 and 1
  member,   // value, of a sort
  slot,     // item
  nothing,  // where nobody looks
  cases,    // item: a slot with a sort; one child for each of its values
  sum,      // two or more children
  difference,
  product,
  quotient,   // rounds to zero; 0 if the divisor is not positive
  remainder,  // of that
  less,
  equal,
  negation,
  conjunction,
  disjunction,  // two or more children
  choice,       // condition, then, else
};

struct Form {
  FormOp op = FormOp::number;
  std::uint32_t item = 0;
  std::uint32_t sort = no_sort;  // of its values
  network::Scalar value = 0;
  network::Range children;
};

// Something has no form, or there are too many. `what` says it in words.
struct Formless : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Forms {
 public:
  // Must outlive it.
  explicit Forms(const Sorts& sorts) : sorts_(sorts) {}

  FormId number(network::Scalar value);
  FormId truth(bool value) { return number(value ? 1 : 0); }
  FormId slot(std::uint32_t slot);
  // sum, difference, product, quotient, remainder, less.
  FormId arithmetic(FormOp op, std::vector<FormId> parts);
  FormId equal(FormId a, FormId b);
  FormId negation(FormId a);
  // conjunction, disjunction.
  FormId junction(FormOp op, std::vector<FormId> parts);
  FormId choice(FormId condition, FormId then, FormId otherwise);
  // The same values, as members of the sort; no_sort: as numbers.
  FormId as(std::uint32_t sort, FormId a);

  // The same where all conditions hold; elsewhere, as far as cases of a slot
  // show it, anything: what is computed there depends on what comes first or
  // last, and renaming would not find it again.
  FormId where(FormId form, const std::vector<FormId>& conditions);
  // The same truth value; parts of a conjunction are only looked at where the
  // parts on single slots hold.
  FormId settled(FormId form);

  // What is at map(s) as `form` is at s, by the map that was last given to
  // `rename`, which must outlive it. Each form once for each map.
  void rename(const StateMap& map);
  FormId mapped(FormId form);
  const StateMap& map() const { return *map_; }

  const Form& operator[](FormId id) const { return forms_[id.index()]; }
  std::span<const FormId> children(FormId id) const {
    const network::Range r = forms_[id.index()].children;
    return std::span(children_).subspan(r.begin, r.size());
  }
  bool is_number(FormId id, network::Scalar value) const {
    const Form& f = forms_[id.index()];
    return f.op == FormOp::number && f.value == value;
  }
  const Sorts& sorts() const { return sorts_; }
  std::size_t size() const { return forms_.size(); }
  // Of the form, written out; at most UINT32_MAX.
  std::uint32_t tree_size(FormId form) const { return size_[form.index()]; }
  // How many forms and children were looked at so far: cost that depends on
  // nothing but what was asked.
  std::uint64_t work() const { return work_; }

  // The slots that these forms speak of. O(their forms).
  std::set<std::uint32_t> slots_of(std::vector<FormId> forms) const;

  // Its value in a state, which is a number of the language where nothing
  // fails. O(its parts).
  network::Scalar evaluate(FormId form,
                           std::span<const network::Scalar> state) const;

 private:
  using Parts = std::vector<FormId>;

  FormId make(Form form, const Parts& children);
  FormId member(std::uint32_t sort, network::Scalar value);
  FormId one_of(std::uint32_t sort, FormId a);
  FormId cases(std::uint32_t slot, Parts children);
  // Of this form, where these conditions hold, and what became of it.
  using KnownWhere = std::map<std::pair<FormId, Parts>, FormId>;
  FormId where(FormId form, const Parts& conditions, KnownWhere& known);
  FormId computed_where(FormId form, const Parts& conditions,
                        KnownWhere& known);
  using Values = std::map<FormId, network::Wide>;
  network::Wide exact(FormId form, std::span<const network::Scalar> state,
                      Values* known) const;
  network::Wide computed_exact(FormId form,
                               std::span<const network::Scalar> state,
                               Values* known) const;
  // What the form is where the slot has the value, if that is seen at a glance.
  FormId pick(FormId form, std::uint32_t slot, std::size_t value);
  // The slot such that all parts are constants or cases of it; none:
  // UINT32_MAX.
  std::uint32_t common_slot(std::span<const FormId> parts) const;
  // `what` says what is made.
  template <class Make>
  FormId pointwise(std::uint32_t what, std::uint32_t slot, const Parts& parts,
                   const Make& make);
  bool constant(FormId id) const {
    return (*this)[id].op == FormOp::number || (*this)[id].op == FormOp::member;
  }
  FormId fold(FormOp op, const Parts& parts);
  FormId nothing(std::uint32_t sort);
  FormId rebuilt(const Form& form, Parts parts);
  FormId negated(FormId a);
  bool is_nothing(FormId id) const { return (*this)[id].op == FormOp::nothing; }
  std::uint64_t bits_of(const Form& form, const Parts& children) const;
  void merge_cases(FormOp op, Parts& parts);
  bool absorb(FormOp op, Parts& parts);
  const Sorts& sorts_;
  std::vector<Form> forms_;
  std::vector<FormId> children_;
  // Per form: bits for the slots and the sorts that it speaks of. Where none of
  // these moves, the image is the form.
  std::vector<std::uint64_t> speaks_of_;
  std::vector<std::uint32_t> size_;  // as trees; at most the greatest number
  std::vector<std::uint32_t> depth_;
  std::uint64_t moved_ = 0;      // the same of *map_
  std::vector<FormId> images_;   // of the forms, under *map_
  std::vector<FormId> negated_;  // of the forms, where it was asked
  const StateMap* map_ = nullptr;
  std::uint64_t work_ = 0;
  using Table =
      tsl::robin_map<std::vector<std::uint32_t>, FormId, network::SequenceHash>;
  Table known_;      // by its head and its children
  Table pointwise_;  // by what was made and of which parts
};

}  // namespace vicinal::symmetry::inline forms
